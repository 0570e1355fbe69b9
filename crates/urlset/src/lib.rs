//! Reads, converts and writes sitemaps in every format they come in.
