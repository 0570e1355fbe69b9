//! Reads a sitemap of any size from standard input, as a server sends it, in constant memory:
//! `curl -s https://example.com/sitemap.xml.gz | cargo run --example gzip_stream`.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use urlset::{Diagnostic, Entry, OpenOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = OpenOptions::default();
    let mut findings: Vec<Diagnostic> = Vec::new();
    let prepared = urlset::prepare(std::io::stdin(), &options, &mut findings)?;
    let (format, compression) = (prepared.format.title, prepared.compression.unwrap_or("plain"));
    println!("{format}, {compression}, {}", prepared.charset);
    let mut reader = prepared.open(&options.read, &mut findings)?;
    let mut hosts: BTreeMap<String, u64> = BTreeMap::new();
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, &mut findings)? {
        *hosts.entry(entry.loc.host().unwrap_or_default().to_owned()).or_default() += 1;
    }
    for (host, pages) in hosts {
        println!("{pages}\t{host}");
    }
    println!("{} findings", findings.len());
    Ok(())
}
