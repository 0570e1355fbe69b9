//! Making values of entries safe as parts of file names.

/// Longest part that a value becomes, in bytes; most file systems take names of 255.
const LONGEST: usize = 80;

/// A value as part of a file name: letters and digits of any script, `.`, `_` and `-` stay, anything
/// else becomes `-`; it never begins with a dot, and is never empty.
pub(crate) fn file_part(value: &str) -> String {
    let keep = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-');
    let mut part = String::with_capacity(value.len());
    for c in value.chars().map(|c| if keep(c) { c } else { '-' }) {
        if part.len() + c.len_utf8() > LONGEST {
            break;
        }
        part.push(c);
    }
    let part = part.trim_start_matches('.');
    if part.is_empty() { "none".to_owned() } else { part.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::file_part;

    #[test]
    fn no_value_leaves_its_folder() {
        for (value, part) in [
            ("shop", "shop"),
            ("../../etc/passwd", "-..-etc-passwd"),
            ("a b\u{202e}\n", "a-b--"),
            ("bücher", "bücher"),
            ("%2e%2e", "-2e-2e"),
            ("..", "none"),
            ("", "none"),
            ("[2001:db8::1]", "-2001-db8--1-"),
        ] {
            assert_eq!(file_part(value), part);
        }
        assert_eq!(file_part(&"ü".repeat(500)).len(), 80);
    }
}
