//! The rules of the news extension. Ids and severities are those of the project's specification;
//! the fragments in `example` each break their rule.

use urlset_core::{Rule, Severity};

/// `news/multiple-per-url`: more than one `news:news` in a `url`.
pub static MULTIPLE: Rule = Rule {
    id: "news/multiple-per-url",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "more than one `news:news` in a `url`",
    help: "keep one",
    source: "Google, News sitemaps",
    example: "<url><loc>https://example.com/a</loc><news:news>…</news:news><news:news>…</news:news></url>",
};

/// `news/too-many`: more than 1,000 `news:news` in a sitemap.
pub static TOO_MANY: Rule = Rule {
    id: "news/too-many",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "more than 1,000 `news:news` in a sitemap",
    help: "start another sitemap, or take out articles older than two days",
    source: "Google, News sitemaps",
    example: "<urlset><!-- 1,001 times news:news --></urlset>",
};

/// `news/missing-publication`: news without `publication`.
pub static MISSING_PUBLICATION: Rule = Rule {
    id: "news/missing-publication",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "news without `publication`",
    help: "say which publication it appeared in",
    source: "Google, News sitemaps; schema sitemap-news 0.9",
    example: "<news:news><news:title>A</news:title></news:news>",
};

/// `news/missing-name`: publication without a `name`.
pub static MISSING_NAME: Rule = Rule {
    id: "news/missing-name",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "publication without a `name`",
    help: "give the name as it stands on news.google.com",
    source: "Google, News sitemaps; schema sitemap-news 0.9",
    example: "<news:publication><news:language>en</news:language></news:publication>",
};

/// `news/missing-language`: publication without a `language`.
pub static MISSING_LANGUAGE: Rule = Rule {
    id: "news/missing-language",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "publication without a `language`",
    help: "give its language, as `en`",
    source: "Google, News sitemaps; schema sitemap-news 0.9",
    example: "<news:publication><news:name>The Example</news:name></news:publication>",
};

/// `news/missing-date`: news without `publication_date`.
pub static MISSING_DATE: Rule = Rule {
    id: "news/missing-date",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "news without `publication_date`",
    help: "say when it was first published",
    source: "Google, News sitemaps; schema sitemap-news 0.9",
    example: "<news:news><news:title>A</news:title></news:news>",
};

/// `news/missing-title`: news without a `title`.
pub static MISSING_TITLE: Rule = Rule {
    id: "news/missing-title",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "news without a `title`",
    help: "give it the title that its page shows",
    source: "Google, News sitemaps; schema sitemap-news 0.9",
    example: "<news:title> </news:title>",
};

/// `news/bad-language`: `language` is no code of ISO 639, `zh-cn` or `zh-tw`.
pub static BAD_LANGUAGE: Rule = Rule {
    id: "news/bad-language",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "`language` is no code of ISO 639, `zh-cn` or `zh-tw`",
    help: "write two or three small letters, as `en`, or `zh-cn` or `zh-tw`, small too",
    source: "Google, News sitemaps; schema sitemap-news 0.9",
    example: "<news:language>en-US</news:language>",
};

/// `news/bad-date`: `publication_date` in a form that Google does not read.
pub static BAD_DATE: Rule = Rule {
    id: "news/bad-date",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "`publication_date` in a form that Google does not read",
    help: "write a day, as `2026-03-04`, or a time with its zone, as `2026-03-04T10:00:00Z`",
    source: "Google, News sitemaps",
    example: "<news:publication_date>4 March 2026</news:publication_date>",
};

/// `news/too-old`: news older than two days.
pub static TOO_OLD: Rule = Rule {
    id: "news/too-old",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "news older than two days",
    help: "take the article, or its `news:news`, out of the sitemap",
    source: "Google, News sitemaps",
    example: "<news:publication_date>2009-11-05</news:publication_date>",
};

/// `news/future`: `publication_date` is later than now.
pub static FUTURE: Rule = Rule {
    id: "news/future",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "`publication_date` is later than now",
    help: "see whether the zone is right",
    source: "recommendation",
    example: "<news:publication_date>2999-01-01</news:publication_date>",
};

/// `news/name-parentheses`: the name of the publication has parentheses.
pub static NAME_PARENTHESES: Rule = Rule {
    id: "news/name-parentheses",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "the name of the publication has parentheses",
    help: "leave out what stands in them",
    source: "Google, News sitemaps",
    example: "<news:name>The Example (subscription)</news:name>",
};

