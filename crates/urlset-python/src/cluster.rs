//! Parts of a run as functions over Arrow batches, and the run of which others do the parts.

use arrow_array::builder::BinaryBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{ArrayRef, BinaryArray, Int32Array, Int64Array, RecordBatch};
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use urlset_cli::cluster::{self, Cells, Columns, Elsewhere};

pyo3::import_exception!(urlset._errors, Error);

/// Batches that are read ahead.
const AHEAD: usize = 2;

fn wrong(why: String) -> PyErr {
    PyRuntimeError::new_err(why)
}

fn locked<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls back into Python.
struct Callback {
    call: Py<PyAny>,
    left: Option<Py<PyAny>>,
    raised: Mutex<Option<PyErr>>,
}

impl Elsewhere for Callback {
    fn fill(&self, task: &str) -> Result<String, String> {
        let given = Python::attach(|py| self.call.call1(py, (task,))?.extract::<String>(py));
        given.map_err(|error| self.raise(error))
    }

    fn left(&self, take: &mut dyn FnMut(&[u8]) -> Result<(), String>) -> Result<(), String> {
        let left = self.left.as_ref().ok_or("nothing was read to be compared")?;
        let pieces = Python::attach(|py| Ok(left.bind(py).call0()?.try_iter()?.unbind()));
        let pieces = pieces.map_err(|error| self.raise(error))?;
        // Nobody else waits while a piece is looked at.
        let next = || {
            Python::attach(|py| {
                let piece = pieces.bind(py).clone().next().transpose()?;
                piece.map(|piece| Ok(piece.extract::<PyBackedBytes>()?)).transpose()
            })
        };
        while let Some(piece) = next().map_err(|error| self.raise(error))? {
            take(&piece)?;
        }
        Ok(())
    }
}

impl Callback {
    /// Keeps what Python raised, and gives its text.
    fn raise(&self, error: PyErr) -> String {
        let is_ours = |py: Python<'_>| error.is_instance_of::<Error>(py);
        let said = Python::attach(|py| match is_ours(py) {
            true => error.value(py).to_string(),
            false => error.to_string(),
        });
        *locked(&self.raised) = Some(error);
        said
    }
}

/// Runs the command with these words while `fill` has the entries read and written, and `left` gives what tasks left
/// of two sides; gives its exit code, and what was wrong where it could not run. Says nothing where it is `mute`.
#[pyfunction]
#[pyo3(signature = (words, fill, left=None, mute=false))]
pub(crate) fn run_by(
    py: Python<'_>,
    words: Vec<OsString>,
    fill: Py<PyAny>,
    left: Option<Py<PyAny>>,
    mute: bool,
) -> PyResult<(u8, String)> {
    let callback = Callback { call: fill, left, raised: Mutex::new(None) };
    let ended = py.detach(|| cluster::run(words, &callback, mute));
    match locked(&callback.raised).take() {
        Some(error) => Err(error),
        None => Ok(ended),
    }
}

/// A run, as one machine knows it.
#[pyclass(frozen, module = "urlset._urlset")]
#[derive(Debug)]
pub(crate) struct Part(Arc<cluster::Part>);

#[pymethods]
impl Part {
    #[new]
    fn new(words: Vec<OsString>, task: &str) -> PyResult<Part> {
        let part = cluster::Part::new(words, task).map_err(PyValueError::new_err)?;
        Ok(Part(Arc::new(part)))
    }

    /// The entries of documents, read by a thread of its own.
    fn read(&self, documents: String, bucket: i32) -> Rows {
        let part = Arc::clone(&self.0);
        Rows::of(move |give| part.read(&documents, bucket, give))
    }

    /// Joins entries of one key.
    fn joining(&self) -> PyResult<Joining> {
        Ok(Joining(Mutex::new(Some(cluster::Join::new(&self.0).map_err(wrong)?))))
    }

    /// Writes files into a folder.
    #[expect(clippy::needless_pass_by_value, reason = "as pyo3 gives it")]
    fn writing(&self, folder: PathBuf, mark: &str) -> PyResult<Writing> {
        let writing = cluster::Writing::new(Arc::clone(&self.0), &folder, mark);
        Ok(Writing(Mutex::new(writing.map_err(wrong)?)))
    }
}

/// Rows that a thread reads.
#[pyclass(frozen, module = "urlset._urlset")]
#[derive(Debug)]
pub(crate) struct Rows {
    rows: Mutex<Option<Receiver<Columns>>>,
    thread: Mutex<Option<JoinHandle<Result<String, String>>>>,
}

