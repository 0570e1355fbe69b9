//! Clusters of language versions across a whole set of sitemaps: checked, and completed. Any number
//! of entries within the memory of a [`Store`](urlset_store::Store).
//!
//! Google uses a link from one language version to another only where the other links back, and
//! that no single entry shows. [`ClusterAudit`] takes every entry of a set and tells what is wrong
//! between them; [`complete`] adds the links that are missing and certain.
//!
//! ```
//! use urlset_clusters::ClusterAudit;
//! use urlset_core::{Audit, Diagnostic, Entry, Loc, Position};
//! use urlset_hreflang::Alternate;
//! use urlset_store::Store;
//!
//! let mut english = Entry::new(Loc::new("https://example.com/en"));
//! english.extensions.push(&Alternate::new("de", "https://example.com/de"));
//! let german = Entry::new(Loc::new("https://example.com/de"));
//!
//! let store = Store::new(16 << 20, None);
//! let mut audit = ClusterAudit::new(&store);
//! let mut found = Vec::<Diagnostic>::new();
//! for entry in [english, german] {
//!     audit.entry(&entry, &Position::start(0), &mut found)?;
//! }
//! audit.finish(&mut found)?;
//! assert_eq!(found[0].rule.id, "hreflang/no-return");
//! assert_eq!(audit.summary().links, 1);
//! # Ok::<(), urlset_core::Error>(())
//! ```

mod address;
mod audit;
mod collect;
mod complete;
mod findings;
mod language;
mod languages;
mod links;
mod matrix;
mod orders;
mod pack;
mod parts;
mod record;
/// What can be wrong with clusters.
pub mod rules;
#[cfg(test)]
mod spelled;
#[cfg(test)]
mod tests;
mod walk;
mod wanted;

pub use address::Secret;
pub use audit::{ClusterAudit, Summary};
pub use complete::{Added, Completed, Completion, complete};
pub use languages::{Language, Languages};
pub use matrix::Matrix;
pub use parts::{Linking, Meeting, Meetings, Met};
