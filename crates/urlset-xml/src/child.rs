//! The next child where it holds nothing but text, at one look: whatever its name, with attributes, with
//! references to the five characters, or as one CDATA section.
//!
//! As [`Cursor::plain_leaf`], it takes no decision of its own: whatever is not exactly that is left to
//! [`Cursor::next_child`], at the same byte, which would have read and told the same.

use crate::copy::qname;
use crate::cursor::{Cursor, Tag, Text};
use crate::reference::resolve_five;
use crate::scope::Id;
use memchr::memchr;
use std::ops::Range;
use urlset_core::{Position, any, position};

/// Attributes of one tag, as many as are compared with each other.
const MOST: usize = 4;

const CDATA: &[u8] = b"<![CDATA[";

/// References that in a CDATA section are none.
const ESCAPES: [&[u8]; 4] = [b"&amp;", b"&lt;", b"&gt;", b"&#38;"];

/// Start tags that are known, at most.
const KNOWN: usize = 16;

/// The longest start tag that is remembered.
const LONGEST: usize = 64;

/// A child that was found and is not taken yet. Its tag and its text are the cursor's, which does not
/// count it among the open elements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    start: Start,
    namespace: Id,
    /// Where it ends in the window; 0 where there is none.
    end: usize,
}

/// Start tags that children had, and what each is to whoever reads them: those that follow are nearly
/// always the same in the same order, which is seen by comparing.
#[derive(Debug)]
pub struct KnownTags<K> {
    tags: Vec<Known<K>>,
    /// The one after that which was met last.
    next: usize,
}

/// A start tag without a prefix, in the namespace of the root.
#[derive(Debug)]
struct Known<K> {
    bytes: Box<[u8]>,
    start: Start,
    namespace: Id,
    kind: K,
}

impl<K: Copy> KnownTags<K> {
    /// Forgets all: the document has another root.
    pub fn clear(&mut self) {
        self.tags.clear();
        self.next = 0;
    }

    /// What the child at the front of the window is, where it has a known start tag.
    fn find(&mut self, window: &[u8], namespace: Option<Id>) -> Option<&Known<K>> {
        let (before, after) = self.tags.split_at_checked(self.next)?;
        let is_it = |known: &Known<K>| {
            window.starts_with(&known.bytes) && namespace == Some(known.namespace)
        };
        let at = match after.iter().position(is_it) {
            Some(at) => self.next + at,
            None => before.iter().position(is_it)?,
        };
        self.next = at + 1;
        self.tags.get(at)
    }

    fn learn(&mut self, known: Known<K>) {
        if self.tags.len() == KNOWN {
            self.tags.clear();
        }
        self.tags.push(known);
        self.next = self.tags.len();
    }
}

impl<K> Default for KnownTags<K> {
    fn default() -> KnownTags<K> {
        KnownTags { tags: Vec::new(), next: 0 }
    }
}

/// A start tag at the front of the window.
#[derive(Clone, Debug, Default)]
struct Start {
    /// Where its name ends.
    name: usize,
    /// Length of the prefix with the colon.
    prefix: usize,
    /// Names and values of its attributes, in the window; none has a prefix or declares anything.
    attributes: [(Range<usize>, Range<usize>); MOST],
    count: usize,
    /// Where its attributes end.
    close: usize,
    empty: bool,
    end: usize,
}

