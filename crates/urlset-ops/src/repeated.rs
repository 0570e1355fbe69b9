//! Which entries have a fingerprint that another entry has, too; where there is no memory, perhaps a
//! few more. By two fingerprints that nothing connects, which have an earlier entry's key.

use crate::marks::{Collect, Marks};
use crate::twice::{Known, Twice};
use std::hash::{BuildHasher, RandomState};
use urlset_core::Result;
use urlset_store::{Partitions, Store};

/// The high bits of a fingerprint choose one of so many piles.
pub(crate) const PILES: u16 = 256;

/// The pile of a fingerprint.
pub(crate) fn pile_of(fingerprint: u64) -> usize {
    usize::from(fingerprint.to_be_bytes()[0])
}

/// Takes the fingerprint of every entry in order, six bytes for each, nearly always: 32 bits of it beside
/// those that choose the pile, and how far the entry is from the one before in its pile. That two
/// entries look repeated and are not costs a little time, nothing else.
///
/// Where the key is all that matters, 64 bits of a second fingerprint stand behind each: SipHash with a
/// key that nobody knows. Two keys of a hundred million share all 104 bits in one of 4 * 10^15 runs; far
/// more often a memory gives back another byte than it was given.
pub(crate) struct Fingerprints {
    partitions: Partitions,
    piles: Vec<Pile>,
    entries: u64,
    second: Option<RandomState>,
}

#[derive(Clone, Copy, Default)]
struct Pile {
    entries: u64,
    /// Number of the entry that came last, plus one.
    after: u64,
}

/// Four bytes of the fingerprint and two that say how far the entry is from the one before.
const RECORD: usize = 6;

/// The same, and a second fingerprint.
const RECORD_OF_BOTH: usize = 14;

/// A pile that finds no room is halved so often at most, and read for each of its parts: many pages, or
/// one very often, which takes no room but is not known before.
const MOST_HALVINGS: u32 = 2;

/// In place of a distance that two bytes do not hold: it stands behind the record, in eight.
const FAR: u16 = u16::MAX;

impl Fingerprints {
    /// None yet; `both` says whether a second one of each is taken.
    pub(crate) fn new(store: &Store, both: bool) -> Fingerprints {
        let piles = vec![Pile::default(); usize::from(PILES)];
        let second = both.then(RandomState::new);
        Fingerprints { partitions: Partitions::new(store, PILES), piles, entries: 0, second }
    }

    /// How many entries there were.
    pub(crate) fn entries(&self) -> u64 {
        self.entries
    }

    /// Takes that of the next entry, and its key.
    pub(crate) fn push(&mut self, (fingerprint, key): (u64, &str)) -> Result<()> {
        let number = pile_of(fingerprint);
        let Some(pile) = self.piles.get_mut(number) else { return Ok(()) };
        let distance = self.entries - pile.after;
        self.entries += 1;
        pile.after = self.entries;
        pile.entries += 1;
        let [_, a, b, c, d, ..] = fingerprint.to_be_bytes();
        let near = u16::try_from(distance).unwrap_or(FAR);
        let [low, high] = near.to_le_bytes();
        let record = [a, b, c, d, low, high];
        match &self.second {
            None => self.partitions.push(number, &record)?,
            Some(second) => {
                let mut both = [0; RECORD_OF_BOTH];
                let second = second.hash_one(key).to_le_bytes();
                both.iter_mut()
                    .zip(record.into_iter().chain(second))
                    .for_each(|(to, byte)| *to = byte);
                self.partitions.push(number, &both)?;
            }
        }
        match near {
            FAR => self.partitions.push(number, &distance.to_le_bytes()),
            _ => Ok(()),
        }
    }

    /// The entries whose fingerprint is repeated.
    pub(crate) fn repeated(mut self, store: &Store) -> Result<Marks> {
        let mut marks = Collect::of(self.entries, store);
        let mut twice = Twice::new(store);
        for (number, pile) in self.piles.iter().enumerate() {
            twice.clear(pile.entries);
            self.each(number, |bits, _, _| {
                twice.add(bits);
                Ok(())
            })?;
            self.each(number, |bits, _, entry| match twice.has(bits) {
                true => marks.add(entry),
                false => Ok(()),
            })?;
            self.partitions.forget(number);
        }
        marks.finish()
    }

