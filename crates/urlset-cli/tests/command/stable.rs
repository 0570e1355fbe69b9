//! `--stable --previous`: URLs stay in their files when others come and go.

use crate::run::{Folder, index, sitemap};
use std::fs::File;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

fn old() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_000_000_000)
}

pub(crate) fn pages(numbers: impl Iterator<Item = u32>) -> String {
    numbers.map(|number| format!("https://example.com/{:02}/{number:03}\n", number % 2)).collect()
}

fn shard(folder: &Folder, flags: &str, suffix: &str) -> String {
    let ran = folder.run(&format!(
        "shard all.txt -f text -t {suffix} -o set/s-{{n:02}}.{suffix} --index set/index.xml --base-url https://example.com/ --max-urls 10 {flags}"
    ));
    ran.ends(0).err.clone()
}

pub(crate) fn age(folder: &Folder, names: &[String]) {
    for name in names {
        let file = File::options().write(true).open(folder.path(name)).unwrap();
        file.set_modified(old()).unwrap();
    }
}

pub(crate) fn names(count: u32, suffix: &str) -> Vec<String> {
    (1..=count).map(|number| format!("set/s-{number:02}.{suffix}")).collect()
}

fn changed(folder: &Folder, names: &[String]) -> Vec<String> {
    let is_new =
        |name: &&String| std::fs::metadata(folder.path(name)).unwrap().modified().unwrap() != old();
    names.iter().filter(is_new).cloned().collect()
}

const STABLE: &str = "--stable --previous set/";

#[test]
fn files_that_do_not_change_are_left_alone() {
    for suffix in ["xml", "xml.gz"] {
        let folder = Folder::new();
        folder.write("all.txt", pages(0..30));
        assert!(shard(&folder, STABLE, suffix).contains("no previous set"));
        let files = names(3, suffix);
        age(&folder, &files);
        // Another order, and nothing else.
        folder.write("all.txt", pages((0..30).rev()));
        shard(&folder, STABLE, suffix);
        assert_eq!(changed(&folder, &files), [""; 0]);
        // Two pages of the second file go, three come: two fill it, one begins another file.
        folder.write("all.txt", pages((30..33).chain(0..12).chain(14..30)));
        shard(&folder, STABLE, suffix);
        assert_eq!(changed(&folder, &files), files[1..2]);
        let ran = folder.run(&format!("convert {} -t text -q", files[1]));
        assert_eq!(ran.ends(0).out, pages((10..12).chain(14..20).chain(30..32)));
        let ran = folder.run(&format!("convert set/s-04.{suffix} -t text -q"));
        assert_eq!(ran.ends(0).out, pages(32..33));
        let index = folder.read("set/index.xml");
        assert_eq!(index.matches("<loc>").count(), 4, "{index}");
        assert!(index.contains(&format!("https://example.com/s-04.{suffix}")), "{index}");
    }
}

#[test]
fn a_file_that_is_emptied_goes() {
    let folder = Folder::new();
    folder.write("all.txt", pages(0..30));
    shard(&folder, "", "xml");
    folder.write("all.txt", pages((0..10).chain(20..30)));
    let said = shard(&folder, &format!("{STABLE} --prune"), "xml");
    assert!(said.contains("set/s-02.xml: no longer in the set, removed"), "{said}");
    assert!(!folder.path("set/s-02.xml").exists());
    assert_eq!(folder.read("set/index.xml").matches("<loc>").count(), 2);
}

#[test]
fn groups_grow_by_themselves() {
    let folder = Folder::new();
    let write = |numbers: std::ops::Range<u32>| {
        folder.write("all.txt", pages(numbers));
        let ran = folder.run(
            "shard all.txt -t xml --by section -o set/{section}-{n}.xml --index set/index.xml --base-url https://example.com/ --max-urls 10 --stable --previous set",
        );
        ran.ends(0);
    };
    write(0..24);
    let first = folder.read("set/00-1.xml");
    write(0..42);
    assert_eq!(folder.read("set/00-1.xml"), first);
    for (name, count) in [("00-2", 10), ("01-2", 10), ("00-3", 1), ("01-3", 1)] {
        let text = folder.read(&format!("set/{name}.xml"));
        assert_eq!(text.matches("<loc>").count(), count, "{text}");
        assert_eq!(text.matches(&format!("com/{}/", &name[..2])).count(), count, "{text}");
    }
}

