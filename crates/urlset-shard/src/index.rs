//! What an index says of each shard.

use urlset_core::rules::LOC_USERINFO;
use urlset_core::{Datetime, Entry, Loc};

/// Which date the index gives a shard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lastmod {
    /// The latest `lastmod` of its entries.
    #[default]
    Newest,
    /// When its content changed.
    Content,
    /// None.
    None,
}

/// Makes the entries of an index.
///
/// ```
/// use urlset_shard::Index;
///
/// let index = Index::new("https://example.com/maps").unwrap();
/// let entry = index.entry("shop 1.xml.gz", None);
/// assert_eq!(entry.loc.as_str(), "https://example.com/maps/shop%201.xml.gz");
/// assert_eq!(index.path_of(entry.loc.as_str()).as_deref(), Some("shop 1.xml.gz"));
/// ```
#[derive(Clone, Debug)]
pub struct Index {
    base: String,
}

impl Index {
    /// The addresses of shards begin with `base`; a slash is put between where there is none. `None`
    /// where it is not an absolute http(s) URL without user, query and fragment, of characters that a URL
    /// has (RFC 3986): what stands in an index is what was given, never an escape of it.
    pub fn new(base: &str) -> Option<Index> {
        let loc = Loc::new(base);
        let plain = loc.is_page_address() && !base.contains(['?', '#']) && is_url(base);
        let is_secret = loc.faults().any(|rule| rule == &LOC_USERINFO);
        if !plain || is_secret || loc.host().is_none_or(str::is_empty) {
            return None;
        }
        let slash = if base.ends_with('/') { "" } else { "/" };
        Some(Index { base: format!("{base}{slash}") })
    }

    /// Where a file with this address is, from the folder that `base` stands for; `None` where it is
    /// elsewhere, or would climb out of that folder.
    pub fn path_of(&self, loc: &str) -> Option<String> {
        let rest = loc.strip_prefix(&self.base)?;
        if rest.contains(['?', '#']) {
            return None;
        }
        let mut bytes = Vec::with_capacity(rest.len());
        let mut left = rest.as_bytes();
        while let Some((first, after)) = left.split_first() {
            let hex = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
            let decoded = hex.and_then(|digits| u8::from_str_radix(digits, 16).ok());
            match (first, decoded) {
                (b'%', Some(byte)) => {
                    bytes.push(byte);
                    left = after.get(2..).unwrap_or_default();
                }
                _ => {
                    bytes.push(*first);
                    left = after;
                }
            }
        }
        let path = String::from_utf8(bytes).ok()?;
        let plain = !path.contains(['\\', '\0'])
            && path.split('/').all(|part| !matches!(part, "" | "." | ".."));
        plain.then_some(path)
    }

    /// The same for an address of another scheme or host, as an older base may have had it.
    pub fn path_before(&self, loc: &str) -> Option<String> {
        let path = |url: &str| {
            let (_, rest) = url.split_once("://")?;
            Some(rest.get(rest.find('/')?..)?.to_owned())
        };
        let root = self.base.strip_suffix(&path(&self.base)?)?;
        self.path_of(&format!("{root}{}", path(loc)?))
    }

    /// The entry of a shard; `path` is where it is from the folder that `base` stands for, with
    /// slashes.
    pub fn entry(&self, path: &str, lastmod: Option<Datetime>) -> Entry {
        let mut loc = self.base.clone();
        for byte in path.bytes() {
            // RFC 3986: unreserved, sub-delims, and what else a segment may hold.
            if byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=:@".contains(&byte) {
                loc.push(char::from(byte));
            } else {
                loc.push_str(&format!("%{byte:02X}"));
            }
        }
        Entry { lastmod, ..Entry::new(Loc::new(&loc)) }
    }
}

/// Whether all characters are a URL's: unreserved, reserved, and whole escapes.
fn is_url(text: &str) -> bool {
    let mut parts = text.split('%');
    let is_plain = |part: &str| {
        let other = |byte: u8| b"-._~:/?#[]@!$&'()*+,;=".contains(&byte);
        part.bytes().all(|byte| byte.is_ascii_alphanumeric() || other(byte))
    };
    let is_escaped = |part: &str| {
        let hex = part.as_bytes().get(..2);
        hex.is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)) && is_plain(part)
    };
    parts.next().is_some_and(is_plain) && parts.all(is_escaped)
}

#[cfg(test)]
mod tests {
    use super::Index;

    #[test]
    fn addresses() {
        let loc = |base: &str, path: &str| {
            Index::new(base).map(|index| index.entry(path, None).loc.to_string())
        };
        for (base, path, expected) in [
            ("https://e.com/", "a.xml", "https://e.com/a.xml"),
            ("https://e.com/maps", "x/a b.xml", "https://e.com/maps/x/a%20b.xml"),
            ("https://e.com", "bücher%.xml", "https://e.com/b%C3%BCcher%25.xml"),
        ] {
            assert_eq!(loc(base, path).as_deref(), Some(expected));
        }
        let index = Index::new("https://e.com/maps/").unwrap();
        for (loc, path) in [
            ("https://e.com/maps/a%20b.xml", Some("a b.xml")),
            ("https://e.com/maps/x/a.xml", Some("x/a.xml")),
            ("https://e.com/maps/../a.xml", None),
            ("https://e.com/maps/%2e%2E/a.xml", None),
            ("https://e.com/maps/%2Fetc/passwd", None),
            ("https://e.com/a.xml", None),
            ("https://e.com/maps/", None),
        ] {
            assert_eq!(index.path_of(loc).as_deref(), path, "{loc}");
        }
        for (loc, path) in [
            ("http://e.com/maps/a%20b.xml", Some("a b.xml")),
            ("https://www.e.com:8080/maps/x/a.xml", Some("x/a.xml")),
            ("http://e.com/a.xml", None),
            ("http://e.com/maps/../a.xml", None),
            ("http://e.com", None),
            ("/maps/a.xml", None),
        ] {
            assert_eq!(index.path_before(loc).as_deref(), path, "{loc}");
        }
        let wrong = ["", "e.com/", "/maps/", "https:///x", "ftp://e.com/", "https://e.com/?a"];
        let no_urls = ["https://bücher.example/", "https://e.com/bücher/", "https://e.com/a b/"];
        let no_escapes = ["https://e.com/100%/", "https://e.com/%zz/", "https://e.com/{x}/"];
        let secret = ["https://ann:pw@e.com/"];
        for base in wrong.into_iter().chain(no_urls).chain(no_escapes).chain(secret) {
            assert_eq!(loc(base, "a.xml"), None, "{base}");
        }
        assert_eq!(loc("https://e.com/b%C3%BC/", "a").unwrap(), "https://e.com/b%C3%BC/a");
    }
}
