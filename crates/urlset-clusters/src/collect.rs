//! Takes every entry of a set once, and puts both ends of each of its links into a sorter.

use crate::address::{Addresses, Secret, compared, head};
use crate::language::{is_x_default, usual};
use crate::languages::{LONGEST, Languages};
use crate::links::{Found, links};
use crate::record::{self, Link, Page, Record};
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use urlset_core::{Entry, Position, Result};
use urlset_store::{Sorted, Sorter, Store};

/// Collects the links of a set.
#[derive(Debug)]
pub(crate) struct Collector<'s> {
    ends: Ends,
    sorter: Sorter<'s>,
    /// What stands for the pages of each cluster, to count those that differ.
    sets: Sorter<'s>,
    pub(crate) seen: Seen,
    key: Vec<u8>,
    payload: Vec<u8>,
}

/// What was counted on the way.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) entries: u64,
    /// Entries with links by language.
    pub(crate) linking: u64,
    pub(crate) links: u64,
    pub(crate) languages: Languages,
    /// Whether a link is under the language of the page for everybody else.
    pub(crate) has_wanted: bool,
    /// Stands for all addresses in their order.
    pub(crate) order: DefaultHasher,
}

impl<'s> Collector<'s> {
    /// For findings.
    pub(crate) fn new(store: &'s Store) -> Collector<'s> {
        Collector {
            ends: Ends::shown(Secret::new()),
            sorter: Sorter::new(store),
            sets: Sorter::new(store),
            seen: Seen::default(),
            key: Vec::new(),
            payload: Vec::new(),
        }
    }

    /// For links to be added.
    pub(crate) fn of_links(store: &'s Store, x_default: Option<String>) -> Collector<'s> {
        let ends = Ends { x_default, addresses: Addresses::whole() };
        Collector { ends, ..Collector::new(store) }
    }

    pub(crate) fn entry(&mut self, entry: &Entry, at: Position) -> Result<()> {
        let ordinal = self.seen.entries;
        self.seen.entries += 1;
        entry.loc.as_str().hash(&mut self.seen.order);
        self.numbered(ordinal, entry, at)
    }

    /// Takes the entry that so many others were read before.
    pub(crate) fn numbered(&mut self, ordinal: u64, entry: &Entry, at: Position) -> Result<()> {
        let Some(said) = Said::of(entry) else { return Ok(()) };
        let page = self.ends.page(&said, ordinal);
        let Collector { ends, sorter, key, payload, .. } = self;
        ends.each((&said, page, at), |end| {
            record::write(end.written, &end.record, key, payload);
            sorter.push(key, payload)
        })?;
        if said.found.is_empty() {
            return Ok(());
        }
        self.seen.linking += 1;
        self.seen.links += said.found.len() as u64;
        for link in &said.found {
            self.seen.languages.link(link.tag);
            self.seen.has_wanted |= self.ends.is_wanted(link.tag);
        }
        self.sets.push(&page.set.to_be_bytes(), b"")
    }

    /// Everything by address, how many different sets of pages there were, and what was counted.
    pub(crate) fn finish(self) -> Result<(Sorted, u64, Seen)> {
        let mut sets = self.sets.finish()?;
        let (mut clusters, mut last) = (0, Vec::new());
        while let Some((set, _)) = sets.read()? {
            if clusters == 0 || last != set {
                clusters += 1;
                last.clear();
                last.extend_from_slice(set);
            }
        }
        Ok((self.sorter.finish()?, clusters, self.seen))
    }
}

/// An entry, as far as clusters know it: its loc and its links.
pub(crate) struct Said<'e> {
    pub(crate) loc: &'e str,
    pub(crate) found: Vec<Found<'e>>,
    /// The loc as it is compared, and the address of each link.
    own: Cow<'e, str>,
    to: Vec<Cow<'e, str>>,
}

impl<'e> Said<'e> {
    /// `None` where the loc is no address of a page.
    pub(crate) fn of(entry: &'e Entry) -> Option<Said<'e>> {
        if !entry.loc.is_page_address() {
            return None;
        }
        let (loc, found) = (entry.loc.as_str(), links(entry).collect::<Vec<_>>());
        let to = found.iter().map(|link| compared(link.href)).collect();
        Some(Said { loc, found, own: compared(loc), to })
    }

    /// The links, and the address of each as it is compared.
    fn links(&self) -> impl Iterator<Item = (&Found<'e>, &str)> {
        self.found.iter().zip(self.to.iter().map(|to| &**to))
    }
}

/// What an entry says of one address.
pub(crate) struct End<'e> {
    /// As it is compared.
    pub(crate) address: &'e str,
    /// The same as it is written down.
    pub(crate) written: &'e str,
    pub(crate) record: Record<'e>,
}

/// Takes apart what entries say into what they say of each address.
#[derive(Debug)]
pub(crate) struct Ends {
    addresses: Addresses,
    /// Language whose page stands for everybody else where an entry names none.
    x_default: Option<String>,
}

impl Ends {
    /// For findings.
    pub(crate) fn shown(secret: Secret) -> Ends {
        Ends { addresses: Addresses::shown(secret), x_default: None }
    }

