//! `urlset hreflang`: what is wrong with the language versions of a whole set; completing them is a
//! change like others.

use crate::args::{Common, ReportFormat};
use crate::documents::Documents;
use crate::exit::{Cause, Ended, Failure};
use crate::hreflang_args::{HreflangArgs, HreflangCheckArgs, HreflangTask};
use crate::number::{count, thousands};
use crate::opening::Opening;
use crate::plan::{Document, Plan};
use crate::progress::Progress;
use crate::report::Report;
use crate::sheet::Frame;
use crate::{change, distinct, list, output, planner, table};
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};
use urlset::clusters::{ClusterAudit, Summary};
use urlset::hreflang::HreflangAudit;
use urlset::{Audit, Began, Entry, EntryReader, Result, Severity};

/// Pairs of languages that text shows.
const PAIRS: usize = 20;

/// Runs the command.
pub(crate) fn run(args: &HreflangArgs, common: &Common) -> Ended {
    match &args.task {
        HreflangTask::Check(args) => check(args, common),
        HreflangTask::Complete(args) => change::run(change::COMPLETE, args, common),
    }
}

fn check(args: &HreflangCheckArgs, common: &Common) -> Ended {
    let progress = Mutex::new(Progress::new(common));
    table::check_only_read(&args.table)?;
    table::check_x_default(&args.table)?;
    distinct::spare_read(&args.table.map_file, &args.inputs, &[common.role()])?;
    let store = args.memory.store()?;
    let opening = Opening::new(&args.reading, table::reading(&args.table)?, store.clone())?;
    let mut report = Report::new(common)?;
    let plan = plan_of(args, &opening, &mut report)?;
    let mut clusters = ClusterAudit::new(&store);
    let reader = Documents::new(&plan.documents, &plan.header, &opening)
        .counted(true)
        .shown(&progress)
        .fail_fast(args.follow.fail_fast);
    let checked = look(reader, &mut clusters, &mut report);
    let mut lines = Vec::new();
    if let Err(error) = checked {
        if let Some(failure) = report.failed(&error) {
            return Err(failure);
        }
        lines.push("the set was not checked to its end".to_owned());
    }
    if common.fail_on.is_none() && report.found(Severity::Error) > 0 {
        report.blame(Cause::No);
    }
    let summary = clusters.summary();
    if common.form() == ReportFormat::Text && common.quiet == 0 && summary.links > 0 {
        let text = matrix(summary);
        output::write_whole(None, |out| out.write_all(text.as_bytes()))?;
    }
    let elapsed = progress.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
    lines.push(format!(
        "{}, {} with alternates, {}, {}; {}, {}, {}; {}, {:.1} s",
        count(summary.entries, "URL"),
        thousands(summary.linking),
        count(summary.clusters, "cluster"),
        count(summary.languages.iter().count() as u64, "language"),
        count(report.found(Severity::Error), "error"),
        count(report.found(Severity::Warning), "warning"),
        count(report.found(Severity::Note), "note"),
        count(plan.documents.len() as u64, "file"),
        elapsed.as_secs_f64(),
    ));
    report.close(&lines);
    if matches!(report.cause(), Some(Cause::Input | Cause::Limit)) {
        report.ended(&[]);
    }
    write_report(&mut report, &plan, summary, common)?;
    Ok(report.cause())
}

/// Which documents there are to check.
fn plan_of(
    args: &HreflangCheckArgs,
    opening: &Opening,
    report: &mut Report,
) -> std::result::Result<Plan, Failure> {
    let manner = args.follow.manner()?;
    let plan = planner::plan_to_read(&args.inputs, opening, &manner, report)?;
    table::check_is_read(&args.table, plan.documents.is_empty() || plan.has_table())?;
    Ok(plan)
}

/// Shows every entry to the check of single entries and to that of the whole set.
fn look(
    mut reader: impl EntryReader,
    clusters: &mut ClusterAudit<'_>,
    report: &mut Report,
) -> Result<()> {
    let mut single = HreflangAudit::default();
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, report)? {
        let at = Began::of(&reader);
        single.entry(&entry, &at, report)?;
        clusters.entry(&entry, &at, report)?;
    }
    single.finish(report)?;
    clusters.finish(report)
}

/// Pages and links of each language, and which languages do not link back to which.
fn matrix(summary: &Summary) -> String {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let mut rows: Vec<Vec<String>> = vec![words(&["language", "pages", "links", "no return"])];
    for (tag, counts) in summary.languages.iter() {
        let numbers = [counts.pages, counts.links, counts.no_return].map(thousands);
        rows.push([tag.to_owned()].into_iter().chain(numbers).collect());
    }
    let mut text = list::columns(&rows);
    let mut pairs: Vec<(&str, &str, u64)> = summary.languages.missing().collect();
    if pairs.is_empty() {
        return text;
    }
    // Equal ones stay in order of their tags.
    pairs.sort_by_key(|(_, _, links)| std::cmp::Reverse(*links));
    let mut rows: Vec<Vec<String>> = vec![words(&["from", "to", "no return"])];
    for (from, to, links) in pairs.iter().take(PAIRS) {
        let from = if from.is_empty() { "?" } else { from };
        rows.push(vec![from.to_owned(), (*to).to_owned(), thousands(*links)]);
    }
    text = format!("{text}\n{}", list::columns(&rows));
    if pairs.iter().take(PAIRS).any(|(from, ..)| from.is_empty()) {
        text += "?: pages that do not say which language they are in\n";
    }
    if let Some(more) = pairs.len().checked_sub(PAIRS).filter(|more| *more > 0) {
        text += &format!("and {}\n", count(more as u64, "more pair"));
    }
    text
}

fn write_report(
    report: &mut Report,
    plan: &Plan,
    summary: &Summary,
    common: &Common,
) -> std::result::Result<(), Failure> {
    let Some(sheet) = report.sheet.take() else {
        return Ok(());
    };
    let languages: serde_json::Map<String, Value> = summary
        .languages
        .iter()
        .map(|(tag, counts)| {
            let (pages, links) = (counts.pages, counts.links);
            (tag.to_owned(), json!({"pages": pages, "links": links, "no_return": counts.no_return}))
        })
        .collect();
    let pairs = summary.languages.missing();
    let pairs = pairs.map(|(from, to, links)| json!({"from": from, "to": to, "links": links}));
    let mut frame = Frame {
        command: "hreflang check",
        inputs: plan.documents.iter().map(Document::facts).collect(),
        ..Frame::default()
    };
    for (name, value) in [
        ("entries", summary.entries.into()),
        ("linking", summary.linking.into()),
        ("links", summary.links.into()),
        ("clusters", summary.clusters.into()),
        ("languages", Value::Object(languages)),
        ("no_return", pairs.collect()),
        ("error", report.found(Severity::Error).into()),
        ("warning", report.found(Severity::Warning).into()),
        ("note", report.found(Severity::Note).into()),
    ] {
        frame.totals.insert(name.to_owned(), value);
    }
    output::write_whole(common.report.as_deref(), |out| sheet.write(&frame, out))
}
