//! Codes of languages, scripts and countries.

/// Whether it is a code of ISO 639-1, in small letters.
pub(crate) fn is_language(code: &str) -> bool {
    // Every alternate has one, and nearly all have two letters: as bits they cost no search.
    static BITS: Pairs = Pairs::of(&LANGUAGES, b'a');
    BITS.has(code)
}

/// Whether it is a code of ISO 15924, with a capital first.
pub(crate) fn is_script(code: &str) -> bool {
    SCRIPTS.binary_search(&code).is_ok()
}

/// Whether it is an officially assigned code of ISO 3166-1 alpha-2, in capitals.
pub(crate) fn is_country(code: &str) -> bool {
    static BITS: Pairs = Pairs::of(&COUNTRIES, b'A');
    BITS.has(code)
}

/// Whether ISO 3166-1 reserves the code or leaves it to users: it is no country, and none will get
/// it by mistake.
pub(crate) fn is_reserved(code: &str) -> bool {
    RESERVED.binary_search(&code).is_ok()
        || matches!(code.as_bytes(), [b'X', _] | [b'Q', b'M'..=b'Z'])
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

/// The code of two letters for one of three.
pub(crate) fn two_letters(code: &str) -> Option<&'static str> {
    find(&THREE_LETTERS, code)
}

/// The code that replaced an old one (IANA registry of language subtags).
pub(crate) fn preferred(code: &str) -> Option<&'static str> {
    find(&DEPRECATED, code)
}

/// The language that is meant where somebody writes the code of its country.
pub(crate) fn meant(code: &str) -> Option<&'static str> {
    find(&MIXED_UP, code)
}

