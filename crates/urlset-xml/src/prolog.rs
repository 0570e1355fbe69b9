//! What stands before and after the root element.

use crate::cursor::{Cursor, is_blank};
use crate::rules;
use crate::scan::{DECLARATION, Token};
use crate::stray::holds_address;
use urlset_core::{Lost, Position, Result, Rule, Sink};

/// How far junk before the root is looked through.
const AHEAD: usize = 64 * 1024;

/// Comments and instructions that are read over.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LeftOut {
    comments: u64,
    instructions: u64,
    first: Position,
}

impl LeftOut {
    pub(crate) fn comment(&mut self, at: Position) {
        self.note(at);
        self.comments += 1;
    }

    pub(crate) fn instruction(&mut self, at: Position) {
        self.note(at);
        self.instructions += 1;
    }

    fn note(&mut self, at: Position) {
        if self.comments + self.instructions == 0 {
            self.first = at;
        }
    }

    pub(crate) fn report(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let LeftOut { comments, instructions, first } = std::mem::take(self);
        if comments + instructions == 0 {
            return Ok(());
        }
        let count = |count: u64, what: &str| match count {
            0 => None,
            1 => Some(format!("1 {what}")),
            more => Some(format!("{more} {what}s")),
        };
        let counts = [count(comments, "comment"), count(instructions, "processing instruction")];
        let detail = counts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        sink.report(rules::NOT_CARRIED.at(first).detail(detail))
    }
}

impl Cursor<'_> {
    /// Reads up to the root element; [`Cursor::next_child`] then gives its children, and name and
    /// attributes are the root's until then. Junk before a root with one of the `expected` local
    /// names is left out and reported; without such a root the first element is it.
    ///
    /// # Errors
    /// `xml/no-root`, broken markup, or the sink stops the work.
    pub fn enter_root(&mut self, expected: &[&str], sink: &mut dyn Sink) -> Result<()> {
        self.input.peek(AHEAD)?;
        self.input.report(sink)?;
        if self.input.window().starts_with('\u{feff}') {
            self.mend(&rules::BOM, 0..3, "", ["\u{feff}", ""], sink)?;
            self.at = 3;
            self.release();
        }
        self.skip_junk(expected, sink)?;
        let mut told = false;
        loop {
            self.skip_space(sink)?;
            match self.scan(sink)? {
                Token::Start => {
                    let local = local_name(self.slice(self.tag.qname.clone()));
                    let is_root = expected.is_empty() || expected.contains(&local);
                    if is_root || !self.root_follows(expected, sink)? {
                        return self.begin_root(sink);
                    }
                    self.tell_outside(&rules::NOT_WELL_FORMED, &mut told, sink)?;
                }
                Token::Text if is_blank(self.slice(self.token.clone())) => {}
                Token::Text | Token::Cdata | Token::End => {
                    self.tell_outside(&rules::NOT_WELL_FORMED, &mut told, sink)?;
                }
                Token::Skipped => {}
                Token::Eof => {
                    let end = self.finding(&rules::NO_ROOT, self.at..self.at, "", Lost::Rest);
                    return Err(end.into());
                }
            }
        }
    }

    fn begin_root(&mut self, sink: &mut dyn Sink) -> Result<()> {
        self.begin(sink)?;
        self.remark_root(sink)?;
        if self.mends && !self.declared_xml && !self.seen_root {
            let finding = rules::MISSING_DECLARATION.at(self.position());
            sink.report(finding.mended("", DECLARATION))?;
        }
        self.enter();
        self.gaps.clear();
        self.seen_root = true;
        self.root_namespaces = self.scope.namespaces();
        Ok(())
    }

    fn root_follows(&mut self, expected: &[&str], sink: &mut dyn Sink) -> Result<bool> {
        let from = self.at;
        self.input.peek(from + AHEAD)?;
        self.input.report(sink)?;
        let ahead = front(self.input.window().get(from..).unwrap_or_default());
        Ok(crate::root(ahead, expected).is_some())
    }

    /// What stands before the XML declaration, or before the root where there is none.
    fn skip_junk(&mut self, expected: &[&str], sink: &mut dyn Sink) -> Result<()> {
        let window = self.input.window();
        let blank = window.len() - window.trim_ascii_start().len();
        self.input.peek(blank + AHEAD)?;
        let window = self.input.window();
        let behind = front(window.get(blank..).unwrap_or_default());
        let text = window.get(..blank + behind.len()).unwrap_or_default();
        let root = crate::root(text, expected).map(|root| offset_in(text, root.qname) - 1);
        let before = root.and_then(|root| text.get(..root)).unwrap_or(text);
        let junk = match (declaration(before), root) {
            (Some(at), _) => at,
            (None, Some(at)) if is_junk(text.get(..at).unwrap_or_default()) => at,
            _ => 0,
        };
        if junk == 0 {
            return Ok(());
        }
        let was = text.get(..junk).unwrap_or_default();
        self.leave_out(&rules::LEADING, 0..junk, was.trim(), was, sink)?;
        self.at = junk;
        self.release();
        Ok(())
    }

    /// Tells of what stands outside the root: once, and each time that it may name a page, or is taken out
    /// of a document that is mended.
    fn tell_outside(
        &self,
        rule: &'static Rule,
        told: &mut bool,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let was = self.slice(self.token.clone()).trim_ascii();
        if std::mem::replace(told, true) && !self.mends && !holds_address(was) {
            return Ok(());
        }
        let detail = format!("{was} outside the root element");
        self.leave_out(rule, self.token.clone(), &detail, was, sink).map(|_| ())
    }

    /// After the root has ended: what follows it. Another root with an `expected` name is entered,
    /// as files that were glued together have; an element with a name in `entries` is reported as
    /// the loss of an entry, everything else once as left out.
    /// `false` at the end of the document, with a note on comments and instructions.
    ///
    /// # Errors
    /// When the machine fails or the sink stops the work.
    pub fn next_root(
        &mut self,
        expected: &[&str],
        entries: &[&str],
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        let mut told = self.told_after;
        // In an entry that is told as such: whatever addresses it has, one page is lost.
        let mut within = false;
        self.remark_unused(sink)?;
        loop {
            self.skip_space(sink)?;
            let token = self.scan(sink)?;
            let text = self.slice(self.token.clone());
            match token {
                Token::Skipped => continue,
                Token::Text if is_blank(text) => continue,
                Token::Eof => break,
                Token::Start
                    if expected.contains(&local_name(self.slice(self.tag.qname.clone()))) =>
                {
                    if !std::mem::replace(&mut told, true) || self.mends {
                        let detail = format!("{text} outside the root element");
                        let at = self.token.clone();
                        self.mend(&rules::AFTER_ROOT, at, &detail, [text, ""], sink)?;
                    }
                    self.told_after = told;
                    self.begin_root(sink)?;
                    return Ok(true);
                }
                Token::Start
                    if entries.contains(&local_name(self.slice(self.tag.qname.clone()))) =>
                {
                    let at = self.token.clone();
                    self.tell(&rules::AFTER_ROOT, at, "an entry", Lost::Entry, sink)?;
                    within = !self.tag.empty;
                }
                Token::End if within => within = !is_end_of(text, entries),
                Token::Start | Token::Text | Token::Cdata if within => {}
                _ => self.tell_outside(&rules::AFTER_ROOT, &mut told, sink)?,
            }
        }
        self.told_after = told;
        self.left_out.report(sink)?;
        Ok(false)
    }

    /// The same where no other root is expected.
    ///
    /// # Errors
    /// When the machine fails or the sink stops the work.
    pub fn finish(&mut self, sink: &mut dyn Sink) -> Result<()> {
        self.next_root(&[], &[], sink).map(|_| ())
    }
}

