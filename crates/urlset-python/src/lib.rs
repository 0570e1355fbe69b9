//! The extension `_urlset` of the Python package `urlset`: entries as JSON and as Arrow batches, keys, and
//! the command. What Python can say as well is said in Python (`python/urlset`).

mod batches;
mod cluster;
mod command;
mod findings;
mod key;
mod lines;
mod reading;
mod source;
mod splits;
mod tag;

use pyo3::prelude::*;

/// The extension module.
#[pymodule]
fn _urlset(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<findings::Findings>()?;
    module.add_class::<source::Reading>()?;
    module.add_class::<reading::Reader>()?;
    module.add_class::<batches::Batches>()?;
    module.add_class::<lines::Lines>()?;
    module.add_class::<cluster::Part>()?;
    module.add_class::<cluster::Rows>()?;
    module.add_class::<cluster::Looking>()?;
    module.add_class::<cluster::Joining>()?;
    module.add_class::<cluster::Leaving>()?;
    module.add_class::<cluster::Writing>()?;
    module.add_function(wrap_pyfunction!(cluster::run_by, module)?)?;
    module.add_function(wrap_pyfunction!(command::main, module)?)?;
    module.add_function(wrap_pyfunction!(key::key, module)?)?;
    module.add_function(wrap_pyfunction!(key::keys, module)?)?;
    module.add_function(wrap_pyfunction!(splits::splits, module)?)?;
    Ok(())
}
