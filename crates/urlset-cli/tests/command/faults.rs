//! Runs that make a set and are stopped: by signals, by a full disk, by another run.

use crate::run::{Folder, Ran, ran};
use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

const SHARD: &str = "shard - -o out/{n}-{hash:8}.txt --max-urls 1000 --index out/index.xml \
                     --base-url https://example.com/ --prune";

fn urls(count: u32, site: &str) -> String {
    (0..count).map(|n| format!("https://{site}.example.com/{n}\n")).collect()
}

/// A folder with the set of an earlier run, and its files.
fn published() -> (Folder, Vec<(String, String)>) {
    let folder = Folder::new();
    folder.feed(SHARD, urls(4000, "old")).ends(0);
    let old = files(&folder);
    assert_eq!(old.len(), 5);
    (folder, old)
}

fn files(folder: &Folder) -> Vec<(String, String)> {
    let Ok(entries) = std::fs::read_dir(folder.path("out")) else {
        return Vec::new();
    };
    let names = entries.map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<(String, String)> =
        names.map(|name| (name.clone(), folder.read(&format!("out/{name}")))).collect();
    files.sort();
    files
}

/// A run that has begun files of a set and waits for more input.
fn halfway(folder: &Folder) -> (Child, ChildStdin) {
    let before = files(folder).len();
    let mut command = folder.command(SHARD);
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // More than a reader takes at once.
    stdin.write_all(urls(100_000, "new").as_bytes()).unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    while files(folder).len() < before + 3 {
        assert!(Instant::now() < deadline, "no file was begun");
        std::thread::sleep(Duration::from_millis(5));
    }
    (child, stdin)
}

#[cfg(unix)]
#[test]
fn a_signal_takes_a_set_back_within_a_second() {
    let (folder, old) = published();
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let (mut child, _stdin) = halfway(&folder);
        let begun = Instant::now();
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(code));
        // A second, and as much again for a busy machine.
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
        assert_eq!(files(&folder), old);
    }
    // Where there was no folder, there is none.
    std::fs::remove_dir_all(folder.path("out")).unwrap();
    let (mut child, _stdin) = halfway(&folder);
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &id]).status().unwrap().success());
    child.wait().unwrap();
    assert_eq!(folder.names(), [""; 0]);
}

#[cfg(unix)]
#[test]
fn the_next_run_tidies_up_after_a_kill() {
    let (folder, old) = published();
    let (mut child, _stdin) = halfway(&folder);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(files(&folder).len() > old.len());
    folder.feed(SHARD, urls(4000, "old")).ends(0);
    assert_eq!(files(&folder), old);
}

#[cfg(target_os = "linux")]
#[test]
fn a_second_run_is_refused_with_the_name_of_the_folder() {
    let (folder, old) = published();
    let (mut child, _stdin) = halfway(&folder);
    let second = folder.feed(SHARD, urls(2000, "other"));
    assert!(second.ends(5).err.contains("another run is publishing into out"), "{second:#?}");
    child.kill().unwrap();
    child.wait().unwrap();
    folder.feed(SHARD, urls(4000, "old")).ends(0);
    assert_eq!(files(&folder), old);
}

/// What a run makes of an older set replaces that very one: no other run comes between.
#[cfg(target_os = "linux")]
#[test]
fn a_set_is_locked_before_it_is_read() {
    use std::io::{BufRead, BufReader};
    let folder = Folder::new();
    let set = "-o pub/s-{n}.xml --index pub/index.xml --base-url https://old.example.com/";
    folder.feed(&format!("shard - -t xml --max-urls 10 {set}"), urls(20, "old")).ends(0);
    let mut command = folder.command(&format!("merge pub/index.xml - {set} --max-urls 10 -v"));
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(said.any(|line| line.unwrap().starts_with("pub/s-2.xml: xml")));
    let second = folder.run(&format!("merge pub/index.xml {set} --max-urls 5 --prune"));
    assert!(second.ends(5).err.contains("another run is publishing into pub"), "{second:#?}");
    child.stdin.take().unwrap().write_all(urls(1, "late").as_bytes()).unwrap();
    said.for_each(drop);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let all = folder.run("query pub/index.xml --fields loc -t text").ends(0).out.clone();
    assert_eq!(all, urls(20, "old") + &urls(1, "late"));
}

