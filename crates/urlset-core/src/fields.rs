//! Turns the text of a field into its value, with every finding that belongs to it: the same in
//! every format.

mod address;
pub use address::{is_entity_escaped, is_field_value, is_series};
mod dates;
mod hosts;
mod lines;
mod pages;
mod plain;
mod report;

use crate::loc::{ILLEGAL, LACKS_SCHEME, NOT_AN_ADDRESS, faults, has_only_separators, scan};
use crate::{
    Changefreq, DateOrder, Entry, Lost, Place, Priority, ReadOptions, Result, Severity, Sink,
    may_be_reference, remarks, resolve, rules,
};
use alloc::{borrow::Cow, boxed::Box, string::String, vec::Vec};
use core::cell::{Cell, RefCell};
use core::ops::Range;
use report::Report;

/// The way out for the author of a document, who is another than its reader.
const WRITE_WHOLE: &str = "write the whole URL, with its scheme and host";

/// The same where all else is there.
const TAKE_OFF: &str = "take off the marks around the URL";

/// Reads the protocol's four fields from text.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    base: Option<Box<str>>,
    dates: DateOrder,
    keep_invalid: bool,
    mends: bool,
    remarks: bool,
    /// Whether two addresses in a loc are remarkable.
    joined: bool,
    /// Whether the format has no markup.
    bare: bool,
    is_host_name: Option<fn(&str) -> bool>,
    now: Option<i64>,
    /// When dates are that nothing is to be told about, nearly all of them.
    settled: Range<(u16, u8, u8)>,
    /// A date without a time is told once a document.
    told_date_only: Cell<bool>,
    /// Schemes and hosts that nothing is to be told about, with the slash after them: the next loc
    /// has one of them, nearly always.
    origins: RefCell<Vec<String>>,
    /// The same that something is to be told about.
    remarked: RefCell<Vec<hosts::Remarked>>,
}

impl Fields {
    /// As the options say.
    pub fn new(options: &ReadOptions) -> Fields {
        Fields {
            base: options.base.clone(),
            dates: options.dates,
            keep_invalid: options.keep_invalid,
            mends: options.mends,
            remarks: options.remarks,
            joined: false,
            bare: false,
            is_host_name: options.is_host_name,
            now: options.now,
            settled: remarks::settled(options.now),
            told_date_only: Cell::default(),
            origins: RefCell::default(),
            remarked: RefCell::default(),
        }
    }

    /// Nobody knows any more what relative addresses are relative to.
    pub fn forget_base(&mut self) {
        self.base = None;
    }