    /// The entries that have both fingerprints of an earlier one; `None` where only one of each was taken,
    /// or a pile would have to be read too often for what memory there is.
    pub(crate) fn later(&mut self, store: &Store) -> Result<Option<Marks>> {
        if self.second.is_none() {
            return Ok(None);
        }
        let mut marks = Collect::of(self.entries, store);
        let mut known = Known::new(store);
        let most = self.piles.iter().map(|pile| pile.entries).max().unwrap_or_default();
        let Some(least) = (0..=MOST_HALVINGS).find(|high| known.makes_room(most >> high)) else {
            return Ok(None);
        };
        for (number, pile) in self.piles.iter().enumerate() {
            let fits = |high: &u32| pile.entries >> high <= most >> least;
            let high = (0..least).find(fits).unwrap_or(least);
            for part in 0..1 << high {
                known.clear(pile.entries >> high);
                self.add_later(number, (high, part), &mut known, &mut marks)?;
            }
            self.partitions.forget(number);
        }
        marks.finish().map(Some)
    }

    /// Marks those of one part of a pile.
    fn add_later(
        &self,
        pile: usize,
        (high, part): (u32, u64),
        known: &mut Known,
        marks: &mut Collect<'_>,
    ) -> Result<()> {
        self.each(pile, |bits, second, entry| {
            let own = second.checked_shr(u64::BITS - high).unwrap_or_default();
            match own != part || known.add(bits, second)? {
                true => Ok(()),
                false => marks.add(entry),
            }
        })
    }

    /// Takes a pile apart: the bits of each fingerprint, the second one, and the number of its entry.
    fn each(&self, pile: usize, mut take: impl FnMut(u32, u64, u64) -> Result<()>) -> Result<()> {
        let (mut after, both) = (0, self.second.is_some());
        self.partitions.read(pile, |block| {
            let mut rest = block;
            while let Some((record, behind)) = Record::take(rest, both) {
                let entry = after + record.distance;
                take(record.bits, record.second, entry)?;
                (after, rest) = (entry + 1, behind);
            }
            Ok(block.len() - rest.len())
        })
    }
}

/// What stands of one entry in a pile.
struct Record {
    bits: u32,
    distance: u64,
    second: u64,
}

impl Record {
    /// That in front of some bytes, and those after it; `None` where it is not there whole.
    fn take(block: &[u8], both: bool) -> Option<(Record, &[u8])> {
        let ([a, b, c, d, low, high], mut rest) = block.split_first_chunk::<RECORD>()?;
        let mut number = || {
            let (number, behind) = rest.split_first_chunk()?;
            rest = behind;
            Some(u64::from_le_bytes(*number))
        };
        let second = if both { number()? } else { 0 };
        let distance = match u16::from_le_bytes([*low, *high]) {
            FAR => number()?,
            near => near.into(),
        };
        let bits = u32::from_be_bytes([*a, *b, *c, *d]);
        Some((Record { bits, distance, second }, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::Fingerprints;
    use proptest::prelude::*;
    use urlset_store::Store;

    fn marked(entries: &[(u64, String)], memory: u64) -> Option<Vec<bool>> {
        let store = Store::new(memory, None);
        let mut fingerprints = Fingerprints::new(&store, true);
        entries.iter().for_each(|(print, key)| fingerprints.push((*print, key)).unwrap());
        let mut marks = fingerprints.later(&store).unwrap()?;
        Some((0..entries.len() as u64).map(|number| marks.has(number).unwrap()).collect())
    }

    proptest! {
        /// Keys of one fingerprint are told apart by the second one.
        #[test]
        fn later_ones_have_both(entries in prop::collection::vec((0..3_u64, 0..200_u32), 0..2000)) {
            let entries: Vec<(u64, String)> = entries
                .into_iter()
                .map(|(print, key)| ((print + u64::from(key % 2)) << 40, format!("https://e.com/{key}")))
                .collect();
            let earlier = |at: usize| entries[..at].contains(&entries[at]);
            let expected: Vec<bool> = (0..entries.len()).map(earlier).collect();
            prop_assert_eq!(marked(&entries, 1 << 20), Some(expected));
        }
    }

    #[test]
    fn far_ones_and_parts_of_a_pile() {
        let page = |pile: u64, key: &str| (pile << 56, key.to_owned());
        let mut entries = vec![page(1, "a"), page(2, "b")];
        entries.extend((0..70_000).map(|number| page(3, &number.to_string())));
        entries.extend([page(2, "c"), page(1, "a"), page(2, "b")]);
        let later = |memory: u64| {
            let marks = marked(&entries, memory)?.into_iter().enumerate();
            Some(marks.filter_map(|(number, is)| is.then_some(number)).collect::<Vec<_>>())
        };
        // Enough for the whole of the largest pile, for a half or a quarter of it, for none.
        for quarters in 1..40 {
            let told = later(100_000 * quarters);
            assert!(told.is_none_or(|told| told == [70_003, 70_004]), "{quarters}");
        }
        assert_eq!((later(0), later(1 << 24)), (None, Some(vec![70_003, 70_004])));
        // A table for the whole pile takes 1.5 MB, and half the memory is to be had.
        assert!(later(2_000_000).is_some());
    }
}
