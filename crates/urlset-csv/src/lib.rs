//! Reads and writes sitemap entries as tables: CSV and TSV.
//!
//! ```
//! use urlset_core::{EntryReader, Input, ReadOptions};
//! use urlset_csv::{CsvReadOptions, CsvReader};
//!
//! let table = "Address;Last Modified;Status Code\nhttps://example.com/;2026-03-04;200\n";
//! let input = Input::new(table.as_bytes());
//! let mut findings = Vec::new();
//! let options = (CsvReadOptions::default(), ReadOptions::default());
//! let reader = CsvReader::open_with(input, &options.0, &options.1, &mut findings).unwrap();
//! assert_eq!(reader.mapping()[0].to_string(), "Address = loc (by name)");
//! let entries: Vec<_> = reader.entries(&mut findings).collect::<Result<_, _>>().unwrap();
//! assert_eq!(entries[0].lastmod.unwrap().to_string(), "2026-03-04");
//! assert_eq!(&*findings[0].detail, "Status Code"); // left out, and told
//! ```
//!
//! Which column means what is told by names ([`CsvReader::mapping`]), by what the user says
//! ([`CsvReadOptions::mapping`], [`PRESETS`]), or by content. Extensions are written in one of three
//! layouts ([`Layout`]); reading tells them apart by the header.

mod asked;
mod bare;
mod cell;
mod cells;
mod columns;
mod dialect;
mod ends;
mod format;
mod found;
mod guard;
mod header;
mod items;
mod json;
mod languages;
mod long;
mod mapping;
mod names;
mod open;
mod options;
mod placed;
mod plan;
mod preset;
mod quotes;
mod ragged;
mod reader;
mod records;
mod references;
mod rows;
/// What can be wrong with a table.
pub mod rules;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod torn;
mod tree;
mod wanted;
mod writer;
mod xml;

pub use cell::write_cell;
pub use format::{CSV, TSV};
pub use mapping::{How, Mapped, MappingError, parse_mapping};
pub use names::is_called;
pub use options::{CsvReadOptions, CsvWriteOptions, Layout};
pub use placed::{Placed, placed};
pub use preset::{PRESETS, Preset, RowsAre};
pub use reader::CsvReader;
pub use wanted::{Wanted, wanted};
pub use writer::CsvWriter;
