//! Reads and writes sitemap XML: urlset and sitemapindex.
