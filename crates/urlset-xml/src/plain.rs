//! The element that nearly every document consists of, at one look: `<url>` with plain leaves in it
//! and nothing else. As [`Cursor::plain_leaf`], it takes no decision of its own.

use crate::cursor::{Cursor, Text, is_space};
use crate::leaf::LeafName;
use crate::reference::{is_odd, is_unescaped, one_of_five};
use memchr::memchr;
use urlset_core::{any, may_be_odd, position, position_anywhere};

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
    /// Whether the first has no byte that may be odd, beside references to `&` and `'`, and escapes.
    clean: bool,
    /// Where it begins and ends, in the window; where more stands behind the leaves, these end there.
    start: usize,
    end: usize,
    is_whole: bool,
}

/// From one text to the next: the end tag of a leaf and the start tag of another.
// Aligned, its bytes are compared where they stand, without being loaded first.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct Gap {
    /// Zeros behind its end.
    bytes: [u8; GAP],
    /// Which bits of them count.
    mask: [u8; GAP],
    length: usize,
    /// Of which so many stand before the first tag.
    space: usize,
    /// Line feeds in it; `None` where there are carriage returns.
    lines: Option<u8>,
    /// The leaf that ends, or [`NONE`] for the start of the element.
    before: u8,
    /// The leaf that begins, or [`NONE`] for the end of the element.
    next: u8,
}

/// The texts of the element that [`Cursor::find_plain`] found.
#[derive(Clone, Copy, Debug)]
pub struct PlainTexts<'w> {
    /// Whether these are all that the element holds; otherwise more stands behind them.
    pub is_whole: bool,
    /// Bytes of the element, as far as it was looked at.
    pub length: usize,
    /// That of the first leaf; of this one it is known that nothing in it wants a second thought.
    pub first: &'w str,
    /// Whether no byte of that is one of which [`may_be_odd`] is true, beside `&`, `'` and `%` with two
    /// hexadecimal digits behind it.
    pub first_is_clean: bool,
    /// Those of the leaves that are there, by their names. All that is known of them is that no `<` is in
    /// them: who does not know more of one, asks [`PlainTexts::are_plain`] before it is taken.
    pub by_name: [Option<&'w [u8]>; MOST],
    unescaped: bool,
}

impl PlainTexts<'_> {
    /// Whether nothing in the texts of the leaves that are not known wants a second thought; the first is
    /// always known so far.
    pub fn are_plain(&self, known: [bool; MOST]) -> bool {
        let is_odd = |byte| is_special(byte) && !(self.unescaped && is_unescaped(byte));
        let mut others = self.by_name.iter().zip(known).skip(1);
        others.all(|(text, known)| known || !text.is_some_and(|text| any(text, is_odd)))
    }
}

