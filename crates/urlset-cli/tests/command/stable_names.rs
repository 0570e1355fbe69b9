//! `--stable --previous`: files that stay keep their bytes, their dates and their names.

use crate::run::Folder;
use crate::stable::{age, names, pages};

fn numbers(all: impl Iterator<Item = u32>) -> String {
    all.map(|number| format!("{{\"loc\":\"https://e.com/{number}\"}}\n")).collect()
}

/// The head of a file announces what the whole set has; a file that has none of it stays.
#[test]
fn a_page_of_another_kind_changes_no_other_file() {
    let image = "{\"loc\":\"https://e.com/7\",\"image\":[{\"loc\":\"https://e.com/7.jpg\"}]}\n";
    for (suffix, name) in [
        ("xml", "s-{n}"),
        ("xml.gz", "s-{n}"),
        ("csv", "s-{n}"),
        ("xml", "{hash:8}"),
        ("csv", "{hash:8}"),
    ] {
        let folder = Folder::new();
        let cut = format!(
            "shard all.jsonl -o set/{name}.{suffix} --max-urls 3 --stable --previous set --prune"
        );
        folder.write("all.jsonl", numbers(1..=6));
        folder.run(&cut).ends(0);
        let read = || {
            let names = folder.names_in("set").into_iter();
            names.map(|name| (std::fs::read(folder.path(&format!("set/{name}"))).unwrap(), name))
        };
        let before: Vec<_> = read().collect();
        folder.write("all.jsonl", format!("{}{image}", numbers(1..=6)));
        let dry = folder.run(&format!("{cut} -n"));
        let files: Vec<&String> = before.iter().map(|(_, name)| name).collect();
        for name in &files {
            let told = format!("dry run: set/{name}: unchanged\n");
            assert!(dry.ends(0).err.contains(&told), "{}", dry.err);
        }
        assert_eq!(dry.err.matches("would write").count(), 1, "{}", dry.err);
        for _ in 0..2 {
            let ran = folder.run(&cut);
            assert!(ran.ends(0).err.contains(" unchanged"), "{}", ran.err);
            let after: Vec<_> = read().collect();
            assert_eq!(after.len(), 3);
            assert!(before.iter().all(|one| after.contains(one)), "{suffix} {name}: {}", ran.err);
        }
        // The reverse.
        folder.write("all.jsonl", numbers(1..=6));
        folder.run(&cut).ends(0);
        assert!(read().eq(before), "{suffix} {name}");
        // What is asked for is written.
        let asked = if suffix == "csv" { "--csv-excel" } else { "--pretty" };
        let ran = folder.run(&format!("{cut} {asked}"));
        assert!(!ran.ends(0).err.contains("unchanged"), "{}", ran.err);
    }
}

/// A name that holds a hash keeps all else in it, whatever the entries and the format say.
#[test]
fn only_the_hash_of_a_name_changes() {
    let folder = Folder::new();
    let run = |words: &str| {
        let ran = folder.run(&format!("shard {words} --stable --previous set --prune"));
        ran.ends(0);
        (folder.names_in("set"), ran.err)
    };
    let all = |dates: [&str; 2]| {
        let pages = format!("https://e.com/1,{}\nhttps://e.com/2,{}\n", dates[0], dates[1]);
        folder.write("all.csv", format!("loc,lastmod\n{pages}"));
    };
    for suffix in ["txt", "xml"] {
        let cut = format!("all.csv -o set/{{yyyy}}{{mm}}-{{hash:8}}.{suffix} --by lastmod:month");
        all(["2026-01-01", "2026-02-01"]);
        let (names, _) = run(&cut);
        let (again, told) = run(&cut);
        assert!(again == names && told.contains("2 files unchanged"), "{again:?} {told}");
        all(["2026-02-02", "2026-02-01"]);
        let (moved, _) = run(&cut);
        assert!(moved[0].starts_with("202601-") && moved[1] == names[1], "{moved:?}");
        let (again, told) = run(&cut);
        assert!(again == moved && told.contains("2 files unchanged"), "{again:?} {told}");
        // What is new in January goes where January is.
        let more = folder.read("all.csv") + "https://e.com/3,2026-01-03\n";
        folder.write("all.csv", more);
        let (more, _) = run(&cut);
        assert!(more.len() == 2 && more[0].starts_with("202601-"), "{more:?}");
        std::fs::remove_dir_all(folder.path("set")).unwrap();
    }
    let image = "{\"loc\":\"https://e.com/7\",\"image\":[{\"loc\":\"https://e.com/7.jpg\"}]}\n";
    folder.write("kinds.jsonl", format!("{}{image}", numbers(1..=2)));
    let cut = "kinds.jsonl -o set/{kind}-{hash:8}.txt --by kind";
    let (names, _) = run(cut);
    assert!(names[0].starts_with("image-") && run(cut).0 == names, "{names:?}");
    std::fs::remove_dir_all(folder.path("set")).unwrap();

    let cut = "all.jsonl -o set/{n}-{hash:8}.xml --max-urls 2";
    folder.write("all.jsonl", numbers(1..=6));
    let (names, _) = run(cut);
    folder.write("all.jsonl", numbers(3..=6));
    assert_eq!(run(cut).0, names[1..]);
    // A number that is free goes to the next file; those that are taken stay.
    folder.write("all.jsonl", numbers(3..=10));
    let (now, _) = run(cut);
    assert_eq!(now[1..3], names[1..]);
    assert!(now[0].starts_with("1-") && now[3].starts_with("4-"), "{now:?}");
}

