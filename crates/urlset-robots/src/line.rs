//! What one line of robots.txt says.

/// What one line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said<'t> {
    /// Nothing: blank, or a comment.
    Nothing,
    /// Where a sitemap is.
    Sitemap(Sitemap<'t>),
    /// It begins like a `Sitemap` line, but what follows is neither `:` nor one word.
    Unreadable,
    /// An address that nothing says to be a sitemap's.
    Address,
    /// Something else, with sitemaps in the middle of it.
    Inside,
    /// Something else.
    Other,
}

/// A line that says where a sitemap is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sitemap<'t> {
    /// As written.
    pub(crate) key: &'t str,
    /// Without space around it and without comment.
    pub(crate) value: &'t str,
    /// Whether a colon follows the key.
    pub(crate) colon: bool,
    /// What a `#` right after the value cut off.
    pub(crate) cut: &'t str,
}

impl Sitemap<'_> {
    /// Whether every reader knows the key.
    pub(crate) fn is_canonical(&self) -> bool {
        self.key.eq_ignore_ascii_case("sitemap")
    }

    /// Whether every reader knows the whole line for what it says.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_canonical() && self.colon && self.cut.is_empty()
    }
}

/// Reads one line, without its end.
pub(crate) fn read(line: &str) -> Said<'_> {
    let (record, cut) = match line.find('#').and_then(|at| line.split_at_checked(at)) {
        Some((record, _)) if record.ends_with(char::is_whitespace) => (record, ""),
        Some((record, cut)) => (record, cut.trim_end()),
        None => (line, ""),
    };
    let record = record.trim();
    if record.is_empty() {
        return Said::Nothing;
    }
    let end = record.find(|c: char| c == ':' || c.is_whitespace()).unwrap_or(record.len());
    let (key, rest) = record.split_at_checked(end).unwrap_or((record, ""));
    if !is_key(key) {
        let value = rest.trim_start().strip_prefix(':').unwrap_or_default();
        // Yandex once had `Host`, which may hold an address.
        let named = !key.eq_ignore_ascii_case("host") && is_address(value.trim_start());
        return match named || is_address(record) {
            true => Said::Address,
            false if sitemaps_in(record).next().is_some() => Said::Inside,
            false => Said::Other,
        };
    }
    let rest = rest.trim_start();
    if let Some(value) = rest.strip_prefix(':') {
        let value = value.trim();
        return Said::Sitemap(Sitemap { key, value, colon: true, cut });
    }
    match rest {
        "" => Said::Unreadable,
        value if value.contains(char::is_whitespace) => Said::Unreadable,
        value => Said::Sitemap(Sitemap { key, value, colon: false, cut }),
    }
}

/// The addresses that something like `Sitemap:` stands before, in the middle of a line of something else.
pub(crate) fn sitemaps_in(line: &str) -> impl Iterator<Item = &str> {
    let mut from = 0;
    std::iter::from_fn(move || {
        while let Some(colon) = line.get(from..)?.find("://").map(|at| from + at) {
            from = colon + "://".len();
            let begins = [colon.checked_sub(5), colon.checked_sub(4)].into_iter().flatten();
            for begin in begins {
                let Some((front, address)) = line.split_at_checked(begin) else { continue };
                if is_address(address) && ends_in_key(front) {
                    return address.split(|c: char| c.is_whitespace() || c == '\\').next();
                }
            }
        }
        None
    })
}

/// Whether a text ends in the key of a sitemap and its colon; what it is glued to had no line break at its end.
fn ends_in_key(front: &str) -> bool {
    let key = front.trim_end().strip_suffix(':').unwrap_or_default().trim_end();
    ["sitemap", "sitemaps", "site-map", "site map"].iter().any(|known| {
        let at = key.len().checked_sub(known.len());
        at.and_then(|at| key.get(at..)).is_some_and(|tail| tail.eq_ignore_ascii_case(known))
    })
}

/// Whether a line right behind that of a sitemap may be the rest of its address: one word that is no rule.
pub(crate) fn is_rest(line: &str) -> bool {
    let word = line.split('#').next().unwrap_or_default().trim();
    let is_key = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-' || byte == b'_')
    };
    let is_rule = match word.split_once(':') {
        Some((key, value)) => is_key(key.trim_end()) && !value.starts_with("//"),
        None => RULES.iter().any(|known| word.eq_ignore_ascii_case(known)),
    };
    !is_rule && word.contains(char::is_alphanumeric) && !word.contains(char::is_whitespace)
}

/// Rules that may stand there without their colon.
const RULES: [&str; 6] = ["user-agent", "disallow", "allow", "crawl-delay", "host", "noindex"];

/// Whether a line that was read as UTF-16 names a sitemap in its bytes: something added lines to the file
/// that are not UTF-16.
pub(crate) fn names_sitemap_in_bytes(line: &str) -> bool {
    if line.is_ascii() {
        return false;
    }
    let units: Vec<u16> = line.encode_utf16().collect();
    let holds = |bytes: Vec<u8>| {
        bytes.windows("sitemap".len()).any(|part| part.eq_ignore_ascii_case(b"sitemap"))
    };
    holds(units.iter().copied().flat_map(u16::to_le_bytes).collect())
        || holds(units.iter().copied().flat_map(u16::to_be_bytes).collect())
}

