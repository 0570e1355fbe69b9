//! The element that nearly every document consists of, at one look: `<url>` with plain leaves in it
//! and nothing else. As [`Cursor::plain_leaf`], it takes no decision of its own.

use crate::cursor::{Cursor, Text, is_space};
use crate::leaf::LeafName;
use crate::reference::{is_odd, is_unescaped, one_of_five};
use memchr::memchr;
use urlset_core::position;

/// Leaves of one element that are found at one look, at most.
const MOST: usize = 4;

/// The longest gap that is remembered, in bytes: two tags, a line end and indentation.
const GAP: usize = 48;

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
    /// Where it begins and ends, in the window.
    start: usize,
    end: usize,
}

/// From one text to the next: the end tag of a leaf and the start tag of another.
#[derive(Clone, Copy, Debug)]
struct Gap {
    /// Zeros behind its end.
    bytes: [u8; GAP],
    /// Which bits of them count.
    mask: [u8; GAP],
    /// 0 where nothing is remembered.
    length: usize,
    /// Of which so many stand before the first tag.
    space: usize,
    /// The leaf that ends, or [`NONE`] for the start of the element.
    before: u8,
    /// The leaf that begins, or [`NONE`] for the end of the element.
    next: u8,
}

/// In place of the number of a leaf.
const NONE: u8 = u8::MAX;

/// A leaf, in the window.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    /// Which of the names it has.
    name: u8,
    /// Whether its text, resolved, is in the buffer.
    resolved: bool,
    start: usize,
    end: usize,
}

impl PlainElement {
    /// One of this name that holds nothing but leaves of these names, each at most once and in this
    /// order; no more than four of them.
    pub const fn new(name: &'static LeafName, leaves: &'static [LeafName]) -> PlainElement {
        assert!(leaves.len() <= MOST, "more leaves have no place");
        let (bytes, mask) = ([0; GAP], [0; GAP]);
        let gap = Gap { bytes, mask, length: 0, space: 0, before: NONE, next: NONE };
        const LEAF: Leaf = Leaf { name: NONE, resolved: false, start: 0, end: 0 };
        PlainElement {
            name,
            names: leaves,
            gaps: [gap; MOST + 1],
            leaves: [LEAF; MOST],
            count: 0,
            start: 0,
            end: 0,
        }
    }

    /// The name that was looked for.
    pub fn name(&self) -> &'static LeafName {
        self.name
    }

    /// Which of the names the first leaf has.
    pub fn first(&self) -> Option<usize> {
        let first = self.leaves.first().filter(|_| self.count > 0)?;
        Some(usize::from(first.name))
    }

    /// Looks through the element at the front of the window, behind layout; where it ends.
    fn find(&mut self, window: &str, (buffer, unescaped): (&mut String, bool)) -> Option<usize> {
        let mut rest = window.as_bytes();
        self.count = 0;
        let mut before = NONE;
        loop {
            let known = self.gaps.get(self.count)?;
            let (length, next) = match known.before == before && known.is_at(rest) {
                true => (known.length, known.next),
                false => self.learn(rest, before)?,
            };
            rest = rest.get(length..)?;
            if next == NONE {
                self.start = self.gaps.first().map_or(0, |first| first.space);
                return Some(window.len() - rest.len());
            }
            let start = window.len() - rest.len();
            let mut length = position(rest, is_special)?;
            let mut resolved = false;
            if rest.get(length) != Some(&b'<') {
                (length, resolved) = read_on((window.get(start..)?, length), unescaped, buffer)?;
                // There is one buffer, and one field with references: the loc.
                if resolved && self.count > 0 {
                    return None;
                }
            }
            let (name, end) = (next, start + length);
            *self.leaves.get_mut(self.count)? = Leaf { name, resolved, start, end };
            self.count += 1;
            before = next;
            rest = rest.get(length..)?;
        }
    }

    /// How long the gap at the front is, after this leaf, and which leaf follows. It is remembered.
    #[cold]
    #[inline(never)]
    fn learn(&mut self, rest: &[u8], before: u8) -> Option<(usize, u8)> {
        let (after, next) = between((self.name, self.names), rest, before)?;
        let gap = rest.get(..rest.len() - after.len())?;
        let known = self.gaps.get_mut(self.count)?;
        // One that is too long is not remembered, but for the space before the element.
        known.length = 0;
        known.space = gap.len() - pass_space(gap).len();
        if gap.len() <= GAP {
            known.remember(gap);
            (known.before, known.next) = (before, next);
        }
        Some((gap.len(), next))
    }
}

impl Gap {
    /// Whether what is remembered stands at the front; not at the very end of the window.
    #[inline]
    fn is_at(&self, rest: &[u8]) -> bool {
        let Some(front) = rest.first_chunk::<GAP>() else { return false };
        // All bytes, and no branch between them, is less work than as many as there are.
        let mut other = 0;
        for ((byte, known), mask) in front.iter().zip(&self.bytes).zip(&self.mask) {
            other |= (byte ^ known) & mask;
        }
        other == 0 && self.length > 0
    }

