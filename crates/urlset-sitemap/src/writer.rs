//! Writes `urlset` and `sitemapindex`, in the order of the schema.

use crate::{NAMESPACE, rules};
use urlset_core::{
    Entry, EntryWriter, Header, Kind, LOC_BYTES, Locs, Loss, Lost, Position, Result, Sink,
    WriteOptions,
};
use urlset_xml::{Emitter, escape_faultless, escape_text, is_writable};

/// The tags of the fields.
const LOC: [&str; 2] = ["<loc>", "</loc>"];
const LASTMOD: [&str; 2] = ["<lastmod>", "</lastmod>"];
const CHANGEFREQ: [&str; 2] = ["<changefreq>", "</changefreq>"];
const PRIORITY: [&str; 2] = ["<priority>", "</priority>"];

/// Writes `urlset` and `sitemapindex`: one entry a line, or indented. Namespaces that the header
/// does not declare are declared where they are needed.
///
/// ```
/// use urlset_core::{Entry, EntryWriter, Loc, Header, WriteOptions};
/// use urlset_sitemap::SitemapWriter;
///
/// let mut writer = SitemapWriter::new(&Header::default(), &WriteOptions::default());
/// let mut out = String::new();
/// writer.begin(&mut out);
/// writer.write_entry(&Entry::new(Loc::new("https://example.com/a?b&c")), &mut out, &mut ())?;
/// writer.end(&mut out);
/// assert!(out.contains("<url><loc>https://example.com/a?b&amp;c</loc></url>"));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug)]
pub struct SitemapWriter {
    emitter: Emitter,
    kind: Kind,
    pretty: bool,
    stylesheet: Option<Box<str>>,
}

impl SitemapWriter {
    /// A writer for a document with this header.
    pub fn new(header: &Header, options: &WriteOptions) -> SitemapWriter {
        SitemapWriter {
            emitter: Emitter::new(NAMESPACE, header, options.extensions, options.pretty),
            kind: header.kind,
            pretty: options.pretty,
            stylesheet: options.stylesheet.clone(),
        }
    }

    fn root(&self) -> &'static str {
        match self.kind {
            Kind::Urlset => "urlset",
            Kind::Sitemapindex => "sitemapindex",
        }
    }

    fn line(&self, indent: &str, out: &mut String) {
        if self.pretty {
            out.push('\n');
            out.push_str(indent);
        }
    }

    fn field(&self, [start, end]: [&str; 2], text: &str, out: &mut String) -> bool {
        self.line("    ", out);
        out.push_str(start);
        let whole = escape_text(text, out);
        out.push_str(end);
        whole
    }

    /// One whose value has nothing to escape.
    fn plain_field(&self, [start, end]: [&str; 2], text: &str, out: &mut String) {
        self.line("    ", out);
        out.push_str(start);
        out.push_str(text);
        out.push_str(end);
    }

    /// Fields that only pages have.
    fn page_fields(&self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        let changefreq = entry.changefreq.map(|word| ("changefreq", CHANGEFREQ, word.as_str()));
        let priority =
            entry.priority.as_ref().map(|digits| ("priority", PRIORITY, digits.as_str()));
        for (field, tags, value) in changefreq.into_iter().chain(priority) {
            if self.kind == Kind::Urlset {
                self.plain_field(tags, value, out);
            } else {
                let position = Position::default();
                sink.lose(Loss { field, value: &value, entry, at: &position })?;
            }
        }
        Ok(())
    }
}

impl EntryWriter for SitemapWriter {
    fn begin(&mut self, out: &mut String) {
        out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        if let Some(data) = self.stylesheet.as_deref().filter(|data| is_data(data)) {
            out.push_str("<?xml-stylesheet ");
            out.push_str(data);
            out.push_str("?>\n");
        }
        out.push('<');
        out.push_str(self.root());
        self.emitter.declarations(out);
        out.push_str(">\n");
    }

    fn write_entry(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        if entry.has_only_loc() && entry.loc.is_known_faultless() && !self.pretty {
            let loc = (entry.loc.as_str(), entry.loc.is_known_bare());
            match self.kind {
                Kind::Urlset => write_loc(URL_LOC, loc, out),
                Kind::Sitemapindex => write_loc(SITEMAP_LOC, loc, out),
            }
            return Ok(());
        }
        let before = out.len();
        let (open, close) = match self.kind {
            Kind::Urlset => ("<url>", "</url>\n"),
            Kind::Sitemapindex => ("<sitemap>", "</sitemap>\n"),
        };
        if self.pretty {
            out.push_str("  ");
        }
        out.push_str(open);
        if !self.field(LOC, entry.loc.as_str(), out) {
            // Another address in its place would be an invention.
            out.truncate(before);
            let finding = rules::UNWRITABLE_LOC.found().lost(Lost::Entry);
            return sink.report(finding.loc(entry.loc.as_str()));
        }
        if let Some(lastmod) = entry.lastmod {
            self.plain_field(LASTMOD, lastmod.spell().as_str(), out);
        }
        self.page_fields(entry, out, sink)?;
        for element in entry.extensions.elements() {
            let before = out.len();
            self.line("    ", out);
            let start = out.len();
            self.emitter.element(element, 2, out, sink)?;
            if out.len() == start {
                out.truncate(before);
            }
        }
        self.line("  ", out);
        out.push_str(close);
        Ok(())
    }

    fn loc_bytes(&self) -> Option<u64> {
        let tags = if self.kind == Kind::Urlset { URL_LOC } else { SITEMAP_LOC };
        let tags = tags.iter().map(|tags| tags.len() as u64).sum::<u64>();
        // Each character may be the longest that is escaped.
        (!self.pretty).then_some(tags + LOC_BYTES * "&apos;".len() as u64)
    }

    fn write_locs(&mut self, locs: &Locs, out: &mut String) -> Result<()> {
        let tags = if self.kind == Kind::Urlset { URL_LOC } else { SITEMAP_LOC };
        for loc in locs.iter() {
            write_loc(tags, loc, out);
        }
        Ok(())
    }

    fn end(&mut self, out: &mut String) {
        out.push_str(match self.kind {
            Kind::Urlset => "</urlset>\n",
            Kind::Sitemapindex => "</sitemapindex>\n",
        });
    }
}

/// An entry that has nothing but an address without faults, as in a list; and whether this is bare.
#[inline(always)]
fn write_loc([start, end]: [&str; 2], (loc, is_bare): (&str, bool), out: &mut String) {
    out.reserve(start.len() + loc.len() + end.len());
    out.push_str(start);
    match is_bare {
        true => out.push_str(loc),
        false => escape_faultless(loc, out),
    }
    out.push_str(end);
}

/// Around an address, of a page and of a sitemap.
const URL_LOC: [&str; 2] = ["<url><loc>", "</loc></url>\n"];
const SITEMAP_LOC: [&str; 2] = ["<sitemap><loc>", "</loc></sitemap>\n"];

/// Whether an instruction can hold this text.
fn is_data(text: &str) -> bool {
    !text.contains("?>") && is_writable(text)
}
