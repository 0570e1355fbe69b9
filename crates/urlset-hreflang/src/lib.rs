//! The hreflang extension of sitemaps: xhtml:link alternates.
