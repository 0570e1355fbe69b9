//! The lines of source under a finding: one line, cut to the width of the terminal, with carets.

use std::borrow::Cow;
use unicode_width::UnicodeWidthStr;
use urlset::Excerpt;
use urlset::report::text::visible;

/// Columns of the offending text that are shown at most, as a share of the width.
const MOST_TEXT: usize = 2;

/// The excerpt as two lines, source and carets, both without gutter.
pub(crate) struct Shown {
    /// The cut line, clean.
    pub(crate) line: String,
    /// Spaces up to the carets.
    pub(crate) indent: usize,
    /// Number of carets, at least 1.
    pub(crate) carets: usize,
}

/// Cuts an excerpt to `width` columns: the offending text keeps its place, as much as fits of what
/// is around it.
pub(crate) fn show(excerpt: &Excerpt, width: usize) -> Shown {
    let width = width.max(20);
    let first_line = excerpt.text.lines().next().unwrap_or_default();
    let (text, text_width, text_cut) = front(first_line, width / MOST_TEXT);
    let spans_lines = first_line.len() < excerpt.text.len();
    let room = width.saturating_sub(text_width.max(1) + 2);
    let after_text = if spans_lines { "" } else { &*excerpt.after };
    let after_width = UnicodeWidthStr::width(after_text).min(room / 2);
    let before_room = room.saturating_sub(after_width);
    let (before, before_width, before_cut) = back(&excerpt.before, before_room);
    let (after, _, after_cut) = front(after_text, room.saturating_sub(before_width));

    let mut line = String::with_capacity(width + 8);
    let mut indent = before_width;
    if before_cut || excerpt.cut {
        line.push('…');
        indent += 1;
    }
    line.push_str(&before);
    line.push_str(&text);
    if text_cut || spans_lines {
        line.push('…');
    }
    if !text_cut {
        line.push_str(&after);
        if after_cut {
            line.push('…');
        }
    }
    Shown { line: line.trim_end().to_owned(), indent, carets: text_width.max(1) }
}

/// As much of the front as fits, clean; its width; whether something was left out.
fn front(text: &str, room: usize) -> (String, usize, bool) {
    let (mut kept, mut width) = (String::new(), 0);
    for c in text.chars() {
        let (piece, columns) = cell(c);
        if width + columns > room {
            return (kept, width, true);
        }
        kept.push_str(&piece);
        width += columns;
    }
    (kept, width, false)
}

/// As much of the end as fits, clean; its width; whether something was left out.
fn back(text: &str, room: usize) -> (String, usize, bool) {
    let (mut width, mut from) = (0, text.len());
    for (at, c) in text.char_indices().rev() {
        let columns = cell(c).1;
        if width + columns > room {
            break;
        }
        width += columns;
        from = at;
    }
    let kept = text.get(from..).unwrap_or_default();
    (kept.chars().map(|c| cell(c).0).collect(), width, from > 0)
}

/// What is shown for a character and how many columns it takes.
fn cell(c: char) -> (Cow<'static, str>, usize) {
    if c == '\t' {
        return (Cow::Borrowed(" "), 1);
    }
    let mut shown = String::new();
    visible(c, &mut shown);
    let width = shown.width();
    (Cow::Owned(shown), width)
}

#[cfg(test)]
mod tests {
    use super::show;
    use urlset::Excerpt;

    fn shown(before: &str, text: &str, after: &str, cut: bool, width: usize) -> String {
        let excerpt =
            Excerpt { before: before.into(), text: text.into(), after: after.into(), cut };
        let shown = show(&excerpt, width);
        let carets = "^".repeat(shown.carets);
        format!("{}\n{}{carets}", shown.line, " ".repeat(shown.indent))
    }

    #[test]
    fn short_lines_stay_whole() {
        assert_eq!(shown("<a>", "bad", "</a>", false, 40), "<a>bad</a>\n   ^^^");
        assert_eq!(shown("", "", "rest", false, 40), "rest\n^");
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let long = "x".repeat(120);
        let text = shown(&long, "bad", &long, true, 40);
        let (line, carets) = text.split_once('\n').unwrap();
        assert!(line.chars().count() <= 40, "{line}");
        assert!(line.starts_with('…') && line.ends_with('…'), "{line}");
        let at = carets.find('^').unwrap();
        assert_eq!(line.chars().skip(at).take(3).collect::<String>(), "bad");
    }

    #[test]
    fn wide_and_control_characters_keep_the_carets_in_place() {
        assert_eq!(shown("日本", "bad", "", false, 40), "日本bad\n    ^^^");
        assert_eq!(shown("\u{1b}[0m\t", "x", "", false, 40), "␛[0m x\n     ^");
        assert_eq!(shown("", "a\u{202e}b", "", false, 40), "a\\u{202e}b\n^^^^^^^^^^");
    }

    #[test]
    fn long_text_is_cut_too() {
        let text = shown("", &"y".repeat(100), "", false, 40);
        assert_eq!(text, format!("{}…\n{}", "y".repeat(20), "^".repeat(20)));
    }

    #[test]
    fn text_over_lines_shows_its_first() {
        assert_eq!(shown("a", "b\nc", "d", false, 40), "ab…\n ^");
    }
}
