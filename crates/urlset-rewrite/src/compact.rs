//! Rows of a table in little memory: all their text in one piece, found by hash.

use std::hash::{BuildHasher, RandomState};

/// Rows of a table. Beside its text each takes some 40 bytes.
#[derive(Debug, Default)]
pub(crate) struct CompactRows {
    text: String,
    rows: Vec<Place>,
}

/// Where a row stands in the text: the old address, its key where that is no start of it, the new
/// address.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: usize,
    line: u32,
    old: u32,
    key: u32,
    new: u32,
    /// The key is the start of the old address.
    shared: bool,
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompactRow<'m> {
    pub(crate) line: u64,
    pub(crate) old: &'m str,
    pub(crate) key: &'m str,
    pub(crate) new: &'m str,
}

impl CompactRows {
    /// Adds a row and gives its number; `None`, and no change, beyond four thousand million.
    pub(crate) fn push(&mut self, row: CompactRow<'_>) -> Option<u32> {
        let number = u32::try_from(self.rows.len()).ok().filter(|number| *number < FREE)?;
        let length = |text: &str| u32::try_from(text.len()).ok();
        let shared = row.old.starts_with(row.key);
        let place = Place {
            start: self.text.len(),
            line: u32::try_from(row.line).unwrap_or(u32::MAX),
            old: length(row.old)?,
            key: length(row.key)?,
            new: length(row.new)?,
            shared,
        };
        self.text.push_str(row.old);
        if !shared {
            self.text.push_str(row.key);
        }
        self.text.push_str(row.new);
        self.rows.push(place);
        Some(number)
    }

    pub(crate) fn get(&self, number: u32) -> Option<CompactRow<'_>> {
        let Place { start, line, old, key, new, shared } = *self.rows.get(number as usize)?;
        let text = self.text.get(start..)?;
        let (old, after) = text.split_at_checked(old as usize)?;
        let key_text = if shared { text } else { after };
        let key = key_text.get(..key as usize)?;
        let new = after.get(if shared { 0 } else { key.len() }..)?.get(..new as usize)?;
        Some(CompactRow { line: line.into(), old, key, new })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = CompactRow<'_>> {
        (0..).map_while(|number| self.get(number))
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Bytes that they take.
    pub(crate) fn bytes(&self) -> usize {
        self.text.len() + self.rows.len() * size_of::<Place>()
    }
}

/// Numbers of rows by their keys.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// A power of two of them; `FREE` where there is none.
    slots: Vec<u32>,
    used: usize,
    hasher: RandomState,
}

const FREE: u32 = u32::MAX;

impl Index {
    pub(crate) fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// The row with this key.
    pub(crate) fn find<'m>(
        &self,
        key: &str,
        rows: &'m CompactRows,
    ) -> Option<(u32, CompactRow<'m>)> {
        let mut found = self.probe(key).map(|at| self.slots.get(at).copied().unwrap_or(FREE));
        found
            .by_ref()
            .map_while(|number| Some((number, rows.get(number)?)))
            .find(|(_, row)| row.key == key)
    }

    /// Takes a row whose key is not there yet.
    pub(crate) fn insert(&mut self, number: u32, rows: &CompactRows) {
        if (self.used + 1) * 4 > self.slots.len() * 3 {
            let larger = vec![FREE; (self.slots.len() * 2).max(16)];
            for old in std::mem::replace(&mut self.slots, larger) {
                self.place(old, rows);
            }
        }
        self.place(number, rows);
        self.used += 1;
    }

    fn place(&mut self, number: u32, rows: &CompactRows) {
        let Some(row) = rows.get(number) else { return };
        let free = self.probe(row.key).find(|at| self.slots.get(*at) == Some(&FREE));
        if let Some(slot) = free.and_then(|at| self.slots.get_mut(at)) {
            *slot = number;
        }
    }

    /// Where a key may stand, in the order of looking. A quarter of the slots is free.
    fn probe(&self, key: &str) -> impl Iterator<Item = usize> + use<> {
        let last = self.slots.len().wrapping_sub(1);
        #[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
        let start = self.hasher.hash_one(key) as usize;
        (0..self.slots.len()).map(move |step| start.wrapping_add(step) & last)
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
    }
}
