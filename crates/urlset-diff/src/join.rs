//! Numbers as keys of sorted records, and a second table that is read beside a first.

use urlset_core::Result;
use urlset_store::{Sorted, damaged};

/// Reads a number off the front of bytes.
pub(crate) fn number(bytes: &mut &[u8]) -> Result<u64> {
    let (head, rest) = bytes.split_first_chunk::<8>().ok_or_else(damaged)?;
    *bytes = rest;
    Ok(u64::from_be_bytes(*head))
}

/// The same of two bytes.
pub(crate) fn short(bytes: &mut &[u8]) -> Result<u16> {
    let (head, rest) = bytes.split_first_chunk::<2>().ok_or_else(damaged)?;
    *bytes = rest;
    Ok(u16::from_be_bytes(*head))
}

/// A table sorted by number, of which the rows are asked for in that order.
pub(crate) struct Beside {
    sorted: Sorted,
    /// The row that was read last.
    next: Option<u64>,
    row: Vec<u8>,
}

impl Beside {
    pub(crate) fn new(sorted: Sorted) -> Result<Beside> {
        let mut beside = Beside { sorted, next: None, row: Vec::new() };
        beside.advance()?;
        Ok(beside)
    }

    /// The row of a number, where there is one.
    pub(crate) fn find(&mut self, wanted: u64) -> Result<Option<&[u8]>> {
        while self.next.is_some_and(|next| next < wanted) {
            self.advance()?;
        }
        Ok((self.next == Some(wanted)).then_some(&*self.row))
    }

    fn advance(&mut self) -> Result<()> {
        self.next = match self.sorted.read()? {
            Some((mut key, row)) => {
                self.row.clear();
                self.row.extend_from_slice(row);
                Some(number(&mut key)?)
            }
            None => None,
        };
        Ok(())
    }
}
