//! Files beside a set that a reader of the folder would take for some of it: those that are called as
//! its own are and hold sitemaps, and those that other indexes name.

use crate::number::count;
use crate::resolve::{self, Resolved};
use crate::set_index::{OldIndex, is_made_by, whole};
use crate::set_run::SetMade;
use crate::set_target::SetTarget;
use crate::update_beside::xml_files;
use std::collections::{BTreeSet, HashSet};
use std::fs::File;
use std::path::{Path, PathBuf};
use urlset::publish::folder_of;
use urlset::{EXTENSIONS, Entry, EntryReader, Kind, OpenOptions, ReadOptions};

/// Another index, and the files that it names.
type Other = (PathBuf, HashSet<PathBuf>);

/// Notes what is to be said of files beside the set. What the previous set held and another index
/// names is left to that index.
pub(crate) fn look(target: &SetTarget, made: &mut SetMade) {
    // A name that only the content tells is not known in a dry run.
    let unknown = made.hashed && made.set.is_none();
    let left = if unknown { Vec::new() } else { left(target, made) };
    if !made.stale.is_empty() {
        let stable = target.previous.is_some();
        for (index, files) in &others(target, made) {
            let named = |path: &PathBuf| files.contains(&whole(path));
            let said = |names| match stable {
                true => format!(
                    "{names}: no longer in the set, but {} names it; left alone",
                    index.display()
                ),
                false => {
                    format!("{}: goes on naming {names}, no longer in the set", index.display())
                }
            };
            made.beside.extend(told(made.stale.iter().filter(|path| named(path))).map(said));
            if stable {
                made.stale.retain(|path| !named(path));
            }
        }
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

/// Indexes that stand beside the set and are not of it.
fn others(target: &SetTarget, made: &SetMade) -> Vec<Other> {
    let ours: HashSet<PathBuf> = made.paths().map(whole).collect();
    let index = target.index.as_ref().map(|index| folder_of(&index.path).to_owned());
    let folders: BTreeSet<PathBuf> =
        index.into_iter().chain([PathBuf::from(target.template.folder())]).collect();
    let files: BTreeSet<PathBuf> = folders.iter().flat_map(|folder| xml_files(folder)).collect();
    let mut others = Vec::new();
    for path in files.into_iter().filter(|path| !ours.contains(&whole(path))) {
        let old = OldIndex::read(&path);
        let file = |loc: &String| match resolve::find(loc, &[], path.parent()) {
            Resolved::File(path) => Some(whole(&path)),
            Resolved::Missing | Resolved::Unsafe(_) => None,
        };
        let named: HashSet<PathBuf> = old.dates.keys().filter_map(file).collect();
        others.push((path, named));
    }
    others
}
