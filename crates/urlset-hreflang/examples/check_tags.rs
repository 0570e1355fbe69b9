//! Checks a list of language versions: each line of the file has a language tag and an address,
//! separated by a blank; all of them are versions of the first. Prints one finding a line.
//!
//! `cargo run -p urlset-hreflang --example check_tags -- versions.txt`

use std::io::Write;
use urlset_core::{Audit, Diagnostic, Entry, Loc, Position};
use urlset_hreflang::{Alternate, HreflangAudit};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: check_tags FILE")?;
    let text = std::fs::read_to_string(path)?;
    let versions = || text.lines().filter_map(|line| line.split_once(' '));
    let (_, first) = versions().next().ok_or("no line has a tag and an address")?;
    let mut entry = Entry::new(Loc::new(first));
    for (tag, href) in versions() {
        entry.extensions.push(&Alternate::new(tag, href));
    }
    let mut found = Vec::<Diagnostic>::new();
    HreflangAudit::default().entry(&entry, &Position::start(0), &mut found)?;
    let mut out = std::io::stdout().lock();
    for finding in found {
        let rule = finding.rule;
        writeln!(out, "{}: {}: {}", rule.id, rule.summary, finding.detail)?;
    }
    Ok(())
}