/// A text and its end tag, in the window.
struct Inside {
    /// With what marks it as CDATA.
    raw: Range<usize>,
    /// Without; `None` where its references are resolved in the buffer.
    text: Option<Range<usize>>,
    end: usize,
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
        if self.standing
            || self.ends > 0
            || self.parent == 0
            || self.open.len() >= usize::from(self.limits.depth)
            || self.remarks_values()
        {
            return None;
        }
        self.pass_layout();
        let bytes = self.input.window().as_bytes();
        if bytes.get(1) == Some(&b'/') {
            return None;
        }
        let kind = match known.find(bytes, self.scope.resolve("")) {
            Some(known) => {
                self.found.start.set(&known.start);
                self.found.namespace = known.namespace;
                known.kind
            }
            None => self.look_at_tag(known, kind)?,
        };
        self.look_inside().then_some(kind)
    }

    /// Looks at the start tag at the front of the window and remembers it.
    fn look_at_tag<K: Copy>(
        &mut self,
        known: &mut KnownTags<K>,
        kind: impl FnOnce(&str, &str) -> Option<K>,
    ) -> Option<K> {
        let window = self.input.window();
        let most = usize::from(self.limits.attributes).min(MOST);
        let start = &mut self.found.start;
        start.look(window, most, &mut self.buffer)?;
        let prefix = window.get(1..start.prefix.max(1))?;
        let namespace = self.scope.resolve(prefix)?;
        self.found.namespace = namespace;
        let name = window.get(1 + start.prefix..start.name)?;
        let kind = kind(self.scope.uri(namespace), name)?;
        let is_root = self.open.first().map(|root| root.namespace) == Some(namespace);
        // What says all in its tag says something else each time.
        if is_root && start.prefix == 0 && start.end <= LONGEST && !start.empty {
            let bytes = window.as_bytes().get(..start.end)?.into();
            known.learn(Known { bytes, start: start.clone(), namespace, kind });
        }
        Some(kind)
    }

    /// Looks at the text and the end tag of the child whose start tag was looked at.
    fn look_inside(&mut self) -> bool {
        let start = &self.found.start;
        let inside = match start.empty {
            true => Some(Inside { raw: start.end..start.end, text: Some(0..0), end: start.end }),
            false => inside(self.input.window(), start.end, start.name, &mut self.buffer),
        };
        let offset = self.input.offset();
        let Some(Inside { raw, text, end }) = inside else { return false };
        if end > self.limits.token_bytes as usize || self.input.damage(offset, end).next().is_some()
        {
            return false;
        }
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
        self.text =
            Text { plain: text, offset: offset + raw.start as u64, length: short(raw.len()) };
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
    fn set(&mut self, other: &Start) {
        let Start { name, prefix, ref attributes, count, close, empty, end } = *other;
        (self.name, self.prefix, self.count) = (name, prefix, count);
        (self.close, self.empty, self.end) = (close, empty, end);
        if count > 0 {
            self.attributes.clone_from(attributes);
        }
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
    let [b'=', quote @ (b'"' | b'\''), value @ ..] = rest.get(length..)? else { return None };
    let value = value.get(..memchr(*quote, value)?)?;
    // Line ends and tabs become spaces there (XML 1.0 section 3.3.3).
    let is_read_otherwise = any(value, |byte| (byte < 0x20) | (byte == b'<'));
    if colon.is_some() || rest.starts_with(b"xmlns=") || is_read_otherwise {
        return None;
    }
    let start = from + length + 2;
    let range = start..start + value.len();
    legible(window, range.clone(), buffer)?;
    Some((from..from + length, range))
}

/// Whether a text is what is written there, and not in the buffer with its references resolved; `None`
/// where it would have to be told.
fn legible(window: &str, range: Range<usize>, buffer: &mut String) -> Option<bool> {
    let bytes = window.as_bytes().get(range.clone())?;
    if !any(bytes, is_strange) {
        return Some(true);
    }
    let told = any(bytes, |byte| is_strange(byte) & (byte != b'&'));
    (!told && resolve_five(window.get(range)?, buffer)).then_some(false)
}

/// What stands between the start tag that ends here and the end tag of that name, which begins at the
/// second byte of the window.
fn inside(window: &str, from: usize, name: usize, buffer: &mut String) -> Option<Inside> {
    let bytes = window.as_bytes();
    let rest = bytes.get(from..)?;
    let length = position(rest, |byte| is_strange(byte) | (byte == b'<'))?;
    let (raw, text) = match rest.get(length..)? {
        [b'<', b'!', ..] if length == 0 && rest.starts_with(CDATA) => {
            let start = from + CDATA.len();
            let length = section(rest.get(CDATA.len()..)?)?;
            (from..start + length + 3, Some(start..start + length))
        }
        [b'<', ..] => (from..from + length, Some(from..from + length)),
        _ => {
            let range = from..from + memchr(b'<', rest)?;
            let plain = legible(window, range.clone(), buffer)?;
            (range.clone(), plain.then_some(range))
        }
    };
    let after = bytes.get(raw.end..)?.strip_prefix(b"</")?.strip_prefix(bytes.get(1..name)?)?;
    let end = raw.end + name + 2;
    (after.first() == Some(&b'>')).then_some(Inside { raw, text, end })
}

/// The length of the CDATA section that begins here, where nothing would be told about it.
fn section(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    let length = loop {
        at += memchr(b']', bytes.get(at..)?)?;
        if bytes.get(at..)?.starts_with(b"]]>") {
            break at;
        }
        at += 1;
    };
    let text = bytes.get(..length)?;
    if any(text, |byte| is_strange(byte) & (byte != b']') & (byte != b'&')) {
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
