//! What can be wrong with clusters of language versions, as only the whole set shows.

use urlset_core::{Rule, Severity};

/// `hreflang/no-return`: the alternate does not link back.
pub static NO_RETURN: Rule = Rule {
    id: "hreflang/no-return",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "the alternate is in the set and does not link back",
    help: "list this page among the alternates of that page, or run `urlset hreflang complete`",
    source: "Google, Localized versions of pages",
    example: "https://example.com/en lists https://example.com/de, which does not list it",
};

/// `hreflang/target-not-listed`: the alternate is no page of the set.
pub static TARGET_NOT_LISTED: Rule = Rule {
    id: "hreflang/target-not-listed",
    severity: Severity::Note,
    profiles: "-I----",
    summary: "the alternate is on the same host and no page of the set",
    help: "check the address, and read every sitemap of the site together",
    source: "recommendation",
    example: "https://example.com/en lists https://example.com/de, which no sitemap lists",
};

/// `hreflang/inconsistent-set`: pages of one cluster list different pages.
pub static INCONSISTENT_SET: Rule = Rule {
    id: "hreflang/inconsistent-set",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "pages that list each other list different pages besides",
    help: "give every page of a cluster the same alternates",
    source: "Google, Localized versions of pages",
    example: "English lists German and French, German lists English only",
};

/// `hreflang/conflicting-self`: one page under different languages.
pub static CONFLICTING_SELF: Rule = Rule {
    id: "hreflang/conflicting-self",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "one page is listed under different languages",
    help: "give the page the same language wherever it is listed",
    source: "recommendation",
    example: "https://example.com/at is `de` to itself and `de-AT` to another page",
};

/// `hreflang/conflicting-x-default`: pages of one cluster disagree on the page for all others.
pub static CONFLICTING_X_DEFAULT: Rule = Rule {
    id: "hreflang/conflicting-x-default",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "pages that list each other name different pages as `x-default`",
    help: "give every page of a cluster the same `x-default`",
    source: "Google, Localized versions of pages",
    example: "English names itself as `x-default`, German names itself",
};

/// `hreflang/no-x-default`: alternates without `x-default`, here and on the pages that are linked with this one.
pub static NO_X_DEFAULT: Rule = Rule {
    id: "hreflang/no-x-default",
    severity: Severity::Note,
    profiles: "-I----",
    summary: "no page of the cluster names an `x-default`",
    help: "optional; names the page for all other languages",
    source: "Google, Localized versions of pages",
    example: "<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://example.com/b\"/>",
};

/// `hreflang/added-link`: an alternate was added.
pub static ADDED_LINK: Rule = Rule {
    id: "hreflang/added-link",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "an alternate was added",
    help: "nothing to do; its language is the one under which all other pages list it",
    source: "urlset, hreflang complete",
    example: "https://example.com/de did not list https://example.com/en, which lists it",
};

/// `hreflang/not-completed`: a missing alternate was not added.
pub static NOT_COMPLETED: Rule = Rule {
    id: "hreflang/not-completed",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a missing alternate was not added",
    help: "list the page under one language everywhere, and one page for each language",
    source: "urlset, hreflang complete",
    example: "a page is `de` to one page and `de-AT` to another, and does not list itself",
};

/// All of them.
pub static ALL: &[&Rule] = &[
    &NO_RETURN,
    &TARGET_NOT_LISTED,
    &INCONSISTENT_SET,
    &CONFLICTING_SELF,
    &CONFLICTING_X_DEFAULT,
    &NO_X_DEFAULT,
    &ADDED_LINK,
    &NOT_COMPLETED,
];
