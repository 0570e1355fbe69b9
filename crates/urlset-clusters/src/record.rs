//! The records that bring the two ends of every link together.
//!
//! Sorted by their keys, everything about one address follows itself: first the entries that it
//! has, then its link to itself, then by the other address the links there and the links from
//! there.

use crate::pack::{self, Rest};
use urlset_core::{Position, Result};
use urlset_store::{damaged, put_position};

const PAGE: u8 = 0;
const ITSELF: u8 = 1;
const OTHER: u8 = 2;
const THERE: u8 = 0;
const BACK: u8 = 1;

/// An entry of the set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Page {
    /// How many entries were read before it.
    pub(crate) ordinal: u64,
    /// How many pages it lists, itself included.
    pub(crate) count: u32,
    /// Stands for the pages that it lists, itself included.
    pub(crate) set: u128,
    /// How many links by language it has where it lists itself, `x-default` aside; 0 where it does not.
    pub(crate) links: u32,
    /// Stands for the page that it names as `x-default`; 0 for none.
    pub(crate) x_default: u128,
}

impl Page {
    /// Whether two pages that list each other do not list the same.
    pub(crate) fn lists_otherwise(&self, other: &Page) -> bool {
        let languages = self.links != 0 && other.links != 0 && self.links != other.links;
        self.set != other.set || languages || (self.x_default == 0) != (other.x_default == 0)
    }

    /// How much it lists, to compare.
    pub(crate) fn extent(&self) -> (u32, u32, bool) {
        (self.count, self.links, self.x_default != 0)
    }
}

/// A link by language, and what its entry says besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link<'l> {
    pub(crate) page: Page,
    /// Which of its entry's links it is.
    pub(crate) number: u32,
    pub(crate) at: Position,
    /// As written.
    pub(crate) tag: &'l str,
    /// The language of the entry by its own account; empty for none.
    pub(crate) own: &'l str,
    /// How the entry spells its loc and the address that the link leads to; empty where that is how
    /// the address is compared.
    pub(crate) as_read: [&'l str; 2],
}

/// What one record says of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Record<'r> {
    /// It is a page of the set, whose loc is spelled so; empty as in [`Link::as_read`].
    Page(Page, &'r str),
    /// It lists itself.
    Itself(Link<'r>),
    /// It lists another, under a language, and spells it so.
    There(&'r str, &'r str, &'r str),
    /// Another lists it.
    Back(&'r str, Link<'r>),
}

/// Puts the key and the payload of a record into two empty buffers.
pub(crate) fn write(url: &str, record: &Record<'_>, key: &mut Vec<u8>, payload: &mut Vec<u8>) {
    key.clear();
    payload.clear();
    word(url, key);
    match record {
        Record::Page(facts, as_read) => {
            key.push(PAGE);
            // Entries of one address follow each other in the order of the set, in whatever order
            // they were taken.
            pack::long(facts.ordinal, key);
            page(facts, payload);
            payload.extend_from_slice(as_read.as_bytes());
        }
        Record::Itself(facts) => {
            key.push(ITSELF);
            link(facts, payload);
        }
        Record::There(other, tag, as_read) => {
            key.push(OTHER);
            word(other, key);
            key.push(THERE);
            pack::text(tag, payload);
            payload.extend_from_slice(as_read.as_bytes());
        }
        Record::Back(other, facts) => {
            key.push(OTHER);
            word(other, key);
            key.push(BACK);
            link(facts, payload);
        }
    }
}

/// The address and what a record says of it.
pub(crate) fn read<'r>(key: &'r [u8], payload: &'r [u8]) -> Result<(&'r str, Record<'r>)> {
    parse(Rest(key), Rest(payload)).ok_or_else(damaged)
}

fn parse<'r>(mut key: Rest<'r>, mut payload: Rest<'r>) -> Option<(&'r str, Record<'r>)> {
    let url = key.word()?;
    let record = match key.byte()? {
        PAGE => {
            key.long()?;
            Record::Page(parse_page(&mut payload)?, payload.rest()?)
        }
        ITSELF => Record::Itself(parse_link(&mut payload)?),
        _ => {
            let other = key.word()?;
            match key.byte()? {
                THERE => Record::There(other, payload.text()?, payload.rest()?),
                _ => Record::Back(other, parse_link(&mut payload)?),
            }
        }
    };
    Some((url, record))
}

/// Appends an address, ended by a byte that none contains, so that none is the start of another.
pub(crate) fn word(url: &str, key: &mut Vec<u8>) {
    key.extend_from_slice(url.as_bytes());
    key.push(0);
}

fn page(page: &Page, out: &mut Vec<u8>) {
    pack::long(page.ordinal, out);
    pack::number(page.count, out);
    pack::wide(page.set, out);
    pack::number(page.links, out);
    pack::wide(page.x_default, out);
}

fn parse_page(rest: &mut Rest<'_>) -> Option<Page> {
    Some(Page {
        ordinal: rest.long()?,
        count: rest.number()?,
        set: rest.wide()?,
        links: rest.number()?,
        x_default: rest.wide()?,
    })
}

fn link(link: &Link<'_>, out: &mut Vec<u8>) {
    page(&link.page, out);
    pack::number(link.number, out);
    put_position(link.at, out);
    for text in [link.tag, link.own].iter().chain(&link.as_read) {
        pack::text(text, out);
    }
}

fn parse_link<'r>(rest: &mut Rest<'r>) -> Option<Link<'r>> {
    Some(Link {
        page: parse_page(rest)?,
        number: rest.number()?,
        at: rest.position()?,
        tag: rest.text()?,
        own: rest.text()?,
        as_read: [rest.text()?, rest.text()?],
    })
}

#[cfg(test)]
mod tests {
    use super::{Link, Page, Record, read, write};
    use urlset_core::Position;

    #[test]
    fn what_is_written_is_read() {
        let page = Page { ordinal: 1 << 40, count: 3, set: 4 << 90, links: 6, x_default: 5 << 100 };
        let at = Position { input: 1, line: 2, column: 3, byte: 1 << 33 };
        let as_read = ["https://example.com:443/a", ""];
        let link = Link { page, number: 7, at, tag: "de", own: "en-GB", as_read };
        let (mut key, mut payload) = (Vec::new(), Vec::new());
        for record in [
            Record::Page(page, as_read[0]),
            Record::Itself(link),
            Record::There("https://example.com/b", "de", "https://example.com/%62"),
            Record::Back("https://example.com/b", link),
        ] {
            write("https://example.com/a", &record, &mut key, &mut payload);
            assert_eq!(read(&key, &payload).unwrap(), ("https://example.com/a", record));
            for cut in 0..key.len() {
                assert!(read(&key[..cut], &payload).is_err(), "{record:?} {cut}");
            }
        }
    }
}
