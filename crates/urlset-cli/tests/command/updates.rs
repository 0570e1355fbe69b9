//! Sets that are changed in place: which files change, how, and which stay as they are.

use crate::run::{Folder, Ran, index, sitemap};
use std::collections::HashMap;
use std::fs::File;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

fn old() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_000_000_000)
}

pub(crate) fn age(folder: &Folder, name: &str) {
    File::options().write(true).open(folder.path(name)).unwrap().set_modified(old()).unwrap();
}

pub(crate) fn is_old(folder: &Folder, name: &str) -> bool {
    std::fs::metadata(folder.path(name)).unwrap().modified().unwrap() == old()
}

/// Three files of ten pages each, and their index, gzipped or not.
pub(crate) fn set(suffix: &str) -> Folder {
    let folder = Folder::new();
    let lines: Vec<String> = (0..30).map(page).collect();
    folder.write("all.txt", lines.concat());
    let build = format!(
        "shard all.txt -t {suffix} -o set/s-{{n:02}}.{suffix} --index set/index.xml --base-url https://example.com/ --max-urls 10"
    );
    folder.run(&build).ends(0);
    for name in files(suffix) {
        age(&folder, &name);
    }
    folder
}

pub(crate) fn page(number: u32) -> String {
    format!("https://example.com/{number:03}\n")
}

fn files(suffix: &str) -> Vec<String> {
    let shards = (1..=3).map(|number| format!("set/s-{number:02}.{suffix}"));
    shards.chain(["set/index.xml".to_owned()]).collect()
}

pub(crate) fn urls(folder: &Folder) -> Vec<String> {
    let ran = folder.run("convert set/index.xml -t text -q");
    let mut urls: Vec<String> = ran.ends(0).out.lines().map(str::to_owned).collect();
    urls.sort();
    urls
}

pub(crate) fn content(folder: &Folder) -> String {
    folder.run("convert set/index.xml -t jsonl -q --sort loc").ends(0).out.clone()
}

#[track_caller]
pub(crate) fn rewrites(folder: &Folder, suffix: &str, expected: &[&str]) {
    let changed: Vec<String> =
        files(suffix).into_iter().filter(|name| !is_old(folder, name)).collect();
    assert_eq!(changed, expected);
}

pub(crate) fn update(folder: &Folder, words: &str) -> Ran {
    folder.run(&format!("update set --max-urls 10 {words}"))
}

#[test]
fn only_files_with_a_change_are_written() {
    for suffix in ["xml", "xml.gz"] {
        let folder = set(suffix);
        folder.write("touch", page(11));
        update(&folder, "-f text --touch touch --set lastmod=2026-01-02").ends(0);
        let second = format!("set/s-02.{suffix}");
        rewrites(&folder, suffix, &[&second, "set/index.xml"]);
        assert_eq!(folder.read("set/index.xml").matches("2026-01-02").count(), 1);
        age(&folder, &second);
        age(&folder, "set/index.xml");
        let again = update(&folder, "--touch touch --set lastmod=2026-01-02");
        assert!(again.ends(0).err.contains("0 of 3 files rewritten"), "{}", again.err);
        rewrites(&folder, suffix, &[]);
    }
}

#[test]
fn an_update_and_its_inverse_leave_the_content_as_it_was() {
    let folder = set("xml");
    let before = content(&folder);
    let changed = r#"{"loc":"https://example.com/004","lastmod":"2026-01-02","image":[{"loc":"https://example.com/i.png"}]}"#;
    folder.write("new.txt", (40..65).map(page).collect::<String>());
    folder.write("changed.jsonl", format!("{changed}\n"));
    update(&folder, "--upsert new.txt --upsert changed.jsonl").ends(0);
    assert_eq!(urls(&folder).len(), 55);
    assert!(content(&folder).contains(changed));
    // What a change does not give stays, so the page goes and comes back.
    folder.write("gone.txt", page(4));
    update(&folder, "--delete new.txt --delete gone.txt --prune").ends(0);
    update(&folder, "--upsert gone.txt").ends(0);
    assert_eq!(content(&folder), before);
    let ran = folder.run("query set --fields loc");
    assert_eq!(ran.ends(0).out.lines().count(), 30, "nothing is left beside the index");
}

