//! Names of the files of a set, and what an index may name.

use crate::run::{Folder, Ran, index, sitemap};

const BASE: &str = "--base-url https://e.com/";

fn sections() -> Folder {
    let folder = Folder::new();
    folder.write("i.txt", "https://e.com/s1/a\nhttps://e.com/s2/b\n").write("o/old", "");
    folder
}

#[track_caller]
fn refuses(folder: &Folder, words: &str, message: &str) -> Ran {
    let before = folder.names_in("o");
    let ran = folder.run(words);
    assert!(ran.ends(2).err.contains(message), "{words}: {}", ran.err);
    assert_eq!(folder.names_in("o"), before, "{words}");
    ran
}

impl Folder {
    pub(crate) fn names_in(&self, folder: &str) -> Vec<String> {
        let files = std::fs::read_dir(self.path(folder)).into_iter().flatten();
        let mut names: Vec<_> =
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn no_report_replaces_a_file_of_a_set() {
    let folder = sections();
    let made = "shard i.txt -t xml --by section -o o/{section}.xml";
    let with_index = format!("{made} --index o/i.xml {BASE}");
    for (command, flag) in [
        (made, "--report o/s1.xml --json"),
        (made, "--loss-report ./o/s2.xml"),
        (made, "-n --report o/s1.xml --json"),
        (&with_index, "--report o/i.xml --json"),
    ] {
        refuses(&folder, &format!("{command} {flag}"), "is named for two things");
    }
    folder.run(&format!("{made} --report o/r.json --json")).ends(0);
}

#[test]
fn a_dry_run_ends_as_the_real_one_under_no_clobber() {
    for flags in ["", "--index o/i.xml --base-url https://e.com/"] {
        let folder = sections();
        folder.write(if flags.is_empty() { "o/s1.xml" } else { "o/i.xml" }, "mine");
        for dry in ["", "-n"] {
            let made = "shard i.txt -t xml --by section -o o/{section}.xml --no-clobber";
            let ran = folder.run(&format!("{made} {flags} {dry}"));
            assert!(ran.ends(5).err.contains("--no-clobber was given"), "{}", ran.err);
        }
    }
}

/// What a condition looks at matters even where the field is replaced afterwards; and where nothing
/// is left, that is told.
#[test]
fn a_condition_hears_of_fields_that_are_replaced() {
    let folder = Folder::new();
    folder.write("i.csv", "loc,lastmod\nhttps://e.com/a,2026-01-01\nhttps://e.com/b,01/02/2026\n");
    for flags in ["--drop lastmod", "--keep loc", "--set lastmod=2026-05-05"] {
        let ran = folder.run(&format!("convert i.csv -o o.xml -w 'lastmod > 2025' {flags}"));
        assert!(ran.ends(4).err.contains("lastmod/ambiguous"), "{flags}: {}", ran.err);
        folder.run(&format!("convert i.csv -o o.xml {flags}")).ends(0);
    }
    let none = "-w 'lastmod > 2027' --index o/i.xml --base-url https://e.com/";
    let ran = folder.run(&format!("convert i.csv -o o/{{n}}.xml {none} --drop lastmod"));
    assert!(ran.err.contains("warning[file/empty]") && ran.err.contains("o/i.xml"), "{}", ran.err);
}

#[test]
fn nothing_is_called_zstd() {
    let folder = sections();
    let zstd: &[u8] = include_bytes!("../../../../tests/cases/file/zstd/input.xml.zst");
    folder.write("y.xml.zst", zstd);
    refuses(&folder, "rewrite y.xml.zst -o o/{stem}.{ext}", "zstd is only read");
    refuses(&folder, "rewrite y.xml.zst -o o/y2.xml.zst", "zstd is only read");
    refuses(&folder, "convert y.xml.zst -t xml -o o/y2.xml.zst", "zstd is only read");
    folder.run("rewrite y.xml.zst -t xml.gz -o o/{stem}.{ext}").ends(0);
    assert_eq!(folder.names_in("o"), ["old", "y.xml.gz"]);
}

#[test]
fn an_index_names_sitemaps_and_nothing_else() {
    let folder = sections();
    folder.write("index.xml", index(&["https://e.com/a.xml"]));
    let shard = "shard index.xml --follow none -t xml -o o/{n}.xml";
    refuses(&folder, &format!("{shard} --index o/i.xml {BASE}"), "none names another");
    for (format, suffix) in [("csv", "csv"), ("jsonl", "jsonl"), ("indexnow", "json")] {
        let shard = format!("shard i.txt -t {format} -o o/{{n}}.{suffix}");
        let message = format!("an index names sitemaps, and {format} is none");
        refuses(&folder, &format!("{shard} --index o/i.xml {BASE}"), &message);
    }
    folder.write("i.csv", "loc\nhttps://e.com/a\n");
    let by_source = format!("rewrite i.csv -o o/{{stem}}.{{ext}} --index o/i.xml {BASE}");
    refuses(&folder, &by_source, "csv is none");
}

#[test]
fn an_index_has_one_name_of_its_own() {
    let folder = sections();
    let shard = format!("shard i.txt -t xml --by section -o o/{{section}}.xml {BASE}");
    refuses(&folder, &format!("{shard} --index o/index-{{n}}.xml"), "has no fields");
    for dry in ["", "-n"] {
        let words = format!("{shard} --index o/s1.xml {dry}");
        refuses(&folder, &words, "--index o/s1.xml is also the name of a file of the set");
    }
}

#[test]
fn pruning_says_what_it_does_not_know_and_would_do() {
    let folder = sections();
    let shard = |flags: &str| {
        let made = "shard i.txt -t xml --by section -o o/{section}.xml --index o/i.xml";
        folder.run(&format!("{made} {BASE} {flags}")).ends(0).err.clone()
    };
    folder.write("o/i.xml", "<sitemapindex><sitemap>");
    assert!(!shard("").contains("old index"));
    folder.write("o/i.xml", "broken");
    let err = shard("--prune");
    assert!(err.contains("warning: o/i.xml: the old index cannot be read whole"), "{err}");
    folder.write("i.txt", "https://e.com/s1/a\n");
    assert!(shard("-n").contains("o/s2.xml: no longer in the set; `--prune` removes it"));
    let err = shard("-n --prune");
    assert!(err.contains("o/s2.xml: no longer in the set, would be removed"), "{err}");
    let err = shard("--prune");
    assert!(err.contains("o/s2.xml: no longer in the set, removed"), "{err}");
    assert!(!err.contains("old index"), "{err}");
}

/// However folders are spelled, files of before are known again, and those of now are not removed.
#[test]
fn stale_files_are_known_by_where_they_stand() {
    let folder = sections();
    let here = folder.path("").display().to_string();
    let here = here.trim_end_matches('/');
    for (template, index) in [
        ("./o/{section}.xml", "o/i.xml"),
        ("o/{section}.xml", "./o/i.xml"),
        (&*format!("{here}/o/{{section}}.xml"), "o/i.xml"),
        ("o/{section}.xml", &*format!("{here}/o/i.xml")),
    ] {
        let shard = |flags: &str, base: &str| {
            let made = format!("shard i.txt -t xml --by section -o {template} --index {index}");
            folder.run(&format!("{made} --base-url {base} --prune {flags}")).ends(0).err.clone()
        };
        folder.write("i.txt", "https://e.com/s1/a\nhttps://e.com/s2/b\n");
        shard("", "http://e.com/");
        // Another base makes no other files; an index that names itself is one of now.
        let own = folder.read("o/i.xml");
        let own = own.replace(
            "</sitemapindex>",
            "<sitemap><loc>http://e.com/i.xml</loc></sitemap></sitemapindex>",
        );
        folder.write("o/i.xml", own).write("i.txt", "https://e.com/s1/a\n");
        for (flags, told) in [("-n", "would be removed"), ("", "removed")] {
            let err = shard(flags, "https://www.e.com/");
            assert_eq!(err.matches("no longer in the set").count(), 1, "{template}: {err}");
            assert!(err.contains(&format!("o/s2.xml: no longer in the set, {told}")), "{err}");
        }
        assert_eq!(folder.names_in("o"), ["i.xml", "old", "s1.xml"]);
    }
}

#[cfg(unix)]
#[test]
fn a_dry_run_of_a_set_ends_as_the_real_one() {
    let folder = sections();
    let long = "x".repeat(260);
    folder.write("file", "").write("o/s1.xml/in", "");
    let _socket = std::os::unix::net::UnixListener::bind(folder.path("o/s2.txt")).unwrap();
    std::os::unix::fs::symlink("round", folder.path("round")).unwrap();
    for (made, told) in [
        ("-t xml --by section -o o/{section}.xml", "could not be written: is a directory"),
        ("-t text --by section -o o/{section}.txt", "could not be replaced"),
        ("-t xml --by section -o file/{section}.xml", "could not be"),
        ("-t xml --max-urls 9 -o round", "could not be resolved"),
        ("-t xml --max-urls 9 -o /proc/new/{n}.xml", "could not be"),
        ("-t xml --max-urls 9 -o /proc/{n}.xml", "could not be"),
        (&*format!("-t xml --max-urls 9 -o new/{long}/{{n}}.xml"), "could not be"),
        (&*format!("-t xml --max-urls 9 -o {long}{{n}}.xml"), "could not be"),
        (&*format!("-t xml -o o/{{n}}.xml --index o/s1.xml {BASE}"), "could not be written"),
    ] {
        for dry in ["-n", ""] {
            let ran = folder.run(&format!("shard i.txt {made} {dry}"));
            assert!(ran.ends(5).err.to_lowercase().contains(told), "{made} {dry}: {}", ran.err);
        }
    }
    assert_eq!(folder.names_in("o"), ["old", "s1.xml", "s2.txt"]);
    folder.run("shard i.txt -t xml -o new/deep/{n}.xml -n").ends(0);
    assert!(!folder.path("new").exists());
}

/// What could not be read may be what kept a file in the set.
#[test]
fn nothing_is_pruned_where_not_all_was_read() {
    let folder = sections();
    let shard = |inputs: &str| {
        let made = "-t xml --by section -o o/{section}.xml --index o/i.xml --prune";
        folder.run(&format!("shard {inputs} {made} {BASE}"))
    };
    shard("i.txt").ends(0);
    folder.write("1.txt", "https://e.com/s1/a\n");
    folder.write("1.jsonl", "{\"loc\":\"https://e.com/s1/a\"}\n{\"loc\":\"/s2/b\"}\n");
    for (inputs, code) in [("1.txt gone.txt", 3), ("1.jsonl", 4), ("1.txt i.txt --max-input 20", 6)]
    {
        for dry in ["-n", ""] {
            let ran = shard(&format!("{inputs} {dry}"));
            let told = "o/s2.xml: no longer in the set; not removed, since not all was read";
            assert!(ran.ends(code).err.contains(told), "{inputs}: {}", ran.err);
            assert!(folder.path("o/s2.xml").exists(), "{inputs}");
        }
        shard("i.txt").ends(0);
    }
    assert!(shard("1.txt").ends(0).err.contains("o/s2.xml: no longer in the set, removed"));
    assert!(!folder.path("o/s2.xml").exists());
}

#[test]
fn base_urls_that_cannot_be_are_told_apart() {
    let folder = sections();
    for (base, message) in [
        ("e.com/", "not an absolute URL"),
        ("ftp://e.com/", "sitemaps are at http or https addresses"),
        ("https://e.com/?a", "files cannot be named after a query or fragment"),
    ] {
        let shard = "shard i.txt -t xml -o o/{n}.xml --index o/i.xml";
        refuses(&folder, &format!("{shard} --base-url {base}"), message);
    }
}

/// Grouping and joining do not move the place at which a document has too many.
#[test]
fn too_many_urls_is_told_of_the_line_that_was_read() {
    let folder = Folder::new();
    let page = |n: u32| format!("https://e.com/s{}/{}\n", n % 2, n.min(49_000));
    folder.write("i.txt", (0..50_002).map(page).collect::<String>());
    for flags in
        ["shard i.txt --by section -o o/{section}-{n}.txt -t text", "dedupe i.txt -o d.txt"]
    {
        let ran = folder.run(flags);
        assert_eq!(ran.ends(0).err.matches("file/too-many-urls").count(), 1, "{}", ran.err);
        assert!(ran.err.contains("i.txt:50001"), "{flags}: {}", ran.err);
    }
}

#[test]
fn versions_of_one_language_are_one_link() {
    let link = |href: &str| {
        format!(
            "<loc>https://e.com/</loc><xhtml:link xmlns:xhtml=\"http://www.w3.org/1999/xhtml\" \
             rel=\"alternate\" hreflang=\"de\" href=\"https://e.com/{href}\"/>"
        )
    };
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&[&link("de")])).write("b.xml", sitemap(&[&link("de2")]));
    let ran = folder.run("merge a.xml b.xml -o o.xml");
    assert!(ran.ends(0).err.contains("set/duplicate-conflict"), "{}", ran.err);
    let merged = folder.read("o.xml");
    assert!(merged.contains("https://e.com/de\"") && !merged.contains("de2"), "{merged}");
}