/// In place of the number of a leaf.
const NONE: u8 = u8::MAX;
/// In place of the number of what follows that is no leaf.
const MORE: u8 = NONE - 1;
/// In place of the one before a gap that is not remembered.
const UNKNOWN: u8 = NONE - 1;

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
        let gap =
            Gap { bytes, mask, length: 0, space: 0, lines: None, before: UNKNOWN, next: NONE };
        const LEAF: Leaf = Leaf { name: NONE, resolved: false, start: 0, end: 0 };
        PlainElement {
            name,
            names: leaves,
            gaps: [gap; MOST + 1],
            leaves: [LEAF; MOST],
            count: 0,
            clean: false,
            start: 0,
            end: 0,
            is_whole: false,
        }
    }

    /// The name that was looked for.
    pub fn name(&self) -> &'static LeafName {
        self.name
    }

    /// Line feeds from the front of the window to the end of the leaves, the first of which has none;
    /// `None` where that is not known.
    fn lines(&self, window: &[u8]) -> Option<u32> {
        let mut texts = self.leaves.get(1..self.count)?.iter();
        let is_line = |byte| (byte == b'\n') | (byte == b'\r');
        let ends =
            |leaf: &Leaf| window.get(leaf.start..leaf.end).is_none_or(|text| any(text, is_line));
        if texts.any(ends) {
            return None;
        }
        let gaps = self.gaps.get(..self.count)?.iter();
        gaps.map(|gap| gap.lines.filter(|_| gap.before != UNKNOWN).map(u32::from)).sum()
    }

    /// The texts of the element found last.
    #[inline]
    fn texts<'w>(
        &self,
        (window, buffer): (&'w str, &'w str),
        by_name: [Option<&'w [u8]>; MOST],
        unescaped: bool,
    ) -> Option<PlainTexts<'w>> {
        let first = match self.leaves.first().filter(|_| self.count > 0) {
            Some(leaf) if leaf.resolved => buffer,
            Some(leaf) => window.get(leaf.start..leaf.end)?,
            None => "",
        };
        let (is_whole, first_is_clean) = (self.is_whole, self.clean);
        let length = self.end - self.start;
        Some(PlainTexts { is_whole, length, first, first_is_clean, by_name, unescaped })
    }

    /// Looks through the element at the front of the window, behind layout; where it ends, or its leaves
    /// where something else follows them.
    fn find<'w>(
        &mut self,
        window: &'w str,
        texts: &mut [Option<&'w [u8]>; MOST],
        (buffer, unescaped): (&mut String, bool),
    ) -> Option<usize> {
        let (element, mut leaves) = ((self.name, self.names), self.leaves.iter_mut());
        let mut rest = window.as_bytes();
        let (mut count, mut before) = (0, NONE);
        (self.count, self.clean) = (0, false);
        for gap in &mut self.gaps {
            let (length, next) = match gap.before == before && gap.is_at(rest) {
                true => (gap.length, gap.next),
                false => gap.learn(element, rest, before)?,
            };
            rest = rest.get(length..)?;
            if next >= MORE {
                (self.count, self.is_whole) = (count, next == NONE);
                self.start = self.gaps.first().map_or(0, |first| first.space);
                return Some(window.len() - rest.len());
            }
            let start = window.len() - rest.len();
            let (length, resolved) = if count == 0 {
                let plain = long_text(rest)?;
                let (length, resolved, clean) = match rest.get(plain) {
                    Some(b'<') => (plain, false, true),
                    _ => read_on((window.get(start..)?, plain), unescaped, buffer)?,
                };
                self.clean = clean;
                (length, resolved)
            } else {
                (short_text(rest)?, false)
            };
            *leaves.next()? = Leaf { name: next, resolved, start, end: start + length };
            count += 1;
            before = next;
            let (text, after) = rest.split_at_checked(length)?;
            *texts.get_mut(usize::from(next))? = Some(text);
            rest = after;
        }
        None
    }
}

impl Gap {
    /// Whether what is remembered stands at the front; not at the very end of the window.
    #[inline]
    fn is_at(&self, rest: &[u8]) -> bool {
        let Some(front) = rest.first_chunk::<GAP>() else { return false };
        // All bytes, and no branch between them, is less work than as many as there are.
        let mut same = true;
        for ((byte, known), mask) in front.iter().zip(&self.bytes).zip(&self.mask) {
            same &= byte & mask == *known;
        }
        same
    }

    /// How long the gap at the front is, after this leaf, and which leaf follows. It is remembered, unless
    /// something else follows.
    #[cold]
    #[inline(never)]
    fn learn(
        &mut self,
        element: (&LeafName, &[LeafName]),
        rest: &[u8],
        before: u8,
    ) -> Option<(usize, u8)> {
        let Some((after, next)) = between(element, rest, before) else {
            self.before = UNKNOWN;
            let (_, leaves) = element;
            let after = leaves.get(usize::from(before))?.strip(rest.strip_prefix(b"</")?)?;
            return Some((rest.len() - after.len(), MORE));
        };
        let gap = rest.get(..rest.len() - after.len())?;
        // One that is too long is not remembered, but for the space before the element.
        self.before = UNKNOWN;
        self.space = gap.len() - pass_space(gap).len();
        if gap.len() <= GAP {
            self.remember(gap);
            (self.before, self.next) = (before, next);
        }
        Some((gap.len(), next))
    }

