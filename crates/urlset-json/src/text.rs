//! JSON text: its members where they stand, the ends of its values, its strings.

use memchr::{memchr3, memmem};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::ops::ControlFlow;
use urlset_core::{any, position};

/// Why a text is not the JSON it should be.
#[derive(Debug)]
pub struct Malformed {
    /// Offset in the text.
    pub at: usize,
    /// What was expected there.
    pub what: String,
}

#[derive(serde::Deserialize)]
struct Key<'t>(#[serde(borrow)] Cow<'t, str>);

/// Shows every member of an object: its name, and its value as it is written, a slice of `text`.
///
/// # Errors
/// When the text is not one JSON object; members before the fault were shown.
pub fn each_member<'t>(
    text: &'t str,
    show: &mut dyn FnMut(Cow<'t, str>, &'t str),
) -> Result<(), Malformed> {
    let mut json = serde_json::Deserializer::from_str(text);
    json.deserialize_map(Members(show))
        .and_then(|()| json.end())
        .map_err(|error| malformed(text, &error))
}

/// What is wrong with a text as a value of JSON; `None` for one.
pub fn malformed_value(text: &str) -> Option<String> {
    let read = serde_json::from_str::<serde::de::IgnoredAny>(text);
    read.err().map(|error| malformed(text, &error).what)
}

/// Shows every element of an array as it is written, a slice of `text`.
///
/// # Errors
/// When the text is not one JSON array.
pub fn each_element<'t>(text: &'t str, show: &mut dyn FnMut(&'t str)) -> Result<(), Malformed> {
    let mut json = serde_json::Deserializer::from_str(text);
    json.deserialize_seq(Elements(show))
        .and_then(|()| json.end())
        .map_err(|error| malformed(text, &error))
}

struct Members<'s, 't>(&'s mut dyn FnMut(Cow<'t, str>, &'t str));

impl<'t> Visitor<'t> for Members<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(Key(key)) = map.next_key()? {
            let value: &RawValue = map.next_value()?;
            (self.0)(key, value.get());
        }
        Ok(())
    }
}

struct Elements<'s, 't>(&'s mut dyn FnMut(&'t str));

impl<'t> Visitor<'t> for Elements<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(value) = seq.next_element::<&RawValue>()? {
            (self.0)(value.get());
        }
        Ok(())
    }
}

fn malformed(text: &str, error: &serde_json::Error) -> Malformed {
    let before = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum::<usize>();
    let at = before + error.column().saturating_sub(1);
    // A value of the wrong type is told where it begins, not where it ends.
    let at = if error.is_data() { text.len() - text.trim_start().len() } else { at };
    let at = (0..=at.min(text.len().saturating_sub(1)))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    let message = error.to_string();
    let what = message.split(" at line ").next().unwrap_or_default();
    Malformed { at, what: what.to_owned() }
}

/// What kind of value a JSON text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `"…"`
    String,
    /// `1.0`
    Number,
    /// `{…}`
    Object,
    /// `[…]`
    Array,
    /// `true` or `false`
    Bool,
    /// `null`
    Null,
}

/// Whether a text begins and ends as an object does, white space aside.
pub fn is_braced(text: &str) -> bool {
    matches!(text.trim_ascii().as_bytes(), [b'{', .., b'}'])
}

/// Whether a text may hold objects, one or several.
pub(crate) fn may_be_objects(text: &str) -> bool {
    text.trim_ascii_start().starts_with('{') && text.contains('}')
}

/// The objects that stand one after the other in a text, with commas between them or without; what lacks
/// its opening bracket reaches to its closing one.
pub(crate) fn objects(text: &str) -> impl Iterator<Item = &str> {
    let between = |c: char| c == ',' || c.is_ascii_whitespace();
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(between);
        let opened = u32::from(!rest.starts_with('{'));
        let mut scan = Scan { depth: opened, ..Scan::default() };
        let length = scan.end(rest).unwrap_or(rest.len());
        let object = rest.get(..length).filter(|object| !object.is_empty())?;
        rest = rest.get(length..)?;
        Some(object)
    })
}

