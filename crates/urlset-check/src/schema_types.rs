//! The simple types of the schemas: which texts they take.
//!
//! Where libxml2 and the standards differ, this is libxml2: its verdict is the one that people meet.

use std::borrow::Cow;

/// A simple type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Type {
    /// `xsd:string`.
    Text,
    /// `xsd:string` of so many characters at most.
    Most(usize),
    /// One of these, `xsd:string`: space around it counts.
    Words(&'static [&'static str]),
    /// A pattern over `xsd:string`, and its name for people.
    Like(fn(&str) -> bool, &'static str),
    /// `xsd:anyURI`.
    AnyUri,
    /// `xsd:anyURI` of 12 to 2,048 characters.
    Loc,
    /// `xsd:date` or `xsd:dateTime`.
    Date,
    /// `xsd:decimal` from 0 to this digit.
    Decimal(u8),
    /// `xsd:integer` between these, if the second is any.
    Integer(u64, Option<u64>),
}

/// Digits of a number that libxml2 takes.
const MOST_DIGITS: usize = 24;

impl Type {
    /// Whether the type takes the text.
    pub(crate) fn takes(self, text: &str) -> bool {
        match self {
            Type::Text => true,
            Type::Most(most) => text.len() <= most || text.chars().count() <= most,
            Type::Words(words) => words.contains(&text),
            Type::Like(is_like, _) => is_like(text),
            Type::AnyUri => is_any_uri(&collapsed(text)),
            Type::Loc => {
                let text = collapsed(text);
                (12..=2048).contains(&text.chars().count()) && is_any_uri(&text)
            }
            Type::Date => is_date(&collapsed(text)),
            Type::Decimal(most) => is_decimal(&collapsed(text), most),
            Type::Integer(least, most) => is_integer(&collapsed(text), least, most),
        }
    }

    /// What the type takes, for people.
    pub(crate) fn describe(self) -> Cow<'static, str> {
        match self {
            Type::Text => "any text".into(),
            Type::Most(most) => format!("at most {most} characters").into(),
            Type::Words(words) => format!("one of {}", words.join(", ")).into(),
            Type::Like(_, what) => what.into(),
            Type::AnyUri => "an xsd:anyURI".into(),
            Type::Loc => "an xsd:anyURI of 12 to 2048 characters".into(),
            Type::Date => "an xsd:date or xsd:dateTime".into(),
            Type::Decimal(most) => format!("a decimal from 0 to {most}").into(),
            Type::Integer(least, Some(most)) => {
                format!("a whole number from {least} to {most}").into()
            }
            Type::Integer(least, None) => format!("a whole number from {least}").into(),
        }
    }
}

/// White space of XML at both ends left out, and each stretch of it inside one space.
fn collapsed(text: &str) -> Cow<'_, str> {
    let space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
    let trimmed = text.trim_matches(space);
    if !trimmed.contains(['\t', '\n', '\r']) && !trimmed.contains("  ") {
        return Cow::Borrowed(trimmed);
    }
    let words: Vec<&str> = trimmed.split(space).filter(|word| !word.is_empty()).collect();
    Cow::Owned(words.join(" "))
}

/// Digits from the front, at least `least` of them, and the rest.
fn digits(text: &str, least: usize) -> Option<(&str, &str)> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    text.split_at_checked(end).filter(|_| end >= least)
}

/// Exactly two digits from the front as a number up to `most`, and the rest.
fn two(text: &str, most: u32) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_at_checked(2)?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = plain.then(|| digits.parse().ok()).flatten()?;
    (number <= most).then_some((number, rest))
}

fn is_date(text: &str) -> bool {
    day(text).and_then(|rest| rest.strip_prefix('T').map_or(Some(rest), time)).is_some_and(is_zone)
}