#[test]
fn failing_on_conflict_says_that_nothing_is_chosen() {
    let folder = Folder::new();
    let page = |priority: &str| {
        sitemap(&[&format!("<loc>https://e.com/</loc><priority>{priority}</priority>")])
    };
    folder.write("a.xml", page("0.1")).write("b.xml", page("0.2"));
    let ran = folder.run("merge a.xml b.xml -o o.xml --on-conflict priority=fail");
    let err = &ran.err;
    assert!(err.contains("differ, and none is chosen (fail)"), "{err}");
    assert!(!err.contains("gives way") && !err.contains("=fail` to have none"), "{err}");
    assert!(err.contains("--on-conflict priority=RULE"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_takes_no_temporary_files_is_a_limit() {
    let folder = Folder::new();
    folder.write("i.txt", (0..20_000).map(|n| format!("https://e.com/{n}\n")).collect::<String>());
    let words = "convert i.txt -t text -o o.txt --sort loc:desc --memory 64KiB";
    let mut with_variable = folder.command(words);
    with_variable.env("TMPDIR", "/no/such/folder");
    for (ran, name) in [
        (folder.run(&format!("{words} --tmp-dir /proc")), "/proc"),
        (crate::run::ran(&mut with_variable), "/no/such/folder"),
    ] {
        assert!(ran.ends(6).err.contains(&format!("in {name}: ")), "{}", ran.err);
        assert!(!folder.path("o.txt").exists());
    }
}

/// A `.` in a name is no part of an address, and what an index names is found again with it.
#[test]
fn an_index_names_files_without_dots() {
    for (template, index) in [
        ("./x-{n}.xml", "j.xml"),
        ("x-{n}.xml", "./j.xml"),
        ("./x-{n}.xml", "./j.xml"),
        ("o/./x-{n}.xml", "./o/j.xml"),
    ] {
        let folder = sections();
        let words = format!("-t xml -o {template} --max-urls 1 --index {index} {BASE} --prune");
        folder.run(&format!("shard i.txt {words}")).ends(0);
        let text = folder.read(index);
        assert!(!text.contains("/./"), "{template} {index}: {text}");
        assert!(text.contains("<loc>https://e.com/x-2.xml</loc>"), "{template} {index}: {text}");
        folder.write("less.txt", "https://e.com/s1/a\n");
        let ran = folder.run(&format!("shard less.txt {words}"));
        let told = "x-2.xml: no longer in the set, removed";
        assert!(ran.ends(0).err.contains(told), "{template} {index}: {}", ran.err);
    }
    for words in ["index . -o k.xml", "index ./a.xml -o k.xml", "index a.xml -o ./k.xml"] {
        let folder = Folder::new();
        folder.write("a.xml", sitemap(&["<loc>https://e.com/a</loc>"]));
        folder.run(&format!("{words} {BASE}")).ends(0);
        let text = folder.read("k.xml");
        assert!(text.contains("<loc>https://e.com/a.xml</loc>"), "{words}: {text}");
    }
}

#[test]
fn urls_stay_in_the_folder_that_the_run_is_in() {
    for template in ["./x-{n}.xml", "x-{n}.xml"] {
        let folder = Folder::new();
        folder.write("d/i.txt", "https://e.com/1\nhttps://e.com/2\n");
        let words = |more: &str| {
            let mut command = folder.command(&format!(
                "shard i.txt -t xml -o {template} --max-urls 1 --index j.xml {BASE} {more}"
            ));
            crate::run::ran(command.current_dir(folder.path("d")))
        };
        words("").ends(0);
        folder.write("d/i.txt", "https://e.com/0\nhttps://e.com/1\nhttps://e.com/2\n");
        words("--stable --previous .").ends(0);
        for (number, url) in [(1, 1), (2, 2), (3, 0)] {
            let text = folder.read(&format!("d/x-{number}.xml"));
            assert!(
                text.contains(&format!("<loc>https://e.com/{url}</loc>")),
                "{template}: {text}"
            );
        }
    }
}

#[test]
fn an_index_is_compressed_by_its_name_in_any_case() {
    let folder = sections();
    folder.run(&format!("shard i.txt -t xml -o o/x-{{n}}.xml --index o/J.XML.GZ {BASE}")).ends(0);
    folder.run(&format!("index o/x-1.xml {BASE} -o I.XML.GZ")).ends(0);
    for name in ["o/J.XML.GZ", "I.XML.GZ"] {
        let bytes = std::fs::read(folder.path(name)).unwrap();
        assert!(bytes.starts_with(b"\x1f\x8b"), "{name}");
    }
}

#[test]
fn one_file_has_no_index() {
    let folder = sections();
    for flag in ["--base-url https://e.com/", "--prune", "--index-lastmod none"] {
        let words = format!("convert i.txt -o o/out.xml {flag}");
        let flag = flag.split(' ').next().unwrap();
        refuses(&folder, &words, &format!("{flag} without an index"));
    }
}

#[test]
fn pages_are_compared_one_way() {
    let folder = sections();
    let words = "merge i.txt -o o/out.xml --dedupe=exact --normalize";
    refuses(&folder, words, "--normalize with --dedupe=exact");
    folder.run("merge i.txt -o o/out.xml --dedupe=normalized --normalize").ends(0);
}

#[test]
fn several_indexes_of_before_are_stale_beside_one() {
    let folder = sections();
    let named = |name: &str| format!("https://e.com/{name}");
    folder.write("o/index-1.xml", index(&[&named("s1.xml"), &named("gone.xml")]));
    folder.write("o/index-2.xml", index(&[&named("s2.xml")]));
    // No index, although it is called like one.
    folder.write("o/index-3.xml", sitemap(&["<loc>https://e.com/x</loc>"]));
    folder.write("o/gone.xml", "old").write("o/s1.xml", "old").write("o/s2.xml", "old");
    let made =
        format!("shard i.txt -t xml --by section -o o/{{section}}.xml --index o/index.xml {BASE}");
    let ran = folder.run(&format!("{made} -n"));
    for name in ["gone", "index-1", "index-2"] {
        let line = format!("o/{name}.xml: no longer in the set; `--prune` removes it");
        assert!(ran.ends(0).err.contains(&line), "{}", ran.err);
    }
    folder.run(&format!("{made} --prune")).ends(0);
    assert_eq!(folder.names_in("o"), ["index-3.xml", "index.xml", "old", "s1.xml", "s2.xml"]);
    // Beside the one index, another with a number is somebody else's.
    folder.write("o/index-1.xml", index(&[&named("theirs.xml")])).write("o/theirs.xml", "theirs");
    folder.run(&format!("{made} --prune")).ends(0);
    assert!(folder.path("o/index-1.xml").exists() && folder.path("o/theirs.xml").exists());
}

#[test]
fn sitemaps_are_a_kind_of_their_own() {
    let folder = Folder::new();
    folder.write("i.xml", index(&["https://e.com/a.xml"]));
    folder.run("shard i.xml --follow none --by kind -o o/{kind}.xml").ends(0);
    assert_eq!(folder.names_in("o"), ["sitemap.xml"]);
}

#[test]
fn the_address_of_an_index_is_a_url() {
    let folder = sections();
    for (base, why) in [
        ("https://bücher.example/", "a URL has no such characters"),
        ("https://e.com/bücher/", "a URL has no such characters"),
        ("https://e.com/100%/", "not a URL of a folder"),
    ] {
        let made = "shard i.txt -t xml --by section -o o/{section}.xml --index o/i.xml";
        refuses(&folder, &format!("{made} --base-url {base}"), why);
        folder.write("a.xml", sitemap(&["<loc>https://e.com/x</loc>"]));
        refuses(&folder, &format!("index a.xml -o o/i.xml --base-url {base}"), why);
    }
}

#[test]
fn a_report_without_folder_ends_a_run_before_any_work() {
    let folder = sections();
    folder.write("a.xml", sitemap(&["<loc>https://e.com/x</loc>"]));
    for words in [
        "shard i.txt -t xml --by section -o n/{section}.xml",
        "diff i.txt a.xml -o d.txt",
        "query i.txt -o q.txt -t text",
        "index a.xml --base-url https://e.com/ -o x.xml",
    ] {
        let ran = folder.run(&format!("{words} --json --report n/r.json"));
        assert!(ran.ends(5).err.contains("n/r.json could not be written: no such folder"));
        assert_eq!(folder.names(), ["a.xml", "i.txt", "o"], "{words}");
    }
}

/// An error page under the name of a list is no reason to remove what the list held.
#[test]
fn nothing_is_pruned_where_a_list_was_passed_over() {
    let folder = Folder::new();
    folder.write("in/a.txt", "https://e.com/a/x\n").write("in/b.txt", "https://e.com/b/x\n");
    let cut = format!("shard in -t xml --by section -o p/{{section}}.xml --index p/i.xml {BASE}");
    folder.run(&cut).ends(0);
    folder.write("in/b.txt", "Service Unavailable\n");
    let ran = folder.run(&format!("{cut} --prune"));
    let told = "p/b.xml: no longer in the set; not removed, since not all was read";
    assert!(ran.ends(0).err.contains(told), "{}", ran.err);
    folder.write("in/a.txt", "https://e.com/c/x\n");
    let ran = folder.run(&cut);
    let told = "p/a.xml: no longer in the set; it stays, since `--prune` was not given";
    assert!(ran.ends(0).err.contains(told), "{}", ran.err);
    assert_eq!(folder.names_in("p"), ["a.xml", "b.xml", "c.xml", "i.xml"]);
}

#[test]
fn no_output_replaces_what_a_flag_reads() {
    let folder = sections();
    folder.write("moves.csv", "old,new\n/s1/*,/s2/*\n").write("list", "i.txt\n");
    folder
        .write("map", "u=loc\n")
        .write("key", "0123456789abcdef\n")
        .write("u.csv", "u\nhttps://e.com/\n");
    for words in [
        "rewrite i.txt --rewrite-file moves.csv -o o/x.txt --report moves.csv --json",
        "rewrite i.txt --rewrite-file moves.csv -t csv -o ./moves.csv",
        "merge @list -o o/x.txt --loss-report list",
        "convert u.csv --map-file map -o o/x.txt --report map --json",
        "convert i.txt -t indexnow --key-file key -o o/x.json --report key --json",
    ] {
        refuses(&folder, words, "is named for two things: what a flag reads");
    }
}

/// A file that an old index names by two addresses is told once.
#[test]
fn a_stale_file_with_two_addresses_is_told_once() {
    let folder = Folder::new();
    folder.write("all.txt", "https://e.com/a\n");
    folder.write("o/2.xml", sitemap(&["<loc>https://e.com/b</loc>"]));
    folder.write("o/i.xml", index(&["https://e.com/2.xml", "http://e.com/2.xml"]));
    let ran = folder.run(&format!("shard all.txt -o o/{{n}}.xml --index o/i.xml {BASE}"));
    let told = "o/2.xml: no longer in the set";
    assert_eq!(ran.ends(0).err.matches(told).count(), 1, "{}", ran.err);
}

#[test]
fn what_stood_there_does_not_pass_for_an_empty_result() {
    let folder = Folder::new();
    let old = sitemap(&["<loc>https://example.com/blog/1</loc>"]);
    folder.write("l.xml", &old).write("sm.xml", &old).write("news-1.xml", &old);
    for name in ["sm.xml", "new.xml"] {
        let ran = folder.run(&format!("shard l.xml -w 'section == \"none\"' -o {name}"));
        assert!(ran.ends(0).err.contains("warning[file/empty]"), "{}", ran.err);
        assert!(!folder.read(name).contains("<loc>"), "{name}");
    }
    for dry in ["", " -n"] {
        let words = "convert l.xml -w 'section == \"none\"' -o 'news-{n}.xml'";
        let ran = folder.run(&format!("{words}{dry}"));
        let told = "nothing was left to write; no file was made, and of before stay: news-1.xml";
        assert!(ran.ends(0).err.contains(told), "{}", ran.err);
        assert!(!ran.err.contains("one rename"), "{}", ran.err);
        assert_eq!(folder.read("news-1.xml"), old);
    }
    folder.run("shard l.xml -o 'big/{n}.xml' --max-bytes 20").ends(4);
    assert!(!folder.path("big").exists(), "a folder for nothing");
}

#[test]
fn a_dry_run_takes_no_name_by_content_for_gone() {
    let folder = Folder::new();
    folder.write("l.txt", "https://example.com/blog/1\nhttps://example.com/shop/1\n");
    let words = "shard l.txt -o 'h/{section}-{hash:8}.xml.gz' --index h/i.xml \
                 --base-url https://example.com/ --prune";
    folder.run(words).ends(0);
    let ran = folder.run(&format!("{words} -n"));
    assert!(!ran.ends(0).err.contains("would be removed"), "{}", ran.err);
    assert!(ran.err.contains("names after content are not known"), "{}", ran.err);
    assert!(folder.run(words).ends(0).err.contains("2 files unchanged"));
}

/// One file is written there, and it would be called so.
#[test]
fn a_template_names_no_single_file() {
    let folder = sections();
    for words in [
        "query i.txt -o o/x-{n}.txt",
        "diff i.txt i.txt -o o/d-{n:05}.txt",
        "index i.txt --base-url https://e.com/ -o o/i-{section}.xml",
    ] {
        refuses(&folder, words, "one file is written, and its name has no fields");
    }
    // What is no field is a name.
    folder.run("query i.txt -o o/x-{m}.txt").ends(0);
    assert_eq!(folder.names_in("o"), ["old", "x-{m}.txt"]);
}

#[test]
fn a_file_has_room_for_something() {
    let folder = sections();
    for flag in ["--max-urls 0", "--max-bytes 0"] {
        refuses(&folder, &format!("shard i.txt -o o/{{n}}.txt {flag}"), "at least one entry");
    }
}

/// Where both look the same, that is said.
#[test]
fn versions_that_differ_in_what_is_not_shown() {
    let folder = Folder::new();
    for (name, note) in [("a.xml", "a<o:b>q</o:b>c"), ("b.xml", "ac<o:b>q</o:b>")] {
        let entry = format!("<loc>https://e.com/</loc><o:note xmlns:o=\"urn:o\">{note}</o:note>");
        folder.write(name, sitemap(&[&entry]));
    }
    let told = "`<o:note> ac b=q` gives way to one that differs in what is not shown, such as white space (first)";
    let ran = folder.run("merge a.xml b.xml -o m.xml --on-conflict *=first");
    assert!(ran.ends(0).err.contains(told), "{}", ran.err);
    let told = "`<o:note> ac b=q` and one that differs in what is not shown, such as white space, and none is chosen";
    let ran = folder.run("merge a.xml b.xml -o m.xml --on-conflict *=fail");
    assert!(ran.err.contains(told), "{}", ran.err);
}
