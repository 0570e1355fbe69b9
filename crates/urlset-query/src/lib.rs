//! Expressions over sitemap entries: which to keep, and which fields to show.
//!
//! ```
//! use urlset_core::{Datetime, Entry, Loc};
//! use urlset_query::{Filter, Origin, Scope};
//!
//! let scope = Scope { now: 1_767_225_600, ..Scope::default() }; // 2026-01-01
//! let filter = Filter::parse("lastmod >= now-7d and path ~ '^/shop/'", &scope).unwrap();
//! let mut entry = Entry::new(Loc::new("https://example.com/shop/tea"));
//! assert!(!filter.accepts(&entry, &Origin::default()), "without lastmod");
//! entry.lastmod = Datetime::parse("2025-12-30").ok();
//! assert!(filter.accepts(&entry, &Origin::default()));
//! let fault = Filter::parse("lastmd >= now-7d", &scope).unwrap_err();
//! assert_eq!((fault.span, &*fault.help), (0..6, "did you mean `lastmod`?"));
//! ```
//!
//! The grammar is closed: fields, comparisons (`==` `!=` `<` `<=` `>` `>=`), patterns (`~` `!~`),
//! lists (`in`), `and`, `or`, `not`, parentheses, `count(x)`, `has(x)`. Members of extensions have
//! the names that JSON Lines gives them and follow from the extensions' tables of shapes.
//!
//! - A field that an entry does not have fits nothing, also not `!=`: `not has(x)` asks for that.
//! - Of a field with several values one that fits is enough: `image.loc != 'x'` asks whether there
//!   is another one, `not image.loc == 'x'` whether there is none.
//! - Dates stand for the first instant they may mean, in UTC where they name no zone: `2026-03` and
//!   `2026-03-01T00:00:00Z` are equal, and `2026-03-01T10:00Z` is after both.
//! - A constant without quotes is a number or a date, and the text of a field is read as such; what
//!   cannot be read so is unequal and neither less nor more. Text in quotes is compared byte by byte.

mod expression;
mod fault;
mod field;
mod filter;
mod found;
mod keep;
mod literal;
mod member;
mod near;
mod parser;
mod scope;
mod selection;
#[cfg(test)]
mod tests;
mod token;
mod where_reader;

pub use fault::Fault;
pub use field::Field;
pub use filter::Filter;
pub use found::{Found, Origin};
pub use near::{edits, meant, nearest};
pub use scope::Scope;
pub use selection::Selection;
pub use where_reader::Where;
