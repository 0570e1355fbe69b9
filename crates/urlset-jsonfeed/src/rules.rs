//! The rules of JSON Feed; they follow those of other feeds in the project's specification.

use urlset_core::{Rule, Severity};
use urlset_json::rules as json;

const SOURCE: &str = "JSON Feed 1.1";

/// `jsonfeed/not-a-feed`: the document is no JSON object.
pub static NOT_A_FEED: Rule = Rule {
    id: "jsonfeed/not-a-feed",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the document is no JSON object",
    help: "check what the address gives; a JSON Feed is one object with `items`",
    source: SOURCE,
    example: "[{\"url\":\"https://example.com/\"}]",
};

/// `jsonfeed/missing-required`: the feed lacks a member that it must have.
pub static MISSING_REQUIRED: Rule = Rule {
    id: "jsonfeed/missing-required",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the feed lacks a member that it must have",
    help: "give it `version`, `title` and `items`",
    source: SOURCE,
    example: "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[]}",
};

/// `jsonfeed/unsupported-version`: a version other than 1 and 1.1.
pub static UNSUPPORTED_VERSION: Rule = Rule {
    id: "jsonfeed/unsupported-version",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a version other than 1 and 1.1; it was read as 1.1",
    help: "write \"https://jsonfeed.org/version/1.1\"",
    source: SOURCE,
    example: "{\"version\":\"https://jsonfeed.org/version/2\",\"title\":\"x\",\"items\":[]}",
};

/// `jsonfeed/missing-link`: an item without an address.
pub static MISSING_LINK: Rule = Rule {
    id: "jsonfeed/missing-link",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an item without an address",
    help: "give it a `url`; an `id` serves where it is an http address",
    source: SOURCE,
    example: "{\"id\":\"7\",\"content_text\":\"x\",\"external_url\":\"https://other.example/\"}",
};

/// `jsonfeed/relative-link`: an address that had to be resolved.
pub static RELATIVE_LINK: Rule = Rule {
    id: "jsonfeed/relative-link",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "an address that had to be resolved",
    help: "write full addresses",
    source: SOURCE,
    example: "{\"id\":\"7\",\"url\":\"/a\",\"content_text\":\"x\"}",
};

/// `jsonfeed/bad-date`: a date that cannot be read.
pub static BAD_DATE: Rule = Rule {
    id: "jsonfeed/bad-date",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a date that cannot be read",
    help: "write RFC 3339, as 2026-03-04T10:00:00Z",
    source: "JSON Feed 1.1; RFC 3339",
    example: "{\"url\":\"https://example.com/\",\"date_modified\":\"yesterday\"}",
};

/// `jsonfeed/no-date`: an item without a date.
pub static NO_DATE: Rule = Rule {
    id: "jsonfeed/no-date",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "an item without a date",
    help: "give it `date_modified`",
    source: SOURCE,
    example: "{\"id\":\"7\",\"url\":\"https://example.com/\",\"content_text\":\"x\"}",
};

/// `jsonfeed/bad-item`: an item that is not one JSON object.
pub static BAD_ITEM: Rule = Rule {
    id: "jsonfeed/bad-item",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an item that is not one JSON object",
    help: "write each item as an object",
    source: "JSON Feed 1.1; RFC 8259",
    example: "{\"items\":[\"https://example.com/\"]}",
};

/// `jsonfeed/not-json`: a member of the feed whose value is no JSON.
pub static NOT_JSON: Rule = Rule {
    id: "jsonfeed/not-json",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a member of the feed whose value is no JSON",
    help: "correct it: where the value ends is a guess, and items may stand in it",
    source: "RFC 8259",
    example: "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"x\",\"authors\":[n],\"items\":[]}",
};

/// `jsonfeed/misplaced-item`: an item that stands elsewhere than in the feed's `items`; it was left out.
pub static MISPLACED_ITEM: Rule = Rule {
    id: "jsonfeed/misplaced-item",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an item that stands elsewhere than in the feed's `items`; it was left out",
    help: "put it into `items`; a member of your own begins with `_`",
    source: SOURCE,
    example: "{\"item\":[{\"url\":\"https://example.com/\"}]}",
};

