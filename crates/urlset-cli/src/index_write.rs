//! Publishes an index, the indexes of a set too large for one, or `Sitemap:` lines.

use crate::exit::Failure;
use crate::index::Indexing;
use crate::index_args::IndexArgs;
use crate::number::{count, thousands};
use crate::output::{self, Manner, Publication};
use crate::plan::Plan;
use crate::set_files::refused;
use crate::set_index::{Cut, OldIndex, below, numbered};
use crate::set_run::PATIENCE;
use crate::sheet::OutputFacts;
use crate::stylesheet::StyleFile;
use crate::update_files::path_of;
use crate::{distinct, names, signals};
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use urlset::publish::{Change, Equal, Finale, Options, Set, folder_of};
use urlset::shard::Index;
use urlset::{Confidence, Entry, EntryReader, Kind, Loc, OpenOptions};

/// Addresses that are told one by one before only their number is.
const TOLD: usize = 10;

/// `Sitemap:` lines; a robots.txt that is there keeps its other lines, and those of its sitemaps
/// that are of no file below the base address: they are somebody else's.
pub(crate) fn robots(existing: &str, entries: &[Entry], base: &Index) -> Cut {
    let new = addresses(entries);
    let other = urlset::robots::sitemaps(existing)
        .filter(|loc| !new.contains(loc) && base.path_of(loc).is_none());
    let locs = entries.iter().map(|entry| entry.loc.as_str()).chain(other);
    let text = urlset::robots::update(existing, locs);
    Cut { text: text.into_bytes(), entries: entries.len() as u64 }
}

/// What the output of before says: the entries of an index, or the lines of a robots.txt.
pub(crate) fn before(old: &OldIndex, existing: &str, robots: bool) -> Vec<Entry> {
    if !robots {
        return old.entries.clone();
    }
    urlset::robots::sitemaps(existing).map(|loc| Entry::new(Loc::new(loc))).collect()
}

/// Tells which addresses of before are named no longer.
pub(crate) fn tell_gone(gone: &[&str], lines: &mut Vec<String>) {
    if gone.is_empty() {
        return;
    }
    let (named, more) = gone.split_at(gone.len().min(TOLD));
    let more = if more.is_empty() { "" } else { ", …" };
    let number = count(gone.len() as u64, "sitemap");
    lines.push(format!("{number} no longer named: {}{more}", named.join(", ")));
}

/// The addresses of before that the new output does not name, and that it could name.
pub(crate) fn gone<'e>(
    before: &'e [Entry],
    entries: &[Entry],
    robots: Option<&Index>,
) -> Vec<&'e str> {
    let mut known = addresses(entries);
    let may_go = |loc: &&str| robots.is_none_or(|base| base.path_of(loc).is_some());
    let locs = before.iter().map(|entry| entry.loc.as_str());
    locs.filter(may_go).filter(|loc| known.insert(*loc)).collect()
}

fn addresses(entries: &[Entry]) -> HashSet<&str> {
    entries.iter().map(|entry| entry.loc.as_str()).collect()
}

/// Locks the folder of an output from before its index is read to the end of the run, so that no
/// other run changes the set meanwhile. `None` where no file is to be written.
pub(crate) fn lock(args: &IndexArgs, output: Option<&Path>) -> Result<Option<Set>, Failure> {
    let Some(path) = output.filter(|path| !args.dry_run && (path.is_file() || !path.exists()))
    else {
        return Ok(None);
    };
    let set = Set::begin(Options {
        no_clobber: args.no_clobber,
        equal: Equal::Inflated,
        make_folders: true,
        lock: Some(PATIENCE),
        pending: signals::pending().clone(),
    });
    set.lock(folder_of(path)).map_err(|error| refused(&error))?;
    Ok(Some(set))
}

