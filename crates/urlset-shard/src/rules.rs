//! What can go wrong with shards.

use urlset_core::{Rule, Severity};

/// `shard/entry-too-large`: an entry that no shard has room for.
pub static ENTRY_TOO_LARGE: Rule = Rule {
    id: "shard/entry-too-large",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "an entry that no shard has room for",
    help: "raise `--max-bytes`, or leave out some of its extensions with `--drop`",
    source: "sitemaps.org, index files",
    example: "an entry of 60 MB, and --max-bytes 50000000",
};

/// All of them.
pub static ALL: &[&Rule] = &[&ENTRY_TOO_LARGE];
