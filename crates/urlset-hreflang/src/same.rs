//! Whether two addresses that are written otherwise are one.

use urlset_core::may_be_one_host;

/// Whether a server is asked for the same by both: letters of scheme and host in either case, the usual
/// port, no path instead of `/`, and characters escaped or not that may be either (RFC 3986 section 6.2).
/// Segments `.` and `..` count as they are written; names of hosts in other scripts may be any as DNS has them.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    let may_be = || !differ_plainly(one.as_bytes(), other.as_bytes());
    let is = || parts(one).zip(parts(other)).is_some_and(|(one, other)| one.is(&other));
    one == other || may_be() && is()
}

/// Whether two addresses differ at once to see, as versions of a page do: by letters or digits of the
/// host, or behind the slash after it, and not in an escape.
fn differ_plainly(one: &[u8], other: &[u8]) -> bool {
    let alike = alike(one, other);
    let (head, next) = (one.get(..alike).unwrap_or_default(), [one.get(alike), other.get(alike)]);
    if matches!(head, [.., b'%'] | [.., b'%', _]) {
        return false;
    }
    match (head.iter().filter(|byte| **byte == b'/').count(), next) {
        (0 | 1, _) => false,
        (2, [Some(first), Some(second)]) => {
            // A name in Unicode is another text in DNS.
            first.is_ascii_alphanumeric()
                && second.is_ascii_alphanumeric()
                && !first.eq_ignore_ascii_case(second)
                && one.is_ascii()
                && other.is_ascii()
        }
        (2, _) => false,
        (_, next) => !next.contains(&Some(&b'%')),
    }
}

/// How many bytes of two texts are alike.
fn alike(one: &[u8], other: &[u8]) -> usize {
    let words = one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0);
    let words = 8 * words.take_while(|(one, other)| one == other).count();
    let rest = one.iter().zip(other).skip(words);
    words + rest.take_while(|(one, other)| one == other).count()
}

struct Parts<'a> {
    scheme: &'a str,
    host: &'a str,
    target: &'a str,
}

fn parts(url: &str) -> Option<Parts<'_>> {
    let (scheme, rest) = url.split_once("://")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, target) = rest.split_at_checked(end)?;
    let usual = if scheme.eq_ignore_ascii_case("http") { ":80" } else { ":443" };
    let host = host.strip_suffix(usual).unwrap_or(host);
    let host = host.strip_suffix(':').unwrap_or(host);
    Some(Parts { scheme, host, target: target.strip_prefix('/').unwrap_or(target) })
}

impl Parts<'_> {
    fn is(&self, other: &Parts<'_>) -> bool {
        self.scheme.eq_ignore_ascii_case(other.scheme)
            && may_be_one_host(self.host, other.host)
            && characters(self.target).eq(characters(other.target))
    }
}

/// The bytes of a text without escapes, and of each whether its escape says something.
fn characters(text: &str) -> impl Iterator<Item = (u8, bool)> {
    let mut rest = text.as_bytes();
    core::iter::from_fn(move || {
        let (first, after) = rest.split_first()?;
        if let ([high, low, behind @ ..], b'%') = (after, first)
            && let (Some(high), Some(low)) = (digit(*high), digit(*low))
        {
            rest = behind;
            let byte = high << 4 | low;
            return Some((byte, b":/?#[]@!$&'()*+,;=%".contains(&byte)));
        }
        rest = after;
        Some((*first, false))
    })
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::{differ_plainly, is_same, parts};
    use proptest::prelude::{prop_assert, proptest};

    proptest! {
        #[test]
        fn what_differs_plainly_is_not_the_same(
            front in "(HTTP|http)://((E|e)(:|:80)?(/[ab%4?/]{0,3})?)?",
            one in "(%4A|%4a|A|a|J|/|:80){0,2}",
            other in "(%4A|%4a|A|a|J|/|:80){0,2}",
        ) {
            let [one, other] = [one, other].map(|end| format!("{front}{end}"));
            let same = parts(&one).zip(parts(&other)).is_some_and(|(one, other)| one.is(&other));
            let differ = one != other && differ_plainly(one.as_bytes(), other.as_bytes());
            prop_assert!(!(same && differ), "{one} {other}");
        }
    }

    #[test]
    fn spellings_of_one_address_are_one_and_others_are_not() {
        for (one, other) in [
            ("https://e.com", "https://e.com/"),
            ("https://e.com?a", "https://e.com/?a"),
            ("https://E.com:443/a", "HTTPS://e.com/a"),
            ("http://e.com:80", "http://e.com:/"),
            ("https://e.com/\u{e9}", "https://e.com/%C3%A9"),
            ("https://e.com/%c3%a9", "https://e.com/%C3%A9"),
            ("https://e.com/%7Ea b", "https://e.com/~a%20b"),
            ("https://e.com/a/%7e", "https://e.com/a/%7E"),
            ("https://e.com/a/b%c3%a9", "https://e.com/a/b%C3%a9"),
            ("HTTPS://e.com/a", "https://E.com/a"),
            ("https://e.com/a", "https://E.com/a"),
            ("https://b\u{fc}cher.example/a", "https://xn--bcher-kva.example/a"),
            ("https://www.b\u{fc}cher.example/a", "https://www.B\u{dc}CHER.example/a"),
        ] {
            assert!(is_same(one, other) && is_same(other, one), "{one} {other}");
        }
        for (one, other) in [
            ("https://e.com/", "http://e.com/"),
            ("https://e.com:80/", "https://e.com/"),
            ("https://e.com/a", "https://e.com/A"),
            ("https://e.com/a", "https://e.com/a/"),
            ("https://e.com/a%2Fb", "https://e.com/a/b"),
            ("https://e.com/a%25", "https://e.com/a%"),
            ("https://e.com/a?b", "https://e.com/a%3Fb"),
            ("https://www.e.com/", "https://e.com/"),
            ("e.com/", "e.com//"),
            ("https://e.com/a%2Fb", "https://e.com/a%2F"),
            ("https://e.com/a%41", "https://e.com/a%42"),
            ("https://e.com/de/a-page-of-a-site", "https://e.com/en/a-page-of-a-site"),
        ] {
            assert!(!is_same(one, other) && !is_same(other, one), "{one} {other}");
        }
    }
}
