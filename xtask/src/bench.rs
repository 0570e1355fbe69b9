//! `cargo xtask bench`: whole processes beside a yardstick over the same bytes, in turns, so that a
//! busy machine slows all of them alike. The jobs stand in `jobs.rs`.

use crate::content::Content;
use crate::corpus::{self, Corpus};
use crate::jobs::{JOBS, Job, Most, Run};
use crate::measure::{self, Cost};
use crate::peers::{self, Peers};
use crate::{Outcome, dist, generated, workspace};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

const DOCUMENT: &str = "docs/benchmarks.md";

/// The package of the command and its name.
pub(crate) const OURS: (&str, &str) = ("urlset-cli", "urlset");

/// Of the protocol, beside the repository.
const SCHEMA: &str = "../shared/xsd/sitemap-0.9.xsd";

struct Plan {
    jobs: Vec<&'static Job>,
    /// Entries, where not as many as the job says.
    n: Option<u64>,
    rounds: usize,
    write: bool,
    peers: bool,
    /// The command as `cargo xtask dist` builds it.
    dist: bool,
}

/// Builds, measures, checks the outputs and prints the tables.
pub(crate) fn run(words: &[&str]) -> Outcome {
    let plan = plan(words)?;
    build(&[("xtask", "yardstick")], &[])?;
    let programs = if plan.dist {
        dist::programs()?
    } else {
        build(&[OURS], &[])?;
        workspace::target()?.join("release")
    };
    let there = if plan.peers { Peers::new()?.install()? } else { Vec::new() };
    let mut failed = Vec::new();
    for job in &plan.jobs {
        let n = plan.n.unwrap_or(job.n);
        let met = Bench::of(job, n, programs.clone())?.run(&plan, &there).unwrap_or_else(|error| {
            println!("{}: {error}", job.name);
            false
        });
        if !met {
            failed.push(job.name);
        }
    }
    match failed.as_slice() {
        [] => Ok(()),
        failed => Err(format!("{}: a target was missed or a run failed", failed.join(", ")).into()),
    }
}

fn plan(words: &[&str]) -> Outcome<Plan> {
    let mut plan =
        Plan { jobs: Vec::new(), n: None, rounds: 5, write: false, peers: false, dist: false };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().copied().ok_or(format!("{word} needs a number"));
        match *word {
            "--n" => plan.n = Some(corpus::number(value()?)?),
            "--rounds" => plan.rounds = value()?.parse()?,
            "--write" => plan.write = true,
            "--peers" => plan.peers = true,
            "--dist" => plan.dist = true,
            name => {
                let job = JOBS.iter().find(|job| job.name.eq_ignore_ascii_case(name));
                plan.jobs.push(job.ok_or(format!("no job or flag {name}"))?);
            }
        }
    }
    if plan.jobs.is_empty() {
        plan.jobs = JOBS.iter().collect();
    }
    Ok(plan)
}

/// Builds programs of the workspace as they are measured: each by its package and its name, and with
/// these flags beside.
pub(crate) fn build(programs: &[(&str, &str)], flags: &[&str]) -> Outcome {
    for (package, name) in programs {
        let words = ["build", "--release", "--locked", "--package", package, "--bin", name];
        if !workspace::cargo().args(words).args(flags).status()?.success() {
            return Err("the build failed".into());
        }
    }
    Ok(())
}

/// One job at one size.
pub(crate) struct Bench {
    folder: PathBuf,
    /// Where the command lies.
    programs: PathBuf,
    yardsticks: PathBuf,
    job: &'static Job,
    n: u64,
}

impl Bench {
    pub(crate) fn new(job: &'static Job, n: u64) -> Outcome<Bench> {
        Bench::of(job, n, workspace::target()?.join("release"))
    }

    /// With the command of this folder.
    pub(crate) fn of(job: &'static Job, n: u64, programs: PathBuf) -> Outcome<Bench> {
        let target = workspace::target()?;
        Ok(Bench {
            folder: target.join("bench"),
            programs,
            yardsticks: target.join("release"),
            job,
            n,
        })
    }

