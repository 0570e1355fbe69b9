//! Texts that are taken for one address: what is left out of them, and whether they are two.

use super::Fields;
use super::report::Report;
use crate::{
    Changefreq, DateOrder, Datetime, Lost, Priority, Result, Sink, is_web_address, joined_address,
    position, repair_datetime, resolve, rules,
};
use alloc::borrow::Cow;
use alloc::string::String;

impl Fields {
    /// From now on a second address in a loc is remarkable: to formats whose markup says what one value is.
    /// Lists and tables look for it themselves, whoever asks.
    #[must_use]
    pub fn remark_joined(self) -> Fields {
        Fields { joined: true, ..self }
    }

    /// From now on a reference as `&amp;` in a loc is told: of formats without markup, where it is a part
    /// of the address that is written there.
    #[must_use]
    pub fn without_markup(self) -> Fields {
        Fields { bare: true, ..self }
    }

    pub(super) fn tell_escaped(
        &self,
        text: &str,
        report: &Report<'_>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        match self.bare && is_entity_escaped(text) {
            true => report.send(sink, &rules::LOC_ESCAPED, text, Lost::Nothing),
            false => Ok(()),
        }
    }

    pub(super) fn tell_joined(
        &self,
        text: &str,
        report: &Report<'_>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let second = joined_address(text).and_then(|at| text.get(at..)).filter(|_| self.joined);
        second
            .map_or(Ok(()), |second| report.send(sink, &rules::LOC_SEVERAL, second, Lost::Nothing))
    }

    /// Leaves out line breaks and tabs inside an address, as every browser does (WHATWG URL).
    pub(super) fn tidy<'t>(
        &self,
        trimmed: &'t str,
        report: &Report<'_>,
        sink: &mut dyn Sink,
    ) -> Result<Option<Cow<'t, str>>> {
        if trimmed.is_empty() {
            report.send(sink, &rules::LOC_EMPTY, "", Lost::Entry)?;
            return Ok(None);
        }
        if !trimmed.contains(['\n', '\r', '\t']) {
            return Ok(Some(Cow::Borrowed(trimmed)));
        }
        let others = match () {
            () if holds_several(trimmed) => Some("several addresses"),
            () if pieces(trimmed).skip(1).any(is_field_value) => {
                Some("an address and a value behind it")
            }
            // No address has a space in it, and none is wrapped at a tab.
            () if pieces(trimmed).skip(1).any(|line| line.contains(' ')) || has_tab(trimmed) => {
                Some("an address and words behind it")
            }
            () => None,
        };
        if let Some(what) = others {
            // Joined, they would be an address that nobody wrote.
            let rule = &rules::LOC_INNER_SPACE;
            if !sink.count(rule, Lost::Entry, report.place.input()) {
                let finding = report.finding(sink, rule, what, Lost::Entry);
                report.place.report(finding.help("write one URL, and nothing behind it"), sink)?;
            }
            return Ok(None);
        }
        let joined = join_lines(trimmed);
        let detail = format!("read as {joined}");
        report.mend(sink, &rules::LOC_INNER_SPACE, &detail, [trimmed, &joined])?;
        Ok(Some(Cow::Owned(joined)))
    }
}

/// What stands between line breaks and tabs.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r', '\t']).map(str::trim).filter(|piece| !piece.is_empty())
}

/// Whether an address begins behind a line break or a tab, be its scheme torn or left out: not where the one before
/// has no host yet, or may go on with one, behind `/`, `=` or a part of a scheme.
fn holds_several(text: &str) -> bool {
    let first = pieces(text).next().unwrap_or_default();
    let has_host = first.split_once("://").is_some_and(|(_, rest)| !rest.is_empty());
    let goes_on = |before: &str| {
        let is_open = before.ends_with(['/', '=', ':', '?', '&']);
        is_open || before.ends_with("http") || before.ends_with("https")
    };
    pieces(text).zip(pieces(text).skip(1)).any(|(before, piece)| {
        let is_whole = piece.starts_with("http://") || piece.starts_with("https://");
        is_whole || has_host && !goes_on(before) && begins_bare(first, piece)
    })
}

