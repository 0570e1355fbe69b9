//! `cargo xtask bounds`: hostile inputs at doubling sizes through the command, as it is released.
//! What an input costs may grow as it does, and memory may not grow at all.

use crate::corpus::{self, Corpus};
use crate::measure::{self, Cost};
use crate::{Outcome, bench, generated, workspace};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use urlset_tests::{Hostile, hostile};

const DOCUMENT: &str = "docs/security.md";

/// Sizes: each is twice the one before.
const SIZES: u32 = 4;

/// Runs of each; the cheapest counts, since a busy machine only ever adds.
const ROUNDS: usize = 3;

/// How often a class that seems to grow too fast is measured, for the same reason.
const AGAIN: u32 = 3;

/// By which power of the size processor time may grow.
const EXPONENT: f64 = 1.1;

/// Nanoseconds of processor time a byte, after decompression, of a machine on which quick-xml's bare event
/// loop takes [`PACE`].
const EACH: f64 = 50.0;

/// What a byte of plain pages takes in quick-xml's event loop on the machine for which the bounds were set.
/// Another is compared with it right before each class, since none is as fast at all times.
const PACE: f64 = 1.82;

/// Plain pages over which the event loop is measured: 22 MB.
const PAGES: u64 = 100_000;

/// Bytes that may be resident.
const RESIDENT: u64 = 64 << 20;

/// Below this, at the largest size, the input was refused early: nothing grows.
const AT_ONCE: Duration = Duration::from_millis(40);

/// What reads: `convert` pays for entries, `check` for everything that can be wrong with them.
const COMMANDS: [&str; 2] = ["convert", "check"];

struct Plan<'w> {
    only: Option<&'w str>,
    most: usize,
    rounds: usize,
    commands: Vec<&'w str>,
    write: bool,
}

/// What one class costs one command.
struct Growth {
    resident: u64,
    /// `None` where it is over at once.
    exponent: Option<f64>,
    /// Nanoseconds a byte at the largest size, less what a run costs that reads nothing; of a slower machine
    /// as many times less as it is slower.
    each: f64,
    code: Option<i32>,
}

/// What one class costs each command; `None` for those that it does not suit.
struct Line {
    name: &'static str,
    costs: Vec<Option<Growth>>,
}

/// Measures every class, or those with a word in their name.
pub(crate) fn run(words: &[&str]) -> Outcome {
    let plan = plan(words)?;
    bench::build(&[bench::OURS, ("xtask", "yardstick")], &[])?;
    let target = workspace::target()?;
    let folder = target.join("bounds");
    fs::create_dir_all(&folder)?;
    let pages = corpus::make("plain", PAGES, &target.join("bench/plain-bounds"))?;
    let program = |name| target.join("release").join(name);
    let (program, yardstick) = (program("urlset"), program("yardstick"));
    let bench = Bench { plan: &plan, program: &program, folder: &folder, yardstick, pages };
    print!("{}", head(&plan.commands));
    let mut lines = Vec::new();
    for class in hostile() {
        if plan.only.is_none_or(|word| class.name.contains(word)) {
            let line = bench.line(&class)?;
            println!("{}", row(&line));
            lines.push(line);
        }
    }
    fs::remove_dir_all(&folder)?;
    if plan.write {
        write(&lines, &plan)?;
    }
    let broken: Vec<&str> =
        lines.iter().filter(|line| !line.holds()).map(|line| line.name).collect();
    println!("{} classes, {} broken", lines.len(), broken.len());
    if broken.is_empty() { Ok(()) } else { Err(broken.join("; ").into()) }
}

/// Writes the table, or into the one that stands there what was measured again.
fn write(lines: &[Line], plan: &Plan<'_>) -> Outcome {
    let name_of = |row: &str| row.split(" | ").next().map(str::to_owned);
    let rows: Vec<String> = lines.iter().map(row).collect();
    if plan.only.is_none() {
        let table = head(&plan.commands) + &rows.join("\n") + "\n";
        return generated::part(DOCUMENT, "bounds", &table, false);
    }
    let path = workspace::root().join(DOCUMENT);
    let text = fs::read_to_string(&path)?;
    let again = |old: &str| rows.iter().find(|row| name_of(row) == name_of(old)).cloned();
    let lines: Vec<String> =
        text.lines().map(|old| again(old).unwrap_or_else(|| old.to_owned())).collect();
    Ok(fs::write(&path, lines.join("\n") + "\n")?)
}

