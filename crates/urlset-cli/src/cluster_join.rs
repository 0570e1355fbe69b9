//! Joins the entries of each key, which came together from other machines.

use crate::cluster_part::{Measure, Part, Places, Said, settle};
use crate::cluster_rows::Columns;
use crate::cluster_told::Told;
use std::collections::VecDeque;
use urlset::ops::{Dedupe, Joined, Step};
use urlset::store::decode;
use urlset::{Entry, EntryReader, Header, Position, Result, Sink};

/// Joins entries. They come by their hashes, and those of one hash in the order of reading.
pub struct Join {
    how: Dedupe,
    measure: Measure,
    told: Told,
    header: Header,
    hash: Option<i64>,
    /// Those of the hash, by key.
    groups: Vec<Group>,
    ready: VecDeque<Group>,
    entry: Entry,
    buffer: String,
    steps: Vec<(Step, u64)>,
}

impl std::fmt::Debug for Join {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Join").field("how", &self.how).finish_non_exhaustive()
    }
}

/// The entries of one key, and where the first of them was read.
struct Group {
    key: String,
    joined: Joined,
    place: (i32, i64),
}

impl Join {
    /// Joins by the rules of the run.
    ///
    /// # Errors
    /// When nothing is to be joined.
    pub fn new(part: &Part) -> Said<Join> {
        let how = part.orders()?.1.ok_or("no entries are joined in this run")?;
        Ok(Join {
            how,
            measure: Measure::new(part)?,
            told: Told::shuffled(),
            header: part.task.header.header(),
            hash: None,
            groups: Vec::new(),
            ready: VecDeque::new(),
            entry: Entry::default(),
            buffer: String::new(),
            steps: Vec::new(),
        })
    }

    /// Takes a row as [`Part::read`] gives it.
    ///
    /// # Errors
    /// When it is no such row.
    pub fn push(&mut self, hash: i64, place: (i32, i64), payload: &[u8]) -> Said<()> {
        if self.hash != Some(hash) {
            self.ready.extend(self.groups.drain(..));
            self.hash = Some(hash);
        }
        let at = decode(payload, &mut self.entry).map_err(|error| error.to_string())?;
        self.buffer.clear();
        let key = self.how.key.of(self.entry.loc.as_str(), &mut self.buffer);
        let known = self.groups.iter_mut().find(|group| group.key == key);
        let Some(group) = known else {
            let key = key.to_owned();
            let joined = Joined::begin(std::mem::take(&mut self.entry), at);
            self.groups.push(Group { key, joined, place });
            return Ok(());
        };
        self.told.joined += 1;
        self.told.joining = Some(group.place);
        let entry = (&self.entry, at);
        let added = self.how.add(&mut group.joined, entry, &mut self.steps, &mut self.told);
        self.told.joining = None;
        added.map_err(|error| error.to_string())
    }

    /// The rows that are ready to be written by now.
    ///
    /// # Errors
    /// When the machine fails.
    pub fn take(&mut self) -> Said<Columns> {
        let (header, groups) = (&self.header, std::mem::take(&mut self.ready));
        self.measure.places = Places::These(groups.iter().map(|group| group.place).collect());
        let mut reader = Ready { header, groups, at: Position::default() };
        let mut copying = crate::change::copying(self.measure.format, &mut []);
        let copied =
            urlset::ops::copy(&mut reader, &mut self.measure, &mut copying, &mut self.told);
        settle(copied.map(drop), &mut self.told)?;
        Ok(std::mem::take(&mut self.measure.columns))
    }

    /// The last rows, and what was told.
    ///
    /// # Errors
    /// When the machine fails.
    pub fn finish(mut self) -> Said<(Columns, String)> {
        self.ready.extend(self.groups.drain(..));
        let columns = self.take()?;
        self.told.add_steps(&self.steps);
        Ok((columns, self.told.text()))
    }
}

/// Entries of which each is one page.
struct Ready<'r> {
    header: &'r Header,
    groups: VecDeque<Group>,
    at: Position,
}

impl EntryReader for Ready<'_> {
    fn header(&self) -> &Header {
        self.header
    }

    fn position(&self) -> Position {
        self.at
    }

    fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
        let Some(group) = self.groups.pop_front() else {
            entry.clear();
            return Ok(false);
        };
        self.at = group.joined.position();
        *entry = group.joined.into_entry();
        Ok(true)
    }
}
