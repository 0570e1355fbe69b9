//! The rules of IndexNow. Ids and severities are those of the project's specification.

use urlset_core::{Rule, Severity};

/// `indexnow/too-many`: more than 10,000 URLs in a body.
pub static TOO_MANY: Rule = Rule {
    id: "indexnow/too-many",
    severity: Severity::Error,
    profiles: "------",
    summary: "more than 10,000 URLs in a body",
    help: "cut the list: `--limit 10000`",
    source: "indexnow.org, documentation",
    example: "{\"host\":\"example.com\",\"urlList\":[…10,001 URLs…]}",
};

/// `indexnow/host-mismatch`: a URL of another host.
pub static HOST_MISMATCH: Rule = Rule {
    id: "indexnow/host-mismatch",
    severity: Severity::Error,
    profiles: "------",
    summary: "a URL of another host",
    help: "write a body for each host",
    source: "indexnow.org, documentation",
    example: "{\"host\":\"example.com\",\"urlList\":[\"https://www.example.com/\"]}",
};

/// `indexnow/bad-key`: the key is not 8 to 128 letters, digits and dashes.
pub static BAD_KEY: Rule = Rule {
    id: "indexnow/bad-key",
    severity: Severity::Error,
    profiles: "------",
    summary: "the key is not 8 to 128 letters, digits and dashes",
    help: "give the key with `--key-file`",
    source: "indexnow.org, documentation",
    example: "{\"host\":\"example.com\",\"key\":\"secret!\"}",
};

/// All of them.
pub static ALL: &[&Rule] = &[&TOO_MANY, &HOST_MISMATCH, &BAD_KEY];
