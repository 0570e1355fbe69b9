//! How many entries of real files are read at one look: `../shared/examples`. With `--nocapture` it lists
//! the files that have others.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may fail loudly")]

use std::fs::File;
use std::path::{Path, PathBuf};
use urlset::sitemap::SitemapReader;
use urlset::{Entry, EntryReader, OpenOptions, ReadOptions};
use urlset_tests::outside;

/// Entries of a sitemap, and those of them that took a closer look; `None` for any other file.
fn looks(path: &Path) -> Option<(u64, u64)> {
    let read = ReadOptions { extensions: urlset::EXTENSIONS, ..ReadOptions::default() };
    let options = OpenOptions { read: read.clone(), ..OpenOptions::default() };
    let prepared = urlset::prepare(File::open(path).ok()?, &options, &mut ()).ok()?;
    if prepared.format.name != "xml" {
        return None;
    }
    let mut reader = SitemapReader::open(prepared.input, &read, &mut ()).ok()?;
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, &mut ()).unwrap_or(false) {}
    Some(reader.closer_looks())
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

#[test]
fn nearly_all_real_entries_are_read_at_one_look() {
    let Some(examples) = outside::shared("examples") else {
        return eprintln!("skipped: ../shared/examples is not there");
    };
    let mut paths = Vec::new();
    files(&examples, &mut paths);
    paths.sort();
    let (mut all, mut closer, mut sitemaps) = (0, 0, 0);
    for path in paths {
        let Some((entries, looks)) = looks(&path) else { continue };
        if looks > 0 {
            let name = path.strip_prefix(&examples).unwrap().display();
            eprintln!("{name}: {looks} of {entries} took a closer look");
        }
        all += entries;
        closer += looks;
        sitemaps += 1;
    }
    eprintln!("{sitemaps} sitemaps: {closer} of {all} entries took a closer look");
    assert!(all > 1000, "{all} entries in {sitemaps} sitemaps");
    assert!(closer * 20 <= all, "{closer} of {all} entries");
}
