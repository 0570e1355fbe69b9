//! Reads and writes sitemap XML: `urlset` and `sitemapindex`, protocol 0.9 and what stands for it.
//!
//! ```
//! use urlset_core::{Diagnostic, EntryReader, Input, ReadOptions};
//! use urlset_sitemap::SitemapReader;
//!
//! let xml = br#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
//!   <url><loc>https://example.com/?a=1&amp;b=2</loc><lastmod>2026-03</lastmod></url>
//! </urlset>"#;
//! let mut findings: Vec<Diagnostic> = Vec::new();
//! let mut sink = Vec::new();
//! let reader = SitemapReader::open(Input::new(&xml[..]), &ReadOptions::default(), &mut sink)?;
//! for entry in reader.entries(&mut findings) {
//!     assert_eq!(entry?.loc.as_str(), "https://example.com/?a=1&b=2");
//! }
//! assert_eq!(findings[0].rule.id, "lastmod/reduced-precision");
//! # Ok::<(), urlset_core::Error>(())
//! ```

mod beside;
mod child;
mod hollow;
mod mend;
mod namespace;
mod nested;
mod plain;
mod reader;
mod remarks;
/// What can be wrong with a sitemap as such.
pub mod rules;
mod writer;

pub use reader::SitemapReader;
pub use urlset_xml::protocol::{LEGACY_NAMESPACES, NAMESPACE};
pub use writer::SitemapWriter;

use urlset_core::{Carried, Carries, Confidence, Dates, Format};

/// The local names of the two roots.
pub(crate) const ROOTS: &[&str] = &["urlset", "sitemapindex"];

/// Sitemap XML.
pub static FORMAT: Format = Format {
    name: "xml",
    title: "sitemap XML: urlset and sitemapindex",
    suffixes: &["xml"],
    media_types: &["application/xml", "text/xml"],
    carries: Carries {
        index: true,
        lastmod: Dates::AsWritten,
        changefreq: true,
        priority: true,
        extensions: Carried::Everything,
    },
    sniff,
    open: Some(|input, options, sink| Ok(Box::new(SitemapReader::open(input, options, sink)?))),
    create: Some(|header, options| Box::new(SitemapWriter::new(header, options))),
    rules: rules::ALL,
};

fn sniff(head: &str) -> Confidence {
    let first = urlset_xml::root(head, &[]);
    let known = |name: &str| ROOTS.iter().any(|root| root.eq_ignore_ascii_case(name));
    if first.is_some_and(|root| known(root.name())) || urlset_xml::root(head, ROOTS).is_some() {
        return Confidence::Yes;
    }
    // XML of which nothing but the prolog is in sight.
    let start = head.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    if start.starts_with("<?xml") && first.is_none() { Confidence::Maybe } else { Confidence::No }
}

#[cfg(test)]
mod tests {
    use super::sniff;
    use urlset_core::Confidence;

    #[test]
    fn roots_are_recognised_behind_junk() {
        for head in [
            "<urlset>",
            "\u{feff}\n<?xml version='1.0'?><!-- <rss> --><s:sitemapindex xmlns:s='x'>",
            "<br />\n<b>Warning</b>: x<br />\n<?xml version='1.0'?><urlset>",
            "<URLSET>",
            "Notice: x\n<?xml version=\"1.0\" encoding=\"UTF-8\">\n<urlset>",
            "<?xml version='1.0'><!-- a --><urlset>",
            "a\n<?xml version='1.0' ?\n<urlset><?b?>",
        ] {
            assert_eq!(sniff(head), Confidence::Yes, "{head}");
        }
        assert_eq!(sniff("<?xml version='1.0'?>"), Confidence::Maybe);
        // Of this, the end alone is in sight.
        assert_eq!(sniff("<?xml version='1.0'>"), Confidence::Maybe);
        let told = "# a <?xml version='1.0'> of a <urlset>\nhttps://example.com/";
        for head in ["<rss>", "<html><body>", "https://example.com/", told, ""] {
            assert_eq!(sniff(head), Confidence::No, "{head}");
        }
    }
}
