//! Writes the pages of a list as a set of gzipped sitemaps with their index:
//! `cargo run --example write_set -- FILE FOLDER ENTRIES`.
#![allow(clippy::print_stdout)]

use urlset::ops::Outlet;
use urlset::shard::{Filled, Index, Shard, Shards};
use urlset::{Entry, Header, Kind, Position, ReadOptions, Room, WriteOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, folder, entries] = &words[..] else { return Err("FILE FOLDER ENTRIES".into()) };
    let folder = std::path::Path::new(folder);
    let name = |shard: &Shard| format!("sitemap-{:03}.xml.gz", shard.number);
    let index = Index::new("https://www.example.com/").ok_or("no address")?;
    let mut listed = Vec::new();

    let pages = Header::default();
    let open = |shard: &Shard, _: Position| {
        urlset::create(folder.join(name(shard)), &pages, &WriteOptions::default())
    };
    let done = |filled: Filled| {
        let name = name(&filled.shard);
        println!("{name}: {} entries, {} bytes", filled.written.entries, filled.written.bytes);
        listed.push(index.entry(&name, filled.newest));
        Ok(())
    };
    let room = Room { entries: entries.parse()?, bytes: 50_000_000 };
    let mut shards = Shards::new(&[], room, Box::new(open), Box::new(done));
    let mut reader = urlset::open(file, &ReadOptions::default(), &mut ())?;
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, &mut ())? {
        shards.write(&entry, &reader.position(), &mut ())?;
    }
    shards.finish()?;

    let sitemaps = Header { kind: Kind::Sitemapindex, ..Header::default() };
    let path = folder.join("sitemap_index.xml");
    let mut output = urlset::create(path, &sitemaps, &WriteOptions::default())?;
    for entry in &listed {
        output.write(entry, &mut ())?;
    }
    println!("sitemap_index.xml: {} entries", output.finish()?.entries);
    Ok(())
}
