//! Counts the URLs of a text sitemap by host: `cargo run --example hosts -- urls.txt`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use urlset_core::{Diagnostic, Entry, EntryReader, Input, ReadOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("give the path of a text sitemap")?;
    let mut findings: Vec<Diagnostic> = Vec::new();
    let input = Input::new(File::open(path)?);
    let mut reader = urlset_text::open(input, &ReadOptions::default(), &mut findings)?;
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, &mut findings)? {
        *counts.entry(entry.loc.host().unwrap_or("?").to_owned()).or_default() += 1;
    }
    let mut out = std::io::stdout().lock();
    for (host, count) in counts {
        writeln!(out, "{count:>9} {host}")?;
    }
    for finding in findings {
        let at = finding.position;
        writeln!(out, "{}:{} {} {}", at.line, at.column, finding.rule.id, finding.detail)?;
    }
    Ok(())
}
