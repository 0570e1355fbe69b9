//! What makes names, tags and declarations well-formed: XML 1.0 (fifth edition), Namespaces in XML
//! 1.0.

use crate::attributes::{Attributes, Raw};
use crate::escape::is_xml_char;

/// Bound to the prefix `xml`, and to no other.
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Bound by nobody.
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

/// Whether this is a name with at most one colon, inside it (`QName`).
pub(crate) fn is_qname(text: &str) -> bool {
    // As nearly every name is.
    let usual = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(usual) {
        return true;
    }
    match text.split_once(':') {
        None => is_ncname(text),
        Some((prefix, local)) => is_ncname(prefix) && is_ncname(local),
    }
}

/// Whether this is a name without a colon.
pub(crate) fn is_ncname(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(begins_name) && chars.all(continues_name)
}

/// Production 4, without the colon, and without the character that stands for bytes that are no UTF-8.
fn begins_name(c: char) -> bool {
    matches!(c,
        'a'..='z' | 'A'..='Z' | '_' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}'
        | '\u{f8}'..='\u{2ff}' | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}'
        | '\u{200c}' | '\u{200d}' | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}'
        | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffc}'
        | '\u{10000}'..='\u{effff}')
}

/// Production 4a, without the colon.
fn continues_name(c: char) -> bool {
    begins_name(c)
        || matches!(c,
            '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}' | '\u{2040}')
}

/// What is wrong with the attributes of a tag, by their text alone, and whether quotes or space are
/// missing, which are put there.
pub(crate) fn attribute_fault(text: &str) -> (Option<&'static str>, bool) {
    let mut attributes = Attributes::new(text);
    let (mut fault, mut bare) = (None, false);
    for attribute in attributes.by_ref() {
        fault = match attribute {
            Err(_) if fault.is_none() => Some("a malformed attribute"),
            Ok(Raw { qname, .. }) if fault.is_none() && !is_qname(qname) => {
                Some("an attribute whose name is none")
            }
            _ => fault,
        };
        bare |= attribute.is_ok_and(|attribute| !attribute.quoted);
    }
    (fault, bare || attributes.joined)
}

/// Whether a prefix, empty for the default, may be bound to a namespace.
pub(crate) fn may_bind(prefix: &str, uri: &str) -> bool {
    match prefix {
        "xml" => uri == XML,
        "xmlns" => false,
        // A prefix cannot be bound to nothing (Namespaces in XML 1.0, section 5).
        _ => uri != XML && uri != XMLNS && (prefix.is_empty() || !uri.is_empty()),
    }
}

/// Whether this, between `<?xml` and `?>`, is a declaration (production 23).
pub(crate) fn is_declaration(text: &str) -> bool {
    let mut attributes = Attributes::new(text);
    let mut last = 0;
    for attribute in attributes.by_ref() {
        let Ok(Raw { qname, value, quoted: true }) = attribute else { return false };
        let (place, fits) = match qname {
            "version" => (1, value.strip_prefix("1.").is_some_and(is_number)),
            "encoding" => (2, is_encoding(value)),
            "standalone" => (3, matches!(value, "yes" | "no")),
            _ => return false,
        };
        // The version comes first, and each part once.
        if !fits || place <= last || (last == 0 && place != 1) {
            return false;
        }
        last = place;
    }
    last > 0 && !attributes.joined && text.starts_with([' ', '\t', '\n', '\r'])
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Production 81.
fn is_encoding(text: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(known)
}

/// What is wrong with a processing instruction.
pub(crate) fn instruction_fault(target: &str, data: &str) -> Option<&'static str> {
    if !is_ncname(target) {
        return Some("an instruction whose name is none");
    }
    if target != "xml" && target.eq_ignore_ascii_case("xml") {
        return Some("an instruction with the name of the XML declaration");
    }
    (!data.chars().all(is_xml_char)).then_some("a character that XML does not have")
}

#[cfg(test)]
mod tests {
    use super::{attribute_fault, is_declaration, is_qname};

    #[test]
    fn names() {
        for name in ["a", "_", "a:b", "é-1.x", "a\u{b7}", "\u{10000}"] {
            assert!(is_qname(name), "{name}");
        }
        for name in ["", "1a", "-a", "a:", ":a", "a:b:c", "a$", "a:1", "\u{b7}a", "\u{d7}"] {
            assert!(!is_qname(name), "{name}");
        }
    }

    #[test]
    fn attributes() {
        assert_eq!(attribute_fault(" a='1' b:c=\"2\" "), (None, false));
        assert_eq!(attribute_fault(" a=1 b='2'"), (None, true));
        assert_eq!(attribute_fault(" b='2'c='3'"), (None, true));
        for text in [" 1='2'", " a:b:c='1'", " a=1'", " a"] {
            assert!(attribute_fault(text).0.is_some(), "{text}");
        }
    }

    #[test]
    fn declarations() {
        for text in [" version='1.0'", " version = \"1.1\" encoding='x-1' standalone='no' "] {
            assert!(is_declaration(text), "{text}");
        }
        for text in [
            "",
            " ",
            "version='1.0'",
            " encoding='a'",
            " version='1.0' version='1.0'",
            " version='2.0'",
        ] {
            assert!(!is_declaration(text), "{text}");
        }
    }
}
