//! The rules of the safety limits: what an untrusted document may cost.

use crate::{Rule, Severity};

/// `limit/input-bytes`: the input is larger than allowed.
pub static LIMIT_INPUT: Rule = Rule {
    id: "limit/input-bytes",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the input is larger than allowed",
    help: "raise `--max-input` if you trust the file",
    source: "urlset, safety limits",
    example: "a file of 5 GiB with --max-input 4GiB",
};

/// `limit/entry-bytes`: one entry is larger than allowed.
pub static LIMIT_ENTRY: Rule = Rule {
    id: "limit/entry-bytes",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "one entry is larger than allowed",
    help: "raise `--max-entry` if you trust the file",
    source: "urlset, safety limits",
    example: "<url> with 5 MiB of text",
};

/// `limit/token-bytes`: one tag, text or line is longer than allowed.
pub static LIMIT_TOKEN: Rule = Rule {
    id: "limit/token-bytes",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "one tag, text or line is longer than allowed",
    help: "raise `--max-entry` if you trust the file",
    source: "urlset, safety limits",
    example: "a line of 2 MiB",
};

/// `limit/base-bytes`: relative addresses become far longer than the document.
pub static LIMIT_BASE: Rule = Rule {
    id: "limit/base-bytes",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the bases of relative addresses have more bytes than allowed: 1 MiB, and four times those of the document",
    help: "raise `--max-entry`, of which the 1 MiB is a quarter, if you trust the file",
    source: "urlset, safety limits",
    example: "an `xml:base` of 300 kB and 5,000 relative links",
};

/// `limit/columns`: a table has more columns than allowed.
pub static LIMIT_COLUMNS: Rule = Rule {
    id: "limit/columns",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a row of the table has more cells than allowed",
    help: "raise `--max-columns` if you trust the file",
    source: "urlset, safety limits",
    example: "a head of 20,000 columns",
};