#[test]
fn results_are_equal_at_any_memory_and_any_number_of_threads() {
    let mut results = Vec::new();
    for flags in ["--memory 64KiB -j 1", "--memory 1GiB -j 4"] {
        let folder = Folder::new();
        folder.write("all.txt", pages(0..3_000));
        shard(&folder, "", "xml");
        folder.write("all.txt", pages((1_000..5_000).rev()));
        shard(&folder, &format!("{STABLE} {flags}"), "xml");
        results.push((folder.read("set/index.xml"), folder.read("set/s-399.xml")));
    }
    assert_eq!(results[0], results[1]);
}

#[test]
fn what_cannot_be_kept_is_refused() {
    let folder = Folder::new();
    folder.write("all.txt", pages(0..3));
    std::fs::create_dir(folder.path("set")).unwrap();
    folder.run("convert all.txt -o set/1.xml").ends(0);
    for (flags, code) in [
        ("-o set/{n}.xml --stable", 2),
        ("-o set/{n}.xml --previous set", 2),
        ("-o set/{n}.xml.gz --stable --previous set", 2),
        ("-o set/{n}.txt --stable --previous set", 2),
        ("-o set/{n} -t rss --stable --previous set", 2),
        ("-o set/{stem}.xml --stable --previous set", 2),
        ("-o set/{n}.{ext} --stable --previous set", 2),
        ("-o set/{n}.csv --provenance --stable --previous set", 2),
    ] {
        folder.run(&format!("shard all.txt {flags}")).ends(code);
        assert_eq!(folder.names_in("set"), ["1.xml"], "{flags}");
    }
    let whole = folder.read("set/1.xml");
    folder.write("set/1.xml", whole.replace("urlset", "rss"));
    folder.run("shard all.txt -o set/{n}.xml --stable --previous set").ends(2);
}

/// What cannot be read to its end is not replaced by what is left of it.
#[test]
fn a_set_that_cannot_be_read_is_left_alone() {
    let cut = "shard all.txt -o set/s-{n}.xml --max-urls 2";
    let index = "--index set/index.xml --base-url https://example.com/";
    for index in ["", index] {
        for (second, code) in [
            (Some(""), 3),
            (Some("<!doctype html><html></html>"), 3),
            (Some("<other/>"), 3),
            (Some("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url>"), 4),
            (
                Some(
                    "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><lastmod>2024</lastmod></url></urlset>",
                ),
                4,
            ),
            (None, 3),
        ] {
            let folder = Folder::new();
            folder.write("all.txt", pages(0..4));
            folder.run(&format!("{cut} {index}")).ends(0);
            match second {
                Some(text) => drop(folder.write("set/s-2.xml", text)),
                None if index.is_empty() => continue,
                None => std::fs::remove_file(folder.path("set/s-2.xml")).unwrap(),
            }
            let files = folder.names_in("set");
            let before: Vec<_> =
                files.iter().map(|one| folder.read(&format!("set/{one}"))).collect();
            folder.write("all.txt", pages(1..9));
            let ran = folder.run(&format!("{cut} {index} --stable --previous set"));
            assert!(ran.ends(code).err.contains("error: set"), "{}", ran.err);
            assert_eq!(folder.names_in("set"), files, "{second:?}");
            let after: Vec<_> =
                files.iter().map(|one| folder.read(&format!("set/{one}"))).collect();
            assert_eq!(after, before, "{second:?}");
        }
    }
}

