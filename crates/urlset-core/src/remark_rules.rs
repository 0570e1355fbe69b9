//! The rules of remarks: what only a check wants to hear of a value.

use crate::{Rule, Severity};

/// `loc/too-short`: `loc` is shorter than the 12 characters that the schema asks.
pub static LOC_TOO_SHORT: Rule = Rule {
    id: "loc/too-short",
    severity: Severity::Error,
    profiles: "-----E",
    summary: "`loc` is shorter than the 12 characters that the schema asks",
    help: "write the slash behind the host too; nobody but the schema asks for so many",
    source: "sitemap-0.9.xsd, tLoc",
    example: "<loc>http://a.b</loc>",
};

/// `loc/invalid-syntax`: `loc` does not follow the grammar of URLs.
pub static LOC_SYNTAX: Rule = Rule {
    id: "loc/invalid-syntax",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "`loc` does not follow the grammar of URLs",
    help: "correct it: brackets belong around an IPv6 address, and one `#` begins the fragment",
    source: "RFC 3986 appendix A",
    example: "<loc>http://[example.com/</loc>",
};

/// `loc/not-any-uri`: `loc` is no `xsd:anyURI`: the schema refuses it.
pub static LOC_NOT_ANY_URI: Rule = Rule {
    id: "loc/not-any-uri",
    severity: Severity::Error,
    profiles: "-----E",
    summary: "`loc` is no `xsd:anyURI`: the schema refuses it",
    help: "escape brackets as %5B and %5D; a port is a number",
    source: "XML Schema, xsd:anyURI",
    example: "<loc>https://example.com/?a[]=1</loc>",
};

/// `loc/several-urls`: a second address begins in one; both were read as one.
pub static LOC_SEVERAL: Rule = Rule {
    id: "loc/several-urls",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a second address begins in one; both were read as one",
    help: "give each URL an entry of its own; one that the first leads to stands behind `/` or in the query",
    source: "sitemaps.org, XML tag definitions",
    example: "<loc>https://example.com/ahttps://example.com/b</loc>",
};

/// `loc/entity-escaped`: `loc` is escaped as in XML, in a format that is none.
pub static LOC_ESCAPED: Rule = Rule {
    id: "loc/entity-escaped",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "`loc` is escaped as in XML, in a format that has no markup",
    help: "write `&` as it is: only XML needs `&amp;`",
    source: "RFC 3986 section 3.4; XML 1.0 section 4.6",
    example: "loc,lastmod\nhttps://example.com/?a=1&amp;b=2,2026-01-01",
};

/// `loc/scheme-twice`: another scheme where the host of an address should be.
pub static LOC_SCHEME_TWICE: Rule = Rule {
    id: "loc/scheme-twice",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "an address begins with two schemes",
    help: "take one of them off",
    source: "RFC 3986 section 3.2.2",
    example: "<loc>https://https://example.com/a</loc>",
};

/// `loc/non-utf8-escape`: the escapes of `loc` are not UTF-8.
pub static LOC_NOT_UTF8: Rule = Rule {
    id: "loc/non-utf8-escape",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "the escapes of `loc` are not UTF-8",
    help: "nothing to do where the server expects it: it was kept as written",
    source: "RFC 3987 section 3.1",
    example: "<loc>https://example.com/gr%F6%DFe</loc>",
};

/// `loc/backslash`: a backslash in the path of `loc`.
pub static LOC_BACKSLASH: Rule = Rule {
    id: "loc/backslash",
    severity: Severity::Warning,
    profiles: "EWWWW-",
    summary: "a backslash in the path of `loc`",
    help: "write `/` if a separator was meant, `%5C` for the character",
    source: "WHATWG URL, path state",
    example: "<loc>https://example.com\\about</loc>",
};

/// `loc/fragment`: `loc` has a fragment, which is never sent to the server.
pub static LOC_FRAGMENT: Rule = Rule {
    id: "loc/fragment",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "`loc` has a fragment, which is never sent to the server",
    help: "leave out `#` and what follows",
    source: "RFC 3986 section 3.5",
    example: "<loc>https://example.com/about#team</loc>",
};

/// `loc/session-id`: `loc` holds a session id.
pub static LOC_SESSION: Rule = Rule {
    id: "loc/session-id",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "`loc` holds a session id",
    help: "list the address without it",
    source: "sitemaps.org, frequently asked questions",
    example: "<loc>https://example.com/a;jsessionid=1A2B</loc>",
};

/// `loc/tracking-params`: `loc` holds parameters that only count visitors.
pub static LOC_TRACKING: Rule = Rule {
    id: "loc/tracking-params",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "`loc` holds parameters that only count visitors",
    help: "list the address without them",
    source: "Google, canonical URLs",
    example: "<loc>https://example.com/?utm_source=mail</loc>",
};

/// `loc/local-host`: `loc` names a host that has no public name.
pub static LOC_LOCAL: Rule = Rule {
    id: "loc/local-host",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "`loc` names a host that has no public name",
    help: "write the name under which the site is published",
    source: "RFC 6761",
    example: "<loc>http://localhost:8080/about</loc>",
};

