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
/// The path of the member that has no place, with the rule it breaks; nothing is appended then.
pub fn from_member(
    extension: &Extension,
    member: &Member<'_>,
    at: Position,
    out: &mut Extensions,
) -> Result<(), Unplaced> {
    let mark = out.mark();
    let built = Building { extension, at }.item(extension.element, "", member, out);
    if built.is_err() {
        out.rollback(mark);
    }
    built
}

/// Where the elements that are built belong.
#[derive(Clone, Copy)]
struct Building<'e> {
    extension: &'e Extension,
    at: Position,
}

impl Building<'_> {
    fn item(
        self,
        name: &str,
        path: &str,
        member: &Member<'_>,
        out: &mut Extensions,
    ) -> Result<(), Unplaced> {
        let qname = format!("{}:{name}", self.extension.prefix);
        out.open(self.extension.namespace, &qname, self.at);
        match member {
            Member::Text(text) | Member::Number(text) if !path.is_empty() => {
                attributes(self.extension, path, &[], out)?;
                out.text(text);
            }
            Member::Text(_) | Member::Number(_) | Member::List(_) => {
                return Err((path.to_owned(), &rules::KEY_MEMBER));
            }
            Member::Object(members) => {
                self.all_known(path, members)?;
                attributes(self.extension, path, members, out)?;
                self.children(path, members, out)?;
            }
        }
        out.close();
        Ok(())
    }

    fn all_known(self, path: &str, members: &[(Cow<'_, str>, Member<'_>)]) -> Result<(), Unplaced> {
        let known = |key: &str| {
            (key == OWN_TEXT && !path.is_empty())
                || self.extension.element_shape(path, key).is_some()
                || self.extension.attribute_shape(path, key).is_some()
        };
        match members.iter().find(|(key, _)| !known(key)) {
            Some((key, _)) => Err(unplaced(path, key)),
            None => Ok(()),
        }
    }

    fn children(
        self,
        path: &str,
        members: &[(Cow<'_, str>, Member<'_>)],
        out: &mut Extensions,
    ) -> Result<(), Unplaced> {
        if let Some(own) = get(members, OWN_TEXT).filter(|_| !path.is_empty()) {
            out.text(text(own).ok_or_else(|| unplaced(path, OWN_TEXT))?);
        }
        for shape in self.extension.shapes {
            let Some(name) = below(shape.path, path).filter(|name| !name.starts_with('@')) else {
                continue;
            };
            match get(members, name) {
                None => {}
                Some(Member::List(list)) => {
                    for member in list {
                        self.item(name, shape.path, member, out)?;
                    }
                }
                Some(member) => self.item(name, shape.path, member, out)?,
            }
        }
        Ok(())
    }
}

fn attributes(
    extension: &Extension,
    path: &str,
    members: &[(Cow<'_, str>, Member<'_>)],
    out: &mut Extensions,
) -> Result<(), Unplaced> {
    for shape in extension.shapes {
        let Some(name) = below(shape.path, path).and_then(|name| name.strip_prefix('@')) else {
            continue;
        };
        if let Occurs::Implied(value) = shape.occurs {
            out.attribute("", name, value);
        } else if let Some(member) = get(members, name) {
            out.attribute("", name, text(member).ok_or_else(|| unplaced(path, name))?);
        }
    }
    Ok(())
}

fn unplaced(path: &str, name: &str) -> Unplaced {
    (join(path, name), &rules::KEY_MEMBER)
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
