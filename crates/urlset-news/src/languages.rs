//! Codes of languages.

use urlset_core::is_language_code;

/// Whether Google reads it as a publication's language: a code of ISO 639 of two or three small
/// letters, `zh-cn` or `zh-tw`. Codes of three letters are taken by their form: there are 7,900.
pub(crate) fn is_language(code: &str) -> bool {
    match code.len() {
        2 => is_language_code(code),
        3 => code.bytes().all(|byte| byte.is_ascii_lowercase()),
        _ => matches!(code, "zh-cn" | "zh-tw"),
    }
}

#[cfg(test)]
mod tests {
    use super::is_language;

    #[test]
    fn languages() {
        for (code, good) in [
            ("en", true),
            ("el", true),
            ("eng", true),
            ("zh-cn", true),
            ("zh-tw", true),
            ("gr", false),
            ("EN", false),
            ("en-US", false),
            ("zh-CN", false),
            ("", false),
            ("é", false),
        ] {
            assert_eq!(is_language(code), good, "{code}");
        }
    }
}