    /// Whether every target was met.
    fn run(&self, plan: &Plan, there: &[&str]) -> Outcome<bool> {
        let job = self.job;
        let peers = peers::of(job.name, there);
        let runs: Vec<&Run> = job.runs.iter().chain(peers.iter().copied()).collect();
        println!("{}: {} entries of `{}`", job.name, self.n, job.corpus);
        let corpus = self.corpus(job.corpus)?;
        let mut wanted = match job.wanted {
            Some(kind) => Some(Content::of(&self.corpus(kind)?.files, job.fields)?),
            None => None,
        };
        let mut costs: Vec<Vec<Cost>> = runs.iter().map(|_| Vec::new()).collect();
        let mut remarks = String::new();
        for round in 1..=plan.rounds {
            for (run, costs) in runs.iter().zip(&mut costs) {
                let cost = self.measure(run)?;
                println!("round {round}: {}: {:.3} s", run.name, cost.cpu.as_secs_f64());
                costs.push(cost);
                // Reading a large output takes longer than writing it, and it is the same each time.
                if round == 1 && run.line.contains("{out}") {
                    let compared = self.compare(run, &mut wanted);
                    // What others make of it is theirs, and is told.
                    let told = compared.as_ref().err().filter(|_| peers::is_one(run));
                    match told {
                        Some(error) => remarks += &format!("Not the same: {error}.\n"),
                        None => compared?,
                    }
                }
            }
        }
        std::fs::remove_dir_all(self.out())?;
        let medians: Vec<Cost> = costs.iter().filter_map(|costs| measure::median(costs)).collect();
        let (table, met) = table(&runs, &medians, corpus.bytes);
        let built = if plan.dist { "urlset as `cargo xtask dist` builds it.\n" } else { "" };
        let conditions = conditions(&corpus, plan.rounds, wanted);
        let text = format!("{conditions}{built}{remarks}\n{table}");
        println!("\n{text}");
        if plan.write {
            let dist = if plan.dist { "-dist" } else { "" };
            let part = format!("{}-{}{dist}", job.name, short(self.n));
            generated::part(DOCUMENT, &part, &text, false)?;
        }
        Ok(met)
    }

    /// Reads what a run wrote; without anything to compare with, this is what is wanted of others.
    fn compare(&self, run: &Run, wanted: &mut Option<Content>) -> Outcome {
        let found = Content::of(&corpus::files(&self.out())?, self.job.fields)?;
        let wanted = *wanted.get_or_insert(found);
        if found != wanted {
            return Err(format!("{}: {found}, not {wanted}", run.name).into());
        }
        Ok(())
    }

    pub(crate) fn corpus(&self, kind: &str) -> Outcome<Corpus> {
        corpus::make(kind, self.n, &self.folder.join(format!("{kind}-{}", self.n)))
    }

    fn out(&self) -> PathBuf {
        self.folder.join("out")
    }

    /// Runs it once.
    pub(crate) fn measure(&self, run: &Run) -> Outcome<Cost> {
        let (program, words) = self.words(run)?;
        measure::run(Command::new(program).args(words))
    }

    /// The program of a run and its words; its folders are empty.
    pub(crate) fn words(&self, run: &Run) -> Outcome<(PathBuf, Vec<OsString>)> {
        let temporary = self.folder.join("tmp");
        for folder in [&temporary, &self.out()] {
            if folder.exists() {
                std::fs::remove_dir_all(folder)?;
            }
            std::fs::create_dir_all(folder)?;
        }
        let paths = [
            ("{out}", self.out()),
            ("{tmp}", temporary),
            ("{schema}", workspace::root().join(SCHEMA)),
        ];
        let mut line = run.line.split_whitespace();
        let name = line.next().unwrap_or_default();
        let own = || match name {
            "urlset" => self.programs.join(name),
            "yardstick" => self.yardsticks.join(name),
            _ => name.into(),
        };
        let peer = Peers::new()?.words(name).unwrap_or_else(|| vec![own()]);
        let mut peer = peer.into_iter();
        let program = peer.next().unwrap_or_default();
        let mut words: Vec<OsString> = peer.map(PathBuf::into_os_string).collect();
        for word in line {
            match corpus_of(word) {
                Some(kind) => {
                    words.extend(self.corpus(kind)?.files.into_iter().map(PathBuf::into_os_string));
                }
                None => words.push(OsString::from(
                    paths.iter().fold(word.to_owned(), |word, (name, path)| {
                        word.replace(name, &path.display().to_string())
                    }),
                )),
            }
        }
        Ok((program, words))
    }
}

/// The corpus that a word stands for.
fn corpus_of(word: &str) -> Option<&str> {
    let kind = word.strip_prefix('{')?.strip_suffix('}')?;
    corpus::KINDS.contains(&kind).then_some(kind)
}

/// The table, and whether every target was met.
fn table(runs: &[&Run], medians: &[Cost], bytes: u64) -> (String, bool) {
    let mut table = String::from(
        "| process | CPU s | wall s | MB per CPU s | resident MiB | of the yardstick | at most | met |\n\
         |---|---:|---:|---:|---:|---:|---:|---|\n",
    );
    let mut all = true;
    let Some(yardstick) = medians.first() else {
        return (table, false);
    };
    for (place, (run, cost)) in runs.iter().zip(medians).enumerate() {
        let (cpu, wall) = (cost.cpu.as_secs_f64(), cost.wall.as_secs_f64());
        let (of_cpu, of_wall) =
            (cpu / yardstick.cpu.as_secs_f64(), wall / yardstick.wall.as_secs_f64());
        let mut bounds = Vec::new();
        let mut met = true;
        let share = match run.most {
            Some(Most::Cpu(most)) => {
                met &= of_cpu <= most;
                bounds.push(format!("{most:.2}"));
                format!("{of_cpu:.2}")
            }
            Some(Most::Wall(most)) => {
                met &= of_wall <= most;
                bounds.push(format!("{most:.2} of the wall time"));
                format!("{of_wall:.2}")
            }
            None if place == 0 => String::from("–"),
            None => format!("{of_cpu:.2}"),
        };
        if let Some(memory) = run.memory {
            met &= cost.resident <= memory << 20;
            bounds.push(format!("{memory} MiB"));
        }
        all &= met;
        let verdict = match (bounds.is_empty(), met) {
            (true, _) => "–",
            (_, true) => "yes",
            (_, false) => "**no**",
        };
        let bounds = if bounds.is_empty() { "–".into() } else { bounds.join(", ") };
        let (speed, resident) = (millions(bytes) / cpu, millions(cost.resident) / 1.048_576);
        table.push_str(&format!(
            "| {} | {cpu:.3} | {wall:.3} | {speed:.0} | {resident:.1} | {share} | {bounds} | {verdict} |\n",
            run.name
        ));
    }
    (table, all)
}

