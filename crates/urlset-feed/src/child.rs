//! Reads what an item says, child by child.

use crate::atom_writer::NO_DATE as STAND_IN;
use crate::base::set_loc;
use crate::date::{self, Form};
use crate::item::{Fallback, Link, Rank};
use crate::vocabulary::{Dialect, Space};
use crate::{FeedReader, rules};
use urlset_core::rules as model;
use urlset_core::{Entry, Lost, Place, Result, Sink};
use urlset_xml::Cursor;

/// What a child of an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Child {
    Item,
    Link,
    Guid,
    Title,
    Description,
    Content,
    Date(Rank, Form),
    Enclosure,
    /// A link of Atom's own.
    Page,
    /// Goes to the tape as it is.
    Kept,
    Other,
}

impl Child {
    /// What a child with this name is in a feed with this root.
    pub(crate) fn of(dialect: Dialect, space: Space, name: &str) -> Child {
        let atom = dialect == Dialect::Atom;
        match (space, name) {
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
            // `Date` in Dublin Core 1.0.
            (Space::Dc, "date" | "Date") => Child::Date(Rank::Date, Form::W3c),
            (Space::Core, "enclosure") if !atom => Child::Enclosure,
            (Space::Core, "link") => Child::Page,
            (Space::Atom | Space::Xhtml, "link")
            | (Space::Itunes | Space::Image, "image")
            | (Space::Video, "video")
            | (Space::News, "news")
            | (Space::Dcterms, "valid" | "type")
            | (Space::Media, _) => Child::Kept,
            _ => Child::Other,
        }
    }
}

/// Whether a media type is one of XML (RFC 4287 section 4.1.3.3).
fn is_xml(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind.ends_with("/xml") || kind.ends_with("+xml")
}

/// Children of an item that no field takes and that have none of the feed's own elements in them (RSS 2.0,
/// RFC 4287 section 4.2).
fn without_own(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Atom => &["category", "comments", "icon", "id", "logo", "rights"],
        Dialect::Rss | Dialect::Rdf => {
            &["author", "category", "comments", "icon", "id", "logo", "rights"]
        }
    }
}

/// Fields that nothing else stands in for, where their names are written in another case.
const FIELDS: [&str; 14] = [
    "created",
    "date",
    "enclosure",
    "image",
    "issued",
    "lastmod",
    "link",
    "modified",
    "news",
    "pubDate",
    "published",
    "updated",
    "valid",
    "video",
];

/// Whether a child would be a field but for the case of its name.
pub(crate) fn is_in_other_case(dialect: Dialect, space: Space, name: &str) -> bool {
    let is_it = |field: &&&str| field.eq_ignore_ascii_case(name) && **field != name;
    let field = FIELDS.iter().find(is_it);
    field.is_some_and(|field| Child::of(dialect, space, field) != Child::Other)
}

/// Whether the item would have taken a child; an item in it is told as one.
pub(crate) fn is_swallowed(child: Child) -> bool {
    !matches!(child, Child::Item | Child::Other)
}

