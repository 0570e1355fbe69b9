//! `urlset diff`: where sides come from, what its output is good for, and how it ends.

use crate::run::{Folder, index, sitemap};

/// The same two pages behind an index, and in two files of other formats.
fn sides() -> Folder {
    let folder = Folder::new();
    folder
        .write("old/index.xml", index(&["https://e.com/a.xml"]))
        .write("old/a.xml", sitemap(&["<loc>https://e.com/a</loc>", "<loc>https://e.com/b</loc>"]))
        .write("new/1.txt", "https://e.com/b\n")
        .write("new/2.jsonl", "{\"loc\":\"https://e.com/a\"}\n");
    folder
}

#[test]
fn a_side_is_whatever_can_be_read() {
    let folder = sides();
    for words in ["diff old/ new/", "diff old/index.xml new/*", "diff old/a.xml new/"] {
        let ran = folder.run(words);
        ran.ends(0);
        assert_eq!(ran.out, "2 unchanged\n", "{words}");
    }
    let ran = folder.feed("diff - old/", "https://e.com/a\n");
    ran.ends(1);
    assert_eq!(ran.out, "1 added, 1 unchanged\n\n+ https://e.com/b\n");
}

#[test]
fn pages_are_not_compared_with_sitemaps() {
    let folder = sides();
    let ran = folder.run("diff old/index.xml new/ --follow none");
    ran.ends(2);
    assert!(ran.err.contains("one side lists pages, the other sitemaps"), "{}", ran.err);
}

#[test]
fn what_changed_goes_to_indexnow() {
    let folder = sides();
    folder.write("new/3.txt", "https://e.com/new\n");
    let changed = folder.run("diff old/ new/ --changed --fields loc -qq");
    changed.ends(1);
    let body =
        folder.feed("convert - -t indexnow --host e.com --key 0123456789abcdef", &changed.out);
    body.ends(0);
    assert!(body.out.contains("[\n\"https://e.com/new\"\n]"), "{}", body.out);
}

#[test]
fn little_memory_gives_the_same() {
    let folder = Folder::new();
    let lines = |host: &str, range: std::ops::Range<u32>| -> String {
        let line =
            |n: u32| format!("https://{host}/{}/page-{}\n", n % 7, n.wrapping_mul(7919) % 9973);
        range.map(line).collect()
    };
    folder.write("old.txt", lines("a.com", 0..9000));
    folder.write("new.txt", lines("a.com", 500..6000) + &lines("b.com", 6000..9500));
    let run = |memory: &str| {
        folder.run(&format!("diff old.txt new.txt --redirects nginx --renames=0.9 {memory}"))
    };
    let (little, much) = (run("--memory 64KiB --tmp-dir . -j 1"), run("--memory 4GiB -j 4"));
    little.ends(1);
    assert!(little.out.lines().count() > 1000);
    assert_eq!(little.out, much.out);
    assert_eq!(folder.names(), ["new.txt", "old.txt"]);
}

#[test]
fn an_output_is_whole_or_not_there() {
    let folder = sides();
    folder.write("new/broken.xml", "<urlset><url><loc>https://e.com/c");
    folder.write("moves.csv", "as it was\n");
    let ran = folder.run("diff old/ new/ --redirects csv -o moves.csv");
    ran.ends(4);
    assert_eq!(folder.read("moves.csv"), "as it was\n");
    assert!(ran.err.contains("nothing was written"), "{}", ran.err);
    assert!(ran.err.contains("NEW was not read whole"), "{}", ran.err);
    let dry = folder.run("diff old/ new/ --changed -o moves.csv -n");
    assert!(dry.ends(4).err.contains("dry run: nothing would be written"), "{}", dry.err);
    let dry = folder.run("diff old/ old/ --changed -o moves.csv -n");
    assert!(dry.ends(0).err.contains("dry run: would write moves.csv"), "{}", dry.err);
}

/// Damage before the first entry: what is left of a file that held one.
fn damaged() -> Vec<(&'static str, Vec<u8>)> {
    let gzip = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xb3\xb1\xaf\xc8\xcd".to_vec();
    let zstd = b"\x28\xb5\x2f\xfd\x24\x80\x05\x04\x00\x3c\x3f\x78".to_vec();
    let utf16 = "\u{feff}<urlset xmlns=".encode_utf16().flat_map(u16::to_le_bytes).collect();
    vec![
        ("b.xml.gz", gzip),
        ("b.xml.zst", zstd),
        ("b.xml", utf16),
        ("b.xml", b"<urlset xmlns=\"http://www.site".to_vec()),
        ("b.xml", b"<sitemapindex xmlns=\"http://www.site".to_vec()),
        ("b.xml", Vec::new()),
        ("b.xml", b"<html><body>500</body></html>".to_vec()),
        ("b.xml.bz2", b"BZh91AY&SY".to_vec()),
    ]
}

