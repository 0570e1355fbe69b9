//! Markup as it stands in well-formed XML, and nothing else: what anyone repairs is odd here.

use memchr::{memchr, memmem};
use std::ops::Range;

/// What begins with `<`.
pub(crate) enum Tag {
    /// `<url>`, or `<url/>`, which is empty; where its name stands.
    Open(Range<usize>, bool),
    /// `</url>`.
    Close(Range<usize>),
    /// A CDATA section.
    Text,
    /// A comment or a processing instruction.
    Aside,
}

/// What is known of a text that begins with `<`.
pub(crate) enum Looked {
    /// A tag, and its bytes.
    Whole(Tag, usize),
    /// Its end is not there yet.
    More,
    /// Something else, or a declaration: what an entity stands for may be markup.
    Odd,
}

/// What stands at the front of a text, which begins the document or does not.
pub(crate) fn look(text: &[u8], begins: bool) -> Looked {
    if text.starts_with(b"<!--") {
        match inside(text, 4, b"-->") {
            None => Looked::More,
            // What ends a comment that is none is not told here.
            Some(said) if said.starts_with(b">") || memmem::find(said, b"--").is_some() => {
                Looked::Odd
            }
            Some(said) if said.ends_with(b"-") => Looked::Odd,
            Some(said) => Looked::Whole(Tag::Aside, 4 + said.len() + 3),
        }
    } else if text.starts_with(b"<![CDATA[") {
        let said = inside(text, 9, b"]]>");
        said.map_or(Looked::More, |said| Looked::Whole(Tag::Text, 9 + said.len() + 3))
    } else if text.starts_with(b"<?") {
        let Some(said) = inside(text, 2, b"?>") else { return Looked::More };
        let target = said.get(name(said, 0)).unwrap_or_default();
        let is_late = target.eq_ignore_ascii_case(b"xml") && !begins;
        if target.is_empty() || is_late || said.iter().any(|byte| b"<>".contains(byte)) {
            return Looked::Odd;
        }
        Looked::Whole(Tag::Aside, 2 + said.len() + 2)
    } else if text.starts_with(b"</") {
        let name = name(text, 2);
        let end = space(text, name.end);
        match text.get(end) {
            None => Looked::More,
            Some(b'>') if !name.is_empty() => Looked::Whole(Tag::Close(name), end + 1),
            Some(_) => Looked::Odd,
        }
    } else {
        open(text)
    }
}

/// What is between a beginning of so many bytes and an end.
fn inside<'t>(text: &'t [u8], from: usize, end: &[u8]) -> Option<&'t [u8]> {
    let rest = text.get(from..)?;
    rest.get(..memmem::find(rest, end)?)
}

/// The name that begins here; empty where none does.
fn name(text: &[u8], from: usize) -> Range<usize> {
    let rest = text.get(from..).unwrap_or_default();
    let is_in = |byte: &u8| byte.is_ascii_alphanumeric() || b":_-.".contains(byte) || *byte >= 0x80;
    let length = rest.iter().take_while(|byte| is_in(byte)).count();
    from..from + length
}

/// Where white space that begins here ends.
fn space(text: &[u8], from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|byte| b" \t\r\n".contains(byte)).count()
}

/// A tag with its attributes: a `>` in a value does not end it.
fn open(text: &[u8]) -> Looked {
    let own = name(text, 1);
    let mut at = own.end;
    if own.is_empty() {
        return if text.len() < 2 { Looked::More } else { Looked::Odd };
    }
    loop {
        let next = space(text, at);
        match text.get(next..) {
            None | Some([] | [b'/']) => return Looked::More,
            Some([b'>', ..]) => return Looked::Whole(Tag::Open(own, false), next + 1),
            Some([b'/', b'>', ..]) => return Looked::Whole(Tag::Open(own, true), next + 2),
            Some(_) if next == at => return Looked::Odd,
            Some(_) => {}
        }
        let attribute = name(text, next);
        let equals = space(text, attribute.end);
        let quote = space(text, equals + 1);
        let quoted = match (text.get(equals), text.get(quote)) {
            (Some(b'='), Some(mark @ (b'"' | b'\''))) if !attribute.is_empty() => *mark,
            (None, _) | (Some(b'='), None) => return Looked::More,
            _ => return Looked::Odd,
        };
        let value = text.get(quote + 1..).unwrap_or_default();
        let Some(end) = memchr(quoted, value) else { return Looked::More };
        if value.get(..end).is_some_and(|value| memchr(b'<', value).is_some()) {
            return Looked::Odd;
        }
        at = quote + 1 + end + 1;
    }
}
