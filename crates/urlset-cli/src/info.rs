//! `urlset info`: what a file is, what is in it, and how much room is left.

use crate::args::{Common, InfoArgs, ReportFormat};
use crate::clean::clean;
use crate::distinct;
use crate::exit::{Cause, Ended, Failure};
use crate::inputs;
use crate::number::{self, count, thousands};
use crate::opening::{Opened, Opening};
use crate::output;
use crate::plan::{self, Document};
use crate::planner;
use crate::report::Report;
use crate::sheet::Frame;
use crate::table;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::Ordering;
use urlset::source_rules;
use urlset::stats::Limits as Room;
use urlset::store::Store;
use urlset::{Datetime, EXTENSIONS, Entry, EntryReader, Kind, Limits, Severity, Sink};

/// What is in one document.
#[derive(Default)]
struct Contents {
    entries: u64,
    lastmod: u64,
    changefreq: u64,
    priority: u64,
    /// Elements and entries that have them, by extension.
    extensions: BTreeMap<String, (u64, u64)>,
    oldest: Option<Datetime>,
    newest: Option<Datetime>,
    /// Bytes after decompression.
    bytes: u64,
    whole: bool,
}

/// Everything told about one document.
struct Page {
    document: Document,
    title: &'static str,
    why: String,
    compression: Option<&'static str>,
    contents: Contents,
    /// Errors, warnings, notes.
    findings: [u64; 3],
    /// Whether a limit kept something from being read.
    limited: bool,
}

/// Runs the command.
pub(crate) fn run(args: &InfoArgs, common: &Common) -> Ended {
    table::check_only_read(&args.table)?;
    table::check_x_default(&args.table)?;
    distinct::spare_read(&args.table.map_file, &args.inputs, &[common.role()])?;
    let store = Store::new(0, None);
    let opening = Opening::new(&args.reading, table::reading(&args.table)?, store)?;
    let mut report = Report::new(common)?;
    let manner = plan::Manner { spool: true, ..Default::default() };
    let wanted = inputs::expand(&args.inputs)?;
    let plan = planner::plan(wanted, &opening, &manner, &mut report).map_err(|error| {
        let failed = || Failure::new(Cause::Input, error.to_string());
        report.failed(&error).unwrap_or_else(failed)
    })?;
    table::check_is_read(&args.table, plan.documents.is_empty() || plan.has_table())?;
    let (mut pages, mut text) = (Vec::new(), String::new());
    for document in plan.documents {
        let page = page(document, &opening, common)?;
        if !page.contents.whole {
            report.blame(Cause::Data);
        }
        if page.limited {
            report.blame(Cause::Limit);
        }
        if common.fail_on.is_some_and(|fail_on| fail_on.is_met(page.findings)) {
            report.blame(Cause::No);
        }
        text += &page.text();
        pages.push(page);
    }
    if common.form() == ReportFormat::Text {
        output::write_whole(None, |out| out.write_all(text.as_bytes()))?;
    }
    if pages.is_empty() && report.cause().is_none() {
        report.blame(Cause::Input);
    }
    report.close(&[]);
    if report.cause() == Some(Cause::Input) {
        report.ended(&[]);
    }
    write_report(&mut report, pages, common)?;
    Ok(report.cause())
}

fn page(mut document: Document, opening: &Opening, common: &Common) -> Result<Page, Failure> {
    let unread = |error: &dyn std::fmt::Display| {
        Failure::new(Cause::Input, format!("{}: {error}", document.name))
    };
    let mut findings = Report::new(common)?;
    findings.silent = true;
    let opened = document
        .open()
        .map_err(urlset::Error::from)
        .and_then(|file| opening.open(file, &document.which(), &mut findings))
        .map_err(|error| unread(&error))?;
    let (title, why) = (opened.format.title, opened.why.clone());
    let compression = opened.compression;
    let told = mismatches(&findings);
    let mut contents = read(opened, &mut findings);
    // Behind the first look, the only thing that is found about a charset is that it is UTF-8.
    if mismatches(&findings) > told {
        document.facts.encoding = "UTF-8".to_owned();
    }
    // What could not be read of a stream is not waited for, either.
    let is_there = contents.whole || document.path().is_some();
    let length = is_there.then(|| length(&document, &opening.read.limits));
    let length = length.and_then(|(bytes, whole)| whole.then_some(bytes));
    contents.bytes = length.unwrap_or_else(|| document.bytes());
    document.entries.store(contents.entries, Ordering::Relaxed);
    Ok(Page {
        title,
        why,
        compression,
        contents,
        findings: [Severity::Error, Severity::Warning, Severity::Note]
            .map(|severity| findings.found(severity)),
        limited: findings.cause() == Some(Cause::Limit),
        document,
    })
}

