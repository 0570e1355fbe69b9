//! Reading `Sitemap` lines as entries.

use crate::line::{
    Said, Sitemap, is_rest, is_whole, measure, names_sitemap_in_bytes, read, sitemaps_in, word,
};
use crate::rules;
use crate::site::Site;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use urlset_core::{
    Entry, EntryReader, Fields, Header, Input, Kind, Lost, Place, Position, ReadOptions, Result,
    Rule, Severity, Sink, Span, cut, joined_address, may_be_reference, resolve,
    rules as core_rules,
};

/// Bytes of a line that Google reads.
const LINE_BYTES: usize = 16_664;
/// Bytes of a file that Google reads.
const FILE_BYTES: u64 = 500 * 1024;
/// Locs that are remembered to find duplicates; beyond, duplicates are not told.
const REMEMBERED: usize = 10_000;

/// The `Sitemap` lines of a robots.txt as a stream of entries.
///
/// ```
/// use urlset_core::{EntryReader, Input, ReadOptions};
/// use urlset_robots::RobotsReader;
///
/// let input = Input::new("User-agent: *\nSitemap: https://example.com/sitemap.xml\n".as_bytes());
/// let reader = RobotsReader::open(input, &ReadOptions::default(), &mut ())?;
/// let locs: Vec<_> = reader.entries(&mut ()).map(|entry| entry.map(|entry| entry.loc)).collect();
/// assert_eq!(locs[0].as_ref().map(|loc| loc.as_str()).ok(), Some("https://example.com/sitemap.xml"));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug)]
pub struct RobotsReader<'a> {
    input: Input<'a>,
    fields: Fields,
    header: Header,
    base: Option<Box<str>>,
    keep_invalid: bool,
    line_bytes: usize,
    /// Where the entry read last begins.
    start: u64,
    seen: HashSet<u64>,
    entries: u64,
    others: u64,
    first_other: Position,
    told_size: bool,
    ended: bool,
    /// A `Sitemap` line was there, whatever became of it.
    has_lines: bool,
    /// The address of a line before, which may be cut, with what may be the rest of it so far, and how
    /// many lines that are; none where it is empty.
    cut: (String, u8),
}

