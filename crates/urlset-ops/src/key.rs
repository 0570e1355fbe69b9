//! By what two entries are one.

use crate::normal::{is_normal, normalise};

/// By what two entries are one: their locs as written, or in normal form. A key is for comparing
/// alone; the loc that is written is always one that was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Key {
    /// The loc, byte for byte.
    #[default]
    Exact,
    /// The loc in normal form: what RFC 3986 and the scheme say is the same address, and nothing
    /// that a server may tell apart. [`crate::Step`] lists all of it.
    Normalized,
}

impl Key {
    /// The key of a loc: the loc itself where it is its own key, which a fast look tells for nearly
    /// every real one, else what was put into `buffer`. A text that is no http(s) URL is its own key.
    ///
    /// ```
    /// let mut buffer = String::new();
    /// let key = urlset_ops::Key::Normalized.of("HTTPS://Example.com:443/%7ea/../b", &mut buffer);
    /// assert_eq!(key, "https://example.com/b");
    /// ```
    pub fn of<'t>(self, loc: &'t str, buffer: &'t mut String) -> &'t str {
        match self {
            Key::Normalized if !is_normal(loc) && normalise(loc, buffer).is_some() => buffer,
            Key::Exact | Key::Normalized => loc,
        }
    }
}
