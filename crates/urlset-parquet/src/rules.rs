//! What can be wrong with a Parquet file.

use urlset_core::{Rule, Severity};

/// `parquet/not-parquet`: a file that should be Parquet and does not begin as one.
pub static NOT_PARQUET: Rule = Rule {
    id: "parquet/not-parquet",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "not a Parquet file: it does not begin with `PAR1`",
    help: "say what it is with `--from`, or make the file again",
    source: "Apache Parquet, file format",
    example: "a file called urls.parquet that holds an error page",
};

/// `parquet/truncated`: the end of the file is not there.
pub static TRUNCATED: Rule = Rule {
    id: "parquet/truncated",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the Parquet file is cut off: its end, without which nothing can be read, is not there",
    help: "copy or make the file again, whole",
    source: "Apache Parquet, file format",
    example: "the first half of a Parquet file",
};

/// `parquet/damaged`: what the file says of itself, or a page of it, is not what it should be.
pub static DAMAGED: Rule = Rule {
    id: "parquet/damaged",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the Parquet file is damaged",
    help: "make the file again; the rows before the damage are kept",
    source: "Apache Parquet, file format",
    example: "a Parquet file with bytes of a page overwritten",
};

/// `parquet/unsupported`: encrypted, or compressed in a way that is not read.
pub static UNSUPPORTED: Rule = Rule {
    id: "parquet/unsupported",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "Parquet of a kind that is not read",
    help: "write it again without encryption, compressed with zstd, snappy, gzip or lz4",
    source: "Apache Parquet, file format",
    example: "a Parquet file compressed with brotli",
};

/// `parquet/too-large`: a row group that takes more memory than allowed.
pub static TOO_LARGE: Rule = Rule {
    id: "parquet/too-large",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a part of the Parquet file would take more memory than allowed",
    help: "write it again with smaller pages and row groups, as of 100,000 rows",
    source: "urlset, safety limits",
    example: "a page of a few bytes that says of itself that it becomes 2 GB",
};

/// `parquet/bomb`: the rows are far larger than the file.
pub static BOMB: Rule = Rule {
    id: "parquet/bomb",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the Parquet file becomes larger than allowed",
    help: "raise `--max-ratio` if you trust the file",
    source: "urlset, safety limits",
    example: "a file of 10 KB that has one URL ten million times",
};

/// All of them.
pub static ALL: &[&Rule] = &[&BOMB, &DAMAGED, &NOT_PARQUET, &TOO_LARGE, &TRUNCATED, &UNSUPPORTED];
