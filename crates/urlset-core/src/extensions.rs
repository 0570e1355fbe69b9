//! The foreign elements of an entry, in order, on a flat tape.

use crate::element::Element;
use crate::names::{Known, Lent, Name};
use crate::{Diagnostic, ExtensionItem, Position, are_same};
use alloc::string::String;
use alloc::vec::Vec;

/// The namespace of what a table holds beside its fields, where somebody asked to see it: elements
/// named by columns, which must be taken off the tape before anything is written. No document can
/// hold it: U+0000 is no character of XML (XML 1.0 section 2.2).
pub const COLUMN: &str = "\0column";

/// Everything of an entry that is not one of the protocol's four fields, as elements on a flat
/// tape: one string with all their text, one list of small nodes that point into it.
///
/// Kept: namespaces, local names, prefixes as a hint, attributes and children in order, character
/// data exactly. Equality is by content: positions, prefixes and the layout of the tape do not
/// count.
///
/// ```
/// use urlset_core::{Extensions, Position};
///
/// let mut extensions = Extensions::default();
/// extensions.open("urn:x", "x:stock", Position::default());
/// extensions.leaf("urn:x", "x:count", "7");
/// extensions.close();
/// let stock = extensions.elements().next().unwrap();
/// assert!(stock.is("urn:x", "stock"));
/// assert_eq!(stock.child_text("count").as_deref(), Some("7"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Extensions {
    text: String,
    pub(crate) nodes: Vec<Node>,
    /// Elements that are not closed yet.
    pub(crate) open: Vec<u32>,
    /// How many nodes there were when an element was closed last: text that follows is not its own.
    pub(crate) closed: usize,
    /// Position of the entry; nodes count their bytes from there.
    pub(crate) origin: Position,
    /// The names that stand here before anything has them.
    pub(crate) lent: Lent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    Open,
    Attribute,
    Text,
}

/// A stretch of the tape's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) start: u32,
    pub(crate) length: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) part: Part,
    /// What whoever put it here said of it.
    pub(crate) known: Known,
    /// Length of the prefix with its colon.
    pub(crate) prefix: u16,
    pub(crate) namespace: Stretch,
    pub(crate) qname: Stretch,
    /// An attribute's value, a text; of an element `start` is the node after its last.
    pub(crate) value: Stretch,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) byte: u32,
}

impl Stretch {
    /// Both numbers in one.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        u64::from(self.length) << 32 | u64::from(self.start)
    }

    /// What follows the first bytes of it.
    pub(crate) fn after(self, bytes: u16) -> Stretch {
        let bytes = u32::from(bytes).min(self.length);
        Stretch { start: self.start + bytes, length: self.length - bytes }
    }
}

impl Node {
    /// An empty one.
    pub(crate) fn new(part: Part) -> Node {
        let none = Stretch::default();
        let (namespace, qname, value) = (none, none, none);
        let (line, column, byte) = (0, 0, 0);
        let known = Known::Nothing;
        Node { part, known, prefix: 0, namespace, qname, value, line, column, byte }
    }

    /// The node after the element's last.
    pub(crate) fn end(&self) -> usize {
        self.value.start as usize
    }
}

/// The value of an attribute or a text on a tape, for [`Extensions::replace`]. Good for the tape it
/// came from until that changes in another way.
#[derive(Clone, Copy, Debug)]
pub struct Slot(pub(crate) usize);

/// A place on the tape to roll back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    nodes: usize,
    text: usize,
    open: usize,
    closed: usize,
    lent: Lent,
}

impl Extensions {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many nodes the tape has; what [`crate::Limits::nodes`] bounds.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// How many bytes of text the tape holds; what [`crate::Limits::entry_bytes`] bounds. Names that are
    /// lent count where they are used.
    pub fn text_bytes(&self) -> usize {
        self.text.len() - self.lent.stretch.length as usize + self.lent.used
    }

