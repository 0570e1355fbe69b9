//! The patterns of a robots.txt by what they are like: of thousands, only those that may match an
//! address are tried.

use std::cmp::Reverse;
use std::collections::HashMap;

/// What patterns with `*` may cost for one address, in bytes of those tried. Only thousands of
/// patterns that are made to be alike cost so much.
const MOST_TRIED: usize = 16 * 1024;

/// What it costs to try a pattern at all.
const LEAST: usize = 16;

/// Bytes in a row of a pattern by which it is found.
const GRAM: usize = 4;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub(crate) allows: bool,
    /// As it stands in the robots.txt.
    pub(crate) written: String,
    /// As `canonical` of the module `robots` writes it, with `*`; without the `$` at its end.
    pub(crate) text: String,
    /// Whether nothing may follow.
    pub(crate) ends: bool,
}

impl Pattern {
    fn length(&self) -> usize {
        self.text.len() + usize::from(self.ends)
    }

    /// Each piece between asterisks at the first place after the one before, the last at the end
    /// where it must be there: no going back, so that it is linear.
    fn matches(&self, target: &str) -> bool {
        let mut pieces = self.text.split('*');
        let first = pieces.next().unwrap_or_default();
        let Some(mut rest) = target.strip_prefix(first) else {
            return false;
        };
        let mut last = None;
        for piece in pieces {
            if let Some(before) = last.replace(piece) {
                let Some(at) = rest.find(before) else {
                    return false;
                };
                rest = rest.get(at + before.len()..).unwrap_or_default();
            }
        }
        match (last, self.ends) {
            (None, ends) => !ends || rest.is_empty(),
            (Some(piece), true) => rest.ends_with(piece),
            (Some(piece), false) => rest.contains(piece),
        }
    }
}

/// As many bytes of a pattern as count, and the bytes.
type Gram = (usize, [u8; GRAM]);

/// Patterns, of which the one that comes first decides: the longest, of equal ones what allows
/// (RFC 9309 section 2.2.2).
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    /// In this order; their place is their rank.
    all: Vec<Pattern>,
    /// Those that match whatever begins so, by text.
    prefixes: Vec<Prefix>,
    /// The rank of those that match one address.
    whole: HashMap<String, usize>,
    /// The ranks of those with `*`, in order, by some bytes that what they match must hold.
    wild: HashMap<Gram, Vec<usize>>,
    /// The lengths of these bytes.
    lengths: [bool; GRAM + 1],
}

#[derive(Debug)]
struct Prefix {
    rank: usize,
    /// The longest other one that it begins with.
    parent: Option<usize>,
}

impl Patterns {
    pub(crate) fn new(mut all: Vec<Pattern>) -> Patterns {
        all.sort_by_key(|rule| Reverse((rule.length(), rule.allows)));
        let mut patterns = Patterns { all, ..Patterns::default() };
        let (mut prefixes, mut wild) = (Vec::new(), Vec::new());
        for (rank, pattern) in patterns.all.iter().enumerate() {
            if pattern.text.contains('*') {
                wild.push(rank);
            } else if pattern.ends {
                patterns.whole.entry(pattern.text.clone()).or_insert(rank);
            } else {
                prefixes.push(rank);
            }
        }
        patterns.sort_prefixes(prefixes);
        patterns.sort_wild(&wild);
        patterns
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    fn text(&self, rank: usize) -> &str {
        self.all.get(rank).map_or("", |pattern| &pattern.text)
    }

    fn sort_prefixes(&mut self, mut ranks: Vec<usize>) {
        // Of equal texts the lowest rank comes first, and is all that counts.
        ranks.sort_by(|one, other| self.text(*one).cmp(self.text(*other)));
        ranks.dedup_by(|one, other| self.text(*one) == self.text(*other));
        let mut above: Vec<(usize, usize)> = Vec::new();
        for (place, rank) in ranks.into_iter().enumerate() {
            let is_above = |other: usize| self.text(rank).starts_with(self.text(other));
            while above.pop_if(|(_, other)| !is_above(*other)).is_some() {}
            let parent = above.last().map(|(place, _)| *place);
            above.push((place, rank));
            self.prefixes.push(Prefix { rank, parent });
        }
    }

    /// Each pattern is found by those of its bytes that the fewest others have.
    fn sort_wild(&mut self, ranks: &[usize]) {
        let mut count: HashMap<Gram, usize> = HashMap::new();
        for gram in ranks.iter().flat_map(|rank| self.text(*rank).split('*').flat_map(grams)) {
            *count.entry(gram).or_default() += 1;
        }
        for rank in ranks {
            // The last of equal ones: most patterns begin with the same `/`.
            let found = self.text(*rank).rsplit('*').flat_map(grams);
            let rarest = found.min_by_key(|gram| (count.get(gram), Reverse(gram.0)));
            let rarest = rarest.unwrap_or_default();
            if let Some(length) = self.lengths.get_mut(rarest.0) {
                *length = true;
            }
            self.wild.entry(rarest).or_default().push(*rank);
        }
    }

    /// The first that matches, if any; `None` where too many would have to be tried.
    pub(crate) fn first(&self, target: &str) -> Option<Option<&Pattern>> {
        let plain = self.prefix(target).into_iter().chain(self.whole.get(target).copied()).min();
        let mut first = plain.unwrap_or(self.all.len());
        let mut left = MOST_TRIED;
        for ranks in self.like(target) {
            let before = first;
            for rank in ranks.iter().copied().take_while(|rank| *rank < before) {
                let Some(pattern) = self.all.get(rank) else { break };
                let cost = pattern.text.len().min(target.len()).max(LEAST);
                left = left.checked_sub(cost)?;
                if pattern.matches(target) {
                    first = rank;
                    break;
                }
            }
        }
        Some(self.all.get(first))
    }

    /// The longest of the prefixes that the target begins with.
    fn prefix(&self, target: &str) -> Option<usize> {
        // What begins a text stands before it, and all that stands between begins so, too.
        let after = self.prefixes.partition_point(|prefix| self.text(prefix.rank) <= target);
        let mut place = after.checked_sub(1);
        let before = self.prefixes.get(place?)?;
        let shared = self.text(before.rank).bytes().zip(target.bytes());
        let shared = shared.take_while(|(one, other)| one == other).count();
        loop {
            let prefix = self.prefixes.get(place?)?;
            if self.text(prefix.rank).len() <= shared {
                return Some(prefix.rank);
            }
            place = prefix.parent;
        }
    }

    /// The patterns with `*` of which the target holds some bytes.
    fn like(&self, target: &str) -> Vec<&[usize]> {
        let mut found = Vec::new();
        for length in (0..=GRAM).filter(|length| self.lengths.get(*length) == Some(&true)) {
            let has = |gram: &Gram| self.wild.get_key_value(gram);
            match length {
                0 => found.extend(has(&Gram::default())),
                _ => found.extend(windows(target, length).filter_map(|gram| has(&gram))),
            }
        }
        // What stands twice in the target.
        found.sort_unstable_by_key(|(gram, _)| **gram);
        found.dedup_by_key(|(gram, _)| **gram);
        found.into_iter().map(|(_, ranks)| ranks.as_slice()).collect()
    }
}

/// All bytes in a row by which a pattern with this piece may be found.
fn grams(piece: &str) -> impl Iterator<Item = Gram> {
    windows(piece, piece.len().min(GRAM))
}

/// Nothing for a length of 0.
fn windows(text: &str, length: usize) -> impl Iterator<Item = Gram> {
    let whole = text.as_bytes().windows(length.max(1)).filter(move |_| length > 0);
    whole.map(move |bytes| {
        let mut gram = [0; GRAM];
        for (to, byte) in gram.iter_mut().zip(bytes) {
            *to = *byte;
        }
        (length, gram)
    })
}

#[cfg(test)]
mod tests {
    use super::{Pattern, Patterns};
    use proptest::prelude::*;

