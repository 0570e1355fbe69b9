//! What a finding weighs: a sink in front of another.

use crate::Refusals;
use urlset_core::{Diagnostic, Loss, Lost, Profile, Result, Rule, Severity, Sink};

/// Rules that the user denies or allows: an id, or a group as `loc/*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// One rule.
    Rule(Box<str>),
    /// All rules of a group.
    Group(Box<str>),
}

/// A choice that means none of the rules there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRules(pub Box<str>);

impl std::fmt::Display for UnknownRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` is no rule and no group of rules", self.0)
    }
}

impl std::error::Error for UnknownRules {}

impl Choice {
    /// Reads `loc/too-long`, `loc/*` or `loc`.
    ///
    /// # Errors
    /// When none of `rules` is meant.
    pub fn parse(
        text: &str,
        mut rules: impl Iterator<Item = &'static Rule>,
    ) -> std::result::Result<Choice, UnknownRules> {
        let group = text.strip_suffix("/*").unwrap_or(text);
        let choice = match group.contains('/') {
            true => Choice::Rule(text.into()),
            false => Choice::Group(group.into()),
        };
        match rules.any(|rule| choice.means(rule)) {
            true => Ok(choice),
            false => Err(UnknownRules(text.into())),
        }
    }

    fn means(&self, rule: &Rule) -> bool {
        match self {
            Choice::Rule(id) => rule.id == &**id,
            Choice::Group(group) => {
                rule.id.strip_prefix(&**group).is_some_and(|rest| rest.starts_with('/'))
            }
        }
    }
}

/// What findings weigh: by a profile, and by what the user denies and allows.
#[derive(Clone, Debug)]
pub struct Weights {
    profile: Profile,
    news: bool,
    choices: Vec<(Choice, bool)>,
    /// What the schemas refuse in the document that is read.
    refusals: Option<Box<Refusals>>,
}

impl Weights {
    /// What a profile asks, no more.
    pub fn new(profile: Profile) -> Weights {
        Weights { profile, news: false, choices: Vec::new(), refusals: None }
    }

    /// Also asks what Google News asks, whatever the profile.
    pub fn news(mut self, news: bool) -> Weights {
        self.news = news;
        self
    }

    /// Whom it is for.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// These rules are errors, also those that the profile does not ask. Of several choices that
    /// mean a rule the last decides.
    pub fn deny(&mut self, choice: Choice) {
        self.choices.push((choice, true));
    }

    /// These rules are not told. That the rest of a document could not be read is told all the same.
    pub fn allow(&mut self, choice: Choice) {
        self.choices.push((choice, false));
    }

    /// From here on findings are about another document, in which the schemas refuse this: nothing
    /// else is an error under `strict-xsd`, unless the document cannot be read as it stands. Gives
    /// back those of the document before.
    pub fn judge(&mut self, refusals: Option<Refusals>) -> Option<Refusals> {
        std::mem::replace(&mut self.refusals, refusals.map(Box::new)).map(|before| *before)
    }

    /// Whether it matters where the finding is.
    pub fn asks_where(&self, finding: &Diagnostic) -> bool {
        self.refusals.is_some() && self.by_profile(finding.rule) == Some(Severity::Error)
    }

    /// Notes that a finding was met.
    pub fn told(&mut self, finding: &Diagnostic) {
        let is_error = self.by_profile(finding.rule) == Some(Severity::Error);
        if let Some(refusals) = &mut self.refusals
            && (is_error || finding.lost == Lost::Rest)
        {
            refusals.told(finding);
        }
    }

    fn by_profile(&self, rule: &Rule) -> Option<Severity> {
        rule.severity_in(self.profile)
    }

    /// What a finding weighs; `None` where it is not told.
    pub fn weigh(&self, finding: &Diagnostic) -> Option<Severity> {
        let chosen = self.choices.iter().rev().find(|(choice, _)| choice.means(finding.rule));
        match chosen {
            Some((_, true)) => return Some(Severity::Error),
            // Nobody should take the rest of a document for checked.
            Some((_, false)) if finding.lost != Lost::Rest => return None,
            _ => {}
        }
        let of_news = || {
            let asked = self.news && finding.rule.id.starts_with("news/");
            asked.then(|| finding.rule.severity_in(Profile::Google)).flatten()
        };
        let judged = |weight| match &self.refusals {
            Some(refusals) if weight == Severity::Error => refusals.weigh(finding),
            _ => weight,
        };
        let weight = self.by_profile(finding.rule).map(judged).or_else(of_news);
        // What was left out was not checked, whatever the rule weighs. It is no error for those whom
        // only others ask the rule, nor where schemas have seen the entry.
        let others = || finding.rule.is_asked();
        let harmless =
            || finding.lost == Lost::Entry && (self.profile == Profile::StrictXsd || others());
        let lost = || match harmless() {
            true => finding.severity.min(Severity::Warning),
            false => finding.severity,
        };
        let weight = weight.or((finding.lost >= Lost::Entry).then(lost))?;
        // What finds it may know that it is harmless here; the schemas know no such thing.
        let softened =
            finding.severity < finding.rule.severity && self.profile != Profile::StrictXsd;
        Some(if softened { weight.min(finding.severity) } else { weight })
    }
}

/// Gives each finding its weight, and passes on what has one.
///
/// ```
/// use urlset_check::{Policy, Weights};
/// use urlset_core::{Diagnostic, Position, Profile, Severity, Sink, rules};
///
/// let mut found: Vec<Diagnostic> = Vec::new();
/// let mut policy = Policy::new(Weights::new(Profile::Google), &mut found);
/// policy.report(rules::LOC_RELATIVE.at(Position::default()))?;
/// assert_eq!(found[0].severity, Severity::Error);
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Policy<S> {
    weights: Weights,
    sink: S,
}

impl<S: Sink> Policy<S> {
    /// Weighs what goes to `sink`.
    pub fn new(weights: Weights, sink: S) -> Policy<S> {
        Policy { weights, sink }
    }
}

impl<S: Sink> Sink for Policy<S> {
    fn report(&mut self, mut finding: Diagnostic) -> Result<()> {
        let Some(severity) = self.weights.weigh(&finding) else {
            return Ok(());
        };
        self.weights.told(&finding);
        finding.severity = severity;
        self.sink.report(finding)
    }

    fn wants(&self, finding: &Diagnostic) -> bool {
        // What is left out needs no words; what it weighs may come after it.
        self.sink.wants(finding)
    }

    fn count(&mut self, rule: &'static Rule, lost: Lost, input: u32) -> bool {
        // What the schemas hold against an entry depends on what was told of it before.
        if self.weights.profile() == Profile::StrictXsd {
            return false;
        }
        // What the next sink counts has to weigh there what it weighs here.
        let weight = self.weights.weigh(&rule.found().lost(lost));
        weight.is_none() || weight == Some(rule.severity) && self.sink.count(rule, lost, input)
    }

    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        self.sink.lose(loss)
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, Policy, Weights};
    use urlset_core::{Diagnostic, Lost, Profile, Rule, Severity, Sink, rules};

    fn weight(
        profile: Profile,
        choices: &[(&str, bool)],
        change: impl FnOnce(Diagnostic) -> Diagnostic,
    ) -> Option<Severity> {
        static RULES: [&Rule; 2] = [&rules::LOC_NOT_ESCAPED, &rules::LOC_TOO_LONG];
        let mut found: Vec<Diagnostic> = Vec::new();
        let mut weights = Weights::new(profile);
        for (text, denied) in choices {
            let choice = Choice::parse(text, RULES.into_iter()).unwrap();
            if *denied { weights.deny(choice) } else { weights.allow(choice) }
        }
        let mut policy = Policy::new(weights, &mut found);
        policy.report(change(rules::LOC_NOT_ESCAPED.found())).unwrap();
        found.first().map(|found| found.severity)
    }

    #[test]
    fn what_decides() {
        let as_it_is = |found| found;
        let soft = |found: Diagnostic| found.severity(Severity::Note);
        let lost = |found: Diagnostic| found.lost(Lost::Entry);
        let rest = |found: Diagnostic| found.lost(Lost::Rest);
        let [google, org] = [Profile::Google, Profile::SitemapsOrg];
        assert_eq!(weight(google, &[], as_it_is), Some(Severity::Warning));
        assert_eq!(weight(org, &[], as_it_is), Some(Severity::Error));
        assert_eq!(weight(org, &[], soft), Some(Severity::Note));
        assert_eq!(weight(Profile::StrictXsd, &[], as_it_is), None);
        assert_eq!(weight(Profile::StrictXsd, &[], lost), Some(Severity::Warning));
        assert_eq!(weight(google, &[("loc/*", true)], as_it_is), Some(Severity::Error));
        assert_eq!(weight(google, &[("loc", true), ("loc/not-escaped", false)], as_it_is), None);
        assert_eq!(weight(google, &[("loc/too-long", false)], as_it_is), Some(Severity::Warning));
        assert_eq!(weight(google, &[("loc", false)], rest), Some(Severity::Warning));
    }

    #[test]
    fn what_means_nothing() {
        for text in ["", "lo", "loc/", "loc/odd", "loc/too-long/*", "*"] {
            let known = [&rules::LOC_TOO_LONG].into_iter();
            assert!(Choice::parse(text, known).is_err(), "{text}");
        }
    }
}
