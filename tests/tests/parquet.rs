//! Parquet that we write, read by DuckDB and pandas: the same counts and values.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may fail loudly")]

use std::process::Command;
use urlset::{Datetime, Entry, EntryReader, Header, Loc, Output, Position};
use urlset_tests::write_options;

/// Prints a line for each row: loc, lastmod, the seconds of `lastmod_at`, how many images, kind.
const DUCKDB: &str = "
import duckdb, sys
rows = duckdb.sql(f\"\"\"select loc, coalesce(lastmod, ''), coalesce(epoch_us(lastmod_at) // 1000000, 0),
    coalesce(len(image), 0), kind from '{sys.argv[1]}'\"\"\").fetchall()
sys.stdout.reconfigure(encoding='utf8')
for row in rows: print(*row, sep='|')
";

const PANDAS: &str = "
import math, pandas, sys
rows = pandas.read_parquet(sys.argv[1])
sys.stdout.reconfigure(encoding='utf8')
for row in rows.itertuples():
    at = 0 if pandas.isna(row.lastmod_at) else math.floor(row.lastmod_at.timestamp())
    lastmod = '' if pandas.isna(row.lastmod) else row.lastmod
    images = 0 if row.image is None else len(row.image)
    print(row.loc, lastmod, at, images, row.kind, sep='|')
";

fn expected(entries: &[Entry]) -> String {
    let line = |entry: &Entry| {
        let lastmod = entry.lastmod.map(|lastmod| lastmod.to_string()).unwrap_or_default();
        let at = entry.lastmod.map_or(0, |lastmod| lastmod.earliest().0);
        let images = entry.extensions.elements().filter(|element| {
            element.is(urlset::image::EXTENSION.namespace, urlset::image::EXTENSION.element)
        });
        let images = images.count();
        format!("{}|{lastmod}|{at}|{images}|page\n", entry.loc)
    };
    entries.iter().map(line).collect()
}

/// Dates of every precision, and none; images in every third page.
fn page(number: usize) -> Entry {
    let mut entry = Entry::new(Loc::new(&format!("https://example.com/{number}")));
    let dates =
        ["2026", "2026-03", "2026-03-04", "2026-03-04T05:06+01:00", "1999-12-31T23:59:59.5Z"];
    entry.lastmod = dates.get(number % 6).and_then(|date| Datetime::parse(date).ok());
    let namespace = urlset::image::EXTENSION.namespace;
    for at in 0..if number.is_multiple_of(3) { number % 5 } else { 0 } {
        entry.extensions.open(namespace, "image:image", Position::default());
        entry.extensions.leaf(namespace, "image:loc", &format!("https://example.com/{at}.png"));
        entry.extensions.close();
    }
    entry
}

#[test]
fn others_read_the_same() {
    let entries: Vec<Entry> = (0..300).map(page).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    let create = urlset::parquet::FORMAT.create.unwrap();
    let file = std::fs::File::create(&path).unwrap();
    let mut output = Output::new(file, create(&Header::default(), &write_options()));
    for entry in &entries {
        output.write(entry, &mut ()).unwrap();
    }
    output.finish().unwrap();

    let mut reader = urlset::open(&path, &urlset::ReadOptions::default(), &mut ()).unwrap();
    let (mut entry, mut read) = (Entry::default(), Vec::new());
    while reader.read_entry(&mut entry, &mut ()).unwrap() {
        read.push(entry.clone());
    }
    assert_eq!(read, entries);
    for (module, script) in [("duckdb", DUCKDB), ("pandas, pyarrow", PANDAS)] {
        let imports = Command::new("python3").args(["-c", &format!("import {module}")]).output();
        if !imports.is_ok_and(|ran| ran.status.success()) {
            eprintln!("skipped: no {module} (pip install -r tests/requirements.txt)");
            continue;
        }
        let ran = Command::new("python3").args(["-c", script]).arg(&path).output().unwrap();
        assert!(ran.status.success(), "{module}: {}", String::from_utf8_lossy(&ran.stderr));
        let given = String::from_utf8(ran.stdout).unwrap().replace("\r\n", "\n");
        assert!(given == expected(&entries), "{module} reads other values:\n{given}");
    }
}
