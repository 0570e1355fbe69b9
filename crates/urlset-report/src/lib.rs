//! Figures of a set of sitemaps as one HTML page.
//!
//! ```
//! use urlset_stats::Figures;
//!
//! let page = urlset_report::page(&Figures { urls: 12_345, ..Figures::default() });
//! assert!(page.contains(r#"<data data-at="/urls" value="12345">12,345</data>"#));
//! assert!(page.len() < urlset_report::MOST_BYTES);
//! ```
//!
//! The page holds all it needs: its style and its charts stand in it, there is no script, and its
//! content security policy lets nothing be loaded. What comes from an input is text and can be nothing
//! else. Every number says in `data-at` where it stands in the figures, as a JSON Pointer (RFC 6901).
//! The same figures give the same bytes.

mod bars;
mod compared;
mod dates;
mod detail;
mod files;
mod findings;
mod html;
mod languages;
mod overview;
mod page;
mod provenance;
mod style;
#[cfg(test)]
mod tests;
pub mod text;

pub use page::{MOST_BYTES, page};
