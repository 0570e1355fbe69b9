//! What the target format could not hold: a count per field, and a line per record and field for
//! those who ask.

use crate::exit::Failure;
use crate::number::thousands;
use crate::output::{self, Publication, unwritten};
use crate::plan::Refused;
use crate::report::Report;
use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::Path;
use urlset::Loss;

/// One line of `--loss-report`.
#[derive(Serialize)]
struct Line<'l> {
    path: &'l str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    loc: &'l str,
    field: &'l str,
    value: String,
}

/// Counts losses by field, in order of first appearance.
#[derive(Default)]
pub(crate) struct Losses {
    counts: Vec<(String, u64)>,
    /// Which of them the next loss is probably of: entries lose the same fields in the same order.
    next: usize,
    /// Where each loss is written, if anywhere.
    pub(crate) lines: Option<Box<dyn Write + Send>>,
    /// What that is called.
    pub(crate) name: String,
}

impl Losses {
    /// Takes one loss, and writes its line where lines are asked for.
    pub(crate) fn add(&mut self, loss: &Loss<'_>, path: &str) -> urlset::Result<()> {
        self.count(loss.field, 1);
        let Some(out) = &mut self.lines else {
            return Ok(());
        };
        let at = Some(loss.at.position()).filter(|at| at.is_known());
        let line = Line {
            path,
            line: at.map(|at| at.line),
            column: at.map(|at| at.column),
            loc: loss.entry.loc.as_str(),
            field: loss.field,
            value: loss.value.to_string(),
        };
        let mut text = crate::clean::escape(serde_json::to_string(&line).unwrap_or_default());
        text.push('\n');
        let written = out.write_all(text.as_bytes());
        written.map_err(|error| Refused::error(unwritten(&self.name, &error)))
    }

    /// Whether a loss is nothing but a number.
    pub(crate) fn counts_only(&self) -> bool {
        self.lines.is_none()
    }

    /// Counts so many; allocates only for a field's first.
    pub(crate) fn count(&mut self, lost: &str, entries: u64) {
        let is_next = self.counts.get(self.next).is_some_and(|(field, _)| field == lost);
        let at = if is_next { Some(self.next) } else { None };
        let at = at.or_else(|| self.counts.iter().position(|(field, _)| field == lost));
        let at = at.unwrap_or_else(|| {
            self.counts.push((lost.to_owned(), 0));
            self.counts.len() - 1
        });
        if let Some((_, count)) = self.counts.get_mut(at) {
            *count += entries;
        }
        self.next = if at + 1 < self.counts.len() { at + 1 } else { 0 };
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Counts by field for the report.
    pub(crate) fn as_json(&self) -> serde_json::Map<String, serde_json::Value> {
        self.counts.iter().map(|(field, count)| (field.clone(), (*count).into())).collect()
    }

    /// `lost: lastmod 1,204, image 17 (text holds only loc)`.
    pub(crate) fn summary(&self, holds: Option<&str>) -> String {
        let fields: Vec<String> = self
            .counts
            .iter()
            .map(|(field, count)| format!("{field} {}", thousands(*count)))
            .collect();
        let holds = holds.map_or_else(String::new, |holds| format!(" ({holds})"));
        format!("lost: {}{holds}", fields.join(", "))
    }
}

/// The output of `--loss-report`, which the report writes to.
pub(crate) fn open(
    path: Option<&Path>,
    dry: bool,
    report: &mut Report,
) -> Result<Option<Publication>, Failure> {
    let Some(path) = path else {
        return Ok(None);
    };
    let manner = output::Manner { dry, ..output::Manner::default() };
    let publication = Publication::open(Some(path), manner)?;
    publication.name().clone_into(&mut report.losses.name);
    report.losses.lines = Some(Box::new(BufWriter::new(publication.pen()?)));
    Ok(Some(publication))
}

/// Brings it to the disk before anything is published; that of a run which writes nothing for another
/// reason is none.
pub(crate) fn finish(
    publication: &mut Option<Publication>,
    wanted: bool,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut lines = report.losses.lines.take();
    if !wanted {
        *publication = None;
    }
    let Some(publication) = publication else {
        return Ok(());
    };
    let flushed = lines.as_mut().map_or(Ok(()), Write::flush);
    flushed.map_err(|error| unwritten(publication.name(), &error))?;
    publication.finish()
}

/// Gives it its name.
pub(crate) fn publish(publication: Option<Publication>) -> Result<(), Failure> {
    publication.map_or(Ok(true), Publication::publish).map(drop)
}
