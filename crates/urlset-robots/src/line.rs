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
    if line.trim_start().starts_with('#') && is_written_out(line) {
        return Said::Inside;
    }
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
        let named = is_address(value.trim_start()) && !is_rule(key);
        let bare =
            record.trim_start_matches(|c: char| "-*\u{2022}".contains(c) || c.is_whitespace());
        return match named || is_address(bare) {
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

/// Whether line breaks were written out as two letters each, and one of them ends a comment before a sitemap.
fn is_written_out(line: &str) -> bool {
    let is_break = |at: usize| {
        let (two, rest) =
            line.get(at..).and_then(|tail| tail.split_at_checked(2)).unwrap_or_default();
        matches!(two, r"\n" | r"\r") && value_of(r"\n", rest.trim_start()).is_some()
    };
    line.match_indices('\\').any(|(at, _)| is_break(at))
}

/// What something like `Sitemap:` stands before, in the middle of a line of something else: addresses, and any word
/// where the key stands apart.
pub(crate) fn sitemaps_in(line: &str) -> impl Iterator<Item = &str> {
    let mut from = 0;
    std::iter::from_fn(move || {
        while let Some(at) = line.get(from..)?.find(['s', 'S']).map(|at| from + at) {
            from = at + 1;
            let (front, key) = line.split_at_checked(at)?;
            if let Some((value, length)) = value_of(front, key) {
                from = at + length;
                return Some(value);
            }
        }
        None
    })
}

/// The value behind the key at the front of a text, and where it ends; `None` where that is no key.
fn value_of<'t>(front: &str, text: &'t str) -> Option<(&'t str, usize)> {
    let is_quote = |c: char| c == '"' || c == '\'' || c.is_whitespace();
    let known = ["sitemaps", "sitemap", "site-map", "site map"];
    let is_key =
        |key: &&&str| text.get(..key.len()).is_some_and(|head| head.eq_ignore_ascii_case(key));
    let rest = text.get(known.iter().find(is_key)?.len()..)?;
    let bare = rest.trim_start_matches(is_quote);
    // What it is glued to had no line break at its end; two letters for one were written out.
    let is_apart = front.is_empty()
        || front.ends_with(is_quote)
        || front.ends_with(r"\n")
        || front.ends_with(r"\r");
    // In a path of a rule it is a part of that.
    let in_path = !is_apart && front.ends_with(['/', '?', '&', '=', '*', ':']);
    let (value, is_colon) = match bare.strip_prefix(':') {
        Some(value) if in_path && !value.starts_with(char::is_whitespace) => return None,
        Some(value) => (value, true),
        None if is_apart => (bare.strip_prefix('=').unwrap_or(bare), false),
        None => return None,
    };
    let value = value.trim_start_matches(is_quote);
    // Of a key that is glued to something, only this much is looked at: there may be many in a line.
    let host = value.get("http://".len()..).map(|rest| rest.strip_prefix('/').unwrap_or(rest));
    let is_url = is_address(value) && host?.starts_with(char::is_alphanumeric);
    let may_be_path = is_apart && is_colon;
    if !(is_url || may_be_path) {
        return None;
    }
    let end = value.find(|c: char| is_quote(c) || c == '\\').unwrap_or(value.len());
    let start = text.len() - value.len();
    let value = value.get(..end)?;
    (is_url || value.starts_with('/') || is_whole(value)).then_some((value, start + end))
}

/// The one word that a line consists of, where that is no rule: the rest of an address, perhaps.
pub(crate) fn word(line: &str) -> Option<&str> {
    let word = line.split('#').next().unwrap_or_default().trim();
    let is_key = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    let is_rule = word
        .split_once(':')
        .is_some_and(|(key, value)| is_key(key.trim_end()) && !value.starts_with("//"));
    (!word.is_empty() && !is_rule && !word.contains(char::is_whitespace)).then_some(word)
}

/// Whether a word right behind an address, on a line of its own, is the rest of that: what stands before it ends as
/// no address does, it begins as none, or the two end as sitemaps do, and the first does not.
pub(crate) fn is_rest(address: &str, word: &str) -> bool {
    let key = word.split_once('=').map_or("", |(key, _)| key);
    let is_other = word.contains([';', '<', '>'])
        || is_rule(key)
        || FILES.iter().any(|known| word.eq_ignore_ascii_case(known))
        || !word.contains(char::is_alphanumeric);
    if is_other {
        return false;
    }
    let has_path = address.split_once("://").is_some_and(|(_, rest)| rest.contains('/'));
    let is_open = address.ends_with(['=', '&', '?', '-', '_', '%']);
    let goes_on = match word.as_bytes() {
        [b'.', ..] => !is_whole(address) || word.eq_ignore_ascii_case(".gz"),
        [b'?' | b'&', ..] => !key.is_empty(),
        [b'/', ..] if !has_path => true,
        // Paths are listed where somebody forgot what they are for.
        [b'/', ..] if !is_file(word) => return false,
        _ => false,
    };
    is_open || goes_on || !is_whole(address) && is_whole(&[address, word].concat())
}

