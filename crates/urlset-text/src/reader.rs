//! Reading lines as entries.

use crate::lines::{self, Line};
use crate::{rows, rules};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use memchr::memchr3;
use urlset_core::{
    Entry, EntryReader, Fields, Header, Input, Locs, Lost, Place, Position, ReadOptions, Result,
    Sink, Span, is_entity_escaped, is_web_address, joined_address, rules as core_rules,
};

/// A text sitemap as a stream of entries.
///
/// ```
/// use urlset_core::{EntryReader, Input, ReadOptions};
/// use urlset_text::TextReader;
///
/// let input = Input::new("https://example.com/a\nhttps://example.com/b".as_bytes());
/// let reader = TextReader::open(input, &ReadOptions::default(), &mut ())?;
/// let locs: Vec<_> = reader.entries(&mut ()).map(|entry| entry.map(|entry| entry.loc)).collect();
/// assert_eq!(locs[0].as_ref().map(|loc| loc.as_str()).ok(), Some("https://example.com/a"));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug)]
pub struct TextReader<'a> {
    input: Input<'a>,
    fields: Fields,
    header: Header,
    base: Option<Box<str>>,
    lenient: bool,
    keep_invalid: bool,
    line_bytes: usize,
    /// The line at the front of the window, from 1; 0 where nobody knows, or its front is gone.
    line: u32,
    /// The line that the entry given last begins; 0 as above.
    entry_line: u32,
    /// Up to where lines were plain when they were read before.
    known_upto: u64,
    /// Where the first line stands that is not plain.
    odd_at: u64,
    /// End of the line that was told to hold several addresses.
    told_upto: u64,
    blank: u64,
    first_blank: Position,
    /// The first of them, with its line end.
    blank_line: String,
}

/// Tells where the front of a document looks like a table.
fn tell_rows(input: &mut Input<'_>, sink: &mut dyn Sink) -> Result<()> {
    if input.offset() > BOM_BYTES {
        return Ok(());
    }
    let window = input.peek(rows::FRONT)?;
    // Where rows stand behind empty lines, these say nothing of them.
    let most = window.len() - window.trim_start().len() + rows::FRONT;
    let front = input.peek(most)?.len().min(most);
    let window = input.window();
    let front = (0..=front).rev().find(|end| window.is_char_boundary(*end)).unwrap_or(0);
    let whole = front == window.len() && input.at_end();
    let row = window.get(..front).and_then(|front| rows::first_row(front, whole));
    let Some((at, line)) = row else { return Ok(()) };
    let offset = input.offset() + at as u64;
    let place = Span { input, offset, length: u32::try_from(line.len()).unwrap_or(u32::MAX) };
    place.tell(&rules::TABLE_ROWS, line, Lost::Nothing, sink)
}

/// The longest that stands before the first line.
const BOM_BYTES: u64 = 3;

