//! Pages that are listed again word for word, found at once as far as memory goes.

use std::collections::HashMap;
use urlset_core::{Entry, Position};
use urlset_store::{Share, Store, encode_fields};

/// Bytes that an entry takes beside its text: the place in the table with what is free there, two
/// allocations.
const EACH: u64 = 192;

/// Bytes by which the share of the memory grows.
const STEP: u64 = 64 << 10;

/// First entries of locs, each with what it says: as many as a share of the memory takes. What is not
/// here is compared by sorting.
#[derive(Debug)]
pub(crate) struct Known {
    /// Hashed with a seed of its own, since locs are whatever somebody wrote.
    firsts: HashMap<Box<str>, First>,
    used: u64,
    share: Share,
    /// Once a loc had no room none is added: a later entry of it would look like its first.
    full: bool,
    fields: Vec<u8>,
}

#[derive(Debug)]
struct First {
    at: Position,
    /// Everything but the loc.
    fields: Box<[u8]>,
}

impl Known {
    pub(crate) fn new(store: &Store) -> Known {
        let (firsts, fields) = (HashMap::new(), Vec::new());
        Known { firsts, used: 0, share: store.share(), full: false, fields }
    }

    /// Where the first entry of the loc is, if it says the same to the byte. An entry whose loc is not
    /// known becomes its first.
    pub(crate) fn before(&mut self, entry: &Entry, at: Position) -> Option<Position> {
        let loc = entry.loc.as_str();
        self.fields.clear();
        encode_fields(entry, Position::default(), &mut self.fields);
        if let Some(first) = self.firsts.get(loc) {
            return (*first.fields == *self.fields).then_some(first.at);
        }
        let used = self.used + EACH + (loc.len() + self.fields.len()) as u64;
        let fits =
            |share: &mut Share| used <= share.held() || share.hold(used.next_multiple_of(STEP));
        self.full = self.full || !fits(&mut self.share);
        if !self.full {
            self.used = used;
            self.firsts.insert(loc.into(), First { at, fields: self.fields.as_slice().into() });
        }
        None
    }
}
