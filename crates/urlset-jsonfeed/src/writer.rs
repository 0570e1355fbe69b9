//! Writing entries as items.

use crate::media::{IMAGE, Medium, VIDEO, type_of};
use std::fmt::Write;
use urlset_core::{
    Datetime, Element, Entry, EntryWriter, Header, Loc, Loss, Position, Precision, Result, Sink,
    WriteOptions, Zone, rules,
};
use urlset_json::text::write_string;

/// Writes a JSON Feed 1.1.
///
/// ```
/// use urlset_core::{Entry, EntryWriter, Loc, Header, WriteOptions};
/// use urlset_jsonfeed::JsonFeedWriter;
///
/// let mut writer = JsonFeedWriter::new(&Header::default(), &WriteOptions::default());
/// let mut out = String::new();
/// writer.begin(&mut out);
/// writer.write_entry(&Entry::new(Loc::new("https://example.com/a?b&c")), &mut out, &mut ())?;
/// writer.end(&mut out);
/// assert!(out.contains("https://example.com/a?b&c"));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct JsonFeedWriter {
    title: Option<Box<str>>,
    link: Option<Box<str>>,
    description: Option<Box<str>>,
    language: Option<Box<str>>,
    /// Whether the items have begun.
    begun: bool,
}

impl JsonFeedWriter {
    /// A writer with the options' title and link, else those of the header. Without a title the
    /// host of the first entry stands in, which is told.
    pub fn new(header: &Header, options: &WriteOptions) -> JsonFeedWriter {
        JsonFeedWriter {
            title: options.title.clone().or_else(|| header.title.clone()),
            link: options.link.clone().or_else(|| header.link.clone()),
            description: header.description.clone(),
            language: header.language.clone(),
            begun: false,
        }
    }

    fn write_head(&self, title: &str, out: &mut String) {
        out.push_str("\"title\":");
        write_string(title, out);
        for (name, value) in [
            ("home_page_url", &self.link),
            ("description", &self.description),
            ("language", &self.language),
        ] {
            if let Some(value) = value {
                let _ = write!(out, ",\"{name}\":");
                write_string(value, out);
            }
        }
        out.push_str(",\"items\":[");
    }
}

impl EntryWriter for JsonFeedWriter {
    fn blank(&self) -> Option<Box<dyn EntryWriter>> {
        Some(Box::new(self.clone()))
    }

    fn begin(&mut self, out: &mut String) {
        out.push_str("{\"version\":\"https://jsonfeed.org/version/1.1\",");
    }

    fn write_entry(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        if self.begun {
            out.push(',');
        } else {
            let host = entry.loc.host().unwrap_or_default();
            if self.title.is_none() {
                let finding = rules::INVENTED.at(Position::default()).loc(entry.loc.as_str());
                sink.report(finding.detail(format!("title: {host}")))?;
            }
            self.write_head(self.title.as_deref().unwrap_or(host), out);
            self.begun = true;
        }
        out.push_str("\n{\"id\":");
        write_string(entry.loc.as_str(), out);
        out.push_str(",\"url\":");
        write_string(entry.loc.as_str(), out);
        out.push_str(",\"content_text\":\"\"");
        if let Some(lastmod) = entry.lastmod {
            let complete = complete(lastmod);
            let _ = write!(out, ",\"date_modified\":\"{complete}\"");
            if complete != lastmod {
                lose("lastmod precision", &lastmod, entry, sink)?;
            }
        }
        if !entry.extensions.is_empty() {
            write_media(entry, out, sink)?;
        }
        out.push('}');
        Ok(())
    }

    fn end(&mut self, out: &mut String) {
        if !self.begun {
            self.write_head(self.title.as_deref().unwrap_or_default(), out);
        }
        out.push_str("]}\n");
    }
}

/// The first instant that a date may mean, in the form of RFC 3339.
fn complete(datetime: Datetime) -> Datetime {
    let zone = match datetime.zone() {
        Zone::Absent => Zone::Utc,
        zone => zone,
    };
    let precision = datetime.precision().max(Precision::Second);
    let (date, time) = (datetime.date(), datetime.time());
    Datetime::new(date, time, datetime.nanosecond(), precision, zone).unwrap_or(datetime)
}

fn lose(
    field: &str,
    value: &dyn std::fmt::Display,
    entry: &Entry,
    sink: &mut dyn Sink,
) -> Result<()> {
    sink.lose(Loss { field, value, entry, at: &Position::default() })
}

/// Writes the first image as `image`, all others and the videos as attachments.
fn write_media(entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
    let mut attachments = String::new();
    let mut main_image = false;
    for item in entry.extensions.elements() {
        let (name, medium, address) = if item.is(IMAGE, "image") {
            ("image", Medium::Image, item.child_text("loc"))
        } else if item.is(VIDEO, "video") {
            ("video", Medium::Video, item.child_text("content_loc"))
        } else {
            continue;
        };
        let Some(address) = address else {
            lose(name, &item.text(), entry, sink)?;
            continue;
        };
        // A feed asks for URLs, and nothing in it says what a relative one would be relative to.
        if !Loc::new(&address).is_page_address() {
            lose(name, &address, entry, sink)?;
            continue;
        }
        if medium == Medium::Image && !main_image {
            main_image = true;
            out.push_str(",\"image\":");
            write_string(&address, out);
            lose_rest(item, name, &["loc"], entry, sink)?;
            continue;
        }
        attachments.push_str(if attachments.is_empty() { "{\"url\":" } else { ",{\"url\":" });
        write_string(&address, &mut attachments);
        attachments.push_str(",\"mime_type\":");
        write_string(type_of(&address, medium), &mut attachments);
        // Space at its ends is read back, so it is written.
        let title = item.child("title").map(Element::exact_text);
        if let Some(title) = title.filter(|title| !title.trim().is_empty()) {
            attachments.push_str(",\"title\":");
            write_string(&title, &mut attachments);
        }
        let mut carried = vec!["title"];
        if medium == Medium::Image {
            carried.push("loc");
        } else {
            carried.push("content_loc");
            carried.extend(write_duration(item, &mut attachments));
        }
        attachments.push('}');
        lose_rest(item, name, &carried, entry, sink)?;
    }
    if !attachments.is_empty() {
        out.push_str(",\"attachments\":[");
        out.push_str(&attachments);
        out.push(']');
    }
    Ok(())
}

/// Writes a length that comes back as it is; gives the name of what it wrote.
fn write_duration(video: Element<'_>, out: &mut String) -> Option<&'static str> {
    let text = video.child_text("duration")?;
    let seconds = text.parse::<u32>().ok().filter(|seconds| *seconds > 0)?;
    if seconds.to_string() != text {
        return None;
    }
    let _ = write!(out, ",\"duration_in_seconds\":{seconds}");
    Some("duration")
}

/// Tells every child of an item that is not among the carried, or stands again.
fn lose_rest(
    item: Element<'_>,
    name: &str,
    carried: &[&str],
    entry: &Entry,
    sink: &mut dyn Sink,
) -> Result<()> {
    let mut left: Vec<&str> = carried.to_vec();
    for child in item.children() {
        let own = child.namespace() == item.namespace();
        match left.iter().position(|known| own && *known == child.name()) {
            Some(at) => {
                left.swap_remove(at);
            }
            None => lose(&format!("{name}.{}", child.name()), &child.text(), entry, sink)?,
        }
    }
    Ok(())
}
