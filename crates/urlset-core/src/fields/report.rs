//! How what is found in a field is told.

use crate::{Diagnostic, Lost, Place, Result, Rule, Sink, Span};

/// The field's text, and the loc that it may be.
pub(super) struct Report<'p> {
    pub(super) place: &'p dyn Place,
    pub(super) loc: &'p str,
}

impl Report<'_> {
    /// Where the value stands, where something is around it.
    pub(super) fn value(&self, text: &str, trimmed: &str) -> Option<Span<'_, '_>> {
        (trimmed.len() != text.len()).then(|| self.place.trimmed()).flatten()
    }

    pub(super) fn send(
        &self,
        sink: &mut dyn Sink,
        rule: &'static Rule,
        detail: &str,
        lost: Lost,
    ) -> Result<()> {
        if sink.count(rule, lost, self.place.input()) {
            return Ok(());
        }
        let finding = self.finding(sink, rule, detail, lost);
        self.place.report(finding, sink)
    }

    /// A finding with its words, where the sink wants them.
    pub(super) fn finding(
        &self,
        sink: &dyn Sink,
        rule: &'static Rule,
        detail: &str,
        lost: Lost,
    ) -> Diagnostic {
        let finding = rule.found().lost(lost);
        match sink.wants(&finding) {
            true => finding.detail(detail).loc(self.loc),
            false => finding,
        }
    }

    /// Tells of what was repaired: what it was, what it is now.
    pub(super) fn mend(
        &self,
        sink: &mut dyn Sink,
        rule: &'static Rule,
        detail: &str,
        [was, now]: [&str; 2],
    ) -> Result<()> {
        if sink.count(rule, Lost::Nothing, self.place.input()) {
            return Ok(());
        }
        let mut finding = rule.found();
        if sink.wants(&finding) {
            finding = finding.detail(detail).loc(self.loc).mended(was, now);
        }
        self.place.report(finding, sink)
    }
}
