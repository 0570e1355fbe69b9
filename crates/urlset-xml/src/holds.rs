//! Elements in elements: whether one whose end tag is missing ends where the one around it does. What follows
//! where its end tag belonged would become a part of it otherwise.

use crate::around::Strayed;
use crate::cursor::{Cursor, Open, is_blank};
use crate::nesting::Nesting;
use crate::prolog::local_name;
use crate::scope::Id;
use crate::stray::first_end_within;
use urlset_core::{Extension, Result, Shape, Sink, Value};

/// Those of sitemaps and those of feeds.
const ENTRIES: [&str; 4] = ["url", "sitemap", "item", "entry"];

const FEEDS: [&str; 3] = ["rss", "feed", "RDF"];

/// What else holds elements, whatever these are.
const AROUND_ENTRIES: [&str; 3] = ["urlset", "sitemapindex", "channel"];

/// Elements of Media RSS that hold others.
const MEDIA: [&str; 2] = ["group", "content"];

/// The namespace of Media RSS, of which readers take much, with a slash at its end or without.
const MEDIA_RSS: &str = "http://search.yahoo.com/mrss";

/// Fields of entries, which no vocabulary has for something of its own.
const PROTOCOL: [&str; 3] = ["lastmod", "changefreq", "priority"];

/// What the protocol has for texts: each element in one is told.
const LEAVES: [&str; 4] = ["loc", "lastmod", "changefreq", "priority"];

/// What readers take of an item of a feed, in whatever namespace. The rest is not carried, wherever it stands.
const FIELDS: [&str; 20] = [
    "content",
    "created",
    "date",
    "description",
    "enclosure",
    "guid",
    "id",
    "image",
    "issued",
    "lastmod",
    "link",
    "modified",
    "news",
    "pubDate",
    "published",
    "summary",
    "title",
    "updated",
    "valid",
    "video",
];

/// Fields of items as they are written where the feed's namespace has no prefix, whose names HTML has for nothing.
const UNLIKE_HTML: [&str; 6] = ["enclosure", "guid", "issued", "pubDate", "published", "updated"];

/// Elements of a feed's own namespace whose readers tell each field in them.
const TOLD: [&str; 7] = ["category", "comments", "icon", "id", "link", "logo", "rights"];

/// Texts of feeds that are HTML by custom or by their type: an escape in a section of CDATA is one of HTML.
const HTML: [&str; 8] =
    ["content", "copyright", "description", "rights", "subtitle", "summary", "tagline", "title"];

/// Elements around an entry, at most: `rss` and `channel`, and perhaps a wrapper.
const SHALLOW: usize = 4;

/// Elements of an extension below its item, one in the other, at most.
const DEEP: usize = 8;