/// How often a document was found to be in another charset than is said of it.
fn mismatches(findings: &Report) -> u64 {
    let of = [source_rules::XML_MISMATCH.id, source_rules::TOLD_CHARSET.id];
    let told = findings.tallies().filter(|tally| of.contains(&tally.rule.id));
    told.map(|tally| tally.found).sum()
}

fn read(mut opened: Opened, findings: &mut Report) -> Contents {
    let mut contents = Contents::default();
    let mut entry = Entry::default();
    contents.whole = loop {
        match opened.reader.read_entry(&mut entry, findings) {
            Ok(true) => contents.add(&entry),
            Ok(false) => break true,
            Err(urlset::Error::Stopped(finding)) => {
                let _ = findings.report(*finding);
                break false;
            }
            Err(_) => break false,
        }
    };
    contents
}

/// Bytes of a document after decompression as far as that goes, and whether it went to the end.
pub(crate) fn length(document: &Document, limits: &Limits) -> (u64, bool) {
    let options = urlset::OpenOptions {
        read: urlset::ReadOptions { limits: *limits, ..urlset::ReadOptions::default() },
        format: urlset::FORMATS.first().copied(),
        ..urlset::OpenOptions::default()
    };
    let Ok(file) = document.open() else { return (0, false) };
    let Ok(prepared) = urlset::prepare(file, &options, &mut ()) else { return (0, false) };
    let mut input = prepared.input;
    let whole = loop {
        let more = input.fill();
        let seen = input.window().len();
        input.consume(seen);
        match more {
            Ok(true) => {}
            Ok(false) => break true,
            Err(_) => break false,
        }
    };
    (input.position().byte, whole)
}

impl Contents {
    fn add(&mut self, entry: &Entry) {
        self.entries += 1;
        self.lastmod += u64::from(entry.lastmod.is_some());
        self.changefreq += u64::from(entry.changefreq.is_some());
        self.priority += u64::from(entry.priority.is_some());
        if let Some(date) = entry.lastmod {
            let earlier = |old: Datetime| date.earliest() < old.earliest();
            let later = |new: Datetime| date.earliest() > new.earliest();
            if self.oldest.is_none_or(earlier) {
                self.oldest = Some(date);
            }
            if self.newest.is_none_or(later) {
                self.newest = Some(date);
            }
        }
        let mut last = None;
        for element in entry.extensions.elements() {
            let name = extension_of(element.namespace(), element.qname());
            let counts = self.extensions.entry(name.to_owned()).or_default();
            counts.0 += 1;
            if last != Some(name) {
                counts.1 += 1;
            }
            last = Some(name);
        }
    }

    fn fields(&self) -> String {
        let fields = [
            ("lastmod", self.lastmod),
            ("changefreq", self.changefreq),
            ("priority", self.priority),
        ];
        let used = fields.into_iter().filter(|(_, number)| *number > 0);
        let told: Vec<String> =
            used.map(|(name, number)| format!("{name} {}", thousands(number))).collect();
        told.join(", ")
    }
}

/// The extension that an element belongs to, else its own name.
fn extension_of<'e>(namespace: &str, qname: &'e str) -> &'e str {
    let known = EXTENSIONS
        .iter()
        .find(|extension| extension.namespace == namespace || extension.is_misspelt_as(namespace));
    known.map_or(qname, |extension| extension.name)
}

