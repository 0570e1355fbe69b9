//! Documents as a stream of Arrow batches, by the C interface of Arrow.

use crate::findings::{Findings, Shared};
use crate::source::{Given, Piece, Reading};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use urlset::arrow::{self, Origin};
use urlset::{Entry, EntryReader, Kind, Position};

pyo3::import_exception!(urlset._errors, BugError);

/// Bytes of text in a batch, about, whatever was asked for: a column of text has room for 2 GiB.
const BYTES: usize = 128 << 20;

/// Documents, and what is wanted of them.
#[pyclass(frozen, module = "urlset._urlset")]
#[derive(Debug)]
pub(crate) struct Batches {
    inputs: Mutex<Vec<Given>>,
    reading: Reading,
    schema: SchemaRef,
    /// Numbers of the columns that are wanted.
    columns: Vec<usize>,
    size: usize,
    findings: Shared,
    failure: Failure,
    kept: Kept,
}

/// The number of the stream that was begun last, and that stream if nothing was taken of it: DuckDB asks for one to see
/// its columns, and for another to read it.
type Kept = Arc<Mutex<(u64, Option<Stream>)>>;

/// A piece as `splits` gives it; the format by its name.
type Named = (u64, u64, u32, u32, u64, u64, String);

/// What ended a stream; the interface has room for its text alone.
type Failure = Arc<Mutex<Option<PyErr>>>;

#[pymethods]
impl Batches {
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "as pyo3 gives it")]
    fn new(
        sources: Vec<Bound<'_, PyAny>>,
        reading: &Reading,
        columns: Option<Vec<String>>,
        batch_size: usize,
        split: Option<Named>,
    ) -> PyResult<Batches> {
        if batch_size == 0 {
            return Err(PyValueError::new_err("a batch has at least one row"));
        }
        let all = arrow::schema(urlset::EXTENSIONS);
        let columns = match columns {
            None => (0..all.fields().len()).collect(),
            Some(names) => numbers(&all, &names)?,
        };
        let schema = all.project(&columns).map_err(|error| broken(&error))?;
        let given = sources.iter().map(Given::of).collect::<PyResult<Vec<_>>>()?;
        let (mut inputs, names): (Vec<Given>, Vec<String>) = given.into_iter().unzip();
        let findings = Shared::new(names, reading.strict);
        if let Some((start, end, line, column, from, to, format)) = split
            && !format.is_empty()
        {
            let piece = Piece::new((start, end, line, column, from, to, &format))?;
            let [Given::Path(path)] = &inputs[..] else {
                return Err(PyValueError::new_err("a piece is of one path"));
            };
            findings.lock().piece = Some((piece, piece.before(path)?));
            inputs = vec![Given::Piece(path.clone(), piece)];
        }
        Ok(Batches {
            inputs: Mutex::new(inputs),
            reading: reading.clone(),
            schema: Arc::new(schema),
            columns,
            size: batch_size,
            findings,
            failure: Failure::default(),
            kept: Kept::default(),
        })
    }

    /// The stream, from its beginning. What is wrong with the first document is raised here.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Who wants other types casts to them: the interface leaves that to the producer.
        drop(requested_schema);
        let (mut number, kept) = {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            (kept.0, kept.1.take())
        };
        let stream = match kept {
            Some(stream) => stream,
            None => {
                let stream = py.detach(|| self.begin())?;
                let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.0 += 1;
                number = kept.0;
                stream
            }
        };
        let kept = Arc::clone(&self.kept);
        let stream = Lent { stream: Some(stream), number, is_fresh: true, kept };
        let stream = FFI_ArrowArrayStream::new(Box::new(stream));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// Names of the columns.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.schema.fields().iter().map(|field| field.name()))
    }

    /// What ended the stream that was begun last, if anything did.
    fn failure(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.as_ref().map(|error| error.value(py).clone().into_any().unbind())
    }

    /// What was found so far, by the stream that was begun last.
    fn findings(&self) -> Findings {
        Findings(self.findings.clone())
    }
}

impl Batches {
    fn begin(&self) -> PyResult<Stream> {
        let mut inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        let inputs = inputs.iter_mut().map(Given::again).collect::<PyResult<VecDeque<_>>>()?;
        self.findings.lock().restart();
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let wanted = |name: &str| self.schema.index_of(name).is_ok();
        let is_list = |field: &Arc<Field>| matches!(field.data_type(), DataType::List(_));
        let piece = self.findings.lock().piece;
        let mut stream = Stream {
            inputs,
            number: 0,
            source: String::new(),
            lines: wanted("line"),
            lists: self.schema.fields().iter().any(is_list),
            piece,
            reading: self.reading.clone(),
            reader: None,
            batches: None,
            entry: Entry::default(),
            schema: Arc::clone(&self.schema),
            columns: self.columns.clone(),
            size: self.size,
            findings: self.findings.clone(),
            failure: Arc::clone(&self.failure),
            failed: None,
            ended: false,
        };
        stream.next_document().inspect_err(|error| {
            let error = Python::attach(|py| error.clone_ref(py));
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        })?;
        Ok(stream)
    }
}

/// The places of these columns in a schema.
fn numbers(schema: &SchemaRef, names: &[String]) -> PyResult<Vec<usize>> {
    let place = |name: &String| {
        schema.index_of(name).map_err(|_| {
            let known: Vec<&str> = schema.fields().iter().map(|field| &**field.name()).collect();
            PyValueError::new_err(format!("no column '{name}'; there are {}", known.join(", ")))
        })
    };
    names.iter().map(place).collect()
}

