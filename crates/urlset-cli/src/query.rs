//! `urlset query`: chosen fields of chosen entries.

use crate::args::{Common, ReportFormat};
use crate::convert_args::CsvLayout;
use crate::documents::Documents;
use crate::exit::{Cause, Ended, Failure};
use crate::opening::Opening;
use crate::output::{self, Publication, Unwritten};
use crate::plan::{self, Plan};
use crate::progress::Progress;
use crate::query_args::{Form, QueryArgs};
use crate::report::Report;
use crate::rows::Rows;
use crate::sheet::{Frame, OutputFacts};
use crate::summary::Totals;
use crate::{distinct, filter, inputs, planner, set_target, table};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use urlset::query::{Filter, Origin, Scope, Selection, Where};
use urlset::{Entry, EntryReader, Error, Severity};

/// Bytes of rows that are written at once.
const BLOCK: usize = 64 * 1024;

/// What is asked: which entries, and what of them.
struct Question {
    scope: Scope,
    filter: Filter,
    /// The texts of both, for faults that only the inputs show.
    condition: String,
    fields: String,
    selection: Selection,
}

/// What was given.
#[derive(Default)]
struct Answered {
    rows: u64,
    bytes: u64,
    left_out: u64,
}

/// Runs the command.
pub(crate) fn run(args: &QueryArgs, common: &Common) -> Ended {
    let progress = Mutex::new(Progress::new(common));
    check(args, common)?;
    set_target::check_one(args.output.as_deref())?;
    distinct::check(&[distinct::data(args.output.as_deref(), false), common.role()])?;
    let question = question(args)?;
    let form = form(args)?;
    if form != Form::Jsonl {
        let checked = question.selection.check_values(&question.fields, &question.scope);
        checked.map_err(|fault| filter::wrong("--fields", &question.fields, &fault))?;
    }
    let mut reading = table::reading(&args.table)?;
    reading.columns = columns(&question);
    let opening = Opening::new(&args.reading, reading)?;
    let mut report = Report::new(common)?;
    let wanted = inputs::expand(&args.inputs)?;
    let plan = match planner::plan(wanted, &opening, &manner(args)?, &mut report) {
        Ok(plan) => plan,
        Err(error) => return stopped(&error, &mut report),
    };
    if plan.documents.is_empty() {
        if report.cause().is_none() {
            report.blame(Cause::Input);
        }
    } else {
        question.check(&plan)?;
    }
    let manner = output::Manner { data: true, ..output::Manner::default() };
    let publication = Publication::open(args.output.as_deref(), manner)?;
    let documents = Documents::new(&plan.documents, &plan.header, &opening)
        .counted(true)
        .shown(&progress)
        .fail_fast(args.follow.fail_fast);
    let answered = match answer(args, &question, form, documents, &publication, &mut report) {
        Ok(answered) => answered,
        Err(error) => return unwritten(&error, publication.name(), &mut report),
    };
    publication.publish()?;
    let totals = Totals {
        kind: plan.header.kind,
        read: plan.documents.iter().map(|document| document.facts().entries).sum(),
        left_out: answered.left_out,
        joined: 0,
        written: answered.rows,
        files: plan.documents.len() as u64,
        elapsed: progress.lock().unwrap_or_else(PoisonError::into_inner).elapsed(),
    };
    report.close(&[totals.line(&report)]);
    write_report(&mut report, &plan, &totals, (args, form, answered.bytes), common)?;
    Ok(report.cause())
}

/// Writes a row for every entry that is asked for.
fn answer(
    args: &QueryArgs,
    question: &Question,
    form: Form,
    documents: Documents<'_>,
    publication: &Publication,
    report: &mut Report,
) -> Result<Answered, Error> {
    let (sources, left_out) = (report.names(), AtomicU64::new(0));
    let reader = Where::new(documents, &question.filter, &left_out);
    let mut reader = reader.sources(&sources).with_columns();
    let kind = reader.header().kind;
    let to_terminal = output::is_stdout(args.output.as_deref()) && std::io::stdout().is_terminal();
    let cells = table::writing(&args.table, false).map_err(plan::Refused::error)?;
    let mut rows =
        Rows::new(form, &question.selection, kind).for_terminal(to_terminal).with_cells(&cells);
    let mut pen = publication.pen().map_err(plan::Refused::error)?;
    let (mut entry, mut text) = (Entry::default(), String::new());
    let mut answered = Answered::default();
    rows.begin(&mut text);
    while args.limit.is_none_or(|most| answered.rows < most)
        && reader.read_entry(&mut entry, report)?
    {
        let at = reader.position();
        let source = sources.get(at.input as usize).map_or("", String::as_str);
        rows.row(&entry, &Origin { source, line: at.line, kind }, &mut text, report)?;
        answered.rows += 1;
        if text.len() >= BLOCK {
            answered.bytes += text.len() as u64;
            pen.write_all(text.as_bytes())?;
            text.clear();
        }
    }
    rows.end(&mut text);
    answered.bytes += text.len() as u64;
    pen.write_all(text.as_bytes())?;
    answered.left_out = left_out.load(Ordering::Relaxed);
    Ok(answered)
}

