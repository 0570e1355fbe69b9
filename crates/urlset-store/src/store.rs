//! How much memory may be used, and where to go beyond it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A budget of memory and a folder for what does not fit. Several operations of one run share it:
/// each may hold half of what the others leave, so that a later one never finds nothing.
///
/// ```
/// use urlset_store::Store;
///
/// let store = Store::new(64 << 20, None);
/// assert_eq!(store.spilled(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Store(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    memory: u64,
    folder: PathBuf,
    held: AtomicU64,
    spilled: AtomicU64,
}

impl Store {
    /// A budget of `memory` bytes for what operations hold; beyond it they use unnamed files in
    /// `folder`, or in the system's folder for temporary files. Even where there is no budget left, a
    /// [`crate::Sorter`] takes some 16 KiB, and 64 KiB more once it writes to a file; a
    /// [`crate::Partitions`] takes 256 bytes for each of its piles; [`crate::Records`] take 64 KiB once
    /// they are in a file, and as much for each place where they are read.
    pub fn new(memory: u64, folder: Option<&Path>) -> Store {
        let folder = folder.map_or_else(std::env::temp_dir, Path::to_owned);
        let (held, spilled) = (AtomicU64::new(0), AtomicU64::new(0));
        Store(Arc::new(Shared { memory, folder, held, spilled }))
    }

    /// Bytes that operations may hold together.
    pub fn memory(&self) -> u64 {
        self.0.memory
    }

    /// Where temporary files are made.
    pub fn folder(&self) -> &Path {
        &self.0.folder
    }

    /// Bytes that were written to temporary files so far.
    pub fn spilled(&self) -> u64 {
        self.0.spilled.load(Ordering::Relaxed)
    }

    /// A share of the memory, nothing yet.
    pub fn share(&self) -> Share {
        Share { store: self.clone(), held: 0 }
    }

    pub(crate) fn count_spilled(&self, bytes: u64) {
        self.0.spilled.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// What one operation holds of the memory of a store; dropped, it is free again.
#[derive(Debug)]
pub struct Share {
    store: Store,
    held: u64,
}

impl Share {
    /// Holds `bytes` in all from now on; `false`, and no change, where that is more than
    /// [`Share::most`].
    #[must_use]
    pub fn hold(&mut self, bytes: u64) -> bool {
        let fits = bytes <= self.held || bytes <= self.most();
        if fits {
            self.take(bytes);
        }
        fits
    }

    /// Holds `bytes` in all, whether they fit or not: for what nothing can go on without.
    pub fn take(&mut self, bytes: u64) {
        // Two's complement: what is less is added as well.
        let held = &self.store.0.held;
        held.fetch_add(bytes.wrapping_sub(self.held), Ordering::Relaxed);
        self.held = bytes;
    }

    /// Bytes that it holds.
    pub fn held(&self) -> u64 {
        self.held
    }

    /// Bytes that it may hold: half of what others leave.
    pub fn most(&self) -> u64 {
        let others = self.store.0.held.load(Ordering::Relaxed).saturating_sub(self.held);
        self.store.memory().saturating_sub(others) / 2
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.take(0);
    }
}

#[cfg(test)]
mod tests {
    use super::Store;

    #[test]
    fn each_holds_half_of_what_others_leave() {
        let store = Store::new(1000, None);
        let (mut one, mut two) = (store.share(), store.share());
        assert!(one.hold(500) && !one.hold(501) && one.hold(400));
        assert_eq!(two.most(), 300);
        assert!(two.hold(300) && !two.hold(301));
        two.take(5000);
        assert!(one.hold(400) && one.hold(100) && !one.hold(101), "what is held may be kept");
        drop(two);
        assert!(one.hold(500));
        drop(one);
        assert_eq!(store.share().most(), 500);
    }
}
