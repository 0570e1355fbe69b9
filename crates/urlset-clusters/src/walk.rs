//! Goes through the links of a set by address, and tells what the two ends of each say.

use crate::language::{X_DEFAULT, usual};
use crate::languages::{LONGEST, short};
use crate::record::{Link, Page, Record, read};
use urlset_core::{Loc, Position, Result};
use urlset_store::Sorted;

/// Tags that are remembered of one address: a page has one language, rarely a few.
const MOST_TAGS: usize = 1000;

/// Where a link stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// Of its entry.
    pub(crate) ordinal: u64,
    /// Among the links of its entry.
    pub(crate) number: u32,
    pub(crate) at: Position,
}

/// A link from a page to another address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<'w> {
    pub(crate) place: Place,
    /// Both as they are compared.
    pub(crate) from: &'w str,
    pub(crate) to: &'w str,
    /// Both as they are spelled, where that differs; else empty.
    pub(crate) as_read: [&'w str; 2],
}

impl<'w> Edge<'w> {
    /// The page as its entry spells it.
    pub(crate) fn page(&self) -> &'w str {
        either(self.as_read[0], self.from)
    }

    /// The address as the link spells it.
    pub(crate) fn target(&self) -> &'w str {
        either(self.as_read[1], self.to)
    }
}

/// How an address is spelled, or else how it is compared.
pub(crate) fn either<'w>(as_read: &'w str, compared: &'w str) -> &'w str {
    if as_read.is_empty() { compared } else { as_read }
}

/// A tag under which a page is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) usual: String,
    /// As first written.
    pub(crate) written: String,
}

