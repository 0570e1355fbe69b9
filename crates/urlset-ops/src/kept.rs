//! Entries that are kept to be read again: in memory as long as they fit, and in a temporary file
//! where reading them again would cost more.

use std::sync::Arc;
use urlset_core::compact::Unpack;
use urlset_core::{Entry, Header, Position, Result};
use urlset_store::{Place, Records, Store, damaged, decode_fields, encode};

/// Entries in their compact form, while they are collected.
#[derive(Debug)]
pub(crate) struct Keeping {
    records: Records,
    entry: Vec<u8>,
}

impl Keeping {
    /// None yet; `spills` says whether a temporary file takes what finds no room in memory.
    pub(crate) fn new(store: &Store, spills: bool) -> Keeping {
        Keeping { records: Records::new(store, spills), entry: Vec::new() }
    }

    /// Keeps an entry; `false` where there is no room for it.
    pub(crate) fn push(&mut self, entry: &Entry, at: Position) -> bool {
        self.entry.clear();
        encode(entry, at, &mut self.entry);
        self.records.push(&self.entry)
    }

    /// All of them; `None` where there was no room for all.
    pub(crate) fn finish(mut self, header: Header) -> Option<Kept> {
        let whole = self.records.finish();
        whole.then(|| Kept { records: Arc::new(self.records), header })
    }
}

/// Entries that can be read as often as wanted.
#[derive(Debug)]
pub(crate) struct Kept {
    records: Arc<Records>,
    header: Header,
}

impl Kept {
    /// From the first one on.
    pub(crate) fn replay(&self) -> Replay {
        let (kept, header) = (Arc::clone(&self.records), self.header.clone());
        let (next, fields, position) = (Place::default(), Vec::new(), Position::default());
        Replay { kept, header, next, fields, position }
    }
}

/// One reading of them, which takes apart only what is asked for.
pub(crate) struct Replay {
    kept: Arc<Records>,
    pub(crate) header: Header,
    next: Place,
    /// What the entry has beside its loc.
    pub(crate) fields: Vec<u8>,
    /// Where the entry was read that was completed last.
    pub(crate) position: Position,
}

impl Replay {
    /// Replaces the loc of `entry` by that of the next one; `false` at the end.
    pub(crate) fn next(&mut self, entry: &mut Entry) -> Result<bool> {
        self.fields.clear();
        let Some(record) = self.kept.read(&mut self.next)? else {
            entry.clear();
            return Ok(false);
        };
        let mut rest = Unpack(record);
        entry.loc.set(rest.text().ok_or_else(damaged)?);
        self.fields.extend_from_slice(rest.0);
        Ok(true)
    }

    /// Replaces all else of `entry` by what that one has.
    pub(crate) fn complete(&mut self, entry: &mut Entry) -> Result<()> {
        self.position = decode_fields(&self.fields, entry)?;
        Ok(())
    }
}
