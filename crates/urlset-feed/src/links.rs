//! Which of an item's links is its page, and which are its other languages.

use crate::around::Around;
use crate::base::{is_absolute, is_web, set_loc, told_resolved};
use crate::child::{Child, is_swallowed};
use crate::item::Link;
use crate::vocabulary::{Dialect, Space, XHTML};
use crate::{FeedReader, rules};
use std::borrow::Cow;
use urlset_core::{
    Element, Entry, Extensions, Lost, Place, Position, Result, Severity, Sink, may_be_reference,
    rules as model, trim,
};
use urlset_xml::{XML_NAMESPACE, rules as xml};

/// A link that leads to the page itself in some form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alternate<'e> {
    element: Element<'e>,
    href: &'e str,
    pub(crate) kind: &'e str,
    /// Empty for none.
    pub(crate) hreflang: &'e str,
}

/// The language and the type that links have, where they say one.
pub(crate) type Version<'e> = (Option<&'e str>, Option<&'e str>);

impl<'e> Alternate<'e> {
    pub(crate) fn version(self) -> Version<'e> {
        let given = |text: &'e str| (!text.is_empty()).then_some(text);
        (given(self.hreflang), given(self.kind))
    }

    fn is_html(self) -> bool {
        let kind = self.kind.trim();
        kind.is_empty()
            || kind.to_ascii_lowercase().starts_with("text/html")
            || kind.to_ascii_lowercase().starts_with("application/xhtml")
    }
}

/// The relation that a link states; the long form of a registered one is the short one.
pub(crate) fn relation(link: Element<'_>) -> Cow<'_, str> {
    let rel = link.attribute("rel").map(str::trim).unwrap_or_default();
    let rel = rel.strip_prefix("http://www.iana.org/assignments/relation/").unwrap_or(rel);
    match rel {
        "" | "alternate" => Cow::Borrowed("alternate"),
        rel => Cow::Owned(rel.to_ascii_lowercase()),
    }
}

/// Whether the tape's element is a link of Atom.
pub(crate) fn is_link(element: Element<'_>, dialect: Dialect, root: &str) -> bool {
    let space = Space::of(element.namespace(), dialect, root);
    let atom = space == Space::Atom || (space == Space::Core && dialect == Dialect::Atom);
    atom && element.name() == "link"
}

pub(crate) fn alternates<'e>(
    tape: &'e Extensions,
    dialect: Dialect,
    root: &'e str,
) -> impl Iterator<Item = Alternate<'e>> {
    tape.elements()
        .filter(move |element| {
            is_link(*element, dialect, root) && relation(*element) == "alternate"
        })
        .filter_map(alternate)
}

/// `None` without an address.
fn alternate(element: Element<'_>) -> Option<Alternate<'_>> {
    let href = element.attribute("href").map(str::trim).filter(|href| !href.is_empty())?;
    let kind = element.attribute("type").unwrap_or_default();
    let hreflang = element.attribute("hreflang").map(str::trim).unwrap_or_default();
    Some(Alternate { element, href, kind, hreflang })
}

/// The page: without a language or in that of the item before others, HTML before anything else, the first
/// of these (spec 3.3).
fn page<'e>(all: &[Alternate<'e>], own: &str) -> Option<Alternate<'e>> {
    let find =
        |wanted: &dyn Fn(Alternate<'e>) -> bool| all.iter().copied().find(|link| wanted(*link));
    let is_own = |link: Alternate<'e>| !own.is_empty() && link.hreflang.eq_ignore_ascii_case(own);
    find(&|link| link.hreflang.is_empty() && link.is_html())
        .or_else(|| find(&|link| is_own(link) && link.is_html()))
        .or_else(|| find(&|link| link.is_html()))
        .or_else(|| find(&|link| link.hreflang.is_empty()))
        .or_else(|| find(&|_| true))
}

