//! How many pages and links each language has.

use crate::language::usual;
use std::collections::BTreeMap;

/// Languages that are counted each by itself: ISO 639-1 has 183, with regions some sites reach
/// hundreds. The rest are counted together.
const MOST: usize = 1000;

/// Pairs of languages that are counted each by itself.
const MOST_PAIRS: usize = 10_000;

/// Longest tag that has a count of its own, in bytes (RFC 5646 section 4.4.1: 35 is enough).
pub(crate) const LONGEST: usize = 35;

/// The name under which languages beyond the bounds are counted.
const OTHERS: &str = "others";

/// Counts of one language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Language {
    /// Pages of the set that are listed under it.
    pub pages: u64,
    /// Links under it.
    pub links: u64,
    /// Links under it to pages of the set that do not link back.
    pub no_return: u64,
}

/// Counts by language, tags in their conventional form. Bounded: beyond a thousand languages the
/// rest are counted as `others`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Languages {
    counts: BTreeMap<String, Language>,
    missing: BTreeMap<(String, String), u64>,
}

impl Languages {
    /// Each language and its counts, in order of the tags.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Language)> {
        self.counts.iter().map(|(tag, counts)| (tag.as_str(), *counts))
    }

    /// Links that are not returned: the language of the page that has the link, empty where it has
    /// none by its own account, the language it lists the other under, and how many.
    pub fn missing(&self) -> impl Iterator<Item = (&str, &str, u64)> {
        self.missing.iter().map(|((from, to), links)| (from.as_str(), to.as_str(), *links))
    }

    pub(crate) fn link(&mut self, tag: &str) {
        // Most tags are in their conventional form, and known.
        match self.counts.get_mut(tag) {
            Some(counts) => counts.links += 1,
            None => self.of(usual(tag)).links += 1,
        }
    }

    /// A page of the set that is listed under these tags, each in its conventional form.
    pub(crate) fn page(&mut self, tags: &[String]) {
        for tag in tags {
            self.of(tag.clone()).pages += 1;
        }
    }

    pub(crate) fn no_return(&mut self, own: &str, tag: &str) {
        let to = usual(tag);
        self.of(to.clone()).no_return += 1;
        let pair = (short(usual(own)), short(to));
        let known = self.missing.contains_key(&pair) || self.missing.len() < MOST_PAIRS;
        let pair = if known { pair } else { (OTHERS.to_owned(), OTHERS.to_owned()) };
        *self.missing.entry(pair).or_default() += 1;
    }

    fn of(&mut self, tag: String) -> &mut Language {
        let tag = short(tag);
        let known = self.counts.contains_key(&tag) || self.counts.len() < MOST;
        self.counts.entry(if known { tag } else { OTHERS.to_owned() }).or_default()
    }
}

/// The tag itself, or what tags are counted as that are longer than any real one.
pub(crate) fn short(tag: String) -> String {
    if tag.len() > LONGEST { OTHERS.to_owned() } else { tag }
}

#[cfg(test)]
mod tests {
    use super::{Languages, MOST};

    #[test]
    fn any_number_of_languages_takes_bounded_memory() {
        let mut languages = Languages::default();
        for number in 0..2 * MOST {
            languages.link(&format!("l{number:07}"));
        }
        languages.link(&"x".repeat(100));
        assert_eq!(languages.iter().count(), MOST + 1);
        let links: u64 = languages.iter().map(|(_, counts)| counts.links).sum();
        assert_eq!(links, 2 * MOST as u64 + 1);
    }
}
