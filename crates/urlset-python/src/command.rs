//! The command, in a process that Python began.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command with these words, the first of which is its name, and gives its exit code. The process is
/// to end with that.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| urlset_cli::main(words))
}