/// Writes the documents, each only where it changed.
pub(crate) fn publish(
    run: &mut Indexing<'_>,
    plan: &Plan,
    (documents, base): (&[Cut], &Index),
    lines: &mut Vec<String>,
) -> Result<Vec<OutputFacts>, Failure> {
    let format = if run.robots { "robots" } else { "xml" };
    let facts = |path: String, document: &Cut, change: &'static str| OutputFacts {
        path,
        format: format.to_owned(),
        entries: document.entries,
        bytes: document.text.len() as u64,
        published: !run.args.dry_run,
        index: true,
        change: Some(change),
    };
    let Some(path) = run.output.clone() else {
        let [document] = documents else {
            return Err(Failure::usage("more sitemaps than one index may name")
                .hint("name a file with `-o`: there will be several"));
        };
        if run.args.dry_run {
            lines.push(planned("standard output", document));
        } else {
            output::write_data(None, |out| out.write_all(&document.text))?;
        }
        return Ok(vec![facts("-".to_owned(), document, "written")]);
    };
    if let [document] = documents {
        check_inputs(plan, std::slice::from_ref(&path))?;
        let style = styles(run, std::slice::from_ref(&path), format, lines)?.pop();
        let change = publish_one(run, &path, (document, style.as_ref()), lines)?;
        let style = style.map(|style| style.facts(!run.args.dry_run));
        let index = facts(path.display().to_string(), document, change);
        return Ok(style.into_iter().chain([index]).collect());
    }
    let paths: Vec<PathBuf> =
        (1..).zip(documents).map(|(number, _)| numbered(&path, number)).collect();
    check_inputs(plan, &paths)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    lines.push("the set needs several indexes; name each in robots.txt:".to_owned());
    for path in &paths {
        let loc = base.entry(&below(folder, path)?, None).loc;
        lines.push(format!("Sitemap: {loc}"));
    }
    let styles = styles(run, &paths, format, lines)?;
    let changes = publish_all(run, (&paths, &styles), documents, lines)?;
    let all = paths.iter().zip(documents).zip(changes);
    let all = all.map(|((path, one), change)| facts(path.display().to_string(), one, change));
    Ok(styles.iter().map(|style| style.facts(!run.args.dry_run)).chain(all).collect())
}

/// The stylesheets that these indexes name, and what is to be said of them.
fn styles(
    run: &Indexing<'_>,
    paths: &[PathBuf],
    format: &str,
    lines: &mut Vec<String>,
) -> Result<Vec<StyleFile>, Failure> {
    let styles = run.style.files(paths.iter().map(|path| (path.as_path(), format)))?;
    let names = styles.iter().map(|style| style.path.as_path());
    distinct::spare_set(names, &[run.common.role()])?;
    if run.args.dry_run {
        styles.iter().try_for_each(|style| style.check(run.args.no_clobber))?;
    }
    lines.extend(styles.iter().filter_map(|style| style.told(run.args.dry_run)));
    Ok(styles)
}

/// Refuses to write where a sitemap stands that was read.
fn check_inputs(plan: &Plan, paths: &[PathBuf]) -> Result<(), Failure> {
    let inputs: HashSet<PathBuf> =
        plan.documents.iter().filter_map(|one| path_of(one).canonicalize().ok()).collect();
    let is_input = |path: &&PathBuf| path.canonicalize().is_ok_and(|path| inputs.contains(&path));
    paths.iter().find(is_input).map_or(Ok(()), |path| Err(also_an_input(path)))
}

/// Why a sitemap is not overwritten by the index that would name it.
pub(crate) fn also_an_input(path: &Path) -> Failure {
    let message = format!("{} is among the inputs, and is no index that was made", path.display());
    Failure::usage(message)
        .hint("write to another name with `-o PATH`, or leave it out of the inputs")
}

/// Refuses to replace a sitemap that was not read: its URLs may stand nowhere else.
pub(crate) fn check_stands(path: &Path) -> Result<(), Failure> {
    let kind = || {
        let file = std::fs::File::open(path).ok()?;
        let name = Some(path.to_str()?.into());
        let options = OpenOptions { name, ..OpenOptions::default() };
        let prepared = urlset::prepare(file, &options, &mut ()).ok()?;
        let is_sitemap = matches!(prepared.format.name, "xml" | "text" | "rss" | "atom");
        let is_sure = prepared.sure == Confidence::Yes;
        let reader = prepared.open(&options.read, &mut ()).ok()?;
        (is_sitemap && is_sure).then(|| reader.header().kind)
    };
    if kind() != Some(Kind::Urlset) {
        return Ok(());
    }
    let message =
        format!("{}: a sitemap stands there, and an index would replace it", path.display());
    Err(Failure::usage(message).hint("write to another name, or remove it first"))
}

