//! Codes of scripts, and those of languages and countries that are old, longer or mixed up.

/// Whether it is a code of ISO 15924, with a capital first.
pub(crate) fn is_script(code: &str) -> bool {
    SCRIPTS.binary_search(&code).is_ok()
}

/// Whether ISO 3166-1 reserves the code or leaves it to users: it is no country, and none will get
/// it by mistake.
pub(crate) fn is_reserved(code: &str) -> bool {
    RESERVED.binary_search(&code).is_ok()
        || matches!(code.as_bytes(), [b'X', _] | [b'Q', b'M'..=b'Z'])
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
    use super::{DEPRECATED, MIXED_UP, RESERVED, SCRIPTS, THREE_LETTERS, is_reserved};
    use urlset_core::{is_country_code, is_language_code};

    #[test]
    fn tables_are_sorted() {
        assert!(SCRIPTS.is_sorted());
        assert!(RESERVED.is_sorted() && DEPRECATED.is_sorted() && MIXED_UP.is_sorted());
        assert!(THREE_LETTERS.is_sorted());
    }

    #[test]
    fn tables_agree() {
        for (code, language) in MIXED_UP {
            let country = code.to_ascii_uppercase();
            assert!(
                is_country_code(&country) && !is_language_code(code) && is_language_code(language),
                "{code}"
            );
        }
        assert!(THREE_LETTERS.iter().all(|(_, language)| is_language_code(language)));
        let letters = || 'A'..='Z';
        let pairs = letters().flat_map(|one| letters().map(move |other| format!("{one}{other}")));
        assert!(pairs.into_iter().all(|code| !(is_country_code(&code) && is_reserved(&code))));
        assert!(DEPRECATED.iter().all(|(code, _)| !is_language_code(code)));
    }
}
