//! Sorts the lines of standard input in 16 MiB of memory, as `LC_ALL=C sort` does.
//!
//! ```text
//! cargo run --release -p urlset-store --example sort_lines < lines.txt
//! ```
#![allow(clippy::print_stderr)]

use std::io::{BufRead, Write};
use urlset_store::{Sorter, Store};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let store = Store::new(16 << 20, None);
    let mut sorter = Sorter::new(&store);
    for line in std::io::stdin().lock().split(b'\n') {
        sorter.push(&line?, b"")?;
    }
    let mut sorted = sorter.finish()?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    while let Some((line, _)) = sorted.read()? {
        out.write_all(line)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    eprintln!("{} bytes went to temporary files", store.spilled());
    Ok(())
}
