//! Reads feeds: goes from item to item.

use crate::base::Base;
use crate::channel::Required;
use crate::child::Child;
use crate::item::{Item, Rank};
use crate::notes::Notes;
use crate::stray::{ENTRIES, ITEMS};
use crate::vocabulary::{Dialect, MEDIA, RDF, Space, is_media, is_of_feed, meant};
use crate::{ROOTS, rules};
use urlset_core::rules as model;
use urlset_core::{
    DateOrder, Entry, EntryReader, Error, Fields, Header, Input, Limits, Lost, Place, Position,
    ReadOptions, Result, Rule, Sink,
};
use urlset_xml::{Cursor, KnownTags, XML_NAMESPACE};

/// Reads RSS and Atom of every version. Each item with an address is an entry; one without is
/// reported, and never given the address of something near it.
///
/// ```
/// use urlset_core::{EntryReader, Input, ReadOptions};
/// use urlset_feed::FeedReader;
///
/// let input = Input::new("<rss version='2.0'><channel><item><link>https://example.com/a</link></item></channel></rss>".as_bytes());
/// let reader = FeedReader::open(input, &ReadOptions::default(), &mut ())?;
/// let locs: Vec<_> = reader.entries(&mut ()).map(|entry| entry.map(|entry| entry.loc)).collect();
/// assert_eq!(locs[0].as_ref().map(|loc| loc.as_str()).ok(), Some("https://example.com/a"));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug)]
pub struct FeedReader<'a> {
    pub(crate) xml: Cursor<'a>,
    pub(crate) fields: Fields,
    pub(crate) base: Base,
    pub(crate) item: Item,
    pub(crate) notes: Notes,
    pub(crate) dialect: Dialect,
    /// Namespace of the root.
    pub(crate) space: Box<str>,
    pub(crate) header: Header,
    pub(crate) order: DateOrder,
    pub(crate) limits: Limits,
    pub(crate) root: Position,
    /// Elements of the channel that were met.
    pub(crate) required: Required,
    /// The feed's own id, and where it stands.
    pub(crate) id: Option<(Box<str>, Position)>,
    /// A channel was met in this root.
    pub(crate) has_channel: bool,
    told_slash: bool,
    told_mixed: bool,
    pub(crate) told_place: bool,
    /// The children that items of this feed have.
    pub(crate) tags: KnownTags<Child>,
    /// What the namespace of the root means.
    pub(crate) root_space: Space,
    /// The cursor stands on the next item already.
    pub(crate) standing: bool,
    pub(crate) ended: bool,
    /// What the root says its items are in; empty for nothing.
    pub(crate) language: String,
}

