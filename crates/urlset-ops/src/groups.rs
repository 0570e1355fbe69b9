//! Entries whose fingerprint is repeated, brought together by their keys: equal strings, whatever
//! their fingerprints.

use crate::firsts::Firsts;
use crate::marks::{Collect, Marks, numbered};
use crate::repeated::{PILES, pile_of};
use urlset_core::compact::{Unpack, put_number, put_text};
use urlset_core::{Entry, Result, are_same};
use urlset_store::{
    Partitions, Sorted, Sorter, Store, are_exact, damaged, decode_fields, split_fields,
};

/// Takes entries in the order of reading, and keeps what is needed of each in piles. Entries of one
/// key are in one pile, so that each pile is looked at by itself.
pub(crate) struct Collected {
    piles: Partitions,
    /// The first key. Of each one only what comes after the front that it shares with this is kept:
    /// most begin with the same scheme and host.
    front: Vec<u8>,
    record: Vec<u8>,
    payload: Vec<u8>,
    wanted: Wanted,
}

/// What must be known of each entry beside its key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// Its fields: not all have nothing but their locs.
    pub(crate) fields: bool,
    /// Its loc, which is not its key.
    pub(crate) loc: bool,
}

impl Wanted {
    /// Whether nothing but the key matters.
    pub(crate) fn is_nothing(self) -> bool {
        !self.fields && !self.loc
    }
}

impl Collected {
    pub(crate) fn new(wanted: Wanted, store: &Store) -> Collected {
        let piles = Partitions::new(store, PILES);
        Collected { piles, front: Vec::new(), record: Vec::new(), payload: Vec::new(), wanted }
    }

    /// Takes an entry with its number, its key and the fingerprint of that, and its loc; `fields` appends
    /// its fields where they are wanted.
    pub(crate) fn push(
        &mut self,
        number: u64,
        (fingerprint, key): (u64, &str),
        loc: &str,
        fields: impl FnOnce(&mut Vec<u8>),
    ) -> Result<()> {
        self.payload.clear();
        put_number(number, &mut self.payload);
        if self.wanted.loc {
            put_text(loc, &mut self.payload);
        }
        if !self.wanted.is_nothing() {
            fields(&mut self.payload);
        }
        if self.front.is_empty() {
            self.front.extend_from_slice(key.as_bytes());
        }
        let (shared, rest) = split(&self.front, key.as_bytes());
        self.record.clear();
        put_number(rest.len() as u64 + 1, &mut self.record);
        put_number(self.payload.len() as u64, &mut self.record);
        self.record.extend_from_slice(&fingerprint.to_be_bytes());
        self.record.push(shared);
        self.record.extend_from_slice(rest);
        self.record.extend_from_slice(&self.payload);
        self.piles.push(pile_of(fingerprint), &self.record)
    }
}

impl Collected {
    /// Finds the entries of each key.
    pub(crate) fn groups(mut self, entries: u64, store: &Store) -> Result<Groups> {
        let mut groups = Unsorted {
            wanted: self.wanted,
            later: Collect::of(entries, store),
            fields: Sorter::new(store),
            first: Entry::default(),
            other: Entry::default(),
        };
        let mut firsts = Firsts::new(store);
        for pile in 0..usize::from(PILES) {
            let mut rest = None;
            let mut take = |record: Record<'_>| {
                if groups.take(&record, &mut firsts)? {
                    return Ok(());
                }
                let rest = rest.get_or_insert_with(|| Sorter::new(store));
                rest.push(record.key, record.payload)
            };
            self.piles.read(pile, |block| records(block, &mut take))?;
            self.piles.forget(pile);
            firsts.clear();
            if let Some(rest) = rest {
                groups.add_sorted(rest.finish()?)?;
            }
        }
        Ok(Groups { later: groups.later.finish()?, fields: Fields::new(groups.fields)? })
    }
}

/// How many pieces of eight bytes a key shares with the front of another one, and what comes after
/// these. Both are equal of equal keys alone.
pub(crate) fn split<'k>(front: &[u8], key: &'k [u8]) -> (u8, &'k [u8]) {
    let pieces = front.as_chunks::<8>().0.iter().zip(key.as_chunks::<8>().0);
    let shared = (0..u8::MAX).zip(pieces).take_while(|(_, (one, other))| one == other).count();
    let rest = key.get(8 * shared..).unwrap_or_default();
    (u8::try_from(shared).unwrap_or(u8::MAX), rest)
}

/// One entry of a pile.
struct Record<'r> {
    fingerprint: u64,
    /// What [`split`] gives of its key.
    key: &'r [u8],
    /// Its number and its fields.
    payload: &'r [u8],
}

