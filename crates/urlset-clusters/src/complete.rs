//! Adds the links that clusters lack.

use crate::address::compared;
use crate::collect::{Collector, digest};
use crate::language::{X_DEFAULT, usual};
use crate::orders::{Order, Orders, orders};
use crate::rules::{ADDED_LINK, NOT_COMPLETED};
use crate::wanted::{Reason, Wanted};
use std::hash::{DefaultHasher, Hash, Hasher};
use urlset_core::{Entry, EntryReader, Error, ExtensionItem, Header, Position, Result, Sink};
use urlset_hreflang::Alternate;
use urlset_ops::Reopen;
use urlset_store::Store;

/// What is added besides missing return links and pages that do not list themselves.
#[derive(Clone, Debug, Default)]
pub struct Completion {
    /// Language whose page becomes `x-default` where an entry with alternates names none.
    pub x_default: Option<String>,
}

/// How much was added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Links that were added.
    pub links: u64,
    /// Entries that got some.
    pub entries: u64,
    /// Links that are missing and were not added.
    pub refused: u64,
}

/// The entries of a set with the links that their clusters lack; [`complete`] makes it.
pub struct Completed<'a> {
    reader: Box<dyn EntryReader + 'a>,
    header: Header,
    orders: Orders,
    /// In conventional form.
    x_default: Option<String>,
    added: Added,
    /// Entries read so far, and what stands for their addresses.
    read: u64,
    order: DefaultHasher,
    /// The same of the first reading.
    expected: (u64, u64),
}

/// Adds what clusters lack: a link back from every page of the set that another page lists, and from
/// every page with alternates a link to itself. Only links whose language is certain are added: all
/// pages that list the other page agree on it, and the page lists no other page under it. Each is
/// told as `hreflang/added-link`, each that is not certain or has a wrong code as
/// `hreflang/not-completed`, as is a language for `x-default` that no page has. What was completed
/// once is complete.
///
/// Reads everything twice: here, with findings to `sink`, and while the result is read. Addresses
/// are one where their normal forms are ([`urlset_ops::Key::Normalized`]); a link that is added leads to
/// the page as its own entry spells it. A page that stands several times gets its links in its first entry.
///
/// # Errors
/// When the entries cannot be read, the store has no room, the sink stops the work, or the second
/// reading finds other entries than the first.
pub fn complete<'a>(
    mut open: Reopen<'a>,
    how: &Completion,
    store: &Store,
    sink: &mut dyn Sink,
) -> Result<Completed<'a>> {
    let x_default = how.x_default.as_deref().map(usual);
    let mut collector = Collector::of_links(store, x_default.clone());
    let mut first = open(sink)?;
    let mut entry = Entry::default();
    while first.read_entry(&mut entry, sink)? {
        collector.entry(&entry, first.position())?;
    }
    drop(first);
    if let Some(language) = x_default.as_ref().filter(|_| !collector.seen.has_wanted) {
        let detail = format!("{X_DEFAULT}: no page is listed under `{language}`");
        sink.report(NOT_COMPLETED.found().detail(detail))?;
    }
    let expected = (collector.seen.entries, collector.seen.order.finish());
    let orders = orders(collector, store, x_default.is_some())?;
    let reader = open(&mut ())?;
    let mut header = reader.header().clone();
    header.declare("xhtml", <Alternate as ExtensionItem>::NAMESPACE);
    Ok(Completed {
        reader,
        header,
        orders,
        x_default,
        added: Added::default(),
        read: 0,
        order: DefaultHasher::new(),
        expected,
    })
}

impl std::fmt::Debug for Completed<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Completed").field("added", &self.added).finish_non_exhaustive()
    }
}

impl Completed<'_> {
    /// How much was added so far.
    pub fn added(&self) -> Added {
        self.added
    }

    fn complete(&mut self, entry: &mut Entry, ordinal: u64, sink: &mut dyn Sink) -> Result<()> {
        if self.orders.of(ordinal)?.is_none() && self.x_default.is_none() {
            return Ok(());
        }
        let mut wanted = Wanted::of(entry);
        let mut told = Telling { at: self.reader.position(), loc: entry.loc.to_string(), sink };
        let refused = &mut self.added.refused;
        while let Some(order) = self.orders.of(ordinal)?
            && !matches!(order, Order::Default(_))
        {
            wanted.take(order, &mut |tag, href, reason| {
                *refused += 1;
                told.refused(tag, href, reason)
            })?;
            self.orders.advance()?;
        }
        wanted.settle(&mut |tag, href, reason| {
            *refused += 1;
            told.refused(tag, href, reason)
        })?;
        self.default(&mut wanted, ordinal, &mut told)?;
        for (tag, href) in &wanted.added {
            entry.extensions.push(&Alternate::new(tag, href));
            told.added(tag, href)?;
        }
        self.added.links += wanted.added.len() as u64;
        self.added.entries += u64::from(!wanted.added.is_empty());
        Ok(())
    }

    /// Adds the page for everybody else, where it is wanted and certain.
    fn default(&mut self, wanted: &mut Wanted, ordinal: u64, told: &mut Telling<'_>) -> Result<()> {
        let mut reason = None;
        let page = match &self.x_default {
            Some(language) if wanted.lacks_default() => match wanted.only(language) {
                Ok(page) => Some(page),
                Err(why) => {
                    reason = Some(why);
                    None
                }
            },
            _ => None,
        };
        let own = page.as_deref().map(|page| digest(&*compared(page)));
        while let Some(order) = self.orders.of(ordinal)? {
            if let Order::Default(other) = order
                && own.is_some_and(|own| own != other)
            {
                reason = Some(Reason::OtherDefault);
            }
            self.orders.advance()?;
        }
        match (page, reason) {
            (Some(page), None) => wanted.added.push((X_DEFAULT.to_owned(), page)),
            (page, Some(reason)) => {
                self.added.refused += 1;
                told.refused(X_DEFAULT, page.as_deref().unwrap_or_default(), reason)?;
            }
            (None, None) => {}
        }
        Ok(())
    }

    /// What was read must be what was read before.
    fn compare(&self) -> Result<()> {
        if (self.read, self.order.finish()) == self.expected {
            return Ok(());
        }
        Err(Error::Io(std::io::Error::other("the entries changed while they were read")))
    }
}

impl EntryReader for Completed<'_> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.reader.position()
    }

    fn input(&self) -> u32 {
        self.reader.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        // The first reading has told what there is to tell of the entries themselves.
        if !self.reader.read_entry(entry, &mut ())? {
            self.compare()?;
            return Ok(false);
        }
        let ordinal = self.read;
        self.read += 1;
        entry.loc.as_str().hash(&mut self.order);
        self.complete(entry, ordinal, sink)?;
        Ok(true)
    }
}

/// Tells what becomes of the links that an entry lacks.
struct Telling<'t> {
    at: Position,
    loc: String,
    sink: &'t mut dyn Sink,
}

impl Telling<'_> {
    fn added(&mut self, tag: &str, href: &str) -> Result<()> {
        let mut finding = ADDED_LINK.at(self.at).detail(format!("{tag} {href}")).loc(&self.loc);
        if tag == X_DEFAULT {
            finding = finding.help("nothing to do; it is the page of the language asked for");
        }
        self.sink.report(finding)
    }

    fn refused(&mut self, tag: &str, href: &str, reason: Reason) -> Result<()> {
        let link = format!("{tag} {href}");
        let detail = format!("{}: {}", link.trim(), reason.words());
        self.sink.report(NOT_COMPLETED.at(self.at).detail(detail).loc(&self.loc))
    }
}
