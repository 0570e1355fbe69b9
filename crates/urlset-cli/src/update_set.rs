//! The set that an update changes: the sitemaps that its indexes name, or those of a folder.

use crate::exit::Failure;
use crate::index::is_set_index;
use crate::inputs::{self, From, Named, Wanted};
use crate::plan::{self, Document, Plan};
use crate::planner;
use crate::resolve::Mapping;
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
    let mut found = plan(run, wanted, false)?;
    let indexes: Vec<PathBuf> =
        found.documents.iter().filter(|one| is_set_index(one)).map(path_of).collect();
    if !indexes.is_empty() {
        let itself =
            |path: &PathBuf| Wanted { from: From::File(path.clone()), named: Named::Itself };
        found = plan(run, indexes.iter().map(itself).collect(), true)?;
    }
    let alone = found.documents.len() == 1 || !indexes.is_empty();
    let mut documents = Vec::new();
    for document in found.documents {
        if document.kind == Kind::Sitemapindex {
            continue;
        }
        if &*document.facts.format == "xml" {
            documents.push(document);
        } else if alone {
            let message =
                format!("{}: {} is not changed in place", document.name, document.facts.format);
            let failure = Failure::usage(message)
                .hint("convert it to XML, or write it anew with `urlset merge`");
            return Err(plan::Refused::error(failure));
        } else {
            run.report.tell(&format!("{}: no XML sitemap, not of the set", document.name));
        }
    }
    Ok((!documents.is_empty()).then_some(OldSet { documents, indexes }))
}

/// The documents that hold changes.
pub(crate) fn plan_changes(run: &mut Update<'_>, words: &[OsString]) -> Result<Plan> {
    let wanted = inputs::expand(words).map_err(plan::Refused::error)?;
    let read = plan(run, wanted, true)?;
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

fn plan(run: &mut Update<'_>, wanted: Vec<Wanted>, follow: bool) -> Result<Plan, Error> {
    let mappings = run.args.resolve.iter().map(|text| Mapping::parse(text));
    let mappings: std::result::Result<Vec<Mapping>, Failure> = mappings.collect();
    let manner = plan::Manner {
        follow,
        keep_indexes: false,
        mappings: mappings.map_err(plan::Refused::error)?,
        most_depth: 3,
        fail_fast: false,
        spool: false,
        outputs: Vec::new(),
    };
    planner::plan(wanted, &run.opening, &manner, &mut run.report)
}
