//! Texts and numbers as people are shown them, on a page or in a terminal.

use std::fmt::Write as _;

/// Appends a character; one that could steer, hide or turn text as a picture or an escape.
///
/// ```
/// let mut shown = String::new();
/// "a\u{1b}[31m\u{202e}".chars().for_each(|c| urlset_report::text::visible(c, &mut shown));
/// assert_eq!(shown, "a␛[31m\\u{202e}");
/// ```
pub fn visible(c: char, out: &mut String) {
    match c {
        '\0'..='\u{1f}' => out.extend(char::from_u32(0x2400 + c as u32)),
        '\u{7f}' => out.push('\u{2421}'),
        _ if is_unsafe(c) => drop(write!(out, "\\u{{{:x}}}", c as u32)),
        _ => out.push(c),
    }
}

/// Controls, line and paragraph separators, direction marks, characters without width, and those that
/// are none.
pub fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// At most so many characters of a text; one that is longer ends in `…`. Enough for what it is, and no
/// flood of marks above and below a letter gets far.
pub(crate) fn clip(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The same of a path, of which the end says most.
pub(crate) fn clip_front(text: &str, most: usize) -> String {
    let count = text.chars().count();
    match count.checked_sub(most) {
        Some(over) if over > 0 => {
            format!("…{}", text.chars().skip(over).collect::<String>())
        }
        _ => text.to_owned(),
    }
}

/// With commas: `60,001`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 file`, `3 files`.
pub fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", thousands(number))
}

/// Bytes in a unit that people read: `4.2 MB`.
pub(crate) fn bytes(number: u64) -> String {
    let units = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    match units.into_iter().find(|(unit, _)| number >= unit - unit / 20_000) {
        Some((unit, name)) => {
            let rest = (number % unit * 10 + unit / 2) / unit;
            format!("{}.{} {name}", thousands(number / unit + rest / 10), rest % 10)
        }
        None => format!("{number} B"),
    }
}

/// `12.3%`; what is neither nothing nor all is not told as it.
pub fn share(part: u64, all: u64) -> String {
    let all = u128::from(all.max(1));
    let thousandths = (u128::from(part) * 2000 + all) / (2 * all);
    match thousandths {
        0 if part > 0 => "<0.1%".to_owned(),
        1000 if u128::from(part) < all => ">99.9%".to_owned(),
        thousandths => format!("{}.{}%", thousandths / 10, thousandths % 10),
    }
}

/// Which part of a whole, from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "a length for people")]
pub(crate) fn part(of: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { (of as f64 / whole as f64).clamp(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::{bytes, clip, clip_front, count, part, share, thousands};

    #[test]
    fn numbers() {
        assert_eq!([0, 999, 1_204, 1_000_000].map(thousands), ["0", "999", "1,204", "1,000,000"]);
        assert_eq!([999, 4_240_000, 12_000].map(bytes), ["999 B", "4.2 MB", "12.0 kB"]);
        assert_eq!([8_572, 2_960, 999_950].map(bytes), ["8.6 kB", "3.0 kB", "1.0 MB"]);
        assert_eq!(
            (count(1, "file"), count(1_200, "file")),
            ("1 file".into(), "1,200 files".into())
        );
        assert!((part(3, 2) - 1.0).abs() < 1e-9 && part(3, 0).abs() < 1e-9);
    }

    #[test]
    fn shares() {
        for (part, all, told) in [
            (0, 0, "0.0%"),
            (1, 3, "33.3%"),
            (1, 10_000, "<0.1%"),
            (2, 3, "66.7%"),
            (9_999, 10_000, ">99.9%"),
            (3, 3, "100.0%"),
        ] {
            assert_eq!(share(part, all), told);
        }
    }

    #[test]
    fn texts() {
        assert_eq!((clip("abc", 3), clip("abcd", 3)), ("abc".into(), "abc…".into()));
        assert_eq!((clip_front("abc", 3), clip_front("abcd", 3)), ("abc".into(), "…bcd".into()));
    }
}
