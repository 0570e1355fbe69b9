//! What is wrong with a result, found as `check` finds it, before the result is published.

use crate::exit::{Cause, Failure};
use crate::filter;
use crate::number::count;
use crate::opening::{Opening, Which};
use crate::plan;
use std::fs::File;
use std::io::Seek;
use urlset::check::{DocumentAudit, Facts, Refusals, Weights};
use urlset::clusters::ClusterAudit;
use urlset::rules::ZERO_BYTES;
use urlset::store::Store;
use urlset::{
    Audit, Began, Diagnostic, EXTENSIONS, Entry, EntryReader, Error, Format, Kind, Lost, Position,
    Profile, Result, Rule, Severity, Sink,
};

/// Takes the documents of a result one after the other.
pub(crate) struct Proof<'p> {
    opening: Opening,
    clusters: ClusterAudit<'p>,
    left: Left,
}

/// A rule that the result breaks.
pub(crate) struct Wrong {
    rule: &'static Rule,
    name: String,
    /// Of the first place.
    at: Position,
    found: u64,
}

/// What findings weigh enough to be told, by rule.
struct Left {
    weights: Weights,
    names: Vec<String>,
    wrong: Vec<Wrong>,
}

impl<'p> Proof<'p> {
    /// For those who ask these weights.
    pub(crate) fn new(weights: Weights, opening: &Opening, store: &'p Store) -> Proof<'p> {
        let mut opening = opening.detecting();
        opening.read.base = None;
        opening.read.mends = false;
        opening.read.remarks = true;
        opening.read.now = Some(filter::now());
        let left = Left { weights, names: vec![String::new()], wrong: Vec::new() };
        Proof { opening, clusters: ClusterAudit::new(store), left }
    }

    /// Looks through a document of so many bytes before compression.
    pub(crate) fn document(
        &mut self,
        name: &str,
        (format, bytes): (&'static Format, u64),
        mut file: File,
    ) -> std::result::Result<(), Failure> {
        if format.open.is_none() {
            return Ok(());
        }
        self.opening.format = Some(format);
        self.left.names.push(name.to_owned());
        let number = u32::try_from(self.left.names.len() - 1).unwrap_or(u32::MAX);
        let judged = self.judge((name, number), format, &mut file);
        match judged.and_then(|()| self.look((name, number), bytes, file)) {
            Ok(()) => Ok(()),
            Err(Error::Stopped(finding)) => {
                self.left.report(*finding).map_err(|error| failed(&error))
            }
            Err(error) => Err(failed(&error)),
        }
    }

    /// Asks the published schemas where they are what the result is for, and goes back to the start.
    fn judge(
        &mut self,
        (name, number): (&str, u32),
        format: &'static Format,
        file: &mut File,
    ) -> Result<()> {
        file.rewind()?;
        if self.left.weights.profile() == Profile::StrictXsd {
            let which = Which { name, number, base: None, charset: None, plain_upto: 0 };
            let refusals = self.opening.refusals(file.try_clone()?, &which, format.name)?;
            self.left.weights.judge(refusals);
            file.rewind()?;
        }
        Ok(())
    }

    fn look(&mut self, (name, number): (&str, u32), bytes: u64, file: File) -> Result<()> {
        let left = &mut self.left;
        // Nobody who reads it later knows of which format nothing is.
        if bytes == 0 {
            return left.report(ZERO_BYTES.at(plan::nowhere(number)).lost(Lost::Rest));
        }
        let mut opened = self.opening.open(
            file,
            &Which { name, number, base: None, charset: None, plain_upto: 0 },
            left,
        )?;
        let header = opened.reader.header().clone();
        let facts = Facts::new(left.weights.profile(), opened.format.name);
        let facts = Facts { name, input: number, ..facts };
        let mut whole = DocumentAudit::new(facts, &header);
        let mut audits: Vec<Box<dyn Audit>> =
            EXTENSIONS.iter().map(|extension| (extension.audit)()).collect();
        let mut entry = Entry::default();
        while opened.reader.read_entry(&mut entry, left)? {
            let at = Began::of(&opened.reader);
            whole.entry(&entry, &at, left)?;
            audits.iter_mut().try_for_each(|audit| audit.entry(&entry, &at, left))?;
            if header.kind == Kind::Urlset {
                self.clusters.entry(&entry, &at, left)?;
            }
        }
        audits.iter_mut().try_for_each(|audit| audit.finish(left))?;
        whole.finish_document(bytes, left)?;
        let refusals = left.weights.judge(None).into_iter();
        refusals.flat_map(Refusals::rest).try_for_each(|finding| left.report(finding))
    }

    /// What is wrong, by rule; also what only all documents together show.
    pub(crate) fn finish(mut self) -> std::result::Result<Vec<Wrong>, Failure> {
        self.clusters.finish(&mut self.left).map_err(|error| failed(&error))?;
        Ok(self.left.wrong)
    }
}

fn failed(error: &Error) -> Failure {
    plan::failure(error).unwrap_or_else(|| Failure::new(Cause::Data, error.to_string()))
}

impl Sink for Left {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        let weight = self.weights.weigh(&finding);
        if weight.is_some() {
            self.weights.told(&finding);
        }
        if weight != Some(Severity::Error) {
            return Ok(());
        }
        if let Some(known) = self.wrong.iter_mut().find(|known| known.rule == finding.rule) {
            known.found += 1;
            return Ok(());
        }
        let at = finding.position;
        let name = self.names.get(at.input as usize).cloned().unwrap_or_default();
        self.wrong.push(Wrong { rule: finding.rule, name, at, found: 1 });
        Ok(())
    }
}

impl Wrong {
    /// How often the rule is broken, for the report.
    pub(crate) fn count(&self) -> (String, serde_json::Value) {
        (self.rule.id.to_owned(), self.found.into())
    }

    /// The same of what was not written, and has no places.
    pub(crate) fn unwritten(&self) -> String {
        let (id, summary) = (self.rule.id, self.rule.summary);
        format!("it would still be wrong: {id} ({summary}){}", self.others())
    }

    fn others(&self) -> String {
        match self.found {
            1 => String::new(),
            found => format!(", and {}", count(found - 1, "other")),
        }
    }
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "still wrong: {}", self.name)?;
        if self.at.is_known() {
            write!(f, ":{}:{}", self.at.line, self.at.column)?;
        }
        write!(f, ": {} ({}){}", self.rule.id, self.rule.summary, self.others())
    }
}
