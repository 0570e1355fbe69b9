//! Shows every document of a plan to the checks of documents and every page to those of the set, and
//! whoever else wants to see them.

use crate::documents::Documents;
use crate::info;
use crate::opening::Opening;
use crate::plan::{self, Document, Plan};
use crate::progress::Progress;
use crate::report::Report;
use std::io::Read;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use urlset::check::{DocumentAudit, Facts, Listed, Refusals, Robots, SetAudit};
use urlset::clusters::{ClusterAudit, Summary};
use urlset::store::Store;
use urlset::{Audit, Began, EXTENSIONS, Entry, EntryReader, Kind, Place, Profile, Result, Sink};

/// How compressed files begin (RFC 1952, RFC 8878).
const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Sees what is checked.
pub(crate) trait Watch {
    /// A page, which was read from this document.
    fn page(&mut self, entry: &Entry, document: &Document) -> Result<()>;

    /// A document that was read, its size, inflated where it is compressed, and whether there is more
    /// of it.
    fn document(&mut self, document: &Document, bytes: u64, cut: bool);
}

/// Nobody.
impl Watch for () {
    fn page(&mut self, _: &Entry, _: &Document) -> Result<()> {
        Ok(())
    }

    fn document(&mut self, _: &Document, _: u64, _: bool) {}
}

/// What a check goes by.
pub(crate) struct Examination<'c> {
    pub(crate) plan: &'c Plan,
    pub(crate) opening: &'c Opening,
    /// The same for a second reading.
    pub(crate) again: &'c Opening,
    pub(crate) store: &'c Store,
    pub(crate) profile: Profile,
    pub(crate) robots: Vec<Robots>,
    pub(crate) address: Option<&'c str>,
    /// It was submitted in Search Console.
    pub(crate) submitted: bool,
    pub(crate) fail_fast: bool,
    pub(crate) progress: &'c Mutex<Progress>,
}

/// The checks of a set, and who else sees its pages.
struct Watching<'w, 's> {
    set: SetAudit<'s>,
    clusters: ClusterAudit<'s>,
    watch: &'w mut dyn Watch,
}

/// Who takes what documents show of the set.
pub(crate) trait Pages {
    /// A document that is an index.
    fn index(&mut self, document: &Document);

    /// A page, and where it stands.
    fn page(
        &mut self,
        entry: &Entry,
        at: &dyn Place,
        document: &Document,
        sink: &mut dyn Sink,
    ) -> Result<()>;

    /// A document that was read, as [`Watch::document`] is told of it.
    fn document(&mut self, document: &Document, bytes: u64, cut: bool);
}

impl Pages for Watching<'_, '_> {
    fn index(&mut self, document: &Document) {
        self.set.index(plan::nowhere(document.number));
    }

    fn page(
        &mut self,
        entry: &Entry,
        at: &dyn Place,
        document: &Document,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        self.watch.page(entry, document)?;
        self.set.entry(entry, at, sink)?;
        self.clusters.entry(entry, at, sink)
    }

    fn document(&mut self, document: &Document, bytes: u64, cut: bool) {
        self.watch.document(document, bytes, cut);
    }
}

/// Takes each entry, and where it began.
type Take<'t> = &'t mut dyn FnMut(&Entry, &dyn Place, &mut dyn Sink) -> Result<()>;

