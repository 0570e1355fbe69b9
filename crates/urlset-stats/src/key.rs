//! What entries are counted by.

use crate::shape;
use std::fmt::Write as _;
use std::str::FromStr;
use urlset_core::{Entry, Kind, Precision};
use urlset_shard::By;

/// Upper ends of the classes of lengths, in characters; the last is the protocol's.
const LENGTHS: [(usize, &str); 7] = [
    (50, "0-49"),
    (100, "50-99"),
    (200, "100-199"),
    (500, "200-499"),
    (1000, "500-999"),
    (2048, "1000-2047"),
    (usize::MAX, "2048 or more"),
];

/// The value of dates where there is none.
pub(crate) const UNDATED: &str = "undated";

/// The value of sections and segments where there is none: what no section or segment can be.
pub(crate) const NOWHERE: &str = "/";

/// A property of an entry that entries are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// What sets can be sharded by.
    By(By),
    /// `http` or `https`.
    Scheme,
    /// How many segments the path has.
    Depth,
    /// How long the loc is, in classes.
    Length,
    /// Its [`shape`](crate::shape).
    Shape,
    /// As written; `none` where there is none.
    Changefreq,
    /// As written; `none` where there is none.
    Priority,
}

/// Why a key cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadKey(Box<str>);

impl std::fmt::Display for BadKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "`{}` is no key: host, section, path[N], lang, kind, year, month, day, scheme, depth, \
             length, shape, changefreq, priority, bucket:N",
            self.0
        )
    }
}

impl std::error::Error for BadKey {}

impl FromStr for Key {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Key, BadKey> {
        Ok(match text {
            "scheme" => Key::Scheme,
            "depth" => Key::Depth,
            "length" => Key::Length,
            "shape" => Key::Shape,
            "changefreq" => Key::Changefreq,
            "priority" => Key::Priority,
            "year" => Key::By(By::Year),
            "month" => Key::By(By::Month),
            "day" => Key::By(By::Day),
            "language" => Key::By(By::Language),
            text => Key::By(text.parse().map_err(|_| BadKey(text.into()))?),
        })
    }
}

impl Key {
    /// The first folder of the path.
    pub const fn section() -> Key {
        Key::By(By::Section)
    }

    /// Those that everybody wants.
    pub fn usual() -> Vec<Key> {
        vec![
            Key::By(By::Host),
            Key::By(By::Section),
            Key::By(By::Language),
            Key::By(By::Kind(Kind::Urlset)),
            Key::By(By::Year),
            Key::By(By::Month),
            Key::Scheme,
            Key::Depth,
            Key::Length,
            Key::Shape,
            Key::Changefreq,
            Key::Priority,
        ]
    }

    /// Its name in figures.
    pub fn name(self) -> String {
        match self {
            Key::By(By::Host) => "host".into(),
            Key::By(By::Section) => "section".into(),
            Key::By(By::Path(number)) => format!("path[{number}]"),
            Key::By(By::Language) => "lang".into(),
            Key::By(By::Kind(_)) => "kind".into(),
            Key::By(By::Year) => "year".into(),
            Key::By(By::Month) => "month".into(),
            Key::By(By::Day) => "day".into(),
            Key::By(By::Bucket(count)) => format!("bucket:{count}"),
            Key::By(By::Source) => "source".into(),
            Key::Scheme => "scheme".into(),
            Key::Depth => "depth".into(),
            Key::Length => "length".into(),
            Key::Shape => "shape".into(),
            Key::Changefreq => "changefreq".into(),
            Key::Priority => "priority".into(),
        }
    }

    /// Whether its values have an order of their own.
    pub fn is_ordered(self) -> bool {
        let others = [Key::Depth, Key::Length, Key::Priority];
        self.is_date() || others.contains(&self) || matches!(self, Key::By(By::Bucket(_)))
    }

    /// Whether its values are dates: those told are the last, not the most frequent.
    pub fn is_date(self) -> bool {
        matches!(self, Key::By(By::Year | By::Month | By::Day))
    }

