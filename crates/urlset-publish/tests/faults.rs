//! A run that is killed, or that the system fails, at every step it takes: the old set or the new
//! one stands, and the next run tidies up. Linux with strace (Debian package `strace`); without it,
//! what needs it is skipped.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "clippy allows them in test functions, not in what these share"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Calls that change something, or give what changes something.
const CALLS: &str = "?open,?openat,?creat,?write,?pwrite64,?writev,?fsync,?fdatasync,?rename,\
    ?renameat,?renameat2,?link,?linkat,?unlink,?unlinkat,?rmdir,?mkdir,?mkdirat,?ftruncate,\
    ?fallocate,?chmod,?fchmod,?fchmodat,?chown,?fchown,?fchownat,?copy_file_range,?sendfile";

type Files = BTreeMap<String, String>;

/// What is promised of a kind of set.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    ByRename,
    ByExchange,
    FileByFile,
}

/// A folder that is published into, and what it holds before and after.
struct Scene {
    kind: Kind,
    home: tempfile::TempDir,
    shards: usize,
    old: Files,
    new: Files,
}

impl Scene {
    fn new(kind: Kind, shards: usize) -> Scene {
        let home = tempfile::tempdir().unwrap();
        let mut scene = Scene { kind, home, shards, old: Files::new(), new: Files::new() };
        scene.lay();
        scene.old = scene.files();
        let output = scene.command("two").output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let manner = String::from_utf8(output.stdout).unwrap();
        assert_eq!(manner.trim(), scene.manner());
        scene.new = scene.files();
        assert_ne!(scene.old, scene.new);
        scene
    }

