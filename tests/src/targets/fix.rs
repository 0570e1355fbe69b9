//! What is repaired stays repaired, and costs no page that is read without repairs.

use crate::{Log, Memory, Settings, read_as, read_with, write};
use std::collections::HashSet;
use urlset::ops::Mending;
use urlset::{DateOrder, Diagnostic, EXTENSIONS, Entry, EntryReader, Header, Lost};

/// A document of any format, repaired, written in its format, and repaired again.
pub fn fix(data: &[u8]) {
    let read = read_with(&Settings::named("input"), data);
    let mended = read_with(&mending(), data);
    let locs: HashSet<&str> = mended.entries.iter().map(|entry| entry.loc.as_str()).collect();
    for entry in &read.entries {
        assert!(locs.contains(entry.loc.as_str()), "{} is repaired away: {mended:#?}", entry.loc);
    }
    let format = mended.format.and_then(urlset::format);
    // A feed is written with an id, a title and dates of its own.
    let Some(format) = format.filter(|format| matches!(format.name, "xml" | "text" | "jsonl"))
    else {
        return;
    };
    // What is no certain repair may be lost where reading as usual takes a guess.
    let is_told = |finding: &Diagnostic| is_repair(finding) || finding.lost != Lost::Nothing;
    let untold = !mended.findings.iter().any(is_told);
    let (entries, told) = repaired(mended.header.clone(), mended.entries);
    assert!(!untold || !told.is_empty() || entries == read.entries, "changed, and nothing told");
    if entries.is_empty() {
        return;
    }
    let written = write(format, &mended.header, &entries, &mut Log::default());
    let again = read_as(format, &mending(), written.as_bytes());
    assert!(!again.findings.iter().any(is_repair), "{written}\n{:#?}", again.findings);
    let (same, told) = repaired(again.header, again.entries);
    assert!(told.is_empty() && same.len() == entries.len(), "{written}\n{told:#?}");
    for (one, other) in entries.iter().zip(&same) {
        assert_eq!(one.loc, other.loc, "{written}");
    }
    let twice = write(format, &mended.header, &same, &mut Log::default());
    assert_eq!(written, twice);
}

fn mending() -> Settings {
    let mut settings = Settings::named("input");
    settings.open.read.mends = true;
    settings
}

fn is_repair(finding: &Diagnostic) -> bool {
    finding.mended.is_some()
}

/// What the extensions hold, repaired.
fn repaired(header: Header, entries: Vec<Entry>) -> (Vec<Entry>, Vec<Diagnostic>) {
    let mut reader = Mending::new(Memory::new(header, entries), EXTENSIONS, DateOrder::Iso);
    let (mut entry, mut entries, mut told) = (Entry::default(), Vec::new(), Vec::new());
    while reader.read_entry(&mut entry, &mut told).unwrap() {
        entries.push(entry.clone());
    }
    assert!(told.iter().all(is_repair), "{told:#?}");
    (entries, told)
}