fn find(table: &[(&str, &'static str)], code: &str) -> Option<&'static str> {
    let at = table.binary_search_by_key(&code, |(code, _)| code).ok()?;
    table.get(at).map(|(_, found)| *found)
}

static DEPRECATED: [(&str, &str); 6] =
    [("in", "id"), ("iw", "he"), ("ji", "yi"), ("jw", "jv"), ("mo", "ro"), ("sh", "sr-Latn")];

/// Countries whose code is no language.
static MIXED_UP: [(&str, &str); 14] = [
    ("al", "sq"),
    ("by", "be"),
    ("cn", "zh"),
    ("cz", "cs"),
    ("dk", "da"),
    ("ge", "ka"),
    ("gr", "el"),
    ("il", "he"),
    ("ir", "fa"),
    ("jp", "ja"),
    ("kz", "kk"),
    ("rs", "sr"),
    ("ua", "uk"),
    ("vn", "vi"),
];

/// Reserved exceptionally or for a time; `AA` and `ZZ` are left to users.
#[rustfmt::skip]
static RESERVED: [&str; 23] = [
    "AA", "AC", "AN", "BU", "CP", "CQ", "CS", "DG", "EA", "EU", "EZ", "FX", "IC", "NT", "SF", "SU",
    "TA", "TP", "UK", "UN", "YU", "ZR", "ZZ",
];

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

/// ISO 15924, sorted.
#[rustfmt::skip]
static SCRIPTS: [&str; 226] = [
    "Adlm", "Afak", "Aghb", "Ahom", "Arab", "Aran", "Armi", "Armn", "Avst", "Bali", "Bamu",
    "Bass", "Batk", "Beng", "Berf", "Bhks", "Blis", "Bopo", "Brah", "Brai", "Bugi", "Buhd",
    "Cakm", "Cans", "Cari", "Cham", "Cher", "Chis", "Chrs", "Cirt", "Copt", "Cpmn", "Cprt",
    "Cyrl", "Cyrs", "Deva", "Diak", "Dogr", "Dsrt", "Dupl", "Egyd", "Egyh", "Egyp", "Elba",
    "Elym", "Ethi", "Gara", "Geok", "Geor", "Glag", "Gong", "Gonm", "Goth", "Gran", "Grek",
    "Gujr", "Gukh", "Guru", "Hanb", "Hang", "Hani", "Hano", "Hans", "Hant", "Hatr", "Hebr",
    "Hira", "Hluw", "Hmng", "Hmnp", "Hntl", "Hrkt", "Hung", "Inds", "Ital", "Jamo", "Java",
    "Jpan", "Jurc", "Kali", "Kana", "Kawi", "Khar", "Khmr", "Khoj", "Kitl", "Kits", "Knda",
    "Kore", "Kpel", "Krai", "Kthi", "Lana", "Laoo", "Latf", "Latg", "Latn", "Leke", "Lepc",
    "Limb", "Lina", "Linb", "Lisu", "Loma", "Lyci", "Lydi", "Mahj", "Maka", "Mand", "Mani",
    "Marc", "Maya", "Medf", "Mend", "Merc", "Mero", "Mlym", "Modi", "Mong", "Moon", "Mroo",
    "Mtei", "Mult", "Mymr", "Nagm", "Nand", "Narb", "Nbat", "Newa", "Nkdb", "Nkgb", "Nkoo",
    "Nshu", "Ogam", "Olck", "Onao", "Orkh", "Orya", "Osge", "Osma", "Ougr", "Palm", "Pauc",
    "Pcun", "Pelm", "Perm", "Phag", "Phli", "Phlp", "Phlv", "Phnx", "Piqd", "Plrd", "Prti",
    "Psin", "Qaaa", "Qabx", "Ranj", "Rjng", "Rohg", "Roro", "Runr", "Samr", "Sara", "Sarb",
    "Saur", "Seal", "Sgnw", "Shaw", "Shrd", "Shui", "Sidd", "Sidt", "Sind", "Sinh", "Sogd",
    "Sogo", "Sora", "Soyo", "Sund", "Sunu", "Sylo", "Syrc", "Syre", "Syrj", "Syrn", "Tagb",
    "Takr", "Tale", "Talu", "Taml", "Tang", "Tavt", "Tayo", "Telu", "Teng", "Tfng", "Tglg",
    "Thaa", "Thai", "Tibt", "Tirh", "Tnsa", "Todr", "Tols", "Toto", "Tutg", "Ugar", "Vaii",
    "Visp", "Vith", "Wara", "Wcho", "Wole", "Xpeo", "Xsux", "Yezi", "Yiii", "Zanb", "Zinh",
    "Zmth", "Zsye", "Zsym", "Zxxx", "Zyyy", "Zzzz",
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

/// ISO 639-2, both kinds, where ISO 639-1 has the language too; sorted.
#[rustfmt::skip]
static THREE_LETTERS: [(&str, &str); 203] = [
    ("aar", "aa"), ("abk", "ab"), ("afr", "af"), ("aka", "ak"), ("alb", "sq"), ("amh", "am"),
    ("ara", "ar"), ("arg", "an"), ("arm", "hy"), ("asm", "as"), ("ava", "av"), ("ave", "ae"),
    ("aym", "ay"), ("aze", "az"), ("bak", "ba"), ("bam", "bm"), ("baq", "eu"), ("bel", "be"),
    ("ben", "bn"), ("bis", "bi"), ("bod", "bo"), ("bos", "bs"), ("bre", "br"), ("bul", "bg"),
    ("bur", "my"), ("cat", "ca"), ("ces", "cs"), ("cha", "ch"), ("che", "ce"), ("chi", "zh"),
    ("chu", "cu"), ("chv", "cv"), ("cor", "kw"), ("cos", "co"), ("cre", "cr"), ("cym", "cy"),
    ("cze", "cs"), ("dan", "da"), ("deu", "de"), ("div", "dv"), ("dut", "nl"), ("dzo", "dz"),
    ("ell", "el"), ("eng", "en"), ("epo", "eo"), ("est", "et"), ("eus", "eu"), ("ewe", "ee"),
    ("fao", "fo"), ("fas", "fa"), ("fij", "fj"), ("fin", "fi"), ("fra", "fr"), ("fre", "fr"),
    ("fry", "fy"), ("ful", "ff"), ("geo", "ka"), ("ger", "de"), ("gla", "gd"), ("gle", "ga"),
    ("glg", "gl"), ("glv", "gv"), ("gre", "el"), ("grn", "gn"), ("guj", "gu"), ("hat", "ht"),
    ("hau", "ha"), ("heb", "he"), ("her", "hz"), ("hin", "hi"), ("hmo", "ho"), ("hrv", "hr"),
    ("hun", "hu"), ("hye", "hy"), ("ibo", "ig"), ("ice", "is"), ("ido", "io"), ("iii", "ii"),
    ("iku", "iu"), ("ile", "ie"), ("ina", "ia"), ("ind", "id"), ("ipk", "ik"), ("isl", "is"),
    ("ita", "it"), ("jav", "jv"), ("jpn", "ja"), ("kal", "kl"), ("kan", "kn"), ("kas", "ks"),
    ("kat", "ka"), ("kau", "kr"), ("kaz", "kk"), ("khm", "km"), ("kik", "ki"), ("kin", "rw"),
    ("kir", "ky"), ("kom", "kv"), ("kon", "kg"), ("kor", "ko"), ("kua", "kj"), ("kur", "ku"),
    ("lao", "lo"), ("lat", "la"), ("lav", "lv"), ("lim", "li"), ("lin", "ln"), ("lit", "lt"),
    ("ltz", "lb"), ("lub", "lu"), ("lug", "lg"), ("mac", "mk"), ("mah", "mh"), ("mal", "ml"),
    ("mao", "mi"), ("mar", "mr"), ("may", "ms"), ("mkd", "mk"), ("mlg", "mg"), ("mlt", "mt"),
    ("mon", "mn"), ("mri", "mi"), ("msa", "ms"), ("mya", "my"), ("nau", "na"), ("nav", "nv"),
    ("nbl", "nr"), ("nde", "nd"), ("ndo", "ng"), ("nep", "ne"), ("nld", "nl"), ("nno", "nn"),
    ("nob", "nb"), ("nor", "no"), ("nya", "ny"), ("oci", "oc"), ("oji", "oj"), ("ori", "or"),
    ("orm", "om"), ("oss", "os"), ("pan", "pa"), ("per", "fa"), ("pli", "pi"), ("pol", "pl"),
    ("por", "pt"), ("pus", "ps"), ("que", "qu"), ("roh", "rm"), ("ron", "ro"), ("rum", "ro"),
    ("run", "rn"), ("rus", "ru"), ("sag", "sg"), ("san", "sa"), ("sin", "si"), ("slk", "sk"),
    ("slo", "sk"), ("slv", "sl"), ("sme", "se"), ("smo", "sm"), ("sna", "sn"), ("snd", "sd"),
    ("som", "so"), ("sot", "st"), ("spa", "es"), ("sqi", "sq"), ("srd", "sc"), ("srp", "sr"),
    ("ssw", "ss"), ("sun", "su"), ("swa", "sw"), ("swe", "sv"), ("tah", "ty"), ("tam", "ta"),
    ("tat", "tt"), ("tel", "te"), ("tgk", "tg"), ("tgl", "tl"), ("tha", "th"), ("tib", "bo"),
    ("tir", "ti"), ("ton", "to"), ("tsn", "tn"), ("tso", "ts"), ("tuk", "tk"), ("tur", "tr"),
    ("twi", "tw"), ("uig", "ug"), ("ukr", "uk"), ("urd", "ur"), ("uzb", "uz"), ("ven", "ve"),
    ("vie", "vi"), ("vol", "vo"), ("wel", "cy"), ("wln", "wa"), ("wol", "wo"), ("xho", "xh"),
    ("yid", "yi"), ("yor", "yo"), ("zha", "za"), ("zho", "zh"), ("zul", "zu"),
];

#[cfg(test)]
mod tests {
    use super::{
        COUNTRIES, DEPRECATED, LANGUAGES, MIXED_UP, RESERVED, SCRIPTS, THREE_LETTERS, is_country,
        is_language, is_reserved,
    };

    #[test]
    fn tables_are_sorted() {
        assert!(COUNTRIES.is_sorted() && LANGUAGES.is_sorted() && SCRIPTS.is_sorted());
        assert!(RESERVED.is_sorted() && DEPRECATED.is_sorted() && MIXED_UP.is_sorted());
        assert!(THREE_LETTERS.is_sorted());
    }

    #[test]
    fn bits_are_the_tables() {
        let letters = || (0..=u8::MAX).map(char::from);
        for (one, other) in letters().flat_map(|one| letters().map(move |other| (one, other))) {
            let code = format!("{one}{other}");
            assert_eq!(is_language(&code), LANGUAGES.contains(&code.as_str()), "{code}");
            assert_eq!(is_country(&code), COUNTRIES.contains(&code.as_str()), "{code}");
        }
        assert!(!is_language("") && !is_language("d") && !is_language("deu"));
    }

    #[test]
    fn tables_agree() {
        for (code, language) in MIXED_UP {
            let country = code.to_ascii_uppercase();
            assert!(is_country(&country) && !is_language(code) && is_language(language), "{code}");
        }
        assert!(THREE_LETTERS.iter().all(|(_, language)| is_language(language)));
        assert!(COUNTRIES.iter().all(|code| !is_reserved(code)));
        assert!(DEPRECATED.iter().all(|(code, _)| !is_language(code)));
    }
}
