//! `urlset stats`: counts and histograms of a set, in the terminal or as JSON.

use crate::args::{Common, ReportFormat};
use crate::exit::{Cause, Ended, Failure};
use crate::output;
use crate::plan::Document;
use crate::sheet::{self, Frame};
use crate::stats_args::StatsArgs;
use crate::stats_text::Text;
use crate::survey::{self, Survey, Wanted};
use std::io::Write;
use urlset::Severity;
use urlset::stats::{Figures, Key};

/// Values of each key where `--top` says nothing.
const MOST: usize = 1000;

/// Runs the command.
pub(crate) fn run(args: &StatsArgs, common: &Common) -> Ended {
    let keys = match args.by.as_slice() {
        [] => Key::usual(),
        keys => keys.to_vec(),
    };
    let form = common.form();
    let most = match form {
        ReportFormat::Text => MOST.max(args.top.unwrap_or_default()),
        _ => args.top.unwrap_or(MOST),
    };
    let wanted = Wanted { keys, most, outputs: Vec::new() };
    let mut survey = survey::survey(&args.survey, wanted, common)?;
    if form == ReportFormat::Text && !survey.plan.documents.is_empty() {
        let text = Text::new(args.top, !args.by.is_empty()).render(&survey.figures);
        write(&text, common)?;
    }
    let lines = std::mem::take(&mut survey.lines);
    survey.report.close(&lines);
    if matches!(survey.report.cause(), Some(Cause::Input | Cause::Limit)) {
        survey.report.ended(&[]);
    }
    write_report("stats", &mut survey, common)?;
    Ok(survey.report.cause())
}

/// Prints what people read, in colour where that is wanted.
fn write(text: &str, common: &Common) -> Result<(), Failure> {
    if crate::stats_text::is_coloured(common) {
        // Text of inputs in it was made harmless.
        let written = std::io::stdout().lock().write_all(text.as_bytes());
        return written.map_err(|error| output::unwritten("standard output", &error));
    }
    let plain = anstream::adapter::strip_str(text).to_string();
    output::write_data(None, |out| out.write_all(plain.as_bytes()))
}

/// Writes the report of the run, with the figures where it is one object.
pub(crate) fn write_report(
    command: &'static str,
    survey: &mut Survey,
    common: &Common,
) -> Result<(), Failure> {
    let Survey { figures, plan, report, .. } = survey;
    let Some(sheet) = report.sheet.take() else {
        return Ok(());
    };
    let inputs = plan.documents.iter().map(Document::facts).collect();
    let mut frame = Frame { command, inputs, ..Frame::default() };
    frame.profile = figures.findings.as_ref().map(|findings| findings.profile.clone());
    for (name, value) in [
        ("entries", figures.urls),
        ("repeated", figures.repeated),
        ("files", figures.files.len() as u64),
        ("dropped", figures.dropped),
        ("dropped_fields", figures.dropped_fields),
        ("error", report.found(Severity::Error)),
        ("warning", report.found(Severity::Warning)),
        ("note", report.found(Severity::Note)),
    ] {
        frame.totals.insert(name.to_owned(), value.into());
    }
    let figures: &Figures = figures;
    output::write_whole(common.report.as_deref(), |out| {
        sheet.write_with(&frame, out, |out| write!(out, r#""stats":{},"#, sheet::json(figures)))
    })
}
