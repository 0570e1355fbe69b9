//! Takes every finding and every loss, counts them, and keeps them as the report will have them.

use std::collections::BTreeSet;
use urlset::check::{Refusals, Weights};
use urlset::{
    Diagnostic, Loss, Lost, Meaning, Reported, ReportedPlace, Result, Rule, Severity, Sink,
};

/// What is counted of one rule.
#[derive(Debug)]
pub(crate) struct Tally {
    pub(crate) rule: &'static Rule,
    /// The heaviest of its findings.
    pub(crate) severity: Severity,
    pub(crate) found: u64,
    /// Entries left out because of it.
    pub(crate) dropped: u64,
    /// Fields left out because of it, of entries that were kept.
    pub(crate) fields: u64,
}

/// The sink of a run.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Names of inputs by number; number 0 is no input.
    names: Vec<String>,
    /// What findings weigh in a check; elsewhere as much as their rules say.
    weights: Option<Weights>,
    /// Findings of one rule that are kept.
    most: Option<u64>,
    tallies: Vec<Tally>,
    /// Notes, warnings, errors.
    severities: [u64; 3],
    /// Findings as JSON, with commas between them.
    kept: String,
    /// Pairs of values of which one was chosen, likewise.
    conflicts: String,
    losses: Vec<(String, u64)>,
    /// Findings because of which entries are missing, or may be.
    gaps: u64,
    /// Entries that are missing, and told.
    lost_entries: u64,
    /// Inputs that were read in part: neither whole nor passed over.
    cut: BTreeSet<u32>,
    /// An input was not read, or not to its end.
    has_failed: bool,
}

impl Found {
    pub(crate) fn new(weights: Option<Weights>, most: Option<u64>) -> Found {
        Found { names: vec![String::new()], weights, most, ..Found::default() }
    }

    /// Gives an input its number, which positions carry.
    pub(crate) fn name(&mut self, name: &str) -> u32 {
        self.names.push(name.to_owned());
        u32::try_from(self.names.len() - 1).unwrap_or(u32::MAX)
    }

    /// From here on findings are about a document in which the schemas refuse this. Gives what they
    /// refuse in the one before and nobody has told.
    pub(crate) fn judge(&mut self, refusals: Option<Refusals>) -> Option<Refusals> {
        self.weights.as_mut().and_then(|weights| weights.judge(refusals))
    }

    pub(crate) fn gaps(&self) -> u64 {
        self.gaps
    }

    pub(crate) fn lost_entries(&self) -> u64 {
        self.lost_entries
    }

    /// Whether an input was not read, or not to its end.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// The name of the first input that was read in part.
    pub(crate) fn cut(&self) -> Option<&str> {
        self.cut.first().map(|input| self.named(*input))
    }

    /// Findings of a severity.
    pub(crate) fn of(&self, severity: Severity) -> u64 {
        self.severities.get(severity as usize).copied().unwrap_or_default()
    }

    pub(crate) fn tallies(&self) -> &[Tally] {
        &self.tallies
    }

    pub(crate) fn losses(&self) -> &[(String, u64)] {
        &self.losses
    }

    /// Findings, and what they say of values that differ, as the insides of two lists in JSON.
    pub(crate) fn lists(&self) -> (&str, &str) {
        (&self.kept, &self.conflicts)
    }

    fn named(&self, input: u32) -> &str {
        self.names.get(input as usize).map_or("", String::as_str)
    }

    /// Counts a finding: how many of its rule there are now.
    fn tally(&mut self, finding: &Diagnostic) -> u64 {
        let rule = finding.rule;
        let known = self.tallies.iter().position(|tally| tally.rule == rule);
        let at = known.unwrap_or_else(|| {
            let severity = finding.severity;
            self.tallies.push(Tally { rule, severity, found: 0, dropped: 0, fields: 0 });
            self.tallies.len() - 1
        });
        if let Some(count) = self.severities.get_mut(finding.severity as usize) {
            *count += 1;
        }
        let Some(tally) = self.tallies.get_mut(at) else { return 0 };
        let weighty = finding.severity > Severity::Note;
        tally.severity = tally.severity.max(finding.severity);
        tally.found += 1;
        tally.dropped += u64::from(finding.lost == Lost::Entry);
        tally.fields += u64::from(finding.lost == Lost::Field && weighty);
        tally.found
    }

