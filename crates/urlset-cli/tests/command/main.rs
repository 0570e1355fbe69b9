//! The built command, run as a user runs it.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test that cannot go on fails"
)]

mod any_memory;
mod beside;
mod by_source;
mod checked;
/// The classes that the tests over the libraries try, and `cargo xtask bounds` measures.
#[path = "../../../../tests/src/hostile.rs"]
#[allow(unreachable_pub, reason = "they are public where they are at home")]
mod classes;
mod correct_sets;
mod diff;
mod ended;
mod endless;
mod exit_codes;
mod faults;
mod feeds;
mod findings;
mod fixes;
mod fixes_kept;
mod folders;
mod hostile;
mod indexes;
mod inputs;
mod layouts;
mod limits;
mod manuals;
mod outlived;
mod outputs;
mod page;
#[cfg(feature = "parquet")]
mod parquet;
mod query;
mod remote;
mod remote_discovery;
mod remote_redirects;
mod remote_secrets;
mod remote_told;
mod reports;
mod rule_table;
mod rules;
mod run;
mod sets;
mod stable;
mod stable_names;
mod stats;
mod stats_told;
mod stylesheets;
mod submit;
mod tables;
mod told_marks;
mod told_tables;
mod transcripts;
mod trusting;
mod unread;
mod updates;
mod updates_told;
mod updates_whole;
mod xsd;
mod xsd_samples;
mod xsd_values;

#[path = "../../../urlset-fetch/tests/fetching/server.rs"]
mod server;
