//! What only a whole document shows.

use crate::Facts;
use crate::lastmods::Lastmods;
use crate::retired::Retired;
use crate::rules::{
    CHANGEFREQ_IGNORED, EMPTY_NEWS, FORMAT_NOT_SUPPORTED, INDEX_TOO_MANY, NEAR_LIMIT,
    NEAR_URL_LIMIT, PRIORITY_IGNORED, PRIORITY_SAME, TEXT_EXTENSION, TOO_LARGE, URL_TOO_LONG,
};
use crate::scope::Scope;
use urlset_core::rules::{EMPTY, TOO_MANY_URLS};
use urlset_core::{Audit, Entry, Header, Kind, Place, Priority, Profile, Result, Rule, Sink};

/// Characters of an address (sitemaps.org: fewer than 2,048).
const LONGEST: usize = 2048;

/// Checks one document: it takes every entry, and tells what only all of them show. What one entry
/// shows by itself is told where it is read.
///
/// Everything is told, whomever it concerns; [`crate::Policy`] leaves out what a profile does not
/// ask. Memory does not grow with the document.
///
/// ```
/// use urlset_check::{DocumentAudit, Facts};
/// use urlset_core::{Audit, Diagnostic, Entry, Header, Loc, Position, Profile};
///
/// let address = Some("https://example.com/shop/sitemap.xml");
/// let facts = Facts { address, ..Facts::new(Profile::SitemapsOrg, "xml") };
/// let mut audit = DocumentAudit::new(facts, &Header::default());
/// let mut found: Vec<Diagnostic> = Vec::new();
/// let entry = Entry::new(Loc::new("https://example.com/blog/"));
/// audit.entry(&entry, &Position::start(0), &mut found)?;
/// audit.finish_document(51_000_000, &mut found)?;
/// let ids: Vec<_> = found.iter().map(|found| found.rule.id).collect();
/// assert_eq!(ids, ["scope/outside-path", "file/near-limit", "lastmod/missing"]);
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug)]
pub struct DocumentAudit<'f> {
    facts: Facts<'f>,
    kind: Kind,
    /// Most entries that it may have.
    most: Option<u64>,
    news: bool,
    scope: Scope<'f>,
    entries: u64,
    lastmods: Lastmods,
    retired: Retired,
    changefreq: bool,
    /// The first priority, how many there are, and whether one was another.
    priority: Option<Priority>,
    priorities: u64,
    differ: bool,
    /// Entries that were there and could not be read.
    skipped: u64,
    /// There may have been others.
    has_gaps: bool,
    finished: bool,
}

impl<'f> DocumentAudit<'f> {
    /// A check of the document that has this header.
    pub fn new(facts: Facts<'f>, header: &Header) -> DocumentAudit<'f> {
        let news = |uri: &str| uri.contains("/schemas/sitemap-news/");
        DocumentAudit {
            kind: header.kind,
            most: most(&facts, header.kind),
            news: header.namespaces.iter().any(|namespace| news(&namespace.uri)),
            scope: Scope::new(&facts, header.kind),
            facts,
            entries: 0,
            lastmods: Lastmods::default(),
            retired: Retired::default(),
            changefreq: false,
            priority: None,
            priorities: 0,
            differ: false,
            skipped: 0,
            has_gaps: false,
            finished: false,
        }
    }

    /// Takes note of entries that the reader told of and could not give: they fill a document as any
    /// other does.
    pub fn skipped(&mut self, entries: u64) {
        self.skipped += entries;
        self.has_gaps |= entries > 0;
    }

    /// Takes note that the reader could not read all of the document: it is not empty for that.
    pub fn unread(&mut self) {
        self.has_gaps = true;
    }

    /// Says what only the whole document shows, of which there were so many bytes without
    /// compression. [`Audit::finish`] does the same without what depends on the bytes.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn finish_document(&mut self, bytes: u64, sink: &mut dyn Sink) -> Result<()> {
        // The limits are of sitemaps; `robots/too-large` is that of robots.txt.
        let limit = self.facts.profile.bytes().filter(|_| self.facts.format != "robots");
        if let Some(limit) = limit {
            let place = self.facts.place();
            let detail = format!("{bytes} bytes, {limit} are the limit");
            if bytes > limit {
                sink.report(TOO_LARGE.at(place).detail(detail))?;
            } else if is_near(bytes, limit) {
                sink.report(NEAR_LIMIT.at(place).detail(detail))?;
            }
        }
        self.finish(sink)
    }

