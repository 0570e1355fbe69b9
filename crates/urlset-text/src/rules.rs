//! The rules of text sitemaps. Ids and severities are those of the project's specification.

use urlset_core::{Rule, Severity};

/// `text/non-url-line`: a line that is not an address.
pub static NON_URL_LINE: Rule = Rule {
    id: "text/non-url-line",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a line that is not an address",
    help: "keep headers, comments and prose out of the file: one URL a line and nothing else",
    source: "sitemaps.org, other sitemap formats",
    example: "# our pages",
};

/// `text/entity-escaped`: an address that is escaped as in XML.
pub static ENTITY_ESCAPED: Rule = Rule {
    id: "text/entity-escaped",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "an address that is escaped as in XML",
    help: "write `&` as it is: only XML needs `&amp;`",
    source: "urlset, text sitemaps",
    example: "https://example.com/?a=1&amp;b=2",
};

/// `text/bom`: the file begins with a byte order mark.
pub static BOM: Rule = Rule {
    id: "text/bom",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the file begins with a byte order mark",
    help: "save it as UTF-8 without BOM: readers may take the mark for a part of the first URL",
    source: "urlset, text sitemaps",
    example: "EF BB BF before the first URL",
};

/// `text/table-rows`: lines that look like rows of a table.
pub static TABLE_ROWS: Rule = Rule {
    id: "text/table-rows",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "lines look like rows of a table; each was read as one URL",
    help: "read it `--from csv` if it is one, with `--csv-delimiter` where commas do not cut it",
    source: "urlset, text sitemaps",
    example: "https://example.com/a,\nhttps://example.com/b,",
};

/// `text/blank-lines`: empty lines.
pub static BLANK_LINES: Rule = Rule {
    id: "text/blank-lines",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "empty lines",
    help: "nothing to do: readers pass over them",
    source: "urlset, text sitemaps",
    example: "https://example.com/a\n\nhttps://example.com/b",
};

/// `text/several-urls-on-line`: more than one address on a line.
pub static SEVERAL_URLS: Rule = Rule {
    id: "text/several-urls-on-line",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "more than one address on a line",
    help: "give each URL a line of its own, or read them apart with `--lenient`",
    source: "sitemaps.org, other sitemap formats",
    example: "https://example.com/a https://example.com/b",
};

/// `text/encoding-not-utf8`: bytes that are not UTF-8.
pub static NOT_UTF8: Rule = Rule {
    id: "text/encoding-not-utf8",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "bytes that are not UTF-8",
    help: "save the file as UTF-8, or read it as windows-1252 with `--lenient`",
    source: "sitemaps.org, other sitemap formats",
    example: "https://example.com/caf\\xe9",
};

/// `text/line-break-in-loc`: an address with a line break cannot be a line.
pub static LINE_BREAK: Rule = Rule {
    id: "text/line-break-in-loc",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an address with a line break cannot be a line",
    help: "escape the line break as %0A",
    source: "sitemaps.org, other sitemap formats",
    example: "https://example.com/a<LF>b",
};

/// All of them.
pub static ALL: &[&Rule] = &[
    &NON_URL_LINE,
    &ENTITY_ESCAPED,
    &BOM,
    &TABLE_ROWS,
    &BLANK_LINES,
    &SEVERAL_URLS,
    &NOT_UTF8,
    &LINE_BREAK,
];
