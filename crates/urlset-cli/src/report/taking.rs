//! What a finding changes: its weight, the numbers, what is shown.

use super::{Report, SHOWN};
use crate::exit::Cause;
use crate::firsts;
use crate::rules::{DEPTH, REQUESTS};
use crate::tally::{Again, Tally, cause_of, may_be_of_child, of_set, stops};
use urlset::check::Weights;
use urlset::{Diagnostic, Error, Lost, Profile, Result, Severity, Sink};

impl Report {
    /// Shows a finding as text where that is wanted, and keeps it for the report: that of its rule
    /// with this number.
    fn show(&mut self, finding: &Diagnostic, shown: bool, number: u64) {
        let is_told = self.tells(finding);
        let again = is_told && shown && self.is_explained(finding);
        let name = |input: u32| self.names.get(input as usize).map_or("", String::as_str);
        let other = finding.other.as_ref().map_or("", |other| name(other.input));
        let name = name(finding.position.input);
        if let Some(firsts) = &mut self.firsts {
            firsts.take(finding, name);
        }
        if !is_told {
            return;
        }
        if shown {
            self.text.finding(finding, name, other, again);
        }
        if let Some(sheet) = &mut self.sheet {
            sheet.count(finding, name);
            let unset = if sheet.is_folded() { SHOWN } else { u64::MAX };
            if number <= self.most.unwrap_or(unset) {
                sheet.finding(&of_set(finding), name, other);
            } else {
                sheet.leave_out(finding.rule);
            }
        }
    }

    /// Whether one of the rule was shown with the same way out; from now on it was.
    fn is_explained(&mut self, finding: &Diagnostic) -> bool {
        let tally = self.counted(finding.rule).and_then(|at| self.tallies.get_mut(at));
        let Some(tally) = tally else { return false };
        let same = tally.explained.as_deref() == Some(&*finding.help);
        if !same {
            tally.explained = Some(finding.help.as_ref().into());
        }
        same
    }

    /// Counts a field that was left out: of sound data, a note tells, and that is no loss.
    pub(super) fn lose_field(&mut self, lost: Lost, severity: Severity) {
        self.lost.fields += u64::from(lost == Lost::Field && severity > Severity::Note);
    }

    /// Whether a finding is told, and not only counted.
    pub(super) fn tells(&self, finding: &Diagnostic) -> bool {
        let tally = || self.counted(finding.rule).and_then(|at| self.tallies.get(at));
        let is_gap = || match tally() {
            Some(tally) => firsts::is_gap(tally, finding),
            None => firsts::is_gap(&Tally::new(finding.rule), finding),
        };
        self.firsts.is_none() || is_gap()
    }

    /// Notes what one more of the same would change, where that is only numbers.
    fn met_again(&mut self, finding: &Diagnostic, is_gap: bool) {
        if self.sheet.is_some() || self.silent || self.wants(finding) {
            return;
        }
        let severity = finding.severity;
        let is_hidden = !self.tells(finding) || !self.text.takes(severity);
        let again = Again { input: finding.position.input, severity, is_hidden, is_gap };
        let tally = self.counted(finding.rule).and_then(|at| self.tallies.get_mut(at));
        let place = tally.and_then(|tally| tally.again.get_mut(finding.lost as usize));
        place.into_iter().for_each(|place| *place = Some(again));
    }

    /// Weighs, counts and shows a finding.
    pub(super) fn take(&mut self, mut finding: Diagnostic) -> Result<()> {
        // What the schemas hold against an entry depends on what was told of it before.
        let by_schemas = |one: &Weights| one.profile() == Profile::StrictXsd;
        let judged = self.judged || self.weights.as_ref().is_some_and(by_schemas);
        let as_its_rule = finding.severity == finding.rule.severity;
        let is_plain = as_its_rule && finding.values.is_none() && !judged;
        if self.only_gaps && !firsts::is_gap(&Tally::new(finding.rule), &finding) {
            self.lose_field(finding.lost, finding.severity);
            return Ok(());
        }
        self.lost.entries += u64::from(finding.lost == Lost::Entry);
        self.lose_field(finding.lost, finding.severity);
        let Some(severity) = self.weight(&finding) else {
            self.weigh_nothing(&finding, is_plain);
            return Ok(());
        };
        if let Some(weights) = &mut self.weights {
            weights.told(&finding);
        }
        // Whether the result is right for them is known at its end.
        let raised = self.judges.is_some() && severity > finding.severity;
        finding.severity = severity;
        if let Some(relay) = &mut self.relay {
            relay.report(finding.clone())?;
        }
        if self.stopped {
            return Err(Error::Stopped(Box::new(finding)));
        }
        if !self.matters(finding.rule) {
            return Ok(());
        }
        self.count_conflict(&finding);
        let (shown, found, meaning) = self.tally(&finding);
        let own_cause = cause_of(meaning, &finding);
        let mut cause = own_cause;
        if self.weights.is_some() && cause == Some(Cause::Data) {
            // What is wrong with the data is what was asked.
            cause = None;
        }
        self.cause = self.cause.max(cause);
        let is_gap = self.mark(&finding, cause);
        if !self.silent {
            self.show(&finding, shown, found);
        }
        let stopped = self.strict && !raised && stops(&finding);
        if (stopped || own_cause > Some(Cause::Usage)) && self.text.is_mute() && !self.silent {
            self.last = Some(self.named(&finding));
        }
        if stopped {
            self.stopped = true;
            self.blame(Cause::Data);
            return Err(Error::Stopped(Box::new(finding)));
        }
        if is_plain && !shown {
            self.met_again(&finding, is_gap);
        }
        Ok(())
    }

    /// Notes a finding of which those who are asked hold nothing.
    fn weigh_nothing(&mut self, finding: &Diagnostic, is_plain: bool) {
        let (is_gap, known) = (finding.lost >= Lost::Entry, (finding.rule, finding.lost));
        self.lost.gaps += u64::from(is_gap);
        // The next one of the same changes no more than numbers.
        let is_counted = is_plain && !is_gap && !self.silent;
        if is_counted && !self.weightless.contains(&known) {
            self.weightless.push(known);
        }
    }

    /// Notes what of the inputs was not read; gives whether entries are missing, or may be.
    fn mark(&mut self, finding: &Diagnostic, cause: Option<Cause>) -> bool {
        let unread = matches!(cause, Some(Cause::Usage | Cause::Input | Cause::Limit));
        let is_gap = unread || matches!(finding.lost, Lost::Entry | Lost::Rest);
        self.lost.gaps += u64::from(is_gap);
        // These limits keep documents away; others end them.
        let kept_away = [&DEPTH, &REQUESTS].contains(&finding.rule);
        self.not_read += u64::from(kept_away || cause == Some(Cause::Input));
        self.has_failed |= cause == Some(Cause::Input) || finding.lost == Lost::Rest;
        // What an index names and is not here, or a field that is too large, leaves no rest unread.
        let is_own = cause == Some(Cause::Input) && !may_be_of_child(finding.rule);
        if is_own || finding.lost == Lost::Rest {
            self.torn.insert(finding.position.input);
        }
        if finding.lost == Lost::Rest && cause != Some(Cause::Input) {
            self.cut.insert(finding.position.input);
        }
        is_gap
    }
}
