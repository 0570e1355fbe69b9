//! Rewrites the files of a set that an update concerns: each entry becomes what the changes make of
//! it; what a file has no room for goes onward to the end of its group, and so do new entries.

use crate::compress::Workers;
use crate::exit::Failure;
use crate::names;
use crate::opening::Opening;
use crate::plan::{self, Document};
use crate::set_files::{Way, refused};
use crate::update_actions::Actions;
use crate::update_changed::{Changed, Ends, Spilled};
use crate::update_groups::{Group, Groups};
use crate::update_names::Naming;
use crate::update_pass::{Counts, Tally};
use crate::update_writers::Writers;
use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use urlset::ops::Stamp;
use urlset::publish::{Set, folder_of};
use urlset::shard::rules::ENTRY_TOO_LARGE;
use urlset::store::{Sorted, Sorter, Store};
use urlset::{
    Datetime, Diagnostic, Entry, EntryReader, EntryWriter, Lost, Output, Position, Result, Room,
    Sink, Written,
};

/// What an entry stays with that is too large for any file.
const ALL: Room = Room { entries: u64::MAX, bytes: u64::MAX };

const AS_IT_WAS: &str = "the page stays as it was; raise `--max-bytes`, or change less of it";

/// A file of the set that is written anew, or for the first time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Made {
    pub(crate) path: PathBuf,
    /// The document that it was; `None` for a new file.
    pub(crate) document: Option<u32>,
    /// The document after which it comes, where it is new.
    pub(crate) after: u32,
    pub(crate) format: Box<str>,
    pub(crate) written: Written,
    pub(crate) newest: Option<Datetime>,
    pub(crate) counts: Counts,
    /// New URLs, and those that came from other files.
    pub(crate) added: u64,
    /// Entries that went on to later files.
    pub(crate) moved: u64,
}

impl Made {
    /// Whether entries went from it to other files.
    pub(crate) fn gives(&self) -> bool {
        self.document.is_some() && self.moved > 0
    }

    /// Whether it is new, or says anything that it did not say before.
    fn differs(&self) -> bool {
        let Counts { changed, deleted, .. } = self.counts;
        self.document.is_none() || changed + deleted + self.added + self.moved > 0
    }
}

/// What is known of the set, and where it is written to.
pub(crate) struct Place<'f> {
    pub(crate) opening: &'f Opening,
    pub(crate) store: &'f Store,
    pub(crate) room: Room,
    pub(crate) tally: &'f Tally,
    pub(crate) writers: &'f Writers<'f>,
    /// `None` where nothing is to be written.
    pub(crate) set: Option<&'f Set>,
}

/// The files of the set that are written.
pub(crate) struct Files<'f> {
    place: Place<'f>,
    workers: Workers,
    naming: Naming,
    current: Option<(Output<'static>, Made)>,
    /// Whether those that are written now are the ends of groups.
    last: bool,
    made: Vec<Made>,
    /// Files that were begun and not written to their end.
    void: usize,
    /// Changes that were not made, since no file has room for what they would make.
    pub(crate) unmade: Unmade,
}

/// How many changes were not made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Unmade {
    pub(crate) inserted: u64,
    pub(crate) changed: u64,
}

