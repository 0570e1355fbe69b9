//! What can go wrong between a reader and a writer.

use urlset_core::{Rule, Severity};

/// `convert/index-not-carried`: a sitemap of an index in a format that lists pages only.
pub static INDEX_NOT_CARRIED: Rule = Rule {
    id: "convert/index-not-carried",
    severity: Severity::Error,
    summary: "a sitemap of an index cannot be written in a format that lists pages only",
    help: "read the pages of its sitemaps with `--follow local`, or write XML, CSV, JSON Lines or robots.txt",
    source: "sitemaps.org, index files",
    example: "a sitemapindex written as text",
};

/// All of them.
pub static ALL: &[&Rule] = &[&INDEX_NOT_CARRIED];
