//! The rules of whole documents and of what becomes of them in another format.

use crate::{Rule, Severity};

/// `file/zero-bytes`: the file is empty.
pub static ZERO_BYTES: Rule = Rule {
    id: "file/zero-bytes",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the file is empty",
    help: "check how it was made; a sitemap needs at least its root element",
    source: "Search Console, empty sitemap",
    example: "",
};

/// `file/too-many-urls`: more than 50,000 entries in one file.
pub static TOO_MANY_URLS: Rule = Rule {
    id: "file/too-many-urls",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "more than 50,000 entries in one file",
    help: "cut it into files of at most 50,000 entries and list them in an index",
    source: "sitemaps.org, index files",
    example: "a urlset with 50,001 url elements",
};

/// `file/empty`: a document without an entry. A reader of XML tells it, `urlset-check` of other formats.
pub static EMPTY: Rule = Rule {
    id: "file/empty",
    severity: Severity::Warning,
    profiles: "WWWWWE",
    summary: "no entry in the file",
    help: "check how it was made",
    source: "sitemaps.org, XML tag definitions",
    example: "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"/>",
};

/// `convert/lossy`: the target format cannot hold a field.
pub static LOSSY: Rule = Rule {
    id: "convert/lossy",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "the target format cannot hold a field",
    help: "choose a format that can: `urlset list formats`",
    source: "urlset, formats",
    example: "lastmod written as text",
};

/// `convert/date-precision`: the target writes every date as an instant.
pub static DATE_PRECISION: Rule = Rule {
    id: "convert/date-precision",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "the target format writes a date more or less exactly, or in another zone",
    help: "choose a format that keeps dates as they are: `urlset list formats`",
    source: "urlset, formats; W3C, Date and Time Formats",
    example: "{\"loc\":\"https://example.com/\",\"lastmod\":\"2026-03\"} written as JSON Feed",
};

/// `convert/invented-value`: the target needs a field that the entry lacks; a neutral value stands in.
pub static INVENTED: Rule = Rule {
    id: "convert/invented-value",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the target needs a field that the entry lacks; a neutral value stands in",
    help: "give the value yourself, as with `--title`",
    source: "urlset, formats",
    example: "an RSS item without a title",
};

/// `convert/member-unplaced`: a member or column that has no place in its extension.
pub static KEY_MEMBER: Rule = Rule {
    id: "convert/member-unplaced",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a member or column that has no place in its extension",
    help: "check its name: `urlset list extensions`",
    source: "urlset, JSON Lines",
    example: "{\"loc\":\"https://example.com/\",\"image\":[{\"lok\":\"…\"}]}",
};
