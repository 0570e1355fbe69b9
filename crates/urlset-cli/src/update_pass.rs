//! Holds the changes of an update against its set: what becomes of each entry, what is new, and in
//! which group of files. The set is read once for each part of the changes that fits into memory.

use crate::plan::{Document, Refused};
use crate::set_files::document;
use crate::update_actions;
use crate::update_changes::{Batch, Changes, Manner};
use crate::update_groups::{Group, group_key};
use crate::update_writers::{self, Writers};
use std::collections::{BTreeMap, HashMap, HashSet};
use urlset::shard::By;
use urlset::store::{Sorted, Sorter, Store, encode};
use urlset::{Datetime, Entry, EntryReader, Result, Sink};

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

/// What changes do to one document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) entries: u64,
    pub(crate) changed: u64,
    pub(crate) deleted: u64,
    /// Its latest date, before the changes.
    pub(crate) newest: Option<Datetime>,
    /// The values of the keys of its first entry; none where it has no entry.
    pub(crate) group: Option<Vec<String>>,
}

/// What is counted on the way.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) inserted: u64,
    /// By document.
    pub(crate) counts: HashMap<u32, Counts>,
    /// The groups of new entries.
    pub(crate) come: BTreeMap<Vec<u8>, Group>,
    pub(crate) not_deleted: Unknown,
    pub(crate) not_touched: Unknown,
    /// Documents with entries that could not be read.
    pub(crate) partly: HashSet<u32>,
    /// URLs that are to be inserted and deleted at once.
    pub(crate) torn: Unknown,
}

/// What changes make of a set: for each entry that changes, what it becomes, in the order of the
/// set; and the entries that are new, by group, in the order in which they were given.
pub(crate) struct Effects {
    pub(crate) actions: Sorted,
    pub(crate) new: Sorted,
    pub(crate) tally: Tally,
}

/// The set that changes are held against.
pub(crate) struct Ground<'g> {
    pub(crate) documents: &'g [Document],
    /// What new entries are grouped by.
    pub(crate) keys: &'g [By],
    pub(crate) manner: &'g Manner,
    pub(crate) store: &'g Store,
}

impl Ground<'_> {
    /// Holds the changes against the set, which `open` opens as often as it must be read.
    pub(crate) fn apply<'r>(
        &self,
        changes: Changes<'_>,
        writers: &mut Writers<'_>,
        mut open: impl FnMut() -> Box<dyn EntryReader + 'r>,
        sink: &mut dyn Sink,
    ) -> Result<Effects> {
        let mut batches = changes.finish()?;
        let (mut actions, mut new) = (Sorter::new(self.store), Sorter::new(self.store));
        let mut tally = Tally::default();
        let mut first = true;
        loop {
            let mut share = self.store.share();
            let batch = batches.next(|bytes| share.hold(bytes), self.manner, sink)?;
            if batch.is_empty() && !first {
                break;
            }
            let mut pass = Pass { ground: self, batch, writers, first, record: Vec::new() };
            pass.read(open().as_mut(), &mut actions, &mut tally, sink)?;
            pass.rest(&mut new, &mut tally)?;
            first = false;
        }
        Ok(Effects { actions: actions.finish()?, new: new.finish()?, tally })
    }

    fn group(&self, entry: &Entry, source: u32) -> Vec<String> {
        self.keys.iter().map(|key| key.value(entry, source)).collect()
    }
}

/// One reading of the set against a part of the changes.
struct Pass<'p, 'w> {
    ground: &'p Ground<'p>,
    batch: Batch,
    writers: &'p mut Writers<'w>,
    /// Entries are counted once.
    first: bool,
    record: Vec<u8>,
}

