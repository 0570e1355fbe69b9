//! By what the command's dedupe knows two pages for one.

use pyo3::prelude::*;
use urlset::ops::Key;

fn of(normalised: bool) -> Key {
    if normalised { Key::Normalized } else { Key::Exact }
}

/// The key of a loc.
#[pyfunction]
#[pyo3(signature = (loc, normalised = false))]
pub(crate) fn key(loc: &str, normalised: bool) -> String {
    of(normalised).of(loc, &mut String::new()).to_owned()
}

/// The keys of many locs; `None` of `None`.
#[pyfunction]
#[pyo3(signature = (locs, normalised = false))]
pub(crate) fn keys(
    py: Python<'_>,
    locs: Vec<Option<String>>,
    normalised: bool,
) -> Vec<Option<String>> {
    py.detach(|| {
        let mut buffer = String::new();
        let key = of(normalised);
        let one = |loc: String| {
            buffer.clear();
            key.of(&loc, &mut buffer).to_owned()
        };
        locs.into_iter()
            .map({
                let mut one = one;
                move |loc| loc.map(&mut one)
            })
            .collect()
    })
}
