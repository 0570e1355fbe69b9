//! Says what is wrong with the addresses in a file, one a line:
//! `cargo run --example address -- urls.txt`.

use std::error::Error;
use std::io::Write;
use urlset_core::Loc;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let text = std::fs::read_to_string(path)?;
    let mut out = std::io::stdout().lock();
    for (number, line) in text.lines().enumerate() {
        for rule in Loc::new(line).faults() {
            writeln!(out, "{}: {} [{}]", number + 1, rule.summary, rule.id)?;
        }
    }
    Ok(())
}
