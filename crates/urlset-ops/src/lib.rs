//! Operations on streams of sitemap entries.
