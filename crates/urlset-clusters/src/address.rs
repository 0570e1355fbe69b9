//! Addresses in records. An entry has one loc and any number of links, and each link's record names
//! the page that has it: a long loc would be written down once for each. Something short stands for
//! a long address, and which is which nobody can forge.

use std::borrow::Cow;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash, Hasher, RandomState};
use urlset_ops::Key;

/// Stands between the beginning of an address and its fingerprint; no address of a page has one.
const CUT: char = '\u{1}';

/// Bytes that stay of a long address: more than a finding shows, and its host among them.
const HEAD: usize = 512;

/// What all who do a part of one check have in common, and no other check: nobody can write down two
/// addresses that share a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secret(pub u64, pub u64);

impl Secret {
    /// A new one.
    #[expect(clippy::new_without_default, reason = "no two are the same")]
    pub fn new() -> Secret {
        let state = RandomState::new();
        Secret(state.hash_one(0), state.hash_one(1))
    }
}

/// Writes addresses down.
#[derive(Debug)]
pub(crate) struct Addresses {
    /// Whether addresses are to be had back.
    whole: bool,
    secret: Secret,
}

impl Addresses {
    /// For findings, which show the beginning of an address.
    pub(crate) fn shown(secret: Secret) -> Addresses {
        Addresses { whole: false, secret }
    }

    /// For what becomes a link.
    pub(crate) fn whole() -> Addresses {
        Addresses { whole: true, secret: Secret::new() }
    }

    /// The address, or what stands for it in records: equal where addresses are. Two that are not
    /// share one as seldom as they share 128 bits that depend on the run.
    pub(crate) fn short<'a>(&self, url: &'a str) -> Cow<'a, str> {
        if self.whole || url.len() <= HEAD {
            return url.into();
        }
        // Records are sorted, and addresses that begin alike are to come in one order in all runs.
        let order = BuildHasherDefault::<DefaultHasher>::default().hash_one(url);
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            // They fill the first two blocks, so that nobody knows the state in which the address is taken.
            (self.secret.0, self.secret.1).hash(&mut hasher);
            (salt, url).hash(&mut hasher);
            hasher.finish()
        };
        let head = head(url, HEAD);
        format!("{head}…{CUT}{order:016x}{:016x}{:016x}", half(0), half(1)).into()
    }
}

/// An address in the form by which addresses are compared: two spellings of which a server never
/// learns are one, such as `https://example.com` and `https://example.com/`.
pub(crate) fn compared(url: &str) -> Cow<'_, str> {
    let mut buffer = String::new();
    match Key::Normalized.of(url, &mut buffer) {
        same if same == url => Cow::Borrowed(url),
        normal => Cow::Owned(normal.to_owned()),
    }
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
    use super::{Addresses, CUT, Secret, shown};

    #[test]
    fn long_addresses_are_told_apart_and_shown_in_part() {
        let (findings, links) = (Addresses::shown(Secret::new()), Addresses::whole());
        let long = |end: &str| format!("https://example.com/{}{end}", "\u{fc}".repeat(2000));
        assert_eq!(findings.short("https://example.com/"), "https://example.com/");
        assert_eq!(links.short(&long("1")), long("1"));
        let (one, other) = (long("1"), long("2"));
        assert_eq!(findings.short(&one), findings.short(&one.clone()));
        assert_ne!(findings.short(&one), findings.short(&other));
        let short = findings.short(&one);
        assert!(short.contains(CUT) && short.len() < 600, "{short}");
        assert!(shown(&short).starts_with("https://example.com/\u{fc}"), "{short}");
        assert!(shown(&short).ends_with('…'), "{short}");
    }

    /// What is told first is so in every run.
    #[test]
    fn runs_differ_in_what_nobody_may_know_and_in_no_order() {
        let urls: Vec<String> =
            (0..50).map(|n| format!("https://e.com/{}{n}", "x".repeat(1100))).collect();
        let sorted = |addresses: &Addresses| {
            let mut all: Vec<_> = urls.iter().map(|url| (addresses.short(url), url)).collect();
            all.sort();
            all.into_iter().map(|(_, url)| url).collect::<Vec<_>>()
        };
        let secret = Secret::new();
        let (one, other) = (Addresses::shown(secret), Addresses::shown(Secret::new()));
        assert_ne!(one.short(&urls[0]), other.short(&urls[0]));
        assert_eq!(one.short(&urls[0]), Addresses::shown(secret).short(&urls[0]));
        assert_eq!(sorted(&one), sorted(&other));
    }
}
