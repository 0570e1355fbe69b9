//! Addresses in records. An entry has one loc and any number of links, and each link's record names
//! the page that has it: a long loc would be written down once for each. Something short stands for
//! a long address, and which is which nobody can forge.

use std::borrow::Cow;
use std::hash::{BuildHasher, RandomState};
use urlset_core::Diagnostic;

/// Stands between the beginning of an address and its fingerprint; no address of a page has one.
const CUT: char = '\u{1}';

/// Bytes that a finding shows of an address.
const SHOWN: usize = 2 * Diagnostic::DETAIL;

/// Characters of the longest address that the protocol knows (`loc/too-long`).
const PROTOCOL: usize = 2048;

/// Writes addresses down.
#[derive(Debug)]
pub(crate) struct Addresses {
    /// Whether addresses are to be had back, as far as the protocol knows them.
    whole: bool,
    /// Others in every run, so that nobody can write down two addresses that share a fingerprint.
    seed: RandomState,
}

impl Addresses {
    /// For findings, which show the beginning of an address.
    pub(crate) fn shown() -> Addresses {
        Addresses { whole: false, seed: RandomState::new() }
    }

    /// For what becomes a link.
    pub(crate) fn whole() -> Addresses {
        Addresses { whole: true, seed: RandomState::new() }
    }

    /// The address, or what stands for it in records: equal where addresses are. Two that are not
    /// share one as seldom as they share 128 bits that depend on the run.
    pub(crate) fn short<'a>(&self, url: &'a str) -> Cow<'a, str> {
        let is_short = match self.whole {
            true => url.len() <= PROTOCOL || url.chars().nth(PROTOCOL).is_none(),
            false => url.len() <= SHOWN,
        };
        if is_short {
            return url.into();
        }
        let half = |salt: u8| self.seed.hash_one((salt, url));
        let head = head(url, SHOWN);
        format!("{head}…{CUT}{:016x}{:016x}", half(0), half(1)).into()
    }
}

/// Whether it only stands for an address.
pub(crate) fn is_cut(short: &str) -> bool {
    short.contains(CUT)
}

/// What people see of an address.
pub(crate) fn shown(short: &str) -> &str {
    short.split(CUT).next().unwrap_or_default()
}

/// At most so many bytes of the front, whole characters.
pub(crate) fn head(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Addresses, is_cut, shown};

    #[test]
    fn long_addresses_are_told_apart_and_shown_in_part() {
        let (findings, links) = (Addresses::shown(), Addresses::whole());
        let long = |end: &str| format!("https://example.com/{}{end}", "\u{fc}".repeat(2000));
        assert_eq!(findings.short("https://example.com/"), "https://example.com/");
        assert_eq!(links.short(&long("1")), long("1"), "2,021 characters");
        let (one, other) = (long("1"), long("2"));
        assert_eq!(findings.short(&one), findings.short(&one.clone()));
        assert_ne!(findings.short(&one), findings.short(&other));
        assert_ne!(findings.short(&one), Addresses::shown().short(&one), "another run");
        let far = long(&"x".repeat(29));
        for short in [findings.short(&one), links.short(&far)] {
            assert!(is_cut(&short) && short.len() < 450, "{short}");
            assert!(shown(&short).starts_with("https://example.com/\u{fc}"), "{short}");
            assert!(shown(&short).ends_with('…'), "{short}");
        }
    }
}
