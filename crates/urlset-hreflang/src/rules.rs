//! The rules of the hreflang extension. Ids and severities are those of the project's
//! specification; the fragments in `example` each break their rule.

use urlset_core::{Rule, Severity};

/// `hreflang/missing-href`: `xhtml:link` without `href`.
pub static MISSING_HREF: Rule = Rule {
    id: "hreflang/missing-href",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "`xhtml:link` without `href`",
    help: "give the address of the other page",
    source: "Google, Localized versions of pages",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"de\"/>",
};

/// `hreflang/missing-hreflang`: alternate with neither `hreflang` nor `media`.
pub static MISSING_HREFLANG: Rule = Rule {
    id: "hreflang/missing-hreflang",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "alternate with neither `hreflang` nor `media`",
    help: "say for which language or device it is",
    source: "Google, Localized versions of pages",
    example: "<xhtml:link rel=\"alternate\" href=\"https://example.com/de\"/>",
};

/// `hreflang/relative-href`: `href` is not an absolute URL.
pub static RELATIVE_HREF: Rule = Rule {
    id: "hreflang/relative-href",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "`href` is not an absolute URL",
    help: "write the whole address, with its scheme",
    source: "Google, Localized versions of pages",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"/de\"/>",
};

/// `hreflang/invalid-href`: `href` is not the address of a page.
pub static INVALID_HREF: Rule = Rule {
    id: "hreflang/invalid-href",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "`href` is not the address of a page",
    help: "give an address with http or https, without faults",
    source: "recommendation",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"javascript:void(0)\"/>",
};

/// `hreflang/bad-rel`: `rel` is missing or not `alternate`.
pub static BAD_REL: Rule = Rule {
    id: "hreflang/bad-rel",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "`rel` is missing or not `alternate`",
    help: "write `rel=\"alternate\"`; other relations have no meaning here",
    source: "Google, Localized versions of pages",
    example: "<xhtml:link rel=\"amphtml\" href=\"https://example.com/amp\"/>",
};

/// `hreflang/invalid-tag`: `hreflang` is not a language tag.
pub static INVALID_TAG: Rule = Rule {
    id: "hreflang/invalid-tag",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "`hreflang` is not a language tag",
    help: "write language, or language and region, as `de-AT`",
    source: "RFC 5646 section 2.1",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"German language\" href=\"https://example.com/b\"/>",
};

/// `hreflang/unknown-language`: no language has this code.
pub static UNKNOWN_LANGUAGE: Rule = Rule {
    id: "hreflang/unknown-language",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "no language has this code",
    help: "use the codes of ISO 639-1",
    source: "Google, Localized versions of pages",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"gr\" href=\"https://example.com/b\"/>",
};

/// `hreflang/three-letter-language`: a language code of three letters.
pub static THREE_LETTERS: Rule = Rule {
    id: "hreflang/three-letter-language",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "a language code of three letters",
    help: "use the code of two letters (ISO 639-1)",
    source: "Google, Localized versions of pages",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"deu\" href=\"https://example.com/b\"/>",
};

/// `hreflang/unknown-region`: no country has this code.
pub static UNKNOWN_REGION: Rule = Rule {
    id: "hreflang/unknown-region",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "no country has this code",
    help: "use the codes of ISO 3166-1 alpha-2",
    source: "Google, Localized versions of pages",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"en-EN\" href=\"https://example.com/b\"/>",
};

/// `hreflang/reserved-region`: a reserved code is no country.
pub static RESERVED_REGION: Rule = Rule {
    id: "hreflang/reserved-region",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "a reserved code is no country",
    help: "name a country, as `GB` for the United Kingdom, or leave it out",
    source: "Google, Localized versions of pages",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"en-UK\" href=\"https://example.com/b\"/>",
};

/// `hreflang/region-only`: a country alone, without a language.
pub static REGION_ONLY: Rule = Rule {
    id: "hreflang/region-only",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "a country alone, without a language",
    help: "write the language first, as `de-CH`",
    source: "Google, Localized versions of pages",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"us\" href=\"https://example.com/b\"/>",
};

/// `hreflang/numeric-region`: a region by number, which Google does not read.
pub static NUMERIC_REGION: Rule = Rule {
    id: "hreflang/numeric-region",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "a region by number, which Google does not read",
    help: "name countries, or the language alone",
    source: "Google, Localized versions of pages",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"es-419\" href=\"https://example.com/b\"/>",
};

/// `hreflang/underscore`: `_` in a language tag.
pub static UNDERSCORE: Rule = Rule {
    id: "hreflang/underscore",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "`_` in a language tag",
    help: "write `-`",
    source: "RFC 5646 section 2.1",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"en_US\" href=\"https://example.com/b\"/>",
};

