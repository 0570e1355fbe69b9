//! A document turned into another format and back: what the target promises to carry is the same,
//! what it does not promise is told once.

use crate::{Log, Memory, read_back, write_options};
use urlset::ops::{Copying, copy, survey};
use urlset::{
    Carried, Carries, Dates, Datetime, Diagnostic, Element, Entry, Extensions, Format, Header,
    Kind, Lost, Output,
};

/// What a format's reader gives of one document.
#[derive(Debug)]
pub struct Document {
    /// That it was read in.
    pub format: &'static Format,
    /// What stood before the first entry.
    pub header: Header,
    /// In order. Losses are told by address: no two may share one.
    pub entries: Vec<Entry>,
}

impl Document {
    fn reader(&self) -> Memory {
        Memory::new(self.header.clone(), self.entries.clone())
    }
}

/// What the format reads of its own writing.
///
/// # Errors
/// Where it does not read it, or something of it is lost.
pub fn read(format: &'static Format, text: &[u8]) -> Result<Document, String> {
    let mut log = Log::default();
    let name = format.name;
    let (header, entries) = read_back(format, text, &mut log)
        .map_err(|error| format!("{name} does not read what it wrote: {error}"))?;
    match log.findings.iter().find(|finding| finding.lost != Lost::Nothing) {
        Some(lost) => Err(format!("{name} loses of what it wrote: {lost:?}")),
        None => Ok(Document { format, header, entries }),
    }
}

/// What the target makes of a document, and what was told.
pub fn convert(source: &Document, target: &'static Format) -> (Vec<u8>, Log) {
    let mut writer = (target.create.unwrap())(&source.header, &write_options());
    if writer.needs_survey() {
        survey(&mut source.reader(), &mut *writer, &mut ()).unwrap();
    }
    let mut log = Log::default();
    let mut bytes = Vec::new();
    let mut output = Output::new(&mut bytes, writer);
    let mut copying = Copying {
        carries: target.carries,
        extensions: urlset::EXTENSIONS,
        audits: &mut [],
        most_entries: None,
    };
    copy(&mut source.reader(), &mut output, &mut copying, &mut log).unwrap();
    output.finish().unwrap();
    (bytes, log)
}

/// Whether an index can be written at all. A list of pages always can: what stands in it may be the
/// addresses of sitemaps, as for robots.txt, and the command warns.
pub fn holds(target: &Format, kind: Kind) -> bool {
    kind == Kind::Urlset || target.carries.index
}

fn dropped<'l>(log: &'l Log, entry: &Entry) -> impl Iterator<Item = &'l Diagnostic> {
    // Of a long address findings show the front.
    let shown = urlset::rules::LOC_MISSING.found().loc(entry.loc.as_str()).loc;
    log.findings.iter().filter(move |finding| finding.lost == Lost::Entry && finding.loc == shown)
}

/// What went wrong between a document and what the target made of it.
pub fn compare(source: &Document, target: &Document, log: &Log) -> Vec<String> {
    let told = source.entries.iter().filter(|entry| dropped(log, entry).count() == 1).count();
    let (before, after) = (source.entries.len(), target.entries.len());
    if !holds(target.format, source.header.kind) {
        let right = told == before && after == 0;
        let what = format!("{told} of {before} told as not held, {after} written all the same");
        return if right { Vec::new() } else { vec![what] };
    }
    if before != after {
        return vec![format!("{before} entries became {after}, {told} told")];
    }
    let pairs = source.entries.iter().zip(&target.entries);
    pairs
        .flat_map(|(from, to)| {
            let mut pair =
                Pair { from, to, carries: target.format.carries, log, wrong: Vec::new() };
            pair.compare();
            pair.wrong
        })
        .collect()
}

/// An entry, what became of it, and what was told on the way.
struct Pair<'p> {
    from: &'p Entry,
    to: &'p Entry,
    carries: Carries,
    log: &'p Log,
    wrong: Vec<String>,
}

