//! Prints the URLs of a file, one a line, as a table of moves makes them:
//! `cargo run --example move_urls -- urls.txt moves.csv`

use std::error::Error;
use std::io::Write;
use urlset_rewrite::Rewrite;

fn main() -> Result<(), Box<dyn Error>> {
    let mut files = std::env::args().skip(1);
    let (Some(urls), Some(table)) = (files.next(), files.next()) else {
        return Err("usage: move_urls URLS TABLE".into());
    };
    let mut rewrite = Rewrite::new(&[]);
    rewrite.table(&std::fs::read_to_string(table)?)?;
    let mut out = std::io::stdout().lock();
    for url in std::fs::read_to_string(urls)?.lines() {
        writeln!(out, "{}", rewrite.url(url).unwrap_or_else(|| url.to_owned()))?;
    }
    Ok(())
}
