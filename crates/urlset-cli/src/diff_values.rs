//! The fields of a difference as JSON Lines has them.

use urlset::diff::Item;
use urlset::json::JsonWriter;
use urlset::json::text::each_member;
use urlset::{Entry, EntryWriter, Kind, WriteOptions};

/// Writes entries to look at their fields.
pub(crate) struct Values {
    writer: JsonWriter,
    old: String,
    new: String,
}

impl Values {
    pub(crate) fn new(kind: Kind) -> Values {
        let options = WriteOptions { extensions: urlset::EXTENSIONS, ..WriteOptions::default() };
        Values { writer: JsonWriter::new(kind, &options), old: String::new(), new: String::new() }
    }

    /// Shows every field that differs: its name, and its old and its new value as JSON.
    pub(crate) fn each(
        &mut self,
        item: &Item,
        mut show: impl FnMut(&str, Option<&str>, Option<&str>),
    ) {
        if item.fields.is_empty() {
            return;
        }
        write(&mut self.writer, &item.old, &mut self.old);
        write(&mut self.writer, &item.new, &mut self.new);
        for field in &item.fields {
            show(field, member(&self.old, field), member(&self.new, field));
        }
    }
}

fn write(writer: &mut JsonWriter, entry: &Entry, out: &mut String) {
    out.clear();
    // An ignoring sink stops nothing.
    let _ = writer.write_entry(entry, out, &mut ());
}

/// The value of a member of an object.
fn member<'t>(object: &'t str, name: &str) -> Option<&'t str> {
    let mut found = None;
    // It was written here: it is an object.
    let _ = each_member(object.trim_end(), &mut |key, value| {
        if key == name {
            found = Some(value);
        }
    });
    found
}
