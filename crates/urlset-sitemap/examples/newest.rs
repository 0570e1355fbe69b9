//! Prints the entries of a sitemap that changed last: `cargo run --example newest -- sitemap.xml`.

use std::error::Error;
use std::fs::File;
use std::io::Write;
use urlset_core::{Diagnostic, EntryReader, Input, ReadOptions};
use urlset_sitemap::SitemapReader;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which sitemap?")?;
    let mut findings: Vec<Diagnostic> = Vec::new();
    let input = Input::new(File::open(path)?);
    let mut early = Vec::new();
    let reader = SitemapReader::open(input, &ReadOptions::default(), &mut early)?;
    let mut dated = Vec::new();
    for entry in reader.entries(&mut findings) {
        let entry = entry?;
        dated.extend(entry.lastmod.map(|lastmod| (lastmod, entry.loc)));
    }
    dated.sort_by_key(|(lastmod, _)| std::cmp::Reverse(lastmod.earliest()));
    let mut out = std::io::stdout().lock();
    for (lastmod, loc) in dated.iter().take(10) {
        writeln!(out, "{lastmod}\t{loc}")?;
    }
    for finding in early.iter().chain(&findings) {
        let at = finding.position;
        writeln!(out, "{}:{} {}: {}", at.line, at.column, finding.rule.id, finding.detail)?;
    }
    Ok(())
}
