//! Takes every entry of a set, and gives the figures.

use crate::dates::Calendar;
use crate::key::rank;
use crate::{Counter, Coverage, Figures, File, Histogram, Key, Limits, Others};
use std::hash::{DefaultHasher, Hash, Hasher};
use urlset_core::{Entry, Extension, Result};
use urlset_store::{Sorter, Store};

/// Names of elements that no extension claims and that have a count of their own. The others count as
/// `others`.
const ELEMENTS: usize = 100;

/// What elements are called that are counted together.
const OTHERS: &str = "others";

/// Longest such name and namespace, in bytes.
const LONGEST: usize = 200;

/// Fields of the protocol beside the address.
const FIELDS: [&str; 3] = ["lastmod", "changefreq", "priority"];

/// Collects figures from the entries of a set, within the memory of a [`Store`].
#[derive(Debug)]
pub struct Stats<'s> {
    figures: Figures,
    extensions: &'static [&'static Extension],
    keys: Vec<(Key, Counter<'s>)>,
    calendar: Calendar<'s>,
    /// What stands for each address.
    pages: Sorter<'s>,
    value: String,
    /// Which fields the entry has already.
    met: Vec<bool>,
}

impl<'s> Stats<'s> {
    /// Figures of entries with these extensions, and histograms by these keys.
    pub fn new(
        store: &'s Store,
        extensions: &'static [&'static Extension],
        keys: Vec<Key>,
    ) -> Stats<'s> {
        let known = extensions.iter().map(|extension| extension.name);
        let coverage = |name: &str| Coverage { field: name.to_owned(), ..Coverage::default() };
        let coverage = FIELDS.into_iter().chain(known).map(coverage).collect();
        Stats {
            figures: Figures { coverage, ..Figures::default() },
            extensions,
            keys: keys.into_iter().map(|key| (key, Counter::new(store))).collect(),
            calendar: Calendar::new(store, None),
            pages: Sorter::new(store),
            value: String::new(),
            met: Vec::new(),
        }
    }

    /// Also counts the dates that are later than this, in seconds since 1970.
    #[must_use]
    pub fn now(mut self, store: &'s Store, now: i64) -> Stats<'s> {
        self.calendar = Calendar::new(store, Some(now));
        self
    }

    /// What files may hold, where it is not what the protocol lets them.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Stats<'s> {
        self.figures.limits = limits;
        self
    }

    /// Counts a page, which was read from the document of this number.
    ///
    /// # Errors
    /// `limit/disk` where there is no room for a temporary file.
    pub fn entry(&mut self, entry: &Entry, source: u32) -> Result<()> {
        self.figures.urls += 1;
        self.pages.push(&digest(entry.loc.as_str()), b"")?;
        for (key, counter) in &mut self.keys {
            key.put(entry, source, &mut self.value);
            counter.add(&self.value)?;
        }
        if let Some(date) = entry.lastmod {
            self.calendar.add(date)?;
        }
        self.cover(entry);
        Ok(())
    }

    /// Counts which fields there are.
    fn cover(&mut self, entry: &Entry) {
        let own = [entry.lastmod.is_some(), entry.changefreq.is_some(), entry.priority.is_some()];
        for (known, there) in self.figures.coverage.iter_mut().zip(own) {
            known.entries += u64::from(there);
            known.items += u64::from(there);
        }
        self.met.clear();
        for element in entry.extensions.elements() {
            let (namespace, name) = (element.namespace(), element.qname());
            let known = self.extensions.iter().position(|extension| {
                extension.namespace == namespace || extension.is_misspelt_as(namespace)
            });
            let at = match known {
                Some(number) => FIELDS.len() + number,
                None => self.stranger(namespace, name),
            };
            if self.met.len() <= at {
                self.met.resize(at + 1, false);
            }
            let (Some(coverage), Some(met)) =
                (self.figures.coverage.get_mut(at), self.met.get_mut(at))
            else {
                continue;
            };
            coverage.items += 1;
            coverage.entries += u64::from(!std::mem::replace(met, true));
        }
    }

    /// Where an element is counted that no extension claims: by its namespace and its name there,
    /// whatever prefix stands for it.
    fn stranger(&mut self, namespace: &str, name: &str) -> usize {
        let claimed = FIELDS.len() + self.extensions.len();
        let full = self.figures.coverage.len() >= claimed + ELEMENTS;
        let local = |name: &str| name.rsplit_once(':').map_or(name, |(_, local)| local).to_owned();
        let find = |coverage: &[Coverage], namespace: Option<&str>, name: &str| {
            let is_it =
                |one: &Coverage| one.namespace.as_deref() == namespace && local(&one.field) == name;
            let at = coverage.iter().skip(claimed).position(is_it);
            at.map(|at| claimed + at)
        };
        if let Some(at) = find(&self.figures.coverage, Some(namespace), &local(name)) {
            return at;
        }
        let is_long = name.len() > LONGEST || namespace.len() > LONGEST;
        let (namespace, name) = match full || is_long {
            true => (None, OTHERS),
            false => (Some(namespace), name),
        };
        find(&self.figures.coverage, namespace, &local(name)).unwrap_or_else(|| {
            let (field, namespace) = (name.to_owned(), namespace.map(str::to_owned));
            self.figures.coverage.push(Coverage { field, namespace, ..Coverage::default() });
            self.figures.coverage.len() - 1
        })
    }

    /// Counts a file, whatever its kind, after its entries.
    pub fn file(&mut self, mut file: File) {
        let figures = &mut self.figures;
        figures.bytes += file.bytes;
        figures.stored += file.stored;
        file.room = figures.limits.room(file.entries, file.bytes);
        figures.files.push(file);
    }

    /// All figures; of each histogram the most frequent values, or the newest dates, at most so many.
    ///
    /// # Errors
    /// As [`Stats::entry`], or when a temporary file cannot be read.
    pub fn finish(self, most: usize) -> Result<Figures> {
        let Stats { mut figures, keys, calendar, pages, .. } = self;
        figures.repeated = repeated(pages)?;
        figures.dates = calendar.finish()?;
        for (key, counter) in keys {
            let mut histogram = match key.is_date() {
                true => counter.finish_newest(&key.name(), most)?,
                false => counter.finish(&key.name(), most)?,
            };
            if key.is_ordered() {
                histogram.bins.sort_by(|one, other| rank(&one.value).cmp(&rank(&other.value)));
            }
            figures.histograms.push(histogram);
        }
        Ok(figures)
    }
}

