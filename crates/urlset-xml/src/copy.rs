//! An element of an extension with all that is in it, copied onto the tape at one look where nothing
//! about it is odd. As [`Cursor::plain_leaf`], it takes no decision of its own: whatever is not
//! exactly that is left to [`Cursor::capture`], at the same byte, which would have copied the same.

use crate::cursor::{Cursor, is_space};
use crate::leaf::{ODD, REFERENCE, UNESCAPED, look};
use crate::reference::resolve_five;
use crate::scope::{Id, Scope};
use memchr::memchr;
use std::ops::Range;
use urlset_core::{Extensions, Input};

/// Elements in elements that are copied at one look.
const DEEP: usize = 8;

/// Attributes of one tag, as many as are compared with each other.
const MOST: usize = 8;

impl Cursor<'_> {
    /// Copies the next child onto the tape where it is wholly in the window and nothing about it is odd;
    /// `accepts` is asked before, with its namespace and its name with the prefix. `false`, and nothing is
    /// read or told, for any other.
    pub fn copy_plain(
        &mut self,
        out: &mut Extensions,
        accepts: impl FnOnce(&str, &str) -> bool,
    ) -> bool {
        if self.standing || self.ends > 0 || self.parent == 0 {
            return false;
        }
        self.pass_layout();
        let mark = out.mark();
        let unescaped = !self.remarks_values();
        let deep = usize::from(self.limits.depth).saturating_sub(self.open.len()).min(DEEP);
        let attributes = usize::from(self.limits.attributes).min(MOST);
        let root = self.open.first().map(|root| root.namespace);
        let (input, scope, buffer) = (&self.input, &self.scope, &mut self.buffer);
        let (open, last) = ([const { 0..0 }; DEEP], (0..0, 0));
        let mut copy = Copy {
            input,
            scope,
            buffer,
            out,
            at: 0,
            open,
            depth: 0,
            deep,
            attributes,
            last,
            used: 0,
            unescaped,
        };
        let end = copy.element(|id, namespace, qname| {
            // Whatever the root's namespace is, it is read as the protocol's.
            root != Some(id) && accepts(namespace, qname)
        });
        let used = copy.used;
        self.buffer.clear();
        let fits = |end: &usize| {
            let damaged = self.input.damage(self.input.offset(), *end).next().is_some();
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
    scope: &'c Scope,
    buffer: &'c mut String,
    out: &'c mut Extensions,
    /// How much of the window has been copied.
    at: usize,
    /// The names of the elements that are open, in the window.
    open: [Range<usize>; DEEP],
    depth: usize,
    /// How many may be open.
    deep: usize,
    /// How many attributes a tag may have.
    attributes: usize,
    /// The prefix met last, in the window, and its namespace.
    last: (Range<usize>, Id),
    /// A bit for each binding that a prefix had.
    used: u64,
    /// Whether the characters that the protocol wants escaped may stand in a text.
    unescaped: bool,
}

impl<'c> Copy<'c, '_> {
    /// The element at the front; gives where it ends.
    fn element(&mut self, accepts: impl FnOnce(Id, &str, &str) -> bool) -> Option<usize> {
        let (name, namespace) = self.name()?;
        let qname = self.input.window().get(name.clone())?;
        if !accepts(namespace, self.scope.uri(namespace), qname) {
            return None;
        }
        self.start(name, namespace)?;
        while self.depth > 0 {
            self.text()?;
            if self.rest().get(1) == Some(&b'/') {
                self.end()?;
            } else {
                let (name, namespace) = self.name()?;
                self.start(name, namespace)?;
            }
        }
        Some(self.at)
    }

    fn rest(&self) -> &'c [u8] {
        self.input.window().as_bytes().get(self.at..).unwrap_or_default()
    }

    /// The name in the start tag that comes next, and its namespace.
    fn name(&mut self) -> Option<(Range<usize>, Id)> {
        let rest = self.rest().strip_prefix(b"<")?;
        let (length, colon) = qname(rest)?;
        let start = self.at + 1;
        let namespace = match colon {
            Some(colon) => self.resolve(start..start + colon)?,
            None => self.scope.resolve("")?,
        };
        Some((start..start + length, namespace))
    }

    fn resolve(&mut self, prefix: Range<usize>) -> Option<Id> {
        let window = self.input.window();
        let text = window.get(prefix.clone())?;
        if !self.last.0.is_empty() && window.get(self.last.0.clone()) == Some(text) {
            return Some(self.last.1);
        }
        let namespace = self.scope.resolve(text)?;
        let binding = u32::try_from(self.scope.binding(text)?).ok()?;
        self.used |= 1_u64.checked_shl(binding)?;
        self.last = (prefix, namespace);
        Some(namespace)
    }

    /// The start tag that comes next.
    fn start(&mut self, name: Range<usize>, namespace: Id) -> Option<()> {
        if self.depth >= self.deep {
            return None;
        }
        let place = self.input.position_at(self.input.offset() + self.at as u64);
        let qname = self.input.window().get(name.clone())?;
        self.out.open(self.scope.uri(namespace), qname, place);
        self.at = name.end;
        let mut names = [const { 0..0 }; MOST];
        let mut count = 0;
        loop {
            match self.rest() {
                [b'>', ..] => {
                    *self.open.get_mut(self.depth)? = name;
                    self.depth += 1;
                    self.at += 1;
                    return Some(());
                }
                [b'/', b'>', ..] => {
                    self.out.close();
                    self.at += 2;
                    return Some(());
                }
                [b' ', b'/' | b' ', ..] => self.at += 1,
                [b' ', ..] => {
                    let own = self.attribute()?;
                    let text = |range: &Range<usize>| self.input.window().get(range.clone());
                    let before = names.get(..count)?;
                    if count >= self.attributes || before.iter().any(|one| text(one) == text(&own))
                    {
                        return None;
                    }
                    *names.get_mut(count)? = own;
                    count += 1;
                }
                _ => return None,
            }
        }
    }

    /// An attribute without a prefix that declares nothing, with the space before it; gives its name.
    fn attribute(&mut self) -> Option<Range<usize>> {
        let rest = self.rest().get(1..)?;
        let (length, colon) = qname(rest)?;
        let start = self.at + 1;
        let name = self.input.window().get(start..start + length)?;
        let [b'=', quote @ (b'"' | b'\''), value @ ..] = rest.get(length..)? else { return None };
        let value = value.get(..memchr(*quote, value)?)?;
        if colon.is_some() || name == "xmlns" || memchr(b'<', value).is_some() {
            return None;
        }
        let from = start + length + 2;
        let upto = from + value.len();
        let value = self.value(from..upto, true)?;
        self.out.attribute("", name, value.unwrap_or(&*self.buffer));
        self.at = upto + 1;
        Some(start..start + length)
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

    /// The text before the next tag.
    fn text(&mut self) -> Option<()> {
        let rest = self.rest();
        let length = memchr(b'<', rest)?;
        let text = rest.get(..length)?;
        let range = self.at..self.at + length;
        self.at = range.end;
        let blank = text.iter().all(|byte| is_space(*byte));
        if blank && (text.is_empty() || text.contains(&b'\n')) {
            return Some(());
        }
        let text = self.value(range, self.unescaped)?;
        self.out.text(text.unwrap_or(&*self.buffer));
        Some(())
    }

    /// The end tag of the element opened last.
    fn end(&mut self) -> Option<()> {
        self.depth = self.depth.checked_sub(1)?;
        let name = self.input.window().as_bytes().get(self.open.get(self.depth)?.clone())?;
        let rest = self.rest().strip_prefix(b"</")?.strip_prefix(name)?;
        if rest.first() != Some(&b'>') {
            return None;
        }
        self.at += name.len() + 3;
        self.out.close();
        Some(())
    }
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