/// `hreflang/bad-script`: no script has this code.
pub static BAD_SCRIPT: Rule = Rule {
    id: "hreflang/bad-script",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "no script has this code",
    help: "use the codes of ISO 15924, as `Hant`",
    source: "Google, Localized versions of pages",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"zh-Trad\" href=\"https://example.com/b\"/>",
};

/// `hreflang/deprecated-code`: an old code of a language.
pub static DEPRECATED_CODE: Rule = Rule {
    id: "hreflang/deprecated-code",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "an old code of a language",
    help: "use the code that replaced it",
    source: "RFC 5646 section 3",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"iw\" href=\"https://example.com/b\"/>",
};

/// `hreflang/unusual-case`: letters in unusual case.
pub static UNUSUAL_CASE: Rule = Rule {
    id: "hreflang/unusual-case",
    severity: Severity::Note,
    profiles: "-I----",
    summary: "letters in unusual case",
    help: "by convention `zh-Hant-TW`; case makes no difference",
    source: "RFC 5646 section 2.1.1",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"EN-us\" href=\"https://example.com/b\"/>",
};

/// `hreflang/extra-subtags`: parts beyond language, script and region.
pub static EXTRA_SUBTAGS: Rule = Rule {
    id: "hreflang/extra-subtags",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "parts beyond language, script and region",
    help: "leave them out: Google describes only those three",
    source: "Google, Localized versions of pages",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"de-DE-1996\" href=\"https://example.com/b\"/>",
};

/// `hreflang/no-self`: the entry does not list its own address.
pub static NO_SELF: Rule = Rule {
    id: "hreflang/no-self",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "the entry does not list its own address",
    help: "add an alternate with the address of the page itself",
    source: "Google, Localized versions of pages",
    example: "<loc>https://example.com/a</loc>\n\
              <xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://example.com/b\"/>",
};

/// `hreflang/duplicate-tag`: one language, two addresses.
pub static DUPLICATE_TAG: Rule = Rule {
    id: "hreflang/duplicate-tag",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "one language, two addresses",
    help: "keep one address for each language",
    source: "recommendation",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://example.com/b\"/>\n\
              <xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://example.com/c\"/>",
};

/// `hreflang/duplicate-link`: the same alternate twice.
pub static DUPLICATE_LINK: Rule = Rule {
    id: "hreflang/duplicate-link",
    severity: Severity::Note,
    profiles: "-I----",
    summary: "the same alternate twice",
    help: "list each once",
    source: "recommendation",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://example.com/b\"/>\n\
              <xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://example.com/b\"/>",
};

/// `hreflang/multiple-x-default`: more than one `x-default`.
pub static MULTIPLE_X_DEFAULT: Rule = Rule {
    id: "hreflang/multiple-x-default",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "more than one `x-default`",
    help: "keep one",
    source: "Google, Localized versions of pages",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"x-default\" href=\"https://example.com/b\"/>\n\
              <xhtml:link rel=\"alternate\" hreflang=\"x-default\" href=\"https://example.com/c\"/>",
};

/// `hreflang/media-combined`: `hreflang` and `media` in one link.
pub static MEDIA_COMBINED: Rule = Rule {
    id: "hreflang/media-combined",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "`hreflang` and `media` in one link",
    help: "give each a link of its own",
    source: "Google, Localized versions of pages",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"de\" media=\"only screen\" href=\"https://example.com/b\"/>",
};

/// `hreflang/ignored`: Yandex does not read alternates from sitemaps.
pub static IGNORED: Rule = Rule {
    id: "hreflang/ignored",
    severity: Severity::Note,
    profiles: "---I--",
    summary: "Yandex does not read alternates from sitemaps",
    help: "for Yandex, put them into the pages",
    source: "Yandex Webmaster, Indexing localized pages",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"ru\" href=\"https://example.com/b\"/>",
};

/// Every rule of this crate.
pub static ALL: &[&Rule] = &[
    &MISSING_HREF,
    &MISSING_HREFLANG,
    &RELATIVE_HREF,
    &INVALID_HREF,
    &BAD_REL,
    &INVALID_TAG,
    &UNKNOWN_LANGUAGE,
    &THREE_LETTERS,
    &UNKNOWN_REGION,
    &RESERVED_REGION,
    &REGION_ONLY,
    &NUMERIC_REGION,
    &UNDERSCORE,
    &BAD_SCRIPT,
    &DEPRECATED_CODE,
    &UNUSUAL_CASE,
    &EXTRA_SUBTAGS,
    &NO_SELF,
    &DUPLICATE_TAG,
    &DUPLICATE_LINK,
    &MULTIPLE_X_DEFAULT,
    &MEDIA_COMBINED,
    &IGNORED,
];
