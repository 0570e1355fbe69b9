//! What is remarkable about a value that may stand all the same, and what the schema alone refuses:
//! looked for only where somebody asks (`ReadOptions::remarks`), since looking costs time.

mod host;
mod plain;

use alloc::string::String;
use alloc::vec::Vec;
pub(crate) use plain::{is_plain_behind, is_plain_rest, plain_origin};

use crate::classes::{any, any_pair, cut};
use crate::syntax::{is_any_uri, is_ip_literal};
use crate::{Datetime, Result, Rule, Zone, rules};
use core::ops::Range;

/// Takes a remark: its rule, and what exactly was there.
pub(crate) type Tell<'t> = &'t mut dyn FnMut(&'static Rule, &str) -> Result<()>;

/// Fewest characters of a loc (sitemap-0.9.xsd, `tLoc`).
pub(crate) const SHORTEST: usize = 12;

/// Parameters that name a visit, in small letters.
const SESSIONS: [&str; 13] = [
    "jsessionid",
    "phpsessid",
    "sid",
    "sessid",
    "sessionid",
    "session_id",
    "session-id",
    "asp.net_sessionid",
    "cfid",
    "cftoken",
    "oscsid",
    "xtcsid",
    "zenid",
];

/// Parameters that say where a visitor came from, in small letters; and all that begin with `utm_`.
const TRACKING: [&str; 18] = [
    "gclid",
    "gclsrc",
    "dclid",
    "gbraid",
    "wbraid",
    "fbclid",
    "msclkid",
    "yclid",
    "twclid",
    "ttclid",
    "li_fat_id",
    "igshid",
    "mc_cid",
    "mc_eid",
    "_ga",
    "_gl",
    "_openstat",
    "_hsenc",
];

/// An http(s) address, cut where RFC 3986 cuts it; a backslash ends the host as a slash does.
struct Parts<'t> {
    scheme: &'t str,
    authority: &'t str,
    /// Path, query and fragment.
    rest: &'t str,
}

impl<'t> Parts<'t> {
    fn of(text: &'t str) -> Option<Parts<'t>> {
        let colon = match text.as_bytes() {
            [b'h', b't', b't', b'p', b's', b':', ..] => 5,
            [b'h', b't', b't', b'p', b':', ..] => 4,
            _ => crate::loc::scheme(text)?.len(),
        };
        let (scheme, rest) = text.split_at_checked(colon)?;
        let rest = rest.strip_prefix("://")?;
        let (authority, rest) = cut(rest, |byte| matches!(byte, b'/' | b'?' | b'#' | b'\\'));
        let web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
        web.then_some(Parts { scheme, authority, rest })
    }

    /// Host as written, brackets included, and port.
    fn host(&self) -> (&'t str, Option<&'t str>) {
        // A name and nothing else, as nearly always.
        if !any(self.authority.as_bytes(), |byte| (byte == b'@') | (byte == b']') | (byte == b':'))
        {
            return (self.authority, None);
        }
        let host = self.authority.rsplit_once('@').map_or(self.authority, |(_, host)| host);
        let from = host.rfind(']').unwrap_or(0);
        match host.get(from..).and_then(|tail| tail.find(':')) {
            Some(colon) => {
                (host.get(..from + colon).unwrap_or_default(), host.get(from + colon + 1..))
            }
            None => (host, None),
        }
    }

    fn path(&self) -> &'t str {
        cut(self.rest, |byte| matches!(byte, b'?' | b'#')).0
    }

    /// Whether brackets stand there that are around no IP address.
    fn has_bad_literal(&self) -> bool {
        any(self.authority.as_bytes(), |byte| (byte == b'[') | (byte == b']'))
            && !is_ip_literal(self.host().0)
    }

    fn query(&self) -> &'t str {
        let target = cut(self.rest, |byte| byte == b'#').0;
        cut(target, |byte| byte == b'?').1.get(1..).unwrap_or_default()
    }
}

