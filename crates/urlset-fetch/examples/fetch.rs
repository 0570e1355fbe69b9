//! Fetches a document and says what it is: `cargo run --example fetch -- https://www.example.com/sitemap.xml`

use std::error::Error;
use std::io::Write;
use urlset_fetch::{FetchOptions, Fetcher, Start};

fn main() -> Result<(), Box<dyn Error>> {
    let url = std::env::args().nth(1).ok_or("usage: fetch URL")?;
    let start = Start::typed(&url)?;
    let fetcher = Fetcher::new(FetchOptions::default())?;
    fetcher.trust(&start);
    let fetched = fetcher.fetch(start.url(), &start)?;
    let kind = fetched.about.content_type.as_deref().unwrap_or("of no type");
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}: {kind}, {} bytes", fetched.about.url, fetched.length)?;
    Ok(())
}