impl Question {
    /// Refuses names that are neither a field nor a column of an input.
    fn check(&self, plan: &Plan) -> Result<(), Failure> {
        filter::check(&self.filter, &self.condition, &self.scope, plan)?;
        let known = filter::columns(plan);
        let checked = self.selection.check_columns(&self.scope, &known, urlset::csv::is_called);
        checked.map_err(|fault| filter::wrong("--fields", &self.fields, &fault))
    }
}

fn question(args: &QueryArgs) -> Result<Question, Failure> {
    let scope = filter::scope(args.reading.dates.order());
    // Every entry has a loc.
    let condition = args.condition.clone().unwrap_or_else(|| "has(loc)".to_owned());
    let provenance = if args.provenance { ",source,line" } else { "" };
    let fields = format!("{}{provenance}", args.fields);
    Ok(Question {
        scope,
        filter: filter::parse(&condition, &scope)?,
        selection: Selection::parse(&fields, &scope)
            .map_err(|fault| filter::wrong("--fields", &fields, &fault))?,
        condition,
        fields,
    })
}

/// The columns that tables have to keep for the question.
fn columns(question: &Question) -> Vec<String> {
    let mut columns: Vec<String> = Vec::new();
    for name in question.filter.columns().chain(question.selection.columns()) {
        if !columns.iter().any(|known| known == name) {
            columns.push(name.to_owned());
        }
    }
    columns
}

/// Refuses flags that mean nothing here.
fn check(args: &QueryArgs, common: &Common) -> Result<(), Failure> {
    let table = &args.table;
    let flags = [
        (table.print_map, "--print-map"),
        (table.csv_layout != CsvLayout::Wide, "--csv-layout"),
        (table.csv_excel, "--csv-excel"),
    ];
    if let Some((_, flag)) = flags.into_iter().find(|(given, _)| *given) {
        return Err(Failure::usage(format!("{flag} concerns `urlset convert`")));
    }
    let to_stdout = output::is_stdout(args.output.as_deref());
    if to_stdout && common.form() != ReportFormat::Text && common.report.is_none() {
        return Err(Failure::usage("standard output carries the data").hint(
            "write the report to a file with `--report FILE`; for the rows as JSON add `-t jsonl`",
        ));
    }
    Ok(())
}

fn manner(args: &QueryArgs) -> Result<plan::Manner, Failure> {
    let outputs = args.output.iter().filter_map(|path| path.canonicalize().ok()).collect();
    Ok(plan::Manner { outputs, ..args.follow.manner()? })
}

/// `--to` wins, else the suffix of the output says; on a terminal rows are for people.
fn form(args: &QueryArgs) -> Result<Form, Failure> {
    if let Some(form) = args.to {
        return Ok(form);
    }
    let Some(path) = args.output.as_deref().filter(|path| !output::is_stdout(Some(path))) else {
        let people = std::io::stdout().is_terminal();
        return Ok(if people { Form::Table } else { Form::Text });
    };
    match path.extension().and_then(|suffix| suffix.to_str()) {
        Some("csv") => Ok(Form::Csv),
        Some("tsv" | "tab" | "txt") => Ok(Form::Text),
        Some("jsonl" | "ndjson") => Ok(Form::Jsonl),
        _ => Err(unclear(path)),
    }
}

fn unclear(path: &Path) -> Failure {
    let name = path.display();
    Failure::usage(format!("{name}: the name does not say which form to write"))
        .hint("add `-t FORM`, one of table, text, csv, jsonl")
}

/// Ends a run that an error stopped.
fn stopped(error: &Error, report: &mut Report) -> Ended {
    if let Some(failure) = report.failed(error) {
        return Err(failure);
    }
    report.close(&[]);
    Ok(report.cause())
}

fn unwritten(error: &Error, name: &str, report: &mut Report) -> Ended {
    if let Error::Io(error) = error
        && let Some(inner) = error.get_ref()
        && let Some(Unwritten(error)) = inner.downcast_ref()
    {
        return Err(output::unwritten(name, error));
    }
    stopped(error, report)
}

fn write_report(
    report: &mut Report,
    plan: &Plan,
    totals: &Totals,
    (args, form, bytes): (&QueryArgs, Form, u64),
    common: &Common,
) -> Result<(), Failure> {
    let Some(sheet) = report.sheet.take() else {
        return Ok(());
    };
    let path = args.output.as_ref();
    let mut frame = Frame {
        command: "query",
        inputs: plan.documents.iter().map(plan::Document::facts).collect(),
        outputs: vec![OutputFacts {
            path: path.map_or_else(|| "-".to_owned(), |path| path.display().to_string()),
            format: format!("{form:?}").to_lowercase(),
            entries: totals.written,
            bytes,
            published: true,
            index: false,
            change: None,
        }],
        ..Frame::default()
    };
    for (name, number) in [
        ("entries", totals.read),
        ("written", totals.written),
        ("left_out", totals.left_out),
        ("error", report.found(Severity::Error)),
        ("warning", report.found(Severity::Warning)),
        ("note", report.found(Severity::Note)),
    ] {
        frame.totals.insert(name.to_owned(), number.into());
    }
    let to = common.report.as_deref();
    output::write_whole(to, |out| sheet.write(&frame, out))
}
