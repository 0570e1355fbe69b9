//! Pages that are listed again word for word, found at once as far as memory goes.

use std::collections::HashMap;
use urlset_core::{Changefreq, Datetime, Entry, Extensions, Position, Priority};
use urlset_store::{Share, Store};

/// Bytes that an entry takes beside its text: the place in the table with what is free there, three
/// allocations.
const EACH: u64 = 320;

/// Bytes that a node of an element takes beside its text.
const NODE: u64 = 64;

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
    share: Share,
    /// Once a loc had no room none is added: a later entry of it would look like its first.
    full: bool,
    /// Whether any was met again.
    met: bool,
    is_second: bool,
    /// Whatever says the same as a first entry with a lower number was found in the first reading.
    upto: u64,
}

#[derive(Debug)]
struct First {
    number: u64,
    at: Position,
    lastmod: Option<Datetime>,
    changefreq: Option<Changefreq>,
    priority: Option<Priority>,
    extensions: Extensions,
}

impl First {
    /// Whether an entry has the same fields; where they stand does not count.
    fn says(&self, entry: &Entry) -> bool {
        (self.lastmod, self.changefreq, self.priority)
            == (entry.lastmod, entry.changefreq, entry.priority)
            && self.extensions == entry.extensions
    }
}

/// The first entry of a loc, which said the same.
pub(crate) struct Same {
    pub(crate) at: Position,
    /// The first reading found it.
    pub(crate) early: bool,
}

impl Known {
    /// For the first reading of a set: of the first entries alone, for of most sets no page is listed
    /// again.
    pub(crate) fn new(store: &Store) -> Known {
        Known {
            firsts: HashMap::new(),
            used: 0,
            share: store.share(),
            full: false,
            met: false,
            is_second: false,
            upto: u64::MAX,
        }
    }

    /// For the second reading, from the first entry on.
    pub(crate) fn widen(&mut self) {
        // Where none was met again before there were too many, later ones were not looked for.
        if !self.met {
            self.firsts.clear();
            (self.used, self.upto) = (0, 0);
        }
        (self.is_second, self.full) = (true, false);
    }

    /// The first entry of the loc, if it came before this one and said the same. An entry whose loc is
    /// not known becomes its first.
    pub(crate) fn before(
        &mut self,
        entry: &Entry,
        number: u64,
        at: impl FnOnce() -> Position,
    ) -> Option<Same> {
        if self.full && !self.is_second && !self.met {
            return None;
        }
        let loc = entry.loc.as_str();
        if let Some(first) = self.firsts.get(loc) {
            let same = first.number < number && first.says(entry);
            self.met |= same;
            return same.then_some(Same { at: first.at, early: first.number < self.upto });
        }
        if !self.full {
            self.add(entry, number, at);
        }
        None
    }

    fn add(&mut self, entry: &Entry, number: u64, at: impl FnOnce() -> Position) {
        let extensions = &entry.extensions;
        let nodes = NODE * extensions.node_count() as u64;
        let text = (entry.loc.as_str().len() + extensions.text_bytes()) as u64;
        let used = self.used + EACH + nodes + text;
        let most = if self.is_second { u64::MAX } else { AT_FIRST };
        let fits = used <= self.share.held() || self.share.hold(used.next_multiple_of(STEP));
        self.full = used > most || !fits;
        if self.full {
            self.upto = self.upto.min(number);
            return;
        }
        self.used = used;
        let Entry { lastmod, changefreq, priority, .. } = *entry;
        let extensions = extensions.clone();
        let first = First { number, at: at(), lastmod, changefreq, priority, extensions };
        self.firsts.insert(entry.loc.as_str().into(), first);
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
