//! Takes every finding and every loss of a run: counts them, shows them, and knows the exit code.

use crate::args::{Common, FailOn, ReportFormat};
use crate::cluster_told::{LostTotals, Told};
use crate::exit::{Cause, Failure};
use crate::firsts::{self, Firsts};
use crate::losses::Losses;
use crate::output::{Manner, Publication};
use crate::plan;
use crate::sheet::Sheet;
use crate::tally::{Tally, fold};
use crate::text::Text;
use crate::typed;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use urlset::check::rules::INDEX_TOO_MANY;
use urlset::check::{Refusals, Weights};
use urlset::rules::TOO_MANY_URLS;
use urlset::{Diagnostic, Error, Loss, Lost, Meaning, Result, Rule, Severity, Sink};

mod taking;

/// Findings of one rule that text shows unless told otherwise.
const SHOWN: u64 = 20;

/// The sink of a run.
pub(crate) struct Report {
    /// Names of inputs by number; number 0 is no input.
    names: Vec<String>,
    /// In order of first appearance. Few rules are found in one run: a look at each is cheaper than
    /// a hash of the id.
    tallies: Vec<Tally>,
    /// Notes, warnings, errors.
    severities: [u64; 3],
    /// Rules of which those who are asked hold nothing, and what their findings cost.
    weightless: Vec<(&'static Rule, Lost)>,
    cause: Option<Cause>,
    /// What is missing, whether or not it is told.
    pub(crate) lost: LostTotals,
    /// Of what follows it is only told what is missing: that is not what is looked at.
    pub(crate) only_gaps: bool,
    /// Inputs that were not read to their ends.
    torn: BTreeSet<u32>,
    /// Inputs that say more than their entries do.
    pub(crate) says_more: BTreeSet<u32>,
    /// Those of them that were read in part.
    cut: BTreeSet<u32>,
    /// An input, or what one names, was not read, or not to its end.
    has_failed: bool,
    /// Documents that could not be read: each has one finding.
    pub(crate) not_read: u64,
    /// Each robots.txt becomes one again, with all its lines.
    pub(crate) keeps_lines: bool,
    /// A file of a folder was taken for no sitemap, though its name is that of one.
    pub(crate) passed_over: bool,
    strict: bool,
    /// What was repaired is done with: told as before and after, and no fault any more.
    mends: bool,
    /// What findings weigh in a check; elsewhere as much as their rules say.
    weights: Option<Weights>,
    /// For whom a repair is.
    judges: Option<Weights>,
    /// Fields whose values do not matter: nothing is told of them.
    unread: Vec<&'static str>,
    stopped: bool,
    /// Findings are neither shown nor kept, only counted.
    pub(crate) silent: bool,
    /// Findings are counted for figures; told is only why these are not whole.
    pub(crate) firsts: Option<Firsts>,
    /// Takes every finding that weighs something, as it is weighed, for the report of another machine.
    pub(crate) relay: Option<Told>,
    /// What findings weigh was decided where they were made.
    pub(crate) judged: bool,
    fail_on: Option<FailOn>,
    most: Option<u64>,
    text: Text,
    /// Files that are there and that reports of this run replace, by their canonical paths.
    replaced: Vec<PathBuf>,
    /// Under `-qq` the last finding that kept an input from being read, or stopped the run.
    last: Option<(Diagnostic, String)>,
    pub(crate) sheet: Option<Sheet>,
    pub(crate) losses: Losses,
    /// How many values gave way, or would have, for each field.
    pub(crate) conflicts: BTreeMap<String, u64>,
}

/// Rules that tell of parts of a document which no entry holds: a feed's texts, columns of a table,
/// elements beside the entries.
pub(crate) const NOT_READ: [&str; 7] = [
    "feed/not-carried",
    "feed/file-not-carried",
    "jsonfeed/not-carried",
    "jsonfeed/file-not-carried",
    "csv/unused-column",
    "robots/other-lines",
    "schema/foreign-in-root",
];

impl Report {
    /// A sink as the common flags say.
    pub(crate) fn new(common: &Common) -> std::result::Result<Report, Failure> {
        // One that cannot be written must not come to light when the data stands there.
        let dry = Manner { dry: true, ..Manner::default() };
        Publication::open(common.report.as_deref(), dry)?;
        let form = common.form();
        let to_sheet = form != ReportFormat::Text || common.report.is_some();
        let sheet = to_sheet
            .then(|| Sheet::new(form))
            .transpose()
            .map_err(|error| Failure::output(format!("no temporary file: {error}")))?;
        let mut report = Report {
            names: vec![String::new()],
            tallies: Vec::new(),
            severities: [0; 3],
            weightless: Vec::new(),
            cause: None,
            lost: LostTotals::default(),
            only_gaps: false,
            torn: BTreeSet::new(),
            says_more: BTreeSet::new(),
            cut: BTreeSet::new(),
            has_failed: false,
            not_read: 0,
            keeps_lines: false,
            passed_over: false,
            strict: false,
            mends: false,
            weights: None,
            judges: None,
            unread: Vec::new(),
            stopped: false,
            silent: false,
            firsts: None,
            relay: None,
            judged: false,
            fail_on: common.fail_on,
            most: common.max_findings,
            text: Text::new(common, form == ReportFormat::Text),
            last: None,
            sheet,
            losses: Losses::default(),
            conflicts: BTreeMap::new(),
            replaced: Vec::new(),
        };
        report.replaces(common.report.as_deref());
        Ok(report)
    }

