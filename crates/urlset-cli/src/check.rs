//! `urlset check`: what is wrong with a set, for whom.

use crate::args::{Common, ReportFormat};
use crate::check_args::CheckArgs;
use crate::documents::Documents;
use crate::exit::{Cause, Ended, Failure};
use crate::number::{count, thousands};
use crate::opening::Opening;
use crate::plan::{Document, Plan};
use crate::progress::Progress;
use crate::report::Report;
use crate::sheet::Frame;
use crate::{distinct, filter, info, orphans, output, plan, planner, table};
use std::io::Read;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use urlset::check::{DocumentAudit, Facts, Listed, Refusals, Robots, SetAudit};
use urlset::clusters::ClusterAudit;
use urlset::store::Store;
use urlset::{
    Audit, Began, EXTENSIONS, Entry, EntryReader, Kind, Place, Profile, Result, Severity, Sink,
};

/// How compressed files begin (RFC 1952, RFC 8878).
const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Runs the command.
pub(crate) fn run(args: &CheckArgs, common: &Common) -> Ended {
    table::check_only_read(&args.table)?;
    table::check_x_default(&args.table)?;
    let robots: Vec<PathBuf> = args.robots_files().collect();
    let flags = args.table.map_file.iter().chain(&robots);
    distinct::spare_read(flags, &args.inputs, &[common.role()])?;
    let weights = args.weights()?;
    let profile = args.profile_name(&weights);
    let progress = Mutex::new(Progress::new(common));
    let mut opening = Opening::new(&args.reading, table::reading(&args.table)?)?;
    opening.read.remarks = true;
    opening.read.now = Some(filter::now());
    let store = args.memory.store()?;
    opening.store = store.clone();
    opening.ahead = args.memory.jobs() > 1;
    let mut report = Report::new(common)?;
    report.weigh(weights.clone());
    // What is read does not depend on who wants remarks, and nobody does twice.
    let mut again = opening.clone();
    again.read.remarks = false;
    let plan = plan_of(args, &opening, &mut report)?;
    let robots = args.robots()?;
    if let Err(error) = orphans::tell(&plan, &opening, &robots, &mut report)
        && let Some(failure) = report.failed(&error)
    {
        return Err(failure);
    }
    let check = Check {
        args,
        plan: &plan,
        opening: &opening,
        again: &again,
        store: &store,
        profile: weights.profile(),
        robots,
        address: args.address()?,
        progress: &progress,
    };
    let mut lines = Vec::new();
    if let Err(error) = check.look(&mut report) {
        if let Some(failure) = report.failed(&error) {
            return Err(failure);
        }
        lines.push("the set was not checked to its end".to_owned());
    }
    if common.fail_on.is_none() && report.found(Severity::Error) > 0 {
        report.blame(Cause::No);
    }
    lines.push(summary(&plan, &report, &profile, common, &progress));
    report.close(&lines);
    if plan.documents.is_empty() {
        report.ended(&lines);
    }
    write_report(&mut report, &plan, &profile, common)?;
    Ok(report.cause())
}

/// The last line of what people read.
fn summary(
    plan: &Plan,
    report: &Report,
    profile: &str,
    common: &Common,
    progress: &Mutex<Progress>,
) -> String {
    // Equal sets give equal reports: those that people keep say no time.
    let is_kept = matches!(common.form(), ReportFormat::Github | ReportFormat::Markdown);
    let elapsed = progress.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
    // What a reader would leave out, whatever that weighs; not of rules that are allowed.
    let dropped: u64 = report.tallies().map(|tally| tally.dropped).sum();
    let dropped = match dropped {
        0 => String::new(),
        dropped => format!(", {} dropped", thousands(dropped)),
    };
    format!(
        "{}{dropped} in {}: {}, {}, {} for {profile}{}",
        entries(plan),
        count(plan.documents.len() as u64, "file"),
        count(report.found(Severity::Error), "error"),
        count(report.found(Severity::Warning), "warning"),
        count(report.found(Severity::Note), "note"),
        if is_kept { String::new() } else { format!(", {:.1} s", elapsed.as_secs_f64()) },
    )
}

/// Which documents there are to check; indexes are checked as such, and what they name.
fn plan_of(
    args: &CheckArgs,
    opening: &Opening,
    report: &mut Report,
) -> std::result::Result<Plan, Failure> {
    let follow = args.follow.manner()?;
    let manner = plan::Manner { keep_indexes: true, once: true, spool: true, ..follow };
    planner::plan_to_read(&args.inputs, opening, &manner, report)
}

