//! Extension items between JSON text and [`Member`]s.

use crate::rules;
use crate::text::{Type, each_element, each_member, string, type_of, write_string};
use std::borrow::Cow;
use urlset_core::{
    Extension, Member, Occurs, Rule, Shape, Value, is_json_number, rules as core_rules,
};

/// What was found wrong with a part of an item.
pub(crate) struct Fault<'t> {
    pub(crate) rule: &'static Rule,
    pub(crate) detail: Cow<'t, str>,
    /// The part as it is written.
    pub(crate) part: &'t str,
    /// The same in the type that is written; `None` where the part is lost.
    pub(crate) now: Option<String>,
}

fn lost<'t>(rule: &'static Rule, detail: Cow<'t, str>, part: &'t str) -> Fault<'t> {
    Fault { rule, detail, part, now: None }
}

/// A value that says the same in the type that is written.
fn retyped<'t>(detail: &'static str, part: &'t str, now: String) -> Fault<'t> {
    Fault { rule: &rules::WRONG_TYPE, detail: detail.into(), part, now: Some(now) }
}

/// The name of an element's own text beside its attributes.
const OWN_TEXT: &str = "value";

/// Reads an item of an extension. What has no place in the extension is left out and told; `None`
/// where the whole is no object, or nothing of it had a place.
///
/// Recursion ends with the depth of the extension's shapes.
pub(crate) fn read_item<'t>(
    extension: &Extension,
    raw: &'t str,
    faults: &mut Vec<Fault<'t>>,
) -> Option<Member<'t>> {
    if type_of(raw) != Type::Object {
        faults.push(lost(&rules::WRONG_TYPE, raw.into(), raw));
        return None;
    }
    placed(extension, "", raw, faults)
}

fn read_object<'t>(
    extension: &Extension,
    path: &str,
    raw: &'t str,
    faults: &mut Vec<Fault<'t>>,
) -> Member<'t> {
    let mut members: Vec<(Cow<'t, str>, Member<'t>)> = Vec::new();
    let read = each_member(raw, &mut |key, value| {
        if type_of(value) == Type::Null {
            return;
        }
        if members.iter().any(|(known, _)| *known == key) {
            faults.push(lost(&core_rules::FIELD_REPEATED, key, value));
            return;
        }
        let own = key == OWN_TEXT && !path.is_empty();
        let member = if own {
            leaf(value_at(extension, path), value, faults)
        } else if let Some((_, shape)) = extension.element_shape(path, &key) {
            read_child(extension, shape, value, faults)
        } else if let Some((_, shape)) = extension.attribute_shape(path, &key) {
            read_attribute(shape, value, faults)
        } else {
            let name = if path.is_empty() { key.clone() } else { format!("{path}/{key}").into() };
            faults.push(lost(&core_rules::KEY_MEMBER, name, value));
            None
        };
        members.extend(member.map(|member| (key, member)));
    });
    if read.is_err() {
        // A raw value has been parsed before: only a bad name can be wrong.
        faults.push(lost(&rules::BAD_STRING, raw.into(), raw));
    }
    Member::Object(members)
}

fn read_child<'t>(
    extension: &Extension,
    shape: &Shape,
    raw: &'t str,
    faults: &mut Vec<Fault<'t>>,
) -> Option<Member<'t>> {
    let many = matches!(shape.occurs, Occurs::Many { .. });
    if type_of(raw) != Type::Array {
        let member = read_one(extension, shape, raw, faults)?;
        if many {
            faults.push(retyped("read as an array of one", raw, format!("[{raw}]")));
        }
        return Some(member);
    }
    let mut parts = Vec::new();
    let _ = each_element(raw, &mut |part| parts.push(part));
    let read = |part: &&'t str| read_one(extension, shape, part, faults);
    let list: Vec<Member<'t>> = parts.iter().filter_map(read).collect();
    if let ([part], [_], false) = (parts.as_slice(), list.as_slice(), many) {
        faults.push(retyped("read as its only element", raw, (*part).to_owned()));
    }
    Some(Member::List(list))
}

