//! Prints the pages that changed last, newest first: `cargo run --example lastmods -- FILE...`.
#![allow(clippy::print_stdout)]

use urlset::{Datetime, EntryReader, ReadOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut dated = Vec::new();
    for path in std::env::args().skip(1) {
        for entry in urlset::open(path, &ReadOptions::default(), &mut ())?.entries(&mut ()) {
            let entry = entry?;
            dated.extend(entry.lastmod.map(|lastmod| (lastmod, entry.loc)));
        }
    }
    dated.sort_by_key(|(lastmod, _)| std::cmp::Reverse(Datetime::earliest(*lastmod)));
    for (lastmod, loc) in dated.iter().take(10) {
        println!("{lastmod}\t{loc}");
    }
    Ok(())
}