/// What a check goes by.
struct Check<'c> {
    args: &'c CheckArgs,
    plan: &'c Plan,
    opening: &'c Opening,
    /// The same for a second reading.
    again: &'c Opening,
    store: &'c Store,
    profile: Profile,
    robots: Vec<Robots>,
    address: Option<&'c str>,
    progress: &'c Mutex<Progress>,
}

/// Takes each entry, and where it began.
type Take<'t> = &'t mut dyn FnMut(&Entry, &dyn Place, &mut dyn Sink) -> Result<()>;

impl Check<'_> {
    /// Shows every document to the audits of documents, all pages to those of the set.
    fn look(&self, report: &mut Report) -> Result<()> {
        let (mut set, mut clusters) =
            (SetAudit::new(self.store), ClusterAudit::waiting(self.store));
        for document in &self.plan.documents {
            self.document(document, &mut set, &mut clusters, report)?;
        }
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
        set.finish(report)
    }

    /// What one document shows is no reason to say something of the next.
    fn document(
        &self,
        document: &Document,
        set: &mut SetAudit<'_>,
        clusters: &mut ClusterAudit<'_>,
        report: &mut Report,
    ) -> Result<()> {
        let refusals = (self.profile == Profile::StrictXsd).then(|| self.refusals(document));
        report.judge(refusals.transpose()?.flatten());
        self.audits(document, set, clusters, report)?;
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
        set: &mut SetAudit<'_>,
        clusters: &mut ClusterAudit<'_>,
        report: &mut Report,
    ) -> Result<()> {
        let mut whole = DocumentAudit::new(self.facts(document), &document.header);
        let mut audits: Vec<Box<dyn Audit>> =
            EXTENSIONS.iter().map(|extension| (extension.audit)()).collect();
        if document.kind == Kind::Sitemapindex {
            set.index(plan::nowhere(document.number));
        }
        let (mut entries, lost, gaps) = (0, report.lost_entries(), report.gaps());
        self.one((document, self.opening), report, &mut |entry, at, sink| {
            entries += 1;
            whole.entry(entry, at, sink)?;
            audits.iter_mut().try_for_each(|audit| audit.entry(entry, at, sink))?;
            if document.kind == Kind::Sitemapindex {
                return Ok(());
            }
            set.entry(entry, at, sink)?;
            clusters.entry(entry, at, sink)
        })?;
        document.entries.store(entries, Ordering::Relaxed);
        audits.iter_mut().try_for_each(|audit| audit.finish(report))?;
        whole.skipped(report.lost_entries() - lost);
        if report.gaps() > gaps {
            whole.unread();
        }
        whole.finish_document(self.bytes(document), report)
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
            .fail_fast(self.args.follow.fail_fast);
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
            submitted: self.args.submitted,
            ..Facts::new(self.profile, &document.facts.format)
        }
    }

    /// Bytes of a document, inflated where it is compressed.
    fn bytes(&self, document: &Document) -> u64 {
        let mut magic = [0; 4];
        let read = document.open().and_then(|mut file| file.read(&mut magic));
        let compressed = read.is_ok() && (magic.starts_with(&GZIP) || magic == ZSTD);
        let inflated = || info::length(document, &self.opening.read.limits);
        compressed.then(inflated).flatten().unwrap_or_else(|| document.bytes())
    }
}

fn entries(plan: &Plan) -> String {
    let entries = plan.documents.iter().map(|one| one.entries.load(Ordering::Relaxed)).sum();
    match entries {
        1 => "1 entry".to_owned(),
        entries => format!("{} entries", thousands(entries)),
    }
}

fn write_report(
    report: &mut Report,
    plan: &Plan,
    profile: &str,
    common: &Common,
) -> std::result::Result<(), Failure> {
    let Some(sheet) = report.sheet.take() else {
        return Ok(());
    };
    let mut frame = Frame {
        command: "check",
        profile: Some(profile.to_owned()),
        inputs: plan.documents.iter().map(Document::facts).collect(),
        ..Frame::default()
    };
    let entries: u64 = frame.inputs.iter().map(|input| input.entries).sum();
    for (name, value) in [
        ("entries", entries),
        ("dropped", report.tallies().map(|tally| tally.dropped).sum()),
        ("error", report.found(Severity::Error)),
        ("warning", report.found(Severity::Warning)),
        ("note", report.found(Severity::Note)),
    ] {
        frame.totals.insert(name.to_owned(), value.into());
    }
    output::write_whole(common.report.as_deref(), |out| sheet.write(&frame, out))
}
