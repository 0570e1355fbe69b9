//! Cuts a list of addresses, one a line, into documents of at most 1,000 lines for each section, and
//! prints what each would be called. `cargo run --example cut_lines -- FILE`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};
use urlset_core::{Entry, EntryWriter, Loc, Output, Position, Result, Room, Sink};
use urlset_ops::Outlet;
use urlset_shard::{By, Filled, Shards, Template, Values};

/// Writes each address and a line feed.
struct Line;

impl EntryWriter for Line {
    fn begin(&mut self, _: &mut String) {}
    fn write_entry(&mut self, entry: &Entry, out: &mut String, _: &mut dyn Sink) -> Result<()> {
        out.push_str(entry.loc.as_str());
        out.push('\n');
        Ok(())
    }
    fn end(&mut self, _: &mut String) {}
}

fn main() -> std::result::Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a file")?;
    let template: Template = "{section}-{n:03}.txt".parse()?;
    let keys = [By::Section];
    let tell = |filled: Filled| {
        let (number, group) = (filled.shard.number, &filled.shard.group);
        let values = Values { number, keys: &[By::Section], group, ..Values::default() };
        println!("{}: {} lines", template.name(&values), filled.written.entries);
        Ok(())
    };
    let room = Room { entries: 1_000, bytes: 50_000_000 };
    // A program that wants files opens them here.
    let open = |_: &_, _| Ok(Output::new(std::io::sink(), Box::new(Line)));
    let mut shards = Shards::new(&keys, room, Box::new(open), Box::new(tell));
    let mut lines: Vec<String> =
        BufReader::new(File::open(path)?).lines().collect::<Result<_, _>>()?;
    lines.sort();
    for line in &lines {
        shards.write(&Entry::new(Loc::new(line)), &Position::default(), &mut ())?;
    }
    shards.finish()?;
    Ok(())
}
