//! The changes of an update, sorted by URL, and what they do to each entry of the set. Changes are
//! held in memory as far as the budget goes; the set is read once for each such part, so that
//! neither the changes nor the set has to fit.

use std::collections::HashMap;
use urlset::ops::{Conflicts, Joined};
use urlset::store::{Sorted, Sorter, Store, damaged, decode_fields, encode, encode_fields};
use urlset::{Datetime, Entry, EntryReader, Loc, Position, Result, Severity, Sink};

const DELETE: u8 = 0;
const TOUCH: u8 = 1;
const UPSERT: u8 = 2;

/// What a change costs in memory beside its bytes, about.
const COST: u64 = 160;
/// Changes that are held whatever the budget.
const LEAST: usize = 1_000;

/// How entries are changed.
pub(crate) struct Manner {
    pub(crate) conflicts: Conflicts,
    /// The date of touched entries.
    pub(crate) touched: Datetime,
}

/// Changes of a kind that concern no entry of the set, and the first of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unknown {
    pub(crate) count: u64,
    first: Option<(u64, String)>,
}

impl Unknown {
    fn add(&mut self, number: u64, loc: &str) {
        self.count += 1;
        if self.first.as_ref().is_none_or(|(first, _)| number < *first) {
            self.first = Some((number, loc.to_owned()));
        }
    }

    /// The first in the order of reading.
    pub(crate) fn first(&self) -> &str {
        self.first.as_ref().map_or("", |(_, loc)| loc)
    }
}

/// Collects changes.
pub(crate) struct Changes<'s> {
    sorter: Sorter<'s>,
    store: &'s Store,
    number: u64,
    record: Vec<u8>,
}

/// What changes make of a set: for each entry that changes, what it becomes, in the order of the
/// set; and the entries that are new, in the order in which they were given.
pub(crate) struct Effects {
    pub(crate) actions: Sorted,
    pub(crate) new: Sorted,
    pub(crate) inserted: u64,
    /// By document.
    pub(crate) counts: HashMap<u32, Counts>,
    pub(crate) not_deleted: Unknown,
    pub(crate) not_touched: Unknown,
    /// URLs that are to be inserted and deleted at once.
    pub(crate) torn: Unknown,
}

/// What changes do to one document.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) entries: u64,
    pub(crate) changed: u64,
    pub(crate) deleted: u64,
}

/// Everything that is wanted of one URL.
#[derive(Debug, Default)]
struct Change {
    /// When it was first named.
    number: u64,
    delete: bool,
    touch: bool,
    upsert: Option<Box<[u8]>>,
    found: bool,
}

impl<'s> Changes<'s> {
    pub(crate) fn new(store: &'s Store) -> Changes<'s> {
        Changes { sorter: Sorter::new(store), store, number: 0, record: Vec::new() }
    }

    pub(crate) fn delete(&mut self, entry: &Entry) -> Result<()> {
        self.push(DELETE, entry, Position::default())
    }

    pub(crate) fn touch(&mut self, entry: &Entry) -> Result<()> {
        self.push(TOUCH, entry, Position::default())
    }

    pub(crate) fn upsert(&mut self, entry: &Entry, at: Position) -> Result<()> {
        self.push(UPSERT, entry, at)
    }

    fn push(&mut self, kind: u8, entry: &Entry, at: Position) -> Result<()> {
        self.record.clear();
        self.record.push(kind);
        self.record.extend_from_slice(&self.number.to_be_bytes());
        if kind == UPSERT {
            encode_fields(entry, at, &mut self.record);
        }
        self.number += 1;
        self.sorter.push(entry.loc.as_str().as_bytes(), &self.record)
    }

    /// Holds the changes against the set, which `open` opens as often as it must be read.
    pub(crate) fn apply<'r>(
        self,
        manner: &Manner,
        mut open: impl FnMut() -> Box<dyn EntryReader + 'r>,
        sink: &mut dyn Sink,
    ) -> Result<Effects> {
        let store = self.store;
        let mut batches = Batches { sorted: self.sorter.finish()?, ahead: None };
        let (mut actions, mut new) = (Sorter::new(store), Sorter::new(store));
        let mut effects = Tally::default();
        let mut first = true;
        loop {
            let mut share = store.share();
            let batch = batches.next(|bytes| share.hold(bytes), manner, sink)?;
            if batch.is_empty() && !first {
                break;
            }
            let mut pass = Pass { batch, manner, counts_entries: first };
            pass.read(open().as_mut(), &mut actions, &mut effects, sink)?;
            pass.rest(&mut new, &mut effects)?;
            first = false;
        }
        Ok(Effects {
            actions: actions.finish()?,
            new: new.finish()?,
            inserted: effects.inserted,
            counts: effects.counts,
            not_deleted: effects.not_deleted,
            not_touched: effects.not_touched,
            torn: effects.torn,
        })
    }
}