#[test]
fn a_side_damaged_before_its_first_entry_is_not_whole() {
    let lines = |range: std::ops::Range<u32>| -> String {
        range.map(|n| format!("https://e.com/page-{n}\n")).collect()
    };
    for (name, bytes) in damaged() {
        let folder = Folder::new();
        folder
            .write("old.txt", lines(0..4))
            .write("new/a.txt", lines(0..2) + "https://n.com/page-2");
        folder.write(&format!("new/{name}"), &bytes);
        folder.write("list", format!("new/a.txt\nnew/{name}\n"));
        // A child of an index that stands elsewhere, so that the index alone is named.
        let children = ["https://e.com/new/a.txt", &format!("https://e.com/new/{name}")];
        folder.write("index.xml", index(&children));
        for side in ["new", "@list", "index.xml"] {
            let about = format!("{name} of {} bytes, {side}", bytes.len());
            let ran = folder.run(&format!("diff old.txt {side} --renames"));
            assert!(ran.code >= Some(3), "{about}: {ran:?}");
            let told = "NEW was not read whole: what is missing from it is told as removed";
            assert!(ran.err.contains(told), "{about}: {}", ran.err);
            for data in ["--redirects nginx", "--changed"] {
                let ran = folder.run(&format!("diff old.txt {side} {data}"));
                assert!(ran.code >= Some(3), "{about}: {ran:?}");
                assert_eq!(ran.out, "", "{about}, {data}");
                assert!(ran.err.contains("nothing was written"), "{about}: {}", ran.err);
            }
            // The other way round, and with a cause that a side before had already.
            let ran = folder.run(&format!("diff {side} {side} --json"));
            assert!(ran.out.contains(r#""incomplete":["old","new"]"#), "{about}: {}", ran.out);
        }
    }
}

#[test]
fn a_side_that_is_nothing_is_incomplete() {
    let folder = sides();
    let ran = folder.run("diff gone.xml new/ --json -qq");
    ran.ends(3);
    assert!(ran.out.contains(r#""items":[],"incomplete":["old"],"#), "{}", ran.out);
    let ran = folder.run("diff old/ new/ --json -qq");
    ran.ends(0);
    assert!(ran.out.contains(r#""items":[],"incomplete":[],"#), "{}", ran.out);
}

#[test]
fn redirects_that_no_server_can_tell_apart() {
    let folder = Folder::new();
    for (olds, why) in [
        (
            ["https://a.example:8080/x/page-aa", "https://a.example:9090/x/page-aa"],
            "2 renamed pages without: another page left the same address but for scheme, port or case",
        ),
        (
            ["https://~/page-aa", "https://~.example/x/page-aa"],
            "2 renamed pages without: no server is asked for the old address",
        ),
    ] {
        folder.write("old.txt", olds.join("\n"));
        folder.write("new.txt", "https://n.example/page-aa\nhttps://m.example/x/page-aa\n");
        for server in ["nginx", "apache", "csv"] {
            let words = format!("diff old.txt new.txt --redirects {server} --renames=0");
            let ran = folder.run(&words);
            ran.ends(1);
            assert!(!ran.out.contains("page-aa"), "{}", ran.out);
            assert!(ran.err.contains(&format!("0 redirects, {why}\n")), "{}", ran.err);
        }
    }
}

#[test]
fn a_rewritten_side_is_told_and_makes_no_redirects() {
    let folder = Folder::new();
    folder.write("old.txt", "https://a.example/x\n").write("new.txt", "https://b.example/x\n");
    let ran = folder.run("diff old.txt new.txt --redirects csv --rewrite-host a.example=b.example");
    ran.ends(2);
    assert_eq!(ran.out, "");
    let ran = folder.run("diff old.txt new.txt --rewrite-host nope.example=x.example");
    ran.ends(1);
    for line in [
        "OLD: rewritten: nothing",
        "OLD: hosts left alone: a.example 1",
        "OLD: never used: `nope.example=x.example`",
    ] {
        assert!(ran.err.contains(line), "{line}: {}", ran.err);
    }
}
