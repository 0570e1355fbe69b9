//! The set that an update changes: the sitemaps that its indexes name, or those of a folder.

use crate::args::Common;
use crate::distinct::whole;
use crate::exit::Failure;
use crate::index::is_set_index;
use crate::inputs::{self, From, Named, Wanted};
use crate::opening::Opening;
use crate::plan::{self, Document, Plan};
use crate::planner;
use crate::report::Report;
use crate::resolve;
use crate::update::Update;
use crate::update_args::UpdateArgs;
use crate::update_files::path_of;
use crate::update_writers;
use crate::{names, rules::UNREADABLE};
use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use urlset::rules::ZERO_BYTES;
use urlset::{Kind, Result};

/// A set as it stands.
pub(crate) struct OldSet {
    /// Its sitemaps, in order.
    pub(crate) documents: Vec<Document>,
    pub(crate) indexes: Vec<PathBuf>,
}

/// The files that may be of the set.
fn wanted(args: &UpdateArgs) -> std::result::Result<Vec<Wanted>, Failure> {
    let wanted = inputs::expand(std::slice::from_ref(&args.set_path))?;
    if wanted.iter().any(|one| one.from == From::Stdin) {
        return Err(Failure::usage(
            "a set is changed where it stands, and standard input is no place",
        )
        .hint("name a folder, an index or a sitemap"));
    }
    if wanted.iter().any(|one| matches!(one.from, From::Url(_))) {
        return Err(Failure::usage("a set is changed where it stands, and a URL is no place")
            .hint("name the folder or the index that is published there"));
    }
    Ok(wanted)
}

/// Whether a file of a folder or a pattern holds changes.
fn is_list(wanted: &Wanted, changes: &[PathBuf]) -> bool {
    match &wanted.from {
        From::File(path) if wanted.named != Named::Itself => {
            path.canonicalize().is_ok_and(|path| changes.contains(&path))
        }
        _ => false,
    }
}

/// Reads which files are in the set; `None` where there is none.
pub(crate) fn read(run: &mut Update<'_>) -> Result<Option<OldSet>> {
    let wanted = wanted(run.args).map_err(plan::Refused::error)?;
    let how = (&run.detecting, &run.args.resolve[..], run.common);
    let changes = run.args.changes();
    check_named(&wanted, &run.args.deletions()).map_err(plan::Refused::error)?;
    let (found, lists) = seek(wanted.clone(), &changes, how, &mut run.report)?;
    let OldSet { mut documents, indexes } = found;
    if !indexes.is_empty() {
        check_matched(&wanted, &changes, (&documents, &indexes)).map_err(plan::Refused::error)?;
    } else {
        documents = of_one_format(documents, &mut run.report).map_err(plan::Refused::error)?;
        check_lists(&lists, documents.first()).map_err(plan::Refused::error)?;
    }
    Ok((!documents.is_empty()).then_some(OldSet { documents, indexes }))
}

/// Refuses a set that is to be deleted from itself.
fn check_named(wanted: &[Wanted], deletions: &[PathBuf]) -> std::result::Result<(), Failure> {
    let is_both = |one: &&Wanted| match &one.from {
        From::File(path) => one.named == Named::Itself && deletions.contains(&whole(path)),
        _ => false,
    };
    match wanted.iter().find(is_both) {
        None => Ok(()),
        Some(one) => {
            let message =
                format!("{} is the set, and the list of what to delete from it", one.name());
            Err(Failure::usage(message).hint("name another file for the list"))
        }
    }
}

/// Refuses a pattern that matches an index and files that no index names: are they of the set?
fn check_matched(
    wanted: &[Wanted],
    changes: &[PathBuf],
    (documents, indexes): (&[Document], &[PathBuf]),
) -> std::result::Result<(), Failure> {
    let paths = documents.iter().map(path_of).chain(indexes.iter().cloned());
    let of: HashSet<PathBuf> = paths.map(|path| whole(&path)).chain(changes.to_vec()).collect();
    let is_other = |one: &&Wanted| match &one.from {
        From::File(path) => one.named == Named::Pattern && !of.contains(&whole(path)),
        _ => false,
    };
    match wanted.iter().find(is_other) {
        None => Ok(()),
        Some(one) => {
            let index = indexes.first().map_or_else(String::new, |path| path.display().to_string());
            let message = format!("{} is matched, but {index} does not name it", one.name());
            Err(Failure::usage(message)
                .hint("name the index, which says what is of the set, or match no index"))
        }
    }
}

/// Refuses a list that stands in the folder of a set without an index and is of its format: whether
/// it is of the set, nothing says.
fn check_lists(lists: &[Document], set: Option<&Document>) -> std::result::Result<(), Failure> {
    let is_of = |list: &&Document| {
        set.map_or(update_writers::is_written(list), |set| list.facts.format == set.facts.format)
    };
    match lists.iter().find(is_of) {
        None => Ok(()),
        Some(list) => {
            let (name, format) = (&list.name, &list.facts.format);
            let message =
                format!("{name} is a list of changes, and a file of the set by its place");
            Err(Failure::usage(message).hint(format!(
                "keep lists in another folder: without an index, every {format} file of this one is of the set"
            )))
        }
    }
}

