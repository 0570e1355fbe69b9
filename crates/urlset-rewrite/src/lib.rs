//! Rewrites scheme, host and path of URLs in every place of an entry where one can stand. A URL that
//! needs no change is not touched, and of one that does only what was asked for changes.
//!
//! ```
//! use urlset_rewrite::Rewrite;
//!
//! let mut rewrite = Rewrite::new(&[]);
//! rewrite.scheme("https")?;
//! rewrite.host("example.com=www.example.com")?;
//! rewrite.path("^/blog/([0-9]+)/=/articles/$1-")?;
//! let url = "http://Example.com/blog/7/cats?Q=%7e";
//! assert_eq!(rewrite.url(url).as_deref(), Some("https://www.example.com/articles/7-cats?Q=%7e"));
//! assert_eq!(rewrite.url("https://other.example/"), None);
//! # Ok::<(), urlset_rewrite::BadRewrite>(())
//! ```
//!
//! One URL goes through these steps, each on the outcome of the one before:
//!
//! 1. the table of moves: the row of this whole URL, else the longest row that ends in `*` and begins it;
//! 2. the host, by the one rule that names it: one with a port is for the port that the URL asks for
//!    by its old scheme;
//! 3. the scheme;
//! 4. the path, by the first expression that matches it.
//!
//! [`Rewriting`] does so for every entry of a reader, [`Tally`] counts what was changed and what was
//! not, and finds the locs that became one.

mod address;
mod bad;
mod collisions;
mod compact;
mod facts;
mod host;
mod moves;
mod path;
mod places;
mod rewrite;
mod rewriting;
/// What can go wrong when URLs are rewritten.
pub mod rules;
mod table;

pub use bad::BadRewrite;
pub use facts::{Facts, Tally};
pub use rewrite::Rewrite;
pub use rewriting::Rewriting;
