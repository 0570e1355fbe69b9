//! Prints every address of a sitemap in any format: `cargo run --example addresses -- FILE`.
//! Findings go to standard error.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::error::Error;
use urlset::{Diagnostic, Entry, OpenOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: addresses FILE")?;
    let options = OpenOptions { name: Some(path.as_str().into()), ..OpenOptions::default() };
    let mut findings: Vec<Diagnostic> = Vec::new();
    let prepared = urlset::prepare(std::fs::File::open(&path)?, &options, &mut findings)?;
    eprintln!("{path}: {}, {}: {}", prepared.format.title, prepared.charset, prepared.why);
    let mut reader = prepared.open(&options.read, &mut findings)?;
    let mut entry = Entry::default();
    let mut more = true;
    while more {
        more = reader.read_entry(&mut entry, &mut findings)?;
        for finding in findings.drain(..) {
            let at = finding.position;
            eprintln!("{path}:{}:{}: {} {}", at.line, at.column, finding.rule.id, finding.detail);
        }
        if more {
            println!("{}", entry.loc);
        }
    }
    Ok(())
}
