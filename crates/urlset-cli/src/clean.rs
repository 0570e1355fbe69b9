//! Makes text of inputs fit for a terminal: no control or direction character gets through.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text with every character that could steer a terminal or hide text replaced visibly: C0
/// controls and DEL by their Unicode pictures, C1 and direction marks by their escapes.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match visible(c) {
            Some(shown) => safe.push_str(&shown),
            None => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

/// JSON in which each such character is escaped: outside its strings there are none.
pub(crate) fn escape(json: String) -> String {
    if !json.chars().any(is_unsafe) {
        return json;
    }
    let mut safe = String::with_capacity(json.len() + 8);
    for c in json.chars() {
        if is_unsafe(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(safe, "\\u{unit:04x}");
            }
        } else {
            safe.push(c);
        }
    }
    safe
}

/// How an unsafe character is shown; `None` where it is shown as it is.
pub(crate) fn visible(c: char) -> Option<String> {
    match c {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).map(String::from),
        '\u{7f}' => Some('\u{2421}'.into()),
        _ if is_unsafe(c) => {
            let mut shown = String::new();
            let _ = write!(shown, "\\u{{{:x}}}", c as u32);
            Some(shown)
        }
        _ => None,
    }
}

/// Controls, line and paragraph separators, direction marks, and what else has no width but power.
fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::{clean, escape};

    #[test]
    fn controls_become_visible() {
        for (text, shown) in [
            ("plain größe", "plain größe"),
            ("a\u{1b}[31mb", "a␛[31mb"),
            ("a\nb\tc\0", "a␊b␉c␀"),
            ("\u{7f}", "␡"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("\u{202e}evil", "\\u{202e}evil"),
            ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
            ("\u{feff}x", "\\u{feff}x"),
        ] {
            assert_eq!(clean(text), shown);
        }
    }

    #[test]
    fn escaped_is_the_same_json() {
        let text = "\u{9b}31m\u{7f}\u{202e}\u{e0041}\n\u{fc}";
        let json = escape(serde_json::to_string(text).unwrap());
        assert_eq!(json, "\"\\u009b31m\\u007f\\u202e\\udb40\\udc41\\n\u{fc}\"");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
