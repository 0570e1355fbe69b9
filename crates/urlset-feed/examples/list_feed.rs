//! Prints date and address of every item of a feed: `cargo run --example list_feed -- feed.xml`,
//! with the feed's own address as a second argument where its links are relative.

use std::error::Error;
use std::fs::File;
use std::io::Write;
use urlset_core::{Diagnostic, Entry, EntryReader, Input, ReadOptions};
use urlset_feed::FeedReader;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which feed?")?;
    let base = arguments.next().map(Into::into);
    let options = ReadOptions { base, ..ReadOptions::default() };
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut reader = FeedReader::open(Input::new(File::open(path)?), &options, &mut findings)?;
    let mut out = std::io::stdout().lock();
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, &mut findings)? {
        let lastmod = entry.lastmod.map(|lastmod| lastmod.to_string()).unwrap_or_default();
        writeln!(out, "{lastmod}\t{}", entry.loc)?;
    }
    let mut err = std::io::stderr().lock();
    for finding in &findings {
        let at = finding.position;
        let severity = finding.severity.as_str();
        writeln!(
            err,
            "{}:{} {severity} {}: {}",
            at.line, at.column, finding.rule.id, finding.detail
        )?;
    }
    Ok(())
}
