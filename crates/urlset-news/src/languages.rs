//! Codes of languages.

/// Whether Google reads it as a publication's language: a code of ISO 639 of two or three small
/// letters, `zh-cn` or `zh-tw`. Codes of three letters are taken by their form: there are 7,900.
pub(crate) fn is_language(code: &str) -> bool {
    match code.len() {
        2 => LANGUAGES.binary_search(&code).is_ok(),
        3 => code.bytes().all(|byte| byte.is_ascii_lowercase()),
        _ => matches!(code, "zh-cn" | "zh-tw"),
    }
}

/// ISO 639-1, sorted.
#[rustfmt::skip]
static LANGUAGES: [&str; 183] = [
    "aa", "ab", "ae", "af", "ak", "am", "an", "ar", "as", "av", "ay", "az", "ba", "be", "bg",
    "bi", "bm", "bn", "bo", "br", "bs", "ca", "ce", "ch", "co", "cr", "cs", "cu", "cv", "cy",
    "da", "de", "dv", "dz", "ee", "el", "en", "eo", "es", "et", "eu", "fa", "ff", "fi", "fj",
    "fo", "fr", "fy", "ga", "gd", "gl", "gn", "gu", "gv", "ha", "he", "hi", "ho", "hr", "ht",
    "hu", "hy", "hz", "ia", "id", "ie", "ig", "ii", "ik", "io", "is", "it", "iu", "ja", "jv",
    "ka", "kg", "ki", "kj", "kk", "kl", "km", "kn", "ko", "kr", "ks", "ku", "kv", "kw", "ky",
    "la", "lb", "lg", "li", "ln", "lo", "lt", "lu", "lv", "mg", "mh", "mi", "mk", "ml", "mn",
    "mr", "ms", "mt", "my", "na", "nb", "nd", "ne", "ng", "nl", "nn", "no", "nr", "nv", "ny",
    "oc", "oj", "om", "or", "os", "pa", "pi", "pl", "ps", "pt", "qu", "rm", "rn", "ro", "ru",
    "rw", "sa", "sc", "sd", "se", "sg", "si", "sk", "sl", "sm", "sn", "so", "sq", "sr",
    "ss", "st", "su", "sv", "sw", "ta", "te", "tg", "th", "ti", "tk", "tl", "tn", "to", "tr",
    "ts", "tt", "tw", "ty", "ug", "uk", "ur", "uz", "ve", "vi", "vo", "wa", "wo", "xh", "yi",
    "yo", "za", "zh", "zu",
];

#[cfg(test)]
mod tests {
    use super::{LANGUAGES, is_language};

    #[test]
    fn languages() {
        assert!(LANGUAGES.is_sorted());
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
