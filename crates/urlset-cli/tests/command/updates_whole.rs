//! Updates that must not be made, or not in part: sets that cannot be read, entries without room, runs
//! that are killed.

use crate::run::{Folder, sitemap};
use crate::updates::{age, content, is_old, page, rewrites, set, update, urls};

#[cfg(unix)]
#[test]
fn a_set_that_cannot_be_read_to_its_end_is_not_written() {
    let other = sitemap(&["<loc>https://example.com/001</loc>"]);
    for (how, code) in [("gone", 3), ("garbage", 3), ("empty", 3), ("elsewhere", 3), ("entry", 4)] {
        let folder = set("xml");
        let first = folder.path("set/s-01.xml");
        match how {
            "gone" => std::fs::remove_file(first).unwrap(),
            "garbage" => std::fs::write(first, b"\x00\x01garbage").unwrap(),
            "empty" => std::fs::write(first, "").unwrap(),
            "elsewhere" => {
                folder.write("elsewhere.xml", &other);
                std::fs::remove_file(&first).unwrap();
                std::os::unix::fs::symlink(folder.path("elsewhere.xml"), first).unwrap();
            }
            _ => {
                let index = folder.read("set/index.xml");
                let broken = index.replace("https://example.com/s-01.xml", "");
                folder.write("set/index.xml", broken);
                age(&folder, "set/index.xml");
            }
        }
        folder.write("up.csv", "loc,lastmod\nhttps://example.com/001,2026-01-02\n");
        folder.write("gone.txt", page(2));
        for list in ["--upsert up.csv", "--delete gone.txt"] {
            let ran = update(&folder, list);
            let err = &ran.ends(code).err;
            let why = "nothing was written: a file of the set cannot be read";
            assert!(err.contains(why), "{how}: {err}");
            assert_eq!(err.matches("error[").count(), 1, "{how}: told once: {err}");
            for name in ["set/s-02.xml", "set/s-03.xml", "set/index.xml"] {
                assert!(is_old(&folder, name), "{how}: {name}");
            }
        }
    }
}

#[test]
fn a_file_with_an_entry_that_is_not_understood_is_not_pruned() {
    let folder = Folder::new();
    folder.write("set/a.xml", sitemap(&["<loc>https://example.com/a</loc>"]));
    let relative = "<loc>/relative</loc>";
    folder.write("set/b.xml", sitemap(&["<loc>https://example.com/b</loc>", relative]));
    folder.write("gone.txt", "https://example.com/b\n");
    let ran = folder.run("update set --delete gone.txt --prune");
    assert!(ran.ends(4).err.contains("error[loc/relative]"), "{}", ran.err);
    assert!(ran.err.contains("set/b.xml: rewritten: 1 deleted, 0 entries"), "{}", ran.err);
    assert!(folder.path("set/b.xml").exists());
}

