//! Turns the old set into the new one.

use crate::item::encoded;
use crate::side::{Record, Stream};
use crate::{Change, Difference, Item, Side};
use std::cmp::Ordering;
use urlset_core::{Entry, EntryReader, Header, Position, Result, Sink};
use urlset_ops::Key;
use urlset_store::{Sorter, Store, decode};

/// What a difference makes of the set that it was found in: the other set, in the order of its keys.
/// Fields whose differences were ignored stay as they were. What the difference takes away must
/// stand there: [`Applied::missed`] counts what did not.
///
/// The entries of one loc that the difference takes away are held in memory together.
///
/// # Errors
/// When a temporary file cannot be written or read.
pub fn apply(old: Side, mut difference: Difference, store: &Store) -> Result<Applied> {
    let (mut lost, mut gained) = (Sorter::new(store), Sorter::new(store));
    let key = difference.how().key;
    let header = difference.header().clone();
    let (mut item, mut buffer) = (Item::default(), String::new());
    while difference.read(&mut item)? {
        if item.change != Change::Added {
            push(&mut lost, key, (&item.old, item.old_at), &mut buffer)?;
        }
        if item.change != Change::Removed {
            push(&mut gained, key, (&item.new, item.new_at), &mut buffer)?;
        }
    }
    Ok(Applied {
        header,
        kept: Stream::new(old.sorted)?,
        lost: Stream::new(lost.finish()?)?,
        gained: Stream::new(gained.finish()?)?,
        leaving: Leaving::default(),
        at: Position::default(),
    })
}

fn push(
    sorter: &mut Sorter<'_>,
    key: Key,
    (entry, at): (&Entry, Position),
    buffer: &mut String,
) -> Result<()> {
    sorter.push(key.of(entry.loc.as_str(), buffer).as_bytes(), &encoded(entry, at))
}

/// The new set, made of the old one and a difference.
#[derive(Debug)]
pub struct Applied {
    header: Header,
    kept: Stream,
    lost: Stream,
    gained: Stream,
    leaving: Leaving,
    at: Position,
}

/// The entries of one key that are to be taken away.
#[derive(Debug, Default)]
struct Leaving {
    key: Vec<u8>,
    records: Vec<Record>,
    /// Entries that were not there to be taken away.
    missed: u64,
}

impl Leaving {
    /// Whether this entry is one of them; each is taken away once.
    fn take(&mut self, lost: &mut Stream, key: &[u8], entry: &Entry) -> Result<bool> {
        if key != &*self.key {
            self.missed += self.records.len() as u64;
            self.records.clear();
            self.key.clear();
            self.key.extend_from_slice(key);
            while lost.key().is_some_and(|next| next < key) {
                self.missed += 1;
                lost.advance()?;
            }
            let mut record = Record::default();
            while lost.take(key, &mut record)? {
                self.records.push(std::mem::take(&mut record));
            }
        }
        let found = self.records.iter().position(|record| record.entry == *entry);
        Ok(found.map(|at| self.records.swap_remove(at)).is_some())
    }
}

impl Applied {
    /// Entries that the difference takes away and that were not there. Known when the last entry has
    /// been read; 0 where the difference was found in this set.
    pub fn missed(&self) -> u64 {
        self.leaving.missed + self.leaving.records.len() as u64
    }
}

impl EntryReader for Applied {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.at
    }

    fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
        loop {
            let order = match (self.kept.key(), self.gained.key()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(kept), Some(gained)) => kept.cmp(gained),
            };
            if order == Ordering::Greater {
                self.at = decode(self.gained.payload(), entry)?;
                self.gained.advance()?;
                return Ok(true);
            }
            let at = decode(self.kept.payload(), entry)?;
            let key = self.kept.key().unwrap_or_default();
            let leaves = self.leaving.take(&mut self.lost, key, entry)?;
            self.kept.advance()?;
            if !leaves {
                self.at = at;
                return Ok(true);
            }
        }
        while self.lost.key().is_some() {
            self.leaving.missed += 1;
            self.lost.advance()?;
        }
        entry.clear();
        Ok(false)
    }
}