    fn remember(&mut self, gap: &[u8]) {
        (self.bytes, self.mask, self.length) = ([0; GAP], [0; GAP], gap.len());
        for ((known, mask), byte) in self.bytes.iter_mut().zip(&mut self.mask).zip(gap) {
            (*known, *mask) = (*byte, 0xff);
        }
    }
}

/// Reads on in a text from the first byte that is more than plain: how long it is, and whether there are
/// references in it, which then are resolved in the buffer. `None` for one that wants a second thought.
#[cold]
#[inline(never)]
fn read_on(
    (text, plain): (&str, usize),
    unescaped: bool,
    buffer: &mut String,
) -> Option<(usize, bool)> {
    let (mut at, mut copied, mut refers) = (plain, 0, false);
    loop {
        match text.as_bytes().get(at)? {
            b'<' => break,
            b'&' => {
                let tail = text.get(at..)?;
                let (after, c) = one_of_five(tail)?;
                if !refers {
                    buffer.clear();
                }
                buffer.push_str(text.get(copied..at)?);
                buffer.push(c);
                at += tail.len() - after.len();
                (copied, refers) = (at, true);
            }
            byte if unescaped && is_unescaped(*byte) => at += 1,
            _ => return None,
        }
        at += position(text.as_bytes().get(at..)?, is_special)?;
    }
    if refers {
        buffer.push_str(text.get(copied..at)?);
    }
    // A `;` may end a reference that was escaped twice.
    let twice = refers && memchr(b';', buffer.as_bytes()).is_some();
    (!twice).then_some((at, refers))
}

/// Whether a byte ends a text, or asks for a second look at it.
const fn is_special(byte: u8) -> bool {
    (byte == b'<') | is_odd(byte) | is_unescaped(byte)
}

/// Reads the tags from the end of one leaf to the start of the next: what follows them, and which leaf
/// it is.
fn between<'w>(
    (name, leaves): (&LeafName, &[LeafName]),
    window: &'w [u8],
    before: u8,
) -> Option<(&'w [u8], u8)> {
    let rest = match leaves.get(usize::from(before)) {
        Some(leaf) => leaf.strip(window.strip_prefix(b"</")?)?,
        None => name.strip(pass_space(window).strip_prefix(b"<")?)?,
    };
    let rest = pass_space(rest).strip_prefix(b"<")?;
    if let Some(end) = rest.strip_prefix(b"/") {
        return Some((name.strip(end)?, NONE));
    }
    // Those behind it; all of them at the start, since the number after the greatest is 0.
    let later = (0..).zip(leaves).skip(usize::from(before.wrapping_add(1)));
    let (next, after) =
        later.filter_map(|(number, leaf)| Some((number, leaf.strip(rest)?))).next()?;
    Some((after, next))
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
        self.release();
        let unescaped = !self.remarks_values();
        let end = plain.find(self.input.window(), (&mut self.buffer, unescaped))?;
        plain.end = end;
        let is_damaged = self.input.damage(self.input.offset(), end).next().is_some();
        let length = end - plain.start;
        (!is_damaged && length <= self.limits.token_bytes as usize).then_some(length)
    }

    /// The text of the first leaf of the element that [`Cursor::find_plain`] found.
    pub fn first_plain(&self, plain: &PlainElement) -> &str {
        match plain.leaves.first() {
            Some(leaf) if leaf.resolved => &self.buffer,
            Some(leaf) => self.slice(leaf.start..leaf.end),
            None => "",
        }
    }

    /// The other leaves: which of the names each has, and its text.
    pub fn other_plain<'p>(
        &'p self,
        plain: &'p PlainElement,
    ) -> impl Iterator<Item = (usize, &'p [u8])> {
        let leaves = plain.leaves.get(1..plain.count).unwrap_or_default();
        let window = self.input.window().as_bytes();
        leaves.iter().map(move |leaf| {
            // Only the first may be in the buffer.
            (usize::from(leaf.name), window.get(leaf.start..leaf.end).unwrap_or_default())
        })
    }

    /// Goes to a leaf of the element that [`Cursor::find_plain`] found, so that [`Cursor::text`] is
    /// its text; gives which of the names it has, and `None` after the last.
    pub fn plain_field(&mut self, plain: &PlainElement, number: usize) -> Option<usize> {
        let leaf = plain.leaves.get(..plain.count)?.get(number)?;
        self.text = Text {
            offset: self.input.offset() + leaf.start as u64,
            length: u32::try_from(leaf.end - leaf.start).unwrap_or(u32::MAX),
            plain: (!leaf.resolved).then_some(leaf.start..leaf.end),
        };
        Some(usize::from(leaf.name))
    }

    /// Remembers the place of the element that [`Cursor::find_plain`] found, for
    /// [`Cursor::pinned`].
    pub fn pin_plain(&mut self, plain: &PlainElement) {
        self.tag.empty = false;
        self.input.pin(self.input.offset() + plain.start as u64);
    }

    /// Goes on behind the element that [`Cursor::find_plain`] found.
    pub fn take_plain(&mut self, plain: &PlainElement) {
        self.at = plain.end;
    }
}
