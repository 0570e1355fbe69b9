//! What can go wrong when URLs are rewritten.

use urlset_core::{Rule, Severity};

/// `rewrite/refused`: a URL that would be none.
pub static REFUSED: Rule = Rule {
    id: "rewrite/refused",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a URL would be none when rewritten, and stays as it was",
    help: "begin the template of `--rewrite-path` with `/`, and give a path with a query to URLs without one",
    source: "RFC 3986 section 3",
    example: "https://example.com/a with --rewrite-path '^/a=b'",
};

/// `rewrite/collision`: two locs that become one.
pub static COLLISION: Rule = Rule {
    id: "rewrite/collision",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "two different locs are the same when rewritten",
    help: "give one of them another target, or join their entries with `--dedupe`",
    source: "sitemaps.org, a loc stands for one page",
    example: "http://example.com/ and https://example.com/ with --rewrite-scheme https",
};

/// `rewrite/out-of-reach`: a URL where nobody says that one stands.
pub static OUT_OF_REACH: Rule = Rule {
    id: "rewrite/out-of-reach",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a URL that would be rewritten stands in a text, or in an element of unknown meaning, and stays",
    help: "change it where it is made; `--drop other` leaves such elements out, `--stylesheet none` a stylesheet",
    source: "sitemaps.org, extending the protocol",
    example: "<pagemap:Attribute name=\"image\">http://old.example/a.jpg</pagemap:Attribute>",
};

/// All of them.
pub static ALL: &[&Rule] = &[&COLLISION, &OUT_OF_REACH, &REFUSED];
