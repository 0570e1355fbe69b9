//! Sorting records of bytes, in memory and beyond it.

use crate::merge::Merge;
use crate::runs::Runs;
use crate::{Share, Store};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::{Range, RangeInclusive};
use urlset_core::compact::{Unpack, put_number};
use urlset_core::{Result, begins};

/// By how much the memory of a sorter grows: little at first, in large steps later, which the
/// system grants without moving what is there.
const STEP: RangeInclusive<usize> = 4 << 10..=16 << 20;
/// What a sorter holds even where nothing is left.
const LEAST: u64 = 16 << 10;
/// What is read at once of each run that is merged.
const READ_AT_ONCE: RangeInclusive<u64> = 4 << 10..=256 << 10;
/// Runs that are merged at once.
const FAN_IN: RangeInclusive<u64> = 4..=256;

/// Takes records in any order. Records with equal keys keep the order in which they came.
///
/// It holds them in its share of the store's memory; beyond that it writes sorted runs to a
/// temporary file and merges them, in several rounds where there are more than can be read at once.
#[derive(Debug)]
pub struct Sorter<'s> {
    store: Cow<'s, Store>,
    held: Held,
    runs: Option<Runs>,
}

impl<'s> Sorter<'s> {
    /// A sorter within the memory of a store.
    pub fn new(store: &'s Store) -> Sorter<'s> {
        Sorter { held: Held::new(store.share()), store: Cow::Borrowed(store), runs: None }
    }

    /// The same for who cannot borrow the store.
    pub fn owning(store: Store) -> Sorter<'static> {
        Sorter { held: Held::new(store.share()), store: Cow::Owned(store), runs: None }
    }

    /// Takes a record.
    ///
    /// # Errors
    /// `limit/disk` where there is no room for a temporary file; otherwise when one cannot be made
    /// or written.
    pub fn push(&mut self, key: &[u8], payload: &[u8]) -> Result<()> {
        if !self.held.makes_room(key.len() + payload.len()) {
            self.spill()?;
            self.held.takes_room(key.len() + payload.len());
        }
        self.held.push(key, payload);
        Ok(())
    }

    /// Gives the records back, sorted by the bytes of their keys.
    ///
    /// # Errors
    /// As [`Sorter::push`], or when a temporary file cannot be read.
    pub fn finish(mut self) -> Result<Sorted> {
        if self.runs.is_some() {
            self.spill()?;
        }
        let Some(runs) = self.runs else {
            self.held.sort();
            return Ok(Sorted(Order::Held { held: self.held, next: 0 }));
        };
        let mut share = std::mem::replace(&mut self.held, Held::new(self.store.share())).share;
        share.take(0);
        merged(&self.store, runs, share)
    }

    fn spill(&mut self) -> Result<()> {
        if self.held.places.is_empty() {
            return Ok(());
        }
        let runs = match &mut self.runs {
            Some(runs) => runs,
            None => self.runs.insert(Runs::new(&self.store)?),
        };
        runs.expect(self.held.bytes.len() as u64)?;
        self.held.sort();
        for place in &self.held.places {
            let (key, payload) = self.held.record(*place);
            runs.write(key, payload)?;
        }
        self.held.clear();
        runs.end_run()
    }
}

/// Merges runs until they can all be read at once.
fn merged(store: &Store, mut runs: Runs, mut share: Share) -> Result<Sorted> {
    let memory = share.most();
    while let some = at_once(&runs, 0, memory)
        && some.len() < runs.count()
    {
        let mut fewer = Runs::new(store)?;
        let mut first = 0;
        while first < runs.count() {
            let some = at_once(&runs, first, memory);
            first = some.end;
            fewer.expect(runs.bytes(some.clone()))?;
            let mut merge = merge(&runs, some, memory, &mut share)?;
            while let Some((key, payload)) = merge.read(&runs)? {
                fewer.write(key, payload)?;
            }
            fewer.end_run()?;
        }
        runs = fewer;
    }
    let merge = merge(&runs, 0..runs.count(), memory, &mut share)?;
    Ok(Sorted(Order::Merged { runs, merge, _share: share }))
}

/// The runs from `first` on that are read at once: with long records fewer than with short ones, since
/// each has one in memory, but always two.
fn at_once(runs: &Runs, first: usize, memory: u64) -> Range<usize> {
    let most = (memory / (4 * READ_AT_ONCE.start())).clamp(*FAN_IN.start(), *FAN_IN.end());
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let mut cost = 0;
    let fits = |run: &usize| {
        cost += runs.cost(*run, *READ_AT_ONCE.start());
        run - first < 2 || run - first < most && cost <= memory
    };
    first..first + (first..runs.count()).take_while(fits).count()
}