#[derive(Default)]
struct Tally {
    inserted: u64,
    counts: HashMap<u32, Counts>,
    not_deleted: Unknown,
    not_touched: Unknown,
    torn: Unknown,
}

/// Sorted changes in parts that fit into memory.
struct Batches {
    sorted: Sorted,
    /// The first change that the last part had no room for.
    ahead: Option<(String, Change)>,
}

impl Batches {
    fn next(
        &mut self,
        mut hold: impl FnMut(u64) -> bool,
        manner: &Manner,
        sink: &mut dyn Sink,
    ) -> Result<HashMap<String, Change>> {
        let mut batch: HashMap<String, Change> = HashMap::new();
        let mut bytes = 0;
        // Records of one URL come one after the other.
        let mut current: Option<(String, Change)> = self.ahead.take();
        let mut many: Option<Joined> = None;
        while let Some((key, payload)) = self.sorted.read()? {
            let loc = std::str::from_utf8(key).map_err(|_| damaged())?;
            if let Some((known, change)) = &mut current
                && known == loc
            {
                change.add(loc, payload, &mut many, manner, sink)?;
                continue;
            }
            let mut change = Change::default();
            let mut fresh = None;
            change.add(loc, payload, &mut fresh, manner, sink)?;
            let next = (loc.to_owned(), change);
            let done = current.replace(next);
            many = fresh;
            if let Some((loc, change)) = done {
                let fields = change.upsert.as_ref().map_or(0, |fields| fields.len());
                bytes += (loc.len() + fields) as u64 + COST;
                batch.insert(loc, change);
                if batch.len() >= LEAST && !hold(bytes) {
                    self.ahead = current;
                    return Ok(batch);
                }
            }
        }
        batch.extend(current);
        Ok(batch)
    }
}

impl Change {
    fn add(
        &mut self,
        loc: &str,
        payload: &[u8],
        many: &mut Option<Joined>,
        manner: &Manner,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let (kind, rest) = payload.split_first().ok_or_else(damaged)?;
        let (number, fields) = rest.split_first_chunk::<8>().ok_or_else(damaged)?;
        let number = u64::from_be_bytes(*number);
        let named = self.delete || self.touch || self.upsert.is_some();
        self.number = if named { self.number.min(number) } else { number };
        match *kind {
            DELETE => self.delete = true,
            TOUCH => self.touch = true,
            _ => match self.upsert.take() {
                None => self.upsert = Some(fields.into()),
                Some(known) => {
                    let (old, old_at) = entry(loc, &known)?;
                    let joined = many.get_or_insert_with(|| Joined::begin(old, old_at));
                    let (new, at) = entry(loc, fields)?;
                    joined.add(&manner.conflicts, &new, at, &mut OnlyErrors(sink))?;
                    let mut bytes = Vec::new();
                    encode_fields(joined.entry(), old_at, &mut bytes);
                    self.upsert = Some(bytes.into());
                }
            },
        }
        Ok(())
    }
}

fn entry(loc: &str, fields: &[u8]) -> Result<(Entry, Position)> {
    let mut entry = Entry::default();
    let at = decode_fields(fields, &mut entry)?;
    entry.loc = Loc::new(loc);
    Ok((entry, at))
}

/// One reading of the set against a part of the changes.
struct Pass<'m> {
    batch: HashMap<String, Change>,
    manner: &'m Manner,
    counts_entries: bool,
}

