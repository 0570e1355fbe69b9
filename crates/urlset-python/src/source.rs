//! What is read: a file, bytes, or an object of Python that has bytes.

use crate::findings::Shared;
use pyo3::exceptions::{PyIsADirectoryError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes};
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use urlset::{
    Audit, Began, Diagnostic, Entry, EntryReader, Format, Header, OpenOptions, Position,
    ReadOptions, Severity, Sink,
};

/// Where the bytes of a document come from.
#[derive(Debug)]
pub(crate) enum Given {
    /// A file.
    Path(PathBuf),
    /// The document itself.
    Bytes(Arc<PyBackedBytes>),
    /// A piece of a file.
    Piece(PathBuf, Piece),
    /// Something with a method `read`, and the name that it has of itself.
    File(Option<Py<PyAny>>, Option<PathBuf>),
}

impl Given {
    /// What an argument is, and how it is called in findings.
    pub(crate) fn of(value: &Bound<'_, PyAny>) -> PyResult<(Given, String)> {
        if value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyByteArray>() {
            return Ok((Given::Bytes(Arc::new(value.extract()?)), "<bytes>".to_owned()));
        }
        if value.hasattr("read")? {
            // A number, where it was made of a descriptor.
            let path = value.getattr("name").and_then(|name| name.extract::<PathBuf>()).ok();
            let name = path.as_ref().map(|path| path.display().to_string());
            let name = name.unwrap_or_else(|| "<file>".to_owned());
            return Ok((Given::File(Some(value.clone().unbind()), path), name));
        }
        let path: PathBuf = value.extract().map_err(|_| {
            let kind = value.get_type().name().map_or_else(|_| "?".into(), |name| name.to_string());
            PyTypeError::new_err(format!("a path, bytes or a binary file is read, not {kind}"))
        })?;
        let name = path.display().to_string();
        Ok((Given::Path(path), name))
    }

    /// The same once more; a file of Python is read only once.
    pub(crate) fn again(&mut self) -> PyResult<Given> {
        match self {
            Given::Path(path) => Ok(Given::Path(path.clone())),
            Given::Piece(path, piece) => Ok(Given::Piece(path.clone(), *piece)),
            Given::Bytes(bytes) => Ok(Given::Bytes(Arc::clone(bytes))),
            Given::File(file, path) => match file.take() {
                Some(file) => Ok(Given::File(Some(file), path.clone())),
                None => Err(PyValueError::new_err("an open file or a pipe is read only once")),
            },
        }
    }
}

/// How documents are read.
#[pyclass(frozen, skip_from_py_object, module = "urlset._urlset")]
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    format: Option<&'static Format>,
    pub(crate) strict: bool,
    pub(crate) read: ReadOptions,
}

#[pymethods]
impl Reading {
    #[new]
    #[pyo3(signature = (format = None, strict = false, lenient = false, source_url = None, keep_invalid = false))]
    fn new(
        format: Option<&str>,
        strict: bool,
        lenient: bool,
        source_url: Option<&str>,
        keep_invalid: bool,
    ) -> PyResult<Reading> {
        let format = format.map(known).transpose()?;
        let base = source_url.map(Into::into);
        let known = Reading::known();
        let read = ReadOptions { base, lenient, keep_invalid, ..known.read };
        Ok(Reading { format, strict, read })
    }
}

impl Reading {
    /// The default, with every extension.
    pub(crate) fn known() -> Reading {
        let read = ReadOptions { extensions: urlset::EXTENSIONS, ..ReadOptions::default() };
        Reading { format: None, strict: false, read }
    }

    /// What is known of a document before it is opened.
    pub(crate) fn options(&self, number: u32) -> OpenOptions {
        let (read, format) = (self.read.clone(), self.format);
        OpenOptions { read, format, number, ..OpenOptions::default() }
    }