/// Begins to read some runs.
fn merge(runs: &Runs, some: Range<usize>, memory: u64, share: &mut Share) -> Result<Merge> {
    let each = memory / (some.len() as u64 + 1);
    let each = each.clamp(*READ_AT_ONCE.start(), *READ_AT_ONCE.end());
    share.take(some.clone().map(|run| runs.cost(run, each)).sum());
    Merge::new(runs, some, usize::try_from(each).unwrap_or(usize::MAX))
}

/// Sorted records, one at a time.
#[derive(Debug)]
pub struct Sorted(Order);

#[derive(Debug)]
enum Order {
    Held { held: Held, next: usize },
    Merged { runs: Runs, merge: Merge, _share: Share },
}

impl Sorted {
    /// The next record, key and payload; `None` after the last.
    ///
    /// # Errors
    /// When a temporary file cannot be read.
    pub fn read(&mut self) -> Result<Option<(&[u8], &[u8])>> {
        match &mut self.0 {
            Order::Held { held, next } => {
                let place = held.places.get(*next);
                *next += 1;
                Ok(place.map(|place| held.record(*place)))
            }
            Order::Merged { runs, merge, .. } => merge.read(runs),
        }
    }
}

/// Records in memory.
#[derive(Debug)]
struct Held {
    share: Share,
    /// Each record: the lengths of its key and its payload, then these.
    bytes: Vec<u8>,
    places: Vec<Place>,
    /// How many bytes all keys have in common at their front.
    common: usize,
}

/// Where a record begins, and the bytes of its key that decide most comparisons: the first ones that
/// not all keys have in common.
#[derive(Clone, Copy, Debug)]
struct Place {
    first: u64,
    start: u64,
}

impl Held {
    fn new(share: Share) -> Held {
        Held { share, bytes: Vec::new(), places: Vec::new(), common: usize::MAX }
    }

    /// Whether there is room for one record more, as far as the share goes.
    fn makes_room(&mut self, length: usize) -> bool {
        match self.larger(length) {
            None => true,
            Some((bytes, places)) => {
                let total = total(bytes, places);
                let granted = self.share.hold(total) || total <= LEAST;
                granted && self.grows(bytes, places)
            }
        }
    }

    /// Makes room for one record, whatever the share.
    fn takes_room(&mut self, length: usize) {
        if let Some((bytes, places)) = self.larger(length) {
            self.grow(bytes, places);
        }
    }

    /// What is needed for one record more, where there is not enough.
    fn larger(&self, length: usize) -> Option<(usize, usize)> {
        let step = |size: usize| (size / 2).clamp(*STEP.start(), *STEP.end());
        // Two numbers of ten bytes at most stand before it.
        let needed = self.bytes.len() + length + 20;
        let (bytes, places) = (self.bytes.capacity(), self.places.capacity());
        let more_bytes = needed > bytes;
        let more_places = self.places.len() == places;
        (more_bytes || more_places).then(|| {
            let more = step(places * size_of::<Place>()) / size_of::<Place>();
            let bytes = if more_bytes { needed.max(bytes + step(bytes)) } else { bytes };
            (bytes, if more_places { places + more } else { places })
        })
    }

    /// Grows where the system allows it, which may be less than the budget.
    fn grows(&mut self, bytes: usize, places: usize) -> bool {
        self.share.take(total(bytes, places));
        let (bytes, places) = (bytes - self.bytes.len(), places - self.places.len());
        self.bytes.try_reserve_exact(bytes).is_ok() && self.places.try_reserve_exact(places).is_ok()
    }

    fn grow(&mut self, bytes: usize, places: usize) {
        self.share.take(total(bytes, places));
        self.bytes.reserve_exact(bytes - self.bytes.len());
        self.places.reserve_exact(places - self.places.len());
    }

    fn push(&mut self, key: &[u8], payload: &[u8]) {
        self.note_common(key);
        self.places.push(Place { first: 0, start: self.bytes.len() as u64 });
        put_number(key.len() as u64, &mut self.bytes);
        put_number(payload.len() as u64, &mut self.bytes);
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(payload);
    }

    fn note_common(&mut self, key: &[u8]) {
        let first = match self.places.first() {
            Some(place) => self.record(*place).0,
            None => key,
        };
        let common = self.common.min(first.len());
        if !first.get(..common).is_some_and(|first| begins(key, first)) {
            self.common = first.iter().zip(key).take_while(|(one, other)| one == other).count();
        } else {
            self.common = common;
        }
    }