    fn manner(&self) -> &'static str {
        match self.kind {
            Kind::ByRename => "ByRename",
            Kind::ByExchange => "ByExchange",
            Kind::FileByFile => "FileByFile",
        }
    }

    fn folder(&self) -> PathBuf {
        self.home.path().join("out")
    }

    fn command(&self, word: &str) -> Command {
        let mut command = Command::new(republish());
        command.args(self.arguments(word));
        command
    }

    fn arguments(&self, word: &str) -> [String; 4] {
        let naming = if self.kind == Kind::ByRename { "content" } else { "fixed" };
        let folder = self.folder().display().to_string();
        [naming.to_owned(), folder, self.shards.to_string(), word.to_owned()]
    }

    /// Lays the old set anew.
    fn lay(&self) {
        if self.folder().exists() {
            fs::remove_dir_all(self.folder()).unwrap();
        }
        fs::create_dir(self.folder()).unwrap();
        if self.kind == Kind::FileByFile {
            fs::write(self.folder().join("other.txt"), "somebody else's").unwrap();
        }
        if self.old.is_empty() {
            assert!(self.command("one").status().unwrap().success());
        }
        for (name, text) in &self.old {
            fs::write(self.home.path().join(name), text).unwrap();
        }
    }

    /// All files with their content, also those beside the folder.
    fn files(&self) -> Files {
        let read = |path: PathBuf| {
            let name = path.strip_prefix(self.home.path()).unwrap().display().to_string();
            (name, fs::read_to_string(path).unwrap())
        };
        let mut paths = Vec::new();
        for entry in fs::read_dir(self.home.path()).unwrap().map(Result::unwrap) {
            if entry.path().is_dir() {
                paths.extend(fs::read_dir(entry.path()).unwrap().map(|file| file.unwrap().path()));
            }
        }
        // The log of strace lies beside.
        paths.into_iter().filter(|path| path.is_file()).map(read).collect()
    }

    /// What a reader may see after a kill.
    fn holds_after_kill(&self, at: &str) {
        let all = self.files();
        let seen: Files =
            all.clone().into_iter().filter(|(name, _)| !name.contains(".urlset-")).collect();
        let has = |set: &Files| set.iter().all(|(name, text)| seen.get(name) == Some(text));
        let fits = match self.kind {
            // Others may lie about, nobody names them.
            Kind::ByRename => has(&self.old) || has(&self.new),
            Kind::ByExchange => seen == self.old || seen == self.new,
            Kind::FileByFile => {
                let whole = |(name, text): (&String, &String)| {
                    [&self.old, &self.new].iter().any(|set| set.get(name) == Some(text))
                };
                let index = seen.get("out/index.txt");
                let early = index != self.new.get("out/index.txt");
                seen.iter().all(whole) && (early || has(&self.new))
            }
        };
        assert!(fits, "{} killed at {at}: {all:#?}", self.manner());
        self.tidies_up(at);
    }

    /// The next run leaves its own files and nothing else.
    fn tidies_up(&self, at: &str) {
        let output = self.command("two").output().unwrap();
        assert!(output.status.success(), "after {at}: {output:?}");
        assert_eq!(self.files(), self.new, "{} after {at}", self.manner());
        let stages = fs::read_dir(self.home.path()).unwrap().map(|entry| entry.unwrap().path());
        let stages: Vec<PathBuf> = stages.filter(|path| path.is_dir()).collect();
        assert_eq!(stages, [self.folder()], "after {at}");
    }

    /// Runs under strace with a fault at a call; `None` once there is no such call, else
    /// what strace saw.
    fn strace(&self, call: &str, fault: &str, when: &str) -> Option<(Output, String)> {
        let log = self.home.path().join("log");
        let mut strace = Command::new("strace");
        strace.env_remove("LD_LIBRARY_PATH").args(["-f", "-o"]).arg(&log);
        strace.args(["-e", &format!("trace={call}")]);
        strace.args(["-e", &format!("inject={call}:{fault}:when={when}")]);
        let output = strace.arg(republish()).args(self.arguments("two")).output().unwrap();
        let log = fs::read_to_string(&log).unwrap();
        let hit = |line: &&str| line.contains("(INJECTED)") || line.contains("killed by SIGKILL");
        let line = log.lines().rev().find(hit)?;
        Some((output, format!("{call} {when} {fault}: {line}")))
    }

    /// The calls that a run makes.
    fn calls(&self) -> Vec<String> {
        self.lay();
        let log = self.home.path().join("log");
        let mut strace = Command::new("strace");
        strace.args(["-f", "-o"]).arg(&log).args(["-e", &format!("trace={CALLS}")]);
        assert!(strace.arg(republish()).args(self.arguments("two")).status().unwrap().success());
        let log = fs::read_to_string(&log).unwrap();
        let name = |line: &str| {
            let (_, call) = line.split_once(' ')?;
            Some(call.trim_start().split_once('(')?.0.to_owned())
        };
        let mut calls: Vec<String> = log.lines().filter_map(name).collect();
        calls.sort();
        calls.dedup();
        assert!(calls.iter().any(|call| call == "fsync"), "{calls:?}");
        calls
    }

    /// Faults come once, or `+`: from a call on.
    fn every_call(&self, fault: &str, times: &str, check: impl Fn(&Output, &str)) {
        if !has_strace() {
            return;
        }
        for call in self.calls() {
            for n in 1.. {
                self.lay();
                let Some((output, at)) = self.strace(&call, fault, &format!("{n}{times}")) else {
                    assert!(n > 1, "no {fault} at {call}");
                    break;
                };
                check(&output, &at);
            }
        }
    }

    fn killed_at_every_call(self) {
        self.every_call("signal=KILL", "", |_, at| self.holds_after_kill(at));
    }

    /// Where nothing can be taken back either, the old set or the new one stands all the same.
    fn fails_for_good(self) {
        self.every_call("error=EIO", "+", |_, at| self.holds_after_kill(at));
    }

    fn failed_at_every_call(self) {
        for fault in ["error=ENOSPC", "error=EIO"] {
            self.every_call(fault, "", |output, at| {
                let said = String::from_utf8_lossy(&output.stderr);
                // Told after all was done: where the run says so, or could not say anything.
                let done = output.status.success()
                    || said.contains("published, but")
                    || at.contains(" write(1,");
                if done && said.contains("could not be synced") {
                    // What the new set replaces stays until the next run.
                    self.holds_after_kill(at);
                    return;
                }
                let wanted = if done { &self.new } else { &self.old };
                assert_eq!(self.files(), *wanted, "{} {at}: {said}", self.manner());
                assert!(output.status.success() || !said.is_empty(), "{at} says nothing");
            });
        }
    }
}

