//! Sitemaps of at most 50,000 entries and 50 MiB and their index, by quick-xml's writer.

use crate::Outcome;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const BASE: &str = "https://www.example.com/";
/// Entries of one file.
const ENTRIES: u64 = 50_000;
/// Bytes of one file, less those of its last tag.
const BYTES: usize = 52_428_800 - 16;
/// Bytes that are written at once.
const BLOCK: usize = 1 << 18;

/// Makes sitemaps of a list of URLs.
pub(crate) fn lines(list: &Path, out: &Path) -> Outcome {
    let mut input = BufReader::with_capacity(BLOCK, File::open(list)?);
    let mut set = Set::new(out);
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        set.url(&[("loc", line.trim_end())])?;
        line.clear();
    }
    set.end()
}

/// The files of one output.
pub(crate) struct Set {
    folder: PathBuf,
    names: Vec<String>,
    file: Option<File>,
    /// What is not written yet.
    writer: Writer<Vec<u8>>,
    /// Of the file: entries, and bytes that are written.
    entries: u64,
    written: usize,
}

impl Set {
    pub(crate) fn new(folder: &Path) -> Set {
        Set {
            folder: folder.to_owned(),
            names: Vec::new(),
            file: None,
            writer: Writer::new(Vec::with_capacity(2 * BLOCK)),
            entries: 0,
            written: 0,
        }
    }

    /// Appends an entry; values that are empty are left out.
    pub(crate) fn url(&mut self, fields: &[(&str, &str)]) -> Outcome {
        if self.file.is_none() {
            self.begin()?;
        }
        let before = self.writer.get_ref().len();
        record(&mut self.writer, "url", fields)?;
        if self.entries == ENTRIES || self.written + self.writer.get_ref().len() > BYTES {
            let entry = self.writer.get_mut().split_off(before);
            self.end_file()?;
            self.begin()?;
            self.writer.get_mut().extend_from_slice(&entry);
        }
        self.entries += 1;
        if self.writer.get_ref().len() >= BLOCK {
            self.flush()?;
        }
        Ok(())
    }

    /// Ends the last file and writes the index.
    pub(crate) fn end(mut self) -> Outcome {
        if self.file.is_some() {
            self.end_file()?;
        }
        let mut writer = Writer::new(Vec::new());
        root(&mut writer, "sitemapindex")?;
        for name in &self.names {
            record(&mut writer, "sitemap", &[("loc", &format!("{BASE}{name}"))])?;
        }
        writer.write_event(Event::End(BytesEnd::new("sitemapindex")))?;
        Ok(std::fs::write(self.folder.join("index.xml"), writer.into_inner())?)
    }

    fn begin(&mut self) -> Outcome {
        let name = format!("{:05}.xml", self.names.len() + 1);
        self.file = Some(File::create(self.folder.join(&name))?);
        self.names.push(name);
        (self.entries, self.written) = (0, 0);
        root(&mut self.writer, "urlset")
    }

    fn end_file(&mut self) -> Outcome {
        self.writer.write_event(Event::End(BytesEnd::new("urlset")))?;
        self.flush()?;
        self.file = None;
        Ok(())
    }

    fn flush(&mut self) -> Outcome {
        let block = self.writer.get_mut();
        if let Some(file) = &mut self.file {
            file.write_all(block)?;
        }
        self.written += block.len();
        block.clear();
        Ok(())
    }
}

fn root(writer: &mut Writer<Vec<u8>>, name: &str) -> Outcome {
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let tag = BytesStart::new(name).with_attributes([("xmlns", NAMESPACE)]);
    Ok(writer.write_event(Event::Start(tag))?)
}

fn record(writer: &mut Writer<Vec<u8>>, name: &str, fields: &[(&str, &str)]) -> Outcome {
    writer.write_event(Event::Start(BytesStart::new(name)))?;
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
        writer.write_event(Event::Start(BytesStart::new(*name)))?;
        writer.write_event(Event::Text(BytesText::new(value)))?;
        writer.write_event(Event::End(BytesEnd::new(*name)))?;
    }
    Ok(writer.write_event(Event::End(BytesEnd::new(name)))?)
}
