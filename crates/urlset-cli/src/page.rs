//! `urlset report`: all figures of a set as one HTML page.

use crate::args::{Common, ReportFormat};
use crate::exit::{Cause, Ended, Failure};
use crate::output::{self, Manner, Publication};
use crate::page_args::PageArgs;
use crate::stats::write_report;
use crate::survey::{self, Survey, Wanted};
use crate::{distinct, names};
use std::io::Write;
use std::path::Path;
use urlset::stats::Key;

/// Values of each key: as many as JSON has.
const MOST: usize = 1000;

/// Ways to pack files in which no page is written.
const PACKED: [&str; 6] = ["zst", "zstd", "br", "bz2", "xz", "zip"];

/// Runs the command.
pub(crate) fn run(args: &PageArgs, common: &Common) -> Ended {
    check(args, common)?;
    let path = args.output.as_deref().filter(|path| !output::is_stdout(Some(path)));
    // As the planner knows files: one that is not there yet is no input.
    let outputs = path.and_then(|path| path.canonicalize().ok()).into_iter().collect();
    let wanted = Wanted { keys: Key::usual(), most: MOST, outputs };
    // Whether it can be written is known before a large set is read.
    let (no_clobber, if_changed, data) = (args.no_clobber, args.if_changed, true);
    let manner = Manner { no_clobber, if_changed, data, ..Manner::default() };
    let publication = Publication::open(args.output.as_deref(), manner)?;
    let mut survey = survey::survey(&args.survey, wanted, common)?;
    let mut lines = std::mem::take(&mut survey.lines);
    if survey.plan.documents.is_empty() {
        lines.insert(0, "nothing was written: there is nothing to report on".to_owned());
    } else {
        write(&survey, publication, path.is_some_and(|path| names::by_path(path).1))?;
    }
    survey.report.close(&lines);
    if matches!(survey.report.cause(), Some(Cause::Input | Cause::Limit)) {
        survey.report.ended(&lines);
    }
    write_report("report", &mut survey, common)?;
    Ok(survey.report.cause())
}

fn check(args: &PageArgs, common: &Common) -> Result<(), Failure> {
    let to_stdout = output::is_stdout(args.output.as_deref());
    if to_stdout && common.form() != ReportFormat::Text && common.report.is_none() {
        return Err(Failure::usage("standard output carries the page")
            .hint("write the report to a file with `--report FILE`, or the page with `-o PATH`"));
    }
    check_name(args.output.as_deref())?;
    distinct::check(&[distinct::data(args.output.as_deref(), false), common.role()])
}

/// Refuses names that promise what no page is.
fn check_name(path: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let name = path.display().to_string();
    let suffix = path.extension().map(|suffix| suffix.to_string_lossy().to_ascii_lowercase());
    let packed = suffix.filter(|suffix| PACKED.contains(&&**suffix));
    match packed {
        Some(suffix) => Err(Failure::usage(format!("-o {name}: no page is written as `{suffix}`"))
            .hint("name it `.html`, or `.html.gz`")),
        // A slip would put a page in the place of a sitemap.
        None if names::promised(path).is_some_and(|what| what != "html") => {
            Err(Failure::usage(format!("-o {name}: what is written is a page"))
                .hint("name it `.html`, or `.html.gz`"))
        }
        None if name.contains('{') => {
            Err(Failure::usage(format!("-o {name}: the page is one file"))
                .hint("no template names it"))
        }
        None => Ok(()),
    }
}

/// Writes the page, whole or not at all.
fn write(survey: &Survey, publication: Publication, compressed: bool) -> Result<(), Failure> {
    let page = urlset::report::page(&survey.figures);
    let pen = publication.pen()?;
    let mut out: Box<dyn Write> =
        if compressed { Box::new(urlset::gzip(pen)) } else { Box::new(pen) };
    let written = out.write_all(page.as_bytes()).and_then(|()| out.flush());
    drop(out);
    written.map_err(|error| output::unwritten(publication.name(), &error))?;
    publication.publish().map(|_| ())
}
