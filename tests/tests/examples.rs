//! The real inputs of `../shared/examples`, through the built command.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may fail loudly")]

use std::path::{Path, PathBuf};
use std::process::Command;
use urlset_tests::outside;

/// Cases whose expectation is not met, and why that is right.
const ALLOWED: &[(&str, &str)] = &[(
    "feed-rs/rss2/rss_2.0_nbcny.xml",
    "`02:02:33 PM` is 14:02:33; the runner's own dates know no PM",
)];

/// Builds the command, so that it is never an old one that is tested.
fn command() -> PathBuf {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--profile", "test", "--package", "urlset-cli"])
        .status()
        .unwrap();
    assert!(built.success(), "the command does not build");
    // This test lies in target/debug/deps; what it shares with the command is built once.
    let own = std::env::current_exe().unwrap();
    let target = own.ancestors().nth(3).unwrap();
    target.join("debug").join(format!("urlset{}", std::env::consts::EXE_SUFFIX))
}

#[test]
fn examples_give_what_they_must() {
    let Some(examples) = outside::shared("examples") else {
        return eprintln!("skipped: ../shared/examples is not there");
    };
    if !outside::has("python3") {
        return eprintln!("skipped: there is no python3");
    }
    let command = command();
    assert!(command.is_file(), "{} is not there", command.display());
    let results = tempfile::NamedTempFile::new().unwrap();
    let template =
        format!("{} convert {{lenient}} {{base}} {{follow}} {{file}} -t jsonl", command.display());
    let output = Command::new("python3")
        .arg(Path::new(&examples).join("run.py"))
        .args(["--cmd", &template, "--json"])
        .arg(results.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let results = std::fs::read_to_string(results.path()).unwrap();
    let results: Vec<serde_json::Value> =
        results.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(results.len() > 200, "only {} examples ran:\n{said}", results.len());
    let failed = results.iter().filter(|result| result["status"] != "pass");
    let failed: Vec<&str> = failed.filter_map(|result| result["id"].as_str()).collect();
    let unexpected: Vec<_> =
        failed.iter().filter(|id| ALLOWED.iter().all(|(allowed, _)| allowed != *id)).collect();
    assert!(unexpected.is_empty(), "{unexpected:?}\n{said}");
    let stale: Vec<_> = ALLOWED.iter().filter(|(id, _)| !failed.contains(id)).collect();
    assert!(stale.is_empty(), "these pass by now: {stale:?}");
}
