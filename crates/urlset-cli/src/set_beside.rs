//! Files beside a set that a reader of the folder would take for some of it: those that are called as
//! its own are and hold sitemaps, and those that other indexes name.

use crate::beside::{self, Beside};
use crate::distinct;
use crate::number::count;
use crate::set_index::{is_made_by, whole};
use crate::set_run::SetMade;
use crate::set_target::SetTarget;
use std::collections::{BTreeSet, HashSet};
use std::fs::File;
use std::path::{Path, PathBuf};
use urlset::publish::folder_of;
use urlset::{EXTENSIONS, Entry, EntryReader, Kind, OpenOptions, ReadOptions};

/// Notes what is to be said of files beside the set. A stale file that another index names is left to
/// that index.
pub(crate) fn look(target: &SetTarget, made: &mut SetMade) {
    // A name that only the content tells is not known in a dry run.
    let unknown = made.hashed && made.set.is_none();
    let left = if unknown { Vec::new() } else { left(target, made) };
    for index in others(target, made) {
        let (theirs, stale): (Vec<PathBuf>, Vec<PathBuf>) =
            std::mem::take(&mut made.stale).into_iter().partition(|path| index.names(path));
        made.stale = stale;
        let name = index.path.display();
        let said =
            |names| format!("{names}: no longer in the set, but {name} names it; left alone");
        made.beside.extend(told(theirs.iter()).map(said));
    }
    let said = |names| format!("{names}: named as -o names files, not of this run, left alone");
    made.beside.extend(told(left.iter()).map(said));
    let said = |names| {
        format!("{names}: no longer named by the index, and not as -o names files; left alone")
    };
    made.beside.extend(told(made.renamed.iter()).map(said));
}

/// `y/3.xml and 2 files more`.
fn told<'p>(mut paths: impl Iterator<Item = &'p PathBuf>) -> Option<String> {
    let (first, more) = (paths.next()?.display(), paths.count() as u64);
    Some(match more {
        0 => first.to_string(),
        _ => format!("{first} and {} more", count(more, "file")),
    })
}

/// Files that the template could have made, that hold sitemaps, and that are not of the set.
fn left(target: &SetTarget, made: &SetMade) -> Vec<PathBuf> {
    let folder = target.template.folder();
    if target.by_source() {
        return Vec::new();
    }
    let slashes = |text: &str| text.matches('/').count();
    let known: HashSet<PathBuf> =
        made.paths().chain(made.stale.iter().map(PathBuf::as_path)).map(whole).collect();
    let mut files = BTreeSet::new();
    list(Path::new(folder), slashes(&target.text).saturating_sub(slashes(folder)), &mut files);
    let is_left = |path: &PathBuf| {
        is_made_by(&target.template, path)
            && !known.contains(&whole(path))
            && is_ours(target, path) == Some(true)
    };
    files.into_iter().filter(is_left).collect()
}

/// The files of a folder, and of those in it so many folders deep.
fn list(folder: &Path, depth: usize, files: &mut BTreeSet<PathBuf>) {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    // What cannot be listed cannot be told.
    for file in here.read_dir().into_iter().flatten().flatten() {
        let path = folder.join(file.file_name());
        match file.file_type() {
            Ok(kind) if kind.is_dir() && depth > 0 => list(&path, depth - 1, files),
            Ok(kind) if kind.is_file() && depth == 0 => {
                files.insert(path);
            }
            _ => {}
        }
    }
}

/// Whether a file is a sitemap of the format whose first entry belongs under its name; `None` where
/// it cannot be read.
fn is_ours(target: &SetTarget, path: &Path) -> Option<bool> {
    let read = ReadOptions { extensions: EXTENSIONS, ..ReadOptions::default() };
    let name = path.to_str()?;
    let options = OpenOptions { read, name: Some(name.into()), ..OpenOptions::default() };
    let prepared = urlset::prepare(File::open(path).ok()?, &options, &mut ()).ok()?;
    if target.format.is_none_or(|format| format.name != prepared.format.name) {
        return Some(false);
    }
    let mut reader = prepared.open(&options.read, &mut ()).ok()?;
    let mut entry = Entry::default();
    if reader.header().kind != Kind::Urlset || !reader.read_entry(&mut entry, &mut ()).ok()? {
        return Some(false);
    }
    let group: Vec<String> = target.keys.iter().map(|key| key.value(&entry, 0)).collect();
    Some(target.template.matches_group(name, &target.keys, &group))
}

/// Indexes that stand beside the set and are not of it; none where they would change nothing.
fn others(target: &SetTarget, made: &SetMade) -> Vec<Beside> {
    if made.stale.is_empty() {
        return Vec::new();
    }
    // An index that goes with this run keeps nothing.
    let stale_files = made.stale.iter().map(PathBuf::as_path);
    let ours: HashSet<PathBuf> = made.paths().chain(stale_files).map(distinct::whole).collect();
    let index = target.index.as_ref().map(|index| folder_of(&index.path));
    let stale = made.stale.iter().filter_map(|path| path.parent());
    beside::indexes(index.into_iter().chain(stale), &ours, &[])
}
