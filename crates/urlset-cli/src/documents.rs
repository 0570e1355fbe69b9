//! All documents of a plan as one, each opened when its turn comes. A document that cannot be read
//! on is told, and the next one begins.

use crate::change::MOST_ENTRIES;
use crate::entries_ahead::EntriesAhead;
use crate::opening::{Opened, Opening};
use crate::plan::{Document, Failed, nowhere};
use crate::progress::{Doing, Progress};
use crate::rules;
use std::fs::Metadata;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use urlset::ops::rules::CHANGED;
use urlset::{
    Diagnostic, Entry, EntryReader, Error, Header, Kind, Locs, Lost, Position, Result, Sink,
};

/// Entries between two looks at the clock.
const PACE: u64 = 512;

/// The documents of a plan as one stream of entries.
pub(crate) struct Documents<'p> {
    documents: &'p [Document],
    opening: &'p Opening,
    header: Header,
    /// Number of the document that is open or was last, from 1.
    number: usize,
    current: Option<Opened>,
    /// That of the last entry of the document before.
    last: Position,
    progress: Option<&'p Mutex<Progress>>,
    fail_fast: bool,
    /// Whether what is read is counted: it is read for the first time.
    counting: bool,
    /// Documents of another kind are passed over.
    only: Option<Kind>,
    entries: u64,
    /// Entries of the document that is open.
    given: u64,
    /// It is read once more.
    again: bool,
    /// After so many of its entries the machine failed the first time.
    upto: u64,
    /// Size of all files, and of those that are read.
    size: u64,
    read: u64,
}

impl<'p> Documents<'p> {
    /// Reads the documents.
    pub(crate) fn new(
        documents: &'p [Document],
        header: &Header,
        opening: &'p Opening,
    ) -> Documents<'p> {
        let size = documents.iter().map(Document::bytes).sum();
        Documents {
            documents,
            opening,
            header: header.clone(),
            number: 0,
            current: None,
            last: Position::default(),
            progress: None,
            fail_fast: false,
            counting: false,
            only: None,
            entries: 0,
            given: 0,
            again: false,
            upto: u64::MAX,
            size,
            read: 0,
        }
    }

    /// Notes how many entries each document gives.
    pub(crate) fn counted(mut self, counting: bool) -> Documents<'p> {
        if counting {
            let read = |one: &&Document| self.only.is_none_or(|only| only == one.kind);
            for document in self.documents.iter().filter(read) {
                document.entries.store(0, Ordering::Relaxed);
            }
        }
        self.counting = counting;
        self
    }

    /// Passes over documents of another kind.
    pub(crate) fn only(mut self, only: Option<Kind>) -> Documents<'p> {
        self.header.kind = only.unwrap_or(self.header.kind);
        self.only = only;
        self
    }

    /// Shows how far it is.
    pub(crate) fn shown(mut self, progress: &'p Mutex<Progress>) -> Documents<'p> {
        self.progress = Some(progress);
        self
    }

    /// Stops at the first document that fails.
    pub(crate) fn fail_fast(mut self, fail_fast: bool) -> Documents<'p> {
        self.fail_fast = fail_fast;
        self
    }

    /// Opens the next document; `false` after the last.
    #[cold]
    fn advance(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        while let Some(document) = self.documents.get(self.number) {
            self.number += 1;
            if self.only.is_some_and(|only| only != document.kind) {
                continue;
            }
            (self.given, self.again) = (0, document.seen.is_opened());
            self.upto = if self.again { document.seen.upto() } else { u64::MAX };
            if self.cut(sink)? {
                continue;
            }
            let opened = match document.take_stream() {
                Some(opened) => Ok(opened),
                None => match document.open() {
                    Ok(file) => {
                        check(document, file.metadata().as_ref())?;
                        self.opening.open(file, &document.which(), sink)
                    }
                    Err(error) => Err(error.into()),
                },
            };
            match opened {
                Ok(mut opened) => {
                    if self.opening.ahead {
                        opened.reader = EntriesAhead::of(opened.reader);
                    }
                    self.current = Some(opened);
                    return Ok(true);
                }
                Err(error) => self.failed(error, sink)?,
            }
        }
        Ok(false)
    }

    /// Tells what ended a document; an `Err` ends the run.
    #[cold]
    fn failed(&mut self, error: Error, sink: &mut dyn Sink) -> Result<()> {
        let document = self.current_document();
        let number = document.map_or(0, |document| document.number);
        let finding = match error {
            Error::Stopped(finding) => *finding,
            Error::Io(error) => {
                let finding = rules::UNREADABLE.at(nowhere(number));
                let finding = finding.detail(error.to_string()).lost(Lost::Rest);
                if self.again {
                    // The first reading gave what cannot be read now.
                    return Err(finding.into());
                }
                if let Some(document) = document {
                    document.seen.cut(self.given, finding.clone());
                }
                finding
            }
            other => return Err(other),
        };
        self.told(finding, sink)
    }

    fn told(&self, finding: Diagnostic, sink: &mut dyn Sink) -> Result<()> {
        sink.report(finding)?;
        if self.fail_fast {
            return Err(Failed.into());
        }
        Ok(())
    }

    /// Ends a document where the machine failed the first time, so that each reading gives the same.
    #[cold]
    fn cut(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        let Some(finding) = self.current_document().and_then(|one| one.seen.ends(self.given))
        else {
            return Ok(false);
        };
        self.told(finding.clone(), sink)?;
        Ok(true)
    }

    /// Notes how many entries the open document gave, and tells of one too many.
    fn count(&self, sink: &mut dyn Sink) -> Result<()> {
        let Some(document) = self.current_document() else {
            return Ok(());
        };
        document.entries.store(self.given, Ordering::Relaxed);
        if self.given == MOST_ENTRIES + 1 { self.told_too_many(document, sink) } else { Ok(()) }
    }

    #[cold]
    fn told_too_many(&self, document: &Document, sink: &mut dyn Sink) -> Result<()> {
        // The limit is of sitemaps and their indexes: a robots.txt has none for its lines.
        if document.facts.format == "robots" {
            return Ok(());
        }
        let rule = match document.kind {
            Kind::Urlset => &urlset::rules::TOO_MANY_URLS,
            Kind::Sitemapindex => &urlset::check::rules::INDEX_TOO_MANY,
        };
        sink.report(rule.at(self.position()))
    }

    #[cold]
    fn close(&mut self) {
        let (bytes, current) = (self.bytes(), self.current.take());
        let plain_upto = current.as_ref().map_or(0, |opened| opened.reader.plain_upto());
        if let Some(opened) = current {
            self.last = opened.reader.position();
        }
        if let Some(document) = self.current_document() {
            document.seen.plain(plain_upto);
            document.streamed.fetch_max(bytes, Ordering::Relaxed);
            self.read += document.bytes();
        }
    }

    /// Refuses a file that was written to while it was read once more.
    fn check_end(&self) -> Result<()> {
        let Some(document) = self.current_document().filter(|_| self.again) else {
            return Ok(());
        };
        match document.path().map(|path| path.metadata()) {
            Some(Ok(facts)) => check(document, Some(&facts)),
            // One that was removed meanwhile was read whole all the same.
            Some(Err(_)) | None => Ok(()),
        }
    }

    fn current_document(&self) -> Option<&'p Document> {
        self.documents.get(self.number.checked_sub(1)?)
    }

    /// Bytes read of the open document.
    fn bytes(&self) -> u64 {
        self.current.as_ref().map_or(0, |opened| opened.bytes.load(Ordering::Relaxed))
    }

    #[cold]
    fn tick(&mut self) {
        let (bytes, of) = (self.bytes(), self.documents.len());
        let number = self.number;
        let (entries, read, size) = (self.entries, self.read, self.size);
        let Some(document) = self.documents.get(number.saturating_sub(1)) else {
            return;
        };
        let Some(progress) = self.progress else {
            return;
        };
        progress.lock().unwrap_or_else(PoisonError::into_inner).tick(&Doing {
            document: (number, of),
            name: &document.name,
            bytes: (bytes, document.facts.bytes),
            total: (read + bytes, size),
            entries,
        });
    }

    /// Tells of a sitemap among pages, which is left out.
    #[cold]
    fn misfit(&self, entry: &Entry, sink: &mut dyn Sink) -> Result<()> {
        let finding = urlset::rules::MIXED_KINDS.at(self.position());
        let finding = finding
            .loc(entry.loc.as_str())
            .help("convert pages and sitemaps apart, or leave out `--follow none`");
        sink.report(finding.lost(Lost::Entry))
    }
}

