//! Finds pages that moved between two lists of addresses, one a line, and prints where to.
//! `cargo run --example moved -- OLD NEW`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, Lines};
use urlset_core::{Entry, EntryReader, Header, Loc, Position, Result, Sink};
use urlset_diff::{Change, How, Item, Renames, Side};
use urlset_store::Store;

struct List {
    lines: Lines<BufReader<File>>,
    header: Header,
    line: u32,
}

impl List {
    fn open(path: &str) -> Result<List> {
        let lines = BufReader::new(File::open(path)?).lines();
        Ok(List { lines, header: Header::default(), line: 0 })
    }
}

impl EntryReader for List {
    fn header(&self) -> &Header {
        &self.header
    }
    fn position(&self) -> Position {
        Position { line: self.line, ..Position::start(0) }
    }
    fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
        entry.clear();
        let Some(line) = self.lines.next().transpose()? else {
            return Ok(false);
        };
        self.line += 1;
        entry.loc = Loc::new(&line);
        Ok(true)
    }
}

fn main() -> std::result::Result<(), Box<dyn Error>> {
    let mut paths = std::env::args().skip(1);
    let (Some(old), Some(new)) = (paths.next(), paths.next()) else {
        return Err("name two files".into());
    };
    let store = Store::new(64 << 20, None);
    let how = How { renames: Some(Renames::default()), ..How::default() };
    let old = Side::read(&mut List::open(&old)?, &how, &store, &mut ())?;
    let new = Side::read(&mut List::open(&new)?, &how, &store, &mut ())?;
    let mut difference = old.compare(new, &how, &store)?;
    let mut item = Item::default();
    while difference.read(&mut item)? {
        if item.change == Change::Renamed {
            println!("{} → {} ({} of 1000)", item.old.loc, item.new.loc, item.score);
        }
    }
    Ok(())
}