/// The program under test; cargo builds it with the tests.
fn republish() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    let path = own.parent().and_then(Path::parent).unwrap().join("examples/republish");
    assert!(path.exists(), "no {}: run `cargo test -p urlset-publish`", path.display());
    path
}

fn has_strace() -> bool {
    let works = Command::new("strace").args(["-o", "/dev/null", "true"]).output();
    let works = works.is_ok_and(|output| output.status.success());
    if !works {
        eprintln!("skipped: no strace, or it may not trace");
    }
    works
}

#[test]
fn killed_at_every_call_by_rename() {
    Scene::new(Kind::ByRename, 4).killed_at_every_call();
}

#[test]
fn killed_at_every_call_by_exchange() {
    Scene::new(Kind::ByExchange, 4).killed_at_every_call();
}

#[test]
fn killed_at_every_call_file_by_file() {
    Scene::new(Kind::FileByFile, 4).killed_at_every_call();
}

#[test]
fn failed_at_every_call_by_rename() {
    Scene::new(Kind::ByRename, 4).failed_at_every_call();
}

#[test]
fn failed_at_every_call_by_exchange() {
    Scene::new(Kind::ByExchange, 4).failed_at_every_call();
}

#[test]
fn failed_at_every_call_file_by_file() {
    Scene::new(Kind::FileByFile, 4).failed_at_every_call();
}

#[test]
fn fails_for_good_by_rename() {
    Scene::new(Kind::ByRename, 4).fails_for_good();
}

#[test]
fn fails_for_good_by_exchange() {
    Scene::new(Kind::ByExchange, 4).fails_for_good();
}

/// Some systems allow no second name for a file of somebody else: it is copied before it goes.
#[test]
fn failed_where_links_are_refused() {
    if !has_strace() {
        return;
    }
    let scene = Scene::new(Kind::FileByFile, 4);
    for n in 1.. {
        scene.lay();
        let log = scene.home.path().join("log");
        let mut strace = Command::new("strace");
        strace.env_remove("LD_LIBRARY_PATH").args(["-f", "-o"]).arg(&log);
        strace.args(["-e", "inject=?link,?linkat:error=EPERM"]);
        strace.args(["-e", &format!("inject=?rename,?renameat:error=EIO:when={n}")]);
        strace.arg(republish()).args(scene.arguments("two")).output().unwrap();
        let log = fs::read_to_string(&log).unwrap();
        assert!(log.contains("EPERM (Operation not permitted) (INJECTED)"));
        if !log.contains("EIO (Input/output error) (INJECTED)") {
            assert!(n > 4, "{n} files were renamed");
            assert_eq!(scene.files(), scene.new);
            break;
        }
        assert_eq!(scene.files(), scene.old, "at the {n}th file");
    }
}

