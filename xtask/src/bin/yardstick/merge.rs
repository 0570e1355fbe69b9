//! Sitemaps, lists, tables and feeds made one set: a hash map of pages, of each the newest lastmod.

use crate::write::Set;
use crate::{Outcome, dates};
use flate2::read::MultiGzDecoder;
use quick_xml::Reader;
use quick_xml::escape::{resolve_xml_entity, unescape};
use quick_xml::events::{BytesStart, Event};
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

/// Merges files into sitemaps of a folder.
pub(crate) fn run(files: &[OsString], out: &Path) -> Outcome {
    let mut merge = Merge::default();
    let mut bytes = Vec::new();
    for path in files {
        let path = Path::new(path);
        let file = File::open(path)?;
        match path.extension().and_then(|suffix| suffix.to_str()) {
            Some("txt") => merge.lines(BufReader::with_capacity(1 << 18, file))?,
            Some("csv") => merge.table(file)?,
            suffix => {
                bytes.clear();
                match suffix {
                    Some("gz") => MultiGzDecoder::new(file).read_to_end(&mut bytes)?,
                    _ => { file }.read_to_end(&mut bytes)?,
                };
                merge.xml(&bytes)?;
            }
        }
    }
    let mut set = Set::new(out);
    for Page { loc, lastmod, changefreq, priority, .. } in &merge.pages {
        let fields = [
            ("loc", &**loc),
            ("lastmod", lastmod),
            ("changefreq", changefreq),
            ("priority", priority),
        ];
        set.url(&fields)?;
    }
    set.end()
}

/// A page: its newest lastmod, its first changefreq, its greatest priority.
struct Page {
    loc: Rc<str>,
    lastmod: String,
    instant: Option<(i64, bool)>,
    changefreq: String,
    priority: String,
}

/// An entry that is being read.
#[derive(Default)]
struct Fields {
    loc: String,
    lastmod: String,
    changefreq: String,
    priority: String,
}

impl Fields {
    fn clear(&mut self) {
        let Fields { loc, lastmod, changefreq, priority } = self;
        for field in [loc, lastmod, changefreq, priority] {
            field.clear();
        }
    }

    /// Where the text of an element goes.
    fn of(&mut self, name: &str) -> Option<&mut String> {
        match name {
            "loc" | "link" => Some(&mut self.loc),
            "lastmod" | "pubDate" | "updated" => Some(&mut self.lastmod),
            "changefreq" => Some(&mut self.changefreq),
            "priority" => Some(&mut self.priority),
            _ => None,
        }
    }
}

#[derive(Default)]
struct Merge {
    places: HashMap<Rc<str>, usize>,
    pages: Vec<Page>,
}

impl Merge {
    fn add(&mut self, loc: &str, lastmod: &str, changefreq: &str, priority: &str) {
        let instant = dates::instant(lastmod);
        let found = self.places.get(loc).and_then(|place| self.pages.get_mut(*place));
        if let Some(page) = found {
            // Of one instant, the spelling that sorts later, as `urlset` has it: `Z`, not `+00:00`.
            if (instant, lastmod) > (page.instant, &*page.lastmod) {
                page.instant = instant;
                lastmod.clone_into(&mut page.lastmod);
            }
            if page.changefreq.is_empty() {
                changefreq.clone_into(&mut page.changefreq);
            }
            if number(priority) > number(&page.priority) {
                priority.clone_into(&mut page.priority);
            }
            return;
        }
        let loc: Rc<str> = loc.into();
        self.places.insert(Rc::clone(&loc), self.pages.len());
        self.pages.push(Page {
            loc,
            lastmod: lastmod.to_owned(),
            instant,
            changefreq: changefreq.to_owned(),
            priority: priority.to_owned(),
        });
    }

    fn lines(&mut self, mut input: impl BufRead) -> Outcome {
        let mut line = String::new();
        while input.read_line(&mut line)? > 0 {
            self.add(line.trim_end(), "", "", "");
            line.clear();
        }
        Ok(())
    }

    fn table(&mut self, file: File) -> Outcome {
        let mut reader = csv::ReaderBuilder::new().buffer_capacity(1 << 18).from_reader(file);
        let mut row = csv::StringRecord::new();
        while reader.read_record(&mut row)? {
            let cell = |number| row.get(number).unwrap_or_default();
            self.add(cell(0), cell(1), cell(2), cell(3));
        }
        Ok(())
    }

    /// A sitemap, RSS or Atom: their entries differ in names only.
    fn xml(&mut self, bytes: &[u8]) -> Outcome {
        let mut reader = Reader::from_reader(bytes);
        let (mut fields, mut text) = (Fields::default(), String::new());
        loop {
            match reader.read_event()? {
                Event::Eof => return Ok(()),
                Event::Start(tag) => {
                    if matches!(tag.name().as_ref(), "url" | "item" | "entry") {
                        fields.clear();
                    }
                    text.clear();
                }
                Event::Empty(tag) => link(&tag, &mut fields)?,
                Event::Text(part) => text.push_str(&part),
                Event::CData(part) => text.push_str(&part),
                Event::GeneralRef(reference) => match reference.resolve_char_ref()? {
                    Some(c) => text.push(c),
                    None => text.push_str(resolve_xml_entity(&reference).ok_or("an entity")?),
                },
                Event::End(tag) => match tag.name().as_ref() {
                    "url" | "item" | "entry" => {
                        let Fields { loc, lastmod, changefreq, priority } = &fields;
                        self.add(loc, lastmod, changefreq, priority);
                    }
                    "pubDate" => fields.lastmod = dates::of_rss(&text).ok_or("a date")?,
                    name => {
                        if let Some(field) = fields.of(name) {
                            std::mem::swap(field, &mut text);
                        }
                    }
                },
                _ => {}
            }
        }
    }
}

fn number(priority: &str) -> Option<f32> {
    priority.parse().ok()
}

/// An Atom entry's page is an attribute.
fn link(tag: &BytesStart<'_>, fields: &mut Fields) -> Outcome {
    if tag.name().as_ref() != "link" {
        return Ok(());
    }
    let rel = tag.try_get_attribute("rel")?;
    if rel.is_none_or(|rel| rel.value == "alternate")
        && let Some(href) = tag.try_get_attribute("href")?
    {
        fields.loc.clear();
        fields.loc.push_str(&unescape(&href.value)?);
    }
    Ok(())
}
