//! An element's character data: the plain case in one look, everything else put together.

use crate::cursor::{Cursor, Text, TextPlace, is_blank};
use crate::reference::{Space, as_written, decode, is_odd};
use crate::rules;
use crate::scan::Token;
use crate::stray::is_address;
use memchr::memchr;
use std::ops::Range;
use urlset_core::{Lost, Place, Result, Sink, Span};

/// Bytes of a text that are shown before where it was cut.
const MOST_SHOWN: usize = 100;

/// Oddities of one text that are told one by one.
const MOST_TOLD: usize = 20;

impl<'a> Cursor<'a> {
    /// Reads the element's character data up to its end tag and leaves it; see [`Cursor::text`].
    /// `false` where the text cannot be what was meant (bytes or characters that cannot be, an
    /// entity that is not expanded, markup inside): that has been reported as the loss of `lost`.
    ///
    /// # Errors
    /// As [`Cursor::next_child`].
    pub fn read_text(&mut self, lost: Lost, sink: &mut dyn Sink) -> Result<bool> {
        if self.take_found() {
            return Ok(true);
        }
        self.standing = false;
        if self.tag.empty {
            // There is no place between its tags: what is said of its text is said of the element.
            let offset = self.input.offset() + self.token.start as u64;
            let length = u32::try_from(self.token.len()).unwrap_or(u32::MAX);
            self.text = Text { plain: Some(0..0), offset, length };
            self.leave();
            return Ok(true);
        }
        self.release();
        self.text = Text { plain: Some(0..0), offset: self.input.offset(), length: 0 };
        if self.plain_text(sink)? {
            return Ok(true);
        }
        self.mixed_text(lost, sink)
    }

    /// The usual case: text without anything odd, then the end tag.
    fn plain_text(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        let Some(open) = self.open.last().copied() else {
            return Ok(false);
        };
        let name_length = self.names.len() - open.name;
        let end = loop {
            let window = self.input.window().as_bytes();
            match memchr(b'<', window) {
                Some(end) if window.len() >= end + name_length + 3 => break end,
                _ if self.more(sink)? => {}
                _ => return Ok(false),
            }
        };
        let (text, tail) = self.input.window().as_bytes().split_at_checked(end).unwrap_or_default();
        let name = self.names.as_bytes().get(open.name..).unwrap_or_default();
        let ends = tail.strip_prefix(b"</").and_then(|rest| rest.strip_prefix(name));
        // Without branches, so that it runs over many bytes at once.
        let odd = text.iter().fold(false, |odd, byte| odd | is_odd(*byte));
        if odd || ends.and_then(<[u8]>::first) != Some(&b'>') || self.damage_in(&(0..end)).is_some()
        {
            return Ok(false);
        }
        self.within(end)?;
        self.remark_raw(0..end, sink)?;
        self.at = end + name_length + 3;
        self.text.plain = Some(0..end);
        self.text.length = u32::try_from(end).unwrap_or(u32::MAX);
        self.leave();
        Ok(true)
    }

    /// Text with references, CDATA, comments or worse, put together in the buffer. Nothing is let
    /// go of on the way, so that findings can show the place.
    fn mixed_text(&mut self, lost: Lost, sink: &mut dyn Sink) -> Result<bool> {
        self.buffer.clear();
        let (mut whole, mut nested) = (true, 0_usize);
        let depth = self.open.len();
        self.texts = depth..depth + 1;
        // Looked at once: so many bytes before each of many tags would be read again and again.
        let mut ends_at_tags = self.lenient;
        loop {
            match self.scan(sink)? {
                Token::Text => {
                    let left = if whole { lost } else { Lost::Nothing };
                    whole &= self.goes_on(left, sink)?;
                    let left = if whole { lost } else { Lost::Nothing };
                    whole &= self.decode_token(left, sink)?;
                }
                Token::Cdata => {
                    let left = if whole { lost } else { Lost::Nothing };
                    whole &= self.goes_on(left, sink)?;
                    let left = if whole { lost } else { Lost::Nothing };
                    whole &= self.push_cdata(left, sink)?;
                }
                Token::Skipped => {}
                Token::End => break,
                Token::Eof => return Err(self.truncated()),
                Token::Start
                    if ends_at_tags && !self.buffer.trim().is_empty() && {
                        ends_at_tags = !self.is_inside_text(sink)?;
                        ends_at_tags
                    } =>
                {
                    // A missing end tag: what follows is the next field.
                    self.told_cut(sink)?;
                    self.at = self.token.start;
                    break;
                }
                // A text may be made of nothing else. Those behind the first in a field may be fields themselves;
                // entries are told as what they are.
                Token::Start
                    if nested >= MOST_TOLD
                        || nested > 0
                            && (lost != Lost::Field || self.is_entry_tag())
                            && !self.is_feed_field() =>
                {
                    self.pass_over(depth, sink)?;
                }
                Token::Start => {
                    let detail = self.slice(self.tag.qname.clone()).to_owned();
                    let left = if whole || nested > 0 { lost } else { Lost::Nothing };
                    let left = if self.is_feed_field() { left.max(Lost::Field) } else { left };
                    self.tell(&rules::ELEMENT_IN_LEAF, self.token.clone(), &detail, left, sink)?;
                    (whole, nested) = (false, nested + 1);
                    self.pass_over(depth, sink)?;
                }
            }
        }
        self.texts = 0..0;
        self.text.plain = None;
        self.text.length = u32::try_from(self.token.start).unwrap_or(u32::MAX);
        self.leave();
        Ok(whole)
    }

