//! What can be wrong with a sitemap as such.

pub use urlset_core::rules::ELEMENT_ORDER;
use urlset_core::{Rule, Severity};

/// `ns/missing`.
pub static NS_MISSING: Rule = Rule {
    id: "ns/missing",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "the root has no namespace; it was read as the protocol's",
    help: "write xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"",
    source: "sitemaps.org, namespace",
    example: "<urlset>",
};

/// `ns/https`.
pub static NS_HTTPS: Rule = Rule {
    id: "ns/https",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "the protocol's namespace written with https; it was read as the right one",
    help: "write http://www.sitemaps.org/schemas/sitemap/0.9",
    source: "sitemaps.org, namespace",
    example: "<urlset xmlns=\"https://www.sitemaps.org/schemas/sitemap/0.9\">",
};

/// `ns/legacy`.
pub static NS_LEGACY: Rule = Rule {
    id: "ns/legacy",
    severity: Severity::Warning,
    profiles: "WWWWIE",
    summary: "the namespace of an older version of the protocol",
    help: "write http://www.sitemaps.org/schemas/sitemap/0.9",
    source: "sitemaps.org, namespace",
    example: "<urlset xmlns=\"http://www.google.com/schemas/sitemap/0.84\">",
};

/// `ns/wrong-core`.
pub static NS_WRONG: Rule = Rule {
    id: "ns/wrong-core",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "not the protocol's namespace; it was read as that",
    help: "write http://www.sitemaps.org/schemas/sitemap/0.9",
    source: "sitemaps.org, namespace",
    example: "<urlset xmlns=\"http://example.com/sitemap\">",
};

/// `ns/unusual-prefix`.
pub static NS_PREFIX: Rule = Rule {
    id: "ns/unusual-prefix",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "a known namespace under an uncommon prefix; some tools go by prefixes",
    help: "write the protocol's namespace as the default one, an extension's under its usual prefix",
    source: "sitemaps.org, namespace",
    example: "<s:urlset xmlns:s=\"http://www.sitemaps.org/schemas/sitemap/0.9\">",
};

/// `ns/mixed-core`.
pub static NS_MIXED: Rule = Rule {
    id: "ns/mixed-core",
    severity: Severity::Warning,
    profiles: "WWWWWE",
    summary: "an element of the protocol in another namespace than the root",
    help: "use one namespace",
    source: "sitemaps.org, namespace",
    example: "<url xmlns=\"http://www.google.com/schemas/sitemap/0.84\"><loc>https://example.com/a</loc></url>",
};

/// `schema/unknown-root`.
pub static UNKNOWN_ROOT: Rule = Rule {
    id: "schema/unknown-root",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "the root is neither `urlset` nor `sitemapindex`",
    help: "check that this is a sitemap: `urlset info` says what it seems to be",
    source: "sitemaps.org, XML tag definitions",
    example: "<sitemap>…</sitemap>",
};

/// `schema/unknown-element`.
pub static UNKNOWN_ELEMENT: Rule = Rule {
    id: "schema/unknown-element",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "an element of the protocol's namespace that the protocol does not have",
    help: "take it out, or put it into a namespace of its own",
    source: "sitemaps.org, XML tag definitions",
    example: "<url><expires>2026-03-04</expires></url>",
};

/// `schema/unknown-attribute`.
pub static UNKNOWN_ATTRIBUTE: Rule = Rule {
    id: "schema/unknown-attribute",
    severity: Severity::Warning,
    profiles: "WWWWWE",
    summary: "attributes on an element that has none; those of the protocol's own are left out",
    help: "take them out",
    source: "sitemaps.org, XML tag definitions",
    example: "<url id=\"5\">",
};

/// `schema/element-case`.
pub static ELEMENT_CASE: Rule = Rule {
    id: "schema/element-case",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "an element's name in the wrong case; it was read as the right one",
    help: "write the name in small letters",
    source: "sitemaps.org, XML tag definitions",
    example: "<URL><Loc>https://example.com/</Loc></URL>",
};

/// `schema/empty-url`.
pub static EMPTY_URL: Rule = Rule {
    id: "schema/empty-url",
    severity: Severity::Error,
    profiles: "EEEEEE",
    summary: "an entry that holds nothing",
    help: "take it out",
    source: "sitemaps.org, XML tag definitions",
    example: "<url/>",
};

/// `schema/foreign-in-root`.
pub static FOREIGN_IN_ROOT: Rule = Rule {
    id: "schema/foreign-in-root",
    severity: Severity::Note,
    profiles: "IIIIII",
    summary: "an element of another namespace beside the entries; it was left out",
    help: "put it into an entry, or take it out",
    source: "sitemaps.org, XML tag definitions",
    example: "<urlset><rs:md capability=\"resourcelist\"/>",
};

/// `schema/extension-misplaced`.
pub static MISPLACED: Rule = Rule {
    id: "schema/extension-misplaced",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an element that is not in its place",
    help: "put it into the element it belongs to",
    source: "sitemaps.org, XML tag definitions",
    example: "<urlset><image:image>…</image:image></urlset>",
};

/// `schema/no-schema-for-extension`.
pub static NO_SCHEMA: Rule = Rule {
    id: "schema/no-schema-for-extension",
    severity: Severity::Note,
    profiles: "-----I",
    summary: "an extension without a published schema, of which validators ask one",
    help: "give the validator a schema of it",
    source: "sitemap-0.9.xsd, processContents=\"strict\"",
    example: "<my:thing xmlns:my=\"https://example.com/ns\"/>",
};

/// `loc/unwritable`.
pub static UNWRITABLE_LOC: Rule = Rule {
    id: "loc/unwritable",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a loc with characters that XML cannot hold; the entry was left out",
    help: "escape them as %XX",
    source: "XML 1.0 section 2.2",
    example: "a loc with U+0008",
};

/// All of them, and those of the XML below.
pub static ALL: &[&Rule] = &[
    &NS_MISSING,
    &NS_HTTPS,
    &NS_LEGACY,
    &NS_WRONG,
    &NS_PREFIX,
    &NS_MIXED,
    &UNKNOWN_ROOT,
    &UNKNOWN_ELEMENT,
    &UNKNOWN_ATTRIBUTE,
    &ELEMENT_CASE,
    &EMPTY_URL,
    &FOREIGN_IN_ROOT,
    &MISPLACED,
    &NO_SCHEMA,
    &UNWRITABLE_LOC,
];
