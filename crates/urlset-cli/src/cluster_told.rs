//! What a part of a run found, on its way to the report of the run.

use crate::plan::Document;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use urlset::ops::Step;
use urlset::{Diagnostic, Error, Excerpt, Loss, Lost, Position, Result, Rule, Severity, Sink};

/// Findings of one rule that are told whole; the others are counted.
const WHOLE: u64 = 1000;

/// What one part found.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Told {
    findings: Vec<Finding>,
    /// Findings beyond those: rule, severity, cost and input, and how many.
    counts: Vec<(String, u8, u8, u32, u64)>,
    /// How many of these are of values of a field that gave way.
    #[serde(default)]
    conflicts: BTreeMap<String, u64>,
    /// What the format cannot hold: the field, how many, and where the first of them was read.
    losses: Vec<(String, u64, At)>,
    /// Entries by the number of the document.
    pub(crate) documents: BTreeMap<u32, u64>,
    pub(crate) left_out: u64,
    pub(crate) joined: u64,
    /// An example of each step of normalising that made pages equal, and how many it did.
    pub(crate) steps: BTreeMap<String, u64>,
    /// What a part of a check left out, whether or not the profile asks for what says so.
    #[serde(default)]
    pub(crate) lost: LostTotals,
    /// A document could not be read, and that was to end the run.
    pub(crate) failed: bool,
    /// Where the page that is joined was read first, while it is.
    #[serde(skip)]
    pub(crate) joining: Option<(i32, i64)>,
    #[serde(skip)]
    found: BTreeMap<&'static str, u64>,
    /// Whether entries come in another order than that of reading.
    #[serde(skip)]
    shuffled: bool,
}

/// What was left out: findings because of which entries are missing or may be, entries, fields of others.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct LostTotals {
    pub(crate) gaps: u64,
    pub(crate) entries: u64,
    pub(crate) fields: u64,
}

/// A finding as it travels.
#[derive(Debug, Serialize, Deserialize)]
struct Finding {
    rule: String,
    severity: u8,
    lost: u8,
    at: At,
    other: Option<At>,
    detail: String,
    help: String,
    loc: String,
    values: Option<[String; 4]>,
    mended: Option<[String; 2]>,
    length: u32,
    /// Before the text, the text, after it; and whether there is more of the line.
    excerpt: Option<([String; 3], bool)>,
    /// Of joining: where the page was read first, its bucket and its number in that.
    #[serde(default)]
    joining: Option<(i32, i64)>,
}

/// A position as it travels: input, line, column, byte.
pub(crate) type At = (u32, u32, u32, u64);

pub(crate) fn place(at: Position) -> At {
    (at.input, at.line, at.column, at.byte)
}

pub(crate) fn position((input, line, column, byte): At) -> Position {
    Position { input, line, column, byte }
}

const LOST: [Lost; 4] = [Lost::Nothing, Lost::Field, Lost::Entry, Lost::Rest];
const SEVERITIES: [Severity; 3] = [Severity::Note, Severity::Warning, Severity::Error];

impl LostTotals {
    pub(crate) fn and(self, more: LostTotals) -> LostTotals {
        let (entries, fields) = (self.entries + more.entries, self.fields + more.fields);
        LostTotals { gaps: self.gaps + more.gaps, entries, fields }
    }
}

impl Finding {
    fn of(finding: &Diagnostic) -> Finding {
        let values = finding.values.as_ref().map(|values| {
            [&values.field, &values.policy, &values.kept, &values.dropped].map(ToString::to_string)
        });
        let mended = finding.mended.as_ref();
        let excerpt = finding.excerpt.as_ref().map(|shown| {
            ([&shown.before, &shown.text, &shown.after].map(ToString::to_string), shown.cut)
        });
        Finding {
            rule: finding.rule.id.to_owned(),
            severity: finding.severity as u8,
            lost: finding.lost as u8,
            at: place(finding.position),
            other: finding.other.as_deref().copied().map(place),
            detail: finding.detail.to_string(),
            help: finding.help.to_string(),
            loc: finding.loc.to_string(),
            values,
            mended: mended.map(|mended| [&mended.was, &mended.now].map(ToString::to_string)),
            length: finding.length,
            excerpt,
            joining: None,
        }
    }

