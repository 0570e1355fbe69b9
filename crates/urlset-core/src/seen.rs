//! Texts of one entry, to find those that come again.

use crate::are_same;
use alloc::vec::Vec;
use core::ops::Range;
#[cfg(feature = "std")]
use std::{collections::HashMap, hash::BuildHasher, hash::RandomState};

/// Texts that are remembered.
const MOST: usize = 1000;

/// Texts that are compared one by one; more than these are known by their hashes. Without the standard
/// library nobody has keys that no document can guess, so that all of them are compared.
const FEW: usize = if cfg!(feature = "std") { 16 } else { MOST };

/// Texts of one entry, each with another beside it.
#[derive(Debug, Default)]
pub struct Seen {
    few: Vec<(Range<usize>, Range<usize>)>,
    texts: Vec<u8>,
    /// Hashes of the others.
    many: Many,
}

/// Hashes of texts, each with that of another beside it. The keys are random, so that no document can
/// be made to collide.
#[cfg(feature = "std")]
#[derive(Debug, Default)]
struct Many {
    hashes: HashMap<u64, u64>,
    keys: RandomState,
}

#[cfg(feature = "std")]
impl Many {
    fn len(&self) -> usize {
        self.hashes.len()
    }

    fn clear(&mut self) {
        self.hashes.clear();
    }

    /// As [`Seen::earlier`]; nothing more is remembered where it is full.
    fn earlier(&mut self, text: &str, beside: &str, is_full: bool) -> Option<bool> {
        let (text, beside) = (self.keys.hash_one(text), self.keys.hash_one(beside));
        if let Some(known) = self.hashes.get(&text) {
            return Some(*known == beside);
        }
        if !is_full {
            self.hashes.insert(text, beside);
        }
        None
    }
}

/// Nothing: no text is known by its hash.
#[cfg(not(feature = "std"))]
#[derive(Debug, Default)]
struct Many;

#[cfg(not(feature = "std"))]
impl Many {
    fn len(&self) -> usize {
        0
    }

    fn clear(&mut self) {}

    fn earlier(&mut self, _: &str, _: &str, _: bool) -> Option<bool> {
        None
    }
}

impl Seen {
    /// Before another entry.
    pub fn clear(&mut self) {
        self.few.clear();
        self.texts.clear();
        self.many.clear();
    }

    /// Whether no more are remembered.
    pub fn is_full(&self) -> bool {
        self.few.len() + self.many.len() >= MOST
    }

    /// Whether what stood beside the same text before was the same as now; `None` for a text that is new,
    /// which is remembered.
    ///
    /// ```
    /// let mut seen = urlset_core::Seen::default();
    /// assert_eq!(seen.earlier("a", "1"), None);
    /// assert_eq!((seen.earlier("a", "1"), seen.earlier("a", "2")), (Some(true), Some(false)));
    /// ```
    pub fn earlier(&mut self, text: &str, beside: &str) -> Option<bool> {
        let is = |range: &Range<usize>, text: &str| {
            self.texts.get(range.clone()).is_some_and(|known| are_same(known, text.as_bytes()))
        };
        if let Some((_, known)) = self.few.iter().find(|(known, _)| is(known, text)) {
            return Some(is(known, beside));
        }
        if self.few.len() < FEW {
            let start = self.texts.len();
            self.texts.extend_from_slice(text.as_bytes());
            let between = self.texts.len();
            self.texts.extend_from_slice(beside.as_bytes());
            self.few.push((start..between, between..self.texts.len()));
            return None;
        }
        let is_full = self.is_full();
        self.many.earlier(text, beside, is_full)
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, MOST, Seen};

    #[test]
    fn few_and_many_alike() {
        let mut seen = Seen::default();
        for round in 0..2 {
            for number in 0..MOST + 5 {
                let (text, beside) = (number.to_string(), format!("beside {number}"));
                let known = (round > 0 && number < MOST).then_some(true);
                assert_eq!(seen.earlier(&text, &beside), known, "{number}");
                let other = (number < MOST).then_some(false);
                assert_eq!(seen.earlier(&text, "other"), other, "{number}");
            }
            assert!(seen.is_full());
        }
        seen.clear();
        assert!(!seen.is_full() && seen.earlier(&FEW.to_string(), "").is_none());
    }
}
