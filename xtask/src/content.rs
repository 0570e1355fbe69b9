//! What documents hold, whatever their form and order, to say that two outputs are equal. Read here
//! without the readers of urlset, which are what is measured.

use crate::Outcome;
use crate::checksum::Checksum;
use crate::words::Numbers;
use flate2::bufread::MultiGzDecoder;
use quick_xml::Reader;
use quick_xml::escape::{resolve_xml_entity, unescape};
use quick_xml::events::{BytesRef, BytesStart, Event};
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// How many URLs and values there are, and a sum over every value with the URL that it belongs to.
/// Adding up takes no order, so this is equal where the sorted URLs are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Content {
    urls: u64,
    values: u64,
    sum: u64,
}

impl std::fmt::Display for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Content { urls, values, sum } = self;
        write!(f, "{urls} URLs, {values} values, checksum {sum:016x}")
    }
}

impl Content {
    /// Of files, by their suffixes; of these fields, or of all where none is named.
    pub(crate) fn of(files: &[PathBuf], fields: &[&str]) -> Outcome<Content> {
        let mut taker = Taker { fields, content: Content::default(), loc: Checksum::default() };
        for path in files {
            taker.file(path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(taker.content)
    }
}

struct Taker<'f> {
    fields: &'f [&'f str],
    content: Content,
    /// Of the URL whose values follow.
    loc: Checksum,
}

impl Taker<'_> {
    fn file(&mut self, path: &Path) -> Outcome {
        let input = BufReader::with_capacity(1 << 18, File::open(path)?);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match name.strip_suffix(".gz") {
            Some(name) => {
                self.document(name, BufReader::with_capacity(1 << 18, MultiGzDecoder::new(input)))
            }
            None => self.document(&name, input),
        }
    }

    fn document(&mut self, name: &str, input: impl BufRead) -> Outcome {
        match name.rsplit('.').next() {
            Some("txt") => self.lines(input),
            Some("csv") => self.table(input),
            Some("jsonl") => self.objects(input),
            Some("xml") => self.sitemap(input),
            _ => Err("cannot say what this holds".into()),
        }
    }

    fn lines(&mut self, mut input: impl BufRead) -> Outcome {
        let mut line = String::new();
        while input.read_line(&mut line)? > 0 {
            self.url(line.trim_end());
            line.clear();
        }
        Ok(())
    }

    /// The loc stands before the other cells.
    fn table(&mut self, input: impl BufRead) -> Outcome {
        let mut reader = csv::Reader::from_reader(input);
        let names = reader.headers()?.clone();
        let mut row = csv::StringRecord::new();
        while reader.read_record(&mut row)? {
            for (name, cell) in names.iter().zip(&row) {
                if name == "loc" {
                    self.url(cell);
                } else if !cell.is_empty() {
                    self.value(name, cell);
                }
            }
        }
        Ok(())
    }

    fn objects(&mut self, mut input: impl BufRead) -> Outcome {
        let mut line = String::new();
        while input.read_line(&mut line)? > 0 {
            let object: serde_json::Map<String, Value> = serde_json::from_str(&line)?;
            let loc = object.get("loc").and_then(Value::as_str);
            self.url(loc.ok_or("an object without a loc")?);
            for (name, value) in object.iter().filter(|(name, _)| *name != "loc") {
                self.leaves(name, value);
            }
            line.clear();
        }
        Ok(())
    }

    fn leaves(&mut self, name: &str, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.leaves(name, item)),
            Value::Object(fields) => fields.values().for_each(|field| self.leaves(name, field)),
            Value::String(text) => self.value(name, text),
            other => self.value(name, &other.to_string()),
        }
    }

    /// Texts of elements and values of attributes below `url`, where the loc is the first.
    fn sitemap(&mut self, input: impl BufRead) -> Outcome {
        let mut reader = Reader::from_reader(input);
        let (mut buffer, mut text) = (Vec::new(), String::new());
        loop {
            match reader.read_event_into(&mut buffer)? {
                // What an index names are files.
                Event::Eof => return Ok(()),
                Event::Start(tag) if tag.name().as_ref() == "sitemapindex" => return Ok(()),
                Event::Start(tag) | Event::Empty(tag) => {
                    text.clear();
                    self.attributes(&tag)?;
                }
                Event::Text(part) => text.push_str(&part),
                Event::CData(part) => text.push_str(&part),
                Event::GeneralRef(reference) => resolve(&reference, &mut text)?,
                Event::End(tag) => {
                    let (name, value) = (tag.name(), text.trim());
                    if name.as_ref() == "loc" {
                        self.url(value);
                    } else if !value.is_empty() {
                        self.value(name.as_ref(), value);
                    }
                    text.clear();
                }
                _ => {}
            }
            buffer.clear();
        }
    }

    fn attributes(&mut self, tag: &BytesStart<'_>) -> Outcome {
        for attribute in tag.attributes() {
            let attribute = attribute?;
            let name = attribute.key.as_ref();
            // `rel` says that a link is an alternate, which JSON does by its name.
            if !name.starts_with("xmlns") && name != "rel" {
                self.value(tag.name().as_ref(), &unescape(&attribute.value)?);
            }
        }
        Ok(())
    }

    fn url(&mut self, loc: &str) {
        self.content.urls += 1;
        self.loc = Checksum::default();
        self.loc.add(loc.as_bytes());
        self.value("loc", "");
    }

    fn value(&mut self, field: &str, value: &str) {
        if !self.fields.is_empty() && !self.fields.contains(&field) {
            return;
        }
        let mut sum = self.loc;
        sum.add(b"\n");
        sum.add(value.as_bytes());
        self.content.values += 1;
        // The checksum of short texts has more order than a sum can bear.
        let mixed = Numbers::of(sum.0, 0).below(u64::MAX);
        self.content.sum = self.content.sum.wrapping_add(mixed);
    }
}

