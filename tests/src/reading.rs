//! One document read to its end: entries, findings, and whether it was whole.

use crate::{Case, Settings};
use std::io::Read;
use urlset::{
    Audit, Diagnostic, Entry, EntryReader, Error, Extension, Format, Header, Input, Lost, Position,
    Sink,
};

/// All that reading one document gave.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// Name of the format, where one was found.
    pub format: Option<&'static str>,
    /// What stood before the first entry.
    pub header: Header,
    /// In order.
    pub entries: Vec<Entry>,
    /// Where each entry begins.
    pub positions: Vec<Position>,
    /// In the order of report; a fatal one is the last.
    pub findings: Vec<Diagnostic>,
    /// Whether the document was read to its end.
    pub whole: bool,
}

impl Reading {
    /// Whether nothing says that something was lost or could not be read.
    pub fn passes_as_whole(&self) -> bool {
        let clean = |finding: &Diagnostic| {
            finding.lost == Lost::Nothing && finding.severity < urlset::Severity::Error
        };
        self.whole && self.findings.iter().all(clean)
    }

    /// The same by content: chunks of the input must not show in it.
    pub fn same_as(&self, other: &Reading) -> bool {
        self.whole == other.whole
            && self.format == other.format
            && self.header == other.header
            && self.entries == other.entries
            && self.positions == other.positions
            && self.findings.len() == other.findings.len()
            && self.findings.iter().zip(&other.findings).all(|(left, right)| alike(left, right))
    }
}

/// Equal but for the excerpt, which shows what was at hand.
fn alike(left: &Diagnostic, right: &Diagnostic) -> bool {
    let bare = |finding: &Diagnostic| Diagnostic { excerpt: None, ..finding.clone() };
    bare(left) == bare(right)
}

/// Reads a case through `stream`, which gives its bytes or a spoilt form of them.
pub fn read<'a>(case: &Case, stream: impl Read + Send + 'a) -> Reading {
    let settings = Settings::of(case);
    read_with(&settings, stream)
}

/// Reads a document as the settings say.
pub fn read_with<'a>(settings: &Settings, stream: impl Read + Send + 'a) -> Reading {
    let mut reading = Reading::default();
    let mut findings: Vec<Diagnostic> = Vec::new();
    let ended = run(settings, stream, &mut reading, &mut findings);
    ended_with(ended, reading, findings)
}

/// Reads a plain document in a known format, without the look at its first 4 KiB by which a format
/// is found: small pieces reach the reader as they come.
pub fn read_as<'a>(
    format: &'static Format,
    settings: &Settings,
    stream: impl Read + Send + 'a,
) -> Reading {
    let mut reading = Reading::default();
    let mut findings: Vec<Diagnostic> = Vec::new();
    let options = &settings.open.read;
    let input = Input::new(stream).lenient(options.lenient);
    let open = format.open.unwrap();
    let ended = open(input, options, &mut findings)
        .and_then(|reader| drain(settings, format, reader, &mut reading, &mut findings));
    ended_with(ended, reading, findings)
}

fn run<'a>(
    settings: &Settings,
    stream: impl Read + Send + 'a,
    reading: &mut Reading,
    sink: &mut dyn Sink,
) -> urlset::Result<()> {
    let prepared = urlset::prepare(stream, &settings.open, sink)?;
    let format = prepared.format;
    reading.format = Some(format.name);
    let reader = settings.reader(prepared, sink)?;
    drain(settings, format, reader, reading, sink)
}

fn drain<'a>(
    settings: &Settings,
    format: &'static Format,
    mut reader: Box<dyn EntryReader + 'a>,
    reading: &mut Reading,
    sink: &mut dyn Sink,
) -> urlset::Result<()> {
    reading.format = Some(format.name);
    reading.header = reader.header().clone();
    let mut audits: Vec<_> = settings.open.read.extensions.iter().copied().map(audit).collect();
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, sink)? {
        let at = reader.position();
        for audit in &mut audits {
            audit.entry(&entry, &at, sink)?;
        }
        reading.positions.push(at);
        reading.entries.push(entry.clone());
    }
    for audit in &mut audits {
        audit.finish(sink)?;
    }
    Ok(())
}

/// Noon of 2026-11-21: what is old or yet to come must not depend on the day of the test.
pub(crate) const NOW: i64 = 1_795_262_400;

/// The extension's audit, with a clock that stands still.
fn audit(known: &'static Extension) -> Box<dyn Audit> {
    match known.name {
        "news" => Box::new(urlset::news::NewsAudit::at(NOW)),
        "video" => Box::new(urlset::video::VideoAudit::at(NOW)),
        _ => (known.audit)(),
    }
}

fn ended_with(
    ended: urlset::Result<()>,
    mut reading: Reading,
    findings: Vec<Diagnostic>,
) -> Reading {
    reading.findings = findings;
    match ended {
        Ok(()) => reading.whole = true,
        Err(Error::Stopped(finding)) => reading.findings.push(*finding),
        Err(error) => panic!("the machine failed: {error}"),
    }
    reading
}
