//! Turning entries into the text of a document.

use crate::{Entry, Extension, Locs, Result, Sink};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

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

    /// How many bytes an entry that has nothing but a loc without faults takes at most; `None` from a writer
    /// that wants entries one by one, as by default.
    fn loc_bytes(&self) -> Option<u64> {
        None
    }

    /// Appends entries that have nothing but a loc without faults, of which there is nothing to tell; one by
    /// one, as [`EntryWriter::write_entry`] does, by default.
    ///
    /// # Errors
    /// As those of [`EntryWriter::write_entry`].
    fn write_locs(&mut self, locs: &Locs, out: &mut String) -> Result<()> {
        let mut entry = Entry::default();
        for (loc, _) in locs.iter() {
            entry.loc.set(loc);
            self.write_entry(&entry, out, &mut ())?;
        }
        Ok(())
    }

    /// Appends what stands after the last entry.
    fn end(&mut self, out: &mut String);

    /// The bytes of a writer whose format is no text: it appends nothing to the string. `None` from
    /// one that writes text.
    fn encoded(&mut self) -> Option<&mut dyn Encoded> {
        None
    }
}

/// What a writer makes whose format is no text. It sees an entry and has the bytes of many at once, so
/// how large they are is known when they are there, and about before.
pub trait Encoded {
    /// Takes the bytes that are ready; after [`EntryWriter::end`], all.
    ///
    /// # Errors
    /// When the entries could not be encoded.
    fn take(&mut self) -> Result<Vec<u8>>;

    /// How many bytes nobody took yet, about.
    fn held(&self) -> u64;

    /// Has it ask, for each entry, where that was read.
    fn ask(&mut self, whereabouts: Ask);
}

/// Tells where the entry was read that is written next: puts the name of its document into the string and
/// gives its line, 0 where nobody knows.
pub type Ask = Box<dyn FnMut(&mut String) -> u32 + Send>;

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
    fn loc_bytes(&self) -> Option<u64> {
        (**self).loc_bytes()
    }
    fn write_locs(&mut self, locs: &Locs, out: &mut String) -> Result<()> {
        (**self).write_locs(locs, out)
    }
    fn end(&mut self, out: &mut String) {
        (**self).end(out);
    }
    fn encoded(&mut self) -> Option<&mut dyn Encoded> {
        (**self).encoded()
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
