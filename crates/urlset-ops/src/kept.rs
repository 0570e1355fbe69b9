//! Entries that are kept to be read again: in memory as long as they fit, and in a temporary file
//! where reading them again would cost more.
//!
//! Of each loc only what comes after the front that it shares with the one before it is kept.

use crate::groups::split;
use std::sync::Arc;
use urlset_core::compact::{Unpack, put_number};
use urlset_core::{Entry, Header, Position, Result};
use urlset_store::{Place, Records, Store, damaged, decode_fields, encode_fields};

/// Entries in their compact form, while they are collected.
#[derive(Debug)]
pub(crate) struct Keeping {
    records: Records,
    entry: Vec<u8>,
    /// The loc before.
    before: Vec<u8>,
}

impl Keeping {
    /// None yet; `spills` says whether a temporary file takes what finds no room in memory.
    pub(crate) fn new(store: &Store, spills: bool) -> Keeping {
        Keeping { records: Records::new(store, spills), entry: Vec::new(), before: Vec::new() }
    }

    /// Keeps an entry; `false` where there is no room for it.
    pub(crate) fn push(&mut self, entry: &Entry, at: Position) -> bool {
        self.entry.clear();
        let (shared, rest) = split(&self.before, entry.loc.as_str().as_bytes());
        self.entry.push(shared);
        put_number(rest.len() as u64, &mut self.entry);
        self.entry.extend_from_slice(rest);
        encode_fields(entry, at, &mut self.entry);
        self.before.truncate(8 * usize::from(shared));
        self.before.extend_from_slice(rest);
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
        let (next, position) = (Place::default(), Position::default());
        Replay { kept, header, next, loc: Vec::new(), fields: Vec::new(), position }
    }
}

/// One reading of them, which takes apart only what is asked for.
pub(crate) struct Replay {
    kept: Arc<Records>,
    pub(crate) header: Header,
    next: Place,
    loc: Vec<u8>,
    /// What the entry has beside its loc.
    pub(crate) fields: Vec<u8>,
    /// Where the entry was read that was completed last.
    pub(crate) position: Position,
}

impl Replay {
    /// Goes on to the next entry, of which nothing but the loc is taken apart; `false` at the end.
    pub(crate) fn next(&mut self) -> Result<bool> {
        self.fields.clear();
        let Some(record) = self.kept.read(&mut self.next)? else { return Ok(false) };
        let mut rest = Unpack(record);
        let mut parts = || {
            let shared = 8 * usize::from(rest.byte()?);
            let length = usize::try_from(rest.number()?).ok()?;
            Some((shared, rest.bytes(length)?))
        };
        let parts = parts().filter(|(shared, _)| *shared <= self.loc.len());
        let (shared, own) = parts.ok_or_else(damaged)?;
        self.loc.truncate(shared);
        self.loc.extend_from_slice(own);
        self.fields.extend_from_slice(rest.0);
        Ok(true)
    }

    /// The loc of that one.
    pub(crate) fn loc(&self) -> Result<&str> {
        std::str::from_utf8(&self.loc).map_err(|_| damaged())
    }

    /// Makes `entry` that one.
    pub(crate) fn complete(&mut self, entry: &mut Entry) -> Result<()> {
        entry.loc.set(self.loc()?);
        self.position = decode_fields(&self.fields, entry)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Keeping;
    use proptest::prelude::*;
    use urlset_core::{Entry, Header, Loc, Position};
    use urlset_store::Store;

    proptest! {
        #[test]
        fn what_is_kept_comes_back(
            locs in prop::collection::vec("(https://www.e.com/(é|è|€|a){0,9})?[a-z€]{0,4}", 0..40),
            memory in prop::sample::select(vec![0_u64, 1 << 20]),
        ) {
            let mut keeping = Keeping::new(&Store::new(memory, None), true);
            let place = |line| Position { line, ..Position::default() };
            for (line, loc) in (1..).zip(&locs) {
                prop_assert!(keeping.push(&Entry::new(Loc::new(loc)), place(line)));
            }
            let kept = keeping.finish(Header::default()).unwrap();
            for _ in 0..2 {
                let (mut replay, mut entry) = (kept.replay(), Entry::default());
                for (line, loc) in (1..).zip(&locs) {
                    prop_assert!(replay.next().unwrap());
                    replay.complete(&mut entry).unwrap();
                    prop_assert_eq!((entry.loc.as_str(), replay.position), (&**loc, place(line)));
                }
                prop_assert!(!replay.next().unwrap());
            }
        }
    }
}