    /// Whether the text just read goes on with what stands before it. Behind an end tag that was left out it may
    /// be another value: with the front of an address it would be one that nobody wrote.
    pub(crate) fn goes_on(&mut self, lost: Lost, sink: &mut dyn Sink) -> Result<bool> {
        let Some(of_field) = self.behind_end.take() else { return Ok(true) };
        let divides = of_field || lost == Lost::Entry || is_address(self.buffer.trim());
        if !divides || self.buffer.trim().is_empty() || is_blank(self.slice(self.token.clone())) {
            return Ok(true);
        }
        let detail = "a text behind an end tag in the middle of a value";
        self.tell(&rules::NOT_WELL_FORMED, self.token.clone(), detail, lost, sink)?;
        Ok(false)
    }

    /// Tells that the text ends before the start tag just read, with the end of the text.
    fn told_cut(&self, sink: &mut dyn Sink) -> Result<()> {
        let detail = format!("`{}` is not closed", self.qname());
        if self.is_torn() {
            let detail =
                format!("{detail}, and its text ends in a part of its end tag, which stays in it");
            let at = self.token.clone();
            return self.tell(&rules::NOT_WELL_FORMED, at, &detail, Lost::Field, sink);
        }
        let end = self.token.start;
        let from = (end.saturating_sub(MOST_SHOWN)..=end)
            .find(|at| self.input.window().is_char_boundary(*at));
        let text = self.slice(from.unwrap_or(end)..end);
        let tag = self.slice(self.token.clone());
        let (was, now) = (format!("{text}{tag}"), format!("{text}</{}>{tag}", self.qname()));
        self.mend(&rules::NOT_WELL_FORMED, self.token.clone(), &detail, [&was, &now], sink)
    }

    /// The start tag just read and everything in it: nobody takes it, but what is not well-formed in
    /// it is told.
    fn pass_over(&mut self, depth: usize, sink: &mut dyn Sink) -> Result<()> {
        self.pass_start(sink)?;
        while self.open.len() > depth {
            match self.scan(sink)? {
                Token::Start => self.pass_start(sink)?,
                Token::End => self.leave(),
                Token::Eof => return Err(self.truncated()),
                token @ (Token::Text | Token::Cdata) => self.look_over(token, sink)?,
                Token::Skipped => {}
            }
        }
        Ok(())
    }

