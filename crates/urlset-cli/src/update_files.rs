//! Rewrites the files of a set that an update concerns: each entry becomes what the changes make of
//! it; what a file has no room for goes onward to the end of the set, and so do new entries.

use crate::compress::Workers;
use crate::exit::Failure;
use crate::opening::Opening;
use crate::plan::{self, Document};
use crate::set_files::{Way, refused};
use crate::update_changes::{Action, Actions, Counts};
use crate::update_names::Names;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use urlset::publish::Set;
use urlset::shard::rules::ENTRY_TOO_LARGE;
use urlset::store::{Sorted, Sorter, Store, decode, encode};
use urlset::{
    Datetime, Entry, EntryReader, Header, Lost, Output, Position, Result, Room, Sink, WriteOptions,
    Written,
};

/// A file of the set that is written anew, or for the first time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Made {
    pub(crate) path: PathBuf,
    /// The document that it was; `None` for a new file.
    pub(crate) document: Option<u32>,
    pub(crate) written: Written,
    pub(crate) newest: Option<Datetime>,
    pub(crate) counts: Counts,
    /// New URLs, and those that came from other files.
    pub(crate) added: u64,
    /// Entries that went on to later files.
    pub(crate) moved: u64,
}

/// The set that is written to, and what is known of it.
pub(crate) struct Files<'f> {
    pub(crate) opening: &'f Opening,
    pub(crate) store: &'f Store,
    pub(crate) room: Room,
    pub(crate) counts: &'f HashMap<u32, Counts>,
    /// `None` where nothing is to be written.
    set: Option<&'f Set>,
    workers: Workers,
    names: Names,
    current: Option<(Output<'static>, Made)>,
    pub(crate) made: Vec<Made>,
    /// The header of new files: that of the last one.
    header: Header,
}

impl<'f> Files<'f> {
    pub(crate) fn new(
        (opening, store): (&'f Opening, &'f Store),
        room: Room,
        counts: &'f HashMap<u32, Counts>,
        set: Option<&'f Set>,
        (workers, names): (Workers, Names),
    ) -> Files<'f> {
        let header = Header::default();
        let (current, made) = (None, Vec::new());
        Files { opening, store, room, counts, set, workers, names, current, made, header }
    }

    /// Writes what changes: `documents` are the files of the set in order, without those that go.
    pub(crate) fn write(
        &mut self,
        documents: &[Document],
        actions: &mut Actions,
        new: &mut Sorted,
        inserted: u64,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let Some((last, before)) = documents.split_last() else {
            return Ok(());
        };
        let mut spilled = Spilled { sorter: Sorter::new(self.store), count: 0, record: Vec::new() };
        for document in before {
            if self.is_concerned(document) {
                self.rewrite(document, actions, &mut spilled, sink)?;
            }
        }
        let more = spilled.count + inserted;
        let mut spilled = spilled.sorter.finish()?;
        let mut ends = Ends { spilled: &mut spilled, new };
        if !self.is_concerned(last) && more == 0 {
            return Ok(());
        }
        let mut entry = Entry::default();
        let mut ahead = ends.read(&mut entry)?;
        let fits = ahead && self.has_room(last, &entry)?;
        self.header = last.header.clone();
        if self.is_concerned(last) || fits {
            self.begin(last)?;
            self.copy(last, actions, sink)?;
        }
        while ahead {
            self.put(&entry, sink)?;
            if let Some((_, made)) = &mut self.current {
                made.added += 1;
            }
            ahead = ends.read(&mut entry)?;
        }
        self.end()
    }

    fn is_concerned(&self, document: &Document) -> bool {
        let counts = self.counts.get(&document.number);
        counts.is_some_and(|counts| counts.changed + counts.deleted > 0)
    }

    /// Waits until every file is written.
    pub(crate) fn settle(self) -> std::result::Result<Vec<Made>, Failure> {
        for file in self.workers.join() {
            // Without an error every file that was begun was also ended.
            file.map_err(|error| refused(&error))?
                .ok_or_else(|| Failure::output("a file of the set was not written to its end"))?;
        }
        Ok(self.made)
    }

    /// A file before the last one: what it has no room for is spilled.
    fn rewrite(
        &mut self,
        document: &Document,
        actions: &mut Actions,
        spilled: &mut Spilled<'_>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        self.begin(document)?;
        let mut full = false;
        let mut reader = Changed::open(self.opening, document, actions, sink)?;
        let mut entry = Entry::default();
        while reader.read(&mut entry, sink)? {
            full = full || !self.offer(&entry, sink)?;
            if full {
                spilled.push(&entry, reader.position())?;
                if let Some((_, made)) = &mut self.current {
                    made.moved += 1;
                }
            }
        }
        self.end()
    }

    /// The entries of the last file, which may go on in a new one.
    fn copy(
        &mut self,
        document: &Document,
        actions: &mut Actions,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let mut reader = Changed::open(self.opening, document, actions, sink)?;
        let mut entry = Entry::default();
        let mut moved = 0;
        while reader.read(&mut entry, sink)? {
            self.put(&entry, sink)?;
            let elsewhere = |(_, made): &(Output<'_>, Made)| made.document.is_none();
            moved += u64::from(self.current.as_ref().is_some_and(elsewhere));
        }
        if let Some(made) = self.made.last_mut().filter(|_| moved > 0) {
            made.moved += moved;
        }
        Ok(())
    }

    /// Whether the last file, unchanged, has room for one entry more. To begin it anew and find that
    /// it has none would write it for nothing.
    fn has_room(&self, document: &Document, more: &Entry) -> Result<bool> {
        if self.is_concerned(document) {
            return Ok(true);
        }
        let mut output = Output::new(io::sink(), writer(&document.header)?);
        let file = document.file()?;
        let mut reader = self.opening.open(file, &document.which(), &mut ())?.reader;
        let mut entry = Entry::default();
        while reader.read_entry(&mut entry, &mut ())? {
            if !output.offer(&entry, self.room, &mut ())? {
                return Ok(false);
            }
        }
        output.offer(more, self.room, &mut ())
    }

    fn begin(&mut self, document: &Document) -> Result<()> {
        let path = path_of(document);
        let counts = self.counts.get(&document.number).copied().unwrap_or_default();
        let made = Made { document: Some(document.number), counts, path, ..Made::default() };
        self.open(made, &document.header)
    }

    fn open(&mut self, made: Made, header: &Header) -> Result<()> {
        self.end()?;
        let way = match self.set {
            None => Way::Nowhere,
            Some(set) => {
                let draft = set.create(&made.path);
                let draft = draft.map_err(|error| plan::Refused::error(refused(&error)))?;
                let compressed = is_compressed(&made.path);
                Way::Pipe(self.workers.begin(draft, compressed))
            }
        };
        self.current = Some((Output::new(way, writer(header)?), made));
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        if let Some((output, mut made)) = self.current.take() {
            made.written = output.finish()?;
            self.made.push(made);
        }
        Ok(())
    }

    /// Writes an entry into the file that is open, or a new one.
    fn put(&mut self, entry: &Entry, sink: &mut dyn Sink) -> Result<()> {
        if self.current.is_some() && self.offer(entry, sink)? {
            return Ok(());
        }
        let (header, path) = (self.header.clone(), self.names.next());
        self.open(Made { path, ..Made::default() }, &header)?;
        if self.offer(entry, &mut ())? {
            return Ok(());
        }
        let finding = ENTRY_TOO_LARGE.at(Position::default()).loc(entry.loc.as_str());
        sink.report(finding.detail(entry.loc.as_str()).lost(Lost::Entry))
    }

    fn offer(&mut self, entry: &Entry, sink: &mut dyn Sink) -> Result<bool> {
        let Some((output, made)) = &mut self.current else {
            return Ok(false);
        };
        let taken = output.offer(entry, self.room, sink)?;
        if let (true, Some(date)) = (taken, entry.lastmod)
            && made.newest.is_none_or(|known| date.earliest() > known.earliest())
        {
            made.newest = Some(date);
        }
        Ok(taken)
    }
}