impl Histogram {
    /// The same with the most frequent values only, at most so many; others join [`Histogram::others`].
    /// Values keep their order.
    #[must_use]
    pub fn top(&self, most: usize) -> Histogram {
        let mut counts: Vec<(u64, usize)> =
            self.bins.iter().enumerate().map(|(at, bin)| (bin.entries, usize::MAX - at)).collect();
        counts.sort_unstable_by(|one, other| other.cmp(one));
        let least = counts.get(most).copied();
        let mut others = self.others;
        let kept = |(at, bin): &(usize, &crate::Bin)| {
            let is_kept = least.is_none_or(|least| (bin.entries, usize::MAX - at) > least);
            if !is_kept {
                others =
                    Others { values: others.values + 1, entries: others.entries + bin.entries };
            }
            is_kept
        };
        let bins = self.bins.iter().enumerate().filter(kept).map(|(_, bin)| bin.clone()).collect();
        Histogram { by: self.by.clone(), distinct: self.distinct, bins, others }
    }
}

/// Stands for an address. Two addresses with one digest would be one that is repeated: among n
/// addresses that is less likely than n²/2^129, for 10^9 below 2^-69.
fn digest(loc: &str) -> [u8; 16] {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        loc.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    (half(0) << 64 | half(1)).to_be_bytes()
}

