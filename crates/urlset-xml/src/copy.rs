//! An element of an extension with all that is in it, copied onto the tape at one look where nothing
//! about it is odd. As [`Cursor::plain_leaf`], it takes no decision of its own: whatever is not
//! exactly that is left to [`Cursor::capture`], at the same byte, which would have copied the same.

use crate::child::section;
use crate::cursor::{Cursor, is_space};
use crate::gaps::{Ends, Gap, Gaps, Rules, Tag};
use crate::known::Known;
use crate::reference::{is_odd, is_unescaped, one_of_five};
use memchr::memchr;
use urlset_core::{Extensions, Input, any, position};

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
        if self.input.window().starts_with("</") {
            return false;
        }
        let known = self.known.take_if(|known| known.offset == self.input.offset());
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
        let (extensions, sections) = (self.extensions, unescaped);
        let rules = Rules { scope, extensions, attributes, sections };
        let asks = self.remarks.is_some();
        let (at, used, (line, column)) =
            (0, 0, known.map_or((0, 0), |known| (known.line, known.column)));
        let mut copy =
            Copy { input, gaps, buffer, out, rules, at, line, column, deep, used, unescaped, asks };
        let end = copy.element(|id, qname| {
            // Whatever the root's namespace is, it is read as the protocol's.
            root != Some(id) && accepts(scope.uri(id), qname)
        });
        let (used, line) = (copy.used, copy.line);
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
        self.known = Known::line(self.offset(), line);
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
    /// The line of that; 0 where it is not known.
    line: u32,
    /// The column of the element, where it is known.
    column: u32,
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
            match tag {
                Tag::Open { namespace, name, at, lines, column, shape } => {
                    let column =
                        if *column > 0 { *column } else { std::mem::take(&mut self.column) };
                    let offset = front + *at as u64;
                    let known = self.line > 0 && column > 0;
                    let place = match known {
                        true => {
                            self.input.place_on(offset, self.line.saturating_add(*lines), column)
                        }
                        false => self.input.position_at(offset),
                    };
                    if !known {
                        self.line = place.line.saturating_sub(*lines);
                    }
                    self.out.open(self.rules.scope.uri(*namespace), self.gaps.name(*name), place);
                    if let Some(shape) = shape {
                        self.out.is_shape(*shape);
                    }
                }
                Tag::Close => drop(self.out.close()),
                Tag::Attribute(..) => {}
            }
        }
        let known = self.line > 0 && !gap.returns;
        self.line = if known { self.line.saturating_add(gap.lines) } else { 0 };
        self.at += gap.length();
        Some(())
    }

    fn rest(&self) -> &'c [u8] {
        self.input.window().as_bytes().get(self.at..).unwrap_or_default()
    }

    /// The text before the next tag.
    fn text(&mut self) -> Option<()> {
        let (start, rest) = (self.at, self.rest());
        match self.value(b'<') {
            Some(text) if self.unescaped || !any(rest.get(..self.at - start)?, is_unescaped) => {
                self.out.text(text.unwrap_or(&*self.buffer));
                Some(())
            }
            Some(_) => None,
            None => self.layout(),
        }
    }

    /// Nothing but layout before the next tag.
    #[cold]
    #[inline(never)]
    fn layout(&mut self) -> Option<()> {
        let rest = self.rest();
        let length = memchr(b'<', rest)?;
        self.at += length;
        self.line = 0;
        is_layout(rest.get(..length)?).then_some(())
    }

    /// What is in the section of CDATA that has begun.
    fn cdata(&mut self) -> Option<()> {
        let length = section(self.rest())?;
        let text = self.input.window().get(self.at..self.at + length)?;
        if !is_layout(text.as_bytes()) {
            self.out.text(text);
        }
        if memchr(b'\n', text.as_bytes()).is_some() {
            self.line = 0;
        }
        self.at += length;
        Some(())
    }

    /// The value of the attribute at the end of a gap.
    fn attribute(&mut self, gap: &Gap, quote: u8) -> Option<()> {
        let value = self.value(quote)?;
        let Some(Tag::Attribute(name, shape)) = self.gaps.tags(gap).last() else { return None };
        self.out.attribute("", self.gaps.name(*name), value.unwrap_or(&*self.buffer));
        if let Some(shape) = shape {
            self.out.is_shape(*shape);
        }
        Some(())
    }

    /// What stands before this byte; `Some(None)` where it had references, and is in the buffer. Nothing is
    /// passed of a text that has anything else about it.
    fn value(&mut self, end: u8) -> Option<Option<&'c str>> {
        let ends = |byte: u8| is_odd(byte) | (byte == b'<') | (byte == end);
        let rest = self.rest();
        let mut length = position(rest, ends)?;
        let text = self.input.window().get(self.at..)?;
        let mut copied = 0;
        while rest.get(length) == Some(&b'&') {
            let tail = text.get(length..)?;
            let (after, c) = one_of_five(tail)?;
            if copied == 0 {
                self.buffer.clear();
            }
            self.buffer.push_str(text.get(copied..length)?);
            self.buffer.push(c);
            copied = text.len() - after.len();
            length = copied + position(after.as_bytes(), ends)?;
        }
        if rest.get(length) != Some(&end) {
            return None;
        }
        if copied == 0 {
            self.at += length;
            return Some(Some(text.get(..length)?));
        }
        self.buffer.push_str(text.get(copied..length)?);
        // A `;` may end a reference that was escaped twice.
        if memchr(b';', self.buffer.as_bytes()).is_some() {
            return None;
        }
        self.at += length;
        Some(None)
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
