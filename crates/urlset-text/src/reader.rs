//! Reading lines as entries.

use crate::lines::{self, Line};
use crate::rules;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use memchr::{memchr_iter, memchr3};
use urlset_core::{
    Entry, EntryReader, Fields, Header, Input, Lost, Place, Position, ReadOptions, Result,
    Severity, Sink, Span, is_web_address, joined_address,
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
            known_upto: if options.remarks { 0 } else { options.plain_upto },
            odd_at: u64::MAX,
            told_upto: 0,
            blank: 0,
            first_blank: Position::default(),
            blank_line: String::new(),
        })
    }

    /// Takes the line at the front of the window where there is nothing to tell of it and one look shows
    /// that, as of nearly every one.
    #[inline]
    fn take_plain(&mut self, entry: &mut Entry) -> bool {
        let (window, start) = (self.input.window(), self.input.offset());
        let length = match start < self.known_upto {
            true => Fields::known_line(entry, window),
            false => self.fields.plain_line(entry, window),
        };
        let line = length.and_then(|length| lines::ended(&self.input, length));
        let Some(line) = line.filter(|line| line.length <= self.line_bytes) else {
            return false;
        };
        self.input.consume(line.length + line.ending);
        self.input.pin(start);
        true
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
        self.fields.plain_loc(entry, text) && !is_escaped(text) && joined_address(text).is_none()
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
            if is_escaped(address) {
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
            let finding = rules::SEVERAL_URLS.found().severity(Severity::Warning).detail(address);
            second.report(finding.help(READ_AS_ONE), sink)?;
        }
        // With what is around it, so that padding is told as in every format.
        let kept = self.fields.loc(entry, text, &span, sink)?;
        Ok((kept, whole))
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
        self.input.pinned()
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
        while let Some(line) = lines::next(&mut self.input, self.line_bytes, sink)? {
            let start = self.input.offset();
            if self.is_plain(line, entry) {
                self.input.consume(line.length + line.ending);
                self.input.pin(start);
                return Ok(true);
            }
            self.odd_at = self.odd_at.min(start);
            let (kept, done) = self.read_line(line, entry, sink)?;
            if done < line.length {
                self.told_upto = start + line.length as u64;
            }
            self.input.consume(done);
            if kept {
                self.input.pin(start);
                return Ok(true);
            }
            entry.clear();
        }
        entry.clear();
        self.finish(sink)?;
        Ok(false)
    }
}

