//! What fuzzing found worth keeping, replayed: `tests/corpora/TARGET`, one file an input.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use urlset_tests::targets::TARGETS;

/// Bytes of all corpora, which everybody who clones the repository pays.
const MOST: u64 = 2_000_000;

/// What one input may take; generous, since the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(5);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora")
}

fn inputs(target: &str) -> Vec<PathBuf> {
    let items = std::fs::read_dir(folder().join(target));
    let items = items.unwrap_or_else(|error| panic!("tests/corpora/{target}: {error}"));
    let mut paths: Vec<PathBuf> = items.map(|item| item.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_target_holds_on_its_corpus() {
    std::thread::scope(|scope| {
        for (name, target) in TARGETS {
            scope.spawn(move || {
                for path in inputs(name) {
                    let data = std::fs::read(&path).unwrap();
                    let begun = Instant::now();
                    let held = std::panic::catch_unwind(|| target(&data));
                    assert!(held.is_ok(), "{name} is broken by {}", path.display());
                    assert!(begun.elapsed() < PATIENCE, "{name}: {}", path.display());
                }
            });
        }
    });
}

#[test]
fn corpora_stay_small() {
    let size = |path: &PathBuf| path.metadata().unwrap().len();
    let bytes: u64 =
        TARGETS.iter().flat_map(|(name, _)| inputs(name)).map(|path| size(&path)).sum();
    assert!(bytes < MOST, "{bytes} bytes");
}

/// Each target has a program under `fuzz`, and each program a target.
#[test]
fn every_target_has_a_program() {
    let programs = folder().join("../../fuzz/src/bin");
    let mut names: Vec<String> = std::fs::read_dir(programs)
        .unwrap()
        .map(|item| item.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let known: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, known);
}
