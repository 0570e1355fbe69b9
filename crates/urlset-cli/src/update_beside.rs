//! What is said of indexes beside files that are changed by their own names: they are not of the set
//! and stay as they are.

use crate::beside::{self, Beside};
use crate::distinct::whole;
use crate::exit::Failure;
use crate::number::count;
use crate::plan::Document;
use crate::resolve;
use crate::update_args::UpdateArgs;
use crate::update_files::{Made, path_of};
use std::collections::HashSet;
use std::path::PathBuf;

/// What is said of each index that names a file which changes.
pub(crate) fn lines(
    (kept, removed): (&[Document], &[Document]),
    made: &[Made],
    resolve: &[String],
) -> Result<Vec<String>, Failure> {
    let mappings = resolve::mappings(resolve)?;
    let set: HashSet<PathBuf> = kept.iter().map(|one| whole(&path_of(one))).collect();
    let gone = removed.iter().map(path_of);
    let changed: Vec<PathBuf> = made.iter().map(|one| one.path.clone()).chain(gone).collect();
    let new = made.iter().filter(|one| one.document.is_none()).count() as u64;
    let folders = changed.iter().filter_map(|path| path.parent());
    let indexes = beside::indexes(folders, &set, &mappings);
    Ok(indexes.iter().filter_map(|index| line(index, &changed, new)).collect())
}

/// `public/index.xml names public/shop-1.xml, and was not refreshed`.
fn line(index: &Beside, changed: &[PathBuf], new: u64) -> Option<String> {
    let mut named = changed.iter().filter(|path| index.names(path));
    let (first, more) = (named.next()?, named.count() as u64);
    let more = if more > 0 { format!(" and {} more", count(more, "file")) } else { String::new() };
    let (name, first) = (index.path.display(), first.display());
    Some(if new > 0 {
        let new = count(new, "new file");
        format!(
            "{name}: stays as it is, without {new}; it names {first}{more}: `urlset update {name}` changes both"
        )
    } else {
        format!(
            "{name}: stays as it is, though it names {first}{more}; `urlset index {name}` refreshes it"
        )
    })
}

/// Of the files that are no longer in the set, those to remove, where that is asked for: no other
/// index names them.
pub(crate) fn to_prune(
    removed: &[Document],
    indexes: &[PathBuf],
    args: &UpdateArgs,
) -> Result<Vec<PathBuf>, Failure> {
    if !args.prune {
        return Ok(Vec::new());
    }
    let mappings = resolve::mappings(&args.resolve)?;
    let ours: HashSet<PathBuf> = indexes.iter().map(|index| whole(index)).collect();
    let mut removed: Vec<PathBuf> = removed.iter().map(path_of).collect();
    let folders = removed.iter().chain(indexes).filter_map(|path| path.parent());
    let others = beside::indexes(folders, &ours, &mappings);
    removed.retain(|path| !others.iter().any(|index| index.names(path)));
    Ok(removed)
}
