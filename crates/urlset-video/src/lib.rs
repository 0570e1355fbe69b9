//! The video extension of sitemaps.
