//! As much of Thrift's compact protocol as it takes to look at what a file says of itself before it is
//! believed: the library that decodes it makes room for what is said.

/// Structs and lists within one another that are followed.
const DEEPEST: usize = 32;

/// Bytes of a struct that says anything.
const LEAST: u64 = 3;

/// What has no place in the protocol, or ends too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Broken;

/// The kinds of values that matter here.
pub(crate) const I32: u8 = 5;
pub(crate) const LIST: u8 = 9;
pub(crate) const STRUCT: u8 = 12;

/// Bytes that are looked at in order.
#[derive(Debug)]
pub(crate) struct Scan<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Scan<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Scan<'b> {
        Scan { bytes, at: 0 }
    }

    /// Bytes that were looked at.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    fn byte(&mut self) -> Result<u8, Broken> {
        let byte = *self.bytes.get(self.at).ok_or(Broken)?;
        self.at += 1;
        Ok(byte)
    }

    fn varint(&mut self) -> Result<u64, Broken> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(Broken)
    }

    /// A whole number.
    pub(crate) fn integer(&mut self) -> Result<i64, Broken> {
        let value = self.varint()?;
        // Zigzag: the sign is the last bit.
        Ok((value >> 1).cast_signed() ^ -(value & 1).cast_signed())
    }

    /// The next field of a struct: its number and kind; `None` at the end.
    pub(crate) fn field(&mut self, last: &mut i64) -> Result<Option<(i64, u8)>, Broken> {
        let head = self.byte()?;
        let kind = head & 0x0f;
        if kind == 0 {
            return Ok(None);
        }
        *last = match head >> 4 {
            0 => self.integer()?,
            step => last.checked_add(i64::from(step)).ok_or(Broken)?,
        };
        Ok(Some((*last, kind)))
    }

    /// The head of a list: how many, and of what kind.
    pub(crate) fn list(&mut self) -> Result<(u64, u8), Broken> {
        let head = self.byte()?;
        let count = match head >> 4 {
            15 => self.varint()?,
            count => u64::from(count),
        };
        Ok((count, head & 0x0f))
    }

    /// Passes over a value.
    pub(crate) fn skip(&mut self, kind: u8, depth: usize) -> Result<(), Broken> {
        if depth > DEEPEST {
            return Err(Broken);
        }
        match kind {
            1 | 2 => {}
            3 => _ = self.byte()?,
            4..=6 => _ = self.varint()?,
            7 => self.pass(8)?,
            8 => {
                let length = self.varint()?;
                self.pass(length)?;
            }
            LIST | 10 => {
                let (count, kind) = self.list()?;
                let start = self.at;
                for _ in 0..count {
                    // In a list, a truth value is a byte.
                    self.skip(if kind < 3 { 3 } else { kind }, depth + 1)?;
                }
                // Room is made for all of them before the first turns out to be empty.
                if kind == STRUCT && (self.at - start) as u64 / LEAST < count {
                    return Err(Broken);
                }
            }
            STRUCT => {
                let mut last = 0;
                while let Some((_, kind)) = self.field(&mut last)? {
                    self.skip(kind, depth + 1)?;
                }
            }
            _ => return Err(Broken),
        }
        Ok(())
    }

    fn pass(&mut self, count: u64) -> Result<(), Broken> {
        let count = usize::try_from(count).map_err(|_| Broken)?;
        let end = self.at.checked_add(count).filter(|end| *end <= self.bytes.len());
        self.at = end.ok_or(Broken)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Broken, I32, STRUCT, Scan};

    #[test]
    fn fields_and_numbers() {
        // Field 2, a list of two numbers, then field 3, the number -3.
        let mut scan = Scan::new(&[0x29, 0x25, 2, 4, 0x15, 5, 0]);
        let mut last = 0;
        assert_eq!(scan.field(&mut last), Ok(Some((2, 9))));
        scan.skip(9, 0).unwrap();
        assert_eq!(scan.field(&mut last), Ok(Some((3, I32))));
        assert_eq!(scan.integer(), Ok(-3));
        assert_eq!((scan.field(&mut last), scan.at()), (Ok(None), 7));
    }

    #[test]
    fn what_is_broken_ends() {
        // A list that says of itself to have 2^60 numbers.
        let many = [0xf5, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10];
        assert_eq!(Scan::new(&many).skip(9, 0), Err(Broken));
        // Structs within structs without end.
        assert_eq!(Scan::new(&[0x1c; 100]).skip(STRUCT, 0), Err(Broken));
        // A text longer than everything.
        assert_eq!(Scan::new(&[0xff, 0xff, 0x7f, b'x']).skip(8, 0), Err(Broken));
        assert_eq!(Scan::new(&[0x80; 12]).integer(), Err(Broken));
    }
}