/// Whether what stands in a path may give way to what is written: an index, or for `Sitemap:` lines
/// a robots.txt.
pub(crate) fn is_replaceable(path: &Path, robots: bool) -> bool {
    if std::fs::metadata(path).is_ok_and(|facts| facts.len() == 0) {
        return true;
    }
    if !robots {
        return OldIndex::read(path).is_xml;
    }
    let is_robots = |name: &str| name == "robots";
    let file = std::fs::File::open(path).ok();
    let read = file.and_then(|file| urlset::prepare(file, &OpenOptions::default(), &mut ()).ok());
    names::by_path(path).0.is_some_and(|format| is_robots(format.name))
        || read.is_some_and(|read| is_robots(read.format.name))
}

fn planned(name: &str, document: &Cut) -> String {
    let (entries, bytes) =
        (count(document.entries, "sitemap"), thousands(document.text.len() as u64));
    format!("dry run: would write {name}, {entries} in {bytes} bytes")
}

fn publish_one(
    run: &Indexing<'_>,
    path: &Path,
    (document, style): (&Cut, Option<&StyleFile>),
    lines: &mut Vec<String>,
) -> Result<&'static str, Failure> {
    let name = path.display().to_string();
    let bytes = packed(path, document);
    let there = std::fs::read(path);
    let change = match &there {
        Ok(there) if *there == bytes => "unchanged",
        Ok(_) => "replaced",
        Err(_) => "written",
    };
    if change == "unchanged" {
        lines.push(format!("{name}: unchanged"));
    }
    if change == "unchanged" && style.is_none_or(StyleFile::stays) {
        return Ok(change);
    }
    let manner = Manner {
        no_clobber: run.args.no_clobber,
        if_changed: true,
        dry: run.args.dry_run,
        ..Manner::default()
    };
    let publication = Publication::open(Some(path), manner)?;
    if run.args.dry_run {
        if change != "unchanged" {
            lines.push(planned(&name, document));
        }
        return Ok(change);
    }
    let mut pen = publication.pen()?;
    pen.write_all(&bytes).map_err(|error| output::unwritten(&name, &error))?;
    drop(pen);
    publication.publish_with(style)?;
    Ok(change)
}

fn publish_all(
    run: &mut Indexing<'_>,
    (paths, styles): (&[PathBuf], &[StyleFile]),
    documents: &[Cut],
    lines: &mut Vec<String>,
) -> Result<Vec<&'static str>, Failure> {
    let Some(set) = run.set.take() else {
        let each = paths.iter().zip(documents);
        lines.extend(each.map(|(path, one)| planned(&path.display().to_string(), one)));
        return Ok(vec!["written"; paths.len()]);
    };
    styles.iter().try_for_each(|style| style.write(&set))?;
    for (path, document) in paths.iter().zip(documents) {
        let mut draft = set.create(path).map_err(|error| refused(&error))?;
        let written = draft.write_all(&packed(path, document));
        written.map_err(|error| output::unwritten(&path.display().to_string(), &error))?;
        draft.finish().map_err(|error| refused(&error))?;
    }
    let outcome = set.commit(Finale { index: paths, prune: &[] });
    let outcome = outcome.map_err(|error| refused(&error))?;
    lines.extend(outcome.trouble.iter().map(ToString::to_string));
    let change = |path: &PathBuf| {
        let file = outcome.files.iter().find(|file| file.path == *path);
        file.map_or("unchanged", |file| changed(file.change))
    };
    Ok(paths.iter().map(change).collect())
}

/// What became of a file, in a report.
pub(crate) fn changed(change: Change) -> &'static str {
    match change {
        Change::Written => "written",
        Change::Replaced => "replaced",
        Change::Unchanged => "unchanged",
        Change::Removed => "removed",
    }
}

/// The bytes of a file, compressed where its name says so.
pub(crate) fn packed(path: &Path, document: &Cut) -> Vec<u8> {
    if !names::by_path(path).1 {
        return document.text.clone();
    }
    let mut bytes = Vec::new();
    let mut stream = urlset::gzip(&mut bytes);
    // Into memory nothing fails.
    let _ = stream.write_all(&document.text).and_then(|()| stream.flush());
    drop(stream);
    bytes
}
