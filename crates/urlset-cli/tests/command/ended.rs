//! What is left when a run is ended at any moment, or finds no room in a real file system: the old
//! set whole or the new one.
#![cfg(target_os = "linux")]

use crate::any_memory::files;
use crate::run::{Folder, has};
use std::fmt::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const LIST: &str = "convert out/index.xml --sort loc -t text -qq";
const SET: &str = "--by section --index out/index.xml --base-url https://www.example.com/";

/// So many pages in three sections, in disorder.
fn pages(count: u32) -> String {
    let mut text = String::new();
    for n in 0..count {
        let section = ["shop", "blog", "help"][n as usize % 3];
        let _ = writeln!(text, "https://www.example.com/{section}/{}", n * 7919 % 1_000_003);
    }
    text
}

/// So many pages in two languages each.
fn languages(count: u32) -> String {
    let mut table = "loc,hreflang.de,hreflang.en\n".to_owned();
    for n in 0..count {
        let [de, en] = ["de", "en"].map(|tag| format!("https://www.example.com/{tag}/{n}"));
        let _ = write!(table, "{de},{de},{en}\n{en},{de},{en}\n");
    }
    table
}

/// A folder with an old set in `out`, and more pages for a new one.
fn folder(old: u32, new: u32) -> Folder {
    let folder = Folder::new();
    folder.write("old.txt", pages(old)).write("new.txt", pages(new)).write("tmp/here", "");
    folder.run(&format!("shard old.txt -t xml -o out/{{section}}-{{hash:8}}.xml.gz {SET}")).ends(0);
    folder
}

