//! Inputs that fail or change while they are read: what stands there stays, and the right file is
//! named.

use crate::run::{Folder, Ran, has, index, ran, sitemap};
use std::process::{Command, Stdio};

const CUT: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";

#[test]
fn nothing_read_replaces_nothing() {
    let folder = Folder::new();
    folder
        .write("cut.xml", CUT)
        .write("good.txt", "https://example.com/a\nhttps://example.com/b\n");
    let set = "-o pub/s-{n}.xml --max-urls 1 --index pub/i.xml --base-url https://example.com/";
    folder.run(&format!("merge good.txt {set}")).ends(0);
    folder.run("convert good.txt -o one.xml").ends(0);
    let (index, one) = (folder.read("pub/i.xml"), folder.read("one.xml"));
    for words in [format!("merge cut.xml {set}"), "convert cut.xml -o one.xml".into()] {
        let ran = folder.run(&words);
        ran.ends(4);
        assert!(ran.err.contains("nothing was written: cut.xml was not read to"), "{}", ran.err);
        let dry = folder.run(&format!("{words} -n"));
        dry.ends(4);
        assert!(dry.err.contains("dry run: nothing would be written"), "{}", dry.err);
    }
    assert_eq!((folder.read("pub/i.xml"), folder.read("one.xml")), (index, one));
    assert!(folder.path("pub/s-2.xml").exists());
    // What could be read of a document is written where that is asked for.
    folder.run("merge cut.xml good.txt -o some.txt").ends(4);
    assert!(!folder.path("some.txt").exists());
    let asked = folder.run("query --fields loc cut.xml good.txt -t csv -o some.csv --json");
    asked.ends(4);
    assert!(asked.out.contains("\"published\":false"), "{}", asked.out);
    assert!(asked.err.ends_with("2 URLs in, 0 out, 2 files, 0.0 s\n"), "{}", asked.err);
    assert!(!folder.path("some.csv").exists());
    folder.run("query --fields loc cut.xml good.txt -t csv -o some.csv --lenient").ends(4);
    assert_eq!(folder.read("some.csv").lines().count(), 3);
    folder.run("merge cut.xml good.txt -o some.txt --lenient").ends(4);
    assert_eq!(folder.read("some.txt").lines().count(), 2);
    assert_eq!(folder.run("merge cut.xml good.txt -t text").out.lines().count(), 2);
    // What is not there at all is told, and keeps nothing back; no entries are no failure.
    folder.run("merge none.xml good.txt -o others.txt").ends(3);
    assert_eq!(folder.read("others.txt").lines().count(), 2);
    folder.write("empty.xml", sitemap(&[]));
    folder.run("convert empty.xml -o one.xml").ends(0);
    assert!(!folder.read("one.xml").contains("<loc>"));
}

/// Runs until the first entries come out, does something to the input, and reads on.
#[cfg(unix)]
fn while_read(folder: &Folder, words: &str, act: impl FnOnce()) -> Ran {
    let mut command = folder.command(words);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut first = [0; 1];
    std::io::Read::read_exact(&mut out, &mut first).unwrap();
    act();
    let drain = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    let output = child.wait_with_output().unwrap();
    drain.join().unwrap().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    Ran { code: output.status.code(), out: String::new(), err }
}

/// Two lists of lines, of which the first is read again while a full pipe holds the run up.
#[cfg(unix)]
fn two(folder: &Folder) -> &'static str {
    let lines: String = (0..30_000).map(|n| format!("https://example.com/{n:06}\n")).collect();
    folder.write("a.txt", &lines).write("b.txt", &lines);
    "merge a.txt b.txt -t text --memory 1"
}

