//! The video extension of sitemaps: its description, its items and its checks.
//!
//! ```
//! use urlset_core::{Entry, Loc};
//! use urlset_video::Video;
//!
//! let mut entry = Entry::new(Loc::new("https://example.com/grilling"));
//! entry.extensions.push(&Video {
//!     thumbnail_loc: "https://example.com/thumbs/1.jpg".into(),
//!     title: "Grilling steaks for summer".into(),
//!     description: "How to get them perfect every time".into(),
//!     content_loc: Some("https://example.com/1.mp4".into()),
//!     ..Video::default()
//! });
//! assert_eq!(entry.extensions.items::<Video>().count(), 1);
//! ```
//!
//! Without its feature `std` the crate needs `alloc` alone.

#![cfg_attr(not(any(feature = "std", test)), no_std)]

#[macro_use]
extern crate alloc;

mod address;
mod audit;
mod codes;
mod parts;
/// What can be wrong with videos.
pub mod rules;
mod shapes;
mod terms;
mod values;
mod video;

use alloc::boxed::Box;
pub use audit::VideoAudit;
pub use parts::{
    Gallery, Id, Platform, Player, Price, Relationship, Restriction, Segment, TvShow, Uploader,
};
use urlset_core::Extension;
pub use video::Video;

/// The video extension 1.1 (Google, Video sitemaps and alternatives).
pub static EXTENSION: Extension = Extension {
    name: "video",
    title: "videos on the page",
    namespace: NAMESPACE,
    variants: &[
        "https://www.google.com/schemas/sitemap-video/1.1",
        "http://www.google.com/schemas/sitemap-video/1.1/",
        "https://www.google.com/schemas/sitemap-video/1.1/",
        "http://www.google.com/schemas/sitemap-video/1.0",
        "https://www.google.com/schemas/sitemap-video/1.0",
    ],
    prefix: "video",
    element: ELEMENT,
    shapes: &shapes::SHAPES,
    keyed: None,
    identity: &[&["content_loc"], &["player_loc"]],
    audit: || Box::new(VideoAudit::default()),
    rules: rules::ALL,
};

pub(crate) const NAMESPACE: &str = "http://www.google.com/schemas/sitemap-video/1.1";
pub(crate) const ELEMENT: &str = "video";