fn read_one<'t>(
    extension: &Extension,
    shape: &Shape,
    raw: &'t str,
    faults: &mut Vec<Fault<'t>>,
) -> Option<Member<'t>> {
    match type_of(raw) {
        Type::Object => placed(extension, shape.path, raw, faults),
        _ => leaf_of(shape, raw, faults),
    }
}

/// What is an object; where nothing of it had a place, nothing is put in its place.
fn placed<'t>(
    extension: &Extension,
    path: &str,
    raw: &'t str,
    faults: &mut Vec<Fault<'t>>,
) -> Option<Member<'t>> {
    let before = faults.len();
    match read_object(extension, path, raw, faults) {
        Member::Object(members) if members.is_empty() && faults.len() > before => None,
        member => Some(member),
    }
}

fn leaf_of<'t>(shape: &Shape, raw: &'t str, faults: &mut Vec<Fault<'t>>) -> Option<Member<'t>> {
    if shape.value == Value::Children {
        faults.push(lost(&rules::WRONG_TYPE, shape.path.to_owned().into(), raw));
        return None;
    }
    leaf(shape.value, raw, faults)
}

fn read_attribute<'t>(
    shape: &Shape,
    raw: &'t str,
    faults: &mut Vec<Fault<'t>>,
) -> Option<Member<'t>> {
    let member = leaf(shape.value, raw, faults)?;
    match (&member, shape.occurs) {
        (Member::Text(text) | Member::Number(text), Occurs::Implied(only)) if text != only => {
            faults.push(lost(&core_rules::KEY_MEMBER, raw.into(), raw));
            None
        }
        _ => Some(member),
    }
}

/// What the element at a path holds as its own text.
fn value_at(extension: &Extension, path: &str) -> Value {
    let shape = extension.shapes.iter().find(|shape| shape.path == path);
    shape.map_or(Value::Children, |shape| shape.value)
}

/// Text or a number. Which of both it becomes when it is written its shape says, which is told where it
/// is not what stands here.
fn leaf<'t>(value: Value, raw: &'t str, faults: &mut Vec<Fault<'t>>) -> Option<Member<'t>> {
    let numeric = matches!(value, Value::Integer { .. } | Value::Decimal { .. });
    let is_number = |text: &str| numeric && is_json_number(text);
    let rule = match type_of(raw) {
        Type::String => match string(raw) {
            Some(text) => {
                if is_number(&text) {
                    faults.push(retyped("read as a number", raw, text.clone().into_owned()));
                }
                return Some(Member::Text(text));
            }
            None => &rules::BAD_STRING,
        },
        Type::Number => {
            if !is_number(raw) {
                faults.push(retyped("read as text", raw, format!("\"{raw}\"")));
            }
            return Some(Member::Number(raw.into()));
        }
        Type::Object | Type::Array | Type::Bool | Type::Null => &rules::WRONG_TYPE,
    };
    faults.push(lost(rule, raw.into(), raw));
    None
}

/// Appends a member as JSON.
///
/// Recursion ends with the depth of the shapes that the member was made by.
pub fn write_member(member: &Member<'_>, out: &mut String) {
    match member {
        Member::Text(text) => write_string(text, out),
        Member::Number(spelling) => out.push_str(spelling),
        Member::Object(members) => {
            for (at, (name, member)) in members.iter().enumerate() {
                out.push(if at == 0 { '{' } else { ',' });
                write_string(name, out);
                out.push(':');
                write_member(member, out);
            }
            out.push_str(if members.is_empty() { "{}" } else { "}" });
        }
        Member::List(list) => {
            for (at, member) in list.iter().enumerate() {
                out.push(if at == 0 { '[' } else { ',' });
                write_member(member, out);
            }
            out.push_str(if list.is_empty() { "[]" } else { "]" });
        }
    }
}
