//! The address of a page, as it was written.

#[cfg(feature = "url")]
mod url;

use crate::classes::{any, cut, position};
use crate::fields::trim_space;
use crate::{Rule, Severity, remarks, rules};
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

/// The address of a page, as it was written: no space around it, nothing normalised. One with
/// faults is still a loc; [`Loc::faults`] names them. Empty only in a cleared entry.
///
/// ```
/// use urlset_core::Loc;
///
/// let loc = Loc::new(" https://Example.com:443/a b ");
/// assert_eq!((loc.as_str(), loc.host()), ("https://Example.com:443/a b", Some("Example.com")));
/// assert_eq!(loc.faults().next().map(|rule| rule.id), Some("loc/inner-whitespace"));
/// ```
#[derive(Clone, Default)]
pub struct Loc {
    text: String,
    known: Known,
}

/// What was found when a loc was read, and saves another look; no part of the value.
#[derive(Clone, Copy, Default)]
struct Known {
    unremarkable: bool,
    faultless: bool,
    bare: bool,
}

impl Loc {
    /// A loc with this text, less the white space around it.
    pub fn new(text: &str) -> Loc {
        Loc { text: text.trim().to_owned(), known: Known::default() }
    }

    /// Replaces the text and keeps the storage. White space around it is left out.
    pub fn set(&mut self, text: &str) {
        self.put(trim_space(text));
    }

    /// Replaces the text where the new one has no faults and no white space around it: nearly every
    /// real one, at one look. `false`, and no change, for any other.
    pub fn set_faultless(&mut self, text: &str) -> bool {
        let faultless = scan(text) == 0;
        if faultless {
            self.put_faultless(text, false);
        }
        faultless
    }

    /// Replaces the text by one that is known to have no white space around it.
    #[inline]
    pub(crate) fn put(&mut self, text: &str) {
        self.clear();
        self.text.push_str(text);
    }

    /// The same of one that a closer look found nothing to tell about.
    pub(crate) fn put_unremarkable(&mut self, text: &str) {
        self.put(text);
        self.known = Known { unremarkable: true, faultless: true, bare: false };
    }

    /// The same of one with which nothing is wrong; `bare` says whether it has neither `&` nor `'`.
    #[inline]
    pub(crate) fn put_faultless(&mut self, text: &str, bare: bool) {
        self.put(text);
        self.known = Known { unremarkable: false, faultless: true, bare };
    }

    /// Whether the reader looked for remarks (`ReadOptions::remarks`) and found none, so that the
    /// address is in normal form and nothing is wrong with it. `false` says nothing.
    pub fn is_unremarkable(&self) -> bool {
        self.known.unremarkable
    }

    /// Whether the reader found nothing wrong with it, so that it is ASCII without white space and controls.
    /// `false` says nothing.
    pub fn is_known_faultless(&self) -> bool {
        self.known.faultless
    }

    /// Whether the reader found in it nothing wrong and nothing that markup escapes. `false` says nothing.
    pub fn is_known_bare(&self) -> bool {
        self.known.bare
    }

    /// Empties it and keeps the storage.
    pub fn clear(&mut self) {
        self.text.clear();
        self.known = Known::default();
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// What stands before the first colon, where it has the form of a scheme (RFC 3986 section 3.1).
    pub fn scheme(&self) -> Option<&str> {
        scheme(&self.text)
    }

    /// The host as written, without user, password and port.
    pub fn host(&self) -> Option<&str> {
        let rest = match self.text.as_bytes() {
            [b'h', b't', b't', b'p', b's', b':', b'/', b'/', ..] => self.text.get(8..)?,
            _ => self.text.split_once("://")?.1,
        };
        let authority = authority(rest);
        // Nearly every one is a host and nothing else.
        if !any(authority.as_bytes(), |byte| (byte == b':') | (byte == b'@') | (byte == b']')) {
            return Some(authority);
        }
        let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
        let host = match host.find(']') {
            Some(bracket) => host.get(..=bracket)?,
            None => host.split_once(':').map_or(host, |(host, _)| host),
        };
        Some(host)
    }

    /// Whether it can stand in a sitemap at all: absolute, http or https, with a host, no control
    /// characters and none that change the direction of text.
    pub fn is_page_address(&self) -> bool {
        scan(&self.text) & NOT_AN_ADDRESS == 0
    }

    /// What the protocol and RFC 3986 hold against it, the gravest first.
    pub fn faults(&self) -> impl Iterator<Item = &'static Rule> + use<> {
        faults(scan(&self.text))
    }

