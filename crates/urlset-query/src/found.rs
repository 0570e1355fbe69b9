//! One value of one entry.

use crate::literal::Literal;
use std::cmp::Ordering;
use urlset_core::{Datetime, Element, Kind, Priority};

/// One value of one entry.
#[derive(Clone, Copy, Debug)]
pub enum Found<'v> {
    /// Text as it was written.
    Text(&'v str),
    /// A date.
    Date(Datetime),
    /// A weight.
    Priority(Priority),
    /// A line or a port.
    Number(u32),
    /// An item with members, or a group of them.
    Element(Element<'v>),
}

/// What an entry does not know of itself: where it was read, and what kind it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin<'o> {
    /// The name of its document.
    pub source: &'o str,
    /// Its line, from 1; 0 where it is not known.
    pub line: u32,
    /// Pages or sitemaps.
    pub kind: Kind,
}

impl Found<'_> {
    /// Shows it as text; an item is shown as the name of its element.
    pub fn with_text<T>(self, then: impl FnOnce(&str) -> T) -> T {
        match self {
            Found::Text(text) => then(text),
            Found::Date(date) => then(date.spell().as_str()),
            Found::Priority(priority) => then(priority.as_str()),
            Found::Number(number) => then(&number.to_string()),
            Found::Element(element) => then(element.name()),
        }
    }

    /// How it stands to a constant; `None` where the two cannot be compared.
    pub(crate) fn order(self, literal: &Literal) -> Option<Ordering> {
        match self {
            Found::Text(text) => literal.order_of_text(text),
            Found::Date(date) => literal.order_of_instant(date.earliest()),
            Found::Priority(priority) => literal.order_of_number(priority.value()),
            Found::Number(number) => literal.order_of_number(f64::from(number)),
            Found::Element(_) => None,
        }
    }
}