impl FeedReader<'_> {
    /// Makes sure that the entry has its address; `false` where it has none, which is reported.
    pub(crate) fn settle_loc(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let dialect = self.dialect;
        match self.item.link {
            Link::Taken => {
                self.note_guid(entry);
                return Ok(true);
            }
            Link::Lost => return Ok(false),
            Link::Absent => {}
        }
        if self.settle_page(entry) {
            return Ok(true);
        }
        // Of RSS, the guid that is an address comes before what another format has (spec 3.3).
        if dialect == Dialect::Rss && self.has_permalink() {
            return self.settle_fallback(entry, sink);
        }
        let item = &self.item;
        let all: Vec<Alternate<'_>> = alternates(&item.tape, dialect, &self.space).collect();
        let own = [&item.language, &self.language].into_iter().find(|own| !own.is_empty());
        if let Some(page) = page(&all, own.map_or("", String::as_str)) {
            let at = page.element.position();
            let own = page.element.attributes().find(is_base).map(|base| base.value);
            let own = match own {
                Some(own) => self.base.join(own.trim(), &at)?,
                None => None,
            };
            let base = (&self.base, own.as_deref());
            // As written, so that space around it is told.
            let href = page.element.attribute("href").unwrap_or(page.href);
            let kept = set_loc(&self.fields, base, entry, href, &at, sink)?;
            self.item.page_at = kept.then_some(at);
            self.note_guid(entry);
            if kept && dialect != Dialect::Atom {
                let finding = rules::LINK_ELSEWHERE.at(at).detail("atom:link");
                sink.report(finding.loc(entry.loc.as_str()))?;
            }
            return Ok(kept);
        }
        self.settle_fallback(entry, sink)
    }

    /// Whether the item has an address of its own that is no link.
    fn has_permalink(&self) -> bool {
        self.item.is_permalink && is_web(&self.item.guid.text)
    }

    /// Counts a guid that says something else than the page.
    fn note_guid(&mut self, entry: &Entry) {
        let guid = &self.item.guid;
        if !guid.text.is_empty() && guid.text != entry.loc.as_str() {
            self.notes.add("guid", || guid.at);
        }
    }

    /// Takes the address from what stands in for a link; tells where there is nothing.
    fn settle_fallback(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let item = &self.item;
        let (about, guid) = (&item.about, &item.guid);
        let (fallback, what) = if !about.text.trim().is_empty() {
            (about, if self.dialect == Dialect::Atom { "content/@src" } else { "rdf:about" })
        } else if self.has_permalink() {
            (guid, "guid")
        } else {
            if !guid.text.is_empty() {
                sink.report(rules::GUID.at(guid.at).detail(&guid.text))?;
            }
            let finding = rules::MISSING_LINK.at(self.xml.pinned()).lost(Lost::Entry);
            sink.report(finding.detail(&item.title))?;
            return Ok(false);
        };
        let base = (&self.base, fallback.base.as_deref());
        let kept = set_loc(&self.fields, base, entry, &fallback.text, &fallback.at, sink)?;
        if kept {
            let finding = rules::LINK_ELSEWHERE.at(fallback.at).detail(what);
            sink.report(finding.loc(entry.loc.as_str()))?;
            self.note_guid(entry);
        }
        Ok(kept)
    }

    /// Tells of the feed's own elements in one that has none in it: where its end tag is missing, they were
    /// meant for the item.
    pub(crate) fn tell_swallowed(
        &self,
        element: Element<'_>,
        loc: &str,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let of_item = |child: &Element<'_>| {
            let space = Space::of(child.namespace(), self.dialect, &self.space);
            space == Space::Core && is_swallowed(Child::of(self.dialect, space, child.name()))
        };
        for child in element.children().filter(of_item) {
            let finding = xml::ELEMENT_IN_LEAF.at(child.position()).lost(Lost::Field);
            let detail = format!("{} in {}", child.qname(), element.qname());
            sink.report(finding.detail(detail).loc(loc))?;
        }
        Ok(())
    }

    /// A link of the tape that stands for a language of the page goes to the entry; any other is
    /// counted, but for the one that was taken.
    pub(crate) fn settle_link(
        &mut self,
        link: Element<'_>,
        around: &Around<'_>,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let at = link.position();
        let relation = relation(link);
        if relation != "alternate" {
            self.notes.add(&format!("link rel={relation}"), || at);
            return Ok(());
        }
        let Some(this) = alternate(link) else {
            self.notes.add("link without href", || at);
            return Ok(());
        };
        let is_read = |name: &str| matches!(name, "href" | "rel" | "hreflang");
        // A single link with a language says the language of the page, not another page.
        let alone = self.dialect == Dialect::Atom && !around.several_languages;
        if !this.hreflang.is_empty() && !alone {
            let [href, hreflang] =
                ["href", "hreflang"].map(|name| link.attribute(name).unwrap_or_default());
            let href = self.media_address(href, &base_of(link), &at, sink)?;
            let out = entry.extensions.open(XHTML, "xhtml:link", at);
            out.attribute("", "rel", "alternate").attribute("", "hreflang", hreflang);
            out.attribute("", "href", &href).close();
            self.note_attributes(link, is_read);
            return Ok(());
        }
        // To resolve it once more would count its base twice.
        let is_page = self.item.page_at == Some(at)
            || entry.loc.as_str() == self.media_address(this.href, &base_of(link), &at, &mut ())?;
        if is_page {
            if !this.hreflang.is_empty() {
                self.notes.add("hreflang of the page's own link", || at);
            }
            self.note_attributes(link, is_read);
            return Ok(());
        }
        let same = around.links.get(&this.version()).is_some_and(|count| *count > 1);
        if self.dialect == Dialect::Atom && same {
            let finding = rules::MULTIPLE_ALTERNATE.at(at).lost(Lost::Field).detail(this.href);
            return sink.report(finding.loc(entry.loc.as_str()));
        }
        let kind = if this.kind.is_empty() { "link rel=alternate" } else { this.kind };
        self.notes.add(kind, || at);
        Ok(())
    }

    /// An address of the tape, resolved where it is relative, else as it is written: space around
    /// it is what it is around every value of an extension.
    pub(crate) fn media_address<'t>(
        &self,
        text: &'t str,
        own_base: &str,
        place: &Position,
        sink: &mut dyn Sink,
    ) -> Result<Cow<'t, str>> {
        let trimmed = trim(text);
        if trimmed.is_empty() {
            return Ok(Cow::Borrowed(""));
        }
        if is_absolute(trimmed) {
            return Ok(Cow::Borrowed(text));
        }
        if !may_be_reference(trimmed) {
            let finding = model::LOC_RELATIVE.at(*place).severity(Severity::Warning);
            sink.report(finding.detail(format!("{trimmed}: kept as it is written")))?;
            return Ok(Cow::Borrowed(text));
        }
        let own = if own_base.is_empty() { None } else { self.base.join(own_base, place)? };
        let base = own.as_deref().or(self.base.current());
        let Some(resolved) = self.base.resolve(base, trimmed, place)? else {
            return Ok(Cow::Borrowed(text));
        };
        told_resolved(text, &resolved, place as &dyn Place, sink)?;
        Ok(Cow::Owned(resolved))
    }
}

fn is_base(attribute: &urlset_core::Attribute<'_>) -> bool {
    attribute.namespace == XML_NAMESPACE && attribute.name() == "base"
}

/// The `xml:base` of an element of the tape; empty for none.
fn base_of(element: Element<'_>) -> Cow<'_, str> {
    let own = element.attributes().find(is_base);
    Cow::Borrowed(own.map(|base| base.value.trim()).unwrap_or_default())
}
