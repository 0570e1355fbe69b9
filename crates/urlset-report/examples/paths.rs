//! Prints a page about a list of addresses, one a line.
//!
//! `cargo run -p urlset-report --example paths -- urls.txt > report.html`

use std::io::Write;
use urlset_stats::{Bin, Figures, Histogram, Provenance};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: paths FILE")?;
    let text = std::fs::read_to_string(&path)?;
    let mut lengths = std::collections::BTreeMap::<usize, u64>::new();
    for line in text.lines() {
        *lengths.entry(line.matches('/').count()).or_default() += 1;
    }
    let bins: Vec<Bin> = lengths
        .iter()
        .map(|(slashes, entries)| Bin { value: format!("{slashes} slashes"), entries: *entries })
        .collect();
    let distinct = bins.len() as u64;
    let figures = Figures {
        urls: text.lines().count() as u64,
        histograms: vec![Histogram { by: "depth".into(), distinct, bins, ..Histogram::default() }],
        provenance: Provenance { inputs: vec![path], ..Provenance::default() },
        ..Figures::default()
    };
    std::io::stdout().lock().write_all(urlset_report::page(&figures).as_bytes())?;
    Ok(())
}
