//! How much memory may be used, and where to go beyond it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A budget of memory and a folder for what does not fit. Several operations of one run share it.
#[derive(Debug)]
pub struct Store {
    memory: u64,
    folder: PathBuf,
    spilled: AtomicU64,
}

impl Store {
    /// A budget of `memory` bytes for what operations hold; beyond it they use unnamed files in
    /// `folder`, or in the system's folder for temporary files.
    pub fn new(memory: u64, folder: Option<&Path>) -> Store {
        let folder = folder.map_or_else(std::env::temp_dir, Path::to_owned);
        Store { memory, folder, spilled: AtomicU64::new(0) }
    }

    /// Bytes that operations may hold together.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// Where temporary files are made.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Bytes that were written to temporary files so far.
    pub fn spilled(&self) -> u64 {
        self.spilled.load(Ordering::Relaxed)
    }
}
