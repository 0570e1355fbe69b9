//! What entries are grouped by.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::str::FromStr;
use urlset_core::{Element, Entry, Kind};

/// Items by their namespaces and elements, the richest first (the facts of their extensions; spec
/// section 2).
const ITEMS: [(&str, &str); 3] = [
    ("http://www.google.com/schemas/sitemap-news/0.9", "news"),
    ("http://www.google.com/schemas/sitemap-video/1.1", "video"),
    ("http://www.google.com/schemas/sitemap-image/1.1", "image"),
];

/// Namespace of links to the same page in other languages.
const XHTML: &str = "http://www.w3.org/1999/xhtml";

/// A property of an entry; entries that share it go into the same shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The host, in lower case.
    Host,
    /// The first folder of the path; `root` for pages that are in none.
    Section,
    /// A segment of the path, from 1; `none` where there is no such segment.
    Path(u32),
    /// The language: that of an alternate that names the page itself, else of its news item, else
    /// the first segment of the path that looks like one; `none` where nothing says.
    Language,
    /// The richest of its items: `news`, `video`, `image`, or `page`. Entries that list sitemaps are
    /// all `sitemap`.
    Kind(Kind),
    /// The year of `lastmod`; `undated` where it has none.
    Year,
    /// The year and month of `lastmod`, as `2026-03`.
    Month,
    /// The day of `lastmod`.
    Day,
    /// One of so many buckets, by a hash of the loc that never changes (FNV-1a, 64 bits).
    Bucket(u32),
    /// The document that it was read from.
    Source,
}

/// Why a key cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadKey(Box<str>);

impl std::fmt::Display for BadKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "`{}` is no key: host, section, path[N], lang, kind, lastmod:year, lastmod:month, \
             lastmod:day, bucket:N",
            self.0
        )
    }
}

impl std::error::Error for BadKey {}

impl FromStr for By {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<By, BadKey> {
        let bad = || BadKey(text.into());
        let count = |digits: &str| {
            digits.parse::<u32>().ok().filter(|number| (1..=1_000_000).contains(number))
        };
        Ok(match text {
            "host" => By::Host,
            "section" => By::Section,
            "lang" => By::Language,
            "kind" => By::Kind(Kind::Urlset),
            "lastmod:year" => By::Year,
            "lastmod" | "lastmod:month" => By::Month,
            "lastmod:day" => By::Day,
            _ => {
                if let Some(number) = text.strip_prefix("bucket:") {
                    return count(number).map(By::Bucket).ok_or_else(bad);
                }
                let number = text.strip_prefix("path[").and_then(|rest| rest.strip_suffix(']'));
                return number.and_then(count).map(By::Path).ok_or_else(bad);
            }
        })
    }
}

impl By {
    /// Whether anything says the language of an entry.
    pub fn has_language(entry: &Entry) -> bool {
        language(entry).is_some()
    }

    /// The value of an entry; `source` is the number of the document it was read from.
    pub fn value(self, entry: &Entry, source: u32) -> String {
        let mut value = String::new();
        self.put(entry, source, &mut value);
        value
    }

    /// Appends the value of an entry; `source` is the number of the document it was read from.
    pub fn put(self, entry: &Entry, source: u32, out: &mut String) {
        let loc = entry.loc.as_str();
        match self {
            By::Host => put_lower(entry.loc.host().unwrap_or_default(), out),
            By::Section => out.push_str(entry.loc.section().unwrap_or("root")),
            By::Path(number) => {
                out.push_str(entry.loc.segment(number).unwrap_or("none"));
            }
            By::Language => put_lower(&language(entry).unwrap_or("none".into()), out),
            By::Kind(Kind::Urlset) => out.push_str(kind(entry)),
            By::Kind(Kind::Sitemapindex) => out.push_str("sitemap"),
            By::Year => put_date(entry, 4, out),
            By::Month => put_date(entry, 7, out),
            By::Day => put_date(entry, 10, out),
            By::Bucket(count) => {
                let width = count.saturating_sub(1).max(1).ilog10() as usize + 1;
                let _ = write!(out, "{:0width$}", hash(loc) % u64::from(count.max(1)));
            }
            // As many digits as sort in the order of the documents.
            By::Source => {
                let _ = write!(out, "{source:010}");
            }
        }
    }
}

/// Replaces `out` by the values of all keys, each with a byte after it that no value of an address
/// or a date holds. Sorted by it, entries are sorted by their values.
pub(crate) fn put_all(keys: &[By], entry: &Entry, source: u32, out: &mut String) {
    out.clear();
    for key in keys {
        key.put(entry, source, out);
        out.push('\0');
    }
}