    /// Whether a text would be a loc with no faults and no [`Loc::errors`], at one look; not asked of those
    /// with a fragment or brackets.
    ///
    /// ```
    /// use urlset_core::Loc;
    ///
    /// assert!(Loc::is_faultless("https://example.com/a?b"));
    /// assert!(!["/a", "https://[1]/", "https://example.com/ "].into_iter().any(Loc::is_faultless));
    /// ```
    pub fn is_faultless(text: &str) -> bool {
        if text.len() < LIMIT && !any(text.as_bytes(), may_be_faulty) {
            return scan_address(text) == 0;
        }
        scan(text) == 0 && !any(text.as_bytes(), |byte| matches!(byte, b'#' | b'[' | b']'))
    }

    /// Those of the faults that are errors, and what only a closer look finds to be no URL: brackets
    /// around what is no IP address, a second `#` (RFC 3986).
    ///
    /// ```
    /// use urlset_core::Loc;
    ///
    /// let of = |text| Loc::new(text).errors().map(|rule| rule.id).collect::<Vec<_>>();
    /// assert_eq!(of("https://[::1]/#a"), [""; 0]);
    /// assert_eq!(of("https://[1]/"), ["loc/invalid-syntax"]);
    /// assert_eq!(of("/a"), ["loc/relative"]);
    /// ```
    pub fn errors(&self) -> impl Iterator<Item = &'static Rule> + use<> {
        let grave = self.faults().filter(|rule| rule.severity == Severity::Error);
        grave.chain(remarks::is_malformed(&self.text).then_some(&rules::LOC_SYNTAX))
    }
}

impl PartialEq for Loc {
    fn eq(&self, other: &Loc) -> bool {
        // Two that are empty are not compared: see `are_same`.
        self.text.len() == other.text.len() && (self.text.is_empty() || self.text == other.text)
    }
}

impl Eq for Loc {}

impl PartialOrd for Loc {
    fn partial_cmp(&self, other: &Loc) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Loc {
    fn cmp(&self, other: &Loc) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl Hash for Loc {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl core::fmt::Debug for Loc {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Loc").field(&self.text).finish()
    }
}

impl core::fmt::Display for Loc {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.text)
    }
}