    /// The elements right below the entry, in order.
    pub fn elements(&self) -> impl Iterator<Item = Element<'_>> {
        let mut at = 0;
        core::iter::from_fn(move || {
            let node = self.node(at)?;
            let element = Element::new(self, at);
            at = if node.part == Part::Open { node.end().max(at + 1) } else { at + 1 };
            Some(element)
        })
    }

    /// Every element that is a `T`, as a `T`.
    pub fn items<T: ExtensionItem>(&self) -> impl Iterator<Item = Result<T, Diagnostic>> {
        self.elements()
            .filter(|element| element.is(T::NAMESPACE, T::ELEMENT))
            .map(|element| T::decode(element))
    }

    /// Appends a typed item.
    pub fn push<T: ExtensionItem>(&mut self, item: &T) {
        item.encode(self);
    }

    /// Appends a copy of an element of another tape.
    pub fn append(&mut self, element: Element<'_>) {
        let (tape, from, upto) = element.range();
        let from_here = self.nodes.len();
        for node in tape.nodes.get(from..upto).unwrap_or_default() {
            let (namespace, qname) = (tape.slice(node.namespace), tape.slice(node.qname));
            if self.nodes.is_empty() {
                self.origin = tape.position(*node);
            }
            let none = Stretch::default();
            self.push_node(node.part, (namespace, qname), none, tape.position(*node));
            let value = match node.part {
                Part::Open => Stretch { start: narrow(node.end() - from + from_here), length: 0 },
                _ => self.store(tape.slice(node.value)),
            };
            if let Some(last) = self.nodes.last_mut() {
                last.value = value;
            }
        }
        self.closed = self.nodes.len();
    }

    /// Keeps the elements for which `keep` is true.
    pub fn retain(&mut self, keep: impl Fn(Element<'_>) -> bool) {
        if self.elements().all(&keep) {
            return;
        }
        let mut kept = Extensions { origin: self.origin, ..Extensions::default() };
        for element in self.elements().filter(|element| keep(*element)) {
            kept.append(element);
        }
        *self = kept;
    }

    /// Replaces one value; an empty one is kept as such. The tape's text keeps the room of the old one.
    pub fn replace(&mut self, slot: Slot, value: &str) {
        let value = self.store(value);
        if let Some(node) = self.nodes.get_mut(slot.0).filter(|node| node.part != Part::Open) {
            node.value = value;
        }
    }

    /// Takes out every element of a namespace.
    pub fn remove(&mut self, namespace: &str) {
        self.retain(|element| element.namespace() != namespace);
    }

    /// Empties the tape and keeps the storage.
    pub fn clear(&mut self) {
        self.text.clear();
        self.nodes.clear();
        self.open.clear();
        self.closed = 0;
        self.origin = Position::default();
        self.lent = Lent::default();
    }

    /// Opens an element; `qname` may have a prefix, a hint for writing. An empty namespace is none.
    pub fn open(&mut self, namespace: &str, qname: &str, at: Position) -> &mut Extensions {
        let before = self.begin(at);
        self.push_node(Part::Open, (namespace, qname), before, at);
        self
    }

    /// Before the node of an element: where its text begins, and what was closed before it, which is kept
    /// until it is closed itself.
    #[inline]
    pub(crate) fn begin(&mut self, at: Position) -> Stretch {
        if self.nodes.is_empty() {
            self.origin = at;
        }
        self.open.push(narrow(self.nodes.len()));
        Stretch { start: narrow(self.text.len()), length: narrow(self.closed) }
    }

    /// Gives the element opened last an attribute; before any content.
    pub fn attribute(&mut self, namespace: &str, qname: &str, value: &str) -> &mut Extensions {
        let value = self.store(value);
        self.push_node(Part::Attribute, (namespace, qname), value, self.origin);
        self
    }

    /// Appends character data to the element opened last; empty text leaves no trace.
    pub fn text(&mut self, text: &str) -> &mut Extensions {
        if text.is_empty() {
            return self;
        }
        // Text that follows text is one text: how a reader cut it must not show.
        let (end, closed) = (self.text.len(), self.closed == self.nodes.len());
        if let Some(node) = self.nodes.last_mut()
            && !closed
            && node.part == Part::Text
            && (node.value.start + node.value.length) as usize == end
        {
            self.text.push_str(text);
            node.value.length = narrow(node.value.length as usize + text.len());
            return self;
        }
        let value = self.store(text);
        let Position { line, column, .. } = self.origin;
        self.nodes.push(Node { value, line, column, ..Node::new(Part::Text) });
        self
    }

    /// Closes the element opened last.
    pub fn close(&mut self) -> &mut Extensions {
        self.closed = self.nodes.len();
        let end = narrow(self.closed);
        if let Some(node) = self.open.pop().and_then(|at| self.nodes.get_mut(at as usize)) {
            node.value = Stretch { start: end, length: 0 };
        }
        self
    }

    /// Takes the element opened last out again, with all in it.
    pub fn abandon(&mut self) {
        if let Some(at) = self.open.pop()
            && let Some(Node { value, .. }) = self.nodes.get(at as usize).copied()
        {
            self.text.truncate(value.start as usize);
            self.nodes.truncate(at as usize);
            self.closed = value.length as usize;
            self.keep_lent();
        }
    }

    /// Appends `<qname>text</qname>`; a convenience for [`ExtensionItem::encode`].
    pub fn leaf(&mut self, namespace: &str, qname: &str, text: &str) -> &mut Extensions {
        self.open(namespace, qname, Position::default()).text(text).close()
    }

    /// Before an element that may fail half-way.
    pub fn mark(&self) -> Mark {
        Mark {
            nodes: self.nodes.len(),
            text: self.text.len(),
            open: self.open.len(),
            closed: self.closed,
            lent: self.lent,
        }
    }

    /// Back to a mark: what came after it is gone.
    pub fn rollback(&mut self, to: Mark) {
        self.nodes.truncate(to.nodes);
        self.text.truncate(to.text);
        self.open.truncate(to.open);
        self.closed = to.closed;
        self.lent = to.lent;
    }

    fn push_node(
        &mut self,
        part: Part,
        (namespace, qname): (&str, &str),
        value: Stretch,
        at: Position,
    ) {
        let namespace = match self.near(namespace, |node| node.namespace) {
            Some(node) => node.namespace,
            None => self.store(namespace),
        };
        let (qname, prefix) = match self.near(qname, |node| node.qname) {
            Some(node) => (node.qname, node.prefix),
            None => {
                let prefix = qname.bytes().position(|byte| byte == b':').map_or(0, |at| at + 1);
                (self.store(qname), u16::try_from(prefix).unwrap_or(0))
            }
        };
        self.lent.alone = false;
        self.push_named(part, Name { namespace, qname, prefix, known: Known::Nothing }, value, at);
    }

    #[inline]
    pub(crate) fn push_named(&mut self, part: Part, name: Name, value: Stretch, at: Position) {
        let Name { namespace, qname, prefix, known } = name;
        // An element of another document, joined to this entry, has no place here.
        let placed = self.nodes.first().is_none_or(|first| first.line > 0);
        let at = if placed && at.input != self.origin.input { Position::default() } else { at };
        let byte = u32::try_from(at.byte.saturating_sub(self.origin.byte)).unwrap_or(u32::MAX);
        let (line, column) = (at.line, at.column);
        self.nodes.push(Node { part, known, prefix, namespace, qname, value, line, column, byte });
    }

    /// One of the last nodes, where it has the same text there: that can be used again.
    fn near(&self, text: &str, of: impl Fn(&Node) -> Stretch) -> Option<&Node> {
        let (all, text) = (self.text.as_bytes(), text.as_bytes());
        self.last_nodes().iter().rev().find(|node| {
            let Stretch { start, length } = of(node);
            let (start, length) = (start as usize, length as usize);
            all.get(start..start + length).is_some_and(|known| are_same(known, text))
        })
    }

    /// Those among which a name is looked for before it is stored once more.
    #[inline]
    pub(crate) fn last_nodes(&self) -> &[Node] {
        self.nodes.get(self.nodes.len().saturating_sub(4)..).unwrap_or_default()
    }

    /// The tape holds less than 4 GiB: readers bound it by [`crate::Limits::entry_bytes`].
    pub(crate) fn store(&mut self, text: &str) -> Stretch {
        let start = narrow(self.text.len());
        self.text.push_str(text);
        Stretch { start, length: narrow(text.len()) }
    }

    #[inline]
    pub(crate) fn node(&self, at: usize) -> Option<&Node> {
        self.nodes.get(at)
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    #[inline]
    pub(crate) fn slice(&self, stretch: Stretch) -> &str {
        if stretch.length == 0 {
            return "";
        }
        let start = stretch.start as usize;
        self.text.get(start..start + stretch.length as usize).unwrap_or_default()
    }

    pub(crate) fn position(&self, node: Node) -> Position {
        Position {
            input: self.origin.input,
            line: node.line,
            column: node.column,
            byte: self.origin.byte + u64::from(node.byte),
        }
    }
}

pub(crate) fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

impl PartialEq for Extensions {
    fn eq(&self, other: &Extensions) -> bool {
        same((self, 0, self.nodes.len()), (other, 0, other.nodes.len()))
    }
}

/// A tape, and nodes of it.
type Nodes<'t> = (&'t Extensions, usize, usize);