/// What the two ends of links say.
#[derive(Debug)]
pub(crate) enum Told<'w> {
    /// The link leads to this page of the set, which does not link back. `again`: so does an earlier
    /// link of the entry.
    NoReturn { edge: Edge<'w>, tag: &'w str, own: &'w str, page: &'w Page, again: bool },
    /// The link leads to no page of the set, though to one of its own host.
    NotListed { edge: Edge<'w>, tag: &'w str },
    /// The page and its counterpart that it is linked with do not list the same.
    OtherSet { edge: Edge<'w>, mine: &'w Page, theirs: &'w Page },
    /// The two pages have different pages as `x-default`, or this one has none.
    OtherDefault { edge: Edge<'w>, mine: &'w Page, theirs: &'w Page, mutual: bool },
    /// The page lists the other under languages that it does not have elsewhere.
    OtherLanguage { edge: Edge<'w>, tags: &'w [Tag], known: &'w [Tag], by: [&'w str; 2] },
    /// A page that stands several times has this link in one of its entries.
    Again { page: &'w Page, tag: &'w str, href: &'w str },
    /// The page stands in an earlier entry too.
    Repeated { page: &'w Page },
    /// Everything about one address has been told.
    Address(Address<'w>),
}

/// What is known of an address after all its links.
#[derive(Debug)]
pub(crate) struct Address<'w> {
    pub(crate) url: &'w str,
    /// As its first entry spells it.
    pub(crate) as_read: &'w str,
    /// Its first entry, where it is a page of the set.
    pub(crate) page: Option<&'w Page>,
    /// The languages under which all list it that list it; empty where they disagree.
    pub(crate) agreed: &'w [Tag],
    /// Every language under which somebody lists it, `x-default` too, in conventional form.
    pub(crate) tags: &'w [String],
    /// Whether it lists itself.
    pub(crate) lists_itself: bool,
    /// Whether it lists others or is listed by others without returning that.
    pub(crate) is_linked: bool,
}

/// Takes what is told.
type Tell<'t> = dyn FnMut(Told<'_>) -> Result<()> + 't;

/// Tells everything, by address.
pub(crate) fn walk(sorted: Sorted, tell: &mut Tell<'_>) -> Result<()> {
    let mut walk = Walk::new(sorted);
    while walk.step(tell)? {}
    Ok(())
}

/// A walk under way.
#[derive(Debug)]
pub(crate) struct Walk {
    sorted: Sorted,
    group: Group,
}

impl Walk {
    pub(crate) fn new(sorted: Sorted) -> Walk {
        Walk { sorted, group: Group::default() }
    }

    /// Goes on to the next record; `false` where there is none, and everything was told.
    pub(crate) fn step(&mut self, tell: &mut Tell<'_>) -> Result<bool> {
        let Some((key, payload)) = self.sorted.read()? else {
            std::mem::take(&mut self.group).end(tell)?;
            return Ok(false);
        };
        let (url, record) = read(key, payload)?;
        if url != self.group.url {
            self.group.end(tell)?;
            self.group.begin(url);
        }
        self.group.take(&record, tell)?;
        Ok(true)
    }
}

/// An address under way.
#[derive(Debug, Default)]
struct Group {
    url: String,
    page: Option<Page>,
    as_read: String,
    entries: u64,
    lists_itself: bool,
    is_linked: bool,
    agreed: Option<Vec<Tag>>,
    /// Who first gave it a language.
    by: [String; 2],
    disagreed: bool,
    tags: Vec<String>,
    other: Other,
}

/// The address at the other end of the links under way.
#[derive(Debug, Default)]
struct Other {
    url: String,
    /// Whether the group's address links there.
    there: bool,
    /// Its first link to the group's address that gives a language, and how that spells both.
    first: Option<Place>,
    as_read: [String; 2],
    /// Entry of its last link to the group's address.
    last: Option<u64>,
    tags: Vec<Tag>,
}

impl Group {
    fn begin(&mut self, url: &str) {
        *self = Group::default();
        self.url.push_str(url);
    }

    fn take(&mut self, record: &Record<'_>, tell: &mut Tell<'_>) -> Result<()> {
        match record {
            Record::Page(page, as_read) => {
                self.entries += 1;
                if self.page.is_some() {
                    return tell(Told::Repeated { page });
                }
                self.page = Some(*page);
                self.as_read.push_str(as_read);
                Ok(())
            }
            Record::Itself(link) => {
                self.lists_itself = true;
                self.is_linked = true;
                // It comes before all other addresses.
                self.other.url.clone_from(&self.url);
                self.list(link);
                self.again(link.tag, either(link.as_read[1], &self.url), tell)
            }
            Record::There(other, tag, as_read) => {
                self.turn(other, tell)?;
                self.other.there = true;
                self.is_linked = true;
                self.again(tag, either(as_read, other), tell)
            }
            Record::Back(other, link) => {
                self.turn(other, tell)?;
                self.back(link, tell)
            }
        }
    }

    /// Goes on to the links of another address, where it is another.
    fn turn(&mut self, other: &str, tell: &mut Tell<'_>) -> Result<()> {
        if self.other.url == other {
            return Ok(());
        }
        self.settle(tell)?;
        self.other.url.push_str(other);
        Ok(())
    }

    /// Tells a link of a page that stands several times.
    fn again(&self, tag: &str, href: &str, tell: &mut Tell<'_>) -> Result<()> {
        match &self.page {
            Some(page) if self.entries > 1 => tell(Told::Again { page, tag, href }),
            _ => Ok(()),
        }
    }

    /// Notes the language of a link to the group's address.
    fn list(&mut self, link: &Link<'_>) {
        let is_tag = link.tag.len() <= LONGEST;
        let usual = short(usual(link.tag));
        if !self.tags.contains(&usual) && self.tags.len() < MOST_TAGS {
            self.tags.push(usual.clone());
        }
        // Another rule tells of it, and no language is that of another one as long.
        if !is_tag {
            return;
        }
        let tags = &mut self.other.tags;
        let known = tags.iter().any(|tag| tag.usual == usual);
        if usual != X_DEFAULT && !known && tags.len() < MOST_TAGS {
            if self.other.first.is_none() {
                self.other.first = Some(place(link));
                self.other.as_read = link.as_read.map(str::to_owned);
            }
            tags.push(Tag { usual, written: link.tag.to_owned() });
        }
    }

    /// A link from the other address to the group's.
    fn back(&mut self, link: &Link<'_>, tell: &mut Tell<'_>) -> Result<()> {
        self.list(link);
        // Several links of one entry are one fault, where only the address counts.
        let again = self.other.last.replace(link.page.ordinal) == Some(link.page.ordinal);
        let (from, to, as_read) = (&self.other.url, &self.url, link.as_read);
        let edge = Edge { place: place(link), from, to, as_read };
        let tag = link.tag;
        let Some(page) = &self.page else {
            return match again || !same_host(edge.from, edge.to) {
                true => Ok(()),
                false => tell(Told::NotListed { edge, tag }),
            };
        };
        let (mine, theirs, mutual) = (&link.page, page, self.other.there);
        if !mutual {
            self.is_linked = true;
            tell(Told::NoReturn { edge, tag, own: link.own, page, again })?;
        }
        if again {
            return Ok(());
        }
        if mutual && self.entries == 1 && mine.lists_otherwise(theirs) {
            tell(Told::OtherSet { edge, mine, theirs })?;
        }
        if mine.x_default != theirs.x_default {
            tell(Told::OtherDefault { edge, mine, theirs, mutual })?;
        }
        Ok(())
    }

    /// Ends the links of one other address: compares the languages.
    fn settle(&mut self, tell: &mut Tell<'_>) -> Result<()> {
        let other = std::mem::take(&mut self.other);
        let (Some(place), false) = (other.first, other.tags.is_empty()) else {
            return Ok(());
        };
        let Some(agreed) = &mut self.agreed else {
            self.agreed = Some(other.tags);
            let [as_read, _] = other.as_read;
            self.by = [other.url, as_read];
            return Ok(());
        };
        let both = |tag: &Tag| other.tags.iter().any(|one| one.usual == tag.usual);
        if agreed.iter().any(both) {
            agreed.retain(both);
            return Ok(());
        }
        self.disagreed = true;
        let as_read = other.as_read.each_ref().map(String::as_str);
        let edge = Edge { place, from: &other.url, to: &self.url, as_read };
        let by = self.by.each_ref().map(String::as_str);
        tell(Told::OtherLanguage { edge, tags: &other.tags, known: agreed, by })
    }

    fn end(&mut self, tell: &mut Tell<'_>) -> Result<()> {
        if self.url.is_empty() {
            return Ok(());
        }
        self.settle(tell)?;
        let agreed = self.agreed.as_deref().filter(|_| !self.disagreed);
        tell(Told::Address(Address {
            url: &self.url,
            as_read: either(&self.as_read, &self.url),
            page: self.page.as_ref(),
            agreed: agreed.unwrap_or_default(),
            tags: &self.tags,
            lists_itself: self.lists_itself,
            is_linked: self.is_linked,
        }))
    }
}

fn place(link: &Link<'_>) -> Place {
    Place { ordinal: link.page.ordinal, number: link.number, at: link.at }
}

fn same_host(one: &str, other: &str) -> bool {
    let (one, other) = (Loc::new(one), Loc::new(other));
    match (one.host(), other.host()) {
        (Some(one), Some(other)) => one.eq_ignore_ascii_case(other),
        _ => false,
    }
}
