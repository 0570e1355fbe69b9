//! `cargo xtask bench first-mark`: whole processes beside a bare quick-xml loop over the same
//! bytes, in turns, so that a busy machine slows all of them alike.

use crate::checksum::Checksum;
use crate::corpus::{self, Corpus};
use crate::measure::{self, Cost};
use crate::{Outcome, generated, workspace};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is measured.
struct Job {
    name: &'static str,
    /// The target format; `None` for the yardstick.
    to: Option<&'static str>,
    /// Processor time it may take, as a multiple of the yardstick's.
    most: Option<f64>,
}

const JOBS: &[Job] = &[
    Job { name: "quick-xml, events only", to: None, most: None },
    Job { name: "XML to text", to: Some("text"), most: Some(1.6) },
    Job { name: "XML to CSV", to: Some("csv"), most: Some(1.9) },
];

/// Resident memory that a conversion may take.
const RESIDENT: u64 = 32 << 20;

/// What both benchmarks are told.
pub(crate) struct Plan {
    pub(crate) n: u64,
    pub(crate) rounds: usize,
    pub(crate) write: bool,
}

/// Builds, measures, checks the outputs and prints the table.
pub(crate) fn run(words: &[&str]) -> Outcome {
    let plan = plan(words)?;
    let target = workspace::target()?;
    build()?;
    let folder = target.join("bench").join(format!("plain-{}", plan.n));
    let corpus = corpus::make("plain", plan.n, &folder)?;
    println!("{} entries, {} files, {} bytes", corpus.entries, corpus.files.len(), corpus.bytes);
    let mut costs: Vec<Vec<Cost>> = JOBS.iter().map(|_| Vec::new()).collect();
    for round in 1..=plan.rounds {
        for (job, costs) in JOBS.iter().zip(&mut costs) {
            let cost = measure_one(job, &corpus, &target)?;
            println!("round {round}: {}: {:.3} s", job.name, cost.cpu.as_secs_f64());
            costs.push(cost);
        }
    }
    let medians: Vec<Cost> = costs.into_iter().filter_map(measure::median).collect();
    let (table, met) = table(&medians, &corpus);
    println!("\n{table}");
    if plan.write {
        let text = format!("{}\n{table}", conditions(&corpus, plan.rounds));
        generated::part("docs/benchmarks.md", "first-mark", &text, false)?;
    }
    if met { Ok(()) } else { Err("a target was missed".into()) }
}

pub(crate) fn plan(words: &[&str]) -> Outcome<Plan> {
    let mut plan = Plan { n: 1_000_000, rounds: 5, write: false };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().copied().ok_or(format!("{word} needs a number"));
        match *word {
            "--n" => plan.n = corpus::number(value()?)?,
            "--rounds" => plan.rounds = value()?.parse()?,
            "--write" => plan.write = true,
            _ => return Err(format!("no flag {word}").into()),
        }
    }
    Ok(plan)
}

pub(crate) fn build() -> Outcome {
    for words in [
        ["--package", "urlset-cli", "--bin", "urlset"],
        ["--package", "xtask", "--bin", "yardstick"],
    ] {
        let status = workspace::cargo().args(["build", "--release"]).args(words).status()?;
        if !status.success() {
            return Err("the build failed".into());
        }
    }
    Ok(())
}

fn measure_one(job: &Job, corpus: &Corpus, target: &Path) -> Outcome<Cost> {
    let programs = target.join("release");
    let Some(to) = job.to else {
        return measure::run(Command::new(programs.join("yardstick")).args(&corpus.files));
    };
    let output: PathBuf = target.join("bench").join(format!("out.{to}"));
    let mut command = Command::new(programs.join("urlset"));
    command.arg("convert").args(&corpus.files).args(["-t", to, "-o"]).arg(&output);
    let cost = measure::run(&mut command)?;
    let found = Checksum::of(BufReader::new(File::open(&output)?))?.to_string();
    std::fs::remove_file(&output)?;
    let wanted = if to == "csv" { &corpus.csv } else { &corpus.text };
    if found != *wanted {
        return Err(format!("{}: output is {found}, not {wanted}", job.name).into());
    }
    Ok(cost)
}

/// The table, and whether every target was met.
fn table(medians: &[Cost], corpus: &Corpus) -> (String, bool) {
    let mut table = String::from(
        "| job | CPU s | MB per CPU s | times the yardstick | target | wall s | resident MiB |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
    );
    let mut met = true;
    let Some(yardstick) = medians.first().map(|cost| cost.cpu.as_secs_f64()) else {
        return (table, false);
    };
    for (job, cost) in JOBS.iter().zip(medians) {
        let cpu = cost.cpu.as_secs_f64();
        let ratio = cpu / yardstick;
        let speed = millions(corpus.bytes) / cpu;
        let target = match job.most {
            Some(most) => {
                met &= ratio <= most && cost.resident <= RESIDENT;
                format!("{most}, 32 MiB")
            }
            None => String::from("–"),
        };
        let (wall, resident) = (cost.wall.as_secs_f64(), millions(cost.resident) / 1.048_576);
        table.push_str(&format!(
            "| {} | {cpu:.3} | {speed:.0} | {ratio:.2} | {target} | {wall:.2} | {resident:.1} |\n",
            job.name
        ));
    }
    (table, met)
}

#[expect(clippy::cast_precision_loss, reason = "figures of a table, far below 2^53")]
pub(crate) fn millions(number: u64) -> f64 {
    number as f64 / 1e6
}

fn conditions(corpus: &Corpus, rounds: usize) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!(
        "{} entries in {} files, {:.1} MB; median of {rounds} rounds in turns; {cores} cores, {} {}.\n",
        corpus.entries,
        corpus.files.len(),
        millions(corpus.bytes),
        std::env::consts::OS,
        std::env::consts::ARCH,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn cost(cpu: u64, resident: u64) -> Cost {
        Cost { cpu: Duration::from_millis(cpu), wall: Duration::from_millis(cpu), resident }
    }

    #[test]
    fn targets_are_judged() {
        let corpus = Corpus {
            files: Vec::new(),
            bytes: 1_000_000,
            entries: 1,
            text: String::new(),
            csv: String::new(),
        };
        for (text, csv, resident, wanted) in [
            (160, 190, 32 << 20, true),
            (161, 190, 32 << 20, false),
            (160, 191, 32 << 20, false),
            (160, 190, (32 << 20) + 1, false),
        ] {
            let medians = [cost(100, 99 << 20), cost(text, resident), cost(csv, resident)];
            assert_eq!(table(&medians, &corpus).1, wanted, "{text} {csv} {resident}");
        }
    }

    #[test]
    fn flags() {
        let plan = plan(&["--n", "50k", "--rounds", "2", "--write"]).unwrap();
        assert_eq!((plan.n, plan.rounds, plan.write), (50_000, 2, true));
        assert!(super::plan(&["--n"]).is_err() && super::plan(&["--what"]).is_err());
    }
}
