//! Which documents there are to read, in which order.

use crate::exit::{Cause, Failure};
use crate::opening::{Opened, Which};
use crate::resolve::Mapping;
use crate::sheet::InputFacts;
use std::fs::File;
use std::io::Seek;
use std::path::PathBuf;
use urlset::{Error, Header, Kind, Position};

/// How indexes are followed, and what else the plan depends on.
pub(crate) struct Manner {
    /// Read what an index names instead of the index itself.
    pub(crate) follow: bool,
    pub(crate) mappings: Vec<Mapping>,
    /// How many indexes may stand above a document.
    pub(crate) most_depth: u32,
    pub(crate) fail_fast: bool,
    /// Streams are kept in a temporary file, to be read twice.
    pub(crate) spool: bool,
    /// The files that are about to be written; never read because a folder holds them.
    pub(crate) outputs: Vec<PathBuf>,
}

/// A document to read.
pub(crate) struct Document {
    pub(crate) number: u32,
    pub(crate) name: String,
    pub(crate) body: Body,
    /// Its address, where an index gave one.
    pub(crate) base: Option<Box<str>>,
    pub(crate) kind: Kind,
    pub(crate) columns: Vec<String>,
    pub(crate) facts: InputFacts,
}

/// Where a document's bytes are.
pub(crate) enum Body {
    /// In a file that can be opened again.
    File(PathBuf),
    /// In an unnamed temporary file.
    Kept(File),
    /// In a stream that is open already and can be read once.
    Open(Opened),
    /// Read.
    Done,
}

/// Everything there is to read.
pub(crate) struct Plan {
    pub(crate) documents: Vec<Document>,
    /// The headers of all, united.
    pub(crate) header: Header,
}

impl Plan {
    /// Nothing to read.
    pub(crate) fn nothing() -> Plan {
        Plan { documents: Vec::new(), header: Header::default() }
    }

    /// Whether a document is a table.
    pub(crate) fn has_table(&self) -> bool {
        let is_table = |document: &Document| matches!(&*document.facts.format, "csv" | "tsv");
        self.documents.iter().any(is_table)
    }
}

/// Ends a run with `--fail-fast`; why was reported.
#[derive(Debug)]
pub(crate) struct Failed;

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stopped at the first input that failed")
    }
}

impl std::error::Error for Failed {}

impl From<Failed> for Error {
    fn from(failed: Failed) -> Error {
        Error::Io(std::io::Error::other(failed))
    }
}

impl Document {
    /// What its opener must know.
    pub(crate) fn which(&self) -> Which<'_> {
        Which { name: &self.name, number: self.number, base: self.base.as_deref() }
    }

    /// Its bytes from the start.
    pub(crate) fn file(&self) -> std::io::Result<File> {
        match &self.body {
            Body::File(path) => File::open(path),
            Body::Kept(kept) => {
                let mut kept = kept.try_clone()?;
                kept.rewind()?;
                Ok(kept)
            }
            Body::Open(_) | Body::Done => Err(std::io::Error::other("a stream is read once")),
        }
    }
}

/// An input as a whole.
pub(crate) fn nowhere(number: u32) -> Position {
    Position { input: number, ..Position::default() }
}

/// A failure of planning as a failure of the run; `None` where findings said it all.
pub(crate) fn failure(error: &Error) -> Option<Failure> {
    match error {
        Error::Stopped(_) => None,
        Error::Io(error) if is_failed(error) => None,
        Error::Io(error) => Some(Failure::new(Cause::Input, error.to_string())),
        _ => Some(Failure::new(Cause::Data, error.to_string())),
    }
}

fn is_failed(error: &std::io::Error) -> bool {
    let inner = error.get_ref();
    inner.is_some_and(<dyn std::error::Error + Send + Sync>::is::<Failed>)
}
