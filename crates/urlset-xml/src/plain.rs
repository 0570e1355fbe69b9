//! The element that nearly every document consists of, at one look: `<url>` with plain leaves in it
//! and nothing else. As [`Cursor::plain_leaf`], it takes no decision of its own.

use crate::cursor::{Cursor, Text, is_space};
use crate::leaf::{LeafName, ODD, REFERENCE, UNESCAPED, look};
use crate::reference::resolve_five;
use memchr::memchr;
use std::ops::Range;

/// Leaves of one element that are found at one look, at most.
const MOST: usize = 4;

/// A plain element at the front of the window.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plain {
    leaves: [Leaf; MOST],
    /// How many of them there are.
    count: usize,
    end: usize,
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

impl Cursor<'_> {
    /// Finds the next child where it is wholly in the window, has this name, no attribute and no
    /// prefix, is in the namespace of the root, and holds nothing but plain leaves of these names,
    /// each at most once and in this order. Nothing is read, and nothing is told. Gives its bytes.
    pub fn find_plain(&mut self, name: &LeafName, leaves: &[LeafName]) -> Option<usize> {
        if self.standing
            || self.ends > 0
            || self.parent == 0
            || self.open.len() + 2 > usize::from(self.limits.depth)
            || !self.default_is_root_namespace()
        {
            return None;
        }
        self.pass_layout();
        let window = self.input.window();
        let unescaped = !self.remarks_values();
        self.plain.count = 0;
        let mut resolved = false;
        let (plain, buffer) = (&mut self.plain, &mut self.buffer);
        let end = element(window.as_bytes(), name, leaves, |name, text, classes| {
            let refers = classes & REFERENCE != 0;
            let legible = classes & ODD == 0 && (unescaped || classes & UNESCAPED == 0);
            // There is one buffer, and one field with references: the loc.
            if !legible || refers && resolved {
                return None;
            }
            if refers && !resolve_five(window.get(text.clone())?, buffer) {
                return None;
            }
            resolved |= refers;
            *plain.leaves.get_mut(plain.count)? = Leaf { name, text, resolved: refers };
            plain.count += 1;
            Some(())
        })?;
        self.plain.end = end;
        let is_damaged = self.input.damage(self.input.offset(), end).next().is_some();
        (!is_damaged && end <= self.limits.token_bytes as usize).then_some(end)
    }

    /// Goes to a leaf of the element that [`Cursor::find_plain`] found, so that [`Cursor::text`] is
    /// its text; gives which of the names it has, and `None` after the last.
    pub fn plain_field(&mut self, number: usize) -> Option<usize> {
        let leaf = self.plain.leaves.get(..self.plain.count)?.get(number)?;
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
    pub fn take_plain(&mut self) {
        self.at = self.plain.end;
    }
}

/// Looks through an element at the front of the window, giving each leaf to `take`: which name, where
/// its text is, and what its text asks for. Gives where the element ends.
fn element(
    window: &[u8],
    name: &LeafName,
    leaves: &[LeafName],
    mut take: impl FnMut(usize, Range<usize>, u8) -> Option<()>,
) -> Option<usize> {
    let at = |rest: &[u8]| window.len() - rest.len();
    let mut rest = name.strip(window.strip_prefix(b"<")?)?;
    let mut next = 0;
    loop {
        let [first, tail @ ..] = pass_space(rest) else { return None };
        if *first != b'<' {
            return None;
        }
        if let Some(tail) = tail.strip_prefix(b"/") {
            return Some(at(name.strip(tail)?));
        }
        let names = leaves.iter().enumerate().skip(next);
        let (number, leaf, text) =
            names.filter_map(|(number, leaf)| Some((number, leaf, leaf.strip(tail)?))).next()?;
        let (text, tail) = text.split_at_checked(memchr(b'<', text)?)?;
        let start = at(tail) - text.len();
        rest = leaf.strip(tail.strip_prefix(b"</")?)?;
        take(number, start..start + text.len(), look(text))?;
        next = number + 1;
    }
}

fn pass_space(bytes: &[u8]) -> &[u8] {
    let space = bytes.iter().take_while(|byte| is_space(**byte)).count();
    bytes.get(space..).unwrap_or_default()
}
