//! Items and their children about which nothing is odd, as nearly all are: what would be told of them is
//! told here as well, by the same functions, and only their markup is read at one look.

use crate::FeedReader;
use crate::child::Child;
use crate::vocabulary::{self, Dialect, Space};
use urlset_core::{Entry, Result, Sink};
use urlset_xml::LeafName;

/// What a link takes on the tape beside its tag and its namespace, and how many nodes, at most.
const TAPE_BYTES: usize = 64;
const TAPE_NODES: u32 = 8;

static ITEM: LeafName = LeafName::new("item");
static ENTRY: LeafName = LeafName::new("entry");

impl FeedReader<'_> {
    /// Stands on the next item where its start tag is next and has nothing but its name.
    pub(crate) fn starts_plainly(&mut self) -> bool {
        let name = match self.dialect {
            Dialect::Rss => &ITEM,
            Dialect::Atom => &ENTRY,
            Dialect::Rdf => return false,
        };
        let stands = self.root_space == Space::Core && self.xml.plain_start(name);
        if stands {
            self.base.leave(self.xml.depth());
        }
        stands
    }

    /// Reads the next child of the item; `true` at its end.
    pub(crate) fn read_next_child(
        &mut self,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        let (dialect, root) = (self.dialect, &*self.space);
        let found = self.xml.find_child(&mut self.tags, |uri, name| kind(dialect, root, uri, name));
        match found {
            Some(Child::Page) if self.take_page() => {
                self.xml.skip(sink)?;
                return Ok(false);
            }
            Some(Child::Page) => {}
            Some(child) => return self.take_child(child, entry, sink).map(|()| false),
            None if self.xml.plain_end() => return Ok(true),
            None => {}
        }
        self.keep_page();
        Ok(!self.xml.next_child(sink)? || self.read_child(entry, sink)?)
    }

    /// Takes the child that was found for the item's page where it is a link of Atom to it, and nothing
    /// else can be.
    fn take_page(&mut self) -> bool {
        let is_first = self.item.page.offset.is_none() && self.item.tape.is_empty();
        // On the tape it would be no more.
        let bytes = self.xml.start_tag().len() + self.space.len() + TAPE_BYTES;
        let fits = self.limits.entry_bytes as usize > bytes && self.limits.nodes > TAPE_NODES;
        if !is_first || !fits {
            return false;
        }
        let (mut is_page, mut is_typed) = (true, false);
        for (name, value) in self.xml.child_attributes() {
            match name {
                "rel" => is_page &= value == "alternate",
                "type" => (is_page, is_typed) = (is_page && value == "text/html", true),
                "href" => {}
                _ => is_page = false,
            }
        }
        let page = &mut self.item.page;
        if !is_page || !self.xml.child_attribute("href", &mut page.href) {
            return false;
        }
        page.is_typed = is_typed;
        page.offset = Some(self.xml.tag_offset());
        true
    }

    /// Puts the link to the page on the tape, before anything else comes there.
    pub(crate) fn keep_page(&mut self) {
        let Some(offset) = self.item.page.offset.take() else {
            return;
        };
        let at = self.xml.position_at(offset);
        let link = self.item.tape.open(vocabulary::ATOM, "link", at);
        link.attribute("", "rel", "alternate").attribute("", "href", &self.item.page.href);
        if self.item.page.is_typed {
            link.attribute("", "type", "text/html");
        }
        link.close();
    }

    /// Sets the entry's loc from the link to the page, where that is all there is to be done about it.
    pub(crate) fn settle_page(&mut self, entry: &mut Entry) -> bool {
        if self.item.page.offset.is_none() {
            return false;
        }
        let plain = self.fields.plain_loc(entry, &self.item.page.href);
        if !plain {
            self.keep_page();
        }
        plain
    }
}

/// What a child is that holds nothing but text; `None` where that is no reason to read it otherwise than
/// any other.
fn kind(dialect: Dialect, root: &str, uri: &str, name: &str) -> Option<Child> {
    match Child::of(dialect, Space::of(uri, dialect, root), name) {
        // Atom's content is passed over only when something comes after it.
        Child::Item | Child::Enclosure | Child::Kept | Child::Content => None,
        child => Some(child),
    }
}