/// Refuses a file that is another one than it was when it was opened first.
fn check(document: &Document, facts: Option<&Metadata>) -> Result<()> {
    let facts = facts.filter(|_| document.path().is_some());
    match document.seen.is_same(facts) {
        true => Ok(()),
        false => Err(CHANGED.at(nowhere(document.number)).lost(Lost::Rest).into()),
    }
}

impl EntryReader for Documents<'_> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.current.as_ref().map_or(self.last, |opened| opened.reader.position())
    }

    fn input(&self) -> u32 {
        self.current.as_ref().map_or(self.last.input, |opened| opened.reader.input())
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        loop {
            if self.current.is_none() {
                if self.advance(sink)? {
                    continue;
                }
                break;
            }
            if self.given == self.upto && self.cut(sink)? {
                self.close();
                continue;
            }
            let Some(opened) = &mut self.current else { break };
            match opened.reader.read_entry(entry, sink) {
                Ok(true) => {
                    let kind = opened.reader.header().kind;
                    if kind != self.header.kind {
                        self.misfit(entry, sink)?;
                        continue;
                    }
                    (self.entries, self.given) = (self.entries + 1, self.given + 1);
                    if self.counting {
                        self.count(sink)?;
                    }
                    if self.entries.is_multiple_of(PACE) {
                        self.tick();
                    }
                    return Ok(true);
                }
                Ok(false) => {
                    self.close();
                    self.check_end()?;
                }
                Err(error) => {
                    self.close();
                    self.failed(error, sink)?;
                }
            }
        }
        entry.clear();
        Ok(false)
    }

    fn read_locs(&mut self, locs: &mut Locs) {
        let Some(opened) = &mut self.current else { return };
        if opened.reader.header().kind != self.header.kind {
            return;
        }
        // Up to the one that is too many, or behind which the machine failed: there is something to tell.
        let told = match MOST_ENTRIES.checked_sub(self.given) {
            Some(most) if self.counting => most,
            _ => u64::MAX,
        };
        let room = told.min(self.upto.saturating_sub(self.given));
        let (most, before) = (locs.most, locs.len());
        locs.most = most.min(before.saturating_add(room));
        opened.reader.read_locs(locs);
        locs.most = most;
        let paces = self.entries / PACE;
        let read = locs.len() - before;
        (self.entries, self.given) = (self.entries + read, self.given + read);
        if let Some(document) = self.current_document().filter(|_| self.counting) {
            document.entries.store(self.given, Ordering::Relaxed);
        }
        if self.entries / PACE > paces {
            self.tick();
        }
    }
}
