//! The check of clusters over a whole set.

use crate::collect::Collector;
use crate::languages::Languages;
use crate::links::links;
use crate::pack::{self, Rest};
use crate::rules;
use crate::walk::{Edge, Tag, Told, walk};
use urlset_core::{Audit, Diagnostic, Entry, Lost, Place, Position, Result, Rule, Sink};
use urlset_ops::rules::CHANGED;
use urlset_store::{Sorter, Store, damaged, put_position};

/// Rules in the order in which findings at one place are told; the second value says whether an
/// entry is told at most once.
static TOLD: [(&Rule, bool); 5] = [
    (&rules::NO_RETURN, false),
    (&rules::TARGET_NOT_LISTED, false),
    (&rules::CONFLICTING_SELF, false),
    (&rules::INCONSISTENT_SET, true),
    (&rules::CONFLICTING_X_DEFAULT, true),
];
const NO_RETURN: u8 = 0;
const TARGET_NOT_LISTED: u8 = 1;
const CONFLICTING_SELF: u8 = 2;
const INCONSISTENT_SET: u8 = 3;
const CONFLICTING_X_DEFAULT: u8 = 4;

/// What a set has of pages in several languages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Entries of the set.
    pub entries: u64,
    /// Entries with alternates by language.
    pub linking: u64,
    /// Alternates by language.
    pub links: u64,
    /// Sets of pages that entries list, themselves included, each counted once.
    pub clusters: u64,
    /// Pages and links of each language.
    pub languages: Languages,
}

/// Checks clusters over a whole set: it takes every entry, and tells at the end, in the order of the
/// entries, what only the whole set shows. What one entry shows,
/// [`HreflangAudit`](urlset_hreflang::HreflangAudit) tells.
///
/// Addresses are one where they are written alike. A page that stands several times has the
/// alternates of all its entries.
#[derive(Debug)]
pub struct ClusterAudit<'s> {
    store: &'s Store,
    collector: Option<Collector<'s>>,
    summary: Summary,
    /// No entry has had links yet, and none is kept.
    waits: bool,
    /// Entries that were not kept, and those of them that came again.
    passed: Reading,
    again: Reading,
}

/// How many entries were read, and the bytes of their locs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reading {
    entries: u64,
    bytes: u64,
}

impl Reading {
    fn count(&mut self, entry: &Entry) {
        self.entries += 1;
        self.bytes += entry.loc.as_str().len() as u64;
    }
}

impl<'s> ClusterAudit<'s> {
    /// A check within the memory of a store.
    pub fn new(store: &'s Store) -> ClusterAudit<'s> {
        ClusterAudit {
            store,
            collector: Some(Collector::new(store, None)),
            summary: Summary::default(),
            waits: false,
            passed: Reading::default(),
            again: Reading::default(),
        }
    }

    /// A check that keeps nothing of the entries before the first with links, since most sets have
    /// none. Where one has, it wants those entries again.
    pub fn waiting(store: &'s Store) -> ClusterAudit<'s> {
        ClusterAudit { waits: true, ..ClusterAudit::new(store) }
    }

    /// Whether it must see the first entries again, after all went to [`Audit::entry`], and has not
    /// yet.
    pub fn wants_again(&self) -> bool {
        !self.waits && self.again.entries < self.passed.entries
    }

    /// Takes an entry of the second reading: the same entries in the same order, as long as
    /// [`ClusterAudit::wants_again`] says so; more do no harm.
    ///
    /// # Errors
    /// `limit/disk` where there is no room for temporary files.
    pub fn again(&mut self, entry: &Entry, at: Position) -> Result<()> {
        let number = self.again.entries;
        match &mut self.collector {
            Some(collector) if !self.waits && number < self.passed.entries => {
                self.again.count(entry);
                collector.numbered(number, entry, at)
            }
            _ => Ok(()),
        }
    }

    /// What there was; empty before [`Audit::finish`].
    pub fn summary(&self) -> &Summary {
        &self.summary
    }
}

impl Audit for ClusterAudit<'_> {
    fn entry(&mut self, entry: &Entry, at: &dyn Place, _: &mut dyn Sink) -> Result<()> {
        let Some(collector) = &mut self.collector else {
            return Ok(());
        };
        if self.waits && links(entry).next().is_none() {
            self.passed.count(entry);
            collector.seen.entries += 1;
            return Ok(());
        }
        self.waits = false;
        collector.entry(entry, at.position())
    }

    /// Tells what was found.
    ///
    /// # Errors
    /// `file/changed` where the second reading was of other entries, or was wanted and did not take
    /// place; `limit/disk`; when the sink stops the work.
    fn finish(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let Some(collector) = self.collector.take() else {
            return Ok(());
        };
        if !self.waits && self.again != self.passed {
            return Err(CHANGED.found().lost(Lost::Rest).into());
        }
        let (sorted, clusters, seen) = collector.finish()?;
        let mut languages = seen.languages;
        let mut findings =
            Findings { sorter: Sorter::new(self.store), buffers: Default::default() };
        walk(sorted, &mut |told| {
            match &told {
                Told::NoReturn { tag, own, .. } => languages.no_return(own, tag),
                Told::Address(address) if address.page.is_some() => languages.page(address.tags),
                _ => {}
            }
            findings.take(&told)
        })?;
        let (entries, linking, links) = (seen.entries, seen.linking, seen.links);
        self.summary = Summary { entries, linking, links, clusters, languages };
        tell(findings.sorter, sink)
    }
}

/// Findings on their way to the order of the entries.
struct Findings<'s> {
    sorter: Sorter<'s>,
    buffers: (Vec<u8>, Vec<u8>),
}