fn broken(error: &ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The entries of documents, one document after the other.
struct Stream {
    inputs: VecDeque<Given>,
    /// The number of the next document.
    number: u32,
    /// The name of the one that is read.
    source: String,
    /// Whether lines are wanted, and lists: what nobody wants is not worked out.
    lines: bool,
    lists: bool,
    piece: Option<(Piece, Position)>,
    reading: Reading,
    reader: Option<Box<dyn EntryReader>>,
    /// The batch under way, and the kind of its documents.
    batches: Option<(Kind, arrow::Batches)>,
    entry: Entry,
    schema: SchemaRef,
    columns: Vec<usize>,
    size: usize,
    findings: Shared,
    failure: Failure,
    /// What ended the stream, told once everything before was given.
    failed: Option<ArrowError>,
    ended: bool,
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("source", &self.source).finish_non_exhaustive()
    }
}

/// A stream while someone has it, who may give it back as it was.
struct Lent {
    stream: Option<Stream>,
    number: u64,
    is_fresh: bool,
    kept: Kept,
}

impl Drop for Lent {
    fn drop(&mut self) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // What was found is that of the last one.
        if self.is_fresh && kept.0 == self.number {
            kept.1 = self.stream.take();
        }
    }
}

impl Iterator for Lent {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        self.is_fresh = false;
        self.stream.as_mut()?.next()
    }
}

impl RecordBatchReader for Lent {
    fn schema(&self) -> SchemaRef {
        let schema = self.stream.as_ref().map(|stream| Arc::clone(&stream.schema));
        schema.unwrap_or_else(|| Arc::new(Schema::empty()))
    }
}

impl Stream {
    /// Opens the next document, if there is one.
    fn next_document(&mut self) -> PyResult<()> {
        let known = self.findings.lock().names.get(self.number as usize).cloned();
        self.source = known.unwrap_or_default();
        self.reader = match self.inputs.pop_front() {
            Some(given) => Some(self.reading.open(given, self.number, &self.findings)?),
            None => None,
        };
        self.number += 1;
        Ok(())
    }

    /// The rows so far, unless there are none.
    fn finish(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        let (_, batches) = self.batches.as_mut().filter(|(_, batches)| batches.rows() > 0)?;
        Some(batches.finish().and_then(|batch| batch.project(&self.columns)))
    }

    fn fail(&mut self, error: PyErr) -> Option<Result<RecordBatch, ArrowError>> {
        let said = Python::attach(|py| error.value(py).to_string());
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        let error = ArrowError::ExternalError(without_nul(&said).into());
        self.ended = true;
        match self.finish() {
            Some(batch) => {
                self.failed = Some(error);
                Some(batch)
            }
            None => Some(Err(error)),
        }
    }

    /// Adds an entry to the batch; `false` at the end of the document.
    fn add(&mut self) -> PyResult<bool> {
        let Some(reader) = &mut self.reader else { return Ok(false) };
        let mut sink = self.findings.clone();
        let raised = |error| self.findings.raised(error);
        if !reader.read_entry(&mut self.entry, &mut sink).map_err(raised)? {
            return Ok(false);
        }
        if !self.lists {
            self.entry.extensions.clear();
        }
        let at = if self.lines { reader.position() } else { Position::default() };
        let at = self.piece.and_then(|(piece, before)| piece.place(at, before)).unwrap_or(at);
        let origin = Origin { source: &self.source, line: at.line };
        if let Some((_, batches)) = &mut self.batches {
            batches.add(&self.entry, Some(origin), &mut sink).map_err(raised)?;
        }
        Ok(true)
    }
}

/// A text that C can end: the interface of Arrow panics at one that has a NUL in it.
fn without_nul(text: &str) -> String {
    text.replace('\0', "\\0")
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    /// Who asks is C, which no panic may pass through.
    fn next(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        let given = catch_unwind(AssertUnwindSafe(|| self.next_batch()));
        let given = given.unwrap_or_else(|panic| {
            self.batches = None;
            let said = panic.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
            self.fail(BugError::new_err(format!("a bug in urlset: {said}")))
        })?;
        Some(given.map_err(|error| match error {
            ArrowError::ExternalError(_) => error,
            other => ArrowError::ExternalError(without_nul(&other.to_string()).into()),
        }))
    }
}

impl Stream {
    fn next_batch(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        if let Some(error) = self.failed.take() {
            return Some(Err(error));
        }
        while !self.ended {
            let Some(reader) = &self.reader else { break };
            let kind = reader.header().kind;
            if self.batches.as_ref().is_none_or(|(before, _)| *before != kind) {
                let fresh = arrow::Batches::new(reader.header(), urlset::EXTENSIONS);
                let before = self.finish();
                self.batches = Some((kind, fresh));
                if before.is_some() {
                    return before;
                }
            }
            match self.add() {
                Ok(true) => {
                    let full = self.batches.as_ref().is_some_and(|(_, batches)| {
                        batches.rows() >= self.size || batches.bytes() >= BYTES
                    });
                    if full {
                        return self.finish();
                    }
                }
                Ok(false) => {
                    if let Err(error) = self.next_document() {
                        return self.fail(error);
                    }
                }
                Err(error) => return self.fail(error),
            }
        }
        self.ended = true;
        self.finish()
    }
}
