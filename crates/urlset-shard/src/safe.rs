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

/// A file name, or a path of such below a folder: it stays, but that it cannot leave the folder.
pub(crate) fn file_path(path: &str) -> String {
    let part = |name: &str| match name {
        "" | "." | ".." => "none".to_owned(),
        name => name.replace(|c: char| c.is_control() || c == '\\', "-"),
    };
    path.split('/').map(part).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::{file_part, file_path};

    #[test]
    fn names_of_files_stay() {
        for (path, safe) in [
            ("de/.hidden/my file", "de/.hidden/my file"),
            ("../../etc/passwd", "none/none/etc/passwd"),
            ("/a//b", "none/a/none/b"),
            ("", "none"),
            ("a\\..\0b", "a-..-b"),
        ] {
            assert_eq!(file_path(path), safe);
        }
    }

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
