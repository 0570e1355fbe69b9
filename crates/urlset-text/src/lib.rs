//! Reads and writes text sitemaps: one URL a line.