/// Whether a text begins as an address does whose scheme is torn or left out, or is none of the web.
fn begins_bare(first: &str, piece: &str) -> bool {
    let starts =
        |front: &str| piece.get(..front.len()).is_some_and(|own| own.eq_ignore_ascii_case(front));
    let is_host = |rest: &str| rest.split('/').next().is_some_and(|host| host.contains('.'));
    // The end of a scheme that began on the line before is none.
    let is_scheme = |text: &str| {
        let is_end = "http".ends_with(text) || "https".ends_with(text);
        !is_end && text.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    ["www.", "http:/", "https:/", "http//", "https//"].into_iter().any(starts)
        || piece.strip_prefix("//").is_some_and(is_host)
        || piece.split_once("://").is_some_and(|(scheme, _)| is_scheme(scheme))
        || resolve(first, piece).is_none()
}

/// Whether a tab stands in a line, and not before it.
fn has_tab(text: &str) -> bool {
    text.split(['\n', '\r']).any(|line| line.trim().contains('\t'))
}

/// Whether a text holds an ampersand as XML and HTML write it: `&amp;`, or by its number.
pub fn is_entity_escaped(text: &str) -> bool {
    const WRITTEN: [&[u8]; 5] = [b"amp;", b"#38;", b"#038;", b"#x26;", b"#X26;"];
    let mut rest = text.as_bytes();
    // Few addresses have an ampersand at all.
    while let Some(at) = position(rest, |byte| byte == b'&') {
        rest = rest.get(at + 1..).unwrap_or_default();
        if matches!(rest.first(), Some(b'a' | b'#'))
            && WRITTEN.iter().any(|one| rest.starts_with(one))
        {
            return true;
        }
    }
    false
}

/// Whether a text is the value of another field than the loc: a whole date, in any of the forms that dates are
/// repaired from, a word of `changefreq`, a `priority`.
///
/// ```
/// use urlset_core::is_field_value;
/// assert!(["2026-03-04", "4.3.2026", "daily", "0.8"].into_iter().all(is_field_value));
/// assert!(!["2026", "page-2", "1"].into_iter().any(is_field_value));
/// ```
pub fn is_field_value(text: &str) -> bool {
    is_date(text)
        || Changefreq::parse_loose(text).is_some()
        || text.contains('.') && Priority::parse(text).is_ok()
}

/// Whether what stands behind the commas of an address goes on in the kind that it ends in, as coordinates and
/// ranges do: decimals behind a decimal, dates without a time behind one. Nobody can say then that they are cells of
/// a table.
///
/// ```
/// use urlset_core::is_series;
/// assert!(is_series("https://example.com/map?ll=51.5", "0.12".split(',')));
/// assert!(!is_series("https://example.com/item/51", "0.8".split(',')));
/// ```
pub fn is_series<'c>(address: &str, mut cells: impl Iterator<Item = &'c str>) -> bool {
    let tail = address.rsplit(['/', '=', '@', '?', '&', '#']).next().unwrap_or_default();
    let is_decimal = |text: &str| text.contains('.') && text.parse::<f64>().is_ok();
    let is_day = |text: &str| !text.contains(':') && is_date(text);
    match is_decimal(tail) {
        true => cells.all(is_decimal),
        false => is_day(tail) && cells.all(is_day),
    }
}

fn is_date(text: &str) -> bool {
    text.len() >= "2026-1-2".len()
        && text.contains(['-', '.', '/'])
        && (Datetime::parse(text).is_ok() || repair_datetime(text, DateOrder::DayFirst).is_some())
}

/// Whether quotes or brackets around a whole address are all that keeps it from being one.
pub(super) fn is_in_marks(text: &str) -> bool {
    const MARKS: &[char] = &[
        '"', '\'', '`', '*', '<', '>', '(', ')', '[', ']', '{', '}', '‘', '’', '‚', '“', '”', '„',
        '«', '»', '‹', '›', '「', '」',
    ];
    let front = text.trim_start_matches(MARKS);
    // Also one that somebody forgot to close, or that a list goes on behind.
    let inner = front.trim_end_matches([',', ';', '.']).trim_end_matches(MARKS);
    front.len() < text.len()
        && is_web_address(inner)
        && inner.split_once("://").is_some_and(|(_, rest)| !rest.is_empty())
        && !inner.contains(|c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>' | ']'))
}

/// Leaves out each run of white space that holds a line break or tab.
fn join_lines(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(char::is_whitespace) {
        let (head, tail) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let next = tail.trim_start();
        let space = tail.get(..tail.len() - next.len()).unwrap_or_default();
        joined.push_str(head);
        if !space.contains(['\n', '\r', '\t']) {
            joined.push_str(space);
        }
        rest = next;
    }
    joined + rest
}
