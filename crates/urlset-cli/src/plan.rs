//! Which documents there are to read, in which order.

use crate::exit::{Cause, Failure};
use crate::kept::{Kept, Reading};
use crate::opening::{Opened, Which, Whole};
use crate::remote::{Page, PageReading};
use crate::resolve::{self, Mapping};
use crate::seen::Seen;
use crate::sheet::InputFacts;
use std::fs::{File, Metadata};
use std::io::Read;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use urlset::{Datetime, Error, Header, Kind, Position};

/// How indexes are followed, and what else the plan depends on.
#[derive(Default)]
pub(crate) struct Manner {
    /// Read what an index names instead of the index itself.
    pub(crate) follow: bool,
    /// What it names is fetched; `None`: where the index was fetched itself.
    pub(crate) remote: Option<bool>,
    /// Others read the documents: of what this process fetches they have nothing.
    pub(crate) elsewhere: bool,
    /// An index that is followed is a document all the same.
    pub(crate) keep_indexes: bool,
    /// No file is read twice, however often it is named.
    pub(crate) once: bool,
    pub(crate) mappings: Vec<Mapping>,
    /// How many indexes may stand above a document.
    pub(crate) most_depth: u32,
    pub(crate) fail_fast: bool,
    /// An input without any bytes gives nothing, and is no error.
    pub(crate) may_be_empty: bool,
    /// Streams are kept in a temporary file, to be read twice.
    pub(crate) spool: bool,
    /// The files that are about to be written; never read because a folder holds them.
    pub(crate) outputs: Vec<PathBuf>,
    /// An input that is not there, and whose name is that of an output.
    pub(crate) mistaken: Option<String>,
    /// An output may take the place of an input that was not merely found in a folder.
    pub(crate) in_place: bool,
}

/// What to do where an output was named as an input is.
pub(crate) fn taken_for_input(name: &str) -> String {
    format!("`{name}` was taken for an input, as every word is: an output is named by `-o {name}`")
}

/// A document to read, once or several times.
pub(crate) struct Document {
    pub(crate) number: u32,
    pub(crate) name: String,
    /// What it is called as a file: the same, but for an address.
    pub(crate) file_name: String,
    /// Where it stands below the folder that was named, with `/` between folders.
    pub(crate) folder: String,
    /// The folder that nothing may lead out of, where an index named it.
    pub(crate) home: Option<PathBuf>,
    pub(crate) body: Mutex<Body>,
    /// Its address, where an index gave one.
    pub(crate) base: Option<Box<str>>,
    /// The charset that its server says it is in.
    pub(crate) charset: Option<Box<str>>,
    /// The index entry or the line that gave it: where it stands, and its date.
    pub(crate) listed: Option<(Position, Option<Datetime>)>,
    pub(crate) kind: Kind,
    pub(crate) header: Header,
    pub(crate) columns: Vec<String>,
    /// The names of all columns of a table.
    pub(crate) names: Vec<String>,
    /// What is known before it is read for good.
    pub(crate) facts: InputFacts,
    /// Entries that it gave.
    pub(crate) entries: AtomicU64,
    /// Bytes that were read of a stream, whose size nobody knew before.
    pub(crate) streamed: AtomicU64,
    /// What its first reading found.
    pub(crate) seen: Seen,
}

/// Where a document's bytes are.
pub(crate) enum Body {
    /// In a file that can be opened again.
    File(PathBuf),
    /// Fetched.
    Page(Arc<Page>),
    /// In a stream that is kept as it is read, to be read again.
    Kept(Kept),
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
    /// Names of inputs by number.
    pub(crate) names: Vec<String>,
}

impl Plan {
    /// Nothing to read.
    pub(crate) fn nothing() -> Plan {
        Plan { documents: Vec::new(), header: Header::default(), names: Vec::new() }
    }

    /// Whether a document is a table.
    pub(crate) fn has_table(&self) -> bool {
        let is_table =
            |document: &Document| matches!(&*document.facts.format, "csv" | "tsv" | "parquet");
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
        let (base, charset) = (self.base.as_deref(), self.charset.as_deref());
        let plain_upto = self.seen.plain_upto();
        Which { name: &self.file_name, number: self.number, base, charset, plain_upto }
    }

