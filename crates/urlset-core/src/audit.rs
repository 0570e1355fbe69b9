//! A check with memory, and how it tells what it finds in an entry.

use crate::{Diagnostic, Entry, Lost, Place, Position, Result, Rule, Sink};

/// A check that may remember earlier entries.
pub trait Audit: Send {
    /// Looks at one entry, which began at `at`; that is worked out only where it is asked for.
    ///
    /// # Errors
    /// When the sink stops the work.
    fn entry(&mut self, entry: &Entry, at: &dyn Place, sink: &mut dyn Sink) -> Result<()>;

    /// Says what only the whole document shows.
    ///
    /// # Errors
    /// When the sink stops the work.
    fn finish(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let _ = sink;
        Ok(())
    }
}

/// Sends what an audit finds in one entry.
pub struct EntryFindings<'a> {
    /// The entry that they are about.
    pub entry: &'a Entry,
    /// Of the entry: for elements that do not know their own, as after a table.
    pub at: &'a dyn Place,
    /// Who takes them.
    pub sink: &'a mut dyn Sink,
}

impl EntryFindings<'_> {
    /// Reports something at an element; where `at` is not known, at the entry.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn send(
        &mut self,
        rule: &'static Rule,
        at: Position,
        detail: impl AsRef<str>,
    ) -> Result<()> {
        if self.sink.count(rule, Lost::Nothing, self.at.input()) {
            return Ok(());
        }
        let mut finding = rule.at(at);
        if self.sink.wants(&finding) {
            finding = finding.detail(detail);
        }
        self.tell(finding)
    }

    /// Reports a finding that the caller has shaped.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn tell(&mut self, mut finding: Diagnostic) -> Result<()> {
        if !finding.position.is_known() {
            finding.position = self.at.position();
        }
        if self.sink.wants(&finding) {
            finding = finding.loc(self.entry.loc.as_str());
        }
        self.sink.report(finding)
    }
}

impl core::fmt::Debug for EntryFindings<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("EntryFindings").field("entry", &self.entry).finish_non_exhaustive()
    }
}
