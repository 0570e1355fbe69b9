//! The image extension of sitemaps.