/// Files beside a robots.txt that somebody may name in it.
const FILES: [&str; 6] =
    ["ads.txt", "app-ads.txt", "humans.txt", "llms.txt", "robots.txt", "security.txt"];

/// Whether a path ends as files of sitemaps alone are called.
fn is_file(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    [".xml", ".gz", ".txt"].iter().any(|known| path.ends_with(known))
}

/// Whether an address ends as files of sitemaps are called.
pub(crate) fn is_whole(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    let known = [".xml", ".gz", ".txt", ".php", ".rss", ".atom", ".aspx", ".asp", ".jsp", ".cfm"];
    known.iter().any(|known| path.ends_with(known))
}

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

/// Whether a key is of a rule that may hold an address and names no sitemap.
fn is_rule(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    let begins = ["llm", "security"].iter().any(|front| key.starts_with(front));
    begins || key.ends_with("-policy") || RULES.contains(&&*key)
}

/// Those of robots.txt, of Yandex, and what others put there.
const RULES: [&str; 18] = [
    "agentmap",
    "allow",
    "canonical",
    "clean-param",
    "comment",
    "contact",
    "content-signal",
    "content-usage",
    "crawl-delay",
    "disallow",
    "host",
    "license",
    "mirror",
    "policy",
    "noindex",
    "request-rate",
    "schemamap",
    "user-agent",
];

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
    use super::{Said, is_rest, names_sitemap_in_bytes, read, sitemaps_in, word};

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
            ("Disallow: /go/sitemap:https://e.com/a", Said::Other),
            ("Crawl-delay: 10Sitemap:https://e.com/a", Said::Inside),
            ("User-agent: * Sitemap: /a", Said::Inside),
            ("User-agent: * Sitemap=https://e.com/a", Said::Inside),
            ("Disallow: /a Sitemap https://e.com/a", Said::Inside),
            ("\"Sitemap\": \"https://e.com/a\"", Said::Inside),
            ("# a\\nUser-agent: *\\nSitemap: https://e.com/a", Said::Inside),
            ("# a\\r Sitemaps : https://e.com/a", Said::Inside),
            ("# see the sitemap: https://e.com/a", Said::Nothing),
            ("# by D:\\repos\\new, the sitemap: https://e.com/a", Said::Nothing),
            ("Contact: mail us for the sitemaps: web.master@e.com", Said::Other),
            ("- https://e.com/a", Said::Address),
            ("License: https://e.com/a.xml", Said::Other),
            ("LLMs-txt: https://e.com/a.txt", Said::Other),
            ("Schemamap: https://e.com/a.xml", Said::Other),
            ("Disallow: https://e.com/a", Said::Other),
            ("Host: https://e.com", Said::Other),
            ("Disallow: /?u=http://e.com", Said::Other),
        ] {
            assert_eq!(read(line), said, "{line}");
        }
    }

    #[test]
    fn rests_of_addresses() {
        for (line, expected) in [
            ("produkte.xml", Some("produkte.xml")),
            (" de/a:b.xml # c", Some("de/a:b.xml")),
            (".com:8080/a", Some(".com:8080/a")),
            ("tps://e.com/a", Some("tps://e.com/a")),
            ("://e.com/a", Some("://e.com/a")),
            ("User-agent: *", None),
            ("Clean-param:ref /a", None),
            ("two words", None),
            ("# a", None),
            ("", None),
        ] {
            assert_eq!(word(line), expected, "{line}");
        }
        for (address, word, expected) in [
            ("https://e.com/", "a.xml", true),
            ("https://e.com/a.x", "ml", true),
            ("https://e.com/a.php?page=", "1", true),
            ("https://e.com/a.xml?a=1&", "b=2", true),
            ("https://e", ".com/sitemap/", true),
            ("https://e.com/a.xml", ".gz", true),
            ("https://e.com/a.xml", "?page=2", true),
            ("https://e.com/a-", "sitemap", true),
            ("https://e.com/a.xml", "humans.txt", false),
            ("https://e.com/a.xml", "END", false),
            ("https://e.com/sitemap", "/wp-admin/", false),
            ("https://e.com/sitemap", "-----", false),
            ("https://e.com/a-", "-----", false),
            ("https://e.com/a.xml", "&copy;2024", false),
            ("https://e.com/a.xml", "...", false),
            ("https://e.com", "/sitemap", true),
            ("https://e.com/sitemap", "/index.xml", true),
            ("https://e.com/sitemap", "/index.php", false),
            ("https://e.com/sitemap/", "humans.txt", false),
            ("https://e.com/sitemap/", "Disallow=/x.php", false),
            ("https://e.com/a.xml", ".htaccess", false),
            ("https://e.com/a.xml", "&nbsp;a=b", false),
            ("https://e.com/s?x=", "</pre>", false),
        ] {
            assert_eq!(is_rest(address, word), expected, "{address} {word}");
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
