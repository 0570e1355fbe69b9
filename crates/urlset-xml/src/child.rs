//! The next child where it holds nothing but text, at one look: whatever its name, with attributes, with
//! references to the five characters, or as one CDATA section.
//!
//! As [`Cursor::plain_leaf`], it takes no decision of its own: whatever is not exactly that is left to
//! [`Cursor::next_child`], at the same byte, which would have read and told the same.

use crate::children::KnownTags;
use crate::copy::qname;
use crate::cursor::{Cursor, Tag, Text};
use crate::reference::{append_five, resolve_five};
use crate::scope::Id;
use memchr::{memchr, memmem};
use std::ops::Range;
use urlset_core::{Position, any, position};

/// Attributes of one tag, as many as are compared with each other.
const MOST: usize = 4;

pub(crate) const CDATA: &[u8] = b"<![CDATA[";

/// References that in a CDATA section are none.
const ESCAPES: [&[u8]; 4] = [b"&amp;", b"&lt;", b"&gt;", b"&#38;"];

/// A child that was found and is not taken yet. Its tag and its text are the cursor's, which does not
/// count it among the open elements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub(crate) start: Start,
    pub(crate) namespace: Id,
    /// Where it ends in the window; 0 where there is none.
    pub(crate) end: usize,
}

/// A start tag at the front of the window.
#[derive(Clone, Debug, Default)]
pub(crate) struct Start {
    /// Where its name ends.
    pub(crate) name: usize,
    /// Length of the prefix with the colon.
    pub(crate) prefix: usize,
    /// Names and values of its attributes, in the window; none has a prefix or declares anything.
    attributes: [(Range<usize>, Range<usize>); MOST],
    pub(crate) count: usize,
    /// Where its attributes end.
    close: usize,
    pub(crate) empty: bool,
    pub(crate) end: usize,
}

/// What stands between a start tag and an end tag, or between quotation marks, in the window.
#[derive(Clone, Debug)]
pub(crate) struct Inside {
    /// With what marks it as CDATA.
    pub(crate) raw: Range<usize>,
    /// Without; in the buffer where references in it are resolved.
    pub(crate) text: Range<usize>,
    pub(crate) resolved: bool,
}

