//! Prints each address of some files once, in the order of first appearance:
//! `cargo run --release --example dedupe -- MEBIBYTES FILE...`.
#![allow(clippy::print_stderr)]

use std::error::Error;
use std::io::Write;
use std::path::Path;
use urlset::ops::{Chain, Conflicts, Dedupe, Key, Reopen, dedupe};
use urlset::store::Store;
use urlset::{Diagnostic, Entry, EntryReader, Header, ReadOptions, Sink};

/// Findings are counted alone.
struct Count(u64);

impl Sink for Count {
    fn report(&mut self, _: Diagnostic) -> urlset::Result<()> {
        self.0 += 1;
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let memory: u64 = words.next().ok_or("usage: dedupe MEBIBYTES FILE...")?.parse()?;
    let files: Vec<String> = words.collect();
    let store = Store::new(memory << 20, Some(Path::new(".")));
    let open: Reopen<'_> = Box::new(|_| {
        let mut files = files.iter();
        let next = move |_, sink: &mut dyn Sink| match files.next() {
            Some(file) => urlset::open(file, &ReadOptions::default(), sink).map(Some),
            None => Ok(None),
        };
        Ok(Box::new(Chain::new(Header::default(), Box::new(next))))
    });
    let how =
        Dedupe { key: Key::Exact, conflicts: Conflicts::new(urlset::EXTENSIONS), keeps: false };
    let mut findings = Count(0);
    let mut deduped = dedupe(open, &how, &store, &mut findings)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut entry = Entry::default();
    while deduped.read_entry(&mut entry, &mut findings)? {
        writeln!(out, "{}", entry.loc)?;
    }
    out.flush()?;
    let (read, kept) = (deduped.read(), deduped.kept());
    eprintln!(
        "{read} read, {kept} kept, {} findings, {} bytes spilled",
        findings.0,
        store.spilled()
    );
    Ok(())
}
