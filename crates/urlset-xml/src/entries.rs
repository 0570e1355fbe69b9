//! Entries in what is passed over: each is told as lost. In elements they are met tag by tag; of
//! markup that is left out, such as a comment that runs on behind its end, only the text is known.

use crate::around::Around;
use crate::cursor::Cursor;
use crate::prolog::local_name;
use crate::rules;
use crate::scan::is_name_start;
use crate::stray::holds_address;
use memchr::{memchr_iter, memmem};
use std::ops::Range;
use urlset_core::{Lost, Place, Result, Rule, Sink};

/// What the entries of a document are known by.
#[derive(Clone, Copy, Debug)]
pub struct Entries {
    /// Their local names, in small letters.
    pub names: &'static [&'static str],
    /// Whether the element that the cursor stands on is one, were it in its place.
    pub is_entry: fn(&Cursor<'_>) -> bool,
}

/// What an end tag of an entry that nothing began would be.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Torn {
    /// That of one that is lost.
    may_be: bool,
    /// That of one that was told by its start tag.
    pub(crate) told: bool,
}

impl Cursor<'_> {
    /// [`Cursor::skip`] of an element that holds another document: its entries are none of this one.
    ///
    /// # Errors
    /// As of [`Cursor::skip`].
    pub fn skip_document(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let entries = self.entries.take();
        let skipped = self.skip(sink);
        self.entries = entries;
        skipped
    }

    /// From now on each entry that is passed over with something else is told as lost.
    pub fn tell_entries(&mut self, entries: Entries) {
        self.entries = Some(entries);
    }

    /// Whether the start tag just read has the name of an entry.
    pub(crate) fn is_entry_tag(&self) -> bool {
        let name = local_name(self.slice(self.tag.qname.clone()));
        let mut names = self.entries.iter().flat_map(|entries| entries.names);
        names.any(|entry| entry.eq_ignore_ascii_case(name))
    }

    /// Tells the element that the cursor stands on as an entry that is lost, if it is one; says
    /// whether.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn told_entry(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        let is_one = self.entries.is_some_and(|entries| (entries.is_entry)(self));
        if is_one {
            self.tell_lost(&rules::MISPLACED_ENTRY, sink)?;
        }
        Ok(is_one)
    }

    /// Tells the element that the cursor stands on as an entry that is lost, or as the link of one, by
    /// this rule: once, whatever addresses it has.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn tell_lost(&mut self, rule: &'static Rule, sink: &mut dyn Sink) -> Result<()> {
        self.tag_span().tell(rule, self.qname(), Lost::Entry, sink)?;
        let told = match self.found() {
            Some(_) => 0,
            None => 1 + usize::from(self.is_link_of_item()),
        };
        self.open.iter_mut().rev().take(told).for_each(|open| open.around = Around::Gone);
        Ok(())
    }

    /// Whether the element is the link of what feeds have for an entry, in one namespace with it, whichever
    /// that is; of one that was told, it is not.
    pub fn is_link_of_item(&self) -> bool {
        let [.., item, link] = self.open.as_slice() else {
            return false;
        };
        self.name() == "link"
            && self.found().is_none()
            && link.namespace == item.namespace
            && item.around != Around::Gone
            && matches!(self.names.get(item.name + item.prefix..link.name), Some("item" | "entry"))
    }

    /// Tells of markup that is left out since it is not what it should be. That is no repair where
    /// entries are in it: nobody can say where it was meant to end.
    pub(crate) fn leave_out_markup(
        &self,
        rule: &'static Rule,
        at: Range<usize>,
        detail: &str,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        // Its own `<` begins no entry and no comment in it.
        let inside = at.start + 1..at.end;
        if self.holds_entry(self.slice(inside.clone())) {
            self.tell(rule, at, detail, Lost::Nothing, sink)?;
            return self.tell_inside(inside, 0, sink);
        }
        if let Some(lost) = self.cost_of_run_on(self.slice(inside), "<!--") {
            let detail =
                format!("{detail}: another one begins in it, behind elements that are not read");
            return self.tell(rule, at, &detail, lost, sink);
        }
        let was = self.slice(at.clone());
        let is_doctype = was.starts_with("<!D") || was.starts_with("<!d");
        if is_doctype && !self.open.is_empty() && holds_tag(was) {
            let detail = format!("{detail}: tags are in it");
            return self.tell(rule, at, &detail, Lost::Field, sink);
        }
        self.mend(rule, at, detail, [was, ""], sink)
    }

    /// A well-formed section or instruction in which another one begins behind the end of an entry: the
    /// end of the first is missing, and what follows it up to the end of the next is not read. Texts
    /// about feeds show entries, too, but not the end of the one that they stand in. Says whether any
    /// was told.
    pub(crate) fn told_run_on(
        &self,
        at: Range<usize>,
        open: &str,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        let (Some(entries), text) = (self.entries, self.slice(at.clone())) else {
            return Ok(false);
        };
        if memmem::find(text.as_bytes(), open.as_bytes()).is_none() {
            return Ok(false);
        }
        let Some(end) = end_tag(text, entries.names) else {
            return Ok(false);
        };
        let front = text.get(..end).unwrap_or_default();
        // Of an instruction that stands between entries, the first begins in it.
        let shows_one = start_tags(front, entries.names).next().is_some();
        let shown = shows_one && open == "<![CDATA[" && self.own_end(front).is_none();
        if !shown {
            self.tell_inside(at, 0, sink)?;
        }
        Ok(!shown)
    }

    /// The same of an instruction, also where fields are lost with it.
    pub(crate) fn tell_instruction_run_on(
        &self,
        at: Range<usize>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let inside = at.start + "<?".len()..at.end;
        if self.told_run_on(inside.clone(), "<?", sink)? {
            return Ok(());
        }
        let Some(lost) = self.cost_of_run_on(self.slice(inside), "<?") else { return Ok(()) };
        let detail = "another instruction begins in one, behind elements that are not read";
        self.tell(&rules::NOT_WELL_FORMED, at, detail, lost, sink)
    }

    /// The same of a section in which another one begins behind the end of the element that the first stands in:
    /// what is lost are fields.
    pub(crate) fn told_fields_run_on(
        &self,
        at: Range<usize>,
        lost: Lost,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        let text = self.slice(at.clone());
        let next = memmem::find(text.as_bytes(), b"<![CDATA[");
        let end = next.and_then(|_| self.own_end(text)).filter(|end| Some(*end) < next);
        let Some(end) = end else { return Ok(false) };
        let lost = if lost == Lost::Nothing { Lost::Field } else { lost };
        if sink.count(&rules::ELEMENT_IN_LEAF, lost, self.input.number()) {
            return Ok(true);
        }
        let detail = "an end tag in a section of CDATA that goes on to the end of another one";
        let end = at.start + end..at.start + end + "</".len();
        let finding = self.finding(&rules::ELEMENT_IN_LEAF, end, detail, lost);
        sink.report(finding.help("write the missing `]]>` before the end tag"))?;
        Ok(true)
    }

    /// What is lost with a comment or an instruction in which another one begins behind elements: in an entry its
    /// fields, beside entries one of them, where an address is in it.
    pub(crate) fn cost_of_run_on(&self, text: &str, mark: &str) -> Option<Lost> {
        let next = memmem::find(text.as_bytes(), mark.as_bytes())?;
        let front = text.get(..next)?;
        let begins = |at: usize| {
            front.as_bytes().get(at + 1).is_some_and(|byte| *byte == b'/' || is_name_start(*byte))
        };
        match self.open.len() {
            0 => None,
            _ if !memchr_iter(b'<', front.as_bytes()).any(begins) => None,
            1 => holds_address(front).then_some(Lost::Entry),
            _ => Some(Lost::Field),
        }
    }

    /// Where a text in the innermost element has an end tag of it, with markup behind it, that no start tag in the
    /// text began.
    fn own_end(&self, text: &str) -> Option<usize> {
        let own = self.open.last().and_then(|open| self.names.get(open.name..)).unwrap_or_default();
        let is_own = |rest: &str| {
            let behind = rest.strip_prefix(own);
            behind.is_some_and(|behind| behind.bytes().next().is_none_or(ends_name))
        };
        // Who writes of an end tag goes on in words.
        let is_end = |rest: &str| {
            let close = rest.bytes().take(LONGEST).position(|byte| byte == b'>');
            let behind = close.and_then(|close| rest.get(close + 1..)).map(str::trim_start);
            behind.is_some_and(|behind| behind.is_empty() || behind.starts_with('<'))
        };
        let mut begun = 0_usize;
        memchr_iter(b'<', text.as_bytes()).find(|at| {
            let tag = text.get(at + 1..).unwrap_or_default();
            match tag.strip_prefix('/') {
                Some(end) if is_own(end) && begun == 0 => return is_end(end),
                Some(end) if is_own(end) => begun -= 1,
                None if is_own(tag) => begun += 1,
                _ => {}
            }
            false
        })
    }

    /// Says whether what was read since the last entry may be the rest of one whose start tag is
    /// missing: an end tag of an entry is then that of one that is lost.
    pub fn may_be_torn(&mut self, torn: bool) {
        self.torn = Torn { may_be: torn, told: self.torn.told && torn };
    }

    /// Tells an end tag of an entry that nothing began as an entry that is lost, if it may be one.
    pub(crate) fn tell_torn(&mut self, name: Range<usize>, sink: &mut dyn Sink) -> Result<()> {
        let Some(entries) = self.entries.filter(|_| self.torn.may_be) else {
            return Ok(());
        };
        if one_of(entries.names, self.slice(name.clone())).is_none()
            || std::mem::take(&mut self.torn.told)
        {
            return Ok(());
        }
        self.torn.may_be = false;
        let detail = format!("`</{}>` without a start tag", self.slice(name.clone()));
        self.tell(&rules::MISPLACED_ENTRY, name, &detail, Lost::Entry, sink)
    }

    /// Whether a start tag of an entry is in a text.
    pub(crate) fn holds_entry(&self, text: &str) -> bool {
        self.entries.is_some_and(|entries| start_tags(text, entries.names).next().is_some())
    }

    /// Tells each entry in a text that is not read, but for so many that were told with it.
    pub(crate) fn tell_inside(
        &self,
        at: Range<usize>,
        told: usize,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let Some(entries) = self.entries else {
            return Ok(());
        };
        for (tag, name) in start_tags(self.slice(at.clone()), entries.names).skip(told) {
            let place = at.start + tag.start..at.start + tag.end;
            self.tell(&rules::MISPLACED_ENTRY, place, name, Lost::Entry, sink)?;
        }
        Ok(())
    }
}

