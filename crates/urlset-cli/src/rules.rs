//! Rules that only the command finds: about files, and about how they name each other.

use urlset::{Rule, Severity};

/// `file/unreadable`: an input cannot be read.
pub(crate) static UNREADABLE: Rule = Rule {
    id: "file/unreadable",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the input cannot be read",
    help: "check the name and the permissions",
    source: "urlset, inputs",
    example: "urlset convert no-such-file.xml",
};

/// `file/skipped`: a file of a folder is no sitemap.
pub(crate) static SKIPPED: Rule = Rule {
    id: "file/skipped",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "a file of the folder is in no known format and was skipped",
    help: "name the file itself, perhaps with `--from`, if it should be read",
    source: "urlset, inputs",
    example: "urlset convert public/    (with public/logo.png in it)",
};

/// `file/is-output`: a file of a folder or pattern is what the run writes.
pub(crate) static IS_OUTPUT: Rule = Rule {
    id: "file/is-output",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a file of the folder or pattern is an output of this run and was not read",
    help: "write to another place, or name the file itself if it should be read too",
    source: "urlset, inputs",
    example: "urlset convert public/ -o public/all.xml    (for the second time)",
};

/// `index/child-unsafe`: a sitemap that an index names is a file that must not be read.
pub(crate) static CHILD_UNSAFE: Rule = Rule {
    id: "index/child-unsafe",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a sitemap that the index names leads out of the index's folder",
    help: "map it with `--resolve PREFIX=DIR/` if you trust the index",
    source: "urlset, safety limits",
    example: "<sitemap><loc>https://example.com/%2e%2e/secret.xml</loc></sitemap>",
};

/// `index/nested`: an index names an index.
pub(crate) static NESTED: Rule = Rule {
    id: "index/nested",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an index names another index",
    help: "name the sitemaps themselves: search engines do not follow indexes of indexes",
    source: "sitemaps.org, index files; Search Console, nested indexing",
    example: "<sitemap><loc>https://example.com/sitemap_index2.xml</loc></sitemap>",
};

/// `index/self-reference`: an index names itself.
pub(crate) static SELF_REFERENCE: Rule = Rule {
    id: "index/self-reference",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the index names itself",
    help: "take the entry out",
    source: "sitemaps.org, index files",
    example: "sitemap_index.xml names https://example.com/sitemap_index.xml",
};

/// `index/cycle`: indexes name each other.
pub(crate) static CYCLE: Rule = Rule {
    id: "index/cycle",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "indexes name each other in a circle",
    help: "take one of the entries out",
    source: "sitemaps.org, index files",
    example: "a.xml names b.xml, and b.xml names a.xml",
};

/// `index/duplicate-child`: an index names one file twice.
pub(crate) static DUPLICATE_CHILD: Rule = Rule {
    id: "index/duplicate-child",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the index names one file twice; it was read once",
    help: "take one of the entries out",
    source: "sitemaps.org, index files",
    example: "two sitemap elements with one loc",
};

/// `set/orphan-sitemap`: a sitemap beside an index that no index names.
pub(crate) static ORPHAN: Rule = Rule {
    id: "set/orphan-sitemap",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "a sitemap beside the index that no index and no robots.txt names",
    help: "name it in the index, or remove the file",
    source: "sitemaps.org, index files; no search engine asks it",
    example: "sitemap_index.xml, a.xml that it names, and old.xml that it does not name",
};

/// `limit/index-depth`: indexes are nested too deep.
pub(crate) static DEPTH: Rule = Rule {
    id: "limit/index-depth",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "indexes are nested deeper than allowed",
    help: "raise `--max-depth` if you trust the files",
    source: "urlset, safety limits",
    example: "an index of indexes of indexes of indexes",
};

/// `fetch/unreachable`: nobody answers.
pub(crate) static UNREACHABLE: Rule = Rule {
    id: "fetch/unreachable",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "no connection to the server",
    help: "check the address, and whether the server is up",
    source: "urlset, network",
    example: "urlset check https://no-such-host.example/sitemap.xml",
};

/// `fetch/status`: an answer that is no document.
pub(crate) static STATUS: Rule = Rule {
    id: "fetch/status",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the server has no document at this address",
    help: "check the address in a browser; a 401 or 403 may want `--header` or `https://USER:PASSWORD@HOST/`",
    source: "RFC 9110, status codes",
    example: "HTTP/1.1 404 Not Found",
};

/// `fetch/too-slow`: a server takes too long.
pub(crate) static TOO_SLOW: Rule = Rule {
    id: "fetch/too-slow",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the server takes too long",
    help: "try again later, or allow more with `--timeout SECONDS`",
    source: "urlset, safety limits",
    example: "a server that sends a byte a second",
};

/// `fetch/broken-answer`: an answer that is cut off or contradicts itself.
pub(crate) static BROKEN_ANSWER: Rule = Rule {
    id: "fetch/broken-answer",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the answer is not sound HTTP, or its body is not whole",
    help: "try again; if it stays so, the server or a proxy before it is broken",
    source: "RFC 9112, message format",
    example: "Content-Length: 1000    (and 900 bytes of body)",
};

/// `fetch/redirect`: a redirect in a circle, to another scheme, or one too many.
pub(crate) static REDIRECT: Rule = Rule {
    id: "fetch/redirect",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a redirect that is not followed",
    help: "name the address where it should lead to",
    source: "urlset, safety limits",
    example: "HTTP/1.1 302 Found, Location: file:///etc/passwd",
};