/// A document with its changes made.
struct Changed<'a> {
    reader: Box<dyn EntryReader>,
    actions: &'a mut Actions,
    document: u32,
    next: u64,
}

impl<'a> Changed<'a> {
    fn open(
        opening: &Opening,
        document: &Document,
        actions: &'a mut Actions,
        sink: &mut dyn Sink,
    ) -> Result<Changed<'a>> {
        let reader = opening.open(document.file()?, &document.which(), sink)?.reader;
        Ok(Changed { reader, actions, document: document.number, next: 0 })
    }

    fn position(&self) -> Position {
        self.reader.position()
    }

    fn read(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        while self.reader.read_entry(entry, sink)? {
            let place = self.next;
            self.next += 1;
            match self.actions.find(self.document, place)? {
                Some(Action::Delete) => continue,
                Some(Action::Change(mut new)) => {
                    new.loc.set(entry.loc.as_str());
                    *entry = *new;
                }
                None => {}
            }
            return Ok(true);
        }
        Ok(false)
    }
}

/// Entries that their file has no room for, in order.
struct Spilled<'s> {
    sorter: Sorter<'s>,
    count: u64,
    record: Vec<u8>,
}

impl Spilled<'_> {
    fn push(&mut self, entry: &Entry, at: Position) -> Result<()> {
        self.record.clear();
        encode(entry, at, &mut self.record);
        let key = self.count.to_be_bytes();
        self.count += 1;
        self.sorter.push(&key, &self.record)
    }
}

/// What comes after the last entry of the set: first what had no room, then what is new.
struct Ends<'e> {
    spilled: &'e mut Sorted,
    new: &'e mut Sorted,
}

impl Ends<'_> {
    fn read(&mut self, entry: &mut Entry) -> Result<bool> {
        if let Some((_, record)) = self.spilled.read()? {
            decode(record, entry)?;
            return Ok(true);
        }
        if let Some((_, record)) = self.new.read()? {
            decode(record, entry)?;
            return Ok(true);
        }
        Ok(false)
    }
}

fn writer(header: &Header) -> Result<Box<dyn urlset::EntryWriter>> {
    let options = WriteOptions {
        extensions: urlset::EXTENSIONS,
        stylesheet: header.stylesheet.clone(),
        ..WriteOptions::default()
    };
    let create = urlset::sitemap::FORMAT.create.ok_or_else(|| io::Error::other("no writer"))?;
    Ok(create(header, &options))
}

/// The file of a document; empty for a stream.
pub(crate) fn path_of(document: &Document) -> PathBuf {
    match &*document.body.lock().unwrap_or_else(std::sync::PoisonError::into_inner) {
        plan::Body::File(path) => path.clone(),
        plan::Body::Kept(_) | plan::Body::Open(_) | plan::Body::Done => PathBuf::new(),
    }
}

fn is_compressed(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("gz"))
}
