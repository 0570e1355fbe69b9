//! Panics of the library that decodes Parquet, caught: a damaged file must not end a program.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is where a panic is caught and told as a finding: a hook for panics, which runs
/// before that, may be silent.
pub fn is_guarded() -> bool {
    GUARDED.get()
}

/// Runs what may panic; the error is what it panicked with. Nothing of it is used after that.
pub(crate) fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    let before = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    GUARDED.set(before);
    result.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        text.unwrap_or("it gave up").to_owned()
    })
}
