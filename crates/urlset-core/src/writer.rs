//! Turning entries into the text of a document.

use crate::{Entry, Extension, Result, Sink};
use alloc::boxed::Box;
use alloc::string::String;

/// Turns entries into the text of a document. Does no input or output: it appends to a string, so
/// what it writes is UTF-8, and whoever drives it knows the exact size.
pub trait EntryWriter: Send {
    /// Whether [`EntryWriter::survey`] must see every entry before [`EntryWriter::begin`], as a
    /// table needs its columns.
    fn needs_survey(&self) -> bool {
        false
    }

    /// Looks at an entry that will be written later.
    fn survey(&mut self, entry: &Entry) {
        let _ = entry;
    }

    /// A writer for another document of the same set, which has been shown the same entries; `None`
    /// from a writer that needs no survey.
    fn surveyed(&self) -> Option<Box<dyn EntryWriter>> {
        None
    }

    /// A copy of a writer that has written no entry yet, where what it writes next depends on the
    /// entries before; `None` where it does not.
    fn blank(&self) -> Option<Box<dyn EntryWriter>> {
        None
    }

    /// Appends what stands before the first entry.
    fn begin(&mut self, out: &mut String);

    /// Appends one entry. What the format cannot hold goes to [`Sink::lose`].
    ///
    /// # Errors
    /// When the sink stops the work.
    fn write_entry(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()>;

    /// Appends what stands after the last entry.
    fn end(&mut self, out: &mut String);
}

impl<W: EntryWriter + ?Sized> EntryWriter for Box<W> {
    fn needs_survey(&self) -> bool {
        (**self).needs_survey()
    }
    fn survey(&mut self, entry: &Entry) {
        (**self).survey(entry);
    }
    fn surveyed(&self) -> Option<Box<dyn EntryWriter>> {
        (**self).surveyed()
    }
    fn blank(&self) -> Option<Box<dyn EntryWriter>> {
        (**self).blank()
    }
    fn begin(&mut self, out: &mut String) {
        (**self).begin(out);
    }
    fn write_entry(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        (**self).write_entry(entry, out, sink)
    }
    fn end(&mut self, out: &mut String) {
        (**self).end(out);
    }
}

/// How to write, as far as every format understands it. Who needs more uses the concrete writer of
/// the format's crate.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// Indent, for people.
    pub pretty: bool,
    /// Known extensions, for tables and for the order of their elements.
    pub extensions: &'static [&'static Extension],
    /// The title of a feed.
    pub title: Option<Box<str>>,
    /// The address of the site that a feed belongs to.
    pub link: Option<Box<str>>,
    /// The data of an `xml-stylesheet` instruction; `None` writes none.
    pub stylesheet: Option<Box<str>>,
}