impl Pass<'_, '_> {
    fn read(
        &mut self,
        reader: &mut dyn EntryReader,
        actions: &mut Sorter<'_>,
        tally: &mut Tally,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let (mut entry, mut normal) = (Entry::default(), String::new());
        // Of the document that is read now.
        let (mut number, mut ordinal, mut counts) = (0, 0_u64, Counts::default());
        while reader.read_entry(&mut entry, sink)? {
            let at = reader.position();
            if at.input != number {
                tally.add(number, std::mem::take(&mut counts), ordinal);
                (number, ordinal) = (at.input, 0);
            }
            let place = (number, ordinal);
            ordinal += 1;
            if self.first {
                counts.entries += 1;
                counts.newest = later(counts.newest, entry.lastmod);
                if place.1 == 0 {
                    counts.group = Some(self.ground.group(&entry, number));
                }
                self.writers.survey(document(self.ground.documents, number), &entry);
            }
            let key = self.ground.manner.key.of(entry.loc.as_str(), &mut normal);
            if !self.batch.contains_key(key) {
                continue;
            }
            let key = key.to_owned();
            self.change(&key, (&entry, at), place, (actions, &mut counts), sink)?;
        }
        tally.add(number, counts, ordinal);
        Ok(())
    }

    /// Notes what becomes of an entry that a change names.
    fn change(
        &mut self,
        key: &str,
        (entry, at): (&Entry, urlset::Position),
        place: (u32, u64),
        (actions, counts): (&mut Sorter<'_>, &mut Counts),
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let Some(change) = self.batch.get_mut(key) else {
            return Ok(());
        };
        change.found = true;
        let document = document(self.ground.documents, place.0);
        if change.delete {
            document.map_or(Ok(()), update_writers::check).map_err(Refused::error)?;
            counts.deleted += 1;
            return update_actions::delete(actions, place.0, place.1);
        }
        let (mut new, said) = change.changed(entry, at, self.ground.manner, sink)?;
        self.writers.carry(document, &mut new, (entry, said), sink)?;
        if new == *entry {
            return Ok(());
        }
        counts.changed += 1;
        self.writers.survey(document, &new);
        if let Some(document) = document {
            self.writers.declare(Some(document), &new);
        }
        update_actions::change(actions, place, (&new, said), &mut self.record)
    }

    /// Changes whose URL is not in the set.
    fn rest(self, new: &mut Sorter<'_>, tally: &mut Tally) -> Result<()> {
        let mut record = self.record;
        for (key, change) in &self.batch {
            let loc = change.loc(key);
            if change.delete && change.upsert.is_some() {
                tally.torn.add(change.number, loc);
            }
            if change.found {
                continue;
            }
            let Some((made, at)) = change.inserted(key, self.ground.manner)? else {
                let unknown =
                    if change.delete { &mut tally.not_deleted } else { &mut tally.not_touched };
                unknown.add(change.number, loc);
                continue;
            };
            self.writers.survey(None, &made);
            self.writers.declare(None, &made);
            let values = self.ground.group(&made, at.input);
            let group = group_key(&values);
            record.clear();
            encode(&made, at, &mut record);
            let place = [group.as_slice(), &change.number.to_be_bytes()].concat();
            new.push(&place, &record)?;
            tally.come.entry(group).or_insert_with(|| Group::of(values)).inserted += 1;
            tally.inserted += 1;
        }
        Ok(())
    }
}

fn later(one: Option<Datetime>, other: Option<Datetime>) -> Option<Datetime> {
    [one, other].into_iter().flatten().max_by_key(|date| date.earliest())
}

impl Tally {
    /// Adds what was counted of a document, or of a part of the changes in it.
    fn add(&mut self, document: u32, counts: Counts, read: u64) {
        if read == 0 {
            return;
        }
        let known = self.counts.entry(document).or_default();
        known.entries += counts.entries;
        known.changed += counts.changed;
        known.deleted += counts.deleted;
        known.newest = later(known.newest, counts.newest);
        known.group = known.group.take().or(counts.group);
    }

    /// What changes do to a document.
    pub(crate) fn of(&self, document: &Document) -> Counts {
        self.counts.get(&document.number).cloned().unwrap_or_default()
    }

    /// Whether changes concern a document.
    pub(crate) fn concerns(&self, document: &Document) -> bool {
        let counts = self.counts.get(&document.number);
        counts.is_some_and(|counts| counts.changed + counts.deleted > 0)
    }

    /// Whether changes leave nothing of a document.
    pub(crate) fn empties(&self, document: &Document) -> bool {
        let counts = self.counts.get(&document.number);
        !self.partly.contains(&document.number)
            && counts.is_some_and(|counts| counts.deleted > 0 && counts.deleted == counts.entries)
    }
}