fn spawn(folder: &Folder, words: &str) -> Child {
    folder.command(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn send(child: &Child, signal: &str) {
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

#[test]
fn a_signal_ends_a_merge_at_once_and_leaves_the_old_set() {
    let folder = folder(500, 40_000);
    let old = files(&folder.path("out"));
    let words = format!(
        "merge old.txt new.txt -o out/{{section}}-{{n}}-{{hash:8}}.xml.gz --max-urls 1000 {SET} \
         --sort loc --memory 16MiB --tmp-dir tmp --progress never"
    );
    let begun = Instant::now();
    assert!(spawn(&folder, &words).wait().unwrap().success());
    let whole = begun.elapsed();
    let mut hits = 0;
    // A busy machine is now slower, now faster than when it was timed: some rounds more, then.
    for number in 0..40_u32 {
        let part = number % 8;
        if part == 0 && hits > 3 {
            break;
        }
        std::fs::remove_dir_all(folder.path("out")).unwrap();
        for (name, bytes) in &old {
            folder.write(&format!("out/{name}"), bytes);
        }
        let (signal, code) = [("INT", 130), ("TERM", 143)][part as usize % 2];
        let mut child = spawn(&folder, &words);
        // The first ones come while it still reads; before it listens, a signal just ends it.
        std::thread::sleep(whole * part / 8 + Duration::from_millis(50));
        if child.try_wait().unwrap().is_some() {
            continue;
        }
        let sent = Instant::now();
        send(&child, signal);
        let ended = child.wait().unwrap();
        let took = sent.elapsed();
        if ended.success() {
            continue;
        }
        hits += 1;
        assert_eq!(ended.code(), Some(code), "{part}");
        assert!(took < Duration::from_secs(1), "{signal} took {took:?}");
        assert!(
            files(&folder.path("out")) == old,
            "{part}: {:?}",
            files(&folder.path("out")).keys()
        );
        assert_eq!(files(&folder.path("tmp")).len(), 1, "{:?}", files(&folder.path("tmp")).keys());
    }
    assert!(hits > 3, "only {hits} signals came in time");
}

/// `ulimit -f`: the system would end the run in the middle of a write.
#[test]
fn a_file_that_may_not_grow_is_an_error_of_writing() {
    let folder = folder(500, 40_000);
    let old = files(&folder.path("out"));
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -f 100; \"$urlset\" merge new.txt -t xml -o out/index.xml"]);
    shell.env("urlset", env!("CARGO_BIN_EXE_urlset")).current_dir(folder.path("."));
    let ran = crate::run::ran(shell.stdin(Stdio::null()));
    assert_eq!(ran.code, Some(5), "{ran:#?}");
    assert!(ran.err.contains("out/index.xml") && ran.err.contains("File too large"), "{ran:#?}");
    assert!(files(&folder.path("out")) == old, "{:?}", files(&folder.path("out")).keys());
}

/// Shards named after their content: the index, which is renamed last, names whole ones at any
/// moment.
#[test]
fn killed_at_thirty_moments_the_index_names_whole_shards() {
    let folder = folder(3000, 3000);
    let all = folder.run(LIST).ends(0).out.clone();
    assert_eq!(all.lines().count(), 3000);
    let words = |most: u32| {
        format!(
            "shard out/index.xml -o out/{{section}}-{{hash:8}}.xml.gz --max-urls {most} {SET} --prune"
        )
    };
    let begun = Instant::now();
    assert!(spawn(&folder, &words(99)).wait().unwrap().success());
    let whole = begun.elapsed();
    let (mut killed, mut part) = (0, 0_u32);
    // Thirty moments, and more where most runs were over before.
    while part < 30 || killed < 10 && part < 300 {
        // Each run would make other shards.
        let mut child = spawn(&folder, &words(50 + part));
        std::thread::sleep(whole * (part % 30) / 29);
        let _ = child.kill();
        killed += u32::from(!child.wait().unwrap().success());
        let ran = folder.run(LIST);
        assert!(ran.code == Some(0) && ran.out == all, "{part}: {}", ran.err);
        part += 1;
    }
    assert!(killed > 9, "only {killed} came in time");
    folder.run(&words(99)).ends(0);
    let index = folder.read("out/index.xml");
    for name in files(&folder.path("out")).keys().filter(|name| *name != "index.xml") {
        assert!(index.contains(name.as_str()), "{name} is left of a run that was killed");
    }
}

/// Runs a script in a mount namespace of its own; `None` where that may not be.
fn mounted(folder: &Folder, script: &str) -> Option<crate::run::Ran> {
    let works = |words: &[&str]| {
        let mount = "mount -t tmpfs none /mnt";
        let mut unshare = Command::new("unshare");
        let ran = unshare.args(words).args(["sh", "-c", mount]).stderr(Stdio::null()).status();
        ran.is_ok_and(|status| status.success())
    };
    let Some(words) = [&["-m"][..], &["-r", "-m"][..]].into_iter().find(|words| works(words))
    else {
        eprintln!(
            "skipped: a small file system cannot be mounted here (needs root or user namespaces)"
        );
        return None;
    };
    let urlset = env!("CARGO_BIN_EXE_urlset");
    let mut command = Command::new("unshare");
    command.args(words).args(["sh", "-c", script]).current_dir(folder.path("."));
    Some(crate::run::ran(command.env("NO_COLOR", "1").env("urlset", urlset).stdin(Stdio::null())))
}

#[test]
fn no_room_in_the_output_folder() {
    let folder = folder(500, 60_000);
    let script = |run: &str| {
        format!(
            "set -e; cp -r out old; mount -t tmpfs -o size=150k none out; cp old/* out/
             code=0; {run} || code=$?
             diff -r old out; ls -A out | grep urlset || true; echo \"code $code\""
        )
    };
    for run in [
        // A shard finds no room, in a thread of its own; or it is the one file.
        format!("\"$urlset\" shard new.txt -t xml -o 'out/{{section}}-{{n}}.xml' {SET} -j 2"),
        format!("\"$urlset\" merge new.txt -t xml -o 'out/{{section}}-{{hash:8}}.xml' {SET} -j 1"),
        "\"$urlset\" convert new.txt -o out/index.xml".to_owned(),
        "\"$urlset\" convert new.txt -o out/table.csv".to_owned(),
    ] {
        let Some(ran) = mounted(&folder, &script(&run)) else { return };
        assert_eq!(ran.out, "code 5\n", "{run}: {ran:#?}");
        let says = ran.err.contains("out/") || ran.err.contains(": out could");
        assert!(says && ran.err.contains("No space left"), "{run}: {}", ran.err);
        std::fs::remove_dir_all(folder.path("old")).unwrap();
    }
}

#[test]
fn no_room_for_temporary_files() {
    let folder = folder(500, 60_000);
    folder.write("langs.csv", languages(30_000));
    let old = files(&folder.path("out"));
    for run in [
        "hreflang check langs.csv".to_owned(),
        "diff old.txt new.txt".to_owned(),
        "update out --upsert new.txt".to_owned(),
        format!("merge new.txt old.txt -t xml -o 'out/{{n}}.xml' {SET} --sort loc"),
        "dedupe new.txt -o out/index.txt --sort loc".to_owned(),
        format!("shard new.txt -t xml -o 'out/{{section}}.xml' {SET}"),
    ] {
        let script = format!(
            "mount -t tmpfs -o size=64k none tmp; \"$urlset\" {run} --memory 8MiB --tmp-dir tmp
             echo \"code $?\"; ls -A tmp"
        );
        let Some(ran) = mounted(&folder, &script) else { return };
        assert_eq!(ran.out, "code 6\n", "{run}: {ran:#?}");
        let names = ran.err.contains("limit/disk") && ran.err.contains("tmp");
        let room = ran.err.contains("65536 free") || ran.err.contains("No space left");
        assert!(names && room, "{run}: {}", ran.err);
        assert!(files(&folder.path("out")) == old, "{run}");
    }
}

#[test]
fn no_room_for_what_is_kept_back() {
    let folder = folder(500, 60_000);
    for run in [
        // Read twice for its columns, held until it is known to be whole, kept for the report.
        "convert - -t csv -o out/list.csv < new.txt",
        "convert new.txt -t text --strict",
        "diff old.txt new.txt --json -o /dev/null",
    ] {
        let (words, from) =
            run.split_once(" <").map_or((run, ""), |(words, _)| (words, "< new.txt"));
        let script = format!(
            "mount -t tmpfs -o size=64k none tmp; \"$urlset\" {words} --tmp-dir tmp {from}
             echo \"code $?\"; ls -A tmp"
        );
        let Some(ran) = mounted(&folder, &script) else { return };
        assert_eq!(ran.out, "code 6\n", "{run}: {ran:#?}");
        assert!(ran.err.contains("a temporary file cannot be written"), "{run}: {}", ran.err);
        assert!(ran.err.contains("tmp"), "{run}: {}", ran.err);
    }
}

#[test]
fn a_folder_that_is_read_only() {
    let folder = folder(500, 1000);
    for run in [
        format!("shard new.txt -t xml -o 'out/{{section}}-{{n}}.xml.gz' {SET}"),
        format!("shard new.txt -t xml -o 'out/{{section}}-{{hash:8}}.xml.gz' {SET} --prune"),
        "convert new.txt -o out/index.xml".to_owned(),
    ] {
        let script = format!(
            "set -e; cp -r out old; mount -t tmpfs none out; cp old/* out/
             mount -o remount,ro out; code=0; \"$urlset\" {run} || code=$?
             diff -r old out; echo \"code $code\""
        );
        let Some(ran) = mounted(&folder, &script) else { return };
        assert_eq!(ran.out, "code 5\n", "{run}: {ran:#?}");
        let says = ran.err.contains("out/") || ran.err.contains(" out");
        assert!(says && ran.err.contains("Read-only file system"), "{run}: {}", ran.err);
        std::fs::remove_dir_all(folder.path("old")).unwrap();
    }
}

/// `/dev/full` takes every file but no byte; it is neither replaced nor removed.
#[test]
fn a_device_without_room() {
    let folder = folder(500, 1000);
    for words in [
        "merge old.txt new.txt -t xml -o /dev/full",
        "dedupe old.txt -t csv -o /dev/full --memory 1MiB",
        "rewrite old.txt --rewrite-scheme http -t jsonl -o /dev/full",
    ] {
        let ran = folder.run(words);
        ran.ends(5);
        let says = ran.err.contains("/dev/full") && ran.err.contains("No space left");
        assert!(says, "{words}: {}", ran.err);
    }
    assert!(std::fs::metadata("/dev/full").is_ok_and(|device| !device.is_file()));
}

/// A standard output that nobody has opened, which the runtime makes `/dev/null`, and one that
/// nobody reads. That data goes nowhere is told.
#[test]
fn a_standard_output_that_is_closed() {
    let folder = folder(500, 20_000);
    folder.run("shard new.txt -t xml -o 's/{n}.xml' --max-urls 10000").ends(0);
    let index = "index s --base-url https://example.com/";
    for (words, code, is_data) in [
        ("merge new.txt old.txt -t xml", 0, true),
        ("merge new.txt old.txt -t xml --strict", 0, true),
        ("dedupe new.txt -t csv", 0, true),
        ("query new.txt -t text", 0, true),
        (index, 0, true),
        ("info new.txt", 0, false),
        ("diff old.txt new.txt", 1, false),
        ("diff old.txt new.txt --changed", 1, true),
        ("convert new.txt -o new.csv", 0, false),
    ] {
        for redirect in [">&-", "| true", ">/dev/null"] {
            // Who reads nothing may be gone before the answer, or not.
            if redirect == "| true" && code == 1 {
                continue;
            }
            let mut shell = Command::new("bash");
            let script = format!("set -o pipefail; \"$urlset\" {words} {redirect}");
            shell.args(["-c", &script]).env("urlset", env!("CARGO_BIN_EXE_urlset"));
            if !has("bash") {
                eprintln!("skipped: no bash");
                return;
            }
            let ran = crate::run::ran(shell.current_dir(folder.path(".")).stdin(Stdio::null()));
            assert_eq!(ran.code, Some(code), "{words} {redirect}: {ran:#?}");
            let told = is_data && redirect == ">&-" && cfg!(target_os = "linux");
            assert_eq!(ran.err.contains("standard output is closed"), told, "{ran:#?}");
            assert!(!ran.err.contains("panicked"), "{}", ran.err);
        }
    }
}
