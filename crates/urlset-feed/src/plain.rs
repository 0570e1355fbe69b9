//! Items and their children about which nothing is odd, as nearly all are: what would be told of them is
//! told here as well, by the same functions, and only their markup is read at one look.

use crate::FeedReader;
use crate::child::{Child, is_in_other_case};
use crate::date;
use crate::item::Link;
use crate::stray::is_item_named;
use crate::vocabulary::{Dialect, Space, meant};
use urlset_core::{Entry, Result, Sink, any};
use urlset_xml::{FoundChild, LeafName};

/// What a link takes on the tape beside its tag and its namespace, and how many nodes, at most.
const TAPE_BYTES: usize = 64;
const TAPE_NODES: u32 = 8;

const LINK: &str = "link";

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
        let in_place = self.root_space == Space::Core && !self.is_outside();
        let stands = in_place && self.xml.plain_start(name);
        if stands {
            self.base.leave(self.xml.depth());
        }
        stands
    }

    /// Reads the next children of the item, which began at this offset; `true` at its end.
    pub(crate) fn read_next(
        &mut self,
        start: u64,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        self.read_known(start, entry, sink)?;
        if self.xml.plain_end() {
            return Ok(true);
        }
        let (dialect, root) = (self.dialect, &*self.space);
        let found = self.xml.find_child(&mut self.tags, |uri, name| kind(dialect, root, uri, name));
        match found {
            Some(Child::Page) if self.take_page() => {
                self.xml.skip(sink)?;
                return Ok(false);
            }
            Some(Child::Page) => {}
            Some(child) => return self.take_child(child, entry, sink).map(|()| false),
            None => {}
        }
        self.keep_page();
        Ok(!self.xml.next_child(sink)? || self.read_child(entry, sink)?)
    }

    /// Reads the next children as far as they are found at one look.
    fn read_known(&mut self, start: u64, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        let read = self.xml.offset() - start;
        let room = u64::from(self.limits.entry_bytes).saturating_sub(read);
        for number in 0..self.xml.find_children(&mut self.tags, room) {
            if self.takes_plainly(number, entry) {
                continue;
            }
            let Some(child) = self.xml.stand_on_found(&self.tags, number) else { return Ok(()) };
            match child {
                Child::Page if self.take_page() => self.xml.skip(sink)?,
                // It is read as any other child, and so is what follows.
                Child::Page => {
                    self.tags.took_only(number);
                    return Ok(());
                }
                child => self.take_child(child, entry, sink)?,
            }
        }
        self.xml.take_children(&mut self.tags);
        Ok(())
    }

    /// Takes a child of those that were found where nothing has to be known of it but its text; `false`,
    /// and nothing is taken, where [`FeedReader::take_child`] has to.
    fn takes_plainly(&mut self, number: usize, entry: &mut Entry) -> bool {
        let (xml, tags, item) = (&self.xml, &self.tags, &mut self.item);
        let Some(FoundChild { kind, name, text, is_bare }) = xml.found_child(tags, number) else {
            return false;
        };
        match kind {
            Child::Link => {
                let refers = any(text.as_bytes(), |byte| byte == b'&');
                let is_link = is_bare && item.link == Link::Absent && !refers;
                if !is_link || !self.fields.plain_loc(entry, text) {
                    return false;
                }
                item.link = Link::Taken;
                return true;
            }
            Child::Guid => return item.link == Link::Taken && text == entry.loc.as_str(),
            Child::Page => return self.takes_page(number),
            Child::Date(rank, form) => {
                if item.has_date(rank) || xml.has_remarks() {
                    return false;
                }
                let Some(read) = date::usual(text, form) else { return false };
                item.meet_date(rank, name);
                if item.keep_date((rank, read)) {
                    self.notes.add(&item.name, || xml.position_at(tags.text_offset(number)));
                }
                return true;
            }
            Child::Title if is_bare => {
                if item.title.is_empty() {
                    item.title.push_str(text.trim());
                }
            }
            Child::Description if is_bare => {
                if item.description.is_empty() {
                    item.description.push_str(text.trim());
                }
            }
            Child::Other => {}
            _ => return false,
        }
        self.notes.add(name, || xml.position_at(tags.offset(number)));
        true
    }

    /// Takes a child of those that were found as [`FeedReader::take_page`] does, where its address is all
    /// that is another each time.
    fn takes_page(&mut self, number: usize) -> bool {
        let (mut has_address, mut is_related, mut is_typed) = (false, false, false);
        for attribute in self.tags.attributes(number) {
            match attribute {
                ("rel", Some("alternate")) => is_related = true,
                ("type", Some("text/html")) => is_typed = true,
                ("href", None) => has_address = true,
                _ => return false,
            }
        }
        if !has_address || !self.may_be_page(self.tags.length(number)) {
            return false;
        }
        let child = self.xml.found_child(&self.tags, number).filter(|child| child.name == LINK);
        let Some(child) = child else { return false };
        let page = &mut self.item.page;
        page.href.clear();
        page.href.push_str(child.text);
        (page.is_related, page.is_typed) = (is_related, is_typed);
        page.offset = Some(self.tags.offset(number));
        true
    }

    /// Whether a link with a tag of this length may be kept for the page: it is the first that is kept, and
    /// would find room on the tape.
    fn may_be_page(&self, tag: usize) -> bool {
        let is_first = self.item.page.offset.is_none() && self.item.tape.is_empty();
        // On the tape it would be no more.
        let bytes = tag + self.space.len() + TAPE_BYTES;
        let fits = self.limits.entry_bytes as usize > bytes && self.limits.nodes > TAPE_NODES;
        is_first && fits
    }

    /// Takes the child that was found for the item's page where it is a link of Atom to it, and nothing
    /// else can be.
    fn take_page(&mut self) -> bool {
        let tag = self.xml.start_tag();
        let is_plain = self.xml.child_is_empty() && self.xml.qname() == LINK;
        if !is_plain || !self.may_be_page(tag.len()) {
            return false;
        }
        let (mut is_page, mut is_related, mut is_typed) = (true, false, false);
        for (name, value) in self.xml.child_attributes() {
            match name {
                "rel" => (is_page, is_related) = (is_page && value == "alternate", true),
                "type" => (is_page, is_typed) = (is_page && value == "text/html", true),
                "href" => {}
                _ => is_page = false,
            }
        }
        let page = &mut self.item.page;
        if !is_page || !self.xml.child_attribute("href", &mut page.href) {
            return false;
        }
        (page.is_related, page.is_typed) = (is_related, is_typed);
        page.offset = Some(self.xml.tag_offset());
        true
    }

    /// Puts the link to the page on the tape, before anything else comes there: as much of it as it would
    /// have been without [`FeedReader::take_page`], since the tape has a limit.
    pub(crate) fn keep_page(&mut self) {
        let Some(offset) = self.item.page.offset.take() else {
            return;
        };
        let at = self.xml.position_at(offset);
        let link = self.item.tape.open(&self.space, LINK, at);
        if self.item.page.is_related {
            link.attribute("", "rel", "alternate");
        }
        link.attribute("", "href", &self.item.page.href);
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
    let space = Space::of(uri, dialect, root);
    // Told at a closer look.
    if space == Space::Core && meant(uri, dialect, root).is_some() {
        return None;
    }
    match Child::of(dialect, space, name) {
        // Atom's content is passed over only when something comes after it.
        Child::Item | Child::Enclosure | Child::Kept | Child::Content => None,
        Child::Other if is_item_named(name) || is_in_other_case(dialect, space, name) => None,
        // What is kept of one says no namespace: see `keep_page`.
        Child::Page if uri != root => None,
        child => Some(child),
    }
}