/// The files that make up a set without an index: sitemaps in XML if there are any, else all of the
/// one format that there is.
fn of_one_format(
    mut documents: Vec<Document>,
    report: &mut Report,
) -> std::result::Result<Vec<Document>, Failure> {
    let mut formats: Vec<String> = Vec::new();
    // A list without a line says nothing beside others.
    let says = |one: &Document| one.facts.bytes > 0;
    let any = documents.iter().any(|one| says(one) && update_writers::is_written(one));
    let told = documents.iter().filter(|one| update_writers::is_written(one));
    for document in told.filter(|one| !any || says(one)) {
        let format = &document.facts.format;
        if !formats.contains(format) {
            formats.push(format.clone());
        }
    }
    let format = match &formats[..] {
        [] => {
            return documents.first().map_or(Ok(()), update_writers::check).map(|()| documents);
        }
        [only] => only.clone(),
        some if some.iter().any(|name| name == "xml") => "xml".to_owned(),
        [first, second, ..] => {
            let message =
                format!("no index says what is in the set: there are {first} and {second}");
            return Err(Failure::usage(message)
                .hint("name a single file, or keep each set in a folder of its own"));
        }
    };
    documents.retain(|document| {
        let is_of = *document.facts.format == *format;
        if !is_of {
            let name = &document.name;
            report.tell(&format!("{name}: {}, not of the set", document.facts.format));
        }
        is_of
    });
    Ok(documents)
}

/// The documents of a set: what its indexes name, or where there is no index, all there are. What
/// keeps any of them from being read is told, each once.
pub(crate) fn find(
    wanted: Vec<Wanted>,
    how: (&Opening, &[String], &Common),
    report: &mut Report,
) -> Result<OldSet> {
    Ok(seek(wanted, &[], how, report)?.0)
}

/// The same, and the documents of a folder without an index that hold changes.
fn seek(
    wanted: Vec<Wanted>,
    changes: &[PathBuf],
    (opening, resolve, common): (&Opening, &[String], &Common),
    report: &mut Report,
) -> Result<(OldSet, Vec<Document>)> {
    // A file beside the indexes that none of them names is not of the set, however broken.
    let mut looking = Report::new(common).map_err(plan::Refused::error)?;
    looking.silent = true;
    let mut seen = planner::plan(wanted.clone(), opening, &manner(resolve, false)?, &mut looking)?;
    let is_index = |one: &&Document| is_set_index(one);
    let indexes: Vec<PathBuf> = seen.documents.iter().filter(is_index).map(path_of).collect();
    let itself = |path: &PathBuf| inputs::itself(From::File(path.clone()));
    let all = wanted.clone();
    let (lists, wanted): (Vec<Wanted>, Vec<Wanted>) = match &indexes[..] {
        [] => wanted.into_iter().partition(|one| is_list(one, changes)),
        named => (Vec::new(), named.iter().map(itself).collect()),
    };
    if !indexes.is_empty() && looking.tallies().any(|tally| tally.rule.id == UNREADABLE.id) {
        // Any of them may be an index, too.
        let read: HashSet<PathBuf> = seen.documents.iter().map(path_of).collect();
        let mut unread = all;
        unread.retain(|one| may_be_index(one) && !read.contains(Path::new(&one.name())));
        planner::plan(unread, opening, &manner(resolve, false)?, report)?;
    }
    let lists: Vec<String> = lists.iter().map(Wanted::name).collect();
    seen.documents.retain(|one| lists.contains(&one.name));
    let mut found = planner::plan(wanted, opening, &manner(resolve, !indexes.is_empty())?, report)?;
    let late = found.documents.iter().find(|one| indexes.is_empty() && is_set_index(one));
    if let Some(late) = late {
        let message = format!("{}: an index that could not be read at first", late.name);
        let failure = Failure::new(crate::exit::Cause::Input, message);
        return Err(plan::Refused::error(failure.hint("nothing was written; run it again")));
    }
    // A robots.txt that is named gives no pages; why it cannot be a set is told later.
    found.documents.retain(|document| {
        document.kind != Kind::Sitemapindex || &*document.facts.format == "robots"
    });
    Ok((OldSet { documents: found.documents, indexes }, seen.documents))
}

fn may_be_index(wanted: &Wanted) -> bool {
    let From::File(path) = &wanted.from else {
        return false;
    };
    names::by_path(path).0.is_some_and(|format| format.name == "xml")
}

/// The documents that hold changes.
pub(crate) fn plan_changes(run: &mut Update<'_>, words: &[OsString]) -> Result<Plan> {
    let wanted = inputs::expand(words).map_err(plan::Refused::error)?;
    let manner = manner(&run.args.resolve, true)?;
    let manner = plan::Manner { may_be_empty: true, ..manner };
    let read = planner::plan(wanted, run.opening, &manner, &mut run.report)?;
    let is_empty = run.report.tallies().any(|tally| tally.rule.id == ZERO_BYTES.id);
    if read.documents.is_empty() && run.report.cause().is_none() && !is_empty {
        let names: Vec<String> =
            words.iter().map(|word| urlset_fetch::shown(&word.to_string_lossy())).collect();
        let failure = Failure::new(
            crate::exit::Cause::Input,
            format!("{}: nothing to read", names.join(", ")),
        );
        return Err(plan::Refused::error(failure));
    }
    Ok(read)
}

fn manner(resolve: &[String], follow: bool) -> Result<plan::Manner> {
    let mappings = resolve::mappings(resolve).map_err(plan::Refused::error)?;
    Ok(plan::Manner { follow, mappings, most_depth: 3, ..Default::default() })
}
