//! Hard inputs with what must come out of them, and what the tests over all formats share.
//!
//! A case is a folder under `tests/cases`: `input.*`, perhaps `options.txt` with flags of the
//! command, `why.txt` with the fact in a line, and `expect.txt` with the entries as JSON Lines, a
//! line `--`, and the findings in order as `line:column severity rule lost detail`.
//!
//! A case with a `waiting.txt` is known to come out wrong, for the reason that stands there: its
//! `expect.txt` says what is right, and the test fails as soon as it comes out so.
//!
//! `BLESS=1 cargo test -p urlset-tests --test cases` writes `expect.txt` anew; read the difference
//! before it is committed: what is blessed wrong stays wrong.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a harness that cannot go on has to say so at once"
)]

mod case;
pub mod conversion;
mod diff;
mod dump;
mod generate;
mod hostile;
mod lists;
pub mod outside;
pub mod python;
mod reading;
mod roundtrip;
mod scribe;
mod settings;
mod slow;
pub mod targets;

pub use case::{Case, cases, root};
pub use diff::diff;
pub use dump::{dump, entries, line};
pub use generate::{
    core_entry, datetime, entry, foreign_element, item, loc, priority, strict_entry, text,
};
pub use hostile::{Hostile, hostile};
pub use lists::{Listed, list};
pub use reading::{Reading, read, read_as, read_with};
pub use roundtrip::{
    Log, Memory, header, read_back, read_options, write, write_options, write_with,
};
pub use scribe::Scribe;
pub use settings::Settings;
pub use slow::Slow;