impl<'a> RobotsReader<'a> {
    /// Opens a robots.txt.
    ///
    /// # Errors
    /// When the input fails, or is an HTML page (`robots/html`).
    pub fn open(
        mut input: Input<'a>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<RobotsReader<'a>> {
        if input.peek(3)?.starts_with('\u{feff}') {
            input.consume(3);
        }
        if input.peek(256)?.trim_start().starts_with('<') {
            let page = Span { input: &input, offset: input.offset(), length: 1 };
            return Err(page.mark(rules::HTML.found().lost(Lost::Rest)).into());
        }
        input.report(sink)?;
        Ok(RobotsReader {
            start: input.offset(),
            input,
            fields: Fields::new(options).without_markup(),
            header: Header { kind: Kind::Sitemapindex, ..Header::default() },
            base: options.base.clone(),
            keep_invalid: options.keep_invalid,
            line_bytes: usize::try_from(options.limits.token_bytes).unwrap_or(usize::MAX),
            seen: HashSet::new(),
            entries: 0,
            others: 0,
            first_other: Position::default(),
            told_size: false,
            ended: false,
            has_lines: false,
            cut: (String::new(), 0),
        })
    }

    /// Brings the next line to the front of the window; its bytes without its end and with it.
    fn next_line(&mut self, sink: &mut dyn Sink) -> Result<Option<(usize, usize)>> {
        let mut told = false;
        loop {
            let window = self.input.window();
            let (length, whole) = measure(window);
            let whole_line = whole > length && (whole < window.len() || !window.ends_with('\r'));
            if length > self.line_bytes {
                if !told && !window.starts_with('#') {
                    let at = Span { input: &self.input, offset: self.input.offset(), length: 1 };
                    let detail = format!("more than {} bytes", self.line_bytes);
                    at.tell(&core_rules::LIMIT_TOKEN, &detail, Lost::Entry, sink)?;
                }
                told = true;
                self.input.consume(length);
            } else if whole_line && told {
                self.input.consume(whole);
                told = false;
            } else if whole_line {
                return Ok(Some((length, whole)));
            } else {
                if told {
                    self.input.consume(length);
                }
                let more = self.input.fill()?;
                self.input.report(sink)?;
                if !more {
                    let (length, whole) = measure(self.input.window());
                    return Ok((!told && whole > 0).then_some((length, whole)));
                }
            }
        }
    }

    fn read_line(&mut self, length: usize, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let (mut so_far, lines) = std::mem::take(&mut self.cut);
        let line = self.input.window().get(..length).unwrap_or_default();
        let said = read(line);
        let part = match &said {
            Said::Nothing => return Ok(false),
            Said::Sitemap(sitemap) => sitemap.value,
            _ => line.trim_end(),
        };
        let end = self.span(line, part).offset + part.len() as u64;
        if !self.told_size && end > FILE_BYTES {
            let from = line.trim_start();
            self.span(line, from).report(rules::TOO_LARGE.found(), sink)?;
            self.told_size = true;
        }
        if line.len() > LINE_BYTES {
            let key = cut(line.trim_start(), |byte| byte == b':').0.trim_end();
            self.span(line, key).tell(&rules::LINE_TOO_LONG, key, Lost::Nothing, sink)?;
        }
        let sitemap = match said {
            Said::Nothing => return Ok(false),
            Said::Other if names_sitemap_in_bytes(line) => {
                self.tell_unreadable(line, Some(NO_UTF_16), sink)?;
                return Ok(false);
            }
            Said::Other => {
                if let Some(word) = word(line).filter(|_| !so_far.is_empty()) {
                    if is_rest(&so_far, word) {
                        self.tell_unreadable(line, Some(REST), sink)?;
                        return Ok(false);
                    }
                    // What is whole goes on in the next line or not at all.
                    if lines < CUT && !is_whole(&so_far) {
                        so_far.push_str(word);
                        self.cut = (so_far, lines + 1);
                    }
                }
                if self.others == 0 {
                    self.first_other = self.input.position();
                }
                self.others += 1;
                return Ok(false);
            }
            Said::Address | Said::Inside => {
                self.tell_addresses(line, said == Said::Address, sink)?;
                return Ok(false);
            }
            Said::Unreadable => {
                self.tell_unreadable(line, None, sink)?;
                return Ok(false);
            }
            Said::Sitemap(sitemap) => sitemap,
        };
        self.has_lines = true;
        so_far.clear();
        so_far.push_str(sitemap.value);
        self.cut = (so_far, 1);
        self.report_form(line, sitemap, sink)?;
        self.read_value(line, sitemap, entry, sink)
    }

    /// Tells the addresses of sitemaps in a line that is none of a sitemap, or is an address itself.
    fn tell_addresses(&self, line: &str, is_one: bool, sink: &mut dyn Sink) -> Result<()> {
        let own = is_one.then_some(line.trim());
        let start = |part: &str| (part.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
        // The first address is the line's own.
        let first = own.and_then(|_| line.find("://")).unwrap_or(0);
        let others = sitemaps_in(line).filter(|one| own.is_none() || start(one) > first);
        for one in own.into_iter().chain(others) {
            self.span(line, one).tell(&rules::BARE_URL, one, Lost::Entry, sink)?;
        }
        Ok(())
    }

    /// Tells a line that is meant to say where a sitemap is, and cannot be read.
    fn tell_unreadable(
        &self,
        line: &str,
        help: Option<&'static str>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        if sink.count(&rules::UNREADABLE, Lost::Entry, self.input.number()) {
            return Ok(());
        }
        let text = line.trim();
        let finding = rules::UNREADABLE.found().detail(text).lost(Lost::Entry);
        let finding = match help {
            Some(help) => finding.help(help),
            None => finding,
        };
        self.span(line, text).report(finding, sink)
    }

    /// What the line's form is told for, whatever its address.
    fn report_form(&self, line: &str, sitemap: Sitemap<'_>, sink: &mut dyn Sink) -> Result<()> {
        let mut send = |rule: &'static Rule, part: &str, now: &str| {
            let finding = rule.found().detail(part).mended(part, now);
            self.span(line, part).report(finding, sink)
        };
        if !sitemap.is_canonical() {
            send(&rules::KEY_VARIANT, sitemap.key, "Sitemap")?;
        }
        if !sitemap.colon {
            send(&rules::MISSING_COLON, sitemap.value, &format!(": {}", sitemap.value))?;
        }
        if !sitemap.cut.is_empty() && !sitemap.value.is_empty() {
            send(&rules::FRAGMENT_CUT, sitemap.cut, "")?;
        }
        Ok(())
    }

