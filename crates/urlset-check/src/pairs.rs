//! Addresses that differ and are one after all, or nearly: spellings of one, and pairs.
//!
//! Each step is a sort whose runs are looked at with a constant amount of memory, however long they
//! are. All keys begin with the fingerprint, so that entries that can be a pair are neighbours, and
//! what stands alone goes no further.

use crate::fold::{By, Parts};
use crate::rules::{CASE_PAIR, FRAGMENT_PAIR, HTTP_HTTPS_PAIR, SLASH_PAIR, WWW_PAIR};
use crate::told::{Place, Told, numbered};
use urlset_core::compact::Unpack;
use urlset_core::{Result, Rule};
use urlset_ops::Key;
use urlset_ops::rules::DUPLICATE_AFTER_NORMALIZE;
use urlset_store::{Sorter, Store, damaged};

/// Bits of [`Parts::marks`], and what is told where only that differs.
static MARKS: [(u8, &Rule); 3] =
    [(1, &HTTP_HTTPS_PAIR), (1 << 1, &WWW_PAIR), (1 << 2, &SLASH_PAIR)];

/// Passes on what has the fingerprint of something else.
#[derive(Debug, Default)]
pub(crate) struct Company {
    last: Option<(u64, String, Place)>,
    passed: bool,
}

impl Company {
    /// Takes the next text, which is another than the one before, and the first entry that has it.
    pub(crate) fn meet(
        &mut self,
        fingerprint: u64,
        text: &str,
        place: Place,
        mut pass: impl FnMut(u64, &str, &Place) -> Result<()>,
    ) -> Result<()> {
        let next = (fingerprint, text.to_owned(), place);
        let last = self.last.replace(next).filter(|last| last.0 == fingerprint);
        let (Some((_, text, place)), Some(next)) = (&last, &self.last) else {
            self.passed = false;
            return Ok(());
        };
        if !std::mem::replace(&mut self.passed, true) {
            pass(fingerprint, text, place)?;
        }
        pass(fingerprint, &next.1, &next.2)
    }
}

/// Addresses, each with the first entry that has it in this spelling, by their normal form.
#[derive(Debug)]
pub(crate) struct Spellings<'s> {
    sorter: Sorter<'s>,
    buffer: String,
    record: Record,
}

impl<'s> Spellings<'s> {
    pub(crate) fn new(store: &'s Store) -> Spellings<'s> {
        let (buffer, record) = (String::new(), Record::default());
        Spellings { sorter: Sorter::new(store), buffer, record }
    }

    pub(crate) fn push(&mut self, fingerprint: u64, loc: &str, place: &Place) -> Result<()> {
        let normal = Key::Normalized.of(loc, &mut self.buffer);
        self.record.begin(fingerprint, 0);
        self.record.key.extend_from_slice(normal.as_bytes());
        self.record.end(place, 0);
        self.sorter.push(&self.record.key, &self.record.payload)
    }

    /// Tells spellings of one address, and passes on the first of each.
    pub(crate) fn finish(self, told: &mut Told<'_>, pairs: &mut Pairs<'_>) -> Result<()> {
        let mut sorted = self.sorter.finish()?;
        let (mut run, mut first, mut company) = (Vec::new(), Place::default(), Company::default());
        while let Some((key, payload)) = sorted.read()? {
            let read = Read::of(key, payload).ok_or_else(damaged)?;
            if run == read.run {
                told.push(&DUPLICATE_AFTER_NORMALIZE, &read.place, first.at, &first.loc)?;
                continue;
            }
            run.clear();
            run.extend_from_slice(read.run);
            first = read.place;
            let normal = std::str::from_utf8(read.text).map_err(|_| damaged())?;
            let pass =
                |fingerprint, normal: &str, place: &Place| pairs.push(fingerprint, normal, place);
            company.meet(read.fingerprint, normal, first.clone(), pass)?;
        }
        Ok(())
    }
}

/// Different addresses, each with its first entry, by what they have in common with others.
#[derive(Debug)]
pub(crate) struct Pairs<'s> {
    sorter: Sorter<'s>,
    record: Record,
}

