//! What can be wrong with the columns of a batch.

use urlset_core::{Rule, Severity};

/// `arrow/dates-differ`: `lastmod` and `lastmod_at` of one row say different things.
pub static DATES_DIFFER: Rule = Rule {
    id: "arrow/dates-differ",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "`lastmod` and `lastmod_at` are different instants; `lastmod` is taken",
    help: "change both, or leave `lastmod` empty where `lastmod_at` says it",
    source: "urlset, the Arrow schema",
    example: "a row with the lastmod 2026-03-04 and the lastmod_at 2026-03-05 00:00:00 UTC",
};

/// `arrow/broken-batch`: who gives the batches failed, or gave one that has other columns.
pub static BROKEN_BATCH: Rule = Rule {
    id: "arrow/broken-batch",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the next batch of rows cannot be had",
    help: "look at what makes the batches; what came before is kept",
    source: "Apache Arrow, C stream interface",
    example: "a stream whose second batch has other columns than its first",
};

/// `arrow/unread-column`: a column that has values of a type that is not read.
pub static UNREAD_COLUMN: Rule = Rule {
    id: "arrow/unread-column",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a column whose name means something is of a type that is not read",
    help: "cast it to text, a date, a timestamp or a number before it is written",
    source: "urlset, tables",
    example: "a column `lastmod` of the type map",
};

/// `arrow/unread-loc`: the column of URLs is of a type that no URL has.
pub static UNREAD_LOC: Rule = Rule {
    id: "arrow/unread-loc",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the column of URLs is of a type that is not read: the row gives no entry",
    help: "cast it to text before it is written, or say with `--map` which column has the URLs",
    source: "urlset, tables",
    example: "a column `url` that has a list in each row",
};

/// All of them.
pub static ALL: &[&Rule] = &[&BROKEN_BATCH, &DATES_DIFFER, &UNREAD_COLUMN, &UNREAD_LOC];