/// Only what the template names takes URLs; what stands beside it is none of the run's business.
#[test]
fn files_with_other_names_are_left_alone() {
    for by_index in [false, true] {
        let folder = Folder::new();
        let index = "--index set/index.xml --base-url https://example.com/";
        let index = if by_index { index } else { "" };
        let cut = format!("shard all.txt -o set/s-{{n}}.xml --max-urls 2 {index}");
        folder.write("all.txt", pages(0..4));
        folder.run(&cut).ends(0);
        let precious = sitemap(&["<loc>https://example.com/precious</loc>"]);
        for name in ["hand.xml", "s-news.xml", "s-01.xml"] {
            folder.write(&format!("set/{name}"), &precious);
        }
        if by_index {
            let child = "<sitemap><loc>https://example.com/hand.xml</loc></sitemap></sitemapindex>";
            let text = folder.read("set/index.xml").replace("</sitemapindex>", child);
            folder.write("set/index.xml", text);
        }
        folder.write("all.txt", pages(0..5));
        let ran = folder.run(&format!("{cut} --stable --previous set --prune"));
        let told = match by_index {
            true => {
                "set: 1 file not named as -o names files, left alone and no longer named by the index, first set/hand.xml"
            }
            false => "set: 3 files not named as -o names files, left alone, first set/hand.xml",
        };
        assert!(ran.ends(0).err.contains(told), "{}", ran.err);
        for name in ["hand.xml", "s-news.xml", "s-01.xml"] {
            assert_eq!(folder.read(&format!("set/{name}")), precious);
        }
        assert_eq!(folder.read("set/s-3.xml").matches("<loc>").count(), 1);
    }
}

/// Names of the previous set count from its folder; nothing is written but what `-o` names.
#[test]
fn a_set_that_stands_elsewhere_stays_as_it_is() {
    let folder = Folder::new();
    folder.write("all.txt", pages(0..4));
    let index = "--index old/index.xml --base-url https://example.com/";
    folder.run(&format!("shard all.txt -o old/a/s-{{n}}.xml --max-urls 2 {index}")).ends(0);
    let whole = folder.path("old");
    let before = (folder.read("old/a/s-1.xml"), folder.read("old/a/s-2.xml"));
    folder.write("all.txt", pages(3..4));
    for (flags, made) in [
        ("--previous old -o one/a/s-{n}.xml", "one/a"),
        ("--previous old/index.xml -o two/a/s-{n}.xml", "two/a"),
        ("--previous old/a -o three/s-{n}.xml", "three"),
        (
            "--previous old/index.xml --resolve https://example.com/a/=old/a -o four/s-{n}.xml",
            "four",
        ),
    ] {
        folder.run(&format!("shard all.txt --stable --max-urls 2 {flags}")).ends(0);
        assert_eq!(folder.names_in(made), ["s-2.xml"], "{flags}");
        assert_eq!(folder.read(&format!("{made}/s-2.xml")).matches("<loc>").count(), 1);
    }
    let resolve = format!("--resolve https://example.com/={}", whole.display());
    let flags = format!("--previous old/index.xml {resolve} -o five/a/s-{{n}}.xml --max-urls 2");
    folder.run(&format!("shard all.txt --stable {flags}")).ends(0);
    assert_eq!(folder.names_in("five/a"), ["s-2.xml"]);
    for flags in ["old -o six/s-{n}.xml", "old -o six/b/s-{n}.xml", "old -o old/p-{n}.xml"] {
        let flags = format!("--previous {flags}");
        let ran = folder.run(&format!("shard all.txt --stable {flags}"));
        assert!(ran.ends(2).err.contains("names no file of that set"), "{}", ran.err);
    }
    assert_eq!((folder.read("old/a/s-1.xml"), folder.read("old/a/s-2.xml")), before);
    assert_eq!(folder.names_in("old"), ["a", "index.xml"]);
    assert!(!folder.path("six").exists());
    // An index may stand above its files.
    let index = "--index old/index.xml --base-url https://example.com/";
    let ran = folder.run(&format!(
        "shard all.txt --stable --previous old/index.xml -o old/a/s-{{n}}.xml --max-urls 2 {index}"
    ));
    assert!(ran.ends(0).err.contains("old/a/s-1.xml: no longer in the set"), "{}", ran.err);
    assert_eq!(folder.names_in("old/a"), ["s-1.xml", "s-2.xml"]);
}

#[test]
fn two_files_that_would_be_one_are_refused() {
    let folder = Folder::new();
    folder.write("all.txt", pages(0..2));
    folder
        .write("old/index.xml", index(&["https://a.example/s-1.xml", "https://b.example/s-1.xml"]));
    for name in ["a", "b"] {
        let loc = format!("<loc>https://{name}.example/</loc>");
        folder.write(&format!("{name}/s-1.xml"), sitemap(&[&loc]));
    }
    let resolve = "--resolve https://a.example/=a --resolve https://b.example/=b";
    let ran = folder.run(&format!(
        "shard all.txt --stable --previous old/index.xml {resolve} -o new/s-{{n}}.xml"
    ));
    assert!(ran.ends(2).err.contains("two files would be called new/s-1.xml"), "{}", ran.err);
}

