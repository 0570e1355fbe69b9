//! An element of an extension with all that is in it, copied onto the tape at one look where nothing
//! about it is odd. As [`Cursor::plain_leaf`], it takes no decision of its own: whatever is not
//! exactly that is left to [`Cursor::capture`], at the same byte, which would have copied the same.

use crate::child::section;
use crate::cursor::{Cursor, is_space};
use crate::gaps::{Ends, Gap, Gaps, Rules, Tag};
use crate::known::Known;
use crate::reference::{is_odd, is_unescaped, one_of_five};
use memchr::memchr;
use urlset_core::{Extensions, Input, Limits, Mark, any, position};

impl Cursor<'_> {
    /// Copies the next children onto the tape as far as they are wholly in the window and nothing about them
    /// is odd, up to one that ends more than `most` bytes from the front; `accepts` is asked before, with the
    /// namespace of each and its name with the prefix, once for each tag that is remembered where no remarks
    /// are told. `false`, and nothing is read or told, where the next is none.
    pub fn copy_plain(
        &mut self,
        out: &mut Extensions,
        most: u64,
        accepts: impl Fn(&str, &str) -> bool,
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
        let (input, scope, limits) = (&self.input, &self.scope, &self.limits);
        let (gaps, buffer) = (&mut self.gaps, &mut self.buffer);
        let (extensions, sections) = (self.extensions, unescaped);
        let rules = Rules { scope, extensions, root, attributes, sections };
        let asks = self.remarks.is_some();
        let rest = input.window();
        let (used, (line, column)) = (0, known.map_or((0, 0), |known| (known.line, known.column)));
        let lends = out.lend(gaps.names());
        let mut copy = Copy {
            input,
            limits,
            buffer,
            out,
            rules,
            rest,
            line,
            column,
            deep,
            used,
            unescaped,
            asks,
            lends,
        };
        // Whatever the root's namespace is, it is read as the protocol's.
        let accepts = |id, qname: &str| root != Some(id) && accepts(scope.uri(id), qname);
        let copied = copy.elements(gaps, (mark, most), accepts);
        let (end, used, line) = (copy.at(), copy.used, copy.line);
        self.buffer.clear();
        if binds {
            self.gaps.clear();
        }
        if copied {
            self.remark_used(used);
            self.at = end;
            self.known = Known::line(self.offset(), line);
        }
        copied
    }
}

/// A copy under way.
struct Copy<'c, 'i> {
    input: &'c Input<'i>,
    limits: &'c Limits,
    buffer: &'c mut String,
    out: &'c mut Extensions,
    rules: Rules<'c>,
    /// What of the window has not been copied.
    rest: &'c str,
    /// The line of that; 0 where it is not known.
    line: u32,
    /// The column of the first element, where it is known.
    column: u32,
    /// How many elements may be open.
    deep: usize,
    /// A bit for each binding that a prefix had.
    used: u64,
    /// Whether the characters that the protocol wants escaped may stand in a text.
    unescaped: bool,
    /// Whether elements that were wanted before may not be wanted now.
    asks: bool,
    /// Whether the tape has the names of the gaps.
    lends: bool,
}

