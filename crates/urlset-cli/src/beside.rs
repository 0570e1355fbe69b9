//! Indexes that stand beside the files of a set and are not of it. What they name is theirs, too.

use crate::distinct::whole;
use crate::resolve::{self, Folder, Mapping, Resolved};
use crate::set_index::OldIndex;
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

/// An index, and the files that it names.
pub(crate) struct Beside {
    pub(crate) path: PathBuf,
    files: HashSet<PathBuf>,
}

impl Beside {
    /// Whether it names a file, however that is spelled.
    pub(crate) fn names(&self, path: &Path) -> bool {
        self.files.contains(&whole(path))
    }
}

/// The indexes in these folders, whatever they are called, but for those of the set.
pub(crate) fn indexes<'p>(
    folders: impl Iterator<Item = &'p Path>,
    ours: &HashSet<PathBuf>,
    mappings: &[Mapping],
) -> Vec<Beside> {
    let folders: BTreeSet<PathBuf> = folders.map(Path::to_owned).collect();
    // Two spellings of a folder lead to the same files.
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for path in folders.iter().flat_map(|folder| files(folder)) {
        let real = whole(&path);
        if ours.contains(&real) || !seen.insert(real) {
            continue;
        }
        let old = OldIndex::read(&path);
        let folder = path.parent().map(Folder::new);
        let file = |loc: &String| match resolve::find(loc, mappings, folder.as_ref()) {
            Resolved::File { real, .. } => Some(real),
            Resolved::Missing | Resolved::Unsafe(_) => None,
        };
        let files: HashSet<PathBuf> = old.dates.keys().filter_map(file).collect();
        if !files.is_empty() {
            found.push(Beside { path, files });
        }
    }
    found
}

/// The files of a folder, in order.
pub(crate) fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    // A folder that is not listed shows no index.
    let files = here.read_dir().into_iter().flatten().flatten();
    files.map(|file| folder.join(file.file_name())).filter(|path| path.is_file()).collect()
}
