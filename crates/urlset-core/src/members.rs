//! Extension items as nested members, the way JSON and tables see them, and back. Both directions
//! follow an extension's table of shapes, so nothing is written twice.

use crate::element::{Content, Element};
use crate::fields::is_blank;
use crate::{Extension, Extensions, Occurs, Position, Rule, Shape, Value, rules};
use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// A value in an extension item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Member<'a> {
    /// Text.
    Text(Cow<'a, str>),
    /// The spelling of a number that JSON can hold.
    Number(Cow<'a, str>),
    /// Named members, in the order of the shapes.
    Object(Vec<(Cow<'a, str>, Member<'a>)>),
    /// Members that may repeat.
    List(Vec<Member<'a>>),
}

/// The name of an element's own text beside its attributes.
const OWN_TEXT: &str = "value";

/// The item as an object; `None` where the extension's shapes do not describe all of it, so that
/// it has to be kept as XML. Child order is not kept, nor space around values that are not text.
pub fn to_member<'a>(extension: &Extension, element: Element<'a>) -> Option<Member<'a>> {
    if !element.is(extension.namespace, extension.element) {
        return None;
    }
    // Its own text has no name to go by.
    if !element.own_value().is_empty() {
        return None;
    }
    let members = object(extension, element, "")?;
    Some(Member::Object(members))
}

type Members<'a> = Vec<(Cow<'a, str>, Member<'a>)>;

fn object<'a>(extension: &Extension, element: Element<'a>, path: &str) -> Option<Members<'a>> {
    let mut members: Vec<(usize, Cow<'a, str>, Member<'a>)> = Vec::new();
    for attribute in element.attributes() {
        if !attribute.namespace.is_empty() {
            return None;
        }
        let (order, shape) = extension.attribute_shape(path, attribute.qname)?;
        match shape.occurs {
            Occurs::Implied(value) if value == attribute.value => {}
            Occurs::Implied(_) => return None,
            _ => {
                let member = leaf(shape.value, Cow::Borrowed(attribute.value));
                members.push((order, Cow::Borrowed(attribute.qname), member));
            }
        }
    }
    for shape in implied(extension, path) {
        element.attribute(shape)?;
    }
    for content in element.contents() {
        let child = match content {
            Content::Element(child) => child,
            Content::Text(text) if is_blank(text) => continue,
            Content::Text(_) if element.children().next().is_none() => continue,
            Content::Text(_) => return None,
        };
        if child.namespace() != extension.namespace {
            return None;
        }
        let (order, shape) = extension.element_shape(path, child.name())?;
        let member = value(extension, child, shape)?;
        insert(&mut members, order, child.name(), member, shape.occurs)?;
    }
    members.sort_by_key(|(order, ..)| *order);
    Some(members.into_iter().map(|(_, name, member)| (name, member)).collect())
}

fn insert<'a>(
    members: &mut Vec<(usize, Cow<'a, str>, Member<'a>)>,
    order: usize,
    name: &'a str,
    member: Member<'a>,
    occurs: Occurs,
) -> Option<()> {
    let repeats = matches!(occurs, Occurs::Many { .. });
    match members.iter_mut().find(|(known, ..)| *known == order) {
        Some((_, _, Member::List(list))) if repeats => list.push(member),
        Some(_) => return None,
        None if repeats => members.push((order, Cow::Borrowed(name), Member::List(vec![member]))),
        None => members.push((order, Cow::Borrowed(name), member)),
    }
    Some(())
}

/// A child: an object where it has children or attributes, else its text.
fn value<'a>(extension: &Extension, child: Element<'a>, shape: &Shape) -> Option<Member<'a>> {
    let mut members = object(extension, child, shape.path)?;
    if shape.value == Value::Children {
        return child.own_value().is_empty().then_some(Member::Object(members));
    }
    // XML Schema collapses the space around every other type; in a string it is content.
    let own = match shape.value {
        Value::Text { .. } | Value::Code => leaf(shape.value, child.exact_text()),
        _ => leaf(shape.value, child.own_value()),
    };
    if members.is_empty() {
        return Some(own);
    }
    members.insert(0, (Cow::Borrowed(OWN_TEXT), own));
    Some(Member::Object(members))
}

fn leaf(value: Value, text: Cow<'_, str>) -> Member<'_> {
    let number = matches!(value, Value::Integer { .. } | Value::Decimal { .. });
    if number && is_json_number(&text) { Member::Number(text) } else { Member::Text(text) }
}

/// Whether JSON has a number spelled like this (RFC 8259 section 6); exponents are not looked for.
pub fn is_json_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = match unsigned.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (unsigned, None),
    };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole) && (whole == "0" || !whole.starts_with('0')) && fraction.is_none_or(digits)
}

/// What `path` adds to `parent`, where it is one step below it.
fn below<'p>(path: &'p str, parent: &str) -> Option<&'p str> {
    let rest = match parent {
        "" => path,
        parent => path.strip_prefix(parent)?.strip_prefix('/')?,
    };
    (!rest.contains('/')).then_some(rest)
}

/// Names of attributes at `path` that always have one value.
fn implied(extension: &Extension, path: &str) -> impl Iterator<Item = &'static str> {
    extension
        .shapes
        .iter()
        .filter(|shape| matches!(shape.occurs, Occurs::Implied(_)))
        .filter_map(move |shape| below(shape.path, path)?.strip_prefix('@'))
}

