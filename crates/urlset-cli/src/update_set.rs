//! The set that an update changes: the sitemaps that its indexes name, or those of a folder.

use crate::args::Common;
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
use std::ffi::OsString;
use std::path::PathBuf;
use urlset::rules::ZERO_BYTES;
use urlset::{Kind, Result};

/// A set as it stands.
pub(crate) struct OldSet {
    /// Its sitemaps, in order.
    pub(crate) documents: Vec<Document>,
    pub(crate) indexes: Vec<PathBuf>,
}

/// The files that may be of the set: none of them holds the changes.
pub(crate) fn wanted(args: &UpdateArgs) -> std::result::Result<Vec<Wanted>, Failure> {
    let changes = args.changes();
    let mut wanted = inputs::expand(std::slice::from_ref(&args.set_path))?;
    if wanted.iter().any(|one| one.from == From::Stdin) {
        return Err(Failure::usage(
            "a set is changed where it stands, and standard input is no place",
        )
        .hint("name a folder, an index or a sitemap"));
    }
    wanted.retain(|one| match &one.from {
        From::File(path) if one.named == Named::Folder => {
            path.canonicalize().is_ok_and(|path| !changes.contains(&path))
        }
        _ => true,
    });
    Ok(wanted)
}

/// Reads which files are in the set; `None` where there is none.
pub(crate) fn read(run: &mut Update<'_>) -> Result<Option<OldSet>> {
    let wanted = wanted(run.args).map_err(plan::Refused::error)?;
    let how = (&run.detecting, &run.args.resolve[..], run.common);
    let found = find(wanted, how, &mut run.report)?;
    let OldSet { mut documents, indexes } = found;
    if indexes.is_empty() {
        documents = of_one_format(documents, &mut run.report).map_err(plan::Refused::error)?;
    }
    Ok((!documents.is_empty()).then_some(OldSet { documents, indexes }))
}

/// The files that make up a set without an index: sitemaps in XML if there are any, else all of the
/// one format that there is.
fn of_one_format(
    mut documents: Vec<Document>,
    report: &mut Report,
) -> std::result::Result<Vec<Document>, Failure> {
    let mut formats: Vec<String> = Vec::new();
    for document in documents.iter().filter(|one| update_writers::is_written(one)) {
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
    (opening, resolve, common): (&Opening, &[String], &Common),
    report: &mut Report,
) -> Result<OldSet> {
    // A file beside the indexes that none of them names is not of the set, however broken.
    let mut looking = Report::new(common).map_err(plan::Refused::error)?;
    looking.silent = true;
    let seen = planner::plan(wanted.clone(), opening, &manner(resolve, false)?, &mut looking)?;
    let is_index = |one: &&Document| is_set_index(one);
    let indexes: Vec<PathBuf> = seen.documents.iter().filter(is_index).map(path_of).collect();
    let itself = |path: &PathBuf| inputs::itself(From::File(path.clone()));
    let wanted = if indexes.is_empty() { wanted } else { indexes.iter().map(itself).collect() };
    let mut found = planner::plan(wanted, opening, &manner(resolve, !indexes.is_empty())?, report)?;
    // A robots.txt that is named gives no pages; why it cannot be a set is told later.
    found.documents.retain(|document| {
        document.kind != Kind::Sitemapindex || &*document.facts.format == "robots"
    });
    Ok(OldSet { documents: found.documents, indexes })
}

/// The documents that hold changes.
pub(crate) fn plan_changes(run: &mut Update<'_>, words: &[OsString]) -> Result<Plan> {
    let wanted = inputs::expand(words).map_err(plan::Refused::error)?;
    let manner = manner(&run.args.resolve, true)?;
    let manner = plan::Manner { may_be_empty: true, ..manner };
    let read = planner::plan(wanted, run.opening, &manner, &mut run.report)?;
    let is_empty = run.report.tallies().any(|tally| tally.rule.id == ZERO_BYTES.id);
    if read.documents.is_empty() && run.report.cause().is_none() && !is_empty {
        let names: Vec<String> = words.iter().map(|word| word.display().to_string()).collect();
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
