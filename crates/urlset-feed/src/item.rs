//! What has been read of the item at hand.

use urlset_core::{Datetime, Extensions, Position};

/// What has become of the item's link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Link {
    /// None was met.
    #[default]
    Absent,
    /// It is the entry's loc.
    Taken,
    /// It cannot be used; the loss of the entry has been reported.
    Lost,
}

/// An address that stands in for a missing link.
#[derive(Debug, Default)]
pub(crate) struct Fallback {
    pub(crate) text: String,
    pub(crate) at: Position,
    /// The `xml:base` of its own element.
    pub(crate) base: Option<String>,
}

impl Fallback {
    fn clear(&mut self) {
        self.text.clear();
        self.base = None;
    }
}

/// A link to the page that is not on the tape yet, since nearly every item has one and no other.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) href: String,
    /// Whether it says that it is the alternate, which it is unsaid, too.
    pub(crate) is_related: bool,
    /// Whether it says that it is HTML.
    pub(crate) is_typed: bool,
    /// Where its tag begins; `None` where there is no such link.
    pub(crate) offset: Option<u64>,
}

/// The item at hand; its storage is used again for the next.
#[derive(Debug, Default)]
pub(crate) struct Item {
    pub(crate) link: Link,
    /// The one link of Atom that is the page, while nothing else is on the tape.
    pub(crate) page: Page,
    /// Where the link on the tape stands that became the page.
    pub(crate) page_at: Option<Position>,
    /// Links, media and sitemap extensions as they stand in the item, in order.
    pub(crate) tape: Extensions,
    /// Empty where there is none that could be read.
    pub(crate) title: String,
    /// The same.
    pub(crate) description: String,
    pub(crate) guid: Fallback,
    /// What the item itself says it is in; empty for nothing.
    pub(crate) language: String,
    pub(crate) is_permalink: bool,
    /// `rdf:about` or `content/@src`.
    pub(crate) about: Fallback,
    /// The date that counts, and its rank.
    pub(crate) date: Option<(Rank, Datetime)>,
    /// The element that says it, and the one of the date at hand or, once compared, of the other.
    pub(crate) date_name: String,
    pub(crate) name: String,
    /// Ranks met, a bit each.
    pub(crate) dates: u8,
    /// The item says that it has no date.
    pub(crate) undated: bool,
    /// The date that stands where Atom asks for one, and where it does.
    pub(crate) stand_in: Option<(Datetime, Position)>,
    pub(crate) enclosures: u32,
}

impl Item {
    pub(crate) fn clear(&mut self) {
        self.link = Link::Absent;
        self.page.offset = None;
        self.page_at = None;
        self.tape.clear();
        self.title.clear();
        self.description.clear();
        self.guid.clear();
        self.is_permalink = false;
        self.about.clear();
        self.date = None;
        self.dates = 0;
        self.undated = false;
        self.stand_in = None;
        self.enclosures = 0;
    }

    /// Whether one of this rank was met.
    pub(crate) fn has_date(&self, rank: Rank) -> bool {
        self.dates & rank.bit() != 0
    }

    /// One of this rank is at hand, in the element of this name.
    pub(crate) fn meet_date(&mut self, rank: Rank, name: &str) {
        self.dates |= rank.bit();
        self.name.clear();
        self.name.push_str(name);
    }

    /// Keeps the date at hand, or the one before it that counts more; whether there was one that says
    /// something else.
    pub(crate) fn keep_date(&mut self, (rank, read): (Rank, Datetime)) -> bool {
        let Some((known, kept)) = self.date.replace((rank, read)) else {
            std::mem::swap(&mut self.date_name, &mut self.name);
            return false;
        };
        if rank < known {
            std::mem::swap(&mut self.date_name, &mut self.name);
        } else {
            self.date = Some((known, kept));
        }
        // To the second, since RSS's own form of the kept date says no more.
        kept.earliest().0 != read.earliest().0
    }
}

impl Rank {
    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Which of an item's dates is its lastmod: the least. Those from `Published` on say when it was
/// published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// The protocol's own `lastmod`: where the feed's element cannot say it as it is.
    Exact,
    /// `atom:updated`, `atom:modified`
    Updated,
    /// `dcterms:modified`
    Modified,
    /// `dc:date`
    Date,
    /// `pubDate`, `published`, `atom:issued`
    Published,
    /// `dcterms:issued`, `created`
    Created,
}
