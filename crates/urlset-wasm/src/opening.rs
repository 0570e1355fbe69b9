//! Opens files in memory, as often as somebody wants to read them.

use crate::found::Found;
use crate::{File, Options, Refused};
use std::sync::atomic::{AtomicU64, Ordering};
use urlset::check::Refusals;
use urlset::{
    EntryReader, Error, FORMATS, Format, Header, Kind, Limits, OpenOptions, Prepared, ReadOptions,
    Result, Sink,
};

/// How compressed files begin (RFC 1952, RFC 8878).
const PACKED: [&[u8]; 2] = [&[0x1f, 0x8b], &[0x28, 0xb5, 0x2f, 0xfd]];

/// How files are opened.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) read: ReadOptions,
    pub(crate) format: Option<&'static Format>,
}

/// A file that was recognised.
#[derive(Debug)]
pub(crate) struct Document<'f> {
    pub(crate) number: u32,
    pub(crate) file: File<'f>,
    pub(crate) format: &'static Format,
    pub(crate) charset: &'static str,
    pub(crate) header: Header,
    /// Entries that it gave.
    entries: AtomicU64,
}

impl Opening {
    /// As the options say.
    pub(crate) fn new(options: &Options) -> std::result::Result<Opening, Refused> {
        Ok(Opening { read: options.reading()?, format: options.source()? })
    }

    /// Looks into every file once; what cannot be read is told and left out.
    pub(crate) fn documents<'f>(
        &self,
        files: &[File<'f>],
        found: &mut Found,
    ) -> Result<Vec<Document<'f>>> {
        let mut documents = Vec::new();
        for file in files {
            let number = found.name(file.name);
            // What this first look finds is told when the file is read for good.
            let opened = self.prepare(*file, number, &mut ()).and_then(|prepared| {
                let (format, charset) = (prepared.format, prepared.charset);
                let header = prepared.open(&self.read, &mut ())?.header().clone();
                let entries = AtomicU64::new(0);
                Ok(Document { number, file: *file, format, charset, header, entries })
            });
            match opened {
                Ok(document) => documents.push(document),
                Err(Error::Stopped(finding)) => found.report(*finding)?,
                Err(error) => return Err(error),
            }
        }
        Ok(documents)
    }

    /// Reads a file up to its first entry.
    pub(crate) fn open<'f>(
        &self,
        document: &Document<'f>,
        sink: &mut dyn Sink,
    ) -> Result<Box<dyn EntryReader + 'f>> {
        self.prepare(document.file, document.number, sink)?.open(&self.read, sink)
    }

    fn prepare<'f>(
        &self,
        file: File<'f>,
        number: u32,
        sink: &mut dyn Sink,
    ) -> Result<Prepared<'f>> {
        let options = OpenOptions {
            read: self.read.clone(),
            format: self.format,
            name: Some(file.name.into()),
            number,
            ..OpenOptions::default()
        };
        urlset::prepare(file.bytes, &options, sink)
    }

    /// What the published schemas refuse; `None` where it cannot be opened, which is told when it is
    /// read.
    pub(crate) fn refusals(&self, document: &Document<'_>) -> Result<Option<Refusals>> {
        if document.format.name != "xml" {
            return Ok(Some(Refusals::of_format(document.format.name, document.number)));
        }
        let prepared = self.prepare(document.file, document.number, &mut ());
        match prepared.and_then(|prepared| Refusals::of(prepared.input, &self.read)) {
            Ok(refusals) => Ok(Some(refusals)),
            Err(Error::Stopped(_) | Error::Io(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Document<'_> {
    /// Entries that it gave.
    pub(crate) fn entries(&self) -> u64 {
        self.entries.load(Ordering::Relaxed)
    }

    /// Notes how many it gave.
    pub(crate) fn gave(&self, entries: u64) {
        self.entries.store(entries, Ordering::Relaxed);
    }

    /// Whether it lists pages or sitemaps.
    pub(crate) fn kind(&self) -> Kind {
        self.header.kind
    }

    /// Its bytes, inflated where it is compressed: as many as can be.
    pub(crate) fn length(&self, limits: &Limits) -> u64 {
        let packed = PACKED.iter().any(|magic| self.file.bytes.starts_with(magic));
        let stored = self.file.bytes.len() as u64;
        if packed { inflated(self.file.bytes, limits) } else { stored }
    }
}

/// How much it is, as far as it can be read.
fn inflated(bytes: &[u8], limits: &Limits) -> u64 {
    let options = OpenOptions {
        read: ReadOptions { limits: *limits, ..ReadOptions::default() },
        format: FORMATS.first().copied(),
        ..OpenOptions::default()
    };
    let Ok(prepared) = urlset::prepare(bytes, &options, &mut ()) else { return 0 };
    let mut input = prepared.input;
    loop {
        let more = input.fill();
        let seen = input.window().len();
        input.consume(seen);
        if !more.is_ok_and(|more| more) {
            return input.position().byte;
        }
    }
}
