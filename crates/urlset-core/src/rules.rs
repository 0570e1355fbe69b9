//! The rules of the model: those that more than one format finds. Ids and severities are those of
//! the project's specification; the fragments in `example` each break their rule.

pub use crate::document_rules::{
    DATE_PRECISION, EMPTY, INVENTED, KEY_MEMBER, LOSSY, TOO_MANY_URLS, ZERO_BYTES,
};
pub use crate::limit_rules::{LIMIT_BASE, LIMIT_COLUMNS, LIMIT_ENTRY, LIMIT_INPUT, LIMIT_TOKEN};
pub use crate::remark_rules::{
    LASTMOD_DATE_ONLY, LASTMOD_FUTURE, LASTMOD_PAST, LASTMOD_TOO_LONG, LOC_BACKSLASH,
    LOC_DEFAULT_PORT, LOC_EMPTY_PATH, LOC_ESCAPED, LOC_FRAGMENT, LOC_IDN, LOC_INVALID_IDN,
    LOC_LOCAL, LOC_NOT_ANY_URI, LOC_NOT_NORMAL, LOC_NOT_UTF8, LOC_SCHEME_TWICE, LOC_SESSION,
    LOC_SEVERAL, LOC_SYNTAX, LOC_TOO_SHORT, LOC_TRACKING, LOC_TWICE_ENCODED, LOC_UNRESOLVABLE,
    LOC_UPPERCASE, PRIORITY_DEFAULT,
};
use crate::{Rule, Severity};

/// `loc/missing`: entry without a `loc`.
pub static LOC_MISSING: Rule = Rule {
    id: "loc/missing",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "entry without a `loc`",
    help: "give the entry its address or take it out",
    source: "sitemaps.org, XML tag definitions",
    example: "<url><lastmod>2026-03-04</lastmod></url>",
};

/// `loc/empty`: `loc` holds nothing.
pub static LOC_EMPTY: Rule = Rule {
    id: "loc/empty",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "`loc` holds nothing",
    help: "give the entry its address or take it out",
    source: "sitemaps.org, XML tag definitions",
    example: "<url><loc> </loc></url>",
};

/// `loc/relative`: `loc` is not an absolute URL.
pub static LOC_RELATIVE: Rule = Rule {
    id: "loc/relative",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "`loc` is not an absolute URL",
    help: "say with `--source-url` where the file was read from, or carry it into CSV or JSON Lines with `--keep-invalid`",
    source: "sitemaps.org, XML tag definitions",
    example: "<loc>/about</loc>",
};

/// `loc/protocol-relative`: `loc` has no scheme.
pub static LOC_PROTOCOL_RELATIVE: Rule = Rule {
    id: "loc/protocol-relative",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "`loc` has no scheme",
    help: "say with `--source-url` where the file was read from, or write the scheme",
    source: "sitemaps.org, XML tag definitions",
    example: "<loc>//example.com/about</loc>",
};

/// `loc/bad-scheme`: `loc` is neither http nor https.
pub static LOC_SCHEME: Rule = Rule {
    id: "loc/bad-scheme",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "`loc` is neither http nor https",
    help: "list pages only; `--keep-invalid` carries it into CSV or JSON Lines",
    source: "sitemaps.org, XML tag definitions",
    example: "<loc>javascript:alert(1)</loc>",
};

/// `loc/control-char`: `loc` holds a control character.
pub static LOC_CONTROL: Rule = Rule {
    id: "loc/control-char",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "`loc` holds a control character",
    help: "escape it as %XX; `--keep-invalid` carries it into CSV or JSON Lines",
    source: "RFC 3986 section 2",
    example: "{\"loc\":\"https://example.com/a\\u0008b\"}",
};

/// `loc/bidi-char`: `loc` holds a character that changes the direction of text.
pub static LOC_BIDI: Rule = Rule {
    id: "loc/bidi-char",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "`loc` holds a character that changes the direction of text",
    help: "escape it as UTF-8 in %XX; `--keep-invalid` carries it into CSV or JSON Lines",
    source: "RFC 3987 section 4.1",
    example: "<loc>https://example.com/&#x202e;gpj.exe</loc>",
};