/// `loc/default-port`: `loc` writes the port that its scheme has anyway.
pub static LOC_DEFAULT_PORT: Rule = Rule {
    id: "loc/default-port",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "`loc` writes the port that its scheme has anyway",
    help: "leave the port out",
    source: "RFC 3986 section 6.2.3",
    example: "<loc>https://example.com:443/</loc>",
};

/// `loc/uppercase-host`: capitals in the scheme or host of `loc`.
pub static LOC_UPPERCASE: Rule = Rule {
    id: "loc/uppercase-host",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "capitals in the scheme or host of `loc`",
    help: "write scheme and host in small letters",
    source: "RFC 3986 section 6.2.2.1",
    example: "<loc>https://Example.com/</loc>",
};

/// `loc/not-normalized`: `loc` is not in normal form.
pub static LOC_NOT_NORMAL: Rule = Rule {
    id: "loc/not-normalized",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "`loc` is not in normal form",
    help: "`--normalize` writes it in normal form, which means the same",
    source: "RFC 3986 section 6.2.2",
    example: "<loc>https://example.com/a/../%7eb</loc>",
};

/// `loc/idn-unicode`: the host of `loc` holds characters outside ASCII.
pub static LOC_IDN: Rule = Rule {
    id: "loc/idn-unicode",
    severity: Severity::Warning,
    profiles: "W-W---",
    summary: "the host of `loc` holds characters outside ASCII",
    help: "write the host as its A-label, `xn--…`",
    source: "RFC 5891",
    example: "<loc>https://bücher.example/</loc>",
};

/// `loc/invalid-idn`: an international host name that cannot be.
pub static LOC_INVALID_IDN: Rule = Rule {
    id: "loc/invalid-idn",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the host is no valid international name",
    help: "check the name; an A-label must be what IDNA makes of a name",
    source: "RFC 5891",
    example: "<loc>https://xn--a-ecp.example/</loc>",
};

/// `loc/unresolvable-host`: a host that no name server can know.
pub static LOC_UNRESOLVABLE: Rule = Rule {
    id: "loc/unresolvable-host",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the host has an empty label, one of more than 63 characters, an escape, or more than 253 characters",
    help: "check the name: no name server can know it",
    source: "RFC 1035 section 2.3.4",
    example: "<loc>https://shop..example.com/</loc>",
};

/// `loc/double-encoded`: an escape of `loc` that was escaped again.
pub static LOC_TWICE_ENCODED: Rule = Rule {
    id: "loc/double-encoded",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "an escape of `loc` that was escaped again",
    help: "write `%20` where `%2520` stands, if that was meant",
    source: "RFC 3986 section 2.4",
    example: "<loc>https://example.com/a%2520b</loc>",
};

/// `loc/empty-path`: `loc` has no path; it means `/`.
pub static LOC_EMPTY_PATH: Rule = Rule {
    id: "loc/empty-path",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "`loc` has no path; it means `/`",
    help: "write the slash",
    source: "RFC 3986 section 6.2.3",
    example: "<loc>https://example.com</loc>",
};

/// `lastmod/future`: a date that is yet to come.
pub static LASTMOD_FUTURE: Rule = Rule {
    id: "lastmod/future",
    severity: Severity::Warning,
    profiles: "WWEWW-",
    summary: "a date that is yet to come",
    help: "write when the page changed last, or leave the date out",
    source: "Bing, sitemaps and lastmod (2025)",
    example: "<lastmod>2999-01-01</lastmod>",
};

/// `lastmod/implausible-past`: a date before there were pages.
pub static LASTMOD_PAST: Rule = Rule {
    id: "lastmod/implausible-past",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a date before there were pages",
    help: "write when the page changed last, or leave the date out",
    source: "urlset, plausible dates",
    example: "<lastmod>1970-01-01T00:00:00Z</lastmod>",
};

/// `lastmod/date-only`: a date without a time; told once a document.
pub static LASTMOD_DATE_ONLY: Rule = Rule {
    id: "lastmod/date-only",
    severity: Severity::Note,
    profiles: "--I---",
    summary: "a date without a time; told once a document",
    help: "write the time of the change too: `2026-03-04T10:00:00Z`",
    source: "Bing, sitemaps and lastmod (2025)",
    example: "<lastmod>2026-03-04</lastmod>",
};

/// `lastmod/too-long`: `lastmod` is longer than 100 bytes.
pub static LASTMOD_TOO_LONG: Rule = Rule {
    id: "lastmod/too-long",
    severity: Severity::Error,
    profiles: "---E--",
    summary: "`lastmod` is longer than 100 bytes",
    help: "write a date",
    source: "Yandex, sitemap files",
    example: "<lastmod>…101 bytes…</lastmod>",
};

/// `priority/default-written`: `priority` says 0.5, as it would if it were left out.
pub static PRIORITY_DEFAULT: Rule = Rule {
    id: "priority/default-written",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "`priority` says 0.5, as it would if it were left out",
    help: "leave it out",
    source: "sitemaps.org, XML tag definitions",
    example: "<priority>0.5</priority>",
};
