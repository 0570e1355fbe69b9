//! One reading instead of two for plain inputs: a table's columns are known only when all entries
//! are, but most inputs have none beyond the protocol's four fields.

use crate::report::Report;
use crate::tally::stops;
use std::collections::HashMap;
use urlset::{
    Diagnostic, Entry, EntryReader, EntryWriter, Error, Header, Loss, Lost, Position, Result,
    Severity, Sink,
};

/// Findings held back whole, and groups of those that are only counted.
const MOST: usize = 10_000;

/// Shows every entry to the writer that is to be used in the end, and goes on only while the guess
/// holds that no entry has extensions.
pub(crate) struct Guess<'w, R> {
    reader: R,
    writer: &'w mut dyn EntryWriter,
    wrong: bool,
}

impl<'w, R: EntryReader> Guess<'w, R> {
    pub(crate) fn new(reader: R, writer: &'w mut dyn EntryWriter) -> Guess<'w, R> {
        Guess { reader, writer, wrong: false }
    }

    /// Whether the guess held to the end; else the writer has now seen the other entries too.
    pub(crate) fn settle(mut self) -> bool {
        let mut entry = Entry::default();
        // What is found is told when the documents are read for good.
        while self.wrong && self.reader.read_entry(&mut entry, &mut ()).is_ok_and(|more| more) {
            self.writer.survey(&entry);
        }
        !self.wrong
    }
}

impl<R: EntryReader> EntryReader for Guess<'_, R> {
    fn header(&self) -> &Header {
        self.reader.header()
    }

    fn position(&self) -> Position {
        self.reader.position()
    }

    fn input(&self) -> u32 {
        self.reader.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let more = self.reader.read_entry(entry, sink)?;
        if more {
            self.writer.survey(entry);
        }
        self.wrong = !entry.extensions.is_empty();
        if self.wrong {
            entry.clear();
        }
        Ok(more && !self.wrong)
    }
}

/// Findings of a reading that may be thrown away, told only when it turns out to be good. Memory
/// is bounded: beyond what a report shows of a rule they are counted.
#[derive(Debug)]
pub(crate) struct Held {
    /// Findings of each rule that the report wants whole.
    whole: u64,
    strict: bool,
    findings: Vec<Diagnostic>,
    found: HashMap<&'static str, u64>,
    groups: Vec<(Diagnostic, u64)>,
    /// Where the group of a rule, severity, cost and input is.
    places: HashMap<(&'static str, Severity, Lost, u32), usize>,
    /// There was more than can be held back.
    lacking: bool,
}

impl Held {
    /// Holds back what `report` would be told.
    pub(crate) fn back(report: &Report) -> Held {
        Held {
            whole: report.whole(),
            strict: report.is_strict(),
            findings: Vec::new(),
            found: HashMap::new(),
            groups: Vec::new(),
            places: HashMap::new(),
            lacking: false,
        }
    }

    /// Whether everything is here.
    pub(crate) fn is_whole(&self) -> bool {
        !self.lacking
    }

    /// Tells everything.
    pub(crate) fn tell(self, report: &mut Report) -> Result<()> {
        for finding in self.findings {
            report.report(finding)?;
        }
        for (finding, count) in self.groups {
            for _ in 0..count {
                report.report(finding.clone())?;
            }
        }
        Ok(())
    }

    fn group(&mut self, finding: &Diagnostic) {
        let key = (finding.rule.id, finding.severity, finding.lost, finding.position.input);
        let place = *self.places.entry(key).or_insert(self.groups.len());
        if let Some((_, count)) = self.groups.get_mut(place) {
            *count += 1;
            return;
        }
        let same = Diagnostic::new(finding.rule, finding.position);
        self.groups.push((same.severity(finding.severity).lost(finding.lost), 1));
    }
}

impl Sink for Held {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        if self.strict && stops(&finding) {
            // Told when the documents are read for good, which ends here too.
            self.lacking = true;
            return Err(Error::Stopped(Box::new(finding)));
        }
        if self.lacking {
            return Ok(());
        }
        let found = self.found.entry(finding.rule.id).or_default();
        *found += 1;
        if *found <= self.whole {
            self.findings.push(finding);
        } else {
            self.group(&finding);
        }
        self.lacking = self.findings.len() > MOST || self.groups.len() > MOST;
        Ok(())
    }

    fn wants(&self, finding: &Diagnostic) -> bool {
        let found = self.found.get(finding.rule.id).copied().unwrap_or_default();
        self.strict || !self.lacking && found < self.whole
    }

    fn lose(&mut self, _: Loss<'_>) -> Result<()> {
        self.lacking = true;
        Ok(())
    }
}
