//! Bringing entries that belong together next to each other.

use crate::By;
use urlset_core::{Entry, EntryReader, Header, Position, Result, Sink};
use urlset_store::{Sorted, Sorter, Store, decode, encode};

/// Entries sorted by the values of their keys; within a group they keep their order.
#[derive(Debug)]
pub struct Grouped {
    header: Header,
    position: Position,
    sorted: Sorted,
}

impl Grouped {
    /// Reads all of `reader` and groups it by `keys`, the first one first.
    ///
    /// # Errors
    /// As the reader's, and when a temporary file cannot be written.
    pub fn new(
        reader: &mut dyn EntryReader,
        keys: &[By],
        store: &Store,
        sink: &mut dyn Sink,
    ) -> Result<Grouped> {
        let mut sorter = Sorter::new(store);
        let (mut entry, mut key, mut record) = (Entry::default(), Vec::new(), Vec::new());
        while reader.read_entry(&mut entry, sink)? {
            let at = reader.position();
            key.clear();
            record.clear();
            for by in keys {
                key.extend_from_slice(by.value(&entry, at.input).as_bytes());
                // No value of an address or a date holds it.
                key.push(0);
            }
            encode(&entry, at, &mut record);
            sorter.push(&key, &record)?;
        }
        let header = reader.header().clone();
        Ok(Grouped { header, position: Position::default(), sorted: sorter.finish()? })
    }
}

impl EntryReader for Grouped {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.position
    }

    fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
        let Some((_, record)) = self.sorted.read()? else {
            entry.clear();
            return Ok(false);
        };
        self.position = decode(record, entry)?;
        Ok(true)
    }
}