/// Passes `-?YYYY-MM-DD`.
fn day(text: &str) -> Option<&str> {
    let (year, rest) = digits(text.strip_prefix('-').unwrap_or(text), 4)?;
    if year.len() > 4 && year.starts_with('0') {
        return None;
    }
    // As wide as a `long` of C; there is no year 0 in XML Schema 1.0.
    let number = year.parse::<i64>().ok().filter(|year| *year != 0)?;
    let (month, rest) = two(rest.strip_prefix('-')?, 12)?;
    let (day, rest) = two(rest.strip_prefix('-')?, 31)?;
    let leap = number % 4 == 0 && (number % 100 != 0 || number % 400 == 0);
    let most = match month {
        0 => return None,
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    (1..=most).contains(&day).then_some(rest)
}

/// Passes `hh:mm:ss`, perhaps with a fraction.
fn time(text: &str) -> Option<&str> {
    let (hour, rest) = two(text, 24)?;
    let (minute, rest) = two(rest.strip_prefix(':')?, 59)?;
    let text = rest.strip_prefix(':')?;
    let (_, mut rest) = two(text, 59)?;
    if let Some(fraction) = rest.strip_prefix('.') {
        (_, rest) = digits(fraction, 1)?;
    }
    let seconds = text.strip_suffix(rest)?.parse::<f64>().ok()?;
    // A fraction may round up to the next minute.
    let fine = seconds < 60.0 && (hour < 24 || (minute == 0 && seconds == 0.0));
    fine.then_some(rest)
}

/// Nothing, `Z`, or an offset of 14 hours at most.
fn is_zone(text: &str) -> bool {
    let Some(offset) = text.strip_prefix(['+', '-']) else {
        return matches!(text, "" | "Z");
    };
    let parts = two(offset, 14)
        .and_then(|(hour, rest)| two(rest.strip_prefix(':')?, 59).map(|minute| (hour, minute)));
    parts.is_some_and(|(hour, (minute, rest))| rest.is_empty() && hour * 60 + minute <= 14 * 60)
}

/// The sign, the digits before the point without zeros in front, those after it.
fn number(text: &str) -> Option<(bool, &str, Option<&str>)> {
    let negative = text.starts_with('-');
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, rest) = digits(unsigned, 0)?;
    let fraction = match rest.strip_prefix('.') {
        Some(rest) => Some(digits(rest, 0).filter(|(_, rest)| rest.is_empty())?.0),
        None if rest.is_empty() => None,
        None => return None,
    };
    let count = whole.len() + fraction.map_or(0, str::len);
    let whole = whole.trim_start_matches('0');
    let fits = whole.len() + fraction.map_or(0, str::len) <= MOST_DIGITS;
    (count > 0 && fits).then_some((negative, whole, fraction))
}

fn is_decimal(text: &str, most: u8) -> bool {
    let Some((negative, whole, fraction)) = number(text) else { return false };
    let fraction = fraction.unwrap_or_default().trim_end_matches('0');
    match (whole.parse::<u8>(), negative) {
        _ if whole.is_empty() && fraction.is_empty() => true,
        (_, true) => false,
        (Err(_), _) => whole.is_empty(),
        (Ok(whole), _) => whole < most || (whole == most && fraction.is_empty()),
    }
}

fn is_integer(text: &str, least: u64, most: Option<u64>) -> bool {
    let Some((negative, whole, None)) = number(text) else { return false };
    if whole.is_empty() {
        return least == 0;
    }
    // What is too long for the type is longer than every bound.
    let number = whole.parse::<u64>().unwrap_or(u64::MAX);
    !negative && number >= least && most.is_none_or(|most| number <= most)
}

/// Whether libxml2 takes it for an `xsd:anyURI`: a reference of RFC 3986, where every character that
/// XLink would escape counts as a harmless one.
fn is_any_uri(text: &str) -> bool {
    let harmless = |c: char| match c {
        '<' | '>' | '"' | '{' | '}' | '|' | '\\' | '^' | '`' | ' ' => '_',
        c if !c.is_ascii() || c.is_ascii_control() => '_',
        c => c,
    };
    let text: String = text.chars().map(harmless).collect();
    let text = without_address(&text);
    if !escapes_are_whole(&text) {
        return false;
    }
    let text = &*text;
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    let (text, query) = text.split_once('?').unwrap_or((text, ""));
    let plain = |text: &str, more: &str| text.chars().all(|c| is_path_char(c) || more.contains(c));
    if !plain(fragment, "/?[]") || !plain(query, "/?") {
        return false;
    }
    let after_scheme = text.split_once(':').filter(|(scheme, _)| is_scheme(scheme));
    after_scheme.is_some_and(|(_, rest)| is_hierarchy(rest, true)) || is_hierarchy(text, false)
}

/// The text without what stands between the brackets of a host, which nobody looks at.
fn without_address(text: &str) -> Cow<'_, str> {
    let Some((front, rest)) = text.split_once("//") else { return Cow::Borrowed(text) };
    let after_scheme = front.strip_suffix(':').is_some_and(is_scheme);
    let host = rest.split_once('@').filter(|(user, _)| user.chars().all(is_user_char));
    let host = host.map_or(rest, |(_, host)| host);
    let Some((_, after)) = host.strip_prefix('[').and_then(|inner| inner.split_once(']')) else {
        return Cow::Borrowed(text);
    };
    match after_scheme || front.is_empty() {
        true => Cow::Owned(format!("{front}//[]{after}")),
        false => Cow::Borrowed(text),
    }
}

fn is_user_char(c: char) -> bool {
    is_path_char(c) && c != '@'
}

fn escapes_are_whole(text: &str) -> bool {
    let hex = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_hexdigit());
    let mut escapes = text.split('%').skip(1).map(|rest| rest.bytes());
    escapes.all(|mut rest| hex(rest.next()) && hex(rest.next()))
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}

/// `pchar` of RFC 3986; escapes were looked at.
fn is_path_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._~!$&'()*+,;=:@%".contains(c)
}

