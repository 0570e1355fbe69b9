//! Makes a sitemap of a feed and tells what a sitemap cannot hold:
//! `cargo run --example feed_to_sitemap -- feed.rss sitemap.xml.gz`.
#![allow(clippy::print_stderr)]

use urlset::ops::{Copying, copy};
use urlset::{Diagnostic, ReadOptions, WriteOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [from, to] = [1, 2].map(|place| std::env::args().nth(place));
    let (from, to) = (from.ok_or("which feed?")?, to.ok_or("to which file?")?);
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut reader = urlset::open(&from, &ReadOptions::default(), &mut findings)?;
    let mut output = urlset::create(&to, reader.header(), &WriteOptions::default())?;
    let (format, _) = urlset::by_name(&to).ok_or("what kind of file?")?;
    let mut copying = Copying {
        carries: format.carries,
        extensions: urlset::EXTENSIONS,
        audits: &mut [],
        most_entries: Some(50_000),
    };
    let copied = copy(&mut *reader, &mut output, &mut copying, &mut findings)?;
    output.finish()?;
    for finding in &findings {
        let (rule, at) = (finding.rule, finding.position);
        eprintln!("{from}:{}:{}: {}: {}", at.line, at.column, rule.id, finding.detail);
    }
    eprintln!("{} read, {} written", copied.read, copied.written);
    Ok(())
}
