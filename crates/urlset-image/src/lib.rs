//! The image extension of sitemaps: its description, its items and its checks.
//!
//! ```
//! use urlset_core::{Entry, Loc};
//! use urlset_image::Image;
//!
//! let mut entry = Entry::new(Loc::new("https://example.com/cats"));
//! entry.extensions.push(&Image::new("https://example.com/cat.jpg"));
//! for image in entry.extensions.items::<Image>() {
//!     let image = image?;
//!     assert_eq!(image.loc, "https://example.com/cat.jpg");
//! }
//! # Ok::<(), urlset_core::Diagnostic>(())
//! ```
//!
//! Without its feature `std` the crate needs `alloc` alone.

#![cfg_attr(not(any(feature = "std", test)), no_std)]

#[macro_use]
extern crate alloc;

mod audit;
mod image;
/// What can be wrong with images.
pub mod rules;

use alloc::boxed::Box;
pub use audit::ImageAudit;
pub use image::Image;
use urlset_core::{Extension, Occurs, Shape, Value};

/// The image extension 1.1 (Google, Image sitemaps).
pub static EXTENSION: Extension = Extension {
    name: "image",
    title: "images of the page",
    namespace: NAMESPACE,
    variants: &[
        "https://www.google.com/schemas/sitemap-image/1.1",
        "http://www.google.com/schemas/sitemap-image/1.1/",
        "https://www.google.com/schemas/sitemap-image/1.1/",
        "http://www.google.com/schemas/sitemap-image/1.0",
        "https://www.google.com/schemas/sitemap-image/1.0",
    ],
    prefix: "image",
    element: ELEMENT,
    shapes: &SHAPES,
    keyed: None,
    identity: &[&["loc"]],
    audit: || Box::new(ImageAudit::default()),
    rules: rules::ALL,
};

pub(crate) const NAMESPACE: &str = "http://www.google.com/schemas/sitemap-image/1.1";
pub(crate) const ELEMENT: &str = "image";

/// In the order of the schema, which is a sequence.
static SHAPES: [Shape; 5] = [
    Shape { path: "loc", occurs: Occurs::Once, value: Value::Url, deprecated: false },
    retired("caption", Value::Text { most: u32::MAX }),
    retired("geo_location", Value::Text { most: u32::MAX }),
    retired("title", Value::Text { most: u32::MAX }),
    retired("license", Value::Url),
];

/// Without effect since 6 August 2022.
const fn retired(path: &'static str, value: Value) -> Shape {
    Shape { path, occurs: Occurs::Optional, value, deprecated: true }
}
