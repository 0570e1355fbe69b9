//! One page, or one sitemap of an index.

use crate::{Changefreq, Datetime, Extensions, Loc, Priority};

/// One `<url>` or `<sitemap>` element, or its like in another format. Which of the two it is, the
/// document's [`crate::Kind`] says.
///
/// Readers overwrite an entry that the caller owns, so that its two buffers are used again.
///
/// ```
/// use urlset_core::{Changefreq, Entry, Loc};
///
/// let mut entry = Entry::new(Loc::new("https://example.com/"));
/// entry.changefreq = Some(Changefreq::Daily);
/// entry.clear();
/// assert_eq!(entry, Entry::default());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// The address; empty only in a cleared entry.
    pub loc: Loc,
    /// When the page changed.
    pub lastmod: Option<Datetime>,
    /// How often it is likely to change.
    pub changefreq: Option<Changefreq>,
    /// Its weight among the pages of its site.
    pub priority: Option<Priority>,
    /// Everything outside the protocol's own four fields.
    pub extensions: Extensions,
}

impl Entry {
    /// An entry with nothing but an address.
    pub fn new(loc: Loc) -> Entry {
        Entry { loc, ..Entry::default() }
    }

    /// Whether it has nothing but an address.
    pub fn has_only_loc(&self) -> bool {
        self.lastmod.is_none()
            && self.changefreq.is_none()
            && self.priority.is_none()
            && self.extensions.is_empty()
    }

    /// Empties every field and keeps the storage.
    pub fn clear(&mut self) {
        self.loc.clear();
        self.lastmod = None;
        self.changefreq = None;
        self.priority = None;
        self.extensions.clear();
    }
}