    /// Notes where a report goes.
    pub(crate) fn replaces(&mut self, path: Option<&Path>) {
        self.replaced.extend(path.and_then(|path| path.canonicalize().ok()));
    }

    /// Where reports go, by canonical path.
    pub(crate) fn replaced(&self) -> &[PathBuf] {
        &self.replaced
    }

    /// Gives findings the weights of a check: what is wrong with the data is its answer.
    pub(crate) fn weigh(&mut self, weights: Weights) {
        self.weights = Some(weights);
    }

    /// Whether a check tells what is found of a rule.
    pub(crate) fn asks(&self, rule: &'static Rule) -> bool {
        self.weights.as_ref().is_none_or(|weights| weights.weigh(&rule.found()).is_some())
    }

    /// From here on findings are about a document in which the schemas refuse this. Gives what they
    /// refuse in the one before and nobody has told.
    pub(crate) fn judge(&mut self, refusals: Option<Refusals>) -> Option<Refusals> {
        self.weights.as_mut().and_then(|weights| weights.judge(refusals))
    }

    /// Gives what a repair tells the weights that it has for them.
    pub(crate) fn mend_for(&mut self, weights: Weights) {
        self.judges = Some(weights);
    }

    /// Stops at the first error.
    pub(crate) fn strict(&mut self, strict: bool) {
        self.strict = strict;
    }

    /// Tells repairs as what was there and what is there now.
    pub(crate) fn mends(&mut self, mends: bool) {
        self.mends = mends;
        self.text.mends = mends;
        if let Some(sheet) = &mut self.sheet {
            sheet.mends = mends;
        }
    }

    /// Tells nothing of the values of these fields: they are left out or replaced.
    pub(crate) fn unread(&mut self, fields: impl Iterator<Item = &'static str>) {
        self.unread.extend(fields);
        self.tallies.iter_mut().for_each(|tally| tally.again = [None; 3]);
        self.weightless.clear();
    }

    /// Every field matters again: what follows is another input.
    pub(crate) fn read_all(&mut self) {
        self.unread.clear();
        self.tallies.iter_mut().for_each(|tally| tally.again = [None; 3]);
        self.weightless.clear();
    }

