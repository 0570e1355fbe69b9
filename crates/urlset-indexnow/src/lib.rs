//! IndexNow request bodies (indexnow.org), to write.
//!
//! ```
//! use urlset_core::{Entry, Loc, Output};
//! use urlset_indexnow::{IndexNowOptions, IndexNowWriter};
//!
//! # fn main() -> urlset_core::Result<()> {
//! let options = IndexNowOptions { key: Some("0123456789abcdef".into()), ..IndexNowOptions::default() };
//! let mut body = Vec::new();
//! let mut output = Output::new(&mut body, Box::new(IndexNowWriter::with(options)));
//! output.write(&Entry::new(Loc::new("https://example.com/a")), &mut ())?;
//! output.finish()?;
//! assert_eq!(String::from_utf8_lossy(&body),
//!     "{\"urlList\":[\n\"https://example.com/a\"\n],\"host\":\"example.com\",\"key\":\"0123456789abcdef\"}\n");
//! # Ok(())
//! # }
//! ```
//!
//! Post the body to `https://<engine>/indexnow` as `application/json; charset=utf-8`. The order of
//! members means nothing in JSON: the list comes first because the first URL may have to say the
//! host.

/// What can be wrong with a request body.
pub mod rules;
mod writer;

pub use writer::{IndexNowOptions, IndexNowWriter, is_one_host};

use urlset_core::{Carried, Carries, Confidence, Dates, Format};

/// A request body; the host is that of the first entry, the key has to be added with
/// [`IndexNowWriter::with`].
pub static FORMAT: Format = Format {
    name: "indexnow",
    title: "IndexNow request body",
    suffixes: &[],
    media_types: &["application/json"],
    carries: Carries {
        index: false,
        lastmod: Dates::Dropped,
        changefreq: false,
        priority: false,
        extensions: Carried::Nothing,
    },
    sniff: |_| Confidence::No,
    open: None,
    create: Some(|_, _| Box::new(IndexNowWriter::with(IndexNowOptions::default()))),
    rules: rules::ALL,
};
