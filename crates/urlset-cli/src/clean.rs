//! Makes text of inputs fit for a terminal: no control or direction character gets through.

use std::borrow::Cow;
use std::fmt::Write as _;
use urlset::report::text::{is_unsafe, visible};

/// The text with every character that could steer a terminal or hide text replaced visibly: C0
/// controls and DEL by their Unicode pictures, C1 and direction marks by their escapes.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    text.chars().for_each(|c| visible(c, &mut safe));
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
