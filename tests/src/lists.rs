//! A document copied into a list of addresses or into shards: locs many at once, or one by one.

use crate::{Settings, header};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use urlset::ops::{Copied, Copying, Outlet, copy};
use urlset::shard::Shards;
use urlset::{
    Diagnostic, Entry, EntryReader, Error, Format, Header, Input, Kind, Output, Position, Result,
    Room, Sink,
};

/// All that copying a document gave.
#[derive(Debug, Default)]
pub struct Listed {
    /// The documents that were written, up to where the reading ended.
    pub documents: Vec<String>,
    /// In the order of report; a fatal one is the last.
    pub findings: Vec<Diagnostic>,
    /// Fields that were left behind, and how often.
    pub lost: BTreeMap<String, u64>,
    /// What went through; `None` where the document was not read to its end.
    pub copied: Option<Copied>,
    /// Where the reader was at the end.
    pub at: Position,
}

impl Listed {
    /// The same but for the excerpts of findings, which show what was at hand.
    pub fn same_as(&self, other: &Listed) -> bool {
        let bare = |finding: &Diagnostic| Diagnostic { excerpt: None, ..finding.clone() };
        self.documents == other.documents
            && self.findings.iter().map(bare).eq(other.findings.iter().map(bare))
            && (&self.lost, self.copied, self.at) == (&other.lost, other.copied, other.at)
    }
}

/// Copies a plain document in a known format: into one list of addresses, or, where there is room, into
/// sitemaps. One by one, no reader gives locs many at once.
pub fn list<'a>(
    format: &'static Format,
    settings: &Settings,
    stream: impl Read + Send + 'a,
    (room, one_by_one): (Option<Room>, bool),
) -> Listed {
    let options = &settings.open.read;
    let input = Input::new(stream).lenient(options.lenient);
    let (mut told, kept) = (Told::default(), RefCell::new(Vec::new()));
    let mut listed = Listed::default();
    let ended = (format.open.unwrap())(input, options, &mut told).and_then(|reader| {
        let mut reader = Batching { reader, one_by_one };
        let copied = match room {
            None => into_list(&mut reader, &kept, &mut told),
            Some(room) => into_shards(&mut reader, room, &kept, &mut told),
        };
        listed.at = reader.position();
        copied
    });
    match ended {
        Ok(copied) => listed.copied = Some(copied),
        Err(Error::Stopped(finding)) => told.findings.push(*finding),
        Err(error) => panic!("the machine failed: {error}"),
    }
    listed.documents = kept.into_inner().iter().map(Kept::text).collect();
    (listed.findings, listed.lost) = (told.findings, told.lost);
    listed
}

fn into_list(
    reader: &mut Batching<'_>,
    kept: &RefCell<Vec<Kept>>,
    told: &mut Told,
) -> Result<Copied> {
    let mut output = output(urlset::format("text").unwrap(), kept);
    let copied = through(reader, &mut output, urlset::format("text").unwrap(), told);
    output.finish()?;
    copied
}

fn into_shards(
    reader: &mut Batching<'_>,
    room: Room,
    kept: &RefCell<Vec<Kept>>,
    told: &mut Told,
) -> Result<Copied> {
    let format = urlset::format("xml").unwrap();
    let open = |_: &_, _| Ok(output(format, kept));
    let mut shards = Shards::new(&[], room, Box::new(open), Box::new(|_| Ok(())));
    let copied = through(reader, &mut shards, format, told);
    shards.finish()?;
    copied
}

fn output(format: &'static Format, kept: &RefCell<Vec<Kept>>) -> Output<'static> {
    let one = Kept::default();
    kept.borrow_mut().push(one.clone());
    let options = urlset::WriteOptions::default();
    Output::new(one, (format.create.unwrap())(&header(Kind::Urlset), &options))
}

fn through(
    reader: &mut Batching<'_>,
    outlet: &mut dyn Outlet,
    format: &Format,
    told: &mut Told,
) -> Result<Copied> {
    let mut copying = Copying {
        carries: format.carries,
        extensions: urlset::EXTENSIONS,
        audits: &mut [],
        most_entries: None,
    };
    copy(reader, outlet, &mut copying, told)
}

/// A document in memory.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Counts losses, as the command does, and keeps every finding.
#[derive(Default)]
struct Told {
    findings: Vec<Diagnostic>,
    lost: BTreeMap<String, u64>,
}

impl Sink for Told {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        self.findings.push(finding);
        Ok(())
    }
    fn count_loss(&mut self, field: &str, entries: u64) -> bool {
        *self.lost.entry(field.to_owned()).or_default() += entries;
        true
    }
}

/// A reader that hides that it can give locs many at once, where that is asked for.
struct Batching<'a> {
    reader: Box<dyn EntryReader + 'a>,
    one_by_one: bool,
}

impl EntryReader for Batching<'_> {
    fn header(&self) -> &Header {
        self.reader.header()
    }
    fn position(&self) -> Position {
        self.reader.position()
    }
    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        self.reader.read_entry(entry, sink)
    }
    fn read_locs(&mut self, locs: &mut urlset::Locs) {
        if !self.one_by_one {
            self.reader.read_locs(locs);
        }
    }
}
