//! Reads and writes the Sitemap lines of robots.txt.