/// Tells what the schema alone holds against a loc as it stands in the document: it sees a run of
/// white space as one space.
pub(crate) fn schema(raw: &str, tell: Tell<'_>) -> Result<()> {
    // As nearly every one.
    if !any(raw.as_bytes(), |byte| byte <= b' ') {
        return schema_of(raw, false, tell);
    }
    let space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
    let trimmed = raw.trim_matches(space);
    let layout = trimmed.contains(['\t', '\n', '\r']) || trimmed.contains("  ");
    let words = || trimmed.split(space).filter(|word| !word.is_empty());
    let seen = if layout { words().collect::<Vec<_>>().join(" ") } else { String::new() };
    schema_of(if layout { &seen } else { trimmed }, layout, tell)
}

/// The same of what it sees; whether that was put together.
fn schema_of(seen: &str, layout: bool, tell: Tell<'_>) -> Result<()> {
    if seen.chars().nth(SHORTEST - 1).is_none() {
        tell(&rules::LOC_TOO_SHORT, seen)?;
    }
    // Of an escape that no line break tears apart another rule tells.
    let mut escapes = seen.match_indices('%').filter_map(|(at, _)| seen.get(at..));
    let torn = layout && escapes.any(|rest| escape(rest).is_none());
    if torn || !is_any_uri(seen) { tell(&rules::LOC_NOT_ANY_URI, seen) } else { Ok(()) }
}

/// Tells what is remarkable about a loc.
pub(crate) fn loc(text: &str, is_name: Option<fn(&str) -> bool>, tell: Tell<'_>) -> Result<()> {
    let Some(parts) = Parts::of(text) else {
        return Ok(());
    };
    if crate::is_scheme_twice(text) {
        // What it says of a host and a port nobody meant.
        return tell(&rules::LOC_SCHEME_TWICE, text);
    }
    host::host(&parts, tell)?;
    host::international(&parts, is_name, tell)?;
    if !parts.rest.starts_with(['/', '\\']) {
        tell(&rules::LOC_EMPTY_PATH, text)?;
    }
    if any(parts.path().as_bytes(), |byte| byte == b'\\') {
        tell(&rules::LOC_BACKSLASH, parts.path())?;
    }
    let escaped = any(text.as_bytes(), |byte| byte == b'%');
    if (escaped || any_pair(parts.path().as_bytes(), *b"/."))
        && let Some(part) = not_normal(&parts)
    {
        tell(&rules::LOC_NOT_NORMAL, part)?;
    }
    parameters(&parts, tell)?;
    if escaped {
        escapes(&parts, tell)?;
    }
    if let Some(fragment) = cut(parts.rest, |byte| byte == b'#').1.get(1..) {
        if fragment.contains('#') {
            tell(&rules::LOC_SYNTAX, "a second `#`")?;
        }
        tell(&rules::LOC_FRAGMENT, &format!("#{fragment}"))?;
    }
    Ok(())
}

/// The scheme and the host of a loc without a fault, and what there is to tell about them alone, if anything. A port
/// that is empty might be a second scheme.
pub(crate) fn of_origin(
    text: &str,
    is_name: Option<fn(&str) -> bool>,
) -> Option<(&str, Vec<(&'static Rule, String)>)> {
    let usual =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b':');
    let parts = Parts::of(text)?;
    let is_usual = parts.authority.bytes().all(usual) && !parts.authority.ends_with(':');
    let origin = text.get(..text.len() - parts.rest.len()).filter(|_| is_usual)?;
    let mut told = Vec::new();
    let mut keep = |rule, what: &str| {
        told.push((rule, what.into()));
        Ok(())
    };
    host::host(&parts, &mut keep).ok()?;
    host::international(&parts, is_name, &mut keep).ok()?;
    let is_told = !told.is_empty() && crate::loc::scan_address(text) == 0 && is_any_uri(origin);
    is_told.then_some((origin, told))
}

