//! The rules of robots.txt. Ids and severities are those of the project's specification.

use urlset_core::{Rule, Severity};

/// `robots/relative-sitemap`: the address of a sitemap is not absolute.
pub static RELATIVE: Rule = Rule {
    id: "robots/relative-sitemap",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the address of a sitemap is not absolute",
    help: "write the full address: many readers skip such a line; `--source-url` says where this file was read from",
    source: "sitemaps.org, specifying the sitemap location in robots.txt",
    example: "Sitemap: /sitemap.xml",
};

/// `robots/key-variant`: a key that only some readers take for `Sitemap`.
pub static KEY_VARIANT: Rule = Rule {
    id: "robots/key-variant",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a key that only some readers take for `Sitemap`",
    help: "write `Sitemap:`",
    source: "Google's robots.txt parser",
    example: "Site-map: https://example.com/sitemap.xml",
};

/// `robots/missing-colon`: white space where the colon should stand.
pub static MISSING_COLON: Rule = Rule {
    id: "robots/missing-colon",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "white space where the colon should stand",
    help: "write `Sitemap:`",
    source: "Google's robots.txt parser",
    example: "Sitemap https://example.com/sitemap.xml",
};

/// `robots/fragment-cut`: `#` in an address begins a comment.
pub static FRAGMENT_CUT: Rule = Rule {
    id: "robots/fragment-cut",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "`#` in an address begins a comment",
    help: "write the address without fragment, or `#` as %23",
    source: "RFC 9309 section 2.2",
    example: "Sitemap: https://example.com/sitemap.xml#pages",
};

/// `robots/duplicate-sitemap`: the same address twice.
pub static DUPLICATE: Rule = Rule {
    id: "robots/duplicate-sitemap",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "the same address twice",
    help: "keep one of the lines",
    source: "urlset, robots.txt",
    example: "Sitemap: https://example.com/a.xml\nSitemap: https://example.com/a.xml",
};

/// `robots/cross-host`: a sitemap on another host.
pub static CROSS_HOST: Rule = Rule {
    id: "robots/cross-host",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "a sitemap on another host",
    help: "nothing to do where you control both: that is how cross submission works",
    source: "sitemaps.org, sitemaps and cross submits",
    example: "Sitemap: https://cdn.example.net/sitemap.xml",
};

/// `robots/line-too-long`: a line longer than 16,664 bytes.
pub static LINE_TOO_LONG: Rule = Rule {
    id: "robots/line-too-long",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "a line longer than 16,664 bytes",
    help: "shorten it: Google reads no further",
    source: "Google's robots.txt parser",
    example: "Sitemap: https://example.com/…17,000 characters…",
};

/// `robots/too-large`: the file goes on beyond its first 500 KiB.
pub static TOO_LARGE: Rule = Rule {
    id: "robots/too-large",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "the file goes on beyond its first 500 KiB, which may be all that is read",
    help: "put the `Sitemap` lines first, and leave out rules that no longer apply",
    source: "Google, robots.txt specification; RFC 9309 section 2.5",
    example: "600 KiB of rules",
};

/// `robots/no-sitemap`: no `Sitemap` line.
pub static NO_SITEMAP: Rule = Rule {
    id: "robots/no-sitemap",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "no `Sitemap` line",
    help: "add one so that crawlers find your sitemaps",
    source: "urlset, robots.txt",
    example: "User-agent: *\nDisallow:",
};

/// `robots/several-urls-on-line`: more than one address in a `Sitemap` line.
pub static SEVERAL_URLS: Rule = Rule {
    id: "robots/several-urls-on-line",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "more than one address in a `Sitemap` line",
    help: "give each sitemap a line of its own",
    source: "sitemaps.org, specifying the sitemap location in robots.txt",
    example: "Sitemap: https://example.com/a.xml https://example.com/b.xml",
};

/// `robots/unreadable-line`: a line that is meant to say where a sitemap is, and cannot be read.
pub static UNREADABLE: Rule = Rule {
    id: "robots/unreadable-line",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a line that is meant to say where a sitemap is, and cannot be read",
    help: "write `Sitemap:` and one address",
    source: "Google's robots.txt parser",
    example: "Sitemap is at https://example.com/sitemap.xml",
};

/// `robots/bare-url`: an address that no `Sitemap:` stands before.
pub static BARE_URL: Rule = Rule {
    id: "robots/bare-url",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "an address that no `Sitemap:` stands before",
    help: "write `Sitemap:` before it if it is a sitemap; most readers skip the line",
    source: "RFC 9309 section 2.2",
    example: "https://example.com/sitemap.xml",
};

/// `robots/other-lines`: lines that say nothing of sitemaps.
pub static OTHER_LINES: Rule = Rule {
    id: "robots/other-lines",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "lines that say nothing of sitemaps were left out",
    help: "nothing to do; updating a robots.txt in place keeps them",
    source: "RFC 9309 section 2.2",
    example: "User-agent: *\nDisallow: /cart",
};

/// `robots/encoding-not-utf8`: a `Sitemap` line with bytes that are not UTF-8.
pub static NOT_UTF8: Rule = Rule {
    id: "robots/encoding-not-utf8",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a `Sitemap` line with bytes that are not UTF-8",
    help: "save the file as UTF-8, or read it as windows-1252 with `--lenient`",
    source: "RFC 9309 section 2.3",
    example: "Sitemap: https://example.com/caf\\xe9.xml",
};

/// `robots/html`: an HTML page instead of a robots.txt.
pub static HTML: Rule = Rule {
    id: "robots/html",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an HTML page instead of a robots.txt",
    help: "check the address: servers often answer with an error page",
    source: "RFC 9309 section 2.3",
    example: "<!DOCTYPE html><title>Not found</title>",
};

/// `robots/line-break-in-loc`: an address with a line break cannot be a line.
pub static LINE_BREAK: Rule = Rule {
    id: "robots/line-break-in-loc",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an address with a line break cannot be a line",
    help: "escape the line break as %0A",
    source: "RFC 9309 section 2.2",
    example: "https://example.com/a<LF>Disallow: /",
};

/// All of them.
pub static ALL: &[&Rule] = &[
    &RELATIVE,
    &KEY_VARIANT,
    &MISSING_COLON,
    &FRAGMENT_CUT,
    &DUPLICATE,
    &CROSS_HOST,
    &LINE_TOO_LONG,
    &TOO_LARGE,
    &NO_SITEMAP,
    &SEVERAL_URLS,
    &UNREADABLE,
    &BARE_URL,
    &OTHER_LINES,
    &NOT_UTF8,
    &HTML,
    &LINE_BREAK,
];
