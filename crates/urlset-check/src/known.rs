//! Pages that are listed again word for word, found at once as far as memory goes.

use std::collections::HashMap;
use urlset_core::{Entry, Position};
use urlset_store::{Share, Store, encode_fields};

/// Bytes that an entry takes beside its text: the place in the table with what is free there, two
/// allocations.
const EACH: u64 = 192;

/// Bytes by which the share of the memory grows.
const STEP: u64 = 64 << 10;

/// Bytes of first entries that are kept while nobody knows yet whether any page is listed again.
const AT_FIRST: u64 = 256 << 10;

/// First entries of locs, each with what it says: as many as a share of the memory takes. What is not
/// here is compared by sorting.
#[derive(Debug)]
pub(crate) struct Known {
    /// Hashed with a seed of its own, since locs are whatever somebody wrote.
    firsts: HashMap<Box<str>, First>,
    used: u64,
    most: u64,
    share: Share,
    /// Once a loc had no room none is added: a later entry of it would look like its first.
    full: bool,
    /// Whether any was met again.
    met: bool,
    fields: Vec<u8>,
}

#[derive(Debug)]
struct First {
    number: u64,
    at: Position,
    /// Everything but the loc.
    fields: Box<[u8]>,
    /// Whether it is known since the first reading: whatever says the same was found there.
    early: bool,
}

/// The first entry of a loc, which said the same.
pub(crate) struct Same {
    pub(crate) at: Position,
    pub(crate) early: bool,
}

impl Known {
    /// For the first reading of a set: of the first entries alone, for of most sets no page is listed
    /// again.
    pub(crate) fn new(store: &Store) -> Known {
        Known {
            firsts: HashMap::new(),
            used: 0,
            most: AT_FIRST,
            share: store.share(),
            full: false,
            met: false,
            fields: Vec::new(),
        }
    }

    /// For the second reading, from the first entry on.
    pub(crate) fn widen(&mut self) {
        // Where none was met again before there were too many, later ones were not looked for.
        if !self.met {
            self.firsts.clear();
            self.used = 0;
        }
        (self.most, self.full) = (u64::MAX, false);
    }

    fn is_early(&self) -> bool {
        self.most == AT_FIRST
    }

    /// The first entry of the loc, if it came before this one and said the same to the byte. An entry
    /// whose loc is not known becomes its first.
    pub(crate) fn before(
        &mut self,
        entry: &Entry,
        number: u64,
        at: impl FnOnce() -> Position,
    ) -> Option<Same> {
        if self.full && self.is_early() && !self.met {
            return None;
        }
        let loc = entry.loc.as_str();
        let known = self.firsts.get(loc);
        if self.full && known.is_none() {
            return None;
        }
        self.fields.clear();
        encode_fields(entry, Position::default(), &mut self.fields);
        if let Some(&First { number: first, at, ref fields, early }) = known {
            let same = first < number && **fields == *self.fields;
            self.met |= same;
            return same.then_some(Same { at, early });
        }
        let used = self.used + EACH + (loc.len() + self.fields.len()) as u64;
        let fits =
            |share: &mut Share| used <= share.held() || share.hold(used.next_multiple_of(STEP));
        self.full = used > self.most || !fits(&mut self.share);
        if !self.full {
            self.used = used;
            let fields = self.fields.as_slice().into();
            let first = First { number, at: at(), fields, early: self.is_early() };
            self.firsts.insert(loc.into(), first);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Known;
    use urlset_core::{Changefreq, Entry, Loc, Position};
    use urlset_store::Store;

    fn page(number: u32) -> Entry {
        Entry::new(Loc::new(&format!("https://e.com/{number}")))
    }

    fn at(line: u32) -> Position {
        Position { line, ..Position::start(0) }
    }

    /// Where the first is, in a second reading.
    fn before(known: &mut Known, entry: &Entry, line: u32) -> Option<Position> {
        known.before(entry, line.into(), || at(line)).map(|same| same.at)
    }

    fn widened(store: &Store) -> Known {
        let mut known = Known::new(store);
        known.widen();
        known
    }

    #[test]
    fn as_many_as_fit() {
        for (memory, expected) in [(0, [None; 2]), (400_000, [Some(at(0)), None])] {
            let store = Store::new(memory, None);
            let mut known = widened(&store);
            (0..10_000).for_each(|one| assert_eq!(before(&mut known, &page(one), one), None));
            assert_eq!([0, 9_999].map(|one| before(&mut known, &page(one), 20_000)), expected);
        }
    }

    /// What says something else is none of the same, and an entry without room is the first all the
    /// same.
    #[test]
    fn the_first_is_the_first() {
        let store = Store::new(400_000, None);
        let mut known = widened(&store);
        let other = Entry { changefreq: Some(Changefreq::Daily), ..page(1) };
        let entries = [(1, &page(1)), (2, &other), (3, &page(1)), (1, &page(1))];
        let found = entries.map(|(line, entry)| before(&mut known, entry, line));
        assert_eq!(found, [None, None, Some(at(1)), None]);
        let mut large = page(2);
        large.extensions.leaf("urn:x", "x", &"x".repeat(1 << 20));
        let found = [&large, &page(2), &page(2)].map(|entry| before(&mut known, entry, 5));
        assert_eq!(found, [None; 3]);
    }
}
