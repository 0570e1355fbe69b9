//! Addresses of the web in texts: where one begins, and where a second one begins in what is taken for one.

/// Whether a text begins as an address of the web does, in any case.
pub fn is_web_address(text: &str) -> bool {
    let begins = |scheme: &str| {
        text.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    };
    begins("https:") || begins("http:")
}

/// Whether another scheme stands where the host of an address should be: `https://https://e.com/`.
pub fn is_scheme_twice(text: &str) -> bool {
    let behind = match text.as_bytes() {
        [_, _, _, _, b':', b'/', b'/', ..] => text.get("http://".len()..),
        [_, _, _, _, _, b':', b'/', b'/', ..] => text.get("https://".len()..),
        _ => None,
    };
    behind.is_some_and(|behind| {
        is_web_address(behind) && is_web_address(text) && behind.contains("://")
    })
}

/// Where a second address begins in what is taken for one, or an address in what begins as something
/// else: behind a comma, semicolon, bar or quotation mark, or right behind a letter or digit. Behind `/` it is a
/// part of the path, as in archives, unless both are of one host; behind anything else of a query or fragment it is a
/// value.
pub fn joined_address(text: &str) -> Option<usize> {
    // As in nearly every line of a list.
    let behind = text.as_bytes().get("https:".len()..)?;
    if !behind.contains(&b':') && text.starts_with('h') {
        return None;
    }
    joined_addresses(text).next()
}

/// Where the address of a second file begins in what is taken for that of one: not behind `/`, nor behind what
/// divides where no name of a file ends before it. There stands what an address of a proxy leads to.
///
/// ```
/// use urlset_core::joined_file;
/// assert_eq!(joined_file("https://e.com/1.jpg,https://e.com/2.jpg"), Some(20));
/// assert_eq!(joined_file("https://e.com/resize/80x80,https://e.com/2.jpg"), None);
/// ```
pub fn joined_file(text: &str) -> Option<usize> {
    joined_address(text)?;
    joined_addresses(text).find(|begin| {
        let front = text.get(..*begin).unwrap_or_default();
        let (_, name) = front.rsplit_once('/').unwrap_or_default();
        match front.chars().next_back() {
            Some('/') => false,
            Some(',' | ';' | '|') => name.contains('.'),
            _ => true,
        }
    })
}

/// Where each further address begins, as [`joined_address`] says of the first of them: each is taken for one with what
/// follows it. In all, the text is looked at once.
///
/// ```
/// use urlset_core::joined_addresses;
/// let found: Vec<usize> = joined_addresses("a,https://e.com/b2024https://e.com/c").collect();
/// assert_eq!(found, [2, 21]);
/// ```
pub fn joined_addresses(text: &str) -> impl Iterator<Item = usize> + '_ {
    let mut joined = Joined {
        text,
        address: is_web_address(text).then_some(0),
        from: 0,
        looked: 0,
        in_query: false,
        has_value: false,
    };
    core::iter::from_fn(move || joined.next())
}

/// How far a text has been looked at for further addresses.
struct Joined<'t> {
    text: &'t str,
    /// Where the address begins that the next one may be joined to.
    address: Option<usize>,
    /// Where the next `://` is looked for.
    from: usize,
    /// Up to where a query or fragment of that address has been looked for, and whether one begins there.
    looked: usize,
    in_query: bool,
    /// Whether one of its values is an address: what follows may be more of the same value.
    has_value: bool,
}