impl Page {
    fn text(&self) -> String {
        let (facts, contents) = (&self.document.facts, &self.contents);
        let noun = match self.document.kind {
            Kind::Urlset => "URL",
            Kind::Sitemapindex => "sitemap",
        };
        let mut rows = vec![
            ("format", format!("{}, {}", facts.format, self.title)),
            ("because", clean(&self.why).into_owned()),
            ("encoding", facts.encoding.clone()),
        ];
        let mut row = |name, value: String| {
            if !value.is_empty() {
                rows.push((name, value));
            }
        };
        match self.compression {
            Some(compression) => {
                let stored = thousands(self.document.bytes());
                let bytes = thousands(contents.bytes);
                row("bytes", format!("{bytes} ({stored} as {compression})"));
            }
            None => row("bytes", thousands(contents.bytes)),
        }
        row("entries", count(contents.entries, noun));
        row("fields", contents.fields());
        for (name, (elements, entries)) in &contents.extensions {
            let name = clean(name);
            let told = format!("{name} {} in {}", thousands(*elements), number::entries(*entries));
            row("extension", told);
        }
        if let (Some(oldest), Some(newest)) = (contents.oldest, contents.newest) {
            row("lastmod", format!("{oldest} to {newest}"));
        }
        row("room left", self.room());
        let [errors, warnings, notes] = self.findings;
        row(
            "findings",
            format!(
                "{}, {}, {}",
                count(errors, "error"),
                count(warnings, "warning"),
                count(notes, "note")
            ),
        );
        if !contents.whole {
            row("broken", "the document could not be read to its end".into());
        }
        let mut text = format!("{}\n", clean(&facts.path));
        for (name, value) in rows {
            let _ = writeln!(text, "  {name:<10} {value}");
        }
        text
    }

    fn room(&self) -> String {
        let left = |most: u64, used: u64, noun: &str| match most.checked_sub(used) {
            Some(left) => format!("{} {noun}", thousands(left)),
            None => format!("over by {} {noun}", thousands(used - most)),
        };
        let room = Room::default();
        format!(
            "{}, {}",
            left(room.entries, self.contents.entries, "entries"),
            left(room.bytes, self.contents.bytes, "bytes")
        )
    }

    fn json(&self) -> serde_json::Value {
        let contents = &self.contents;
        let extensions: serde_json::Map<String, serde_json::Value> = contents
            .extensions
            .iter()
            .map(|(name, (elements, entries))| {
                (name.clone(), json!({"elements": elements, "entries": entries}))
            })
            .collect();
        let ([errors, warnings, notes], room) = (self.findings, Room::default());
        let left = |most: u64, used: u64| {
            i64::try_from(most).unwrap_or(i64::MAX) - i64::try_from(used).unwrap_or(i64::MAX)
        };
        json!({
            "kind": match self.document.kind {
                Kind::Urlset => "urlset",
                Kind::Sitemapindex => "sitemapindex",
            },
            "why": self.why,
            "compression": self.compression,
            "uncompressed_bytes": contents.bytes,
            "whole": contents.whole,
            "fields": {
                "lastmod": contents.lastmod, "changefreq": contents.changefreq,
                "priority": contents.priority,
            },
            "extensions": extensions,
            "oldest": contents.oldest.map(|date| date.to_string()),
            "newest": contents.newest.map(|date| date.to_string()),
            "room": {
                "entries": left(room.entries, contents.entries),
                "bytes": left(room.bytes, contents.bytes),
            },
            "error": errors, "warning": warnings, "note": notes,
        })
    }
}

fn write_report(report: &mut Report, pages: Vec<Page>, common: &Common) -> Result<(), Failure> {
    let Some(sheet) = report.sheet.take() else {
        return Ok(());
    };
    let mut frame = Frame { command: "info", ..Frame::default() };
    let sum = |of: fn(&Page) -> u64| -> u64 { pages.iter().map(of).sum() };
    let totals = [
        ("entries", sum(|page| page.contents.entries)),
        ("error", sum(|page| page.findings[0])),
        ("warning", sum(|page| page.findings[1])),
        ("note", sum(|page| page.findings[2])),
    ];
    for (name, number) in totals {
        frame.totals.insert(name.to_owned(), number.into());
    }
    for mut page in pages {
        page.document.facts.info = Some(page.json());
        frame.inputs.push(page.document.facts());
    }
    let to = common.report.as_deref();
    output::write_whole(to, |out| sheet.write(&frame, out))
}
