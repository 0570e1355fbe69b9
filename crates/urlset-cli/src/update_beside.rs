//! Indexes beside files that are changed by their own names: they are not of the set and stay as they
//! are, which is told.

use crate::exit::Failure;
use crate::names;
use crate::number::count;
use crate::plan::Document;
use crate::resolve::{self, Mapping, Resolved};
use crate::set_index::OldIndex;
use crate::update_files::{Made, path_of};
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

/// What is said of each index that names a file which changes.
pub(crate) fn lines(
    (kept, removed): (&[Document], &[Document]),
    made: &[Made],
    resolve: &[String],
) -> Result<Vec<String>, Failure> {
    let mappings = resolve::mappings(resolve)?;
    let set: HashSet<PathBuf> = kept.iter().map(path_of).filter_map(|path| real(&path)).collect();
    let gone = removed.iter().map(path_of);
    let changed: Vec<PathBuf> = made.iter().map(|one| one.path.clone()).chain(gone).collect();
    let new = made.iter().filter(|one| one.document.is_none()).count() as u64;
    let folders: BTreeSet<&Path> = changed.iter().filter_map(|path| path.parent()).collect();
    let mut lines = Vec::new();
    for folder in folders {
        for index in xml_files(folder) {
            if real(&index).is_some_and(|path| !set.contains(&path)) {
                lines.extend(line(&index, &changed, new, &mappings));
            }
        }
    }
    Ok(lines)
}

/// `public/index.xml names public/shop-1.xml, and was not refreshed`.
fn line(index: &Path, changed: &[PathBuf], new: u64, mappings: &[Mapping]) -> Option<String> {
    let old = OldIndex::read(index);
    let file = |loc: &String| match resolve::find(loc, mappings, index.parent()) {
        Resolved::File(path) => real(&path),
        Resolved::Missing | Resolved::Unsafe(_) => None,
    };
    let named: HashSet<PathBuf> = old.dates.keys().filter_map(file).collect();
    let mut named = changed.iter().filter(|path| real(path).is_some_and(|it| named.contains(&it)));
    let (first, more) = (named.next()?, named.count() as u64);
    let more = if more > 0 { format!(" and {} more", count(more, "file")) } else { String::new() };
    let (name, first) = (index.display(), first.display());
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

/// XML files of a folder, in order.
pub(crate) fn xml_files(folder: &Path) -> BTreeSet<PathBuf> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    // A folder that is not listed shows no index.
    let files = here.read_dir().into_iter().flatten().flatten();
    let names = files.map(|file| folder.join(file.file_name()));
    let is_xml = |path: &PathBuf| {
        names::by_path(path).0.is_some_and(|format| format.name == "xml") && path.is_file()
    };
    names.filter(is_xml).collect()
}

fn real(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}
