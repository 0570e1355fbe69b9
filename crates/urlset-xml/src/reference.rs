//! Character data and attribute values: references resolved, line ends made one, characters checked.

use crate::escape::is_xml_char;
use crate::rules;
use memchr::memchr;
use urlset_core::{Diagnostic, Rule};

/// What was odd about a stretch of text: the rule, and the offset and length in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Oddity {
    pub(crate) rule: &'static Rule,
    pub(crate) at: usize,
    pub(crate) length: usize,
    /// Whether the text cannot be what was meant.
    pub(crate) damaging: bool,
}

/// How white space is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// Character data: CR LF and CR become LF (XML 1.0 section 2.11).
    Lines,
    /// An attribute: each white space character becomes a space (section 3.3.3).
    Attribute,
}

/// Bytes of which one makes [`decode`] necessary.
pub(crate) const fn is_odd(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'&') | (byte == b']') | (byte == 0xef)
}

/// The three characters that XML lets stand in a text and the protocol wants escaped.
pub(crate) const fn is_unescaped(byte: u8) -> bool {
    (byte == b'>') | (byte == b'"') | (byte == b'\'')
}

/// Whether what follows a `&` makes it a reference to one of the five characters or one by number.
pub(crate) fn is_reference(text: &str) -> bool {
    // No farther than a name goes: the text may be nothing but `&`.
    let length = text.bytes().position(|byte| !is_name_byte(byte)).unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(length).unwrap_or((text, ""));
    rest.starts_with(';') && matches!(resolve(name), Some(Ok(_)))
}

/// Appends the text that `raw` stands for. `declared` are the names of entities that the document
/// declares, none of which is ever expanded.
pub(crate) fn decode(
    raw: &str,
    space: Space,
    declared: &[Box<str>],
    out: &mut String,
    mut odd: impl FnMut(Oddity),
) {
    let mut at = 0;
    while let Some(rest) = raw.get(at..).filter(|rest| !rest.is_empty()) {
        let plain =
            rest.bytes().position(|byte| is_odd(byte) && byte != b'\n').unwrap_or(rest.len());
        let (head, tail) = rest.split_at_checked(plain).unwrap_or((rest, ""));
        match space {
            Space::Attribute if memchr(b'\n', head.as_bytes()).is_some() => {
                out.extend(head.chars().map(|c| if c == '\n' { ' ' } else { c }));
            }
            _ => out.push_str(head),
        }
        at += plain;
        let Some(c) = tail.chars().next() else { break };
        at += if c == '&' {
            reference(tail, at, declared, out, &mut odd)
        } else {
            character(c, tail, at, space, out, &mut odd)
        };
    }
}

/// Replaces `out` by a text whose references are all to the five characters by name, and leave none
/// behind; `false` for any other. There is nothing odd in it but `&`.
pub(crate) fn resolve_five(raw: &str, out: &mut String) -> bool {
    out.clear();
    append_five(raw, out)
}

/// The same, behind what is in `out`.
pub(crate) fn append_five(raw: &str, out: &mut String) -> bool {
    let before = out.len();
    let mut rest = raw;
    while let Some((text, tail)) =
        memchr(b'&', rest.as_bytes()).and_then(|at| rest.split_at_checked(at))
    {
        let Some((after, c)) = one_of_five(tail) else { return false };
        out.push_str(text);
        out.push(c);
        rest = after;
    }
    out.push_str(rest);
    // A `;` may end a reference that was escaped twice.
    memchr(b';', out.as_bytes().get(before..).unwrap_or_default()).is_none()
}

/// What stands behind the reference at the front, and the character that it is by name.
pub(crate) fn one_of_five(text: &str) -> Option<(&str, char)> {
    FIVE.iter().find_map(|(name, c)| Some((text.strip_prefix(name)?, *c)))
}

