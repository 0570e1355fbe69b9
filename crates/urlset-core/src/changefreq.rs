//! How often a page is likely to change.

use crate::{Rule, rules};

/// The seven values of the protocol (sitemaps.org, XML tag definitions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the protocol's own words")]
pub enum Changefreq {
    Always,
    Hourly,
    Daily,
    Weekly,
    Monthly,
    Yearly,
    Never,
}

impl Changefreq {
    /// All seven, most frequent first.
    pub const ALL: [Changefreq; 7] = [
        Changefreq::Always,
        Changefreq::Hourly,
        Changefreq::Daily,
        Changefreq::Weekly,
        Changefreq::Monthly,
        Changefreq::Yearly,
        Changefreq::Never,
    ];

    /// The word as the protocol writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Changefreq::Always => "always",
            Changefreq::Hourly => "hourly",
            Changefreq::Daily => "daily",
            Changefreq::Weekly => "weekly",
            Changefreq::Monthly => "monthly",
            Changefreq::Yearly => "yearly",
            Changefreq::Never => "never",
        }
    }

    /// Reads the exact word.
    ///
    /// # Errors
    /// `changefreq/case` for the right word in other letters or padded, which
    /// [`Changefreq::parse_loose`] reads; `changefreq/invalid` for anything else.
    pub fn parse(text: &str) -> Result<Changefreq, &'static Rule> {
        match Changefreq::exact(text.as_bytes()) {
            Some(word) => Ok(word),
            None if Changefreq::parse_loose(text).is_some() => Err(&rules::CHANGEFREQ_CASE),
            None => Err(&rules::CHANGEFREQ_INVALID),
        }
    }

    #[inline]
    pub(crate) fn exact(text: &[u8]) -> Option<Changefreq> {
        // Which word it is nobody can foresee: by its first letter one is looked up, without a branch.
        let (length, ends, word) = *BY_LETTER.get(usize::from(text.first()? & 0x1f))?;
        (text.len() == length && ends_of(text)? == ends).then_some(word)
    }

    /// Reads the word in any case and with space around it.
    pub fn parse_loose(text: &str) -> Option<Changefreq> {
        let text = text.trim();
        Changefreq::ALL.into_iter().find(|word| word.as_str().eq_ignore_ascii_case(text))
    }
}

/// The first and the last four bytes of a text, which are all of one that has five to eight.
#[inline]
const fn ends_of(text: &[u8]) -> Option<u64> {
    match (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        (Some(first), Some(last)) => {
            Some((u32::from_le_bytes(*first) as u64) << 32 | u32::from_le_bytes(*last) as u64)
        }
        _ => None,
    }
}

/// Length, ends and meaning of each word by the low bits of its first letter, of which no two are alike; a
/// length of 0 where no word begins so.
#[allow(clippy::indexing_slicing, reason = "it is a constant: what panics does not compile")]
static BY_LETTER: [(usize, u64, Changefreq); 32] = {
    let mut table = [(0, 0, Changefreq::Always); 32];
    let mut number = 0;
    while number < Changefreq::ALL.len() {
        let word = Changefreq::ALL[number];
        let text = word.as_str().as_bytes();
        if let Some(ends) = ends_of(text) {
            table[(text[0] & 0x1f) as usize] = (text.len(), ends, word);
        }
        number += 1;
    }
    table
};

impl core::fmt::Display for Changefreq {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Changefreq;

    #[test]
    fn every_word_and_no_other() {
        for word in Changefreq::ALL {
            let text = word.as_str().as_bytes();
            assert_eq!(Changefreq::exact(text), Some(word));
            for (at, byte) in (0..text.len()).flat_map(|at| (0..=u8::MAX).map(move |b| (at, b))) {
                let mut other = text.to_vec();
                other[at] = byte;
                assert_eq!(Changefreq::exact(&other).is_some(), other == text);
                other.insert(at, byte);
                assert_eq!(Changefreq::exact(&other), None);
                assert_eq!(Changefreq::exact(&text[..at]), None);
            }
        }
    }
}
