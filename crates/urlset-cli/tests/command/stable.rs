//! `--stable --previous`: URLs stay in their files when others come and go.

use crate::run::Folder;
use std::fs::File;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

fn old() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_000_000_000)
}

fn pages(numbers: impl Iterator<Item = u32>) -> String {
    numbers.map(|number| format!("https://example.com/{:02}/{number:03}\n", number % 2)).collect()
}

fn shard(folder: &Folder, flags: &str, suffix: &str) -> String {
    let ran = folder.run(&format!(
        "shard all.txt -f text -t {suffix} -o set/s-{{n:02}}.{suffix} --index set/index.xml --base-url https://example.com/ --max-urls 10 {flags}"
    ));
    ran.ends(0).err.clone()
}

fn age(folder: &Folder, names: &[String]) {
    for name in names {
        let file = File::options().write(true).open(folder.path(name)).unwrap();
        file.set_modified(old()).unwrap();
    }
}

fn names(count: u32, suffix: &str) -> Vec<String> {
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
    folder.run("convert all.txt -o set/a.xml").ends(0);
    for (flags, code) in [
        ("-o set/{n}.xml --stable", 2),
        ("-o set/{n}.xml --previous set", 2),
        ("-o set/{n}.xml.gz --stable --previous set", 2),
        ("-o set/{stem}.xml --stable --previous set", 2),
    ] {
        folder.run(&format!("shard all.txt {flags}")).ends(code);
    }
    let ran = folder.run("shard all.txt -o set/{n}.jsonl --stable --previous set");
    let said = "--previous set: no jsonl in it; set/a.xml is xml";
    assert!(ran.ends(2).err.contains(said), "{}", ran.err);
    let whole = folder.read("set/a.xml");
    folder.write("set/a.xml", &whole[..whole.len() - 30]);
    folder.run("shard all.txt -o set/{n}.xml --stable --previous set").ends(4);
    assert_eq!(folder.path("set").read_dir().unwrap().count(), 1);
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
    folder.write("set/index.xml", crate::run::index(&locs));
    let ran = folder.run("shard all.txt -o set/{n}.xml --stable --previous set");
    let said = "set: 1 file not xml, whose URLs do not stay there, first set/b.txt, which is text";
    assert!(ran.ends(0).err.contains(said), "{}", ran.err);
}
