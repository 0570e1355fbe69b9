//! What can go wrong with temporary files.

use urlset_core::{Rule, Severity};

/// `limit/disk`: a temporary file finds no room, or no folder that takes it.
pub static DISK: Rule = Rule {
    id: "limit/disk",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a temporary file cannot be written",
    help: "name a writable folder with room for it with `--tmp-dir`, or allow more `--memory`",
    source: "urlset, safety limits",
    example: "100 million URLs to deduplicate with --memory 64MiB and 200 MiB free in /tmp",
};

/// All of them.
pub static ALL: &[&Rule] = &[&DISK];
