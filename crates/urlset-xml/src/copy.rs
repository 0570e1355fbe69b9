//! An element of an extension with all that is in it, copied onto the tape at one look where nothing
//! about it is odd. As [`Cursor::plain_leaf`], it takes no decision of its own: whatever is not
//! exactly that is left to [`Cursor::capture`], at the same byte, which would have copied the same.

use crate::child::section;
use crate::cursor::{Cursor, is_space};
use crate::gaps::{Ends, Gap, Gaps, Rules, Tag};
use crate::leaf::{ODD, REFERENCE, UNESCAPED, look};
use crate::reference::{is_odd, resolve_five};
use memchr::memchr;
use std::ops::Range;
use urlset_core::{Extensions, Input, position};

impl Cursor<'_> {
    /// Copies the next child onto the tape where it is wholly in the window and nothing about it is odd;
    /// `accepts` is asked before, with its namespace and its name with the prefix, once for each tag that is
    /// remembered where no remarks are told. `false`, and nothing is read or told, for any other.
    pub fn copy_plain(
        &mut self,
        out: &mut Extensions,
        accepts: impl FnOnce(&str, &str) -> bool,
    ) -> bool {
        if self.standing || self.ends > 0 || self.parent == 0 {
            return false;
        }
        self.pass_layout();
        // What is known is known by the namespaces of the root.
        let binds = self.open.get(1).is_some_and(|open| open.bindings != self.scope.depth());
        if binds {
            self.gaps.clear();
        }
        self.gaps.make_room();
        let mark = out.mark();
        let unescaped = !self.remarks_values();
        let deep = usize::from(self.limits.depth).saturating_sub(self.open.len());
        let attributes = usize::from(self.limits.attributes);
        let root = self.open.first().map(|root| root.namespace);
        let (input, scope) = (&self.input, &self.scope);
        let (gaps, buffer) = (&mut self.gaps, &mut self.buffer);
        let (asks, rules) =
            (self.remarks.is_some(), Rules { scope, attributes, sections: unescaped });
        let (at, line, used) = (0, None, 0);
        let mut copy =
            Copy { input, gaps, buffer, out, rules, at, line, deep, used, unescaped, asks };
        let end = copy.element(|id, qname| {
            // Whatever the root's namespace is, it is read as the protocol's.
            root != Some(id) && accepts(scope.uri(id), qname)
        });
        let used = copy.used;
        self.buffer.clear();
        if binds {
            self.gaps.clear();
        }
        let fits = |end: &usize| {
            let damaged = self.input.is_damaged(self.input.offset(), *end);
            !damaged && *end <= self.limits.token_bytes as usize
        };
        let Some(end) = end.filter(fits).filter(|_| self.limits.beyond(out).is_none()) else {
            out.rollback(mark);
            return false;
        };
        self.remark_used(used);
        self.at = end;
        true
    }
}

/// A copy under way.
struct Copy<'c, 'i> {
    input: &'c Input<'i>,
    gaps: &'c mut Gaps,
    buffer: &'c mut String,
    out: &'c mut Extensions,
    rules: Rules<'c>,
    /// How much of the window has been copied.
    at: usize,
    /// The line of that, where it is known.
    line: Option<u32>,
    /// How many elements may be open.
    deep: usize,
    /// A bit for each binding that a prefix had.
    used: u64,
    /// Whether the characters that the protocol wants escaped may stand in a text.
    unescaped: bool,
    /// Whether elements that were wanted before may not be wanted now.
    asks: bool,
}