/// Also where all of its pages are of another month by now.
#[test]
fn a_file_takes_what_its_name_is_true_of() {
    for suffix in ["xml", "txt"] {
        let folder = Folder::new();
        let run = |pages: &str| {
            folder.write("all.csv", format!("loc,lastmod\n{pages}"));
            folder.run(&format!(
                "shard all.csv --by lastmod:month -o set/{{yyyy}}{{mm}}.{suffix} --stable --previous set"
            ))
            .ends(0);
        };
        run("https://e.com/a,2026-01-01\n");
        run("https://e.com/a,2026-02-01\n");
        let more = "https://e.com/a,2026-02-01\nhttps://e.com/d,2026-01-05\n";
        for _ in 0..2 {
            run(more);
            assert_eq!(folder.names_in("set"), [format!("202601.{suffix}")]);
            assert_eq!(folder.read(&format!("set/202601.{suffix}")).matches("e.com/").count(), 2);
        }
    }
}

/// A file that did not change has the date of the index or its own, never that of the run.
#[test]
fn the_content_of_a_file_that_stays_is_as_old_as_it() {
    let folder = Folder::new();
    let cut = "shard all.txt -o set/s-{n:02}.xml --index set/index.xml --base-url https://e.com/ --max-urls 2";
    folder.write("all.txt", pages(0..4));
    folder.run(cut).ends(0);
    age(&folder, &names(2, "xml"));
    for flags in ["--if-changed", "--stable --previous set", ""] {
        let ran = folder.run(&format!("{cut} --index-lastmod content {flags}"));
        assert!(ran.ends(0).err.contains("2 files unchanged"), "{}", ran.err);
        let dates = folder.read("set/index.xml").matches("<lastmod>2001-09-09T01:46:40Z<").count();
        assert_eq!(dates, 2, "{}", folder.read("set/index.xml"));
        folder.run(cut).ends(0);
        age(&folder, &names(2, "xml"));
    }
}

#[test]
fn a_fixed_time_is_not_passed_by_files() {
    let folder = Folder::new();
    folder.write("all.txt", pages(0..4));
    let cut = "shard all.txt -o set/s-{n}.xml --index set/i.xml --base-url https://e.com/ --index-lastmod content";
    let run = || {
        let ran = crate::run::ran(folder.command(cut).env("SOURCE_DATE_EPOCH", "1000000000"));
        ran.ends(0);
        folder.read("set/i.xml")
    };
    let first = run();
    assert!(first.contains("<lastmod>2001-09-09T01:46:40Z<"), "{first}");
    assert_eq!(run(), first);
}

/// A dry run of a set that stays says so.
#[test]
fn a_dry_run_tells_what_stays() {
    let folder = Folder::new();
    folder.write("all.txt", pages(0..6));
    for (name, flags) in [
        ("s-{n}.xml.gz", "--stable --previous set"),
        ("{n}-{hash:8}.xml.gz", "--stable --previous set"),
        ("s-{n}.xml", "--if-changed"),
    ] {
        let cut = format!(
            "shard all.txt -o set/{name} --index set/i.xml --base-url https://e.com/ --max-urls 2 {flags}"
        );
        folder.write("all.txt", pages(0..6));
        folder.run(&cut).ends(0);
        let dry = folder.run(&format!("{cut} -n"));
        assert_eq!(dry.ends(0).err.matches(": unchanged\n").count(), 4, "{}", dry.err);
        assert!(!dry.err.contains("would write"), "{}", dry.err);
        folder.write("all.txt", pages(0..5));
        let dry = folder.run(&format!("{cut} -n"));
        // The index stays too where it has the same names.
        let stays = if name.contains("hash") { 2 } else { 3 };
        assert_eq!(dry.ends(0).err.matches(": unchanged\n").count(), stays, "{}", dry.err);
        assert!(dry.err.contains("would write set/"), "{}", dry.err);
        std::fs::remove_dir_all(folder.path("set")).unwrap();
    }
}