/// `loc/empty-host`: `loc` names no host.
pub static LOC_EMPTY_HOST: Rule = Rule {
    id: "loc/empty-host",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "`loc` names no host",
    help: "write the host after `//`; `--keep-invalid` carries it into CSV or JSON Lines",
    source: "RFC 3986 section 3.2.2",
    example: "<loc>http:///about</loc>",
};

/// `loc/too-long`: `loc` is longer than 2,048 characters.
pub static LOC_TOO_LONG: Rule = Rule {
    id: "loc/too-long",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "`loc` is longer than 2,048 characters",
    help: "shorten the address",
    source: "sitemaps.org, XML tag definitions",
    example: "<loc>https://example.com/…2,049 characters…</loc>",
};

/// `loc/at-limit`: `loc` is exactly 2,048 characters long; the protocol says fewer.
pub static LOC_AT_LIMIT: Rule = Rule {
    id: "loc/at-limit",
    severity: Severity::Warning,
    profiles: "EWWWW-",
    summary: "`loc` is exactly 2,048 characters long; the protocol says fewer",
    help: "shorten the address",
    source: "sitemaps.org, XML tag definitions",
    example: "<loc>https://example.com/…2,048 characters…</loc>",
};

/// `loc/surrounding-whitespace`: white space around `loc`.
pub static LOC_PADDED: Rule = Rule {
    id: "loc/surrounding-whitespace",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "white space around `loc`",
    help: "write the address alone, as `urlset fix` does",
    source: "sitemaps.org, XML tag definitions",
    example: "<loc> https://example.com/ </loc>",
};

/// `loc/inner-whitespace`: white space inside `loc`.
pub static LOC_INNER_SPACE: Rule = Rule {
    id: "loc/inner-whitespace",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "white space inside `loc`",
    help: "escape a space as %20; line breaks and tabs are left out",
    source: "RFC 3986 section 2",
    example: "<loc>https://example.com/a b</loc>",
};

/// `loc/bad-percent`: `%` without two hexadecimal digits in `loc`.
pub static LOC_PERCENT: Rule = Rule {
    id: "loc/bad-percent",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "`%` without two hexadecimal digits in `loc`",
    help: "write `%25` for a percent sign",
    source: "RFC 3986 section 2.1",
    example: "<loc>https://example.com/100%</loc>",
};

/// `loc/illegal-char`: `loc` holds a character that URLs must escape.
pub static LOC_ILLEGAL: Rule = Rule {
    id: "loc/illegal-char",
    severity: Severity::Warning,
    profiles: "EWWWW-",
    summary: "`loc` holds a character that URLs must escape",
    help: "escape it as %XX",
    source: "RFC 3986 section 2",
    example: "<loc>https://example.com/{id}</loc>",
};

/// `loc/not-escaped`: `loc` holds characters outside ASCII.
pub static LOC_NOT_ESCAPED: Rule = Rule {
    id: "loc/not-escaped",
    severity: Severity::Warning,
    profiles: "EWWIW-",
    summary: "`loc` holds characters outside ASCII",
    help: "escape them as UTF-8 in %XX; it was kept as written",
    source: "RFC 3987 section 3.1",
    example: "<loc>https://example.com/größe</loc>",
};

/// `loc/bad-port`: `loc` has a port that is not 1 to 65535.
pub static LOC_PORT: Rule = Rule {
    id: "loc/bad-port",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "`loc` has a port that is not 1 to 65535",
    help: "correct the port",
    source: "RFC 3986 section 3.2.3",
    example: "<loc>http://example.com:99999/</loc>",
};

/// `loc/userinfo`: `loc` holds a user or password.
pub static LOC_USERINFO: Rule = Rule {
    id: "loc/userinfo",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "`loc` holds a user or password",
    help: "never publish credentials: take them out",
    source: "RFC 3986 section 3.2.1",
    example: "<loc>https://user:secret@example.com/</loc>",
};

/// `lastmod/invalid`: not a W3C date.
pub static LASTMOD_INVALID: Rule = Rule {
    id: "lastmod/invalid",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "not a W3C date",
    help: "write `2026-03-04` or `2026-03-04T10:00:00Z`; or leave dates out with `--drop lastmod`",
    source: "W3C NOTE-datetime",
    example: "<lastmod>0000-00-00</lastmod>",
};

