//! Sitemap entries as JSON Lines: one object a line, or the elements of one array.
//!
//! ```
//! use urlset_core::{Diagnostic, EntryReader, Input, ReadOptions};
//!
//! # fn main() -> urlset_core::Result<()> {
//! let text = "{\"loc\":\"https://example.com/a\",\"priority\":0.80}\n{\"loc\":\n";
//! let mut findings: Vec<Diagnostic> = Vec::new();
//! let input = Input::new(text.as_bytes());
//! let mut reader = urlset_json::open(input, &ReadOptions::default(), &mut findings)?;
//! let entry = reader.entries(&mut findings).next().unwrap()?;
//! assert_eq!(entry.priority.unwrap().as_str(), "0.80"); // as it was written
//! # Ok(())
//! # }
//! ```
//!
//! Members: `loc`, `kind` (`"sitemap"` for an entry of an index), `lastmod`, `changefreq`,
//! `priority`, one array for each known extension under the extension's name, and `other`: what no
//! known extension claims, as XML that stands by itself. `source` and `line` are allowed and not
//! read. A member that is `null` counts as absent. The kind of the first entry is the document's.

mod item;
mod line;
mod members;
/// An entry for serde: the object that JSON Lines has for it.
pub mod object;
mod reader;
/// What can be wrong with JSON Lines.
pub mod rules;
/// JSON text: its members where they stand, the ends of its values, its strings.
pub mod text;
/// The values of a document one after the other, for streaming readers of JSON.
pub mod units;
mod writer;

pub use members::write_member;
pub use reader::JsonReader;
pub use writer::JsonWriter;

use urlset_core::{
    Carried, Carries, Confidence, Dates, EntryReader, Format, Input, ReadOptions, Result, Sink,
};

/// One JSON object a line.
pub static FORMAT: Format = Format {
    name: "jsonl",
    title: "JSON Lines, one object an entry",
    suffixes: &["jsonl", "ndjson", "json"],
    media_types: &["application/jsonl", "application/x-ndjson"],
    carries: Carries {
        index: true,
        lastmod: Dates::AsWritten,
        changefreq: true,
        priority: true,
        extensions: Carried::Everything,
    },
    sniff,
    open: Some(open_boxed),
    create: Some(|header, options| Box::new(JsonWriter::new(header.kind, options))),
    rules: rules::ALL,
};

/// Opens JSON Lines, or one array of the same objects.
///
/// # Errors
/// When the input fails, or an array ends before its first element does.
pub fn open<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<JsonReader<'a>> {
    JsonReader::open(input, options, sink)
}

fn open_boxed<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<Box<dyn EntryReader + 'a>> {
    Ok(Box::new(open(input, options, sink)?))
}

/// Certain where the first thing is an object, in an array or not, and a `loc` is in sight.
fn sniff(head: &str) -> Confidence {
    let text = head.trim_start_matches('\u{feff}').trim_start();
    let inner = text.strip_prefix('[').map_or(text, str::trim_start);
    if !inner.starts_with('{') || head.contains("jsonfeed.org/version/") {
        return Confidence::No;
    }
    if text::names_member(head, "loc") { Confidence::Yes } else { Confidence::Maybe }
}

#[cfg(test)]
mod tests {
    use super::sniff;
    use urlset_core::Confidence::{Maybe, No, Yes};

    #[test]
    fn heads() {
        for (head, confidence) in [
            ("{\"loc\":\"https://example.com/\"}\n", Yes),
            ("\u{feff}\r\n [ \n{ \"lastmod\" : \"2026\", \"loc\" :", Yes),
            ("{\"url\":\"https://example.com/\"}", Maybe),
            ("{\"version\":\"https://jsonfeed.org/version/1\"", No),
            ("[1,2]", No),
            ("<urlset>", No),
            ("", No),
        ] {
            assert_eq!(sniff(head), confidence, "{head:?}");
        }
    }
}
