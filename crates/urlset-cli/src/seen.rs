//! What a document was when it was read first, so that later readings give the same entries: of the
//! same file, and as far as the first one came.

use std::fs::Metadata;
use std::sync::OnceLock;
use std::time::SystemTime;
use urlset::Diagnostic;

/// What the first reading of a document found.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// The file as it was opened first; `None` inside for what has no name.
    stamp: OnceLock<Option<Stamp>>,
    /// After how many entries the machine failed, and how that is told.
    cut: OnceLock<(u64, Diagnostic)>,
    /// Up to where it holds nothing but lines that are locs as they stand.
    plain_upto: OnceLock<u64>,
}

/// What changes with a file's content, unless someone sets the time back.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    size: u64,
    modified: Option<SystemTime>,
    /// Device and number, which another file of this name has not.
    inode: (u64, u64),
}

impl Stamp {
    fn of(facts: &Metadata) -> Stamp {
        #[cfg(unix)]
        let inode = {
            use std::os::unix::fs::MetadataExt;
            (facts.dev(), facts.ino())
        };
        #[cfg(not(unix))]
        let inode = (0, 0);
        Stamp { size: facts.len(), modified: facts.modified().ok(), inode }
    }
}

impl Seen {
    /// Whether it was opened before.
    pub(crate) fn is_opened(&self) -> bool {
        self.stamp.get().is_some()
    }

    /// Whether this is the file that was opened first; the first one is. `None` for what has no name.
    pub(crate) fn is_same(&self, facts: Option<&Metadata>) -> bool {
        let stamp = facts.map(Stamp::of);
        match self.stamp.get() {
            Some(first) => *first == stamp,
            None => self.stamp.set(stamp).is_ok(),
        }
    }

    /// Notes up to where its text holds nothing but lines that are locs as they stand.
    pub(crate) fn plain(&self, upto: u64) {
        // The first reading looked at all of them.
        let _ = self.plain_upto.set(upto);
    }

    /// Up to where no line needs another look.
    pub(crate) fn plain_upto(&self) -> u64 {
        self.plain_upto.get().copied().unwrap_or_default()
    }

    /// Notes that the machine failed after so many entries.
    pub(crate) fn cut(&self, entries: u64, finding: Diagnostic) {
        // The first one is what counts.
        let _ = self.cut.set((entries, finding));
    }

    /// After how many entries the machine failed; more than there are, where it did not.
    pub(crate) fn upto(&self) -> u64 {
        self.cut.get().map_or(u64::MAX, |(cut, _)| *cut)
    }

    /// What ended the first reading after so many entries.
    pub(crate) fn ends(&self, entries: u64) -> Option<&Diagnostic> {
        self.cut.get().filter(|(cut, _)| *cut == entries).map(|(_, finding)| finding)
    }
}