impl<'s> Pairs<'s> {
    pub(crate) fn new(store: &'s Store) -> Pairs<'s> {
        Pairs { sorter: Sorter::new(store), record: Record::default() }
    }

    fn push(&mut self, fingerprint: u64, normal: &str, place: &Place) -> Result<()> {
        let Some(parts) = Parts::of(normal) else {
            return Ok(());
        };
        for by in By::ALL {
            self.record.begin(fingerprint, by as u8);
            parts.put(by, &mut self.record.key);
            self.record.end(place, parts.marks());
            self.sorter.push(&self.record.key, &self.record.payload)?;
        }
        Ok(())
    }

    /// Tells every pair at the later of the two.
    pub(crate) fn finish(self, told: &mut Told<'_>) -> Result<()> {
        let mut sorted = self.sorter.finish()?;
        let mut run = Vec::new();
        // The entries of a run by their marks; a run by something else has one.
        let mut known: [Option<Place>; 8] = Default::default();
        while let Some((key, payload)) = sorted.read()? {
            let read = Read::of(key, payload).ok_or_else(damaged)?;
            if run != read.run {
                run.clear();
                run.extend_from_slice(read.run);
                known = Default::default();
            }
            let whole = match read.kind {
                kind if kind == By::Case as u8 => Some(&CASE_PAIR),
                kind if kind == By::Fragment as u8 => Some(&FRAGMENT_PAIR),
                _ => None,
            };
            let marks = MARKS.map(|(bit, rule)| (read.marks ^ bit, rule));
            let found: &[(u8, &'static Rule)] = match whole {
                Some(rule) => &[(0, rule)],
                None => &marks,
            };
            for (place, rule) in found {
                if let Some(Some(other)) = known.get(usize::from(*place)) {
                    told.push(rule, &read.place, other.at, &other.loc)?;
                }
            }
            let place = if whole.is_some() { 0 } else { read.marks };
            if let Some(free) = known.get_mut(usize::from(place)).filter(|place| place.is_none()) {
                *free = Some(read.place);
            }
        }
        Ok(())
    }
}

/// A record of a sorter: fingerprint, kind, how long the text is, the text, the number of the entry;
/// then the entry's place. Equal texts are neighbours in the order of their entries.
#[derive(Debug, Default)]
struct Record {
    key: Vec<u8>,
    payload: Vec<u8>,
}

/// Bytes of a key before its text.
const HEAD: usize = 17;

impl Record {
    fn begin(&mut self, fingerprint: u64, kind: u8) {
        self.key.clear();
        self.key.extend_from_slice(&fingerprint.to_be_bytes());
        self.key.push(kind);
        self.key.extend_from_slice(&[0; 8]);
    }

    fn end(&mut self, place: &Place, marks: u8) {
        let length = (self.key.len().saturating_sub(HEAD) as u64).to_be_bytes();
        if let Some(to) = self.key.get_mut(HEAD - 8..HEAD) {
            to.copy_from_slice(&length);
        }
        self.key.extend_from_slice(&place.number.to_be_bytes());
        self.payload.clear();
        self.payload.push(marks);
        place.put(&mut self.payload);
    }
}

struct Read<'r> {
    fingerprint: u64,
    kind: u8,
    /// The key up to the number of the entry.
    run: &'r [u8],
    text: &'r [u8],
    marks: u8,
    place: Place,
}

impl<'r> Read<'r> {
    fn of(key: &'r [u8], payload: &[u8]) -> Option<Read<'r>> {
        let (run, number) = numbered(key)?;
        let (head, text) = run.split_at_checked(HEAD)?;
        let fingerprint = u64::from_be_bytes(*head.first_chunk()?);
        let mut rest = Unpack(payload);
        let marks = rest.byte()?;
        let place = Place::take(number, &mut rest)?;
        Some(Read { fingerprint, kind: *head.get(8)?, run, text, marks, place })
    }
}
