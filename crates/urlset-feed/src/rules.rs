//! What can be wrong with feeds.

use urlset_core::{Rule, Severity};

/// `feed/missing-link`: an item has no address of a page; it was left out.
pub static MISSING_LINK: Rule = Rule {
    id: "feed/missing-link",
    severity: Severity::Error,
    profiles: "EEE---",
    summary: "an item has no address of a page; it was left out",
    help: "give each item a `link`",
    source: "sitemaps.org, syndication feed",
    example: "<item><title>No link</title></item>",
};

/// `feed/relative-link`: a link is relative; it was resolved.
pub static RELATIVE_LINK: Rule = Rule {
    id: "feed/relative-link",
    severity: Severity::Warning,
    profiles: "WWW---",
    summary: "a link is relative; it was resolved",
    help: "write absolute URLs: many readers do not resolve them",
    source: "urlset, feeds",
    example: "<item><link>/a</link></item>",
};

/// `feed/bad-date`: a date that cannot be read.
pub static BAD_DATE: Rule = Rule {
    id: "feed/bad-date",
    severity: Severity::Error,
    profiles: "EEE---",
    summary: "a date that cannot be read",
    help: "write `Wed, 04 Mar 2026 10:00:00 +0000` in RSS, `2026-03-04T10:00:00Z` in Atom",
    source: "Google, best practices for XML sitemaps and RSS/Atom feeds",
    example: "<pubDate>31 Jun 2026 10:00:00 GMT</pubDate>",
};

/// `feed/date-form`: a date in the form of another format; it was read.
pub static DATE_FORM: Rule = Rule {
    id: "feed/date-form",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "a date in the form of another format; it was read",
    help: "RSS wants RFC 822 in `pubDate`, Atom and Dublin Core want RFC 3339",
    source: "RSS 2.0 specification, pubDate; RFC 4287 section 3.3",
    example: "<pubDate>2026-03-04T10:00:00Z</pubDate>",
};

/// `feed/obsolete-zone`: a zone by letters or a year of two digits.
pub static OBSOLETE_ZONE: Rule = Rule {
    id: "feed/obsolete-zone",
    severity: Severity::Note,
    profiles: "III---",
    summary: "a zone by letters or a year of two digits",
    help: "write the zone as `+0100` and the year with four digits",
    source: "RFC 2822 section 4.3",
    example: "<pubDate>Wed, 04 Mar 26 10:00:00 EST</pubDate>",
};

/// `feed/wrong-weekday`: the weekday is not that of the date.
pub static WRONG_WEEKDAY: Rule = Rule {
    id: "feed/wrong-weekday",
    severity: Severity::Note,
    profiles: "III---",
    summary: "the weekday is not that of the date",
    help: "leave the weekday out or correct it",
    source: "RFC 5322 section 3.3",
    example: "<pubDate>Mon, 04 Mar 2026 10:00:00 GMT</pubDate>",
};

/// `feed/no-date`: an item without a date.
pub static NO_DATE: Rule = Rule {
    id: "feed/no-date",
    severity: Severity::Note,
    profiles: "III---",
    summary: "an item without a date",
    help: "add `pubDate` in RSS, `updated` in Atom",
    source: "Google, best practices for XML sitemaps and RSS/Atom feeds",
    example: "<item><link>https://example.com/a</link></item>",
};

/// `feed/date-is-publication`: dates of publication stand for dates of change.
pub static PUBLICATION_DATE: Rule = Rule {
    id: "feed/date-is-publication",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "dates of publication stand for dates of change",
    help: "nothing to do; `dcterms:modified` or `updated` would say more",
    source: "sitemaps.org, syndication feed",
    example: "<pubDate>Wed, 04 Mar 2026 10:00:00 GMT</pubDate>",
};

/// `feed/guid-not-permalink`: the `guid` of an item without a link is no address.
pub static GUID: Rule = Rule {
    id: "feed/guid-not-permalink",
    severity: Severity::Note,
    profiles: "III---",
    summary: "the `guid` of an item without a link is no address",
    help: "give the item a `link`",
    source: "RSS 2.0 specification, guid",
    example: "<item><guid isPermaLink=\"false\">17</guid></item>",
};

