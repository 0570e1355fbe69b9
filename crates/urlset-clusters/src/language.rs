//! Language tags, as far as clusters need them: which two are the same.

/// The tag of the page for everybody else.
pub(crate) const X_DEFAULT: &str = "x-default";

/// A tag in its conventional form, `zh-Hant-TW`: two tags are the same where this is. An underscore
/// counts as a hyphen.
pub(crate) fn usual(tag: &str) -> String {
    let mut usual = String::with_capacity(tag.len());
    for (number, part) in tag.trim().split(['-', '_']).enumerate() {
        if number > 0 {
            usual.push('-');
        }
        let start = usual.len();
        usual.push_str(part);
        let Some(part) = usual.get_mut(start..) else {
            continue;
        };
        part.make_ascii_lowercase();
        match part.len() {
            2 if number > 0 => part.make_ascii_uppercase(),
            4 if number > 0 => {
                if let Some(first) = part.get_mut(..1) {
                    first.make_ascii_uppercase();
                }
            }
            _ => {}
        }
    }
    usual
}

/// Whether it is the tag of the page for everybody else.
pub(crate) fn is_x_default(tag: &str) -> bool {
    let parts = tag.split_once(['-', '_']);
    parts.is_some_and(|(x, default)| {
        x.eq_ignore_ascii_case("x") && default.eq_ignore_ascii_case("default")
    })
}

#[cfg(test)]
mod tests {
    use super::{X_DEFAULT, is_x_default, usual};

    #[test]
    fn conventional_forms() {
        for (tag, form) in [
            ("de", "de"),
            ("DE-at", "de-AT"),
            ("zh_hant_tw", "zh-Hant-TW"),
            ("X-Default", X_DEFAULT),
            (" en-gb ", "en-GB"),
            ("es-419", "es-419"),
            ("d\u{e9}-\u{e9}x", "d\u{e9}-\u{e9}x"),
            ("", ""),
        ] {
            assert_eq!(usual(tag), form, "{tag}");
            assert_eq!(usual(form), form, "{tag}");
            assert_eq!(is_x_default(tag.trim()), form == X_DEFAULT, "{tag}");
        }
    }
}
