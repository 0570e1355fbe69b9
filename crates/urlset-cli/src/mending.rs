//! The end of a repair: what was cut, what may not be published, what is still wrong.

use crate::change::{Change, MOST_ENTRIES};
use crate::closing::MOST_BYTES;
use crate::distinct;
use crate::exit::{Cause, Failure};
use crate::inputs::STDIN;
use crate::number::{count, thousands};
use crate::output;
use crate::plan::{self, Document, Plan};
use crate::product::Product;
use crate::proof::{Proof, Wrong};
use crate::report::NOT_READ;
use crate::summary::by_rule;
use crate::tally::Tally;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use urlset::check::rules::TOO_LARGE;
use urlset::rules::{INVENTED, TOO_MANY_URLS};
use urlset::{Severity, Sink, Written};

impl Change<'_> {
    /// Why a repair is not published. What is wrong with it all the same goes to `left`.
    pub(crate) fn unmended(
        &mut self,
        plan: &Plan,
        product: &Product,
        left: &mut Vec<Wrong>,
    ) -> Result<Option<String>, Failure> {
        let unsure = self.unsure(plan, product);
        if unsure.is_some() {
            self.report.blame(Cause::Data);
        }
        self.tell_cut(plan, product);
        let wrong = self.prove(product, left)?;
        let strict = || wrong.then(|| "not everything is right, see --strict".to_owned());
        Ok(unsure.or_else(strict))
    }

    /// What was repaired, by rule.
    pub(crate) fn repaired(&self, written: bool) -> String {
        let repairs = self.report.tallies().map(|tally| tally.mended).sum();
        match repairs {
            0 if self.report.found(Severity::Error) > 0 => {
                "nothing that could be repaired".to_owned()
            }
            0 => "nothing to repair".to_owned(),
            _ => {
                let rules = by_rule(&self.report, |tally| tally.mended);
                let unwritten = if written { "" } else { " not written" };
                format!("{}{unwritten}: {rules}", count(repairs, "repair"))
            }
        }
    }

    /// Which columns of tables are written under other names: those of the fields that they hold.
    pub(crate) fn renamed(&self, plan: &Plan) -> Vec<String> {
        let is_table = |format: &str| matches!(format, "csv" | "tsv" | "parquet");
        if self.format.is_some_and(|format| !is_table(format.name)) {
            return Vec::new();
        }
        let name = |column: &String| {
            let (name, field) = column.rsplit_once(" = ")?;
            let field = field.split(" (").next().filter(|field| *field != name)?;
            Some(format!("{name} as {field}"))
        };
        let renamed = plan.documents.iter().filter_map(|document| {
            let columns: Vec<String> = document.columns.iter().filter_map(name).collect();
            let line = || format!("{}: columns are written {}", document.name, columns.join(", "));
            (!columns.is_empty()).then(line)
        });
        renamed.collect()
    }

    /// Tells of documents with more than one file may have that were cut into several.
    fn tell_cut(&mut self, plan: &Plan, product: &Product) {
        let Product::Set(made) = product else { return };
        let fits = |size: Written| size.entries <= MOST_ENTRIES && size.bytes <= MOST_BYTES;
        if !self.habit.mends || !made.files.iter().all(|file| fits(file.written)) {
            return;
        }
        let now = count(made.files.len() as u64, "file");
        for document in &plan.documents {
            let (entries, bytes) = (document.facts().entries, document.bytes());
            let faults = [
                (entries > MOST_ENTRIES, &TOO_MANY_URLS, entries, "entries"),
                (bytes > MOST_BYTES, &TOO_LARGE, bytes, "bytes"),
            ];
            for (_, rule, number, noun) in faults.into_iter().filter(|(over, ..)| *over) {
                let was = format!("{} {noun} in one file", thousands(number));
                let finding = rule.at(plan::nowhere(document.number)).mended(&was, &now);
                let _ = self.report.report(finding.detail(was));
            }
        }
    }

    /// Why a repair is not published, without `--lenient`: a document that was not read to its end
    /// would pass for a whole one; what is left out would be gone from the only file that has it.
    fn unsure(&self, plan: &Plan, product: &Product) -> Option<String> {
        if self.args.reading.lenient {
            return None;
        }
        if !self.habit.mends {
            return self.outlives(plan, product);
        }
        let mut torn = self.report.torn();
        let is_part = |name: &str| plan.documents.iter().any(|one| one.name == name);
        if let Some(name) = torn.find(|name| is_part(name)) {
            return Some(format!("{name} was not read to its end, see --lenient"));
        }
        let mut tallies = self.report.tallies();
        if tallies.any(|tally| tally.rule == &INVENTED) {
            let hint = "a repair invents nothing, and what is to be written needs values that are not \
                        there: use `urlset convert`, or accept what is told with `--lenient`";
            return Some(hint.to_owned());
        }
        let costs = |tally: &Tally| match tally.dropped + tally.fields {
            0 if NOT_READ.contains(&tally.rule.id) => tally.found,
            cost => cost,
        };
        let costly = by_rule(&self.report, costs);
        // What the format of the output does not hold would be gone, too.
        if costly.is_empty() && self.report.losses.is_empty() {
            return None;
        }
        let replaced = self.replaced(plan, product);
        let from = match replaced.as_slice() {
            [] => return None,
            [(path, _)] => path.display().to_string(),
            several => format!("one of the {} files that are replaced", several.len()),
        };
        let rules = if costly.is_empty() { costly } else { format!(" ({costly})") };
        Some(format!(
            "what is told as left out{rules} would be gone from {from}; write another file with \
             `-o`, or leave it out with `--lenient`"
        ))
    }

    /// The files that are read and replaced, and the documents that were read there.
    fn replaced<'p>(
        &'p self,
        plan: &'p Plan,
        product: &'p Product,
    ) -> Vec<(&'p Path, &'p Document)> {
        let real = |path: &Path| path.canonicalize().ok();
        let read: HashMap<PathBuf, &Document> =
            plan.documents.iter().filter_map(|one| Some((real(&one.path()?)?, one))).collect();
        let stdin = plan.documents.iter().find(|document| document.name == STDIN);
        let input = |path: &'p Path| {
            let known = real(path).and_then(|real| read.get(&real).copied());
            Some((path, known.or(stdin.filter(|_| distinct::is_stdin(path)))?))
        };
        match product {
            Product::Nothing => Vec::new(),
            Product::One { .. } => {
                self.args.target.output.iter().filter_map(|one| input(one)).collect()
            }
            Product::Set(made) => made.paths().filter_map(input).collect(),
        }
    }

    /// Why a file is not replaced by what its entries hold: a feed says more, and so may a table.
    fn outlives(&self, plan: &Plan, product: &Product) -> Option<String> {
        let replaced = self.replaced(plan, product);
        let says_more = |(path, document): &&(&Path, &Document)| {
            !output::is_stream(path) && self.report.says_more.contains(&document.number)
        };
        let (path, _) = replaced.iter().find(says_more)?;
        Some(format!(
            "what {} holds beside its entries would be gone; write another file with `-o`, or leave it \
             out with `--lenient`",
            path.display()
        ))
    }

    /// Looks through what was made, as `check` would: what is still wrong is told. `true` where that
    /// keeps it from being published.
    fn prove(&mut self, product: &Product, left: &mut Vec<Wrong>) -> Result<bool, Failure> {
        let wrong = match (self.judged.take(), self.proof.take()) {
            (Some(judged), _) => judged,
            (None, Some(proof)) => self.look(product, proof)?,
            (None, None) => return Ok(false),
        };
        if !wrong.is_empty() {
            self.report.blame(Cause::No);
            self.told.wrong = wrong.iter().map(Wrong::count).collect();
        }
        let any = !wrong.is_empty();
        left.extend(wrong);
        Ok(any && self.args.target.strict)
    }

    fn look(&self, product: &Product, mut proof: Proof<'_>) -> Result<Vec<Wrong>, Failure> {
        match product {
            Product::Nothing => return Ok(Vec::new()),
            Product::One { publication, target, written } => {
                if let Some(file) = publication.proof()? {
                    proof.document(&self.target_name(), (target.format, written.bytes), file)?;
                }
            }
            Product::Set(made) => made.prove(&mut proof)?,
        }
        proof.finish()
    }
}