impl<'r> Record<'r> {
    /// That in front of some bytes, which are then those after it; `None` where it is not there whole.
    fn take(rest: &mut Unpack<'r>) -> Option<Record<'r>> {
        let (key, payload) = (rest.number()?, rest.number()?);
        let fingerprint = u64::from_be_bytes(*rest.bytes(8)?.first_chunk()?);
        let key = rest.bytes(usize::try_from(key).ok()?)?;
        let payload = rest.bytes(usize::try_from(payload).ok()?)?;
        Some(Record { fingerprint, key, payload })
    }
}

/// The loc in front of the fields, where it stands there; else nothing.
pub(crate) fn spelled(stands: bool, fields: &[u8]) -> Result<(&str, &[u8])> {
    let mut rest = Unpack(fields);
    let loc = if stands { rest.text().ok_or_else(damaged)? } else { "" };
    Ok((loc, rest.0))
}

/// Gives each record that is whole, and says how many bytes these are.
fn records(block: &[u8], mut take: impl FnMut(Record<'_>) -> Result<()>) -> Result<usize> {
    let mut rest = Unpack(block);
    let mut taken = 0;
    while let Some(record) = Record::take(&mut rest) {
        take(record)?;
        taken = block.len() - rest.0.len();
    }
    Ok(taken)
}

/// What is found out pile by pile.
struct Unsorted<'s> {
    wanted: Wanted,
    later: Collect<'s>,
    fields: Sorter<'s>,
    first: Entry,
    other: Entry,
}

impl Unsorted<'_> {
    /// Takes the next entry of a pile; `false` where its key is a new one and there is no room for it.
    fn take(&mut self, record: &Record<'_>, firsts: &mut Firsts) -> Result<bool> {
        let Some(at) = firsts.find(record.fingerprint, record.key) else {
            return Ok(firsts.push(record.fingerprint, record.key, record.payload));
        };
        let first = firsts.get(at).ok_or_else(damaged)?;
        if self.add_to(first.payload, first.marked, record.payload)? {
            firsts.mark(at);
        }
        Ok(true)
    }

    /// Adds an entry to the first one of its key. Whether the fields of one after the first have
    /// differed from its own is known of those before and given back.
    ///
    /// Only from there on may joining change something or tell something. Equal ones, as overlapping
    /// inputs have them, need not be kept.
    fn add_to(&mut self, first: &[u8], mut differs: bool, payload: &[u8]) -> Result<bool> {
        let (number, fields) = numbered(payload)?;
        self.later.add(number)?;
        if self.wanted.is_nothing() {
            return Ok(false);
        }
        let (first, first_fields) = numbered(first)?;
        let (first_loc, first_fields) = spelled(self.wanted.loc, first_fields)?;
        let (loc, own_fields) = spelled(self.wanted.loc, fields)?;
        let (own, others) = (split_fields(own_fields)?.1, split_fields(first_fields)?.1);
        if !differs && own.0 != 0 && (own.0 != others.0 || !are_same(own.1, others.1)) {
            differs = are_exact(own) && are_exact(others) || {
                decode_fields(first_fields, &mut self.first)?;
                decode_fields(own_fields, &mut self.other)?;
                self.other != self.first
            };
        }
        if differs || !are_same(loc.as_bytes(), first_loc.as_bytes()) {
            self.fields.push(&first.to_be_bytes(), fields)?;
        }
        Ok(differs)
    }

    /// Adds the entries of a pile that is larger than memory.
    fn add_sorted(&mut self, mut sorted: Sorted) -> Result<()> {
        let (mut known, mut first, mut differs) = (Vec::new(), Vec::new(), false);
        while let Some((key, payload)) = sorted.read()? {
            // A payload holds a number at least: none yet is the first of no key.
            if !first.is_empty() && known == key {
                differs = self.add_to(&first, differs, payload)?;
                continue;
            }
            known.clear();
            known.extend_from_slice(key);
            first.clear();
            first.extend_from_slice(payload);
            differs = false;
        }
        Ok(())
    }
}

/// What the second reading finds out.
pub(crate) struct Groups {
    /// Entries that have the key of an earlier one.
    pub(crate) later: Marks,
    /// What is to be joined to first ones.
    pub(crate) fields: Fields,
}

impl Groups {
    /// Of entries with nothing but their keys, of which these have that of an earlier one.
    pub(crate) fn of_keys(later: Marks, store: &Store) -> Result<Groups> {
        Ok(Groups { later, fields: Fields::new(Sorter::new(store))? })
    }
}

/// Fields of later entries in the order of their first ones, and in the order of reading for each.
pub(crate) struct Fields {
    sorted: Sorted,
    /// The number of the first entry to which `fields` belong.
    pub(crate) first: Option<u64>,
    pub(crate) fields: Vec<u8>,
}

impl Fields {
    fn new(sorter: Sorter<'_>) -> Result<Fields> {
        let mut fields = Fields { sorted: sorter.finish()?, first: None, fields: Vec::new() };
        fields.advance()?;
        Ok(fields)
    }

    /// Goes on to those of the next entry.
    pub(crate) fn advance(&mut self) -> Result<()> {
        self.fields.clear();
        self.first = match self.sorted.read()? {
            Some((key, fields)) => {
                self.fields.extend_from_slice(fields);
                let key = key.first_chunk::<8>().ok_or_else(damaged)?;
                Some(u64::from_be_bytes(*key))
            }
            None => None,
        };
        Ok(())
    }
}
