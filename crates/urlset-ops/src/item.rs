//! Two versions of one item of an extension: what makes them the same one, and the one they become.

use crate::named::said;
use std::collections::HashMap;
use urlset_core::{Attribute, Content, Element, Extension, Extensions, Occurs};

/// What makes an item the same as another one: the number of the list that it goes by, and the values;
/// `None` where nothing but its whole content does.
///
/// It is one list for each item, not any that two items share. If a video were the same by its film or
/// by its player, `{film 1}`, `{player 2}` and `{film 1, player 2}` would be two or one by the order
/// in which they are joined, and the films of a site that names one player for all would be lost.
pub(crate) fn identity(element: Element<'_>, extension: &Extension) -> Option<String> {
    extension.identity.iter().enumerate().find_map(|(number, paths)| {
        let values: Vec<_> = paths.iter().map(|path| value(element, extension, path)).collect();
        let any = values.iter().any(Option::is_some);
        // Nothing and an empty value are the same to a reader.
        let values = values.into_iter().map(Option::unwrap_or_default);
        // With their lengths, so that no two lists give one text.
        any.then(|| {
            values.fold(number.to_string(), |key, value| format!("{key} {} {value}", value.len()))
        })
    })
}

/// The first value at a path of an extension's shapes; `None` where it is empty.
fn value(element: Element<'_>, extension: &Extension, path: &str) -> Option<String> {
    let mut element = element;
    for step in path.split('/') {
        match step.strip_prefix('@') {
            Some(name) => {
                let value = element.attribute(name).map(str::trim);
                let value = value.filter(|value| !value.is_empty())?;
                // Names of columns, as language tags are, mean the same in any case.
                let keyed = extension.keyed.is_some_and(|(key, _)| key == name);
                return Some(if keyed { value.to_ascii_lowercase() } else { value.to_owned() });
            }
            None => element = element.child(step)?,
        }
    }
    Some(element.text().into_owned()).filter(|text| !text.is_empty())
}

/// What an element says it is where that is not what its extension implies, such as the `canonical` of
/// a link that is no alternate; empty where it is an item.
pub(crate) fn kind<'e>(element: Element<'e>, extension: &Extension) -> &'e str {
    let mut others = extension.shapes.iter().filter_map(|shape| match shape.occurs {
        Occurs::Implied(implied) => {
            let value = element.attribute(shape.path.strip_prefix('@')?)?;
            let is = value.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case(implied));
            (!is).then_some(value)
        }
        _ => None,
    });
    others.next().unwrap_or_default()
}

/// What one version of an item becomes by another one.
pub(crate) struct Filled {
    /// The item with what only the other version has; `None` where that is nothing.
    pub(crate) tape: Option<Extensions>,
    /// Both have an attribute, a child or text, and not the same.
    pub(crate) differs: bool,
}

impl Filled {
    /// What the item says that this became, or stayed.
    pub(crate) fn says(&self, kept: Element<'_>, extension: &Extension) -> Option<Vec<u8>> {
        let filled = self.tape.as_ref().and_then(|tape| tape.elements().next());
        said(extension, filled.unwrap_or(kept))
    }
}

/// Fills one version of an item with the attributes and children that only another one has. Children
/// of one name go together, so that a list is taken as a whole or not at all.
pub(crate) fn fill(kept: Element<'_>, other: Element<'_>, extension: &Extension) -> Filled {
    let text = other.text();
    let mut differs = !text.is_empty() && text != kept.text();
    let known: HashMap<_, _> = kept.attributes().map(|one| (name(one), one.value)).collect();
    let (there, attributes): (Vec<_>, Vec<_>) =
        other.attributes().partition(|one| known.contains_key(&name(*one)));
    differs |= there.iter().any(|one| known.get(&name(*one)) != Some(&one.value));

    let (known, lists) = (by_name(kept), by_name(other));
    let differ = |(name, list)| known.get(name).is_some_and(|known| known != list);
    differs |= lists.iter().any(differ);
    let is_new = |child: &Element<'_>| !known.contains_key(&(child.namespace(), child.name()));
    let children: Vec<_> = other.children().filter(is_new).collect();
    if attributes.is_empty() && children.is_empty() {
        return Filled { tape: None, differs };
    }
    let mut tape = Extensions::default();
    tape.open(kept.namespace(), kept.qname(), kept.position());
    for one in kept.attributes().chain(attributes) {
        tape.attribute(one.namespace, one.qname, one.value);
    }
    for content in placed(kept, children, extension) {
        match content {
            Content::Text(text) => drop(tape.text(text)),
            Content::Element(child) => tape.append(child),
        }
    }
    tape.close();
    Filled { tape: Some(tape), differs }
}

/// Namespace and local name.
type Name<'e> = (&'e str, &'e str);

fn name(attribute: Attribute<'_>) -> Name<'_> {
    (attribute.namespace, attribute.name())
}

fn by_name(element: Element<'_>) -> HashMap<Name<'_>, Vec<Element<'_>>> {
    let mut lists: HashMap<_, Vec<_>> = HashMap::new();
    for child in element.children() {
        lists.entry((child.namespace(), child.name())).or_default().push(child);
    }
    lists
}

/// What the item has, and the new children where the order of the shapes has them: before the first
/// one that comes later.
fn placed<'e>(
    kept: Element<'e>,
    mut children: Vec<Element<'e>>,
    extension: &Extension,
) -> Vec<Content<'e>> {
    let place = |child: Element<'_>| {
        let mut shapes = extension.shapes.iter();
        let known = shapes.position(|shape| child.is(extension.namespace, shape.path));
        known.unwrap_or(usize::MAX)
    };
    children.sort_by_key(|child| place(*child));
    let mut children = children.into_iter().peekable();
    let mut contents = Vec::new();
    for content in kept.contents() {
        if let Content::Element(there) = content {
            let place_there = place(there);
            while let Some(child) = children.next_if(|child| place(*child) < place_there) {
                contents.push(Content::Element(child));
            }
        }
        contents.push(content);
    }
    contents.extend(children.map(Content::Element));
    contents
}