    fn too_many(&self) -> &'static Rule {
        match self.kind {
            Kind::Urlset => &TOO_MANY_URLS,
            Kind::Sitemapindex => &INDEX_TOO_MANY,
        }
    }

    fn priority(&mut self, priority: Priority, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        self.priorities += 1;
        let Some(first) = self.priority else {
            self.priority = Some(priority);
            return sink.report(PRIORITY_IGNORED.at(at.position()));
        };
        if !self.differ && first != priority {
            self.differ = first.value().total_cmp(&priority.value()).is_ne();
        }
        Ok(())
    }

    /// What the file itself shows.
    fn file(&self, sink: &mut dyn Sink) -> Result<()> {
        let (facts, place) = (&self.facts, self.facts.place());
        let refused = match facts.format {
            "rss" | "atom" => facts.profile == Profile::Yandex,
            "jsonfeed" | "jsonl" | "csv" | "tsv" | "indexnow" => true,
            _ => false,
        };
        if refused {
            sink.report(FORMAT_NOT_SUPPORTED.at(place).detail(facts.format))?;
        }
        let name = facts.name.to_ascii_lowercase();
        // A stream has no name.
        let named =
            matches!(&*name, "" | "-") || name.ends_with(".txt") || name.ends_with(".txt.gz");
        if facts.format == "text" && !named {
            sink.report(TEXT_EXTENSION.at(place).detail(facts.name))?;
        }
        let long = |address: &&str| address.chars().nth(LONGEST).is_some();
        if let Some(address) = facts.address.filter(long) {
            sink.report(URL_TOO_LONG.at(place).detail(address))?;
        }
        // The reader of XML knows where its root is, and says so itself.
        let empty = self.entries == 0 && !self.has_gaps;
        if empty && !matches!(facts.format, "xml" | "robots") {
            sink.report(EMPTY.at(place))?;
        }
        if empty && self.news && self.kind == Kind::Urlset {
            sink.report(EMPTY_NEWS.at(place))?;
        }
        Ok(())
    }
}

/// Most entries of a document.
fn most(facts: &Facts<'_>, kind: Kind) -> Option<u64> {
    match (facts.profile, kind) {
        _ if facts.format == "robots" => None,
        (Profile::Legacy, Kind::Sitemapindex) => Some(1_000),
        (profile, _) => profile.entries(),
    }
}

fn is_near(number: u64, limit: u64) -> bool {
    u128::from(number) * 10 > u128::from(limit) * 9
}

impl Audit for DocumentAudit<'_> {
    fn entry(&mut self, entry: &Entry, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        self.entries += 1;
        if let Some(most) = self.most.filter(|most| self.entries == most + 1) {
            let finding = self.too_many().at(at.position());
            sink.report(finding.detail(format!("the first beyond {most}")))?;
        }
        self.scope.entry(entry.loc.as_str(), at, sink)?;
        if let Some(lastmod) = entry.lastmod {
            self.lastmods.entry(lastmod, at);
        }
        if entry.changefreq.is_some() && !std::mem::replace(&mut self.changefreq, true) {
            sink.report(CHANGEFREQ_IGNORED.at(at.position()))?;
        }
        if let Some(priority) = entry.priority {
            self.priority(priority, at, sink)?;
        }
        if entry.extensions.is_empty() {
            return Ok(());
        }
        self.retired.entry(entry, at, sink)
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<()> {
        if std::mem::replace(&mut self.finished, true) {
            return Ok(());
        }
        let entries = self.entries;
        self.file(sink)?;
        let all = entries + self.skipped;
        if let Some(most) = self.most.filter(|most| entries <= *most && is_near(all, *most)) {
            let detail = format!("{all} entries, {most} are the limit");
            let rule = if all > most { self.too_many() } else { &NEAR_URL_LIMIT };
            sink.report(rule.at(self.facts.place()).detail(detail))?;
        }
        self.scope.finish(sink)?;
        self.lastmods.finish(&self.facts, (self.kind, entries), sink)?;
        if let Some(priority) = self.priority
            && entries > 1
            && (self.priorities, self.differ) == (entries, false)
        {
            let detail = format!("{} in {entries} entries", priority.as_str());
            sink.report(PRIORITY_SAME.at(self.facts.place()).detail(detail))?;
        }
        Ok(())
    }
}
