//! One element on the tape: a borrowed view.

use crate::extensions::{Extensions, Node, Part, Slot};
use crate::fields::{is_layout, is_tight, trim_space};
use crate::{Extension, Known, Position, Shape, are_same};
use alloc::borrow::Cow;
use alloc::borrow::ToOwned;

/// One element on the tape: a reference and an index. Equality is by content, as of tapes.
#[derive(Clone, Copy, Debug)]
pub struct Element<'a> {
    extensions: &'a Extensions,
    at: usize,
}

/// An attribute of an element.
#[derive(Clone, Copy, Debug)]
pub struct Attribute<'a> {
    /// Empty for most.
    pub namespace: &'a str,
    /// Perhaps with a prefix, a hint for writing.
    pub qname: &'a str,
    /// With references resolved.
    pub value: &'a str,
    known: Known,
}

impl PartialEq for Attribute<'_> {
    fn eq(&self, other: &Attribute<'_>) -> bool {
        (self.namespace, self.qname, self.value) == (other.namespace, other.qname, other.value)
    }
}

impl Eq for Attribute<'_> {}

impl<'a> Attribute<'a> {
    /// Its line in the table of an extension, as an attribute without namespace of the element at `path`,
    /// and its place in the order there.
    #[inline]
    pub fn shape_in(self, extension: &Extension, path: &str) -> Option<(usize, &'static Shape)> {
        match extension.own(self.known) {
            Some(known) => Some(known),
            None => self.shape_by_name(extension, path),
        }
    }

    #[inline(never)]
    fn shape_by_name(self, extension: &Extension, path: &str) -> Option<(usize, &'static Shape)> {
        extension.attribute_shape(path, self.qname).filter(|_| self.namespace.is_empty())
    }

    /// The name without its prefix.
    pub fn name(self) -> &'a str {
        self.qname.split_once(':').map_or(self.qname, |(_, local)| local)
    }
}

/// What stands in an element.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// Character data.
    Text(&'a str),
    /// A child.
    Element(Element<'a>),
}

impl PartialEq for Element<'_> {
    fn eq(&self, other: &Element<'_>) -> bool {
        crate::extensions::same(self.range(), other.range())
    }
}

impl Eq for Element<'_> {}

impl core::hash::Hash for Element<'_> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        let (tape, from, upto) = self.range();
        tape.parts(from, upto).for_each(|part| part.hash(state));
    }
}

impl<'a> Element<'a> {
    pub(crate) fn new(extensions: &'a Extensions, at: usize) -> Element<'a> {
        Element { extensions, at }
    }

    #[inline]
    fn node(self) -> Option<&'a Node> {
        self.extensions.node(self.at)
    }

    /// The tape, and its nodes from the element's own to after its last.
    pub(crate) fn range(self) -> (&'a Extensions, usize, usize) {
        (self.extensions, self.at, self.node().map_or(self.at, Node::end))
    }

