//! Numbers and texts in few bytes, for what is kept outside an entry.

use alloc::vec::Vec;

/// Appends a number, seven bits a byte, the lowest first.
pub fn put_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

/// Appends a number that may be below 0; small ones take little room on either side.
pub fn put_signed(number: i64, out: &mut Vec<u8>) {
    put_number(((number << 1) ^ (number >> 63)).cast_unsigned(), out);
}

/// Appends a text and how long it is.
pub fn put_text(text: &str, out: &mut Vec<u8>) {
    put_number(text.len() as u64, out);
    out.extend_from_slice(text.as_bytes());
}

/// Bytes that are taken apart from the front. Everything is `None` where the bytes do not hold it.
#[derive(Clone, Copy, Debug)]
pub struct Unpack<'b>(pub &'b [u8]);

impl<'b> Unpack<'b> {
    /// One byte.
    pub fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// What [`put_number`] wrote.
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// The same where it must be a `u32`.
    pub fn short(&mut self) -> Option<u32> {
        self.number()?.try_into().ok()
    }

    /// What [`put_signed`] wrote.
    pub fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    /// That many bytes.
    pub fn bytes(&mut self, length: usize) -> Option<&'b [u8]> {
        let (head, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(head)
    }

    /// What [`put_text`] wrote.
    pub fn text(&mut self) -> Option<&'b str> {
        let length = usize::try_from(self.number()?).ok()?;
        core::str::from_utf8(self.bytes(length)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::{Unpack, put_number, put_signed, put_text};

    #[test]
    fn numbers_and_texts_come_back() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), i64::MAX.cast_unsigned(), u64::MAX]
        {
            let mut bytes = Vec::new();
            put_number(number, &mut bytes);
            put_signed(number.cast_signed(), &mut bytes);
            put_text("ü", &mut bytes);
            let mut rest = Unpack(&bytes);
            assert_eq!(rest.number(), Some(number));
            assert_eq!(rest.signed(), Some(number.cast_signed()));
            assert_eq!(rest.text(), Some("ü"));
            assert_eq!(rest.byte(), None);
        }
        assert_eq!(Unpack(&[0xff; 11]).number(), None);
        assert_eq!(Unpack(&[0xff, 0xff, 0xff, 0xff, 0x7f]).short(), None);
        assert_eq!(Unpack(&[9, b'a']).text(), None);
        assert_eq!(Unpack(&[1, 0xff]).text(), None);
    }
}
