//! The flags that raise or lower what an input may cost: what is at the limit is read, what is one
//! beyond it ends with 6 and the name of the flag.

use crate::run::{Folder, sitemap};

const LOC: &str = "<loc>https://example.com/a</loc>";

/// A document that has so many of what the flag bounds.
type Made = fn(usize) -> String;

fn many(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

/// `urlset` and `url` are two.
fn nested(count: usize) -> String {
    let tags = count - 2;
    let open = "<x:a xmlns:x='urn:x'>".repeat(tags);
    sitemap(&[&format!("{LOC}{open}{}", "</x:a>".repeat(tags))])
}

fn attributes(count: usize) -> String {
    let more = many(count - 1, |n| format!(" a{n}='1'"));
    sitemap(&[&format!("{LOC}<x:a xmlns:x='urn:x'{more}/>")])
}

/// The root's is one.
fn namespaces(count: usize) -> String {
    let more = many(count - 1, |n| format!(" xmlns:n{n}='urn:{n}'"));
    sitemap(&[&format!("{LOC}<n0:a{more}/>")])
}

fn columns(count: usize) -> String {
    let cells = many(count - 1, |n| format!(",c{n}"));
    format!("loc{cells}\nhttps://example.com/a{}\n", ",".repeat(count - 1))
}

/// The second row has too many.
fn cells(count: usize) -> String {
    format!("loc,a\nhttps://example.com/a,\nhttps://example.com/b{}\n", ",".repeat(count - 1))
}

const LIMITS: [(&str, usize, &str, Made); 5] = [
    ("--max-nesting", 64, "a.xml", nested),
    ("--max-attributes", 1024, "a.xml", attributes),
    ("--max-namespaces", 128, "a.xml", namespaces),
    ("--max-columns", 16_384, "a.csv", columns),
    ("--max-columns", 16_384, "a.csv", cells),
];

#[test]
fn at_the_limit_and_one_beyond() {
    for (flag, default, file, made) in LIMITS {
        for (most, said) in [(default, String::new()), (5, format!(" {flag} 5"))] {
            let folder = Folder::new();
            folder.write(file, made(most));
            folder.run(&format!("convert {file} -t text{said}")).ends(0);
            folder.write(file, made(most + 1));
            let ran = folder.run(&format!("convert {file} -t text{said}"));
            let raised = format!("= help: raise `{flag}` if you trust the file");
            let more = format!("more than {most} ");
            assert!(ran.ends(6).err.contains(&raised) && ran.err.contains(&more), "{}", ran.err);
            folder.run(&format!("convert {file} -t text {flag} {}", most + 1)).ends(0);
        }
    }
}

/// Each element that is kept has it beside it.
#[test]
fn how_long_a_namespace_may_be() {
    let page = |bytes: usize| {
        let namespace = format!("urn:{}", "x".repeat(bytes - 4));
        sitemap(&[&format!("{LOC}<x:a xmlns:x='{namespace}'/>")])
    };
    let folder = Folder::new();
    folder.write("a.xml", page(2048)).run("convert a.xml -o b.jsonl").ends(0);
    let ran = folder.write("a.xml", page(2049)).run("convert a.xml -t text");
    let said = ["a namespace of more than 2048 bytes", "= help: raise `--max-entry`"];
    assert!(said.iter().all(|said| ran.ends(6).err.contains(said)), "{}", ran.err);
    folder.run("convert a.xml -o b.jsonl --max-entry 8MiB").ends(0);
    folder.write("a.xml", page(2048)).run("convert a.xml -o b.jsonl --max-entry 64KiB").ends(0);
}

/// However many there are: one is in force at a time.
#[test]
fn namespaces_that_are_over_do_not_count() {
    let page = |n| format!("<loc>https://example.com/{n}</loc><x:a xmlns:x='urn:{n}'>b</x:a>");
    let pages: Vec<String> = (0..3000).map(page).collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&pages));
    folder.run("convert a.xml -o b.jsonl").ends(0);
    let lines = folder.read("b.jsonl");
    for (n, line) in lines.lines().enumerate() {
        assert!(line.contains(&format!("urn:{n}\\")), "{line}");
    }
    assert_eq!(lines.lines().count(), 3000);
    // So it is with prefixes that nothing declares.
    let prefix = |n| format!("<loc>https://example.com/{n}</loc><x{n}:a>b</x{n}:a>");
    let pages: Vec<String> = (0..3000).map(prefix).collect();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    folder.write("a.xml", sitemap(&pages));
    let summary = folder.run("convert a.xml -t text --max-findings 1").ends(4).summary();
    assert!(summary.starts_with("3,000 URLs in, 3,000 out"), "{summary}");
}

