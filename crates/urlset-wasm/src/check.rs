//! What is wrong with files, for whom: as `urlset check --follow none`.

use crate::documents::Documents;
use crate::found::Found;
use crate::opening::{Document, Opening};
use crate::options::store;
use crate::report::{Frame, input, report};
use crate::{File, Options, Refused, some};
use urlset::check::{DocumentAudit, Facts, Refusals, SetAudit};
use urlset::clusters::ClusterAudit;
use urlset::news::NewsAudit;
use urlset::video::VideoAudit;
use urlset::{
    Audit, Began, EXTENSIONS, Entry, EntryReader, Error, Kind, Place, Position, Profile, Result,
    Sink,
};

/// Checks files as one set; gives the report that `urlset check --json` gives of them.
///
/// # Errors
/// When there are no files, or options mean nothing.
pub fn check(files: &[File<'_>], options: &Options) -> std::result::Result<String, Refused> {
    let (weights, name) = options.weights()?;
    some(files)?;
    let mut opening = Opening::new(options)?;
    // What is read does not depend on who wants remarks, and nobody does twice.
    let again = opening.clone();
    opening.read.remarks = true;
    let profile = weights.profile();
    let mut found = Found::new(Some(weights), options.max_findings);
    let failed = |error: &Error| Refused(error.to_string());
    let documents = opening.documents(files, &mut found).map_err(|error| failed(&error))?;
    let address = options.sitemap_url.as_deref().or(options.source_url.as_deref());
    let address = address.filter(|_| files.len() < 2);
    let examination =
        Examination { documents: &documents, opening, again, profile, address, now: options.now };
    match examination.look(&mut found) {
        Ok(()) => {}
        // What was found until then is told all the same.
        Err(Error::Stopped(finding)) => found.report(*finding).map_err(|error| failed(&error))?,
        Err(error) => return Err(failed(&error)),
    }
    let inputs = documents.iter().map(input).collect();
    let mut frame = Frame { command: "check", profile: Some(name), inputs, ..Frame::default() };
    let entries: u64 = documents.iter().map(Document::entries).sum();
    frame.totals.insert("entries".to_owned(), entries.into());
    Ok(report(frame, &found))
}

/// The checks of all extensions; time is what somebody said it is.
pub(crate) fn audits(now: Option<i64>) -> Vec<Box<dyn Audit>> {
    let of = |extension: &&'static urlset::Extension| -> Box<dyn Audit> {
        match (extension.name, now) {
            ("news", Some(now)) => Box::new(NewsAudit::at(now)),
            ("video", Some(now)) => Box::new(VideoAudit::at(now)),
            _ => (extension.audit)(),
        }
    };
    EXTENSIONS.iter().map(of).collect()
}

/// What a check goes by.
struct Examination<'c, 'f> {
    documents: &'c [Document<'f>],
    opening: Opening,
    /// The same for a second reading.
    again: Opening,
    profile: Profile,
    address: Option<&'c str>,
    now: Option<i64>,
}

/// Takes each entry, and where it began.
type Take<'t> = &'t mut dyn FnMut(&Entry, &dyn Place, &mut dyn Sink) -> Result<()>;

impl Examination<'_, '_> {
    /// Shows every document to the audits of documents, all pages to those of the set.
    fn look(&self, found: &mut Found) -> Result<()> {
        let store = store();
        let (mut set, mut clusters) =
            (SetAudit::new(&store).knowing(EXTENSIONS), ClusterAudit::waiting(&store));
        for document in self.documents {
            self.document(document, (&mut set, &mut clusters), found)?;
        }
        if !clusters.wants_again() {
            clusters.finish(found)?;
        }
        let set_again = set.wants_again()?;
        for document in self.documents.iter().filter(|one| one.kind() == Kind::Urlset) {
            if !set_again && !clusters.wants_again() {
                break;
            }
            // Everything was told in the first reading.
            self.read((document, &self.again, false), &mut (), &mut |entry, at, _| {
                if set_again {
                    set.again(entry, at.position())?;
                }
                clusters.again(entry, at.position())
            })?;
        }
        clusters.finish(found)?;
        set.finish(found)
    }

    /// What one document shows is no reason to say something of the next.
    fn document(
        &self,
        document: &Document<'_>,
        set: (&mut SetAudit<'_>, &mut ClusterAudit<'_>),
        found: &mut Found,
    ) -> Result<()> {
        let asked = self.profile == Profile::StrictXsd;
        let refusals = asked.then(|| self.opening.refusals(document)).transpose()?;
        found.judge(refusals.flatten());
        self.audit(document, set, found)?;
        let mut rest = found.judge(None).into_iter().flat_map(Refusals::rest);
        rest.try_for_each(|finding| found.report(finding))
    }

    fn audit(
        &self,
        document: &Document<'_>,
        (set, clusters): (&mut SetAudit<'_>, &mut ClusterAudit<'_>),
        found: &mut Found,
    ) -> Result<()> {
        let facts = Facts {
            name: document.file.name,
            input: document.number,
            address: self.address,
            ..Facts::new(self.profile, document.format.name)
        };
        let mut whole = DocumentAudit::new(facts, &document.header);
        let mut audits = audits(self.now);
        let is_index = document.kind() == Kind::Sitemapindex;
        if is_index {
            set.index(Position { input: document.number, ..Position::default() });
        }
        let (mut entries, lost, gaps) = (0, found.lost_entries(), found.gaps());
        self.read((document, &self.opening, false), found, &mut |entry, at, sink| {
            entries += 1;
            whole.entry(entry, at, sink)?;
            audits.iter_mut().try_for_each(|audit| audit.entry(entry, at, sink))?;
            if is_index {
                return Ok(());
            }
            set.entry(entry, at, sink)?;
            clusters.entry(entry, at, sink)
        })?;
        document.gave(entries);
        audits.iter_mut().try_for_each(|audit| audit.finish(found))?;
        whole.skipped(found.lost_entries() - lost);
        if found.gaps() > gaps {
            whole.unread();
        }
        whole.finish_document(document.length(&self.opening.read.limits), found)
    }

    /// Reads one document, from its first entry to its last.
    fn read(
        &self,
        (document, opening, counts): (&Document<'_>, &Opening, bool),
        sink: &mut dyn Sink,
        take: Take<'_>,
    ) -> Result<()> {
        let one = std::slice::from_ref(document);
        let mut reader = Documents::new(one, &document.header, opening, counts);
        let mut entry = Entry::default();
        while reader.read_entry(&mut entry, sink)? {
            take(&entry, &Began::of(&reader), sink)?;
        }
        Ok(())
    }
}
