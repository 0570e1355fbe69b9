//! Whether there is certainly nothing to tell about a loc, found in one look at its bytes.

use super::host::{is_local, is_resolvable};
use super::{Parts, SHORTEST, is_session, is_tracking, is_unreserved};
use crate::classes::any_before;
use crate::may_be_odd;

/// The front of a loc up to the slash after its host, where there is nothing to tell about that;
/// empty for any other.
pub(crate) fn plain_origin(text: &str) -> &str {
    let small = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_');
    let plain = |parts: &Parts<'_>| {
        matches!(parts.scheme, "http" | "https")
            && parts.authority.bytes().all(small)
            && !parts.authority.contains("xn--")
            && !is_local(parts.authority)
            && is_resolvable(parts.authority)
            && parts.rest.starts_with('/')
    };
    let found = Parts::of(text).filter(|_| text.len() < crate::loc::LIMIT).filter(plain);
    let origin = found.and_then(|parts| text.get(..text.len() - parts.rest.len() + 1));
    origin.filter(|_| crate::loc::scan_address(text) == 0).unwrap_or_default()
}

/// Whether there is certainly nothing to tell about a loc that has a plain origin of this length:
/// true of nearly every real one, also with escapes and a query.
pub(crate) fn is_plain_rest(text: &str, origin: usize) -> bool {
    let rest = text.as_bytes().get(origin.saturating_sub(1)..).unwrap_or_default();
    (SHORTEST..crate::loc::LIMIT).contains(&text.len()) && is_plain_path(rest)
}

/// Whether nothing stands behind a scheme and a host of this length, or a path that there is certainly nothing to tell
/// about; the host alone may be remarkable.
pub(crate) fn is_plain_behind(text: &str, host: usize) -> bool {
    let rest = text.as_bytes().get(host..).unwrap_or_default();
    let is_path =
        || rest.starts_with(b"/") && text.len() < crate::loc::LIMIT && is_plain_path(rest);
    rest.is_empty() || is_path()
}

/// A path and what follows it.
fn is_plain_path(rest: &[u8]) -> bool {
    // What most paths have nothing of, at one look.
    if !any_before(rest, |byte, next| may_want_look(byte) | (byte == b'/') & (next == b'.')) {
        return true;
    }
    if crate::any_pair(rest, *b"/.") {
        return false;
    }
    let (mut rest, mut asked) = (rest, false);
    while let Some(at) = crate::position(rest, wants_look) {
        rest = rest.get(at..).unwrap_or_default();
        let passed = match rest.first() {
            Some(b'%') => plain_escape(rest),
            Some(b'?') if asked || has_plain_parameters(rest) => {
                asked = true;
                Some(1)
            }
            Some(b':') if !rest.starts_with(b"://") => Some(1),
            _ => None,
        };
        let Some(passed) = passed else { return false };
        rest = rest.get(passed..).unwrap_or_default();
    }
    true
}

/// Whether a byte is more than a letter, a digit or a mark that a plain path has, a dot among them.
const fn wants_look(byte: u8) -> bool {
    (byte <= b'#') & (byte != b'!')
        | (byte == b'%')
        | (byte >= b':') & (byte <= b'<')
        | (byte == b'>')
        | (byte == b'?')
        | (byte >= b'[') & (byte <= b'`') & (byte != b'_')
        | (byte >= b'{') & (byte != b'~')
}

/// Whether it may be such a byte: fewer comparisons.
const fn may_want_look(byte: u8) -> bool {
    may_be_odd(byte) | (byte.wrapping_sub(b':') <= b'?' - b':')
}

/// How long the escapes at the front are that stand for one character, where they are in capitals,
/// needed, and UTF-8.
fn plain_escape(rest: &[u8]) -> Option<usize> {
    let first = capital_escape(rest)?;
    let width = match first {
        b'%' => return None,
        0x00..=0x7f if is_unreserved(first) => return None,
        0x00..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    let mut character = [0; 4];
    for (number, place) in character.iter_mut().take(width).enumerate() {
        *place = capital_escape(rest.get(3 * number..)?)?;
    }
    core::str::from_utf8(character.get(..width)?).ok()?;
    Some(3 * width)
}

/// The byte that an escape at the front stands for, where its digits are capital.
fn capital_escape(rest: &[u8]) -> Option<u8> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    };
    match *rest.first_chunk()? {
        [b'%', high, low] => Some(digit(high)? << 4 | digit(low)?),
        _ => None,
    }
}

/// Whether no parameter of a text that begins with a query, without `;`, is one that there are rules about.
fn has_plain_parameters(query: &[u8]) -> bool {
    let mut rest = query.get(1..).unwrap_or_default();
    while let Some(at) = crate::position(rest, |byte| (byte == b'=') | (byte == b'&')) {
        let (name, after) = rest.split_at_checked(at).unwrap_or((rest, &[]));
        if after.first() == Some(&b'&') {
            rest = after.get(1..).unwrap_or_default();
            continue;
        }
        if is_session(name) || is_tracking(name) {
            return false;
        }
        match crate::position(after, |byte| byte == b'&') {
            Some(end) => rest = after.get(end + 1..).unwrap_or_default(),
            None => return true,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{may_want_look, plain_escape, wants_look};

    #[test]
    fn what_has_rules_wants_a_look() {
        for byte in 0..=u8::MAX {
            let plain = matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'!' | b'$' | b'&')
                || matches!(byte, b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b'-' | b'.' | b'/')
                || matches!(byte, b'=' | b'@' | b'_' | b'~');
            assert_eq!(wants_look(byte), !plain, "{byte:#x}");
            assert!(may_want_look(byte) || plain, "{byte:#x}");
        }
    }

    #[test]
    fn escapes() {
        for (text, length) in [
            ("%C3%B1o", Some(6)),
            ("%20%41", Some(3)),
            ("%E2%82%AC", Some(9)),
            ("%F0%9F%98%80", Some(12)),
            ("%41", None),
            ("%25", None),
            ("%c3%b1", None),
            ("%C3o", None),
            ("%C3%41", None),
            ("%C3", None),
            ("%", None),
            ("%zz", None),
            ("%80", None),
        ] {
            assert_eq!(plain_escape(text.as_bytes()), length, "{text}");
        }
    }
}
