//! The set that an update changes: the sitemaps that its indexes name, or those of a folder.

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
use std::ffi::OsString;
use std::path::PathBuf;
use urlset::{Error, Kind, Result};

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

/// Reads which sitemaps are in the set; `None` where there is none.
pub(crate) fn read(run: &mut Update<'_>) -> Result<Option<OldSet>> {
    let wanted = wanted(run.args).map_err(plan::Refused::error)?;
    let found = find(wanted, &run.detecting, &run.args.resolve, &mut run.report)?;
    let alone = found.documents.len() == 1 || !found.indexes.is_empty();
    let mut documents = Vec::new();
    for document in found.documents {
        if &*document.facts.format == "xml" {
            documents.push(document);
        } else if alone {
            let (name, format) = (&document.name, &document.facts.format);
            let failure = Failure::usage(format!("{name}: {format} is not changed in place"));
            return Err(plan::Refused::error(
                failure.hint("convert it to XML, or write it anew with `urlset merge`"),
            ));
        } else {
            run.report.tell(&format!("{}: no XML sitemap, not of the set", document.name));
        }
    }
    Ok((!documents.is_empty()).then_some(OldSet { documents, indexes: found.indexes }))
}

/// The documents of a set: what its indexes name, or where there is no index, all there are.
pub(crate) fn find(
    wanted: Vec<Wanted>,
    opening: &Opening,
    resolve: &[String],
    report: &mut Report,
) -> Result<OldSet> {
    let mut found = plan(wanted, opening, (resolve, false), report)?;
    let is_index = |one: &&Document| is_set_index(one);
    let indexes: Vec<PathBuf> = found.documents.iter().filter(is_index).map(path_of).collect();
    if !indexes.is_empty() {
        let itself = |path: &PathBuf| inputs::itself(From::File(path.clone()));
        let wanted = indexes.iter().map(itself).collect();
        found = plan(wanted, opening, (resolve, true), report)?;
    }
    found.documents.retain(|document| document.kind != Kind::Sitemapindex);
    Ok(OldSet { documents: found.documents, indexes })
}

/// The documents that hold changes.
pub(crate) fn plan_changes(run: &mut Update<'_>, words: &[OsString]) -> Result<Plan> {
    let wanted = inputs::expand(words).map_err(plan::Refused::error)?;
    let follow = (&run.args.resolve[..], true);
    let read = plan(wanted, &run.opening, follow, &mut run.report)?;
    if read.documents.is_empty() && run.report.cause().is_none() {
        let names: Vec<String> = words.iter().map(|word| word.display().to_string()).collect();
        let failure = Failure::new(
            crate::exit::Cause::Input,
            format!("{}: nothing to read", names.join(", ")),
        );
        return Err(plan::Refused::error(failure));
    }
    Ok(read)
}

fn plan(
    wanted: Vec<Wanted>,
    opening: &Opening,
    (resolve, follow): (&[String], bool),
    report: &mut Report,
) -> Result<Plan, Error> {
    let mappings = resolve::mappings(resolve).map_err(plan::Refused::error)?;
    let manner = plan::Manner { follow, mappings, most_depth: 3, ..Default::default() };
    planner::plan(wanted, opening, &manner, report)
}
