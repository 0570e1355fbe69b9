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
use crate::{filter, inputs, output, plan, planner, table};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use urlset::clusters::ClusterAudit;
use urlset::{Audit, EXTENSIONS, Entry, EntryReader, Result, Severity};

/// Runs the command.
pub(crate) fn run(args: &CheckArgs, common: &Common) -> Ended {
    table::check_only_read(&args.table)?;
    table::check_x_default(&args.table)?;
    let weights = args.weights()?;
    let profile = args.profile_name(&weights);
    let progress = Mutex::new(Progress::new(common));
    let mut opening = Opening::new(&args.reading, table::reading(&args.table)?)?;
    opening.read.remarks = true;
    opening.read.now = Some(filter::now());
    let mut report = Report::new(common)?;
    report.weigh(weights);
    let plan = plan_of(args, &opening, &mut report)?;
    let store = args.memory.store()?;
    let mut set = ClusterAudit::new(&store);
    let mut lines = Vec::new();
    if let Err(error) = look(&plan, args, &opening, &mut set, &progress, &mut report) {
        if let Some(failure) = report.failed(&error) {
            return Err(failure);
        }
        lines.push("the set was not checked to its end".to_owned());
    }
    if common.fail_on.is_none() && report.found(Severity::Error) > 0 {
        report.blame(Cause::No);
    }
    // Equal sets give equal reports: those that people keep say no time.
    let is_kept = matches!(common.form(), ReportFormat::Github | ReportFormat::Markdown);
    let elapsed = progress.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
    lines.push(format!(
        "{} in {}: {}, {}, {} for {profile}{}",
        entries(&plan),
        count(plan.documents.len() as u64, "file"),
        count(report.found(Severity::Error), "error"),
        count(report.found(Severity::Warning), "warning"),
        count(report.found(Severity::Note), "note"),
        if is_kept { String::new() } else { format!(", {:.1} s", elapsed.as_secs_f64()) },
    ));
    report.close(&lines);
    if plan.documents.is_empty() {
        report.ended(&lines);
    }
    write_report(&mut report, &plan, &profile, common)?;
    Ok(report.cause())
}

/// Which documents there are to check; indexes are checked as such, and what they name.
fn plan_of(
    args: &CheckArgs,
    opening: &Opening,
    report: &mut Report,
) -> std::result::Result<Plan, Failure> {
    let manner = plan::Manner { keep_indexes: true, ..args.follow.manner()? };
    let plan = match planner::plan(inputs::expand(&args.inputs)?, opening, &manner, report) {
        Ok(plan) => plan,
        Err(error) => match report.failed(&error) {
            Some(failure) => return Err(failure),
            None => Plan::nothing(),
        },
    };
    if plan.documents.is_empty() && report.cause().is_none() {
        report.blame(Cause::Input);
    }
    Ok(plan)
}

/// Shows every entry of every document to the audits of its extensions and to that of the set.
fn look(
    plan: &Plan,
    args: &CheckArgs,
    opening: &Opening,
    set: &mut ClusterAudit<'_>,
    progress: &Mutex<Progress>,
    report: &mut Report,
) -> Result<()> {
    let mut entry = Entry::default();
    for document in &plan.documents {
        let mut reader = Documents::new(std::slice::from_ref(document), &plan.header, opening)
            .only(Some(document.kind))
            .counted(true)
            .shown(progress)
            .fail_fast(args.follow.fail_fast);
        // What one document shows is no reason to say something of the next.
        let mut audits: Vec<Box<dyn Audit>> =
            EXTENSIONS.iter().map(|extension| (extension.audit)()).collect();
        while reader.read_entry(&mut entry, report)? {
            let at = reader.position();
            for audit in &mut audits {
                audit.entry(&entry, at, report)?;
            }
            set.entry(&entry, at, report)?;
        }
        for audit in &mut audits {
            audit.finish(report)?;
        }
    }
    set.finish(report)
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
        ("error", report.found(Severity::Error)),
        ("warning", report.found(Severity::Warning)),
        ("note", report.found(Severity::Note)),
    ] {
        frame.totals.insert(name.to_owned(), value.into());
    }
    output::write_whole(common.report.as_deref(), |out| sheet.write(&frame, out))
}
