//! The parts of an address as they are written: nothing is decoded, folded or resolved.

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

/// The path; empty where nothing follows the host.
pub(crate) fn path(loc: &str) -> &str {
    parts(loc).path
}

/// A segment of the path, counted from 1; empty ones do not count.
pub(crate) fn segment(loc: &str, number: u32) -> Option<&str> {
    let number = usize::try_from(number).ok()?.checked_sub(1)?;
    path(loc).split('/').filter(|segment| !segment.is_empty()).nth(number)
}

/// The first folder of the path; `None` for a page that is in none.
pub(crate) fn section(loc: &str) -> Option<&str> {
    let (first, _) = path(loc).trim_start_matches('/').split_once('/')?;
    Some(first)
}

/// The first segment of the path where it looks like a language, perhaps with a region.
pub(crate) fn language(loc: &str) -> Option<&str> {
    let first = segment(loc, 1)?;
    let (tag, region) = first.split_once(['-', '_']).unwrap_or((first, ""));
    let letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let likely = tag.len() == 2 && letters(tag) && matches!(region.len(), 0 | 2) && letters(region);
    likely.then_some(first)
}

/// What follows `?`, up to `#`.
pub(crate) fn query(loc: &str) -> Option<&str> {
    parts(loc).query
}

/// The port that is written.
pub(crate) fn port(loc: &str) -> Option<u32> {
    let host = parts(loc).authority.rsplit('@').next()?;
    let after = host.rsplit_once(']').map_or(host, |(_, after)| after);
    after.rsplit_once(':')?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{language, path, port, query, section, segment};

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
            let found = (path(loc), segment(loc, 1), query(loc), port(loc));
            assert_eq!(found, expected, "{loc}");
        }
        assert_eq!(segment("https://e.com/a/b", 2), Some("b"));
        assert_eq!(segment("https://e.com/a/b", 0), None);
        assert_eq!(section("https://e.com/a/b"), Some("a"));
        assert_eq!(section("https://e.com/a"), None);
        assert_eq!(language("https://e.com/de-AT/b"), Some("de-AT"));
        assert_eq!(language("https://e.com/shop/b"), None);
    }
}