impl Pass<'_> {
    fn read(
        &mut self,
        reader: &mut dyn EntryReader,
        actions: &mut Sorter<'_>,
        tally: &mut Tally,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let mut entry = Entry::default();
        let (mut document, mut ordinal) = (0, 0_u64);
        let mut record = Vec::new();
        while reader.read_entry(&mut entry, sink)? {
            let at = reader.position();
            if at.input != document {
                (document, ordinal) = (at.input, 0);
            }
            let place = ordinal;
            ordinal += 1;
            let counts = tally.counts.entry(document).or_default();
            counts.entries += u64::from(self.counts_entries);
            let Some(change) = self.batch.get_mut(entry.loc.as_str()) else {
                continue;
            };
            change.found = true;
            record.clear();
            if change.delete {
                counts.deleted += 1;
                record.push(DELETE);
            } else {
                let new = change.changed(&entry, at, self.manner, sink)?;
                if new == entry {
                    continue;
                }
                counts.changed += 1;
                record.push(UPSERT);
                encode_fields(&new, at, &mut record);
            }
            actions.push(&key(document, place), &record)?;
        }
        Ok(())
    }

    /// Changes whose URL is not in the set.
    fn rest(self, new: &mut Sorter<'_>, tally: &mut Tally) -> Result<()> {
        let mut record = Vec::new();
        for (loc, change) in self.batch {
            if change.delete && change.upsert.is_some() {
                tally.torn.add(change.number, &loc);
            }
            if change.found {
                continue;
            }
            let Some(fields) = &change.upsert else {
                let unknown =
                    if change.delete { &mut tally.not_deleted } else { &mut tally.not_touched };
                unknown.add(change.number, &loc);
                continue;
            };
            let (mut made, at) = entry(&loc, fields)?;
            if change.touch {
                made.lastmod = Some(self.manner.touched);
            }
            record.clear();
            encode(&made, at, &mut record);
            new.push(&change.number.to_be_bytes(), &record)?;
            tally.inserted += 1;
        }
        Ok(())
    }
}

impl Change {
    /// What an entry of the set becomes.
    fn changed(
        &self,
        old: &Entry,
        at: Position,
        manner: &Manner,
        sink: &mut dyn Sink,
    ) -> Result<Entry> {
        let mut new = old.clone();
        if let Some(fields) = &self.upsert {
            let (upsert, upsert_at) = entry(old.loc.as_str(), fields)?;
            let mut joined = Joined::begin(new, at);
            joined.add(&manner.conflicts, &upsert, upsert_at, &mut OnlyErrors(sink))?;
            new = joined.into_entry();
        }
        if self.touch {
            new.lastmod = Some(manner.touched);
        }
        Ok(new)
    }
}

/// Where an entry of the set stands, as bytes that sort.
pub(crate) fn key(document: u32, ordinal: u64) -> [u8; 12] {
    let mut key = [0; 12];
    let (first, second) = key.split_at_mut(4);
    first.copy_from_slice(&document.to_be_bytes());
    second.copy_from_slice(&ordinal.to_be_bytes());
    key
}

/// What becomes of an entry.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    Delete,
    Change(Box<Entry>),
}

/// The actions of a set, in its order.
pub(crate) struct Actions {
    sorted: Sorted,
    ahead: Option<([u8; 12], Action)>,
}

impl Actions {
    pub(crate) fn new(sorted: Sorted) -> Actions {
        Actions { sorted, ahead: None }
    }

    /// The action for this entry; those of entries before it are passed over.
    pub(crate) fn find(&mut self, document: u32, ordinal: u64) -> Result<Option<Action>> {
        let wanted = key(document, ordinal);
        loop {
            if self.ahead.is_none() {
                self.advance()?;
            }
            match &self.ahead {
                Some((place, _)) if *place < wanted => self.ahead = None,
                Some((place, _)) if *place == wanted => {
                    return Ok(self.ahead.take().map(|(_, action)| action));
                }
                _ => return Ok(None),
            }
        }
    }

    fn advance(&mut self) -> Result<()> {
        let Some((key, payload)) = self.sorted.read()? else {
            return Ok(());
        };
        let place: [u8; 12] = key.try_into().map_err(|_| damaged())?;
        let action = match payload.split_first() {
            Some((&DELETE, _)) => Action::Delete,
            Some((_, fields)) => {
                let mut entry = Entry::default();
                decode_fields(fields, &mut entry)?;
                Action::Change(Box::new(entry))
            }
            None => return Err(damaged()),
        };
        self.ahead = Some((place, action));
        Ok(())
    }
}

/// Passes on only what is an error: that a value gives way is what an update is for.
struct OnlyErrors<'s>(&'s mut dyn Sink);

impl Sink for OnlyErrors<'_> {
    fn report(&mut self, finding: urlset::Diagnostic) -> Result<()> {
        if finding.severity < Severity::Error { Ok(()) } else { self.0.report(finding) }
    }
}
