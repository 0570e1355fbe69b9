//! Reading what came from one document at a time.

use urlset_core::{Entry, EntryReader, Header, Position, Result, Sink};

/// Ends where the entries of another document begin; [`BySource::advance`] goes on there.
#[derive(Debug)]
pub struct BySource<R> {
    reader: R,
    header: Header,
    /// Read already, to see which document it is of.
    ahead: Option<(Entry, Position)>,
    source: u32,
    position: Position,
}

impl<R: EntryReader> BySource<R> {
    /// Splits a reader by the documents that its entries were read from.
    pub fn new(reader: R) -> BySource<R> {
        let header = reader.header().clone();
        BySource { reader, header, ahead: None, source: 0, position: Position::default() }
    }

    /// Goes on to the next document, and gives its number; `None` after the last.
    ///
    /// # Errors
    /// As the reader's.
    pub fn advance(&mut self, sink: &mut dyn Sink) -> Result<Option<u32>> {
        if self.ahead.is_none() {
            let mut entry = Entry::default();
            if self.reader.read_entry(&mut entry, sink)? {
                self.ahead = Some((entry, self.reader.position()));
            }
        }
        let Some((_, at)) = &self.ahead else {
            return Ok(None);
        };
        self.source = at.input;
        Ok(Some(self.source))
    }

    /// What the document that is being read says before its entries.
    pub fn set_header(&mut self, header: Header) {
        self.header = header;
    }
}

impl<R: EntryReader> EntryReader for BySource<R> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.position
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        if let Some((first, at)) = self.ahead.take_if(|(_, at)| at.input == self.source) {
            *entry = first;
            self.position = at;
            return Ok(true);
        }
        if self.ahead.is_some() || !self.reader.read_entry(entry, sink)? {
            entry.clear();
            return Ok(false);
        }
        let at = self.reader.position();
        if at.input == self.source {
            self.position = at;
            return Ok(true);
        }
        self.ahead = Some((std::mem::take(entry), at));
        Ok(false)
    }
}
