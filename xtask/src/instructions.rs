//! `cargo xtask instructions`: what each job of the benchmark takes in instructions per byte under
//! callgrind, which does not depend on how busy a machine is, beside the figures that are kept.

use crate::bench::{self, Bench, millions};
use crate::jobs::{JOBS, Job, Run};
use crate::{Outcome, generated, workspace};
use std::process::Command;

const DOCUMENT: &str = "docs/performance.md";
const PART: &str = "instructions";

/// Entries of both runs of a job: their difference leaves out what starting costs.
const SIZES: (u64, u64) = (4_000, 24_000);

/// Copies by vectors on every processor: callgrind counts each step of `rep movsb`, which some use.
const COPIES: &str = "glibc.cpu.hwcaps=-ERMS,-FSRM";

/// A figure may be so many times the one that is kept.
const MOST: f64 = 1.1;

/// Measures all jobs; with `check`, fails where one grew, else keeps the figures.
pub(crate) fn run(check: bool) -> Outcome {
    // No job has Parquet, and to compile it takes as long as all the rest.
    bench::build(&[bench::OURS], &["--no-default-features"])?;
    let kept = kept(&workspace::read(&workspace::root().join(DOCUMENT))?);
    let (mut table, mut grown) = (String::from(HEAD), Vec::new());
    for job in JOBS {
        let Some(run) = job.runs.iter().find(|run| run.line.starts_with("urlset ")) else {
            continue;
        };
        let (small, large) = (instructions(job, run, SIZES.0)?, instructions(job, run, SIZES.1)?);
        let took = large.0.saturating_sub(small.0);
        let per_byte = millions(took) / millions(large.1.saturating_sub(small.1).max(1));
        let per_entry = took / (SIZES.1 - SIZES.0);
        let before = kept.iter().find(|(name, _)| name == job.name).map(|(_, figure)| *figure);
        println!("{}: {per_byte:.2} a byte, kept {before:?}", job.name);
        if !before.is_some_and(|before| per_byte <= before * MOST) {
            grown.push(job.name);
        }
        table.push_str(&format!("| {} | {} | {per_byte:.2} | {per_entry} |\n", job.name, run.name));
    }
    match (check, grown.as_slice()) {
        (false, _) => generated::part(DOCUMENT, PART, &table, false),
        (true, []) => Ok(()),
        (true, grown) => Err(format!(
            "{}: more than {MOST} times the instructions of {DOCUMENT}; \
             `cargo xtask instructions` keeps the new figures",
            grown.join(", ")
        )
        .into()),
    }
}

const HEAD: &str = "| job | what | instructions a byte | an entry |\n|---|---|---:|---:|\n";

/// Instructions of a run at one size, and the bytes of its corpus.
fn instructions(job: &'static Job, run: &Run, n: u64) -> Outcome<(u64, u64)> {
    let bench = Bench::new(job, n)?;
    let bytes = bench.corpus(job.corpus)?.bytes;
    let (program, words) = bench.words(run)?;
    let output = Command::new("valgrind")
        .env("GLIBC_TUNABLES", COPIES)
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(words)
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{}: {}: {said}", job.name, output.status).into());
    }
    let collected = collected(&said).ok_or_else(|| format!("valgrind did not count: {said}"))?;
    Ok((collected, bytes))
}

/// `==1== Collected : 123` as callgrind says it at its end.
fn collected(said: &str) -> Option<u64> {
    let line = said.lines().find_map(|line| line.split_once("Collected : "))?;
    line.1.trim().parse().ok()
}

/// The figures of the document by the names of the jobs.
fn kept(text: &str) -> Vec<(String, f64)> {
    let cells = |line: &str| {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let (name, figure) = (cells.next()?.to_owned(), cells.nth(1)?.parse().ok()?);
        Some((name, figure))
    };
    let part = text.split_once(HEAD).map_or("", |(_, rest)| rest);
    part.lines().map_while(cells).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_as_they_are_kept() {
        let text =
            format!("x\n{HEAD}| J1 | a | 9.50 | 2050 |\n| J2 | b | 14.00 | 3 |\n<!-- x -->\n");
        assert_eq!(kept(&text), [("J1".into(), 9.5), ("J2".into(), 14.0)]);
        assert!(kept("| J1 | a | 9.50 | 2050 |\n").is_empty());
    }

    #[test]
    fn callgrind_is_understood() {
        assert_eq!(collected("==7== \n==7== Collected : 1234\n==7== \n"), Some(1234));
        assert_eq!(collected("==7== Collected\n"), None);
    }

    #[test]
    fn every_job_has_a_figure() {
        let text = workspace::read(&workspace::root().join(DOCUMENT)).unwrap();
        let names: Vec<String> = kept(&text).into_iter().map(|(name, _)| name).collect();
        let all: Vec<&str> = JOBS.iter().map(|job| job.name).collect();
        assert_eq!(names, all);
    }
}
