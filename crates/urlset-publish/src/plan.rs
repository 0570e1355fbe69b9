//! What publishing a set can promise, known beforehand.

use crate::folder::folder_of;
use crate::os;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// What a kill in the middle leaves behind. Errors and signals leave the old set in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// The old set or the new one: one rename decides, since all other files have names that are
    /// new. So it is with names that hold a hash, and with a single file.
    ByRename,
    /// The old set or the new one: the whole folder changes at once.
    ByExchange,
    /// Each file is whole, old or new, and the index comes last.
    FileByFile,
}

/// A set before it is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan<'a> {
    /// Its files without the index files.
    pub files: &'a [PathBuf],
    /// These are named after their content, so they replace nothing; the hash in the paths given
    /// here need not be the right one.
    pub by_content: bool,
    /// As in [`crate::Options`].
    pub no_clobber: bool,
    /// As in [`crate::Finale`].
    pub index: &'a [PathBuf],
    /// As in [`crate::Finale`].
    pub prune: &'a [PathBuf],
}

impl Plan<'_> {
    /// How the set would be published. Only trying tells whether a file system can exchange
    /// folders: where it cannot, [`Manner::ByExchange`] turns into [`Manner::FileByFile`].
    pub fn manner(&self) -> Manner {
        let stands = |path: &PathBuf| path.symlink_metadata().is_ok();
        let replaces = !self.by_content && self.files.iter().any(stands);
        if is_one_rename(self.files.len(), self.index.len(), replaces) {
            return Manner::ByRename;
        }
        let all = || self.files.iter().chain(self.index).chain(self.prune);
        let names: BTreeSet<&OsStr> = all().filter_map(|path| path.file_name()).collect();
        match common(all().map(|path| folder_of(path))) {
            Some(folder) if !self.no_clobber && can_exchange(folder, &names) => Manner::ByExchange,
            _ => Manner::FileByFile,
        }
    }
}

/// Whether one rename decides: a lone file, or one index over files that replace nothing.
pub(crate) fn is_one_rename(files: usize, indexes: usize, replaces: bool) -> bool {
    files + indexes <= 1 || (indexes == 1 && !replaces)
}

/// The one folder that all are in.
pub(crate) fn common<'a>(mut folders: impl Iterator<Item = &'a Path>) -> Option<&'a Path> {
    let first = folders.next()?;
    folders.all(|folder| folder == first).then_some(first)
}

/// Whether `folder` can be exchanged for one with the files `names`: it has no others, nobody of us
/// works in it, and the system may do so.
pub(crate) fn can_exchange(folder: &Path, names: &BTreeSet<&OsStr>) -> bool {
    let Ok(folder) = fs::canonicalize(folder) else {
        // Yet to be made, so only the folder above matters.
        let above = folder.ancestors().skip(1).find(|folder| folder.is_dir());
        let above = above.unwrap_or(Path::new("."));
        return os::may_exchange(above, above);
    };
    let Some(parent) = folder.parent() else {
        return false;
    };
    let here = std::env::current_dir().and_then(fs::canonicalize);
    here.is_ok_and(|here| here != folder)
        && os::may_exchange(&folder, parent)
        && holds_only(&folder, names)
}

fn holds_only(folder: &Path, names: &BTreeSet<&OsStr>) -> bool {
    let Ok(mut entries) = fs::read_dir(folder) else {
        return false;
    };
    entries.all(|entry| {
        entry.is_ok_and(|entry| {
            names.contains(entry.file_name().as_os_str())
                && entry.file_type().is_ok_and(|kind| kind.is_file())
        })
    })
}
