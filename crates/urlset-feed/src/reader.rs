//! Reads feeds: goes from item to item.

use crate::base::{Base, set_loc};
use crate::date::{self, Form};
use crate::item::{Fallback, Item, Link, Rank};
use crate::notes::Notes;
use crate::vocabulary::{Dialect, IMAGE, MEDIA, RDF, Space, VIDEO, is_atom_03, is_media};
use crate::{ROOTS, rules};
use urlset_core::rules as model;
use urlset_core::{
    DateOrder, Diagnostic, Entry, EntryReader, Error, Fields, Header, Input, Lost, Place, Position,
    ReadOptions, Result, Rule, Sink,
};
use urlset_xml::{Cursor, XML_NAMESPACE};

/// Reads RSS and Atom of every version. Each item with an address is an entry; one without is
/// reported, and never given the address of something near it.
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
    header: Header,
    order: DateOrder,
    entry_bytes: u64,
    root: Position,
    /// Where the item at hand begins.
    pub(crate) at: Position,
    /// Elements of the channel that were met.
    required: Required,
    told_slash: bool,
    /// The cursor stands on the next item already.
    standing: bool,
    ended: bool,
}

/// What a feed must have.
#[derive(Clone, Copy, Debug, Default)]
struct Required {
    title: bool,
    link: bool,
    description: bool,
    id: bool,
    updated: bool,
}