    /// Gives that the entry is there, and both ends of each of its links.
    pub(crate) fn each(
        &self,
        (said, page, at): (&Said<'_>, Page, Position),
        mut give: impl FnMut(End<'_>) -> Result<()>,
    ) -> Result<()> {
        let loc = &*said.own;
        let from = &*self.addresses.short(loc);
        let from_as_read = &*self.as_read(said.loc, loc);
        give(End { address: loc, written: from, record: Record::Page(page, from_as_read) })?;
        let mut own = said.links().filter(|(link, to)| *to == loc && !is_x_default(link.tag));
        let own = own.next().map_or("", |(link, _)| link.tag);
        // Longer ones are all counted as one, and this one is written once for each link.
        let own = head(own, 2 * LONGEST);
        for (number, (link, address)) in said.links().enumerate() {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            let at = if link.at.is_known() { link.at } else { at };
            let as_read = &*self.as_read(link.href, address);
            let as_read = [from_as_read, as_read];
            let facts = Link { page, number, at, tag: link.tag, own, as_read };
            if address == loc {
                give(End { address: loc, written: from, record: Record::Itself(facts) })?;
                continue;
            }
            let to = &*self.addresses.short(address);
            let there = Record::There(to, link.tag, as_read[1]);
            give(End { address: loc, written: from, record: there })?;
            give(End { address, written: to, record: Record::Back(from, facts) })?;
        }
        Ok(())
    }

    /// How an address was spelled, as it is written down; empty where that is how it is compared.
    fn as_read<'e>(&self, url: &'e str, compared: &str) -> Cow<'e, str> {
        if url == compared { Cow::Borrowed("") } else { self.addresses.short(url) }
    }

    /// What the links of an entry refer to it by.
    pub(crate) fn page(&self, said: &Said<'_>, ordinal: u64) -> Page {
        let loc = &*said.own;
        let named = said.links().find(|(link, _)| is_x_default(link.tag));
        let wanted = || said.links().find(|(link, _)| self.is_wanted(link.tag));
        let x_default = named.or_else(wanted).map_or(0, |(_, to)| digest(to));
        let mut set: Vec<&str> = said.to.iter().map(|to| &**to).chain([loc]).collect();
        set.sort_unstable();
        set.dedup();
        let count = u32::try_from(set.len()).unwrap_or(u32::MAX);
        let mut links: Vec<(String, &str)> = said
            .links()
            .filter(|(link, _)| !is_x_default(link.tag))
            .map(|(link, to)| (usual(link.tag), to))
            .collect();
        links.sort_unstable();
        links.dedup();
        let lists_itself = links.iter().any(|(_, to)| *to == loc);
        let links = u32::try_from(links.len()).ok().filter(|_| lists_itself).unwrap_or(0);
        Page { ordinal, count, set: digest(&set), links, x_default }
    }

    fn is_wanted(&self, tag: &str) -> bool {
        self.x_default.as_ref().is_some_and(|wanted| *wanted == usual(tag))
    }
}

/// Stands for a value wherever only equality counts; never 0. Two values with one digest would hide a
/// warning; no entry and no link depends on it. Among n values that is, by the birthday bound, less
/// likely than n²/2^129: for 10^9 clusters below 2^-69, far below that of a bit of memory turning.
pub(crate) fn digest(value: impl Hash) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        // One block of SipHash begins otherwise, so the halves are as good as independent.
        salt.hash(&mut hasher);
        value.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    (half(0) << 64 | half(1)).max(1)
}
