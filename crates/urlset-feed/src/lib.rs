//! Reads and writes RSS and Atom feeds as sitemap entries.