#[test]
fn how_far_zstd_may_refer_back() {
    let case =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cases/file/zstd-window/input.xml.zst");
    let folder = Folder::new();
    folder.write("a.xml.zst", std::fs::read(case).unwrap());
    let ran = folder.run("convert a.xml.zst -t text");
    let told = ["a window of 134217728 bytes, more than 16777216 bytes", "raise `--max-window`"];
    assert!(told.iter().all(|told| ran.ends(6).err.contains(told)), "{}", ran.err);
    let ran = folder.run("convert a.xml.zst -t text --max-window 128MiB");
    assert_eq!(ran.ends(0).out.lines().count(), 2);
}

/// Those beyond the first are counted without being made, also of several costs, rules and inputs.
#[test]
fn every_finding_of_a_flood_is_counted() {
    let folder = Folder::new();
    let lines = |count: usize| format!("https://example.com/\n{}", "x\n/\n".repeat(count));
    folder.write("a.txt", lines(50)).write("b.txt", lines(30));
    let ran = folder.run("convert a.txt b.txt -t text");
    let told =
        ["and 60 more of text/non-url-line in 2 files", "and 60 more of loc/relative in 2 files"];
    assert!(told.iter().all(|told| ran.ends(4).err.contains(told)), "{}", ran.err);
    let summary = ran.summary();
    assert!(summary.contains("160 dropped"), "{summary}");
    let url = |more: &str| format!("<loc>https://example.com/</loc>{more}");
    let flood = "<lastmod>x</lastmod><lastmod>2026</lastmod>".repeat(40);
    folder.write("a.xml", sitemap(&[&url(&flood), &url("<b/>"), &url(&flood)]));
    let ran = folder.run("check a.xml");
    assert!(
        ran.ends(1).err.contains("and 138 more of schema/duplicate-element in 1 file"),
        "{}",
        ran.err
    );
    assert!(ran.summary().starts_with("3 entries in 1 file: 161 errors, 4 warnings"), "{ran:?}");
    let quiet = folder.run("check a.xml -q");
    assert_eq!(quiet.ends(1).summary(), ran.summary());
    assert_eq!(quiet.ends(1).summary(), ran.summary());
    // What is hidden is not said to be folded.
    folder.write("c.txt", "https://example.com/\u{e9}\n".repeat(50));
    let ran = folder.run("convert c.txt -t text -q");
    assert_eq!(ran.ends(0).err.lines().count(), 1, "{}", ran.err);
}

/// Longer than the buffer of the CSV reader, which would note each cell of it; and what came before
/// is read.
#[test]
fn a_row_of_a_million_cells() {
    let folder = Folder::new();
    folder.write("a.csv", cells(1_000_000));
    let ran = folder.run("convert a.csv -t text");
    assert_eq!(ran.ends(6).out, "https://example.com/a\n");
    assert!(ran.err.contains("--> a.csv:3:1\n"), "{}", ran.err);
    // Commas inside quotes end no cell.
    let quoted = format!("loc,a\nhttps://example.com/a,\"{}\"\n", ",".repeat(900_000));
    folder.write("a.csv", quoted);
    folder.run("convert a.csv -t text").ends(0);
}

/// How much room a file has does not depend on which command is asked; where files are cut is less.
#[test]
fn room_is_that_of_the_protocol() {
    let folder = Folder::new();
    folder.write("a.txt", "https://example.com/a\n");
    let room = |command: &str, at: &str| {
        let ran = folder.run(&format!("{command} a.txt --json"));
        let told: serde_json::Value = serde_json::from_str(&ran.ends(0).out).unwrap();
        told.pointer(at).unwrap()["bytes"].clone()
    };
    let left = 52_428_800 - "https://example.com/a\n".len();
    assert_eq!(room("info", "/inputs/0/info/room"), left);
    assert_eq!(room("stats", "/stats/files/0/room"), left);
    let out = folder.run("info a.txt").ends(0).out.clone();
    assert!(out.contains("  entries    1 URL\n"), "{out}");
}

#[test]
fn a_charset_is_what_the_document_was_read_in() {
    let folder = Folder::new();
    let declared = sitemap(&["<loc>https://example.com/a</loc>"])
        .replace("encoding=\"UTF-8\"", "encoding=\"windows-1252\"");
    let loc = "<url><loc>https://example.com/b</loc></url>\n".repeat(2_000);
    let long = declared.replace("</urlset>", &format!("{loc}<!-- \u{e9} --></urlset>"));
    let mut latin = long.replace('\u{e9}', "?").into_bytes();
    let mark = latin.iter().rposition(|byte| *byte == b'?').unwrap();
    latin[mark] = 0xe9;
    folder.write("late.xml", long).write("latin.xml", latin).write("ascii.xml", declared);
    for (name, charset) in
        [("late.xml", "UTF-8"), ("latin.xml", "windows-1252"), ("ascii.xml", "windows-1252")]
    {
        let ran = folder.run(&format!("info {name} --json"));
        let info: serde_json::Value = serde_json::from_str(&ran.ends(0).out).unwrap();
        assert_eq!(info["inputs"][0]["encoding"], charset, "{name}");
    }
}
