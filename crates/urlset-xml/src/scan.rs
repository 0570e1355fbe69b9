//! Tokens: where each begins and ends in the input's window. quick-xml's small scanners find the
//! ends of tags, comments and instructions; what a token means is decided above.

use crate::attributes::Attributes;
use crate::cursor::Cursor;
use crate::escape::is_xml_char;
use crate::rules;
use crate::stray::holds_address;
use crate::wellformed::{instruction_fault, is_declaration};
use memchr::{memchr, memchr2, memmem};
use quick_xml::parser::{CommentParser, ElementParser, Parser, PiParser};
use std::ops::Range;
use urlset_core::{Diagnostic, Error, Lost, Place, Result, Rule, Sink, Span};

/// What stands at a place of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A start tag; [`Cursor::begin`] makes an element of it.
    Start,
    /// An end tag that fits, or one that has to be assumed.
    End,
    Text,
    Cdata,
    /// A comment, an instruction, a document type: reported or counted already.
    Skipped,
    Eof,
}

/// The declaration that documents are written with.
pub(crate) const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

/// Names of declared entities that are remembered.
const MOST_DECLARED: usize = 256;

impl<'a> Cursor<'a> {
    /// Reads the next token and remembers its range in the window.
    pub(crate) fn scan(&mut self, sink: &mut dyn Sink) -> Result<Token> {
        if self.ends > 0 {
            self.ends -= 1;
            return Ok(Token::End);
        }
        self.token = self.at..self.at;
        if !self.have(1, sink)? {
            return Ok(Token::Eof);
        }
        if self.byte(0) != Some(b'<') {
            return self.scan_text(self.at, sink);
        }
        if !self.have(2, sink)? {
            return Err(self.truncated());
        }
        match self.byte(1) {
            Some(b'/') => self.scan_end(sink),
            Some(b'!') => self.scan_declaration(sink),
            Some(b'?') => self.scan_instruction(sink),
            Some(byte) if is_name_start(byte) => self.scan_start(sink),
            _ => self.scan_stray(sink),
        }
    }

    /// The window's byte `ahead` of where the cursor is.
    fn byte(&self, ahead: usize) -> Option<u8> {
        self.input.window().as_bytes().get(self.at + ahead).copied()
    }

