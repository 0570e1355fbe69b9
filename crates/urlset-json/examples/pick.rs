//! Prints the entries of a JSON Lines file that have a `lastmod`:
//! `cargo run --example pick -- urls.jsonl`.

use std::fs::File;
use urlset_core::{Diagnostic, Entry, EntryReader, Input, Output, ReadOptions, WriteOptions};
use urlset_json::JsonWriter;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("give the path of a JSON Lines file")?;
    let mut findings: Vec<Diagnostic> = Vec::new();
    let input = Input::new(File::open(path)?);
    let mut reader = urlset_json::open(input, &ReadOptions::default(), &mut findings)?;
    let writer = JsonWriter::new(reader.header().kind, &WriteOptions::default());
    let mut output = Output::new(std::io::stdout(), Box::new(writer));
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, &mut findings)? {
        if entry.lastmod.is_some() {
            output.write(&entry, &mut findings)?;
        }
    }
    output.finish()?;
    match findings.into_iter().next() {
        Some(finding) => Err(urlset_core::Error::from(finding).into()),
        None => Ok(()),
    }
}