/// Where the objects begin that have a `loc` of their own, in a text that is no JSON: as far as brackets
/// tell, and whatever strings were torn. One in a list or a member of an object is none.
pub(crate) fn locs(text: &str) -> impl Iterator<Item = usize> {
    const NAME: &[u8] = b"\"loc\"";
    let bytes = text.as_bytes();
    // Of what is behind: what is open, and where the last brace opened.
    let (mut behind, mut open) = (0, Vec::new());
    let mut brace = (!text.starts_with('{')).then_some(0);
    memmem::find_iter(bytes, NAME).filter_map(move |at| {
        for (offset, byte) in bytes.get(behind..at).unwrap_or_default().iter().enumerate() {
            match byte {
                b'[' | b'{' => open.push(*byte),
                b']' => drop(open.pop_if(|last| *last == b'[')),
                // What is open inside is closed with it.
                b'}' => open.truncate(open.iter().rposition(|one| *one == b'{').unwrap_or(0)),
                _ => {}
            }
            if matches!(byte, b'{' | b'}') {
                brace = Some(behind + offset);
            }
        }
        behind = at;
        let rest = bytes.get(at + NAME.len()..).unwrap_or_default().trim_ascii_start();
        let is_member = !open.contains(&b'[') && rest.starts_with(b":");
        let begins = brace.take_if(|_| is_member)?;
        let before = bytes.get(..begins).unwrap_or_default().trim_ascii_end();
        if before.ends_with(b":") {
            return None;
        }
        Some(if bytes.get(begins) == Some(&b'{') { begins } else { at })
    })
}

/// The kind of a value that [`each_member`] or [`each_element`] gave.
pub fn type_of(raw: &str) -> Type {
    match raw.as_bytes().first() {
        Some(b'"') => Type::String,
        Some(b'{') => Type::Object,
        Some(b'[') => Type::Array,
        Some(b't' | b'f') => Type::Bool,
        Some(b'n') | None => Type::Null,
        Some(_) => Type::Number,
    }
}

/// What a string says; `None` for what is no string or holds half a surrogate pair.
pub fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Some(Cow::Borrowed(inner));
    }
    String::deserialize(&mut serde_json::Deserializer::from_str(raw)).ok().map(Cow::Owned)
}

/// Offset of `part`, a slice of `text`, in it.
pub fn offset_in(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len())
}

/// Whether the name stands in the text as a member's: quoted and followed by a colon.
pub fn names_member(text: &str, name: &str) -> bool {
    let quoted = format!("\"{name}\"");
    memmem::find_iter(text.as_bytes(), &quoted).any(|at| {
        let rest = text.get(at + quoted.len()..).unwrap_or_default();
        rest.trim_start().starts_with(':')
    })
}

/// Appends a string with its quotes (RFC 8259 section 7).
#[inline]
pub fn write_string(text: &str, out: &mut String) {
    if any(text.as_bytes(), is_escaped) {
        return write_escaped(text, out);
    }
    out.reserve(text.len() + 2);
    out.push('"');
    out.push_str(text);
    out.push('"');
}

/// Whether a byte stands for itself in no string.
const fn is_escaped(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'"') | (byte == b'\\')
}

#[inline(never)]
fn write_escaped(text: &str, out: &mut String) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = position(rest.as_bytes(), is_escaped) {
        let (plain, tail) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(plain);
        let (c, after) = tail.split_at_checked(1).unwrap_or((tail, ""));
        match c {
            "\"" => out.push_str("\\\""),
            "\\" => out.push_str("\\\\"),
            "\n" => out.push_str("\\n"),
            "\r" => out.push_str("\\r"),
            "\t" => out.push_str("\\t"),
            control => {
                let code = control.bytes().next().unwrap_or_default();
                out.push_str("\\u00");
                for digit in [code >> 4, code & 15] {
                    out.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
                }
            }
        }
        rest = after;
    }
    out.push_str(rest);
    out.push('"');
}

