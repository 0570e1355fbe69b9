//! The rules of JSON Lines.

use urlset_core::{Rule, Severity};

/// `json/not-json`: a line that is not one JSON object.
pub static NOT_JSON: Rule = Rule {
    id: "json/not-json",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a line that is not one JSON object",
    help: "write each entry as one object on a line of its own",
    source: "RFC 8259; jsonlines.org",
    example: "{loc: \"https://example.com/a\"}",
};

/// `json/unknown-member`: a member that means nothing here.
pub static UNKNOWN_MEMBER: Rule = Rule {
    id: "json/unknown-member",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a member that means nothing here",
    help: "use `loc`, `lastmod`, `changefreq`, `priority`, `kind`, an extension's name or `other`",
    source: "urlset, JSON Lines",
    example: "{\"loc\":\"https://example.com/\",\"url\":\"https://example.com/\"}",
};

/// `json/wrong-type`: a value of the wrong type.
pub static WRONG_TYPE: Rule = Rule {
    id: "json/wrong-type",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a value of the wrong type",
    help: "write fields as strings, `priority` as a number, extensions as arrays of objects",
    source: "urlset, JSON Lines",
    example: "{\"loc\":[\"https://example.com/\"]}",
};

/// `json/bad-string`: a string with half a surrogate pair.
pub static BAD_STRING: Rule = Rule {
    id: "json/bad-string",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a string with half a surrogate pair",
    help: "write the character itself, or both halves",
    source: "RFC 8259 section 8.2",
    example: "{\"loc\":\"https://example.com/\\ud83d\"}",
};

/// `json/unknown-kind`: a `kind` that is not known.
pub static UNKNOWN_KIND: Rule = Rule {
    id: "json/unknown-kind",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a `kind` that is not known; the entry was read as a page",
    help: "write `\"kind\":\"sitemap\"` for an entry of an index, else leave it out",
    source: "urlset, JSON Lines",
    example: "{\"loc\":\"https://example.com/\",\"kind\":\"image\"}",
};

/// `json/bad-other`: an `other` that is not one XML element of an extension.
pub static BAD_OTHER: Rule = Rule {
    id: "json/bad-other",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an `other` that is not one XML element of an extension",
    help: "write one element that declares the prefixes it uses; fields have members of their own",
    source: "urlset, JSON Lines",
    example: "{\"loc\":\"https://example.com/\",\"other\":[\"<a:b>\"]}",
};

/// `json/bom`: the file begins with a byte order mark.
pub static BOM: Rule = Rule {
    id: "json/bom",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the file begins with a byte order mark",
    help: "save it as UTF-8 without BOM",
    source: "RFC 8259 section 8.1",
    example: "EF BB BF before the first object",
};

/// `json/blank-lines`: empty lines.
pub static BLANK_LINES: Rule = Rule {
    id: "json/blank-lines",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "empty lines",
    help: "nothing to do: readers pass over them",
    source: "jsonlines.org",
    example: "{\"loc\":\"https://example.com/a\"}\n\n{\"loc\":\"https://example.com/b\"}",
};

/// `json/encoding-not-utf8`: bytes that are not UTF-8.
pub static NOT_UTF8: Rule = Rule {
    id: "json/encoding-not-utf8",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "bytes that are not UTF-8",
    help: "save the file as UTF-8, or read it as windows-1252 with `--lenient`",
    source: "RFC 8259 section 8.1",
    example: "{\"loc\":\"https://example.com/caf\\xe9\"}",
};

/// `json/separator`: elements or members without a comma between them, or with one too many.
pub static SEPARATOR: Rule = Rule {
    id: "json/separator",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "elements or members without a comma between them, or with one too many",
    help: "write one comma between elements and none after the last",
    source: "RFC 8259 section 5",
    example: "[{\"loc\":\"https://example.com/a\"},]",
};

/// `json/truncated`: the input ends inside an array or object.
pub static TRUNCATED: Rule = Rule {
    id: "json/truncated",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the input ends inside an array or object",
    help: "fetch or write the file again if its end is missing; else look for a quote or a bracket that does not end",
    source: "RFC 8259 section 5",
    example: "[{\"loc\":\"https://example.com/a\"},",
};

/// `json/after-end`: something follows the end of the document.
pub static AFTER_END: Rule = Rule {
    id: "json/after-end",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "something follows the end of the document; it was not read",
    help: "put all entries into one array, or write one object a line",
    source: "RFC 8259 section 2",
    example: "[{\"loc\":\"https://example.com/a\"}] [{\"loc\":\"https://example.com/b\"}]",
};

/// All of them.
pub static ALL: &[&Rule] = &[
    &NOT_JSON,
    &UNKNOWN_MEMBER,
    &WRONG_TYPE,
    &BAD_STRING,
    &UNKNOWN_KIND,
    &BAD_OTHER,
    &BOM,
    &BLANK_LINES,
    &NOT_UTF8,
    &SEPARATOR,
    &TRUNCATED,
    &AFTER_END,
];
