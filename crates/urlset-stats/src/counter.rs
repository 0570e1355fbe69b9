//! Counts entries by value, exactly, however many values there are.

use crate::key::UNDATED;
use crate::{Bin, Histogram, Others};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use urlset_core::{Result, are_same};
use urlset_store::{Sorter, Store, damaged};

/// Bytes of values that are counted in memory. Beyond that they go to a sorter, and the count begins
/// again.
const HELD: usize = 512 << 10;

/// What a value takes beside its text.
const EACH: usize = 64;

/// Longest value that is counted by itself, in bytes: as long as the protocol lets a loc be. Longer ones
/// that begin alike are one, which ends in `…`.
const LONGEST: usize = 2048;

/// Counts entries by value.
#[derive(Debug)]
pub struct Counter<'s> {
    store: &'s Store,
    held: usize,
    counts: HashMap<Box<str>, u64>,
    /// The value of the last entry, and of how many before it: neighbours often have the same.
    last: String,
    run: u64,
    spilled: Option<Sorter<'s>>,
    least: usize,
}

impl<'s> Counter<'s> {
    /// A count within the memory of a store.
    pub fn new(store: &'s Store) -> Counter<'s> {
        Counter {
            store,
            held: 0,
            counts: HashMap::new(),
            last: String::new(),
            run: 0,
            spilled: None,
            least: HELD,
        }
    }

    /// Counts one entry with this value.
    ///
    /// # Errors
    /// `limit/disk` where there is no room for a temporary file.
    pub fn add(&mut self, value: &str) -> Result<()> {
        if self.run > 0 && are_same(self.last.as_bytes(), value.as_bytes()) {
            self.run += 1;
            return Ok(());
        }
        self.settle()?;
        self.last.clear();
        self.last.push_str(value);
        self.run = 1;
        Ok(())
    }

    /// Counts the last value.
    fn settle(&mut self) -> Result<()> {
        let run = std::mem::take(&mut self.run);
        if run == 0 {
            return Ok(());
        }
        if self.last.len() > LONGEST {
            let end = (0..=LONGEST).rev().find(|end| self.last.is_char_boundary(*end));
            self.last.truncate(end.unwrap_or(0));
            self.last.push('…');
        }
        if let Some(count) = self.counts.get_mut(self.last.as_str()) {
            *count += run;
            return Ok(());
        }
        if self.held > self.least {
            self.spill()?;
        }
        self.held += self.last.len() + EACH;
        self.counts.insert(self.last.as_str().into(), run);
        Ok(())
    }

    fn spill(&mut self) -> Result<()> {
        let store = self.store;
        let sorter = self.spilled.get_or_insert_with(|| Sorter::new(store));
        for (value, count) in self.counts.drain() {
            sorter.push(value.as_bytes(), &count.to_be_bytes())?;
        }
        self.held = 0;
        Ok(())
    }

    /// The most frequent values, at most so many, the most frequent first; of those with as many
    /// entries the first by their bytes.
    ///
    /// # Errors
    /// As [`Counter::add`], or when a temporary file cannot be read.
    pub fn finish(self, by: &str, most: usize) -> Result<Histogram> {
        let mut top = Top::new(most);
        self.each(&mut |value, entries| top.push(value, entries))?;
        Ok(top.histogram(by))
    }

    /// The last of values that are dates, at most so many, in their order, and after them that of
    /// entries without one.
    ///
    /// # Errors
    /// As [`Counter::finish`].
    pub fn finish_newest(self, by: &str, most: usize) -> Result<Histogram> {
        let mut newest = Newest::new(most);
        self.each(&mut |value, entries| newest.push(value, entries))?;
        Ok(newest.histogram(by))
    }

    /// Gives every value once, and how many entries have it.
    fn each(mut self, take: &mut dyn FnMut(&str, u64)) -> Result<()> {
        self.settle()?;
        if self.spilled.is_none() {
            self.counts.drain().for_each(|(value, count)| take(&value, count));
            return Ok(());
        }
        self.spill()?;
        let Some(sorter) = self.spilled.take() else { return Ok(()) };
        let mut sorted = sorter.finish()?;
        let (mut value, mut entries) = (Vec::new(), 0_u64);
        while let Some((key, payload)) = sorted.read()? {
            let count = u64::from_be_bytes(*payload.first_chunk().ok_or_else(damaged)?);
            if entries > 0 && value == key {
                entries += count;
                continue;
            }
            if entries > 0 {
                take(std::str::from_utf8(&value).map_err(|_| damaged())?, entries);
            }
            value.clear();
            value.extend_from_slice(key);
            entries = count;
        }
        if entries > 0 {
            take(std::str::from_utf8(&value).map_err(|_| damaged())?, entries);
        }
        Ok(())
    }
}

/// The last of all dates.
struct Newest {
    most: usize,
    kept: BTreeMap<Box<str>, u64>,
    undated: Option<u64>,
    distinct: u64,
    others: Others,
}

impl Newest {
    fn new(most: usize) -> Newest {
        let (kept, others) = (BTreeMap::new(), Others::default());
        Newest { most, kept, undated: None, distinct: 0, others }
    }