#[test]
fn what_no_file_has_room_for_changes_nothing() {
    let folder = set("xml");
    let before = content(&folder);
    let image = "i".repeat(2_000);
    let large = |number: u32| {
        let loc = page(number);
        let loc = loc.trim_end();
        format!("{{\"loc\":\"{loc}\",\"image\":[{{\"loc\":\"https://example.com/{image}\"}}]}}\n")
    };
    for (pages, told) in [
        (&[4][..], "the page stays as it was"),
        (&[4, 20, 29], "the page stays as it was"),
        (&[100, 101], "raise `--max-bytes`"),
    ] {
        folder.write("up.jsonl", pages.iter().copied().map(large).collect::<String>());
        for _ in 0..2 {
            let ran = update(&folder, "--upsert up.jsonl --max-bytes 1500");
            let err = &ran.ends(4).err;
            let found = err.matches("error[shard/entry-too-large]").count();
            assert_eq!(found, pages.len(), "{err}");
            assert!(err.contains(told) && err.contains("--> up.jsonl:1"), "{err}");
            assert!(err.contains("\n0 inserted, 0 changed, 0 deleted, 0 of 3 files"), "{err}");
            assert_eq!(content(&folder), before);
            rewrites(&folder, "xml", &[]);
        }
    }
    // What is there already is too large for this room, and stays all the same.
    folder.write("up.jsonl", large(4));
    update(&folder, "--upsert up.jsonl").ends(0);
    folder.write("gone.txt", page(5));
    update(&folder, "--delete gone.txt --max-bytes 1500").ends(0);
    assert_eq!(urls(&folder).len(), 29);
    assert!(content(&folder).contains(&image));
    // One that fits goes where there is room, whatever came before it.
    folder.write("up.jsonl", large(100) + "{\"loc\":\"https://example.com/102\"}\n");
    let flags = "--upsert up.jsonl --max-bytes 1500 --max-urls 20";
    let ran = folder.run(&format!("update set {flags}"));
    assert!(ran.ends(4).err.contains("set/s-04.xml: rewritten: 1 added"), "{}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_update_loses_no_url() {
    let grow = (0..6).chain([20]).map(|n| format!("{},2026-01-02\n", page(n).trim_end()));
    let grow = format!("loc,lastmod\n{}", grow.collect::<String>());
    for stray in [false, true] {
        let mut done = 0;
        for number in 1..=7 {
            let folder = set("xml");
            folder.write("up.csv", &grow);
            folder.write("gone.txt", (25..28).map(page).collect::<String>());
            let size = folder.read("set/s-01.xml").len();
            if stray {
                folder.write("set/stray.md", "");
            }
            let before = urls(&folder);
            let stays: Vec<String> =
                (0..25).chain(28..30).map(|n| page(n).trim_end().to_owned()).collect();
            let words = format!(
                "update set --upsert up.csv --delete gone.txt --max-bytes {size} --max-urls 10"
            );
            let plan = folder.run(&format!("{words} -n"));
            let how = if stray { "file by file" } else { "by exchanging the folder" };
            assert!(plan.ends(0).err.contains(&format!("dry run: published {how}")), "{plan:#?}");
            let fault = format!("?rename,?renameat,renameat2:signal=KILL:when={number}");
            let Some(ran) = crate::faults::failing_as(&folder, &words, &fault) else {
                return;
            };
            done += u32::from(ran.code == Some(0));
            let left = urls(&folder);
            if !stray {
                assert!(left == before || left == stays, "{number}: {left:#?}");
            }
            assert!(stays.iter().all(|url| left.contains(url)), "{number}: {left:#?}");
            folder.run(&words).ends(0);
            let mut left = urls(&folder);
            left.dedup();
            assert_eq!(left, stays, "{stray} {number}");
        }
        assert!(done > 0, "killed at every rename");
    }
}

#[test]
fn an_empty_list_changes_nothing() {
    let folder = set("xml");
    folder.write("gone.txt", "").write("blank.txt", "\n").write("up.txt", page(40));
    folder.write("set/stray.xml", "");
    let ran = update(&folder, "--delete gone.txt");
    assert!(ran.ends(0).err.contains("note[file/zero-bytes]"), "{}", ran.err);
    rewrites(&folder, "xml", &[]);
    update(&folder, "--delete blank.txt").ends(0);
    folder.feed("update set --max-urls 10 --delete -", "").ends(0);
    update(&folder, "--delete gone.txt --upsert up.txt").ends(0);
    assert_eq!(urls(&folder).len(), 31);
    update(&folder, "--delete never.txt").ends(3);
}

#[test]
fn flags_that_would_do_nothing_are_refused() {
    let folder = set("xml");
    folder.write("list.txt", page(1));
    for (flags, told) in [
        ("--touch list.txt --set lastmod=2026-01-01 --set changefreq=daily", "--set changefreq"),
        ("--delete list.txt --set lastmod=2026-01-01", "--set lastmod"),
        ("--touch list.txt --keep lastmod", "--keep"),
        ("--delete list.txt --drop image", "--drop"),
        ("--touch list.txt --unset image", "--unset"),
    ] {
        let ran = update(&folder, flags);
        assert!(ran.ends(2).err.starts_with(&format!("error: {told}")), "{flags}: {}", ran.err);
    }
    rewrites(&folder, "xml", &[]);
}

#[test]
fn sets_named_after_their_content_are_refused() {
    for suffix in ["xml", "xml.gz"] {
        let folder = Folder::new();
        folder.write("all.txt", (0..10).map(page).collect::<String>());
        folder.run(&format!("shard all.txt -o set/s-{{hash:8}}.{suffix}")).ends(0);
        let before = folder.run("query set --fields loc,source").out;
        folder.write("new.txt", page(50));
        let ran = folder.run("update set --upsert new.txt");
        assert!(ran.ends(2).err.contains("is named after its content"), "{}", ran.err);
        assert_eq!(folder.run("query set --fields loc,source").out, before);
        folder.run("update set --upsert all.txt").ends(0);
    }
    // A date has eight digits, too.
    let folder = Folder::new();
    folder.write("set/s-20260304.xml", sitemap(&["<loc>https://example.com/a</loc>"]));
    folder.write("new.txt", page(50));
    folder.run("update set --upsert new.txt").ends(0);
}