/// `lastmod/ambiguous`: day and month can be read two ways.
pub static LASTMOD_AMBIGUOUS: Rule = Rule {
    id: "lastmod/ambiguous",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "day and month can be read two ways",
    help: "add `--dates dmy` or `--dates mdy`, or `--drop lastmod`",
    source: "W3C NOTE-datetime",
    example: "<lastmod>01/02/2026</lastmod>",
};

/// `lastmod/nonstandard-format`: a date, but not in W3C form.
pub static LASTMOD_NONSTANDARD: Rule = Rule {
    id: "lastmod/nonstandard-format",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "a date, but not in W3C form",
    help: "write `2026-03-04` or `2026-03-04T10:00:00Z`, as `urlset fix` does",
    source: "W3C NOTE-datetime",
    example: "<lastmod>2026-03-04 10:00:00</lastmod>",
};

/// `lastmod/reduced-precision`: date without a day.
pub static LASTMOD_REDUCED: Rule = Rule {
    id: "lastmod/reduced-precision",
    severity: Severity::Warning,
    profiles: "WWWWWE",
    summary: "date without a day",
    help: "write the full date if you know it",
    source: "XML Schema, xsd:date",
    example: "<lastmod>2026-03</lastmod>",
};

/// `lastmod/no-seconds`: time without seconds.
pub static LASTMOD_NO_SECONDS: Rule = Rule {
    id: "lastmod/no-seconds",
    severity: Severity::Warning,
    profiles: "WWWWWE",
    summary: "time without seconds",
    help: "write seconds: the schema asks for them",
    source: "XML Schema, xsd:dateTime",
    example: "<lastmod>2026-03-04T10:00Z</lastmod>",
};

/// `lastmod/no-timezone`: time without a zone; read as UTC.
pub static LASTMOD_NO_ZONE: Rule = Rule {
    id: "lastmod/no-timezone",
    severity: Severity::Warning,
    profiles: "EWEWW-",
    summary: "time without a zone; read as UTC",
    help: "write `Z` or an offset such as `+01:00`",
    source: "W3C NOTE-datetime",
    example: "<lastmod>2026-03-04T10:00:00</lastmod>",
};

/// `lastmod/date-with-zone`: date with a zone.
pub static LASTMOD_DATE_ZONE: Rule = Rule {
    id: "lastmod/date-with-zone",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "date with a zone",
    help: "leave the zone out or write the time",
    source: "W3C NOTE-datetime",
    example: "<lastmod>2026-03-04Z</lastmod>",
};

/// `lastmod/leap-second`: second 60.
pub static LASTMOD_LEAP: Rule = Rule {
    id: "lastmod/leap-second",
    severity: Severity::Warning,
    profiles: "WWWWWE",
    summary: "second 60",
    help: "write the second before; schemas refuse second 60",
    source: "RFC 3339 section 5.7",
    example: "<lastmod>2016-12-31T23:59:60Z</lastmod>",
};

/// `lastmod/hour-24`: `24:00`, which is the next day's midnight.
pub static LASTMOD_HOUR_24: Rule = Rule {
    id: "lastmod/hour-24",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "`24:00`, which is the next day's midnight",
    help: "write the next day's midnight, as `urlset fix` does",
    source: "XML Schema, xsd:dateTime",
    example: "<lastmod>2026-03-04T24:00:00Z</lastmod>",
};

/// `lastmod/too-precise`: more than nine digits after the second; the rest is cut.
pub static LASTMOD_TOO_PRECISE: Rule = Rule {
    id: "lastmod/too-precise",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "more than nine digits after the second",
    help: "write nine digits at most, as `urlset fix` does",
    source: "XML Schema, xsd:dateTime",
    example: "<lastmod>2026-03-04T10:00:00.1234567890Z</lastmod>",
};

/// `lastmod/empty`: `lastmod` holds nothing.
pub static LASTMOD_EMPTY: Rule = Rule {
    id: "lastmod/empty",
    severity: Severity::Warning,
    profiles: "WWWWWE",
    summary: "`lastmod` holds nothing",
    help: "leave the element out",
    source: "sitemaps.org, XML tag definitions",
    example: "<lastmod/>",
};

