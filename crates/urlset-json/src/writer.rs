//! Writing entries as objects.

use crate::item::Items;
use crate::text::write_string;
use urlset_core::{
    Entry, EntryWriter, Extension, Extensions, Header, Kind, Result, Sink, WriteOptions,
    is_json_number,
};
use urlset_xml::{Emitter, writable};

/// Writes each entry as one line.
///
/// ```
/// use urlset_core::{Entry, EntryWriter, Loc, Kind, WriteOptions};
/// use urlset_json::JsonWriter;
///
/// let mut writer = JsonWriter::new(Kind::Urlset, &WriteOptions::default());
/// let mut out = String::new();
/// writer.begin(&mut out);
/// writer.write_entry(&Entry::new(Loc::new("https://example.com/a?b&c")), &mut out, &mut ())?;
/// writer.end(&mut out);
/// assert!(out.contains(r#"{"loc":"https://example.com/a?b&c"}"#));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug)]
pub struct JsonWriter {
    kind: Kind,
    extensions: &'static [&'static Extension],
    /// How the items of each of them are written.
    items: Vec<Items>,
    emitter: Emitter,
    xml: String,
    /// Which of the extensions has each element of the entry as its item; `None` for those that none has.
    owners: Vec<Option<usize>>,
}

impl JsonWriter {
    /// A writer of pages or of sitemaps. The options' extensions get members of their own; all
    /// others go to `other`.
    pub fn new(kind: Kind, options: &WriteOptions) -> JsonWriter {
        JsonWriter {
            kind,
            extensions: options.extensions,
            items: options.extensions.iter().map(|extension| Items::new(extension)).collect(),
            emitter: Emitter::new("", &Header::default(), &[], false),
            xml: String::new(),
            owners: Vec::new(),
        }
    }

    fn write_extensions(
        &mut self,
        extensions: &Extensions,
        out: &mut String,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let start = out.len();
        if self.write_members(extensions, out) {
            return Ok(());
        }
        // What is left of an element that XML cannot hold whole may have members of its own: it is
        // read back as those.
        out.truncate(start);
        let mut left = Extensions::default();
        for (element, owner) in extensions.elements().zip(&self.owners) {
            match owner {
                Some(_) => left.append(element),
                None => writable(element, sink)?.elements().for_each(|part| left.append(part)),
            }
        }
        self.write_members(&left, out);
        Ok(())
    }

    /// Appends the members; `false` where something in `other` has a character that XML cannot hold.
    fn write_members(&mut self, extensions: &Extensions, out: &mut String) -> bool {
        self.find_owners(extensions);
        for (number, (extension, items)) in self.extensions.iter().zip(&mut self.items).enumerate()
        {
            if !self.owners.contains(&Some(number)) {
                continue;
            }
            let mut open = false;
            for (element, owner) in extensions.elements().zip(&mut self.owners) {
                if *owner != Some(number) {
                    continue;
                }
                let before = out.len();
                begin_item(extension.name, open, out);
                if items.write(element, out) {
                    open = true;
                } else {
                    out.truncate(before);
                    *owner = None;
                }
            }
            out.push_str(if open { "]" } else { "" });
        }
        let mut open = false;
        let elements = extensions.elements().zip(&self.owners);
        for element in elements.filter_map(|(element, owner)| owner.is_none().then_some(element)) {
            self.xml.clear();
            if !self.emitter.write(element, 0, &mut self.xml) {
                return false;
            }
            begin_item("other", open, out);
            open = true;
            write_string(&self.xml, out);
        }
        out.push_str(if open { "]" } else { "" });
        true
    }

    /// Notes of which extension each element is an item: nearly always that of the one before.
    fn find_owners(&mut self, extensions: &Extensions) {
        self.owners.clear();
        let mut last = 0;
        for element in extensions.elements() {
            let is_last =
                self.extensions.get(last).is_some_and(|extension| element.is_item(extension));
            let owner = match is_last {
                true => Some(last),
                false => self.extensions.iter().position(|known| element.is_item(known)),
            };
            last = owner.unwrap_or(last);
            self.owners.push(owner);
        }
    }
}

/// Appends what stands before an item of a list: the list's name, or a comma.
fn begin_item(name: &str, open: bool, out: &mut String) {
    if open {
        out.push(',');
        return;
    }
    out.push_str(",\"");
    out.push_str(name);
    out.push_str("\":[");
}

impl EntryWriter for JsonWriter {
    fn begin(&mut self, _: &mut String) {}

    fn write_entry(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        out.push_str("{\"loc\":");
        write_string(entry.loc.as_str(), out);
        if self.kind == Kind::Sitemapindex {
            out.push_str(",\"kind\":\"sitemap\"");
        }
        if let Some(lastmod) = entry.lastmod {
            write_quoted("lastmod", lastmod.spell().as_str(), out);
        }
        if let Some(changefreq) = entry.changefreq {
            write_quoted("changefreq", changefreq.as_str(), out);
        }
        if let Some(priority) = entry.priority {
            if is_json_number(priority.as_str()) {
                out.push_str(",\"priority\":");
                out.push_str(priority.as_str());
            } else {
                write_quoted("priority", priority.as_str(), out);
            }
        }
        if !entry.extensions.is_empty() {
            self.write_extensions(&entry.extensions, out, sink)?;
        }
        out.push_str("}\n");
        Ok(())
    }

    fn end(&mut self, _: &mut String) {}
}

/// Appends a member whose value needs no escape.
fn write_quoted(name: &str, value: &str, out: &mut String) {
    out.push_str(",\"");
    out.push_str(name);
    out.push_str("\":\"");
    out.push_str(value);
    out.push('"');
}
