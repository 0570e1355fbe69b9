//! XXH64: the hash that content-named files carry in their name.
//!
//! Written after the specification in xxHash's `doc/xxhash_spec.md`. It is fast and the same on
//! every machine, but nobody vouches for it against chosen collisions: what decides whether two
//! files are equal is always their bytes.

use std::io;

const P1: u64 = 0x9E37_79B1_85EB_CA87;
const P2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const P3: u64 = 0x1656_67B1_9E37_79F9;
const P4: u64 = 0x85EB_CA77_C2B2_AE63;
const P5: u64 = 0x27D4_EB2F_1656_67C5;

/// Bytes that are read at once.
const BLOCK: usize = 64 * 1024;

/// Bytes that the four lanes take at once.
const STRIPE: usize = 32;

/// Whether digits, 8 or more, are the beginning of the hash of these bytes.
///
/// # Errors
///
/// When they cannot be read to their end.
pub fn is_hash_of(digits: &str, mut bytes: impl io::Read) -> io::Result<bool> {
    let mut hash = Hash::new();
    let mut block = vec![0; BLOCK];
    loop {
        match bytes.read(&mut block)? {
            0 => break,
            count => hash.update(block.get(..count).unwrap_or_default()),
        }
    }
    Ok(digits.len() >= 8 && format!("{:016x}", hash.finish()).starts_with(digits))
}

/// A hash under way.
#[derive(Debug)]
pub(crate) struct Hash {
    lanes: [u64; 4],
    /// Bytes that do not fill a stripe yet.
    rest: Vec<u8>,
    length: u64,
}

impl Hash {
    pub(crate) fn new() -> Hash {
        let lanes = [P1.wrapping_add(P2), P2, 0, 0_u64.wrapping_sub(P1)];
        Hash { lanes, rest: Vec::with_capacity(STRIPE), length: 0 }
    }

    pub(crate) fn update(&mut self, mut bytes: &[u8]) {
        self.length += bytes.len() as u64;
        if !self.rest.is_empty() {
            let room = (STRIPE - self.rest.len()).min(bytes.len());
            let (head, tail) = bytes.split_at(room);
            self.rest.extend_from_slice(head);
            if self.rest.len() < STRIPE {
                return;
            }
            bytes = tail;
            stripe(&mut self.lanes, &self.rest);
            self.rest.clear();
        }
        let mut stripes = bytes.chunks_exact(STRIPE);
        for whole in &mut stripes {
            stripe(&mut self.lanes, whole);
        }
        self.rest.extend_from_slice(stripes.remainder());
    }

    pub(crate) fn finish(&self) -> u64 {
        let mut hash = if self.length < STRIPE as u64 {
            P5
        } else {
            let turned = self.lanes.iter().zip([1, 7, 12, 18]);
            let sum =
                turned.fold(0, |sum: u64, (lane, turn)| sum.wrapping_add(lane.rotate_left(turn)));
            self.lanes.iter().fold(sum, |sum, lane| step(sum ^ round(0, *lane), P1, P4))
        };
        hash = hash.wrapping_add(self.length);
        let mut words = self.rest.chunks_exact(8);
        for word in &mut words {
            hash = step((hash ^ round(0, number(word))).rotate_left(27), P1, P4);
        }
        let mut halves = words.remainder().chunks_exact(4);
        for half in &mut halves {
            hash = step((hash ^ number(half).wrapping_mul(P1)).rotate_left(23), P2, P3);
        }
        for byte in halves.remainder() {
            hash = (hash ^ u64::from(*byte).wrapping_mul(P5)).rotate_left(11).wrapping_mul(P1);
        }
        hash = (hash ^ (hash >> 33)).wrapping_mul(P2);
        hash = (hash ^ (hash >> 29)).wrapping_mul(P3);
        hash ^ (hash >> 32)
    }
}

fn stripe(lanes: &mut [u64; 4], bytes: &[u8]) {
    for (lane, word) in lanes.iter_mut().zip(bytes.chunks_exact(8)) {
        *lane = round(*lane, number(word));
    }
}

fn round(lane: u64, word: u64) -> u64 {
    lane.wrapping_add(word.wrapping_mul(P2)).rotate_left(31).wrapping_mul(P1)
}

fn step(hash: u64, times: u64, plus: u64) -> u64 {
    hash.wrapping_mul(times).wrapping_add(plus)
}

/// Up to eight bytes, the lowest first.
fn number(bytes: &[u8]) -> u64 {
    if let Ok(word) = bytes.try_into() {
        return u64::from_le_bytes(word);
    }
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::Hash;

    /// From the specification and from the README of python-xxhash.
    const KNOWN: [(&str, u64); 5] = [
        ("", 0xEF46_DB37_51D8_E999),
        ("a", 0xD24E_C4F1_A98C_6E5B),
        ("abc", 0x44BC_2CF5_AD77_0999),
        ("xxhash", 0x32DD_3895_2C4B_C720),
        ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ];

    #[test]
    fn known_hashes() {
        for (text, hash) in KNOWN {
            let mut whole = Hash::new();
            whole.update(text.as_bytes());
            assert_eq!(whole.finish(), hash, "{text}");
            let mut bytewise = Hash::new();
            text.bytes().for_each(|byte| bytewise.update(&[byte]));
            assert_eq!(bytewise.finish(), hash, "{text}");
        }
    }

    #[test]
    fn cuts_do_not_matter() {
        let text: Vec<u8> = (0..=255_u8).cycle().take(1000).collect();
        let of = |size: usize| {
            let mut hash = Hash::new();
            text.chunks(size).for_each(|chunk| hash.update(chunk));
            hash.finish()
        };
        assert!((1..200).all(|size| of(size) == of(1000)));
    }
}