#[test]
fn new_urls_fill_the_last_file_then_new_ones() {
    let folder = set("xml.gz");
    folder.write("gone.txt", page(29));
    update(&folder, "--delete gone.txt").ends(0);
    folder.write("new.txt", (50..65).map(page).collect::<String>());
    let ran = update(&folder, "--upsert new.txt --json");
    let out = &ran.ends(0).out;
    for part in [
        r#""path":"set/s-03.xml.gz","format":"xml","entries":10,"#,
        r#""path":"set/s-04.xml.gz","format":"xml","entries":10,"#,
        r#""path":"set/s-05.xml.gz","format":"xml","entries":4,"#,
        r#""change":"unchanged""#,
        r#""inserted":15"#,
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    rewrites(&folder, "xml.gz", &["set/s-03.xml.gz", "set/index.xml"]);
    assert_eq!(urls(&folder).len(), 44);
    assert!(folder.read("set/index.xml").contains("<loc>https://example.com/s-05.xml.gz</loc>"));
}

#[test]
fn a_full_last_file_stays_as_it_is() {
    let folder = set("xml");
    folder.write("new.txt", page(50));
    update(&folder, "--upsert new.txt").ends(0);
    rewrites(&folder, "xml", &["set/index.xml"]);
    assert_eq!(folder.read("set/s-04.xml").matches("<loc>").count(), 1);
}

#[test]
fn what_grows_beyond_its_file_goes_onward() {
    let folder = set("xml");
    let size = folder.read("set/s-01.xml").len();
    folder.write("touch", page(3));
    let ran = folder.run(&format!(
        "update set --touch touch --set lastmod=2026-01-02 --max-bytes {size} --max-urls 10"
    ));
    ran.ends(0);
    assert!(ran.err.contains("1 changed, 1 moved on, 9 entries"), "{}", ran.err);
    rewrites(&folder, "xml", &["set/s-01.xml", "set/index.xml"]);
    assert_eq!(folder.read("set/s-04.xml").matches("/009</loc>").count(), 1);
    assert_eq!(urls(&folder).len(), 30);
    for number in 1..=4 {
        assert!(folder.read(&format!("set/s-{number:02}.xml")).len() <= size);
    }
}

#[test]
fn results_are_equal_at_any_memory() {
    let mut results = Vec::new();
    for memory in ["64KiB", "1GiB"] {
        let folder = set("xml");
        let lines: Vec<String> = (5_000..9_000).rev().map(page).collect();
        folder.write("new.txt", lines.concat());
        folder.write("gone.txt", (7..4_000).map(page).collect::<String>());
        let ran = folder.run(&format!(
            "update set --upsert new.txt --delete gone.txt --max-urls 700 --memory {memory} --json"
        ));
        assert!(ran.ends(0).out.contains(r#""deleted":23"#), "{}", ran.out);
        assert!(ran.out.contains(r#""not_deleted":3970"#), "{}", ran.out);
        assert!(ran.err.contains("first https://example.com/030"), "{}", ran.err);
        results.push((urls(&folder), folder.read("set/index.xml"), folder.read("set/s-05.xml")));
    }
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0].0.len(), 4_007);
}

#[test]
fn an_emptied_file_leaves_the_set() {
    let folder = set("xml");
    folder.write("gone.txt", (10..20).map(page).collect::<String>());
    let ran = update(&folder, "--delete gone.txt");
    assert!(ran.ends(0).err.contains("set/s-02.xml: no longer in the set"), "{}", ran.err);
    assert!(!folder.read("set/index.xml").contains("s-02"));
    assert!(is_old(&folder, "set/s-02.xml"));
    let again = update(&folder, "--delete gone.txt");
    assert!(again.ends(0).err.contains("0 of 2 files rewritten"), "{}", again.err);
    let folder = set("xml");
    folder.write("gone.txt", (10..30).map(page).collect::<String>());
    update(&folder, "--delete gone.txt --prune").ends(0);
    assert!(!folder.path("set/s-02.xml").exists() && !folder.path("set/s-03.xml").exists());
    folder.write("gone.txt", (0..10).map(page).collect::<String>());
    update(&folder, "--delete gone.txt --prune").ends(0);
    assert_eq!(folder.read("set/s-01.xml").matches("<loc>").count(), 0);
    assert_eq!(folder.read("set/index.xml").matches("<loc>").count(), 1);
}

#[test]
fn a_broken_set_is_not_written() {
    let folder = set("xml");
    let whole = folder.read("set/s-02.xml");
    folder.write("set/s-02.xml", &whole[..whole.len() - 60]);
    folder.write("gone.txt", page(1));
    update(&folder, "--delete gone.txt").ends(4);
    assert!(is_old(&folder, "set/s-01.xml") && is_old(&folder, "set/index.xml"));
    assert_eq!(folder.read("set/s-02.xml").len(), whole.len() - 60);
}

#[test]
fn sets_without_an_index() {
    let folder = Folder::new();
    folder.write("set/a.xml", sitemap(&["<loc>https://example.com/a</loc>"]));
    folder.write("set/gone.txt", "https://example.com/a\n");
    folder.write("set/new.txt", "https://example.com/b\nhttps://example.com/c\n");
    folder.run("update set --upsert set/new.txt --delete set/gone.txt --max-urls 1").ends(0);
    assert!(folder.read("set/a.xml").contains("https://example.com/b"));
    assert!(folder.read("set/a-2.xml").contains("https://example.com/c"));
    folder.run("update set/a.xml --delete set/new.txt").ends(0);
    assert!(!folder.read("set/a.xml").contains("<loc>"));
}

#[test]
fn how_an_upsert_joins_what_is_there() {
    let entry =
        "<loc>https://example.com/a</loc><lastmod>2026-02-02</lastmod><priority>0.9</priority>";
    for (flags, lastmod, priority) in [
        ("", "2026-01-01", "0.1"),
        ("--on-conflict lastmod=newest", "2026-02-02", "0.1"),
        ("--on-conflict *=first", "2026-02-02", "0.9"),
        ("--on-conflict priority=max", "2026-01-01", "0.9"),
        ("--set lastmod=2025-05-05", "2025-05-05", "0.1"),
    ] {
        let folder = Folder::new();
        folder.write("a.xml", sitemap(&[entry]));
        folder.write("new.csv", "loc,lastmod,priority\nhttps://example.com/a,2026-01-01,0.1\n");
        folder.run(&format!("update a.xml --upsert new.csv {flags}")).ends(0);
        let text = folder.read("a.xml");
        assert!(text.contains(&format!("<lastmod>{lastmod}<")), "{flags}: {text}");
        assert!(text.contains(&format!("<priority>{priority}<")), "{flags}: {text}");
    }
}

#[test]
fn two_indexes_each_go_on_by_themselves() {
    let folder = Folder::new();
    for name in ["a", "b"] {
        let loc = format!("<loc>https://example.com/{name}</loc>");
        folder.write(&format!("set/{name}.xml"), sitemap(&[&loc]));
        let url = format!("https://example.com/{name}.xml");
        folder.write(&format!("set/index-{name}.xml"), index(&[&url]));
        age(&folder, &format!("set/index-{name}.xml"));
    }
    folder.write("new.txt", page(1));
    folder.run("update set --upsert new.txt --max-urls 1").ends(0);
    assert!(is_old(&folder, "set/index-a.xml"));
    assert!(folder.read("set/index-b.xml").contains("https://example.com/b-2.xml"));
}

/// A random number that is the same in every run (Marsaglia, xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }

    fn some(&mut self, from: u64, upto: u64, one_in: u64) -> Vec<u64> {
        (from..upto).filter(|_| self.below(one_in) == 0).collect()
    }
}

fn sectioned(numbers: &[u64]) -> String {
    let page = |n: &u64| {
        format!("https://example.com/{}/{n}\n", ["shop", "blog", "help"][*n as usize % 3])
    };
    numbers.iter().map(page).collect()
}

/// Bytes and dates of all files of a set.
fn state(folder: &Folder) -> HashMap<String, (Vec<u8>, SystemTime)> {
    let files = std::fs::read_dir(folder.path("set")).unwrap().map(Result::unwrap);
    files
        .map(|file| {
            let bytes = std::fs::read(file.path()).unwrap();
            let name = file.file_name().into_string().unwrap();
            (name, (bytes, file.metadata().unwrap().modified().unwrap()))
        })
        .collect()
}

/// Laws of updates, on sets of every format, cut by size and by section, with and without an index.
#[test]
fn laws_of_updates() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let kinds = [
        ("xml", "{n:02}", true),
        ("xml.gz", "{section}-{n}", true),
        ("txt", "{n:02}", true),
        ("xml", "{section}-{n}", false),
        ("csv", "{n:02}", false),
        ("jsonl.gz", "{section}-{n}", false),
        ("tsv", "{section}-{n}", false),
    ];
    for (suffix, name, indexed) in kinds {
        let by = if name.contains("section") { "--by section" } else { "" };
        let folder = Folder::new();
        let content = |folder: &Folder| {
            let ran = folder.run("convert set -t text -q --sort loc");
            ran.ends(0).out.lines().map(str::to_owned).collect::<Vec<_>>()
        };
        let old: Vec<u64> = (0..60).collect();
        folder.write("all.txt", sectioned(&old));
        let index =
            if indexed { "--index set/index.xml --base-url https://example.com/" } else { "" };
        folder.run(&format!("shard all.txt -o set/{name}.{suffix} --max-urls 7 {index}")).ends(0);
        let before = content(&folder);
        assert_eq!(before.len(), 60);
        for _ in 0..2 {
            // New ones come and go again.
            let new = dice.some(100, 140, 2);
            folder.write("new.txt", sectioned(&new));
            let upsert = format!("update set --upsert new.txt --max-urls 7 --prune {by}");
            folder.run(&upsert).ends(0);
            assert_eq!(content(&folder).len(), 60 + new.len(), "{suffix} {name}");
            let state_before = state(&folder);
            let ran = folder.run(&format!("{upsert} --json"));
            assert!(ran.ends(0).out.contains(r#""inserted":0,"#), "{}", ran.out);
            assert!(!ran.out.contains(r#""change":"replaced""#), "{}", ran.out);
            assert_eq!(
                state(&folder),
                state_before,
                "{suffix} {name}: a second run writes nothing"
            );
            let read = folder.run("convert set -t jsonl --json --report r.json");
            assert!(read.ends(0).err.lines().count() <= 1, "no finding: {}", read.err);
            folder.run("update set --delete new.txt --prune --max-urls 7").ends(0);
            assert_eq!(content(&folder), before, "{suffix} {name}: the inverse");
            // Old ones go and come again.
            let gone = dice.some(0, 60, 3);
            folder.write("gone.txt", sectioned(&gone));
            let delete = "update set --delete gone.txt --prune --max-urls 7";
            folder.run(delete).ends(0);
            assert_eq!(content(&folder).len(), 60 - gone.len());
            let state_before = state(&folder);
            folder.run(delete).ends(0);
            assert_eq!(state(&folder), state_before);
            folder.run(&format!("update set --upsert gone.txt --max-urls 7 {by}")).ends(0);
            assert_eq!(content(&folder), before, "{suffix} {name}: the other inverse");
        }
        assert_groups(&folder, by);
    }
}

/// Every file holds pages of one section, and no more than it may.
fn assert_groups(folder: &Folder, by: &str) {
    for name in state(folder).into_keys().filter(|name| !name.starts_with("index")) {
        let ran = folder.run(&format!("query set/{name} --fields loc -q"));
        let sections: std::collections::HashSet<&str> =
            ran.ends(0).out.lines().filter_map(|loc| loc.split('/').nth(3)).collect();
        assert!(by.is_empty() || sections.len() == 1, "{name}: {sections:?}");
        assert!(ran.out.lines().count() <= 7, "{name}");
    }
}

#[test]
fn a_run_that_stops_in_the_middle_of_a_file_ends() {
    let folder = Folder::new();
    let bad = "<loc>https://example.com/b</loc><lastmod>31/02/2026</lastmod>";
    folder.write("a.xml", sitemap(&["<loc>https://example.com/a</loc>", bad]));
    let before = folder.read("a.xml");
    folder.write("new.txt", page(1));
    folder.run("update a.xml --upsert new.txt --strict").ends(4);
    assert_eq!(folder.read("a.xml"), before);
    folder.run("update a.xml --upsert new.txt").ends(4);
    assert!(folder.read("a.xml").contains("https://example.com/001"), "told, and written");
}

#[test]
fn what_is_said_of_lists_is_not_said_of_the_set() {
    let folder = Folder::new();
    let old =
        "<loc>https://example.com/a</loc><lastmod>2026-01-01</lastmod><priority>0.5</priority>";
    folder.write("a.xml", sitemap(&[old, "<loc>https://old.example/b</loc>"]));
    folder.write("new.csv", "Adresse;Stand\nhttps://old.example/a;03.04.2026\n");
    let flags = "-f csv -m Adresse=loc,Stand=lastmod --csv-delimiter ; --dates dmy --drop priority";
    let ran = folder.run(&format!(
        "update a.xml --upsert new.csv {flags} --rewrite-host old.example=example.com"
    ));
    assert!(ran.ends(0).err.contains("0 inserted, 1 changed"), "{}", ran.err);
    let text = folder.read("a.xml");
    let parts = ["<lastmod>2026-04-03</lastmod>", "<priority>0.5<", "https://old.example/b"];
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn under_fail_nothing_gives_way() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://example.com/a</loc><priority>0.5</priority>"]));
    let before = folder.read("a.xml");
    folder.write("new.csv", "loc,priority\nhttps://example.com/a,0.6\n");
    let ran = folder.run("update a.xml --upsert new.csv --on-conflict priority=fail");
    assert!(ran.ends(4).err.contains("nothing was written"), "{}", ran.err);
    assert_eq!(folder.read("a.xml"), before);
}

#[test]
fn what_no_file_can_hold_is_told_wherever_it_comes() {
    let folder = Folder::new();
    let two = r#"{"loc":"https://e.com/0?u=https://o.com/ https://x.com/"}"#;
    folder.write("new.jsonl", format!("{two}\n{{\"loc\":\"https://e.com/2\"}}\n"));
    for room in [1, 5] {
        folder.write("set/1.txt", "https://e.com/1\n");
        let ran = folder.run(&format!("update set --upsert new.jsonl --max-urls {room}"));
        let told = "error[text/several-urls-on-line]";
        assert_eq!(ran.ends(4).err.matches(told).count(), 1, "{room}: {}", ran.err);
        std::fs::remove_dir_all(folder.path("set")).unwrap();
    }
    folder.write("set/1.xml", sitemap(&["<loc>https://e.com/1</loc>"]));
    let large = format!("{{\"loc\":\"https://e.com/{}\"}}", "x".repeat(900));
    folder.write("large.jsonl", large);
    let ran = folder.run("update set --upsert large.jsonl --max-bytes 500");
    assert!(ran.ends(4).err.contains("shard/entry-too-large"), "{}", ran.err);
    assert!(!folder.path("set/2.xml").exists(), "what holds nothing is no file");
}

/// Several upserts of one page are one, whatever follows them.
#[test]
fn upserts_of_one_page_come_together() {
    let folder = Folder::new();
    folder.write("set/a.xml", sitemap(&["<loc>https://e.com/1</loc>"]));
    let row = |page: u32, image: u32| {
        format!(
            "{{\"loc\":\"https://e.com/{page}\",\"image\":[{{\"loc\":\"https://e.com/{image}.jpg\"}}]}}\n"
        )
    };
    // The last page has several, too.
    let rows: String = [(1, 1), (2, 2), (1, 3), (1, 4), (2, 5)].map(|(p, i)| row(p, i)).concat();
    folder.write("up.jsonl", rows);
    folder.run("update set --upsert up.jsonl --on-conflict image=union").ends(0);
    let ran = folder.run("query set --fields loc,image.loc -t text -qq");
    let images = |numbers: &[u32]| {
        numbers.iter().map(|n| format!("https://e.com/{n}.jpg")).collect::<Vec<_>>().join("|")
    };
    let expected =
        format!("https://e.com/1\t{}\nhttps://e.com/2\t{}\n", images(&[1, 3, 4]), images(&[2, 5]));
    assert_eq!(ran.ends(0).out, expected);
}
