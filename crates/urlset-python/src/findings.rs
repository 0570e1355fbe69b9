//! What was found on the way, in the shape of the command's report.

use crate::source::Piece;
use pyo3::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use urlset::{Diagnostic, Error, Lost, Meaning, Position, Reported, Result, Rule, Severity, Sink};

/// Findings of one rule that are kept whole unless more are wanted; the rest are counted.
const KEPT: u64 = 1000;

pyo3::import_exception!(urlset._errors, DataError);
pyo3::import_exception!(urlset._errors, InputError);
pyo3::import_exception!(urlset._errors, LimitError);

/// The sink of one reading.
#[derive(Debug)]
pub(crate) struct Collector {
    /// Names of the inputs by their numbers, from 0.
    pub(crate) names: Vec<String>,
    /// Stops at the first error.
    pub(crate) strict: bool,
    /// Findings of one rule that are kept whole.
    pub(crate) most: u64,
    /// Rows of the batches before this one.
    pub(crate) rows_before: u32,
    /// The piece of a document that is read, and where it begins in what is read.
    pub(crate) piece: Option<(Piece, Position)>,
    kept: Vec<Diagnostic>,
    counts: BTreeMap<&'static str, u64>,
    /// Those that are not kept, by rule and by what was left out.
    unkept: BTreeMap<(&'static str, &'static str), u64>,
    fields: u64,
    entries: u64,
    documents: u64,
}

impl Collector {
    fn new(names: Vec<String>, strict: bool) -> Collector {
        Collector {
            names,
            strict,
            most: KEPT,
            rows_before: 0,
            piece: None,
            kept: Vec::new(),
            counts: BTreeMap::new(),
            unkept: BTreeMap::new(),
            fields: 0,
            entries: 0,
            documents: 0,
        }
    }

    /// Forgets what was found: everything is read again.
    pub(crate) fn restart(&mut self) {
        let names = std::mem::take(&mut self.names);
        *self = Collector { piece: self.piece, ..Collector::new(names, self.strict) };
    }

    fn add(&mut self, rule: &'static Rule, lost: Lost) -> u64 {
        match lost {
            Lost::Nothing => {}
            Lost::Field => self.fields += 1,
            Lost::Entry => self.entries += 1,
            Lost::Rest => self.documents += 1,
        }
        let count = self.counts.entry(rule.id).or_default();
        *count += 1;
        *count
    }

    /// Counts a finding that is not kept.
    fn leave(&mut self, rule: &'static Rule, lost: Lost) {
        let cost = match lost {
            Lost::Nothing => "nothing",
            Lost::Field => "field",
            Lost::Entry => "entry",
            Lost::Rest => "rest",
        };
        *self.unkept.entry((rule.id, cost)).or_default() += 1;
    }

    fn is_full(&self, rule: &Rule) -> bool {
        self.counts.get(rule.id).is_some_and(|count| *count >= self.most)
    }

    /// Where in the document a place is; `None` where it is before the piece that is read.
    pub(crate) fn placed(&self, at: Position) -> Option<Position> {
        self.piece.map_or(Some(at), |(piece, before)| piece.place(at, before))
    }

    fn moved(&self, at: Position) -> Position {
        let mut at = self.placed(at).unwrap_or(at);
        if at.is_known() {
            at.line = at.line.saturating_add(self.rows_before);
        }
        at
    }

    /// A finding as the command's report has it.
    fn json(&self, finding: &Diagnostic) -> Value {
        let named = |at: Position| self.names.get(at.input as usize).map_or("", String::as_str);
        let other = finding.other.as_deref().copied();
        let moved = Diagnostic {
            position: self.moved(finding.position),
            other: other.map(|at| Box::new(self.moved(at))),
            ..finding.clone()
        };
        let path = named(finding.position);
        let told = Reported { finding: &moved, path, other: other.map_or("", named) };
        serde_json::to_value(told).unwrap_or_default()
    }
}

