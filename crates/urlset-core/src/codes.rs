//! Codes of languages and countries that more than one extension knows.

/// Whether it is a code of ISO 639-1, in small letters.
///
/// ```
/// assert!(urlset_core::is_language_code("el") && !urlset_core::is_language_code("gr"));
/// ```
pub fn is_language_code(code: &str) -> bool {
    // Every alternate has one, and nearly all have two letters: as bits they cost no search.
    static BITS: Pairs = Pairs::of(&LANGUAGES, b'a');
    BITS.has(code)
}

/// Whether it is an officially assigned code of ISO 3166-1 alpha-2, in capitals.
///
/// ```
/// assert!(urlset_core::is_country_code("GR") && !urlset_core::is_country_code("EL"));
/// ```
pub fn is_country_code(code: &str) -> bool {
    static BITS: Pairs = Pairs::of(&COUNTRIES, b'A');
    BITS.has(code)
}

/// Codes of two letters, a bit for each.
struct Pairs {
    /// By the first letter.
    rows: [u32; 26],
    /// The first of the alphabet that they are written in.
    first: u8,
}

impl Pairs {
    #[allow(clippy::indexing_slicing, reason = "worked out when the program is built")]
    const fn of(codes: &[&str], first: u8) -> Pairs {
        let (mut rows, mut at) = ([0; 26], 0);
        while at < codes.len() {
            let code = codes[at].as_bytes();
            assert!(code.len() == 2, "every code has two letters");
            rows[(code[0] - first) as usize] |= 1 << (code[1] - first);
            at += 1;
        }
        Pairs { rows, first }
    }

    fn has(&self, code: &str) -> bool {
        let [one, other] = *code.as_bytes() else { return false };
        let letter = |byte: u8| byte.checked_sub(self.first).filter(|letter| *letter < 26);
        let (Some(one), Some(other)) = (letter(one), letter(other)) else { return false };
        self.rows.get(usize::from(one)).is_some_and(|row| row & 1 << other != 0)
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

/// ISO 3166-1 alpha-2, sorted.
#[rustfmt::skip]
static COUNTRIES: [&str; 249] = [
    "AD", "AE", "AF", "AG", "AI", "AL", "AM", "AO", "AQ", "AR", "AS", "AT", "AU", "AW", "AX",
    "AZ", "BA", "BB", "BD", "BE", "BF", "BG", "BH", "BI", "BJ", "BL", "BM", "BN", "BO", "BQ",
    "BR", "BS", "BT", "BV", "BW", "BY", "BZ", "CA", "CC", "CD", "CF", "CG", "CH", "CI", "CK",
    "CL", "CM", "CN", "CO", "CR", "CU", "CV", "CW", "CX", "CY", "CZ", "DE", "DJ", "DK", "DM",
    "DO", "DZ", "EC", "EE", "EG", "EH", "ER", "ES", "ET", "FI", "FJ", "FK", "FM", "FO", "FR",
    "GA", "GB", "GD", "GE", "GF", "GG", "GH", "GI", "GL", "GM", "GN", "GP", "GQ", "GR", "GS",
    "GT", "GU", "GW", "GY", "HK", "HM", "HN", "HR", "HT", "HU", "ID", "IE", "IL", "IM", "IN",
    "IO", "IQ", "IR", "IS", "IT", "JE", "JM", "JO", "JP", "KE", "KG", "KH", "KI", "KM", "KN",
    "KP", "KR", "KW", "KY", "KZ", "LA", "LB", "LC", "LI", "LK", "LR", "LS", "LT", "LU", "LV",
    "LY", "MA", "MC", "MD", "ME", "MF", "MG", "MH", "MK", "ML", "MM", "MN", "MO", "MP", "MQ",
    "MR", "MS", "MT", "MU", "MV", "MW", "MX", "MY", "MZ", "NA", "NC", "NE", "NF", "NG", "NI",
    "NL", "NO", "NP", "NR", "NU", "NZ", "OM", "PA", "PE", "PF", "PG", "PH", "PK", "PL", "PM",
    "PN", "PR", "PS", "PT", "PW", "PY", "QA", "RE", "RO", "RS", "RU", "RW", "SA", "SB", "SC",
    "SD", "SE", "SG", "SH", "SI", "SJ", "SK", "SL", "SM", "SN", "SO", "SR", "SS", "ST", "SV",
    "SX", "SY", "SZ", "TC", "TD", "TF", "TG", "TH", "TJ", "TK", "TL", "TM", "TN", "TO", "TR",
    "TT", "TV", "TW", "TZ", "UA", "UG", "UM", "US", "UY", "UZ", "VA", "VC", "VE", "VG", "VI",
    "VN", "VU", "WF", "WS", "YE", "YT", "ZA", "ZM", "ZW",
];

#[cfg(test)]
mod tests {
    use super::{COUNTRIES, LANGUAGES, is_country_code, is_language_code};

    #[test]
    fn bits_are_the_tables() {
        assert!(LANGUAGES.is_sorted() && COUNTRIES.is_sorted());
        let letters = || (0..=u8::MAX).map(char::from);
        for (one, other) in letters().flat_map(|one| letters().map(move |other| (one, other))) {
            let code = format!("{one}{other}");
            assert_eq!(is_language_code(&code), LANGUAGES.contains(&code.as_str()), "{code}");
            assert_eq!(is_country_code(&code), COUNTRIES.contains(&code.as_str()), "{code}");
        }
        assert!(!is_language_code("") && !is_language_code("d") && !is_language_code("deu"));
    }
}