    /// The record at a place.
    fn record(&self, place: Place) -> (&[u8], &[u8]) {
        let start = usize::try_from(place.start).unwrap_or(usize::MAX);
        let mut rest = Unpack(self.bytes.get(start..).unwrap_or_default());
        let mut length = || usize::try_from(rest.number()?).ok();
        let (key, payload) = (length().unwrap_or(0), length().unwrap_or(0));
        (rest.bytes(key).unwrap_or_default(), rest.bytes(payload).unwrap_or_default())
    }

    fn sort(&mut self) {
        let mut places = std::mem::take(&mut self.places);
        for place in &mut places {
            let key = self.record(*place).0.get(self.common..).unwrap_or_default();
            place.first = match key.first_chunk::<8>() {
                Some(first) => u64::from_be_bytes(*first),
                None => {
                    let shifted = key.iter().fold(0, |first, byte| first << 8 | u64::from(*byte));
                    shifted.checked_shl(64 - 8 * u32::try_from(key.len()).unwrap_or(8)).unwrap_or(0)
                }
            };
        }
        places.sort_unstable_by(|one, other| {
            one.first.cmp(&other.first).then_with(|| self.compare(*one, *other))
        });
        self.places = places;
    }

    fn compare(&self, one: Place, other: Place) -> Ordering {
        self.record(one).0.cmp(self.record(other).0).then(one.start.cmp(&other.start))
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.places.clear();
        self.common = usize::MAX;
    }
}

fn total(bytes: usize, places: usize) -> u64 {
    (bytes + places * size_of::<Place>()) as u64
}

#[cfg(test)]
mod tests {
    use super::{Order, Sorter};
    use crate::Store;
    use crate::scratch::FREE;

    /// Records of some 70 bytes that nothing shortens.
    fn push(sorter: &mut Sorter<'_>, count: u32) -> urlset_core::Result<()> {
        for number in 0..count {
            let key = number.wrapping_mul(0x9e37_79b9).to_be_bytes();
            sorter.push(&key, &[7; 64])?;
        }
        Ok(())
    }

    #[test]
    fn what_is_held_counts() {
        let store = Store::new(1_000_000, None);
        let mut sorter = Sorter::new(&store);
        sorter.push(&[1; 2_000_000], b"").unwrap();
        assert_eq!(store.share().most(), 0, "a record that does not fit is held all the same");
        drop(sorter);
        let mut sorter = Sorter::new(&store);
        push(&mut sorter, 20_000).unwrap();
        let sorted = sorter.finish().unwrap();
        assert!(store.spilled() > 500_000);
        // Half of it is for reading the runs.
        let most = store.share().most();
        assert!(most < 350_000, "{most} bytes");
        drop(sorted);
        assert_eq!(store.share().most(), 500_000);
    }

    #[test]
    fn long_records_of_runs_that_are_merged_count() {
        let record = |number: u8| [&[number; 100_000][..], &[0; 100_000]].concat();
        let store = Store::new(2_000_000, None);
        let mut sorter = Sorter::new(&store);
        for number in (0..60).rev() {
            sorter.push(&record(number), &[number; 50_000]).unwrap();
        }
        let mut sorted = sorter.finish().unwrap();
        // Sixty runs of it would be 15 MB.
        let most = store.share().most();
        assert!((500_000..1_000_000).contains(&most), "{most} bytes are left for another");
        for number in 0..60 {
            let (key, payload) = sorted.read().unwrap().unwrap();
            assert!(key == record(number) && payload == [number; 50_000]);
        }
        assert!(sorted.read().unwrap().is_none());
        let Order::Merged { merge, .. } = sorted.0 else { panic!("it is in a file") };
        assert!(merge.held() < 1_100_000, "{} bytes", merge.held());
    }

    #[cfg(unix)]
    #[test]
    fn a_disk_without_room_is_told_before_the_work() {
        let store = Store::new(0, None);
        let is_limit = |result: urlset_core::Result<()>| {
            result.is_err_and(|error| error.to_string().contains("limit/disk"))
        };
        let mut sorter = Sorter::new(&store);
        FREE.set(Some(1000));
        assert!(is_limit(push(&mut sorter, 1000)));
        assert_eq!(store.spilled(), 0);
        // Enough for each run, and not for several as one.
        FREE.set(Some(20_000));
        let mut sorter = Sorter::new(&store);
        push(&mut sorter, 5000).unwrap();
        let spilled = store.spilled();
        assert!(is_limit(sorter.finish().map(drop)));
        assert!(store.spilled() < spilled + 20_000, "only the last run is written");
        FREE.set(None);
    }
}
