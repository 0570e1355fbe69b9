//! Adds images to the pages of a sitemap; what it holds besides stays as it is. Each line of the
//! list is a page, a tab, and the address of an image:
//! `cargo run --example add_images -- sitemap.xml images.tsv with-images.xml`.
#![allow(clippy::print_stdout)]

use std::collections::HashMap;
use urlset::image::{EXTENSION, Image};
use urlset::{Entry, ReadOptions, WriteOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [sitemap, list, to] = &words[..] else { return Err("SITEMAP LIST TO".into()) };
    let list = std::fs::read_to_string(list)?;
    let mut images: HashMap<&str, Vec<&str>> = HashMap::new();
    for (page, image) in list.lines().filter_map(|line| line.split_once('\t')) {
        images.entry(page).or_default().push(image);
    }

    let mut reader = urlset::open(sitemap, &ReadOptions::default(), &mut ())?;
    let mut header = reader.header().clone();
    header.declare(EXTENSION.prefix, EXTENSION.namespace);
    let mut output = urlset::create(to, &header, &WriteOptions::default())?;
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, &mut ())? {
        for image in images.remove(entry.loc.as_str()).unwrap_or_default() {
            entry.extensions.push(&Image::new(image));
        }
        println!("{}: {} images", entry.loc, entry.extensions.items::<Image>().count());
        output.write(&entry, &mut ())?;
    }
    output.finish()?;
    match images.into_keys().min() {
        Some(page) => Err(format!("no such page: {page}").into()),
        None => Ok(()),
    }
}
