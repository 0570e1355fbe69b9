//! What only a whole document or a whole set shows.

pub use crate::schema_rules::{
    NO_SCHEMA_FOR_FORMAT, OF_SCHEMAS, SCHEMA_MISSING, SCHEMA_NOT_EXPECTED, SCHEMA_VALUE,
};
use urlset_core::{Rule, Severity};

/// `file/too-large`: a file is larger than search engines read.
pub static TOO_LARGE: Rule = Rule {
    id: "file/too-large",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "more bytes in one file than the protocol allows, 52,428,800, or 10,485,760 under `legacy`",
    help: "spread the entries over several files and name them in an index",
    source: "sitemaps.org, index files",
    example: "a sitemap of 60 MB before compression",
};

/// `file/near-limit`: a file is nearly as large as it may be.
pub static NEAR_LIMIT: Rule = Rule {
    id: "file/near-limit",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "more than 90 % of the bytes that one file may have",
    help: "cut it into several files before it grows over the limit",
    source: "sitemaps.org, index files",
    example: "a sitemap of 50,500,000 bytes before compression",
};

/// `file/near-url-limit`: a file has nearly as many entries as it may have.
pub static NEAR_URL_LIMIT: Rule = Rule {
    id: "file/near-url-limit",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "more than 90 % of the entries that one file may have",
    help: "cut it into several files before it grows over the limit",
    source: "recommendation",
    example: "a urlset with 49,000 url elements",
};

/// `file/empty-news`: a news sitemap without an entry, which Google takes.
pub static EMPTY_NEWS: Rule = Rule {
    id: "file/empty-news",
    severity: Severity::Note,
    profiles: "-I----",
    summary: "no entry, in a news sitemap: accepted",
    help: "nothing to do, if nothing was published in the last two days",
    source: "Google, News sitemaps",
    example: "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"\n        xmlns:news=\"http://www.google.com/schemas/sitemap-news/0.9\"/>",
};

/// `file/format-not-supported`: a search engine does not read the format.
pub static FORMAT_NOT_SUPPORTED: Rule = Rule {
    id: "file/format-not-supported",
    severity: Severity::Warning,
    profiles: "-W-W--",
    summary: "the search engine does not read this format",
    help: "write XML: `urlset convert`",
    source: "Google, Build a sitemap; Yandex, Sitemap files",
    example: "a sitemap as CSV, or a feed for Yandex",
};

/// `file/text-extension`: the name of a text sitemap does not end in `.txt`.
pub static TEXT_EXTENSION: Rule = Rule {
    id: "file/text-extension",
    severity: Severity::Warning,
    profiles: "-W-W--",
    summary: "the name of a text sitemap does not end in `.txt`",
    help: "name it `.txt`, or `.txt.gz` where it is compressed",
    source: "Google, Build a sitemap",
    example: "a list of URLs in sitemap.lst",
};

/// `file/url-too-long`: the address of a sitemap is too long.
pub static URL_TOO_LONG: Rule = Rule {
    id: "file/url-too-long",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the address of the sitemap is longer than 2,048 characters",
    help: "put it at a shorter address",
    source: "sitemaps.org, XML tag definitions",
    example: "https://example.com/…2,049 characters….xml",
};

/// `scope/outside-path`: not below the sitemap's folder.
pub static OUTSIDE_PATH: Rule = Rule {
    id: "scope/outside-path",
    severity: Severity::Error,
    profiles: "EWWEE-",
    summary: "the address is not below the folder of the sitemap",
    help: "put the sitemap into the root of the site",
    source: "sitemaps.org, sitemap file location",
    example: "https://example.com/news/ in https://example.com/shop/sitemap.xml",
};

/// `scope/other-host`: another host than the sitemap's.
pub static OTHER_HOST: Rule = Rule {
    id: "scope/other-host",
    severity: Severity::Error,
    profiles: "EWWEE-",
    summary: "the host is another than that of the sitemap",
    help: "list the page in a sitemap of its own host, or name this sitemap in the robots.txt of that host",
    source: "sitemaps.org, sitemap file location",
    example: "https://example.org/ in https://example.com/sitemap.xml",
};

/// `scope/other-scheme`: another scheme than the sitemap's.
pub static OTHER_SCHEME: Rule = Rule {
    id: "scope/other-scheme",
    severity: Severity::Error,
    profiles: "EWEEE-",
    summary: "http against https: the scheme is another than that of the sitemap",
    help: "list each page once, by the scheme that it is served with",
    source: "sitemaps.org, sitemap file location",
    example: "http://example.com/ in https://example.com/sitemap.xml",
};

/// `scope/other-port`: another port than the sitemap's.
pub static OTHER_PORT: Rule = Rule {
    id: "scope/other-port",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the port is another than that of the sitemap",
    help: "list pages with the port of the sitemap",
    source: "sitemaps.org, sitemap file location",
    example: "https://example.com:8443/ in https://example.com/sitemap.xml",
};

