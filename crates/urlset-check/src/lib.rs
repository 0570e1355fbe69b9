//! Checks of whole documents and sets, and what a finding weighs for whom.
//!
//! Readers tell what is wrong with the text of an entry, the audits of extensions what is wrong with
//! its items. Here is what only a document or a set shows, and [`Policy`], a sink that gives each
//! finding the weight that it has in a profile.
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

mod policy;

pub use policy::{Choice, Policy, UnknownRules, Weights};
