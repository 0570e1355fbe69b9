//! One document as blocks of JSON, which Python makes dicts of.

use crate::findings::{Findings, Shared};
use crate::source::{Given, Reading};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use urlset::json::JsonWriter;
use urlset::{Entry, EntryReader, EntryWriter, Error, WriteOptions};

/// Entries and bytes of a block: few enough that an interrupt is not felt, and that who reads a stream
/// does not wait for long.
const ENTRIES: usize = 256;
const BYTES: usize = 256 * 1024;

/// Reads one document.
#[pyclass(frozen, module = "urlset._urlset")]
pub(crate) struct Reader {
    state: Mutex<State>,
    findings: Shared,
}

struct State {
    reader: Box<dyn EntryReader>,
    writer: JsonWriter,
    entry: Entry,
    /// What ended the reading, raised once everything before was given.
    failed: Option<Error>,
    ended: bool,
    provenance: Option<String>,
}

#[pymethods]
impl Reader {
    #[new]
    fn new(source: &Bound<'_, PyAny>, reading: &Reading, provenance: bool) -> PyResult<Reader> {
        let (given, name) = Given::of(source)?;
        let provenance = provenance.then(|| serde_json::Value::from(name.as_str()).to_string());
        let findings = Shared::new(vec![name], reading.strict);
        let reader = source.py().detach(|| reading.open(given, 0, &findings))?;
        let options = WriteOptions { extensions: urlset::EXTENSIONS, ..WriteOptions::default() };
        let writer = JsonWriter::new(reader.header().kind, &options);
        let (entry, failed, ended) = (Entry::default(), None, false);
        let state = State { reader, writer, entry, failed, ended, provenance };
        Ok(Reader { state: Mutex::new(state), findings })
    }

    /// The next entries as a list in JSON; `None` at the end.
    fn block(&self, py: Python<'_>) -> PyResult<Option<String>> {
        py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.block(&self.findings).map_err(|error| self.findings.raised(error))
        })
    }

    /// What was found so far.
    fn findings(&self) -> Findings {
        Findings(self.findings.clone())
    }
}

impl State {
    fn block(&mut self, findings: &Shared) -> Result<Option<String>, Error> {
        if let Some(error) = self.failed.take() {
            self.ended = true;
            return Err(error);
        }
        let mut out = String::from("[");
        let mut count = 0;
        while !self.ended && count < ENTRIES && out.len() < BYTES {
            match self.one(&mut out, findings) {
                Ok(true) => count += 1,
                Ok(false) => self.ended = true,
                Err(error) if count == 0 => {
                    self.ended = true;
                    return Err(error);
                }
                Err(error) => {
                    self.failed = Some(error);
                    break;
                }
            }
        }
        if count == 0 {
            return Ok(None);
        }
        out.truncate(out.trim_end_matches(',').len());
        out.push(']');
        Ok(Some(out))
    }

    fn one(&mut self, out: &mut String, findings: &Shared) -> Result<bool, Error> {
        let start = out.len();
        let mut sink = findings.clone();
        if !self.reader.read_entry(&mut self.entry, &mut sink)? {
            return Ok(false);
        }
        if let Err(error) = self.writer.write_entry(&self.entry, out, &mut sink) {
            out.truncate(start);
            return Err(error);
        }
        out.truncate(out.trim_end_matches('\n').len());
        if let Some(source) = &self.provenance {
            out.pop();
            let line = self.reader.position().line;
            out.push_str(&format!(r#","source":{source},"line":{line}}}"#));
        }
        out.push(',');
        Ok(true)
    }
}