/// The start tags in a text that have one of these local names, in whatever case, but for those in a
/// well-formed comment: where each begins and its name ends, and the name.
pub(crate) fn start_tags<'t>(
    text: &'t str,
    names: &'static [&'static str],
) -> impl Iterator<Item = (Range<usize>, &'t str)> {
    let mut passed = 0;
    memchr_iter(b'<', text.as_bytes()).filter_map(move |at| {
        if at < passed {
            return None;
        }
        let rest = text.get(at + 1..)?;
        if let Some(body) = rest.strip_prefix("!--") {
            // Where the next one begins, at the latest.
            let dashes = memmem::find(body.as_bytes(), b"--")?;
            let is_end = body.as_bytes().get(dashes + 2) == Some(&b'>');
            passed = if is_end { at + "<!---->".len() + dashes } else { at };
            return None;
        }
        let qname = one_of(names, rest)?;
        Some((at..at + 1 + qname.len(), qname))
    })
}

/// Where the first end tag of an entry begins.
fn end_tag(text: &str, names: &[&str]) -> Option<usize> {
    let is_one = |at: &usize| text.get(at + 2..).is_some_and(|rest| one_of(names, rest).is_some());
    memmem::find_iter(text.as_bytes(), b"</").find(is_one)
}

/// The qualified name at the front, where its local name is one of these.
fn one_of<'t>(names: &[&str], text: &'t str) -> Option<&'t str> {
    // A name that is longer is none of them.
    let length = text.bytes().take(LONGEST).position(ends_name);
    let length = length.or_else(|| (text.len() < LONGEST).then_some(text.len()))?;
    let qname = text.get(..length)?;
    let local = qname.rsplit_once(':').map_or(qname, |(_, local)| local);
    names.iter().any(|name| name.eq_ignore_ascii_case(local)).then_some(qname)
}