#[cfg(target_os = "linux")]
#[test]
fn an_index_is_locked_before_it_is_read() {
    let (folder, _) = published();
    let (mut child, _stdin) = halfway(&folder);
    for words in [
        "index out/index.xml",
        "index out/*.txt --base-url https://example.com/ -o out/index.xml",
        "index out/*.txt --base-url https://example.com/ -t robots -o out/robots.txt",
    ] {
        let ran = folder.run(words);
        assert!(ran.ends(5).err.contains("another run is publishing into out"), "{ran:#?}");
    }
    folder.run("index out/index.xml -n").ends(0);
    folder.run("index out/*.txt --base-url https://example.com/ -o index.xml").ends(0);
    child.kill().unwrap();
    child.wait().unwrap();
    folder.run("index out/index.xml").ends(0);
}

/// Runs under strace with a fault; `None` where there is no strace.
fn failing(folder: &Folder, fault: &str) -> Option<Ran> {
    failing_as(folder, SHARD, fault)
}

pub(crate) fn failing_as(folder: &Folder, words: &str, fault: &str) -> Option<Ran> {
    let mut strace = Command::new("strace");
    let works = strace.args(["-o", "/dev/null", "true"]).output();
    if !works.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no strace, or it may not trace");
        return None;
    }
    folder.write("new.txt", urls(4000, "new"));
    let words = words.replace(" - ", " new.txt ");
    let run = folder.command(&words);
    let mut strace = Command::new("strace");
    strace.args(["-f", "-o", "/dev/null", "-e", &format!("inject={fault}")]);
    strace.arg(run.get_program()).args(run.get_args());
    strace.current_dir(folder.path("")).env_remove("LD_LIBRARY_PATH").stdin(Stdio::null());
    Some(ran(&mut strace))
}

/// What is told as removed is gone.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_removed_is_told() {
    let (folder, old) = published();
    let Some(ran) = failing(&folder, "unlink:error=EIO:when=1+") else {
        return;
    };
    ran.ends(5);
    assert!(ran.err.contains("could not be removed: Input/output error"), "{}", ran.err);
    assert!(!ran.err.contains("no longer in the set, removed"), "{}", ran.err);
    assert!(old.iter().all(|(name, _)| folder.path("out").join(name).exists()));
}

/// A file system that cannot exchange folders shows only when it is tried.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_is_not_exchanged_after_all_is_told() {
    let folder = Folder::new();
    let fixed = SHARD.replace("{n}-{hash:8}", "{n}");
    folder.feed(&fixed, urls(4000, "old")).ends(0);
    let Some(ran) = failing_as(&folder, &fixed, "renameat2:error=EINVAL:when=1+") else {
        return;
    };
    let told = "the folder could not be exchanged; published file by file";
    assert!(ran.ends(0).err.contains(told), "{}", ran.err);
    let again = folder.feed(&fixed, urls(4000, "old"));
    assert!(!again.ends(0).err.contains("exchanged"), "{}", again.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fails_leaves_the_old_set() {
    let (folder, old) = published();
    for (fault, cause) in [
        ("?rename,?renameat,renameat2:error=ENOSPC:when=2", "No space left on device"),
        ("fsync:error=EIO:when=1", "Input/output error"),
        ("fsync:error=EDQUOT:when=1", "quota"),
        ("?link,linkat:error=EIO:when=1", "Input/output error"),
    ] {
        let Some(ran) = failing(&folder, fault) else {
            return;
        };
        ran.ends(5);
        assert!(ran.err.contains(cause) && ran.err.contains(" out"), "{fault}: {ran:#?}");
        assert_eq!(files(&folder), old, "{fault}");
    }
}