/// `scope/www-mismatch`: a host that differs by `www.` only.
pub static WWW_MISMATCH: Rule = Rule {
    id: "scope/www-mismatch",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the host differs from that of the sitemap by `www.` only",
    help: "list the pages of the host that the others redirect to",
    source: "Search Console, URL not allowed",
    example: "https://www.example.com/ in https://example.com/sitemap.xml",
};

/// `scope/cross-submit-unproven`: the robots.txt of another host does not name the sitemap.
pub static UNPROVEN: Rule = Rule {
    id: "scope/cross-submit-unproven",
    severity: Severity::Warning,
    profiles: "W-----",
    summary: "pages of another host, whose robots.txt does not name this sitemap",
    help: "add a `Sitemap:` line to the robots.txt of that host",
    source: "sitemaps.org, sitemaps and cross submits",
    example: "https://example.org/ in https://example.com/sitemap.xml, and no such line in https://example.org/robots.txt",
};

/// `scope/mixed-host`: several hosts in one file.
pub static MIXED_HOST: Rule = Rule {
    id: "scope/mixed-host",
    severity: Severity::Warning,
    profiles: "EWWEW-",
    summary: "more than one host in one file",
    help: "make one sitemap for each host, or name this one in the robots.txt of the others",
    source: "sitemaps.org, sitemap file location",
    example: "<url><loc>https://example.com/</loc></url>\n<url><loc>https://example.org/</loc></url>",
};

/// `scope/mixed-scheme`: http and https in one file.
pub static MIXED_SCHEME: Rule = Rule {
    id: "scope/mixed-scheme",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "http and https in one file",
    help: "list each page once, by the scheme that it is served with",
    source: "sitemaps.org, FAQ",
    example: "<url><loc>https://example.com/a</loc></url>\n<url><loc>http://example.com/b</loc></url>",
};

/// `scope/index-child-host`: a sitemap of an index is on another host.
pub static INDEX_CHILD_HOST: Rule = Rule {
    id: "scope/index-child-host",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the sitemap is on another host than the index",
    help: "list it in an index of its own host",
    source: "sitemaps.org, index files",
    example: "https://example.org/a.xml in https://example.com/index.xml",
};

/// `scope/index-child-directory`: a sitemap of an index is not below its folder.
pub static INDEX_CHILD_DIRECTORY: Rule = Rule {
    id: "scope/index-child-directory",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "the sitemap is not below the folder of the index",
    help: "put the index into the root of the site",
    source: "Google, Sitemap index files",
    example: "https://example.com/a.xml in https://example.com/maps/index.xml",
};

/// `scope/robots-blocked`: robots.txt disallows it.
pub static ROBOTS_BLOCKED: Rule = Rule {
    id: "scope/robots-blocked",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "robots.txt disallows the address",
    help: "allow it in robots.txt, or leave it out of the sitemap",
    source: "Search Console, URL blocked by robots.txt; RFC 9309",
    example: "https://example.com/cart/ with `Disallow: /cart/`",
};

/// `limit/robots-patterns`: robots.txt has more patterns with `*` that may match than are tried.
pub static ROBOTS_PATTERNS: Rule = Rule {
    id: "limit/robots-patterns",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "robots.txt has more patterns with `*` that may match the address than are tried, 16 KiB of them",
    help: "write fewer patterns with `*`: whether it disallows the address was not found out",
    source: "urlset, safety limits",
    example: "10,000 patterns as /*a*b*a*a*b*c",
};

/// `lastmod/all-identical`: nearly all entries have one `lastmod`.
pub static ALL_IDENTICAL: Rule = Rule {
    id: "lastmod/all-identical",
    severity: Severity::Note,
    profiles: "-II---",
    summary: "at least 90 % of the entries have the same `lastmod`",
    help: "write when each page changed; the time of the export says nothing",
    source: "Google, Build a sitemap",
    example: "1,000 entries with <lastmod>2026-03-04T10:00:00Z</lastmod>",
};

/// `lastmod/missing`: no entry has a `lastmod` that can be read.
pub static LASTMOD_MISSING: Rule = Rule {
    id: "lastmod/missing",
    severity: Severity::Note,
    profiles: "-II---",
    summary: "no entry has a `lastmod` that can be read",
    help: "write when each page changed, if that is known",
    source: "Bing, The importance of setting the lastmod tag",
    example: "<url><loc>https://example.com/</loc></url>",
};

/// `changefreq/ignored`: search engines that ignore `changefreq`.
pub static CHANGEFREQ_IGNORED: Rule = Rule {
    id: "changefreq/ignored",
    severity: Severity::Note,
    profiles: "-II---",
    summary: "the search engine ignores `changefreq`",
    help: "leave it out: `urlset convert --drop changefreq`",
    source: "Google, Build a sitemap",
    example: "<changefreq>daily</changefreq>",
};

