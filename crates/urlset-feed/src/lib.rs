//! Reads and writes RSS (0.90 to 2.0, with Media RSS) and Atom (0.3 and 1.0) as sitemap entries.
//!
//! ```
//! use urlset_core::{Diagnostic, EntryReader, Input, ReadOptions};
//! use urlset_feed::FeedReader;
//!
//! let xml = br#"<rss version="2.0"><channel><title>News</title><item>
//!   <link>https://example.com/a</link><pubDate>Wed, 04 Mar 2026 10:00:00 GMT</pubDate>
//! </item></channel></rss>"#;
//! let (mut early, mut findings): (Vec<Diagnostic>, Vec<Diagnostic>) = Default::default();
//! let input = Input::new(&xml[..]);
//! let reader = FeedReader::open(input, &ReadOptions::default(), &mut early)?;
//! let entry = reader.entries(&mut findings).next().unwrap()?;
//! assert_eq!(entry.loc.as_str(), "https://example.com/a");
//! assert_eq!(entry.lastmod.unwrap().to_string(), "2026-03-04T10:00:00Z");
//! # Ok::<(), urlset_core::Error>(())
//! ```
//!
//! # What a feed keeps of an entry
//!
//! | entry | RSS 2.0 | Atom 1.0 |
//! |---|---|---|
//! | loc | `link`, and `guid` as its permalink | `link rel="alternate"`, and `id` |
//! | lastmod | `pubDate` | `updated` |
//! | image, video | `media:content` | `media:content` |
//! | hreflang | `atom:link rel="alternate" hreflang` | `link rel="alternate" hreflang` |
//! | news | `news:news`, as in a sitemap | the same |
//!
//! A date that the feed's own element cannot hold as it was written (`2026-03`, a fraction in RSS)
//! is written twice: as near as the feed's element can, and exactly as the protocol's own
//! `lastmod`. What Media RSS has no word for stands inside `media:content` as an element of the
//! sitemap extension. So the way back gives what went in.
//!
//! Atom asks each entry for `updated`. An entry without lastmod gets 1970-01-01T00:00:00Z there, and
//! an empty `lastmod` of the protocol that says it has none; the first such entry is a finding.
//!
//! A feed's own words about an item (title, description, author, categories) have no place in an
//! entry; they become a video's title and description where that lacks its own, and are counted in
//! a note otherwise. A plain feed never becomes news by itself: only `news:news` does.

mod around;
mod atom_writer;
mod base;
mod channel;
mod child;
mod date;
mod exact;
mod item;
mod links;
mod media;
mod mrss;
mod notes;
mod plain;
mod reader;
mod rss_writer;
/// What can be wrong with feeds.
pub mod rules;
mod stray;
mod title;
mod told;
mod video;
mod vocabulary;

pub use atom_writer::AtomWriter;
pub use reader::FeedReader;
pub use rss_writer::RssWriter;

use urlset_core::{Carried, Carries, Confidence, Dates, Format};
use vocabulary::{is_atom, is_rss};

/// RSS, every version, with Media RSS; written as 2.0.
pub static RSS: Format = Format {
    name: "rss",
    title: "RSS 0.9x, 1.0 and 2.0, with Media RSS",
    suffixes: &["rss"],
    media_types: &["application/rss+xml"],
    carries: CARRIES,
    sniff: sniff_rss,
    open: Some(|input, options, sink| Ok(Box::new(FeedReader::open(input, options, sink)?))),
    create: Some(|header, options| Box::new(RssWriter::new(header, options))),
    rules: rules::ALL,
};

/// Atom 0.3 and 1.0; written as 1.0.
pub static ATOM: Format = Format {
    name: "atom",
    title: "Atom 0.3 and 1.0",
    suffixes: &["atom"],
    media_types: &["application/atom+xml"],
    carries: CARRIES,
    sniff: sniff_atom,
    open: Some(|input, options, sink| Ok(Box::new(FeedReader::open(input, options, sink)?))),
    create: Some(|header, options| Box::new(AtomWriter::new(header, options))),
    rules: rules::ALL,
};

const CARRIES: Carries = Carries {
    index: false,
    lastmod: Dates::AsWritten,
    changefreq: false,
    priority: false,
    extensions: Carried::Some(&["image", "video", "hreflang", "news"]),
};

/// Local names of the roots.
pub(crate) const ROOTS: &[&str] = &["rss", "RDF", "feed"];

fn sniff_rss(head: &str) -> Confidence {
    let root = urlset_xml::root(head, &[]).filter(|root| ROOTS.contains(&root.name()));
    let Some(root) = root.or_else(|| behind_junk(head)) else {
        return Confidence::No;
    };
    match root.name() {
        "rss" => Confidence::Yes,
        "RDF" if uris(root.attributes).any(is_rss) => Confidence::Yes,
        _ => Confidence::No,
    }
}

fn sniff_atom(head: &str) -> Confidence {
    let root = urlset_xml::root(head, &[]).filter(|root| ROOTS.contains(&root.name()));
    match root.or_else(|| behind_junk(head)) {
        Some(root) if root.name() == "feed" => {
            if uris(root.attributes).any(is_atom) {
                Confidence::Yes
            } else {
                Confidence::Maybe
            }
        }
        _ => Confidence::No,
    }
}

/// A feed after a server's message; `None` where another kind of document begins first.
fn behind_junk(head: &str) -> Option<urlset_xml::Root<'_>> {
    let known = ["rss", "RDF", "feed", "urlset", "sitemapindex"];
    urlset_xml::root(head, &known).filter(|root| ROOTS.contains(&root.name()))
}

/// What stands between quotes: enough to know a namespace by.
fn uris(attributes: &str) -> impl Iterator<Item = &str> {
    attributes.split(['"', '\'']).skip(1).step_by(2).map(str::trim).filter(|uri| !uri.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{sniff_atom, sniff_rss};
    use urlset_core::Confidence::{self, Maybe, No, Yes};

    #[test]
    fn roots() {
        let table: [(&str, Confidence, Confidence); 9] = [
            ("\u{feff}\n<?xml version='1.0'?><!-- <feed> --><rss version='2.0'>", Yes, No),
            ("<!DOCTYPE rss SYSTEM 'x'><rss>", Yes, No),
            ("<br /><b>Warning</b>: x<br /><rss version='2.0'>", Yes, No),
            ("<rdf:RDF xmlns:rdf='r' xmlns='http://purl.org/rss/1.0/'>", Yes, No),
            ("<rdf:RDF xmlns:rdf='r' xmlns='urn:x'>", No, No),
            ("<a:feed xmlns:a=\"http://www.w3.org/2005/Atom\">", No, Yes),
            ("<feed>", No, Maybe),
            ("<urlset><url>", No, No),
            ("https://example.com/rss", No, No),
        ];
        for (head, rss, atom) in table {
            assert_eq!((sniff_rss(head), sniff_atom(head)), (rss, atom), "{head}");
        }
    }
}