fn plan<'w>(words: &[&'w str]) -> Outcome<Plan<'w>> {
    let mut plan = Plan {
        only: None,
        most: 32 << 20,
        rounds: ROUNDS,
        commands: COMMANDS.to_vec(),
        write: false,
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--most" => {
                let size = words.next().ok_or("--most needs a size")?;
                let digits = size.strip_suffix("MiB").ok_or("a size is in MiB")?;
                plan.most = usize::try_from(corpus::number(digits)?)? << 20;
            }
            "--once" => plan.rounds = 1,
            "--command" => plan.commands = vec![words.next().ok_or("--command needs a name")?],
            "--write" => plan.write = true,
            only if !only.starts_with('-') && plan.only.is_none() => plan.only = Some(only),
            _ => return Err(format!("no flag {word}").into()),
        }
    }
    Ok(plan)
}

/// Runs the command over inputs of a folder.
struct Bench<'b> {
    plan: &'b Plan<'b>,
    program: &'b Path,
    folder: &'b Path,
    yardstick: PathBuf,
    pages: Corpus,
}

impl Bench<'_> {
    /// How many times slower the machine is at this moment than the one for which the bounds were set.
    fn slowness(&self) -> Outcome<f64> {
        let mut least = Duration::MAX;
        for _ in 0..ROUNDS {
            let mut run = Command::new(&self.yardstick);
            run.arg("events").args(&self.pages.files);
            least = least.min(measure::run(&mut run)?.cpu);
        }
        #[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
        let pace = least.as_secs_f64() * 1e9 / self.pages.bytes as f64;
        Ok((pace / PACE).max(1.0))
    }

    fn line(&self, class: &Hostile) -> Outcome<Line> {
        let mut costs = Vec::new();
        for command in &self.plan.commands {
            costs.push(match suits(class, command) {
                true => Some(self.growth(class, command)?),
                false => None,
            });
        }
        Ok(Line { name: class.name, costs })
    }

    fn growth(&self, class: &Hostile, command: &str) -> Outcome<Growth> {
        let (nothing, slowness) = (self.nothing(command)?, self.slowness()?);
        let mut points: Vec<(u64, Duration)> = Vec::new();
        let (mut resident, mut code) = (0, None);
        for time in 0..AGAIN {
            for step in 0..SIZES {
                let bytes = make(class, self.plan.most >> (SIZES - 1 - step), self.folder)?;
                for _ in 0..self.plan.rounds {
                    let (cost, ended) = self.cost(class, command)?;
                    (resident, code) = (resident.max(cost.resident), ended);
                    let cpu = cost.cpu.saturating_sub(nothing);
                    match points.get_mut(step as usize) {
                        Some((_, least)) => *least = cpu.min(*least),
                        None => points.push((bytes, cpu)),
                    }
                }
            }
            let last = time + 1 == AGAIN || self.plan.rounds == 1;
            if last || exponent(&points) <= EXPONENT {
                break;
            }
        }
        let (size, cpu) = points.last().copied().unwrap_or_default();
        let cpu = cpu.div_f64(slowness);
        let exponent = (cpu > AT_ONCE).then(|| exponent(&points));
        #[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
        let each = cpu.as_secs_f64() * 1e9 / size.max(1) as f64;
        Ok(Growth { resident, exponent, each, code })
    }

    /// What any run costs: the least of some over an empty document.
    fn nothing(&self, command: &str) -> Outcome<Duration> {
        let class = hostile().into_iter().next().ok_or("there are no classes")?;
        make(&class, 0, self.folder)?;
        let mut least = self.cost(&class, command)?.0.cpu;
        for _ in 0..ROUNDS {
            least = least.min(self.cost(&class, command)?.0.cpu);
        }
        Ok(least)
    }

    fn cost(&self, class: &Hostile, command: &str) -> Outcome<(Cost, Option<i32>)> {
        let mut run = Command::new(self.program);
        run.current_dir(self.folder).args([command, class.file]).args(class.flags);
        if command != "check" {
            run.args(["-o", "out.xml"]);
        }
        let (cost, code) = measure::ended(&mut run)?;
        match code {
            // 2 is a fault of these words, not of the input.
            None | Some(2 | 101) => {
                Err(format!("{command}, {}: it ended with {code:?}", class.name).into())
            }
            code => Ok((cost, code)),
        }
    }
}