impl Cursor<'_> {
    /// Finds the next child where it is wholly in the window, holds nothing but text, and has nothing
    /// about it that would be told; gives what it is, which `kind` says of its namespace and its local
    /// name, once for each tag that is remembered. `None`, and nothing is read or told, for any other.
    ///
    /// Until anything else is read, [`Cursor::name`], its attributes and its place are those of this
    /// child, and [`Cursor::read_text`] or [`Cursor::skip`] take it; anything else reads it as if it had
    /// not been found.
    pub fn find_child<K: Copy>(
        &mut self,
        known: &mut KnownTags<K>,
        kind: impl FnOnce(&str, &str) -> Option<K>,
    ) -> Option<K> {
        if !self.may_find() {
            return None;
        }
        let kind = self.look_at_tag(known, kind)?;
        let (inside, end) = self.look_inside()?;
        self.set_found(inside, end).then_some(kind)
    }

    /// Whether the cursor is where a child can be found.
    pub(crate) fn may_find(&self) -> bool {
        !self.standing
            && self.ends == 0
            && self.parent > 0
            && self.open.len() < usize::from(self.limits.depth)
            && !self.remarks_values()
    }

    /// Looks at the start tag at the front of the window, behind layout, and remembers it.
    fn look_at_tag<K: Copy>(
        &mut self,
        known: &mut KnownTags<K>,
        kind: impl FnOnce(&str, &str) -> Option<K>,
    ) -> Option<K> {
        self.pass_layout();
        let window = self.input.window();
        if window.as_bytes().get(1) == Some(&b'/') {
            return None;
        }
        let most = usize::from(self.limits.attributes).min(MOST);
        let start = &mut self.found.start;
        start.look(window, most, &mut self.buffer)?;
        let prefix = window.get(1..start.prefix.max(1))?;
        let namespace = self.scope.resolve(prefix)?;
        self.found.namespace = namespace;
        let name = window.get(1 + start.prefix..start.name)?;
        let kind = kind(self.scope.uri(namespace), name)?;
        let is_root = self.open.first().map(|root| root.namespace) == Some(namespace);
        if is_root && start.prefix == 0 {
            known.learn(window, start, namespace, kind);
        }
        Some(kind)
    }

    /// Looks at what is in the child whose start tag was looked at, and for its end tag: what is in it,
    /// and where it ends.
    fn look_inside(&mut self) -> Option<(Inside, usize)> {
        let start = &self.found.start;
        if start.empty {
            let raw = start.end..start.end;
            return Some((Inside { raw: raw.clone(), text: raw, resolved: false }, start.end));
        }
        let window = self.input.window();
        self.buffer.clear();
        let inside = inside(window, start.end, &mut self.buffer)?;
        let (tag, bytes) = (window.as_bytes().get(1..start.name)?, window.as_bytes());
        let after = bytes.get(inside.raw.end..)?.strip_prefix(b"</")?.strip_prefix(tag)?;
        let end = inside.raw.end + tag.len() + 3;
        (after.first() == Some(&b'>')).then_some((inside, end))
    }

    /// Makes what was looked at the child that was found; `false` where a closer look has to be taken.
    pub(crate) fn set_found(&mut self, inside: Inside, end: usize) -> bool {
        let (start, offset) = (&self.found.start, self.input.offset());
        if end > self.limits.token_bytes as usize || self.input.damage(offset, end).next().is_some()
        {
            return false;
        }
        let Inside { raw, text, resolved } = inside;
        let short = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        self.token = 0..start.end;
        self.tag = Tag {
            qname: 1..start.name,
            attributes: start.name..start.close,
            empty: start.empty,
            repeats: false,
            offset,
            length: short(start.end),
        };
        self.text = Text {
            plain: (!resolved).then_some(text),
            offset: offset + raw.start as u64,
            length: short(raw.len()),
        };
        self.found.end = end;
        if self.found.start.prefix > 0 && self.has_remarks() {
            self.remark_prefixes();
        }
        true
    }

    /// The child that was found and not taken yet.
    pub(crate) fn found(&self) -> Option<&Found> {
        (self.found.end > 0).then_some(&self.found)
    }

    /// Goes on behind the child that was found; `false` where none is.
    pub(crate) fn take_found(&mut self) -> bool {
        let end = std::mem::take(&mut self.found.end);
        if end > 0 {
            self.at = end;
            if self.tag.empty {
                (self.text.offset, self.text.length) = (self.tag.offset, self.tag.length);
            }
        }
        end > 0
    }

    /// The namespace of a child that was found.
    pub(crate) fn found_namespace(&self, found: &Found) -> &str {
        self.scope.uri(found.namespace)
    }

    /// The value of an attribute, as written, of a child that was found.
    pub(crate) fn found_attribute(
        &self,
        found: &Found,
        wanted: impl Fn(&str) -> bool,
    ) -> Option<&str> {
        let given = found.start.attributes.get(..found.start.count)?;
        let of = |name: &Range<usize>| self.input.window().get(name.clone()).is_some_and(&wanted);
        let (_, value) = given.iter().find(|(name, _)| of(name))?;
        self.input.window().get(value.clone())
    }

    /// Names and values, as written, of the attributes of the child that was found.
    pub fn child_attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        let start = &self.found.start;
        let given = start.attributes.get(..start.count).unwrap_or_default();
        let text = |range: &Range<usize>| self.slice(range.clone());
        given.iter().map(move |(name, value)| (text(name), text(value)))
    }

    /// Whether the child that was found holds nothing.
    pub fn child_is_empty(&self) -> bool {
        self.text.length == 0
    }

    /// Replaces `out` by the value of an attribute of the child that was found; `false` where it has none
    /// of that name.
    pub fn child_attribute(&self, name: &str, out: &mut String) -> bool {
        let raw = self.child_attributes().find(|(known, _)| *known == name);
        raw.is_some_and(|(_, raw)| {
            if memchr(b'&', raw.as_bytes()).is_some() {
                return resolve_five(raw, out);
            }
            out.clear();
            out.push_str(raw);
            true
        })
    }

    /// Whether the start tag read last has more than its name, until anything else is read.
    pub fn has_attributes(&self) -> bool {
        !self.tag.attributes.is_empty()
    }

    /// Of the `<` of the start tag read last, in the decoded text.
    pub fn tag_offset(&self) -> u64 {
        self.tag.offset
    }

    /// Where an offset is of the decoded text, since which nothing but found children was read.
    pub fn position_at(&self, offset: u64) -> Position {
        self.input.position_at(offset)
    }
}