/// `changefreq/invalid`: `changefreq` is not one of the seven words.
pub static CHANGEFREQ_INVALID: Rule = Rule {
    id: "changefreq/invalid",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "`changefreq` is not one of the seven words",
    help: "write always, hourly, daily, weekly, monthly, yearly or never",
    source: "sitemaps.org, XML tag definitions",
    example: "<changefreq>fortnightly</changefreq>",
};

/// `changefreq/case`: `changefreq` in the wrong case or padded.
pub static CHANGEFREQ_CASE: Rule = Rule {
    id: "changefreq/case",
    severity: Severity::Warning,
    profiles: "WWWWWE",
    summary: "`changefreq` in the wrong case or padded",
    help: "write the word alone and in small letters, as `urlset fix` does",
    source: "sitemaps.org, XML tag definitions",
    example: "<changefreq>Daily</changefreq>",
};

/// `priority/not-a-number`: `priority` is not a decimal.
pub static PRIORITY_NUMBER: Rule = Rule {
    id: "priority/not-a-number",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "`priority` is not a decimal",
    help: "write a number from 0.0 to 1.0",
    source: "sitemaps.org, XML tag definitions",
    example: "<priority>high</priority>",
};

/// `priority/out-of-range`: `priority` is not between 0 and 1.
pub static PRIORITY_RANGE: Rule = Rule {
    id: "priority/out-of-range",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "`priority` is not between 0 and 1",
    help: "write a number from 0.0 to 1.0",
    source: "sitemaps.org, XML tag definitions",
    example: "<priority>7</priority>",
};

/// `priority/comma-decimal`: `priority` with a decimal comma; it was read with a point.
pub static PRIORITY_COMMA: Rule = Rule {
    id: "priority/comma-decimal",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "`priority` with a decimal comma; it was read with a point",
    help: "write a point",
    source: "XML Schema, xsd:decimal",
    example: "<priority>0,5</priority>",
};

/// `priority/exponent`: `priority` in a form that decimals do not have.
pub static PRIORITY_EXPONENT: Rule = Rule {
    id: "priority/exponent",
    severity: Severity::Warning,
    profiles: "WWWWWE",
    summary: "`priority` in a form that decimals do not have",
    help: "write a plain decimal",
    source: "XML Schema, xsd:decimal",
    example: "<priority>5e-1</priority>",
};

/// `priority/too-precise`: `priority` has more digits than are kept; the rest was cut.
pub static PRIORITY_TOO_PRECISE: Rule = Rule {
    id: "priority/too-precise",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "`priority` has more digits than are kept; the rest was cut",
    help: "write one or two digits",
    source: "sitemaps.org, XML tag definitions",
    example: "<priority>0.500000000000000000000000001</priority>",
};

/// `schema/duplicate-element`: an element that may stand once stands again.
pub static FIELD_REPEATED: Rule = Rule {
    id: "schema/duplicate-element",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "an element that may stand once stands again",
    help: "keep one of them; where a field was lost the first was kept, else all were",
    source: "sitemaps.org, XML tag definitions",
    example: "<url><loc>https://example.com/a</loc><loc>https://example.com/b</loc></url>",
};

/// `schema/element-order`.
pub static ELEMENT_ORDER: Rule = Rule {
    id: "schema/element-order",
    severity: Severity::Error,
    profiles: "-----E",
    summary: "an element that stands after one that the schema has behind it",
    help: "write them in the order of the schema; readers take any",
    source: "sitemap-0.9.xsd, tUrl",
    example: "<url><lastmod>2026-03-04</lastmod><loc>https://example.com/</loc></url>",
};

/// `schema/surrounding-whitespace`: white space around a value, other than that of XML. A repair tells
/// that of XML too.
pub static VALUE_PADDED: Rule = Rule {
    id: "schema/surrounding-whitespace",
    severity: Severity::Warning,
    profiles: "WWWWWE",
    summary: "white space around a value; it was read without",
    help: "write the value alone, as `urlset fix` does: only space, tab and line break say nothing",
    source: "XML Schema part 2, whiteSpace=\"collapse\"",
    example: "<lastmod>&#xA0;2026-03-04</lastmod>",
};