    /// Sets the entry's loc; `false` where the text gives none that may leave, which has then been
    /// reported as the loss of the entry.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn loc(
        &self,
        entry: &mut Entry,
        text: &str,
        place: &dyn Place,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        let report = Report { place, loc: text };
        if self.remarks && self.remarked_loc(entry, text, &report, sink)? {
            return Ok(true);
        }
        let is_plain = self.plain_loc(entry, text);
        if is_plain && (!self.bare || entry.loc.is_known_bare()) {
            return Ok(true);
        }
        let raw = text;
        if is_plain {
            self.tell_escaped(text, &report, sink)?;
            return Ok(true);
        }
        let trimmed = trim(text);
        if trimmed.len() != text.len() && !trimmed.is_empty() {
            report.mend(sink, &rules::LOC_PADDED, trimmed, [text, trimmed])?;
        }
        let value = report.value(text, trimmed);
        let place = value.as_ref().map_or(place, |value| value);
        let report = Report { place, loc: text };
        let Some(text) = self.tidy(trimmed, &report, sink)? else {
            return Ok(false);
        };
        let text = self.absolute(text, &report, sink)?;
        let bits = scan(&text);
        if bits & NOT_AN_ADDRESS != 0 && !self.keep_invalid {
            for rule in faults(bits & NOT_AN_ADDRESS).take(1) {
                if sink.count(rule, Lost::Entry, place.input()) {
                    continue;
                }
                let mut finding = report.finding(sink, rule, &text, Lost::Entry);
                if address::is_in_marks(&text) {
                    finding = finding.help(TAKE_OFF);
                } else if (self.remarks || self.base.is_some()) && bits & LACKS_SCHEME != 0 {
                    finding = finding.help(WRITE_WHOLE);
                }
                place.report(finding, sink)?;
            }
            if self.remarks {
                let tell = &mut |rule, what: &str| report.send(sink, rule, what, Lost::Nothing);
                remarks::schema(raw, tell)?;
            }
            return Ok(false);
        }
        self.tell_escaped(&text, &report, sink)?;
        // A backslash in the path has a rule of its own among the remarks.
        let separators = self.remarks && bits & ILLEGAL != 0 && has_only_separators(&text);
        for rule in faults(if separators { bits & !ILLEGAL } else { bits }) {
            report.send(sink, rule, &text, Lost::Nothing)?;
        }
        if self.remarks {
            let tell = &mut |rule, what: &str| report.send(sink, rule, what, Lost::Nothing);
            remarks::schema(raw, tell)?;
            remarks::loc(&text, self.is_host_name, tell)?;
            self.tell_joined(&text, &report, sink)?;
            self.learn_remarked(&text);
        }
        entry.loc.set(&text);
        Ok(true)
    }

    /// Resolves a relative reference where the document's address is known.
    fn absolute<'t>(
        &self,
        text: Cow<'t, str>,
        report: &Report<'_>,
        sink: &mut dyn Sink,
    ) -> Result<Cow<'t, str>> {
        let Some(base) = &self.base else {
            return Ok(text);
        };
        if crate::loc::scheme(&text).is_some() || !may_be_reference(&text) {
            return Ok(text);
        }
        let Some(resolved) = resolve(base, &text) else {
            return Ok(text);
        };
        let rule = if text.starts_with("//") {
            &rules::LOC_PROTOCOL_RELATIVE
        } else {
            &rules::LOC_RELATIVE
        };
        let mut finding =
            rule.found().detail(format!("{text} read as {resolved}")).mended(&text, &resolved);
        // A check says what the document is, wherever it was read from.
        finding = match self.remarks {
            true => finding.help(WRITE_WHOLE),
            false => finding
                .severity(Severity::Warning)
                .help("nothing to do: it was resolved against the source's URL"),
        };
        sink.report(report.place.mark(finding).loc(&resolved))?;
        Ok(Cow::Owned(resolved))
    }

    /// One of the seven words, in any case.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn changefreq(
        &self,
        text: &str,
        place: &dyn Place,
        sink: &mut dyn Sink,
    ) -> Result<Option<Changefreq>> {
        match Changefreq::parse(text) {
            Ok(word) => Ok(Some(word)),
            Err(rule) => {
                let word = Changefreq::parse_loose(text);
                let report = Report { place, loc: "" };
                let value = report.value(text, trim(text));
                let report = Report { place: value.as_ref().map_or(place, |value| value), loc: "" };
                if word.is_none() && !text.trim().is_empty() {
                    report.send(sink, rule, text, Lost::Field)?;
                } else {
                    let now = word.map_or("", Changefreq::as_str);
                    report.mend(sink, rule, text, [text, now])?;
                }
                Ok(word)
            }
        }
    }

    /// A weight between 0 and 1.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn priority(
        &self,
        text: &str,
        place: &dyn Place,
        sink: &mut dyn Sink,
    ) -> Result<Option<Priority>> {
        let (trimmed, report) = (trim(text), Report { place, loc: "" });
        let value = report.value(text, trimmed);
        let at_value = Report { place: value.as_ref().map_or(place, |value| value), loc: "" };
        let rule = match Priority::parse(trimmed) {
            Ok(priority) => {
                self.told_space(text, trimmed, &report, sink)?;
                let report = at_value;
                if self.remarks && priority.is_default() {
                    report.send(sink, &rules::PRIORITY_DEFAULT, trimmed, Lost::Nothing)?;
                }
                return Ok(Some(priority));
            }
            Err(rule) => rule,
        };
        let report = at_value;
        match Priority::repair(trimmed) {
            Some(priority) => {
                let detail = format!("{trimmed} read as {priority}");
                report.mend(sink, rule, &detail, [text, priority.as_str()])?;
                Ok(Some(priority))
            }
            None if trimmed.is_empty() => {
                report.mend(sink, rule, "", [text, ""])?;
                Ok(None)
            }
            None if Priority::is_beyond(trimmed) && *rule != rules::PRIORITY_RANGE => {
                report.send(sink, rule, trimmed, Lost::Nothing)?;
                report.send(sink, &rules::PRIORITY_RANGE, trimmed, Lost::Field)?;
                Ok(None)
            }
            None => {
                report.send(sink, rule, trimmed, Lost::Field)?;
                Ok(None)
            }
        }
    }

    /// A value that only its format has, without white space around it, which is told as that of
    /// other values is.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn trimmed<'t>(
        &self,
        text: &'t str,
        place: &dyn Place,
        sink: &mut dyn Sink,
    ) -> Result<&'t str> {
        let trimmed = trim(text);
        if !trimmed.is_empty() {
            self.told_space(text, trimmed, &Report { place, loc: "" }, sink)?;
        }
        Ok(trimmed)
    }

    /// Space around a value that is none of it: that of XML where every repair is told, any other
    /// always.
    fn told_space(
        &self,
        text: &str,
        trimmed: &str,
        report: &Report<'_>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let layout = || text.trim_matches(is_layout).len() == trimmed.len();
        if text.len() == trimmed.len() || !self.mends && layout() {
            return Ok(());
        }
        report.mend(sink, &rules::VALUE_PADDED, trimmed, [text, trimmed])
    }
}