    fn read_value(
        &self,
        line: &str,
        sitemap: Sitemap<'_>,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        let value = sitemap.value;
        let span = self.span(line, value);
        if let Some(at) = self.input.damage(self.input.offset(), line.len()).next() {
            let place = Span { offset: at, length: 1, ..span };
            if !self.input.guesses() {
                place.tell(&rules::NOT_UTF8, value, Lost::Entry, sink)?;
                return Ok(false);
            }
            let [was, now] = self.input.guessed(at, self.input.offset() + line.len() as u64);
            place.report(rules::NOT_UTF8.found().detail(value).mended(&was, &now), sink)?;
        }
        if value.split_whitespace().filter(|word| word.contains("://")).count() > 1 {
            // A key is no sitemap.
            let is_key = |word: &&str| word.ends_with(':') && !word.contains("://");
            for word in value.split_whitespace().filter(|word| !is_key(word)) {
                self.span(line, word).tell(&rules::SEVERAL_URLS, word, Lost::Entry, sink)?;
            }
            return Ok(false);
        }
        // What is left without it nobody wrote.
        if value.contains('\t') {
            span.tell(&rules::UNREADABLE, value, Lost::Entry, sink)?;
            return Ok(false);
        }
        if let Some(second) = joined_address(value).and_then(|at| value.get(at..)) {
            let finding = core_rules::LOC_SEVERAL.found().detail(value);
            self.span(line, second).report(finding.help(READ_AS_ONE), sink)?;
        }
        let resolved = self
            .base
            .as_deref()
            .filter(|_| is_relative(value) && may_be_reference(value))
            .and_then(|base| resolve(base, value));
        let Some(resolved) = resolved else {
            // For the file that is a warning; here there is no address to give.
            if is_relative(value) && !self.keep_invalid {
                let finding = rules::RELATIVE.found().detail(value).lost(Lost::Entry);
                span.report(finding.severity(Severity::Error), sink)?;
                return Ok(false);
            }
            return self.fields.loc(entry, value, &span, sink);
        };
        let finding = rules::RELATIVE.found().detail(format!("{value} read as {resolved}"));
        span.report(finding.mended(value, &resolved), sink)?;
        self.fields.loc(entry, &resolved, &span, sink)
    }

    /// Notes about an entry that the ones before it and the file's own address give reason for.
    fn compare(&mut self, entry: &Entry, sink: &mut dyn Sink) -> Result<()> {
        let place = self.input.position_at(self.start);
        let note = |rule: &'static Rule| rule.at(place).loc(entry.loc.as_str());
        let mut hasher = DefaultHasher::new();
        entry.loc.as_str().hash(&mut hasher);
        let hash = hasher.finish();
        if self.seen.contains(&hash) {
            sink.report(note(&rules::DUPLICATE).detail(entry.loc.as_str()))?;
        } else if self.seen.len() < REMEMBERED {
            self.seen.insert(hash);
        }
        let own = self.base.as_deref().and_then(Site::of);
        if let (Some(own), Some(other)) = (own, Site::of(entry.loc.as_str()))
            && !own.is(&other)
        {
            sink.report(note(&rules::CROSS_HOST).detail(other.authority))?;
        }
        Ok(())
    }

    /// A part of the line at the front of the window.
    fn span(&self, line: &str, part: &str) -> Span<'_, 'a> {
        let at = (part.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
        Span {
            input: &self.input,
            offset: self.input.offset() + at as u64,
            length: u32::try_from(part.len()).unwrap_or(u32::MAX),
        }
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<()> {
        if self.ended {
            return Ok(());
        }
        self.ended = true;
        if self.others > 0 {
            let finding = rules::OTHER_LINES.at(self.first_other);
            sink.report(finding.detail(format!("lines: {}", self.others)))?;
        }
        if self.entries == 0 && !self.has_lines {
            sink.report(rules::NO_SITEMAP.at(self.input.position()))?;
        }
        Ok(())
    }
}

impl EntryReader for RobotsReader<'_> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.input.position_at(self.start)
    }