impl<'a> TextReader<'a> {
    /// Opens a text sitemap.
    ///
    /// # Errors
    /// When the input fails.
    pub fn open(
        mut input: Input<'a>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<TextReader<'a>> {
        if input.peek(3)?.starts_with('\u{feff}') {
            sink.report(rules::BOM.at(input.position()).mended("\u{feff}", ""))?;
            input.consume(3);
        }
        tell_rows(&mut input, sink)?;
        input.report(sink)?;
        Ok(TextReader {
            input,
            fields: Fields::new(options),
            header: Header::default(),
            base: options.base.clone(),
            lenient: options.lenient,
            keep_invalid: options.keep_invalid,
            line_bytes: usize::try_from(options.limits.token_bytes).unwrap_or(usize::MAX),
            // What is only worth a remark is told by each reading that asks for it.
            line: 1,
            entry_line: 0,
            known_upto: if options.remarks { 0 } else { options.plain_upto },
            odd_at: u64::MAX,
            told_upto: 0,
            blank: 0,
            first_blank: Position::default(),
            blank_line: String::new(),
        })
    }

    /// The line at the front of the window where there is nothing to tell of it and one look shows that, as
    /// of nearly every one; and whether it has nothing that markup escapes.
    #[inline]
    fn plain_front(&self) -> Option<(Line, bool)> {
        let window = self.input.window();
        let (length, is_bare) = match self.input.offset() < self.known_upto {
            true => Fields::known_line(window),
            false => self.fields.plain_line(window),
        }?;
        let line = lines::ended(window.as_bytes(), length, self.input.at_end())?;
        (line.length <= self.line_bytes).then_some((line, is_bare))
    }

    /// Takes such a line as an entry.
    #[inline]
    fn take_plain(&mut self, entry: &mut Entry) -> bool {
        let Some((line, is_bare)) = self.plain_front() else { return false };
        Fields::put_line(entry, self.text_of(line), is_bare);
        self.take(line);
        true
    }

    /// Takes such a line as a loc of a list.
    #[inline]
    fn take_plain_loc(&mut self, locs: &mut Locs) -> bool {
        let Some((line, is_bare)) = self.plain_front() else { return false };
        locs.push(self.text_of(line), is_bare);
        self.take(line);
        true
    }

    fn text_of(&self, line: Line) -> &str {
        self.input.window().get(..line.length).unwrap_or_default()
    }

    /// Goes on behind a line that is an entry.
    #[inline]
    fn take(&mut self, line: Line) {
        self.give(self.input.offset());
        self.pass(line);
    }

    /// An entry begins there, at the front of the window.
    #[inline]
    fn give(&mut self, start: u64) {
        self.input.pin(start);
        self.entry_line = self.line;
    }

    /// Goes on to the next line.
    #[inline]
    fn pass(&mut self, line: Line) {
        self.input.consume(line.length + line.ending);
        if self.line > 0 {
            self.line = self.line.saturating_add(1);
        }
    }

    /// The next line, with what is known of where it is.
    fn next_line(&mut self, sink: &mut dyn Sink) -> Result<Option<Line>> {
        if self.line == 0 {
            let at = self.input.position();
            // Behind the front of a line its rest comes first.
            self.line = if at.column == 1 { at.line } else { 0 };
        }
        let before = self.input.offset();
        self.input.know_lines((self.line > 0).then_some([self.entry_line, self.line]));
        let line = lines::next(&mut self.input, self.line_bytes, sink)?;
        if self.input.offset() != before {
            // Lines that are too long were left out.
            self.line = 0;
        }
        Ok(line)
    }

    /// Whether there is nothing to tell of the line at the front of the window; it is the entry's loc then.
    /// What stands for bytes that were not UTF-8 would be a fault.
    fn is_plain(&self, line: Line, entry: &mut Entry) -> bool {
        let text = self.input.window().get(..line.length).unwrap_or_default();
        if text.is_empty() {
            return false;
        }
        if self.input.offset() < self.known_upto {
            entry.loc.set(text);
            return true;
        }
        self.fields.plain_loc(entry, text)
            && !is_entity_escaped(text)
            && joined_address(text).is_none()
    }

    /// Reads the line at the front of the window; says whether it is an entry, and how many bytes
    /// of the window are done with.
    fn read_line(
        &mut self,
        line: Line,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<(bool, usize)> {
        let whole = line.length + line.ending;
        if line.length == 0 {
            self.pass_blank(whole);
            return Ok((false, whole));
        }
        let text = self.input.window().get(..line.length).unwrap_or_default();
        let address = text.trim();
        if address.is_empty() {
            self.pass_blank(whole);
            return Ok((false, whole));
        }
        let padding = text.len() - text.trim_start().len();
        let span = Span {
            input: &self.input,
            offset: self.input.offset() + padding as u64,
            length: u32::try_from(address.len()).unwrap_or(u32::MAX),
        };
        if self.is_damaged(line, address, sink)? {
            return Ok((false, whole));
        }
        if memchr3(b'&', b' ', b'\t', address.as_bytes()).is_some() {
            if let Some(next) = next_address(address).filter(|_| is_web_address(address)) {
                if !self.lenient {
                    lose_each(span, address, sink)?;
                    return Ok((false, whole));
                }
                if span.offset >= self.told_upto {
                    span.tell(&rules::SEVERAL_URLS, address, Lost::Nothing, sink)?;
                }
                let (first, _) = address.split_at_checked(next).unwrap_or((address, ""));
                let kept = self.fields.loc(entry, first.trim_end(), &span, sink)?;
                return Ok((kept, padding + next));
            }
            if is_entity_escaped(address) {
                span.tell(&rules::ENTITY_ESCAPED, address, Lost::Nothing, sink)?;
            }
        }
        if !self.may_be_address(address) {
            span.tell(&rules::NON_URL_LINE, address, Lost::Entry, sink)?;
            return Ok((false, whole));
        }
        if let Some(at) = joined_address(address) {
            let (from, rest) = (span.offset + at as u64, address.len() - at);
            let second = Span { offset: from, length: rest.try_into().unwrap_or(u32::MAX), ..span };
            let finding = core_rules::LOC_SEVERAL.found().detail(address);
            second.report(finding.help(READ_AS_ONE), sink)?;
        }
        // With what is around it, so that padding is told as in every format.
        let kept = self.fields.loc(entry, text, &span, sink)?;
        Ok((kept, whole))
    }

    /// Reads the next entry, line by line.
    #[cold]
    #[inline(never)]
    fn read_closer(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        while let Some(line) = self.next_line(sink)? {
            let start = self.input.offset();
            if self.is_plain(line, entry) {
                self.take(line);
                return Ok(true);
            }
            self.odd_at = self.odd_at.min(start);
            let (kept, done) = self.read_line(line, entry, sink)?;
            if kept {
                self.give(start);
            }
            if done < line.length {
                self.told_upto = start + line.length as u64;
                self.input.consume(done);
                self.line = 0;
            } else {
                self.pass(line);
            }
            if kept {
                return Ok(true);
            }
            entry.clear();
        }
        entry.clear();
        self.finish(sink)?;
        Ok(false)
    }

    fn pass_blank(&mut self, length: usize) {
        if self.blank == 0 {
            self.first_blank = self.input.position();
            self.blank_line.push_str(self.input.window().get(..length).unwrap_or_default());
        }
        self.blank += 1;
    }

    /// Reports bytes that were not UTF-8; `true` where the line is lost by that.
    fn is_damaged(&self, line: Line, address: &str, sink: &mut dyn Sink) -> Result<bool> {
        let Some(at) = self.input.damage(self.input.offset(), line.length).next() else {
            return Ok(false);
        };
        let span = Span { input: &self.input, offset: at, length: 1 };
        if !self.input.guesses() {
            span.tell(&rules::NOT_UTF8, address, Lost::Entry, sink)?;
            return Ok(true);
        }
        let [was, now] = self.input.guessed(at, self.input.offset() + line.length as u64);
        span.report(rules::NOT_UTF8.found().detail(address).mended(&was, &now), sink)?;
        Ok(false)
    }

    /// Whether a line is meant as an address. A word, a heading or prose must not become one by
    /// being resolved.
    fn may_be_address(&self, text: &str) -> bool {
        if is_web_address(text) {
            // A tab ends a cell of a table; without it two cells would become one address.
            return !text.contains('\t');
        }
        let odd = |c: char| c.is_whitespace() || "<>\"{}|\\^`".contains(c);
        if text.starts_with('#') || text.contains(odd) {
            return false;
        }
        let first = text.split(['/', '?', '#']).next().unwrap_or_default();
        if first.contains(':') {
            return true;
        }
        if text.starts_with(['/', '.']) {
            return true;
        }
        // `01/02/2026` is a date, `www.example.com/a` lacks its scheme.
        let relative = text.starts_with('?')
            || text.contains('/') && text.contains(char::is_alphabetic) && !self.is_host(first);
        relative && (self.base.is_some() || self.keep_invalid)
    }

    /// Whether the first segment looks like a host that lacks its scheme.
    fn is_host(&self, segment: &str) -> bool {
        let base = self.base.as_deref().unwrap_or_default();
        let host = base.split(['/', '?', '#']).nth(2).unwrap_or_default();
        let bare = |name: &str| name.to_ascii_lowercase().trim_start_matches("www.").to_owned();
        segment.len() > 4 && segment.get(..4).is_some_and(|www| www.eq_ignore_ascii_case("www."))
            || !host.is_empty() && bare(host) == bare(segment)
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<()> {
        if self.blank > 0 {
            let finding =
                rules::BLANK_LINES.at(self.first_blank).detail(format!("lines: {}", self.blank));
            sink.report(finding.mended(&self.blank_line, ""))?;
            self.blank = 0;
        }
        Ok(())
    }
}

impl EntryReader for TextReader<'_> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.input.pinned_on_line(self.entry_line)
    }

    fn input(&self) -> u32 {
        self.input.number()
    }

    fn plain_upto(&self) -> u64 {
        self.odd_at.min(self.input.offset())
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        entry.clear();
        if self.take_plain(entry) {
            return Ok(true);
        }
        self.read_closer(entry, sink)
    }

    fn read_locs(&mut self, locs: &mut Locs) {
        while locs.room() > 0 && self.take_plain_loc(locs) {}
    }
}

/// Reports each address of a line as lost.
fn lose_each(line: Span<'_, '_>, text: &str, sink: &mut dyn Sink) -> Result<()> {
    let (mut rest, mut offset) = (text, line.offset);
    loop {
        let next = next_address(rest);
        let (one, after) = next.and_then(|next| rest.split_at_checked(next)).unwrap_or((rest, ""));
        let length = u32::try_from(one.trim_end().len()).unwrap_or(u32::MAX);
        let place = Span { offset, length, ..line };
        place.tell(&rules::SEVERAL_URLS, one.trim_end(), Lost::Entry, sink)?;
        if next.is_none() {
            return Ok(());
        }
        (rest, offset) = (after, offset + one.len() as u64);
    }
}

/// A URL may hold another, so nothing is cut.
const READ_AS_ONE: &str = "give each URL a line of its own; these were read as one";

/// Where, after white space, a second address begins.
pub(crate) fn next_address(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text.get(from..)?.find(char::is_whitespace) {
        let space = from + at;
        let rest = text.get(space..)?;
        let next = space + (rest.len() - rest.trim_start().len());
        let rest = text.get(next..)?;
        if is_web_address(rest) && rest.contains("://") {
            return Some(next);
        }
        from = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Line, TextReader};
    use proptest::prelude::*;
    use urlset_core::{Entry, Input, ReadOptions};

    /// What lines are made of.
    const PARTS: &[&str] = &[
        "a",
        "/b-c",
        "%41",
        "%4",
        "%",
        "%C3%A9",
        "&",
        "&amp;",
        "&amp",
        "'",
        ":",
        "://x",
        "~!$",
        "#",
        "[",
        "\"",
        " ",
        "\t",
        "\u{e9}",
        "\u{7f}",
        "{",
        "\\",
        "^",
        "`",
        "_@;=?,().*+",
        "0123456789abcdef",
    ];

    proptest! {
        #[test]
        fn what_is_taken_at_one_look_is_plain(
            parts in prop::collection::vec(prop::sample::select(PARTS), 0..12),
            ending in prop::sample::select(vec!["\n", "\r\n", "\r", "\rx", ""]),
        ) {
            let line = format!("https://example.com/{}", parts.concat());
            let text = line.clone() + ending;
            let open = || {
                let mut input = Input::new(text.as_bytes());
                input.peek(text.len() + 1).unwrap();
                let reader = TextReader::open(input, &ReadOptions::default(), &mut ()).unwrap();
                reader.fields.plain_loc(&mut Entry::default(), "https://example.com/");
                reader
            };
            let (mut one, mut other) = (Entry::default(), Entry::default());
            let mut reader = open();
            if reader.take_plain(&mut one) {
                let whole = Line { length: line.len(), ending: 0 };
                prop_assert!(!ending.is_empty() && open().is_plain(whole, &mut other));
                prop_assert_eq!(reader.input.window(), ending.trim_start_matches(['\r', '\n']));
                let (loc, escaped) = (&one.loc, line.contains(['&', '\'']));
                prop_assert!(loc == &other.loc && loc.is_known_bare() != escaped);
                prop_assert!(loc.is_known_faultless() && loc.faults().next().is_none());
            } else {
                // Only these want another look though they are plain, and what has no end.
                let closer = ending.is_empty() || line.contains("://x");
                let whole = Line { length: line.len(), ending: 0 };
                prop_assert!(closer || !open().is_plain(whole, &mut other), "{:?}", line);
            }
        }
    }
}