/// `priority/all-same`: all entries have one `priority`.
pub static PRIORITY_SAME: Rule = Rule {
    id: "priority/all-same",
    severity: Severity::Note,
    profiles: "I--I--",
    summary: "every entry has the same `priority`, so it says nothing",
    help: "leave it out, or weigh the pages against each other",
    source: "sitemaps.org, XML tag definitions",
    example: "1,000 entries with <priority>0.8</priority>",
};

/// `priority/ignored`: search engines that ignore `priority`.
pub static PRIORITY_IGNORED: Rule = Rule {
    id: "priority/ignored",
    severity: Severity::Note,
    profiles: "-II---",
    summary: "the search engine ignores `priority`",
    help: "leave it out: `urlset convert --drop priority`",
    source: "Google, Build a sitemap",
    example: "<priority>0.8</priority>",
};

/// `index/too-many`: an index with more sitemaps than it may have.
pub static INDEX_TOO_MANY: Rule = Rule {
    id: "index/too-many",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "more sitemaps in one index than it may have",
    help: "cut it into several indexes",
    source: "sitemaps.org, index files",
    example: "a sitemapindex with 50,001 sitemap elements",
};

/// `index/child-not-sitemap`: a sitemap of an index has the name of a page.
pub static CHILD_NOT_SITEMAP: Rule = Rule {
    id: "index/child-not-sitemap",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the address in the index looks like that of a page",
    help: "list sitemaps in an index, pages in a urlset",
    source: "recommendation",
    example: "<sitemap><loc>https://example.com/about.html</loc></sitemap>",
};

/// `index/lastmod-older-than-child`: the index says an older date than the sitemap.
pub static OLDER_THAN_CHILD: Rule = Rule {
    id: "index/lastmod-older-than-child",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the `lastmod` in the index is older than the newest one in the sitemap",
    help: "write the newest `lastmod` of its entries: `urlset index`",
    source: "sitemaps.org, index files",
    example: "2026-03-01 in the index, 2026-03-04 in the sitemap",
};

/// `index/total-too-many-files`: more indexes than Search Console takes.
pub static TOO_MANY_INDEXES: Rule = Rule {
    id: "index/total-too-many-files",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "more than 500 index files for one site",
    help: "list more sitemaps in each index",
    source: "Google, Sitemap index files",
    example: "501 index files",
};

/// `set/duplicate-url`: a page is listed twice.
pub static DUPLICATE_URL: Rule = Rule {
    id: "set/duplicate-url",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the same `loc` stands in the set before",
    help: "list each page once: `urlset dedupe`",
    source: "recommendation",
    example: "<url><loc>https://example.com/a</loc></url>\n<url><loc>https://example.com/a</loc></url>",
};

/// `set/http-https-pair`: a page by http and by https.
pub static HTTP_HTTPS_PAIR: Rule = Rule {
    id: "set/http-https-pair",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "another address in the set differs by http and https only",
    help: "list the one that the other redirects to",
    source: "sitemaps.org, FAQ",
    example: "http://example.com/a and https://example.com/a",
};

/// `set/trailing-slash-pair`: a page with and without a slash at its end.
pub static SLASH_PAIR: Rule = Rule {
    id: "set/trailing-slash-pair",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "another address in the set differs by the last slash only",
    help: "list the one that the other redirects to",
    source: "sitemaps.org, XML tag definitions",
    example: "https://example.com/a and https://example.com/a/",
};

/// `set/www-pair`: a page with and without `www.`.
pub static WWW_PAIR: Rule = Rule {
    id: "set/www-pair",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "another address in the set differs by `www.` only",
    help: "list the one that the other redirects to",
    source: "Search Console, domain properties",
    example: "https://example.com/a and https://www.example.com/a",
};

/// `set/case-pair`: a path in two cases.
pub static CASE_PAIR: Rule = Rule {
    id: "set/case-pair",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "another address in the set differs by the case of its path only",
    help: "list the one that the other redirects to",
    source: "RFC 3986 section 6.2.2.1",
    example: "https://example.com/About and https://example.com/about",
};

/// `set/fragment-pair`: a page with different fragments.
pub static FRAGMENT_PAIR: Rule = Rule {
    id: "set/fragment-pair",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "another address in the set differs by the fragment only",
    help: "list the page once, without `#` and what follows",
    source: "RFC 3986 section 3.5",
    example: "https://example.com/a and https://example.com/a#top",
};

