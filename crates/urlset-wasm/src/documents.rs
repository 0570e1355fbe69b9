//! Several files as one stream of entries. One that cannot be read on is told, and the next begins.

use crate::opening::{Document, Opening};
use urlset::{Entry, EntryReader, Error, Header, Kind, Lost, Position, Result, Sink};

/// Entries of one document beyond which `file/too-many-urls` is told.
const MOST_ENTRIES: u64 = 50_000;

/// Files as one stream of entries.
pub(crate) struct Documents<'d, 'f> {
    rest: std::slice::Iter<'d, Document<'f>>,
    opening: &'d Opening,
    header: Header,
    current: Option<(&'d Document<'f>, Box<dyn EntryReader + 'f>)>,
    /// That of the last entry of the document before.
    last: Position,
    /// It is read for the first time.
    counts: bool,
}

impl<'d, 'f> Documents<'d, 'f> {
    /// Reads documents, to be told of as these flags say.
    pub(crate) fn new(
        documents: &'d [Document<'f>],
        header: &Header,
        opening: &'d Opening,
        counts: bool,
    ) -> Documents<'d, 'f> {
        documents.iter().filter(|_| counts).for_each(|document| document.gave(0));
        let (rest, header) = (documents.iter(), header.clone());
        Documents { rest, opening, header, current: None, last: Position::default(), counts }
    }

    /// Opens the next document; `false` after the last.
    fn advance(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        for document in self.rest.by_ref() {
            match self.opening.open(document, sink) {
                Ok(reader) => {
                    self.current = Some((document, reader));
                    return Ok(true);
                }
                Err(Error::Stopped(finding)) => sink.report(*finding)?,
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }

    /// Whether the entry may go with those before it; a sitemap among pages is told and left out.
    fn fits(&self, kind: Kind, entry: &Entry, sink: &mut dyn Sink) -> Result<bool> {
        if kind == self.header.kind {
            return Ok(true);
        }
        let finding = urlset::rules::MIXED_KINDS.at(self.position()).loc(entry.loc.as_str());
        let finding = finding.help("convert pages and sitemaps apart");
        sink.report(finding.lost(Lost::Entry))?;
        Ok(false)
    }

    /// Counts an entry of the open document, and tells of one too many.
    fn count(&self, document: &Document<'_>, sink: &mut dyn Sink) -> Result<()> {
        if !self.counts {
            return Ok(());
        }
        let entries = document.entries();
        document.gave(entries + 1);
        match entries {
            MOST_ENTRIES => sink.report(urlset::rules::TOO_MANY_URLS.at(self.position())),
            _ => Ok(()),
        }
    }

    fn close(&mut self) {
        if let Some((_, reader)) = self.current.take() {
            self.last = reader.position();
        }
    }
}

impl EntryReader for Documents<'_, '_> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.current.as_ref().map_or(self.last, |(_, reader)| reader.position())
    }

    fn input(&self) -> u32 {
        self.current.as_ref().map_or(self.last.input, |(_, reader)| reader.input())
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        loop {
            let Some((document, reader)) = &mut self.current else {
                if self.advance(sink)? {
                    continue;
                }
                break;
            };
            let document = *document;
            match reader.read_entry(entry, sink) {
                Ok(true) => {
                    let kind = reader.header().kind;
                    if self.fits(kind, entry, sink)? {
                        self.count(document, sink)?;
                        return Ok(true);
                    }
                }
                Ok(false) => self.close(),
                Err(Error::Stopped(finding)) => {
                    self.close();
                    sink.report(*finding)?;
                }
                Err(error) => return Err(error),
            }
        }
        entry.clear();
        Ok(false)
    }
}
