//! Lists the sitemaps that a robots.txt names: `cargo run --example sitemaps -- robots.txt`.

use std::fs::File;
use std::io::Write;
use urlset_core::{Diagnostic, Entry, EntryReader, Input, ReadOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("give the path of a robots.txt")?;
    let mut findings: Vec<Diagnostic> = Vec::new();
    let input = Input::new(File::open(path)?);
    let mut reader = urlset_robots::open(input, &ReadOptions::default(), &mut findings)?;
    let mut entry = Entry::default();
    let mut out = std::io::stdout().lock();
    while reader.read_entry(&mut entry, &mut findings)? {
        writeln!(out, "{}", entry.loc)?;
    }
    for finding in findings {
        let at = finding.position;
        writeln!(out, "{}:{} {} {}", at.line, at.column, finding.rule.id, finding.detail)?;
    }
    Ok(())
}
