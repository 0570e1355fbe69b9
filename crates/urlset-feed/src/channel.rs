//! What a feed says of itself: its root, its channel, and what it must have.

use crate::base::told_resolved;
use crate::vocabulary::{Dialect, IMAGE, Space, VIDEO, is_atom_03, meant_root};
use crate::{FeedReader, rules};
use std::borrow::Cow;
use urlset_core::{Diagnostic, Lost, Place, Result, Sink, trim};
use urlset_xml::XML_NAMESPACE;

/// What a feed must have.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Required {
    title: bool,
    link: bool,
    description: bool,
    id: bool,
    updated: bool,
}

impl FeedReader<'_> {
    pub(crate) fn read_root(&mut self, sink: &mut dyn Sink) -> Result<()> {
        self.take_base()?;
        self.language = self.own_language();
        if !self.xml.is_undeclared()
            && let Some(meant) = meant_root(&self.space, self.dialect)
        {
            self.tell_mixed(meant, sink)?;
        }
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
        let language = self.xml.whole_attribute_in(XML_NAMESPACE, "lang");
        self.header.language = language.map(|text| text.trim().into());
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

    /// Whether the child of the root or channel that the cursor stands on is an item; anything else
    /// is read or passed over.
    pub(crate) fn is_item(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        let space = self.element_space(sink)?;
        let atom = self.dialect == Dialect::Atom;
        match (space, self.xml.name()) {
            (Space::Core, "item") if !atom => {
                if self.is_outside() {
                    self.tell_place("", "<channel>", sink)?;
                }
                return Ok(true);
            }
            (Space::Core, "entry") if atom => return Ok(true),
            (Space::Core, "channel") if !atom => self.enter_channel(sink)?,
            // Items in a channel of another namespace are items all the same.
            (Space::Other, "channel") if !atom && !self.xml.is_undeclared() => {
                self.tell(&rules::MIXED_NAMESPACE, self.xml.qname(), Lost::Nothing, sink)?;
                self.enter_channel(sink)?;
            }
            (Space::Core, "link") => self.read_site(sink)?,
            (Space::Atom, "link") => self.read_feed_link(sink)?,
            (Space::Core, "title") => {
                self.required.title = true;
                let before = self.header.title.take();
                self.header.title = self.read_words(before, sink)?;
            }
            (Space::Core, "description" | "subtitle" | "tagline") => {
                self.required.description = true;
                let before = self.header.description.take();
                self.header.description = self.read_words(before, sink)?;
            }
            (Space::Core | Space::Dc, "language") => {
                let before = self.header.language.take();
                self.header.language = self.read_words(before, sink)?;
            }
            (Space::Core, "id") if atom => {
                self.required.id = true;
                let at = self.xml.position();
                let whole = self.xml.read_text(Lost::Nothing, sink)?;
                let id = self.xml.text().trim();
                let known = self.id.as_ref().is_none_or(|(known, _)| **known == *id);
                if whole && known {
                    self.id = Some((id.into(), at));
                } else {
                    self.note_of_text("id");
                }
            }
            (Space::Core, "updated" | "modified") if atom => self.required.updated = true,
            // The list of what the items are (RSS 1.0 section 5.3.5), which they say themselves.
            (Space::Core, "items") if self.dialect == Dialect::Rdf => {}
            _ => self.tell_unread(space, sink)?,
        }
        Ok(false)
    }

    fn enter_channel(&mut self, sink: &mut dyn Sink) -> Result<()> {
        if std::mem::replace(&mut self.has_channel, true) {
            self.tell_place("<channel>", "", sink)?;
        }
        self.take_base()?;
        self.xml.enter();
        Ok(())
    }

    /// Whether the next child, or the one that the cursor stands on, is in no channel where it should be:
    /// those of RSS 0.90 and 1.0 stand beside it.
    pub(crate) fn is_outside(&self) -> bool {
        self.dialect == Dialect::Rss && self.xml.parent_depth() < 2
    }

    /// Tells, once, of an item or a channel that is read though it is not in its place.
    fn tell_place(&mut self, was: &str, now: &str, sink: &mut dyn Sink) -> Result<()> {
        if std::mem::replace(&mut self.told_place, true) {
            return Ok(());
        }
        let finding = rules::MISPLACED.found().detail(self.xml.qname()).mended(was, now);
        self.xml.tag_span().report(finding, sink)
    }

    /// Tells of what is passed over: as a lost item where it may be one, else in the note of all that no
    /// header has a place for.
    fn tell_unread(&mut self, space: Space, sink: &mut dyn Sink) -> Result<()> {
        // What has no declared prefix was reported when that was met.
        if !self.told_stray(space, sink)? && !self.xml.is_undeclared() {
            let name = self.xml.qname().to_owned();
            self.note_of_feed(&name);
        }
        Ok(())
    }

    /// Counts something of the feed that no header has a place for.
    fn note_of_feed(&mut self, name: &str) {
        let xml = &self.xml;
        self.notes.add(&format!("feed {name}"), || xml.position());
    }

    /// The same of an element whose text has been read.
    fn note_of_text(&mut self, name: &str) {
        let xml = &self.xml;
        self.notes.add(&format!("feed {name}"), || xml.text_place().position());
    }

    /// The text of a field of the header, where there was none before. What is not kept is counted:
    /// markup, another text, that it is HTML.
    fn read_words(
        &mut self,
        before: Option<Box<str>>,
        sink: &mut dyn Sink,
    ) -> Result<Option<Box<str>>> {
        let kind = self.xml.attribute("type").map(|kind| kind.trim().to_owned());
        let mut name = self.xml.qname().to_owned();
        if kind.as_deref() == Some("xhtml") {
            self.note_of_feed(&name);
            return Ok(before);
        }
        let is_code = self.xml.name() == "language";
        let whole = self.xml.read_text(Lost::Nothing, sink)?;
        let text: Box<str> = self.xml.text().trim().into();
        let taken = whole && before.is_none() && !text.is_empty();
        let same = whole && (text.is_empty() || before.as_ref() == Some(&text));
        let is_plain = matches!(kind.as_deref(), None | Some("" | "text" | "text/plain"));
        if taken && !is_plain {
            name.push_str("/@type");
        }
        if !taken && !same || taken && !is_plain {
            self.note_of_text(&name);
        }
        if taken && is_code {
            self.fields.trimmed(self.xml.text(), &self.xml.text_place(), sink)?;
        }
        Ok(if taken { Some(text) } else { before })
    }

    /// The channel's own link.
    fn read_site(&mut self, sink: &mut dyn Sink) -> Result<()> {
        if self.dialect == Dialect::Atom || self.xml.attribute("href").is_some() {
            return self.read_feed_link(sink);
        }
        self.required.link = true;
        let whole = self.xml.read_text(Lost::Nothing, sink)?;
        let written = self.xml.text().to_owned();
        if !whole || !self.take_site(&written, true, sink)? {
            self.note_of_text("link");
        }
        Ok(())
    }

    /// Takes the address of the site, the text just read or an attribute, where there was none
    /// before; `false` for another one.
    fn take_site(&mut self, written: &str, is_text: bool, sink: &mut dyn Sink) -> Result<bool> {
        let text = trim(written);
        let Some(link) = self.base.join(text, &self.xml.tag_span())?.filter(|_| !text.is_empty())
        else {
            return Ok(text.is_empty());
        };
        if let Some(known) = &self.header.link {
            return Ok(**known == *link);
        }
        let at = if is_text { self.xml.text_place().position() } else { self.xml.position() };
        if link == text {
            self.fields.trimmed(written, &at, sink)?;
        } else {
            told_resolved(written, &link, &at, sink)?;
        }
        self.base.site = Some(link.as_str().into());
        self.header.link = Some(link.into());
        Ok(true)
    }

    /// A feed's `<link rel href>`.
    fn read_feed_link(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let rel = self.xml.attribute("rel").map(|rel| rel.trim().to_ascii_lowercase());
        let Some(href) = self.xml.whole_attribute("href").map(Cow::into_owned) else {
            self.note_of_feed("link without href");
            return Ok(());
        };
        if let Some(rel) = rel.as_deref().filter(|rel| !matches!(*rel, "" | "alternate")) {
            self.note_of_feed(&format!("link rel={rel}"));
            if rel == "self" && self.base.itself.is_none() {
                self.base.itself =
                    self.base.join(href.trim(), &self.xml.tag_span())?.map(Into::into);
            }
            return Ok(());
        }
        // RSS has a link of its own, which may follow.
        let may_be = self.dialect == Dialect::Atom || self.header.link.is_some();
        if !may_be || !self.take_site(&href, false, sink)? {
            self.note_of_feed("link");
            return Ok(());
        }
        for name in ["hreflang", "title", "length"] {
            if self.xml.attribute(name).is_some() {
                self.note_of_feed(&format!("link/@{name}"));
            }
        }
        Ok(())
    }

    /// Tells what was counted and what the feed should have had.
    pub(crate) fn finish(&mut self, sink: &mut dyn Sink) -> Result<()> {
        self.ended = true;
        // A written feed has its site's address for an id.
        if let Some((id, at)) = self.id.take()
            && self.header.link.as_deref() != Some(&id)
        {
            self.notes.add("feed id", || at);
        }
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