    fn pattern(text: &str, allows: bool) -> Pattern {
        let ends = text.ends_with('$');
        Pattern {
            allows,
            written: text.to_owned(),
            text: text.trim_end_matches('$').to_owned(),
            ends,
        }
    }

    proptest! {
        /// Whatever is left out by what it is like would not have matched.
        #[test]
        fn the_first_that_matches_is_found(
            texts in prop::collection::vec(("/[ab/*]{0,7}[$]?", any::<bool>()), 0..40),
            targets in prop::collection::vec("/[ab/]{0,9}", 1..20),
        ) {
            let all: Vec<Pattern> =
                texts.iter().map(|(text, allows)| pattern(text, *allows)).collect();
            let patterns = Patterns::new(all);
            for target in targets {
                let first = patterns.all.iter().find(|one| one.matches(&target));
                prop_assert_eq!(patterns.first(&target), Some(first), "{}", target);
            }
        }
    }

    /// Half a MiB of rules, and addresses that cost no more than a look at a few of them.
    #[test]
    fn thousands_of_patterns() {
        let plain: Vec<Pattern> = (0..40_000).map(|n| pattern(&format!("/p{n}"), false)).collect();
        let wild = |n| pattern(&format!("/*a*a*a*a*a{n}"), false);
        let wild: Vec<Pattern> = (0..20_000).map(wild).collect();
        let patterns = Patterns::new(plain.into_iter().chain(wild).collect());
        for n in 0..20_000 {
            let first = |target: &str| patterns.first(target).unwrap().map(|one| one.text.clone());
            assert_eq!(first(&format!("/p{n}")), Some(format!("/p{n}")));
            assert_eq!(first(&format!("/q{n}")), None);
            let tried: usize =
                patterns.like(&format!("/aaaaaaaa{n}")).iter().map(|ranks| ranks.len()).sum();
            assert!(tried < 100, "{tried} for {n}");
        }
        assert_eq!(patterns.first("/aaaaa1234").unwrap().unwrap().text, "/*a*a*a*a*a1234");
    }

    /// Patterns that no few bytes tell apart.
    #[test]
    fn patterns_that_are_all_alike_are_not_all_tried() {
        let like = |n: u32| {
            let text: String = (0..13).map(|bit| ["*a", "*b"][(n >> bit & 1) as usize]).collect();
            pattern(&format!("/{text}*c"), false)
        };
        let patterns = Patterns::new((0..8192).map(like).collect());
        assert_eq!(patterns.first(&format!("/c{}", "ab".repeat(12))), None);
        assert_eq!(patterns.first("/d"), Some(None), "what has no c");
        let few = Patterns::new((0..100).map(like).collect());
        assert_eq!(few.first(&format!("/c{}", "ab".repeat(12))), Some(None));
    }
}
