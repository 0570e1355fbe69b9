//! A checksum over bytes in order (FNV-1a, 64 bits).

/// Takes bytes, keeps a sum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checksum(pub(crate) u64);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    /// Adds bytes.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(parts: &[&[u8]]) -> u64 {
        let mut checksum = Checksum::default();
        parts.iter().for_each(|part| checksum.add(part));
        checksum.0
    }

    #[test]
    fn order_and_cuts() {
        assert_eq!(of(&[b"ab", b"c"]), of(&[b"abc"]));
        assert_ne!(of(&[b"abc"]), of(&[b"acb"]));
        // The published value for "a".
        assert_eq!(of(&[b"a"]), 0xaf63_dc4c_8601_ec8c);
    }
}
