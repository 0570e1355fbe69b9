//! Cutting entries into documents that stay as they were as far as they can: an entry stays in the
//! document that held its loc before, at its place among those that stay too; new entries go where
//! there is room, and then into new documents.

use crate::by::put_all;
use crate::{By, Done, Filled, Shard, shards};
use std::collections::BTreeSet;
use urlset_core::compact::{Unpack, put_number};
use urlset_core::{Entry, EntryReader, Output, Place, Position, Result, Room, Sink, Written};
use urlset_ops::{Outlet, Stamp};
use urlset_store::{Sorted, Sorter, Store, damaged, decode, decode_fields, encode, encode_fields};

/// Which documents held which locs before.
#[derive(Debug)]
pub struct Previous<'s> {
    places: Sorter<'s>,
    documents: Vec<Document>,
}

/// Whether the document with this number may be of a group of these values.
pub type Fits<'a> = &'a dyn Fn(u32, &[String]) -> bool;

/// A document of the previous set.
#[derive(Clone, Debug)]
struct Document {
    number: u32,
    /// The values of the keys of its first entry that fits.
    group: Vec<String>,
    /// One does: it takes new entries.
    fits: bool,
}

impl<'s> Previous<'s> {
    /// No document yet.
    pub fn new(store: &'s Store) -> Previous<'s> {
        Previous { places: Sorter::new(store), documents: Vec::new() }
    }

    /// Reads all of a set, in its order; the numbers of its documents are those of the reader's
    /// positions. A document belongs to the group of its first entry that `fits` it: a group by
    /// dates is left by an entry that stays where it is.
    ///
    /// # Errors
    /// As the reader's, and when a temporary file cannot be written.
    pub fn read(
        &mut self,
        reader: &mut dyn EntryReader,
        keys: &[By],
        fits: Fits<'_>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let (mut entry, mut place, mut ordinal) = (Entry::default(), Vec::new(), 0);
        while reader.read_entry(&mut entry, sink)? {
            let number = reader.position().input;
            let known = self.documents.last_mut().filter(|last| last.number == number);
            if known.as_ref().is_none_or(|known| !known.fits) {
                let group: Vec<String> = keys.iter().map(|key| key.value(&entry, number)).collect();
                let fits = fits(number, &group);
                match known {
                    Some(known) if fits => *known = Document { number, group, fits },
                    Some(_) => {}
                    None => {
                        ordinal = 0;
                        self.documents.push(Document { number, group, fits });
                    }
                }
            }
            place.clear();
            put_number((self.documents.len() - 1) as u64, &mut place);
            put_number(ordinal, &mut place);
            ordinal += 1;
            self.places.push(entry.loc.as_str().as_bytes(), &place)?;
        }
        Ok(())
    }
}

/// Which document is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The one of the previous set with this number.
    Old(u32),
    /// A new one, whose place is after this one of the previous set; numbers count the new ones of
    /// its group.
    New(Option<u32>),
}

/// Opens the document of a slot. The position is that of its first entry.
pub type OpenSlot<'a> = Box<dyn FnMut(&Slot, &Shard, Position) -> Result<Output<'static>> + 'a>;

/// Takes entries in any order and, at the end, cuts them into documents: those of the previous set
/// first, each with what stays in it. What a document has no room for any longer goes into new
/// documents, as do new entries that no document of their group has room for.
///
/// They are made group by group, but those of the previous set keep their order in the set, for what
/// they are grouped by may have changed.
pub struct Stable<'a, 's> {
    keys: &'a [By],
    room: Room,
    store: &'s Store,
    previous: Previous<'s>,
    fits: Fits<'a>,
    /// Groups of what is given, where a document of the previous set has none yet.
    groups: Option<BTreeSet<Vec<String>>>,
    given: Sorter<'s>,
    count: u64,
    record: Vec<u8>,
    open: OpenSlot<'a>,
    done: Done<'a>,
    current: Option<(Output<'static>, Filled)>,
    /// The document of the previous set that was looked at last.
    last: Option<u32>,
}

impl std::fmt::Debug for Stable<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stable").field("room", &self.room).finish_non_exhaustive()
    }
}

impl Outlet for Stable<'_, '_> {
    fn write(&mut self, entry: &Entry, at: &dyn Place, _: &mut dyn Sink) -> Result<()> {
        let at = at.position();
        self.record.clear();
        put_number(self.count, &mut self.record);
        encode_fields(entry, at, &mut self.record);
        self.count += 1;
        if let Some(groups) = &mut self.groups {
            let group: Vec<String> =
                self.keys.iter().map(|key| key.value(entry, at.input)).collect();
            if !groups.contains(&group) {
                groups.insert(group);
            }
        }
        self.given.push(entry.loc.as_str().as_bytes(), &self.record)
    }
}

