//! JSON Feed 1 and 1.1 (jsonfeed.org): items as entries, and back.
//!
//! ```
//! use urlset_core::{Diagnostic, EntryReader, Input, ReadOptions};
//!
//! # fn main() -> urlset_core::Result<()> {
//! let text = r#"{"version":"https://jsonfeed.org/version/1.1","title":"News","items":[
//!     {"id":"1","url":"https://example.com/a","content_text":"","date_modified":"2026-03-04T10:00:00Z"}]}"#;
//! let mut findings: Vec<Diagnostic> = Vec::new();
//! let reader = urlset_jsonfeed::open(Input::new(text.as_bytes()), &ReadOptions::default(), &mut findings)?;
//! assert_eq!(reader.header().title.as_deref(), Some("News"));
//! let entry = reader.entries(&mut findings).next().unwrap()?;
//! assert_eq!(entry.lastmod.unwrap().to_string(), "2026-03-04T10:00:00Z");
//! # Ok(())
//! # }
//! ```
//!
//! **Reading.** The loc is `url`, else `id` where that is an address; never `external_url`, which is
//! another site's page. Relative addresses resolve against `feed_url`, else against the address the
//! feed was read from. `date_modified`, else `date_published`, is the lastmod; `image`,
//! `banner_image` and attachments become images and videos. What else items say has no place in a
//! sitemap: one note names it.
//!
//! **Writing.** RFC 3339 needs a full date and time, so a coarser lastmod is written as its first
//! instant in UTC, which is told as a loss of precision. The first image of an entry is `image`;
//! more of them, and videos with a file, are attachments. A media type follows from the suffix of
//! the address; where that says nothing it is `image/*` or `video/*`, which claims no more than is
//! known.

mod item;
mod media;
mod reader;
/// What can be wrong with a JSON Feed.
pub mod rules;
mod stray;
mod writer;

pub use reader::JsonFeedReader;
pub use writer::JsonFeedWriter;

use urlset_core::{
    Carried, Carries, Confidence, Dates, EntryReader, Format, Input, ReadOptions, Result, Sink,
};
use urlset_json::text::names_member;

/// JSON Feed 1.1.
pub static FORMAT: Format = Format {
    name: "jsonfeed",
    title: "JSON Feed",
    suffixes: &["json"],
    media_types: &["application/feed+json", "application/json"],
    carries: Carries {
        index: false,
        lastmod: Dates::Instant,
        changefreq: false,
        priority: false,
        extensions: Carried::Some(&["image", "video"]),
    },
    sniff,
    open: Some(open_boxed),
    create: Some(|header, options| Box::new(JsonFeedWriter::new(header, options))),
    rules: rules::ALL,
};

/// Opens a JSON Feed and reads it up to its first item.
///
/// # Errors
/// When the input fails, is no JSON object, or ends before its items.
pub fn open<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<JsonFeedReader<'a>> {
    JsonFeedReader::open(input, options, sink)
}

fn open_boxed<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<Box<dyn EntryReader + 'a>> {
    Ok(Box::new(open(input, options, sink)?))
}

/// Certain by the version; possible where members that only feeds have are in sight.
fn sniff(head: &str) -> Confidence {
    let text = head.trim_start_matches('\u{feff}').trim_start();
    // JSON may write a slash as `\/`.
    let version = ["jsonfeed.org/version/1", "jsonfeed.org\\/version\\/1"];
    if !text.starts_with('{') {
        Confidence::No
    } else if version.iter().any(|version| head.contains(version)) {
        Confidence::Yes
    } else if ["items", "home_page_url", "feed_url"].iter().any(|name| names_member(head, name)) {
        Confidence::Maybe
    } else {
        Confidence::No
    }
}

#[cfg(test)]
mod tests {
    use super::sniff;
    use urlset_core::Confidence::{Maybe, No, Yes};

    #[test]
    fn heads() {
        for (head, confidence) in [
            ("\u{feff} {\"version\":\"https://jsonfeed.org/version/1\",", Yes),
            ("{\"version\": \"https:\\/\\/jsonfeed.org\\/version\\/1.1\"", Yes),
            ("{\"title\":\"x\",\"items\" : [", Maybe),
            ("{\"loc\":\"https://example.com/\"}", No),
            ("[{\"items\":1}]", No),
        ] {
            assert_eq!(sniff(head), confidence, "{head:?}");
        }
    }
}
