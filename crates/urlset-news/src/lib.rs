//! The news extension of sitemaps.