impl FeedReader<'_> {
    /// Reads a child of the item; `true` where the item ends before it.
    pub(crate) fn read_child(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let space = self.element_space(sink)?;
        match Child::of(self.dialect, space, self.xml.name()) {
            Child::Item => self.ends_here(sink),
            Child::Other if is_in_other_case(self.dialect, space, self.xml.name()) => {
                self.tell(&rules::ELEMENT_CASE, self.xml.qname(), Lost::Field, sink)?;
                self.xml.skip(sink).map(|()| false)
            }
            child => self.take_child(child, entry, sink).map(|()| false),
        }
    }

    /// Reads the child that the cursor stands on or has found, which is no item.
    pub(crate) fn take_child(
        &mut self,
        child: Child,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        match child {
            Child::Item => {}
            Child::Link => self.read_link(entry, sink)?,
            Child::Guid => self.read_guid(entry, sink)?,
            Child::Title => {
                self.note_child();
                if self.read_plain(sink)? && self.item.title.is_empty() {
                    self.item.title.push_str(self.xml.text().trim());
                }
            }
            Child::Description => {
                self.note_child();
                if self.read_plain(sink)? && self.item.description.is_empty() {
                    self.item.description.push_str(self.xml.text().trim());
                }
            }
            Child::Content => {
                self.note_child();
                if let Some(src) = self.xml.whole_attribute("src").map(|src| src.trim().to_owned())
                {
                    let (at, base) = (self.xml.position(), self.own_base()?);
                    self.item.about = Fallback { text: src, at, base };
                }
                // RFC 4287 section 4.1.3.3: it may be a feed of its own.
                if self.xml.attribute("type").is_some_and(|kind| is_xml(&kind)) {
                    self.xml.skip_document(sink)?;
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
            Child::Page | Child::Kept => self.xml.capture(&mut self.item.tape, sink)?,
            Child::Other if self.xml.told_entry(sink)? => self.xml.skip(sink)?,
            // Reported when the prefix was met.
            Child::Other if self.xml.is_undeclared() => self.xml.skip(sink)?,
            Child::Other => {
                self.note_child();
                self.skip_other(sink)?;
            }
        }
        Ok(())
    }

    fn note_child(&mut self) {
        let xml = &self.xml;
        self.notes.add(xml.qname(), || xml.position());
    }

    /// Skips a child that no field takes. Of those that have none of the feed's own elements in them, what
    /// the item would have taken is told: the end tag of the child is missing.
    fn skip_other(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let (dialect, root) = (self.dialect, &*self.space);
        let space = |xml: &Cursor<'_>| Space::of(xml.namespace(), dialect, root);
        let name = self.xml.name();
        let outer = without_own(dialect).iter().find(|one| **one == name);
        let Some(outer) = outer.filter(|_| space(&self.xml) == Space::Core) else {
            return self.xml.skip(sink);
        };
        let depth = self.xml.depth() + 1;
        self.xml.skip_with(sink, &mut |xml, sink| {
            let is_own = xml.depth() == depth && space(xml) == Space::Core;
            if !is_own || !is_swallowed(Child::of(dialect, Space::Core, xml.name())) {
                return Ok(());
            }
            let detail = format!("{} in {outer}", xml.qname());
            xml.tag_span().tell(&urlset_xml::rules::ELEMENT_IN_LEAF, &detail, Lost::Field, sink)
        })
    }

    /// Reads the text of an element that should hold nothing else; `false` for markup.
    fn read_plain(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        if self.xml.attribute("type").is_some_and(|kind| kind == "xhtml") {
            self.xml.skip(sink)?;
            return Ok(false);
        }
        self.xml.read_text(Lost::Nothing, sink)
    }

    /// An item inside an item: the end tag of the outer one is missing.
    fn ends_here(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        let unended = match self.xml.is_lenient() {
            true => None,
            false => self.xml.unended_around(&rules::NESTED_ITEM, sink)?,
        };
        if self.xml.is_lenient() || self.xml.is_mending() && unended.is_some() {
            let detail = format!("the `{}` before is not closed", self.xml.name());
            let finding = self.xml.finding_of(&urlset_xml::rules::NOT_WELL_FORMED).detail(&detail);
            let end = format!("</{}>", self.xml.qname());
            self.xml.tag_span().report(finding.mended("", &end), sink)?;
            self.xml.end_parent();
            self.standing = true;
            return Ok(true);
        }
        if let Some(error) = unended {
            return Err(error);
        }
        self.tell(&rules::NESTED_ITEM, self.xml.qname(), Lost::Entry, sink)?;
        self.xml.skip(sink)?;
        Ok(false)
    }

    fn read_link(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        let own = self.own_base()?;
        let href = self.xml.whole_attribute("href").map(|href| href.trim().to_owned());
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
            return place.tell(&model::FIELD_REPEATED, text, lost, sink);
        }
        if text.contains('&') && (text.contains("&amp;") || text.contains("&#38;")) {
            place.tell(&urlset_xml::rules::DOUBLE_ESCAPED, text, Lost::Nothing, sink)?;
        }
        let base = (&self.base, own.as_deref());
        let taken = set_loc(&self.fields, base, entry, text, &place, sink)?;
        self.item.link = if taken { Link::Taken } else { Link::Lost };
        Ok(())
    }

    fn read_guid(&mut self, entry: &Entry, sink: &mut dyn Sink) -> Result<()> {
        if self.item.link == Link::Taken {
            self.xml.read_text(Lost::Nothing, sink)?;
            if self.xml.text().trim() != entry.loc.as_str() {
                let xml = &self.xml;
                self.notes.add("guid", || xml.text_place().position());
            }
            return Ok(());
        }
        let said = self.xml.whole_attribute("isPermaLink");
        // Where nobody knows what it says, it may say no.
        let permalink = said.map_or(self.xml.attribute("isPermaLink").is_none(), |said| {
            !said.trim().eq_ignore_ascii_case("false")
        });
        let at = self.xml.position();
        if !self.xml.read_text(Lost::Nothing, sink)? {
            return Ok(());
        }
        // One that is an address comes before one that is not, else the first.
        let (text, known) = (self.xml.text().trim(), &mut self.item.guid);
        let counts = known.text.is_empty() || permalink && !self.item.is_permalink;
        if !known.text.is_empty() && known.text != text {
            let other = if counts { known.at } else { at };
            self.notes.add("guid", || other);
        }
        if counts {
            known.text.clear();
            known.text.push_str(text);
            known.at = at;
            self.item.is_permalink = permalink;
        }
        Ok(())
    }

    fn read_date(&mut self, rank: Rank, form: Form, sink: &mut dyn Sink) -> Result<()> {
        if self.item.has_date(rank) && rank != Rank::Created {
            self.tell(&model::FIELD_REPEATED, self.xml.qname(), Lost::Field, sink)?;
            return self.xml.skip(sink);
        }
        self.item.meet_date(rank, self.xml.qname());
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
            if rank == Rank::Updated && text.trim() == STAND_IN {
                // It may stand there because Atom asks for one.
                self.item.stand_in = Some((read, place.position()));
            } else {
                self.fields.remark_date(read, &place, sink)?;
            }
        }
        if self.item.keep_date((rank, read)) {
            self.notes.add(&self.item.name, || place.position());
        }
        Ok(())
    }
}