/// Whether two stretches of nodes say the same.
pub(crate) fn same(left: Nodes<'_>, right: Nodes<'_>) -> bool {
    let ((one, from, upto), (other, other_from, other_upto)) = (left, right);
    upto - from == other_upto - other_from
        && one.parts(from, upto).eq(other.parts(other_from, other_upto))
}

impl Extensions {
    pub(crate) fn parts(&self, from: usize, upto: usize) -> impl Iterator<Item = Said<'_>> {
        let nodes = self.nodes.get(from..upto).unwrap_or_default();
        nodes.iter().enumerate().map(move |(at, node)| {
            let (value, length) = match node.part {
                Part::Open => ("", node.end().saturating_sub(from + at)),
                _ => (self.slice(node.value), 0),
            };
            let name = self.slice(node.qname.after(node.prefix));
            Said { part: node.part, length, namespace: self.slice(node.namespace), name, value }
        })
    }
}

/// What a node says.
#[derive(Clone, Copy, Eq, Hash)]
pub(crate) struct Said<'t> {
    part: Part,
    /// How many nodes it holds.
    length: usize,
    namespace: &'t str,
    /// Without its prefix.
    name: &'t str,
    value: &'t str,
}

impl PartialEq for Said<'_> {
    fn eq(&self, other: &Said<'_>) -> bool {
        let same = |one: &str, other: &str| are_same(one.as_bytes(), other.as_bytes());
        (self.part, self.length) == (other.part, other.length)
            && same(self.namespace, other.namespace)
            && same(self.name, other.name)
            && same(self.value, other.value)
    }
}