/// `jsonfeed/wrong-type`: a value of the wrong type.
pub static WRONG_TYPE: Rule = Rule {
    id: "jsonfeed/wrong-type",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a value of the wrong type",
    help: "write addresses, dates and titles as strings, `items` and `attachments` as arrays",
    source: SOURCE,
    example: "{\"url\":[\"https://example.com/\"]}",
};

/// `jsonfeed/bad-media`: an image or attachment without a usable address or length.
pub static BAD_MEDIA: Rule = Rule {
    id: "jsonfeed/bad-media",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an image or attachment without a usable address or length",
    help: "give it a full http address, and seconds above 0",
    source: SOURCE,
    example: "{\"url\":\"https://example.com/\",\"image\":\"data:image/png;base64,AA==\"}",
};

/// `jsonfeed/rounded-duration`: a length that is no whole number of seconds; it was rounded.
pub static ROUNDED: Rule = Rule {
    id: "jsonfeed/rounded-duration",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "a length that is no whole number of seconds; it was rounded",
    help: "nothing to do: the video extension knows whole seconds only",
    source: "Google, video sitemaps",
    example: "{\"url\":\"https://example.com/a.mp4\",\"duration_in_seconds\":12.5}",
};

/// `jsonfeed/more-pages`: the feed goes on at another address, which was not read.
pub static MORE_PAGES: Rule = Rule {
    id: "jsonfeed/more-pages",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the feed goes on at another address, which was not read",
    help: "read that address too",
    source: SOURCE,
    example: "{\"next_url\":\"https://example.com/feed.json?page=2\"}",
};

/// `jsonfeed/not-carried`: members that have no place in a sitemap.
pub static NOT_CARRIED: Rule = Rule {
    id: "jsonfeed/not-carried",
    severity: Severity::Note,
    profiles: "------",
    summary: "members that have no place in a sitemap were left out",
    help: "nothing to do",
    source: "urlset, formats",
    example: "{\"url\":\"https://example.com/\",\"title\":\"x\",\"tags\":[\"y\"]}",
};

/// `jsonfeed/file-not-carried`: an attachment that is neither image nor video.
pub static FILE_NOT_CARRIED: Rule = Rule {
    id: "jsonfeed/file-not-carried",
    severity: Severity::Note,
    profiles: "------",
    summary: "an attachment that is neither image nor video is not carried",
    help: "nothing to do for a sitemap; a feed made from this one lacks it too, so keep the original",
    source: "urlset, formats",
    example: "{\"url\":\"https://example.com/\",\"attachments\":[{\"url\":\"https://example.com/a.mp3\",\"mime_type\":\"audio/mpeg\"}]}",
};

/// `jsonfeed/encoding-not-utf8`: bytes that are not UTF-8.
pub static NOT_UTF8: Rule = Rule {
    id: "jsonfeed/encoding-not-utf8",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "bytes that are not UTF-8",
    help: "save the file as UTF-8, or read it as windows-1252 with `--lenient`",
    source: "RFC 8259 section 8.1",
    example: "{\"url\":\"https://example.com/caf\\xe9\"}",
};

/// All that its reader and writer find.
pub static ALL: &[&Rule] = &[
    &NOT_A_FEED,
    &MISSING_REQUIRED,
    &UNSUPPORTED_VERSION,
    &MISSING_LINK,
    &RELATIVE_LINK,
    &BAD_DATE,
    &NO_DATE,
    &BAD_ITEM,
    &NOT_JSON,
    &MISPLACED_ITEM,
    &WRONG_TYPE,
    &BAD_MEDIA,
    &ROUNDED,
    &MORE_PAGES,
    &NOT_CARRIED,
    &FILE_NOT_CARRIED,
    &NOT_UTF8,
    &json::BOM,
    &json::NOT_JSON,
    &json::SEPARATOR,
    &json::TRUNCATED,
    &json::AFTER_END,
];