impl<'c> Copy<'c, '_> {
    /// As many elements as follow each other, the first of them at the front, and whether there are any. One
    /// that is not copied whole is not passed.
    fn elements(
        &mut self,
        gaps: &mut Gaps,
        (mut mark, most): (Mark, u64),
        accepts: impl Fn(u32, &str) -> bool,
    ) -> bool {
        let mut any = false;
        loop {
            let before = (self.rest, self.line, self.used);
            let start = self.at();
            if self.element(gaps, &accepts).is_none() || !self.fits(start) {
                self.out.rollback(mark);
                (self.rest, self.line, self.used) = before;
                return any;
            }
            any = true;
            let next = self.rest.trim_ascii_start().as_bytes();
            if !next.starts_with(b"<") || next.starts_with(b"</") || self.at() as u64 > most {
                return true;
            }
            mark = self.out.mark();
        }
    }

    /// Whether what was copied from there on is within the limits, and was UTF-8.
    fn fits(&self, start: usize) -> bool {
        let length = self.at() - start;
        length <= self.limits.token_bytes as usize
            && !self.input.is_damaged(self.input.offset() + start as u64, length)
            && self.limits.beyond(self.out).is_none()
    }

    /// The element at the front, behind layout.
    fn element(&mut self, gaps: &mut Gaps, accepts: impl Fn(u32, &str) -> bool) -> Option<()> {
        let (mut around, mut accepts) = (0, Some(accepts));
        loop {
            let number = gaps.find(self.rest, around, self.rules)?;
            if let Some(accepts) = accepts.take()
                && (self.asks || !gaps.get(number)?.accepted)
            {
                match gaps.tags(gaps.get(number)?).first()? {
                    Tag::Open { namespace, name, .. } if accepts(*namespace, gaps.name(*name)) => {}
                    _ => return None,
                }
                gaps.accept(number);
            }
            let gap = gaps.get(number)?;
            self.put(gaps, gap)?;
            match gap.ends {
                Ends::Outside => return Some(()),
                Ends::Text => self.text()?,
                Ends::Cdata => self.cdata()?,
                Ends::Value(quote) => self.attribute(gaps, gap, quote)?,
            }
            around = gap.after;
        }
    }

    /// How much of the window has been copied.
    fn at(&self) -> usize {
        self.input.window().len() - self.rest.len()
    }

    /// Opens and closes what the tags of a gap do.
    fn put(&mut self, gaps: &Gaps, gap: &Gap) -> Option<()> {
        if gap.deepest > self.deep {
            return None;
        }
        self.used |= gap.used;
        let front = self.input.offset() + self.at() as u64;
        for tag in gaps.tags(gap) {
            match tag {
                Tag::Open { namespace, name, at, lines, column, lent } => {
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
                    let lent = lent.filter(|_| self.lends);
                    if !lent.is_some_and(|lent| self.out.open_lent(lent, place)) {
                        let uri = self.rules.scope.uri(*namespace);
                        self.out.open(uri, gaps.name(*name), place);
                    }
                }
                Tag::Close => drop(self.out.close()),
                Tag::Attribute(..) => {}
            }
        }
        let known = self.line > 0 && !gap.returns;
        self.line = if known { self.line.saturating_add(gap.lines) } else { 0 };
        self.rest = self.rest.get(gap.length()..)?;
        Some(())
    }

    /// The text before the next tag.
    fn text(&mut self) -> Option<()> {
        let rest = self.rest;
        match self.value(b'<') {
            Some(text) => {
                let written = rest.get(..rest.len() - self.rest.len())?;
                if !self.unescaped && any(written.as_bytes(), is_unescaped) {
                    return None;
                }
                self.out.text(text.unwrap_or(&*self.buffer));
                Some(())
            }
            None => self.layout(),
        }
    }

    /// Nothing but layout before the next tag.
    #[cold]
    #[inline(never)]
    fn layout(&mut self) -> Option<()> {
        let (layout, rest) = self.rest.split_at_checked(memchr(b'<', self.rest.as_bytes())?)?;
        self.rest = rest;
        self.line = 0;
        is_layout(layout.as_bytes()).then_some(())
    }

    /// What is in the section of CDATA that has begun.
    fn cdata(&mut self) -> Option<()> {
        let (text, rest) = self.rest.split_at_checked(section(self.rest.as_bytes())?)?;
        if !is_layout(text.as_bytes()) {
            self.out.text(text);
        }
        if memchr(b'\n', text.as_bytes()).is_some() {
            self.line = 0;
        }
        self.rest = rest;
        Some(())
    }

    /// The value of the attribute at the end of a gap.
    fn attribute(&mut self, gaps: &Gaps, gap: &Gap, quote: u8) -> Option<()> {
        let value = self.value(quote)?;
        let value = value.unwrap_or(&*self.buffer);
        let Some(Tag::Attribute(name, lent)) = gaps.tags(gap).last() else { return None };
        let lent = lent.filter(|_| self.lends);
        if !lent.is_some_and(|lent| self.out.attribute_lent(lent, value)) {
            self.out.attribute("", gaps.name(*name), value);
        }
        Some(())
    }

    /// What stands before this byte; `Some(None)` where it had references, and is in the buffer. Nothing is
    /// passed of a text that has anything else about it.
    #[inline]
    fn value(&mut self, end: u8) -> Option<Option<&'c str>> {
        let (text, rest) = self.rest.split_at_checked(ends(self.rest, end)?)?;
        if rest.as_bytes().first() == Some(&end) {
            self.rest = rest;
            return Some(Some(text));
        }
        self.resolved(text, end)
    }

    /// The same of a text that has more than this before its first reference, or anything else about it.
    #[inline(never)]
    fn resolved(&mut self, front: &str, end: u8) -> Option<Option<&'c str>> {
        let mut rest = self.rest.get(front.len()..)?;
        self.buffer.clear();
        self.buffer.push_str(front);
        while rest.as_bytes().first() == Some(&b'&') {
            let (after, c) = one_of_five(rest)?;
            self.buffer.push(c);
            let (text, tail) = after.split_at_checked(ends(after, end)?)?;
            self.buffer.push_str(text);
            rest = tail;
        }
        // A `;` may end a reference that was escaped twice.
        if rest.as_bytes().first() != Some(&end) || memchr(b';', self.buffer.as_bytes()).is_some() {
            return None;
        }
        self.rest = rest;
        Some(None)
    }
}

/// How long a text is up to this byte or one that wants a look.
#[inline(never)]
fn ends(text: &str, end: u8) -> Option<usize> {
    position(text.as_bytes(), |byte| is_odd(byte) | (byte == b'<') | (byte == end))
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
