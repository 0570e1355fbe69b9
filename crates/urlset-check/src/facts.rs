//! What is known of a document besides its entries.

use crate::Robots;
use urlset_core::{Datetime, Position, Profile};

/// What is known of a document besides its entries.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'f> {
    /// Whom it is for.
    pub profile: Profile,
    /// The name of its format, as in [`urlset_core::Format::name`].
    pub format: &'f str,
    /// The name of its file; empty for a stream.
    pub name: &'f str,
    /// The number of the input, as in [`Position::input`].
    pub input: u32,
    /// The address that it is served at. What depends on it is not told where it is not known.
    pub address: Option<&'f str>,
    /// The entry of an index that lists it.
    pub listed: Option<Listed<'f>>,
    /// The robots.txt files that were supplied. What depends on that of a site is not told where
    /// it is not among them.
    pub robots: &'f [Robots],
    /// It was submitted in Google's Search Console, whose owners may list pages of all their sites.
    pub submitted: bool,
}

/// The entry of an index that lists a document.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'f> {
    /// Its `loc`.
    pub loc: &'f str,
    /// Where it stands.
    pub at: Position,
    /// Its `lastmod`.
    pub lastmod: Option<Datetime>,
}

impl Facts<'_> {
    /// Nothing but whom it is for, and the name of the format.
    pub fn new(profile: Profile, format: &str) -> Facts<'_> {
        Facts {
            profile,
            format,
            name: "",
            input: 0,
            address: None,
            listed: None,
            robots: &[],
            submitted: false,
        }
    }

    /// The document itself as a place.
    pub(crate) fn place(&self) -> Position {
        Position { input: self.input, ..Position::default() }
    }
}
