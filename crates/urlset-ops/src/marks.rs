//! Some of the entries, by their numbers in the order of reading.

use urlset_core::Result;
use urlset_core::compact::Unpack;
use urlset_store::{Share, Sorted, Sorter, Store};

/// Numbers that are collected in any order. One bit for each entry that there is, or sorted out of
/// core where even that is more than may be held.
pub(crate) struct Collect<'s> {
    kind: Kind<'s>,
    count: u64,
}

enum Kind<'s> {
    Bits(Vec<u64>, Share),
    Sorter(Box<Sorter<'s>>),
}

impl<'s> Collect<'s> {
    /// None yet of `entries`.
    pub(crate) fn of(entries: u64, store: &'s Store) -> Collect<'s> {
        let words = entries.div_ceil(64);
        let mut share = store.share();
        let bits =
            usize::try_from(words).ok().filter(|_| share.hold(words * 8)).and_then(|length| {
                let mut bits = Vec::new();
                bits.try_reserve_exact(length).ok()?;
                bits.resize(length, 0);
                Some(bits)
            });
        let kind = match bits {
            Some(bits) => Kind::Bits(bits, share),
            None => Kind::Sorter(Box::new(Sorter::new(store))),
        };
        Collect { kind, count: 0 }
    }

    /// Collects a number, below that of the entries and not twice the same.
    pub(crate) fn add(&mut self, number: u64) -> Result<()> {
        self.count += 1;
        match &mut self.kind {
            Kind::Bits(words, _) => {
                let word = usize::try_from(number / 64).ok().and_then(|at| words.get_mut(at));
                if let Some(word) = word {
                    *word |= 1 << (number % 64);
                }
                Ok(())
            }
            Kind::Sorter(sorter) => sorter.push(&number.to_be_bytes(), b""),
        }
    }

    pub(crate) fn finish(self) -> Result<Marks> {
        let kind = match self.kind {
            Kind::Bits(words, share) => Marked::Bits(words, share),
            Kind::Sorter(sorter) => {
                let mut sorted = sorter.finish()?;
                let next = next(&mut sorted)?;
                Marked::Sorted(Box::new(sorted), next)
            }
        };
        Ok(Marks { kind, count: self.count })
    }
}

/// Numbers that were collected.
pub(crate) struct Marks {
    kind: Marked,
    count: u64,
}

enum Marked {
    Bits(Vec<u64>, #[expect(dead_code, reason = "held until the bits are gone")] Share),
    Sorted(Box<Sorted>, Option<u64>),
}

impl Marks {
    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Whether a number was collected; each is asked for once, in order.
    pub(crate) fn has(&mut self, number: u64) -> Result<bool> {
        match &mut self.kind {
            Marked::Bits(words, _) => {
                let word = usize::try_from(number / 64).ok().and_then(|at| words.get(at));
                Ok(word.is_some_and(|word| word >> (number % 64) & 1 == 1))
            }
            Marked::Sorted(sorted, upcoming) => {
                let is = *upcoming == Some(number);
                if is {
                    *upcoming = next(sorted)?;
                }
                Ok(is)
            }
        }
    }
}

fn next(sorted: &mut Sorted) -> Result<Option<u64>> {
    let number = |key: &[u8]| key.first_chunk::<8>().map(|bytes| u64::from_be_bytes(*bytes));
    Ok(sorted.read()?.and_then(|(key, _)| number(key)))
}

/// The number in front of a record; the rest of it.
pub(crate) fn numbered(record: &[u8]) -> Result<(u64, &[u8])> {
    let mut rest = Unpack(record);
    let number = rest.number().ok_or_else(urlset_store::damaged)?;
    Ok((number, rest.0))
}