/// Also where no index says what the set was.
#[test]
fn files_that_are_emptied_are_told() {
    for name in ["s-{n}", "{hash:8}"] {
        let folder = Folder::new();
        let cut = format!("shard all.txt -o set/{name}.xml --max-urls 2");
        folder.write("all.txt", pages(0..6));
        folder.run(&cut).ends(0);
        folder.write("all.txt", pages(0..2));
        let stable = format!("{cut} --stable --previous set");
        for (flags, told, files) in [
            ("-n", "no longer in the set; `--prune` removes it", 3),
            ("-n --prune", "no longer in the set, would be removed", 3),
            ("", "no longer in the set; `--prune` removes it", 3),
            ("--prune", "no longer in the set, removed", 1),
            ("", "no longer in the set", 1),
        ] {
            let ran = folder.run(&format!("{stable} {flags}"));
            let dry_hash = flags.contains("-n") && name == "{hash:8}";
            let lines = match () {
                () if dry_hash => 0,
                () if folder.names_in("set").len() == 1 && flags.is_empty() => 0,
                () => 2,
            };
            assert_eq!(ran.ends(0).err.matches(told).count(), lines, "{name} {flags}: {}", ran.err);
            assert_eq!(folder.names_in("set").len(), files, "{name} {flags}");
        }
        folder.run(&format!("{cut} --prune")).ends(2);
    }
}

/// The index keeps its order, and names of files stay true, when dates change.
#[test]
fn what_changes_its_date_stays_where_it_is() {
    let folder = Folder::new();
    let run = |pages: &str| {
        folder.write("all.csv", format!("loc,lastmod\n{pages}"));
        let ran = folder.run(
            "shard all.csv --by lastmod:month -o set/{yyyy}{mm}-{n}.xml --index set/index.xml --base-url https://example.com/ --stable --previous set",
        );
        let names = folder.read("set/index.xml");
        let names = names.split("<loc>https://example.com/").skip(1);
        let names: Vec<String> =
            names.map(|rest| rest.split_once(".xml<").unwrap().0.to_owned()).collect();
        (ran.ends(0).err.clone(), names)
    };
    let [one, two] = ["https://e.com/1,2024-02-01\n", "https://e.com/2,2024-03-01\n"];
    run(&format!("{one}{two}"));
    let later = one.replace("-02-", "-04-");
    let (_, names) = run(&format!("{later}{two}"));
    assert_eq!(names, ["202402-1", "202403-1"]);
    let (said, again) = run(&format!("{later}{two}"));
    assert!(said.contains("3 files unchanged"), "{said}");
    assert_eq!(again, names);
    // April's file takes what is new in April, not February's, whose one page is of April.
    let new = "https://e.com/3,2024-04-02\nhttps://e.com/4,2024-03-02\n";
    let (_, names) = run(&format!("{later}{two}{new}"));
    assert_eq!(names, ["202402-1", "202404-1", "202403-1"]);
    assert_eq!(folder.read("set/202403-1.xml").matches("<loc>").count(), 2);
    let (said, again) = run(&format!("{later}{two}{new}"));
    assert!(said.contains("4 files unchanged"), "{said}");
    assert_eq!(again, names);
}

/// What a mapping says of the input is not said of the set.
#[test]
fn a_set_of_tables_is_read_as_it_was_written() {
    let folder = Folder::new();
    let cut = "shard all.csv -m Permalink=loc,Changed=lastmod --dates dmy -o set/{n}.csv --max-urls 2 --stable --previous set";
    let pages = "Permalink,Changed\nhttps://e.com/1,03/04/2024\nhttps://e.com/2,05/04/2024\n";
    folder.write("all.csv", format!("{pages}https://e.com/3,06/04/2024\n"));
    folder.run(cut).ends(0);
    let last = folder.read("set/2.csv");
    folder.write("all.csv", format!("{}https://e.com/3,06/04/2024\n", &pages[..45]));
    folder.run(cut).ends(0);
    assert_eq!(folder.read("set/2.csv"), last);
}

