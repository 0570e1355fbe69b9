//! The changes of an update, sorted by URL. They are held in memory as far as the budget goes, one
//! part after the other, so that they do not have to fit.

use std::collections::HashMap;
use urlset::ops::{Conflicts, Joined, Key};
use urlset::store::{Sorted, Sorter, Store, damaged, decode_fields, encode_fields};
use urlset::{Datetime, Entry, Loc, Position, Result, Severity, Sink};

const DELETE: u8 = 0;
const TOUCH: u8 = 1;
const UPSERT: u8 = 2;

/// What a change costs in memory beside its bytes, about.
const COST: u64 = 180;
/// Changes that are held whatever the budget.
const LEAST: usize = 1_000;

/// How entries are changed.
pub(crate) struct Manner {
    pub(crate) conflicts: Conflicts,
    /// The date of touched entries.
    pub(crate) touched: Datetime,
    /// By what a change names an entry of the set.
    pub(crate) key: Key,
}

/// Collects changes.
pub(crate) struct Changes<'s> {
    sorter: Sorter<'s>,
    key: Key,
    number: u64,
    record: Vec<u8>,
    normal: String,
}

/// Everything that is wanted of one URL.
#[derive(Debug, Default)]
pub(crate) struct Change {
    /// When it was first named.
    pub(crate) number: u64,
    /// How it was first written, where that is not its key.
    loc: Option<Box<str>>,
    pub(crate) delete: bool,
    pub(crate) touch: bool,
    pub(crate) upsert: Option<Box<[u8]>>,
    pub(crate) found: bool,
}

/// Changes by their key.
pub(crate) type Batch = HashMap<String, Change>;

impl<'s> Changes<'s> {
    pub(crate) fn new(store: &'s Store, key: Key) -> Changes<'s> {
        let (record, normal) = (Vec::new(), String::new());
        Changes { sorter: Sorter::new(store), key, number: 0, record, normal }
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
        let loc = entry.loc.as_str();
        let key = self.key.of(loc, &mut self.normal);
        // The loc is in the record only where it is not the key.
        let own = if key == loc { "" } else { loc };
        self.record.clear();
        self.record.push(kind);
        self.record.extend_from_slice(&self.number.to_be_bytes());
        let length = u32::try_from(own.len()).map_err(|_| damaged())?;
        self.record.extend_from_slice(&length.to_be_bytes());
        self.record.extend_from_slice(own.as_bytes());
        if kind == UPSERT {
            encode_fields(entry, at, &mut self.record);
        }
        self.number += 1;
        self.sorter.push(key.as_bytes(), &self.record)
    }

    pub(crate) fn finish(self) -> Result<Batches> {
        Ok(Batches { sorted: self.sorter.finish()?, ahead: None })
    }
}

/// Sorted changes in parts that fit into memory.
pub(crate) struct Batches {
    sorted: Sorted,
    /// The first change that the last part had no room for.
    ahead: Option<(String, Change)>,
}

impl Batches {
    pub(crate) fn next(
        &mut self,
        mut hold: impl FnMut(u64) -> bool,
        manner: &Manner,
        sink: &mut dyn Sink,
    ) -> Result<Batch> {
        let mut batch = Batch::new();
        let mut bytes = 0;
        // Records of one URL come one after the other.
        let mut current: Option<(String, Change)> = self.ahead.take();
        let mut many: Option<Joined> = None;
        while let Some((key, payload)) = self.sorted.read()? {
            let key = std::str::from_utf8(key).map_err(|_| damaged())?;
            if let Some((known, change)) = &mut current
                && known == key
            {
                change.add(key, payload, &mut many, manner, sink)?;
                continue;
            }
            let mut change = Change::default();
            let mut fresh = None;
            change.add(key, payload, &mut fresh, manner, sink)?;
            let done = current.replace((key.to_owned(), change));
            let joined = std::mem::replace(&mut many, fresh);
            if let Some((key, mut change)) = done {
                change.settle(joined)?;
                bytes += change.bytes(&key);
                batch.insert(key, change);
                if batch.len() >= LEAST && !hold(bytes) {
                    self.ahead = current;
                    return Ok(batch);
                }
            }
        }
        if let Some((key, mut change)) = current {
            change.settle(many)?;
            batch.insert(key, change);
        }
        Ok(batch)
    }
}

impl Change {
    fn bytes(&self, key: &str) -> u64 {
        let fields = self.upsert.as_ref().map_or(0, |fields| fields.len());
        (key.len() + self.loc(key).len() + fields) as u64 + COST
    }

