//! What a title should not hold.

use urlset_core::{DateOrder, Datetime, parse_rfc822, repair_datetime};

/// Bytes of names that are looked for place by place. Of longer ones each place could cost as much as
/// the name has, so that a title of a MiB would take minutes.
const SHORT: usize = 64;

/// Whether the title holds the name, as whole words in the same case.
pub(crate) fn holds_name(title: &str, name: &str) -> bool {
    let ends_word = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    !name.is_empty()
        && (name.len() > SHORT || may_hold(title.as_bytes(), name.as_bytes()))
        && title.match_indices(name).any(|(at, _)| {
            let before = title.get(..at).and_then(|text| text.chars().next_back());
            let after = title.get(at + name.len()..);
            ends_word(before) && ends_word(after.and_then(|text| text.chars().next()))
        })
}

/// Whether the bytes of the name stand anywhere; a searcher costs more to make than hardly any title is
/// worth.
fn may_hold(title: &[u8], name: &[u8]) -> bool {
    title.windows(name.len()).any(|part| part.first() == name.first() && part == name)
}

/// Whether it ends in a date: `2026-03-04`, `4/3/2026`, `4 March 2026`, `March 4, 2026`.
pub(crate) fn ends_in_date(title: &str) -> bool {
    let title = title.trim_end_matches(|c: char| !c.is_alphanumeric());
    if !title.ends_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let start = |word: usize| {
        let mut starts = title.rmatch_indices([' ', '(', '[']).map(|(at, _)| at + 1);
        title.get(starts.nth(word).unwrap_or(0)..).unwrap_or_default()
    };
    let last = start(0);
    let numeric = last.contains(['-', '/', '.'])
        && (Datetime::parse(last).is_ok() || repair_datetime(last, DateOrder::DayFirst).is_some());
    numeric || parse_rfc822(start(2)).is_some()
}

#[cfg(test)]
mod tests {
    use super::{ends_in_date, holds_name};
    use proptest::prelude::{any, proptest};

    proptest! {
        #[test]
        fn no_title_is_too_odd(title in any::<String>(), end in "[ (ü,./0-9A-Za-z-]{0,20}") {
            let title = format!("{title}{end}");
            assert!(!ends_in_date(&title) || title.contains(|c: char| c.is_ascii_digit()));
            assert!(holds_name(&format!("{title} ü-ü"), "ü-ü"));
        }
    }

    #[test]
    fn names() {
        let long = "The Example ".repeat(20) + "Post";
        for (title, name, held) in [
            ("Cats win - The Example", "The Example", true),
            ("The Example: cats win", "The Example", true),
            ("Cats win", "The Example", false),
            ("Times change", "Time", false),
            ("time to go", "Time", false),
            (&format!("On {long}"), &long, true),
            (&format!("On {long}s"), &long, false),
            ("Cats win", "", false),
        ] {
            assert_eq!(holds_name(title, name), held, "{title}");
        }
    }

    #[test]
    fn dates() {
        for (title, dated) in [
            ("Cats win 2026-03-04", true),
            ("Cats win (2026-03-04)", true),
            ("Cats win, 4 March 2026", true),
            ("Cats win on March 4, 2026.", true),
            ("Cats win 14/03/2026", true),
            ("Cats of 2026", false),
            ("Cats win 3-2", false),
            ("Cats win 3.5", false),
            ("Cats win", false),
            ("", false),
        ] {
            assert_eq!(ends_in_date(title), dated, "{title}");
        }
    }
}
