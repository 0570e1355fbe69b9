//! Reads and writes sitemap entries as tables: CSV and TSV.

mod dialect;
mod names;
mod json;
mod quotes;
mod tree;
/// What can be wrong with a table.
pub mod rules;
#[cfg(test)]
mod sample;