fn ends_name(byte: u8) -> bool {
    matches!(byte, b'>' | b'/' | b' ' | b'\t' | b'\n' | b'\r' | b'<')
}

/// A qualified name that is looked for ends within so many bytes.
const LONGEST: usize = 64;

/// Whether a document type holds tags, which none does but in the values of its entities.
fn holds_tag(markup: &str) -> bool {
    let (mut quote, mut holds) = (None, false);
    let mut bytes = markup.bytes().peekable();
    while let Some(byte) = bytes.next() {
        match quote {
            Some(open) if open == byte => quote = None,
            Some(_) => {}
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            None if byte == b'<' => {
                let is_tag = |next: &u8| *next == b'/' || next.is_ascii_alphabetic();
                holds |= bytes.peek().is_some_and(is_tag);
            }
            None => {}
        }
    }
    holds
}

#[cfg(test)]
mod tests {
    use super::start_tags;

    #[test]
    fn tags_in_a_text() {
        let tags = |text| start_tags(text, &["url", "sitemap"]).count();
        for text in
            ["<url>", "<url ", "<URL/>", "a<s:url\n>", "<<url<", "<url", "<é><Sitemap a='1'"]
        {
            assert_eq!(tags(text), 1, "{text}");
        }
        for text in ["", "<", "</url>", "<urls>", "<url:a>", "url>", "< url>", "<é"] {
            assert_eq!(tags(text), 0, "{text}");
        }
        for (text, count) in [
            ("<!-- <url> --><url>", 1),
            ("<!--<url>--><!----><url><!--<url>-->", 1),
            ("<!-- -- <url> --><url>", 2),
            ("<!-- <url> <!-- <url> --><url>", 2),
            ("<!-- <url>", 1),
            ("<!--<!--<url>--->", 1),
        ] {
            assert_eq!(tags(text), count, "{text}");
        }
        let long = format!("<{}:url>", "p".repeat(super::LONGEST));
        assert_eq!(tags(&long), 0);
        let found = start_tags("a<s:URL><url>", &["url"]).collect::<Vec<_>>();
        assert_eq!(found, [(1..7, "s:URL"), (8..12, "url")]);
    }
}
