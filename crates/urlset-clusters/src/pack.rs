//! Numbers and texts as bytes, and back, for the records that go through a sorter.

use urlset_core::Position;
use urlset_core::compact::Unpack;
use urlset_store::take_position;

pub(crate) fn number(number: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(&number.to_be_bytes());
}

pub(crate) fn long(number: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(&number.to_be_bytes());
}

pub(crate) fn wide(number: u128, out: &mut Vec<u8>) {
    out.extend_from_slice(&number.to_be_bytes());
}

pub(crate) fn text(text: &str, out: &mut Vec<u8>) {
    // A text of an entry is bounded by the limits of reading, far below 4 GiB.
    number(u32::try_from(text.len()).unwrap_or(u32::MAX), out);
    out.extend_from_slice(text.as_bytes());
}

/// What a record still holds.
pub(crate) struct Rest<'b>(pub(crate) &'b [u8]);

impl<'b> Rest<'b> {
    pub(crate) fn number(&mut self) -> Option<u32> {
        let (head, tail) = self.0.split_first_chunk::<4>()?;
        self.0 = tail;
        Some(u32::from_be_bytes(*head))
    }

    pub(crate) fn long(&mut self) -> Option<u64> {
        let (head, tail) = self.0.split_first_chunk::<8>()?;
        self.0 = tail;
        Some(u64::from_be_bytes(*head))
    }

    pub(crate) fn wide(&mut self) -> Option<u128> {
        let (head, tail) = self.0.split_first_chunk::<16>()?;
        self.0 = tail;
        Some(u128::from_be_bytes(*head))
    }

    pub(crate) fn text(&mut self) -> Option<&'b str> {
        let length = self.number()? as usize;
        let (head, tail) = self.0.split_at_checked(length)?;
        self.0 = tail;
        std::str::from_utf8(head).ok()
    }

    /// Text up to a zero byte, which is taken away too. No address has one.
    pub(crate) fn word(&mut self) -> Option<&'b str> {
        let end = self.0.iter().position(|byte| *byte == 0)?;
        let (head, tail) = self.0.split_at_checked(end)?;
        self.0 = tail.get(1..)?;
        std::str::from_utf8(head).ok()
    }

    /// Text that nothing follows.
    pub(crate) fn rest(&mut self) -> Option<&'b str> {
        std::str::from_utf8(std::mem::take(&mut self.0)).ok()
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (first, tail) = self.0.split_first()?;
        self.0 = tail;
        Some(*first)
    }

    pub(crate) fn position(&mut self) -> Option<Position> {
        let mut rest = Unpack(self.0);
        let at = take_position(&mut rest)?;
        self.0 = rest.0;
        Some(at)
    }
}