    /// Appends the text token to the buffer.
    pub(crate) fn decode_token(&mut self, lost: Lost, sink: &mut dyn Sink) -> Result<bool> {
        let range = self.token.clone();
        self.remark_raw(range.clone(), sink)?;
        let text = self.input.window().get(range.clone()).unwrap_or_default();
        if !text.bytes().any(is_odd) && self.damage_in(&range).is_none() {
            self.buffer.push_str(text);
            return Ok(true);
        }
        let mut found = Vec::new();
        let (mut count, mut whole) = (0_usize, true);
        decode(text, Space::Lines, &self.declared, &mut self.buffer, |odd| {
            // What spoils a text is told once: the text is lost by it as a whole.
            if !odd.damaging || std::mem::replace(&mut whole, false) {
                count += 1;
                if count <= MOST_TOLD {
                    found.push(odd);
                }
            }
        });
        let untold = count - found.len();
        for (number, odd) in found.into_iter().enumerate() {
            let at = range.start + odd.at..range.start + odd.at + odd.length;
            let cost = if odd.damaging { lost } else { Lost::Nothing };
            if sink.count(odd.rule, cost, self.input.number()) {
                continue;
            }
            let text = self.slice(at.clone());
            let detail = match untold {
                more if more > 0 && number + 1 == MOST_TOLD => {
                    format!("{text}, and {more} more oddities in this text")
                }
                _ => text.to_owned(),
            };
            let finding = self.finding(odd.rule, at.clone(), &detail, cost);
            sink.report(as_written(finding, self.slice(at), odd.damaging))?;
        }
        let left = if whole { lost } else { Lost::Nothing };
        Ok(self.tell_damage(range, left, sink)? && whole)
    }

    pub(crate) fn push_cdata(&mut self, lost: Lost, sink: &mut dyn Sink) -> Result<bool> {
        let range = self.token.clone();
        if self.told_run_on(range.clone(), "<![CDATA[", sink)? {
            // The end tag of the last of these is not that of one more.
            self.torn.told = true;
        } else if self.told_fields_run_on(range.clone(), lost, sink)? {
            return Ok(lost == Lost::Nothing);
        }
        let text = self.input.window().get(range.clone()).unwrap_or_default();
        let escape = ["&amp;", "&lt;", "&gt;", "&#38;"].iter().find_map(|escape| text.find(escape));
        let invalid = text.char_indices().find(|(_, c)| !crate::escape::is_xml_char(*c));
        for (at, piece) in text.split('\r').enumerate() {
            // CR LF and CR are one line end (XML 1.0 section 2.11).
            if at > 0 && !piece.starts_with('\n') {
                self.buffer.push('\n');
            }
            self.buffer.push_str(piece);
        }
        if let Some(at) = escape.filter(|_| !self.is_in_html()) {
            let at = range.start + at;
            self.tell(&rules::ESCAPED_IN_CDATA, at..at + 4, "", Lost::Nothing, sink)?;
        }
        if let Some((at, c)) = invalid {
            let at = range.start + at;
            self.tell(&rules::INVALID_CHAR, at..at + c.len_utf8(), "", lost, sink)?;
        }
        let left = if invalid.is_none() { lost } else { Lost::Nothing };
        Ok(self.tell_damage(range, left, sink)? && invalid.is_none())
    }

    pub(crate) fn damage_in(&self, range: &Range<usize>) -> Option<u64> {
        self.input.damage(self.offset_of(range.start), range.len()).next()
    }

    /// Reports bytes that were not UTF-8; `false` where nothing sensible was put in their place.
    pub(crate) fn tell_damage(
        &self,
        range: Range<usize>,
        lost: Lost,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        let mut damage = self.input.damage(self.offset_of(range.start), range.len());
        let Some(first) = damage.next() else { return Ok(true) };
        let guessed = self.input.guesses();
        let end = self.offset_of(range.end);
        let (how, lost) =
            if guessed { ("read as windows-1252", Lost::Nothing) } else { ("", lost) };
        let detail = match (damage.count(), how) {
            (0, how) => how.to_owned(),
            (more, "") => format!("and {more} more in this text"),
            (more, how) => format!("{how}, and {more} more in this text"),
        };
        let place = Span { input: &self.input, offset: first, length: 1 };
        let mut finding = rules::INVALID_UTF8.found().lost(lost);
        if sink.wants(&finding) {
            finding = finding.detail(detail);
            if guessed {
                let [was, now] = self.input.guessed(first, end);
                finding = finding.mended(&was, &now);
            }
        }
        place.report(finding, sink)?;
        Ok(guessed)
    }

    /// What [`Cursor::read_text`] read, as it was, not trimmed; until the cursor moves.
    pub fn text(&self) -> &str {
        match &self.text.plain {
            Some(range) => self.slice(range.clone()),
            None => &self.buffer,
        }
    }

    /// Whether references, CDATA or comments stood in it.
    pub fn text_is_mixed(&self) -> bool {
        self.text.plain.is_none()
    }

    /// Where that was.
    pub fn text_place(&self) -> TextPlace<'_, 'a> {
        Span { input: &self.input, offset: self.text.offset, length: self.text.length }
    }
}
