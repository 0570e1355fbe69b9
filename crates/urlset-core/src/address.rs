//! The parts of an address as they are written: nothing is decoded, folded or resolved.

use crate::Loc;
use crate::loc::number;

/// What stands in an address after scheme and host.
struct Parts<'l> {
    authority: &'l str,
    path: &'l str,
    query: Option<&'l str>,
}

fn parts(loc: &str) -> Parts<'_> {
    let (authority, rest) = match loc.split_once("://") {
        Some((_, rest)) => {
            let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
            rest.split_at_checked(end).unwrap_or((rest, ""))
        }
        None => ("", loc),
    };
    let rest = rest.split_once('#').map_or(rest, |(rest, _)| rest);
    match rest.split_once('?') {
        Some((path, query)) => Parts { authority, path, query: Some(query) },
        None => Parts { authority, path: rest, query: None },
    }
}

/// Whether two names may be of one host. A name in Unicode may be any as DNS has it: to tell takes tables
/// larger than this crate, and a finding that is missing is better than a wrong one.
///
/// ```
/// use urlset_core::may_be_one_host;
///
/// assert!(may_be_one_host("b\u{fc}cher.example", "xn--bcher-kva.example"));
/// assert!(!may_be_one_host("b\u{fc}cher.example", "bucher.example"));
/// ```
pub fn may_be_one_host(one: &str, other: &str) -> bool {
    let in_dns = |host: &str| host.is_ascii() && host.to_ascii_lowercase().contains("xn--");
    let may_be = || {
        one.to_lowercase() == other.to_lowercase()
            || !one.is_ascii() && in_dns(other)
            || !other.is_ascii() && in_dns(one)
    };
    one.eq_ignore_ascii_case(other) || !(one.is_ascii() && other.is_ascii()) && may_be()
}

impl Loc {
    /// The path; empty where nothing follows the host.
    pub fn path(&self) -> &str {
        parts(self.as_str()).path
    }

    /// A segment of the path, counted from 1; empty ones do not count.
    pub fn segment(&self, number: u32) -> Option<&str> {
        let number = usize::try_from(number).ok()?.checked_sub(1)?;
        self.path().split('/').filter(|segment| !segment.is_empty()).nth(number)
    }

    /// The first folder of the path; `None` for a page that is in none.
    pub fn section(&self) -> Option<&str> {
        let (first, _) = self.path().trim_start_matches('/').split_once('/')?;
        Some(first)
    }

    /// The first segment of the path where it looks like a language, perhaps with a region.
    pub fn path_language(&self) -> Option<&str> {
        let first = self.segment(1)?;
        let (tag, region) = first.split_once(['-', '_']).unwrap_or((first, ""));
        let letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
        let likely =
            tag.len() == 2 && letters(tag) && matches!(region.len(), 0 | 2) && letters(region);
        likely.then_some(first)
    }

    /// What follows `?`, up to `#`.
    pub fn query(&self) -> Option<&str> {
        parts(self.as_str()).query
    }

    /// The port that is written.
    pub fn port(&self) -> Option<u32> {
        let host = parts(self.as_str()).authority.rsplit('@').next()?;
        let after = host.rsplit_once(']').map_or(host, |(_, after)| after);
        number(after.rsplit_once(':')?.1)
    }
}

#[cfg(test)]
mod tests {
    use crate::Loc;

    #[test]
    fn parts_as_written() {
        for (loc, expected) in [
            ("https://e.com", ("", None, None, None)),
            ("https://e.com/", ("/", None, None, None)),
            ("https://e.com/shop/", ("/shop/", Some("shop"), None, None)),
            ("https://e.com:81/a/b?c=/d?e#f", ("/a/b", Some("a"), Some("c=/d?e"), Some(81))),
            ("https://me:1@[::1]:82?q", ("", None, Some("q"), Some(82))),
            ("https://[::1]/x#a?b", ("/x", Some("x"), None, None)),
            ("https://e.com//x", ("//x", Some("x"), None, None)),
            ("/about?x", ("/about", Some("about"), Some("x"), None)),
            ("", ("", None, None, None)),
        ] {
            let address = Loc::new(loc);
            let found = (address.path(), address.segment(1), address.query(), address.port());
            assert_eq!(found, expected, "{loc}");
        }
        assert_eq!(Loc::new("https://e.com/a/b").segment(2), Some("b"));
        assert_eq!(Loc::new("https://e.com/a/b").segment(0), None);
        assert_eq!(Loc::new("https://e.com/a/b").section(), Some("a"));
        assert_eq!(Loc::new("https://e.com/a").section(), None);
        assert_eq!(Loc::new("https://e.com/de-AT/b").path_language(), Some("de-AT"));
        assert_eq!(Loc::new("https://e.com/shop/b").path_language(), None);
    }
}