impl Cursor<'_> {
    /// Notes whether the element whose start tag was read belongs elsewhere than in the one opened last.
    pub(crate) fn note_child(&mut self) {
        let Some(parent) = self.open.len().checked_sub(1) else { return };
        if self.open.last().is_some_and(|open| open.holds_others) {
            return;
        }
        let name = self.slice(self.tag.qname.clone());
        // Entries that stand elsewhere are told one by one.
        if self.is_elsewhere(parent, name)
            && self.is_in_entry(parent)
            && let Some(open) = self.open.last_mut()
        {
            open.holds_others = true;
        }
    }

    /// Whether so many elements are open with an entry among them.
    fn is_in_entry(&self, open: usize) -> bool {
        (0..open.min(SHALLOW)).any(|at| is_one_of(&ENTRIES, self.local(at)))
    }

    fn is_elsewhere(&self, parent: usize, name: &str) -> bool {
        if self.is_container(parent) {
            return false;
        }
        let (namespace, local) = self.resolved(name);
        let is_media = namespace.is_some_and(|id| self.scope.uri(id).starts_with(MEDIA_RSS));
        if self.is_feed() && !is_media && !is_one_of(&FIELDS, local) {
            return false;
        }
        let own = self.open.get(parent).map(|open| open.namespace);
        let root = self.open.first().map(|root| root.namespace);
        let shares = own == namespace && own != root;
        if let Some(extension) = self.extension_of(parent).filter(|_| shares) {
            return !self.has_place(parent, name) && !self.is_unknown(extension, parent, local);
        }
        if !self.is_feed() {
            // In a vocabulary that nobody knows, what has no text may hold elements.
            return !(shares && is_blank(&self.buffer)) || is_one_of(&PROTOCOL, local);
        }
        // A group holds contents, and neither holds one of its own kind.
        match self.local(parent) {
            "group" => !shares || local == "group",
            "content" => !shares || is_one_of(&MEDIA, local),
            _ => true,
        }
    }

    /// Whether the start tag just read stands in the middle of a text, whose end tag follows, instead of
    /// where that is missing: it begins no field, or more text follows it, or nothing is wrong with it so far.
    pub(crate) fn is_inside_text(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        // A text of a feed may hold a page. Fields have few names, so that no byte is looked at for many.
        const AHEAD: usize = 64 << 10;
        self.have(AHEAD, sink)?;
        let Some(leaf) = self.open.len().checked_sub(1) else { return Ok(false) };
        let window = self.input.window().as_bytes();
        let rest = window.get(self.at..window.len().min(self.at + AHEAD)).unwrap_or_default();
        let around = leaf.checked_sub(1).map(|at| self.open_name(at).0).unwrap_or_default();
        let own = self.open_name(leaf).0;
        let from_tag = window.get(self.token.start..self.at + rest.len()).unwrap_or_default();
        match Nesting::new(from_tag, own.as_bytes(), &|_| false).follow(0) {
            Some(true) => return Ok(true),
            // A field holds no entry, however long it is.
            None => return Ok(!self.holds_entry(&String::from_utf8_lossy(from_tag))),
            Some(false) => {}
        }
        let end = first_end_within(rest, own, around);
        let Some(front) = end.and_then(|end| rest.get(..end)) else { return Ok(false) };
        let last = front.iter().rposition(|byte| *byte == b'<').map(|at| front.split_at(at).1);
        let ends = last.map_or(self.tag.empty, |tag| tag.starts_with(b"</") || is_empty_tag(tag));
        let goes_on =
            ends && !front.trim_ascii_end().is_empty() && !front.trim_ascii_end().ends_with(b">");
        let name = self.slice(self.tag.qname.clone());
        Ok(goes_on || !leaf.checked_sub(1).is_some_and(|at| self.is_field(at, name)))
    }

    /// Whether a name is that of a field of an open element, of an extension, or of an entry. Texts of feeds
    /// hold whatever markup somebody put there.
    fn is_field(&self, at: usize, name: &str) -> bool {
        if self.is_entry_tag() || self.is_feed() {
            return self.is_entry_tag();
        }
        let local = local_name(name);
        self.has_place(at, name)
            || self.names_item(name)
            || is_one_of(&PROTOCOL, local)
            || local.eq_ignore_ascii_case("loc")
    }

    /// Whether the element opened last may end where the one around it does: it holds nothing that belongs
    /// elsewhere, is no tag in the middle of a value, and its text does not end in what is left of its end tag.
    pub(crate) fn may_end(&self) -> bool {
        let Some(open) = self.open.last() else { return true };
        let Some(parent) = self.open.len().checked_sub(2) else { return true };
        let name = self.names.get(open.name..).unwrap_or_default();
        let local = self.local(parent + 1);
        let is_value = || {
            self.extension_of(parent).is_some_and(|extension| {
                !self.has_place(parent, name) && !self.is_unknown(extension, parent, local)
            })
        };
        let takes_others = open.holds_others && self.has_fields(parent);
        !(takes_others || is_value() || self.is_torn())
    }

    /// Whether what is guessed to end with the element around so many takes with it what an entry would have
    /// had, and nobody tells. Of sitemaps, all is kept that an element holds, but as a part of that.
    pub(crate) fn loses_others(&self, levels: usize) -> bool {
        let ended = self.open.len().saturating_sub(levels)..self.open.len();
        let around = ended.start.checked_sub(1);
        if around.is_none_or(|around| !self.has_fields(around)) {
            return false;
        }
        let root = self.open.first().map(|root| root.namespace);
        let is_untold = |at: usize, open: &Open| match self.is_feed() {
            true => Some(open.namespace) != root || !is_one_of(&TOLD, self.local(at)),
            false => Some(open.namespace) != root || !is_one_of(&LEAVES, self.local(at)),
        };
        ended.into_iter().any(|at| {
            let open = self.open.get(at).filter(|open| open.holds_others);
            open.is_some_and(|open| is_untold(at, open))
        })
    }

    /// Whether the text read last ends in a part of the end tag of its element: `i.jpg/image:loc>` was
    /// written as `i.jpg</image:loc>`.
    pub(crate) fn is_torn(&self) -> bool {
        let Some(last) = self.open.len().checked_sub(1) else { return false };
        if !self.texts.contains(&self.open.len()) {
            return false;
        }
        let (name, prefix) = self.open_name(last);
        let (prefix, local) = name.split_at_checked(prefix).unwrap_or_default();
        let text = self.buffer.trim_end();
        let (closed, text) = without(text, ">");
        let (named, text) = without(text.trim_end(), local);
        let prefixed = !prefix.is_empty() && text.ends_with(':');
        // What follows a slash alone may be the end of a path.
        closed || named && prefixed
    }

    /// Whether an end tag that nothing began is that of a field whose text stands before it, or of an item that
    /// had text for its start tag: that is torn.
    pub(crate) fn ends_torn(&self, name: &str) -> bool {
        let is_stray = self.strayed == Strayed::Text;
        let is_kept = self.texts.contains(&self.open.len()) && !is_blank(&self.buffer);
        let Some(last) = self.open.len().checked_sub(1).filter(|_| is_stray || is_kept) else {
            return false;
        };
        if !self.is_in_entry(self.open.len()) {
            return false;
        }
        // A text has no fields.
        let holds_fields = || {
            self.has_place(last, name)
                || is_one_of(&MEDIA, self.local(last)) && self.open_name(last).1 > 0
        };
        let has_text = is_stray && self.is_behind_text || is_kept && holds_fields();
        has_text && self.names_field(name) || is_stray && !self.is_feed() && self.names_item(name)
    }

    /// Whether the start tag just read is that of a field of an item which no text of HTML has.
    pub(crate) fn is_feed_field(&self) -> bool {
        let name = self.slice(self.tag.qname.clone());
        UNLIKE_HTML.contains(&name) && self.is_feed() && self.is_in_entry(self.open.len())
    }

    /// Whether an end tag of a field that nothing began stands in an element of a feed that nobody knows: the start
    /// tag is misspelt.
    pub(crate) fn ends_misspelt(&self, name: &str) -> bool {
        let Some(last) = self.open.len().checked_sub(1) else { return false };
        let local = self.local(last);
        self.is_feed()
            && !self.is_container(last)
            && !is_one_of(&FIELDS, local)
            && !is_one_of(&MEDIA, local)
            && self.names_field(name)
    }

    /// Whether it is the name of a field of what is open, but for the address.
    pub(crate) fn names_field(&self, name: &str) -> bool {
        let local = local_name(name);
        let fields = if self.is_feed() { &FIELDS[..] } else { &PROTOCOL };
        // In what is open, which may be a field, or in what is around that.
        let open = self.open.len();
        let has_place = || (open.saturating_sub(2)..open).any(|at| self.has_place(at, name));
        self.is_in_entry(self.open.len()) && (is_one_of(fields, local) || has_place())
    }

    fn names_item(&self, name: &str) -> bool {
        let (namespace, local) = self.resolved(name);
        let uri = namespace.map(|id| self.scope.uri(id)).unwrap_or_default();
        self.extensions.iter().any(|known| known.namespace == uri && known.element == local)
    }

    fn is_feed(&self) -> bool {
        !self.open.is_empty() && is_one_of(&FEEDS, self.local(0))
    }

    /// Whether what is read is in a text of a feed that may be HTML: one of its own, or `content:encoded`.
    pub(crate) fn is_in_html(&self) -> bool {
        let Some(last) = self.open.len().checked_sub(1) else { return false };
        let (name, prefix) = (self.local(last), self.open_name(last).1);
        self.is_feed() && (prefix == 0 && HTML.contains(&name) || name == "encoded")
    }

    /// Whether an element stands around fields, each of which may be told as lost.
    fn has_fields(&self, at: usize) -> bool {
        let media = || is_one_of(&MEDIA, self.local(at)) && self.open_name(at).1 > 0;
        !self.is_feed() || self.is_container(at) || self.extension_of(at).is_some() || media()
    }

    /// The namespace of a name, as it is bound around it, and its local name.
    pub(crate) fn resolved<'n>(&self, name: &'n str) -> (Option<Id>, &'n str) {
        let local = local_name(name);
        let prefix = name.strip_suffix(local).unwrap_or_default().trim_end_matches(':');
        (self.scope.resolve(prefix), local)
    }

    /// The name of an open element, and how long its prefix is with the colon.
    pub(crate) fn open_name(&self, at: usize) -> (&str, usize) {
        let upto = self.open.get(at + 1).map_or(self.names.len(), |next| next.name);
        let open = self.open.get(at).map(|open| (open.name, open.prefix));
        let (from, prefix) = open.unwrap_or_default();
        (self.names.get(from..upto).unwrap_or_default(), prefix)
    }

    fn local(&self, at: usize) -> &str {
        let (name, prefix) = self.open_name(at);
        name.get(prefix..).unwrap_or_default()
    }

    /// Whether an open element stands around entries or fields: by its name where that is of its own format,
    /// for in an entry that of another is a name like any.
    fn is_container(&self, at: usize) -> bool {
        let name = self.local(at);
        let entries = if self.is_feed() { &ENTRIES[2..] } else { &ENTRIES[..2] };
        let around = || is_one_of(&FEEDS, name) || is_one_of(&AROUND_ENTRIES, name);
        is_one_of(entries, name) || around() && !self.is_in_entry(at)
    }

    /// The extension of which an open element is an item, or a part of one.
    fn extension_of(&self, at: usize) -> Option<&'static Extension> {
        let namespace = self.open.get(at)?.namespace;
        let uri = self.scope.uri(namespace);
        let known = self.extensions.iter().copied().find(|known| known.namespace == uri)?;
        let mut around = self.open.iter().enumerate().take(at + 1).skip(at.saturating_sub(DEEP));
        let is_item =
            around.any(|(at, open)| open.namespace == namespace && self.local(at) == known.element);
        is_item.then_some(known)
    }

    /// What an extension says of an element of this name in an open one, where it has it there.
    fn shape_in(&self, at: usize, name: &str) -> Option<&'static Shape> {
        let extension = self.extension_of(at)?;
        let (namespace, local) = self.resolved(name);
        let shares = self.open.get(at).is_some_and(|open| Some(open.namespace) == namespace);
        let mut around = (at.saturating_sub(DEEP)..=at).rev();
        let item = around.find(|at| self.local(*at) == extension.element).filter(|_| shares)?;
        let parents: Vec<&str> = (item + 1..=at).map(|at| self.local(at)).collect();
        extension.element_shape(&parents.join("/"), local).map(|(_, shape)| shape)
    }

    fn has_place(&self, at: usize, name: &str) -> bool {
        self.shape_in(at, name).is_some()
    }

    /// Whether an open element is one of an extension that has a text.
    pub(crate) fn is_leaf(&self, at: usize) -> bool {
        let shape =
            at.checked_sub(1).and_then(|parent| self.shape_in(parent, self.open_name(at).0));
        shape.is_some_and(|shape| shape.value != Value::Children)
    }

    /// Whether an extension has no such element anywhere, so that its item is the one place for it.
    fn is_unknown(&self, extension: &Extension, at: usize, local: &str) -> bool {
        let is_it = |path: &str| path.rsplit('/').next() == Some(local);
        self.local(at) == extension.element
            && local != extension.element
            && !is_one_of(&PROTOCOL, local)
            && !extension.shapes.iter().any(|shape| is_it(shape.path))
    }
}

/// Whether a tag and what follows it is that of an element without content.
fn is_empty_tag(tag: &[u8]) -> bool {
    tag.split(|byte| *byte == b'>').next().is_some_and(|tag| tag.ends_with(b"/"))
}

fn is_one_of(names: &[&str], name: &str) -> bool {
    names.iter().any(|one| one.eq_ignore_ascii_case(name))
}

/// Whether a text ends in another, whatever the case, and what is before that.
fn without<'t>(text: &'t str, end: &str) -> (bool, &'t str) {
    let at = text.len().saturating_sub(end.len());
    match text.split_at_checked(at) {
        Some((front, back)) if back.eq_ignore_ascii_case(end) => (true, front),
        _ => (false, text),
    }
}
