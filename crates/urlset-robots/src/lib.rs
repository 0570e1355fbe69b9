//! The `Sitemap` lines of robots.txt, to read and to write (sitemaps.org; RFC 9309 section 2.2.4).
//!
//! ```
//! use urlset_core::{Diagnostic, EntryReader, Input, ReadOptions};
//!
//! # fn main() -> urlset_core::Result<()> {
//! let text = "User-agent: *\nDisallow: /cart\nsitemap : https://example.com/a.xml # all\n";
//! let mut findings: Vec<Diagnostic> = Vec::new();
//! let input = Input::new(text.as_bytes());
//! let reader = urlset_robots::open(input, &ReadOptions::default(), &mut findings)?;
//! let entry = reader.entries(&mut findings).next().unwrap()?;
//! assert_eq!(entry.loc.as_str(), "https://example.com/a.xml");
//!
//! let updated = urlset_robots::update(text, ["https://example.com/b.xml"]);
//! assert_eq!(updated, "User-agent: *\nDisallow: /cart\n\nSitemap: https://example.com/b.xml\n");
//! # Ok(())
//! # }
//! ```
//!
//! Keys are read as Google's parser reads them: in any case, by the prefix `sitemap` or `site-map`,
//! with white space for the colon where the line has two words. Each of these liberties is told. A
//! `#` begins a comment, in an address too. All other lines are counted in one note.

mod line;
mod reader;
/// What can be wrong with the `Sitemap` lines of a robots.txt.
pub mod rules;
mod site;
mod update;
mod writer;

pub use line::lines;
pub use reader::RobotsReader;
pub use update::{sitemaps, update};
pub use writer::RobotsWriter;

use urlset_core::{
    Carried, Carries, Confidence, Dates, EntryReader, Format, Input, ReadOptions, Result, Sink,
};

/// One `Sitemap` line for each entry.
pub static FORMAT: Format = Format {
    name: "robots",
    title: "Sitemap lines of robots.txt",
    suffixes: &[],
    media_types: &["text/plain"],
    carries: Carries {
        index: true,
        lastmod: Dates::Dropped,
        changefreq: false,
        priority: false,
        extensions: Carried::Nothing,
    },
    sniff,
    open: Some(open_boxed),
    create: Some(|_, _| Box::new(RobotsWriter::new())),
    rules: rules::ALL,
};

/// Opens a robots.txt.
///
/// # Errors
/// When the input fails, or is an HTML page.
pub fn open<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<RobotsReader<'a>> {
    RobotsReader::open(input, options, sink)
}

fn open_boxed<'a>(
    input: Input<'a>,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<Box<dyn EntryReader + 'a>> {
    Ok(Box::new(open(input, options, sink)?))
}

/// Certain where the first line that is no comment has a key of robots.txt and a colon.
fn sniff(head: &str) -> Confidence {
    const KEYS: [&str; 7] =
        ["user-agent", "sitemap", "site-map", "disallow", "allow", "crawl-delay", "host"];
    let is_record = |line: &str| {
        if let line::Said::Sitemap(sitemap) = line::read(line) {
            return sitemap.colon || sitemap.value.contains('/');
        }
        let key = line.split_once(':').map_or("", |(key, _)| key.trim());
        KEYS.iter().any(|known| known.eq_ignore_ascii_case(key))
    };
    let text = head.trim_start_matches('\u{feff}');
    let mut lines = text
        .split(['\n', '\r'])
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    match lines.next() {
        Some(first) if is_record(first) => Confidence::Yes,
        Some(first) if first.starts_with(['<', '{', '[']) => Confidence::No,
        Some(_) if lines.any(is_record) => Confidence::Maybe,
        _ => Confidence::No,
    }
}

#[cfg(test)]
mod tests {
    use super::sniff;
    use urlset_core::Confidence::{Maybe, No, Yes};

    #[test]
    fn heads() {
        for (head, confidence) in [
            ("\u{feff}# all\r\n\r\nUser-Agent : *\r\n", Yes),
            ("sitemap:https://example.com/", Yes),
            ("Sitemap https://example.com/a.xml", Yes),
            ("sitemap loc", No),
            ("Welcome\nDisallow: /a", Maybe),
            ("https://example.com/sitemap", No),
            ("<html>\nallow: all", No),
            ("# only comments", No),
        ] {
            assert_eq!(sniff(head), confidence, "{head:?}");
        }
    }
}
