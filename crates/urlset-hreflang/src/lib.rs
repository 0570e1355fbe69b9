//! The hreflang extension of sitemaps, `xhtml:link`: its description, its items and its checks.
//!
//! ```
//! use urlset_core::{Entry, Loc};
//! use urlset_hreflang::Alternate;
//!
//! let mut entry = Entry::new(Loc::new("https://example.com/en"));
//! entry.extensions.push(&Alternate::new("en", "https://example.com/en"));
//! entry.extensions.push(&Alternate::new("de-AT", "https://example.com/at"));
//! let alternates = entry.extensions.items::<Alternate>().flatten();
//! let tags: Vec<_> = alternates.filter_map(|alternate| alternate.hreflang).collect();
//! assert_eq!(tags, ["en", "de-AT"]);
//! ```
//!
//! Without its feature `std` the crate needs `alloc` alone.

#![cfg_attr(not(any(feature = "std", test)), no_std)]

#[macro_use]
extern crate alloc;

mod alternate;
mod audit;
mod codes;
/// What can be wrong with alternates.
pub mod rules;
mod same;
mod tag;

use alloc::boxed::Box;
pub use alternate::Alternate;
pub use audit::HreflangAudit;
use urlset_core::{Extension, Occurs, Severity, Shape, Value};

/// Whether Google can read a tag: a check of it finds no error.
pub fn is_readable(tag: &str) -> bool {
    let mut readable = true;
    let checked = tag::check(tag, &mut |rule, _| {
        readable &= rule.severity != Severity::Error;
        Ok(())
    });
    checked.is_ok() && readable
}

/// Alternates by language or device (Google, Localized versions of pages).
pub static EXTENSION: Extension = Extension {
    name: "hreflang",
    title: "the page in other languages",
    namespace: NAMESPACE,
    variants: &[
        "https://www.w3.org/1999/xhtml",
        "http://www.w3.org/1999/xhtml/",
        "https://www.w3.org/1999/xhtml/",
        "http://www.w3.org/TR/xhtml11/xhtml11_schema.html",
        "http://w3.org/1999/xhtml",
        "https://w3.org/1999/xhtml",
        "http://www.w3.org/1999/html",
    ],
    prefix: "xhtml",
    element: ELEMENT,
    shapes: &SHAPES,
    keyed: Some(("hreflang", "href")),
    // One page has one version for a language and a device.
    identity: &[&["@hreflang", "@media"]],
    audit: || Box::new(HreflangAudit::default()),
    rules: rules::ALL,
};

pub(crate) const NAMESPACE: &str = "http://www.w3.org/1999/xhtml";
pub(crate) const ELEMENT: &str = "link";

const TEXT: Value = Value::Text { most: u32::MAX };

static SHAPES: [Shape; 6] = [
    shape("@rel", Occurs::Implied("alternate"), TEXT),
    shape("@hreflang", Occurs::Optional, Value::Code),
    shape("@href", Occurs::Once, Value::Url),
    shape("@media", Occurs::Optional, TEXT),
    shape("@type", Occurs::Optional, TEXT),
    shape("@title", Occurs::Optional, TEXT),
];

const fn shape(path: &'static str, occurs: Occurs, value: Value) -> Shape {
    Shape { path, occurs, value, deprecated: false }
}