/// The text without white space of Unicode around it, and the two marks that have no width.
pub fn trim(text: &str) -> &str {
    if is_tight(text) { text } else { text.trim_matches(is_space) }
}

/// The text without white space of Unicode around it.
#[inline]
pub fn trim_space(text: &str) -> &str {
    #[inline(never)]
    fn trimmed(text: &str) -> &str {
        text.trim()
    }
    if is_tight(text) { text } else { trimmed(text) }
}

/// Whether a text begins and ends with characters of ASCII that are no space, as nearly every one does.
#[inline]
pub(crate) fn is_tight(text: &str) -> bool {
    let is_mark = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    is_mark(text.as_bytes().first()) && is_mark(text.as_bytes().last())
}

pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}')
}

/// The white space of XML (XML 1.0, section 2.3), which says nothing around a value.
pub(crate) fn is_layout(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// Whether nothing stands there but the white space of XML, which is what lies between elements.
///
/// ```
/// assert!(urlset_core::is_blank("\r\n\t "));
/// assert!(!urlset_core::is_blank("\u{a0}"));
/// ```
pub fn is_blank(text: &str) -> bool {
    text.chars().all(is_layout)
}

#[cfg(test)]
mod tests {
    use super::Fields;
    use crate::{Diagnostic, Entry, Loc, Lost, Position, Priority, ReadOptions};

    fn remarking(now: Option<i64>) -> Fields {
        Fields::new(&ReadOptions { remarks: true, now, ..ReadOptions::default() })
    }

    fn ids(found: &[Diagnostic]) -> String {
        found.iter().map(|finding| finding.rule.id).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn remarks_of_locs() {
        for (text, found) in [
            ("https://e.com/a", ""),
            ("https://e.com/a\\b", "loc/backslash"),
            ("https://e.com/a\\b|c", "loc/illegal-char loc/backslash"),
            ("https://e.com/a?b\\c", "loc/illegal-char"),
            ("https://e.com/a\\b?c\\d", "loc/illegal-char loc/backslash"),
            ("https://e.com/a\\b[0]", "loc/illegal-char loc/not-any-uri loc/backslash"),
            (" https://E.com/a", "loc/surrounding-whitespace loc/uppercase-host"),
            ("/a", "loc/relative loc/too-short"),
        ] {
            let (mut entry, mut told) = (Entry::default(), Vec::<Diagnostic>::new());
            let fields = remarking(None);
            let kept = fields.loc(&mut entry, text, &Position::start(0), &mut told).unwrap();
            assert_eq!(ids(&told), found, "{text:?}");
            let mut plain = Entry::default();
            let quiet = Fields::new(&ReadOptions::default());
            assert_eq!(kept, quiet.loc(&mut plain, text, &Position::start(0), &mut ()).unwrap());
            assert_eq!(
                (fields.plain_loc(&mut entry, text), &entry.loc),
                (found.is_empty(), &plain.loc)
            );
            // The front that is known by now spares a look at nothing but that front.
            for again in [text.to_owned(), format!("{text}x"), format!("https://e.com/a{text}")] {
                let faultless = Loc::new(&again).as_str() == again
                    && Loc::new(&again).faults().next().is_none();
                assert_eq!(quiet.plain_loc(&mut plain, &again), faultless, "{again:?}");
            }
        }
    }

    #[test]
    fn remarks_of_other_fields() {
        let at = Position::start(0);
        let fields = remarking(Some(1_795_262_400));
        let long = "2026-".repeat(21);
        for (text, found) in [
            ("2026-03-04T10:00:00Z", ""),
            ("2026-03-04", "lastmod/date-only"),
            ("2026-03-05", ""),
            ("2026-12-24", "lastmod/future"),
            ("24 Dec 1969", "lastmod/nonstandard-format lastmod/implausible-past"),
            ("1772618400", "lastmod/nonstandard-format"),
            ("17726184001", "lastmod/invalid"),
            (&long, "lastmod/too-long lastmod/invalid"),
            (&long[..100], "lastmod/invalid"),
        ] {
            let mut told = Vec::<Diagnostic>::new();
            let read = fields.lastmod(text, &at, &mut told).unwrap();
            assert_eq!(ids(&told), found, "{text}");
            assert_eq!(read.is_none(), told.iter().any(|finding| finding.lost == Lost::Field));
            let quiet = Fields::new(&ReadOptions::default());
            assert_eq!(read, quiet.lastmod(text, &at, &mut ()).unwrap(), "{text}");
        }
        for (text, found) in [("0.50", "priority/default-written"), ("0.51", "")] {
            let mut told = Vec::<Diagnostic>::new();
            assert!(fields.priority(text, &at, &mut told).unwrap().is_some());
            assert_eq!(ids(&told), found, "{text}");
        }
    }

    #[test]
    fn a_default_weight_is_counted_where_it_would_be_told() {
        let (fields, quiet) = (remarking(None), Fields::new(&ReadOptions::default()));
        for (text, counts) in [("0.5", true), ("0.50", true), ("0.51", false), (" 0.5", false)] {
            let read = fields.counted_priority(text.as_bytes(), 0, &mut ());
            assert_eq!(read, Priority::parse(text).ok().filter(|_| counts), "{text}");
            assert_eq!(fields.plain_priority(text.as_bytes()).is_none(), counts || text == " 0.5");
            // Nobody counts, or there is nothing to count.
            let told = &mut Vec::<Diagnostic>::new();
            assert_eq!(fields.counted_priority(text.as_bytes(), 0, told), None);
            assert_eq!(quiet.counted_priority(text.as_bytes(), 0, &mut ()), None);
        }
    }

    #[test]
    fn repairs_are_told_with_before_and_after() {
        let fields = Fields::new(&ReadOptions { mends: true, ..ReadOptions::default() });
        let quiet = Fields::new(&ReadOptions::default());
        let at = Position::start(0);
        let changes = |told: &[Diagnostic]| {
            let all = told.iter().filter_map(|finding| finding.mended.as_deref());
            all.map(|mended| format!("{}>{}", mended.was, mended.now)).collect::<Vec<_>>().join(" ")
        };
        for (text, change, silent) in [
            ("2026-03-04", "", true),
            (" 2026-03-04\n", " 2026-03-04\n>2026-03-04", true),
            (" 2026/03/04", " 2026/03/04>2026-03-04", false),
            ("1772618400", "1772618400>2026-03-04T10:00:00Z", false),
            ("2026030410", "", false),
            ("2603041000", "", false),
            ("1112202510", "", false),
            ("Thu, 04 Mar 2026", "", false),
            ("Wed, 04 Mar 2026", "Wed, 04 Mar 2026>2026-03-04", false),
            ("01/02/2026", "", false),
            ("", ">", false),
        ] {
            let (mut told, mut few) = (Vec::<Diagnostic>::new(), Vec::<Diagnostic>::new());
            fields.lastmod(text, &at, &mut told).unwrap();
            quiet.lastmod(text, &at, &mut few).unwrap();
            assert_eq!((changes(&told).as_str(), few.is_empty()), (change, silent), "{text}");
        }
        for (text, change) in [(" 0.5", " 0.5>0.5"), ("0,5", "0,5>0.5"), ("7", ""), ("0.5", "")] {
            let mut told = Vec::<Diagnostic>::new();
            fields.priority(text, &at, &mut told).unwrap();
            assert_eq!(changes(&told), change, "{text}");
        }
        for (text, change) in [("Daily ", "Daily >daily"), ("often", ""), ("daily", "")] {
            let mut told = Vec::<Diagnostic>::new();
            fields.changefreq(text, &at, &mut told).unwrap();
            assert_eq!(changes(&told), change, "{text}");
        }
    }

    fn loc(text: &str, base: Option<&str>) -> (Option<String>, String) {
        let options = ReadOptions { base: base.map(Into::into), ..ReadOptions::default() };
        let (mut entry, mut found) = (Entry::default(), Vec::<Diagnostic>::new());
        let kept = Fields::new(&options)
            .loc(&mut entry, text, &Position::start(0), &mut found)
            .unwrap()
            .then(|| entry.loc.to_string());
        (kept, found.iter().map(|finding| finding.rule.id).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn locs() {
        for (text, base, kept, found) in [
            ("https://e.com/", None, Some("https://e.com/"), ""),
            ("\u{a0}https://e.com/\n", None, Some("https://e.com/"), "loc/surrounding-whitespace"),
            ("https://e.com/a\n   b", None, Some("https://e.com/ab"), "loc/inner-whitespace"),
            ("https://e.com/a b", None, Some("https://e.com/a b"), "loc/inner-whitespace"),
            ("/a", None, None, "loc/relative"),
            ("/a", Some("https://e.com/b/c"), Some("https://e.com/a"), "loc/relative"),
            ("data:x", Some("https://e.com/"), None, "loc/bad-scheme"),
            ("  ", None, None, "loc/empty"),
            ("https://e.com/a\n https://e.com/b", None, None, "loc/inner-whitespace"),
        ] {
            let read = loc(text, base);
            assert_eq!((read.0.as_deref(), read.1.as_str()), (kept, found), "{text:?}");
        }
    }
}
