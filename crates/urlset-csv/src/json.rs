//! Lists of items in one cell: JSON, with numbers as they are spelled.

use serde_json::value::RawValue;
use std::borrow::Cow;
use urlset_core::Member;

/// Objects and lists within one another that are read; an extension needs five.
const DEEPEST: usize = 16;

/// The members of an object in order, values as text. `text` is known to be an object.
fn pairs(text: &str) -> Result<Vec<(String, &RawValue)>, String> {
    let mut found = Vec::new();
    let mut rest = text.get(1..).unwrap_or_default().trim_start_matches(SPACE);
    while !rest.starts_with('}') {
        let (name, after) = string(rest)?;
        let after = after.trim_start_matches(SPACE).strip_prefix(':').ok_or("no colon")?;
        let (value, after) = value(after)?;
        found.push((name, value));
        rest = after.trim_start_matches(SPACE);
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start_matches(SPACE);
    }
    Ok(found)
}

/// The text at the front of a text, and what follows it.
fn string(text: &str) -> Result<(String, &str), String> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<String>();
    let value = values.next().ok_or("no name")?.map_err(|error| error.to_string())?;
    Ok((value, text.get(values.byte_offset()..).unwrap_or_default()))
}

/// The value at the front of a text, and what follows it.
fn value(text: &str) -> Result<(&RawValue, &str), String> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    let value = values.next().ok_or("no value")?.map_err(|error| error.to_string())?;
    Ok((value, text.get(values.byte_offset()..).unwrap_or_default()))
}

const SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

/// The items of a cell: those of a list, or the one that stands alone.
///
/// # Errors
/// What is wrong with the JSON.
pub(crate) fn items(text: &str) -> Result<Vec<Member<'static>>, String> {
    match member(text, 0)? {
        Some(Member::List(items)) => Ok(items),
        Some(item) => Ok(vec![item]),
        None => Ok(Vec::new()),
    }
}

/// The strings of a cell: those of a list, or the one that stands alone.
///
/// # Errors
/// What is wrong with the JSON.
pub(crate) fn strings(text: &str) -> Result<Vec<String>, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// Depth is bounded, so this may call itself.
fn member(text: &str, depth: usize) -> Result<Option<Member<'static>>, String> {
    if depth > DEEPEST {
        return Err("nested too deep".to_owned());
    }
    let text = text.trim_matches(SPACE);
    let fault = |error: serde_json::Error| error.to_string();
    Ok(Some(match text.bytes().next() {
        Some(b'{') => {
            let _: &RawValue = serde_json::from_str(text).map_err(fault)?;
            let mut members: Vec<(Cow<'static, str>, Member<'static>)> = Vec::new();
            for (name, value) in pairs(text)? {
                if members.iter().any(|(known, _)| *known == name) {
                    return Err(format!("`{name}` stands twice"));
                }
                if let Some(value) = member(value.get(), depth + 1)? {
                    members.push((Cow::Owned(name), value));
                }
            }
            Member::Object(members)
        }
        Some(b'[') => {
            let values: Vec<&RawValue> = serde_json::from_str(text).map_err(fault)?;
            let mut list = Vec::with_capacity(values.len());
            for value in values {
                list.extend(member(value.get(), depth + 1)?);
            }
            Member::List(list)
        }
        Some(b'"') => {
            let text: String = serde_json::from_str(text).map_err(fault)?;
            Member::Text(Cow::Owned(text))
        }
        _ => {
            let value: &RawValue = serde_json::from_str(text).map_err(fault)?;
            match value.get() {
                "null" => return Ok(None),
                word @ ("true" | "false") => Member::Text(Cow::Owned(word.to_owned())),
                number => Member::Number(Cow::Owned(number.to_owned())),
            }
        }
    }))
}

/// Appends a member as JSON. It follows an extension's shapes, so its depth is bounded.
pub(crate) fn write(member: &Member<'_>, out: &mut String) {
    match member {
        Member::Text(text) => write_string(text, out),
        Member::Number(number) => out.push_str(number),
        Member::List(list) => {
            out.push('[');
            for (at, item) in list.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Member::Object(members) => {
            out.push('{');
            for (at, (name, value)) in members.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write_string(name, out);
                out.push(':');
                write(value, out);
            }
            out.push('}');
        }
    }
}

/// Appends a JSON string.
pub(crate) fn write_string(text: &str, out: &mut String) {
    // A string always has a JSON form.
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::{items, write};
    use urlset_core::Member;

    #[test]
    fn what_is_read_is_written() {
        for text in [
            r#"[]"#,
            r#"[{"loc":"https://e.com/ä\"\\\n"}]"#,
            r#"[{"a":600,"b":0.80,"c":{"value":"x","d":"y"},"e":["1","2"]}]"#,
        ] {
            let mut out = String::new();
            write(&Member::List(items(text).unwrap()), &mut out);
            assert_eq!(out, text);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        for text in [r#"[{"a":1,"a":2}]"#, "[", r#"{"a"}"#, "['x']", "", deep.as_str()] {
            assert!(items(text).is_err(), "{}", text.len());
        }
        assert_eq!(items("null").unwrap(), []);
    }
}
