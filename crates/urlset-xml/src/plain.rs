//! The element that nearly every document consists of, at one look: `<url>` with plain leaves in it
//! and nothing else. As [`Cursor::plain_leaf`], it takes no decision of its own.

use crate::cursor::{Cursor, Text, is_space};
use crate::leaf::{LeafName, ODD, REFERENCE, UNESCAPED, look};
use crate::reference::resolve_five;
use memchr::memchr;
use std::ops::Range;

/// Leaves of one element that are found at one look, at most.
const MOST: usize = 4;

/// The longest gap that is remembered: two tags, a line end and indentation.
const GAP: usize = 46;

/// An element that [`Cursor::find_plain`] looks for, and the one that it found last.
#[derive(Clone, Debug)]
pub struct PlainElement {
    name: &'static LeafName,
    names: &'static [LeafName],
    /// What stood between the texts: the next element nearly always has the same there, which is
    /// seen by comparing.
    gaps: [Gap; MOST + 1],
    leaves: [Leaf; MOST],
    /// How many leaves there are.
    count: usize,
    end: usize,
}

/// From one text to the next: the end tag of a leaf and the start tag of another.
#[derive(Clone, Copy, Debug)]
struct Gap {
    bytes: [u8; GAP],
    /// 0 where nothing is remembered.
    length: usize,
    /// The leaf that ends, if it is not the start of the element.
    before: Option<usize>,
    /// The leaf that begins, if it is not the end of the element.
    next: Option<usize>,
}

/// A leaf, in the window.
#[derive(Clone, Debug, Default)]
struct Leaf {
    /// Which of the names it has.
    name: usize,
    text: Range<usize>,
    /// Whether its text, resolved, is in the buffer.
    resolved: bool,
}

impl PlainElement {
    /// One of this name that holds nothing but leaves of these names, each at most once and in this
    /// order; no more than four of them.
    pub const fn new(name: &'static LeafName, leaves: &'static [LeafName]) -> PlainElement {
        assert!(leaves.len() <= MOST, "more leaves have no place");
        let gap = Gap { bytes: [0; GAP], length: 0, before: None, next: None };
        const LEAF: Leaf = Leaf { name: 0, text: 0..0, resolved: false };
        PlainElement {
            name,
            names: leaves,
            gaps: [gap; MOST + 1],
            leaves: [LEAF; MOST],
            count: 0,
            end: 0,
        }
    }

    /// The name that was looked for.
    pub fn name(&self) -> &'static LeafName {
        self.name
    }

    /// Looks through the element at the front of the window; where it ends.
    fn find(&mut self, window: &str, (buffer, unescaped): (&mut String, bool)) -> Option<usize> {
        let bytes = window.as_bytes();
        self.count = 0;
        let (mut at, mut before, mut resolved) = (0, None, false);
        loop {
            let rest = bytes.get(at..)?;
            let (length, next) = self.gap(rest, before)?;
            at += length;
            let Some(name) = next else { return Some(at) };
            let rest = rest.get(length..)?;
            let (text, _) = rest.split_at_checked(memchr(b'<', rest)?)?;
            let classes = look(text);
            let range = at..at + text.len();
            at = range.end;
            let refers = classes & REFERENCE != 0;
            // There is one buffer, and one field with references: the loc.
            let legible = classes & ODD == 0 && (unescaped || classes & UNESCAPED == 0);
            if !legible || refers && resolved {
                return None;
            }
            if refers && !resolve_five(window.get(range.clone())?, buffer) {
                return None;
            }
            resolved |= refers;
            *self.leaves.get_mut(self.count)? = Leaf { name, text: range, resolved: refers };
            self.count += 1;
            before = next;
        }
    }

    /// How long the gap at the front is, after this leaf, and which leaf follows.
    fn gap(&mut self, rest: &[u8], before: Option<usize>) -> Option<(usize, Option<usize>)> {
        let known = self.gaps.get_mut(self.count)?;
        let bytes = known.bytes.get(..known.length)?;
        if known.length > 0 && known.before == before && rest.starts_with(bytes) {
            return Some((known.length, known.next));
        }
        let (after, next) = between((self.name, self.names), rest, before)?;
        let length = rest.len() - after.len();
        if let (Some(bytes), Some(gap)) = (known.bytes.get_mut(..length), rest.get(..length)) {
            bytes.copy_from_slice(gap);
            (known.length, known.before, known.next) = (length, before, next);
        }
        Some((length, next))
    }
}

/// Reads the tags from the end of one leaf to the start of the next: what follows them, and which leaf
/// it is.
fn between<'w>(
    (name, leaves): (&LeafName, &[LeafName]),
    window: &'w [u8],
    before: Option<usize>,
) -> Option<(&'w [u8], Option<usize>)> {
    let rest = match before {
        Some(leaf) => leaves.get(leaf)?.strip(window.strip_prefix(b"</")?)?,
        None => name.strip(window.strip_prefix(b"<")?)?,
    };
    let rest = pass_space(rest).strip_prefix(b"<")?;
    if let Some(end) = rest.strip_prefix(b"/") {
        return Some((name.strip(end)?, None));
    }
    let later = leaves.iter().enumerate().skip(before.map_or(0, |leaf| leaf + 1));
    let (next, after) =
        later.filter_map(|(number, leaf)| Some((number, leaf.strip(rest)?))).next()?;
    Some((after, Some(next)))
}

fn pass_space(bytes: &[u8]) -> &[u8] {
    let space = bytes.iter().take_while(|byte| is_space(**byte)).count();
    bytes.get(space..).unwrap_or_default()
}

impl Cursor<'_> {
    /// Finds the next child where it is wholly in the window, is such an element, has no attribute and
    /// no prefix, and is in the namespace of the root. Nothing is read, and nothing is told. Gives its
    /// bytes.
    pub fn find_plain(&mut self, plain: &mut PlainElement) -> Option<usize> {
        if self.standing
            || self.ends > 0
            || self.parent == 0
            || self.open.len() + 2 > usize::from(self.limits.depth)
            || !self.default_is_root_namespace()
        {
            return None;
        }
        self.pass_layout();
        let unescaped = !self.remarks_values();
        let end = plain.find(self.input.window(), (&mut self.buffer, unescaped))?;
        plain.end = end;
        let is_damaged = self.input.damage(self.input.offset(), end).next().is_some();
        (!is_damaged && end <= self.limits.token_bytes as usize).then_some(end)
    }

    /// Goes to a leaf of the element that [`Cursor::find_plain`] found, so that [`Cursor::text`] is
    /// its text; gives which of the names it has, and `None` after the last.
    pub fn plain_field(&mut self, plain: &PlainElement, number: usize) -> Option<usize> {
        let leaf = plain.leaves.get(..plain.count)?.get(number)?;
        self.text = Text {
            offset: self.input.offset() + leaf.text.start as u64,
            length: u32::try_from(leaf.text.len()).unwrap_or(u32::MAX),
            plain: (!leaf.resolved).then(|| leaf.text.clone()),
        };
        Some(leaf.name)
    }

    /// Remembers the place of the element that [`Cursor::find_plain`] found, for
    /// [`Cursor::pinned`].
    pub fn pin_plain(&mut self) {
        self.tag.empty = false;
        self.input.pin(self.input.offset());
    }

    /// Goes on behind the element that [`Cursor::find_plain`] found.
    pub fn take_plain(&mut self, plain: &PlainElement) {
        self.at = plain.end;
    }
}