fn put_lower(text: &str, out: &mut String) {
    out.extend(text.chars().map(|c| c.to_ascii_lowercase()));
}

/// The language of an entry, where anything says it.
fn language(entry: &Entry) -> Option<Cow<'_, str>> {
    said(entry).filter(|tag| !tag.is_empty())
}

fn said(entry: &Entry) -> Option<Cow<'_, str>> {
    let alternates = entry.extensions.elements().filter(|element| element.is(XHTML, "link"));
    let own = |link: &Element<'_>| {
        let same = link.attribute("href").is_some_and(|href| href.trim() == entry.loc.as_str());
        same && link.attribute("hreflang").is_some_and(|tag| !tag.eq_ignore_ascii_case("x-default"))
    };
    if let Some(tag) = alternates.filter(own).find_map(|link| link.attribute("hreflang")) {
        return Some(tag.trim().into());
    }
    let [(namespace, name), ..] = ITEMS;
    let news = entry.extensions.elements().find(|element| element.is(namespace, name));
    let publication = news.and_then(|news| news.child("publication"));
    if let Some(language) = publication.and_then(|known| known.child_text("language")) {
        return Some(language);
    }
    let first = entry.loc.path_language()?;
    Some(if first.contains('_') { first.replace('_', "-").into() } else { first.into() })
}

fn kind(entry: &Entry) -> &'static str {
    let has = |(namespace, name): &(&str, &str)| {
        entry.extensions.elements().any(|element| element.is(namespace, name))
    };
    ITEMS.iter().find(|item| has(item)).map_or("page", |(_, name)| name)
}

/// The first characters of `lastmod`, as far as it goes.
fn put_date(entry: &Entry, most: usize, out: &mut String) {
    let Some(lastmod) = entry.lastmod else {
        return out.push_str("undated");
    };
    let (start, (year, month, day)) = (out.len(), lastmod.date());
    let _ = write!(out, "{year:04}-{month:02}-{day:02}");
    // A date that is not as exact goes to the first of what it may mean, as everywhere.
    out.truncate(start + most);
}

/// FNV-1a: fixed for ever, since it decides in which file a page is.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::By;
    use urlset_core::{Datetime, Entry, Kind, Loc, Position};

    fn value(key: &str, entry: &Entry) -> String {
        key.parse::<By>().unwrap().value(entry, 3)
    }

    #[test]
    fn values() {
        let mut entry = Entry::new(Loc::new("https://Example.com:8080/en-GB/shop/a.html?x=/y/z"));
        entry.lastmod = Datetime::parse("2026-03").ok();
        for (key, expected) in [
            ("host", "example.com"),
            ("section", "en-GB"),
            ("path[1]", "en-GB"),
            ("path[3]", "a.html"),
            ("path[4]", "none"),
            ("lang", "en-gb"),
            ("kind", "page"),
            ("lastmod:year", "2026"),
            ("lastmod:month", "2026-03"),
            ("lastmod:day", "2026-03-01"),
        ] {
            assert_eq!(value(key, &entry), expected, "{key}");
        }
        assert_eq!(By::Kind(Kind::Sitemapindex).value(&entry, 3), "sitemap");
        let bucket: u32 = value("bucket:12", &entry).parse().unwrap();
        assert!(bucket < 12);
        assert_eq!(value("bucket:12", &entry).len(), 2);
        entry
            .extensions
            .open("http://www.w3.org/1999/xhtml", "xhtml:link", Position::default())
            .attribute("", "hreflang", "de-AT")
            .attribute("", "href", entry.loc.as_str())
            .close();
        assert_eq!(value("lang", &entry), "de-at");
        // Somebody else's elements of the same name say nothing.
        entry.extensions.open("urn:other", "x:news", Position::default()).close();
        assert_eq!(value("kind", &entry), "page");
        entry.extensions.open(super::ITEMS[2].0, "image:image", Position::default()).close();
        assert_eq!(value("kind", &entry), "image");
        let by_path = Entry::new(Loc::new("https://example.com/de_CH/a"));
        assert_eq!(value("lang", &by_path), "de-ch");
        for (loc, section) in [
            ("https://example.com", "root"),
            ("https://example.com/", "root"),
            ("https://example.com/a.html", "root"),
            ("https://example.com/a/", "a"),
            ("https://example.com/?a/b", "root"),
        ] {
            assert_eq!(value("section", &Entry::new(Loc::new(loc))), section, "{loc}");
        }
    }

    #[test]
    fn what_is_no_key() {
        for key in ["", "Host", "path", "path[0]", "path[x]", "bucket:", "bucket:0", "bucket:-1"] {
            assert!(key.parse::<By>().is_err(), "{key}");
        }
    }
}