impl Findings<'_> {
    fn take(&mut self, told: &Told<'_>) -> Result<()> {
        match told {
            Told::NoReturn { edge, tag, .. } => {
                self.push(NO_RETURN, edge, &format!("{tag} {}", edge.to))
            }
            Told::NotListed { edge, tag } => {
                self.push(TARGET_NOT_LISTED, edge, &format!("{tag} {}", edge.to))
            }
            Told::OtherLanguage { edge, tags, known, by } => {
                let by = if *by == edge.to { "itself" } else { by };
                let (tags, known) = (names(tags), names(known));
                let detail = format!("{} is {tags} here, {known} to {by}", edge.to);
                self.push(CONFLICTING_SELF, edge, &detail)
            }
            // One of the two is told: who lists less, else who comes later.
            Told::OtherSet { edge, mine, theirs }
                if (mine.count, theirs.ordinal) < (theirs.count, mine.ordinal) =>
            {
                let detail = match (mine.count, theirs.count) {
                    (here, there) if here == there => format!("others than {}", edge.to),
                    (here, there) => format!("{here} pages here, {there} on {}", edge.to),
                };
                self.push(INCONSISTENT_SET, edge, &detail)
            }
            Told::OtherDefault { edge, mine, theirs, mutual: true }
                if mine.x_default != 0
                    && theirs.x_default != 0
                    && mine.ordinal > theirs.ordinal =>
            {
                self.push(CONFLICTING_X_DEFAULT, edge, &format!("another on {}", edge.to))
            }
            _ => Ok(()),
        }
    }

    fn push(&mut self, rule: u8, edge: &Edge<'_>, detail: &str) -> Result<()> {
        let (key, payload) = (&mut self.buffers.0, &mut self.buffers.1);
        key.clear();
        payload.clear();
        pack::long(edge.place.ordinal, key);
        pack::number(edge.place.number, key);
        key.push(rule);
        put_position(edge.place.at, payload);
        pack::text(edge.from, payload);
        pack::text(detail, payload);
        self.sorter.push(key, payload)
    }
}

/// Tells what was found, in order.
fn tell(sorter: Sorter<'_>, sink: &mut dyn Sink) -> Result<()> {
    let mut sorted = sorter.finish()?;
    let mut last = None;
    let mut told = 0_u32;
    while let Some((key, payload)) = sorted.read()? {
        let (ordinal, number, finding) = finding(Rest(key), Rest(payload)).ok_or_else(damaged)?;
        if last.replace(ordinal) != Some(ordinal) {
            told = 0;
        }
        let bit = 1 << number;
        let once = TOLD.get(usize::from(number)).is_some_and(|(_, once)| *once);
        if !once || told & bit == 0 {
            sink.report(finding)?;
        }
        told |= bit;
    }
    Ok(())
}

/// A finding, the number of its entry, and that of its rule.
fn finding(mut key: Rest<'_>, mut payload: Rest<'_>) -> Option<(u64, u8, Diagnostic)> {
    let ordinal = key.long()?;
    key.number()?;
    let number = key.byte()?;
    let (rule, _) = TOLD.get(usize::from(number))?;
    let finding = rule.at(payload.position()?).loc(payload.text()?);
    Some((ordinal, number, finding.detail(payload.text()?)))
}

/// `de`, or `de, de-AT`.
fn names(tags: &[Tag]) -> String {
    let names: Vec<&str> = tags.iter().map(|tag| tag.written.as_str()).collect();
    names.join(", ")
}
