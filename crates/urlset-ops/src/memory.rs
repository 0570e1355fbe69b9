//! A reader of entries in memory, for tests.

use urlset_core::{Entry, EntryReader, Header, Kind, Loc, Lost, Position, Result, Sink, rules};

#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) entries: Vec<Entry>,
    pub(crate) kind: Kind,
    /// Whether it ends in an error.
    pub(crate) fails: bool,
    pub(crate) number: u32,
    pub(crate) header: Header,
    pub(crate) at: u32,
}

impl Memory {
    pub(crate) fn of(locs: &[&str]) -> Memory {
        let entries = locs.iter().map(|loc| Entry::new(Loc::new(loc))).collect();
        Memory { entries, ..Memory::default() }
    }

    pub(crate) fn boxed(mut self) -> Box<dyn EntryReader> {
        self.header.kind = self.kind;
        Box::new(self)
    }
}

impl EntryReader for Memory {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        Position { line: self.at, column: 1, ..Position::start(self.number) }
    }

    fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
        let next = self.entries.get(self.at as usize).cloned();
        self.at += 1;
        *entry = next.clone().unwrap_or_default();
        if next.is_none() && self.fails {
            return Err(rules::LIMIT_ENTRY.at(self.position()).lost(Lost::Rest).into());
        }
        Ok(next.is_some())
    }
}