/// Whether a loc breaks RFC 3986 where its characters alone do not show it.
pub(crate) fn is_malformed(text: &str) -> bool {
    // Hardly any has one of these.
    any(text.as_bytes(), |byte| (byte == b'[') | (byte == b']') | (byte == b'#'))
        && Parts::of(text)
            .is_some_and(|parts| parts.has_bad_literal() || text.matches('#').count() > 1)
}

/// `.` or `..`, also escaped.
fn is_dots(segment: &str) -> bool {
    if !segment.starts_with(['.', '%']) {
        return false;
    }
    let mut rest = segment;
    for _ in 0..2 {
        let escaped = || rest.strip_prefix("%2e").or_else(|| rest.strip_prefix("%2E"));
        match rest.strip_prefix('.').or_else(escaped) {
            Some(after) => rest = after,
            None => break,
        }
    }
    rest.is_empty() && !segment.is_empty()
}

/// Each rule once, with the names of the parameters: their values are nobody else's business.
fn parameters(parts: &Parts<'_>, tell: Tell<'_>) -> Result<()> {
    if !any(parts.rest.as_bytes(), |byte| byte == b'=') {
        return Ok(());
    }
    let of_path = parts.path().split('/').flat_map(|segment| segment.split(';').skip(1));
    let of_query = || parts.query().split(['&', ';']);
    let is_of_session = |name: &&str| is_session(name.as_bytes());
    let sessions: Vec<&str> =
        of_path.chain(of_query()).filter_map(name).filter(is_of_session).collect();
    if !sessions.is_empty() {
        tell(&rules::LOC_SESSION, &sessions.join(", "))?;
    }
    let is_from = |name: &&str| is_tracking(name.as_bytes());
    let tracking: Vec<&str> = of_query().filter_map(name).filter(is_from).collect();
    if tracking.is_empty() { Ok(()) } else { tell(&rules::LOC_TRACKING, &tracking.join(", ")) }
}

/// What stands before the `=` of a parameter.
fn name(parameter: &str) -> Option<&str> {
    parameter.split_once('=').map(|(name, _)| name)
}

fn is_session(name: &[u8]) -> bool {
    starts_with(name, "aspsessionid")
        || SESSIONS.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(name))
}

fn is_tracking(name: &[u8]) -> bool {
    starts_with(name, "utm_")
        || TRACKING.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(name))
}

fn starts_with(name: &[u8], small: &str) -> bool {
    let head = name.get(..small.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(small.as_bytes()))
}

/// What RFC 3986 writes in another way without changing what it means, the first of it.
fn not_normal<'t>(parts: &Parts<'t>) -> Option<&'t str> {
    let dots = parts.path().split('/').find(|segment| is_dots(segment));
    dots.or_else(|| {
        let escapes = [parts.authority, parts.rest].into_iter().flat_map(escaped);
        let small = |digits: &str| digits.bytes().any(|digit| digit.is_ascii_lowercase());
        let mut digits = escapes.filter_map(|(rest, byte)| Some((rest.get(..3)?, byte)));
        let first = digits.find(|(digits, byte)| is_unreserved(*byte) || small(digits));
        first.map(|(digits, _)| digits)
    })
}

/// Escapes of escapes and escapes that are no text, the first of each.
fn escapes(parts: &Parts<'_>, tell: Tell<'_>) -> Result<()> {
    let again = |rest: &str| rest.get(3..5).is_some_and(|digits| digits.bytes().all(is_hex));
    let twice = escaped(parts.rest).find(|(rest, byte)| *byte == b'%' && again(rest));
    if let Some(digits) = twice.and_then(|(rest, _)| rest.get(..5)) {
        tell(&rules::LOC_TWICE_ENCODED, digits)?;
    }
    match first_not_utf8(parts.rest) {
        Some(digits) => tell(&rules::LOC_NOT_UTF8, digits),
        None => Ok(()),
    }
}