/// Whether a text holds `&amp;`.
fn is_escaped(text: &str) -> bool {
    let escaped = |at| text.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(b"&amp;"));
    memchr_iter(b'&', text.as_bytes()).any(escaped)
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
    use crate::FORMAT;
    use proptest::prelude::*;
    use urlset_core::{Diagnostic, Entry, EntryWriter, Input, Limits, Loc, Lost, ReadOptions};

    /// Gives so many bytes a read.
    struct Slow<'t>(&'t [u8], usize);

    impl std::io::Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            let (head, rest) = self.0.split_at(count);
            buffer[..count].copy_from_slice(head);
            self.0 = rest;
            Ok(count)
        }
    }

    /// The locs with their lines, and the findings as `line:column rule lost`.
    fn read(bytes: &[u8], step: usize, options: &ReadOptions) -> (Vec<String>, Vec<String>) {
        let mut findings: Vec<Diagnostic> = Vec::new();
        let input = Input::new(Slow(bytes, step)).lenient(options.lenient);
        let mut reader = FORMAT.open.unwrap()(input, options, &mut findings).unwrap();
        let (mut locs, mut entry) = (Vec::new(), Entry::default());
        while reader.read_entry(&mut entry, &mut findings).unwrap() {
            let at = reader.position();
            locs.push(format!("{}:{} {}", at.line, at.column, entry.loc));
        }
        let last = locs.last().and_then(|loc| loc.split_once(' ')).map(|(at, _)| at.to_owned());
        let at = reader.position();
        assert!(last.is_none_or(|last| last == format!("{}:{}", at.line, at.column)), "{locs:?}");
        let show = |found: &Diagnostic| {
            let at = found.position;
            format!("{}:{} {} {:?}", at.line, at.column, found.rule.id, found.lost)
        };
        (locs, findings.iter().map(show).collect())
    }

    fn check(text: &[u8], options: &ReadOptions, locs: &[&str], found: &[&str]) {
        for step in [1, 3, 1 << 20] {
            let read = read(text, step, options);
            let shown = String::from_utf8_lossy(text);
            assert_eq!(read.0, locs, "{shown:?} by {step}");
            assert_eq!(read.1, found, "{shown:?} by {step}");
        }
    }

    #[test]
    fn plain_lines() {
        let plain = ReadOptions::default();
        check(
            b"https://example.com/a\nhttps://example.com/b\r\n\xef\xbb\xbfhttp://example.com/c\r\r\n",
            &plain,
            &[
                "1:1 https://example.com/a",
                "2:1 https://example.com/b",
                "3:1 http://example.com/c",
            ],
            &["3:1 loc/surrounding-whitespace Nothing", "4:1 text/blank-lines Nothing"],
        );
        check(
            "\u{feff}https://example.com/a\u{2028}b".as_bytes(),
            &plain,
            &[],
            &["1:1 text/bom Nothing", "1:1 loc/control-char Entry"],
        );
        check(
            b"https://example.com/a\rhttps://example.com/b\r",
            &plain,
            &["1:1 https://example.com/a", "2:1 https://example.com/b"],
            &[],
        );
        check(b"", &plain, &[], &[]);
        check(b"\r", &plain, &[], &["1:1 text/blank-lines Nothing"]);
    }

    #[test]
    fn plain_lines_are_not_looked_at_again() {
        let read = |text: &str, plain_upto| {
            let options = ReadOptions { plain_upto, ..ReadOptions::default() };
            let mut findings: Vec<Diagnostic> = Vec::new();
            let input = Input::new(text.as_bytes());
            let mut reader = FORMAT.open.unwrap()(input, &options, &mut findings).unwrap();
            let (mut locs, mut entry) = (String::new(), Entry::default());
            while reader.read_entry(&mut entry, &mut findings).unwrap() {
                locs += &format!("{} {}\n", reader.position().line, entry.loc);
            }
            (reader.plain_upto(), locs, findings)
        };
        let text = "https://e.com/a\nhttps://e.com/b\n x\nhttps://e.com/c\n";
        let (plain_upto, locs, findings) = read(text, 0);
        assert_eq!((plain_upto, findings.len()), (32, 1));
        assert_eq!(read(text, plain_upto), (plain_upto, locs, findings));
        let whole = "https://e.com/a\nhttps://e.com/b";
        assert_eq!(read(whole, 0).0, whole.len() as u64);
        let other = read("x\n\ny\n", 2);
        assert_eq!((&*other.1, other.2.len()), ("1 x\n", 2), "lines beyond are looked at");
    }

    #[test]
    fn what_is_no_address_is_told() {
        check(
            b"url\n# x\nsee https://example.com/\nhttps://example.com/?a&amp;b\nwww.example.com/\n\
              https://example.com/\t2026\nftp://example.com/\n01/02/2026\n/a\nexample.com/b\n\
              https://example.com/a\0\n",
            &ReadOptions::default(),
            &["4:1 https://example.com/?a&amp;b"],
            &[
                "1:1 text/non-url-line Entry",
                "2:1 text/non-url-line Entry",
                "3:1 text/non-url-line Entry",
                "4:1 text/entity-escaped Nothing",
                "5:1 text/non-url-line Entry",
                "6:1 text/non-url-line Entry",
                "7:1 loc/bad-scheme Entry",
                "8:1 text/non-url-line Entry",
                "9:1 loc/relative Entry",
                "10:1 text/non-url-line Entry",
                "11:1 loc/control-char Entry",
            ],
        );
    }

    #[test]
    fn relative_lines_need_a_base() {
        let base = ReadOptions {
            base: Some("https://example.com/x/list.txt".into()),
            ..ReadOptions::default()
        };
        check(
            b"/a\n../b\nc/d\nexample.com/e\nwww.example.org/f\nHeading\n#g\n01/02/2026\n<a>/b</a>\n",
            &base,
            &[
                "1:1 https://example.com/a",
                "2:1 https://example.com/b",
                "3:1 https://example.com/x/c/d",
            ],
            &[
                "1:1 loc/relative Nothing",
                "2:1 loc/relative Nothing",
                "3:1 loc/relative Nothing",
                "4:1 text/non-url-line Entry",
                "5:1 text/non-url-line Entry",
                "6:1 text/non-url-line Entry",
                "7:1 text/non-url-line Entry",
                "8:1 text/non-url-line Entry",
                "9:1 text/non-url-line Entry",
            ],
        );
    }

    #[test]
    fn several_on_a_line() {
        let text = b" https://example.com/a b  http://example.com/c\thttps://example.com/d\r\nhttp://example.com/e";
        check(
            text,
            &ReadOptions::default(),
            &["2:1 http://example.com/e"],
            &[
                "1:2 text/several-urls-on-line Entry",
                "1:27 text/several-urls-on-line Entry",
                "1:48 text/several-urls-on-line Entry",
            ],
        );
        let lenient = ReadOptions { lenient: true, ..ReadOptions::default() };
        check(
            text,
            &lenient,
            &[
                "1:1 https://example.com/a b",
                "1:27 http://example.com/c",
                "1:48 https://example.com/d",
                "2:1 http://example.com/e",
            ],
            &["1:2 text/several-urls-on-line Nothing", "1:2 loc/inner-whitespace Nothing"],
        );
    }

    #[test]
    fn long_lines_and_bad_bytes_cost_themselves_only() {
        let limits = Limits { token_bytes: 40, ..Limits::default() };
        let short = ReadOptions { limits, ..ReadOptions::default() };
        let mut text = format!("https://example.com/{}\r\n", "x".repeat(5000)).into_bytes();
        text.extend(b"https://example.com/\xe9\nhttps://example.com/b");
        check(
            &text,
            &short,
            &["3:1 https://example.com/b"],
            &["1:1 limit/token-bytes Entry", "2:21 text/encoding-not-utf8 Entry"],
        );
        let lenient = ReadOptions { lenient: true, ..short };
        check(
            b"https://example.com/\xe9",
            &lenient,
            &["1:1 https://example.com/\u{e9}"],
            &["1:21 text/encoding-not-utf8 Nothing", "1:1 loc/not-escaped Nothing"],
        );
    }

    #[test]
    fn no_second_line_is_injected() {
        let mut findings: Vec<Diagnostic> = Vec::new();
        let mut out = String::new();
        let entry = Entry::new(Loc::new("https://example.com/a\nhttps://evil.example/"));
        crate::TextWriter.write_entry(&entry, &mut out, &mut findings).unwrap();
        assert_eq!(out, "");
        assert_eq!(findings[0].lost, Lost::Entry);
    }

    proptest! {
        #[test]
        fn written_is_read(paths in prop::collection::vec("[^ \\p{C}\\p{Z}]{0,20}", 0..20), step in 1..50_usize) {
            let locs: Vec<Loc> = paths
                .iter()
                .map(|path| Loc::new(&format!("https://example.com/{path}")))
                .filter(Loc::is_page_address)
                .collect();
            let mut out = String::new();
            for loc in &locs {
                crate::TextWriter.write_entry(&Entry::new(loc.clone()), &mut out, &mut ()).unwrap();
            }
            let (read, _) = read(out.as_bytes(), step, &ReadOptions::default());
            let written: Vec<_> = locs.iter().enumerate().map(|(at, loc)| format!("{}:1 {loc}", at + 1)).collect();
            prop_assert_eq!(read, written);
        }

        #[test]
        fn any_bytes_in_any_steps(bytes in prop::collection::vec(any::<u8>(), 0..200), step in 1..20_usize) {
            for lenient in [false, true] {
                let options = ReadOptions { lenient, ..ReadOptions::default() };
                prop_assert_eq!(read(&bytes, step, &options), read(&bytes, 1 << 20, &options));
            }
        }
    }
}
