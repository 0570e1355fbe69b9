//! Counts what formats that keep nothing but addresses would lose of a list: one address a line,
//! then a tab and a date. `cargo run --example losses -- FILE`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use urlset_core::{
    Carried, Carries, Dates, Datetime, Diagnostic, Entry, EntryReader, EntryWriter, Header, Loc,
    Loss, Output, Position, Result, Sink,
};
use urlset_ops::{Copying, LossCount, copy};

struct Lines {
    lines: Vec<String>,
    at: usize,
    header: Header,
}

impl EntryReader for Lines {
    fn header(&self) -> &Header {
        &self.header
    }
    fn position(&self) -> Position {
        Position { line: u32::try_from(self.at).unwrap_or(u32::MAX), ..Position::start(0) }
    }
    fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
        entry.clear();
        let Some(line) = self.lines.get(self.at) else {
            return Ok(false);
        };
        self.at += 1;
        let (loc, date) = line.split_once('\t').unwrap_or((line, ""));
        entry.loc = Loc::new(loc);
        entry.lastmod = Datetime::parse(date).ok();
        Ok(true)
    }
}

struct Addresses;

impl EntryWriter for Addresses {
    fn begin(&mut self, _: &mut String) {}
    fn write_entry(&mut self, entry: &Entry, out: &mut String, _: &mut dyn Sink) -> Result<()> {
        out.push_str(entry.loc.as_str());
        out.push('\n');
        Ok(())
    }
    fn end(&mut self, _: &mut String) {}
}

#[derive(Default)]
struct Counting(LossCount);

impl Sink for Counting {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        println!("line {}: {}", finding.position.line, finding.rule.summary);
        Ok(())
    }
    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        self.0.add(loss.field);
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: losses FILE")?;
    let lines = std::fs::read_to_string(path)?.lines().map(str::to_owned).collect();
    let mut reader = Lines { lines, at: 0, header: Header::default() };
    let mut output = Output::new(std::io::sink(), Box::new(Addresses));
    let carries = Carries {
        index: false,
        lastmod: Dates::Dropped,
        changefreq: false,
        priority: false,
        extensions: Carried::Nothing,
    };
    let mut copying =
        Copying { carries, extensions: &[], audits: &mut [], most_entries: Some(50_000) };
    let mut sink = Counting::default();
    let copied = copy(&mut reader, &mut output, &mut copying, &mut sink)?;
    output.finish()?;
    println!("{} read, {} written", copied.read, copied.written);
    for (field, count) in sink.0.iter() {
        println!("{field}: {count} lost");
    }
    Ok(())
}
