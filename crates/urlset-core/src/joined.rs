//! Addresses of the web in texts: where one begins, and where a second one begins in what is taken for one.

use crate::cut;

/// Whether a text begins as an address of the web does, in any case.
pub fn is_web_address(text: &str) -> bool {
    let begins = |scheme: &str| {
        text.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    };
    begins("https:") || begins("http:")
}

/// Where a second address begins in what is taken for one, or an address in what begins as something
/// else: behind a comma, semicolon or bar, or right behind a letter or digit. Behind `/` it is a part of
/// the path, as in archives; in a query or fragment it is a value.
pub fn joined_address(text: &str) -> Option<usize> {
    // As in nearly every line of a list.
    let behind = text.as_bytes().get("https:".len()..)?;
    if !behind.contains(&b':') && text.starts_with('h') {
        return None;
    }
    let is_one = is_web_address(text);
    let mut from = if is_one { "https:".len() } else { 0 };
    let ends = |byte: u8| is_one && matches!(byte, b'?' | b'#');
    let path = cut(text, ends).0;
    while let Some(colon) = path.get(from..)?.find("://").map(|at| from + at) {
        for begin in [colon.checked_sub(5), colon.checked_sub(4)].into_iter().flatten() {
            let before = path.get(..begin).and_then(|front| front.chars().next_back());
            let divides = |c: char| matches!(c, ',' | ';' | '|') || c.is_alphanumeric();
            if before.is_some_and(divides) && path.get(begin..).is_some_and(is_web_address) {
                return Some(begin);
            }
        }
        from = colon + "://".len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::joined_address;

    #[test]
    fn second_addresses() {
        for (text, at) in [
            ("https://e.com/ahttps://e.com/b", Some(15)),
            ("https://e.com/a,HTTP://e.com/b", Some(16)),
            ("https://e.com/a/https://e.com/b", None),
            ("https://e.com/?u=https://e.com/b", None),
            ("https://e.com/?u=ahttps://e.com/b", None),
            ("2024-01-01https://e.com/b", Some(10)),
            ("1http://e.com/b", Some(1)),
            ("what?1https://e.com/b", Some(6)),
            (" https://e.com/b", None),
            ("https://e.com/b", None),
            ("a:b", None),
        ] {
            assert_eq!(joined_address(text), at, "{text}");
        }
    }
}
