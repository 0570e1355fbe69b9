//! Ends a stream of entries early.

use urlset_core::{Entry, EntryReader, Header, Position, Result, Sink};

/// The first entries of a reader.
#[derive(Debug)]
pub struct Limit<R> {
    reader: R,
    left: u64,
}

impl<R: EntryReader> Limit<R> {
    /// Ends after `most` entries; what comes after them is not read.
    pub fn new(reader: R, most: u64) -> Limit<R> {
        Limit { reader, left: most }
    }
}

impl<R: EntryReader> EntryReader for Limit<R> {
    fn header(&self) -> &Header {
        self.reader.header()
    }

    fn position(&self) -> Position {
        self.reader.position()
    }

    fn input(&self) -> u32 {
        self.reader.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        if self.left == 0 {
            entry.clear();
            return Ok(false);
        }
        let more = self.reader.read_entry(entry, sink)?;
        self.left -= u64::from(more);
        Ok(more)
    }
}

#[cfg(test)]
mod tests {
    use super::Limit;
    use crate::memory::Memory;
    use urlset_core::{Entry, EntryReader};

    #[test]
    fn the_rest_is_not_read() {
        let memory = Memory::of(&["https://example.com/a", "https://example.com/b"]);
        // Reading on would fail.
        let mut limited = Limit::new(Memory { fails: true, ..memory }, 2);
        let mut entry = Entry::default();
        assert!(limited.read_entry(&mut entry, &mut ()).unwrap());
        assert!(limited.read_entry(&mut entry, &mut ()).unwrap());
        assert!(!limited.read_entry(&mut entry, &mut ()).unwrap());
        assert!(entry.loc.is_empty());
    }
}
