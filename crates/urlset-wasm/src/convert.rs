//! Any format to any other, as `urlset convert`.

use crate::check::audits;
use crate::documents::Documents;
use crate::found::Found;
use crate::indexes;
use crate::opening::{Document, Opening};
use crate::report::{Frame, input, report};
use crate::{File, Options, Refused, some};
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};
use urlset::check::rules::TOO_LARGE;
use urlset::csv::CsvWriter;
use urlset::ops::rules::PAGES_AS_SITEMAPS;
use urlset::ops::{self, Copying};
use urlset::report::text::thousands;
use urlset::rules::{EMPTY, TOO_MANY_URLS};
use urlset::xml::rules::NOT_CARRIED;
use urlset::{
    EXTENSIONS, EntryWriter, Error, Format, Header, Kind, Output, Position, Result, Severity, Sink,
    WriteOptions, Written,
};

/// Entries and bytes of one document that the protocol allows.
const MOST: (u64, u64) = (50_000, 52_428_800);

/// What a conversion made.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The document; `None` where nothing may be taken for the whole of what was to be converted.
    pub bytes: Option<Vec<u8>>,
    /// The report that `urlset convert --json` gives. `refused` in it says why there is no document.
    pub report: String,
}

/// Bytes on their way into memory: the output owns what it writes to, and the bytes are wanted after
/// it.
#[derive(Clone, Default)]
struct Pen(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Pen {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Converts files to one document. What the format cannot hold is counted by field in `loss`.
///
/// # Errors
/// When there are no files, or options mean nothing.
pub fn convert(files: &[File<'_>], options: &Options) -> std::result::Result<Converted, Refused> {
    let (format, compressed) = options.target()?;
    some(files)?;
    let opening = Opening::new(options)?;
    let mut found = Found::new(None, options.max_findings);
    let failed = |error: &Error| Refused(error.to_string());
    let documents = opening.documents(files, &mut found).map_err(|error| failed(&error))?;
    let (documents, followed) = indexes::apart(documents);
    indexes::follow(&followed, &documents, &opening, &mut found).map_err(|error| failed(&error))?;
    let job = Job { documents: &documents, header: united(&documents), opening: &opening, options };
    let name = written_name(files, format, compressed);
    let made = if documents.is_empty() {
        None
    } else {
        match job.write(format, compressed, &mut found) {
            Ok(made) => Some(made),
            Err(Error::Stopped(finding)) => {
                found.report(*finding).map_err(|error| failed(&error))?;
                None
            }
            Err(error) => return Err(failed(&error)),
        }
    };
    if let Some((_, written)) = &made {
        measure(&name, format, *written, &mut found).map_err(|error| failed(&error))?;
    }
    let written = made.as_ref().map(|(_, written)| *written).unwrap_or_default();
    let refused = job.refusal(made.as_ref().map(|(_, written)| written.entries), &found);
    let bytes = made.map(|(bytes, _)| bytes).filter(|_| refused.is_none());
    let mut frame = Frame {
        command: "convert",
        inputs: followed.iter().chain(&documents).map(input).collect(),
        outputs: Vec::new(),
        refused,
        ..Frame::default()
    };
    let fields: u64 = found.tallies().iter().map(|tally| tally.fields).sum();
    let kept = if bytes.is_some() { written.entries } else { 0 };
    for (name, number) in [("entries", job.read()), ("written", kept), ("fields_dropped", fields)] {
        frame.totals.insert(name.to_owned(), number.into());
    }
    if bytes.is_some() {
        frame.outputs.push(json!({
            "path": name, "format": format.name, "entries": written.entries,
            "bytes": written.bytes, "published": true,
        }));
    }
    Ok(Converted { bytes, report: report(frame, &found) })
}

/// What is converted, and how.
struct Job<'j, 'f> {
    documents: &'j [Document<'f>],
    header: Header,
    opening: &'j Opening,
    options: &'j Options,
}

impl Job<'_, '_> {
    /// Entries that were read.
    fn read(&self) -> u64 {
        self.documents.iter().map(Document::entries).sum()
    }

    fn reader(&self, counts: bool) -> Documents<'_, '_> {
        Documents::new(self.documents, &self.header, self.opening, counts)
    }

    /// Writes every entry.
    fn write(
        &self,
        format: &'static Format,
        compressed: bool,
        found: &mut Found,
    ) -> Result<(Vec<u8>, Written)> {
        self.tell(format, found)?;
        let mut writer = self.writer(format)?;
        if writer.needs_survey() {
            // What is found is told when the entries are read for good.
            ops::survey(&mut self.reader(false), &mut writer, &mut ())?;
        }
        let pen = Pen::default();
        let mut output = match compressed {
            true => Output::new(urlset::gzip(pen.clone()), writer),
            false => Output::new(pen.clone(), writer),
        };
        let mut audits = audits(self.options.now);
        let mut copying = Copying {
            carries: format.carries,
            extensions: EXTENSIONS,
            audits: &mut audits,
            // Documents are counted as they are read.
            most_entries: None,
        };
        ops::copy(&mut self.reader(true), &mut output, &mut copying, found)?;
        let written = output.finish()?;
        let mut bytes = pen.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok((std::mem::take(&mut *bytes), written))
    }

    /// Tells what is no matter of entries: stylesheets that the format has none of, and pages in a
    /// robots.txt.
    fn tell(&self, format: &Format, found: &mut Found) -> Result<()> {
        let of =
            |document: &Document<'_>| Position { input: document.number, ..Position::default() };
        if let Some(first) = self.documents.first()
            && format.name == "robots"
            && self.header.kind == Kind::Urlset
        {
            found.report(PAGES_AS_SITEMAPS.at(of(first)))?;
        }
        let has = matches!(format.name, "xml" | "rss" | "atom");
        let told = self.documents.iter().filter(|document| {
            let own = &document.header.stylesheet;
            own.is_some() && !(has && *own == self.header.stylesheet)
        });
        told.into_iter().try_for_each(|document| {
            found.report(NOT_CARRIED.at(of(document)).detail("1 xml-stylesheet"))
        })
    }

    fn writer(&self, format: &'static Format) -> Result<Box<dyn EntryWriter>> {
        let options = WriteOptions {
            pretty: self.options.pretty,
            extensions: EXTENSIONS,
            title: None,
            link: None,
            stylesheet: self.header.stylesheet.clone(),
        };
        if matches!(format.name, "csv" | "tsv") {
            let table = self.options.table(format.name == "tsv");
            return Ok(Box::new(CsvWriter::with(&table, &self.header, &options)));
        }
        let create = format.create.ok_or_else(|| std::io::Error::other("it is only read"))?;
        Ok(create(&self.header, &options))
    }

    /// Why what was made is not given: it would pass for the whole.
    fn refusal(&self, made: Option<u64>, found: &Found) -> Option<String> {
        let failed = found.has_failed() || found.gaps() > 0;
        match found.cut().filter(|_| !self.options.lenient) {
            _ if made.is_none() => Some("nothing could be read".to_owned()),
            Some(name) => Some(format!("{name} was not read to its end")),
            None if self.read() == 0 && failed => Some("no entry could be read".to_owned()),
            None if made == Some(0) && found.lost_entries() > 0 => {
                Some("not one entry would be in it".to_owned())
            }
            None => None,
        }
    }
}

/// The headers of all, united.
fn united(documents: &[Document<'_>]) -> Header {
    let mut headers = documents.iter().map(|document| &document.header);
    let first = headers.next().cloned().unwrap_or_default();
    headers.fold(first, |mut united, header| {
        united.unite(header);
        united
    })
}

/// What the document is called: as the first file, with the suffix of the format.
fn written_name(files: &[File<'_>], format: &Format, compressed: bool) -> String {
    let first = files.first().map_or("sitemap", |file| file.name);
    let first = first.strip_suffix(".gz").or_else(|| first.strip_suffix(".zst")).unwrap_or(first);
    let stem = first.rsplit_once('.').map_or(first, |(stem, _)| stem);
    let plain = match format.name {
        "robots" => "robots.txt".to_owned(),
        name => format!("{stem}.{}", format.suffixes.first().unwrap_or(&name)),
    };
    if compressed { plain + ".gz" } else { plain }
}

/// Tells where one document is more than the protocol allows, or nothing.
fn measure(name: &str, format: &Format, size: Written, found: &mut Found) -> Result<()> {
    if !matches!(format.name, "xml" | "rss" | "atom" | "text") {
        return Ok(());
    }
    let faults = [
        (size.entries == 0, &EMPTY, "nothing was left to write".to_owned()),
        (
            size.entries > MOST.0,
            &TOO_MANY_URLS,
            format!("{} entries were written", thousands(size.entries)),
        ),
        (size.bytes > MOST.1, &TOO_LARGE, format!("{} bytes were written", thousands(size.bytes))),
    ];
    for (_, rule, detail) in faults.into_iter().filter(|(over, ..)| *over) {
        let number = found.name(name);
        let finding = rule.at(Position { input: number, ..Position::default() }).detail(detail);
        let help = "spread them over several files: `-o 'sitemap-{n:05}.xml.gz' --index sitemap.xml --base-url URL`";
        let finding = match rule.id == EMPTY.id {
            true => finding,
            false => finding.severity(Severity::Warning).help(help),
        };
        found.report(finding)?;
    }
    Ok(())
}
