//! Checks a list of articles before it becomes a news sitemap: each line of the file has the
//! address, the date and the title, separated by tabs. Prints one finding a line.
//!
//! `cargo run -p urlset-news --example check_news -- articles.tsv "The Example" en`

use std::io::Write;
use urlset_core::{Audit, Datetime, Diagnostic, Entry, Loc, Position};
use urlset_news::{News, NewsAudit, Publication};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let usage = "usage: check_news FILE NAME LANGUAGE";
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or(usage)?;
    let name = arguments.next().ok_or(usage)?;
    let publication = Publication::new(name, arguments.next().ok_or(usage)?);
    let mut found = Vec::<Diagnostic>::new();
    let mut audit = NewsAudit::default();
    for (line, number) in std::fs::read_to_string(path)?.lines().zip(1..) {
        let mut cells = line.split('\t');
        let (Some(loc), Some(date), Some(title)) = (cells.next(), cells.next(), cells.next())
        else {
            return Err(format!("line {number} has no three cells").into());
        };
        let date = Datetime::parse(date).map_err(|rule| format!("line {number}: {}", rule.id))?;
        let mut entry = Entry::new(Loc::new(loc));
        entry.extensions.push(&News::new(publication.clone(), date, title));
        let at = Position { line: number, ..Position::start(0) };
        audit.entry(&entry, &at, &mut found)?;
    }
    audit.finish(&mut found)?;
    let mut out = std::io::stdout().lock();
    for finding in found {
        let (line, rule) = (finding.position.line, finding.rule);
        writeln!(out, "{line}: {}: {}: {}", rule.id, rule.summary, finding.detail)?;
    }
    Ok(())
}
