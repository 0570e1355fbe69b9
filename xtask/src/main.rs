//! Chores of the workspace, run as `cargo xtask NAME`. Each says what it is for in `USAGE`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for people at a terminal, never a filter in a pipe"
)]

mod arrows;
mod bench;
mod bounds;
mod checksum;
mod commands;
mod console;
mod content;
mod corpus;
mod crates;
mod demo;
mod demo_server;
mod dist;
mod entry_points;
mod features;
mod formats;
mod front_page;
mod fuzz;
mod fuzz_corpus;
mod generated;
mod instructions;
mod jobs;
mod licences;
mod links;
mod manifests;
mod measure;
mod minimal_versions;
mod overlap;
mod peers;
mod pictures;
mod record;
mod report;
mod rule_book;
mod rule_ids;
mod sources;
mod tidy;
mod words;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask NAME

  tidy                  the rules of the house that no compiler checks
  formats [--check]     the tables of formats, extensions and crates in README.md and docs/formats.md
  features              each crate that has features with each of them, with none and with all; and
                        without the standard library what needs none
  minimal-versions      the libraries with the oldest versions that their manifests allow
  rules [--check]       docs/rules.md and docs/rules, every rule
  commands [--check]    docs/commands: how each command is called, and its flags
  pictures [--check]    docs/pictures: what a terminal shows, as SVG
  readme [--check]      runs the console blocks of README.md and docs/**/*.md, fills in their output;
                        takes the example from the front page of urlset
  corpus KIND N FOLDER  large inputs that are always the same; KIND is plain, plain.gz, rich, list,
                        feeds, sets or lines
  bench [JOB]... [--n N] [--rounds 5] [--write] [--peers] [--dist]
                        processor time, wall time and memory of the jobs J1 to J8 (J4gz too) of
                        docs/benchmarks.md beside their yardsticks; all of them without one. Fails where
                        a target is missed; --write keeps the table of a job at this size in
                        docs/benchmarks.md. --peers installs other people's tools from crates.io, PyPI and
                        npm, and measures them, too. J8 takes its schema from ../shared/xsd; J6 takes some 250
                        bytes of disk an entry, the others up to 1,500
  dist                  the command as it is given to others, built by a profile of these jobs:
                        target/dist/*/release/urlset. Takes two builds, and llvm-profdata of rustup's
                        component llvm-tools, or of the system; `bench --dist` measures what was built so last
  instructions [--check]
                        instructions per byte of each job under valgrind, kept in docs/performance.md;
                        --check fails where a figure grew by more than a tenth
  bounds [CLASS] [--most 32MiB] [--command NAME] [--once] [--write]
                        hostile inputs of doubling sizes: time by size, memory; fails where a bound of
                        docs/security.md is broken
  demo [--serve|--check]
                        the libraries as WebAssembly and the page of docs/demo, in target/demo-page; --serve
                        serves it to this machine, --check tries it in Node and Chromium
  fuzz [TARGET] [--seconds 60] [--jobs 1] [--minimise]
                        looks for bytes that break a target of tests/src/targets.rs; all of them in
                        turn without one. --minimise keeps what reached new code in tests/corpora
";

/// What a chore may end with: nothing to say, or why it failed.
type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["tidy"] => tidy::run(),
        ["formats", rest @ ..] => wants_check(rest).and_then(formats::run),
        ["features"] => features::run(),
        ["minimal-versions"] => minimal_versions::run(),
        ["rules", rest @ ..] => wants_check(rest).and_then(rule_book::run),
        ["commands", rest @ ..] => wants_check(rest).and_then(commands::run),
        ["pictures", rest @ ..] => wants_check(rest).and_then(pictures::run),
        ["readme", rest @ ..] => wants_check(rest).and_then(console::run),
        ["corpus", kind, n, folder] => corpus::run(kind, n, folder.as_ref()),
        ["bench", rest @ ..] => bench::run(rest),
        ["dist"] => dist::run(),
        ["instructions", rest @ ..] => wants_check(rest).and_then(instructions::run),
        ["bounds", rest @ ..] => bounds::run(rest),
        ["demo", rest @ ..] => demo::run(rest),
        ["fuzz", rest @ ..] => fuzz::run(rest),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn wants_check(words: &[&str]) -> Outcome<bool> {
    match words {
        [] => Ok(false),
        ["--check"] => Ok(true),
        _ => Err(format!("only --check is known here, not {}", words.join(" ")).into()),
    }
}