/// As much of a text as is looked through.
fn front(text: &str) -> &str {
    let end = (0..=AHEAD.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

/// Where an XML declaration begins; what looks like one in a comment or in another instruction is
/// none.
fn declaration(text: &str) -> Option<usize> {
    // Whether there may be an end to them: it is not looked for twice.
    let (mut comments, mut instructions) = (true, true);
    let mut from = 0;
    loop {
        let at = from + text.get(from..)?.find('<')?;
        let rest = text.get(at..)?;
        if rest.starts_with("<?xml ") {
            return Some(at);
        }
        let (open, close, may_end) = match rest.starts_with("<?") {
            true => ("<?", "?>", &mut instructions),
            false => ("<!--", "-->", &mut comments),
        };
        let inner = rest.strip_prefix(open).filter(|_| *may_end);
        let end = inner.and_then(|inner| inner.find(close));
        *may_end &= inner.is_none() || end.is_some();
        from = at + end.map_or(1, |end| open.len() + end + close.len());
    }
}

/// Whether text before the root is more than white space, comments, instructions and a document
/// type.
fn is_junk(text: &str) -> bool {
    let before = text.split('<').next().unwrap_or_default();
    !is_blank(before) || crate::root(text, &[]).is_some()
}

/// Whether an end tag is that of an element with one of these names.
fn is_end_of(tag: &str, names: &[&str]) -> bool {
    let name = tag.trim_start_matches("</").trim_end_matches(['>', ' ', '\t', '\n', '\r']);
    names.contains(&local_name(name))
}

pub(crate) fn local_name(qname: &str) -> &str {
    qname.split_once(':').map_or(qname, |(_, local)| local)
}

/// Where a part of a text begins in it.
fn offset_in(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

#[cfg(test)]
mod tests {
    use super::declaration;
    use crate::Cursor;
    use urlset_core::{Diagnostic, Input, ReadOptions};

    #[test]
    fn declarations() {
        for (text, at) in [
            ("<?xml version='1.0'?>", Some(0)),
            ("junk <?xml version='1.0'?>", Some(5)),
            ("<!-- <?xml ?> --> <?xml ?>", Some(18)),
            ("<!-- <?xml ?> -->", None),
            ("<!-- <?xml ?>", Some(5)),
            ("<?a <?xml ?>", None),
            ("<?a ?><!-- -->< <?xml ?>", Some(16)),
            ("<?a <!-- <!-- <?xml ", Some(14)),
            ("", None),
        ] {
            assert_eq!(declaration(text), at, "{text}");
        }
    }

    #[test]
    fn any_first_element_is_the_root_where_none_is_expected() {
        let mut findings: Vec<Diagnostic> = Vec::new();
        let input = Input::new(&b"<?xml version='1.0'?>\n<a><b><c>x</c></b></a>"[..]);
        let mut cursor = Cursor::new(input, &ReadOptions::default());
        cursor.enter_root(&[], &mut findings).unwrap();
        assert_eq!(cursor.name(), "a");
        assert!(findings.is_empty(), "{findings:?}");
    }
}
