//! What each entry lacks, in the order of the entries: the first reading's word to the second.

use crate::collect::Collector;
use crate::language::{X_DEFAULT, usual};
use crate::pack::{self, Rest};
use crate::record::word;
use crate::walk::{Address, Tag, Told, walk};
use urlset_core::Result;
use urlset_store::{Sorted, Sorter, Store, damaged};

const KNOWN: u8 = 0;
const NEED: u8 = 1;

const REPEATED: u8 = 0;
const LISTED: u8 = 1;
const UNKNOWN: u8 = 2;
const ADD: u8 = 3;
const DEFAULT: u8 = 4;

/// What the second reading must know of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order<'o> {
    /// An earlier entry of the same page gets what the page lacks.
    Repeated,
    /// One of several entries of the page has this link: its tag in conventional form, its address.
    Listed(&'o str, &'o str),
    /// A link to this address is missing, and its language is not certain: whether there are
    /// several or none.
    Unknown(&'o str, bool),
    /// This link is missing.
    Add(Missing<'o>),
    /// A page of the cluster has another `x-default` than this entry has or would get.
    Default(u128),
}

/// A missing link whose language is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Missing<'o> {
    /// In conventional form.
    pub(crate) usual: &'o str,
    pub(crate) href: &'o str,
    /// As others wrote it.
    pub(crate) written: &'o str,
    /// Under how many languages the page is to be listed.
    pub(crate) of: u32,
}

/// Orders in the order of the entries, each under its entry's number.
pub(crate) struct Orders {
    sorted: Sorted,
    key: Vec<u8>,
    payload: Vec<u8>,
    ended: bool,
}

impl Orders {
    fn new(sorted: Sorted) -> Result<Orders> {
        let mut orders = Orders { sorted, key: Vec::new(), payload: Vec::new(), ended: false };
        orders.advance()?;
        Ok(orders)
    }

    /// Goes on to the next order.
    pub(crate) fn advance(&mut self) -> Result<()> {
        self.key.clear();
        self.payload.clear();
        match self.sorted.read()? {
            Some((key, payload)) => {
                self.key.extend_from_slice(key);
                self.payload.extend_from_slice(payload);
            }
            None => self.ended = true,
        }
        Ok(())
    }

    /// The order at hand, where it concerns this entry.
    pub(crate) fn of(&self, ordinal: u64) -> Result<Option<Order<'_>>> {
        if self.ended {
            return Ok(None);
        }
        let (at, order) = parse(Rest(&self.key), Rest(&self.payload)).ok_or_else(damaged)?;
        Ok((at == ordinal).then_some(order))
    }
}

fn parse<'o>(mut key: Rest<'o>, mut payload: Rest<'o>) -> Option<(u64, Order<'o>)> {
    let ordinal = key.long()?;
    let order = match key.byte()? {
        REPEATED => Order::Repeated,
        LISTED => Order::Listed(payload.text()?, payload.text()?),
        UNKNOWN => Order::Unknown(key.word()?, payload.byte()? == 1),
        ADD => Order::Add(Missing {
            usual: key.word()?,
            href: key.word()?,
            written: payload.text()?,
            of: payload.number()?,
        }),
        _ => Order::Default(key.wide()?),
    };
    Some((ordinal, order))
}

/// Works out what each entry lacks.
pub(crate) fn orders<'s>(
    collector: Collector<'s>,
    store: &'s Store,
    with_default: bool,
) -> Result<Orders> {
    let (sorted, _, _) = collector.finish()?;
    let mut draft = Draft {
        needs: Sorter::new(store),
        orders: Sorter::new(store),
        with_default,
        key: Vec::new(),
        payload: Vec::new(),
    };
    walk(sorted, &mut |told| draft.take(&told))?;
    let Draft { needs, orders, .. } = draft;
    Orders::new(give(needs.finish()?, orders)?.finish()?)
}

/// Takes down what pages lack, under the address that they do not list, to learn its language.
struct Draft<'s> {
    needs: Sorter<'s>,
    orders: Sorter<'s>,
    with_default: bool,
    key: Vec<u8>,
    payload: Vec<u8>,
}

