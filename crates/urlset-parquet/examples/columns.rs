//! Says which column of a Parquet file is what: `cargo run --example columns FILE.parquet`.

use std::fs::File;
use std::sync::Arc;
use urlset_core::{Diagnostic, Input, ReadOptions};
use urlset_parquet::{ParquetReader, Whole};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name a Parquet file")?;
    let whole = Whole::file(Arc::new(File::open(path)?))?;
    let (table, options) = Default::default();
    let options: ReadOptions = options;
    let rows = urlset_parquet::open(whole, &table, &options)?;
    let mut findings: Vec<Diagnostic> = Vec::new();
    let input = Input::from_source(rows);
    let reader = ParquetReader::open_with(input, &table, &options, &mut findings)?;
    let mut out = String::new();
    for mapped in reader.mapping() {
        out += &format!("{mapped}\n");
    }
    for finding in findings {
        out += &format!("{}: {}\n", finding.rule.id, finding.detail);
    }
    std::io::Write::write_all(&mut std::io::stdout(), out.as_bytes())?;
    Ok(())
}
