//! Records of bytes in the order in which they came: in memory as long as they fit, and in one
//! temporary file beyond it.

use crate::scratch::Scratch;
use crate::{Share, Store, damaged};
use std::ops::Range;
use urlset_core::Result;
use urlset_core::compact::{Unpack, put_number};

/// By how much their memory grows.
const STEP: std::ops::RangeInclusive<usize> = 4 << 10..=16 << 20;
/// Bytes that are written and read at once.
const BLOCK: usize = 64 << 10;
/// The number before a record, at most.
const HEAD: usize = 10;

/// Records of bytes, to be read from the first one as often as wanted.
#[derive(Debug)]
pub struct Records {
    store: Store,
    share: Share,
    /// Each record: how long it is, then the record. Once there is a file, those that are not in it.
    held: Vec<u8>,
    scratch: Option<Scratch>,
    spills: bool,
}

/// A place among records, and what was read of a file beyond it.
#[derive(Debug, Default)]
pub struct Place {
    /// Of what comes next, in the file or in memory.
    next: u64,
    buffer: Vec<u8>,
    /// What of the buffer is still to come.
    rest: Range<usize>,
}

impl Records {
    /// None yet. With `spills`, those that find no room in memory go to a temporary file.
    pub fn new(store: &Store, spills: bool) -> Records {
        let (held, share) = (Vec::new(), store.share());
        Records { store: store.clone(), share, held, scratch: None, spills }
    }

    /// Appends a record; `false` where there is no room for it, neither in memory nor on the disk. No
    /// more must be appended then.
    pub fn push(&mut self, record: &[u8]) -> bool {
        let length = record.len() + HEAD;
        if self.held.len() + length > self.held.capacity() && !self.makes_room(length) {
            return false;
        }
        put_number(record.len() as u64, &mut self.held);
        self.held.extend_from_slice(record);
        true
    }

    /// Ends appending; `false` where there is no room for all.
    pub fn finish(&mut self) -> bool {
        let whole = self.scratch.is_none() || self.put_away();
        if self.scratch.is_some() {
            // What it took of the share is for reading.
            self.held = Vec::new();
        }
        whole
    }

    fn makes_room(&mut self, length: usize) -> bool {
        if self.scratch.is_none() && self.grows(self.held.len() + length) {
            return true;
        }
        if !self.spills || !self.put_away() {
            return false;
        }
        if self.held.capacity() > 2 * BLOCK {
            // All that memory was for records that are in the file now.
            self.held = Vec::new();
        }
        self.share.take(self.held.capacity().max(BLOCK).max(length) as u64);
        self.held.try_reserve_exact(length.max(BLOCK)).is_ok()
    }

    fn grows(&mut self, needed: usize) -> bool {
        let (length, most) = (self.held.len(), self.held.capacity());
        let more = needed.max(most + (most / 2).clamp(*STEP.start(), *STEP.end()));
        // The system may allow less than the budget.
        self.share.hold(more as u64) && self.held.try_reserve_exact(more - length).is_ok()
    }

    /// What is held goes to the file.
    fn put_away(&mut self) -> bool {
        let scratch = match self.scratch.take() {
            Some(scratch) => Ok(scratch),
            None => Scratch::new(&self.store),
        };
        let Ok(mut scratch) = scratch else { return false };
        let written = scratch.append(&self.held).is_ok();
        self.held.clear();
        self.scratch = Some(scratch);
        written
    }

    /// The record at a place, which goes on to the next; `None` after the last.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub fn read<'r>(&'r self, place: &'r mut Place) -> Result<Option<&'r [u8]>> {
        let Some(scratch) = &self.scratch else {
            let from = usize::try_from(place.next).unwrap_or(usize::MAX);
            let bytes = self.held.get(from..).unwrap_or_default();
            let Some((start, end)) = first(bytes)? else { return Ok(None) };
            place.next += end as u64;
            return bytes.get(start..end).ok_or_else(damaged).map(Some);
        };
        let range = loop {
            let bytes = place.buffer.get(place.rest.clone()).unwrap_or_default();
            let needed = match first(bytes)? {
                Some((start, end)) if end <= bytes.len() => {
                    break place.rest.start + start..place.rest.start + end;
                }
                Some((_, end)) => end,
                None => bytes.len() + 1,
            };
            let left = scratch.length().saturating_sub(place.next);
            match (bytes.is_empty(), left) {
                (true, 0) => return Ok(None),
                (false, 0) => return Err(damaged()),
                _ => place.fill(scratch, needed)?,
            }
        };
        place.rest.start = range.end;
        place.buffer.get(range).ok_or_else(damaged).map(Some)
    }
}

/// Where the first of some records begins and ends; `None` where its length is not there whole.
fn first(bytes: &[u8]) -> Result<Option<(usize, usize)>> {
    let mut rest = Unpack(bytes);
    let Some(length) = rest.number() else {
        return if bytes.len() < HEAD { Ok(None) } else { Err(damaged()) };
    };
    let start = bytes.len() - rest.0.len();
    let length = usize::try_from(length).ok().and_then(|length| start.checked_add(length));
    Ok(Some((start, length.ok_or_else(damaged)?)))
}

impl Place {
    /// Reads on, so that so many bytes are in the buffer where there are so many.
    fn fill(&mut self, scratch: &Scratch, needed: usize) -> Result<()> {
        self.buffer.copy_within(self.rest.clone(), 0);
        let kept = self.rest.len();
        let left = scratch.length().saturating_sub(self.next);
        let more = (needed.max(BLOCK) - kept).min(usize::try_from(left).unwrap_or(usize::MAX));
        self.buffer.resize(kept + more, 0);
        scratch.read(self.buffer.get_mut(kept..).unwrap_or_default(), self.next)?;
        self.next += more as u64;
        self.rest = 0..kept + more;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Place, Records};
    use crate::Store;

    fn record(number: usize) -> Vec<u8> {
        // Some are empty, and some are larger than what is read at once.
        let length = if number % 5000 == 4999 { 2 * BLOCK + number } else { number % 300 };
        (0..length).map(|at| (at * number % 251) as u8).collect()
    }

    #[test]
    fn records_come_back_as_often_as_wanted() {
        for (memory, spills, fits) in [
            (0, true, true),
            (500_000, true, true),
            (1 << 30, true, true),
            (1 << 30, false, true),
            (500_000, false, false),
        ] {
            let store = Store::new(memory, None);
            let mut records = Records::new(&store, spills);
            let all = (0..20_000).all(|number| records.push(&record(number))) && records.finish();
            assert_eq!(all, fits, "{memory}");
            assert_eq!(store.spilled() > 0, fits && memory < 1 << 30);
            let (mut one, mut other) = (Place::default(), Place::default());
            for number in (0..20_000).filter(|_| fits) {
                assert!(records.read(&mut one).unwrap() == Some(&record(number)), "{number}");
                if number % 2 == 0 {
                    let half = records.read(&mut other).unwrap();
                    assert!(half == Some(&record(number / 2)), "{number}");
                }
            }
            assert!(!fits || records.read(&mut one).unwrap().is_none());
            assert!(!fits || records.read(&mut one).unwrap().is_none(), "the end is the end");
            drop(records);
            assert_eq!(store.share().most(), memory / 2, "all memory is given back");
        }
    }

    #[test]
    fn no_records() {
        let store = Store::new(0, None);
        let mut records = Records::new(&store, true);
        assert!(records.finish());
        assert!(records.read(&mut Place::default()).unwrap().is_none());
    }
}