/// `news/inconsistent-name`: one publication is named in two ways.
pub static INCONSISTENT_NAME: Rule = Rule {
    id: "news/inconsistent-name",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "one publication is named in two ways",
    help: "write its name the same everywhere",
    source: "recommendation",
    example: "<news:name>The Example</news:name>\n\
              <news:name>the example</news:name>",
};

/// `news/undocumented-tag`: element that Google no longer describes.
pub static UNDOCUMENTED_TAG: Rule = Rule {
    id: "news/undocumented-tag",
    severity: Severity::Note,
    profiles: "-I----",
    summary: "element that Google no longer describes",
    help: "harmless; leave it or take it out",
    source: "Google, News sitemaps",
    example: "<news:keywords>cats</news:keywords>",
};

/// `news/access-value`: `access` is neither `Subscription` nor `Registration`.
pub static ACCESS_VALUE: Rule = Rule {
    id: "news/access-value",
    severity: Severity::Warning,
    profiles: "-W---E",
    summary: "`access` is neither `Subscription` nor `Registration`",
    help: "write one of the two, or leave it out for free access",
    source: "schema sitemap-news 0.9",
    example: "<news:access>subscription</news:access>",
};

/// `news/genres-value`: `genres` is not a list of known genres.
pub static GENRES_VALUE: Rule = Rule {
    id: "news/genres-value",
    severity: Severity::Warning,
    profiles: "-W---E",
    summary: "`genres` is not a list of known genres",
    help: "use `PressRelease`, `Satire`, `Blog`, `OpEd`, `Opinion`, `UserGenerated`, with commas between",
    source: "schema sitemap-news 0.9",
    example: "<news:genres>Blog; Satire</news:genres>",
};

/// `news/too-many-tickers`: `stock_tickers` is not a list of up to five.
pub static TOO_MANY_TICKERS: Rule = Rule {
    id: "news/too-many-tickers",
    severity: Severity::Warning,
    profiles: "-W---E",
    summary: "`stock_tickers` is not a list of up to five",
    help: "write them as `NASDAQ:AMAT, BOM:500325`",
    source: "schema sitemap-news 0.9",
    example: "<news:stock_tickers>AMAT</news:stock_tickers>",
};

/// `news/title-extra`: `title` holds the name of the publication or a date.
pub static TITLE_EXTRA: Rule = Rule {
    id: "news/title-extra",
    severity: Severity::Note,
    profiles: "-I----",
    summary: "`title` holds the name of the publication or a date",
    help: "give the title of the article alone",
    source: "Google, News sitemaps",
    example: "<news:publication><news:name>The Example</news:name></news:publication>\n\
              <news:title>Cats win – The Example</news:title>",
};

/// `news/mixed-sitemap`: entries with and without news in one sitemap.
pub static MIXED_SITEMAP: Rule = Rule {
    id: "news/mixed-sitemap",
    severity: Severity::Note,
    profiles: "-I----",
    summary: "entries with and without news in one sitemap",
    help: "allowed; a sitemap of its own is easier to keep within two days",
    source: "Google, News sitemaps",
    example: "<url><loc>https://example.com/a</loc><news:news>…</news:news></url>\n\
              <url><loc>https://example.com/b</loc></url>",
};

/// `news/unknown-element`: an element that the extension does not have.
pub static UNKNOWN_ELEMENT: Rule = Rule {
    id: "news/unknown-element",
    severity: Severity::Warning,
    profiles: "WWWWWE",
    summary: "an element that the news extension does not have",
    help: "it is kept as it is; see whether its name or namespace is misspelt",
    source: "schema sitemap-news 0.9",
    example: "<news:news><news:author>Ann</news:author></news:news>",
};

/// Every rule of this crate.
pub static ALL: &[&Rule] = &[
    &MULTIPLE,
    &TOO_MANY,
    &MISSING_PUBLICATION,
    &MISSING_NAME,
    &MISSING_LANGUAGE,
    &MISSING_DATE,
    &MISSING_TITLE,
    &BAD_LANGUAGE,
    &BAD_DATE,
    &TOO_OLD,
    &FUTURE,
    &NAME_PARENTHESES,
    &INCONSISTENT_NAME,
    &UNDOCUMENTED_TAG,
    &ACCESS_VALUE,
    &GENRES_VALUE,
    &TOO_MANY_TICKERS,
    &TITLE_EXTRA,
    &MIXED_SITEMAP,
    &UNKNOWN_ELEMENT,
];
