//! Writes Atom 1.0.

use crate::date::rfc3339;
use crate::mrss::{Media, attribute_to, element_to};
use crate::rss_writer::stylesheet;
use crate::title;
use crate::vocabulary::ATOM;
use urlset_core::rules as model;
use urlset_core::{Datetime, Entry, EntryWriter, Header, Result, Sink, WriteOptions};

/// What `updated` says where there is no date: it must be there (RFC 4287 section 4.1.2).
pub(crate) const NO_DATE: &str = "1970-01-01T00:00:00Z";

/// Writes Atom 1.0, one entry a line or indented. The feed's `updated` is the latest lastmod and
/// stands at its end, where it is known.
///
/// ```
/// use urlset_core::{Entry, EntryWriter, Loc, Header, WriteOptions};
/// use urlset_feed::AtomWriter;
///
/// let mut writer = AtomWriter::new(&Header::default(), &WriteOptions::default());
/// let mut out = String::new();
/// writer.begin(&mut out);
/// writer.write_entry(&Entry::new(Loc::new("https://example.com/a?b&c")), &mut out, &mut ())?;
/// writer.end(&mut out);
/// assert!(out.contains("https://example.com/a?b&amp;c"));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct AtomWriter {
    media: Media,
    title: Option<Box<str>>,
    link: Option<Box<str>>,
    subtitle: Option<Box<str>>,
    language: Option<Box<str>>,
    stylesheet: Option<Box<str>>,
    latest: Option<Datetime>,
    /// The feed's own elements have been written.
    headed: bool,
    told_title: bool,
    told_date: bool,
}

impl AtomWriter {
    /// A writer for a document with this header. The feed's title and link are those of the
    /// options, else of the header, else made of the first entry's host, which is a finding.
    pub fn new(header: &Header, options: &WriteOptions) -> AtomWriter {
        AtomWriter {
            media: Media::new(ATOM, options),
            title: options.title.clone().or_else(|| header.title.clone()),
            link: options.link.clone().or_else(|| header.link.clone()),
            subtitle: header.description.clone(),
            language: header.language.clone(),
            stylesheet: options.stylesheet.clone(),
            latest: None,
            headed: false,
            told_title: false,
            told_date: false,
        }
    }

    /// What a feed must have but for its date, as far as it is known without an entry.
    fn head(&self, out: &mut String) {
        let title = title::known(self.title.as_deref()).unwrap_or_default();
        let link = title::known(self.link.as_deref()).unwrap_or_default();
        self.media.line(1, out);
        element_to("id", link, out, &mut true);
        self.media.line(1, out);
        element_to("title", title, out, &mut true);
        if let Some(subtitle) = title::known(self.subtitle.as_deref()) {
            self.media.line(1, out);
            element_to("subtitle", subtitle, out, &mut true);
        }
        if !link.is_empty() {
            self.media.line(1, out);
            out.push_str("<link");
            attribute_to("href", link, out, &mut true);
            out.push_str("/>");
        }
        self.media.line(1, out);
        out.push_str("<author>");
        element_to("name", title, out, &mut true);
        out.push_str("</author>\n");
    }

    /// Fills in what the feed lacks from its first entry.
    fn begin_feed(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        let texts = [
            ("feed title", self.title.as_deref()),
            ("feed link", self.link.as_deref()),
            ("feed subtitle", self.subtitle.as_deref()),
            ("feed language", self.language.as_deref()),
        ];
        title::told_unwritable(texts, sink)?;
        let mut invented = vec!["feed author: its title".to_owned()];
        if title::known(self.title.as_deref()).is_none() {
            let host = entry.loc.host().unwrap_or(entry.loc.as_str());
            invented.push(format!("feed title: {host}"));
            self.title = Some(host.into());
        }
        if title::known(self.link.as_deref()).is_none() {
            let site = title::site(entry);
            invented.push(format!("feed id and link: {site}"));
            self.link = Some(site.into());
        }
        for detail in invented {
            sink.report(model::INVENTED.found().detail(detail))?;
        }
        self.headed = true;
        self.head(out);
        Ok(())
    }

    /// The title, which an entry must have.
    fn title(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        let known = title::of(entry);
        self.media.line(2, out);
        element_to("title", known.as_deref().unwrap_or(title::path(entry)), out, &mut true);
        if known.is_none() && !self.told_title {
            self.told_title = true;
            let detail = format!("entry title: {}", title::path(entry));
            sink.report(model::INVENTED.found().detail(detail).loc(entry.loc.as_str()))?;
        }
        Ok(())
    }

    fn link(&self, entry: &Entry, out: &mut String) {
        self.media.line(2, out);
        out.push_str("<link");
        attribute_to("href", entry.loc.as_str(), out, &mut true);
        out.push_str("/>");
    }

    fn date(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        let mut whole = true;
        self.media.line(2, out);
        let Some(lastmod) = entry.lastmod else {
            element_to("updated", NO_DATE, out, &mut whole);
            self.media.line(2, out);
            out.push_str("<sitemap:lastmod/>");
            if std::mem::replace(&mut self.told_date, true) {
                return Ok(());
            }
            let detail = format!("entry updated: {NO_DATE}, with an empty sitemap:lastmod");
            return sink.report(model::INVENTED.found().detail(detail).loc(entry.loc.as_str()));
        };
        if self.latest.is_none_or(|latest| latest.earliest() < lastmod.earliest()) {
            self.latest = Some(lastmod);
        }
        let date = rfc3339(lastmod);
        element_to("updated", &date, out, &mut whole);
        if date != lastmod.spell().as_str() {
            self.media.line(2, out);
            element_to("sitemap:lastmod", lastmod.spell().as_str(), out, &mut whole);
        }
        Ok(())
    }
}

impl EntryWriter for AtomWriter {
    fn blank(&self) -> Option<Box<dyn EntryWriter>> {
        Some(Box::new(self.clone()))
    }

    fn begin(&mut self, out: &mut String) {
        out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        stylesheet(self.stylesheet.as_deref(), out);
        out.push_str("<feed");
        self.media.declarations(out);
        if let Some(language) = title::known(self.language.as_deref()) {
            attribute_to("xml:lang", language, out, &mut true);
        }
        out.push('>');
    }

    fn write_entry(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        if !title::is_writable_loc(entry, sink)? {
            return Ok(());
        }
        if !self.headed {
            self.begin_feed(entry, out, sink)?;
        }
        let indent = if self.media.pretty { "  " } else { "" };
        out.push_str(indent);
        out.push_str("<entry>");
        self.media.line(2, out);
        element_to("id", entry.loc.as_str(), out, &mut true);
        self.title(entry, out, sink)?;
        let link_last = Media::has_alternates(entry);
        if !link_last {
            self.link(entry, out);
        }
        self.date(entry, out, sink)?;
        self.media.extensions(entry, 2, out, sink)?;
        if link_last {
            self.link(entry, out);
        }
        self.media.line(1, out);
        out.push_str("</entry>\n");
        Ok(())
    }

    fn end(&mut self, out: &mut String) {
        if !self.headed {
            self.head(out);
        }
        let latest = self.latest.map(rfc3339);
        let mut whole = true;
        out.push_str(if self.media.pretty { "  " } else { "" });
        element_to("updated", latest.as_deref().unwrap_or(NO_DATE), out, &mut whole);
        out.push_str("\n</feed>\n");
    }
}