/// `schema/mixed-url-sitemap`: pages and sitemaps in one document.
pub static MIXED_KINDS: Rule = Rule {
    id: "schema/mixed-url-sitemap",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "pages and sitemaps in one document",
    help: "put pages into a urlset and sitemaps into a sitemapindex",
    source: "sitemaps.org, index files",
    example: "<sitemapindex><url><loc>https://example.com/</loc></url></sitemapindex>",
};

/// `index/page-fields`: `changefreq` or `priority` in an entry of an index.
pub static PAGE_FIELDS: Rule = Rule {
    id: "index/page-fields",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "a field that only pages have, in an entry of an index",
    help: "take it out",
    source: "sitemaps.org, index tag definitions",
    example: "<sitemap><loc>https://example.com/a.xml</loc><priority>1</priority></sitemap>",
};

/// `ns/unknown-extension`: an extension that is not known here; it was kept as it is.
pub static UNKNOWN_EXTENSION: Rule = Rule {
    id: "ns/unknown-extension",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "an extension that is not known here; it was kept as it is",
    help: "nothing to do",
    source: "sitemaps.org, extending the protocol",
    example: "<my:thing xmlns:my=\"https://example.com/ns\"/>",
};

/// All of them.
pub static ALL: &[&Rule] = &[
    &LOC_MISSING,
    &LOC_EMPTY,
    &LOC_RELATIVE,
    &LOC_PROTOCOL_RELATIVE,
    &LOC_SCHEME,
    &LOC_CONTROL,
    &LOC_BIDI,
    &LOC_EMPTY_HOST,
    &LOC_TOO_LONG,
    &LOC_AT_LIMIT,
    &LOC_PADDED,
    &LOC_INNER_SPACE,
    &LOC_PERCENT,
    &LOC_ILLEGAL,
    &LOC_NOT_ESCAPED,
    &LOC_PORT,
    &LOC_USERINFO,
    &LOC_TOO_SHORT,
    &LOC_SEVERAL,
    &LOC_ESCAPED,
    &LOC_SCHEME_TWICE,
    &LOC_SYNTAX,
    &LOC_NOT_ANY_URI,
    &LOC_NOT_UTF8,
    &LOC_BACKSLASH,
    &LOC_FRAGMENT,
    &LOC_SESSION,
    &LOC_TRACKING,
    &LOC_LOCAL,
    &LOC_DEFAULT_PORT,
    &LOC_UPPERCASE,
    &LOC_NOT_NORMAL,
    &LOC_IDN,
    &LOC_INVALID_IDN,
    &LOC_UNRESOLVABLE,
    &LOC_TWICE_ENCODED,
    &LOC_EMPTY_PATH,
    &LASTMOD_INVALID,
    &LASTMOD_AMBIGUOUS,
    &LASTMOD_NONSTANDARD,
    &LASTMOD_REDUCED,
    &LASTMOD_NO_SECONDS,
    &LASTMOD_NO_ZONE,
    &LASTMOD_DATE_ZONE,
    &LASTMOD_LEAP,
    &LASTMOD_HOUR_24,
    &LASTMOD_TOO_PRECISE,
    &LASTMOD_EMPTY,
    &LASTMOD_FUTURE,
    &LASTMOD_PAST,
    &LASTMOD_DATE_ONLY,
    &LASTMOD_TOO_LONG,
    &CHANGEFREQ_INVALID,
    &CHANGEFREQ_CASE,
    &PRIORITY_NUMBER,
    &PRIORITY_RANGE,
    &PRIORITY_COMMA,
    &PRIORITY_EXPONENT,
    &PRIORITY_TOO_PRECISE,
    &PRIORITY_DEFAULT,
    &FIELD_REPEATED,
    &ELEMENT_ORDER,
    &VALUE_PADDED,
    &MIXED_KINDS,
    &PAGE_FIELDS,
    &UNKNOWN_EXTENSION,
    &LIMIT_INPUT,
    &LIMIT_ENTRY,
    &LIMIT_TOKEN,
    &LIMIT_BASE,
    &LIMIT_COLUMNS,
    &ZERO_BYTES,
    &EMPTY,
    &TOO_MANY_URLS,
    &LOSSY,
    &DATE_PRECISION,
    &INVENTED,
    &KEY_MEMBER,
];