/// Each escape: the text from it on, and the byte it stands for. `%` without digits has been told.
fn escaped(text: &str) -> impl Iterator<Item = (&str, u8)> {
    let marks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'%');
    marks.filter_map(|(at, _)| text.get(at..).and_then(|rest| Some((rest, escape(rest)?))))
}

/// The byte that the escape at the front stands for.
fn escape(text: &str) -> Option<u8> {
    let [b'%', high, low, ..] = text.as_bytes() else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some(digit(*high)? << 4 | digit(*low)?)
}

/// The first escape beyond ASCII that does not begin a character of UTF-8 written in escapes.
fn first_not_utf8(text: &str) -> Option<&str> {
    let mut within = 0;
    for (rest, byte) in escaped(text).filter(|(_, byte)| *byte >= 0x80) {
        if within > 0 {
            within -= 1;
            continue;
        }
        let width = match byte {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => return rest.get(..3),
        };
        let mut character = [0; 4];
        let mut tail = rest;
        for place in character.iter_mut().take(width) {
            *place = escape(tail).unwrap_or_default();
            tail = tail.get(3..).unwrap_or_default();
        }
        if character.get(..width).is_none_or(|bytes| core::str::from_utf8(bytes).is_err()) {
            return rest.get(..3);
        }
        within = width - 1;
    }
    None
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_hexdigit()
}

/// Characters that mean the same escaped or not (RFC 3986 section 2.3).
fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Seconds that clocks may differ by.
const TOLERANCE: i64 = 300;
/// Seconds by which the first zone of the earth is ahead of UTC.
const FIRST_ZONE: i64 = 14 * 3600;
/// Seconds by which a date without a time may be ahead.
const DAY: i64 = 24 * 3600;
/// The web is no older.
const FIRST_YEAR: u16 = 1990;
/// Bytes of an optional field (Yandex, sitemap files).
pub(crate) const LONGEST_FIELD: usize = 100;

/// Days, as written in any zone, about which nothing is odd: two days before now nothing is ahead.
pub(crate) fn settled(now: Option<i64>) -> Range<(u16, u8, u8)> {
    let end = match now.map(|now| Datetime::from_unix(now.saturating_sub(2 * 86_400))) {
        None => (u16::MAX, 0, 0),
        Some(before) => before.map_or((0, 0, 0), Datetime::date),
    };
    (FIRST_YEAR, 0, 0)..end
}

impl Datetime {
    /// Whether it lies ahead of this time, in seconds since 1970, wherever it was written: what names no
    /// zone gets the benefit of the first one, a date without a time that of a day, and clocks may differ by
    /// five minutes.
    ///
    /// ```
    /// use urlset_core::Datetime;
    ///
    /// let date = |text| Datetime::parse(text).unwrap();
    /// let noon = date("2026-03-04T12:00:00Z").earliest().0;
    /// assert!(!date("2026-03-05").is_yet_to_come(noon), "it is that day in Kiribati");
    /// assert!(date("2026-03-06").is_yet_to_come(noon));
    /// ```
    pub fn is_yet_to_come(self, now: i64) -> bool {
        let (seconds, _) = self.earliest();
        let ahead = match (self.has_time(), self.zone()) {
            (false, _) => DAY,
            (true, Zone::Absent) => FIRST_ZONE,
            (true, _) => TOLERANCE,
        };
        seconds.saturating_sub(ahead) > now
    }
}

/// What is odd about when a date is.
pub(crate) fn lastmod(date: Datetime, now: Option<i64>) -> Option<&'static Rule> {
    let (year, ..) = date.date();
    if year < FIRST_YEAR {
        Some(&rules::LASTMOD_PAST)
    } else if now.is_some_and(|now| date.is_yet_to_come(now)) {
        Some(&rules::LASTMOD_FUTURE)
    } else {
        None
    }
}