/// White space around a line break within a string that is looked at for what stands there.
const INDENT: usize = 256;

/// What a line break within a string says of the string, which must not hold one (RFC 8259 section 7).
enum Broken {
    /// A text of several lines, whose next begins here.
    Text(usize),
    /// Its closing quote lacks, and so many brackets at its end, which are behind these places, were taken
    /// for text.
    String(Vec<usize>),
}

/// Finds the end of a value in a text that grows. Brackets of either kind count alike: whether
/// they match is for the parser to say.
#[derive(Debug, Default)]
pub struct Scan {
    at: usize,
    depth: u32,
    in_string: bool,
    escaped: bool,
}

impl Scan {
    /// The length of the value that `text` begins with; `None` where its end is not in the text
    /// yet. A later call must give the same text, longer.
    pub fn end(&mut self, text: &str) -> Option<usize> {
        let bytes = text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            if self.in_string {
                let ended = self.pass_string(bytes);
                if ended && self.depth == 0 {
                    return Some(self.at);
                }
                let breaks = !ended && !self.escaped && bytes.get(self.at) == Some(&b'\n');
                if breaks && let ControlFlow::Break(end) = self.pass_line_break(bytes) {
                    return end;
                }
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' if self.depth <= 1 => return Some(self.at + self.depth as usize),
                b'}' | b']' => self.depth -= 1,
                b',' | b' ' | b'\t' | b'\n' | b'\r' if self.depth == 0 => return Some(self.at),
                _ => {}
            }
            self.at += 1;
        }
        None
    }

    /// Goes on behind a line break within a string, unless the value ends there, or it is not known yet.
    fn pass_line_break(&mut self, bytes: &[u8]) -> ControlFlow<Option<usize>> {
        match broken(bytes, self.at) {
            None => return ControlFlow::Break(None),
            Some(Broken::Text(next)) => self.at = next,
            Some(Broken::String(closed)) => {
                let outer = self.depth.checked_sub(1).map(|outer| outer as usize);
                if let Some(end) = outer.and_then(|outer| closed.get(outer)) {
                    return ControlFlow::Break(Some(*end));
                }
                let closed = u32::try_from(closed.len()).unwrap_or(u32::MAX);
                self.depth = self.depth.saturating_sub(closed);
                self.in_string = false;
            }
        }
        ControlFlow::Continue(())
    }

    /// Goes on inside a string, up to its end or a line break; `true` after its end.
    fn pass_string(&mut self, bytes: &[u8]) -> bool {
        if self.escaped {
            self.escaped = false;
            self.at += 1;
            return false;
        }
        let rest = bytes.get(self.at..).unwrap_or_default();
        let Some(found) = memchr3(b'"', b'\\', b'\n', rest) else {
            self.at = bytes.len();
            return false;
        };
        self.at += found;
        if bytes.get(self.at) == Some(&b'\n') {
            return false;
        }
        self.in_string = bytes.get(self.at) != Some(&b'"');
        self.escaped = self.in_string;
        self.at += 1;
        !self.in_string
    }

    /// Bytes that were looked at for good: the text given next begins behind them.
    pub fn pass(&mut self) -> usize {
        std::mem::take(&mut self.at)
    }
}

/// What the line break at this place says; `None` where that is not in the text yet. Where the next line
/// begins as JSON does between values, a quote lacks: one torn string must not turn every other inside out.
fn broken(bytes: &[u8], at: usize) -> Option<Broken> {
    let after = bytes.get(at + 1..).unwrap_or_default();
    let space = after.iter().take(INDENT).take_while(|byte| byte.is_ascii_whitespace()).count();
    let next = after.get(space).filter(|_| space < INDENT);
    if next.is_none() && space < INDENT {
        return None;
    }
    Some(match next {
        Some(b'{' | b']' | b'}' | b',') => Broken::String(closed(bytes, at)),
        Some(b'"' | b'[') => Broken::String(Vec::new()),
        _ => Broken::Text(at + 1 + space),
    })
}

