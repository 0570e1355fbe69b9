//! `urlset check`: what is wrong with a set, for whom.

use crate::args::{Common, ReportFormat};
use crate::check_args::CheckArgs;
use crate::cluster::Elsewhere;
use crate::examine::Examination;
use crate::exit::{Cause, Ended, Failure};
use crate::number::{count, thousands};
use crate::opening::Opening;
use crate::plan::{Document, Plan};
use crate::progress::Progress;
use crate::report::Report;
use crate::sheet::Frame;
use crate::{cluster_check, distinct, filter, orphans, output, own_robots, plan, planner, table};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use urlset::Severity;
use urlset::check::Robots;

/// Runs the command.
pub(crate) fn run(args: &CheckArgs, common: &Common) -> Ended {
    run_by(args, common, None)
}

/// The same; perhaps others read the documents.
pub(crate) fn run_by(
    args: &CheckArgs,
    common: &Common,
    elsewhere: Option<&dyn Elsewhere>,
) -> Ended {
    table::check_only_read(&args.table)?;
    table::check_x_default(&args.table)?;
    let robots: Vec<PathBuf> = args.robots_files().collect();
    let flags = args.table.map_file.iter().chain(&robots);
    distinct::spare_read(flags, &args.inputs, &[common.role()])?;
    let (weights, profile) = args.weights()?;
    let progress = Mutex::new(Progress::new(common));
    let store = args.memory.store()?;
    let mut opening = Opening::new(&args.reading, table::reading(&args.table)?, store.clone())?;
    opening.read.remarks = true;
    opening.read.now = Some(filter::now());
    opening.ahead = args.memory.jobs() > 1;
    let mut report = Report::new(common)?;
    report.weigh(weights.clone());
    // What is read does not depend on who wants remarks, and nobody does twice.
    let mut again = opening.clone();
    again.read.remarks = false;
    let plan = plan_of(args, elsewhere.is_some(), &opening, &mut report)?;
    let address = args.address()?;
    let (robots, own) = robots_of(args, (&plan, &opening), address.as_deref(), &mut report)?;
    let check = Examination {
        plan: &plan,
        opening: &opening,
        again: &again,
        store: &store,
        profile: weights.profile(),
        robots,
        address: address.as_deref(),
        submitted: args.submitted,
        fail_fast: args.follow.fail_fast,
        progress: &progress,
    };
    let mut lines = Vec::new();
    let looked = match elsewhere {
        Some(others) => cluster_check::look(others, (&check, own), &mut report),
        None => check.look(&mut report, &mut ()).map(drop),
    };
    if let Err(error) = looked {
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
    // What a reader would leave out, whatever that weighs, also where nobody is told.
    let dropped = match report.lost_entries() {
        0 => String::new(),
        dropped => format!(" and {} dropped", thousands(dropped)),
    };
    // What stands behind the fault was not looked at.
    let unended = match report.unended() {
        0 => String::new(),
        unended => format!(" ({} not read to the end)", thousands(unended)),
    };
    format!(
        "{}{dropped} in {}{unended}: {}, {}, {} for {profile}{}",
        entries(plan),
        count(plan.documents.len() as u64, "file"),
        count(report.found(Severity::Error), "error"),
        count(report.found(Severity::Warning), "warning"),
        count(report.found(Severity::Note), "note"),
        if is_kept { String::new() } else { format!(", {:.1} s", elapsed.as_secs_f64()) },
    )
}

/// What robots.txt files say: those that were supplied come first, then those of the plan, which are given
/// as they are, too. Tells of sitemaps that none of the supplied ones names.
fn robots_of(
    args: &CheckArgs,
    (plan, opening): (&Plan, &Opening),
    address: Option<&str>,
    report: &mut Report,
) -> Result<(Vec<Robots>, own_robots::Texts), Failure> {
    let mut robots = args.robots()?;
    let told = orphans::tell(plan, opening, &robots, report);
    let own = told.and_then(|()| own_robots::read(plan, opening, address, report));
    let own = own.or_else(|error| report.failed(&error).map_or_else(|| Ok(Vec::new()), Err))?;
    robots.extend(own_robots::parsed(&own));
    Ok((robots, own))
}

/// Which documents there are to check; indexes are checked as such, and what they name.
fn plan_of(
    args: &CheckArgs,
    elsewhere: bool,
    opening: &Opening,
    report: &mut Report,
) -> Result<Plan, Failure> {
    let follow = args.follow.manner()?;
    let manner = plan::Manner { keep_indexes: true, once: true, spool: true, elsewhere, ..follow };
    let plan = planner::plan_to_read(&args.inputs, opening, &manner, report)?;
    // Nothing could be read, whatever `--fail-on` makes of the findings that say why.
    if plan.documents.is_empty() && report.blamed().is_none() {
        report.blame(Cause::Input);
    }
    Ok(plan)
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
) -> Result<(), Failure> {
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
        ("dropped", report.lost_entries()),
        ("error", report.found(Severity::Error)),
        ("warning", report.found(Severity::Warning)),
        ("note", report.found(Severity::Note)),
    ] {
        frame.totals.insert(name.to_owned(), value.into());
    }
    output::write_whole(common.report.as_deref(), |out| sheet.write(&frame, out))
}