    fn matters(&self, rule: &Rule) -> bool {
        if self.unread.is_empty() && !self.keeps_lines {
            return true;
        }
        let group = match rule.id {
            "feed/bad-date" | "jsonfeed/bad-date" => "lastmod",
            id => id.split_once('/').map_or(id, |(group, _)| group),
        };
        let kept = self.keeps_lines && rule.id == urlset::robots::rules::OTHER_LINES.id;
        !kept && !self.unread.contains(&group)
    }

    /// What a finding weighs; `None` where it is not told.
    fn weight(&self, finding: &Diagnostic) -> Option<Severity> {
        if self.judged {
            return Some(finding.severity);
        }
        if let Some(weights) = &self.weights {
            return weights.weigh(finding);
        }
        if self.mends && finding.is_mended() {
            return Some(Severity::Note);
        }
        // Whether that is so of what is written is known at the end of a repair.
        let is_number = [&TOO_MANY_URLS, &INDEX_TOO_MANY].contains(&finding.rule);
        let later = is_number && finding.position.is_known();
        (!self.mends || !later).then(|| self.judged(finding))
    }

    /// What it weighs in a repair, where everything is told: at least as much as what it cost, and
    /// nothing is worth a note to those who do not ask it.
    fn judged(&self, finding: &Diagnostic) -> Severity {
        let Some(weights) = &self.judges else { return finding.severity };
        // Of what is written, no check tells.
        let unasked = match finding.rule.is_asked() {
            true => Severity::Note,
            false => finding.severity,
        };
        let weight = weights.weigh(finding).unwrap_or(unasked);
        if finding.lost == Lost::Nothing { weight } else { weight.max(finding.severity) }
    }

    /// Whether the first error stops the run.
    pub(crate) fn is_strict(&self) -> bool {
        self.strict
    }

    /// Findings of each rule that must be told whole; of those beyond only the number matters.
    pub(crate) fn whole(&self) -> u64 {
        let folded = self.sheet.as_ref().is_none_or(Sheet::is_folded);
        self.most.unwrap_or(if folded { SHOWN } else { u64::MAX })
    }

    /// Gives an input its number, which positions carry.
    pub(crate) fn name(&mut self, name: impl Into<String>) -> u32 {
        self.names.push(name.into());
        u32::try_from(self.names.len() - 1).unwrap_or(u32::MAX)
    }

    /// The names of all inputs by number.
    pub(crate) fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    /// Tells what ended the run before its time, where it is a finding that nobody has heard of:
    /// no room, an input that changed. Anything else is given back as a failure of the run;
    /// `None` where findings said it all.
    pub(crate) fn failed(&mut self, error: &Error) -> Option<Failure> {
        if let Error::Stopped(finding) = error {
            // Where strictness stopped the run, the sink has told it already and takes no more.
            let _ = self.report((**finding).clone());
            self.blame(self.cause.unwrap_or(Cause::Data));
        }
        plan::failure(error)
    }

    /// Adds a cause for an exit code other than 0.
    pub(crate) fn blame(&mut self, cause: Cause) {
        self.cause = self.cause.max(Some(cause));
    }

    /// The highest cause so far but for what `--fail-on` says.
    pub(crate) fn blamed(&self) -> Option<Cause> {
        self.cause
    }

    /// The highest cause so far.
    pub(crate) fn cause(&self) -> Option<Cause> {
        let least = match self.fail_on {
            Some(FailOn::Error) => Severity::Error,
            Some(FailOn::Warning) => Severity::Warning,
            Some(FailOn::Note) => Severity::Note,
            Some(FailOn::Never) | None => return self.cause,
        };
        let failed = self.severities.iter().skip(least as usize).any(|n| *n > 0);
        self.cause.max(failed.then_some(Cause::No))
    }

    /// Whether strictness stopped the run.
    pub(crate) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Findings because of which entries are missing, or may be: a side, whole only without any.
    pub(crate) fn gaps(&self) -> u64 {
        self.lost.gaps
    }

    /// Entries that are lost.
    pub(crate) fn lost_entries(&self) -> u64 {
        self.lost.entries
    }