    /// Notes what it means for the whole.
    fn mark(&mut self, finding: &Diagnostic) {
        let rest = finding.lost == Lost::Rest;
        let is_error = finding.severity == Severity::Error;
        let (mut unread, mut is_gap) = (false, finding.lost >= Lost::Entry);
        match Meaning::of(finding.rule) {
            Meaning::Limit => is_gap = true,
            Meaning::Unread => unread = is_error,
            Meaning::Packed => unread = rest,
            Meaning::Unsettled | Meaning::Data => {}
        }
        self.gaps += u64::from(is_gap || unread);
        self.has_failed |= unread || rest;
        if rest && !unread {
            self.cut.insert(finding.position.input);
        }
    }

    fn keep(&mut self, finding: &Diagnostic) {
        let (path, other) = (self.named(finding.position.input), &finding.other);
        let other = other.as_ref().map_or("", |at| self.named(at.input));
        let object = serde_json::to_string(&Reported { finding, path, other }).unwrap_or_default();
        let conflict = conflict(finding, path, other);
        append(&mut self.kept, &object);
        if let Some(conflict) = conflict {
            append(&mut self.conflicts, &conflict);
        }
    }
}

/// What a finding says of values that differ.
fn conflict(finding: &Diagnostic, path: &str, other: &str) -> Option<String> {
    let (values, at) = (finding.values.as_ref()?, finding.other.as_ref()?);
    let value = |value: &str, place: ReportedPlace<'_>| {
        let mut object = serde_json::to_value(place).unwrap_or_default();
        if let Some(object) = object.as_object_mut() {
            object.insert("value".to_owned(), value.into());
        }
        object
    };
    let conflict = serde_json::json!({
        "field": values.field, "rule": values.policy, "loc": finding.loc,
        "kept": value(&values.kept, ReportedPlace { path: other, at: **at }),
        "dropped": value(&values.dropped, ReportedPlace { path, at: finding.position }),
    });
    Some(conflict.to_string())
}

fn append(list: &mut String, object: &str) {
    if !list.is_empty() {
        list.push(',');
    }
    list.push_str(object);
}

impl Sink for Found {
    fn report(&mut self, mut finding: Diagnostic) -> Result<()> {
        self.lost_entries += u64::from(finding.lost == Lost::Entry);
        if let Some(weights) = &mut self.weights {
            let Some(severity) = weights.weigh(&finding) else {
                self.gaps += u64::from(finding.lost >= Lost::Entry);
                return Ok(());
            };
            weights.told(&finding);
            finding.severity = severity;
        }
        let number = self.tally(&finding);
        self.mark(&finding);
        if self.most.is_none_or(|most| number <= most) {
            self.keep(&finding);
        }
        Ok(())
    }

    fn wants(&self, finding: &Diagnostic) -> bool {
        // Where it is may decide what it weighs.
        if self.weights.as_ref().is_some_and(|weights| weights.asks_where(finding)) {
            return true;
        }
        let tally = self.tallies.iter().find(|tally| tally.rule == finding.rule);
        self.most.is_none_or(|most| tally.is_none_or(|tally| tally.found < most))
    }

    fn count_loss(&mut self, field: &str, entries: u64) -> bool {
        match self.losses.iter_mut().find(|(known, _)| known == field) {
            Some((_, count)) => *count += entries,
            None => self.losses.push((field.to_owned(), entries)),
        }
        true
    }

    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        self.count_loss(loss.field, 1);
        Ok(())
    }
}
