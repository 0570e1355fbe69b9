//! Elements of one name, found by content and identity, and the room that an entry has for them.

use crate::alike::put_item;
use std::collections::hash_map::RandomState;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;
use urlset_core::{Content, Element, Extension, Extensions, Limits, Position};

/// Elements of one name in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    items: Vec<Item>,
    hasher: RandomState,
    /// Places among the items by the hashes of their content; what is found is compared.
    contents: HashMap<u64, Vec<usize>>,
    /// The places of the items of each identity.
    known: HashMap<String, Vec<usize>>,
    /// What the items say, once somebody asked since the last was put there.
    said: Option<HashSet<Vec<u8>>>,
    length: usize,
}

/// What an item says, whatever its layout; `None` where its extension does not describe all of it.
pub(crate) fn said(extension: &Extension, item: Element<'_>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    put_item(extension, item, &mut bytes).then_some(bytes)
}

/// One element, on a tape of its own: so it can be taken away or filled without moving the others.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// Which one it is of all that were added.
    pub(crate) number: u64,
    /// Where the entry stood that it came from.
    pub(crate) at: Position,
    pub(crate) tape: Extensions,
}

impl Item {
    pub(crate) fn element(&self) -> Option<Element<'_>> {
        self.tape.elements().next()
    }
}

impl Group {
    pub(crate) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub(crate) fn items(&self) -> impl Iterator<Item = &Item> {
        self.items.iter()
    }

    pub(crate) fn item(&self, place: usize) -> Option<&Item> {
        self.items.get(place)
    }

    /// Bytes of all text and attributes.
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// Whether it holds these and no others, in this order.
    pub(crate) fn is<'e>(&self, elements: impl ExactSizeIterator<Item = Element<'e>>) -> bool {
        self.items.len() == elements.len()
            && self.items.iter().zip(elements).all(|(item, one)| item.element() == Some(one))
    }

    /// Whether one of it has the same content.
    pub(crate) fn has(&self, element: Element<'_>) -> bool {
        let places = self.contents.get(&self.hasher.hash_one(element));
        let mut items = places.into_iter().flatten().filter_map(|place| self.items.get(*place));
        items.any(|item| item.element() == Some(element))
    }

    /// Whether one of it says the same, in whatever layout.
    pub(crate) fn says(&mut self, extension: &Extension, element: Element<'_>) -> bool {
        let items = self.items.iter().filter_map(Item::element);
        let all = || items.filter_map(|item| said(extension, item)).collect();
        let known = self.said.get_or_insert_with(all);
        said(extension, element).is_some_and(|said| known.contains(&said))
    }

    /// The place of the item of an identity with this number, from 0.
    pub(crate) fn known(&self, identity: &str, number: usize) -> Option<usize> {
        self.known.get(identity)?.get(number).copied()
    }

    pub(crate) fn push(
        &mut self,
        number: u64,
        at: Position,
        tape: Extensions,
        identity: Option<String>,
    ) {
        let place = self.items.len();
        if let Some(identity) = identity {
            self.known.entry(identity).or_default().push(place);
        }
        self.items.push(Item { number, at, tape: Extensions::default() });
        self.put(place, tape);
    }

    /// Gives an item other content. Where it was found before stays, which costs a comparison.
    pub(crate) fn put(&mut self, place: usize, tape: Extensions) {
        self.said = None;
        if let Some(element) = tape.elements().next() {
            let hash = self.hasher.hash_one(element);
            self.contents.entry(hash).or_default().push(place);
        }
        if let Some(item) = self.items.get_mut(place) {
            let (old, new) = (item.element().map(length), tape.elements().next().map(length));
            self.length = self.length + new.unwrap_or(0) - old.unwrap_or(0);
            item.tape = tape;
        }
    }

    /// Takes all out.
    pub(crate) fn take(&mut self) -> Vec<Item> {
        std::mem::take(self).items
    }
}

/// Bytes of all text and attributes.
pub(crate) fn length(element: Element<'_>) -> usize {
    let mut left = vec![element];
    let mut length = 0;
    while let Some(element) = left.pop() {
        length += element.attributes().map(|attribute| attribute.value.len()).sum::<usize>();
        for content in element.contents() {
            match content {
                Content::Text(text) => length += text.len(),
                Content::Element(child) => left.push(child),
            }
        }
    }
    length
}

/// What the elements of an entry hold together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    nodes: usize,
    bytes: usize,
}

impl Room {
    /// Holds one tape instead of another.
    ///
    /// # Errors
    /// What the entry would hold, where that is more than it may and than it does.
    pub(crate) fn exchange(
        &mut self,
        old: &Extensions,
        new: &Extensions,
        limits: &Limits,
    ) -> Result<(), String> {
        let nodes = self.nodes - old.node_count() + new.node_count();
        let bytes = self.bytes - old.text_bytes() + new.text_bytes();
        let (most_nodes, most_bytes) = (limits.nodes as usize, limits.entry_bytes as usize);
        if nodes > most_nodes {
            return Err(format!("more than {most_nodes} nodes"));
        }
        if bytes > most_bytes {
            return Err(format!("more than {most_bytes} bytes"));
        }
        (self.nodes, self.bytes) = (nodes, bytes);
        Ok(())
    }

    /// Holds a tape no more.
    pub(crate) fn free(&mut self, tape: &Extensions) {
        self.nodes -= tape.node_count();
        self.bytes -= tape.text_bytes();
    }
}
