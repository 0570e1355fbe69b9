//! Whether elements say the same to whoever reads them: not by their layout.

use urlset_core::compact::{put_number, put_text};
use urlset_core::{Element, Extension, Extensions, Member, to_member};

/// The elements of an entry that an extension describes wholly, in an order in which those of two
/// entries can be compared: as they stand, and where each has a key of its own, as alternates have
/// their language, by that.
pub fn items<'e>(extension: &Extension, tape: &'e Extensions) -> Vec<Element<'e>> {
    let described = |element: &Element<'_>| to_member(extension, *element).is_some();
    let mut items: Vec<Element<'_>> = tape.elements().filter(described).collect();
    if let Some((key, value)) = extension.keyed {
        items.sort_by_key(|item| (item.attribute(key), item.attribute(value)));
    }
    items
}

/// Whether the items of an extension differ in a value or, where they have no keys, in their order.
/// Space around values, prefixes and the order of children do not count.
pub fn items_differ(extension: &Extension, one: &Extensions, other: &Extensions) -> bool {
    let (one, other) = (items(extension, one), items(extension, other));
    one.len() != other.len()
        || one
            .iter()
            .zip(&other)
            .any(|(one, other)| to_member(extension, *one) != to_member(extension, *other))
}

/// What none of the extensions describes, as a tape of its own: of this every character counts.
pub fn rest(extensions: &[&Extension], tape: &Extensions) -> Extensions {
    let known = |element| extensions.iter().any(|known| to_member(known, element).is_some());
    if !tape.elements().any(known) {
        return tape.clone();
    }
    let mut rest = Extensions::default();
    for element in tape.elements().filter(|element| !known(*element)) {
        rest.append(element);
    }
    rest
}

/// What the elements of an entry say in the eyes of some extensions, as [`items_differ`] and [`rest`] have it:
/// one that is compared with many is looked at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Saying {
    /// Of each extension; empty where there are no items of it.
    items: Vec<Vec<u8>>,
    rest: Extensions,
}

impl Saying {
    /// Of these elements.
    pub fn of(extensions: &[&Extension], tape: &Extensions) -> Saying {
        let said = |extension: &&Extension| {
            let mut said = Vec::new();
            for item in items(extension, tape) {
                put_item(extension, item, &mut said);
            }
            said
        };
        Saying { items: extensions.iter().map(said).collect(), rest: rest(extensions, tape) }
    }

    /// Whether both say something of one extension, or of what none describes, and not the same. The
    /// alternates of a page in one sitemap and its news in another are no conflict.
    pub fn conflicts_with(&self, other: &Saying) -> bool {
        let mut both = self.items.iter().zip(&other.items);
        both.any(|(one, other)| !one.is_empty() && !other.is_empty() && one != other)
            || !self.rest.is_empty() && !other.rest.is_empty() && self.rest != other.rest
    }

    /// Takes over what another one says where this one says nothing.
    pub fn add(&mut self, other: Saying) {
        for (own, new) in self.items.iter_mut().zip(other.items) {
            if own.is_empty() {
                *own = new;
            }
        }
        if self.rest.is_empty() {
            self.rest = other.rest;
        }
    }
}

/// Whether the elements of two entries differ, in the eyes of these extensions.
///
/// ```
/// use urlset_core::{Extensions, Position};
/// let tape = |text: &str| {
///     let mut tape = Extensions::default();
///     tape.open("urn:x", "x:a", Position::default()).text(text).close();
///     tape
/// };
/// assert!(!urlset_ops::elements_differ(&[], &tape("b"), &tape("b")));
/// assert!(urlset_ops::elements_differ(&[], &tape("b"), &tape(" b")));
/// ```
pub fn elements_differ(extensions: &[&Extension], one: &Extensions, other: &Extensions) -> bool {
    one != other && Saying::of(extensions, one) != Saying::of(extensions, other)
}

/// Appends bytes that are the same for two items of an extension that say the same; `false` where
/// the extension does not describe all of it.
pub(crate) fn put_item(extension: &Extension, item: Element<'_>, out: &mut Vec<u8>) -> bool {
    to_member(extension, item).is_some_and(|member| {
        put_member(&member, out);
        true
    })
}

/// Appends bytes that no other member gives.
pub fn put_member(member: &Member<'_>, out: &mut Vec<u8>) {
    match member {
        Member::Text(text) => {
            out.push(0);
            put_text(text, out);
        }
        Member::Number(text) => {
            out.push(1);
            put_text(text, out);
        }
        Member::Object(members) => {
            out.push(2);
            put_number(members.len() as u64, out);
            // As deep as the shapes of an extension.
            for (name, member) in members {
                put_text(name, out);
                put_member(member, out);
            }
        }
        Member::List(members) => {
            out.push(3);
            put_number(members.len() as u64, out);
            members.iter().for_each(|member| put_member(member, out));
        }
    }
}