impl AsRef<str> for Loc {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

/// The front of a loc up to the mark after its host, where nothing is wrong with that; empty for any
/// other, and where nothing follows the host.
pub(crate) fn faultless_origin(text: &str) -> &str {
    let start = if text.starts_with("https://") { 8 } else { 7 };
    let mark = |byte: u8| matches!(byte, b'/' | b'?' | b'#' | b'\\');
    let end = text.bytes().skip(start).position(mark);
    let origin = end.and_then(|end| text.get(..=start + end)).unwrap_or_default();
    if scan(origin) == 0 { origin } else { "" }
}

/// Whether nothing is wrong with a loc whose front is faultless up to here.
pub(crate) fn is_faultless_rest(text: &str, origin: usize) -> bool {
    let rest = text.as_bytes().get(origin..).unwrap_or_default();
    text.len() < LIMIT && (!any(rest, is_unusual) || is_escaped(rest))
}

/// Whether bytes have nothing unusual but `%` with two hexadecimal digits behind it.
fn is_escaped(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    loop {
        rest = match rest {
            [b'%', one, two, after @ ..] if one.is_ascii_hexdigit() && two.is_ascii_hexdigit() => {
                after
            }
            _ => match position(rest, is_unusual) {
                None => return true,
                Some(0) => return false,
                Some(at) => rest.get(at..).unwrap_or_default(),
            },
        };
    }
}

/// Whether a byte of a loc may want another look. Fewer comparisons, of sixteen bytes at once, are worth
/// that `~`, `!`, `#` and `$` get one, too.
///
/// Where no byte of a text does, [`Fields::clean_loc`](crate::Fields::clean_loc) needs not look again.
pub const fn may_be_odd(byte: u8) -> bool {
    // Controls and the space; `{` and all that follows it.
    (byte.wrapping_sub(0x21) >= b'{' - 0x21)
        // `"`, `%`, `&` and `'`.
        | (byte & 0xf8 == 0x20)
        // `<` and `>`.
        | (byte | 2 == b'>')
        | (byte.wrapping_sub(b'[') <= b'`' - b'[') & (byte != b'_')
}

/// As [`may_be_odd`], but for `!`, `$`, `&` and `'`, which are what they are in a text that is no XML.
const fn may_be_faulty(byte: u8) -> bool {
    (byte.wrapping_sub(0x21) >= b'{' - 0x21)
        // `"` and `#`.
        | (byte | 1 == b'#')
        | (byte == b'%')
        // `<` and `>`.
        | (byte | 2 == b'>')
        | (byte.wrapping_sub(b'[') <= b'`' - b'[') & (byte != b'_')
}

pub(crate) fn scheme(text: &str) -> Option<&str> {
    let (scheme, rest) = cut(text, |byte| byte == b':');
    if rest.is_empty() {
        return None;
    }
    let mut bytes = scheme.bytes();
    let first = bytes.next()?;
    let rest = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-');
    (first.is_ascii_alphabetic() && bytes.all(rest)).then_some(scheme)
}

/// Bit n of a scan stands for the nth rule.
static FAULTS: [&Rule; 14] = [
    &rules::LOC_RELATIVE,
    &rules::LOC_PROTOCOL_RELATIVE,
    &rules::LOC_SCHEME,
    &rules::LOC_CONTROL,
    &rules::LOC_BIDI,
    &rules::LOC_EMPTY_HOST,
    &rules::LOC_TOO_LONG,
    &rules::LOC_AT_LIMIT,
    &rules::LOC_INNER_SPACE,
    &rules::LOC_PERCENT,
    &rules::LOC_ILLEGAL,
    &rules::LOC_NOT_ESCAPED,
    &rules::LOC_PORT,
    &rules::LOC_USERINFO,
];
const RELATIVE: u16 = 1;
const PROTOCOL_RELATIVE: u16 = 1 << 1;
const SCHEME: u16 = 1 << 2;
const CONTROL: u16 = 1 << 3;
const BIDI: u16 = 1 << 4;
const EMPTY_HOST: u16 = 1 << 5;
const TOO_LONG: u16 = 1 << 6;
const AT_LIMIT: u16 = 1 << 7;
const INNER_SPACE: u16 = 1 << 8;
const PERCENT: u16 = 1 << 9;
pub(crate) const ILLEGAL: u16 = 1 << 10;
const NOT_ESCAPED: u16 = 1 << 11;
const PORT: u16 = 1 << 12;
const USERINFO: u16 = 1 << 13;

/// Faults that keep a loc out of written documents.
pub(crate) const NOT_AN_ADDRESS: u16 =
    RELATIVE | PROTOCOL_RELATIVE | SCHEME | CONTROL | BIDI | EMPTY_HOST;

/// Faults of what only another address makes one.
pub(crate) const LACKS_SCHEME: u16 = RELATIVE | PROTOCOL_RELATIVE;

/// Characters of a loc (sitemaps.org: fewer than 2,048).
pub(crate) const LIMIT: usize = 2048;

/// Bytes of a loc without faults, at most: it is ASCII, and shorter than the protocol wants it to be.
pub const LOC_BYTES: u64 = LIMIT as u64 - 1;

pub(crate) fn faults(mut bits: u16) -> impl Iterator<Item = &'static Rule> {
    core::iter::from_fn(move || {
        let lowest = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        FAULTS.get(usize::try_from(lowest).ok()?).copied()
    })
}

/// Whether backslashes before query and fragment are all that a text has of what URLs must escape.
pub(crate) fn has_only_separators(text: &str) -> bool {
    let path = text.find(['?', '#']).unwrap_or(text.len());
    let illegal = |byte: u8| CLASS.get(usize::from(byte)) == Some(&C_ILLEGAL);
    let mut found = text.bytes().enumerate().filter(|(_, byte)| illegal(*byte));
    found.all(|(at, byte)| byte == b'\\' && at < path) && !bracket_outside_host(text)
}

/// What is wrong with a text as a loc, a bit a rule; 0 for nearly every real one.
pub(crate) fn scan(text: &str) -> u16 {
    // Real locs hold nothing unusual.
    let classes = if any(text.as_bytes(), is_unusual) { classes(text) } else { 0 };
    let mut bits = scan_address(text);
    if classes != 0 {
        bits |= scan_characters(text, classes);
    }
    if text.len() >= LIMIT {
        bits |= match text.chars().count() {
            LIMIT => AT_LIMIT,
            longer if longer > LIMIT => TOO_LONG,
            _ => 0,
        };
    }
    bits
}

