//! Prints the request body for a list of URLs, one a line:
//! `cargo run --example body -- urls.txt KEY`.

use std::fs::File;
use std::io::{BufRead, BufReader};
use urlset_core::{Diagnostic, Entry, Loc, Output};
use urlset_indexnow::{IndexNowOptions, IndexNowWriter};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("give the path of a list of URLs")?;
    let key = arguments.next().map(Into::into);
    let writer = IndexNowWriter::with(IndexNowOptions { key, ..IndexNowOptions::default() });
    let mut output = Output::new(std::io::stdout(), Box::new(writer));
    let mut findings: Vec<Diagnostic> = Vec::new();
    for line in BufReader::new(File::open(path)?).lines() {
        output.write(&Entry::new(Loc::new(&line?)), &mut findings)?;
    }
    output.finish()?;
    match findings.into_iter().next() {
        Some(finding) => Err(urlset_core::Error::from(finding).into()),
        None => Ok(()),
    }
}
