//! What is counted of one rule in a run, and what its findings mean for the exit code.

use crate::exit::Cause;
use std::borrow::Cow;
use std::collections::BTreeSet;
use urlset::{Diagnostic, Lost, Meaning, Rule, Severity};

/// What is counted of one rule.
#[derive(Debug)]
pub(crate) struct Tally {
    pub(crate) rule: &'static Rule,
    /// Findings.
    pub(crate) found: u64,
    /// Findings that were shown as text.
    pub(crate) shown: u64,
    /// The way out that was shown last; empty for the rule's own.
    pub(crate) explained: Option<Box<str>>,
    /// Entries left out because of it.
    pub(crate) dropped: u64,
    /// Fields left out because of it, of entries that were kept.
    pub(crate) fields: u64,
    /// Repairs of it.
    pub(crate) mended: u64,
    /// Inputs in which findings were not shown.
    pub(crate) folded: BTreeSet<u32>,
    pub(crate) meaning: Meaning,
    /// What was last told and not wanted whole, for each cost that leaves a rest to read.
    pub(crate) again: [Option<Again>; 3],
}

/// A finding that says nothing new but that there is one more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Again {
    pub(crate) input: u32,
    /// What it weighs.
    pub(crate) severity: Severity,
    pub(crate) is_hidden: bool,
    pub(crate) is_gap: bool,
}

impl Tally {
    pub(crate) fn new(rule: &'static Rule) -> Tally {
        Tally {
            rule,
            found: 0,
            shown: 0,
            explained: None,
            dropped: 0,
            fields: 0,
            mended: 0,
            folded: BTreeSet::new(),
            meaning: Meaning::of(rule),
            again: [None; 3],
        }
    }

    pub(crate) fn add(&mut self, lost: Lost, severity: Severity) {
        self.found += 1;
        self.dropped += u64::from(lost == Lost::Entry);
        self.fields += u64::from(lost == Lost::Field && severity > Severity::Note);
    }
}

/// Whether a strict run ends with this finding: an error, data lost, or a row that had to be padded or cut.
pub(crate) fn stops(finding: &Diagnostic) -> bool {
    is_broken(finding) || finding.severity == Severity::Error || finding.rule.id == "csv/ragged-row"
}

/// Whether broken data was lost. A note tells of sound data that has no place among entries.
fn is_broken(finding: &Diagnostic) -> bool {
    finding.lost != Lost::Nothing && finding.severity > Severity::Note
}

/// What a finding of a rule of such a meaning means for the exit code.
pub(crate) fn cause_of(meaning: Meaning, finding: &Diagnostic) -> Option<Cause> {
    match meaning {
        Meaning::Limit => return Some(Cause::Limit),
        Meaning::Unsettled if finding.lost == Lost::Rest => return Some(Cause::Usage),
        Meaning::Packed if finding.lost == Lost::Rest => return Some(Cause::Input),
        Meaning::Unread if finding.severity == Severity::Error => return Some(Cause::Input),
        _ => {}
    }
    is_broken(finding).then_some(Cause::Data)
}

/// Whether a rule may be told where an index names something: of the index nothing is missing then.
pub(crate) fn may_be_of_child(rule: &Rule) -> bool {
    ["index/", "fetch/"].iter().any(|group| rule.id.starts_with(group))
}

/// A finding as one of the whole set: of the index nothing is missing that names what could not be
/// read, of the set a document is.
pub(crate) fn of_set(finding: &Diagnostic) -> Cow<'_, Diagnostic> {
    let cause = cause_of(Meaning::of(finding.rule), finding);
    match finding.lost == Lost::Nothing && cause == Some(Cause::Input) {
        true => Cow::Owned(finding.clone().lost(Lost::Rest)),
        false => Cow::Borrowed(finding),
    }
}

pub(crate) fn fold(tally: &Tally) -> String {
    use crate::number::{count, thousands};
    let more = thousands(tally.found - tally.shown);
    let files = count(tally.folded.len() as u64, "file");
    format!("and {more} more of {} in {files}", tally.rule.id)
}

#[cfg(test)]
mod tests {
    use super::{cause_of, of_set};
    use crate::exit::Cause;
    use crate::rules;
    use urlset::ops::rules::CHILD_MISSING;
    use urlset::{Lost, Meaning, rules as core};

    #[test]
    fn causes() {
        let found = |rule: &'static urlset::Rule, lost| {
            cause_of(Meaning::of(rule), &rule.found().lost(lost))
        };
        for (rule, lost, cause) in [
            (&core::LOC_PADDED, Lost::Nothing, None),
            (&core::LOC_RELATIVE, Lost::Entry, Some(Cause::Data)),
            (&core::LASTMOD_INVALID, Lost::Field, Some(Cause::Data)),
            (&core::LIMIT_INPUT, Lost::Rest, Some(Cause::Limit)),
            (&core::ZERO_BYTES, Lost::Rest, Some(Cause::Input)),
            (&CHILD_MISSING, Lost::Nothing, Some(Cause::Input)),
            (&rules::CYCLE, Lost::Nothing, None),
            (&rules::SKIPPED, Lost::Field, None),
        ] {
            assert_eq!(found(rule, lost), cause, "{}", rule.id);
        }
    }

    /// A document that an index names is lost to the set; what is read all the same is not.
    #[test]
    fn what_a_set_lost() {
        for (rule, lost) in [
            (&CHILD_MISSING, Lost::Rest),
            (&rules::STATUS, Lost::Rest),
            (&rules::CONTENT_TYPE, Lost::Nothing),
            (&core::LOC_PADDED, Lost::Nothing),
        ] {
            assert_eq!(of_set(&rule.found()).lost, lost, "{}", rule.id);
        }
    }
}