#[expect(clippy::cast_precision_loss, reason = "figures of a table, far below 2^53")]
pub(crate) fn millions(number: u64) -> f64 {
    number as f64 / 1e6
}

fn conditions(corpus: &Corpus, rounds: usize, outputs: Option<Content>) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let outputs = outputs.map_or(String::new(), |content| format!(" Each output: {content}.\n"));
    format!(
        "{} entries in {} files, {:.1} MB; median of {rounds} rounds in turns; {cores} cores, {} {}.\n{}",
        corpus.entries,
        corpus.files.len(),
        millions(corpus.bytes),
        std::env::consts::OS,
        std::env::consts::ARCH,
        outputs.trim_start(),
    )
}

/// `1M` of a million.
fn short(n: u64) -> String {
    match n {
        n if n > 0 && n % 1_000_000 == 0 => format!("{}M", n / 1_000_000),
        n if n > 0 && n % 1_000 == 0 => format!("{}k", n / 1_000),
        n => n.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn cost(cpu: u64, wall: u64, mebibytes: u64) -> Cost {
        Cost {
            cpu: Duration::from_millis(cpu),
            wall: Duration::from_millis(wall),
            resident: mebibytes << 20,
        }
    }

    fn job(name: &str) -> Vec<&'static Run> {
        JOBS.iter().find(|job| job.name == name).unwrap().runs.iter().collect()
    }

    #[test]
    fn targets_are_judged() {
        let yardstick = cost(100, 100, 99);
        for (ours, two, wanted) in [
            (cost(33, 999, 16), cost(999, 999, 32), true),
            (cost(34, 1, 16), cost(999, 999, 32), false),
            (cost(33, 999, 17), cost(999, 999, 32), false),
            (cost(33, 999, 16), cost(999, 999, 33), false),
        ] {
            let (table, met) = table(&job("J1"), &[yardstick, ours, two], 1_000_000);
            assert_eq!(met, wanted, "{table}");
            assert_eq!(table.contains("**no**"), !wanted, "{table}");
        }
        for (two, wanted) in [(cost(200, 60, 32), true), (cost(100, 61, 32), false)] {
            let (table, met) = table(&job("J4gz"), &[cost(100, 100, 16), two], 1_000_000);
            assert_eq!(met, wanted, "{table}");
        }
        assert!(!table(&job("J8"), &[], 1).1, "nothing was compared");
    }

    #[test]
    fn flags() {
        let plan = plan(&["j4GZ", "--n", "50k", "--rounds", "2", "J8", "--write"]).unwrap();
        let names: Vec<&str> = plan.jobs.iter().map(|job| job.name).collect();
        assert_eq!(names, ["J4gz", "J8"]);
        assert_eq!((plan.n, plan.rounds, plan.write), (Some(50_000), 2, true));
        assert_eq!(super::plan(&[]).unwrap().jobs.len(), JOBS.len());
        for wrong in [["--n"], ["--what"], ["J9"]] {
            assert!(super::plan(&wrong).is_err(), "{wrong:?}");
        }
        assert_eq!([10_000_000, 50_000, 1_001].map(short), ["10M", "50k", "1001"]);
    }

    #[test]
    fn every_job_names_what_there_is() {
        let text = workspace::read(&workspace::root().join(DOCUMENT)).unwrap();
        for job in JOBS {
            let part = format!("<!-- {}-{}: generated -->", job.name, short(job.n));
            assert!(text.contains(&part), "{DOCUMENT}: no {part}");
            for kind in job.wanted.iter().chain([&job.corpus]) {
                assert!(corpus::KINDS.contains(kind), "{}: {kind}", job.name);
            }
            for word in job.runs.iter().flat_map(|run| run.line.split_whitespace()) {
                let known = ["{out}", "{tmp}", "{schema}"].iter().any(|name| word.contains(name));
                assert!(!word.starts_with('{') || known || corpus_of(word).is_some(), "{word}");
            }
        }
    }
}
