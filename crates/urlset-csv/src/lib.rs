//! Reads and writes sitemap entries as tables: CSV and TSV.