/// The instant that seconds or milliseconds since 1970 name: ten and thirteen digits can be nothing
/// else.
pub(crate) fn unix_time(text: &str) -> Option<Datetime> {
    let number: i64 = text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()))?;
    match text.len() {
        10 => Datetime::from_unix(number),
        13 => Datetime::from_unix(number / 1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_plain_rest, lastmod, plain_origin, unix_time};
    use crate::{Datetime, Rule};

    fn is_plain(text: &str) -> bool {
        let origin = plain_origin(text);
        !origin.is_empty() && is_plain_rest(text, origin.len())
    }

    fn told(text: &str) -> String {
        let mut told = Vec::new();
        let mut tell = |rule: &Rule, _: &str| {
            told.push(rule.id);
            Ok(())
        };
        super::schema(text, &mut tell).unwrap();
        super::loc(text, None, &mut tell).unwrap();
        let fine = told.is_empty() && crate::loc::scan(text) == 0;
        assert!(fine || !is_plain(text), "{text} is not plain");
        told.join(" ")
    }

    const REMARKS: &[(&str, &str)] = &[
        ("https://e.com/", ""),
        ("https://example.com/a/b.html?sidebar=1&utm=2&side=3#", "loc/fragment"),
        ("http://a.b/", "loc/too-short"),
        ("http://a.bc/", ""),
        ("/a", "loc/too-short"),
        ("https://e.com/a#top", "loc/fragment"),
        ("https://e.com/a#b#c", "loc/not-any-uri loc/invalid-syntax loc/fragment"),
        ("https://e.com/a?b[]=1", "loc/not-any-uri"),
        ("https://e.com/a?b%5B%5D=1", ""),
        ("https://[2001:db8::1/a", "loc/not-any-uri loc/invalid-syntax"),
        ("https://[zzz]/abcdef", "loc/invalid-syntax"),
        ("https://[2001:db8::1]:8080/a", "loc/local-host"),
        ("https://[fe80::1%25eth0]/a", "loc/local-host"),
        ("https://[v1.x]/a", "loc/local-host"),
        ("https://e.com:8o80/a", "loc/not-any-uri"),
        ("https://e.com:8080/a", ""),
        ("https://e.com:443/a", "loc/default-port"),
        ("https://e.com:80/a", ""),
        ("http://e.com:080/a", "loc/default-port"),
        ("http://e.com:/a", "loc/default-port"),
        ("https://E.com/a", "loc/uppercase-host"),
        ("Https://e.com/A", "loc/uppercase-host"),
        ("https://e.com\\a\\b", "loc/backslash"),
        ("https://e.com/a?b\\c", ""),
        ("https://e.com", "loc/empty-path"),
        ("https://e.com?a=1", "loc/empty-path"),
        ("https://e.com/a;jsessionid=1", "loc/session-id"),
        ("https://e.com/a?PHPSESSID=1&b=2", "loc/session-id"),
        ("https://e.com/a?ASPSESSIONIDQQ=1", "loc/session-id"),
        ("https://e.com/a?b=1&utm_source=x&gclid=y", "loc/tracking-params"),
        ("https://e.com/a?gclid", ""),
        ("https://e.com/utm_source=x", ""),
        ("https://localhost/", "loc/local-host"),
        ("https://intranet/a", "loc/local-host"),
        ("https://127.0.0.1/a", "loc/local-host"),
        ("https://printer.Local./", "loc/local-host loc/uppercase-host"),
        ("https://shop.example/", "loc/local-host"),
        ("https://example.com./", ""),
        ("https://1.com/2.3.4.5", ""),
        ("https://local.example.com/", ""),
        ("https://bücher.com/", "loc/idn-unicode"),
        ("https://xn--bcher-kva.com/", ""),
        ("https://e.com/a/../b", "loc/not-normalized"),
        ("https://e.com/a/%2e", "loc/not-normalized"),
        ("https://e.com/a/.b/..c/...", ""),
        ("https://e.com/a?b=/../", ""),
        ("https://e.com/%c3%bc", "loc/not-normalized"),
        ("https://e.com/%C3%BC", ""),
        ("https://e.com/%7Eme", "loc/not-normalized"),
        ("https://e.com/%FC", "loc/non-utf8-escape"),
        ("https://e.com/%C3x%BC", "loc/non-utf8-escape"),
        ("https://e.com/%F0%9F%98%80%C3", "loc/non-utf8-escape"),
        ("https://e.com/%ED%A0%80", "loc/non-utf8-escape"),
        ("https://e.com/a%2520b", "loc/double-encoded"),
        ("https://e.com/100%25-off", ""),
        ("https://e.com/100%", ""),
        ("ftp://E.com/#a", ""),
    ];

    #[test]
    fn remarks_and_near_misses() {
        for (text, ids) in REMARKS {
            assert_eq!(told(text), *ids, "{text}");
        }
    }

    #[test]
    fn what_a_schema_sees() {
        for (text, ids) in [
            ("\n  https://e.com/a \t", ""),
            ("http://a\n  bc/", ""),
            ("http:\n//a.bc", ""),
            ("ht\ntp://e.com/a", "loc/not-any-uri"),
            ("http://e.com/%2\n0", "loc/not-any-uri"),
            ("http://e.com/%2", ""),
            (" http://a.b/ ", "loc/too-short"),
        ] {
            let mut told = Vec::new();
            let tell = &mut |rule: &Rule, _: &str| {
                told.push(rule.id);
                Ok(())
            };
            super::schema(text, tell).unwrap();
            assert_eq!(told.join(" "), ids, "{text:?}");
        }
    }

    #[test]
    fn what_is_plain_is_told_nothing_about() {
        let pieces = [
            "a", "/", ".", "%", "%C3", "%BC", "%bc", "%E4", "%41", "%25", "%20", "%2e", "?", "&",
            "=", "sid=", "utm_x=", "gclid", ";", "#", "[", "\\", " ", "~", "'", "\u{fc}", ":", "@",
        ];
        let mut plain = 0;
        for origin in ["https://example.com/", "http://e.com", "https://e.com:80/", "//e.com/"] {
            for (one, two) in pieces.iter().flat_map(|one| pieces.iter().map(move |two| (one, two)))
            {
                for three in pieces {
                    let text = format!("{origin}{one}{two}{three}");
                    told(&text);
                    plain += usize::from(is_plain(&text));
                }
            }
        }
        assert!(plain > 2000, "{plain}");
        for text in ["https://e.com/a?b%5B%5D=1&c=2?", "https://e.com/%C3%BC/%E6%9D%B1%20"] {
            assert!(is_plain(text), "{text}");
        }
    }

    #[test]
    fn dates_that_cannot_be() {
        let now = Datetime::parse("2026-11-21T12:00:00Z").unwrap().earliest().0;
        let told = |text: &str, now| {
            lastmod(Datetime::parse(text).unwrap(), now).map_or("", |rule| rule.id)
        };
        for (text, id) in [
            ("2026-11-21T12:05:00Z", ""),
            ("2026-11-21T12:05:01Z", "lastmod/future"),
            ("2026-11-21T13:00:00+01:00", ""),
            ("2026-11-22", ""),
            ("2026-11-22T02:00:00", ""),
            ("2026-11-22T02:00:01", "lastmod/future"),
            ("2026-11-23", "lastmod/future"),
            ("2026", ""),
            ("2027", "lastmod/future"),
            ("1990", ""),
            ("1989-12-31", "lastmod/implausible-past"),
            ("1970-01-01T00:00:00Z", "lastmod/implausible-past"),
        ] {
            assert_eq!(told(text, Some(now)), id, "{text}");
        }
        assert_eq!(told("2999", None), "");
    }

    #[test]
    fn numbers_that_are_instants() {
        let read = |text| unix_time(text).map(|date| date.to_string());
        assert_eq!(read("1772618400").as_deref(), Some("2026-03-04T10:00:00Z"));
        assert_eq!(read("1772618400123").as_deref(), Some("2026-03-04T10:00:00Z"));
        for text in ["177261840", "17726184001", "-177261840", "+772618400", "20260304"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