#[cfg(test)]
mod tests {
    use super::Extensions;
    use crate::{Content, Position};
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    fn sample(prefix: &str) -> Extensions {
        let mut tape = Extensions::default();
        tape.open("urn:a", &format!("{prefix}:item"), Position::start(0))
            .attribute("", "type", "x")
            .text("one ")
            .text("two")
            .leaf("urn:a", &format!("{prefix}:leaf"), "three")
            .close()
            .leaf("urn:b", "other", "");
        tape
    }

    #[test]
    fn what_is_filled_is_seen() {
        let tape = sample("a");
        let [item, other] = tape.elements().collect::<Vec<_>>().try_into().unwrap();
        assert!(item.is("urn:a", "item") && other.is("urn:b", "other"));
        assert_eq!(item.attribute("type"), Some("x"));
        assert_eq!(item.child("leaf").unwrap().text(), "three");
        let texts = item.contents().filter(|content| matches!(content, Content::Text("one two")));
        assert_eq!(texts.count(), 1);
        assert_eq!(item.contents().count(), 2);
    }

    #[test]
    fn what_is_taken_out_leaves_no_seam() {
        let mut tape = Extensions::default();
        tape.open("urn:a", "a", Position::start(0)).leaf("urn:a", "before", "x").text("one ");
        let mark = tape.mark();
        tape.open("urn:a", "b", Position::start(0)).leaf("urn:a", "c", "d").close();
        tape.rollback(mark);
        tape.text("two ").open("urn:a", "b", Position::start(0)).leaf("urn:a", "c", "d").abandon();
        tape.text("three").close();
        let item = tape.elements().next().unwrap();
        assert_eq!(item.contents().count(), 2);
        assert!(item.text_slot().is_some_and(|(_, text)| text == "one two three"));
    }