impl Found {
    /// There is none any more.
    pub(crate) fn forget(&mut self) {
        self.end = 0;
    }

    /// Length of its prefix with the colon.
    pub(crate) fn prefix(&self) -> usize {
        self.start.prefix
    }
}

impl Start {
    pub(crate) fn set(&mut self, other: &Start) {
        let Start { name, prefix, ref attributes, count, close, empty, end } = *other;
        (self.name, self.prefix, self.count) = (name, prefix, count);
        (self.close, self.empty, self.end) = (close, empty, end);
        if count > 0 {
            self.attributes.clone_from(attributes);
        }
    }

    /// Names and values of its attributes; but for the value of this number.
    pub(crate) fn attributes(
        &self,
        window: &str,
        number: usize,
    ) -> Vec<(Box<str>, Option<Box<str>>)> {
        let given = self.attributes.get(..self.count).unwrap_or_default().iter().enumerate();
        let text = |range: &Range<usize>| window.get(range.clone()).unwrap_or_default().into();
        given.map(|(at, (name, value))| (text(name), (at != number).then(|| text(value)))).collect()
    }

    /// The number of the longest value, and where it stands.
    pub(crate) fn longest(&self) -> Option<(usize, Range<usize>)> {
        let given = self.attributes.get(..self.count)?.iter().enumerate();
        let (number, (_, value)) = given.max_by_key(|(_, (_, value))| value.len())?;
        Some((number, value.clone()))
    }

    /// The value of this number ends here; what stands behind it moves along.
    pub(crate) fn set_value(&mut self, number: usize, end: usize) {
        let Some((_, value)) = self.attributes.get_mut(number) else { return };
        let before = std::mem::replace(&mut value.end, end);
        let moved = |at: usize| (at + end).saturating_sub(before);
        for (name, value) in self.attributes.iter_mut().take(self.count).skip(number + 1) {
            *name = moved(name.start)..moved(name.end);
            *value = moved(value.start)..moved(value.end);
        }
        (self.close, self.end) = (moved(self.close), moved(self.end));
    }

    /// Looks at the start tag at the front of the window; `None` where a closer look has to be taken.
    fn look(&mut self, window: &str, most: usize, buffer: &mut String) -> Option<()> {
        let bytes = window.as_bytes();
        let (length, colon) = name(bytes.strip_prefix(b"<")?)?;
        self.name = length + 1;
        self.prefix = colon.map_or(0, |colon| colon + 1);
        self.count = 0;
        let mut at = self.name;
        loop {
            match bytes.get(at..)? {
                [b'>', ..] => {
                    (self.close, self.empty, self.end) = (at, false, at + 1);
                    return Some(());
                }
                [b'/', b'>', ..] => {
                    (self.close, self.empty, self.end) = (at, true, at + 2);
                    return Some(());
                }
                [b' ', b'/' | b' ', ..] => at += 1,
                [b' ', ..] => {
                    let (name, value) = attribute(window, at + 1, buffer)?;
                    let text = |range: &Range<usize>| bytes.get(range.clone());
                    let before = self.attributes.get(..self.count)?;
                    if self.count >= most || before.iter().any(|one| text(&one.0) == text(&name)) {
                        return None;
                    }
                    at = value.end + 1;
                    *self.attributes.get_mut(self.count)? = (name, value);
                    self.count += 1;
                }
                _ => return None,
            }
        }
    }
}

/// The length of the name at the front, and where its colon stands.
fn name(bytes: &[u8]) -> Option<(usize, Option<usize>)> {
    // Nearly every name is made of letters.
    let letters = bytes.iter().position(|byte| !byte.is_ascii_alphabetic())?;
    match bytes.get(letters)? {
        b'>' | b' ' | b'=' | b'/' if letters > 0 => Some((letters, None)),
        _ => qname(bytes),
    }
}