    fn remember(&mut self, gap: &[u8]) {
        (self.bytes, self.mask, self.length) = ([0; GAP], [0; GAP], gap.len());
        let feeds = || gap.iter().map(|byte| u8::from(*byte == b'\n')).sum();
        self.lines = (!gap.contains(&b'\r')).then(feeds);
        for ((known, mask), byte) in self.bytes.iter_mut().zip(&mut self.mask).zip(gap) {
            (*known, *mask) = (*byte, 0xff);
        }
    }
}

/// Reads on in a text from the first byte that is more than plain: how long it is, whether there are
/// references in it, which then are resolved in the buffer, and whether nothing else may be odd. `None` for
/// one that wants a second thought.
#[cold]
#[inline(never)]
fn read_on(
    (text, plain): (&str, usize),
    unescaped: bool,
    buffer: &mut String,
) -> Option<(usize, bool, bool)> {
    let (mut at, mut copied, mut refers, mut clean) = (plain, 0, false, true);
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
                clean &= matches!(c, '&' | '\'');
            }
            b'%' if begins_escape(text.as_bytes().get(at..)?) => at += 3,
            byte if is_special(*byte) && !(unescaped && is_unescaped(*byte)) => return None,
            _ => (at, clean) = (at + 1, false),
        }
        let rest = text.as_bytes().get(at..)?;
        at += match clean {
            // Escapes come in rows.
            true if rest.starts_with(b"%") => 0,
            true => long_text(rest)?,
            false => position(rest, is_special)?,
        };
    }
    if refers {
        buffer.push_str(text.get(copied..at)?);
    }
    // A `;` may end a reference that was escaped twice.
    let twice = refers && memchr(b';', buffer.as_bytes()).is_some();
    (!twice).then_some((at, refers, clean))
}

/// Whether bytes begin with `%` and two hexadecimal digits.
fn begins_escape(bytes: &[u8]) -> bool {
    matches!(bytes, [b'%', one, two, ..] if one.is_ascii_hexdigit() && two.is_ascii_hexdigit())
}

/// Whether a byte ends a text, or asks for a second look at it; [`may_be_odd`] is true of all that do.
const fn is_special(byte: u8) -> bool {
    (byte == b'<') | is_odd(byte) | is_unescaped(byte)
}

/// How long the text at the front is, up to its end or a byte that may be odd; on its own, for it takes all
/// registers.
#[inline(never)]
fn long_text(rest: &[u8]) -> Option<usize> {
    position_anywhere(rest, may_be_odd)
}