/// `feed/link-elsewhere`: an item without its format's own link; the address was taken from elsewhere.
pub static LINK_ELSEWHERE: Rule = Rule {
    id: "feed/link-elsewhere",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "an item without its format's own link; the address was taken from elsewhere",
    help: "give the item a `link`",
    source: "urlset, feeds",
    example: "<item><guid>https://example.com/a</guid></item>",
};

/// `feed/unsupported-version`: a version that search engines no longer name, or none at all.
pub static VERSION: Rule = Rule {
    id: "feed/unsupported-version",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "a version that search engines no longer name, or none at all",
    help: "publish RSS 2.0 or Atom 1.0",
    source: "Google, build and submit a sitemap",
    example: "<rss version=\"0.91\">",
};

/// `feed/missing-required`: the feed lacks elements that it must have.
pub static MISSING_REQUIRED: Rule = Rule {
    id: "feed/missing-required",
    severity: Severity::Warning,
    profiles: "W-----",
    summary: "the feed lacks elements that it must have",
    help: "RSS needs title, link and description; Atom needs id, title and updated",
    source: "RSS 2.0 specification; RFC 4287 section 4.1.1",
    example: "<rss version=\"2.0\"><channel/></rss>",
};

/// `feed/multiple-alternate`: two alternate links of one type and language; the first was taken.
pub static MULTIPLE_ALTERNATE: Rule = Rule {
    id: "feed/multiple-alternate",
    severity: Severity::Warning,
    profiles: "W-----",
    summary: "two alternate links of one type and language; the first was taken",
    help: "keep one, or say how they differ by `hreflang` or `type`",
    source: "RFC 4287 section 4.1.2",
    example: "<entry><link href=\"https://example.com/a\"/><link href=\"https://example.com/b\"/></entry>",
};

/// `feed/multiple-enclosures`: an item with several enclosures.
pub static MULTIPLE_ENCLOSURES: Rule = Rule {
    id: "feed/multiple-enclosures",
    severity: Severity::Note,
    profiles: "I-----",
    summary: "an item with several enclosures",
    help: "many readers take one only; use Media RSS for more",
    source: "RSS advisory board, best practices profile",
    example: "<enclosure url=\"https://example.com/a.mp4\" length=\"1\" type=\"video/mp4\"/>",
};

/// `feed/mrss-missing-required`: a video lacks what Google asks for.
pub static MRSS_REQUIRED: Rule = Rule {
    id: "feed/mrss-missing-required",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "a video lacks what Google asks for",
    help: "give title, description, thumbnail, and content or player",
    source: "Google, video sitemaps and alternatives, mRSS",
    example: "<media:content url=\"https://example.com/a.mp4\" medium=\"video\"/>",
};

/// `feed/mrss-namespace-slash`: the Media RSS namespace in another spelling; it was read as meant.
pub static MRSS_SLASH: Rule = Rule {
    id: "feed/mrss-namespace-slash",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "the Media RSS namespace in another spelling; it was read as meant",
    help: "write `http://search.yahoo.com/mrss/`",
    source: "Media RSS specification",
    example: "xmlns:media=\"http://search.yahoo.com/mrss\"",
};

/// `feed/mixed-namespace`: a feed, or an element of it, in another namespace than its format has.
pub static MIXED_NAMESPACE: Rule = Rule {
    id: "feed/mixed-namespace",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a feed, or an element of it, in another namespace than its format has",
    help: "use one namespace, spelt as the format has it: none in RSS 2.0, `http://purl.org/rss/1.0/` in RSS 1.0, `http://www.w3.org/2005/Atom` in Atom",
    source: "Namespaces in XML, section 6; RFC 4287 section 1.2",
    example: "<item xmlns=\"http://purl.org/rss/1.0/\"><link>https://example.com/a</link></item>",
};

/// `feed/misplaced`: an item outside the channel, or a channel more; all was read.
pub static MISPLACED: Rule = Rule {
    id: "feed/misplaced",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "an item outside the channel, or a channel more; all was read",
    help: "RSS 2.0 has one `channel`, and each `item` in it",
    source: "RSS 2.0 specification, required channel elements",
    example: "<rss version=\"2.0\"><channel/><item><link>https://example.com/a</link></item></rss>",
};

