//! What the program knows of a format.

use crate::{
    EntryReader, EntryWriter, Header, Input, ReadOptions, Result, Rule, Sink, WriteOptions,
};
use alloc::boxed::Box;

/// Reads a document up to its first entry.
pub type Open =
    for<'a> fn(Input<'a>, &ReadOptions, &mut dyn Sink) -> Result<Box<dyn EntryReader + 'a>>;

/// Makes a writer for a document with this header.
pub type Create = fn(&Header, &WriteOptions) -> Box<dyn EntryWriter>;

/// A format, declared as a `static` in its crate.
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// File name endings without the point, before any `.gz`.
    pub suffixes: &'static [&'static str],
    /// Media types, the one to serve first.
    pub media_types: &'static [&'static str],
    /// What survives being written in it.
    pub carries: Carries,
    /// Judges the first 4 KiB of the decoded text; must be cheap and must not guess.
    pub sniff: fn(&str) -> Confidence,
    /// `None` for a format that is only written.
    pub open: Option<Open>,
    /// `None` for a format that is only read.
    pub create: Option<Create>,
    /// Every rule that its reader or writer finds.
    pub rules: &'static [&'static Rule],
}

impl core::fmt::Debug for Format {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Format({})", self.name)
    }
}

/// How sure a format is that a document is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Certainly not.
    No,
    /// It could be.
    Maybe,
    /// It is.
    Yes,
}

/// What survives being written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carries {
    /// Whether entries can be sitemaps.
    pub index: bool,
    /// Dates.
    pub lastmod: Dates,
    /// Whether `changefreq` survives.
    pub changefreq: bool,
    /// Whether `priority` survives, digits included.
    pub priority: bool,
    /// Extensions.
    pub extensions: Carried,
}

/// How a format keeps dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dates {
    /// Not at all.
    Dropped,
    /// The instant, not the precision and offset it was written with; the writer tells where that
    /// changes a date.
    Instant,
    /// As written.
    AsWritten,
}

/// Which extensions a format keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// None.
    Nothing,
    /// Those with these names, as far as the writer can; what it cannot keep of them it reports
    /// itself.
    Some(&'static [&'static str]),
    /// All, known or not.
    Everything,
}