impl Joined<'_> {
    fn next(&mut self) -> Option<usize> {
        while let Some(colon) = self.text.get(self.from..)?.find("://").map(|at| self.from + at) {
            self.from = colon + "://".len();
            for begin in [colon.checked_sub(5), colon.checked_sub(4)].into_iter().flatten() {
                if !self.text.get(begin..).is_some_and(is_web_address) {
                    continue;
                }
                if self.divides(begin) {
                    (self.address, self.looked) = (Some(begin), begin);
                    (self.in_query, self.has_value) = (false, false);
                    return Some(begin);
                }
                self.has_value |= self.in_query;
            }
        }
        None
    }

    /// Whether what stands before this place is the end of something else.
    fn divides(&mut self, begin: usize) -> bool {
        let Some(front) = self.text.get(..begin) else { return false };
        let Some(before) = front.chars().next_back() else { return false };
        if let Some(address) = self.address {
            let more = self.text.get(self.looked.max(address)..begin).unwrap_or_default();
            self.in_query |= more.contains(['?', '#']);
            self.looked = begin;
        }
        match before {
            _ if self.has_value => false,
            '"' if front.len() == 1 => false,
            ',' | ';' | '|' | '"' => true,
            '/' => !self.in_query && self.is_same_host(begin),
            // Of an escape it may be the equals sign before a value.
            _ if self.in_query => before.is_alphanumeric() && !ends_in_escape(front),
            _ => before.is_alphanumeric(),
        }
    }

    fn is_same_host(&self, begin: usize) -> bool {
        let host = |at: usize| host(self.text.get(at..)?);
        self.address
            .and_then(host)
            .zip(host(begin))
            .is_some_and(|(one, other)| !one.is_empty() && one.eq_ignore_ascii_case(other))
    }
}

/// From behind `://` to the path.
fn host(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    rest.split(['/', '?', '#']).next()
}

fn ends_in_escape(text: &str) -> bool {
    matches!(text.as_bytes(), [.., b'%', high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::{is_scheme_twice, joined_address, joined_addresses};

    #[test]
    fn second_schemes() {
        for (text, twice) in [
            ("https://https://e.com/", true),
            ("http://HTTPS://e.com/", true),
            ("HTTP://http://", true),
            ("http://https:/e.com/", false),
            ("https://http.e.com/", false),
            ("https://e.com/https://e.com/", false),
            ("//https://e.com/", false),
            ("ftps://https://e.com/", false),
            ("\u{fc}bc://https://e.com/", false),
            ("https:", false),
            ("", false),
        ] {
            assert_eq!(is_scheme_twice(text), twice, "{text}");
        }
    }

    #[test]
    fn second_addresses() {
        for (text, at) in [
            ("https://e.com/ahttps://e.com/b", Some(15)),
            ("https://e.com/a,HTTP://e.com/b", Some(16)),
            ("https://e.com/a\"https://e.com/b", Some(16)),
            ("https://e.com/a/https://e.com/b", Some(16)),
            ("https://e.com/a/https://E.com", Some(16)),
            ("https://web.e.com/a/https://e.com/b", None),
            ("https://e.com/https:///b", None),
            ("https://https://e.com/b", None),
            ("https://e.com/?u=https://e.com/b", None),
            ("https://e.com/?u%3Dhttps://e.com/b", None),
            ("https://e.com/?u=/https://e.com/b", None),
            ("https://e.com/?p=1https://e.com/b", Some(18)),
            ("https://e.com/?p=1,https://e.com/?p=2", Some(19)),
            ("https://e.com/#ahttps://e.com/b", Some(16)),
            ("https://e.com/?u=https://e.com/a,https://e.com/b", None),
            ("2024-01-01https://e.com/b", Some(10)),
            ("1http://e.com/b", Some(1)),
            ("what?1https://e.com/b", Some(6)),
            (" https://e.com/b", None),
            ("\"https://e.com/b", None),
            ("https://e.com/b", None),
            ("a:b", None),
        ] {
            assert_eq!(joined_address(text), at, "{text}");
        }
    }

    #[test]
    fn each_begins_another() {
        let text = "https://e.com/?a=1https://e.com/b/https://e.com/c,http://e.com/?u=https://e.com/d,https://e.com/e";
        let found: Vec<usize> = joined_addresses(text).collect();
        let wanted = ["https://e.com/b/", "https://e.com/c", "http://e.com/?"];
        assert_eq!(found, wanted.map(|address| text.rfind(address).unwrap()));
    }
}
