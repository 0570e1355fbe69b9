//! Prints the addresses of a list, one a line, that an expression accepts.
//! `cargo run --example filter_lines -- "path ~ '^/shop/'" FILE`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};
use urlset_core::{Entry, Loc};
use urlset_query::{Filter, Origin, Scope};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(expression), Some(path)) = (words.next(), words.next()) else {
        return Err("name an expression and a file".into());
    };
    let filter = Filter::parse(&expression, &Scope::default()).map_err(|fault| {
        let carets = "^".repeat(fault.span.len().max(1));
        format!("{}\n{expression}\n{}{carets}", fault.message, " ".repeat(fault.span.start))
    })?;
    let mut entry = Entry::default();
    for line in BufReader::new(File::open(path)?).lines() {
        entry.loc = Loc::new(&line?);
        if filter.accepts(&entry, &Origin::default()) {
            println!("{}", entry.loc);
        }
    }
    Ok(())
}
