//! Reads and writes sitemap entries as Parquet.
//!
//! A file has the columns of [`urlset_arrow::schema`], compressed with zstd, in row groups of at most
//! 131,072 rows; what is least and most of `loc` and `lastmod` stands beside each, so that who looks for
//! some rows reads only those. Files of other tools are read by the names of their columns, as a CSV is.
//!
//! ```
//! use std::sync::Arc;
//! use urlset_core::{
//!     Diagnostic, Entry, EntryReader, Header, Input, Loc, Output, ReadOptions, WriteOptions,
//! };
//! use urlset_parquet::{FORMAT, ParquetReader, ParquetWriter, Whole};
//!
//! let mut file = Vec::new();
//! let writer = ParquetWriter::with(&Header::default(), &WriteOptions::default());
//! let mut output = Output::new(&mut file, Box::new(writer));
//! let entry = Entry::new(Loc::new("https://example.com/a"));
//! output.write(&entry, &mut ()).unwrap();
//! output.finish().unwrap();
//!
//! let length = file.len() as u64;
//! let options = ReadOptions::default();
//! let whole = Whole::new(Arc::new(file), length);
//! let rows = urlset_parquet::open(whole, &Default::default(), &options).unwrap();
//! let mut findings: Vec<Diagnostic> = Vec::new();
//! let open = FORMAT.open.unwrap();
//! let mut reader = open(Input::from_source(rows), &options, &mut findings).unwrap();
//! let mut again = Entry::default();
//! assert!(reader.read_entry(&mut again, &mut findings).unwrap());
//! assert_eq!((again, findings.len()), (entry, 0));
//! ```
//!
//! What a file says of itself is looked at before it is believed: the depth of its columns, the sizes of
//! its pages and how many there are at once. A panic of the library that decodes it is caught and told as
//! a damaged file.

mod checked;
mod delta;
mod footer;
mod guard;
mod open;
mod pages;
/// What can be wrong with a Parquet file.
pub mod rules;
mod thrift;
mod whole;
mod writer;

pub use guard::is_guarded;
pub use open::open;
pub use urlset_arrow::TableReader as ParquetReader;
pub use whole::{ReadAt, Whole};
pub use writer::ParquetWriter;

use urlset_core::{Carried, Carries, Confidence, Dates, Format};
use urlset_csv::CsvReadOptions;

/// What every Parquet file begins with.
pub const MAGIC: &[u8; 4] = footer::MAGIC;

/// Parquet. It is told by its first bytes, which are no text, and read from the text that [`open`] makes
/// of it.
pub static FORMAT: Format = Format {
    name: "parquet",
    title: "Apache Parquet",
    suffixes: &["parquet"],
    media_types: &["application/vnd.apache.parquet"],
    carries: Carries {
        index: true,
        lastmod: Dates::AsWritten,
        changefreq: true,
        priority: true,
        extensions: Carried::Everything,
    },
    sniff: |_| Confidence::No,
    open: Some(|input, options, sink| {
        let table = CsvReadOptions::default();
        Ok(Box::new(ParquetReader::open_with(input, &table, options, sink)?))
    }),
    create: Some(|header, options| Box::new(ParquetWriter::with(header, options))),
    rules: RULES,
};

/// Of files and of their columns.
static RULES: &[&urlset_core::Rule] = &[
    &rules::BOMB,
    &rules::DAMAGED,
    &rules::NOT_PARQUET,
    &rules::TOO_LARGE,
    &rules::TRUNCATED,
    &rules::UNSUPPORTED,
    &urlset_arrow::rules::BROKEN_BATCH,
    &urlset_arrow::rules::DATES_DIFFER,
    &urlset_arrow::rules::UNREAD_COLUMN,
    &urlset_arrow::rules::UNREAD_LOC,
];
