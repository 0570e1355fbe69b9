//! What can go wrong with temporary files.

use urlset_core::{Rule, Severity};

/// `limit/disk`: no room for a temporary file.
pub static DISK: Rule = Rule {
    id: "limit/disk",
    severity: Severity::Error,
    summary: "no room for a temporary file",
    help: "name a folder with more room with `--tmp-dir`, or allow more `--memory`",
    source: "urlset, safety limits",
    example: "100 million URLs to deduplicate with --memory 64MiB and 200 MiB free in /tmp",
};

/// All of them.
pub static ALL: &[&Rule] = &[&DISK];
