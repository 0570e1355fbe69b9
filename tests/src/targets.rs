//! What must hold whatever the bytes: the bodies of the fuzz targets, as plain functions.
//!
//! `cargo xtask fuzz` looks for bytes that break one of them; `tests/corpora.rs` replays what it
//! found worth keeping. Each panics where something does not hold.

mod address;
mod check;
mod date;
mod expression;
mod fix;
mod merge;
mod reading;
mod second;
mod squeezed;
mod template;
mod twice;

pub use address::url;
pub use check::check;
pub use date::date;
pub use expression::{filter, map};
pub use fix::fix;
pub use merge::merge;
pub use reading::{csv, detect, feed, jsonfeed, jsonl, robots, text, xml};
pub use second::differential;
pub use squeezed::gzip_xml;
pub use template::template;
pub use twice::round_trip;

/// A target: its name, and what it asks of any bytes.
pub type Target = (&'static str, fn(&[u8]));

/// Every target. `fuzz/src/bin` has a program for each.
pub static TARGETS: &[Target] = &[
    ("check", check),
    ("csv", csv),
    ("date", date),
    ("detect", detect),
    ("differential", differential),
    ("feed", feed),
    ("filter", filter),
    ("fix", fix),
    ("gzip_xml", gzip_xml),
    ("jsonfeed", jsonfeed),
    ("jsonl", jsonl),
    ("map", map),
    ("merge", merge),
    ("robots", robots),
    ("round_trip", round_trip),
    ("template", template),
    ("text", text),
    ("url", url),
    ("xml", xml),
];
