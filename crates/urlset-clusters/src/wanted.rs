//! What one entry is to get, and whether it can.

use crate::address::compared;
use crate::language::{X_DEFAULT, usual};
use crate::links::links;
use crate::orders::{Missing, Order};
use urlset_core::{Entry, Result};
use urlset_hreflang::is_readable;

/// Links that one entry gets at most, and links of its other entries that are remembered: ISO 639-1
/// has 183 languages.
const MOST: usize = 1000;

/// Why a missing link is not added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Nobody lists the page under a language.
    NoLanguage,
    /// The page is listed under different languages.
    Languages,
    /// The entry lists another page under this language.
    Taken,
    /// The language is none.
    Code,
    /// Other pages are missing under the same language.
    Contended,
    /// The page has several languages, and one of them cannot be added.
    Partly,
    /// There are too many links.
    Many,
    /// The entry lists no page, or several, under the language of `--x-default`.
    NoDefault,
    /// Pages of the cluster name another page.
    OtherDefault,
}

impl Reason {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Reason::NoLanguage => "no page lists it under a language",
            Reason::Languages => "it is listed under different languages",
            Reason::Taken => "another page is listed here under this language",
            Reason::Code => "the code is wrong where the page is listed",
            Reason::Contended => "other pages lack a link back under the same language",
            Reason::Partly => "one of its languages cannot be added",
            Reason::Many => "there are too many links",
            Reason::NoDefault => "not one page is listed here under the language for it",
            Reason::OtherDefault => "pages of the cluster have another one",
        }
    }
}

/// Takes links that are not added: tag, address, why.
pub(crate) type Refuse<'r> = dyn FnMut(&str, &str, Reason) -> Result<()> + 'r;

/// A link that is likely to be added.
struct Candidate {
    usual: String,
    written: String,
    href: String,
    of: u32,
}

/// The links of one entry, and those that it is to get.
pub(crate) struct Wanted {
    loc: String,
    /// Whether an earlier entry of the page gets what it lacks.
    repeated: bool,
    /// Whether the page has links.
    links: bool,
    /// What the page lists: tags in conventional form, and addresses.
    listed: Vec<(String, String)>,
    candidates: Vec<Candidate>,
    /// The first link under a language, until it is known to be the only one.
    pending: Option<Candidate>,
    /// The language that was looked at last.
    last: String,
    /// Tags and addresses of what is added.
    pub(crate) added: Vec<(String, String)>,
}

impl Wanted {
    pub(crate) fn of(entry: &Entry) -> Wanted {
        let listed: Vec<(String, String)> =
            links(entry).map(|link| (usual(link.tag), link.href.to_owned())).collect();
        Wanted {
            loc: entry.loc.to_string(),
            repeated: false,
            links: !listed.is_empty(),
            listed,
            candidates: Vec::new(),
            pending: None,
            last: String::new(),
            added: Vec::new(),
        }
    }

    /// Takes an order; those to add come sorted by language.
    pub(crate) fn take(&mut self, order: Order<'_>, refuse: &mut Refuse<'_>) -> Result<()> {
        match order {
            Order::Listed(tag, href) => {
                self.links = true;
                if self.listed.len() < MOST {
                    self.listed.push((tag.to_owned(), href.to_owned()));
                }
                Ok(())
            }
            Order::Unknown(href, true) => refuse("", href, Reason::Languages),
            Order::Unknown(href, false) => refuse("", href, Reason::NoLanguage),
            Order::Add(missing) => self.add(&missing, refuse),
            Order::Repeated => {
                self.repeated = true;
                Ok(())
            }
            Order::Default(_) => Ok(()),
        }
    }

    fn add(&mut self, missing: &Missing<'_>, refuse: &mut Refuse<'_>) -> Result<()> {
        if !is_readable(missing.written) {
            return refuse(missing.written, missing.href, Reason::Code);
        }
        if self.last == missing.usual {
            if let Some(first) = self.pending.take() {
                refuse(&first.written, &first.href, Reason::Contended)?;
            }
            return refuse(missing.written, missing.href, Reason::Contended);
        }
        self.accept(refuse)?;
        self.last.clear();
        self.last.push_str(missing.usual);
        self.pending = Some(Candidate {
            usual: missing.usual.to_owned(),
            written: missing.written.to_owned(),
            href: missing.href.to_owned(),
            of: missing.of,
        });
        Ok(())
    }

    /// Accepts the only link that is missing under a language, where the language is free.
    fn accept(&mut self, refuse: &mut Refuse<'_>) -> Result<()> {
        let Some(one) = self.pending.take() else {
            return Ok(());
        };
        if self.listed.iter().any(|(tag, _)| *tag == one.usual) {
            return refuse(&one.written, &one.href, Reason::Taken);
        }
        if self.candidates.len() >= MOST || self.listed.len() >= MOST {
            return refuse(&one.written, &one.href, Reason::Many);
        }
        self.candidates.push(one);
        Ok(())
    }

    /// Decides: a page goes in under all of its languages or not at all, and a page that has no other
    /// link needs none to itself.
    pub(crate) fn settle(&mut self, refuse: &mut Refuse<'_>) -> Result<()> {
        self.accept(refuse)?;
        let candidates = std::mem::take(&mut self.candidates);
        let whole = |one: &Candidate| {
            candidates.iter().filter(|other| other.href == one.href).count() == one.of as usize
        };
        let others = candidates.iter().any(|one| one.href != self.loc && whole(one));
        for one in &candidates {
            if !whole(one) {
                refuse(&one.written, &one.href, Reason::Partly)?;
            } else if one.href != self.loc || self.links || others {
                self.added.push((one.written.clone(), one.href.clone()));
            }
        }
        Ok(())
    }

    /// Whether there are links, and none for everybody else.
    pub(crate) fn lacks_default(&self) -> bool {
        let has_links = self.links || !self.added.is_empty();
        has_links && !self.repeated && !self.listed.iter().any(|(tag, _)| tag == X_DEFAULT)
    }

    /// The one page that is listed under a language, with what is added.
    pub(crate) fn only(&self, language: &str) -> std::result::Result<String, Reason> {
        let listed = self.listed.iter().filter(|(tag, _)| tag == language);
        let added = self.added.iter().filter(|(tag, _)| usual(tag) == language);
        let mut pages = listed.chain(added).map(|(_, href)| href);
        match pages.next() {
            Some(first) if pages.all(|other| compared(other) == compared(first)) => {
                Ok(first.clone())
            }
            _ => Err(Reason::NoDefault),
        }
    }
}
