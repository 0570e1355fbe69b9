//! What an entry has beyond its four fields, sorted into what a table has places for and what
//! stays XML.

use crate::names::is_key;
use crate::options::Layout;
use crate::xml;
use std::collections::HashMap;
use urlset_core::{Element, Entry, Extension, Extensions, Member, Result, Sink, to_member};
use urlset_xml::writable;

/// One element of an entry, as a table holds it.
#[derive(Debug)]
pub enum Placed<'e> {
    /// An item, numbered from 1.
    Item {
        /// Its extension, among those that were asked for.
        extension: usize,
        /// From 1, among its like.
        number: u32,
        /// Its members.
        member: Member<'e>,
    },
    /// The only two attributes of an item in a column named by one of them.
    Keyed {
        /// Its extension, among those that were asked for.
        extension: usize,
        /// What names the column.
        key: &'e str,
        /// From 1, among those of this key.
        nth: u32,
        /// What fills the cell.
        url: &'e str,
    },
    /// XML, numbered from 1.
    Other {
        /// From 1.
        number: u32,
        /// One element.
        xml: String,
    },
}

/// The elements of an entry: those of known extensions in the order of the extensions, then the
/// rest. In the wide layout an empty value has no place, and keyed items are told apart; in the long
/// one an element within an item that holds nothing has none.
///
/// What has no place and XML cannot hold either is left out and reported. What is left of such an
/// element is put into `left`, and may have places of its own: it is read back as those.
///
/// # Errors
/// When the sink stops the work.
pub fn placed<'e>(
    entry: &'e Entry,
    left: &'e mut Extensions,
    extensions: &[&'static Extension],
    layout: Layout,
    sink: &mut dyn Sink,
) -> Result<Vec<Placed<'e>>> {
    let (mut found, other) = sorted(&entry.extensions, extensions, layout);
    if as_xml(&other, &mut found) {
        return Ok(found);
    }
    let mut only_xml: Vec<bool> = entry.extensions.elements().map(|_| false).collect();
    for (at, _) in other {
        only_xml.get_mut(at).into_iter().for_each(|one| *one = true);
    }
    for (element, only_xml) in entry.extensions.elements().zip(only_xml) {
        match only_xml {
            true => writable(element, sink)?.elements().for_each(|part| left.append(part)),
            false => left.append(element),
        }
    }
    let left: &Extensions = left;
    let (mut found, other) = sorted(left, extensions, layout);
    as_xml(&other, &mut found);
    Ok(found)
}

/// An element, and which of the tape's it is.
type Numbered<'e> = (usize, Element<'e>);

/// The elements that have places, and those that have none.
fn sorted<'e>(
    tape: &'e Extensions,
    extensions: &[&'static Extension],
    layout: Layout,
) -> (Vec<Placed<'e>>, Vec<Numbered<'e>>) {
    let (mut found, mut other) = (Vec::new(), Vec::new());
    for (index, extension) in extensions.iter().enumerate() {
        let mut number = 0;
        let mut keys = HashMap::new();
        let mut is_other = false;
        let of_it = |(_, element): &Numbered<'_>| is_of(extension, *element);
        for (at, element) in tape.elements().enumerate().filter(of_it) {
            // XML stands behind all columns: what follows goes there too, to stay in order.
            let item = if is_other { None } else { item(extension, element, layout) };
            match item {
                None => {
                    is_other = true;
                    other.push((at, element));
                }
                Some(Item::Whole(member)) => {
                    number += 1;
                    found.push(Placed::Item { extension: index, number, member });
                }
                Some(Item::Keyed(key, url)) => {
                    let nth = keys.entry(key).and_modify(|nth| *nth += 1).or_insert(1);
                    found.push(Placed::Keyed { extension: index, key, nth: *nth, url });
                }
            }
        }
    }
    let unknown =
        |(_, element): &Numbered<'_>| !extensions.iter().any(|known| is_of(known, *element));
    other.extend(tape.elements().enumerate().filter(unknown));
    (found, other)
}

/// Appends elements as XML; `false` where one has a character that XML cannot hold.
fn as_xml(other: &[Numbered<'_>], found: &mut Vec<Placed<'_>>) -> bool {
    for ((_, element), number) in other.iter().zip(1..) {
        let Some(xml) = xml::write(*element) else {
            return false;
        };
        found.push(Placed::Other { number, xml });
    }
    true
}

fn is_of(extension: &Extension, element: Element<'_>) -> bool {
    element.is(extension.namespace, extension.element)
}

enum Item<'e> {
    Whole(Member<'e>),
    Keyed(&'e str, &'e str),
}

/// `None` where only XML keeps all of it.
fn item<'e>(
    extension: &'static Extension,
    element: Element<'e>,
    layout: Layout,
) -> Option<Item<'e>> {
    if !element.own_value().is_empty() {
        return None;
    }
    let member = to_member(extension, element)?;
    let keyed = match layout {
        Layout::Wide => extension.keyed,
        Layout::Long if !has_rows(&member) => return None,
        Layout::Long | Layout::Json => return Some(Item::Whole(member)),
    };
    let Some((attribute, fill)) = keyed else {
        return has_places(&member).then_some(Item::Whole(member));
    };
    let Member::Object(members) = &member else {
        return None;
    };
    let only = members.len() == 2;
    let key = element.attribute(attribute).filter(|key| is_key(key, extension))?;
    let url = element.attribute(fill).filter(|url| !url.trim().is_empty())?;
    only.then_some(Item::Keyed(key, url))
}

/// Whether each part of an item gives a row: there is none for an element in it that holds nothing.
fn has_rows(member: &Member<'_>) -> bool {
    let is_filled = |part: &Member<'_>| match part {
        Member::Text(_) | Member::Number(_) => true,
        Member::Object(members) => !members.is_empty() && has_rows(part),
        Member::List(list) => !list.is_empty() && has_rows(part),
    };
    match member {
        Member::Text(_) | Member::Number(_) => true,
        Member::Object(members) => members.iter().all(|(_, part)| is_filled(part)),
        Member::List(list) => list.iter().all(is_filled),
    }
}

/// Whether each value is more than nothing: an empty cell says that there is no value.
fn has_places(member: &Member<'_>) -> bool {
    match member {
        Member::Text(text) | Member::Number(text) => !text.trim().is_empty(),
        Member::Object(members) => {
            !members.is_empty() && members.iter().all(|(_, member)| has_places(member))
        }
        Member::List(list) => !list.is_empty() && list.iter().all(has_places),
    }
}

/// Names each value of a member, with dots, counted from 1. `name` is what stands before, and is
/// left as it was.
pub(crate) fn flatten(member: &Member<'_>, name: &mut String, visit: &mut dyn FnMut(&str, &str)) {
    let length = name.len();
    let mut below = |step: &str, member: &Member<'_>| {
        if !name.is_empty() {
            name.push('.');
        }
        name.push_str(step);
        flatten(member, name, visit);
        name.truncate(length);
    };
    match member {
        Member::Object(members) => {
            members.iter().for_each(|(step, member)| below(step, member));
        }
        Member::List(list) => {
            for (member, number) in list.iter().zip(1_u32..) {
                below(&number.to_string(), member);
            }
        }
        Member::Text(text) | Member::Number(text) => visit(name, text),
    }
}
