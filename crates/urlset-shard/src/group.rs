//! Bringing entries that belong together next to each other.

use crate::By;
use crate::by::put_all;
use urlset_core::{Entry, EntryReader, Header, Position, Result, Sink};
use urlset_ops::InOrder;
use urlset_store::Store;

/// Entries sorted by the values of their keys; within a group they keep their order.
#[derive(Debug)]
pub struct Grouped(InOrder);

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
        let mut values = String::new();
        let key = |entry: &Entry, at: Position, key: &mut Vec<u8>| {
            put_all(keys, entry, at.input, &mut values);
            key.extend_from_slice(values.as_bytes());
        };
        Ok(Grouped(InOrder::new(reader, key, store, sink)?))
    }
}

impl EntryReader for Grouped {
    fn header(&self) -> &Header {
        self.0.header()
    }

    fn position(&self) -> Position {
        self.0.position()
    }

    fn input(&self) -> u32 {
        self.0.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        self.0.read_entry(entry, sink)
    }
}