/// How many records repeat an earlier one.
fn repeated(pages: Sorter<'_>) -> Result<u64> {
    let mut sorted = pages.finish()?;
    let (mut last, mut repeated) = ([0; 16], 0);
    let mut is_first = true;
    while let Some((key, _)) = sorted.read()? {
        repeated += u64::from(!is_first && key == last);
        is_first = false;
        if let Some(digest) = key.first_chunk() {
            last = *digest;
        }
    }
    Ok(repeated)
}

#[cfg(test)]
mod tests {
    use super::Stats;
    use crate::{File, Key, Room};
    use urlset_core::{Datetime, Entry, Loc, Position};
    use urlset_store::Store;

    #[test]
    fn figures_of_a_small_set() {
        let store = Store::new(1 << 20, None);
        let mut stats = Stats::new(&store, &[], Key::usual());
        for (loc, date) in [
            ("https://e.com/a/1", "2026-01"),
            ("http://e.com/a/2", "2025-12-01"),
            ("https://e.com/b", ""),
        ] {
            let mut entry = Entry::new(Loc::new(loc));
            entry.lastmod = Datetime::parse(date).ok();
            for _ in 0..2 {
                entry.extensions.open("urn:x", "x:y", Position::default()).close();
            }
            stats.entry(&entry, 1).unwrap();
        }
        stats.file(File { entries: 50_001, bytes: 10, stored: 5, ..File::default() });
        let figures = stats.finish(1).unwrap();
        assert_eq!((figures.urls, figures.repeated, figures.bytes, figures.stored), (3, 0, 10, 5));
        assert_eq!(figures.files[0].room, Room { entries: -1, bytes: 52_428_790 });
        let month = figures.histogram("month").unwrap();
        assert_eq!((month.distinct, month.bins.len(), month.others.values), (3, 2, 1));
        let element = figures.coverage.last().unwrap();
        assert_eq!((element.field.as_str(), element.entries, element.items), ("x:y", 3, 6));
        assert_eq!(figures.coverage[0].entries, 2);
    }

    #[test]
    fn an_element_is_its_namespace_and_name() {
        let store = Store::new(1 << 20, None);
        let mut stats = Stats::new(&store, &[], Vec::new());
        let mut entry = Entry::new(Loc::new("https://e.com/"));
        for (namespace, name) in [
            ("urn:9", "image"),
            ("urn:1", "a:q"),
            ("urn:2", "a:q"),
            ("urn:2", "b:q"),
            ("urn:3", "others"),
        ] {
            entry.extensions.open(namespace, name, Position::default()).close();
        }
        entry.extensions.open(&"u".repeat(300), "x", Position::default()).close();
        stats.entry(&entry, 1).unwrap();
        let figures = stats.finish(1).unwrap();
        let told: Vec<_> = figures.coverage.iter().skip(3).collect();
        let told: Vec<_> = told
            .iter()
            .map(|one| (one.field.as_str(), one.namespace.as_deref(), one.items))
            .collect();
        let expected = [
            ("image", Some("urn:9"), 1),
            ("a:q", Some("urn:1"), 1),
            ("a:q", Some("urn:2"), 2),
            ("others", Some("urn:3"), 1),
            ("others", None, 1),
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn any_number_of_elements_and_values() {
        let store = Store::new(1 << 20, None);
        let mut stats = Stats::new(&store, &[], vec![Key::section()]);
        for number in 0..20_000 {
            let mut entry = Entry::new(Loc::new(&format!("https://e.com/{number}/a")));
            entry.extensions.open("urn:x", &format!("x{number}"), Position::default()).close();
            stats.entry(&entry, 1).unwrap();
        }
        let figures = stats.finish(1000).unwrap();
        assert_eq!(figures.coverage.len(), 104);
        assert_eq!(figures.coverage.last().unwrap().entries, 19_900);
        let sections = figures.histogram("section").unwrap();
        assert_eq!(
            (sections.distinct, sections.entries(), sections.others.values),
            (20_000, 20_000, 19_000)
        );
        let top = sections.top(3);
        assert_eq!((top.bins.len(), top.others.values, top.entries()), (3, 19_997, 20_000));
    }
}
