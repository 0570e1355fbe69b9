//! A document as a stream of entries.

use crate::{Entry, Extension, Header, Limits, Locs, Position, Result, Sink};
use alloc::boxed::Box;

/// A document as a stream of entries. A reader's constructor reads up to the first entry, so that
/// the header is always there.
pub trait EntryReader: Send {
    /// What the document says before its first entry.
    fn header(&self) -> &Header;

    /// Where the entry read last begins.
    fn position(&self) -> Position;

    /// The number of the input that it was read from, alone; readers that know it without counting
    /// lines say so.
    fn input(&self) -> u32 {
        self.position().input
    }

    /// Up to which offset of the text nothing was told so far, and every line was a loc as it stands;
    /// 0 where nobody knows. Who reads the same text again says so by [`ReadOptions::plain_upto`].
    fn plain_upto(&self) -> u64 {
        0
    }

    /// Overwrites `entry` with the next one; `false` at the end, and `entry` is then cleared.
    ///
    /// # Errors
    /// When the document cannot be read further, or the sink stops the work. Everything before
    /// has been delivered.
    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool>;

    /// Appends the locs of the next entries, as far as there is nothing to tell about these, their locs
    /// are one line each, and they hold nothing else but what [`Locs::left`] counts. It may stop before any
    /// of them, which [`EntryReader::read_entry`] then gives, and does not say whether there are more. The
    /// default stops at once.
    fn read_locs(&mut self, locs: &mut Locs) {
        let _ = locs;
    }

    /// The same as an iterator of owned entries: easier, slower.
    fn entries(self, sink: &mut dyn Sink) -> Entries<'_, Self>
    where
        Self: Sized,
    {
        Entries { reader: self, sink, ended: false }
    }
}

impl<R: EntryReader + ?Sized> EntryReader for Box<R> {
    fn header(&self) -> &Header {
        (**self).header()
    }
    fn position(&self) -> Position {
        (**self).position()
    }
    fn input(&self) -> u32 {
        (**self).input()
    }
    fn plain_upto(&self) -> u64 {
        (**self).plain_upto()
    }
    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        (**self).read_entry(entry, sink)
    }
    fn read_locs(&mut self, locs: &mut Locs) {
        (**self).read_locs(locs);
    }
}

/// Owned entries of a reader; ends after the first error.
pub struct Entries<'s, R> {
    reader: R,
    sink: &'s mut dyn Sink,
    ended: bool,
}

impl<R> core::fmt::Debug for Entries<'_, R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Entries").field("ended", &self.ended).finish_non_exhaustive()
    }
}

impl<R: EntryReader> Iterator for Entries<'_, R> {
    type Item = Result<Entry>;

    fn next(&mut self) -> Option<Result<Entry>> {
        if self.ended {
            return None;
        }
        let mut entry = Entry::default();
        match self.reader.read_entry(&mut entry, self.sink) {
            Ok(true) => Some(Ok(entry)),
            Ok(false) => {
                self.ended = true;
                None
            }
            Err(error) => {
                self.ended = true;
                Some(Err(error))
            }
        }
    }
}

/// How a table's dates with slashes or points are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DateOrder {
    /// Only ISO 8601 and what can be read one way.
    #[default]
    Iso,
    /// `31/12/2026`.
    DayFirst,
    /// `12/31/2026`.
    MonthFirst,
}

/// How to read. The default repairs what is certain and reports everything.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// What the document may cost.
    pub limits: Limits,
    /// Known extensions: for tables, misspelt namespaces, and documents that forget one.
    pub extensions: &'static [&'static Extension],
    /// The address that the document was read from: relative URLs resolve against it.
    pub base: Option<Box<str>>,
    /// Also guess where the right reading is likely but not certain; each guess is a finding.
    pub lenient: bool,
    /// How dates with slashes or points are ordered.
    pub dates: DateOrder,
    /// Also deliver entries whose loc is relative, not http(s) or unprintable: to look at, never to
    /// publish.
    pub keep_invalid: bool,
    /// To repair a document, not only to read it: also markup that can be meant in one way only, and
    /// every repair is told, with what was there and what is there now.
    pub mends: bool,
    /// Also tell what is only worth a remark, which costs time: to check, not to convert. Entries are
    /// the same either way.
    pub remarks: bool,
    /// Whether an international host, in small letters, is a name by IDNA; remarks tell of those that
    /// are none. `None` where nobody has the tables.
    pub is_host_name: Option<fn(&str) -> bool>,
    /// What time it is, in seconds since 1970: remarks tell of dates that are yet to come. `None`
    /// where nobody knows.
    pub now: Option<i64>,
    /// Up to which offset the text is known to hold nothing but lines that are locs as they stand: it
    /// was read before, and [`EntryReader::plain_upto`] said so. They are not looked at once more.
    pub plain_upto: u64,
    /// Entries are asked for their loc only: dates, frequencies and priorities may be passed over, and what
    /// is wrong with these is then not told. Markup and locs are read as ever.
    pub only_loc: bool,
}