/// Whether a byte is more than a letter, a digit or a mark that may stand anywhere in a URL.
const fn is_unusual(byte: u8) -> bool {
    (byte <= 0x20)
        | (byte >= 0x7b && byte != b'~')
        | (byte == b'"')
        | (byte == b'%')
        | (byte == b'<')
        | (byte == b'>')
        | (byte >= b'[' && byte <= b'`' && byte != b'_')
}

fn classes(text: &str) -> u8 {
    let of = |byte: &u8| CLASS.get(usize::from(*byte)).copied().unwrap_or_default();
    text.as_bytes().iter().fold(0, |classes, byte| classes | of(byte))
}

pub(crate) fn scan_address(text: &str) -> u16 {
    let rest = match text.as_bytes() {
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', ..] => text.get(8..),
        [b'h', b't', b't', b'p', b':', b'/', b'/', ..] => text.get(7..),
        _ => match scheme(text) {
            None if text.starts_with("//") => return PROTOCOL_RELATIVE,
            None => return RELATIVE,
            Some(scheme)
                if scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https") =>
            {
                match text.get(scheme.len()..).and_then(|rest| rest.strip_prefix("://")) {
                    Some(rest) => Some(rest),
                    None => return EMPTY_HOST,
                }
            }
            Some(_) => return SCHEME,
        },
    };
    let rest = rest.unwrap_or_default();
    let is_mark =
        |byte: u8| ends_authority(byte) | (byte == b':') | (byte == b'@') | (byte == b'[');
    match position(rest.as_bytes(), is_mark).and_then(|at| Some((at, *rest.as_bytes().get(at)?))) {
        // A host and nothing else, as nearly always.
        Some((1.., byte)) if ends_authority(byte) => 0,
        _ => scan_authority(authority(rest)),
    }
}

/// What stands before the path, the query or the fragment.
#[inline]
fn authority(rest: &str) -> &str {
    position(rest.as_bytes(), ends_authority).and_then(|end| rest.get(..end)).unwrap_or(rest)
}

const fn ends_authority(byte: u8) -> bool {
    (byte == b'/') | (byte == b'?') | (byte == b'#') | (byte == b'\\')
}

/// A number of digits alone: the standard library takes a sign before it, too.
pub(crate) fn number<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn scan_authority(authority: &str) -> u16 {
    if authority.bytes().all(|byte| !matches!(byte, b':' | b'@' | b'[')) {
        return if authority.is_empty() { EMPTY_HOST } else { 0 };
    }
    let mut bits = 0;
    let host = match authority.rsplit_once('@') {
        Some((_, host)) => {
            bits |= USERINFO;
            host
        }
        None => authority,
    };
    let (name, port) = match host.rfind(']') {
        Some(bracket) => (host, host.get(bracket + 1..).unwrap_or_default()),
        None => {
            host.find(':').map_or((host, ""), |at| host.split_at_checked(at).unwrap_or((host, "")))
        }
    };
    if name.is_empty() {
        bits |= EMPTY_HOST;
    }
    // An empty port is legal (RFC 3986 section 3.2.3).
    let port = port.strip_prefix(':').unwrap_or(port);
    if !port.is_empty() && number::<u16>(port).is_none_or(|number| number == 0) {
        bits |= PORT;
    }
    bits
}

fn scan_characters(text: &str, classes: u8) -> u16 {
    let mut bits = 0;
    for (class, bit) in
        [(C_CONTROL, CONTROL), (C_SPACE, INNER_SPACE), (C_ILLEGAL, ILLEGAL), (C_WIDE, NOT_ESCAPED)]
    {
        if classes & class != 0 {
            bits |= bit;
        }
    }
    if classes & C_BRACKET != 0 && bracket_outside_host(text) {
        bits |= ILLEGAL;
    }
    if classes & C_PERCENT != 0 {
        let mut bytes = text.as_bytes();
        while let Some((first, rest)) = bytes.split_first() {
            bytes = rest;
            let hex = |digits: &[u8; 2]| digits.iter().all(u8::is_ascii_hexdigit);
            if *first == b'%' && !rest.first_chunk().is_some_and(hex) {
                bits |= PERCENT;
            }
        }
    }
    if classes & C_WIDE != 0 {
        for c in text.chars().filter(|c| !c.is_ascii()) {
            bits |= match c {
                '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}' => CONTROL,
                '\u{61c}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}' => BIDI,
                c if c.is_whitespace() => INNER_SPACE,
                _ => 0,
            };
        }
    }
    bits
}