    fn diagnostic(&self) -> Option<Diagnostic> {
        let mut finding = known(&self.rule, self.severity, self.lost, position(self.at))?;
        finding.other = self.other.map(|at| Box::new(position(at)));
        finding = finding.help(&self.help).loc(&self.loc);
        // As it was told: a list of names is longer than a text.
        finding.detail = self.detail.as_str().into();
        if let Some([field, policy, kept, dropped]) = &self.values {
            finding = finding.values(field, policy, [kept, dropped]);
        }
        if let Some([was, now]) = &self.mended {
            finding = finding.mended(was, now);
        }
        finding.length = self.length;
        finding.excerpt = self.excerpt.as_ref().map(|([before, text, after], cut)| {
            let [before, text, after] = [before, text, after].map(|part| part.as_str().into());
            Box::new(Excerpt { before, text, after, cut: *cut })
        });
        Some(finding)
    }
}

fn known(rule: &str, severity: u8, lost: u8, at: Position) -> Option<Diagnostic> {
    let rule = urlset::rule(rule).or_else(|| own(rule))?;
    let severity = SEVERITIES.get(usize::from(severity))?;
    let lost = LOST.get(usize::from(lost))?;
    Some(Diagnostic::new(rule, at).severity(*severity).lost(*lost))
}

fn own(id: &str) -> Option<&'static Rule> {
    crate::rules::ALL.iter().copied().find(|rule| rule.id == id)
}

impl Told {
    /// Of entries that come in another order than that of reading.
    pub(crate) fn shuffled() -> Told {
        Told { shuffled: true, ..Told::default() }
    }

    /// What parts told, with all of joining in the order in which one machine joins: where pages were read first.
    pub(crate) fn in_order(mut parts: Vec<Told>) -> Vec<Told> {
        let is_joining = |one: &mut Finding| one.joining.is_some();
        let first =
            parts.iter().position(|told| told.findings.iter().any(|one| one.joining.is_some()));
        let Some(first) = first else { return parts };
        let each = parts.iter_mut().flat_map(|told| told.findings.extract_if(.., is_joining));
        let mut findings: Vec<Finding> = each.collect();
        findings.sort_by_key(|finding| finding.joining);
        parts.insert(first, Told { findings, ..Told::default() });
        parts
    }

    /// Tells the report everything.
    pub(crate) fn repeat(&self, sink: &mut dyn Sink) -> Result<()> {
        let unknown = |rule: &str| {
            Error::Io(std::io::Error::other(format!("a part told of `{rule}`, which no rule is")))
        };
        for finding in &self.findings {
            sink.report(finding.diagnostic().ok_or_else(|| unknown(&finding.rule))?)?;
        }
        for (rule, severity, lost, input, count) in &self.counts {
            let at = Position { input: *input, ..Position::default() };
            let finding = known(rule, *severity, *lost, at).ok_or_else(|| unknown(rule))?;
            (0..*count).try_for_each(|_| sink.report(finding.clone()))?;
        }
        Ok(())
    }

    /// Has the report count what the format cannot hold: the field that was lost first in the order of reading comes
    /// first, as one machine tells it.
    pub(crate) fn repeat_losses(parts: &[Told], sink: &mut dyn Sink) {
        let mut losses: Vec<_> = parts.iter().flat_map(|told| &told.losses).collect();
        losses.sort_by_key(|(.., first)| *first);
        for (field, count, _) in losses {
            sink.count_loss(field, *count);
        }
    }

