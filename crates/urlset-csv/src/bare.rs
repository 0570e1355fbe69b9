//! How many cells the rows of a table without a header have: its first may be several rows on a line.

use crate::header::begins_as_address;
use crate::plan::{Plan, Table};
use crate::ragged::is_glued;
use csv::StringRecord;
use std::collections::BTreeMap;

impl Plan {
    /// Takes for due what a header has, else what most rows with an address have; rows of the latter
    /// are looked at where some have fewer cells or an address right behind a value.
    pub(crate) fn measure(&mut self, table: &Table<'_>) {
        (self.least, self.headed) = (self.width, table.header.is_some());
        let Some(loc) = self.loc.filter(|_| !self.headed) else {
            return;
        };
        let is_page = |row: &&StringRecord| row.get(loc).is_some_and(begins_as_address);
        let pages = || table.sample.iter().filter(is_page);
        let counts = widths(pages());
        // What was asked for by its number is there.
        let mapped = self.mapped.iter().map(|mapped| mapped.number);
        let asked = self.kept.iter().map(|(column, _)| column + 1).chain(mapped).max().unwrap_or(0);
        self.width = usual(&counts).unwrap_or(self.width).max(asked).min(self.width);
        let least = counts.keys().next().copied().unwrap_or(self.width);
        self.least = least.max(asked).min(self.width);
        let is_glued = |row: &StringRecord| {
            row.iter().enumerate().any(|(column, cell)| column != loc && is_glued(cell))
        };
        self.doubtful = self.least < self.width || pages().any(is_glued);
    }
}

/// How many rows have how many cells.
pub(crate) fn widths<'r>(rows: impl Iterator<Item = &'r StringRecord>) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    for row in rows {
        *counts.entry(row.len()).or_insert(0) += 1;
    }
    counts
}

/// How many cells most rows have. Of equals the narrower: two rows on a line are wider than one.
pub(crate) fn usual(counts: &BTreeMap<usize, usize>) -> Option<usize> {
    counts.iter().rev().max_by_key(|(_, count)| **count).map(|(width, _)| *width)
}