    /// Fields that are lost, of entries that are not.
    pub(crate) fn lost_fields(&self) -> u64 {
        self.lost.fields
    }

    fn count_conflict(&mut self, finding: &Diagnostic) {
        let Some(values) = &finding.values else { return };
        match self.conflicts.get_mut(&*values.field) {
            Some(count) => *count += 1,
            None => drop(self.conflicts.insert(values.field.to_string(), 1)),
        }
    }

    /// Names of inputs that were not read to their ends.
    pub(crate) fn torn(&self) -> impl Iterator<Item = &str> {
        let name = |input: &u32| self.names.get(*input as usize).map(String::as_str);
        self.torn.iter().filter_map(name)
    }

    /// Whether the input of this number was not read to its end.
    pub(crate) fn is_torn(&self, input: u32) -> bool {
        self.torn.contains(&input)
    }

    /// The name of the first input that was read in part: neither whole nor passed over.
    pub(crate) fn cut(&self) -> Option<&str> {
        self.cut.first().and_then(|input| self.names.get(*input as usize)).map(String::as_str)
    }

    /// How many inputs were read in part.
    pub(crate) fn unended(&self) -> u64 {
        self.cut.len() as u64
    }

    /// Whether an input, or what one names, was not read, or not to its end.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Findings of a severity.
    pub(crate) fn found(&self, severity: Severity) -> u64 {
        self.severities.get(severity as usize).copied().unwrap_or_default()
    }

    /// Every rule that was found, in order of first appearance.
    pub(crate) fn tallies(&self) -> impl Iterator<Item = &Tally> {
        self.tallies.iter()
    }

    /// Prints a line that is no finding, where `-v` asks for it.
    pub(crate) fn tell(&mut self, line: &str) {
        if !self.silent {
            self.text.tell(&typed::hide(line));
        }
    }

    /// Keeps what people read of files and of the run for a report of programs.
    pub(crate) fn say(&mut self, lines: &[String]) {
        if let Some(sheet) = &mut self.sheet {
            sheet.said = lines.iter().map(|line| typed::hide(line).into_owned()).collect();
        }
    }

    /// Prints what was folded, then the last lines.
    pub(crate) fn close(&mut self, lines: &[String]) {
        let lines: &Vec<String> =
            &lines.iter().map(|line| typed::hide(line).into_owned()).collect();
        let folded: Vec<String> =
            self.tallies().filter(|tally| tally.found > tally.shown).map(fold).collect();
        if !self.silent {
            self.text.folded(&folded);
        }
        self.text.summary(lines);
        if let Some(sheet) = &mut self.sheet {
            sheet.lines(lines);
        }
        if self.text.failed {
            self.blame(Cause::Output);
        }
    }

    /// Tells under `-qq` why the run wrote nothing: by its last weighty finding, else by a line.
    pub(crate) fn ended(&mut self, lines: &[String]) {
        match &self.last {
            Some((finding, name)) => {
                let other = finding.other.as_ref();
                let other = other.and_then(|at| self.names.get(at.input as usize));
                let names = [name.as_str(), other.map_or("", String::as_str)];
                self.text.last_words(Some((finding, names)), lines);
            }
            None => self.text.last_words(None, lines),
        }
    }

    /// Tells what ended the run, which nothing takes the place of as its last word.
    pub(crate) fn end_with(&mut self, finding: &Diagnostic) -> Result<()> {
        self.report(finding.clone())?;
        self.last = Some(self.named(finding));
        Ok(())
    }

    fn named(&self, finding: &Diagnostic) -> (Diagnostic, String) {
        let name = self.names.get(finding.position.input as usize);
        (finding.clone(), name.cloned().unwrap_or_default())
    }

    /// Where a rule is counted; rules are told apart by their ids, and nearly always by where they
    /// stand in memory.
    fn counted(&self, rule: &'static Rule) -> Option<usize> {
        let same = self.tallies.iter().position(|tally| std::ptr::eq(tally.rule, rule));
        same.or_else(|| self.tallies.iter().position(|tally| tally.rule == rule))
    }