impl<'a, 's> Stable<'a, 's> {
    /// Cuts by room and by `keys`, as the documents of `previous` were. One that none of its entries
    /// `fits` is of the first group of what is given that does; it takes no new entries if there is
    /// none.
    pub fn new(
        (keys, room): (&'a [By], Room),
        (previous, store): (Previous<'s>, &'s Store),
        fits: Fits<'a>,
        open: OpenSlot<'a>,
        done: Done<'a>,
    ) -> Stable<'a, 's> {
        let given = Sorter::new(store);
        let (count, record, current, last) = (0, Vec::new(), None, None);
        let groups = previous.documents.iter().any(|one| !one.fits).then(BTreeSet::new);
        Stable {
            keys,
            room,
            store,
            previous,
            fits,
            groups,
            given,
            count,
            record,
            open,
            done,
            current,
            last,
        }
    }

    /// Writes every document.
    ///
    /// # Errors
    /// When a document or a temporary file cannot be written, or the sink stops the work.
    pub fn finish(mut self, sink: &mut dyn Sink) -> Result<()> {
        let Previous { places, mut documents } = std::mem::replace(
            &mut self.previous,
            Previous { places: Sorter::new(self.store), documents: Vec::new() },
        );
        let given = std::mem::replace(&mut self.given, Sorter::new(self.store)).finish()?;
        self.find_groups(&mut documents);
        // Documents of one group come one after the other.
        let mut order: Vec<usize> = (0..documents.len()).collect();
        order.sort_by_cached_key(|at| documents.get(*at).map(|one| group_key(&one.group)));
        let mut rank = vec![0; order.len()];
        for (place, at) in order.iter().enumerate() {
            if let Some(rank) = rank.get_mut(*at) {
                *rank = place as u64;
            }
        }
        let (stay, come) = self.join(places.finish()?, given, &rank)?;
        let (mut stay, mut come) = (Ahead::new(stay), Ahead::new(come));
        let mut group: Option<&[String]> = None;
        let mut overflow = Overflow::new();
        for (place, at) in order.iter().enumerate() {
            let Some(document) = documents.get(*at) else {
                continue;
            };
            if group.is_some_and(|group| group != document.group.as_slice()) {
                self.grow(group.take(), &mut overflow, &mut come, sink)?;
            }
            self.before(&document.group, &mut come, sink)?;
            group = Some(&document.group);
            self.fill(place as u64, document, (&mut stay, &mut come), &mut overflow, sink)?;
        }
        self.grow(group, &mut overflow, &mut come, sink)?;
        while let Some(group) = come.group(self.keys)? {
            self.grow(Some(&group), &mut overflow, &mut come, sink)?;
        }
        Ok(())
    }

    /// Gives documents whose entries have all left their group one that is true of them.
    fn find_groups(&mut self, documents: &mut [Document]) {
        let groups: Vec<Vec<String>> = self.groups.take().into_iter().flatten().collect();
        // Documents stand by groups as a rule, so the next one's is near.
        let mut last = 0;
        for document in documents.iter_mut().filter(|one| !one.fits) {
            let (before, after) = groups.split_at_checked(last).unwrap_or_default();
            let mut near = after.iter().chain(before);
            if let Some(at) = near.position(|group| (self.fits)(document.number, group)) {
                last = (last + at) % groups.len().max(1);
                document.group = groups.get(last).cloned().unwrap_or_default();
                document.fits = true;
            }
        }
    }

    /// Divides what was given into what stays, by the place of its document and its own, and what
    /// comes, by group. A loc that is given more often than it was there comes: it takes no place of
    /// another one.
    fn join(
        &self,
        mut places: Sorted,
        mut given: Sorted,
        rank: &[u64],
    ) -> Result<(Sorted, Sorted)> {
        let (mut stay, mut come) = (Sorter::new(self.store), Sorter::new(self.store));
        let mut known = Known::default();
        let (mut entry, mut record) = (Entry::default(), Vec::new());
        let (mut group, mut key) = (String::new(), Vec::new());
        while let Some((loc, payload)) = given.read()? {
            let mut rest = Unpack(payload);
            let number = rest.number().ok_or_else(damaged)?;
            let at = decode_fields(rest.0, &mut entry)?;
            entry.loc.set(std::str::from_utf8(loc).map_err(|_| damaged())?);
            record.clear();
            encode(&entry, at, &mut record);
            match known.take(loc, &mut places)? {
                Some((document, ordinal)) => {
                    let document = usize::try_from(document).ok().and_then(|at| rank.get(at));
                    let document = document.copied().ok_or_else(damaged)?;
                    key.clear();
                    key.extend([document, ordinal, number].map(u64::to_be_bytes).as_flattened());
                    stay.push(&key, &record)?;
                }
                None => {
                    put_all(self.keys, &entry, at.input, &mut group);
                    key.clear();
                    key.extend_from_slice(group.as_bytes());
                    key.extend_from_slice(&number.to_be_bytes());
                    come.push(&key, &record)?;
                }
            }
        }
        Ok((stay.finish()?, come.finish()?))
    }

    /// One document of the previous set.
    fn fill(
        &mut self,
        place: u64,
        document: &Document,
        (stay, come): (&mut Ahead, &mut Ahead),
        overflow: &mut Overflow<'s>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let slot = Slot::Old(document.number);
        self.last = Some(document.number);
        let shard = Shard { group: document.group.clone(), number: place + 1 };
        let mut full = false;
        while stay.is_of(&place.to_be_bytes())? {
            let (entry, at) = (&stay.entry, stay.at);
            if self.current.is_none() {
                self.begin(&slot, &shard, at)?;
            }
            if full || !self.offer(entry, at, sink)? {
                overflow.push(self.store, (entry, at), !full)?;
                full = true;
            }
            stay.pass();
        }
        let group = group_key(&document.group);
        while document.fits && !full && come.is_group(&group)? {
            if self.current.is_none() {
                self.begin(&slot, &shard, come.at)?;
            }
            // What the writer finds is told when the entry is offered for the first time.
            let taken = if come.offered {
                self.offer(&come.entry, come.at, &mut ())?
            } else {
                self.offer(&come.entry, come.at, sink)?
            };
            come.offered = true;
            if !taken {
                break;
            }
            come.pass();
        }
        self.end()
    }

    /// Groups that come before this one and have no document yet.
    fn before(&mut self, group: &[String], come: &mut Ahead, sink: &mut dyn Sink) -> Result<()> {
        let limit = group_key(group);
        while come.is_before(&limit)? {
            let Some(group) = come.group(self.keys)? else {
                return Ok(());
            };
            self.grow(Some(&group), &mut Overflow::new(), come, sink)?;
        }
        Ok(())
    }

    /// Ends a group with new documents: for what its documents have no room for, then for what comes.
    fn grow(
        &mut self,
        group: Option<&[String]>,
        overflow: &mut Overflow<'s>,
        come: &mut Ahead,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let Some(group) = group else {
            return Ok(());
        };
        let mut shard = Shard { group: group.to_vec(), number: 0 };
        if let Some(sorter) = overflow.0.take() {
            let mut left = Ahead::new(sorter.1.finish()?);
            while left.look()? {
                let told = left.key.last() == Some(&1);
                self.put(&left.entry, left.at, &mut shard, told, sink)?;
                left.pass();
            }
        }
        let key = group_key(group);
        while come.is_group(&key)? {
            self.put(&come.entry, come.at, &mut shard, come.offered, sink)?;
            come.pass();
        }
        self.end()
    }

    fn put(
        &mut self,
        entry: &Entry,
        at: Position,
        shard: &mut Shard,
        mut told: bool,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        for fresh in [false, true] {
            if fresh || self.current.is_none() {
                shard.number += 1;
                self.begin(&Slot::New(self.last), &shard.clone(), at)?;
            }
            let taken =
                if told { self.offer(entry, at, &mut ())? } else { self.offer(entry, at, sink)? };
            if taken {
                return Ok(());
            }
            told = true;
            let empty = |(_, filled): &(Output<'_>, Filled)| filled.written.entries == 0;
            if self.current.as_ref().is_some_and(empty) {
                break;
            }
        }
        shards::too_large(entry, at, sink)
    }

    fn begin(&mut self, slot: &Slot, shard: &Shard, at: Position) -> Result<()> {
        self.end()?;
        let output = (self.open)(slot, shard, at)?;
        let (shard, written) = (shard.clone(), Written::default());
        self.current = Some((output, Filled { shard, written, newest: None, source: at.input }));
        Ok(())
    }

    fn offer(&mut self, entry: &Entry, at: Position, sink: &mut dyn Sink) -> Result<bool> {
        let Some((output, filled)) = &mut self.current else {
            return Ok(false);
        };
        let taken = output.offer(entry, self.room, &mut Stamp { at: &at, entry, sink })?;
        if taken {
            filled.newest = shards::newer(filled.newest, entry.lastmod);
            filled.written = output.written();
        }
        Ok(taken)
    }

    fn end(&mut self) -> Result<()> {
        let Some((output, mut filled)) = self.current.take() else {
            return Ok(());
        };
        if filled.written.entries > 0 {
            filled.written = output.finish()?;
        } else {
            drop(output);
        }
        (self.done)(filled)
    }
}

/// The values of keys as bytes that sort; no value of an address or a date holds the byte between.
fn group_key(group: &[String]) -> Vec<u8> {
    let mut key = Vec::new();
    for value in group {
        key.extend_from_slice(value.as_bytes());
        key.push(0);
    }
    key
}

/// The places of the previous set, looked up by rising locs.
#[derive(Debug, Default)]
struct Known {
    next: Option<(Vec<u8>, (u64, u64))>,
    ended: bool,
}

impl Known {
    /// The next place of this loc.
    fn take(&mut self, loc: &[u8], places: &mut Sorted) -> Result<Option<(u64, u64)>> {
        while !self.ended && self.next.as_ref().is_none_or(|(next, _)| next.as_slice() < loc) {
            self.advance(places)?;
        }
        Ok(self.next.take_if(|(next, _)| next == loc).map(|(_, place)| place))
    }

    fn advance(&mut self, places: &mut Sorted) -> Result<()> {
        self.next = None;
        let Some((loc, payload)) = places.read()? else {
            self.ended = true;
            return Ok(());
        };
        let mut rest = Unpack(payload);
        let mut number = || rest.number().ok_or_else(damaged);
        self.next = Some((loc.to_vec(), (number()?, number()?)));
        Ok(())
    }
}

/// Sorted entries with the next one in sight.
struct Ahead {
    sorted: Sorted,
    key: Vec<u8>,
    entry: Entry,
    at: Position,
    /// There is a next one, and it is here.
    here: bool,
    ended: bool,
    /// The next one was offered already.
    offered: bool,
}

/// Bytes of a number at the end of a key.
const NUMBER: usize = 8;

impl Ahead {
    fn new(sorted: Sorted) -> Ahead {
        let (key, entry, at) = (Vec::new(), Entry::default(), Position::default());
        Ahead { sorted, key, entry, at, here: false, ended: false, offered: false }
    }

    /// Whether there is a next one.
    fn look(&mut self) -> Result<bool> {
        if self.here || self.ended {
            return Ok(self.here);
        }
        match self.sorted.read()? {
            Some((key, record)) => {
                self.key.clear();
                self.key.extend_from_slice(key);
                self.at = decode(record, &mut self.entry)?;
                (self.here, self.offered) = (true, false);
            }
            None => self.ended = true,
        }
        Ok(self.here)
    }

    fn pass(&mut self) {
        self.here = false;
    }

    /// Whether the next one begins with these bytes.
    fn is_of(&mut self, place: &[u8]) -> Result<bool> {
        Ok(self.look()? && self.key.starts_with(place))
    }

    /// The group of the next one as bytes.
    fn group_bytes(&mut self) -> Result<Option<&[u8]>> {
        if !self.look()? {
            return Ok(None);
        }
        let end = self.key.len().saturating_sub(NUMBER);
        Ok(self.key.get(..end))
    }

    fn is_group(&mut self, group: &[u8]) -> Result<bool> {
        Ok(self.group_bytes()? == Some(group))
    }

    fn is_before(&mut self, group: &[u8]) -> Result<bool> {
        Ok(self.group_bytes()?.is_some_and(|bytes| bytes < group))
    }

    /// The group of the next one.
    fn group(&mut self, keys: &[By]) -> Result<Option<Vec<String>>> {
        if !self.look()? {
            return Ok(None);
        }
        let (entry, input) = (&self.entry, self.at.input);
        Ok(Some(keys.iter().map(|key| key.value(entry, input)).collect()))
    }
}

/// What the documents of a group have no room for any longer, in order.
struct Overflow<'s>(Option<(u64, Sorter<'s>)>);

impl<'s> Overflow<'s> {
    fn new() -> Overflow<'s> {
        Overflow(None)
    }

    /// `told`: a writer has seen it and told what it finds.
    fn push(
        &mut self,
        store: &'s Store,
        (entry, at): (&Entry, Position),
        told: bool,
    ) -> Result<()> {
        let (count, sorter) = self.0.get_or_insert_with(|| (0, Sorter::new(store)));
        let mut record = Vec::new();
        encode(entry, at, &mut record);
        *count += 1;
        let mut key = count.to_be_bytes().to_vec();
        key.push(u8::from(told));
        sorter.push(&key, &record)
    }
}