/// Whether a command knows the flags of a class: only some find each page once.
fn suits(class: &Hostile, command: &str) -> bool {
    command != "check" || !class.flags.iter().any(|flag| flag.starts_with("--dedupe"))
}

/// Writes the input; gives its size before compression.
fn make(class: &Hostile, size: usize, folder: &Path) -> Outcome<u64> {
    let file = BufWriter::new(File::create(folder.join(class.file))?);
    let mut out = Counted { inner: file, count: 0 };
    if class.file.ends_with(".gz") {
        let mut count = Counted { inner: urlset::gzip(&mut out), count: 0 };
        class.write(size, &mut count)?;
        count.flush()?;
        let count = count.count;
        out.flush()?;
        return Ok(count);
    }
    class.write(size, &mut out)?;
    out.flush()?;
    Ok(out.count)
}

struct Counted<W> {
    inner: W,
    count: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.count += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.inner.flush()
    }
}

/// The slope of the line through the points, both axes logarithmic (least squares).
#[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
fn exponent(points: &[(u64, Duration)]) -> f64 {
    let logs: Vec<(f64, f64)> = points
        .iter()
        .map(|(size, cpu)| ((*size as f64).ln(), cpu.as_secs_f64().max(1e-4).ln()))
        .collect();
    let count = logs.len() as f64;
    let (x, y) = logs.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    let (x, y) = (x / count, y / count);
    let over: f64 = logs.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let under: f64 = logs.iter().map(|point| (point.0 - x).powi(2)).sum();
    over / under
}

impl Growth {
    fn holds(&self) -> bool {
        self.exponent.is_none_or(|exponent| exponent <= EXPONENT)
            && self.each <= EACH
            && self.resident <= RESIDENT
    }

    fn cells(&self) -> String {
        let exponent = self.exponent.map_or("at once".to_owned(), |power| format!("{power:.2}"));
        let code = self.code.map_or("–".to_owned(), |code| code.to_string());
        let resident = bench::millions(self.resident) / 1.048_576;
        format!("{:.1} | {exponent} | {resident:.1} | {code}", self.each)
    }
}

impl Line {
    fn holds(&self) -> bool {
        self.costs.iter().flatten().all(Growth::holds)
    }
}

fn head(commands: &[&str]) -> String {
    let mut head = "| class |".to_owned();
    let mut under = "|---|".to_owned();
    for command in commands {
        head += &format!(" {command}: ns a byte | exponent | resident MiB | exit |");
        under += "---:|---:|---:|---:|";
    }
    format!("{head} |\n{under}---|\n")
}

fn row(line: &Line) -> String {
    let none = || "– | – | – | –".to_owned();
    let cells = line.costs.iter().map(|cost| cost.as_ref().map_or_else(none, Growth::cells));
    let verdict = if line.holds() { "" } else { "broken" };
    format!("| {} | {} | {verdict} |", line.name, cells.collect::<Vec<_>>().join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(power: i32) -> Vec<(u64, Duration)> {
        let point = |n: u32| {
            let size = 2_u64.pow(n);
            (size << 20, Duration::from_millis(10 * size.pow(u32::try_from(power).unwrap())))
        };
        (0..4).map(point).collect()
    }

    #[test]
    fn powers_are_found() {
        for power in [1, 2] {
            assert!((exponent(&points(power)) - f64::from(power)).abs() < 1e-6);
        }
    }

    #[test]
    fn each_bound_counts() {
        let holds = |exponent, each, resident| {
            let growth = Growth { resident, exponent, each, code: Some(0) };
            Line { name: "a", costs: vec![None, Some(growth)] }.holds()
        };
        assert!(holds(Some(1.1), 50.0, 64 << 20) && holds(None, 1.0, 0));
        assert!(!holds(Some(1.2), 50.0, 0));
        assert!(!holds(Some(1.0), 50.1, 0));
        assert!(!holds(Some(1.0), 1.0, (64 << 20) + 1));
    }
}
