//! Rules that only the command finds: about files, and about how they name each other.

use urlset::{Rule, Severity};

/// `file/unreadable`: an input cannot be read.
pub(crate) static UNREADABLE: Rule = Rule {
    id: "file/unreadable",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the input cannot be read",
    help: "check the name and the permissions",
    source: "urlset, inputs",
    example: "urlset convert no-such-file.xml",
};

/// `file/skipped`: a file of a folder is no sitemap.
pub(crate) static SKIPPED: Rule = Rule {
    id: "file/skipped",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "a file of the folder is in no known format and was skipped",
    help: "name the file itself, perhaps with `--from`, if it should be read",
    source: "urlset, inputs",
    example: "urlset convert public/    (with public/logo.png in it)",
};

/// `file/is-output`: a file of a folder or pattern is what the run writes.
pub(crate) static IS_OUTPUT: Rule = Rule {
    id: "file/is-output",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a file of the folder or pattern is an output of this run and was not read",
    help: "write to another place, or name the file itself if it should be read too",
    source: "urlset, inputs",
    example: "urlset convert public/ -o public/all.xml    (for the second time)",
};

/// `convert/pages-as-sitemaps`: pages were written as sitemaps.
pub(crate) static PAGES_AS_SITEMAPS: Rule = Rule {
    id: "convert/pages-as-sitemaps",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the input lists pages, and robots.txt names sitemaps",
    help: "check that the addresses are those of sitemaps; an index is converted with `--follow none`",
    source: "sitemaps.org, submitting by robots.txt",
    example: "urlset convert pages.txt -o robots.txt",
};

/// `index/child-missing`: a sitemap that an index names was not found.
pub(crate) static CHILD_MISSING: Rule = Rule {
    id: "index/child-missing",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a sitemap that the index names was not found here",
    help: "say where its files are with `--resolve https://www.example.com/=DIR/`, or take the \
           index alone with `--follow none`; URLs are not fetched yet",
    source: "sitemaps.org, index files",
    example: "<sitemap><loc>https://example.com/gone.xml</loc></sitemap>",
};

/// `index/child-unsafe`: a sitemap that an index names is a file that must not be read.
pub(crate) static CHILD_UNSAFE: Rule = Rule {
    id: "index/child-unsafe",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a sitemap that the index names leads out of the index's folder",
    help: "map it with `--resolve PREFIX=DIR/` if you trust the index",
    source: "urlset, safety limits",
    example: "<sitemap><loc>https://example.com/%2e%2e/secret.xml</loc></sitemap>",
};

/// `index/nested`: an index names an index.
pub(crate) static NESTED: Rule = Rule {
    id: "index/nested",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an index names another index",
    help: "name the sitemaps themselves: search engines do not follow indexes of indexes",
    source: "sitemaps.org, index files; Search Console, nested indexing",
    example: "<sitemap><loc>https://example.com/sitemap_index2.xml</loc></sitemap>",
};

/// `index/self-reference`: an index names itself.
pub(crate) static SELF_REFERENCE: Rule = Rule {
    id: "index/self-reference",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the index names itself",
    help: "take the entry out",
    source: "sitemaps.org, index files",
    example: "sitemap_index.xml names https://example.com/sitemap_index.xml",
};

/// `index/cycle`: indexes name each other.
pub(crate) static CYCLE: Rule = Rule {
    id: "index/cycle",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "indexes name each other in a circle",
    help: "take one of the entries out",
    source: "sitemaps.org, index files",
    example: "a.xml names b.xml, and b.xml names a.xml",
};

/// `index/duplicate-child`: an index names one file twice.
pub(crate) static DUPLICATE_CHILD: Rule = Rule {
    id: "index/duplicate-child",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the index names one file twice; it was read once",
    help: "take one of the entries out",
    source: "sitemaps.org, index files",
    example: "two sitemap elements with one loc",
};

/// `set/orphan-sitemap`: a sitemap beside an index that no index names.
pub(crate) static ORPHAN: Rule = Rule {
    id: "set/orphan-sitemap",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "a sitemap beside the index that no index and no robots.txt names",
    help: "name it in the index, or remove the file",
    source: "sitemaps.org, index files; no search engine asks it",
    example: "sitemap_index.xml, a.xml that it names, and old.xml that it does not name",
};

/// `limit/index-depth`: indexes are nested too deep.
pub(crate) static DEPTH: Rule = Rule {
    id: "limit/index-depth",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "indexes are nested deeper than allowed",
    help: "raise `--max-depth` if you trust the files",
    source: "urlset, safety limits",
    example: "an index of indexes of indexes of indexes",
};

/// All of them.
pub(crate) static ALL: &[&Rule] = &[
    &UNREADABLE,
    &SKIPPED,
    &IS_OUTPUT,
    &PAGES_AS_SITEMAPS,
    &CHILD_MISSING,
    &CHILD_UNSAFE,
    &NESTED,
    &SELF_REFERENCE,
    &CYCLE,
    &DUPLICATE_CHILD,
    &ORPHAN,
    &DEPTH,
];