impl Pair<'_> {
    fn compare(&mut self) {
        self.loc();
        self.lastmod();
        let (from, to, carries) = (self.from, self.to, self.carries);
        let kept = to.changefreq == from.changefreq.filter(|_| carries.changefreq);
        let once = usize::from(from.changefreq.is_some() && !carries.changefreq);
        self.expect("changefreq", kept && self.losses("changefreq") == once);
        let kept = to.priority == from.priority.filter(|_| carries.priority);
        let once = usize::from(from.priority.is_some() && !carries.priority);
        self.expect("priority", kept && self.losses("priority") == once);
        for name in urlset::EXTENSIONS.iter().map(|known| known.name).chain(["other"]) {
            self.extension(name);
        }
    }

    /// robots.txt has no place for a fragment, and says so.
    fn loc(&mut self) {
        let (from, to) = (self.from.loc.as_str(), self.to.loc.as_str());
        // A finding shows no more of a long one than others do.
        let shown = urlset::rules::LOSSY.found().loc(from).loc;
        let told =
            |finding: &Diagnostic| finding.rule.id == "robots/fragment-cut" && finding.loc == shown;
        let cut = self.log.findings.iter().any(told) && from.split('#').next() == Some(to);
        self.expect("loc", from == to || cut);
    }

    fn lastmod(&mut self) {
        let (from, to) = (self.from.lastmod, self.to.lastmod);
        let losses = self.losses("lastmod") + self.losses("lastmod precision");
        let instant = |date: Option<Datetime>| date.map(Datetime::earliest);
        let right = match (self.carries.lastmod, from) {
            (Dates::AsWritten, _) | (_, None) => to == from && losses == 0,
            (Dates::Dropped, Some(_)) => to.is_none() && losses == 1,
            (Dates::Instant, Some(_)) if to == from => losses == 0,
            (Dates::Instant, Some(_)) => {
                (to.is_none() || instant(to) == instant(from)) && losses == 1
            }
        };
        self.expect("lastmod", right);
    }

    fn extension(&mut self, name: &str) {
        let (from, to) = (of(self.from, name), of(self.to, name));
        let whole = self.losses(name);
        let parts = self.parts(name);
        let right = match self.carries.extensions {
            Carried::Everything => to == from && whole + parts == 0,
            Carried::Some(names) if names.contains(&name) => {
                if whole + parts == 0 {
                    to == from
                } else {
                    to.len() + whole >= from.len() || parts > 0
                }
            }
            Carried::Some(_) | Carried::Nothing => to.is_empty() && whole == from.len(),
        };
        self.expect(name, right);
    }

    /// How often exactly this field was lost.
    fn losses(&self, field: &str) -> usize {
        self.told().filter(|lost| *lost == field).count()
    }

    /// How often something of this extension was lost.
    fn parts(&self, name: &str) -> usize {
        let part = |lost: &&str| lost.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        self.told().filter(part).count()
    }

    fn told(&self) -> impl Iterator<Item = &str> {
        let own = |(_, loc): &&(String, String)| *loc == self.from.loc.as_str();
        self.log.losses.iter().filter(own).map(|(field, _)| field.as_str())
    }

    fn expect(&mut self, what: &str, right: bool) {
        if right {
            return;
        }
        let told: Vec<_> = self.told().collect();
        let shown =
            format!("{what}\n  from {:?}\n  to   {:?}\n  lost {told:?}", self.from, self.to);
        self.wrong.push(shown);
    }
}

/// The elements of one field, each on a tape of its own: formats may put extensions in another
/// order among each other, not within one.
fn of(entry: &Entry, name: &str) -> Vec<Extensions> {
    let field = |element: &Element<'_>| {
        urlset::EXTENSIONS
            .iter()
            .find(|known| element.is(known.namespace, known.element))
            .map_or("other", |known| known.name)
    };
    let own = entry.extensions.elements().filter(|element| field(element) == name);
    own.map(|element| {
        let mut tape = Extensions::default();
        tape.append(element);
        tape
    })
    .collect()
}

/// The source's document into the target and back.
pub fn there_and_back(source: &Document, target: &'static Format) -> Vec<String> {
    let kind = source.header.kind;
    let (text, log) = convert(source, target);
    if target.open.is_none() {
        return unwritten(source, &text, &log);
    }
    let there = match read(target, &text) {
        Ok(there) => there,
        // A document without entries need not be one that can be told from others.
        Err(_) if !holds(target, kind) => {
            Document { format: target, header: Header::default(), entries: Vec::new() }
        }
        Err(error) => return vec![error],
    };
    let mut wrong = compare(source, &there, &log);
    if holds(target, kind) {
        let (text, log) = convert(&there, source.format);
        match read(source.format, &text) {
            Ok(back) => {
                wrong.extend(
                    compare(&there, &back, &log).iter().map(|what| format!("back: {what}")),
                );
            }
            Err(error) => wrong.push(format!("back: {error}")),
        }
    }
    wrong
}

/// Addresses that are neither in the JSON that came out nor told as left out.
fn unwritten(source: &Document, text: &[u8], log: &Log) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let written = |entry: &&Entry| {
        let loc = entry.loc.as_str().replace('\\', "\\\\").replace('"', "\\\"");
        text.contains(&loc) || dropped(log, entry).count() == 1
    };
    let silent = source.entries.len() - source.entries.iter().filter(written).count();
    let what = format!("{silent} locs are neither written nor told");
    if silent == 0 { Vec::new() } else { vec![what] }
}
