//! The check of clusters over a whole set.

use crate::collect::Collector;
use crate::findings::{self, Findings, lacks_default, tell};
use crate::languages::Languages;
use crate::links::links;
use crate::walk::{Told, walk};
use urlset_core::{Audit, Entry, Lost, Place, Position, Result, Rule, Sink};
use urlset_ops::rules::CHANGED;
use urlset_store::{Sorter, Store};

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
/// Addresses are one where their normal forms are ([`urlset_ops::Key::Normalized`]); findings show them as
/// they are written. A page that stands several times has the alternates of all its entries.
///
/// ```
/// use urlset_clusters::ClusterAudit;
/// use urlset_core::{Audit, Entry, Loc, Position};
/// use urlset_store::Store;
///
/// let store = Store::new(16 << 20, None);
/// let mut audit = ClusterAudit::new(&store);
/// audit.entry(&Entry::new(Loc::new("https://example.com/")), &Position::start(0), &mut ())?;
/// audit.finish(&mut ())?;
/// assert_eq!(audit.summary().links, 0);
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug)]
pub struct ClusterAudit<'s> {
    collector: Option<Collector<'s>>,
    findings: Findings,
    found: Option<Sorter<'s>>,
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
            collector: Some(Collector::new(store)),
            findings: Findings::default(),
            found: Some(Sorter::new(store)),
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

    /// The rules of which it tells.
    pub fn rules() -> impl Iterator<Item = &'static Rule> {
        findings::rules()
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
        let (ordinal, at) = (collector.seen.entries, at.position());
        if let Some(found) = &mut self.found
            && entry.loc.is_page_address()
            && lacks_default(links(entry))
        {
            let mut give = |key: &[u8], payload: &[u8]| found.push(key, payload);
            self.findings.no_default(entry.loc.as_str(), (ordinal, at), &mut give)?;
        }
        collector.entry(entry, at)
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
        let (findings, Some(mut found)) = (&mut self.findings, self.found.take()) else {
            return Ok(());
        };
        walk(sorted, &mut |told| {
            match &told {
                Told::NoReturn { tag, own, .. } => languages.no_return(own, tag),
                Told::Address(address) if address.page.is_some() => languages.page(address.tags),
                _ => {}
            }
            findings.take(&told, &mut |key, payload| found.push(key, payload))
        })?;
        let (entries, linking, links) = (seen.entries, seen.linking, seen.links);
        self.summary = Summary { entries, linking, links, clusters, languages };
        tell(found, sink)
    }
}