impl<'c> Copy<'c, '_> {
    /// The element at the front; gives where it ends.
    fn element(&mut self, accepts: impl FnOnce(u32, &str) -> bool) -> Option<usize> {
        let (mut around, mut accepts) = (0, Some(accepts));
        loop {
            let rest = self.input.window().get(self.at..)?;
            let number = self.gaps.find(rest, around, self.rules)?;
            let gap = *self.gaps.get(number)?;
            if let Some(accepts) = accepts.take()
                && (self.asks || !gap.accepted)
            {
                match self.gaps.tags(&gap).first()? {
                    Tag::Open { namespace, name, .. }
                        if accepts(*namespace, self.gaps.name(*name)) => {}
                    _ => return None,
                }
                self.gaps.accept(number);
            }
            self.put(&gap)?;
            match gap.ends {
                Ends::Outside => return Some(self.at),
                Ends::Text => self.text()?,
                Ends::Cdata => self.cdata()?,
                Ends::Value(quote) => self.attribute(&gap, quote)?,
            }
            around = gap.after;
        }
    }

    /// Opens and closes what the tags of a gap do.
    fn put(&mut self, gap: &Gap) -> Option<()> {
        if gap.deepest > self.deep {
            return None;
        }
        self.used |= gap.used;
        let front = self.input.offset() + self.at as u64;
        for tag in self.gaps.tags(gap) {
            let (namespace, name, at, lines, column) = match *tag {
                Tag::Open { namespace, name, at, lines, column } => {
                    (namespace, name, at, lines, column)
                }
                Tag::Close => {
                    self.out.close();
                    continue;
                }
                Tag::Attribute(_) => continue,
            };
            let offset = front + at as u64;
            let place = match self.line {
                Some(line) if column > 0 => self.input.place_on(offset, line + lines, column),
                _ => {
                    let place = self.input.position_at(offset);
                    self.line = place.line.checked_sub(lines).filter(|_| gap.lines.is_some());
                    place
                }
            };
            self.out.open(self.rules.scope.uri(namespace), self.gaps.name(name), place);
        }
        self.line = self.line.and_then(|line| line.checked_add(gap.lines?));
        self.at += gap.length();
        Some(())
    }

    fn rest(&self) -> &'c [u8] {
        self.input.window().as_bytes().get(self.at..).unwrap_or_default()
    }

    /// The text before the next tag.
    fn text(&mut self) -> Option<()> {
        let length = position(self.rest(), |byte| is_odd(byte) | (byte == b'<'))?;
        let end = self.at + length;
        if self.rest().get(length) != Some(&b'<') || !self.unescaped {
            return self.other_text();
        }
        self.out.text(self.input.window().get(self.at..end)?);
        self.at = end;
        Some(())
    }

    /// One in which something may be odd.
    #[cold]
    #[inline(never)]
    fn other_text(&mut self) -> Option<()> {
        let rest = self.rest();
        let length = memchr(b'<', rest)?;
        let text = rest.get(..length)?;
        let range = self.at..self.at + length;
        self.at = range.end;
        if is_layout(text) {
            self.line = None;
            return Some(());
        }
        let text = self.value(range, self.unescaped)?;
        self.out.text(text.unwrap_or(&*self.buffer));
        Some(())
    }

    /// What is in the section of CDATA that has begun.
    fn cdata(&mut self) -> Option<()> {
        let length = section(self.rest())?;
        let text = self.input.window().get(self.at..self.at + length)?;
        if !is_layout(text.as_bytes()) {
            self.out.text(text);
        }
        self.line = self.line.filter(|_| memchr(b'\n', text.as_bytes()).is_none());
        self.at += length;
        Some(())
    }

    /// The value of the attribute at the end of a gap.
    fn attribute(&mut self, gap: &Gap, quote: u8) -> Option<()> {
        let rest = self.rest();
        let is_end = |byte: u8| is_odd(byte) | (byte == b'<') | (byte == quote);
        let mut length = position(rest, is_end)?;
        if rest.get(length) == Some(&b'&') {
            length = memchr(quote, rest)?;
            if memchr(b'<', rest.get(..length)?).is_some() {
                return None;
            }
        }
        if rest.get(length) != Some(&quote) {
            return None;
        }
        let range = self.at..self.at + length;
        self.at = range.end;
        let value = self.value(range, true)?;
        let Some(Tag::Attribute(name)) = self.gaps.tags(gap).last() else { return None };
        self.out.attribute("", self.gaps.name(*name), value.unwrap_or(&*self.buffer));
        Some(())
    }

    /// What stands there; `Some(None)` where it had references, and is in the buffer.
    fn value(&mut self, range: Range<usize>, unescaped: bool) -> Option<Option<&'c str>> {
        let text = self.input.window().get(range)?;
        let asks = look(text.as_bytes());
        if asks & ODD != 0 || (!unescaped && asks & UNESCAPED != 0) {
            return None;
        }
        if asks & REFERENCE == 0 {
            return Some(Some(text));
        }
        resolve_five(text, self.buffer).then_some(None)
    }
}

/// Whether a text between two tags is none.
fn is_layout(text: &[u8]) -> bool {
    let is_blank = text.iter().all(|byte| is_space(*byte));
    is_blank && (text.is_empty() || text.contains(&b'\n'))
}

/// The length of the name at the front, of nothing but ASCII, and where its colon stands.
pub(crate) fn qname(bytes: &[u8]) -> Option<(usize, Option<usize>)> {
    let (mut colon, mut starts) = (None, true);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => starts = false,
            b'0'..=b'9' | b'-' | b'.' if !starts => {}
            b':' if !starts && colon.is_none() => (colon, starts) = (Some(at), true),
            b' ' | b'>' | b'/' | b'=' if !starts => return Some((at, colon)),
            _ => return None,
        }
    }
    None
}
