//! Walks two sorted sets together.

use crate::difference::{Counts, Difference, Found};
use crate::fields::differing;
use crate::item::{Change, encoded};
use crate::renames::Moves;
use crate::repeated::{Repeated, without_equal};
use crate::side::{Record, Side, Stream};
use crate::{How, redirects::Alive};
use std::cmp::Ordering;
use urlset_core::Result;
use urlset_store::{Store, decode};

/// Entries of one loc that are compared as they are. More are sorted, so that one loc that stands a
/// million times takes no more memory, and no more time than others.
const WINDOW: usize = 64;

/// What must be done to one set to get the other.
pub(crate) fn compare(old: Side, new: Side, how: &How, store: &Store) -> Result<Difference> {
    let header = old.header;
    let (mut old, mut new) = (Stream::new(old.sorted)?, Stream::new(new.sorted)?);
    let mut walk = Walk {
        how,
        store,
        found: Found::new(store),
        moves: how.renames.map(|renames| Moves::new(renames, store)),
        alive: how.renames.filter(|renames| renames.redirects).map(|_| Alive::new(store)),
        fields: Vec::new(),
        windows: [Window::default(), Window::default()],
    };
    loop {
        let order = match (old.key(), new.key()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(old), Some(new)) => old.cmp(new),
        };
        match order {
            Ordering::Less => walk.alone(&mut old, Change::Removed)?,
            Ordering::Greater => walk.alone(&mut new, Change::Added)?,
            Ordering::Equal => walk.both(&mut old, &mut new)?,
        }
    }
    let Walk { mut found, moves, alive, .. } = walk;
    if let Some(moves) = moves {
        moves.settle(alive, store, &mut found)?;
    }
    let counts = Counts { old_repeated: old.repeated, new_repeated: new.repeated, ..found.counts };
    Difference::new(found, counts, how, header)
}

struct Walk<'s> {
    how: &'s How,
    store: &'s Store,
    found: Found<'s>,
    moves: Option<Moves<'s>>,
    alive: Option<Alive<'s>>,
    fields: Vec<&'static str>,
    windows: [Window; 2],
}

impl Walk<'_> {
    /// Entries whose key the other side does not have. The first may have moved; the others only
    /// repeat it.
    fn alone(&mut self, side: &mut Stream, change: Change) -> Result<()> {
        let key = side.key().unwrap_or_default().to_vec();
        if let Some(moves) = &mut self.moves {
            let [window, _] = &mut self.windows;
            let record = window.spare();
            record.at = decode(side.payload(), &mut record.entry)?;
            moves.push(change, &key, side.payload(), &record.entry)?;
            if change == Change::Added
                && let Some(alive) = &mut self.alive
            {
                alive.stays(record.entry.loc.as_str())?;
            }
            side.advance()?;
        }
        while side.key() == Some(&key) {
            self.found.single(change, &key, side.payload())?;
            side.advance()?;
        }
        Ok(())
    }

    /// Entries whose key both sides have: equal ones are matched first, the others in order.
    fn both(&mut self, old: &mut Stream, new: &mut Stream) -> Result<()> {
        let key = new.key().unwrap_or_default().to_vec();
        if let Some(alive) = &mut self.alive {
            let [window, _] = &mut self.windows;
            let record = window.spare();
            record.at = decode(new.payload(), &mut record.entry)?;
            alive.stays(record.entry.loc.as_str())?;
        }
        let [olds, news] = &mut self.windows;
        olds.fill(old, &key)?;
        news.fill(new, &key)?;
        if old.key() == Some(&*key) || new.key() == Some(&*key) {
            return self.many(old, new, &key);
        }
        self.found.counts.unchanged += cancel(olds, news, self.how, &mut self.fields);
        let pairs = olds.used.len().min(news.used.len());
        for (old, new) in olds.used.iter().zip(&news.used) {
            let (was, is) = (encoded(&old.entry, old.at), encoded(&new.entry, new.at));
            self.found.pair(Change::Changed, &key, &was, &is)?;
        }
        for old in olds.used.iter().skip(pairs) {
            let was = encoded(&old.entry, old.at);
            self.found.single(Change::Removed, &key, &was)?;
        }
        for new in news.used.iter().skip(pairs) {
            let is = encoded(&new.entry, new.at);
            self.found.single(Change::Added, &key, &is)?;
        }
        Ok(())
    }

    /// The same for more entries than fill the windows.
    fn many(&mut self, old: &mut Stream, new: &mut Stream, key: &[u8]) -> Result<()> {
        let mut both = [Repeated::new(self.store), Repeated::new(self.store)];
        let sides = both.iter_mut().zip([old, new]).zip(&mut self.windows);
        for ((repeated, side), window) in sides {
            while !window.used.is_empty() {
                window.used.iter().try_for_each(|record| repeated.push(record, self.how))?;
                window.fill(side, key)?;
            }
        }
        let [old, new] = both;
        let (pairs, mut old, mut new) = without_equal(old, new, self.store)?;
        self.found.counts.unchanged += pairs;
        loop {
            match (old.key().is_some(), new.key().is_some()) {
                (false, false) => return Ok(()),
                (true, true) => {
                    self.found.pair(Change::Changed, key, old.payload(), new.payload())?;
                }
                (true, false) => self.found.single(Change::Removed, key, old.payload())?,
                (false, true) => self.found.single(Change::Added, key, new.payload())?,
            }
            // Past its end it stays there.
            old.advance()?;
            new.advance()?;
        }
    }
}

/// Entries of one loc. Storage is used again.
#[derive(Default)]
struct Window {
    used: Vec<Record>,
    free: Vec<Record>,
}

impl Window {
    /// Replaces what it holds by the next entries with this key.
    fn fill(&mut self, stream: &mut Stream, key: &[u8]) -> Result<()> {
        self.free.append(&mut self.used);
        while self.used.len() < WINDOW {
            let mut record = self.free.pop().unwrap_or_default();
            if !stream.take(key, &mut record)? {
                self.free.push(record);
                break;
            }
            self.used.push(record);
        }
        Ok(())
    }

    /// A record to decode into.
    fn spare(&mut self) -> &mut Record {
        if self.free.is_empty() {
            self.free.push(Record::default());
        }
        let last = self.free.len() - 1;
        #[expect(clippy::indexing_slicing, reason = "it has just been filled")]
        &mut self.free[last]
    }
}

/// Takes out what stands in both windows, and gives how many pairs that were.
fn cancel(olds: &mut Window, news: &mut Window, how: &How, fields: &mut Vec<&'static str>) -> u64 {
    let (mut pairs, mut at) = (0, 0);
    while let Some(old) = olds.used.get(at) {
        let same = news.used.iter().position(|new| {
            fields.clear();
            differing(&old.entry, &new.entry, how, fields);
            fields.is_empty()
        });
        let Some(same) = same else {
            at += 1;
            continue;
        };
        let (old, new) = (olds.used.remove(at), news.used.remove(same));
        olds.free.push(old);
        news.free.push(new);
        pairs += 1;
    }
    pairs
}
