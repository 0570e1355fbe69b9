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

#[test]
fn a_side_that_was_not_read_whole_is_told_in_the_text() {
    let folder = sides();
    folder.write("torn.xml", "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url>");
    folder.run("diff old/a.xml torn.xml -o d.out -qq");
    let told = "2 removed\nNEW was not read whole: what is missing from it is told as removed\n";
    assert!(folder.read("d.out").starts_with(told), "{}", folder.read("d.out"));
}

#[test]
fn the_quietest_run_says_what_ended_it() {
    let folder = sides();
    folder.write("a.xml", sitemap(&["<loc>https://e.com/a</loc>"]));
    for words in [
        "diff a.xml nofile",
        "diff nofile a.xml",
        "query nofile",
        "query a.xml nofile",
        "hreflang check nofile",
        "update a.xml --upsert nofile",
    ] {
        let ran = folder.run(&format!("{words} -qq"));
        ran.ends(3);
        let told = "error[file/unreadable]: the input cannot be read\n  --> nofile\n";
        assert!(ran.err.starts_with(told), "{words}: {}", ran.err);
    }
}

#[test]
fn an_output_does_not_replace_an_input() {
    let folder = sides();
    folder.write("a.txt", "https://e.com/a\n").write("b.txt", "https://e.com/b\n");
    for words in
        ["diff a.txt b.txt -o ./a.txt", "diff b.txt a.txt -o a.txt", "query a.txt -o a.txt"]
    {
        let ran = folder.run(words);
        ran.ends(2);
        let told = "error: a.txt is an input, and the output would replace it\n";
        assert!(ran.err.starts_with(told), "{words}: {}", ran.err);
    }
    assert_eq!(folder.read("a.txt"), "https://e.com/a\n");
}

#[test]
fn the_suffix_and_what_is_written_agree() {
    let folder = sides();
    folder.write("new/3.txt", "https://e.com/new\n");
    for (words, told) in [
        ("-o r.json", "r.json: what is written is text for people, not json"),
        ("-o r.csv", "r.csv: what is written is text for people, not csv"),
        ("--changed -o r.xml", "r.xml: what is written is lines or a table, not xml"),
        ("--changed -o r.XML.gz", "r.XML.gz: what is written is lines or a table, not xml"),
        ("--redirects csv -o r.tsv", "r.tsv: what is written is a table, not tsv"),
        (
            "--redirects nginx -o r.csv",
            "r.csv: what is written is a server's configuration, not csv",
        ),
    ] {
        let ran = folder.run(&format!("diff old/ new/ {words}"));
        ran.ends(2);
        assert!(ran.err.starts_with(&format!("error: {told}\n")), "{words}: {}", ran.err);
    }
    for (words, name, text) in [
        ("--changed", "r.csv", "loc\nhttps://e.com/new\n"),
        ("--changed", "r.txt", "https://e.com/new\n"),
        ("--redirects csv", "r.csv", "old,new,score\n"),
        ("", "r", "1 added, 2 unchanged\n\n+ https://e.com/new\n"),
    ] {
        folder.run(&format!("diff old/ new/ {words} -o {name}")).ends(1);
        assert_eq!(folder.read(name), text, "{words} {name}");
    }
}

#[test]
fn addresses_that_nginx_does_not_read_are_left_out() {
    let folder = Folder::new();
    let long = "x".repeat(5000);
    folder.write("old.txt", format!("https://o.com/{long}\nhttps://o.com/a/page\n"));
    folder.write("new.txt", format!("https://n.com/{long}\nhttps://n.com/a/page\n"));
    let ran = folder.run("diff old.txt new.txt --redirects nginx -q");
    ran.ends(1);
    let told = "1 redirect, 1 renamed page without: nginx reads no address of 4,096 bytes\n";
    assert!(ran.err.contains(told), "{}", ran.err);
    assert!(!ran.out.contains(&long));
}

#[test]
fn a_star_in_an_address_is_no_front() {
    let folder = Folder::new();
    folder.write("old.txt", "http://o.example/tea/list*\nhttp://o.example/tea/list-of-all\n");
    folder.write("new.txt", "http://n.example/tea/list*\nhttp://o.example/tea/list-of-all\n");
    folder.run("diff old.txt new.txt --redirects csv -o moves.csv").ends(1);
    folder.run("rewrite old.txt --rewrite-file moves.csv -o moved.txt").ends(0);
    assert_eq!(folder.read("moved.txt"), folder.read("new.txt"));
}