    /// How it was first written.
    pub(crate) fn loc<'l>(&'l self, key: &'l str) -> &'l str {
        self.loc.as_deref().unwrap_or(key)
    }

    fn add(
        &mut self,
        key: &str,
        payload: &[u8],
        many: &mut Option<Joined>,
        manner: &Manner,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let (kind, rest) = payload.split_first().ok_or_else(damaged)?;
        let (number, rest) = rest.split_first_chunk::<8>().ok_or_else(damaged)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(damaged)?;
        let length = usize::try_from(u32::from_be_bytes(*length)).map_err(|_| damaged())?;
        let (own, fields) = rest.split_at_checked(length).ok_or_else(damaged)?;
        // Records of one key come in the order in which they were read.
        if !self.delete && !self.touch && self.upsert.is_none() {
            self.number = u64::from_be_bytes(*number);
            let own = std::str::from_utf8(own).map_err(|_| damaged())?;
            self.loc = (!own.is_empty()).then(|| own.into());
        }
        match *kind {
            DELETE => self.delete = true,
            TOUCH => self.touch = true,
            _ => match &self.upsert {
                None => self.upsert = Some(fields.into()),
                Some(first) => {
                    let joined = match many {
                        Some(joined) => joined,
                        None => {
                            let (first, at) = entry(key, first)?;
                            many.insert(Joined::begin(first, at))
                        }
                    };
                    let (new, at) = entry(key, fields)?;
                    joined.add(&manner.conflicts, &new, at, &mut OnlyErrors(sink))?;
                }
            },
        }
        Ok(())
    }

    /// What several upserts of the URL are together, at the place of the first.
    fn settle(&mut self, many: Option<Joined>) -> Result<()> {
        if let (Some(mut joined), Some(first)) = (many, &mut self.upsert) {
            let at = decode_fields(first, &mut Entry::default())?;
            let mut bytes = Vec::new();
            encode_fields(joined.entry(), at, &mut bytes);
            *first = bytes.into();
        }
        Ok(())
    }

    /// What an entry of the set becomes, and where that was said.
    pub(crate) fn changed(
        &self,
        old: &Entry,
        at: Position,
        manner: &Manner,
        sink: &mut dyn Sink,
    ) -> Result<(Entry, Position)> {
        let (mut new, mut said) = (old.clone(), at);
        if let Some(fields) = &self.upsert {
            let (upsert, upsert_at) = entry(old.loc.as_str(), fields)?;
            let mut joined = Joined::begin(new, at);
            joined.add(&manner.conflicts, &upsert, upsert_at, &mut OnlyErrors(sink))?;
            (new, said) = (joined.into_entry(), upsert_at);
        }
        if self.touch {
            new.lastmod = Some(manner.touched);
        }
        Ok((new, said))
    }

    /// The entry of a URL that is not in the set; `None` where it is only to be touched or deleted.
    pub(crate) fn inserted(&self, key: &str, manner: &Manner) -> Result<Option<(Entry, Position)>> {
        let Some(fields) = &self.upsert else {
            return Ok(None);
        };
        let (mut made, at) = entry(self.loc(key), fields)?;
        if self.touch {
            made.lastmod = Some(manner.touched);
        }
        Ok(Some((made, at)))
    }
}

fn entry(loc: &str, fields: &[u8]) -> Result<(Entry, Position)> {
    let mut entry = Entry::default();
    let at = decode_fields(fields, &mut entry)?;
    entry.loc = Loc::new(loc);
    Ok((entry, at))
}

/// Passes on only what is an error: that a value gives way is what an update is for.
struct OnlyErrors<'s>(&'s mut dyn Sink);

impl Sink for OnlyErrors<'_> {
    fn report(&mut self, finding: urlset::Diagnostic) -> Result<()> {
        if finding.severity < Severity::Error { Ok(()) } else { self.0.report(finding) }
    }
}