impl Rows {
    /// Those that a reading gives, in a thread of its own.
    fn of(
        read: impl FnOnce(&mut dyn FnMut(Columns) -> bool) -> Result<String, String> + Send + 'static,
    ) -> Rows {
        let (sender, rows) = sync_channel(AHEAD);
        let thread = std::thread::spawn(move || read(&mut |columns| sender.send(columns).is_ok()));
        Rows { rows: Mutex::new(Some(rows)), thread: Mutex::new(Some(thread)) }
    }
}

#[pymethods]
impl Rows {
    /// The next batch; `None` at the end.
    fn batch<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let next = py.detach(|| locked(&self.rows).as_ref().and_then(|rows| rows.recv().ok()));
        next.map(|columns| as_batch(columns)?.to_pyarrow(py)).transpose()
    }

    /// What was told, once there are no more batches.
    fn told(&self, py: Python<'_>) -> PyResult<String> {
        locked(&self.rows).take();
        let Some(thread) = locked(&self.thread).take() else {
            return Err(wrong("what was told is given once".to_owned()));
        };
        match py.detach(|| thread.join()) {
            Ok(told) => told.map_err(wrong),
            Err(_) => Err(wrong("a bug in urlset: the reader panicked".to_owned())),
        }
    }
}

/// A run that writes no set, as one machine knows it.
#[pyclass(frozen, module = "urlset._urlset")]
#[derive(Debug)]
pub(crate) struct Looking(Arc<cluster::Looking>);

#[pymethods]
impl Looking {
    #[new]
    fn new(words: Vec<OsString>, task: &str) -> PyResult<Looking> {
        let looking = cluster::Looking::new(words, task).map_err(PyValueError::new_err)?;
        Ok(Looking(Arc::new(looking)))
    }

    /// The entries of documents, read by a thread of its own.
    fn read(&self, documents: String, bucket: i32) -> Rows {
        let looking = Arc::clone(&self.0);
        Rows::of(move |give| looking.read(&documents, bucket, give))
    }

    /// Leaves what one machine must see.
    fn leaving(&self) -> PyResult<Leaving> {
        Ok(Leaving(Mutex::new(self.0.leaving().map_err(wrong)?)))
    }
}

/// Leaves of a set, or of two sides, what one machine must see.
#[pyclass(frozen, module = "urlset._urlset")]
#[derive(Debug)]
pub(crate) struct Leaving(Mutex<cluster::Leaving>);

#[pymethods]
impl Leaving {
    /// Takes rows by their hashes, those of one hash in the order of reading, and gives what is left by now.
    fn push<'py>(
        &self,
        py: Python<'py>,
        batch: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let batch = RecordBatch::from_pyarrow_bound(batch)?;
        let piece = py.detach(|| {
            let mut left = locked(&self.0);
            let (hash, bucket) = (longs(&batch, "hash")?, integers(&batch, "bucket")?);
            let (number, payload) = (longs(&batch, "number")?, cells(&batch, "payload")?);
            for (at, hash) in hash.values().iter().enumerate() {
                let place = (bucket.value(at), number.value(at));
                left.push(*hash, place, payload.value(at))?;
            }
            Ok(left.take())
        });
        Ok(PyBytes::new(py, &piece.map_err(wrong)?))
    }

    /// The next piece of the rest, once everything was pushed; empty where there is no more.
    fn rest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let piece = py.detach(|| locked(&self.0).rest());
        Ok(PyBytes::new(py, &piece.map_err(wrong)?))
    }
}

/// Joins the entries of each key.
#[pyclass(frozen, module = "urlset._urlset")]
#[derive(Debug)]
pub(crate) struct Joining(Mutex<Option<cluster::Join>>);

#[pymethods]
impl Joining {
    /// Takes rows by their hashes, those of one hash in the order of reading, and gives those that are done.
    fn push<'py>(&self, py: Python<'py>, batch: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let batch = RecordBatch::from_pyarrow_bound(batch)?;
        let columns = py.detach(|| {
            let mut join = locked(&self.0);
            let join = join.as_mut().ok_or_else(|| "everything was joined".to_owned())?;
            let (hash, payload) = (longs(&batch, "hash")?, cells(&batch, "payload")?);
            let (bucket, number) = (integers(&batch, "bucket")?, longs(&batch, "number")?);
            for (at, hash) in hash.values().iter().enumerate() {
                let place = (bucket.value(at), number.value(at));
                join.push(*hash, place, payload.value(at))?;
            }
            join.take()
        });
        as_batch(columns.map_err(wrong)?)?.to_pyarrow(py)
    }

    /// The last rows, and what was told.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, String)> {
        let join = locked(&self.0).take();
        let join = join.ok_or_else(|| wrong("everything was joined".to_owned()))?;
        let (columns, told) = py.detach(|| join.finish()).map_err(wrong)?;
        Ok((as_batch(columns)?.to_pyarrow(py)?, told))
    }
}

