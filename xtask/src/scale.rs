//! `cargo xtask bench scale`: sets of any size within a fixed memory. Whole processes from start to
//! end, what they make compared with what `sort -u` says it must be.

use crate::bench::{build, millions};
use crate::checksum::Checksum;
use crate::measure::{self, Cost};
use crate::overlap::{self, Inputs};
use crate::{Outcome, corpus, generated, workspace};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;

const BASE: &str = "https://www.example.com/";
const DOCUMENT: &str = "docs/benchmarks.md";

struct Plan {
    merge: u64,
    lines: u64,
    memory: String,
    write: bool,
}

/// One process, and what it said.
struct Row {
    name: &'static str,
    cost: Cost,
    spilled: Option<u64>,
}

/// What was measured, and of how many URLs.
struct Measured {
    read: u64,
    kept: u64,
    rows: Vec<Row>,
}

/// Makes the inputs, measures, checks what came out and prints the tables.
pub(crate) fn run(words: &[&str]) -> Outcome {
    let plan = plan(words)?;
    build()?;
    let target = workspace::target()?;
    let bench = Bench {
        urlset: target.join("release/urlset"),
        memory: plan.memory,
        folder: target.join("bench"),
        write: plan.write,
    };
    if plan.merge > 0 {
        let folder = bench.folder.join(format!("sets-{}", plan.merge));
        let inputs = overlap::sets(plan.merge, &folder)?;
        bench.tell("scale-merge", &bench.merge(&inputs)?)?;
    }
    if plan.lines > 0 {
        let folder = bench.folder.join(format!("lines-{}", plan.lines));
        let inputs = overlap::lines(plan.lines, &folder)?;
        bench.tell("scale-lines", &bench.dedupe(&inputs)?)?;
    }
    Ok(())
}

fn plan(words: &[&str]) -> Outcome<Plan> {
    let mut plan =
        Plan { merge: 10_000_000, lines: 100_000_000, memory: "512MiB".into(), write: false };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().copied().ok_or(format!("{word} needs a value"));
        match *word {
            "--merge" => plan.merge = corpus::number(value()?)?,
            "--lines" => plan.lines = corpus::number(value()?)?,
            "--memory" => plan.memory = value()?.to_owned(),
            "--write" => plan.write = true,
            _ => return Err(format!("no flag {word}").into()),
        }
    }
    Ok(plan)
}

struct Bench {
    urlset: PathBuf,
    memory: String,
    folder: PathBuf,
    write: bool,
}

impl Bench {
    /// Three sets become one of compressed XML with its index.
    fn merge(&self, inputs: &Inputs) -> Outcome<Measured> {
        let (mut rows, kept) = self.measure("merge", inputs, "{n:05}.xml.gz", |out| {
            let mut all = Command::new(&self.urlset);
            all.args(["convert", "-qq", "-t", "text"]).arg(out.join("index.xml"));
            all
        })?;
        rows.swap(0, 1);
        Ok(Measured { read: count(&inputs.list)?, kept, rows })
    }

    /// A list becomes lists without repeated lines, with their index.
    fn dedupe(&self, inputs: &Inputs) -> Outcome<Measured> {
        let (mut rows, kept) = self.measure("dedupe", inputs, "{n:05}.txt", |out| {
            let mut all = Command::new("sh");
            all.args(["-c", "cat \"$0\"/*.txt"]).arg(out);
            all
        })?;
        rows.swap(0, 1);
        Ok(Measured { read: count(&inputs.list)?, kept, rows })
    }