/// `feed/player-equals-link`: the player's address is that of the page.
pub static PLAYER_IS_PAGE: Rule = Rule {
    id: "feed/player-equals-link",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "the player's address is that of the page",
    help: "give the address of the player alone",
    source: "Google, video sitemaps and alternatives, mRSS",
    example: "<link>https://example.com/a</link><media:player url=\"https://example.com/a\"/>",
};

/// `feed/not-carried`: parts of a feed besides its site and texts, of an item besides its address, date, media and languages, are not read.
pub static NOT_CARRIED: Rule = Rule {
    id: "feed/not-carried",
    severity: Severity::Note,
    profiles: "------",
    summary: "parts of a feed besides its site and texts, of an item besides its address, date, media and languages, are not read",
    help: "nothing to do for a sitemap; a feed made from this one lacks them too, so keep the original",
    source: "urlset, feeds",
    example: "<item><author>a@example.com</author></item>",
};

/// `feed/file-not-carried`: a file of an item that is neither image nor video is not carried.
pub static FILE_NOT_CARRIED: Rule = Rule {
    id: "feed/file-not-carried",
    severity: Severity::Note,
    profiles: "------",
    summary: "a file of an item is not carried: it is neither image nor video, or stands beside one in a group",
    help: "nothing to do for a sitemap; a feed made from this one lacks it too, so keep the original",
    source: "urlset, feeds",
    example: "<enclosure url=\"https://example.com/a.mp3\" length=\"1\" type=\"audio/mpeg\"/>",
};

/// `feed/nested-item`: an item inside an item; it was left out.
pub static NESTED_ITEM: Rule = Rule {
    id: "feed/nested-item",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an item inside an item; it was left out",
    help: "close the item before; `--lenient` reads it as the next one",
    source: "RSS 2.0 specification, item",
    example: "<item><item/></item>",
};

/// `feed/element-case`: a field's name in the wrong case; it was left out.
pub static ELEMENT_CASE: Rule = Rule {
    id: "feed/element-case",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a field's name in the wrong case; it was left out",
    help: "write the name as the format has it: readers tell large letters from small ones",
    source: "XML 1.0 section 1.2",
    example: "<item><Link>https://example.com/a</Link></item>",
};

/// `feed/unknown-root`: the root element is not that of a feed.
pub static UNKNOWN_ROOT: Rule = Rule {
    id: "feed/unknown-root",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the root element is not that of a feed",
    help: "a feed begins with `rss`, `rdf:RDF` or `feed`",
    source: "RFC 4287 section 4.1.1",
    example: "<entry xmlns=\"http://www.w3.org/2005/Atom\"/>",
};

/// `feed/unwritable-loc`: a URL with a character that XML cannot hold; the entry was left out.
pub static UNWRITABLE_LOC: Rule = Rule {
    id: "feed/unwritable-loc",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a URL with a character that XML cannot hold; the entry was left out",
    help: "escape the character with a percent sign",
    source: "XML 1.0 section 2.2",
    example: "https://example.com/\u{1}",
};

/// All of them.
pub static ALL: &[&Rule] = &[
    &MISSING_LINK,
    &RELATIVE_LINK,
    &BAD_DATE,
    &DATE_FORM,
    &OBSOLETE_ZONE,
    &WRONG_WEEKDAY,
    &NO_DATE,
    &PUBLICATION_DATE,
    &GUID,
    &LINK_ELSEWHERE,
    &VERSION,
    &MISSING_REQUIRED,
    &MULTIPLE_ALTERNATE,
    &MULTIPLE_ENCLOSURES,
    &MRSS_REQUIRED,
    &MRSS_SLASH,
    &MIXED_NAMESPACE,
    &MISPLACED,
    &PLAYER_IS_PAGE,
    &NOT_CARRIED,
    &FILE_NOT_CARRIED,
    &NESTED_ITEM,
    &ELEMENT_CASE,
    &UNKNOWN_ROOT,
    &UNWRITABLE_LOC,
];
