//! Checks of whole documents and sets, and what a finding weighs for whom.
//!
//! Readers tell what is wrong with the text of an entry, the audits of extensions what is wrong with
//! its items. Here is what only a document ([`DocumentAudit`]) or a set ([`SetAudit`]) shows, and
//! [`Policy`], a sink that gives each finding the weight that it has in a profile.
//!
//! ```
//! use urlset_check::{Policy, Weights};
//! use urlset_core::{Diagnostic, Position, Profile, Severity, Sink, rules};
//!
//! # fn main() -> urlset_core::Result<()> {
//! let mut found: Vec<Diagnostic> = Vec::new();
//! let mut policy = Policy::new(Weights::new(Profile::Yandex), &mut found);
//! policy.report(rules::LOC_NOT_ESCAPED.at(Position::default()))?;
//! assert_eq!(found[0].severity, Severity::Note);
//! # Ok(())
//! # }
//! ```

mod address;
mod document;
mod facts;
mod fold;
mod known;
mod lastmods;
mod names;
mod pairs;
mod patterns;
mod policy;
mod retired;
mod robots;
/// What only a whole document or a whole set shows.
pub mod rules;
mod schema;
mod schema_rules;
mod schema_tables;
mod schema_types;
mod scope;
mod seen;
mod set;
#[cfg(test)]
mod tests;
mod told;
mod verdict;

pub use document::DocumentAudit;
pub use facts::{Facts, Listed};
pub use names::is_host_name;
pub use policy::{Choice, Policy, UnknownRules, Weights};
pub use robots::{ROBOTS_BYTES, Robots, Rules, Verdict};
pub use set::{SetAudit, common};
pub use verdict::Refusals;

/// At most `most` bytes of the front, whole characters.
pub(crate) fn head(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}
