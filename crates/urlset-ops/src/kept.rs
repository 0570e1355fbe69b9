//! Entries that are kept to be read again: in memory as long as they fit, and in a temporary file
//! where reading them again would cost more.

use crate::Reopen;
use std::sync::Arc;
use urlset_core::{Entry, EntryReader, Header, Position, Result, Sink};
use urlset_store::{Place, Records, Store, decode, encode};

/// Entries in their compact form.
#[derive(Debug)]
pub(crate) struct Kept {
    records: Records,
    entry: Vec<u8>,
}

impl Kept {
    /// None yet; `spills` says whether a temporary file takes what finds no room in memory.
    pub(crate) fn new(store: &Store, spills: bool) -> Kept {
        Kept { records: Records::new(store, spills), entry: Vec::new() }
    }

    /// Keeps an entry; `false` where there is no room for it.
    pub(crate) fn push(&mut self, entry: &Entry, at: Position) -> bool {
        self.entry.clear();
        encode(entry, at, &mut self.entry);
        self.records.push(&self.entry)
    }

    /// Opens them as often as wanted; `None` where there was no room for all.
    pub(crate) fn reopen<'a>(mut self, header: Header) -> Option<Reopen<'a>> {
        if !self.records.finish() {
            return None;
        }
        let kept = Arc::new(self.records);
        Some(Box::new(move |_| {
            let (kept, header, next) = (Arc::clone(&kept), header.clone(), Place::default());
            Ok(Box::new(Replay { kept, header, next, position: Position::default() }))
        }))
    }
}

struct Replay {
    kept: Arc<Records>,
    header: Header,
    next: Place,
    position: Position,
}

impl EntryReader for Replay {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.position
    }

    fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
        let Some(record) = self.kept.read(&mut self.next)? else {
            entry.clear();
            return Ok(false);
        };
        self.position = decode(record, entry)?;
        Ok(true)
    }
}
