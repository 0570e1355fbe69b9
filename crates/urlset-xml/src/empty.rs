//! Elements that never hold anything, written as HTML writes them: `<xhtml:link …>` without its `/`.

use crate::cursor::Cursor;
use crate::nesting::{Begun, Nesting, spaced_slash};
use crate::rules;
use urlset_core::{Result, Sink};

/// As RFC 4287 says what its links hold: nothing that means anything. Feeds of RSS have them, too.
const ATOM: (&str, &str) = ("http://www.w3.org/2005/Atom", "link");

const LACKING: &str = "a tag without its `/`: nothing is ever in this element";

const SPACED: &str = "white space in `/>`";

/// Start tags that lack their `/`, and elements that end, as far as was looked ahead.
#[derive(Debug, Default)]
pub(crate) struct Unclosed {
    /// Where in the document they begin, in order.
    starts: Vec<u64>,
    /// Where the look ended: of what begins before, all is known.
    upto: u64,
    /// Where the last element ends that was asked for in [`Cursor::unended_around`].
    pub(crate) around_upto: u64,
}

impl Cursor<'_> {
    /// Makes an empty element of the start tag just read where its `/` stands before a space, or where it is
    /// one that never holds anything, and where it does not end before the element around does. Only to
    /// repair or to guess.
    pub(crate) fn close_empty(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let repairs = self.mends || self.lenient;
        if !repairs || self.tag.empty || self.tag.attributes.is_empty() {
            return Ok(());
        }
        let attributes = self.tag.attributes.clone();
        let slash = spaced_slash(self.slice(attributes.clone()).as_bytes());
        let name = self.slice(self.tag.qname.clone());
        if self.open.is_empty() || slash.is_none() && !self.is_always_empty(name) {
            return Ok(());
        }
        let start = self.offset_of(self.token.start);
        if start >= self.unclosed.upto {
            self.look_for_end(sink)?;
        }
        if self.unclosed.starts.binary_search(&start).is_err() {
            return Ok(());
        }
        let end = slash.map_or(attributes.end, |length| attributes.start + length);
        let close = end..self.token.end;
        let was = self.slice(close.clone());
        let detail = if slash.is_some() { SPACED } else { LACKING };
        self.mend(&rules::NOT_WELL_FORMED, close, detail, [was, "/>"], sink)?;
        self.tag.attributes.end = end;
        self.tag.empty = true;
        Ok(())
    }

    fn is_always_empty(&self, name: &str) -> bool {
        let (namespace, local) = self.resolved(name);
        let uri = namespace.map(|id| self.scope.uri(id));
        let is_extension = self.extensions.iter().any(|known| {
            let is_named = || name.split_once(':').is_some_and(|(own, _)| own == known.prefix);
            known.element == local
                && known.is_attributes_alone()
                && uri.map_or_else(is_named, |uri| uri == known.namespace)
        });
        is_extension || uri.is_some_and(|uri| (uri, local) == ATOM)
    }

    /// Looks where the element of the start tag just read ends. Where one around such elements does so before
    /// them, none of these ends: so it is in no well-formed document.
    fn look_for_end(&mut self, sink: &mut dyn Sink) -> Result<()> {
        // Who has more in one entry is told that the markup is broken.
        const AHEAD: usize = 256 << 10;
        let most = (self.limits.token_bytes as usize).saturating_sub(self.at).min(AHEAD);
        self.have(most, sink)?;
        let window = self.input.window().as_bytes();
        let upto = window.len().min(self.at + most);
        let markup = window.get(self.token.start..upto).unwrap_or_default();
        let around = self.open_name(self.open.len().saturating_sub(1)).0.as_bytes();
        let may_be_cut = |open: &Begun<'_>| {
            let name = || std::str::from_utf8(open.name).unwrap_or_default();
            !open.has_text && (open.is_slashed || !open.is_bare && self.is_always_empty(name()))
        };
        let mut nesting = Nesting::new(markup, around, &may_be_cut);
        nesting.follow(1);
        let from = self.offset_of(self.token.start);
        let mut starts: Vec<u64> = nesting.cut.iter().map(|at| from + *at as u64).collect();
        starts.sort_unstable();
        let upto = from + nesting.upto as u64;
        self.unclosed = Unclosed { starts, upto, ..self.unclosed };
        Ok(())
    }
}