/// Writes files.
#[pyclass(frozen, module = "urlset._urlset")]
#[derive(Debug)]
pub(crate) struct Writing(Mutex<cluster::Writing>);

#[pymethods]
impl Writing {
    /// Takes rows, those of a file one after the other in their order; gives the files that are done.
    fn push(&self, py: Python<'_>, batch: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let batch = RecordBatch::from_pyarrow_bound(batch)?;
        let done = py.detach(|| {
            let mut writing = locked(&self.0);
            let (shard, payload) = (longs(&batch, "shard")?, cells(&batch, "payload")?);
            let size = integers(&batch, "size")?;
            let mut done = Vec::new();
            for (at, shard) in shard.values().iter().enumerate() {
                done.extend(writing.push(*shard, size.value(at), payload.value(at))?);
            }
            Ok(done)
        });
        done.map_err(wrong)
    }

    /// The last file.
    fn finish(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let last = py.detach(|| locked(&self.0).finish());
        last.map(|last| last.into_iter().collect()).map_err(wrong)
    }
}

fn column<'b>(batch: &'b RecordBatch, name: &str) -> Result<&'b ArrayRef, String> {
    batch.column_by_name(name).ok_or_else(|| format!("rows without a column `{name}`"))
}

fn cells<'b>(batch: &'b RecordBatch, name: &str) -> Result<&'b BinaryArray, String> {
    let given = column(batch, name)?;
    given.as_binary_opt().ok_or_else(|| format!("`{name}` is {}", given.data_type()))
}

fn longs<'b>(batch: &'b RecordBatch, name: &str) -> Result<&'b Int64Array, String> {
    let given = column(batch, name)?;
    let typed = given.as_primitive_opt::<Int64Type>();
    typed.ok_or_else(|| format!("`{name}` is {}", given.data_type()))
}

fn integers<'b>(batch: &'b RecordBatch, name: &str) -> Result<&'b Int32Array, String> {
    let given = column(batch, name)?;
    let typed = given.as_primitive_opt::<Int32Type>();
    typed.ok_or_else(|| format!("`{name}` is {}", given.data_type()))
}

/// Columns with hashes are those of rows to be joined, the others those of rows to be written.
fn as_batch(columns: Columns) -> PyResult<RecordBatch> {
    let field = |name: &str, kind: &DataType| Field::new(name, kind.clone(), false);
    let (int, long, bytes) = (DataType::Int32, DataType::Int64, DataType::Binary);
    let bucket = Arc::new(Int32Array::from(columns.bucket)) as ArrayRef;
    let number = Arc::new(Int64Array::from(columns.number)) as ArrayRef;
    let payload = binary(&columns.payload);
    let (fields, arrays) = if columns.hash.is_empty() && !columns.size.is_empty() {
        let size = Arc::new(Int32Array::from(columns.size)) as ArrayRef;
        (
            vec![
                field("order", &bytes),
                field("bucket", &int),
                field("number", &long),
                field("size", &int),
                field("payload", &bytes),
            ],
            vec![binary(&columns.order), bucket, number, size, payload],
        )
    } else {
        let hash = Arc::new(Int64Array::from(columns.hash)) as ArrayRef;
        (
            vec![
                field("hash", &long),
                field("bucket", &int),
                field("number", &long),
                field("payload", &bytes),
            ],
            vec![hash, bucket, number, payload],
        )
    };
    let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays);
    batch.map_err(|error| wrong(error.to_string()))
}

fn binary(cells: &Cells) -> ArrayRef {
    let mut built = BinaryBuilder::with_capacity(cells.offsets.len(), cells.bytes.len());
    for (from, to) in cells.offsets.iter().zip(cells.offsets.iter().skip(1)) {
        let from = usize::try_from(*from).unwrap_or_default();
        let to = usize::try_from(*to).unwrap_or_default();
        built.append_value(cells.bytes.get(from..to).unwrap_or_default());
    }
    Arc::new(built.finish())
}
