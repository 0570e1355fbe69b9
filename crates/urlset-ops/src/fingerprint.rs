//! Few bytes that stand for a key while it is not at hand.

use std::hash::{BuildHasher, RandomState};

/// What makes the fingerprints of this run others than those of the next, so that nobody can write
/// down keys that share one. Where two keys do, that costs time, never an entry: hence the fast
/// multiplication (as in wyhash) instead of the SipHash of the standard library.
#[derive(Clone, Copy, Debug)]
pub struct Seed(u64, u64);

impl Seed {
    /// A new one.
    #[expect(clippy::new_without_default, reason = "no two are the same")]
    pub fn new() -> Seed {
        let state = RandomState::new();
        Seed(state.hash_one(0), state.hash_one(1))
    }

    /// The fingerprint of a text.
    pub fn fingerprint(self, text: &str) -> u64 {
        let (chunks, rest) = text.as_bytes().as_chunks::<16>();
        // Some bytes of a long text twice cost less than a chunk that is filled byte by byte.
        let last = text.as_bytes().last_chunk().copied().unwrap_or_else(|| padded(rest));
        let length = text.len() as u64;
        let mixed = chunks.iter().fold(self.0 ^ length, |mixed, chunk| self.mix(mixed, *chunk));
        fold(self.mix(mixed, last), self.0)
    }

    fn mix(self, mixed: u64, chunk: [u8; 16]) -> u64 {
        let (low, high) = halves(u128::from_le_bytes(chunk));
        fold(low ^ self.1, high ^ mixed)
    }
}

/// A short text, with zeros behind it.
fn padded(text: &[u8]) -> [u8; 16] {
    let mut padded = [0; 16];
    for (to, byte) in padded.iter_mut().zip(text) {
        *to = *byte;
    }
    padded
}

/// Both halves of a product as one.
fn fold(one: u64, other: u64) -> u64 {
    let (low, high) = halves(u128::from(one) * u128::from(other));
    low ^ high
}

#[expect(clippy::cast_possible_truncation, reason = "each half is what is left of the whole")]
fn halves(whole: u128) -> (u64, u64) {
    (whole as u64, (whole >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use super::Seed;
    use std::collections::BTreeSet;

    #[test]
    fn keys_differ_in_every_part_that_is_used() {
        let seed = Seed::new();
        let keys = (0..200_000_u32).map(|number| format!("https://example.com/page-{number}.html"));
        let (mut whole, mut piles) = (BTreeSet::new(), [0_u32; 256]);
        for key in keys {
            let bytes = seed.fingerprint(&key).to_be_bytes();
            whole.insert([bytes[1], bytes[2], bytes[3], bytes[4], bytes[0]]);
            piles[usize::from(bytes[0])] += 1;
        }
        assert!(whole.len() >= 199_990, "{} of 200,000 differ in 40 bits", whole.len());
        assert!(piles.iter().all(|pile| (500..1100).contains(pile)), "{piles:?}");
    }

    #[test]
    fn every_byte_and_the_length_count() {
        let (seed, text) = (Seed::new(), "0123456789abcdef0123456789abcdef01234");
        let mut all = BTreeSet::new();
        for length in 0..=text.len() {
            all.insert(seed.fingerprint(&text[..length]));
            all.insert(seed.fingerprint(&format!("{}\0", &text[..length])));
        }
        for at in 0..text.len() {
            let mut other = text.to_owned();
            other.replace_range(at..=at, "x");
            all.insert(seed.fingerprint(&other));
        }
        assert_eq!(all.len(), 2 * (text.len() + 1) + text.len());
        assert_ne!(seed.fingerprint(text), Seed::new().fingerprint(text));
    }
}