fn is_address(text: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        text.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    })
}

/// Google's parser compares the beginning of the key only.
fn is_key(key: &str) -> bool {
    ["sitemap", "site-map"]
        .iter()
        .any(|known| key.get(..known.len()).is_some_and(|head| head.eq_ignore_ascii_case(known)))
}

/// The bytes of the line at the front of `text`, without its end and with it.
pub(crate) fn measure(text: &str) -> (usize, usize) {
    let length = text.find(['\n', '\r']).unwrap_or(text.len());
    let rest = text.get(length..).unwrap_or_default();
    let ending = if rest.starts_with("\r\n") { 2 } else { usize::from(!rest.is_empty()) };
    (length, length + ending)
}

/// The lines of a robots.txt, without their ends, of which there are three kinds, and without marks of
/// the byte order before them.
///
/// ```
/// let lines: Vec<_> = urlset_robots::lines("\u{feff}User-agent: *\rCrawl-delay: 2\r\n").collect();
/// assert_eq!(lines, ["User-agent: *", "Crawl-delay: 2"]);
/// ```
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (length, whole) = measure(rest);
        let line = rest.get(..length).filter(|_| whole > 0)?;
        rest = rest.get(whole..).unwrap_or_default();
        Some(line.trim_start_matches('\u{feff}'))
    })
}

#[cfg(test)]
mod tests {
    use super::{Said, is_rest, names_sitemap_in_bytes, read, sitemaps_in};

    #[test]
    fn lines() {
        for (line, key, value, colon, cut) in [
            ("Sitemap: https://e.com/a", "Sitemap", "https://e.com/a", true, ""),
            (" SITEMAP\t:https://e.com/a # b", "SITEMAP", "https://e.com/a", true, ""),
            ("sitemap https://e.com/a", "sitemap", "https://e.com/a", false, ""),
            ("Site-Map: /a#b c ", "Site-Map", "/a", true, "#b c"),
            ("sitemapindex: a b", "sitemapindex", "a b", true, ""),
            ("Sitemap:", "Sitemap", "", true, ""),
        ] {
            let Said::Sitemap(said) = read(line) else { panic!("{line}") };
            assert_eq!((said.key, said.value, said.colon, said.cut), (key, value, colon, cut));
        }
        for (line, said) in [
            ("", Said::Nothing),
            ("# Sitemap: https://e.com/a", Said::Nothing),
            ("User-agent: *", Said::Other),
            ("Disallow: /sitemap", Said::Other),
            ("Sitemap", Said::Unreadable),
            ("Sitemap is at https://e.com/a", Said::Unreadable),
            ("https://e.com/sitemap.xml", Said::Address),
            ("Sitmap : HTTP://e.com/sitemap.xml", Said::Address),
            ("User-agent: * Sitemap: https://e.com/a", Said::Inside),
            ("Disallow: /a site map : HTTPS://e.com/a", Said::Inside),
            ("Disallow: /sitemap: https://e.com/a", Said::Inside),
            ("Disallow: /a/Sitemap: https://e.com/a", Said::Inside),
            ("Disallow:Sitemap: https://e.com/a", Said::Inside),
            ("Disallow: /sitemap?u=https://e.com/a", Said::Other),
            ("Host: https://e.com", Said::Other),
            ("Disallow: /?u=http://e.com", Said::Other),
        ] {
            assert_eq!(read(line), said, "{line}");
        }
    }

    #[test]
    fn rests_of_addresses() {
        for (line, expected) in [
            ("produkte.xml", true),
            (" de/a:b.xml # c", true),
            (".com:8080/a", true),
            ("tps://e.com/a", true),
            ("://e.com/a", true),
            ("User-agent: *", false),
            ("Clean-param:ref /a", false),
            ("Disallow", false),
            ("two words", false),
            ("-----", false),
            ("# a", false),
            ("", false),
        ] {
            assert_eq!(is_rest(line), expected, "{line}");
        }
    }

    #[test]
    fn lines_that_are_not_utf_16() {
        let read = |line: &[u8]| {
            let units = line.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]]));
            char::decode_utf16(units).map(|c| c.unwrap_or('?')).collect::<String>()
        };
        assert!(names_sitemap_in_bytes(&read(b"Sitemap: https://e.com/a\r\n")));
        assert!(names_sitemap_in_bytes(&read(b"\nsitemap: https://e.com/a")));
        assert!(!names_sitemap_in_bytes(&read(b"Disallow: /a")));
        assert!(!names_sitemap_in_bytes("Disallow: /sitemap"));
        assert!(!names_sitemap_in_bytes("Disallow: /\u{7f51}\u{7ad9}\u{5730}\u{56fe}"));
    }

    #[test]
    fn sitemaps_in_other_lines() {
        let line = r"User-agent: *\nSitemap: https://e.com/a\nSITEMAPS:http://e.com/b Sitemap: c x:http://e.com/d";
        assert_eq!(sitemaps_in(line).collect::<Vec<_>>(), ["https://e.com/a", "http://e.com/b"]);
    }
}
