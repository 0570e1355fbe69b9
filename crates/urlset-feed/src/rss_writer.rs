//! Writes RSS 2.0 with Media RSS.

use crate::date::{is_kept, rfc822};
use crate::mrss::{Media, element_to};
use crate::title;
use urlset_core::rules as model;
use urlset_core::{Entry, EntryWriter, Header, Result, Sink, WriteOptions};
use urlset_xml::{escape_text, is_writable};

/// Writes RSS 2.0, one item a line or indented.
///
/// ```
/// use urlset_core::{Entry, EntryWriter, Loc, Header, WriteOptions};
/// use urlset_feed::RssWriter;
///
/// let mut writer = RssWriter::new(&Header::default(), &WriteOptions::default());
/// let mut out = String::new();
/// writer.begin(&mut out);
/// writer.write_entry(&Entry::new(Loc::new("https://example.com/a?b&c")), &mut out, &mut ())?;
/// writer.end(&mut out);
/// assert!(out.contains("<link>https://example.com/a?b&amp;c</link>"));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RssWriter {
    media: Media,
    title: Option<Box<str>>,
    link: Option<Box<str>>,
    description: Option<Box<str>>,
    language: Option<Box<str>>,
    stylesheet: Option<Box<str>>,
    /// The channel's own elements have been written.
    headed: bool,
    told_title: bool,
}

impl RssWriter {
    /// A writer for a document with this header. The channel's title and link are those of the
    /// options, else of the header, else made of the first entry's host, which is a finding.
    pub fn new(header: &Header, options: &WriteOptions) -> RssWriter {
        RssWriter {
            media: Media::new("", options),
            title: options.title.clone().or_else(|| header.title.clone()),
            link: options.link.clone().or_else(|| header.link.clone()),
            description: header.description.clone(),
            language: header.language.clone(),
            stylesheet: options.stylesheet.clone(),
            headed: false,
            told_title: false,
        }
    }

    /// What a channel must have, as far as it is known without an entry.
    fn head(&self, out: &mut String) {
        let known = |text: &Option<Box<str>>| title::known(text.as_deref()).map(str::to_owned);
        let title = known(&self.title).unwrap_or_default();
        let description = known(&self.description).unwrap_or_else(|| title.clone());
        for (name, text) in [
            ("title", title),
            ("link", known(&self.link).unwrap_or_default()),
            ("description", description),
        ] {
            self.media.line(2, out);
            element_to(name, &text, out, &mut true);
        }
        if let Some(language) = known(&self.language) {
            self.media.line(2, out);
            element_to("language", &language, out, &mut true);
        }
        out.push('\n');
    }

    /// Fills in what the channel lacks from its first entry.
    fn begin_channel(
        &mut self,
        entry: &Entry,
        out: &mut String,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let texts = [
            ("channel title", self.title.as_deref()),
            ("channel link", self.link.as_deref()),
            ("channel description", self.description.as_deref()),
            ("channel language", self.language.as_deref()),
        ];
        title::told_unwritable(texts, sink)?;
        let lacks = |text: &Option<Box<str>>| title::known(text.as_deref()).is_none();
        let mut invented = Vec::new();
        if lacks(&self.title) {
            let host = entry.loc.host().unwrap_or(entry.loc.as_str());
            invented.push(format!("channel title: {host}"));
            self.title = Some(host.into());
        }
        if lacks(&self.link) {
            let site = title::site(entry);
            invented.push(format!("channel link: {site}"));
            self.link = Some(site.into());
        }
        if lacks(&self.description) {
            invented.push("channel description: its title".to_owned());
        }
        for detail in invented {
            sink.report(model::INVENTED.found().detail(detail))?;
        }
        self.headed = true;
        self.head(out);
        Ok(())
    }

    fn link(&self, entry: &Entry, out: &mut String) {
        self.media.line(3, out);
        element_to("link", entry.loc.as_str(), out, &mut true);
    }

    /// The title, which an item should have.
    fn item_title(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        let known = title::of(entry);
        self.media.line(3, out);
        element_to("title", known.as_deref().unwrap_or(title::path(entry)), out, &mut true);
        if known.is_none() && !std::mem::replace(&mut self.told_title, true) {
            let detail = format!("item title: {}", title::path(entry));
            sink.report(model::INVENTED.found().detail(detail).loc(entry.loc.as_str()))?;
        }
        Ok(())
    }
}

impl EntryWriter for RssWriter {
    fn blank(&self) -> Option<Box<dyn EntryWriter>> {
        Some(Box::new(self.clone()))
    }

    fn begin(&mut self, out: &mut String) {
        out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        stylesheet(self.stylesheet.as_deref(), out);
        out.push_str("<rss version=\"2.0\"");
        self.media.declarations(out);
        out.push('>');
        self.media.line(1, out);
        out.push_str("<channel>");
    }

    fn write_entry(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        if !title::is_writable_loc(entry, sink)? {
            return Ok(());
        }
        if !self.headed {
            self.begin_channel(entry, out, sink)?;
        }
        let indent = if self.media.pretty { "    " } else { "" };
        out.push_str(indent);
        out.push_str("<item>");
        self.item_title(entry, out, sink)?;
        self.media.line(3, out);
        out.push_str("<guid isPermaLink=\"true\">");
        escape_text(entry.loc.as_str(), out);
        out.push_str("</guid>");
        let link_last = Media::has_alternates(entry);
        if !link_last {
            self.link(entry, out);
        }
        if let Some(lastmod) = entry.lastmod {
            let date = rfc822(lastmod);
            self.media.line(3, out);
            element_to("pubDate", &date, out, &mut true);
            if !is_kept(lastmod, &date) {
                self.media.line(3, out);
                element_to("sitemap:lastmod", lastmod.spell().as_str(), out, &mut true);
            }
        }
        self.media.extensions(entry, 3, out, sink)?;
        if link_last {
            self.link(entry, out);
        }
        self.media.line(2, out);
        out.push_str("</item>\n");
        Ok(())
    }

    fn end(&mut self, out: &mut String) {
        if !self.headed {
            self.head(out);
        }
        out.push_str(if self.media.pretty {
            "  </channel>\n</rss>\n"
        } else {
            "</channel></rss>\n"
        });
    }
}

/// The instruction that says how a browser shows the document.
pub(crate) fn stylesheet(data: Option<&str>, out: &mut String) {
    if let Some(data) = data.filter(|data| !data.contains("?>") && is_writable(data)) {
        out.push_str("<?xml-stylesheet ");
        out.push_str(data);
        out.push_str("?>\n");
    }
}
