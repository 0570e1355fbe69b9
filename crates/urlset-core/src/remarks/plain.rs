//! Whether there is certainly nothing to tell about a loc, found in one look at its bytes.

use super::{Parts, SHORTEST, is_local, is_session, is_tracking, is_unreserved, name};

/// Whether there is certainly nothing to remark about a loc, nor anything wrong with it.
pub(super) fn is_plain(text: &str) -> bool {
    let origin = plain_origin(text);
    !origin.is_empty() && is_plain_rest(text, origin.len())
}

/// The front of a loc up to the slash after its host, where there is nothing to tell about that;
/// empty for any other.
pub(crate) fn plain_origin(text: &str) -> &str {
    let small = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_');
    let plain = |parts: &Parts<'_>| {
        matches!(parts.scheme, "http" | "https")
            && parts.authority.bytes().all(small)
            && !parts.authority.contains("xn--")
            && !is_local(parts.authority)
            && parts.rest.starts_with('/')
    };
    if text.len() >= crate::loc::LIMIT || crate::loc::scan_address(text) != 0 {
        return "";
    }
    let found = Parts::of(text).filter(plain);
    let origin = found.and_then(|parts| text.get(..text.len() - parts.rest.len() + 1));
    origin.unwrap_or_default()
}

/// Whether there is certainly nothing to tell about a loc that has a plain origin of this length:
/// true of nearly every real one, also with escapes and a query.
pub(crate) fn is_plain_rest(text: &str, origin: usize) -> bool {
    let rest = text.as_bytes().get(origin.saturating_sub(1)..).unwrap_or_default();
    if !(SHORTEST..crate::loc::LIMIT).contains(&text.len()) {
        return false;
    }
    if !crate::any(rest, wants_look) {
        return !crate::any_pair(rest, *b"/.");
    }
    let classes = crate::classes(rest, &LOOK);
    classes & OTHER == 0
        && (classes & DOT == 0 || !crate::any_pair(rest, *b"/."))
        && (classes & ESCAPE == 0 || has_plain_escapes(rest))
        && (classes & QUERY == 0 || has_plain_parameters(text))
}

/// What a byte asks for.
const ESCAPE: u8 = 1;
const QUERY: u8 = 1 << 1;
const DOT: u8 = 1 << 2;
/// Nothing that a plain loc has.
const OTHER: u8 = 1 << 3;

#[allow(clippy::indexing_slicing, reason = "the table has a place for every byte")]
static LOOK: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte {
            0x25 => ESCAPE,
            0x2e => DOT,
            0x3f => QUERY,
            0x00..=0x20 | 0x22 | 0x23 | 0x3b | 0x3c | 0x3e | 0x5b..=0x5e | 0x60 => OTHER,
            0x7b..=0x7d | 0x7f.. => OTHER,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// Whether a byte is more than a letter, a digit or a mark that a plain path has, a dot among them.
const fn wants_look(byte: u8) -> bool {
    (byte <= b'#') & (byte != b'!')
        | (byte == b'%')
        | (byte == b';')
        | (byte == b'<')
        | (byte == b'>')
        | (byte == b'?')
        | (byte >= b'[') & (byte <= b'`') & (byte != b'_')
        | (byte >= b'{') & (byte != b'~')
}

/// Whether every escape is in capitals, needed, and part of a character of UTF-8.
fn has_plain_escapes(rest: &[u8]) -> bool {
    let mut rest = rest;
    while let Some(at) = rest.iter().position(|byte| *byte == b'%') {
        rest = rest.get(at..).unwrap_or_default();
        let mut character = [0; 4];
        let Some(first) = capital_escape(rest) else { return false };
        let width = match first {
            b'%' => return false,
            0x00..=0x7f if is_unreserved(first) => return false,
            0x00..=0x7f => 1,
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => return false,
        };
        for place in character.iter_mut().take(width) {
            let Some(byte) = capital_escape(rest) else { return false };
            *place = byte;
            rest = rest.get(3..).unwrap_or_default();
        }
        if character.get(..width).is_none_or(|bytes| std::str::from_utf8(bytes).is_err()) {
            return false;
        }
    }
    true
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

/// Whether no parameter of a query without `;` is one that there are rules about.
fn has_plain_parameters(text: &str) -> bool {
    let query = text.split_once('?').map_or("", |(_, query)| query);
    let mut names = query.split('&').filter_map(name);
    !names.any(|name| is_session(name) || is_tracking(name))
}

#[cfg(test)]
mod tests {
    use super::{DOT, LOOK, wants_look};

    #[test]
    fn the_quick_look_sees_every_class() {
        for byte in 0..=u8::MAX {
            let class = LOOK[usize::from(byte)];
            assert_eq!(wants_look(byte), class & !DOT != 0, "{byte:#x}");
        }
    }
}