impl Examination<'_> {
    /// Shows every document to the audits of documents, all pages to those of the set.
    /// Gives what there is of language versions.
    pub(crate) fn look(&self, report: &mut Report, watch: &mut dyn Watch) -> Result<Summary> {
        let set = SetAudit::new(self.store).knowing(EXTENSIONS);
        let clusters = ClusterAudit::waiting(self.store);
        let mut watching = Watching { set, clusters, watch };
        for document in &self.plan.documents {
            self.document(document, &mut watching, report)?;
        }
        let Watching { mut set, mut clusters, .. } = watching;
        if !clusters.wants_again() {
            clusters.finish(report)?;
        }
        let set_again = set.wants_again()?;
        let pages = self.plan.documents.iter().filter(|one| one.kind == Kind::Urlset);
        for document in pages {
            if !set_again && !clusters.wants_again() {
                break;
            }
            // Everything was told in the first reading.
            self.one((document, self.again), &mut (), &mut |entry, at, _| {
                if set_again {
                    set.again(entry, at.position())?;
                }
                clusters.again(entry, at.position())
            })?;
        }
        clusters.finish(report)?;
        set.finish(report)?;
        Ok(clusters.summary().clone())
    }

    /// What one document shows is no reason to say something of the next.
    pub(crate) fn document(
        &self,
        document: &Document,
        pages: &mut dyn Pages,
        report: &mut Report,
    ) -> Result<()> {
        let refusals = (self.profile == Profile::StrictXsd).then(|| self.refusals(document));
        report.judge(refusals.transpose()?.flatten());
        self.audits(document, pages, report)?;
        let refusals = report.judge(None).into_iter();
        refusals.flat_map(Refusals::rest).try_for_each(|finding| report.report(finding))
    }

    /// What the schemas refuse in a document; `None` where it cannot be opened, which is told when
    /// it is read.
    fn refusals(&self, document: &Document) -> Result<Option<Refusals>> {
        let Ok(file) = document.open() else { return Ok(None) };
        self.opening.refusals(file, &document.which(), &document.facts.format)
    }

    fn audits(
        &self,
        document: &Document,
        pages: &mut dyn Pages,
        report: &mut Report,
    ) -> Result<()> {
        let mut whole = DocumentAudit::new(self.facts(document), &document.header);
        let mut audits: Vec<Box<dyn Audit>> =
            EXTENSIONS.iter().map(|extension| (extension.audit)()).collect();
        if document.kind == Kind::Sitemapindex {
            pages.index(document);
        }
        let (mut entries, lost, gaps) = (0, report.lost_entries(), report.gaps());
        self.one((document, self.opening), report, &mut |entry, at, sink| {
            entries += 1;
            whole.entry(entry, at, sink)?;
            audits.iter_mut().try_for_each(|audit| audit.entry(entry, at, sink))?;
            if document.kind == Kind::Sitemapindex {
                return Ok(());
            }
            pages.page(entry, at, document, sink)
        })?;
        document.entries.store(entries, Ordering::Relaxed);
        audits.iter_mut().try_for_each(|audit| audit.finish(report))?;
        whole.skipped(report.lost_entries() - lost);
        if report.gaps() > gaps {
            whole.unread();
        }
        let bytes = self.bytes(document);
        pages.document(document, bytes, report.is_torn(document.number));
        whole.finish_document(bytes, report)
    }

    /// Reads one document, from its first entry to its last.
    fn one(
        &self,
        (document, opening): (&Document, &Opening),
        sink: &mut dyn Sink,
        take: Take<'_>,
    ) -> Result<()> {
        let mut reader = Documents::new(std::slice::from_ref(document), &self.plan.header, opening)
            .only(Some(document.kind))
            .shown(self.progress)
            .fail_fast(self.fail_fast);
        let mut entry = Entry::default();
        while reader.read_entry(&mut entry, sink)? {
            take(&entry, &Began::of(&reader), sink)?;
        }
        Ok(())
    }

    fn facts<'d>(&'d self, document: &'d Document) -> Facts<'d> {
        // Of what was fetched, a flag may say that it is published elsewhere.
        let own = document.base.as_deref();
        let address = match document.listed {
            Some(_) => own.or(self.address),
            None => self.address.or(own),
        };
        let listed = document.listed.zip(document.base.as_deref());
        Facts {
            name: &document.file_name,
            input: document.number,
            address,
            listed: listed.map(|((at, lastmod), loc)| Listed { loc, at, lastmod }),
            robots: &self.robots,
            submitted: self.submitted,
            ..Facts::new(self.profile, &document.facts.format)
        }
    }

    /// Bytes of a document, inflated where it is compressed: as many as can be.
    fn bytes(&self, document: &Document) -> u64 {
        let mut magic = [0; 4];
        let read = document.open().and_then(|mut file| file.read(&mut magic));
        let compressed = read.is_ok() && (magic.starts_with(&GZIP) || magic == ZSTD);
        match compressed {
            true => info::length(document, &self.opening.read.limits).0,
            false => document.bytes(),
        }
    }
}
