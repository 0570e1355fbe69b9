//! The table that describes an extension's elements.

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