    #[inline]
    fn slice(self, of: impl Fn(&Node) -> crate::extensions::Stretch) -> &'a str {
        self.node().map(|node| self.extensions.slice(of(node))).unwrap_or_default()
    }

    /// The namespace; empty for none.
    #[inline]
    pub fn namespace(self) -> &'a str {
        self.slice(|node| node.namespace)
    }

    /// The name with the prefix it was written with.
    #[inline]
    pub fn qname(self) -> &'a str {
        self.slice(|node| node.qname)
    }

    /// The prefix it was written with; empty for none.
    pub fn prefix(self) -> &'a str {
        self.qname().split_once(':').map_or("", |(prefix, _)| prefix)
    }

    /// The name without prefix.
    #[inline]
    pub fn name(self) -> &'a str {
        self.slice(|node| node.qname.after(node.prefix))
    }

    /// Its line in the table of an extension, in whose namespace it is, right below `path`, and its place in
    /// the order there.
    #[inline]
    pub fn shape_in(self, extension: &Extension, path: &str) -> Option<(usize, &'static Shape)> {
        match self.node().and_then(|node| extension.own(node.known)) {
            Some(known) => Some(known),
            None => self.shape_by_name(extension, path),
        }
    }

    #[inline(never)]
    fn shape_by_name(self, extension: &Extension, path: &str) -> Option<(usize, &'static Shape)> {
        let found = extension.element_shape(path, self.name());
        found.filter(|_| self.namespace() == extension.namespace)
    }

    /// Whether it is an item of this extension.
    #[inline]
    pub fn is_item(self, extension: &Extension) -> bool {
        let same = |one: &str, other: &str| are_same(one.as_bytes(), other.as_bytes());
        match self.node().map(|node| node.known) {
            Some(Known::Item(own)) => {
                core::ptr::eq(own, extension)
                    || same(own.element, extension.element)
                        && same(own.namespace, extension.namespace)
            }
            _ => self.is(extension.namespace, extension.element),
        }
    }

    /// Whether it has this namespace and local name.
    pub fn is(self, namespace: &str, name: &str) -> bool {
        let own = self.name();
        // Most are told apart by the first letter.
        own.as_bytes().first() == name.as_bytes().first()
            && own == name
            && self.namespace() == namespace
    }

    /// Where it was read.
    #[inline]
    pub fn position(self) -> Position {
        self.node().map(|node| self.extensions.position(*node)).unwrap_or_default()
    }

    /// The value of an attribute without namespace.
    pub fn attribute(self, name: &str) -> Option<&'a str> {
        let found =
            |attribute: &Attribute<'_>| attribute.namespace.is_empty() && attribute.qname == name;
        self.attributes().find(found).map(|attribute| attribute.value)
    }

    /// The same with its place on the tape.
    pub fn attribute_slot(self, name: &str) -> Option<(Slot, &'a str)> {
        let found =
            |attribute: &Attribute<'_>| attribute.namespace.is_empty() && attribute.qname == name;
        let (at, attribute) = self.attributes().enumerate().find(|(_, one)| found(one))?;
        Some((Slot(self.at + 1 + at), attribute.value))
    }

    /// Its own character data with the space around it, and its place on the tape; `None` where there
    /// is none, or elements interrupt it.
    pub fn text_slot(self) -> Option<(Slot, &'a str)> {
        let (tape, from, upto) = self.range();
        let mut found = None;
        let mut at = from + 1;
        while at < upto {
            let node = tape.node(at)?;
            if node.part == Part::Text
                && found.replace((Slot(at), tape.slice(node.value))).is_some()
            {
                return None;
            }
            at = if node.part == Part::Open { node.end().max(at + 1) } else { at + 1 };
        }
        found
    }

    /// Its attributes in order.
    pub fn attributes(self) -> impl Iterator<Item = Attribute<'a>> {
        let tape = self.extensions;
        let mut at = self.at + 1;
        core::iter::from_fn(move || {
            let node = tape.node(at).filter(|node| node.part == Part::Attribute)?;
            at += 1;
            Some(Attribute {
                namespace: tape.slice(node.namespace),
                qname: tape.slice(node.qname),
                value: tape.slice(node.value),
                known: node.known,
            })
        })
    }

    /// Its character data and children in order.
    pub fn contents(self) -> impl Iterator<Item = Content<'a>> {
        let tape = self.extensions;
        let end = self.node().map_or(self.at, Node::end);
        let mut at = self.at + 1;
        while tape.node(at).is_some_and(|node| node.part == Part::Attribute) {
            at += 1;
        }
        core::iter::from_fn(move || {
            if at >= end {
                return None;
            }
            let node = tape.node(at)?;
            let here = at;
            at = if node.part == Part::Open { node.end().max(at + 1) } else { at + 1 };
            Some(match node.part {
                Part::Open => Content::Element(Element::new(tape, here)),
                Part::Attribute | Part::Text => Content::Text(tape.slice(node.value)),
            })
        })
    }

    /// Its children in order.
    pub fn children(self) -> impl Iterator<Item = Element<'a>> {
        self.contents().filter_map(|content| match content {
            Content::Element(element) => Some(element),
            Content::Text(_) => None,
        })
    }

    /// Its children in its own namespace, in order.
    pub fn own_children(self) -> impl Iterator<Item = Element<'a>> {
        let namespace = |element: Element<'a>| element.node().map(|node| node.namespace);
        let own = namespace(self);
        // One text on the tape is one namespace; two texts may be.
        self.children()
            .filter(move |child| namespace(*child) == own || child.namespace() == self.namespace())
    }

    /// The one text that it consists of, or nothing, which nearly every element does; `None` for one that
    /// holds anything else.
    #[inline]
    pub fn only_text(self) -> Option<&'a str> {
        let (own, rest) = self.extensions.nodes.get(self.at..)?.split_first()?;
        match own.end().checked_sub(self.at)? {
            1 => Some(""),
            2 => {
                let text = rest.first().filter(|node| node.part == Part::Text)?;
                Some(self.extensions.slice(text.value))
            }
            _ => None,
        }
    }

    /// Whether nothing but text is in it.
    pub fn is_plain(self) -> bool {
        if self.only_text().is_some() {
            return true;
        }
        self.attributes().next().is_none() && self.children().next().is_none()
    }

    /// The first child with this name in the element's own namespace.
    pub fn child(self, name: &str) -> Option<Element<'a>> {
        self.own_children().find(|child| child.name() == name)
    }

    /// Its own character data, trimmed; borrowed unless elements interrupt it.
    #[inline]
    pub fn text(self) -> Cow<'a, str> {
        match self.only_text() {
            Some(text) => Cow::Borrowed(trim_space(text)),
            None => self.texts(str::trim),
        }
    }

    /// Its own character data without the white space of XML around it: what is written of a value
    /// that is no text. Other space around it is somebody's fault, and stays.
    #[inline]
    pub fn own_value(self) -> Cow<'a, str> {
        match self.only_text() {
            Some(text) if is_tight(text) => Cow::Borrowed(text),
            _ => self.texts(|text| text.trim_matches(is_layout)),
        }
    }

    /// Its own character data with the space around it; borrowed unless elements interrupt it.
    #[inline]
    pub fn exact_text(self) -> Cow<'a, str> {
        match self.only_text() {
            Some(text) => Cow::Borrowed(text),
            None => self.texts(|text| text),
        }
    }

    /// All its own character data, of which this is wanted.
    #[inline(never)]
    fn texts(self, part: fn(&str) -> &str) -> Cow<'a, str> {
        let mut texts = self.contents().filter_map(|content| match content {
            Content::Text(text) => Some(text),
            Content::Element(_) => None,
        });
        let first = texts.next().unwrap_or_default();
        match texts.next() {
            None => Cow::Borrowed(part(first)),
            Some(second) => {
                let all = texts.fold(format!("{first}{second}"), |all, text| all + text);
                Cow::Owned(part(&all).to_owned())
            }
        }
    }

    /// The trimmed text of the first child with this name; `None` where there is none or it is
    /// empty.
    pub fn child_text(self, name: &str) -> Option<Cow<'a, str>> {
        self.child(name).map(Element::text).filter(|text| !text.is_empty())
    }
}
