//! Sitemap entries as Arrow record batches, and back.
//!
//! There is one schema ([`schema`]), made from the tables of shapes of the extensions: every value as it
//! was written, the items of each extension as a list of structs, anything else as XML. [`Batches`]
//! makes record batches of entries, [`BatchReader`] entries of record batches, those of other tools
//! too: their columns mean what the columns of a CSV of the same names mean.
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use urlset_arrow::{BatchReader, Batches};
//! use urlset_core::{Diagnostic, Entry, EntryReader, Header, Loc, ReadOptions};
//!
//! let mut batches = Batches::new(&Header::default(), &[]);
//! let entry = Entry::new(Loc::new("https://example.com/a"));
//! batches.add(&entry, None, &mut ()).unwrap();
//! let batch = batches.finish().unwrap();
//! let locs = batch.column_by_name("loc").unwrap().as_string::<i32>();
//! assert_eq!(locs.value(0), "https://example.com/a");
//!
//! let mut findings: Vec<Diagnostic> = Vec::new();
//! let schema = batch.schema();
//! let rows = [Ok(batch)].into_iter();
//! let mut reader =
//!     BatchReader::new(schema, rows, &ReadOptions::default(), &mut findings).unwrap();
//! let mut again = Entry::default();
//! assert!(reader.read_entry(&mut again, &mut findings).unwrap());
//! assert_eq!(again, entry);
//! ```

mod batches;
mod cells;
mod item;
mod nested;
mod places;
mod reader;
/// What can be wrong with the columns of a batch.
pub mod rules;
mod schema;
mod table;

pub use batches::{Batches, Origin};
pub use reader::{BatchReader, TableReader};
pub use schema::{LASTMOD_AT, schema};
pub use table::{Rows, Table};