/// What a child of an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Child {
    Item,
    Link,
    Guid,
    Title,
    Description,
    Content,
    Date(Rank, Form),
    Enclosure,
    /// Goes to the tape as it is.
    Kept,
    Other,
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
            root: xml.position(),
            at: Position::default(),
            space: xml.namespace().into(),
            xml,
            fields: Fields::new(options),
            base: Base::new(options.base.clone(), dialect != Dialect::Atom),
            item: Item::default(),
            notes: Notes::default(),
            dialect,
            header: Header::default(),
            order: options.dates,
            entry_bytes: u64::from(options.limits.entry_bytes),
            required: Required::default(),
            told_slash: false,
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

    fn read_root(&mut self, sink: &mut dyn Sink) -> Result<()> {
        self.take_base();
        let version = self.xml.attribute("version").map(|version| version.trim().to_owned());
        let unsupported = match self.dialect {
            Dialect::Rss => match version.as_deref() {
                Some("2.0" | "2.0.1") => None,
                Some(version) => Some(format!("RSS {version}")),
                None => Some("RSS without version".to_owned()),
            },
            Dialect::Rdf => Some("RSS 0.90 or 1.0".to_owned()),
            Dialect::Atom if is_atom_03(&self.space) => Some("Atom 0.3".to_owned()),
            Dialect::Atom => None,
        };
        if let Some(detail) = unsupported {
            self.tell(&rules::VERSION, &detail, Lost::Nothing, sink)?;
        }
        let language = self.xml.attribute_in(XML_NAMESPACE, "lang").map(|text| text.trim().into());
        self.header.language = language;
        self.header.stylesheet = self.xml.stylesheet().map(Into::into);
        let bound = self.xml.root_namespaces().to_vec();
        for namespace in &bound {
            match Space::of(&namespace.uri, self.dialect, &self.space) {
                Space::Image | Space::Video | Space::News | Space::Xhtml => {
                    self.header.declare(&namespace.prefix, &namespace.uri);
                }
                Space::Media => {
                    self.header.declare("image", IMAGE);
                    self.header.declare("video", VIDEO);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes the `xml:base` of the element that the cursor stands on.
    fn take_base(&mut self) {
        let depth = self.xml.depth();
        if let Some(written) = self.xml.attribute_in(XML_NAMESPACE, "base") {
            self.base.enter(depth, &written);
        }
    }

    fn own_base(&self) -> Option<String> {
        let written = self.xml.attribute_in(XML_NAMESPACE, "base")?;
        self.base.join(written.trim())
    }

    /// What the element that the cursor stands on belongs to.
    fn element_space(&mut self, sink: &mut dyn Sink) -> Result<Space> {
        if self.xml.is_undeclared() {
            return Ok(Space::Other);
        }
        let uri = self.xml.namespace();
        let space = Space::of(uri, self.dialect, &self.space);
        if space == Space::Media && uri != MEDIA && is_media(uri) && !self.told_slash {
            self.tell(&rules::MRSS_SLASH, uri, Lost::Nothing, sink)?;
            self.told_slash = true;
        }
        Ok(space)
    }

    /// Reports about the start tag that the cursor stands on.
    fn tell(
        &self,
        rule: &'static Rule,
        detail: &str,
        lost: Lost,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let finding = rule.found().detail(detail).lost(lost);
        sink.report(self.xml.tag_span().mark(finding))
    }

    /// Goes to the next item; `false` at the end of the document.
    fn next_item(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        if std::mem::take(&mut self.standing) {
            return Ok(true);
        }
        loop {
            while self.xml.next_child(sink)? {
                self.base.leave(self.xml.depth());
                if self.is_item(sink)? {
                    return Ok(true);
                }
            }
            if self.xml.depth() == 0 {
                if !self.xml.next_root(ROOTS, &["item", "entry"], sink)? {
                    return Ok(false);
                }
                self.base.leave(0);
                self.take_base();
            }
        }
    }

    /// Whether the child of the root or channel that the cursor stands on is an item; anything else
    /// is read or passed over.
    fn is_item(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        let space = self.element_space(sink)?;
        let atom = self.dialect == Dialect::Atom;
        match (space, self.xml.name()) {
            (Space::Core, "item") if !atom => return Ok(true),
            (Space::Core, "entry") if atom => return Ok(true),
            (Space::Core, "channel") if !atom => {
                self.take_base();
                self.xml.enter();
            }
            (Space::Core, "link") => self.read_site(sink)?,
            (Space::Atom, "link") => self.read_feed_link(),
            (Space::Core, "title") => {
                self.required.title = true;
                self.header.title = self.read_words(self.header.title.is_none(), sink)?;
            }
            (Space::Core, "description" | "subtitle" | "tagline") => {
                self.required.description = true;
                let wanted = self.header.description.is_none();
                self.header.description = self.read_words(wanted, sink)?;
            }
            (Space::Core | Space::Dc, "language") => {
                self.header.language = self.read_words(self.header.language.is_none(), sink)?;
            }
            (Space::Core, "id") => self.required.id = true,
            (Space::Core, "updated" | "modified") => self.required.updated = true,
            _ => {}
        }
        Ok(false)
    }

    /// The text of a field of the header; what was there before stays where this one is not wanted.
    fn read_words(&mut self, wanted: bool, sink: &mut dyn Sink) -> Result<Option<Box<str>>> {
        let plain = self.xml.attribute("type").is_none_or(|kind| kind != "xhtml");
        let before = match self.xml.name() {
            "title" => self.header.title.take(),
            "language" => self.header.language.take(),
            _ => self.header.description.take(),
        };
        if !wanted || !plain {
            return Ok(before);
        }
        let whole = self.xml.read_text(Lost::Nothing, sink)?;
        let text = self.xml.text().trim();
        Ok((whole && !text.is_empty()).then(|| text.into()).or(before))
    }

    /// The channel's own link.
    fn read_site(&mut self, sink: &mut dyn Sink) -> Result<()> {
        if self.dialect == Dialect::Atom || self.xml.attribute("href").is_some() {
            self.read_feed_link();
            return Ok(());
        }
        self.required.link = true;
        if self.header.link.is_none() && self.xml.read_text(Lost::Nothing, sink)? {
            let text = self.xml.text().trim().to_owned();
            self.take_site(&text);
        }
        Ok(())
    }

    fn take_site(&mut self, text: &str) {
        if let Some(link) = self.base.join(text).filter(|_| !text.is_empty()) {
            self.base.site = Some(link.as_str().into());
            self.header.link = Some(link.into());
        }
    }

    /// A feed's `<link rel href>`.
    fn read_feed_link(&mut self) {
        let rel = self.xml.attribute("rel").map(|rel| rel.trim().to_ascii_lowercase());
        let Some(href) = self.xml.attribute("href").map(|href| href.trim().to_owned()) else {
            return;
        };
        match rel.as_deref() {
            Some("self") if self.base.itself.is_none() => {
                self.base.itself = self.base.join(&href).map(Into::into);
            }
            None | Some("" | "alternate")
                if self.dialect == Dialect::Atom && self.header.link.is_none() =>
            {
                self.take_site(&href);
            }
            _ => {}
        }
    }

    /// Reads the item that the cursor stands on; `false` where it has no usable address.
    fn read_item(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        self.item.clear();
        self.at = self.xml.position();
        let start = self.xml.offset();
        let depth = self.xml.depth();
        self.take_base();
        if self.dialect == Dialect::Rdf {
            let about = self.xml.attribute_in(RDF, "about").or_else(|| self.xml.attribute("about"));
            self.item.about.text.push_str(about.as_deref().unwrap_or_default());
            self.item.about.at = self.xml.position();
        }
        self.xml.enter();
        while self.xml.next_child(sink)? {
            if self.read_child(entry, sink)? {
                break;
            }
            if self.xml.offset() - start > self.entry_bytes {
                return Err(model::LIMIT_ENTRY.at(self.at).lost(Lost::Rest).into());
            }
        }
        let kept = self.settle(entry, sink)?;
        self.base.leave(depth);
        Ok(kept)
    }

    fn child(&self, space: Space) -> Child {
        let atom = self.dialect == Dialect::Atom;
        match (space, self.xml.name()) {
            (Space::Core, "item") if !atom => Child::Item,
            (Space::Core, "entry") if atom => Child::Item,
            (Space::Core, "link") if !atom => Child::Link,
            (Space::Core, "guid") if !atom => Child::Guid,
            (Space::Core, "title") => Child::Title,
            (Space::Core, "description") if !atom => Child::Description,
            (Space::Core, "summary") if atom => Child::Description,
            (Space::Core, "content") if atom => Child::Content,
            (Space::Core, "pubDate") if !atom => Child::Date(Rank::Published, Form::Rfc822),
            (Space::Core, "updated" | "modified") if atom => Child::Date(Rank::Updated, Form::W3c),
            (Space::Core, "published" | "issued") if atom => {
                Child::Date(Rank::Published, Form::W3c)
            }
            (Space::Core, "created") if atom => Child::Date(Rank::Created, Form::W3c),
            (Space::Atom, "updated" | "modified") => Child::Date(Rank::Updated, Form::W3c),
            (Space::Atom, "published") => Child::Date(Rank::Created, Form::W3c),
            (Space::Sitemap, "lastmod") => Child::Date(Rank::Exact, Form::W3c),
            (Space::Dcterms, "modified") => Child::Date(Rank::Modified, Form::W3c),
            (Space::Dcterms, "issued" | "created") => Child::Date(Rank::Created, Form::W3c),
            (Space::Dc, "date") => Child::Date(Rank::Date, Form::W3c),
            (Space::Core, "enclosure") if !atom => Child::Enclosure,
            (Space::Core | Space::Atom | Space::Xhtml, "link")
            | (Space::Itunes | Space::Image, "image")
            | (Space::Video, "video")
            | (Space::News, "news")
            | (Space::Dcterms, "valid" | "type")
            | (Space::Media, _) => Child::Kept,
            _ => Child::Other,
        }
    }

    /// Reads a child of the item; `true` where the item ends before it.
    fn read_child(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let space = self.element_space(sink)?;
        match self.child(space) {
            Child::Item => return self.ends_here(sink),
            Child::Link => self.read_link(entry, sink)?,
            Child::Guid => self.read_guid(sink)?,
            Child::Title => {
                self.note_child();
                let text = self.read_plain(sink)?;
                self.item.title = self.item.title.take().or(text);
            }
            Child::Description => {
                self.note_child();
                let text = self.read_plain(sink)?;
                self.item.description = self.item.description.take().or(text);
            }
            Child::Content => {
                self.note_child();
                if let Some(src) = self.xml.attribute("src").map(|src| src.trim().to_owned()) {
                    let (at, base) = (self.xml.position(), self.own_base());
                    self.item.about = Fallback { text: src, at, base };
                }
            }
            Child::Date(rank, form) => self.read_date(rank, form, sink)?,
            Child::Enclosure => {
                self.item.enclosures += 1;
                if self.item.enclosures == 2 {
                    self.tell(&rules::MULTIPLE_ENCLOSURES, "", Lost::Nothing, sink)?;
                }
                self.xml.capture(&mut self.item.tape, sink)?;
            }
            Child::Kept => self.xml.capture(&mut self.item.tape, sink)?,
            // Reported when the prefix was met.
            Child::Other if self.xml.is_undeclared() => self.xml.skip(sink)?,
            Child::Other => {
                self.note_child();
                self.xml.skip(sink)?;
            }
        }
        Ok(false)
    }

    fn note_child(&mut self) {
        let xml = &self.xml;
        self.notes.add(xml.qname(), || xml.position());
    }

    /// The text of an element that should hold nothing else; `None` for markup.
    fn read_plain(&mut self, sink: &mut dyn Sink) -> Result<Option<String>> {
        if self.xml.attribute("type").is_some_and(|kind| kind == "xhtml") {
            self.xml.skip(sink)?;
            return Ok(None);
        }
        let whole = self.xml.read_text(Lost::Nothing, sink)?;
        let text = self.xml.text().trim();
        Ok((whole && !text.is_empty()).then(|| text.to_owned()))
    }

    /// An item inside an item: the end tag of the outer one is missing.
    fn ends_here(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        if self.xml.is_lenient() {
            let detail = format!("the `{}` before is not closed", self.xml.name());
            self.tell(&urlset_xml::rules::NOT_WELL_FORMED, &detail, Lost::Nothing, sink)?;
            self.xml.end_parent();
            self.standing = true;
            return Ok(true);
        }
        self.tell(&rules::NESTED_ITEM, self.xml.qname(), Lost::Entry, sink)?;
        self.xml.skip(sink)?;
        Ok(false)
    }

    fn read_link(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        let own = self.own_base();
        let href = self.xml.attribute("href").map(|href| href.trim().to_owned());
        if let Some(href) = href.filter(|href| !href.is_empty()) {
            // Atom's way to write it, with RSS's name.
            let rel = self.xml.attribute("rel").map(|rel| rel.trim().to_owned());
            let at = self.xml.position();
            let tape = self.item.tape.open(crate::vocabulary::ATOM, "link", at);
            tape.attribute("", "rel", rel.as_deref().unwrap_or("alternate"));
            tape.attribute("", "href", &href).close();
        }
        if !self.xml.read_text(Lost::Entry, sink)? {
            self.item.link =
                if self.item.link == Link::Absent { Link::Lost } else { self.item.link };
            return Ok(());
        }
        let (text, place) = (self.xml.text(), self.xml.text_place());
        if text.trim().is_empty() {
            return Ok(());
        }
        if self.item.link != Link::Absent {
            let same = text.trim() == entry.loc.as_str();
            let lost = if same { Lost::Nothing } else { Lost::Field };
            return sink.report(place.mark(model::FIELD_REPEATED.found().detail(text).lost(lost)));
        }
        if text.contains("&amp;") || text.contains("&#38;") {
            sink.report(place.mark(urlset_xml::rules::DOUBLE_ESCAPED.found().detail(text)))?;
        }
        let base = own.as_deref().or(self.base.current());
        let taken = set_loc(&self.fields, base, entry, text, &place, sink)?;
        self.item.link = if taken { Link::Taken } else { Link::Lost };
        Ok(())
    }

    fn read_guid(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let said = self.xml.attribute("isPermaLink");
        let permalink = said.is_none_or(|said| !said.trim().eq_ignore_ascii_case("false"));
        let at = self.xml.position();
        if self.xml.read_text(Lost::Nothing, sink)? && self.item.guid.text.is_empty() {
            self.item.guid.text.push_str(self.xml.text().trim());
            self.item.guid.at = at;
            self.item.is_permalink = permalink;
        }
        Ok(())
    }

    fn read_date(&mut self, rank: Rank, form: Form, sink: &mut dyn Sink) -> Result<()> {
        let bit = 1_u8 << rank as u8;
        if self.item.dates & bit != 0 && rank != Rank::Created {
            self.tell(&model::FIELD_REPEATED, self.xml.qname(), Lost::Field, sink)?;
            return self.xml.skip(sink);
        }
        self.item.dates |= bit;
        if !self.xml.read_text(Lost::Field, sink)? {
            return Ok(());
        }
        let (text, place) = (self.xml.text(), self.xml.text_place());
        if rank == Rank::Exact && text.trim().is_empty() {
            self.item.undated = true;
            return Ok(());
        }
        let Some(read) = date::read(text, form, self.order, &place, sink)? else {
            return Ok(());
        };
        if self.item.date.is_none_or(|(known, _)| rank < known) {
            self.item.date = Some((rank, read));
        }
        Ok(())
    }

    /// Makes an entry of what was read.
    fn settle(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        if !self.settle_loc(entry, sink)? {
            return Ok(false);
        }
        let at = self.at;
        match self.item.date.filter(|_| !self.item.undated) {
            Some((rank, datetime)) => {
                entry.lastmod = Some(datetime);
                if rank >= Rank::Published {
                    self.notes.published(at);
                }
            }
            // A date that was there and could not be read has been reported.
            None if self.item.dates == 0 || self.item.undated => {
                sink.report(rules::NO_DATE.at(at).loc(entry.loc.as_str()))?;
            }
            None => {}
        }
        self.settle_media(entry, sink)?;
        Ok(true)
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<()> {
        self.ended = true;
        self.notes.report(sink)?;
        let Required { title, link, description, id, updated } = self.required;
        let needed: &[(&str, bool)] = match self.dialect {
            Dialect::Atom => &[("id", id), ("title", title), ("updated", updated)],
            _ => &[("title", title), ("link", link), ("description", description)],
        };
        let missing: Vec<&str> =
            needed.iter().filter(|(_, met)| !met).map(|(name, _)| *name).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let finding = Diagnostic::new(&rules::MISSING_REQUIRED, self.root);
        sink.report(finding.detail(missing.join(", ")))
    }
}

impl EntryReader for FeedReader<'_> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.at
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