/// How long the text at the front is, which ends at the first `<`: a date, a word or a number.
#[inline]
fn short_text(rest: &[u8]) -> Option<usize> {
    position_anywhere(rest, |byte| byte == b'<')
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
    /// no prefix, and is in the namespace of the root; or begins as one, up to what is no such leaf.
    /// Nothing is read, and nothing is told. Gives its texts.
    #[inline]
    pub fn find_plain(&mut self, plain: &mut PlainElement) -> Option<PlainTexts<'_>> {
        if !self.may_find_plain() {
            return None;
        }
        self.release();
        let (unescaped, mut by_name) = (!self.remarks_values(), [None; MOST]);
        let window = self.input.window();
        plain.end = plain.find(window, &mut by_name, (&mut self.buffer, unescaped))?;
        let is_damaged = self.input.is_damaged(self.input.offset(), plain.end);
        if is_damaged || plain.end - plain.start > self.limits.token_bytes as usize {
            return None;
        }
        plain.texts((window, &self.buffer), by_name, unescaped)
    }

    /// Goes on behind as many such elements that hold nothing else as follow each other, each of which
    /// `take` takes; not behind one that it refuses. The last of them is pinned. Gives how many.
    #[inline]
    pub fn take_plain_elements(
        &mut self,
        plain: &mut PlainElement,
        most: u64,
        mut take: impl FnMut(&PlainTexts<'_>) -> bool,
    ) -> u64 {
        if !self.may_find_plain() {
            return 0;
        }
        self.release();
        let (unescaped, all, offset) =
            (!self.remarks_values(), self.input.window(), self.input.offset());
        let (mut taken, mut at, mut last) = (0, 0, None);
        while taken < most
            && let Some(window) = all.get(at..)
        {
            let mut by_name = [None; MOST];
            let Some(end) = plain.find(window, &mut by_name, (&mut self.buffer, unescaped)) else {
                break;
            };
            plain.end = end;
            let is_damaged = self.input.is_damaged(offset + at as u64, end);
            if is_damaged || !plain.is_whole || end - plain.start > self.limits.token_bytes as usize
            {
                break;
            }
            let Some(texts) = plain.texts((window, &self.buffer), by_name, unescaped) else {
                break;
            };
            if !take(&texts) {
                break;
            }
            last = Some((at, plain.start, end));
            (taken, at) = (taken + 1, at + end);
        }
        if let Some((front, start, end)) = last {
            self.input.consume(front);
            self.tag.empty = false;
            self.input.pin(self.input.offset() + start as u64);
            self.at = end;
        }
        taken
    }

    /// Whether a plain element may stand here, and its name means what it says.
    fn may_find_plain(&self) -> bool {
        !self.standing
            && self.ends == 0
            && self.parent != 0
            && self.open.len() + 2 <= usize::from(self.limits.depth)
            && self.default_is_root_namespace()
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

    /// Enters the element that [`Cursor::find_plain`] found, and goes on behind the leaves that it gave.
    /// Gives where its start tag ends, as [`Cursor::offset`] does.
    pub fn enter_plain(&mut self, plain: &PlainElement) -> u64 {
        let front = self.input.offset();
        let window = self.input.window().as_bytes();
        let known = self.known.filter(|known| known.offset == front);
        let layout = window.get(..plain.start).unwrap_or_default();
        let start = known.and_then(|known| known.behind(layout));
        let lines = plain.lines(window);
        self.input.consume(plain.start);
        self.stand_on_plain(plain.name.name);
        let inside = self.offset();
        match start.filter(|start| start.column > 0) {
            Some(start) => self.input.pin_on(start.offset, start.line, start.column),
            None => self.pin(),
        }
        let end = front + plain.end as u64;
        self.known = known.and_then(|known| known.further(end, lines?));
        self.enter();
        self.at = plain.end - plain.start;
        inside
    }

    /// Goes on behind the element that [`Cursor::find_plain`] found.
    pub fn take_plain(&mut self, plain: &PlainElement) {
        self.at = plain.end;
    }
}

#[cfg(test)]
mod tests {
    use super::{is_special, may_be_odd, short_text};

    #[test]
    fn no_byte_is_passed_that_ends_a_text() {
        for byte in 0..=u8::MAX {
            assert!(may_be_odd(byte) || !is_special(byte), "{byte:#x}");
        }
    }

    #[test]
    fn short_texts_end_at_the_first_tag() {
        for (length, next) in (0..30_usize).flat_map(|length| (0..30).map(move |at| (length, at))) {
            for other in [b'=', b';', 0xbc, b'<', 0] {
                let mut text = vec![b'='; length];
                text.push(b'<');
                text.extend([b'=', other].repeat(8));
                let at = text.get_mut(length + 1 + next % 8);
                *at.unwrap() = b'<';
                assert_eq!(short_text(&text), Some(length), "{next} {other}");
            }
        }
        assert_eq!(short_text(b"2026-03-04="), None);
    }
}
