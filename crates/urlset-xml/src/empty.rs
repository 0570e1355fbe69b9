//! Elements that never hold anything, written as HTML writes them: `<xhtml:link …>` without its `/`.

use crate::cursor::Cursor;
use crate::prolog::local_name;
use crate::rules;
use crate::stray::is_called;
use memchr::{memchr, memmem};
use std::ops::Range;
use urlset_core::{Result, Sink};

/// As RFC 4287 says what its links hold: nothing that means anything. Feeds of RSS have them, too.
const ATOM: (&str, &str) = ("http://www.w3.org/2005/Atom", "link");

const DETAIL: &str = "a tag without its `/`: nothing is ever in this element";

/// How many start tags of one name lack their `/` in the element around them, as far as was looked ahead.
#[derive(Debug, Default)]
pub(crate) struct Unclosed {
    name: String,
    /// Where in the document the look ended: nothing is looked at for a second time.
    upto: u64,
    count: usize,
    /// Where the tag begins that was repaired last; a tag may be read twice.
    last: Option<u64>,
}

impl Cursor<'_> {
    /// Makes an empty element of the start tag just read where it is one that never holds anything, and so
    /// many more begin than end up to the end of what is around that it cannot be well-formed.
    pub(crate) fn close_empty(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let name = self.tag.qname.clone();
        if self.tag.empty || self.open.is_empty() || !self.is_always_empty(self.slice(name.clone()))
        {
            return Ok(());
        }
        let start = self.offset_of(self.token.start);
        if self.unclosed.last == Some(start) {
            self.tag.empty = true;
            return Ok(());
        }
        if self.offset_of(self.at) >= self.unclosed.upto {
            self.count_unclosed(sink)?;
        }
        let found = self.slice(name.clone());
        if self.unclosed.count == 0 || self.unclosed.name != found || self.ends_at_once(found) {
            return Ok(());
        }
        let close = self.token.end - 1..self.token.end;
        self.mend(&rules::NOT_WELL_FORMED, close, DETAIL, [">", "/>"], sink)?;
        self.unclosed.count -= 1;
        self.unclosed.last = Some(start);
        self.tag.empty = true;
        Ok(())
    }

    fn is_always_empty(&self, name: &str) -> bool {
        let local = local_name(name);
        if local != ATOM.1 && !self.extensions.iter().any(|known| known.element == local) {
            return false;
        }
        let prefix = name.strip_suffix(local).unwrap_or_default().trim_end_matches(':');
        let uri = self.scope.resolve(prefix).map(|id| self.scope.uri(id));
        let is_extension = self.extensions.iter().any(|known| {
            let is_it = uri.map_or(prefix == known.prefix, |uri| uri == known.namespace);
            is_it && known.element == local && known.is_attributes_alone()
        });
        is_extension || uri.is_some_and(|uri| (uri, local) == ATOM)
    }

    /// Whether the end tag of this name is next.
    fn ends_at_once(&self, name: &str) -> bool {
        let rest = self.input.window().as_bytes().get(self.at..).unwrap_or_default();
        rest.trim_ascii_start()
            .strip_prefix(b"<")
            .is_some_and(|tag| tag.starts_with(b"/") && is_called(tag, name))
    }

    /// Counts how many elements of the name just read begin and do not end before the element around does.
    fn count_unclosed(&mut self, sink: &mut dyn Sink) -> Result<()> {
        // Some hundred links; who has more in one entry is told that the markup is broken.
        const AHEAD: usize = 64 << 10;
        self.have(AHEAD, sink)?;
        let window = self.input.window().as_bytes();
        let rest = window.get(self.at..window.len().min(self.at + AHEAD)).unwrap_or_default();
        let name = self.slice(self.tag.qname.clone());
        let around = self.open.len().checked_sub(1).map(|at| self.open_name(at).0);
        let (looked, balance) = balance(rest, name, around.unwrap_or_default());
        let upto = self.offset_of(self.at + looked.max(1));
        // The tag itself has begun, too.
        let count = balance.map_or(0, |balance| usize::try_from(balance + 1).unwrap_or(0));
        self.unclosed.name.clear();
        let name = self.input.window().get(self.tag.qname.clone()).unwrap_or_default();
        self.unclosed.name.push_str(name);
        (self.unclosed.upto, self.unclosed.count) = (upto, count);
        Ok(())
    }
}

/// How many more elements of this name begin than end before the tag of what is around, and how far that is;
/// `None` where that is not to be seen.
fn balance(markup: &[u8], name: &str, around: &str) -> (usize, Option<i64>) {
    let (mut at, mut balance) = (0, 0);
    while let Some(found) = memchr(b'<', markup.get(at..).unwrap_or_default()) {
        at += found + 1;
        let tag = markup.get(at..).unwrap_or_default();
        if is_called(tag, around) {
            return (at, (around != name).then_some(balance));
        }
        let Some(Range { end, .. }) = extent(tag) else { return (markup.len(), None) };
        if is_called(tag, name) {
            let is_empty = tag.get(..end).is_some_and(|tag| tag.ends_with(b"/"));
            balance += match tag.first() {
                Some(b'/') => -1,
                _ if is_empty => 0,
                _ => 1,
            };
        }
        at += end;
    }
    (markup.len(), None)
}

/// From behind its `<` to the `>` of a tag, a comment, a section or an instruction; `None` where it has none.
fn extent(tag: &[u8]) -> Option<Range<usize>> {
    for (front, end) in [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>")] {
        if let Some(rest) = tag.strip_prefix(front.as_bytes()) {
            let found = memmem::find(rest, end.as_bytes())?;
            return Some(0..front.len() + found + end.len() - 1);
        }
    }
    let mut quote = None;
    let found = tag.iter().position(|byte| {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), byte) if open == *byte => quote = None,
            _ => {}
        }
        *byte == b'>' && quote.is_none()
    });
    found.map(|end| 0..end)
}
