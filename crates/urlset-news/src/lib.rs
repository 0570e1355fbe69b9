//! The news extension of sitemaps: its description, its items and its checks.
//!
//! ```
//! use urlset_core::{Datetime, Entry, Loc};
//! use urlset_news::{News, Publication};
//!
//! let mut entry = Entry::new(Loc::new("https://example.com/cats-win"));
//! let published = Datetime::parse("2026-03-04T10:00:00Z")?;
//! let publication = Publication::new("The Example", "en");
//! entry.extensions.push(&News::new(publication, published, "Cats win"));
//! let news = entry.extensions.items::<News>().flatten().next();
//! assert_eq!(news.map(|news| news.title).as_deref(), Some("Cats win"));
//! # Ok::<(), &urlset_core::Rule>(())
//! ```
//!
//! Without its feature `std` the crate needs `alloc` alone.

#![cfg_attr(not(any(feature = "std", test)), no_std)]

#[macro_use]
extern crate alloc;

mod audit;
mod languages;
mod lists;
mod news;
/// What can be wrong with news.
pub mod rules;
mod title;

use alloc::boxed::Box;
pub use audit::NewsAudit;
pub use news::{News, Publication};
use urlset_core::{Extension, Occurs, Shape, Value};

/// The news extension 0.9 (Google, News sitemaps).
pub static EXTENSION: Extension = Extension {
    name: "news",
    title: "the article on the page",
    namespace: NAMESPACE,
    variants: &[
        "https://www.google.com/schemas/sitemap-news/0.9",
        "http://www.google.com/schemas/sitemap-news/0.9/",
        "https://www.google.com/schemas/sitemap-news/0.9/",
        "http://www.google.com/schemas/sitemap-news/0.84",
        "https://www.google.com/schemas/sitemap-news/0.84",
    ],
    prefix: "news",
    element: ELEMENT,
    shapes: &SHAPES,
    keyed: None,
    identity: &[],
    audit: || Box::new(NewsAudit::default()),
    rules: rules::ALL,
};

pub(crate) const NAMESPACE: &str = "http://www.google.com/schemas/sitemap-news/0.9";
pub(crate) const ELEMENT: &str = "news";

pub(crate) const ACCESS: &[&str] = &["Subscription", "Registration"];
const TEXT: Value = Value::Text { most: u32::MAX };

/// In the order of the schema, which is a sequence; `geo_locations`, which no schema has, is last.
static SHAPES: [Shape; 10] = [
    once("publication", Value::Children),
    once("publication/name", TEXT),
    once("publication/language", Value::Code),
    retired("access", Value::OneOf(ACCESS)),
    retired("genres", TEXT),
    once("publication_date", Value::Datetime),
    once("title", TEXT),
    retired("keywords", TEXT),
    retired("stock_tickers", TEXT),
    retired("geo_locations", TEXT),
];

const fn once(path: &'static str, value: Value) -> Shape {
    Shape { path, occurs: Occurs::Once, value, deprecated: false }
}

/// No longer described by Google.
const fn retired(path: &'static str, value: Value) -> Shape {
    Shape { path, occurs: Occurs::Optional, value, deprecated: true }
}