/// The name and the value of the attribute that begins here; `None` for one with a prefix, for a
/// declaration, and for a value that something would be told about.
fn attribute(
    window: &str,
    from: usize,
    buffer: &mut String,
) -> Option<(Range<usize>, Range<usize>)> {
    let rest = window.as_bytes().get(from..)?;
    let (length, colon) = name(rest)?;
    let [b'=', quote @ (b'"' | b'\''), ..] = rest.get(length..)? else { return None };
    if colon.is_some() || rest.starts_with(b"xmlns=") {
        return None;
    }
    let start = from + length + 2;
    Some((from..from + length, value(window, start, *quote, buffer)?.raw))
}

/// The value that begins here; `None` for one that something would be told about.
pub(crate) fn value(window: &str, from: usize, quote: u8, buffer: &mut String) -> Option<Inside> {
    let rest = window.as_bytes().get(from..)?;
    // Line ends and tabs become spaces there (XML 1.0 section 3.3.3).
    let is_odd = |byte| is_strange(byte) | (byte < 0x20) | (byte == b'<');
    let length = position(rest, |byte| is_odd(byte) | (byte == quote))?;
    match rest.get(length)? {
        byte if *byte == quote => Some(Inside::plain(from..from + length)),
        b'&' => {
            let end = from + memchr(quote, rest)?;
            let text = rest.get(length..end - from)?;
            let is_told = any(text, |byte| is_odd(byte) & (byte != b'&'));
            if is_told { None } else { Inside::resolved(window, from..end, buffer) }
        }
        _ => None,
    }
}

/// What stands between the start tag that ends here and the next tag; `None` where something would be
/// told about it.
pub(crate) fn inside(window: &str, from: usize, buffer: &mut String) -> Option<Inside> {
    let rest = window.as_bytes().get(from..)?;
    let length = position(rest, |byte| is_strange(byte) | (byte == b'<'))?;
    match rest.get(length..)? {
        [b'<', b'!', ..] if length == 0 && rest.starts_with(CDATA) => {
            let start = from + CDATA.len();
            let length = section(rest.get(CDATA.len()..)?)?;
            let text = start..start + length;
            Some(Inside { raw: from..text.end + 3, text, resolved: false })
        }
        [b'<', ..] => Some(Inside::plain(from..from + length)),
        [b'&', ..] => {
            let end = memchr(b'<', rest)?;
            let text = rest.get(length..end)?;
            let is_told = any(text, |byte| is_strange(byte) & (byte != b'&'));
            if is_told { None } else { Inside::resolved(window, from..from + end, buffer) }
        }
        _ => None,
    }
}

impl Inside {
    fn plain(raw: Range<usize>) -> Inside {
        Inside { raw: raw.clone(), text: raw, resolved: false }
    }

    /// A text with references, which are resolved at the end of the buffer; `None` where they would be
    /// told.
    fn resolved(window: &str, raw: Range<usize>, buffer: &mut String) -> Option<Inside> {
        let start = buffer.len();
        let is_whole = append_five(window.get(raw.clone())?, buffer);
        is_whole.then_some(Inside { raw, text: start..buffer.len(), resolved: true })
    }
}

/// The length of the CDATA section that begins here, where nothing would be told about it.
pub(crate) fn section(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    let length = loop {
        at += memchr(b']', bytes.get(at..)?)?;
        if bytes.get(at..)?.starts_with(b"]]>") {
            break at;
        }
        at += 1;
    };
    let text = bytes.get(..length)?;
    let is_odd = any(text, |byte| is_strange(byte) & (byte != b']') & (byte != b'&'));
    // Where another one begins in it, the end of the first may be missing.
    if is_odd || memmem::find(text, CDATA).is_some() {
        return None;
    }
    let mut rest = text;
    while let Some(at) = memchr(b'&', rest) {
        let reference = rest.get(at..)?;
        if ESCAPES.iter().any(|escape| reference.starts_with(escape)) {
            return None;
        }
        rest = reference.get(1..)?;
    }
    Some(length)
}

/// Bytes that make a second look at a text necessary: what becomes another character or is told.
const fn is_strange(byte: u8) -> bool {
    ((byte < 0x20) & (byte != b'\n') & (byte != b'\t'))
        | (byte == b'&')
        | (byte == b']')
        | (byte == 0xef)
}