/// Authority and path; a path without either may have no colon in its first segment where no scheme
/// stands before it.
fn is_hierarchy(text: &str, after_scheme: bool) -> bool {
    let is_path = |text: &str| text.chars().all(|c| is_path_char(c) || c == '/');
    if let Some(rest) = text.strip_prefix("//") {
        let authority = authority_end(rest);
        return authority.is_some_and(|end| rest.get(end..).is_some_and(is_path));
    }
    let first = text.split('/').next().unwrap_or_default();
    is_path(text) && (after_scheme || !first.contains(':'))
}

/// Where the authority ends; `None` where it is none.
fn authority_end(text: &str) -> Option<usize> {
    let name = text.find(|c| !is_user_char(c)).unwrap_or(text.len());
    let host = if text.get(name..)?.starts_with('@') { name + 1 } else { 0 };
    let rest = text.get(host..)?;
    let end = match rest.starts_with('[') {
        true => host + rest.find(']')? + 1,
        false => host + rest.find(|c| !is_user_char(c) || c == ':').unwrap_or(rest.len()),
    };
    let Some(port) = text.get(end..)?.strip_prefix(':') else { return is_end(text, end) };
    let (digits, _) = digits(port, 1)?;
    digits.parse::<i32>().ok()?;
    is_end(text, end + 1 + digits.len())
}

fn is_end(text: &str, end: usize) -> Option<usize> {
    let rest = text.get(end..)?;
    (rest.is_empty() || rest.starts_with('/')).then_some(end)
}

/// A list of items with commas and any spaces between.
pub(crate) fn is_list(text: &str, is_item: impl Fn(&str) -> bool) -> bool {
    let mut items = text.split(',');
    items.next().is_some_and(&is_item) && items.all(|item| is_item(item.trim_start_matches(' ')))
}

/// `\w` of XML Schema: no punctuation, no separator, no control. Beyond ASCII only space, controls
/// and the general punctuation are told from letters and signs.
pub(crate) fn is_word_char(c: char) -> bool {
    match c {
        c if c.is_ascii() => c.is_ascii_alphanumeric() || "$+<=>^`|~".contains(c),
        '\u{ad}' | '\u{a1}' | '\u{a7}' | '\u{ab}' | '\u{b6}' | '\u{b7}' | '\u{bb}' | '\u{bf}' => {
            false
        }
        '\u{2000}'..='\u{206f}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' => {
            matches!(c, '\u{2044}' | '\u{2052}')
        }
        c => !c.is_whitespace() && !c.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::Type;

    /// What a type takes, and what it refuses.
    const TYPES: &[(Type, &[&str], &[&str])] = &[
        (
            Type::AnyUri,
            &[
                "",
                " ",
                "a",
                "/a b",
                "http://é.com/<>",
                "http://[x/y%?#]:80/",
                "data:text/x,a",
                "#[]",
            ],
            &[
                "%zz",
                "a//[b]",
                "http://a:/",
                "http://a:99999999999/",
                "a?[]",
                "1:2",
                "http://[a",
                "#a#b",
            ],
        ),
        (Type::Loc, &["http://a.bc/", " /a/b/c/d/e/f\n"], &["http://a.b/", " http://a.b/ "]),
        (
            Type::Date,
            &[
                "2026-03-04",
                " 2026-03-04Z ",
                "12026-03-04+14:00",
                "-0004-02-29",
                "2026-03-04T24:00:00.0",
            ],
            &[
                "",
                "0000-01-01",
                "02026-03-04",
                "2026-02-29",
                "2026-03-04+14:01",
                "2026-03-04T10:00",
            ],
        ),
        (
            Type::Date,
            &["2026-03-04T10:00:59.9"],
            &["2026-03-04T24:00:01", "2026-03-04T10:00:60", "2026-03-04T10:00:00.", "2026-3-4"],
        ),
        (
            Type::Decimal(1),
            &["0", "1.", ".5", "+1.0", "-0", " 0.5\n"],
            &["", ".", "1.01", "-0.1", "2", "1e0", "0,5", "1.000000000000000000000000"],
        ),
        (
            Type::Integer(0, Some(28_800)),
            &["0", "+1", "-0", "028800", " 5 "],
            &["", "-1", "28801", "1.0", "5 6"],
        ),
        (Type::Integer(1, None), &["1", "99999999999999999999"], &["0", "-1", ""]),
        (Type::Words(&["a"]), &["a"], &[" a", "A", ""]),
        (Type::Most(2), &["", "éé", " \n"], &["abc", "   "]),
    ];

    #[test]
    fn what_types_take_and_do_not() {
        for (kind, takes, refuses) in TYPES {
            for text in *takes {
                assert!(kind.takes(text), "{kind:?} {text:?}");
            }
            for text in *refuses {
                assert!(!kind.takes(text), "{kind:?} {text:?}");
            }
        }
    }
}
