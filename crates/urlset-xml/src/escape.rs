//! Escaping; characters that XML cannot hold.

use urlset_core::{any, position};

/// Appends text with all five characters escaped (sitemaps.org asks for all five) and CR as
/// `&#13;`. A character that XML cannot hold becomes U+FFFD; `false` then.
pub fn escape_text(text: &str, out: &mut String) -> bool {
    escape(text, false, out)
}

/// The same of a loc that is known to have no fault ([`Loc::is_known_faultless`](urlset_core::Loc::is_known_faultless)):
/// it may have two of the five, and nothing that XML cannot hold.
pub fn escape_faultless(loc: &str, out: &mut String) {
    let mut rest = loc;
    while let Some(at) = position(rest.as_bytes(), |byte| (byte == b'&') | (byte == b'\'')) {
        let (plain, tail) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(plain);
        out.push_str(if tail.starts_with('&') { "&amp;" } else { "&apos;" });
        rest = tail.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
}

/// The same for an attribute in double quotes: TAB and LF are escaped too, since parsers turn them
/// into spaces (XML 1.0 section 3.3.3).
pub fn escape_attribute(text: &str, out: &mut String) -> bool {
    escape(text, true, out)
}

/// Whether XML 1.0 section 2.2 has the character.
pub(crate) fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

fn escape(text: &str, attribute: bool, out: &mut String) -> bool {
    // One pass without branches decides the usual case.
    if !any(text.as_bytes(), is_odd) {
        out.push_str(text);
        return true;
    }
    let mut whole = true;
    let mut rest = text;
    while let Some(at) = position(rest.as_bytes(), is_odd) {
        let (plain, tail) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(plain);
        let mut chars = tail.chars();
        let Some(c) = chars.next() else { break };
        match replacement(c, attribute) {
            Some(escaped) => out.push_str(escaped),
            None if is_xml_char(c) => out.push(c),
            None => {
                out.push(char::REPLACEMENT_CHARACTER);
                whole = false;
            }
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
    whole
}

/// Bytes that need a look: the five, controls, and the first byte of U+FFFE and U+FFFF.
fn is_odd(byte: u8) -> bool {
    (byte < 0x20)
        | (byte == b'&')
        | (byte == b'<')
        | (byte == b'>')
        | (byte == b'"')
        | (byte == b'\'')
        | (byte == 0xef)
}

fn replacement(c: char, attribute: bool) -> Option<&'static str> {
    Some(match c {
        '&' => "&amp;",
        '<' => "&lt;",
        '>' => "&gt;",
        '"' => "&quot;",
        '\'' => "&apos;",
        '\r' => "&#13;",
        '\n' if attribute => "&#10;",
        '\t' if attribute => "&#9;",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{escape_attribute, escape_faultless, escape_text};

    #[test]
    fn escapes() {
        for (text, escaped, whole) in [
            ("plain", "plain", true),
            ("a&b<c>\"d\"'e'", "a&amp;b&lt;c&gt;&quot;d&quot;&apos;e&apos;", true),
            ("a\u{8}b", "a\u{fffd}b", false),
            ("\u{feff}\u{ffff}é", "\u{feff}\u{fffd}é", false),
            ("a\n\tb\r", "a\n\tb&#13;", true),
        ] {
            let mut out = String::new();
            assert_eq!((escape_text(text, &mut out), out.as_str()), (whole, escaped));
        }
        for loc in ["https://example.com/a", "https://example.com/a'b&&c'", "'", ""] {
            let (mut one, mut other) = (String::new(), String::new());
            escape_faultless(loc, &mut one);
            assert!(escape_text(loc, &mut other) && one == other, "{loc}");
        }
        let mut out = String::new();
        assert!(escape_attribute("a\n\tb", &mut out));
        assert_eq!(out, "a&#10;&#9;b");
    }
}