    /// Replaces `out` by the value of an entry, which was read from the document of this number. An
    /// entry that has none has one that no entry can have: `/` of a path, nothing of a language.
    pub fn put(self, entry: &Entry, source: u32, out: &mut String) {
        out.clear();
        match self {
            Key::By(By::Section) => out.push_str(entry.loc.section().unwrap_or(NOWHERE)),
            Key::By(By::Path(number)) => {
                out.push_str(entry.loc.segment(number).unwrap_or(NOWHERE));
            }
            Key::By(By::Language) if !By::has_language(entry) => {}
            Key::By(by) => {
                by.put(entry, source, out);
                if let Some(lastmod) = entry.lastmod.filter(|_| self.is_date()) {
                    // A file must be of some month; a figure need not be of one that nobody named.
                    out.truncate(match lastmod.precision() {
                        Precision::Year => 4,
                        Precision::Month => 7,
                        _ => 10,
                    });
                }
            }
            Key::Scheme => {
                let scheme = entry.loc.scheme().unwrap_or("none");
                out.extend(scheme.chars().map(|c| c.to_ascii_lowercase()));
            }
            Key::Depth => {
                let segments = entry.loc.path().split('/').filter(|segment| !segment.is_empty());
                let _ = write!(out, "{}", segments.count());
            }
            Key::Length => {
                let length = entry.loc.as_str().chars().count();
                let class = LENGTHS.iter().find(|(end, _)| length < *end);
                out.push_str(class.map_or("", |(_, name)| name));
            }
            Key::Shape => shape(&entry.loc, out),
            Key::Changefreq => match entry.changefreq {
                Some(frequency) => drop(write!(out, "{frequency}")),
                None => out.push_str("none"),
            },
            Key::Priority => {
                out.push_str(entry.priority.as_ref().map_or("none", |priority| priority.as_str()));
            }
        }
    }
}

/// By what values with an order are sorted: those that begin with a number by it, all others last.
pub(crate) fn rank(value: &str) -> (u64, &str) {
    let digits = value.len() - value.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = value.get(..digits).and_then(|digits| digits.parse().ok());
    (number.unwrap_or(u64::MAX), value)
}

#[cfg(test)]
mod tests {
    use super::Key;
    use urlset_core::{Datetime, Entry, Loc};

    #[test]
    fn names_are_keys() {
        for key in Key::usual() {
            assert_eq!(key.name().parse::<Key>(), Ok(key));
        }
        for (name, usual) in
            [("lastmod:month", "month"), ("language", "lang"), ("path[2]", "path[2]")]
        {
            assert_eq!(name.parse::<Key>().unwrap().name(), usual);
        }
        let bad = "seciton".parse::<Key>().unwrap_err().to_string();
        assert!(bad.starts_with("`seciton` is no key: host"), "{bad}");
    }

    #[test]
    fn values() {
        let entry = Entry::new(Loc::new("HTTPS://e.com/a/b.html?x"));
        for (key, expected) in [
            ("scheme", "https"),
            ("depth", "2"),
            ("length", "0-49"),
            ("shape", "/a/{slug}.html?x"),
            ("priority", "none"),
            ("changefreq", "none"),
            ("year", "undated"),
            ("host", "e.com"),
            ("section", "a"),
            ("path[2]", "b.html"),
            ("path[3]", "/"),
            ("lang", ""),
        ] {
            let mut out = "before".to_owned();
            key.parse::<Key>().unwrap().put(&entry, 0, &mut out);
            assert_eq!(out, expected, "{key}");
        }
    }

    /// What nobody said is not made up: neither a month of a year nor a day of a month.
    #[test]
    fn a_date_goes_as_far_as_it_goes() {
        for (lastmod, key, expected) in [
            ("2024", "year", "2024"),
            ("2024", "month", "2024"),
            ("2024", "day", "2024"),
            ("2024-03", "month", "2024-03"),
            ("2024-03", "day", "2024-03"),
            ("2024-03-05", "month", "2024-03"),
            ("2024-03-05T10:00Z", "day", "2024-03-05"),
        ] {
            let lastmod = Datetime::parse(lastmod).ok();
            let entry = Entry { lastmod, ..Entry::new(Loc::new("https://e.com/")) };
            let mut out = String::new();
            key.parse::<Key>().unwrap().put(&entry, 0, &mut out);
            assert_eq!(out, expected, "{lastmod:?} {key}");
        }
    }

    #[test]
    fn what_is_not_there_is_no_value_of_another() {
        for (loc, key, expected) in [
            ("https://e.com/root/a", "section", "root"),
            ("https://e.com/x", "section", "/"),
            ("https://e.com/a/none", "path[2]", "none"),
        ] {
            let mut out = String::new();
            key.parse::<Key>().unwrap().put(&Entry::new(Loc::new(loc)), 0, &mut out);
            assert_eq!(out, expected, "{loc}");
        }
    }
}