    fn push(&mut self, value: &str, entries: u64) {
        self.distinct += 1;
        if value == UNDATED {
            self.undated = Some(entries);
            return;
        }
        self.kept.insert(value.into(), entries);
        if self.kept.len() > self.most
            && let Some((_, entries)) = self.kept.pop_first()
        {
            self.others.values += 1;
            self.others.entries += entries;
        }
    }

    fn histogram(self, by: &str) -> Histogram {
        let dated = self.kept.into_iter();
        let dated = dated.map(|(value, entries)| Bin { value: value.into(), entries });
        let undated = self.undated.map(|entries| Bin { value: UNDATED.to_owned(), entries });
        Histogram {
            by: by.to_owned(),
            distinct: self.distinct,
            bins: dated.chain(undated).collect(),
            others: self.others,
        }
    }
}

/// The most frequent of all values; the least of them on top.
struct Top {
    most: usize,
    kept: BinaryHeap<Reverse<(u64, Reverse<Box<str>>)>>,
    distinct: u64,
    others: Others,
}

impl Top {
    fn new(most: usize) -> Top {
        Top { most, kept: BinaryHeap::new(), distinct: 0, others: Others::default() }
    }

    fn push(&mut self, value: &str, entries: u64) {
        self.distinct += 1;
        self.kept.push(Reverse((entries, Reverse(value.into()))));
        if self.kept.len() > self.most
            && let Some(Reverse((entries, _))) = self.kept.pop()
        {
            self.others.values += 1;
            self.others.entries += entries;
        }
    }

    fn histogram(self, by: &str) -> Histogram {
        // Ascending by what is reversed: the most frequent first.
        let bins = self.kept.into_sorted_vec().into_iter();
        let bins =
            bins.map(|Reverse((entries, Reverse(value)))| Bin { value: value.into(), entries });
        Histogram {
            by: by.to_owned(),
            distinct: self.distinct,
            bins: bins.collect(),
            others: self.others,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Counter;
    use urlset_store::Store;

    #[test]
    fn exact_in_memory_and_beyond() {
        let store = Store::new(1 << 20, None);
        for least in [usize::MAX, 0, 1000] {
            let mut counter = Counter { least, ..Counter::new(&store) };
            for number in 0..1000_u32 {
                counter.add(&format!("v{}", number % 90)).unwrap();
                counter.add("often").unwrap();
                counter.add("often").unwrap();
            }
            let histogram = counter.finish("x", 3).unwrap();
            let told: Vec<_> =
                histogram.bins.iter().map(|bin| (bin.value.as_str(), bin.entries)).collect();
            assert_eq!(told, [("often", 2000), ("v0", 12), ("v1", 12)], "{least}");
            assert_eq!((histogram.distinct, histogram.others.values), (91, 88));
            assert_eq!(histogram.entries(), 3000);
        }
    }

    #[test]
    fn the_newest_dates_are_kept_however_rare() {
        let store = Store::new(1 << 20, None);
        for least in [usize::MAX, 0] {
            let mut counter = Counter { least, ..Counter::new(&store) };
            for day in 0..1100 {
                let date =
                    format!("{:04}-{:02}-{:02}", 2020 + day / 336, day / 28 % 12 + 1, day % 28 + 1);
                counter.add(&date).unwrap();
                counter.add(if day == 0 { "undated" } else { "2020-01-01" }).unwrap();
            }
            let histogram = counter.finish_newest("day", 3).unwrap();
            let told: Vec<_> =
                histogram.bins.iter().map(|bin| (bin.value.as_str(), bin.entries)).collect();
            let newest = [("2023-04-06", 1), ("2023-04-07", 1), ("2023-04-08", 1), ("undated", 1)];
            assert_eq!(told, newest, "{least}");
            assert_eq!((histogram.distinct, histogram.others.values), (1101, 1097));
            assert_eq!(histogram.entries(), 2200);
        }
    }

    #[test]
    fn long_values_are_cut() {
        let store = Store::new(1 << 20, None);
        let mut counter = Counter::new(&store);
        let long = "\u{fc}".repeat(5000);
        counter.add(&long).unwrap();
        counter.add(&format!("{long}x")).unwrap();
        let histogram = counter.finish("x", 3).unwrap();
        assert_eq!(
            (histogram.distinct, histogram.of(&format!("{}…", "\u{fc}".repeat(1024)))),
            (1, 2)
        );
    }
}
