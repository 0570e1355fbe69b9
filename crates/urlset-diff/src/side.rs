//! One of the two sets, sorted.

use crate::compare::compare;
use crate::{Difference, How};
use urlset_core::{Entry, EntryReader, Header, Position, Result, Sink};
use urlset_ops::Key;
use urlset_store::{Sorted, Sorter, Store, decode, encode};

/// One of the two sets, sorted by the key of its locs. Entries of one key keep their order.
#[derive(Debug)]
pub struct Side {
    pub(crate) header: Header,
    pub(crate) sorted: Sorted,
    entries: u64,
}

impl Side {
    /// Reads a set to its end.
    ///
    /// # Errors
    /// When the reader cannot go on, the sink stops the work, or a temporary file fails.
    pub fn read(
        reader: &mut dyn EntryReader,
        how: &How,
        store: &Store,
        sink: &mut dyn Sink,
    ) -> Result<Side> {
        let (mut gathered, mut entry) = (Gathered::new(how, store), Entry::default());
        while reader.read_entry(&mut entry, sink)? {
            gathered.push(&entry, reader.position())?;
        }
        gathered.finish(reader.header().clone())
    }

    /// What stood before its entries.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How many entries it has.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// What must be done to this set to get the other.
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub fn compare(self, new: Side, how: &How, store: &Store) -> Result<Difference> {
        compare(self, new, how, store)
    }
}

/// A side that comes entry by entry.
#[derive(Debug)]
pub struct Gathered<'s> {
    sorter: Sorter<'s>,
    key: Key,
    entries: u64,
    buffer: String,
    payload: Vec<u8>,
}

impl<'s> Gathered<'s> {
    /// Nothing yet.
    pub fn new(how: &How, store: &'s Store) -> Gathered<'s> {
        let (buffer, payload) = (String::new(), Vec::new());
        Gathered { sorter: Sorter::new(store), key: how.key, entries: 0, buffer, payload }
    }

    /// Takes the next entry.
    ///
    /// # Errors
    /// When a temporary file fails.
    pub fn push(&mut self, entry: &Entry, at: Position) -> Result<()> {
        self.payload.clear();
        encode(entry, at, &mut self.payload);
        let key = self.key.of(entry.loc.as_str(), &mut self.buffer);
        self.sorter.push(key.as_bytes(), &self.payload)?;
        self.entries += 1;
        Ok(())
    }

    /// All of them.
    ///
    /// # Errors
    /// When a temporary file fails.
    pub fn finish(self, header: Header) -> Result<Side> {
        Ok(Side { header, sorted: self.sorter.finish()?, entries: self.entries })
    }
}

/// One entry and where it was read.
#[derive(Debug, Default)]
pub(crate) struct Record {
    pub(crate) entry: Entry,
    pub(crate) at: Position,
}

/// Sorted records with a look at the next one.
#[derive(Debug)]
pub(crate) struct Stream {
    sorted: Sorted,
    key: Vec<u8>,
    payload: Vec<u8>,
    ended: bool,
    /// Records with the key of the one before.
    pub(crate) repeated: u64,
}

impl Stream {
    pub(crate) fn new(sorted: Sorted) -> Result<Stream> {
        let (key, payload) = (Vec::new(), Vec::new());
        let mut stream = Stream { sorted, key, payload, ended: false, repeated: 0 };
        stream.advance()?;
        stream.repeated = 0;
        Ok(stream)
    }

    /// The key of the next record; `None` after the last.
    pub(crate) fn key(&self) -> Option<&[u8]> {
        (!self.ended).then_some(&*self.key)
    }

    /// The payload of the next record.
    pub(crate) fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// Passes over the next record.
    pub(crate) fn advance(&mut self) -> Result<()> {
        let Some((key, payload)) = self.sorted.read()? else {
            self.ended = true;
            return Ok(());
        };
        if key == &*self.key {
            self.repeated += 1;
        } else {
            self.key.clear();
            self.key.extend_from_slice(key);
        }
        self.payload.clear();
        self.payload.extend_from_slice(payload);
        Ok(())
    }

    /// Takes the next record where it has this key.
    pub(crate) fn take(&mut self, key: &[u8], record: &mut Record) -> Result<bool> {
        if self.key() != Some(key) {
            return Ok(false);
        }
        record.at = decode(&self.payload, &mut record.entry)?;
        self.advance()?;
        Ok(true)
    }
}