/// A folder that was made must be there after a loss of power, as what is in it.
#[test]
fn new_folders_are_synced() {
    if !has_strace() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let (log, above) = (home.path().join("log"), home.path().join("a"));
    let folder = above.join("b").display().to_string();
    let mut strace = Command::new("strace");
    strace.env_remove("LD_LIBRARY_PATH").args(["-f", "-y", "-o"]).arg(&log);
    strace.args(["-e", "trace=fsync"]).arg(republish());
    let output = strace.args(["fixed", &folder, "2", "one"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let log = fs::read_to_string(&log).unwrap();
    for folder in [home.path(), &above] {
        assert!(log.contains(&format!("<{}>)", folder.display())), "{log}");
    }
}

#[test]
fn killed_at_a_hundred_moments() {
    let scenes =
        [Kind::ByRename, Kind::ByExchange, Kind::FileByFile].map(|kind| Scene::new(kind, 30));
    for scene in &scenes {
        scene.lay();
        let begun = Instant::now();
        assert!(quiet(scene.command("two")).wait().unwrap().success());
        let whole = begun.elapsed();
        for part in 0..34 {
            scene.lay();
            let mut child = quiet(scene.command("two"));
            std::thread::sleep(whole * part / 33);
            let _ = child.kill();
            child.wait().unwrap();
            scene.holds_after_kill(&format!("{part} of 33"));
        }
    }
}

fn quiet(mut command: Command) -> Child {
    command.stdout(Stdio::null()).spawn().unwrap()
}

#[test]
fn two_runs_at_once() {
    for kind in [Kind::ByRename, Kind::ByExchange, Kind::FileByFile] {
        let scene = Scene::new(kind, 10);
        for _ in 0..5 {
            scene.lay();
            let mut runs = ["two"; 3].map(|word| {
                let mut command = scene.command(word);
                command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
            });
            let mut done = 0;
            for run in runs.iter_mut() {
                let mut said = String::new();
                std::io::Read::read_to_string(run.stderr.as_mut().unwrap(), &mut said).unwrap();
                let well = run.wait().unwrap().success();
                let refused = said.contains("another run is publishing into");
                assert!(well || (refused && said.contains("out")), "{said}");
                done += usize::from(well);
            }
            assert!(done > 0);
            assert_eq!(scene.files(), scene.new);
        }
    }
}

/// What a signal does, at any moment of a commit.
#[test]
fn taken_back_at_a_hundred_moments() {
    use std::io::Write;
    use urlset_publish::{Finale, Options, Pending, Set};
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("out");
    let names: Vec<PathBuf> = (0..20).map(|number| folder.join(format!("{number}"))).collect();
    let publish = |word: &str, pending: Pending| {
        let set = Set::begin(Options { make_folders: true, pending, ..Options::default() });
        for name in &names {
            let mut draft = set.create(name)?;
            draft.write_all(word.as_bytes()).unwrap();
            draft.finish()?;
        }
        set.commit(Finale { index: &names[19..], prune: &[] })
    };
    for (round, other) in [true, false].into_iter().cycle().take(100).enumerate() {
        let _ = fs::remove_dir_all(&folder);
        publish("old", Pending::default()).unwrap();
        if other {
            fs::write(folder.join("other"), "old").unwrap();
        }
        let pending = Pending::default();
        std::thread::scope(|scope| {
            let run = scope.spawn(|| publish("new", pending.clone()));
            std::thread::sleep(Duration::from_micros(150 * round as u64));
            let stopped = pending.take_back();
            let text = |name: &PathBuf| fs::read_to_string(name).unwrap();
            let texts: Vec<String> = names.iter().map(text).collect();
            assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 20 + usize::from(other));
            assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
            drop(stopped);
            let _ = run.join().unwrap();
        });
    }
}

/// What a signal does while many files are linked into the folder that is to be exchanged.
#[test]
fn taken_back_while_the_new_folder_is_filled() {
    use std::io::Write;
    use urlset_publish::{Finale, Options, Pending, Set};
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("out");
    fs::create_dir(&folder).unwrap();
    let names: Vec<PathBuf> = (0..4000).map(|number| folder.join(format!("{number}"))).collect();
    names.iter().for_each(|name| fs::write(name, "old").unwrap());
    let index = folder.join("index");
    let beside = || fs::read_dir(home.path()).unwrap().count();
    for _ in 0..3 {
        let pending = Pending::default();
        let set = Set::begin(Options { pending: pending.clone(), ..Options::default() });
        names.iter().skip(1).for_each(|name| set.keep(name).unwrap());
        for name in [&names[0], &index] {
            let mut draft = set.create(name).unwrap();
            draft.write_all(b"new").unwrap();
            draft.finish().unwrap();
        }
        std::thread::scope(|scope| {
            let run = scope
                .spawn(|| set.commit(Finale { index: std::slice::from_ref(&index), prune: &[] }));
            while beside() == 1 && !run.is_finished() {}
            // What has just begun is taken back, and not only when all is linked.
            let stopped = pending.take_back();
            assert_eq!(beside(), 1);
            drop(stopped);
            assert!(run.join().unwrap().is_err(), "it came too late");
        });
        assert_eq!(beside(), 1);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 4000);
    }
}
