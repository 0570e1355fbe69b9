//! The table that describes an extension's elements.

use crate::are_same;

/// One line of an extension's definition, such as `loc`, once, a URL. The one table from which
/// reading and writing JSON members and columns, the order of written elements, and checks follow.
#[derive(Debug)]
pub struct Shape {
    /// Local names from the item down, without the item's own: `publication/name`; an attribute is
    /// `player_loc/@allow_embed`, one of the item itself `@href`.
    pub path: &'static str,
    /// How often.
    pub occurs: Occurs,
    /// What it holds.
    pub value: Value,
    /// Whether its vendor no longer reads it.
    pub deprecated: bool,
}

impl Shape {
    /// Whether it is what `name` means right below `path`; `mark` stands before the names of attributes.
    #[inline]
    pub(crate) fn is(&self, path: &str, mark: &str, name: &str) -> bool {
        let same = |one: &str, other: &str| are_same(one.as_bytes(), other.as_bytes());
        if path.is_empty() && mark.is_empty() {
            return same(self.path, name);
        }
        let slash = usize::from(!path.is_empty());
        let before = path.len() + slash + mark.len();
        self.path.len() == before + name.len()
            && self.path.as_bytes().last() == name.as_bytes().last()
            && self.path.get(path.len() + slash..before).is_some_and(|known| same(known, mark))
            && self.path.get(before..).is_some_and(|known| same(known, name))
            && (path.is_empty() || self.path.starts_with(path))
            && (slash == 0 || self.path.as_bytes().get(path.len()) == Some(&b'/'))
    }

    /// Whether it is the element of this name right below `path`; that of the item is empty.
    pub fn is_element(&self, path: &str, name: &str) -> bool {
        self.is(path, "", name)
    }

    /// Whether it is the attribute of this name of the element at `path`.
    pub fn is_attribute(&self, path: &str, name: &str) -> bool {
        self.is(path, "@", name)
    }
}

/// How often an element or attribute may stand in its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occurs {
    /// Exactly once.
    Once,
    /// At most once.
    Optional,
    /// Any number up to `most`; always a list in JSON.
    Many {
        /// The vendor's bound; `u32::MAX` where there is none.
        most: u32,
    },
    /// Always this value, so that JSON and tables leave it out, as `rel="alternate"`.
    Implied(&'static str),
}

/// What an element or attribute holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Elements, no text.
    Children,
    /// Text of at most `most` characters; `u32::MAX` where there is no bound.
    Text {
        /// Unicode scalar values.
        most: u32,
    },
    /// A code, or several with space between: `de`, `IE GB`.
    Code,
    /// An absolute URL.
    Url,
    /// A W3C datetime.
    Datetime,
    /// A whole number; a number in JSON.
    Integer {
        /// Smallest.
        least: i64,
        /// Largest.
        most: i64,
    },
    /// A decimal; a number in JSON.
    Decimal {
        /// Smallest.
        least: i32,
        /// Largest.
        most: i32,
    },
    /// One of these words.
    OneOf(&'static [&'static str]),
}

#[cfg(test)]
mod tests {
    use super::{Occurs, Shape, Value};

    #[test]
    fn what_stands_below() {
        let shape =
            |path| Shape { path, occurs: Occurs::Once, value: Value::Children, deprecated: false };
        for (path, parent, name) in
            [("loc", "", "loc"), ("a/b", "a", "b"), ("a/b/c", "a/b", "c"), ("a", "", "a")]
        {
            assert!(shape(path).is_element(parent, name), "{path}");
        }
        for (path, parent, name) in [
            ("loc", "", "lac"),
            ("a/b", "", "b"),
            ("a/b", "b", "b"),
            ("a-b", "a", "b"),
            ("@a", "", "a"),
        ] {
            assert!(!shape(path).is_element(parent, name), "{path}");
        }
        assert!(shape("@href").is_attribute("", "href") && shape("a/@b").is_attribute("a", "b"));
        assert!(!shape("href").is_attribute("", "ref") && !shape("a/@b").is_attribute("", "b"));
        assert!(!shape("\u{fc}/b").is_element("a", "b"));
    }
}