    /// Counts a finding: whether it is shown, how many of its rule there are now, and what the rule
    /// means.
    fn tally(&mut self, finding: &Diagnostic) -> (bool, u64, Meaning) {
        let at = self.counted(finding.rule).unwrap_or_else(|| {
            self.tallies.push(Tally::new(finding.rule));
            self.tallies.len() - 1
        });
        let Some(tally) = self.tallies.get_mut(at) else {
            return (false, 0, Meaning::Data);
        };
        tally.add(finding.lost, finding.severity);
        tally.mended += u64::from(finding.is_mended());
        if NOT_READ.contains(&finding.rule.id) {
            self.says_more.insert(finding.position.input);
        }
        if let Some(count) = self.severities.get_mut(finding.severity as usize) {
            *count += 1;
        }
        let told = self.firsts.is_none() || firsts::is_gap(tally, finding);
        let taken = told && self.text.takes(finding.severity);
        let shown = taken && tally.shown < self.most.unwrap_or(SHOWN);
        if shown {
            tally.shown += 1;
        } else if !taken {
            // What `-q` hides is not folded either.
            tally.shown = tally.found;
        } else {
            tally.folded.insert(finding.position.input);
        }
        (shown, tally.found, tally.meaning)
    }
}

impl std::fmt::Debug for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Report").finish_non_exhaustive()
    }
}

impl Sink for Report {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        self.take(finding)
    }

    /// All that a finding changes beside the numbers, one of the same rule, cost and input changed
    /// before it.
    fn count(&mut self, rule: &'static Rule, lost: Lost, input: u32) -> bool {
        let tally = self.tallies.iter_mut().find(|tally| std::ptr::eq(tally.rule, rule));
        let Some(tally) = tally else {
            let is_known = self.weightless.contains(&(rule, lost));
            if is_known {
                self.lose_field(lost, rule.severity);
            }
            return is_known;
        };
        let again = tally.again.get(lost as usize).copied().flatten();
        let Some(again) = again.filter(|again| again.input == input) else { return false };
        tally.add(lost, again.severity);
        if again.is_hidden {
            tally.shown = tally.found;
        }
        if let Some(count) = self.severities.get_mut(again.severity as usize) {
            *count += 1;
        }
        self.lost.gaps += u64::from(again.is_gap);
        self.lost.entries += u64::from(lost == Lost::Entry);
        self.lose_field(lost, rule.severity);
        true
    }

    fn wants(&self, finding: &Diagnostic) -> bool {
        if let Some(relay) = &self.relay {
            let asks = self.weights.as_ref().is_some_and(|weights| weights.asks_where(finding));
            return asks || relay.wants(finding);
        }
        // It may stop the run, be the last word of it, or be a repair, which is counted as one.
        if self.strict || self.stopped || self.mends || self.text.is_mute() {
            return true;
        }
        let untold = || {
            let weights = self.weights.as_ref();
            weights.is_some_and(|weights| weights.weigh(finding).is_none())
        };
        if self.silent || !self.matters(finding.rule) || untold() {
            return false;
        }
        if self.weights.as_ref().is_some_and(|weights| weights.asks_where(finding)) {
            return true;
        }
        if let Some(firsts) = self.firsts.as_ref().filter(|_| !self.tells(finding)) {
            return firsts.wants(finding.rule);
        }
        let tally = self.counted(finding.rule).and_then(|at| self.tallies.get(at));
        tally.is_none_or(|tally| tally.found < self.whole())
    }

    fn count_loss(&mut self, field: &str, entries: u64) -> bool {
        self.losses.counts_only() && {
            self.losses.count(field, entries);
            true
        }
    }

    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        let name = self.names.get(loss.at.input() as usize).map_or("", String::as_str);
        self.losses.add(&loss, name)?;
        Ok(())
    }
}
