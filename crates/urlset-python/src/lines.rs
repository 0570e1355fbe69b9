//! Arrow batches as JSON Lines, for the command: the line of an entry has the number of its row.

use crate::findings::{Findings, Shared};
use crate::source::Reading;
use arrow_array::RecordBatch;
use arrow_array::ffi_stream::RecordBatchStreamReader;
use arrow_pyarrow::FromPyArrow;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use urlset::arrow::BatchReader;
use urlset::json::JsonWriter;
use urlset::{Entry, EntryReader, EntryWriter, Error, WriteOptions};

/// Bytes that are given at once.
const BYTES: usize = 1 << 20;

/// The rows of batches as lines.
#[pyclass(frozen, module = "urlset._urlset")]
pub(crate) struct Lines {
    state: Mutex<State>,
    findings: Shared,
}

struct State {
    reader: BatchReader,
    writer: JsonWriter,
    entry: Entry,
    /// Rows that came so far.
    rows: Arc<AtomicU32>,
    /// Lines that were written.
    lines: u32,
    ended: bool,
}

#[pymethods]
impl Lines {
    /// What has `__arrow_c_stream__`, or batches of which the first gives the columns; rows before it, and
    /// how many findings of a rule are kept whole.
    #[new]
    fn new(data: &Bound<'_, PyAny>, rows_before: u32, name: &str, most: u64) -> PyResult<Lines> {
        let findings = Shared::new(vec![name.to_owned()], false);
        findings.lock().rows_before = rows_before;
        findings.lock().most = most;
        let rows = Arc::new(AtomicU32::new(0));
        let (schema, batches) = taken(data)?;
        let counted = Arc::clone(&rows);
        let batches = batches.inspect(move |batch| {
            let count = batch.as_ref().map_or(0, RecordBatch::num_rows);
            counted.fetch_add(u32::try_from(count).unwrap_or(u32::MAX), Ordering::Relaxed);
        });
        let options = Reading::known().read;
        let opened =
            data.py().detach(|| BatchReader::new(schema, batches, &options, &mut findings.clone()));
        let reader = opened.map_err(|error| findings.raised(error))?;
        let options = WriteOptions { extensions: urlset::EXTENSIONS, ..WriteOptions::default() };
        let writer = JsonWriter::new(reader.header().kind, &options);
        let state = State { reader, writer, entry: Entry::default(), rows, lines: 0, ended: false };
        Ok(Lines { state: Mutex::new(state), findings })
    }

    /// The next lines; `None` at the end.
    fn block<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let lines = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.block(&self.findings).map_err(|error| self.findings.raised(error))
        })?;
        Ok(lines.map(|lines| PyBytes::new(py, lines.as_bytes())))
    }

    /// Rows that came so far.
    fn rows(&self) -> u32 {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.rows.load(Ordering::Relaxed)
    }

    /// What was found so far.
    fn findings(&self) -> Findings {
        Findings(self.findings.clone())
    }
}

type Stream = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

/// The batches of an object of Python: a stream of them, or one.
fn taken(data: &Bound<'_, PyAny>) -> PyResult<(SchemaRef, Stream)> {
    if data.hasattr("__arrow_c_stream__")? {
        let reader = RecordBatchStreamReader::from_pyarrow_bound(data)?;
        return Ok((arrow_array::RecordBatchReader::schema(&reader), Box::new(reader)));
    }
    let batch = RecordBatch::from_pyarrow_bound(data)?;
    Ok((batch.schema(), Box::new(std::iter::once(Ok(batch)))))
}

impl State {
    fn block(&mut self, findings: &Shared) -> Result<Option<String>, Error> {
        let mut out = String::new();
        let mut sink = findings.clone();
        while !self.ended && out.len() < BYTES {
            if !self.reader.read_entry(&mut self.entry, &mut sink)? {
                self.ended = true;
                self.skip(self.rows.load(Ordering::Relaxed), &mut out);
                break;
            }
            // A row of which no entry was made is an empty line, so that each has its number.
            self.skip(self.reader.position().line.saturating_sub(1), &mut out);
            self.writer.write_entry(&self.entry, &mut out, &mut sink)?;
            self.lines += 1;
        }
        Ok((!out.is_empty()).then_some(out))
    }

    fn skip(&mut self, upto: u32, out: &mut String) {
        for _ in self.lines..upto {
            out.push('\n');
        }
        self.lines = self.lines.max(upto);
    }
}