fn bracket_outside_host(text: &str) -> bool {
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let path = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    rest.get(path..).is_some_and(|path| path.contains(['[', ']']))
}

const C_CONTROL: u8 = 1;
const C_SPACE: u8 = 1 << 1;
const C_ILLEGAL: u8 = 1 << 2;
const C_WIDE: u8 = 1 << 3;
const C_PERCENT: u8 = 1 << 4;
const C_BRACKET: u8 = 1 << 5;

#[allow(clippy::indexing_slicing, reason = "the table has a place for every byte")]
static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte {
            0x00..=0x1f | 0x7f => C_CONTROL,
            0x20 => C_SPACE,
            0x22 | 0x3c | 0x3e | 0x5c | 0x5e | 0x60 | 0x7b | 0x7c | 0x7d => C_ILLEGAL,
            0x25 => C_PERCENT,
            0x5b | 0x5d => C_BRACKET,
            0x80.. => C_WIDE,
            _ => 0,
        };
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::Loc;

    #[test]
    fn what_is_faultless_has_no_errors() {
        const PARTS: [&str; 11] =
            ["https://", "HTTP://", "e.com", "[::1]", "[1]", "/", "#", "%41", "%4", " ", ":0"];
        let pairs = PARTS.iter().flat_map(|one| PARTS.iter().map(move |two| (one, two)));
        for ((one, two), three) in pairs.flat_map(|two| PARTS.iter().map(move |one| (two, one))) {
            let text = format!("{one}{two}{three}a");
            let errors = Loc::new(&text).errors().count() + Loc::new(&text).faults().count();
            assert!(errors == 0 || !Loc::is_faultless(&text), "{text}");
        }
        assert!(Loc::is_faultless("https://e.com/%41a") && Loc::is_faultless("HTTP://e.com/"));
    }

    #[test]
    fn faults_by_rule() {
        let long = format!("http://e.com/{}", "a".repeat(2040));
        for (text, ids) in [
            ("https://example.com/a?b=1&c=%C3%BC#d", ""),
            ("http://[::1]:8080/", ""),
            ("HTTP://example.com", ""),
            ("/a", "loc/relative"),
            ("www.example.com/a", "loc/relative"),
            ("//example.com/a", "loc/protocol-relative"),
            ("javascript:alert(1)", "loc/bad-scheme"),
            ("http:///a", "loc/empty-host"),
            ("http:a", "loc/empty-host"),
            ("http://e.com:99999/", "loc/bad-port"),
            ("http://me:pw@e.com/", "loc/userinfo"),
            ("http://e.com/a b", "loc/inner-whitespace"),
            ("http://e.com/100%", "loc/bad-percent"),
            ("http://e.com/{a}", "loc/illegal-char"),
            ("http://e.com/a[0]", "loc/illegal-char"),
            ("http://e.com/ü", "loc/not-escaped"),
            ("http://e.com/a\u{7}", "loc/control-char"),
            ("http://e.com/\u{202e}a", "loc/bidi-char loc/not-escaped"),
            (&long, "loc/too-long"),
        ] {
            let found: Vec<_> = Loc::new(text).faults().map(|rule| rule.id).collect();
            assert_eq!(found.join(" "), ids, "{text}");
        }
    }

    #[test]
    fn the_quick_look_sees_every_class() {
        for byte in 0..=u8::MAX {
            assert_eq!(super::is_unusual(byte), super::CLASS[usize::from(byte)] != 0, "{byte:#x}");
            let may_be = super::may_be_odd(byte) && !matches!(byte, b'&' | b'\'');
            assert!(may_be || !super::is_unusual(byte), "{byte:#x}");
        }
    }

    #[test]
    fn parts() {
        let loc = Loc::new(" https://me@Example.com:8080/a ");
        assert_eq!(loc.as_str(), "https://me@Example.com:8080/a");
        assert_eq!((loc.scheme(), loc.host()), (Some("https"), Some("Example.com")));
        assert_eq!(Loc::new("http://[::1]:80/").host(), Some("[::1]"));
        assert_eq!(Loc::new("/a:b").scheme(), None);
    }
}