/// The path of a member that has no place, and the rule it breaks.
type Unplaced = (String, &'static Rule);

/// Appends the item that an object describes, children in the order of the shapes. Text stands for
/// a number and the other way round; one value stands for a list of one. `at` is where it was read.
///
/// # Errors
/// The paths of the members that have no place, each with the rule it breaks. What else there is of the
/// item is appended all the same; where there is nothing else, nothing is.
pub fn from_member(
    extension: &Extension,
    member: &Member<'_>,
    at: Position,
    out: &mut Extensions,
) -> Result<(), Vec<Unplaced>> {
    let mut building = Building { extension, at, name: String::new(), unplaced: Vec::new() };
    building.item(extension.element, "", member, out);
    if building.unplaced.is_empty() { Ok(()) } else { Err(building.unplaced) }
}

/// Where the elements that are built belong, and what has no place among them.
struct Building<'e> {
    extension: &'e Extension,
    at: Position,
    /// That of an element, with its prefix.
    name: String,
    unplaced: Vec<Unplaced>,
}

impl Building<'_> {
    /// Whether an element is there: where nothing of it had a place, nothing is put in its place.
    fn item(&mut self, name: &str, path: &str, member: &Member<'_>, out: &mut Extensions) -> bool {
        let members = match member {
            Member::Object(members) => members.as_slice(),
            Member::Text(_) | Member::Number(_) if !path.is_empty() => &[],
            Member::Text(_) | Member::Number(_) | Member::List(_) => {
                self.unplaced(path.to_owned());
                return false;
            }
        };
        let before = self.unplaced.len();
        self.unknown(path, members);
        self.name.clear();
        [self.extension.prefix, ":", name].iter().for_each(|part| self.name.push_str(part));
        out.open(self.extension.namespace, &self.name, self.at);
        let mut placed = self.attributes(path, members, out);
        placed |= self.own_text(path, member, out);
        placed |= self.children(path, members, out);
        if !placed && self.unplaced.len() > before {
            out.abandon();
            return false;
        }
        out.close();
        true
    }

    fn unplaced(&mut self, path: String) {
        self.unplaced.push((path, &rules::KEY_MEMBER));
    }

    fn unknown(&mut self, path: &str, members: &[(Cow<'_, str>, Member<'_>)]) {
        for (key, _) in members {
            let known = (key == OWN_TEXT && !path.is_empty())
                || self.extension.element_shape(path, key).is_some()
                || self.extension.attribute_shape(path, key).is_some();
            if !known {
                self.unplaced(join(path, key));
            }
        }
    }

    fn attributes(
        &mut self,
        path: &str,
        members: &[(Cow<'_, str>, Member<'_>)],
        out: &mut Extensions,
    ) -> bool {
        let mut placed = false;
        for shape in self.extension.shapes {
            // Without members only these have a value.
            if members.is_empty() && !matches!(shape.occurs, Occurs::Implied(_)) {
                continue;
            }
            let Some(name) = below(shape.path, path).and_then(|name| name.strip_prefix('@')) else {
                continue;
            };
            let given = get(members, name);
            let (value, fits) = match (shape.occurs, given.map(text)) {
                (Occurs::Implied(only), given) => {
                    (Some(only), given.is_none_or(|given| given == Some(only)))
                }
                (_, Some(given)) => (given, given.is_some()),
                (_, None) => (None, true),
            };
            if let Some(value) = value {
                out.attribute("", name, value);
            }
            if !fits {
                self.unplaced(join(path, name));
            }
            placed |= given.is_some() && fits;
        }
        placed
    }

    /// What the element holds beside attributes and children; an item holds nothing.
    fn own_text(&mut self, path: &str, member: &Member<'_>, out: &mut Extensions) -> bool {
        let own = match member {
            Member::Object(members) => get(members, OWN_TEXT).filter(|_| !path.is_empty()),
            own => Some(own),
        };
        let Some(own) = own else { return false };
        match text(own) {
            Some(text) => drop(out.text(text)),
            None => self.unplaced(join(path, OWN_TEXT)),
        }
        text(own).is_some()
    }

    fn children(
        &mut self,
        path: &str,
        members: &[(Cow<'_, str>, Member<'_>)],
        out: &mut Extensions,
    ) -> bool {
        let mut placed = false;
        let shapes = if members.is_empty() { &[] } else { self.extension.shapes };
        for shape in shapes {
            let Some(name) = below(shape.path, path).filter(|name| !name.starts_with('@')) else {
                continue;
            };
            let list = match get(members, name) {
                None => &[],
                Some(Member::List(list)) => list.as_slice(),
                Some(member) => core::slice::from_ref(member),
            };
            for member in list {
                placed |= self.item(name, shape.path, member, out);
            }
        }
        placed
    }
}

fn get<'m, 'a>(members: &'m [(Cow<'a, str>, Member<'a>)], name: &str) -> Option<&'m Member<'a>> {
    members.iter().find(|(key, _)| key == name).map(|(_, member)| member)
}

fn text<'m>(member: &'m Member<'_>) -> Option<&'m str> {
    match member {
        Member::Text(text) | Member::Number(text) => Some(text),
        Member::Object(_) | Member::List(_) => None,
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") }
}
