//! Text sitemaps: one URL a line (sitemaps.org, other sitemap formats).
//!
//! ```
//! use urlset_core::{Diagnostic, EntryReader, Input, ReadOptions};
//!
//! # fn main() -> urlset_core::Result<()> {
//! let mut findings: Vec<Diagnostic> = Vec::new();
//! let input = Input::new(&b"https://example.com/a\r\n# old\nhttps://example.com/b"[..]);
//! let reader = urlset_text::open(input, &ReadOptions::default(), &mut findings)?;
//! let locs: Vec<_> = reader.entries(&mut findings).flatten().map(|entry| entry.loc).collect();
//! assert_eq!(locs.iter().map(|loc| loc.as_str()).collect::<Vec<_>>().join(" "),
//!     "https://example.com/a https://example.com/b");
//! assert_eq!((findings[0].rule.id, findings[0].position.line), ("text/non-url-line", 2));
//! # Ok(())
//! # }
//! ```
//!
//! Lines end at LF, CR LF or CR, and nowhere else. A line that is no address is never made one: it
//! is left out and told. Only what plainly is a relative reference (`/a`, `../a`, `a/b`, `?a`) is
//! resolved, and only where the document's own address is known.
//!
//! Without its feature `std` the crate needs `alloc` alone.

#![cfg_attr(not(any(feature = "std", test)), no_std)]

#[macro_use]
extern crate alloc;

mod lines;
mod reader;
#[cfg(test)]
mod reading;
mod rows;
/// What can be wrong with a text sitemap.
pub mod rules;
mod writer;

pub use reader::TextReader;
pub use writer::TextWriter;

use alloc::boxed::Box;
use urlset_core::{
    Carried, Carries, Confidence, Dates, EntryReader, Format, Input, ReadOptions, Result, Sink,
};

/// One URL a line.
pub static FORMAT: Format = Format {
    name: "text",
    title: "text, one URL a line",
    suffixes: &["txt"],
    media_types: &["text/plain"],
    carries: Carries {
        index: false,
        lastmod: Dates::Dropped,
        changefreq: false,
        priority: false,
        extensions: Carried::Nothing,
    },
    sniff,
    open: Some(open_boxed),
    create: Some(|_, _| Box::new(TextWriter)),
    rules: rules::ALL,
};

/// Opens a text sitemap.
///
/// # Errors
/// When the input fails.
pub fn open<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<TextReader<'a>> {
    TextReader::open(input, options, sink)
}

fn open_boxed<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<Box<dyn EntryReader + 'a>> {
    Ok(Box::new(open(input, options, sink)?))
}

/// A first line that is an address and holds nothing else is certain; a line that begins with one
/// makes it possible.
fn sniff(head: &str) -> Confidence {
    let text = head.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with(['<', '{', '[']) {
        return Confidence::No;
    }
    let mut lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    if urlset_core::is_web_address(first) {
        // What a table without header would be cut at.
        let cut = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|');
        let is_table = first.contains(cut) || rows::first_of_many(head, true).is_some();
        return if is_table { Confidence::Maybe } else { Confidence::Yes };
    }
    // Markup behind something else is none, though addresses stand in lines of their own.
    let is_markup = lines.clone().any(|line| line.starts_with("<url"));
    let is_list = !is_markup && lines.any(urlset_core::is_web_address);
    if is_list { Confidence::Maybe } else { Confidence::No }
}

#[cfg(test)]
mod tests {
    use super::sniff;
    use urlset_core::Confidence::{Maybe, No, Yes};

    #[test]
    fn heads() {
        for (head, confidence) in [
            ("\u{feff}\r\nhttps://example.com/", Yes),
            ("HTTP://example.com/a\nx", Yes),
            ("https://example.com/a,2026", Maybe),
            ("url\nhttps://example.com/a\n", Maybe),
            ("# list\rhttps://example.com/a", Maybe),
            ("x <?xml?\n<urlset><url><loc>\nhttps://example.com/a\n</loc>", No),
            ("# made of <loc> and <urlset>\nhttps://example.com/a", Maybe),
            ("https://example.com/a and more", Maybe),
            ("<urlset>\nhttps://example.com/a", No),
            ("User-agent: *", No),
            ("", No),
        ] {
            assert_eq!(sniff(head), confidence, "{head:?}");
        }
    }
}