    #[test]
    fn equality_is_of_content() {
        assert_eq!(sample("a"), sample("b"));
        let mut other = sample("a");
        other.remove("urn:b");
        assert_ne!(other, sample("a"));
        assert_eq!(other.elements().count(), 1);
    }

    #[test]
    fn elements_are_equal_by_content() {
        let hash = |element| BuildHasherDefault::<DefaultHasher>::default().hash_one(element);
        let (one, mut other) = (sample("a"), Extensions::default());
        other.leaf("urn:c", "before", "x");
        sample("b").elements().for_each(|element| other.append(element));
        for (left, right) in one.elements().zip(other.elements().skip(1)) {
            assert_eq!(left, right);
            assert_eq!(hash(left), hash(right));
        }
        assert_ne!(one.elements().next(), one.elements().nth(1));
        assert_ne!(one.elements().next(), other.elements().next());
    }

    #[test]
    fn values_are_replaced_one_by_one() {
        let (mut tape, mut other) = (sample("a"), Extensions::default());
        let item = tape.elements().next().unwrap();
        assert!(item.attribute_slot("no").is_none() && item.text_slot().unwrap().1 == "one two");
        let (attribute, old) = item.attribute_slot("type").unwrap();
        let (text, _) = item.child("leaf").unwrap().text_slot().unwrap();
        assert_eq!(old, "x");
        tape.replace(attribute, "changed");
        tape.replace(text, "too");
        other.open("urn:a", "item", Position::default()).attribute("", "type", "changed");
        other.text("one two").leaf("urn:a", "leaf", "too").close().leaf("urn:b", "other", "");
        assert_eq!(tape, other);
    }

    #[test]
    fn rolled_back_is_gone() {
        let mut tape = sample("a");
        let mark = tape.mark();
        tape.open("urn:c", "half", Position::start(0)).text("x");
        tape.rollback(mark);
        assert_eq!(tape, sample("a"));
    }

    #[test]
    fn text_after_a_child_is_not_the_childs() {
        let (mut tape, mut child) = (Extensions::default(), Extensions::default());
        child.leaf("urn:a", "b", "one");
        tape.open("urn:a", "a", Position::default()).leaf("urn:a", "b", "one").text("two");
        let mark = tape.mark();
        tape.leaf("urn:a", "b", "gone").rollback(mark);
        tape.text("three");
        child.elements().for_each(|element| tape.append(element));
        tape.text("four").close();
        let item = tape.elements().next().unwrap();
        assert!(item.children().all(|child| child.text() == "one"), "{item:?}");
        let texts = item.contents().filter_map(|content| match content {
            Content::Text(text) => Some(text),
            Content::Element(_) => None,
        });
        assert_eq!(texts.collect::<String>(), "twothreefour");
        let mut bytes = Vec::new();
        child.to_bytes(&mut bytes);
        child.from_bytes(&bytes);
        child.text("five");
        assert_eq!(child.elements().next().unwrap().text(), "one");
    }

    #[test]
    fn what_comes_from_another_document_has_no_place_here() {
        let at = |input| Position { line: 7, ..Position::start(input) };
        let mut tape = Extensions::default();
        tape.open("urn:a", "a", at(1)).close().open("urn:a", "b", at(1)).close();
        let mut other = Extensions::default();
        other.open("urn:a", "c", at(2)).close();
        for element in other.elements() {
            tape.append(element);
        }
        let known: Vec<_> = tape.elements().map(|one| one.position().is_known()).collect();
        assert_eq!(known, [true, true, false]);
    }
}
