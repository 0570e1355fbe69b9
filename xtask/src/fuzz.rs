//! `cargo xtask fuzz`: builds the targets with libFuzzer's eyes in them, on the stable toolchain,
//! and runs them one after the other.

use crate::{Outcome, fuzz_corpus, workspace};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What `cargo fuzz` asks of the compiler, without the sanitizers, which only nightly has: our
/// crates hold no `unsafe`. The first is LLVM's pass that counts which code is reached.
const FLAGS: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Cdebug-assertions -Coverflow-checks --cfg fuzzing";

/// Longest input. Larger ones reach no more code, and cost more; limits are `cargo xtask bounds`.
const LONGEST: usize = 4096;

/// The words that a target is told, so that it need not find them.
const DICTIONARIES: &[(&str, &[&str])] = &[
    ("json", &["jsonfeed", "jsonl"]),
    ("table", &["csv", "map"]),
    ("words", &["date", "filter", "robots", "template", "text", "url"]),
    (
        "xml",
        &[
            "check",
            "detect",
            "differential",
            "feed",
            "fix",
            "gzip_xml",
            "merge",
            "round_trip",
            "xml",
        ],
    ),
];

struct Plan<'w> {
    target: Option<&'w str>,
    seconds: u64,
    jobs: usize,
    minimise: bool,
}

/// Runs one target or all of them; fails at the first that is broken.
pub(crate) fn run(words: &[&str]) -> Outcome {
    let plan = plan(words)?;
    let mut targets = targets()?;
    if let Some(wanted) = plan.target {
        targets.retain(|target| target == wanted);
    }
    if targets.is_empty() {
        return Err(format!("no target {}", plan.target.unwrap_or_default()).into());
    }
    let programs = build(&targets)?;
    let work = workspace::target()?.join("fuzz-work");
    for target in &targets {
        let program = programs.join(target);
        if plan.minimise {
            fuzz_corpus::minimise(target, &program, &work.join(target))?;
        } else {
            look(target, &program, &work.join(target), &plan)?;
        }
    }
    Ok(())
}

fn plan<'w>(words: &[&'w str]) -> Outcome<Plan<'w>> {
    let mut plan = Plan { target: None, seconds: 60, jobs: 1, minimise: false };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().copied().ok_or(format!("{word} needs a number"));
        match *word {
            "--seconds" => plan.seconds = value()?.parse()?,
            "--jobs" => plan.jobs = value()?.parse()?,
            "--minimise" => plan.minimise = true,
            target if !target.starts_with('-') && plan.target.is_none() => {
                plan.target = Some(target);
            }
            _ => return Err(format!("no flag {word}").into()),
        }
    }
    Ok(plan)
}

/// The names of all targets: those of the programs.
pub(crate) fn targets() -> Outcome<Vec<String>> {
    let mut targets = Vec::new();
    for item in fs::read_dir(workspace::root().join("fuzz/src/bin"))? {
        let path = item?.path();
        targets.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
    }
    targets.sort();
    Ok(targets)
}

/// Builds the programs, and gives the folder where they are.
fn build(targets: &[String]) -> Outcome<PathBuf> {
    let host = host()?;
    let folder = workspace::target()?.join("fuzz");
    let mut command = workspace::cargo();
    command
        // Not locked: the lock file of `fuzz` is to follow what our crates need.
        .args(["build", "--release", "--manifest-path", "fuzz/Cargo.toml"])
        // With a target named, build scripts and macros are spared the flags, which they cannot
        // be linked with.
        .args(["--target", &host])
        .arg("--target-dir")
        .arg(&folder)
        .env("RUSTFLAGS", FLAGS);
    for target in targets {
        command.args(["--bin", target]);
    }
    if !command.status()?.success() {
        return Err("the build failed; libFuzzer needs a C++ compiler".into());
    }
    Ok(folder.join(host).join("release"))
}

fn host() -> Outcome<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output()?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc does not say what it builds for")?.to_owned())
}

/// Looks for so long, beginning with the corpus, the cases, and what earlier runs found.
fn look(target: &str, program: &Path, work: &Path, plan: &Plan<'_>) -> Outcome {
    let (found, artifacts) = (work.join("found"), work.join("artifacts"));
    fs::create_dir_all(&found)?;
    fs::create_dir_all(&artifacts)?;
    let seeds = fuzz_corpus::seeds(target, work)?;
    println!("{target}: {} seconds", plan.seconds);
    let mut command = Command::new(program);
    command
        .arg(format!("-max_total_time={}", plan.seconds))
        .arg(format!("-max_len={LONGEST}"))
        .args(["-timeout=10", "-rss_limit_mb=1024", "-print_final_stats=1"])
        .arg(format!("-artifact_prefix={}/", artifacts.display()));
    if plan.jobs > 1 {
        command.arg(format!("-fork={}", plan.jobs));
    }
    if let Some(words) = dictionary(target) {
        command.arg(format!("-dict={}", words.display()));
    }
    let status = command.arg(&found).args([fuzz_corpus::kept(target), seeds]).status()?;
    if status.success() {
        return Ok(());
    }
    Err(format!(
        "{target} is broken by the newest file in {}; to see it again: {} FILE",
        artifacts.display(),
        program.display()
    )
    .into())
}

fn dictionary(target: &str) -> Option<PathBuf> {
    let (name, _) = DICTIONARIES.iter().find(|(_, targets)| targets.contains(&target))?;
    Some(workspace::root().join(format!("fuzz/dictionaries/{name}.dict")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags() {
        let found = plan(&["xml", "--seconds", "5", "--jobs", "2", "--minimise"]).unwrap();
        assert_eq!((found.target, found.seconds, found.jobs), (Some("xml"), 5, 2));
        assert!(found.minimise);
        assert!(plan(&["--seconds"]).is_err() && plan(&["xml", "csv"]).is_err());
    }

    #[test]
    fn every_target_has_its_words() {
        let targets = targets().unwrap();
        assert!(targets.len() >= 18, "{targets:?}");
        for target in targets {
            assert!(dictionary(&target).is_some_and(|path| path.is_file()), "{target}");
        }
    }
}
