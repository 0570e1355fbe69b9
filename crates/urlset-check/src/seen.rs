//! Which fingerprints came more than once: eight bytes for each entry, out of core.

use urlset_core::Result;
use urlset_store::{Partitions, Share, Sorter, Store, damaged};

/// The high bits of a fingerprint choose one of so many piles.
const PILES: u16 = 256;

/// So many go to their piles at once: they lie far apart, and nobody waits for the memory of one before the
/// next is looked for.
const FRESH: usize = 512;

/// Takes the fingerprint of every entry.
///
/// All of its 64 bits are kept, so that two addresses that differ hardly ever look as if they were
/// one: among n of them some do with a chance of n²/2^65, which is one in 37 for 10^9.
#[derive(Debug)]
pub(crate) struct Seen {
    piles: Partitions,
    counts: Vec<u64>,
    /// Those that are in no pile yet.
    fresh: Vec<u64>,
}

impl Seen {
    pub(crate) fn new(store: &Store) -> Seen {
        let (piles, counts) = (Partitions::new(store, PILES), vec![0; usize::from(PILES)]);
        Seen { piles, counts, fresh: Vec::with_capacity(FRESH) }
    }

    pub(crate) fn push(&mut self, fingerprint: u64) -> Result<()> {
        self.fresh.push(fingerprint);
        if self.fresh.len() < FRESH { Ok(()) } else { self.pile_up() }
    }

    /// Puts to their piles those that are in none.
    #[inline(never)]
    fn pile_up(&mut self) -> Result<()> {
        for fingerprint in self.fresh.drain(..) {
            let bytes = fingerprint.to_be_bytes();
            let pile = usize::from(bytes[0]);
            if let Some(count) = self.counts.get_mut(pile) {
                *count += 1;
            }
            self.piles.push(pile, &bytes)?;
        }
        Ok(())
    }

    /// Those that came more than once; `None` where none did.
    pub(crate) fn repeated(mut self, store: &Store) -> Result<Option<Repeated>> {
        self.pile_up()?;
        let mut repeated = None;
        let entries = self.counts.iter().sum();
        let mut share = store.share();
        let mut held: Vec<u64> = Vec::new();
        for (number, count) in self.counts.iter().enumerate() {
            let mut add = |fingerprint| {
                repeated.get_or_insert_with(|| Repeated::new(entries, store)).add(fingerprint);
            };
            if share.hold(count.saturating_mul(8)) {
                held.clear();
                drain(&mut self.piles, number, |fingerprint| {
                    held.push(fingerprint);
                    Ok(())
                })?;
                held.sort_unstable();
                let pairs = held.iter().zip(held.iter().skip(1));
                pairs.filter(|(one, next)| one == next).for_each(|(one, _)| add(*one));
                continue;
            }
            // More than memory holds, as where one page is there a billion times.
            let mut sorter = Sorter::new(store);
            drain(&mut self.piles, number, |one| sorter.push(&one.to_be_bytes(), b""))?;
            let (mut sorted, mut last) = (sorter.finish()?, None);
            while let Some((key, _)) = sorted.read()? {
                let one = u64::from_be_bytes(*key.first_chunk().ok_or_else(damaged)?);
                if last.replace(one) == Some(one) {
                    add(one);
                }
            }
        }
        Ok(repeated)
    }
}

fn drain(
    piles: &mut Partitions,
    number: usize,
    mut take: impl FnMut(u64) -> Result<()>,
) -> Result<()> {
    piles.read(number, |block| {
        let (whole, rest) = block.as_chunks::<8>();
        whole.iter().try_for_each(|bytes| take(u64::from_be_bytes(*bytes)))?;
        Ok(block.len() - rest.len())
    })?;
    piles.forget(number);
    Ok(())
}

/// Fingerprints that came more than once, and perhaps some that did not: a bit for each, in as many
/// as memory allows. The fewer there are, the more entries are compared in vain.
#[derive(Debug)]
pub(crate) struct Repeated {
    bits: Vec<u64>,
    _share: Share,
}

impl Repeated {
    fn new(entries: u64, store: &Store) -> Repeated {
        // Four bits an entry: of those that are not repeated, a quarter at most looks so.
        let mut words = (entries / 16).max(1).next_power_of_two();
        let mut share = store.share();
        while words > 1 && !share.hold(words * 8) {
            words /= 2;
        }
        Repeated { bits: vec![0; usize::try_from(words).unwrap_or(1)], _share: share }
    }

    fn add(&mut self, fingerprint: u64) {
        let (word, bit) = self.place(fingerprint);
        if let Some(word) = self.bits.get_mut(word) {
            *word |= bit;
        }
    }

    pub(crate) fn has(&self, fingerprint: u64) -> bool {
        let (word, bit) = self.place(fingerprint);
        self.bits.get(word).is_some_and(|word| word & bit != 0)
    }

    fn place(&self, fingerprint: u64) -> (usize, u64) {
        let word = (fingerprint >> 6) & (self.bits.len() as u64 - 1);
        (usize::try_from(word).unwrap_or(0), 1 << (fingerprint & 63))
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;
    use urlset_store::Store;

    #[test]
    fn what_is_repeated_is_found() {
        for (memory, spills) in [(0, true), (200_000, true), (64 << 20, false)] {
            let store = Store::new(memory, None);
            let (mut clean, mut seen) = (Seen::new(&store), Seen::new(&store));
            let of = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            for number in 0..100_000 {
                clean.push(of(number)).unwrap();
                seen.push(of(number)).unwrap();
            }
            for number in (0..100_000).step_by(1000) {
                seen.push(of(number)).unwrap();
            }
            assert_eq!(store.spilled() > 0, spills);
            assert!(clean.repeated(&store).unwrap().is_none());
            let repeated = seen.repeated(&store).unwrap().unwrap();
            assert!((0..100_000).step_by(1000).all(|number| repeated.has(of(number))));
            let found = (0..100_000).filter(|number| repeated.has(of(*number))).count();
            assert!(memory == 0 || found < 1000, "{found} with {memory} bytes");
            drop(repeated);
            assert_eq!(store.share().most(), memory / 2, "all memory is given back");
        }
    }
}