impl<'a> FeedReader<'a> {
    /// Reads up to the first item.
    ///
    /// # Errors
    /// `feed/unknown-root` where this is no feed; markup that cannot be read; the machine or the
    /// sink.
    pub fn open(
        input: Input<'a>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<FeedReader<'a>> {
        let mut xml = Cursor::new(input, options);
        xml.tell_entries(ENTRIES);
        xml.enter_root(ROOTS, sink)?;
        let dialect = match xml.name() {
            "rss" => Dialect::Rss,
            "RDF" => Dialect::Rdf,
            "feed" => Dialect::Atom,
            _ => {
                let finding = rules::UNKNOWN_ROOT.found().detail(xml.qname()).lost(Lost::Rest);
                return Err(xml.tag_span().mark(finding).into());
            }
        };
        let mut reader = FeedReader {
            root_space: Space::of(xml.namespace(), dialect, xml.namespace()),
            root: xml.position(),
            space: xml.namespace().into(),
            xml,
            fields: Fields::new(options).remark_joined(),
            base: Base::new(options.base.clone(), dialect != Dialect::Atom, &options.limits),
            item: Item::default(),
            notes: Notes::default(),
            dialect,
            header: Header::default(),
            order: options.dates,
            limits: options.limits,
            tags: KnownTags::default(),
            required: Required::default(),
            id: None,
            language: String::new(),
            has_channel: false,
            told_slash: false,
            told_mixed: false,
            told_place: false,
            standing: false,
            ended: false,
        };
        reader.read_root(sink)?;
        reader.standing = reader.next_item(sink)?;
        reader.ended = !reader.standing;
        if reader.ended {
            reader.finish(sink)?;
        }
        Ok(reader)
    }

    /// Takes the `xml:base` of the element that the cursor stands on.
    pub(crate) fn take_base(&mut self) -> Result<()> {
        self.base.read = self.xml.offset();
        if !self.xml.has_attributes() {
            return Ok(());
        }
        let depth = self.xml.depth();
        match self.xml.whole_attribute_in(XML_NAMESPACE, "base") {
            Some(written) => self.base.enter(depth, &written, &self.xml.tag_span())?,
            None if self.xml.attribute_in(XML_NAMESPACE, "base").is_some() => {
                self.base.lose(depth);
            }
            None => {}
        }
        Ok(())
    }

    /// The language that the element the cursor stands on says it is in; empty for none.
    pub(crate) fn own_language(&self) -> String {
        let said =
            self.xml.has_attributes().then(|| self.xml.whole_attribute_in(XML_NAMESPACE, "lang"));
        said.flatten().map(|said| said.trim().to_owned()).unwrap_or_default()
    }

    /// The base of the element alone; empty where it cannot be what was meant, so that nothing
    /// resolves against it.
    pub(crate) fn own_base(&self) -> Result<Option<String>> {
        if !self.xml.has_attributes() {
            return Ok(None);
        }
        match self.xml.whole_attribute_in(XML_NAMESPACE, "base") {
            Some(written) => self.base.join(written.trim(), &self.xml.tag_span()),
            None => Ok(self.xml.attribute_in(XML_NAMESPACE, "base").map(|_| String::new())),
        }
    }

    /// What the element that the cursor stands on belongs to.
    pub(crate) fn element_space(&mut self, sink: &mut dyn Sink) -> Result<Space> {
        if self.xml.is_undeclared() {
            return Ok(Space::Other);
        }
        let uri = self.xml.namespace();
        let space = Space::of(uri, self.dialect, &self.space);
        if space == Space::Media && uri != MEDIA && is_media(uri) && !self.told_slash {
            let finding = rules::MRSS_SLASH.found().detail(uri).mended(uri, MEDIA);
            self.xml.tag_span().report(finding, sink)?;
            self.told_slash = true;
        }
        if space == Space::Core
            && !self.told_mixed
            && is_of_feed(self.dialect, self.xml.name())
            && let Some(meant) = meant(uri, self.dialect, &self.space)
        {
            self.tell_mixed(meant, sink)?;
        }
        Ok(space)
    }

    /// Tells, once, of an element of the feed that is read though its namespace is another than it should
    /// be.
    pub(crate) fn tell_mixed(&mut self, meant: &str, sink: &mut dyn Sink) -> Result<()> {
        let uri = self.xml.namespace();
        let named = if uri.is_empty() { self.xml.qname() } else { uri };
        let finding = rules::MIXED_NAMESPACE.found().detail(named).mended(uri, meant);
        self.told_mixed = true;
        self.xml.tag_span().report(finding, sink)
    }

    /// Reports about the start tag that the cursor stands on.
    pub(crate) fn tell(
        &self,
        rule: &'static Rule,
        detail: &str,
        lost: Lost,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        self.xml.tag_span().tell(rule, detail, lost, sink)
    }

    /// Goes to the next item; `false` at the end of the document.
    fn next_item(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        if std::mem::take(&mut self.standing) {
            return Ok(true);
        }
        loop {
            loop {
                if self.starts_plainly() {
                    self.xml.may_be_torn(false);
                    return Ok(true);
                }
                if !self.xml.next_child(sink)? {
                    break;
                }
                self.base.leave(self.xml.depth());
                self.xml.may_be_torn(true);
                if self.is_item(sink)? {
                    self.xml.may_be_torn(false);
                    return Ok(true);
                }
            }
            if self.xml.depth() == 0 {
                if !self.xml.next_root(ROOTS, ITEMS, sink)? {
                    return Ok(false);
                }
                self.base.leave(0);
                self.tags.clear();
                self.has_channel = false;
                self.take_base()?;
                self.language = self.own_language();
            }
        }
    }

    /// Reads the item that the cursor stands on; `false` where it has no usable address.
    fn read_item(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        self.item.clear();
        self.xml.pin();
        let start = self.xml.offset();
        let depth = self.xml.depth();
        self.take_base()?;
        self.item.language = self.own_language();
        if self.dialect == Dialect::Rdf {
            let whole = self.xml.whole_attribute_in(RDF, "about");
            let about = whole.or_else(|| self.xml.whole_attribute("about"));
            self.item.about.text.push_str(about.as_deref().unwrap_or_default());
            self.item.about.at = self.xml.position();
        }
        self.xml.enter();
        while !self.read_next(start, entry, sink)? {
            if self.xml.offset() - start > u64::from(self.limits.entry_bytes) {
                let detail = format!("more than {} bytes", self.limits.entry_bytes);
                let finding = model::LIMIT_ENTRY.at(self.xml.pinned()).detail(detail);
                return Err(finding.lost(Lost::Rest).into());
            }
        }
        let kept = self.settle(entry, sink)?;
        self.base.leave(depth);
        Ok(kept)
    }

    /// Makes an entry of what was read.
    fn settle(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        if !self.settle_loc(entry, sink)? {
            return Ok(false);
        }
        if let Some((date, at)) = self.item.stand_in.filter(|_| !self.item.undated) {
            self.fields.remark_date(date, &at, sink)?;
        }
        match self.item.date.filter(|_| !self.item.undated) {
            Some((rank, datetime)) => {
                entry.lastmod = Some(datetime);
                if rank >= Rank::Published {
                    let xml = &self.xml;
                    self.notes.published(|| xml.pinned());
                }
            }
            // A date that was there and could not be read has been reported.
            None if self.item.dates == 0 || self.item.undated => {
                sink.report(rules::NO_DATE.at(self.xml.pinned()).loc(entry.loc.as_str()))?;
            }
            None => {}
        }
        self.settle_media(entry, sink)?;
        Ok(true)
    }
}

impl EntryReader for FeedReader<'_> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.xml.pinned()
    }

    fn input(&self) -> u32 {
        self.xml.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        entry.clear();
        while !self.ended {
            match self.next_item(sink) {
                Ok(true) => {}
                Ok(false) => {
                    self.finish(sink)?;
                    break;
                }
                Err(error) => return Err(self.cut(error, sink)),
            }
            match self.read_item(entry, sink) {
                Ok(true) => return Ok(true),
                Ok(false) => entry.clear(),
                Err(error) => {
                    entry.clear();
                    return Err(self.cut(error, sink));
                }
            }
        }
        Ok(false)
    }
}

impl FeedReader<'_> {
    /// Tells what was counted before the document broke off.
    fn cut(&mut self, error: Error, sink: &mut dyn Sink) -> Error {
        self.ended = true;
        let broken = matches!(&error, Error::Stopped(finding) if finding.lost == Lost::Rest);
        if broken && let Err(stopped) = self.notes.report(sink) {
            return stopped;
        }
        error
    }
}
