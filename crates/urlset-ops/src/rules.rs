//! What can go wrong between a reader and a writer.

use urlset_core::{Rule, Severity};

/// `convert/index-not-carried`: a sitemap of an index in a format that lists pages only.
pub static INDEX_NOT_CARRIED: Rule = Rule {
    id: "convert/index-not-carried",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a sitemap of an index cannot be written in a format that lists pages only",
    help: "read the pages of its sitemaps with `--follow local`, those of an index that was fetched with `--follow remote`, or write XML, CSV, JSON Lines or robots.txt",
    source: "sitemaps.org, index files",
    example: "a sitemapindex written as text",
};

/// `index/child-missing`: a sitemap that an index names was not found.
pub static CHILD_MISSING: Rule = Rule {
    id: "index/child-missing",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a sitemap that the index names was not found here",
    help: "say where its files are with `--resolve https://www.example.com/=DIR/`, or fetch \
           them with `--follow remote`, or take the index alone with `--follow none`",
    source: "sitemaps.org, index files",
    example: "<sitemap><loc>https://example.com/gone.xml</loc></sitemap>",
};

/// `convert/pages-as-sitemaps`: pages were written as sitemaps.
pub static PAGES_AS_SITEMAPS: Rule = Rule {
    id: "convert/pages-as-sitemaps",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the input lists pages, and robots.txt names sitemaps",
    help: "check that the addresses are those of sitemaps; an index is converted with `--follow none`",
    source: "sitemaps.org, submitting by robots.txt",
    example: "urlset convert pages.txt -o robots.txt",
};

/// `set/duplicate-conflict`: entries of one loc that say different things.
pub static DUPLICATE_CONFLICT: Rule = Rule {
    id: "set/duplicate-conflict",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "entries of one `loc` differ",
    help: "say which with `--on-conflict FIELD=RULE`, or `FIELD=fail` to have none chosen",
    source: "no vendor says what a reader takes",
    example: "<url><loc>https://example.com/</loc><priority>0.5</priority></url>\n<url><loc>https://example.com/</loc><priority>0.8</priority></url>",
};

/// `set/duplicate-after-normalize`: two spellings of one address.
pub static DUPLICATE_AFTER_NORMALIZE: Rule = Rule {
    id: "set/duplicate-after-normalize",
    severity: Severity::Note,
    profiles: "WWWWW-",
    summary: "another spelling of an address that is there already",
    help: "nothing is lost but the spelling; without `--normalize` both are kept",
    source: "RFC 3986, section 6.2",
    example: "https://example.com/%7Eann\nhttps://example.com/~ann",
};

/// `file/changed`: entries that must be read again are others.
pub static CHANGED: Rule = Rule {
    id: "file/changed",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the input changed while it was read",
    help: "run again when nothing writes to it, or work on a copy",
    source: "urlset, safety limits",
    example: "a list of URLs that another program appends to meanwhile",
};

/// All of them.
pub static ALL: &[&Rule] = &[
    &CHANGED,
    &CHILD_MISSING,
    &DUPLICATE_AFTER_NORMALIZE,
    &DUPLICATE_CONFLICT,
    &INDEX_NOT_CARRIED,
    &PAGES_AS_SITEMAPS,
];