/// What a writer cannot hold is told of every entry, also of those that begin a file; what is too
/// large for any file leaves none.
#[test]
fn what_a_file_cannot_hold_is_told_wherever_it_is_cut() {
    let folder = Folder::new();
    let two = r#"{"loc":"https://e.com/0?u=https://o.com/ https://x.com/"}"#;
    let pages = [1, 2, 3].map(|n| format!(r#"{{"loc":"https://e.com/{n}"}}"#));
    folder.write("all.jsonl", format!("{}\n{two}\n{}\n{}\n", pages[0], pages[1], pages[2]));
    let odd = |n: u32| {
        format!(
            r#"{{"loc":"https://e.com/{n}","image":[{{"loc":"https://e.com/i","caption":"\u0001"}}]}}"#
        )
    };
    folder.write("odd.jsonl", (0..6).map(odd).collect::<Vec<_>>().join("\n"));
    folder.write("large.jsonl", format!(r#"{{"loc":"https://e.com/{}"}}"#, "x".repeat(900)));
    let index = "--index s/i.xml --base-url https://e.com/";
    let cut = format!("{index} --max-urls");
    for stable in ["", "--stable --previous s"] {
        // The second run finds the set of the first.
        for _ in 0..2 {
            let text =
                folder.run(&format!("shard all.jsonl -t text -o s/{{n}}.txt {cut} 1 {stable}"));
            let told = "4 URLs in, 3 out, 1 dropped (text/several-urls-on-line 1), 1 file";
            assert!(text.ends(4).err.contains(told), "{stable}: {}", text.err);
            assert_eq!(folder.names_in("s"), ["1.txt", "2.txt", "3.txt", "i.xml"]);
        }
        std::fs::remove_dir_all(folder.path("s")).unwrap();
        for rows in ["2", "1"] {
            let xml =
                folder.run(&format!("shard odd.jsonl -t xml -o s/{{n}}.xml {cut} {rows} {stable}"));
            assert_eq!(xml.err.matches("error[xml/unwritable-char]").count(), 6, "{}", xml.err);
        }
        std::fs::remove_dir_all(folder.path("s")).unwrap();
        let large = folder.run(&format!(
            "shard large.jsonl -t xml -o s/{{n}}.xml {index} --max-bytes 500 {stable}"
        ));
        assert!(large.ends(4).err.contains("shard/entry-too-large"), "{}", large.err);
        assert_eq!(folder.names_in("s"), ["i.xml"], "{stable}");
        std::fs::remove_dir_all(folder.path("s")).unwrap();
    }
}

#[test]
fn files_of_another_format_and_none_at_all_are_told() {
    let folder = Folder::new();
    folder.write("all.txt", pages(0..3));
    std::fs::create_dir(folder.path("empty")).unwrap();
    let ran = folder.run("shard all.txt -o set/{n}.xml --stable --previous empty");
    assert!(ran.ends(0).err.contains("empty: no previous set"), "{}", ran.err);
    folder.write("set/b.txt", pages(3..4));
    let locs = ["https://example.com/1.xml", "https://example.com/b.txt"];
    folder.write("set/index.xml", index(&locs));
    let ran = folder.run("shard all.txt -o set/{n}.xml --stable --previous set");
    let said = "set: 1 file not named as -o names files, left alone, first set/b.txt";
    assert!(ran.ends(0).err.contains(said), "{}", ran.err);
}

/// A folder that cannot be listed is not one without a set.
#[cfg(target_os = "linux")]
#[test]
fn a_set_that_cannot_be_found_is_not_none() {
    let folder = Folder::new();
    let cut = "shard all.txt -o set/s-{n}.txt --max-urls 2";
    folder.write("all.txt", pages(0..6));
    folder.run(cut).ends(0);
    let read = || [1, 2, 3].map(|n| folder.read(&format!("set/s-{n}.txt")));
    let before = read();
    folder.write("all.txt", pages((0..6).rev()));
    let mut refused = 0;
    for number in 1..=8 {
        let fault = format!("getdents64:error=EIO:when={number}");
        let stable = format!("{cut} --stable --previous set");
        let Some(ran) = crate::faults::failing_as(&folder, &stable, &fault) else {
            return;
        };
        assert_eq!(read(), before, "{fault}: {}", ran.err);
        let told = ran.err.contains("the previous set cannot be read to its end");
        assert!(ran.code == Some(0) || told && ran.code == Some(3), "{fault}: {}", ran.err);
        refused += u32::from(told);
    }
    assert!(refused > 0, "one of them lists the set");
}
