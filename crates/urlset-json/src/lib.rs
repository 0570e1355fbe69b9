//! Reads and writes sitemap entries as JSON Lines.