impl Draft<'_> {
    fn take(&mut self, told: &Told<'_>) -> Result<()> {
        match told {
            Told::NoReturn { edge, page, again: false, .. } => self.need(edge.from, page.ordinal),
            Told::OtherDefault { mine, theirs, .. } => self.default(mine.x_default, theirs.ordinal),
            Told::Repeated { page } => {
                begin(page.ordinal, REPEATED, &mut self.key);
                self.orders.push(&self.key, b"")
            }
            Told::Again { page, tag, href } => {
                begin(page.ordinal, LISTED, &mut self.key);
                self.payload.clear();
                pack::text(&usual(tag), &mut self.payload);
                pack::text(href, &mut self.payload);
                self.orders.push(&self.key, &self.payload)
            }
            Told::Address(address) => self.address(address),
            _ => Ok(()),
        }
    }

    fn need(&mut self, href: &str, ordinal: u64) -> Result<()> {
        self.key.clear();
        word(href, &mut self.key);
        self.key.push(NEED);
        pack::long(ordinal, &mut self.key);
        self.needs.push(&self.key, b"")
    }

    fn default(&mut self, theirs: u128, ordinal: u64) -> Result<()> {
        if !self.with_default || theirs == 0 {
            return Ok(());
        }
        begin(ordinal, DEFAULT, &mut self.key);
        pack::wide(theirs, &mut self.key);
        self.orders.push(&self.key, b"")
    }

    fn address(&mut self, address: &Address<'_>) -> Result<()> {
        if let Some(page) = address.page
            && address.is_linked
            && !address.lists_itself
        {
            self.need(address.url, page.ordinal)?;
        }
        let several = address.tags.iter().any(|tag| tag != X_DEFAULT);
        if address.page.is_none() || !several {
            return Ok(());
        }
        self.key.clear();
        word(address.url, &mut self.key);
        self.key.push(KNOWN);
        self.payload.clear();
        pack::text(address.as_read, &mut self.payload);
        for tag in address.agreed {
            pack::text(&tag.usual, &mut self.payload);
            pack::text(&tag.written, &mut self.payload);
        }
        self.needs.push(&self.key, &self.payload)
    }
}

fn begin(ordinal: u64, class: u8, key: &mut Vec<u8>) {
    key.clear();
    pack::long(ordinal, key);
    key.push(class);
}

/// Gives every need the languages of what is needed.
fn give<'s>(mut needs: Sorted, mut orders: Sorter<'s>) -> Result<Sorter<'s>> {
    // The address as it is compared, and as the page itself spells it.
    let (mut href, mut as_read, mut last) = (String::new(), String::new(), None);
    let mut tags: Vec<Tag> = Vec::new();
    let mut several = false;
    let (mut key, mut payload) = (Vec::new(), Vec::new());
    while let Some((need, known)) = needs.read()? {
        let mut rest = Rest(need);
        let url = rest.word().ok_or_else(damaged)?;
        if url != href {
            href.clear();
            href.push_str(url);
            as_read.clone_from(&href);
            tags.clear();
            (several, last) = (false, None);
        }
        if rest.byte() == Some(KNOWN) {
            several = true;
            let mut known = Rest(known);
            as_read.clear();
            as_read.push_str(known.text().ok_or_else(damaged)?);
            tags = languages(known).ok_or_else(damaged)?;
            continue;
        }
        let ordinal = rest.long().ok_or_else(damaged)?;
        // A page that stands several times asks once for each of its entries.
        if last.replace(ordinal) == Some(ordinal) {
            continue;
        }
        if tags.is_empty() {
            begin(ordinal, UNKNOWN, &mut key);
            word(&as_read, &mut key);
            orders.push(&key, &[u8::from(several)])?;
        }
        for tag in &tags {
            begin(ordinal, ADD, &mut key);
            word(&tag.usual, &mut key);
            word(&as_read, &mut key);
            payload.clear();
            pack::text(&tag.written, &mut payload);
            pack::number(u32::try_from(tags.len()).unwrap_or(u32::MAX), &mut payload);
            orders.push(&key, &payload)?;
        }
    }
    Ok(orders)
}

fn languages(mut rest: Rest<'_>) -> Option<Vec<Tag>> {
    let mut tags = Vec::new();
    while !rest.0.is_empty() {
        tags.push(Tag { usual: rest.text()?.to_owned(), written: rest.text()?.to_owned() });
    }
    Some(tags)
}
