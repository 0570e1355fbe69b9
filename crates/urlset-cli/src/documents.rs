//! All documents of a plan as one, each opened when its turn comes. A document that cannot be read
//! on is told, and the next one begins.

use crate::opening::{Opened, Opening};
use crate::plan::{Body, Document, Failed, nowhere};
use crate::progress::{Doing, Progress};
use crate::rules;
use std::sync::atomic::Ordering;
use urlset::{Entry, EntryReader, Error, Header, Kind, Lost, Position, Result, Sink};

/// Entries between two looks at the clock.
const PACE: u64 = 512;

/// The documents of a plan as one stream of entries.
pub(crate) struct Documents<'p> {
    documents: &'p mut [Document],
    opening: &'p Opening,
    header: Header,
    /// Number of the document that is open or was last, from 1.
    number: usize,
    current: Option<Opened>,
    position: Position,
    progress: Option<&'p mut Progress>,
    fail_fast: bool,
    /// Entries still allowed.
    left: u64,
    entries: u64,
    /// Size of all files, and of those that are read.
    size: u64,
    read: u64,
}

impl<'p> Documents<'p> {
    /// Reads the documents for good.
    pub(crate) fn new(
        documents: &'p mut [Document],
        header: &Header,
        opening: &'p Opening,
    ) -> Documents<'p> {
        let size = documents.iter().map(|document| document.facts.bytes).sum();
        Documents {
            documents,
            opening,
            header: header.clone(),
            number: 0,
            current: None,
            position: Position::default(),
            progress: None,
            fail_fast: false,
            left: u64::MAX,
            entries: 0,
            size,
            read: 0,
        }
    }

    /// Stops after so many entries.
    pub(crate) fn limited(mut self, most: Option<u64>) -> Documents<'p> {
        self.left = most.unwrap_or(u64::MAX);
        self
    }

    /// Shows how far it is.
    pub(crate) fn shown(mut self, progress: &'p mut Progress) -> Documents<'p> {
        self.progress = Some(progress);
        self
    }

    /// Stops at the first document that fails.
    pub(crate) fn fail_fast(mut self, fail_fast: bool) -> Documents<'p> {
        self.fail_fast = fail_fast;
        self
    }

    /// Opens the next document; `false` after the last.
    fn advance(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        while let Some(document) = self.documents.get_mut(self.number) {
            self.number += 1;
            let opened = match std::mem::replace(&mut document.body, Body::Done) {
                Body::Open(opened) => Ok(opened),
                body => {
                    document.body = body;
                    match document.file() {
                        Ok(file) => self.opening.open(file, &document.which(), sink),
                        Err(error) => Err(error.into()),
                    }
                }
            };
            match opened {
                Ok(opened) => {
                    self.current = Some(opened);
                    return Ok(true);
                }
                Err(error) => self.failed(error, sink)?,
            }
        }
        Ok(false)
    }

    /// Tells what ended a document; an `Err` ends the run.
    fn failed(&mut self, error: Error, sink: &mut dyn Sink) -> Result<()> {
        let number =
            self.documents.get(self.number.saturating_sub(1)).map_or(0, |document| document.number);
        match error {
            Error::Stopped(finding) => sink.report(*finding)?,
            Error::Io(error) => {
                let finding = rules::UNREADABLE.at(nowhere(number));
                sink.report(finding.detail(error.to_string()).lost(Lost::Rest))?;
            }
            other => return Err(other),
        }
        if self.fail_fast {
            return Err(Failed.into());
        }
        Ok(())
    }

    fn close(&mut self) {
        let bytes = self.bytes();
        self.current = None;
        if let Some(document) = self.current_document() {
            if document.facts.bytes == 0 {
                document.facts.bytes = bytes;
            }
            self.read += document.facts.bytes;
        }
    }

    fn current_document(&mut self) -> Option<&mut Document> {
        self.documents.get_mut(self.number.checked_sub(1)?)
    }

    /// Bytes read of the open document.
    fn bytes(&self) -> u64 {
        self.current.as_ref().map_or(0, |opened| opened.bytes.load(Ordering::Relaxed))
    }

    fn tick(&mut self) {
        let (bytes, of) = (self.bytes(), self.documents.len());
        let number = self.number;
        let (entries, read, size) = (self.entries, self.read, self.size);
        let Some(document) = self.documents.get(number.saturating_sub(1)) else {
            return;
        };
        let Some(progress) = self.progress.as_deref_mut() else {
            return;
        };
        progress.tick(&Doing {
            document: (number, of),
            name: &document.name,
            bytes: (bytes, document.facts.bytes),
            total: (read + bytes, size),
            entries,
        });
    }

    /// Whether the entry may go with those before it; a sitemap among pages is told and left out.
    fn fits(&self, kind: Kind, entry: &Entry, sink: &mut dyn Sink) -> Result<bool> {
        if kind == self.header.kind {
            return Ok(true);
        }
        let finding = urlset::rules::MIXED_KINDS.at(self.position);
        let finding = finding
            .loc(entry.loc.as_str())
            .help("convert pages and sitemaps apart, or follow the index with `--follow local`");
        sink.report(finding.lost(Lost::Entry))?;
        Ok(false)
    }
}

impl EntryReader for Documents<'_> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.position
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        while self.left > 0 {
            let Some(opened) = &mut self.current else {
                if self.advance(sink)? {
                    continue;
                }
                break;
            };
            match opened.reader.read_entry(entry, sink) {
                Ok(true) => {
                    self.position = opened.reader.position();
                    let kind = opened.reader.header().kind;
                    if !self.fits(kind, entry, sink)? {
                        continue;
                    }
                    self.entries += 1;
                    self.left -= 1;
                    if let Some(document) = self.current_document() {
                        document.facts.entries += 1;
                    }
                    if self.entries.is_multiple_of(PACE) {
                        self.tick();
                    }
                    return Ok(true);
                }
                Ok(false) => self.close(),
                Err(error) => {
                    self.close();
                    self.failed(error, sink)?;
                }
            }
        }
        entry.clear();
        Ok(false)
    }
}
