//! The check of clusters over a whole set.

use crate::address::{head, shown};
use crate::collect::Collector;
use crate::language::is_x_default;
use crate::languages::Languages;
use crate::links::links;
use crate::pack::{self, Rest};
use crate::record::Page;
use crate::rules;
use crate::walk::{Edge, Tag, Told, walk};
use urlset_core::{Audit, Diagnostic, Entry, Lost, Place, Position, Result, Rule, Sink};
use urlset_ops::rules::CHANGED;
use urlset_store::{Sorter, Store, damaged, put_position};

/// Rules in the order in which findings at one place are told; the second value says whether an
/// entry is told at most once.
static TOLD: [(&Rule, bool); 6] = [
    (&rules::NO_RETURN, false),
    (&rules::TARGET_NOT_LISTED, false),
    (&rules::CONFLICTING_SELF, false),
    (&rules::INCONSISTENT_SET, true),
    (&rules::CONFLICTING_X_DEFAULT, true),
    (&rules::NO_X_DEFAULT, true),
];
const NO_RETURN: u8 = 0;
const TARGET_NOT_LISTED: u8 = 1;
const CONFLICTING_SELF: u8 = 2;
const INCONSISTENT_SET: u8 = 3;
const CONFLICTING_X_DEFAULT: u8 = 4;
const NO_X_DEFAULT: u8 = 5;
/// No finding, but why there is none of the rule before.
const DEFAULT_ELSEWHERE: u8 = 6;

/// Bytes that are kept of a detail: more than a finding shows, so that it marks what is cut.
const MORE: usize = Diagnostic::DETAIL + 4;

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
    findings: Option<Findings<'s>>,
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
            findings: Some(Findings { sorter: Sorter::new(store), buffers: Default::default() }),
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
        let (ordinal, at) = (collector.seen.entries, at.position());
        let mut links = links(entry).peekable();
        let has_links = links.peek().is_some() && entry.loc.is_page_address();
        if let Some(findings) = &mut self.findings
            && has_links
            && !links.any(|link| is_x_default(link.tag))
        {
            findings.no_default(entry, ordinal, at)?;
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
        let Some(mut findings) = self.findings.take() else {
            return Ok(());
        };
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
#[derive(Debug)]
struct Findings<'s> {
    sorter: Sorter<'s>,
    buffers: (Vec<u8>, Vec<u8>),
}

impl Findings<'_> {
    fn take(&mut self, told: &Told<'_>) -> Result<()> {
        match told {
            Told::NoReturn { again: true, .. } => Ok(()),
            Told::NoReturn { edge, tag, .. } => {
                self.push(NO_RETURN, edge, &format!("{tag} {}", shown(edge.to)))
            }
            Told::NotListed { edge, tag } => {
                self.push(TARGET_NOT_LISTED, edge, &format!("{tag} {}", shown(edge.to)))
            }
            Told::OtherLanguage { edge, tags, known, by } => {
                let by = if *by == edge.to { "itself" } else { shown(by) };
                let (tags, known) = (names(tags), names(known));
                let detail = format!("{} is {tags} here, {known} to {by}", shown(edge.to));
                self.push(CONFLICTING_SELF, edge, &detail)
            }
            // One of the two is told: who lists less, else who comes later.
            Told::OtherSet { edge, mine, theirs }
                if (mine.extent(), theirs.ordinal) < (theirs.extent(), mine.ordinal) =>
            {
                self.push(INCONSISTENT_SET, edge, &difference(mine, theirs, shown(edge.to)))
            }
            Told::OtherDefault { edge, mine, theirs, mutual: true }
                if mine.x_default != 0
                    && theirs.x_default != 0
                    && mine.ordinal > theirs.ordinal =>
            {
                self.push(CONFLICTING_X_DEFAULT, edge, &format!("another on {}", shown(edge.to)))
            }
            Told::OtherDefault { edge, mine, mutual: true, .. } if mine.x_default == 0 => {
                self.push(DEFAULT_ELSEWHERE, edge, "")
            }
            _ => Ok(()),
        }
    }

    /// Notes that an entry with links has no `x-default`; behind everything else about it.
    fn no_default(&mut self, entry: &Entry, ordinal: u64, at: Position) -> Result<()> {
        let from = entry.loc.as_str();
        let place = crate::walk::Place { ordinal, number: u32::MAX, at };
        self.push(NO_X_DEFAULT, &Edge { place, from, to: "" }, "")
    }

    fn push(&mut self, rule: u8, edge: &Edge<'_>, detail: &str) -> Result<()> {
        let (key, payload) = (&mut self.buffers.0, &mut self.buffers.1);
        key.clear();
        payload.clear();
        pack::long(edge.place.ordinal, key);
        pack::number(edge.place.number, key);
        key.push(rule);
        put_position(edge.place.at, payload);
        // An entry may have any number of findings, and each shows no more than this.
        pack::text(head(shown(edge.from), 2 * MORE), payload);
        pack::text(head(detail, MORE), payload);
        self.sorter.push(key, payload)
    }
}

/// What a page lists, beside what its counterpart lists.
fn difference(mine: &Page, theirs: &Page, to: &str) -> String {
    let both = |name: &str, here: u32, there: u32| format!("{here} {name} here, {there} on {to}");
    if mine.count != theirs.count {
        both("pages", mine.count, theirs.count)
    } else if mine.set != theirs.set {
        format!("others than {to}")
    } else if mine.links != 0 && theirs.links != 0 && mine.links != theirs.links {
        both("languages", mine.links, theirs.links)
    } else {
        let (here, there) = if mine.x_default == 0 { ("no", "one") } else { ("an", "none") };
        format!("{here} `x-default` here, {there} on {to}")
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
        let elsewhere = number == NO_X_DEFAULT && told & 1 << DEFAULT_ELSEWHERE != 0;
        if let Some(finding) = finding.filter(|_| (!once || told & bit == 0) && !elsewhere) {
            sink.report(finding)?;
        }
        told |= bit;
    }
    Ok(())
}

/// The number of an entry, that of a rule, and the finding of it, where it is a rule.
fn finding(mut key: Rest<'_>, mut payload: Rest<'_>) -> Option<(u64, u8, Option<Diagnostic>)> {
    let ordinal = key.long()?;
    key.number()?;
    let number = key.byte()?;
    if number == DEFAULT_ELSEWHERE {
        return Some((ordinal, number, None));
    }
    let (rule, _) = TOLD.get(usize::from(number))?;
    let finding = rule.at(payload.position()?).loc(payload.text()?);
    Some((ordinal, number, Some(finding.detail(payload.text()?))))
}

/// `de`, or `de, de-AT`; no more than a finding shows.
fn names(tags: &[Tag]) -> String {
    let mut names = String::new();
    for tag in tags {
        if names.len() > MORE {
            break;
        }
        names.push_str(if names.is_empty() { "" } else { ", " });
        names.push_str(&tag.written);
    }
    names
}
