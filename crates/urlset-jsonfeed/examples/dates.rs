//! Lists the items of a JSON Feed with their dates: `cargo run --example dates -- feed.json`.

use std::fs::File;
use std::io::Write;
use urlset_core::{Diagnostic, Entry, EntryReader, Input, ReadOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("give the path of a JSON Feed")?;
    let mut findings: Vec<Diagnostic> = Vec::new();
    let input = Input::new(File::open(path)?);
    let mut reader = urlset_jsonfeed::open(input, &ReadOptions::default(), &mut findings)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", reader.header().title.as_deref().unwrap_or("no title"))?;
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, &mut findings)? {
        match entry.lastmod {
            Some(lastmod) => writeln!(out, "{lastmod} {}", entry.loc)?,
            None => writeln!(out, "- {}", entry.loc)?,
        }
    }
    for finding in findings {
        let at = finding.position;
        writeln!(out, "{}:{} {} {}", at.line, at.column, finding.rule.id, finding.detail)?;
    }
    Ok(())
}