    /// Makes `count` bytes available from where the cursor is; `false` where the document ends
    /// before.
    pub(crate) fn have(&mut self, count: usize, sink: &mut dyn Sink) -> Result<bool> {
        while self.input.window().len() < self.at + count {
            if !self.more(sink)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Extends the window; `false` at the end of the document.
    pub(crate) fn more(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        self.within(self.input.window().len())?;
        let more = self.input.fill();
        self.input.report(sink)?;
        more
    }

    fn scan_text(&mut self, from: usize, sink: &mut dyn Sink) -> Result<Token> {
        let end = self.next_tag(from, sink)?;
        self.ends_at(end)?;
        Ok(Token::Text)
    }

    /// Where the next `<` stands, or where the document ends.
    pub(crate) fn next_tag(&mut self, from: usize, sink: &mut dyn Sink) -> Result<usize> {
        let mut from = from;
        loop {
            let window = self.input.window().as_bytes();
            if let Some(found) = window.get(from..).and_then(|rest| memchr(b'<', rest)) {
                return Ok(from + found);
            }
            from = window.len();
            if !self.more(sink)? {
                return Ok(from);
            }
        }
    }

    pub(crate) fn ends_at(&mut self, end: usize) -> Result<()> {
        self.token = self.at..end;
        self.at = end;
        self.within(end)
    }

    /// Feeds a scanner from `from` on until it finds an end.
    fn find(
        &mut self,
        mut parser: impl Parser,
        from: usize,
        sink: &mut dyn Sink,
    ) -> Result<Option<usize>> {
        let mut fed = from;
        loop {
            let window = self.input.window().as_bytes();
            if let Some(found) = window.get(fed..).and_then(|rest| parser.feed(rest)) {
                return Ok(Some(fed + found));
            }
            fed = window.len().max(from);
            if !self.more(sink)? {
                return Ok(None);
            }
        }
    }

    fn scan_start(&mut self, sink: &mut dyn Sink) -> Result<Token> {
        let mut at = self.at + 1;
        let name_end = loop {
            let window = self.input.window().as_bytes();
            let rest = window.get(at..).unwrap_or_default();
            if let Some(found) = rest.iter().position(|byte| ends_name(*byte)) {
                break at + found;
            }
            at = window.len();
            if !self.more(sink)? {
                return Err(self.truncated());
            }
        };
        let plain = self.input.window().as_bytes().get(name_end) == Some(&b'>');
        let close = if plain {
            name_end
        } else {
            match self.find(ElementParser::Outside, name_end, sink) {
                Ok(Some(close)) => close,
                Ok(None) if self.lenient => {
                    self.first_close(name_end).ok_or_else(|| self.truncated())?
                }
                ended => return Err(self.unended_tag(name_end, ended.err())),
            }
        };
        let start = self.at;
        self.ends_at(close + 1)?;
        self.tag.qname = start + 1..name_end;
        self.tag.empty = !plain && self.input.window().as_bytes().get(close - 1) == Some(&b'/');
        self.tag.attributes = name_end..close - usize::from(self.tag.empty && close > name_end);
        self.tag.repeats = false;
        if !plain {
            let again = self.offset_of(start) < self.looked_upto;
            let mut untold = ();
            let sink: &mut dyn Sink = if again { &mut untold } else { sink };
            self.check_tag(sink)?;
            self.close_empty(sink)?;
            self.looked_upto = self.offset_of(self.at);
        }
        if self.mends || self.lenient {
            self.note_child();
        }
        Ok(Token::Start)
    }

    fn first_close(&self, from: usize) -> Option<usize> {
        let rest = self.input.window().as_bytes().get(from..)?;
        memchr(b'>', rest).map(|found| from + found)
    }

    /// A `<` inside a tag: in a quoted value it is kept, and told; where a quote was never closed
    /// the tag ran on into what follows.
    fn check_tag(&mut self, sink: &mut dyn Sink) -> Result<()> {
        self.tell_damage(self.token.clone(), Lost::Field, sink)?;
        let text = self.slice(self.tag.attributes.clone());
        let Some(found) = text.find('<') else {
            return Ok(());
        };
        let at = self.tag.attributes.start + found;
        let whole =
            !text.contains('\n') && Attributes::new(text).all(|attribute| attribute.is_ok());
        if whole {
            let detail = "`<` in an attribute";
            self.mend(&rules::NOT_WELL_FORMED, at..at + 1, detail, ["<", "&lt;"], sink)?;
            return self.tell_inside(self.tag.attributes.clone(), 0, sink);
        }
        let Some(close) = self.first_close(self.tag.attributes.start).filter(|_| self.lenient)
        else {
            return Err(self.broken(at..at + 1, "`<` inside a tag"));
        };
        self.at = close + 1;
        self.token.end = self.at;
        self.tag.empty = self.input.window().as_bytes().get(close - 1) == Some(&b'/');
        self.tag.attributes.end =
            (close - usize::from(self.tag.empty)).max(self.tag.attributes.start);
        let detail = "a tag that is not closed";
        let was = self.slice(self.token.clone());
        self.mend(&rules::NOT_WELL_FORMED, at..at + 1, detail, [was, ""], sink)?;
        self.tell_inside(self.tag.attributes.clone(), 0, sink)
    }

    fn scan_end(&mut self, sink: &mut dyn Sink) -> Result<Token> {
        let expected = self.open.last().and_then(|open| self.names.get(open.name..));
        let rest = self.input.window().as_bytes().get(self.at + 2..).unwrap_or_default();
        if let Some(name) = expected
            && rest.strip_prefix(name.as_bytes()).and_then(<[u8]>::first) == Some(&b'>')
        {
            // As nearly always.
            self.ends_at(self.at + name.len() + 3)?;
            return Ok(Token::End);
        }
        // Before its `>` is looked for: that of many such may stand far behind.
        if let Some(next) = memchr2(b'<', b'>', rest).filter(|at| rest.get(*at) == Some(&b'<')) {
            return self.scan_unclosed_end(self.at + 2 + next, sink);
        }
        let close = self.find(Until(b'>'), self.at + 2, sink)?;
        let (start, end) = (self.at, close.unwrap_or(self.input.window().len()));
        if let Some(next) = memchr(b'<', self.slice(start + 2..end).as_bytes()) {
            return self.scan_unclosed_end(start + 2 + next, sink);
        }
        let Some(close) = close else { return Err(self.truncated()) };
        self.ends_at(close + 1)?;
        let name = self.slice(start + 2..close).trim_end_matches([' ', '\t', '\n', '\r']);
        if self.open.last().is_some_and(|open| self.names.get(open.name..) == Some(name))
            || self.open.is_empty()
        {
            return Ok(Token::End);
        }
        self.scan_wrong_end(start + 2..start + 2 + name.len(), sink)
    }

    fn scan_instruction(&mut self, sink: &mut dyn Sink) -> Result<Token> {
        if let Some(end) = self.unclosed_declaration() {
            let start = self.at;
            self.ends_at(end)?;
            self.declared_xml = true;
            let (was, detail) = (self.slice(start..end), "an XML declaration that is not closed");
            self.mend(&rules::NOT_WELL_FORMED, start..end, detail, [was, DECLARATION], sink)?;
            return Ok(Token::Skipped);
        }
        let Some(close) = self.find(PiParser::default(), self.at + 2, sink)? else {
            return Err(self.unended("an instruction", "<?".len()));
        };
        let start = self.at;
        self.ends_at(close + 1)?;
        self.told_damage(sink)?;
        let text = self.slice(start + 2..close.saturating_sub(1));
        if text.starts_with("xml ")
            && let Some(found) = text.find('<')
        {
            // A declaration that was never closed: what follows is the document.
            let at = start + 2 + found;
            self.at = at;
            self.token.end = at;
            let detail = "an XML declaration that is not closed";
            let was = self.slice(start..at).trim();
            self.mend(&rules::NOT_WELL_FORMED, start..at, detail, [was, DECLARATION], sink)?;
            self.declared_xml = true;
            return Ok(Token::Skipped);
        }
        let (target, data) = text.split_once([' ', '\t', '\n', '\r']).unwrap_or((text, ""));
        if let Some(detail) = instruction_fault(target, data) {
            self.leave_out_markup(&rules::NOT_WELL_FORMED, start..close + 1, detail, sink)?;
        } else {
            self.tell_instruction_run_on(start..close + 1, sink)?;
        }
        match target {
            "xml" => {
                let detail = "a second XML declaration";
                if self.declared_xml || self.seen_root {
                    let at = start..close + 1;
                    self.leave_out_markup(&rules::NOT_WELL_FORMED, at, detail, sink)?;
                } else {
                    self.check_version(start..close + 1, sink)?;
                }
                self.declared_xml = true;
            }
            "xml-stylesheet" if !self.seen_root => {
                self.remark_stylesheet(start..close + 1, data, sink)?;
                match self.stylesheet {
                    None => self.stylesheet = Some(data.trim().into()),
                    Some(_) => {
                        self.left_out.instruction(self.input.position_at(self.offset_of(start)));
                    }
                }
            }
            _ => self.left_out.instruction(self.input.position_at(self.offset_of(start))),
        }
        Ok(Token::Skipped)
    }

    /// Where an XML declaration ends that begins the document and lacks its `?`, or has space behind it.
    fn unclosed_declaration(&self) -> Option<usize> {
        if self.declared_xml || self.seen_root {
            return None;
        }
        let text = self.input.window().get(self.at..)?;
        let (inside, after) = text.strip_prefix("<?xml ")?.split_once('>')?;
        let bare = inside.trim_end().trim_end_matches('?');
        let is_one = !inside.ends_with('?') && !bare.contains(['<', '?']);
        let end = self.at + text.len() - after.len();
        (is_one && after.trim_start().starts_with('<')).then_some(end)
    }

    fn check_version(&mut self, token: Range<usize>, sink: &mut dyn Sink) -> Result<()> {
        let text = self.slice(token.clone()).trim_start_matches("<?xml").trim_end_matches("?>");
        if !is_declaration(text) {
            let (at, detail) = (token.clone(), "a malformed XML declaration");
            let was = self.slice(at.clone());
            self.mend(&rules::NOT_WELL_FORMED, at.clone(), detail, [was, DECLARATION], sink)?;
            self.tell_inside(at, 0, sink)?;
        }
        let version =
            Attributes::new(text).flatten().find(|attribute| attribute.qname == "version");
        match version {
            Some(version) if version.value != "1.0" => {
                let was = version.value;
                self.mend(&rules::VERSION, token, was, [was, "1.0"], sink)
            }
            _ => Ok(()),
        }
    }

    fn scan_declaration(&mut self, sink: &mut dyn Sink) -> Result<Token> {
        self.have("<![CDATA[".len(), sink)?;
        let ahead = self.slice(self.at..self.input.window().len());
        if ahead.starts_with("<!--") {
            return self.scan_comment(sink);
        }
        if ahead.starts_with("<![CDATA[") {
            return self.scan_cdata(sink);
        }
        if ahead.starts_with("<!DOCTYPE") || ahead.starts_with("<!doctype") {
            return self.scan_doctype(sink);
        }
        if "<!--".starts_with(ahead)
            || "<![CDATA[".starts_with(ahead)
            || "<!DOCTYPE".starts_with(ahead)
        {
            return Err(self.truncated());
        }
        self.scan_stray(sink)
    }

    fn scan_comment(&mut self, sink: &mut dyn Sink) -> Result<Token> {
        let Some(end) = self.find(CommentParser::default(), self.at + 4, sink)? else {
            return Err(self.unended("a comment", "<!--".len()));
        };
        let start = self.at;
        self.ends_at(end)?;
        self.told_damage(sink)?;
        self.left_out.comment(self.input.position_at(self.offset_of(start)));
        let body = self.slice(start + 4..end.saturating_sub(3));
        let dashes = body.contains("--") || body.ends_with('-');
        let detail = match dashes {
            true => "`--` inside a comment",
            false => "a character that XML does not have",
        };
        if dashes || !body.chars().all(is_xml_char) {
            self.leave_out_markup(&rules::NOT_WELL_FORMED, start..end, detail, sink)?;
        }
        Ok(Token::Skipped)
    }

    /// The token is what stands between the marks; a `]]>` ends it, whatever comes after.
    fn scan_cdata(&mut self, sink: &mut dyn Sink) -> Result<Token> {
        let body = self.at + "<![CDATA[".len();
        let mut from = body;
        let end = loop {
            let window = self.input.window().as_bytes();
            if let Some(found) = window.get(from..).and_then(|rest| memmem::find(rest, b"]]>")) {
                break from + found;
            }
            from = window.len().saturating_sub(2).max(body);
            if !self.more(sink)? {
                return Err(self.unended("a section of CDATA", "<![CDATA[".len()));
            }
        };
        self.at = end + "]]>".len();
        self.token = body..end;
        self.within(self.at)?;
        Ok(Token::Cdata)
    }

    fn scan_doctype(&mut self, sink: &mut dyn Sink) -> Result<Token> {
        let end = loop {
            let text = self.slice(self.at..self.input.window().len());
            if let Some(end) = doctype_end(text.as_bytes()) {
                break self.at + end;
            }
            if !self.more(sink)? {
                return Err(self.unended("a document type", "<!DOCTYPE".len()));
            }
        };
        let start = self.at;
        self.ends_at(end)?;
        self.told_damage(sink)?;
        let names = declared_entities(self.slice(start..end));
        self.declared.extend(names);
        self.declared.truncate(MOST_DECLARED);
        let again = std::mem::replace(&mut self.seen_doctype, true);
        let was = self.slice(start..end);
        // There is one, before the root, its name in capitals (XML 1.0, productions 22 and 28).
        let fault = match self.seen_root || !self.open.is_empty() {
            true => Some("a document type behind the start of the root"),
            false if again => Some("a second document type"),
            false => was.starts_with("<!d").then_some("a document type in small letters"),
        };
        // It is left out once, and told once.
        let (rule, detail) = match fault {
            Some(detail) => (&rules::NOT_WELL_FORMED, detail),
            None => (&rules::DOCTYPE, ""),
        };
        self.leave_out_markup(rule, start..end, detail, sink)?;
        Ok(Token::Skipped)
    }

    /// Bytes that were not UTF-8 inside the token, which is no text.
    fn told_damage(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let from = self.offset_of(self.token.start);
        for offset in self.input.damage(from, self.token.len()) {
            let place = Span { input: &self.input, offset, length: 1 };
            place.report(rules::INVALID_UTF8.found(), sink)?;
        }
        Ok(())
    }

    pub(crate) fn slice(&self, range: Range<usize>) -> &str {
        self.input.window().get(range).unwrap_or_default()
    }

    pub(crate) fn offset_of(&self, at: usize) -> u64 {
        self.input.offset() + at as u64
    }

    pub(crate) fn finding(
        &self,
        rule: &'static Rule,
        at: Range<usize>,
        detail: &str,
        lost: Lost,
    ) -> Diagnostic {
        self.span(at).mark(self.finding_of(rule).detail(detail).lost(lost))
    }

    /// A finding of a rule whose way out is none that was taken already: reading that guesses is not advised
    /// to guess.
    pub fn finding_of(&self, rule: &'static Rule) -> Diagnostic {
        match self.lenient && std::ptr::eq(rule, &rules::NOT_WELL_FORMED) {
            true => rule.found().help("correct the markup here"),
            false => rule.found(),
        }
    }

    pub(crate) fn span(&self, at: Range<usize>) -> Span<'_, 'a> {
        let length = u32::try_from(at.len()).unwrap_or(u32::MAX);
        Span { input: &self.input, offset: self.offset_of(at.start), length }
    }

    pub(crate) fn tell(
        &self,
        rule: &'static Rule,
        at: Range<usize>,
        detail: &str,
        lost: Lost,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let place = self.span(at);
        if sink.count(rule, lost, place.input()) {
            return Ok(());
        }
        let mut finding = self.finding_of(rule).lost(lost);
        if sink.wants(&finding) {
            finding = finding.detail(detail);
        }
        place.report(finding, sink)
    }

    /// The tag is beyond a limit, which a flag raises.
    pub(crate) fn beyond(&self, detail: &str, flag: &str) -> Error {
        let finding = self.finding(&rules::TOO_DEEP, self.token.clone(), detail, Lost::Rest);
        finding.help(format!("raise `{flag}` if you trust the file")).into()
    }

    /// Tells of what was repaired: what it was, what it is now.
    pub(crate) fn mend(
        &self,
        rule: &'static Rule,
        at: Range<usize>,
        detail: &str,
        [was, now]: [&str; 2],
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let place = self.span(at);
        if sink.count(rule, Lost::Nothing, place.input()) {
            return Ok(());
        }
        let mut finding = self.finding_of(rule);
        if sink.wants(&finding) {
            finding = finding.detail(detail).mended(was, now);
        }
        place.report(finding, sink)
    }

    /// Tells of what is left out because it stands where nothing may. Where that holds an address, it
    /// is no repair: it may be a page. Says whether that is so.
    pub(crate) fn leave_out(
        &self,
        rule: &'static Rule,
        at: Range<usize>,
        detail: &str,
        was: &str,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        if holds_address(was) || self.holds_entry(was) {
            self.tell(rule, at.clone(), detail, Lost::Entry, sink)?;
            return self.tell_inside(at, 1, sink).map(|()| true);
        }
        self.mend(rule, at, detail, [was, ""], sink).map(|()| false)
    }

    /// Markup that only a guess could read.
    pub(crate) fn broken(&self, at: Range<usize>, detail: &str) -> Error {
        self.finding(&rules::NOT_WELL_FORMED, at, detail, Lost::Rest).into()
    }
}

/// Finds one byte.
struct Until(u8);

impl Parser for Until {
    fn feed(&mut self, bytes: &[u8]) -> Option<usize> {
        memchr(self.0, bytes)
    }

    fn eof_error(self, _: &[u8]) -> quick_xml::errors::SyntaxError {
        quick_xml::errors::SyntaxError::UnclosedTag
    }
}

pub(crate) fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b':' || byte >= 0x80
}

fn ends_name(byte: u8) -> bool {
    // Most bytes of names are beyond all of these.
    byte <= b'>' && matches!(byte, b'>' | b'/' | b' ' | b'\t' | b'\n' | b'\r' | b'<' | b'"' | b'\'')
}

/// After the `>` that ends a document type, past quotes, comments, instructions and the internal
/// subset; `None` where more text is needed.
pub(crate) fn doctype_end(text: &[u8]) -> Option<usize> {
    let mut at = 2;
    let mut depth = 0_usize;
    while let Some(rest) = text.get(at..) {
        let next = rest
            .iter()
            .position(|byte| matches!(byte, b'"' | b'\'' | b'[' | b']' | b'<' | b'>'))?;
        at += next;
        let rest = text.get(at..)?;
        at += match rest.first()? {
            quote @ (b'"' | b'\'') => memchr(*quote, rest.get(1..)?)? + 2,
            b'[' => {
                depth += 1;
                1
            }
            b']' => {
                depth = depth.saturating_sub(1);
                1
            }
            b'<' if rest.starts_with(b"<!--") => memmem::find(rest, b"-->")? + 3,
            b'<' if rest.starts_with(b"<?") => memmem::find(rest, b"?>")? + 2,
            b'>' if depth == 0 => return Some(at + 1),
            _ => 1,
        };
    }
    None
}

/// Names of general entities in a document type's internal subset.
fn declared_entities(text: &str) -> Vec<Box<str>> {
    text.split("<!ENTITY")
        .skip(1)
        .filter_map(|declaration| declaration.split_whitespace().next())
        .filter(|name| *name != "%")
        .take(MOST_DECLARED)
        .map(Into::into)
        .collect()
}