/// `mobile/obsolete`: Google's mobile extension, which has no effect any more.
pub static MOBILE_OBSOLETE: Rule = Rule {
    id: "mobile/obsolete",
    severity: Severity::Note,
    profiles: "-I----",
    summary: "the mobile extension has no effect any more",
    help: "leave it out",
    source: "Google, Sitemap extensions",
    example: "<mobile:mobile xmlns:mobile=\"http://www.google.com/schemas/sitemap-mobile/1.0\"/>",
};

/// `mobile/baidu-type`: a type that Baidu does not know.
pub static BAIDU_TYPE: Rule = Rule {
    id: "mobile/baidu-type",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the `type` is none that Baidu knows",
    help: "write `mobile`, `pc,mobile` or `htmladapt`",
    source: "Baidu, mobile sitemaps",
    example: "<mobile:mobile type=\"autoadapt\" xmlns:mobile=\"http://www.baidu.com/schemas/sitemap-mobile/1/\"/>",
};

/// `mobile/not-empty`: content in `mobile:mobile`.
pub static MOBILE_NOT_EMPTY: Rule = Rule {
    id: "mobile/not-empty",
    severity: Severity::Warning,
    profiles: "WWWWWE",
    summary: "`mobile:mobile` is not empty",
    help: "write `<mobile:mobile/>`",
    source: "sitemap-mobile.xsd",
    example: "<mobile:mobile xmlns:mobile=\"http://www.google.com/schemas/sitemap-mobile/1.0\">yes</mobile:mobile>",
};

/// `pagemap/value-and-text`: an attribute of a PageMap has a value twice.
pub static VALUE_AND_TEXT: Rule = Rule {
    id: "pagemap/value-and-text",
    severity: Severity::Warning,
    profiles: "-W----",
    summary: "an `Attribute` has both a `value` and text",
    help: "keep one of them",
    source: "sitemap-pagemap.xsd",
    example: "<Attribute name=\"a\" value=\"b\">c</Attribute>",
};

/// `pagemap/missing-type`: an object of a PageMap without type.
pub static MISSING_TYPE: Rule = Rule {
    id: "pagemap/missing-type",
    severity: Severity::Error,
    profiles: "-----E",
    summary: "a `DataObject` has no `type`",
    help: "name its type",
    source: "sitemap-pagemap.xsd",
    example: "<DataObject><Attribute name=\"a\">b</Attribute></DataObject>",
};

/// `pagemap/missing-name`: an attribute of a PageMap without name.
pub static MISSING_NAME: Rule = Rule {
    id: "pagemap/missing-name",
    severity: Severity::Error,
    profiles: "-----E",
    summary: "an `Attribute` has no `name`",
    help: "name it",
    source: "sitemap-pagemap.xsd",
    example: "<Attribute>b</Attribute>",
};

/// `ext/retired`: an extension that was retired.
pub static RETIRED: Rule = Rule {
    id: "ext/retired",
    severity: Severity::Note,
    profiles: "-I----",
    summary: "the extension was retired and has no effect",
    help: "leave it out",
    source: "Google, retired in 2012",
    example: "<geo:geo xmlns:geo=\"http://www.google.com/geo/schemas/sitemap/1.0\"/>",
};

/// All of them.
pub static ALL: &[&Rule] = &[
    &TOO_LARGE,
    &NEAR_LIMIT,
    &NEAR_URL_LIMIT,
    &EMPTY_NEWS,
    &FORMAT_NOT_SUPPORTED,
    &TEXT_EXTENSION,
    &URL_TOO_LONG,
    &OUTSIDE_PATH,
    &OTHER_HOST,
    &OTHER_SCHEME,
    &OTHER_PORT,
    &WWW_MISMATCH,
    &UNPROVEN,
    &MIXED_HOST,
    &MIXED_SCHEME,
    &INDEX_CHILD_HOST,
    &INDEX_CHILD_DIRECTORY,
    &ROBOTS_BLOCKED,
    &ROBOTS_PATTERNS,
    &ALL_IDENTICAL,
    &LASTMOD_MISSING,
    &CHANGEFREQ_IGNORED,
    &PRIORITY_SAME,
    &PRIORITY_IGNORED,
    &INDEX_TOO_MANY,
    &CHILD_NOT_SITEMAP,
    &OLDER_THAN_CHILD,
    &TOO_MANY_INDEXES,
    &DUPLICATE_URL,
    &HTTP_HTTPS_PAIR,
    &SLASH_PAIR,
    &WWW_PAIR,
    &CASE_PAIR,
    &FRAGMENT_PAIR,
    &MOBILE_OBSOLETE,
    &BAIDU_TYPE,
    &MOBILE_NOT_EMPTY,
    &VALUE_AND_TEXT,
    &MISSING_TYPE,
    &MISSING_NAME,
    &RETIRED,
    &SCHEMA_VALUE,
    &SCHEMA_NOT_EXPECTED,
    &SCHEMA_MISSING,
    &NO_SCHEMA_FOR_FORMAT,
];
