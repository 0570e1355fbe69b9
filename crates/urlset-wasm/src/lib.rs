//! Checks and converts files that are in memory, as `urlset check` and `urlset convert` do with
//! `--follow none`: for WebAssembly, where there are no files, no threads and no clock.
//!
//! [`check`] and [`convert`] give reports of the same shape as `--json` of the command does, with the
//! same findings. In WebAssembly the module `bindings` hands them to JavaScript; `cargo xtask demo` builds
//! it and the page in `docs/demo` that uses it.
//!
//! ```
//! use urlset_wasm::{File, Options, check};
//!
//! let file = File { name: "sitemap.txt", bytes: b"https://example.com/\nexample\n" };
//! let report = check(&[file], &Options::default())?;
//! assert!(report.contains(r#""rule":"text/non-url-line""#));
//! # Ok::<(), urlset_wasm::Refused>(())
//! ```

// Named only to choose the backend.
use flate2 as _;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub mod bindings;
mod catalogue;
mod check;
mod convert;
mod documents;
mod found;
mod indexes;
mod opening;
mod options;
mod report;
#[cfg(test)]
mod tests;

pub use catalogue::{catalogue, explain};
pub use check::check;
pub use convert::{Converted, convert};
pub use options::{Options, Refused};

/// A file in memory.
#[derive(Clone, Copy, Debug)]
pub struct File<'f> {
    /// What it is called, with its suffix: it decides where the content leaves it open what it is.
    pub name: &'f str,
    /// What is in it, compressed or not.
    pub bytes: &'f [u8],
}

/// Of no files nothing is right or wrong.
fn some(files: &[File<'_>]) -> Result<(), Refused> {
    if files.is_empty() { Err(Refused("no files".to_owned())) } else { Ok(()) }
}