impl Sink for Collector {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        // What is before the piece, whoever reads the first one tells.
        if self.strict && finding.severity == Severity::Error {
            return Err(Error::Stopped(Box::new(finding)));
        }
        if self.placed(finding.position).is_none() {
            return Ok(());
        }
        if self.add(finding.rule, finding.lost) <= self.most {
            self.kept.push(finding);
        } else {
            self.leave(finding.rule, finding.lost);
        }
        Ok(())
    }

    fn wants(&self, finding: &Diagnostic) -> bool {
        self.strict && finding.severity == Severity::Error || !self.is_full(finding.rule)
    }

    fn count(&mut self, rule: &'static Rule, lost: Lost, _: u32) -> bool {
        if self.strict && rule.severity == Severity::Error || !self.is_full(rule) {
            return false;
        }
        self.add(rule, lost);
        self.leave(rule, lost);
        true
    }
}

/// A collector that a reading and its findings share.
#[derive(Clone, Debug)]
pub(crate) struct Shared(Arc<Mutex<Collector>>);

impl Shared {
    pub(crate) fn new(names: Vec<String>, strict: bool) -> Shared {
        Shared(Arc::new(Mutex::new(Collector::new(names, strict))))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Collector> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a reading that stopped raises. The finding that stopped it is one of the findings, too.
    pub(crate) fn raised(&self, error: Error) -> PyErr {
        let finding = match error {
            Error::Io(error) => return error.into(),
            Error::Stopped(finding) => finding,
            other => return DataError::new_err(other.to_string()),
        };
        let mut collector = self.lock();
        let value = collector.json(&finding);
        let message = told(&value);
        let meaning = Meaning::of(finding.rule);
        collector.add(finding.rule, finding.lost);
        collector.kept.push(*finding);
        drop(collector);
        let arguments = (message, value.to_string());
        match meaning {
            Meaning::Limit => LimitError::new_err(arguments),
            Meaning::Unread | Meaning::Packed => InputError::new_err(arguments),
            Meaning::Unsettled | Meaning::Data => DataError::new_err(arguments),
        }
    }
}

/// A file of Python may want the interpreter while it is read, and whoever has that may want the findings: the
/// lock is held for one finding, never while a document is read.
impl Sink for Shared {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        self.lock().report(finding)
    }

    fn wants(&self, finding: &Diagnostic) -> bool {
        self.lock().wants(finding)
    }

    fn count(&mut self, rule: &'static Rule, lost: Lost, input: u32) -> bool {
        self.lock().count(rule, lost, input)
    }
}

/// A finding in one line: where, what, and by which rule.
fn told(finding: &Value) -> String {
    let text = |name: &str| finding.get(name).and_then(Value::as_str).unwrap_or_default();
    let mut said = text("path").to_owned();
    if let (Some(line), Some(column)) = (finding.get("line"), finding.get("column")) {
        said += &format!(":{line}:{column}");
    }
    said += if said.is_empty() { "" } else { ": " };
    said += text("message");
    if !text("detail").is_empty() {
        said += &format!(": {}", text("detail"));
    }
    said + &format!(" [{}]", text("rule"))
}

/// The findings of a reading, as far as it has come.
#[pyclass(frozen, module = "urlset._urlset")]
#[derive(Debug)]
pub(crate) struct Findings(pub(crate) Shared);

#[pymethods]
impl Findings {
    /// Those from a number on, as a list in JSON; of one rule the first thousand.
    #[pyo3(signature = (start = 0))]
    fn json(&self, start: usize) -> String {
        let collector = self.0.lock();
        let kept = collector.kept.iter().skip(start);
        Value::Array(kept.map(|finding| collector.json(finding)).collect()).to_string()
    }

    /// How many are kept whole.
    fn kept(&self) -> usize {
        self.0.lock().kept.len()
    }

    /// Of those that are not kept, the rule, what was left out, and how many there are.
    fn unkept(&self) -> Vec<(&'static str, &'static str, u64)> {
        let collector = self.0.lock();
        collector.unkept.iter().map(|((rule, lost), count)| (*rule, *lost, *count)).collect()
    }

    /// How many fields and entries were left out, and how many documents could not be read to their ends.
    fn lost(&self) -> (u64, u64, u64) {
        let collector = self.0.lock();
        (collector.fields, collector.entries, collector.documents)
    }
}