    /// Reads up to the first entry.
    pub(crate) fn open(
        &self,
        given: Given,
        number: u32,
        findings: &Shared,
    ) -> PyResult<Box<dyn EntryReader>> {
        let mut options = self.options(number);
        let prepared = match given {
            Given::Path(path) => {
                let file = opened(&path)?;
                options.whole = file.try_clone().ok().map(Arc::new);
                options.name = path.file_name().map(|name| name.to_string_lossy().into());
                urlset::prepare_ahead(file, &options, &mut findings.clone())
            }
            Given::Piece(path, piece) => {
                options.name = path.file_name().map(|name| name.to_string_lossy().into());
                options.format = Some(piece.format);
                let bytes = piece.open(&path)?;
                urlset::prepare(bytes, &options, &mut findings.clone())
            }
            Given::Bytes(bytes) => {
                let bytes = Cursor::new(Shown(bytes));
                urlset::prepare(bytes, &options, &mut findings.clone())
            }
            Given::File(file, path) => {
                let mut stream = Stream(file);
                let mut head = Vec::new();
                stream.by_ref().take(4).read_to_end(&mut head)?;
                let is_packed = PACKED.iter().any(|magic| head.starts_with(magic));
                options.name = path.as_deref().and_then(|path| match is_packed {
                    true => path.file_name().map(|name| name.to_string_lossy().into()),
                    false => inflated_name(path),
                });
                let stream = Cursor::new(head).chain(stream);
                urlset::prepare(stream, &options, &mut findings.clone())
            }
        };
        let opened = prepared.and_then(|prepared| prepared.open(&self.read, &mut findings.clone()));
        let reader = opened.map_err(|error| findings.raised(error))?;
        let audits = urlset::EXTENSIONS.iter().map(|extension| (extension.audit)()).collect();
        Ok(Box::new(Audited { reader, audits }))
    }
}

/// How gzip and Zstandard begin.
const PACKED: [&[u8]; 2] = [b"\x1f\x8b", b"\x28\xb5\x2f\xfd"];

/// The name of what an open file holds: that of `gzip.open` has the name of what it inflates.
fn inflated_name(path: &Path) -> Option<Box<str>> {
    let is_packed = |end: &std::ffi::OsStr| {
        let ends = ["gz", "gzip", "zst", "zstd", "bz2", "xz"];
        ends.iter().any(|packed| end.eq_ignore_ascii_case(packed))
    };
    let name = match path.extension() {
        Some(end) if is_packed(end) => path.file_stem(),
        _ => path.file_name(),
    };
    name.map(|name| name.to_string_lossy().into())
}

/// A reader whose entries the audits of extensions see, as when the command converts.
struct Audited {
    reader: Box<dyn EntryReader>,
    audits: Vec<Box<dyn Audit>>,
}

impl EntryReader for Audited {
    fn header(&self) -> &Header {
        self.reader.header()
    }

    fn position(&self) -> Position {
        self.reader.position()
    }

    fn input(&self) -> u32 {
        self.reader.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> urlset::Result<bool> {
        if !self.reader.read_entry(entry, sink)? {
            return Ok(false);
        }
        if !entry.extensions.is_empty() {
            let at = Began::of(&self.reader);
            let mut sink = NoNotes(sink);
            self.audits.iter_mut().try_for_each(|audit| audit.entry(entry, &at, &mut sink))?;
        }
        Ok(true)
    }
}

/// Leaves to a check what an audit only notes.
struct NoNotes<'s>(&'s mut dyn Sink);

impl Sink for NoNotes<'_> {
    fn report(&mut self, finding: Diagnostic) -> urlset::Result<()> {
        match finding.severity {
            Severity::Note => Ok(()),
            _ => self.0.report(finding),
        }
    }

    fn wants(&self, finding: &Diagnostic) -> bool {
        finding.severity != Severity::Note && self.0.wants(finding)
    }
}

/// The format of this name.
fn known(name: &str) -> PyResult<&'static Format> {
    urlset::format(name).ok_or_else(|| {
        let names: Vec<&str> = urlset::FORMATS.iter().map(|format| format.name).collect();
        PyValueError::new_err(format!("no format '{name}'; there are {}", names.join(", ")))
    })
}

