//! A checksum over bytes in order, to say that two long outputs are equal.

use std::io::{Read, Write};

/// Takes bytes, keeps a sum and their number (FNV-1a, 64 bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checksum {
    pub(crate) sum: u64,
    pub(crate) bytes: u64,
}

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum { sum: 0xcbf2_9ce4_8422_2325, bytes: 0 }
    }
}

impl Checksum {
    /// Adds bytes.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.sum = (self.sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self.bytes += bytes.len() as u64;
    }

    /// Of all that a reader gives.
    pub(crate) fn of(mut from: impl Read) -> std::io::Result<Checksum> {
        let mut checksum = Checksum::default();
        std::io::copy(&mut from, &mut checksum)?;
        Ok(checksum)
    }
}

impl Write for Checksum {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.add(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl std::fmt::Display for Checksum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}-{}", self.sum, self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_cuts() {
        let mut parts = Checksum::default();
        parts.add(b"ab");
        parts.add(b"c");
        assert_eq!(parts, Checksum::of(&b"abc"[..]).unwrap());
        assert_ne!(parts, Checksum::of(&b"acb"[..]).unwrap());
        // The published value for "a".
        assert_eq!(Checksum::of(&b"a"[..]).unwrap().sum, 0xaf63_dc4c_8601_ec8c);
    }
}
