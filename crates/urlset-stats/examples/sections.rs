//! Counts a list of addresses, one a line, by the first folder of their paths.
//!
//! `cargo run -p urlset-stats --example sections -- urls.txt`

use std::io::Write;
use urlset_core::{Entry, Loc};
use urlset_stats::{Key, Stats};
use urlset_store::Store;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: sections FILE")?;
    let store = Store::new(16 << 20, None);
    let mut stats = Stats::new(&store, &[], vec![Key::section()]);
    for line in std::fs::read_to_string(path)?.lines() {
        stats.entry(&Entry::new(Loc::new(line)), 0)?;
    }
    let mut out = std::io::stdout().lock();
    for histogram in stats.finish(20)?.histograms {
        for bin in &histogram.bins {
            writeln!(out, "{:>9} {}", bin.entries, bin.value)?;
        }
        let others = histogram.others;
        writeln!(out, "{:>9} in {} other sections", others.entries, others.values)?;
    }
    Ok(())
}