/// Appends what a reference stands for.
fn resolve(reference: &BytesRef<'_>, text: &mut String) -> Outcome {
    match reference.resolve_char_ref()? {
        Some(c) => text.push(c),
        None => text.push_str(resolve_xml_entity(reference).ok_or("an unknown entity")?),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const XML: &str = "<urlset xmlns:i=\"x\"><url><loc>https://e.com/?a=1&amp;b=2</loc>\n\
        <lastmod>2026-01-02</lastmod><priority>0.5</priority><i:image><i:loc>x</i:loc></i:image>\
        <x:link rel=\"alternate\" hreflang=\"en\" href=\"?a&amp;b\"/></url>\n\
        <url><loc>https://e.com/é</loc></url></urlset>";
    const JSON: &str = r#"{"loc":"https://e.com/é"}
{"lastmod":"2026-01-02","loc":"https://e.com/?a=1&b=2","priority":0.5,"image":[{"loc":"x"}],"hreflang":[{"hreflang":"en","href":"?a&b"}]}
"#;

    fn content(name: &str, text: &str, fields: &[&str]) -> Content {
        let mut taker = Taker { fields, content: Content::default(), loc: Checksum::default() };
        taker.document(name, text.as_bytes()).unwrap();
        taker.content
    }

    #[test]
    fn order_and_form_do_not_count() {
        let sitemap = content("a.xml", XML, &[]);
        assert_eq!((sitemap.urls, sitemap.values), (2, 7));
        assert_eq!(sitemap, content("a.jsonl", JSON, &[]));
        let list = content("a.txt", "https://e.com/é\nhttps://e.com/?a=1&b=2\n", &["loc"]);
        assert_eq!(list, content("a.xml", XML, &["loc"]));
        let table = "loc,lastmod\nhttps://e.com/?a=1&b=2,2026-01-02\nhttps://e.com/é,\n";
        let dated = ["loc", "lastmod"];
        assert_eq!(content("a.csv", table, &[]), content("a.xml", XML, &dated));
        let index = "<sitemapindex><sitemap><loc>https://e.com/</loc></sitemap></sitemapindex>";
        assert_eq!(content("index.xml", index, &[]), Content::default());
    }

    #[test]
    fn a_value_belongs_to_its_url() {
        let list = |text| content("a.csv", text, &[]);
        let right = list("loc,lastmod\nhttps://e.com/a,2025\nhttps://e.com/b,2026\n");
        for wrong in [
            "loc,lastmod\nhttps://e.com/a,2026\nhttps://e.com/b,2025\n",
            "loc,lastmod\nhttps://e.com/a,2025\nhttps://e.com/b,\n",
            "loc,lastmod\nhttps://e.com/a,2025\nhttps://e.com/b,2026\nhttps://e.com/b,2026\n",
        ] {
            assert_ne!(list(wrong), right, "{wrong}");
        }
    }
}
