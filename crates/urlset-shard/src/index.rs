//! What an index says of each shard.

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
#[derive(Clone, Debug)]
pub struct Index {
    base: String,
}

impl Index {
    /// The addresses of shards begin with `base`; a slash is put between where there is none. `None`
    /// where it is not an absolute http(s) URL without query and fragment.
    pub fn new(base: &str) -> Option<Index> {
        let loc = Loc::new(base);
        let plain = loc.is_page_address() && !base.contains(['?', '#', ' ']);
        if !plain || loc.host().is_none_or(str::is_empty) {
            return None;
        }
        let slash = if base.ends_with('/') { "" } else { "/" };
        Some(Index { base: format!("{base}{slash}") })
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
        for base in ["", "e.com/", "/maps/", "https:///x", "ftp://e.com/", "https://e.com/?a"] {
            assert_eq!(loc(base, "a.xml"), None, "{base}");
        }
    }
}