/// The five characters by name, the usual one first.
const FIVE: [(&str, char); 5] =
    [("&amp;", '&'), ("&apos;", '\''), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"')];

/// One odd character; gives how many bytes it took.
fn character(
    c: char,
    tail: &str,
    at: usize,
    space: Space,
    out: &mut String,
    odd: &mut impl FnMut(Oddity),
) -> usize {
    let length = c.len_utf8();
    match c {
        '\r' if tail.starts_with("\r\n") => {
            out.push(if space == Space::Lines { '\n' } else { ' ' });
            return 2;
        }
        '\r' | '\t' if space == Space::Attribute => out.push(' '),
        '\r' => out.push('\n'),
        ']' => {
            if space == Space::Lines && tail.starts_with("]]>") {
                odd(Oddity { rule: &rules::NOT_WELL_FORMED, at, length: 3, damaging: false });
            }
            out.push(c);
        }
        c if is_xml_char(c) => out.push(c),
        c => {
            odd(Oddity { rule: &rules::INVALID_CHAR, at, length, damaging: true });
            out.push(c);
        }
    }
    length
}

/// What begins with `&`; gives how many bytes it took.
fn reference(
    tail: &str,
    at: usize,
    declared: &[Box<str>],
    out: &mut String,
    odd: &mut impl FnMut(Oddity),
) -> usize {
    let body = tail.get(1..).unwrap_or_default();
    let name_length = body.bytes().position(|byte| !is_name_byte(byte)).unwrap_or(body.len());
    let name = body.get(..name_length).unwrap_or_default();
    if name.is_empty()
        || is_broken_number(name)
        || !body.get(name_length..).is_some_and(|rest| rest.starts_with(';'))
    {
        odd(Oddity { rule: &rules::BARE_AMPERSAND, at, length: 1, damaging: false });
        out.push('&');
        return 1;
    }
    let length = name_length + 2;
    let told = |rule, damaging| Oddity { rule, at, length, damaging };
    match resolve(name) {
        Some(Ok(c)) => out.push(c),
        Some(Err(())) => {
            odd(told(&rules::INVALID_CHAR, true));
            out.push_str(tail.get(..length).unwrap_or_default());
        }
        None => {
            let refused = declared.iter().any(|known| &**known == name);
            let rule = if refused { &rules::REFUSED_ENTITY } else { &rules::UNDEFINED_ENTITY };
            odd(told(rule, refused));
            out.push_str(tail.get(..length).unwrap_or_default());
        }
    }
    length
}

/// `#` without the digits of a character reference (XML 1.0 section 4.1).
fn is_broken_number(name: &str) -> bool {
    let Some(number) = name.strip_prefix('#') else { return false };
    let (digits, hex) = match number.strip_prefix('x') {
        Some(digits) => (digits, true),
        None => (number, false),
    };
    let fits = |byte: u8| if hex { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
    digits.is_empty() || !digits.bytes().all(fits)
}

/// What was odd and could be kept, with the form in which it is written again.
pub(crate) fn as_written(finding: Diagnostic, text: &str, damaging: bool) -> Diagnostic {
    if damaging {
        return finding;
    }
    finding.mended(text, &text.replace('&', "&amp;").replace('>', "&gt;"))
}

pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'#' | b'_' | b'.' | b'-' | b':') || byte >= 0x80
}

/// The character of a reference; `None` for an entity that XML does not define.
fn resolve(name: &str) -> Option<Result<char, ()>> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix('x') {
            Some(hex) if hex.bytes().all(|b| b.is_ascii_hexdigit()) => u32::from_str_radix(hex, 16),
            None if number.bytes().all(|b| b.is_ascii_digit()) => number.parse(),
            _ => return Some(Err(())),
        };
        let c = code.ok().and_then(char::from_u32).filter(|c| is_xml_char(*c));
        return Some(c.ok_or(()));
    }
    Some(Ok(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::{Space, decode, is_reference, resolve_five};

    #[test]
    fn the_quick_way_gives_the_same_or_nothing() {
        let pieces = ["a", ";", "&amp;", "&apos;", "&lt;", "&quot;", "&", "&#38;", "amp;", "&x;"];
        let mut quick = String::new();
        let mut count = 0;
        for (one, two) in pieces.iter().flat_map(|one| pieces.iter().map(move |two| (one, two))) {
            for three in pieces {
                let raw = format!("{one}{two}{three}");
                if !resolve_five(&raw, &mut quick) {
                    continue;
                }
                let (mut out, mut odd) = (String::new(), 0);
                decode(&raw, Space::Lines, &[], &mut out, |_| odd += 1);
                assert_eq!((&out, odd), (&quick, 0), "{raw}");
                let left = out.match_indices('&').any(|(at, _)| is_reference(&out[at + 1..]));
                assert!(!left, "{raw} still holds a reference");
                count += 1;
            }
        }
        assert!(count > 100, "{count}");
    }

    #[test]
    fn references_and_what_is_none() {
        for (raw, text, ids) in [
            ("a&amp;b&#x26;&#38;c", "a&b&&c", ""),
            ("?a=1&b=2&copy=3", "?a=1&b=2&copy=3", "xml/bare-ampersand xml/bare-ampersand"),
            ("a&nbsp;b", "a&nbsp;b", "xml/undefined-entity"),
            ("&x;", "&x;", "xml/refused-entity"),
            (
                "&#0;&#xD800;&#x110000;",
                "&#0;&#xD800;&#x110000;",
                "xml/invalid-char xml/invalid-char xml/invalid-char",
            ),
            ("a\r\nb\rc", "a\nb\nc", ""),
            ("a\u{1}\u{ffff}", "a\u{1}\u{ffff}", "xml/invalid-char xml/invalid-char"),
            ("]]>", "]]>", "xml/not-well-formed"),
            ("&", "&", "xml/bare-ampersand"),
            ("&amp", "&amp", "xml/bare-ampersand"),
            ("&amp;amp;", "&amp;", ""),
            ("&#x;&#X41;", "&#x;&#X41;", "xml/bare-ampersand xml/bare-ampersand"),
        ] {
            let (mut out, mut found) = (String::new(), Vec::new());
            decode(raw, Space::Lines, &["x".into()], &mut out, |odd| {
                found.push(odd.rule.id);
            });
            assert_eq!((out.as_str(), found.join(" ").as_str()), (text, ids), "{raw}");
        }
    }
}