    fn input(&self) -> u32 {
        self.input.number()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        entry.clear();
        while let Some((length, whole)) = self.next_line(sink)? {
            let start = self.input.offset();
            let kept = self.read_line(length, entry, sink)?;
            self.input.consume(whole);
            if kept {
                self.start = start;
                self.entries += 1;
                self.compare(entry, sink)?;
                return Ok(true);
            }
            entry.clear();
        }
        self.finish(sink)?;
        Ok(false)
    }
}

/// Lines into which an address may be cut.
const CUT: u8 = 4;

/// A URL may hold another, so nothing is cut.
const READ_AS_ONE: &str = "give each sitemap a line of its own; these were read as one";

/// Of a line that is no rule, right behind a sitemap.
const REST: &str =
    "join it with the line before if it is the rest of that address, and leave it out if it is not";

/// Of lines that were added to a file in UTF-16 as they are.
const NO_UTF_16: &str = "the file begins as UTF-16 and this line is not: save all of it as UTF-8";

/// Whether what stands before the first colon is no scheme.
fn is_relative(text: &str) -> bool {
    let first = text.split(['/', '?', '#']).next().unwrap_or_default();
    !text.is_empty() && !first.contains(':')
}

#[cfg(test)]
mod tests {
    use crate::{FORMAT, RobotsWriter};
    use proptest::prelude::*;
    use urlset_core::{
        Diagnostic, Entry, EntryWriter, Header, Input, Limits, Loc, ReadOptions, WriteOptions,
    };

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