    /// Runs `sort -u` over the locs, and a command over the inputs; `all` gives the locs of its
    /// output.
    fn measure(
        &self,
        command: &'static str,
        inputs: &Inputs,
        name: &str,
        all: impl Fn(&Path) -> Command,
    ) -> Outcome<(Vec<Row>, u64)> {
        let (sorted, out) = (self.folder.join("sorted"), self.folder.join("scale"));
        let mut sort = self.sort(&["-u"]);
        println!("sort -u");
        let cost = measure::run(sort.arg(&inputs.list).arg("-o").arg(&sorted))?;
        let mut rows = vec![Row { name: "`sort -u` of the bare locs", cost, spilled: None }];
        let wanted = Checksum::of(BufReader::new(File::open(&sorted)?))?;
        let kept = count(&sorted)?;
        if out.exists() {
            std::fs::remove_dir_all(&out)?;
        }
        println!("urlset {command}");
        let report = self.folder.join("report.json");
        let mut run = Command::new(&self.urlset);
        run.arg(command).args(&inputs.files).arg("-o").arg(out.join(name));
        run.arg("--index").arg(out.join("index.xml")).args(["--base-url", BASE]);
        run.args(["--memory", &self.memory, "-j", "2", "--json", "--report"]).arg(&report);
        let cost = measure::run(&mut run)?;
        let name = if command == "merge" { "`urlset merge`" } else { "`urlset dedupe`" };
        rows.push(Row { name, cost, spilled: Some(spilled(&report)?) });
        println!("checking");
        // All locs of the output once more: one that is there twice shows.
        let listed = self.folder.join("listed");
        let status = all(&out).stdout(File::create(&listed)?).status()?;
        let mut sort = self.sort(&[]);
        let again = self.folder.join("sorted-again");
        if !status.success() || !sort.arg(&listed).arg("-o").arg(&again).status()?.success() {
            return Err("the output cannot be read".into());
        }
        let found = Checksum::of(BufReader::new(File::open(&again)?))?;
        if found != wanted {
            return Err(format!("the locs are {found}, not {wanted}").into());
        }
        for path in [&sorted, &again, &listed, &report] {
            std::fs::remove_file(path)?;
        }
        std::fs::remove_dir_all(&out)?;
        Ok((rows, kept))
    }

    fn sort(&self, flags: &[&str]) -> Command {
        let mut sort = Command::new("sort");
        sort.env("LC_ALL", "C").args(flags).args(["--parallel=2", "-S", "512M", "-T"]);
        sort.arg(&self.folder);
        sort
    }

    fn tell(&self, part: &str, measured: &Measured) -> Outcome {
        let text = table(measured, &self.memory);
        println!("\n{text}");
        if self.write {
            generated::part(DOCUMENT, part, &text, false)?;
        }
        Ok(())
    }
}

/// Lines of a file.
fn count(path: &Path) -> Outcome<u64> {
    let mut input = BufReader::with_capacity(1 << 16, File::open(path)?);
    let (mut count, mut line) = (0, Vec::new());
    while input.read_until(b'\n', &mut line)? > 0 {
        count += 1;
        line.clear();
    }
    Ok(count)
}

fn spilled(report: &Path) -> Outcome<u64> {
    let report: serde_json::Value = serde_json::from_reader(BufReader::new(File::open(report)?))?;
    let bytes = report.pointer("/totals/spilled").and_then(serde_json::Value::as_u64);
    Ok(bytes.ok_or("the report does not say what was spilled")?)
}

fn table(measured: &Measured, memory: &str) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut table = format!(
        "{} URLs in, {} out, `--memory {memory}`; {cores} cores, {} {}.\n\n\
         | process | CPU s | wall s | resident MiB | spilled MB |\n|---|---:|---:|---:|---:|\n",
        measured.read,
        measured.kept,
        std::env::consts::OS,
        std::env::consts::ARCH,
    );
    for Row { name, cost, spilled } in &measured.rows {
        table.push_str(&format!(
            "| {name} | {:.1} | {:.1} | {:.0} | {} |\n",
            cost.cpu.as_secs_f64(),
            cost.wall.as_secs_f64(),
            millions(cost.resident) / 1.048_576,
            spilled.map_or("–".to_owned(), |bytes| format!("{:.0}", millions(bytes))),
        ));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn flags() {
        let plan = plan(&["--merge", "1M", "--lines", "0", "--memory", "64MiB"]).unwrap();
        assert_eq!((plan.merge, plan.lines, plan.memory.as_str()), (1_000_000, 0, "64MiB"));
        assert!(super::plan(&["--merge"]).is_err() && super::plan(&["--what"]).is_err());
    }

    #[test]
    fn a_row_says_what_was_spilled() {
        let second = Duration::from_secs(2);
        let cost = Cost { cpu: second, wall: second, resident: 3 << 20 };
        let rows = vec![Row { name: "x", cost, spilled: Some(5_000_000) }];
        let table = table(&Measured { read: 2, kept: 1, rows }, "1MiB");
        assert!(table.starts_with("2 URLs in, 1 out, `--memory 1MiB`"), "{table}");
        assert!(table.ends_with("| x | 2.0 | 2.0 | 3 | 5 |\n"), "{table}");
    }
}
