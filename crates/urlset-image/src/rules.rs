//! The rules of the image extension. Ids and severities are those of the project's specification;
//! the fragments in `example` each break their rule.

use urlset_core::{Rule, Severity};

/// `image/missing-loc`: image without an address.
pub static MISSING_LOC: Rule = Rule {
    id: "image/missing-loc",
    severity: Severity::Error,
    profiles: "-E---E",
    summary: "`image:image` without `image:loc`",
    help: "give the image its address or take it out",
    source: "Google, Image sitemaps; schema sitemap-image 1.1",
    example: "<image:image><image:title>A cat</image:title></image:image>",
};

/// `image/invalid-loc`: the address of an image is no URL.
pub static INVALID_LOC: Rule = Rule {
    id: "image/invalid-loc",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "`image:loc` is not an absolute URL",
    help: "write the whole address, with http or https",
    source: "Google, Image sitemaps",
    example: "<image:loc>/img/cat.jpg</image:loc>",
};

/// `image/too-many`: more images than a page may have.
pub static TOO_MANY: Rule = Rule {
    id: "image/too-many",
    severity: Severity::Error,
    profiles: "WEWWW-",
    summary: "more than 1,000 images under one `url`",
    help: "list the 1,000 images that matter most",
    source: "Google, Image sitemaps",
    example: "<url><loc>https://example.com/</loc><!-- 1,001 times image:image --></url>",
};

/// `image/duplicate`: the same image again.
pub static DUPLICATE: Rule = Rule {
    id: "image/duplicate",
    severity: Severity::Note,
    profiles: "-I----",
    summary: "the same image twice under one `url`",
    help: "list each image once",
    source: "recommendation",
    example: "<image:image><image:loc>https://example.com/a.jpg</image:loc></image:image>\n\
              <image:image><image:loc>https://example.com/a.jpg</image:loc></image:image>",
};

/// `image/deprecated-tag`: an element that Google no longer reads.
pub static DEPRECATED_TAG: Rule = Rule {
    id: "image/deprecated-tag",
    severity: Severity::Note,
    profiles: "-I----",
    summary: "element without effect since August 2022",
    help: "harmless; structured data on the page does its work now",
    source: "Google Search Central blog, 6 May 2022",
    example: "<image:caption>A cat</image:caption>",
};

/// `image/cross-domain`: an image on another host than its page.
pub static CROSS_DOMAIN: Rule = Rule {
    id: "image/cross-domain",
    severity: Severity::Note,
    profiles: "-I----",
    summary: "the image is on another host than the page",
    help: "see that both hosts are verified in Search Console",
    source: "Google, Image sitemaps",
    example: "<loc>https://example.com/</loc>\n\
              <image:image><image:loc>https://cdn.example.net/a.jpg</image:loc></image:image>",
};

/// `image/data-url`: the image itself in place of its address.
pub static DATA_URL: Rule = Rule {
    id: "image/data-url",
    severity: Severity::Error,
    profiles: "-E----",
    summary: "`image:loc` holds the image itself, not its address",
    help: "publish the image under an address of its own",
    source: "recommendation",
    example: "<image:loc>data:image/png;base64,iVBORw0KGgo=</image:loc>",
};

/// `image/same-as-page`: the page given as its own image.
pub static SAME_AS_PAGE: Rule = Rule {
    id: "image/same-as-page",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "the image has the address of the page",
    help: "give the address of the image file",
    source: "recommendation",
    example: "<loc>https://example.com/a</loc>\n\
              <image:image><image:loc>https://example.com/a</image:loc></image:image>",
};

/// `image/unknown-element`: an element that the extension does not have.
pub static UNKNOWN_ELEMENT: Rule = Rule {
    id: "image/unknown-element",
    severity: Severity::Warning,
    profiles: "WWWWWE",
    summary: "an element that the image extension does not have",
    help: "it is kept as it is; see whether its name or namespace is misspelt",
    source: "schema sitemap-image 1.1",
    example: "<image:image><image:width>640</image:width></image:image>",
};

/// Every rule of this crate.
pub static ALL: &[&Rule] = &[
    &MISSING_LOC,
    &INVALID_LOC,
    &TOO_MANY,
    &DUPLICATE,
    &DEPRECATED_TAG,
    &CROSS_DOMAIN,
    &DATA_URL,
    &SAME_AS_PAGE,
    &UNKNOWN_ELEMENT,
];