    /// Adds values that gave way and were not told whole.
    pub(crate) fn count_conflicts(&self, counts: &mut BTreeMap<String, u64>) {
        for (field, count) in &self.conflicts {
            *counts.entry(field.clone()).or_default() += count;
        }
    }

    /// Adds to what was read of each document.
    pub(crate) fn count(&self, documents: &[Document]) {
        for (number, entries) in &self.documents {
            let document = crate::set_files::document(documents, *number);
            document.map(|one| one.entries.fetch_add(*entries, Ordering::Relaxed));
        }
    }

    /// Notes what was read of each document.
    pub(crate) fn add_documents(&mut self, documents: &[Document]) {
        let read = |one: &Document| (one.number, one.entries.load(Ordering::Relaxed));
        self.documents.extend(documents.iter().map(read));
    }

    /// Notes by which steps pages were made equal.
    pub(crate) fn add_steps(&mut self, counted: &[(Step, u64)]) {
        for (step, count) in counted {
            *self.steps.entry(step.as_str().to_owned()).or_default() += count;
        }
    }

    /// As it travels.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The steps of these names.
pub(crate) fn steps_of(named: &BTreeMap<String, u64>) -> Vec<(Step, u64)> {
    let known = Step::ALL;
    known.iter().filter_map(|step| named.get(step.as_str()).map(|count| (*step, *count))).collect()
}

impl Sink for Told {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        let found = self.found.entry(finding.rule.id).or_default();
        *found += 1;
        if *found <= WHOLE {
            self.findings.push(Finding { joining: self.joining, ..Finding::of(&finding) });
            return Ok(());
        }
        if let Some(values) = &finding.values {
            *self.conflicts.entry(values.field.to_string()).or_default() += 1;
        }
        let (severity, lost) = (finding.severity as u8, finding.lost as u8);
        let (rule, input) = (finding.rule.id, finding.position.input);
        let same = |(id, one, cost, at, _): &&mut (String, u8, u8, u32, u64)| {
            *id == rule && (*one, *cost, *at) == (severity, lost, input)
        };
        match self.counts.iter_mut().find(same) {
            Some((.., count)) => *count += 1,
            None => self.counts.push((rule.to_owned(), severity, lost, input, 1)),
        }
        Ok(())
    }

    fn wants(&self, finding: &Diagnostic) -> bool {
        self.found.get(finding.rule.id).is_none_or(|found| *found < WHOLE)
    }

    fn count(&mut self, _: &'static Rule, _: Lost, _: u32) -> bool {
        false
    }

    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        let first = place(loss.at.position());
        let known = self.losses.iter().position(|(field, ..)| field == loss.field);
        match known.and_then(|known| Some((known, self.losses.get_mut(known)?))) {
            Some((_, (_, count, at))) if *at <= first => *count += 1,
            // Fields of one entry stay in the order of their losses.
            Some((known, _)) => {
                let (field, count, _) = self.losses.remove(known);
                self.losses.push((field, count + 1, first));
            }
            None => self.losses.push((loss.field.to_owned(), 1, first)),
        }
        Ok(())
    }

    /// Of a field's first loss the place is asked, and of all where entries are not in the order of reading.
    fn count_loss(&mut self, field: &str, entries: u64) -> bool {
        if self.shuffled {
            return false;
        }
        let known = self.losses.iter_mut().find(|(one, ..)| one == field);
        known.map(|(_, count, _)| *count += entries).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::Finding;
    use urlset::rules::LOC_RELATIVE;
    use urlset::{Diagnostic, Position};

    #[test]
    fn a_list_of_names_travels_whole() {
        let names: Vec<String> = (0..50).map(|number| format!("name {number}")).collect();
        let told = LOC_RELATIVE.at(Position::start(1)).list(&names);
        assert!(told.detail.len() > Diagnostic::DETAIL);
        let arrived = Finding::of(&told).diagnostic().map(|finding| finding.detail);
        assert_eq!(arrived, Some(told.detail));
    }
}
