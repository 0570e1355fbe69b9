//! Makes a record batch of two entries and reads it back: `cargo run --example batches`.

use urlset_arrow::{BatchReader, Batches, Origin};
use urlset_core::{Datetime, Diagnostic, Entry, EntryReader, Header, Loc, ReadOptions, Result};

fn main() -> Result<()> {
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut batches = Batches::new(&Header::default(), &[]);
    for (line, path) in [(1, "a"), (2, "b")] {
        let mut entry = Entry::new(Loc::new(&format!("https://example.com/{path}")));
        entry.lastmod = Datetime::parse("2026-03").ok();
        batches.add(&entry, Some(Origin { source: "example", line }), &mut findings)?;
    }
    let batch = batches.finish().map_err(std::io::Error::other)?;
    let mut out = String::new();
    for field in batch.schema().fields() {
        out += &format!("{}: {}\n", field.name(), field.data_type());
    }
    let rows = [Ok(batch.clone())].into_iter();
    let mut reader =
        BatchReader::new(batch.schema(), rows, &ReadOptions::default(), &mut findings)?;
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, &mut findings)? {
        let lastmod = entry.lastmod.map(|lastmod| lastmod.to_string()).unwrap_or_default();
        out += &format!("{} {lastmod}\n", entry.loc);
    }
    std::io::Write::write_all(&mut std::io::stdout(), out.as_bytes())?;
    Ok(())
}
