//! `cargo xtask bench check`: whole runs of `urlset check` beside xmllint with the published schema
//! over the same files, in turns, so that a busy machine slows both alike.

use crate::bench::{Plan, build, millions, plan};
use crate::corpus::{self, Corpus};
use crate::measure::{self, Cost};
use crate::{Outcome, generated, workspace};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Processor time that a check may take, as a share of what xmllint takes.
const MOST: f64 = 0.2;

/// Resident memory that a check of one file may take.
const RESIDENT: u64 = 64 << 20;

const DOCUMENT: &str = "docs/benchmarks.md";

/// Of the protocol, beside the repository.
const SCHEMA: &str = "../shared/xsd/sitemap-0.9.xsd";

/// What one process costs, over the rounds.
struct Row {
    name: &'static str,
    cost: Cost,
}

/// Builds, measures and prints the table.
pub(crate) fn run(words: &[&str]) -> Outcome {
    let plan = plan(words)?;
    let target = workspace::target()?;
    build()?;
    let urlset = target.join("release").join("urlset");
    let folder = target.join("bench").join(format!("plain-{}", plan.n));
    let corpus = corpus::make("plain", plan.n, &folder)?;
    println!("{} entries, {} files, {} bytes", corpus.entries, corpus.files.len(), corpus.bytes);
    let schema = workspace::root().join(SCHEMA);
    let referee = has_referee(&schema);
    if let Err(why) = &referee {
        println!("no ratio: {why}");
    }
    let rows = measure_all(&plan, &corpus, &urlset, referee.is_ok().then_some(&schema))?;
    let (table, met) = table(&rows, &corpus);
    println!("\n{table}");
    if plan.write && referee.is_ok() {
        generated::part(DOCUMENT, "check", &table, false)?;
    }
    match (met, referee) {
        (true, _) => Ok(()),
        (false, Ok(())) => Err("a target was missed".into()),
        (false, Err(why)) => Err(format!("nothing to compare with: {why}").into()),
    }
}

/// Whether there is something to compare with.
fn has_referee(schema: &Path) -> Result<(), String> {
    if !schema.is_file() {
        return Err(format!("{SCHEMA} is not here"));
    }
    match measure::run(Command::new("xmllint").arg("--version")) {
        Ok(_) => Ok(()),
        Err(why) => Err(format!("xmllint does not run: {why}")),
    }
}

fn measure_all(
    plan: &Plan,
    corpus: &Corpus,
    urlset: &Path,
    schema: Option<&PathBuf>,
) -> Outcome<Vec<Row>> {
    let check = |files: &[PathBuf]| {
        let mut command = Command::new(urlset);
        command.args(["check", "--profile", "google", "--color", "never"]).args(files);
        command
    };
    let mut jobs: Vec<(&'static str, Command)> = Vec::new();
    if let Some(schema) = schema {
        let mut command = Command::new("xmllint");
        command.args(["--stream", "--noout", "--schema"]).arg(schema).args(&corpus.files);
        jobs.push((XMLLINT, command));
    }
    jobs.push((CHECK, check(&corpus.files)));
    let first = corpus.files.first().map(std::slice::from_ref).unwrap_or_default();
    jobs.push((ONE, check(first)));
    let mut costs: Vec<Vec<Cost>> = jobs.iter().map(|_| Vec::new()).collect();
    for round in 1..=plan.rounds {
        for ((name, command), costs) in jobs.iter_mut().zip(&mut costs) {
            let cost = measure::run(command)?;
            println!("round {round}: {name}: {:.3} s", cost.cpu.as_secs_f64());
            costs.push(cost);
        }
    }
    let rows = jobs
        .into_iter()
        .zip(costs)
        .filter_map(|((name, _), costs)| Some(Row { name, cost: measure::median(costs)? }));
    Ok(rows.collect())
}

const XMLLINT: &str = "`xmllint --stream --noout --schema`";
const CHECK: &str = "`urlset check --profile google`";
const ONE: &str = "the same of the first file";

/// The table, and whether every target was met; where there is no referee none is.
fn table(rows: &[Row], corpus: &Corpus) -> (String, bool) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut table = format!(
        "{} entries in {} files, {:.1} MB; median of the rounds in turns; {cores} cores, {} {}.\n\n\
         | process | CPU s | times xmllint | bound | wall s | resident MiB |\n\
         |---|---:|---:|---:|---:|---:|\n",
        corpus.entries,
        corpus.files.len(),
        millions(corpus.bytes),
        std::env::consts::OS,
        std::env::consts::ARCH,
    );
    let referee = rows.iter().find(|row| row.name == XMLLINT).map(|row| row.cost.cpu);
    let mut met = referee.is_some();
    for Row { name, cost } in rows {
        let cpu = cost.cpu.as_secs_f64();
        let share = referee.filter(|_| *name == CHECK).map(|referee| cpu / referee.as_secs_f64());
        met &= share.is_none_or(|share| share <= MOST);
        met &= *name != ONE || cost.resident <= RESIDENT;
        let bound = match *name {
            CHECK => format!("{MOST}"),
            ONE => String::from("64 MiB"),
            _ => String::from("–"),
        };
        let share = share.map_or(String::from("–"), |share| format!("{share:.3}"));
        let (wall, resident) = (cost.wall.as_secs_f64(), millions(cost.resident) / 1.048_576);
        table.push_str(&format!(
            "| {name} | {cpu:.3} | {share} | {bound} | {wall:.2} | {resident:.1} |\n"
        ));
    }
    (table, met)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn targets_are_judged() {
        let corpus = Corpus {
            files: Vec::new(),
            bytes: 1_000_000,
            entries: 1,
            text: String::new(),
            csv: String::new(),
        };
        let row = |name, cpu, resident| {
            let cpu = Duration::from_millis(cpu);
            Row { name, cost: Cost { cpu, wall: cpu, resident } }
        };
        for (check, one, met) in
            [(200, 64 << 20, true), (201, 64 << 20, false), (200, (64 << 20) + 1, false)]
        {
            let rows = [row(XMLLINT, 1000, 0), row(CHECK, check, 100 << 20), row(ONE, 10, one)];
            assert_eq!(table(&rows, &corpus).1, met, "{check} {one}");
            assert!(!table(&rows[1..], &corpus).1, "nothing was compared");
        }
    }
}