    /// Size of the file as it is stored; of a stream, what was read so far.
    pub(crate) fn bytes(&self) -> u64 {
        let kept = match &*self.body.lock().unwrap_or_else(PoisonError::into_inner) {
            Body::Kept(kept) => kept.length(),
            Body::Page(page) => page.length,
            Body::File(_) | Body::Open(_) | Body::Done => 0,
        };
        kept.max(self.facts.bytes).max(self.streamed.load(Ordering::Relaxed))
    }

    /// What a report says of it.
    pub(crate) fn facts(&self) -> InputFacts {
        let entries = self.entries.load(Ordering::Relaxed);
        InputFacts { entries, bytes: self.bytes(), ..self.facts.clone() }
    }

    /// Takes the open stream where it is one.
    pub(crate) fn take_stream(&self) -> Option<Opened> {
        let mut body = self.body.lock().unwrap_or_else(PoisonError::into_inner);
        if !matches!(*body, Body::Open(_)) {
            return None;
        }
        match std::mem::replace(&mut *body, Body::Done) {
            Body::Open(opened) => Some(opened),
            _ => None,
        }
    }

    /// The file that it is, where it can be opened again.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        match &*self.body.lock().unwrap_or_else(PoisonError::into_inner) {
            Body::File(path) => Some(path.clone()),
            Body::Page(_) | Body::Kept(_) | Body::Open(_) | Body::Done => None,
        }
    }

    /// Its bytes from the start.
    pub(crate) fn open(&self) -> std::io::Result<Bytes> {
        match &*self.body.lock().unwrap_or_else(PoisonError::into_inner) {
            Body::File(path) => match &self.home {
                Some(home) => resolve::open(path, home).map(Bytes::File),
                None => File::open(path).map(Bytes::File),
            },
            Body::Page(page) => Ok(Bytes::Page(page.open())),
            Body::Kept(kept) => Ok(Bytes::Kept(kept.open())),
            Body::Open(_) | Body::Done => Err(std::io::Error::other("a stream is read once")),
        }
    }
}

/// The bytes of a document.
pub(crate) enum Bytes {
    File(File),
    Page(PageReading),
    Kept(Reading),
}

impl Bytes {
    /// What is known of a file that has a name.
    pub(crate) fn metadata(&self) -> Option<Metadata> {
        match self {
            Bytes::File(file) => file.metadata().ok(),
            Bytes::Page(_) | Bytes::Kept(_) => None,
        }
    }
}

impl Whole for Bytes {
    fn whole(&self) -> Option<File> {
        match self {
            Bytes::File(file) => file.whole(),
            Bytes::Page(_) | Bytes::Kept(_) => None,
        }
    }
}

impl Read for Bytes {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        match self {
            Bytes::File(file) => file.read(to),
            Bytes::Page(page) => page.read(to),
            Bytes::Kept(kept) => kept.read(to),
        }
    }
}

/// A failure of the run on its way through an error of the library.
#[derive(Debug)]
pub(crate) struct Refused(Mutex<Option<Failure>>);

impl Refused {
    /// The failure as an error; [`failure`] gives it back.
    pub(crate) fn error(failure: Failure) -> Error {
        Error::Io(std::io::Error::other(Refused(Mutex::new(Some(failure)))))
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the run was refused")
    }
}

impl std::error::Error for Refused {}

/// An input as a whole.
pub(crate) fn nowhere(number: u32) -> Position {
    Position { input: number, ..Position::default() }
}

/// What an error is as a failure of the run; `None` where it is a finding, or findings said it all.
pub(crate) fn failure(error: &Error) -> Option<Failure> {
    match error {
        Error::Stopped(_) => None,
        Error::Io(error) if is_failed(error) => None,
        Error::Io(error) if refused(error).is_some() => refused(error)
            .and_then(|refused| refused.0.lock().unwrap_or_else(PoisonError::into_inner).take()),
        Error::Io(error) => Some(Failure::new(Cause::Input, error.to_string())),
        _ => Some(Failure::new(Cause::Data, error.to_string())),
    }
}

fn refused(error: &std::io::Error) -> Option<&Refused> {
    error.get_ref()?.downcast_ref()
}

fn is_failed(error: &std::io::Error) -> bool {
    let inner = error.get_ref();
    inner.is_some_and(<dyn std::error::Error + Send + Sync>::is::<Failed>)
}