/// Where the brackets end that close something at the end of a line, the first of them first.
fn closed(bytes: &[u8], at: usize) -> Vec<usize> {
    let from = at.saturating_sub(INDENT);
    let line = bytes.get(from..at).unwrap_or_default();
    let is_close = |byte: u8| matches!(byte, b'}' | b']');
    let between = |byte: u8| is_close(byte) || byte == b',' || byte.is_ascii_whitespace();
    let front = line.iter().rposition(|byte| !between(*byte)).map_or(0, |last| last + 1);
    let run = line.iter().enumerate().skip(front);
    run.filter(|(_, byte)| is_close(**byte)).map(|(offset, _)| from + offset + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::{Scan, each_member, names_member, string, write_string};
    use proptest::prelude::*;

    #[test]
    fn ends_of_values() {
        for (text, end) in [
            (r#"{"a":"}\"{"} ,"#, Some(12)),
            ("[[],{}]x", Some(7)),
            (r#""a\\" "#, Some(5)),
            ("12,", Some(2)),
            ("true]", Some(4)),
            ("{\"a\":1", None),
            (r#""a\""#, None),
            ("12", None),
            ("{\"a\":\"b},\n{\"a\":\"c\"}", Some(8)),
            ("{\"a\":\"b}\n]", Some(8)),
            ("{\"a\":[{\"b\":\"c}]}\r\n ,{", Some(16)),
            ("{\"a\":[{\"b\":\"c},\n{\"b\":\"d\"}]},{", Some(27)),
            ("{\"a\":[{\"b\":\"c}\n]},{", Some(17)),
            ("{\"a\":\"b}]\n{", Some(8)),
            ("{\"a\":\"b,\n \"c\":\"}\"\n},", Some(19)),
            ("{\"a\":\"b\n}\n,", Some(9)),
            ("{\"a\":\"b\n c}\n\\\n{\"}x", Some(17)),
            ("\"a\n\n\nb\",", Some(7)),
        ] {
            assert_eq!(Scan::default().end(text), end, "{text}");
            let mut slow = Scan::default();
            let found = (0..=text.len()).find_map(|upto| slow.end(&text[..upto]));
            assert_eq!(found, end, "{text}");
        }
    }

    #[test]
    fn faults_have_a_place() {
        for (text, at) in [("{\"a\":}", 5), ("[]", 0), ("{\"a\":1} x", 8), ("", 0), ("{\"a\":1", 5)]
        {
            assert_eq!(each_member(text, &mut |_, _| ()).unwrap_err().at, at, "{text}");
        }
    }

    #[test]
    fn escapes() {
        let mut out = String::new();
        write_string("a\"\\/\n\r\t\u{1}\u{1f}\u{7f}\u{2028}é", &mut out);
        assert_eq!(out, "\"a\\\"\\\\/\\n\\r\\t\\u0001\\u001f\u{7f}\u{2028}é\"");
    }

    #[test]
    fn names() {
        assert!(names_member("{\"loc\" : 1}", "loc"));
        assert!(!names_member("{\"a\":\"loc\"}", "loc"));
        assert_eq!(string("\"\\ud83d\""), None);
    }

    proptest! {
        #[test]
        fn strings_come_back(text in any::<String>()) {
            let mut out = String::new();
            write_string(&text, &mut out);
            prop_assert_eq!(serde_json::from_str::<String>(&out).unwrap(), text.clone());
            prop_assert_eq!(string(&out).unwrap(), text);
            prop_assert_eq!(Scan::default().end(&out), Some(out.len()));
        }
    }
}
