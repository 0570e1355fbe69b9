//! How many links lead from each language to each other.

use crate::address::compared;
use crate::language::{is_x_default, usual};
use crate::languages::short;
use crate::links::{Found, links};
use std::collections::BTreeMap;
use urlset_core::Entry;

/// Pairs of languages that are counted each by itself, as those of links that are not returned.
const MOST: usize = 10_000;

/// The name under which pairs beyond the bound are counted.
const OTHERS: &str = "others";

/// Links by pair of languages, tags in their conventional form. Bounded: the pairs beyond ten thousand
/// are counted as one of `others`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    links: BTreeMap<String, BTreeMap<String, u64>>,
    pairs: usize,
}

impl Matrix {
    /// Counts the links of an entry.
    pub fn entry(&mut self, entry: &Entry) {
        let mut found = links(entry).peekable();
        if found.peek().is_none() || !entry.loc.is_page_address() {
            return;
        }
        let found: Vec<Found<'_>> = found.collect();
        let loc = compared(entry.loc.as_str());
        let is_own = |link: &&Found<'_>| !is_x_default(link.tag) && compared(link.href) == loc;
        let own = found.iter().find(is_own).map_or("", |link| link.tag);
        let own = short(usual(own));
        for link in &found {
            let to = short(usual(link.tag));
            let known = self.links.get(&own).is_some_and(|row| row.contains_key(&to));
            let (from, to) = match known || self.pairs < MOST {
                true => (own.clone(), to),
                false => (OTHERS.to_owned(), OTHERS.to_owned()),
            };
            self.pairs += usize::from(!known);
            *self.links.entry(from).or_default().entry(to).or_default() += 1;
        }
    }

    /// The language of the page that has a link, empty where it names none as its own, the language
    /// that it lists the other under, and how many such links there are.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, u64)> {
        self.links.iter().flat_map(|(from, row)| {
            row.iter().map(move |(to, links)| (from.as_str(), to.as_str(), *links))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Matrix};
    use urlset_core::{Entry, Loc};
    use urlset_hreflang::Alternate;

    #[test]
    fn links_by_pair() {
        let mut matrix = Matrix::default();
        let mut page = Entry::new(Loc::new("https://e.com/en"));
        for (tag, path) in [("EN", "en"), ("de-at", "de"), ("x-default", "en")] {
            page.extensions.push(&Alternate::new(tag, format!("https://e.com/{path}")));
        }
        matrix.entry(&page);
        page.loc = Loc::new("https://e.com/other");
        matrix.entry(&page);
        let told: Vec<_> = matrix.iter().collect();
        assert_eq!(
            told,
            [
                ("", "de-AT", 1),
                ("", "en", 1),
                ("", "x-default", 1),
                ("en", "de-AT", 1),
                ("en", "en", 1),
                ("en", "x-default", 1)
            ]
        );
    }

    #[test]
    fn any_number_of_pairs_takes_bounded_memory() {
        let mut matrix = Matrix::default();
        for number in 0..MOST + 50 {
            let mut page = Entry::new(Loc::new("https://e.com/en"));
            page.extensions.push(&Alternate::new(format!("l{number}"), "https://e.com/x"));
            matrix.entry(&page);
        }
        assert_eq!(matrix.iter().count(), MOST + 1);
        assert_eq!(matrix.iter().map(|(.., links)| links).sum::<u64>(), MOST as u64 + 50);
    }
}