impl<'f> Files<'f> {
    pub(crate) fn new(place: Place<'f>, workers: Workers, naming: Naming) -> Files<'f> {
        let unmade = Unmade::default();
        let (current, made) = (None, Vec::new());
        Files { place, workers, naming, current, last: false, made, void: 0, unmade }
    }

    /// Writes what changes: `documents` are the files of the set in order, without those that go.
    pub(crate) fn write(
        &mut self,
        documents: &[Document],
        groups: &Groups,
        (actions, new): (&mut Actions, Sorted),
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let mut spilled = Spilled::new(self.place.store);
        // The ends of groups come later, when it is known what else they take.
        let mut later = Sorter::new(self.place.store);
        for (at, document) in documents.iter().enumerate() {
            if let Some(number) = groups.ended_by(at, document) {
                actions.divert(document.number, &mut later, number)?;
            } else if self.place.tally.concerns(document) {
                spilled.group = groups.key_of(document).to_vec();
                self.rewrite(document, actions, &mut spilled, sink)?;
            }
        }
        let mut ends = Ends::new(spilled.sorter.finish()?, new);
        let mut actions = Actions::new(later.finish()?);
        self.last = true;
        for (number, (key, group)) in (0..).zip(&groups.all) {
            ends.group.clone_from(key);
            self.end_group((documents, group), (&mut actions, number), &mut ends, sink)?;
        }
        Ok(())
    }

    /// The last file of a group, and new ones after it.
    fn end_group(
        &mut self,
        (documents, group): (&[Document], &Group),
        (actions, number): (&mut Actions, u32),
        ends: &mut Ends,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let last = group.last.and_then(|at| documents.get(at));
        let concerned = last.is_some_and(|last| self.place.tally.concerns(last));
        let mut entry = Entry::default();
        let mut ahead = ends.read(&mut entry)?;
        // A group of its own begins beside the last file there is.
        let (true, Some(like)) = (concerned || ahead, last.or(documents.last())) else {
            return Ok(());
        };
        self.naming.begin(last, group);
        while !concerned && ahead && !self.fits(like, &entry)? {
            self.refuse(&entry, ends.at, sink)?;
            ahead = ends.read(&mut entry)?;
        }
        if let Some(last) = last
            && (concerned || ahead && self.has_room(last, &entry)?)
        {
            self.begin(last)?;
            self.copy(last, (actions, number), sink)?;
        }
        while ahead {
            self.place.writers.lose(
                like,
                &entry,
                &mut Stamp { at: &ends.at, entry: &entry, sink },
            )?;
            if !self.put(like, &entry, sink)? {
                self.refuse(&entry, ends.at, sink)?;
            } else if let Some((_, made)) = &mut self.current {
                made.added += 1;
            }
            ahead = ends.read(&mut entry)?;
        }
        self.end()
    }

    /// Waits until every file is written; those whose bytes are as before are none.
    /// Gives too how many changes are not seen in any byte: a table has an order of its own.
    pub(crate) fn settle(mut self) -> std::result::Result<(Vec<Made>, u64), Failure> {
        // An error left a file open; its thread waits for more until the pipe is gone.
        if self.current.take().is_some() {
            self.void += 1;
        }
        let mut dropped = 0;
        for file in self.workers.join() {
            dropped += usize::from(file.map_err(|error| refused(&error))?.is_none());
        }
        if dropped > self.void {
            return Err(Failure::output("a file of the set was not written to its end"));
        }
        let same = self.place.set.map_or_else(BTreeSet::new, Set::unchanged);
        let mut made = self.made;
        let unseen = made.iter().filter(|one| same.contains(&one.path));
        let unseen = unseen.map(|one| one.counts.changed).sum();
        made.retain(|one| !same.contains(&one.path));
        Ok((made, unseen))
    }

    /// A file that is not the last of its group: what it has no room for is spilled.
    fn rewrite(
        &mut self,
        document: &Document,
        actions: &mut Actions,
        spilled: &mut Spilled<'_>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        self.begin(document)?;
        let mut full = false;
        let number = document.number;
        let mut reader = Changed::open(self.place.opening, document, (actions, number), sink)?;
        let mut entry = Entry::default();
        while reader.read(&mut entry, sink)? {
            if !self.stays(document, (&mut entry, reader.before.take()), full, sink)? {
                full = true;
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
        actions: (&mut Actions, u32),
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let mut reader = Changed::open(self.place.opening, document, actions, sink)?;
        let mut entry = Entry::default();
        let (first, mut moved) = (self.made.len(), 0);
        while reader.read(&mut entry, sink)? {
            if !self.stays(document, (&mut entry, reader.before.take()), false, sink)? {
                if let Some((_, made)) = &mut self.current {
                    made.moved += u64::from(made.document.is_some());
                }
                self.put(document, &entry, &mut ())?;
            }
            let elsewhere = |(_, made): &(Output<'_>, Made)| made.document.is_none();
            moved += u64::from(self.current.as_ref().is_some_and(elsewhere));
        }
        if let Some(made) = self.made.get_mut(first).filter(|_| moved > 0) {
            made.moved = moved;
        }
        Ok(())
    }

    /// Whether the last file, unchanged, has room for one entry more. To begin it anew and find that
    /// it has none would write it for nothing.
    fn has_room(&self, document: &Document, more: &Entry) -> Result<bool> {
        if self.place.tally.concerns(document) {
            return Ok(true);
        }
        let mut output = Output::new(io::sink(), self.writer(document, true)?);
        let file = document.open()?;
        let opened = self.place.opening.open(file, &document.which(), &mut ())?;
        let (mut reader, mut entry) = (opened.reader, Entry::default());
        while reader.read_entry(&mut entry, &mut ())? {
            if !output.offer(&entry, self.place.room, &mut ())? {
                return Ok(false);
            }
        }
        output.offer(more, self.place.room, &mut ())
    }

    /// A writer for a file beside this one.
    fn writer(&self, like: &Document, last: bool) -> Result<Box<dyn EntryWriter>> {
        self.place.writers.writer((like, last), folder_of(&path_of(like)))
    }

    /// Whether a file of its own has room for an entry.
    fn fits(&self, like: &Document, entry: &Entry) -> Result<bool> {
        let mut output = Output::new(io::sink(), self.writer(like, self.last)?);
        output.offer(entry, self.place.room, &mut ())
    }

    /// Writes an entry of the set into the file that is open, unless that is full; `false` where it
    /// has to go on. A change that no file has room for is not made. What was there before and is
    /// itself too large stays there.
    fn stays(
        &mut self,
        like: &Document,
        (entry, before): (&mut Entry, Option<(Entry, Position)>),
        full: bool,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        if !full && self.offer(entry, self.place.room, sink)? {
            return Ok(true);
        }
        if self.fits(like, entry)? {
            return Ok(false);
        }
        if let Some((before, at)) = before {
            sink.report(too_large(entry, at).help(AS_IT_WAS))?;
            self.unmade.changed += 1;
            if let Some((_, made)) = &mut self.current {
                made.counts.changed = made.counts.changed.saturating_sub(1);
            }
            *entry = before;
            if !full && self.offer(entry, self.place.room, &mut ())? {
                return Ok(true);
            }
            if self.fits(like, entry)? {
                return Ok(false);
            }
        }
        self.offer(entry, ALL, &mut ())
    }

    /// Tells that a new entry has no room in any file.
    fn refuse(&mut self, entry: &Entry, at: Position, sink: &mut dyn Sink) -> Result<()> {
        self.unmade.inserted += 1;
        sink.report(too_large(entry, at))
    }

    fn begin(&mut self, document: &Document) -> Result<()> {
        let counts = self.place.tally.of(document);
        let (number, path) = (Some(document.number), path_of(document));
        self.open(document, Made { document: number, counts, path, ..Made::default() })
    }

    /// Opens a file that is written as a document is.
    fn open(&mut self, like: &Document, mut made: Made) -> Result<()> {
        self.end()?;
        made.format.clone_from(&like.facts.format.as_str().into());
        let writer = self.place.writers.writer((like, self.last), folder_of(&made.path))?;
        let way = match self.place.set {
            None => Way::Nowhere,
            Some(set) => {
                let draft = set.create(&made.path);
                let draft = draft.map_err(|error| plan::Refused::error(refused(&error)))?;
                let compressed = names::by_path(&made.path).1;
                Way::Pipe(self.workers.begin(draft, compressed))
            }
        };
        self.current = Some((Output::new(way, writer), made));
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        let Some((output, mut made)) = self.current.take() else {
            return Ok(());
        };
        // A change that was not made leaves a file as it is, whatever else its root would declare.
        if !made.differs() || made.document.is_none() && output.written().entries == 0 {
            self.void += usize::from(self.place.set.is_some());
            return Ok(());
        }
        made.written = output.finish()?;
        self.made.push(made);
        Ok(())
    }

    /// Writes an entry into the file that is open, or a new one; `false` where none has room for it.
    fn put(&mut self, like: &Document, entry: &Entry, sink: &mut dyn Sink) -> Result<bool> {
        // What the writer finds is told when the entry is offered for the first time.
        let told = self.current.is_some();
        if told && self.offer(entry, self.place.room, sink)? {
            return Ok(true);
        }
        if !self.fits(like, entry)? {
            return Ok(false);
        }
        let path = self.naming.next().map_err(plan::Refused::error)?;
        self.open(like, Made { path, after: like.number, ..Made::default() })?;
        let room = self.place.room;
        if told { self.offer(entry, room, &mut ()) } else { self.offer(entry, room, sink) }
    }

    fn offer(&mut self, entry: &Entry, room: Room, sink: &mut dyn Sink) -> Result<bool> {
        let Some((output, made)) = &mut self.current else {
            return Ok(false);
        };
        let taken = output.offer(entry, room, sink)?;
        if let (true, Some(date)) = (taken, entry.lastmod)
            && made.newest.is_none_or(|known| date.earliest() > known.earliest())
        {
            made.newest = Some(date);
        }
        Ok(taken)
    }
}

fn too_large(entry: &Entry, at: Position) -> Diagnostic {
    let loc = entry.loc.as_str();
    ENTRY_TOO_LARGE.at(at).loc(loc).detail(loc).lost(Lost::Entry)
}

/// The file of a document; empty for a stream.
pub(crate) fn path_of(document: &Document) -> PathBuf {
    match &*document.body.lock().unwrap_or_else(std::sync::PoisonError::into_inner) {
        plan::Body::File(path) => path.clone(),
        plan::Body::Page(_) | plan::Body::Kept(_) | plan::Body::Open(_) | plan::Body::Done => {
            PathBuf::new()
        }
    }
}
