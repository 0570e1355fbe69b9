//! Entries that are kept in memory to be read again, as long as they fit.

use crate::Reopen;
use std::sync::Arc;
use urlset_core::compact::{Unpack, put_number};
use urlset_core::{Entry, EntryReader, Header, Position, Result, Sink};
use urlset_store::{Share, Store, damaged, decode, encode};

/// By how much its memory grows.
const STEP: std::ops::RangeInclusive<usize> = 4 << 10..=16 << 20;

/// Entries in memory.
#[derive(Debug)]
pub(crate) struct Kept {
    /// Each entry: how long it is, then its compact form.
    bytes: Vec<u8>,
    entry: Vec<u8>,
    share: Share,
}

impl Kept {
    pub(crate) fn new(store: &Store) -> Kept {
        Kept { bytes: Vec::new(), entry: Vec::new(), share: store.share() }
    }

    /// Keeps an entry; `false` where there is no room for it.
    pub(crate) fn push(&mut self, entry: &Entry, at: Position) -> bool {
        self.entry.clear();
        encode(entry, at, &mut self.entry);
        let (length, most) = (self.bytes.len(), self.bytes.capacity());
        let needed = length + self.entry.len() + 10;
        if needed > most {
            let more = needed.max(most + (most / 2).clamp(*STEP.start(), *STEP.end()));
            if !self.share.hold(more as u64) {
                return false;
            }
            // The system may allow less than the budget.
            if self.bytes.try_reserve_exact(more - length).is_err() {
                return false;
            }
        }
        put_number(self.entry.len() as u64, &mut self.bytes);
        self.bytes.extend_from_slice(&self.entry);
        true
    }

    /// Opens them as often as wanted.
    pub(crate) fn reopen<'a>(self, header: Header) -> Reopen<'a> {
        let kept = Arc::new(self);
        Box::new(move |_| {
            let (kept, header) = (Arc::clone(&kept), header.clone());
            Ok(Box::new(Replay { kept, header, next: 0, position: Position::default() }))
        })
    }
}

struct Replay {
    kept: Arc<Kept>,
    header: Header,
    next: usize,
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
        let mut rest = Unpack(self.kept.bytes.get(self.next..).unwrap_or_default());
        if rest.0.is_empty() {
            entry.clear();
            return Ok(false);
        }
        let length = rest.number().and_then(|length| usize::try_from(length).ok());
        let bytes = length.and_then(|length| rest.bytes(length)).ok_or_else(damaged)?;
        self.next = self.kept.bytes.len() - rest.0.len();
        self.position = decode(bytes, entry)?;
        Ok(true)
    }
}
