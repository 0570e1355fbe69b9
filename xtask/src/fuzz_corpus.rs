//! What fuzzing begins with: the cases of the tests, and the kept corpora, each as small as it can
//! be.

use crate::{Outcome, workspace};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Largest case and largest kept input, in bytes.
const LARGEST: u64 = 4096;

/// Bytes of one target's corpus; the tests see that all together stay small.
const CORPUS: u64 = 128 << 10;

/// Files of one target's corpus, which everybody checks out.
const INPUTS: usize = 250;

/// What a target takes of an input: the suffixes of cases, and bytes that stand before them.
const SEEDS: &[(&str, &[&str], &[u8])] = &[
    ("check", &["xml", "rss", "atom", "csv", "json", "jsonl", "txt"], b"\x30"),
    ("csv", &["csv", "tsv"], b""),
    ("detect", &["xml", "rss", "atom", "csv", "tsv", "json", "jsonl", "txt", "gz", "zst"], b"\0"),
    ("differential", &["xml"], b""),
    ("feed", &["rss", "atom", "rdf", "xml"], b""),
    ("fix", &["xml", "txt", "jsonl"], b""),
    ("gzip_xml", &["xml"], b"\0\x80\0\0"),
    ("jsonfeed", &["json"], b""),
    ("jsonl", &["jsonl"], b""),
    ("merge", &["xml", "rss", "csv", "jsonl", "txt"], b"\0"),
    ("robots", &["txt"], b""),
    ("round_trip", &["xml", "rss", "atom", "csv", "tsv", "json", "jsonl", "txt"], b"\0"),
    ("text", &["txt"], b""),
    ("xml", &["xml"], b""),
];

/// Where the corpus of a target is kept.
pub(crate) fn kept(target: &str) -> PathBuf {
    let folder = workspace::root().join("tests/corpora").join(target);
    // libFuzzer does not take a folder that is not there.
    let _ = fs::create_dir_all(&folder);
    folder
}

/// A folder with the cases that a target can begin with.
pub(crate) fn seeds(target: &str, work: &Path) -> Outcome<PathBuf> {
    let folder = work.join("seeds");
    fs::create_dir_all(&folder)?;
    let Some((_, suffixes, before)) = SEEDS.iter().find(|(name, ..)| *name == target) else {
        return Ok(folder);
    };
    let mut folders = vec![workspace::root().join("tests/cases")];
    let mut number = 0;
    while let Some(next) = folders.pop() {
        for item in fs::read_dir(next)? {
            let path = item?.path();
            let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
            if path.is_dir() {
                folders.push(path);
            } else if is_input(&name, suffixes) && path.metadata()?.len() <= LARGEST {
                number += 1;
                let bytes = [*before, &fs::read(&path)?].concat();
                fs::write(folder.join(number.to_string()), bytes)?;
            }
        }
    }
    Ok(folder)
}

fn is_input(name: &str, suffixes: &[&str]) -> bool {
    let known = name.rsplit('.').next().is_some_and(|suffix| suffixes.contains(&suffix));
    known && (name.starts_with("input.") || name == "robots.txt")
}

/// Keeps of the fewest and smallest inputs that reach what all reach as many as a corpus may hold.
pub(crate) fn minimise(target: &str, program: &Path, work: &Path) -> Outcome {
    let (found, fresh, kept) = (work.join("found"), work.join("fewest"), kept(target));
    fs::create_dir_all(&found)?;
    if fresh.exists() {
        fs::remove_dir_all(&fresh)?;
    }
    fs::create_dir_all(&fresh)?;
    let status = Command::new(program)
        .args(["-merge=1", "-timeout=10", "-rss_limit_mb=1024"])
        .arg(format!("-max_len={LARGEST}"))
        .args([&fresh, &kept, &found, &seeds(target, work)?])
        .status()?;
    if !status.success() {
        return Err(format!("{target}: libFuzzer could not merge").into());
    }
    fs::remove_dir_all(&kept)?;
    fs::create_dir_all(&kept)?;
    let (count, bytes) = keep_some(&fresh, &kept)?;
    println!("{target}: {count} inputs, {bytes} bytes");
    Ok(())
}

/// Takes files of all sizes, evenly, from the smallest on while there is room.
fn keep_some(from: &Path, to: &Path) -> Outcome<(usize, u64)> {
    let mut files = Vec::new();
    for item in fs::read_dir(from)? {
        let item = item?;
        files.push((item.metadata()?.len(), item.path()));
    }
    files.sort();
    let (mut count, mut bytes) = (0, 0);
    for (size, path) in files.iter().step_by(files.len().div_ceil(INPUTS).max(1)) {
        if bytes + size > CORPUS {
            break;
        }
        if let Some(name) = path.file_name() {
            fs::copy(path, to.join(name))?;
            count += 1;
            bytes += size;
        }
    }
    Ok((count, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_of_cases() {
        assert!(is_input("input.xml", &["xml"]) && is_input("robots.txt", &["txt"]));
        assert!(!is_input("expect.txt", &["txt"]) && !is_input("input.csv", &["xml"]));
    }
}
