//! Findings about one entry.

use urlset_core::{Diagnostic, Entry, Lost, Position, Result, Rule, Sink};

/// Sends findings about one entry.
pub(crate) struct Report<'a> {
    pub(crate) entry: &'a Entry,
    /// Of the entry: for elements that do not know their own, as after a table.
    pub(crate) at: Position,
    pub(crate) sink: &'a mut dyn Sink,
}

impl Report<'_> {
    /// Reports something at an element.
    pub(crate) fn send(
        &mut self,
        rule: &'static Rule,
        at: Position,
        detail: impl AsRef<str>,
    ) -> Result<()> {
        if self.sink.count(rule, Lost::Nothing, self.at.input) {
            return Ok(());
        }
        let mut finding = rule.at(at);
        if self.sink.wants(&finding) {
            finding = finding.detail(detail);
        }
        self.tell(finding)
    }

    /// Reports a finding that the caller has shaped.
    pub(crate) fn tell(&mut self, mut finding: Diagnostic) -> Result<()> {
        if !finding.position.is_known() {
            finding.position = self.at;
        }
        if self.sink.wants(&finding) {
            finding = finding.loc(self.entry.loc.as_str());
        }
        self.sink.report(finding)
    }
}
