//! One reading instead of two for plain inputs: a table's columns are known only when all entries
//! are, but most inputs have none beyond the protocol's four fields.

use urlset::{Diagnostic, Entry, EntryReader, EntryWriter, Header, Loss, Position, Result, Sink};

/// Shows every entry to the writer that is to be used in the end, and goes on only while the guess
/// holds that no entry has extensions and nothing is to be told.
pub(crate) struct Guess<'w, R> {
    reader: R,
    writer: &'w mut dyn EntryWriter,
    told: Told,
    wrong: bool,
}

/// Notices that something was to be told.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Told(pub(crate) bool);

impl Sink for Told {
    fn report(&mut self, _: Diagnostic) -> Result<()> {
        self.0 = true;
        Ok(())
    }

    fn lose(&mut self, _: Loss<'_>) -> Result<()> {
        self.0 = true;
        Ok(())
    }
}

impl<'w, R: EntryReader> Guess<'w, R> {
    pub(crate) fn new(reader: R, writer: &'w mut dyn EntryWriter) -> Guess<'w, R> {
        Guess { reader, writer, told: Told::default(), wrong: false }
    }

    /// Whether the guess held to the end; else the writer has now seen the other entries too.
    pub(crate) fn settle(mut self) -> bool {
        let mut entry = Entry::default();
        // What is found is told when the documents are read for good.
        while self.wrong && self.reader.read_entry(&mut entry, &mut ()).is_ok_and(|more| more) {
            self.writer.survey(&entry);
        }
        !self.wrong
    }
}

impl<R: EntryReader> EntryReader for Guess<'_, R> {
    fn header(&self) -> &Header {
        self.reader.header()
    }

    fn position(&self) -> Position {
        self.reader.position()
    }

    fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
        let more = self.reader.read_entry(entry, &mut self.told)?;
        if more {
            self.writer.survey(entry);
        }
        self.wrong = self.told.0 || !entry.extensions.is_empty();
        if self.wrong {
            entry.clear();
        }
        Ok(more && !self.wrong)
    }
}
