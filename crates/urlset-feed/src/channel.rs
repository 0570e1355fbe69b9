//! What a feed says of itself: its root, its channel, and what it must have.

use crate::vocabulary::{Dialect, IMAGE, Space, VIDEO, is_atom_03};
use crate::{FeedReader, rules};
use urlset_core::{Diagnostic, Lost, Result, Sink};
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
            (Space::Core, "id") => {
                self.required.id = true;
                let at = self.xml.position();
                if self.xml.read_text(Lost::Nothing, sink)? {
                    self.id = Some((self.xml.text().trim().into(), at));
                }
            }
            (Space::Core, "image") if !atom => self.note_of_feed("image"),
            (Space::Core, "logo" | "icon") if atom => self.note_of_feed("image"),
            (Space::Itunes, "image") => self.note_of_feed("image"),
            (Space::Media, _) => {
                let name = self.xml.qname().to_owned();
                self.note_of_feed(&name);
            }
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

    /// Counts something of the feed that no header has a place for.
    fn note_of_feed(&mut self, name: &str) {
        let xml = &self.xml;
        self.notes.add(&format!("feed {name}"), || xml.position());
    }

    /// A feed's `<link rel href>`.
    fn read_feed_link(&mut self) {
        let rel = self.xml.attribute("rel").map(|rel| rel.trim().to_ascii_lowercase());
        let Some(href) = self.xml.whole_attribute("href").map(|href| href.trim().to_owned()) else {
            return;
        };
        if let Some(rel) = rel.as_deref().filter(|rel| !matches!(*rel, "" | "alternate")) {
            self.note_of_feed(&format!("link rel={rel}"));
        }
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
