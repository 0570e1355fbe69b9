//! What is written of a set in an update: a document with its changes made, and what comes to the end
//! of a group.

use crate::opening::Opening;
use crate::plan::{Document, Refused};
use crate::update_actions::{Action, Actions};
use crate::update_writers;
use urlset::store::{Sorted, Sorter, Store, damaged, decode, encode};
use urlset::{Diagnostic, Entry, EntryReader, Loss, Position, Result, Sink};

/// A document with its changes made.
pub(crate) struct Changed<'a> {
    reader: Box<dyn EntryReader>,
    name: &'a str,
    actions: &'a mut Actions,
    /// What the actions call the document.
    number: u32,
    next: u64,
    /// What the last entry was before it changed, and where the change was said.
    pub(crate) before: Option<(Entry, Position)>,
}

impl<'a> Changed<'a> {
    pub(crate) fn open(
        opening: &Opening,
        document: &'a Document,
        (actions, number): (&'a mut Actions, u32),
        sink: &mut dyn Sink,
    ) -> Result<Changed<'a>> {
        let name = document.name.as_str();
        let sink = &mut Whole { name, sink };
        let reader = opening.open(document.open()?, &document.which(), sink)?.reader;
        Ok(Changed { reader, name, actions, number, next: 0, before: None })
    }

    pub(crate) fn position(&self) -> Position {
        self.reader.position()
    }

    pub(crate) fn read(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let sink = &mut Whole { name: self.name, sink };
        while self.reader.read_entry(entry, sink)? {
            let place = self.next;
            self.next += 1;
            self.before = None;
            match self.actions.find(self.number, place)? {
                Some(Action::Delete) => continue,
                Some(Action::Change(mut new, at)) => {
                    new.loc.set(entry.loc.as_str());
                    self.before = Some((std::mem::replace(entry, *new), at));
                }
                None => {}
            }
            return Ok(true);
        }
        Ok(false)
    }
}

/// Ends the work where a document says what would not be written again.
struct Whole<'s> {
    name: &'s str,
    sink: &'s mut dyn Sink,
}

impl Sink for Whole<'_> {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        let rule = finding.rule;
        self.sink.report(finding)?;
        update_writers::check_finding(rule, self.name).map_err(Refused::error)
    }

    fn wants(&self, finding: &Diagnostic) -> bool {
        self.sink.wants(finding)
    }

    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        self.sink.lose(loss)
    }
}

/// Entries that their file has no room for, by group and in order.
pub(crate) struct Spilled<'s> {
    pub(crate) sorter: Sorter<'s>,
    /// The group of those that follow.
    pub(crate) group: Vec<u8>,
    count: u64,
    record: Vec<u8>,
}

impl<'s> Spilled<'s> {
    pub(crate) fn new(store: &'s Store) -> Spilled<'s> {
        Spilled { sorter: Sorter::new(store), group: Vec::new(), count: 0, record: Vec::new() }
    }

    pub(crate) fn push(&mut self, entry: &Entry, at: Position) -> Result<()> {
        self.record.clear();
        encode(entry, at, &mut self.record);
        let key = [self.group.as_slice(), &self.count.to_be_bytes()].concat();
        self.count += 1;
        self.sorter.push(&key, &self.record)
    }
}

/// What comes after the last entry of each group: first what had no room, then what is new. Groups
/// are asked for in their order.
pub(crate) struct Ends {
    spilled: Coming,
    new: Coming,
    /// The group that is read.
    pub(crate) group: Vec<u8>,
    /// Where the entry was read.
    pub(crate) at: Position,
}

/// Entries by group, with the next one in sight.
struct Coming {
    sorted: Sorted,
    ahead: Option<(Vec<u8>, Vec<u8>)>,
}

impl Ends {
    pub(crate) fn new(spilled: Sorted, new: Sorted) -> Ends {
        let spilled = Coming { sorted: spilled, ahead: None };
        let new = Coming { sorted: new, ahead: None };
        Ends { spilled, new, group: Vec::new(), at: Position::default() }
    }

    pub(crate) fn read(&mut self, entry: &mut Entry) -> Result<bool> {
        for coming in [&mut self.spilled, &mut self.new] {
            if let Some(record) = coming.take(&self.group)? {
                self.at = decode(&record, entry)?;
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Coming {
    /// The next record if it is of this group.
    fn take(&mut self, group: &[u8]) -> Result<Option<Vec<u8>>> {
        if self.ahead.is_none()
            && let Some((key, record)) = self.sorted.read()?
        {
            // A number comes after the group.
            let (group, _) = key.split_last_chunk::<8>().ok_or_else(damaged)?;
            self.ahead = Some((group.to_vec(), record.to_vec()));
        }
        let same = self.ahead.as_ref().is_some_and(|(key, _)| key == group);
        Ok(if same { self.ahead.take().map(|(_, record)| record) } else { None })
    }
}
