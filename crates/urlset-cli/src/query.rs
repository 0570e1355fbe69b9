//! `urlset query`: chosen fields of chosen entries.

use crate::args::{Common, ReportFormat};
use crate::documents::Documents;
use crate::exit::{Cause, Ended, Failure};
use crate::opening::Opening;
use crate::output::{self, Publication, Unwritten};
use crate::plan::{self, Plan};
use crate::progress::Progress;
use crate::query_args::{Form, QueryArgs, Shape};
use crate::report::Report;
use crate::rows::Rows;
use crate::sheet::{Frame, OutputFacts};
use crate::summary::Totals;
use crate::{distinct, filter, inputs, names, planner, set_target, table};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use urlset::query::{Filter, Origin, Scope, Selection, Where};
use urlset::store::Store;
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
    let written = [distinct::data(args.output.as_deref(), false), common.role()];
    distinct::check(&written)?;
    distinct::spare_read(&args.table.map_file, &args.inputs, &written)?;
    let question = question(args)?;
    let Shape { form, compressed } = shape(args)?;
    if form != Form::Jsonl {
        let checked = question.selection.check_values(&question.fields, &question.scope);
        checked.map_err(|fault| filter::wrong("--fields", &question.fields, &fault))?;
    }
    let mut reading = table::reading(&args.table)?;
    reading.columns = columns(&question);
    let mut opening = Opening::new(&args.reading, reading, Store::new(0, None))?;
    opening.read.keep_invalid = args.keep_invalid;
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
    let pen = publication.pen()?;
    let mut out: Box<dyn Write> =
        if compressed { Box::new(urlset::gzip(pen)) } else { Box::new(pen) };
    let answered = answer(args, &question, form, documents, out.as_mut(), &mut report);
    let answered = answered.and_then(|answered| Ok(out.flush().map(|()| answered)?));
    drop(out);
    let answered = match answered {
        Ok(answered) => answered,
        Err(error) => return unwritten(&error, publication.name(), &mut report),
    };
    let (totals, mut lines) = publish(publication, (args, &plan, &answered), &report, progress)?;
    let published = lines.is_empty();
    lines.push(totals.line(&report));
    report.close(&lines);
    if matches!(report.cause(), Some(Cause::Input | Cause::Limit)) {
        report.ended(&[]);
    }
    let output = (args, form, answered.bytes, published);
    write_report(&mut report, &plan, &totals, output, common)?;
    Ok(report.cause())
}

/// Publishes the answer, unless nothing could be read: what stands there is better then.
fn publish(
    publication: Publication,
    (args, plan, answered): (&QueryArgs, &Plan, &Answered),
    report: &Report,
    progress: Mutex<Progress>,
) -> Result<(Totals, Vec<String>), Failure> {
    let read = plan.documents.iter().map(|document| document.facts().entries).sum();
    // An input that was passed over because it is the output is not read either.
    let failed = report.has_failed() || report.gaps() > 0 || report.cause() == Some(Cause::Input);
    let unread = (read == 0 && failed).then(|| "no entry could be read".to_owned());
    let cut = report.cut().filter(|_| !args.reading.lenient);
    let cut = cut.map(|name| format!("{name} was not read to its end, see --lenient"));
    let mut lines = Vec::new();
    let refused = unread.or(cut).filter(|_| !output::is_stdout(args.output.as_deref()));
    let written = if refused.is_none() { answered.rows } else { 0 };
    match refused {
        Some(why) => lines.push(format!("nothing was written: {why}")),
        None => drop(publication.publish()?),
    }
    let progress = progress.into_inner().unwrap_or_else(PoisonError::into_inner);
    let totals = Totals {
        kind: plan.header.kind,
        read,
        left_out: answered.left_out,
        joined: 0,
        made: answered.rows,
        written,
        limit: None,
        files: plan.documents.len() as u64,
        elapsed: progress.elapsed(),
    };
    Ok((totals, lines))
}

/// Writes a row for every entry that is asked for.
fn answer(
    args: &QueryArgs,
    question: &Question,
    form: Form,
    documents: Documents<'_>,
    pen: &mut dyn Write,
    report: &mut Report,
) -> Result<Answered, Error> {
    let (sources, left_out) = (report.names(), AtomicU64::new(0));
    let reader = Where::new(documents, &question.filter, &left_out);
    let mut reader = reader.sources(&sources).with_columns();
    let kind = reader.header().kind;
    let to_terminal = output::is_stdout(args.output.as_deref()) && std::io::stdout().is_terminal();
    let named = args.output.as_deref().and_then(|path| names::by_path(path).0);
    let tabs = args.to.is_none() && named.is_some_and(|format| format.name == "tsv");
    let cells = table::writing(&args.table, tabs).map_err(plan::Refused::error)?;
    let mut rows =
        Rows::new(form, &question.selection, kind).for_terminal(to_terminal).with_cells(&cells);
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
    let mut fields = args.fields.clone();
    for field in ["source", "line"] {
        if args.provenance && args.fields.split(',').all(|chosen| chosen.trim() != field) {
            fields += &format!(",{field}");
        }
    }
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
    set_target::check_one(args.output.as_deref())?;
    table::check_only_read(&args.table)?;
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
fn shape(args: &QueryArgs) -> Result<Shape, Failure> {
    let path = args.output.as_deref().filter(|path| !output::is_stdout(Some(path)));
    let by_suffix = path.is_some_and(|path| names::by_path(path).1);
    let compressed = by_suffix || args.to.is_some_and(|to| to.compressed);
    if compressed && output::is_terminal(path) {
        return Err(Failure::output("compressed output to a terminal is refused")
            .hint("redirect it, or name a file with `-o`"));
    }
    if let Some(Shape { form, .. }) = args.to {
        return Ok(Shape { form, compressed });
    }
    let Some(path) = path else {
        let people = std::io::stdout().is_terminal();
        let form = if people { Form::Table } else { Form::Text };
        return Ok(Shape { form, compressed });
    };
    let plain = if by_suffix { path.with_extension("") } else { path.to_owned() };
    let form = match plain.extension().and_then(|suffix| suffix.to_str()) {
        Some("csv" | "tsv" | "tab") => Form::Csv,
        Some("txt") => Form::Text,
        Some("jsonl" | "ndjson") => Form::Jsonl,
        _ => return Err(unclear(path)),
    };
    Ok(Shape { form, compressed })
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
    report.ended(&[]);
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
    (args, form, bytes, published): (&QueryArgs, Form, u64, bool),
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
            published,
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