    fn read(bytes: &[u8], step: usize, options: &ReadOptions) -> (Vec<String>, Vec<String>) {
        let mut findings: Vec<Diagnostic> = Vec::new();
        let input = Input::new(Slow(bytes, step)).lenient(options.lenient);
        let (mut locs, mut entry) = (Vec::new(), Entry::default());
        match FORMAT.open.unwrap()(input, options, &mut findings) {
            Ok(mut reader) => {
                while reader.read_entry(&mut entry, &mut findings).unwrap() {
                    let at = reader.position();
                    locs.push(format!("{}:{} {}", at.line, at.column, entry.loc));
                }
            }
            Err(urlset_core::Error::Stopped(finding)) => findings.push(*finding),
            Err(error) => panic!("{error}"),
        }
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
    fn real_files() {
        check(
            b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /\r\n\r\nSITEMAP: https://e.com/a\r\n\
              Sitemap https://e.com/b\rsite-map : https://e.com/c#d\nSitemap: https://e.com/a # x\n\
              Sitemap: /e\nSitemap:\nSitemap: https://e.com/f https://e.com/g\nSitemap is here\n\
              https://e.com/sitemap.xml\nsitemap:https://e.com/\xe9",
            &ReadOptions::default(),
            &[
                "4:1 https://e.com/a",
                "5:1 https://e.com/b",
                "6:1 https://e.com/c",
                "7:1 https://e.com/a",
            ],
            &[
                "5:9 robots/missing-colon Nothing",
                "6:1 robots/key-variant Nothing",
                "6:27 robots/fragment-cut Nothing",
                "7:1 robots/duplicate-sitemap Nothing",
                "8:10 robots/relative-sitemap Entry",
                "9:9 loc/empty Entry",
                "10:10 robots/several-urls-on-line Entry",
                "10:26 robots/several-urls-on-line Entry",
                "11:1 robots/unreadable-line Entry",
                "12:1 robots/bare-url Entry",
                "13:23 robots/encoding-not-utf8 Entry",
                "1:1 robots/other-lines Nothing",
            ],
        );
    }

    #[test]
    fn the_files_own_address() {
        let options =
            ReadOptions { base: Some("https://e.com/robots.txt".into()), ..ReadOptions::default() };
        check(
            b"Sitemap: /a.xml\nSitemap: b.xml\nSitemap: https://www.e.com/c\nSitemap: ftp://e.com/d",
            &options,
            &["1:1 https://e.com/a.xml", "2:1 https://e.com/b.xml", "3:1 https://www.e.com/c"],
            &[
                "1:10 robots/relative-sitemap Nothing",
                "2:10 robots/relative-sitemap Nothing",
                "3:1 robots/cross-host Nothing",
                "4:10 loc/bad-scheme Entry",
            ],
        );
    }

    #[test]
    fn what_is_no_robots_txt() {
        check(b" \n<html>", &ReadOptions::default(), &[], &["1:1 robots/html Rest"]);
        check(b"", &ReadOptions::default(), &[], &["1:1 robots/no-sitemap Nothing"]);
        let limits = Limits { token_bytes: 30, ..Limits::default() };
        let short = ReadOptions { limits, ..ReadOptions::default() };
        let text = format!("Disallow: {}\r\n\nSitemap: https://e.com/a", "x".repeat(999));
        check(text.as_bytes(), &short, &["3:1 https://e.com/a"], &["1:1 limit/token-bytes Entry"]);
        let comment = text.replacen("Disallow", "# Disallow", 1);
        check(comment.as_bytes(), &short, &["3:1 https://e.com/a"], &[]);
        let long = format!("Sitemap: https://e.com/{}", "x".repeat(17_000));
        let (locs, found) = read(long.as_bytes(), 1 << 20, &ReadOptions::default());
        assert_eq!(locs.len(), 1);
        assert_eq!(found, ["1:1 robots/line-too-long Nothing", "1:10 loc/too-long Nothing"]);
        let late = "Disallow: /aaaaaaaaaaaaaaaaaaa\n".repeat(20_000) + "Sitemap: https://e.com/a";
        let (_, found) = read(late.as_bytes(), 1 << 20, &ReadOptions::default());
        assert_eq!(found[0], "16517:1 robots/too-large Nothing", "whatever stands there");
        let line = "Sitemap: https://e.com/a";
        let border = 500 * 1024;
        for (begins, told) in [(border - line.len(), 0), (border - line.len() + 1, 1), (border, 1)]
        {
            let text = format!("# {}\n{line} # all", "x".repeat(begins - 3));
            let (_, found) = read(text.as_bytes(), 1 << 20, &ReadOptions::default());
            let large = found.iter().filter(|one| one.contains("robots/too-large")).count();
            assert_eq!(large, told, "{begins}");
        }
    }

    #[test]
    fn updating_through_the_writer() {
        let mut writer =
            RobotsWriter::updating("User-agent: *\nSitemap: https://e.com/a\n".to_owned());
        let mut out = String::new();
        writer.begin(&mut out);
        for loc in ["https://e.com/b", "https://e.com/c\nDisallow: /"] {
            writer.write_entry(&Entry::new(Loc::new(loc)), &mut out, &mut ()).unwrap();
        }
        writer.end(&mut out);
        assert_eq!(out, "User-agent: *\n\nSitemap: https://e.com/b\n");
    }

    #[test]
    fn lines_of_any_kind_are_too_long() {
        let told = |line: &str| read(line.as_bytes(), 4096, &ReadOptions::default()).1;
        for line in ["Disallow: /", "Sitemap: https://e.com/", "# "] {
            let long = |bytes: usize| format!("{line}{}", "a".repeat(bytes - line.len()));
            let is_told =
                |bytes| told(&long(bytes)).iter().any(|one| one.contains("line-too-long"));
            assert_eq!(
                (is_told(16_664), is_told(16_665)),
                (false, !line.starts_with('#')),
                "{line}"
            );
        }
    }

    proptest! {
        #[test]
        fn written_is_read(paths in prop::collection::vec("[^ #\\p{C}\\p{Z}]{0,20}", 1..20), step in 1..50_usize) {
            let locs: Vec<Loc> = paths
                .iter()
                .map(|path| Loc::new(&format!("https://example.com/{path}")))
                .filter(Loc::is_page_address)
                .collect();
            let mut writer = FORMAT.create.unwrap()(&Header::default(), &WriteOptions::default());
            let mut out = String::new();
            for loc in &locs {
                writer.write_entry(&Entry::new(loc.clone()), &mut out, &mut ()).unwrap();
            }
            let (read, _) = read(out.as_bytes(), step, &ReadOptions::default());
            let written: Vec<_> = locs.iter().enumerate().map(|(at, loc)| format!("{}:1 {loc}", at + 1)).collect();
            prop_assert_eq!(read, written);
        }

        #[test]
        fn any_bytes_in_any_steps(bytes in prop::collection::vec(any::<u8>(), 0..100), step in 1..20_usize) {
            let text = [b"sitemap:", &bytes[..]].concat();
            let options = ReadOptions::default();
            prop_assert_eq!(read(&text, step, &options), read(&text, 1 << 20, &options));
        }
    }
}