/// Opens a file.
pub(crate) fn opened(path: &Path) -> PyResult<File> {
    let file = File::open(path).map_err(|error| unopened(&error, path))?;
    if file.metadata().is_ok_and(|kind| kind.is_dir()) {
        let said = "a folder, whose files are read with follow=True";
        return Err(PyIsADirectoryError::new_err((EISDIR, said, path.display().to_string())));
    }
    Ok(file)
}

/// The number that Linux, macOS and the BSDs have for it.
const EISDIR: i32 = 21;

/// As Python's own `open` says it.
fn unopened(error: &std::io::Error, path: &Path) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, text, path.display().to_string()))
        }
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// Bytes of the root's tag, at most.
const MARKUP: u64 = 1 << 20;

/// A piece of a document, as `splits` gives it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    start: u64,
    end: u64,
    line: u32,
    column: u32,
    /// Where the tag of the root begins and ends, which is read before each piece but the first.
    root: (u64, u64),
    format: &'static Format,
}

impl Piece {
    pub(crate) fn new(
        (start, end, line, column, from, to, format): (u64, u64, u32, u32, u64, u64, &str),
    ) -> PyResult<Piece> {
        let is_behind_root = start == 0 || to <= start;
        if start > end || from > to || !is_behind_root || line == 0 || column == 0 {
            return Err(PyValueError::new_err("no piece as `splits` gives it"));
        }
        Ok(Piece { start, end, line, column, root: (from, to), format: known(format)? })
    }

    /// What stands before a piece that is not the first.
    fn head(self, path: &Path) -> PyResult<Vec<u8>> {
        let (mut head, (from, to)) = (Vec::new(), self.root);
        if self.start > 0 {
            let mut file = opened(path)?;
            file.seek(SeekFrom::Start(from))?;
            file.take(to.saturating_sub(from).min(MARKUP)).read_to_end(&mut head)?;
        }
        Ok(head)
    }

    /// What stands before the entries, the entries, and what ends them unless that is the document's own end.
    fn open(self, path: &Path) -> PyResult<Box<dyn Read + Send>> {
        let mut file = opened(path)?;
        let length = file.metadata()?.len();
        let tail: &[u8] = if self.end < length && self.root.1 > 0 { b"</urlset>" } else { b"" };
        file.seek(SeekFrom::Start(self.start))?;
        let head = Cursor::new(self.head(path)?);
        Ok(Box::new(head.chain(file.take(self.end.saturating_sub(self.start))).chain(tail)))
    }

    /// Where in the document a place of the piece is; `None` where another piece tells of it.
    pub(crate) fn place(self, mut at: Position, before: Position) -> Option<Position> {
        if self.start == 0 || !at.is_known() {
            return Some(at);
        }
        at.byte = at.byte.checked_sub(before.byte)?.saturating_add(self.start);
        if at.line == before.line {
            at.column = at.column.saturating_sub(before.column).saturating_add(self.column);
        }
        at.line = at.line.saturating_sub(before.line).saturating_add(self.line);
        Some(at)
    }

    /// Where the first entry begins in what is read of the piece.
    pub(crate) fn before(self, path: &Path) -> PyResult<Position> {
        let head = self.head(path)?;
        let mut place = crate::splits::Place::default();
        place.pass(&head);
        Ok(Position { input: 0, line: place.line, column: place.column, byte: head.len() as u64 })
    }
}

struct Shown(Arc<PyBackedBytes>);

impl AsRef<[u8]> for Shown {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// The bytes that a Python object reads.
struct Stream(Option<Py<PyAny>>);

impl Read for Stream {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let Some(file) = &self.0 else { return Ok(0) };
        Python::attach(|py| {
            let given = file.call_method1(py, "read", (to.len(),))?;
            let bytes: PyBackedBytes = given.extract(py).map_err(|_| {
                PyTypeError::new_err("the file gives no bytes: open it in binary mode, 'rb'")
            })?;
            let place = to.get_mut(..bytes.len()).ok_or_else(|| {
                PyValueError::new_err("the file gives more bytes than it was asked for")
            })?;
            place.copy_from_slice(&bytes);
            Ok(bytes.len())
        })
        .map_err(|error: PyErr| std::io::Error::other(error))
    }
}