#[cfg(unix)]
#[test]
fn a_file_that_is_written_between_two_readings_is_told() {
    let folder = Folder::new();
    let words = two(&folder);
    // The locs stay, and so does the size.
    let ran = while_read(&folder, words, || {
        std::thread::sleep(std::time::Duration::from_millis(20));
        folder.write("b.txt", folder.read("b.txt"));
    });
    ran.ends(3);
    assert!(ran.err.contains("error[file/changed]"), "{}", ran.err);
    assert!(ran.err.contains("--> b.txt\n"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_file_that_is_gone_is_named() {
    let folder = Folder::new();
    let words = two(&folder);
    let ran = while_read(&folder, words, || std::fs::remove_file(folder.path("b.txt")).unwrap());
    ran.ends(3);
    assert!(ran.err.contains("error[file/unreadable]"), "{}", ran.err);
    assert!(ran.err.contains("--> b.txt\n"), "{}", ran.err);
}

/// Entries that are more than lines wait in a temporary file, whatever becomes of their input.
#[cfg(unix)]
#[test]
fn what_is_kept_is_not_read_again() {
    let folder = Folder::new();
    let lines = |lastmod: &str| -> String {
        let line =
            |n| format!("{{\"loc\":\"https://example.com/{n:06}\",\"lastmod\":\"{lastmod}\"}}\n");
        (0..30_000).map(line).collect()
    };
    folder.write("a.jsonl", lines("2025-01-01")).write("b.jsonl", lines("2024-01-01"));
    let words = "merge a.jsonl b.jsonl -t jsonl --memory 1 --on-conflict lastmod=last";
    let ran = while_read(&folder, words, || std::fs::remove_file(folder.path("b.jsonl")).unwrap());
    ran.ends(0);
    assert!(ran.err.contains("30,000 joined to an earlier one"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_disk_that_failed_once_gives_what_it_gave() {
    if !has("strace") {
        return;
    }
    let folder = Folder::new();
    two(&folder);
    let mut command = Command::new("strace");
    let path = folder.path("a.txt");
    command.args([
        "-f",
        "-o",
        "/dev/null",
        "-e",
        "trace=read",
        "-e",
        "inject=read:error=EIO:when=6",
    ]);
    command.arg("-P").arg(path).arg(env!("CARGO_BIN_EXE_urlset")).current_dir(folder.path(""));
    command.args("merge a.txt b.txt -o out.txt --memory 1 -qq".split(' '));
    let ran = ran(&mut command);
    if ran.err.contains("strace: ") {
        return;
    }
    ran.ends(3);
    assert_eq!(folder.read("out.txt").lines().count(), 30_000, "{}", ran.err);
    assert_eq!(folder.read("out.txt").lines().next(), Some("https://example.com/000000"));
}

/// As another user, since there is no limit for root.
#[cfg(target_os = "linux")]
#[test]
fn too_few_threads_are_fewer_threads_or_a_limit() {
    use std::os::unix::fs::PermissionsExt;
    if !has("setpriv") || !has("prlimit") {
        return;
    }
    let folder = Folder::new();
    let open = |name: &str| {
        let mode = std::fs::Permissions::from_mode(0o777);
        std::fs::set_permissions(folder.path(name), mode).unwrap();
    };
    folder.write("a.txt", "https://example.com/a\nhttps://example.com/b\nhttps://example.com/c\n");
    std::fs::copy(env!("CARGO_BIN_EXE_urlset"), folder.path("urlset")).unwrap();
    ["", "a.txt", "urlset"].into_iter().for_each(open);
    let limited = |most: u32, words: &str| {
        let mut command = Command::new("prlimit");
        command.arg(format!("--nproc={most}"));
        command.args(["setpriv", "--reuid", "61234", "--clear-groups", "./urlset"]);
        command.args(words.split(' ')).current_dir(folder.path("")).stdin(Stdio::null());
        ran(&mut command)
    };
    let first = limited(1, "merge a.txt -t text");
    if first.err.contains("setpriv:") || first.err.contains("prlimit:") {
        eprintln!("skipped: {}", first.err);
        return;
    }
    first.ends(0);
    // The kernel counts a thread for a moment after it was joined, so near the limit a run may find
    // no room for the next one: each run must end whole or with the limit, and some must end whole.
    let attempt = |most: u32| {
        let ran = limited(most, "shard a.txt --max-urls 1 -j 4 -o out-{n}.xml.gz");
        let whole = ran.code == Some(0);
        assert!(whole || ran.code == Some(6), "{most}: {ran:#?}");
        assert_eq!(!whole, ran.err.contains("no thread could be started"), "{most}: {ran:#?}");
        assert_eq!(folder.path("out-3.xml.gz").exists(), whole, "{most}: {ran:#?}");
        for n in 1..4 {
            let _ = std::fs::remove_file(folder.path(&format!("out-{n}.xml.gz")));
        }
        whole
    };
    assert!(!attempt(1));
    let _ = attempt(2);
    for most in [3, 4] {
        assert!((0..20).any(|_| attempt(most)), "{most} threads are enough");
    }
}

#[test]
fn a_loss_report_that_cannot_be_written_keeps_the_data_back() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let folder = Folder::new();
    let row = "https://example.com/a,2026-01-01\n";
    for rows in [1, 20_000] {
        folder.write("in.csv", format!("loc,lastmod\n{}", row.repeat(rows)));
        let ran = folder.run("convert in.csv -o x.txt --loss-report /dev/full");
        ran.ends(5);
        assert!(ran.err.contains("/dev/full could not be written"), "{}", ran.err);
        assert_eq!(folder.names(), ["in.csv"]);
    }
}

#[test]
fn a_run_that_writes_nothing_has_no_losses() {
    let folder = Folder::new();
    folder.write("a.csv", "loc,priority\nhttps://example.com/a,0.1\nhttps://example.com/a,0.2\n");
    let words = "convert a.csv -o x.txt --dedupe --on-conflict priority=fail --loss-report l.jsonl";
    folder.run(words).ends(4);
    assert_eq!(folder.names(), ["a.csv"]);
    // Where losses are why, they are told.
    folder.run("convert a.csv -o x.txt --on-loss error --loss-report l.jsonl").ends(1);
    assert_eq!(folder.names(), ["a.csv", "l.jsonl"]);
    assert_eq!(folder.read("l.jsonl").lines().count(), 2);
}

#[test]
fn a_report_that_nobody_gets_is_told() {
    if cfg!(not(target_os = "linux")) {
        return;
    }
    let folder = Folder::new();
    folder.write("a.txt", "https://example.com/a\n");
    let mut command = Command::new("sh");
    let urlset = env!("CARGO_BIN_EXE_urlset");
    command.arg("-c").arg(format!("'{urlset}' convert a.txt -o x.xml --json >&-"));
    let ran = ran(command.current_dir(folder.path("")));
    ran.ends(0);
    assert!(ran.err.contains("nobody gets the report"), "{}", ran.err);
}

#[test]
fn the_name_says_whether_the_same_format_is_compressed() {
    let folder = Folder::new();
    folder.write("a.xml", sitemap(&["<loc>https://example.com/a</loc>"]));
    for name in ["out.gz", "o5.foo.gz"] {
        folder.run(&format!("dedupe a.xml -o {name}")).ends(0);
        assert_eq!(std::fs::read(folder.path(name)).unwrap().get(..2), Some(&[0x1f, 0x8b][..]));
        folder.run(&format!("convert {name} -t text")).ends(0);
    }
}

#[test]
fn folded_files_are_counted_once() {
    let folder = Folder::new();
    for (name, priority) in [("a", "0.1"), ("b", "0.2"), ("c", "0.3")] {
        let line = |n| format!("https://example.com/{n},{priority}\n");
        folder.write(
            &format!("{name}.csv"),
            format!("loc,priority\n{}", (0..60).map(line).collect::<String>()),
        );
    }
    let ran = folder.run("merge a.csv b.csv c.csv -o x.xml");
    ran.ends(0);
    assert!(ran.err.contains("and 100 more of set/duplicate-conflict in 2 files"), "{}", ran.err);
}

#[test]
fn spellings_that_were_one_page_are_told() {
    let folder = Folder::new();
    folder.write("a.txt", "https://e.com/~x\nhttps://E.com/b\nhttps://e.com/%7Ex\n");
    let ran = folder.run("dedupe a.txt --normalize -o o.txt --json");
    let report: serde_json::Value = serde_json::from_str(&ran.ends(0).out).unwrap();
    assert_eq!(report["totals"]["normalized"], serde_json::json!({"needless-escape": 1}));
    let finding = &report["findings"][0];
    assert_eq!(finding["rule"], "set/duplicate-after-normalize");
    assert_eq!((finding["severity"].as_str(), finding["line"].as_u64()), (Some("note"), Some(3)));
    let conflict = &report["conflicts"][0];
    assert_eq!(conflict["kept"]["value"], "https://e.com/~x");
    assert_eq!(conflict["dropped"]["value"], "https://e.com/%7Ex");
    assert_eq!((&conflict["kept"]["line"], &conflict["dropped"]["line"]), (&1.into(), &3.into()));
    let ran = folder.run("dedupe a.txt --normalize -o o.txt");
    assert!(
        ran.ends(0).err.contains("`https://e.com/%7Ex` is `https://e.com/~x`: needless-escape")
    );
    assert!(ran.err.contains("equal once normalized: needless-escape 1\n"), "{}", ran.err);
    // Nothing is equal to anything.
    let ran = folder.feed("dedupe --normalize -t text", "https://E.com/a\n");
    assert!(!ran.ends(0).err.contains("normalized"), "{}", ran.err);
}

#[test]
fn stylesheets_that_are_in_no_file_are_told() {
    let folder = Folder::new();
    let styled = |name: &str| {
        let text = sitemap(&["<loc>https://example.com/a</loc>"]);
        let sheet = format!("?>\n<?xml-stylesheet type=\"text/css\" href=\"{name}\"?>");
        text.replacen("?>", &sheet, 1)
    };
    folder.write("a.xml", styled("a.css")).write("b.xml", styled("b.css"));
    let told = |words: &str| {
        let ran = folder.run(words);
        let lines = ran.ends(0).err.lines();
        let places = lines
            .filter_map(|line| line.split_once(" --> ")?.1.split(':').next())
            .map(ToOwned::to_owned);
        assert_eq!(ran.err.contains("note[xml/not-carried]"), ran.err.contains("-->"));
        places.collect::<Vec<_>>()
    };
    assert_eq!(told("convert a.xml b.xml -t text"), ["a.xml", "b.xml"]);
    assert_eq!(told("convert a.xml b.xml -t xml"), ["b.xml"]);
    assert_eq!(told("convert a.xml b.xml -t xml --stylesheet none"), [""; 0]);
    assert_eq!(told("convert a.xml b.xml -t xml -o o/{stem}.xml"), [""; 0]);
    assert_eq!(told("shard a.xml b.xml -o o/{n}.txt"), ["a.xml", "b.xml"]);
}

#[test]
fn what_limits_and_fields_say_twice() {
    let folder = Folder::new();
    folder.write("a.csv", "loc,lastmod\nhttps://e.com/a,2026-01-01\nhttps://e.com/b,\n");
    let ran = folder.run("convert a.csv -o x.txt --limit 1 --drop 'lastmod, image'");
    assert_eq!(ran.ends(0).summary(), "1 URL in, 1 out, no more than 1 by --limit, 1 file, # s");
    assert_eq!(
        folder.run("convert a.csv -t text --limit 3").summary(),
        "2 URLs in, 2 out, 1 file, # s"
    );
    let ran = folder.run("convert a.csv -t xml --set priority=0.3 --set priority=0.4");
    assert!(ran.ends(2).err.contains("priority is set twice"), "{}", ran.err);
}

#[test]
fn source_and_line_are_provenance_together_or_told() {
    let folder = Folder::new();
    folder.write("a.txt", "https://e.com/a\n");
    for format in ["csv", "jsonl"] {
        folder.run(&format!("convert a.txt -o p.{format} --provenance")).ends(0);
        let ran = folder.run(&format!("convert p.{format} -t text"));
        assert_eq!(ran.ends(0).said(), "1 URL in, 1 out, 1 file, # s\n");
    }
    for header in ["source,line\nhttps://e.com/a,foo,7x", "line\nhttps://e.com/a,7"] {
        let ran = folder.feed("convert - -f csv -t jsonl", format!("loc,{header}\n"));
        assert!(ran.ends(0).err.contains("note[csv/unused-column]"), "{}", ran.err);
    }
    folder.write("m.csv", "loc,source,line\nhttps://e.com/a,x,7\n");
    let map = folder.run("convert m.csv --print-map");
    assert!(map.ends(0).out.contains("line = line"), "{}", map.out);
    for members in
        ["\"source\":\"x\"", "\"source\":\"x\",\"line\":\"7\"", "\"source\":1,\"line\":7"]
    {
        let line = format!("{{\"loc\":\"https://e.com/a\",{members}}}\n");
        let ran = folder.feed("convert - -f jsonl -t text", line);
        assert!(ran.err.contains("[json/unknown-member]"), "{members}: {}", ran.err);
    }
}

/// Less memory than the budget asks for is no crash, and no temporary file stays.
#[cfg(target_os = "linux")]
#[test]
fn less_memory_than_the_budget() {
    if !has("prlimit") {
        return;
    }
    let folder = Folder::new();
    let lines = |from: u32| -> String {
        (from..from + 400_000).map(|n| format!("https://www.example.com/some/path/{n}\n")).collect()
    };
    folder.write("a.txt", lines(0)).write("b.txt", lines(200_000));
    for mebibytes in [64, 48, 32] {
        let mut command = Command::new("prlimit");
        command.arg(format!("--data={}", mebibytes << 20)).arg(env!("CARGO_BIN_EXE_urlset"));
        command.args("merge a.txt b.txt -o out.txt".split(' ')).current_dir(folder.path(""));
        let ran = ran(&mut command);
        assert_eq!(ran.code, Some(0), "{mebibytes}: {ran:#?}");
        assert_eq!(folder.read("out.txt").lines().count(), 600_000);
        assert_eq!(folder.names(), ["a.txt", "b.txt", "out.txt"]);
    }
}

/// Prose where a list was expected: nothing could be read, and what stands there stays.
#[test]
fn where_every_entry_is_dropped_nothing_is_replaced() {
    let folder = Folder::new();
    let good = "https://example.com/a\n";
    folder.write("prose.txt", "Service unavailable\n").write("good.txt", good);
    for words in [
        "merge prose.txt -o good.txt",
        "dedupe prose.txt -o good.txt",
        "query prose.txt -o good.txt",
        "query gone.txt -o good.txt",
    ] {
        let ran = folder.run(words);
        assert!(ran.err.contains("nothing was written"), "{words}: {}", ran.err);
        assert_eq!(folder.read("good.txt"), good, "{words}");
    }
    folder.write("own/b.txt", good);
    let ran = folder.run("query own -o own/b.txt");
    assert!(ran.ends(3).err.contains("nothing was written"), "{}", ran.err);
    assert_eq!(folder.read("own/b.txt"), good);
    folder.write("list", "good.txt\n");
    for words in ["query @list -o good.txt", "diff prose.txt @list -o good.txt"] {
        let ran = folder.run(words);
        assert!(ran.ends(2).err.contains("is an input"), "{words}: {}", ran.err);
        assert_eq!(folder.read("good.txt"), good, "{words}");
    }
}

#[test]
fn a_folder_of_nothing_known_is_no_empty_set() {
    let folder = Folder::new();
    folder.write("set/readme.md", "x").write("set/logo.png", [0x89, b'P', b'N', b'G']);
    for words in ["check set -qq", "convert set -t text", "stats set"] {
        let ran = folder.run(words);
        let told = ran.ends(3).err.clone() + &ran.out;
        assert!(told.contains("error[file/unreadable]") && told.contains("--> set\n"), "{told}");
    }
}

#[test]
fn where_every_entry_is_lost_nothing_is_replaced() {
    let folder = Folder::new();
    folder.write("i.xml", index(&["https://example.com/a.xml", "https://example.com/b.xml"]));
    folder.write("good.txt", "https://example.com/a\n");
    let ran = folder.run("convert i.xml --follow none -o good.txt");
    assert!(ran.ends(4).err.contains("nothing was written: not one entry would"), "{}", ran.err);
    assert_eq!(folder.read("good.txt"), "https://example.com/a\n");
    // Whoever leaves all out by a condition asked for it.
    folder.run("convert good.txt -o none.txt --where lastmod>2026").ends(0);
    assert_eq!(folder.read("none.txt"), "");
}

#[test]
fn white_space_without_end_before_a_document_is_passed_over() {
    let folder = Folder::new();
    let document = sitemap(&["<loc>https://example.com/a</loc>"]);
    let latin = document.replace("UTF-8", "ISO-8859-1");
    let feed = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"T\",\"items\":[{\"id\":\"1\",\"url\":\"https://example.com/a\"}]}";
    let spaces = [65_500, 65_535, 65_536, 150_000].map(|count| "\n".repeat(count));
    for space in spaces.into_iter().chain([" \n".repeat(200_000), "\u{a0}\n".repeat(65_536)]) {
        for (name, text, told) in [
            ("a.txt", "https://example.com/a\n", "text/blank-lines"),
            ("a.csv", "loc;lastmod\nhttps://example.com/a;2026-03-04\n", ""),
            ("a.xml", &document, "error[xml/leading-whitespace]"),
            ("b.xml", &latin, "error[xml/encoding-not-utf8]"),
            ("a.json", feed, ""),
            ("a.jsonl", "{\"loc\":\"https://example.com/a\"}\n", "json/blank-lines"),
            ("b.jsonl", "[{\"loc\":\n\"https://example.com/a\"}\n]", ""),
        ] {
            // Lines with something in them are rows, and markup has white space of its own.
            let by_lines = name == "a.txt" || name == "a.jsonl";
            let is_strange = !space.is_ascii() && !by_lines;
            if is_strange || space.starts_with(' ') && name == "a.csv" {
                continue;
            }
            folder.write(name, format!("{space}{text}"));
            let ran = folder.run(&format!("convert {name} -t text"));
            let given = (ran.out.as_str(), ran.code);
            assert_eq!(given, ("https://example.com/a\n", Some(0)), "{name} {}", ran.err);
            assert!(ran.err.contains(told), "{name} {}", ran.err);
        }
    }
    let late = format!("{}https://example.com/a\nx\n", "\n".repeat(70_000));
    let ran = folder.feed("check -", late);
    assert!(ran.ends(1).err.contains("-:70002:1"), "{}", ran.err);
    let ran = folder.feed("check -", " \n".repeat(3_000_000) + "https://example.com/a");
    assert!(ran.ends(3).err.contains("nothing but white space, as far as"), "{}", ran.err);
    folder.write("a.txt", " \n".repeat(100_000));
    let ran = folder.run("check a.txt");
    assert!(ran.ends(3).err.contains("nothing but white space"), "{}", ran.err);
}
