//! Reads a table of URLs in any dialect and writes it as plain CSV: `tidy_table FILE > tidy.csv`.
//! Which column means what, and what was wrong, goes to standard error.

use std::fs::File;
use std::io::{Write, stderr, stdout};
use urlset_core::{Diagnostic, Entry, EntryReader, EntryWriter, Input, Output, ReadOptions};
use urlset_core::{Header, Result, WriteOptions};
use urlset_csv::{CsvReadOptions, CsvReader, CsvWriteOptions, CsvWriter};

fn main() -> Result<()> {
    let Some(path) = std::env::args_os().nth(1) else {
        writeln!(stderr(), "usage: tidy_table FILE")?;
        return Ok(());
    };
    let (csv, options) = (CsvReadOptions::default(), ReadOptions::default());
    let open = |findings: &mut Vec<Diagnostic>| -> Result<CsvReader<'_>> {
        CsvReader::open_with(Input::new(File::open(&path)?), &csv, &options, findings)
    };
    let mut findings = Vec::new();
    let mut reader = open(&mut findings)?;
    for mapped in reader.mapping() {
        writeln!(stderr(), "{mapped}")?;
    }
    let header: Header = reader.header().clone();
    let mut writer =
        CsvWriter::with(&CsvWriteOptions::default(), &header, &WriteOptions::default());
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, &mut findings)? {
        writer.survey(&entry);
    }
    for finding in &findings {
        let at = finding.position;
        let (id, detail) = (finding.rule.id, &finding.detail);
        writeln!(stderr(), "{}:{}: {} [{id}] {detail}", at.line, at.column, finding.rule.summary)?;
    }
    let mut reader = open(&mut Vec::new())?;
    let mut output = Output::new(stdout(), Box::new(writer));
    let mut again = Vec::new();
    while reader.read_entry(&mut entry, &mut again)? {
        output.write(&entry, &mut again)?;
    }
    let written = output.finish()?;
    writeln!(stderr(), "{} entries, {} findings", written.entries, findings.len())?;
    Ok(())
}