/// `fetch/other-host`: another host than the one that was named.
pub(crate) static OTHER_HOST: Rule = Rule {
    id: "fetch/other-host",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a redirect or an index leads to another host, which is not asked",
    help: "allow it with `--allow-host HOST` if you trust it; for an index that is a file say its address with `--source-url URL`",
    source: "urlset, safety limits",
    example: "<sitemap><loc>https://cdn.example.net/a.xml</loc></sitemap>    (in an index of www.example.com)",
};

/// `fetch/private-address`: a name with an address of a private network.
pub(crate) static PRIVATE_ADDRESS: Rule = Rule {
    id: "fetch/private-address",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a name leads to an address of a private network, which is not asked",
    help: "add `--allow-private` if it is your network",
    source: "urlset, safety limits; RFC 6890",
    example: "https://www.example.com/sitemap.xml    (and the name resolves to 10.0.0.1)",
};

/// `fetch/offline`: not in the cache.
pub(crate) static OFFLINE: Rule = Rule {
    id: "fetch/offline",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the address was not asked: `--offline`, and it is not in the cache",
    help: "leave `--offline` out, or name the folder of an earlier run with `--cache DIR`",
    source: "urlset, network",
    example: "urlset check https://www.example.com/sitemap.xml --offline",
};

/// `fetch/content-type`: the server says that a sitemap is something else.
pub(crate) static CONTENT_TYPE: Rule = Rule {
    id: "fetch/content-type",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the server sends the document as something else than it is",
    help: "have it sent as `application/xml`, `text/plain`, or what else it is; `Content-Encoding` names compression only",
    source: "sitemaps.org, protocol; RFC 9110, Content-Type",
    example: "Content-Type: text/html    (and a sitemap)",
};

/// `fetch/not-kept`: the cache cannot be written.
pub(crate) static NOT_KEPT: Rule = Rule {
    id: "fetch/not-kept",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a document could not be put into the cache, or taken out of it; it was read all the same",
    help: "see whether `--cache` names a folder, whether there is room in it, and who may write there",
    source: "urlset, fetching",
    example: "No space left on device",
};

/// `fetch/not-discovered`: nothing at any usual place.
pub(crate) static NOT_DISCOVERED: Rule = Rule {
    id: "fetch/not-discovered",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "no sitemap and no feed of the site was found",
    help: "name its sitemap, or have its robots.txt name it",
    source: "sitemaps.org, submitting by robots.txt",
    example: "urlset check https://www.example.com/ --discover",
};

/// `fetch/unreadable-link`: a page names a feed in bytes that are no text.
pub(crate) static UNREADABLE_LINK: Rule = Rule {
    id: "fetch/unreadable-link",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the page names a feed by an address that is not in its charset, so nobody knows which it is",
    help: "name the feed itself, or have the page sent with the `charset` that it is in",
    source: "HTML, determining the character encoding",
    example: "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"/caf\\xe9.rss\">    (in a page without a charset)",
};

/// `limit/page-bytes`: a page is longer than what is looked at.
pub(crate) static PAGE_BYTES: Rule = Rule {
    id: "limit/page-bytes",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the page is longer than what `--discover` looks at for feeds",
    help: "name the feed or the sitemap itself",
    source: "urlset, safety limits",
    example: "urlset check https://www.example.com/ --discover    (and a page of 9 MiB)",
};

/// `limit/requests`: too many requests.
pub(crate) static REQUESTS: Rule = Rule {
    id: "limit/requests",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "more requests than one run may make",
    help: "raise `--max-requests` if you trust the site",
    source: "urlset, safety limits",
    example: "an index of indexes that never end",
};

/// `indexnow/key-file`: the proof of ownership is missing.
pub(crate) static KEY_FILE: Rule = Rule {
    id: "indexnow/key-file",
    severity: Severity::Error,
    profiles: "------",
    summary: "the host does not serve the file with the key",
    help: "put a file with nothing but the key there, or say with `--key-location` where it is",
    source: "indexnow.org, documentation",
    example: "https://www.example.com/0123456789abcdef.txt    (404, or another text)",
};

/// `indexnow/refused`: an engine refuses a list.
pub(crate) static REFUSED: Rule = Rule {
    id: "indexnow/refused",
    severity: Severity::Error,
    profiles: "------",
    summary: "the engine did not take the list",
    help: "see what it said; nothing that it took has to be sent again",
    source: "indexnow.org, documentation",
    example: "HTTP/1.1 422 Unprocessable Entity",
};

/// All of them.
pub(crate) static ALL: &[&Rule] = &[
    &UNREADABLE,
    &SKIPPED,
    &IS_OUTPUT,
    &CHILD_UNSAFE,
    &NESTED,
    &SELF_REFERENCE,
    &CYCLE,
    &DUPLICATE_CHILD,
    &ORPHAN,
    &DEPTH,
    &UNREACHABLE,
    &STATUS,
    &TOO_SLOW,
    &BROKEN_ANSWER,
    &REDIRECT,
    &OTHER_HOST,
    &PRIVATE_ADDRESS,
    &OFFLINE,
    &CONTENT_TYPE,
    &NOT_KEPT,
    &NOT_DISCOVERED,
    &UNREADABLE_LINK,
    &PAGE_BYTES,
    &REQUESTS,
    &KEY_FILE,
    &REFUSED,
];
