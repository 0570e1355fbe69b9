//! What `urlset stats` and `urlset report` know of a set: one reading gives the figures and the
//! findings, another one each side of a comparison.

use crate::args::Common;
use crate::documents::Documents;
use crate::examine::{Examination, Watch};
use crate::exit::{Cause, Failure};
use crate::firsts::Firsts;
use crate::number::{count, thousands};
use crate::opening::{Opening, without_secrets};
use crate::plan::{self, Document, Plan, nowhere};
use crate::progress::Progress;
use crate::report::Report;
use crate::survey_args::SurveyArgs;
use crate::{distinct, orphans, own_robots, planner, rules, table};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use urlset::clusters::{Matrix, Summary};
use urlset::diff::{How, Item, Side};
use urlset::stats::{
    Comparison, Differences, Figures, File, Hreflang, Key, Language, Limits, Pair, Provenance,
    Stats,
};
use urlset::store::Store;
use urlset::{EXTENSIONS, Entry, Error, Kind, Lost, Profile, Result, Severity, Sink};

/// Sections that a comparison tells.
const SECTIONS: usize = 1000;

/// What pairs of languages are counted as beyond the bounds.
const OTHERS: &str = "others";

/// What a survey is to give.
pub(crate) struct Wanted {
    /// What entries are counted by.
    pub(crate) keys: Vec<Key>,
    /// How many values of each.
    pub(crate) most: usize,
    /// What the run writes: never read because a folder holds it.
    pub(crate) outputs: Vec<PathBuf>,
}

/// What a survey gave.
pub(crate) struct Survey {
    pub(crate) figures: Figures,
    pub(crate) plan: Plan,
    pub(crate) report: Report,
    /// The last lines of the run.
    pub(crate) lines: Vec<String>,
}

/// The figures under way.
struct Collecting<'s> {
    stats: Stats<'s>,
    matrix: Matrix,
}

impl Watch for Collecting<'_> {
    fn page(&mut self, entry: &Entry, document: &Document) -> Result<()> {
        self.matrix.entry(entry);
        self.stats.entry(entry, document.number)
    }

    fn document(&mut self, document: &Document, bytes: u64, cut: bool) {
        let facts = document.facts();
        self.stats.file(File {
            path: facts.path,
            kind: match document.kind {
                Kind::Urlset => "urlset",
                Kind::Sitemapindex if facts.format == "robots" => "robots",
                Kind::Sitemapindex => "sitemapindex",
            },
            format: facts.format,
            entries: facts.entries,
            bytes,
            stored: facts.bytes,
            cut,
            ..File::default()
        });
    }
}

/// How a run reads.
struct Run<'r> {
    args: &'r SurveyArgs,
    opening: Opening,
    store: Store,
    profile: Profile,
    progress: Mutex<Progress>,
}

/// Reads everything and gives the figures.
pub(crate) fn survey(
    args: &SurveyArgs,
    wanted: Wanted,
    common: &Common,
) -> std::result::Result<Survey, Failure> {
    let progress = Mutex::new(Progress::new(common));
    check(args, &wanted, common)?;
    let (weights, profile) = args.weights()?;
    let (now, date) = args.now()?;
    let store = args.memory.store()?;
    let mut opening = Opening::new(&args.reading, table::reading(&args.table)?, store.clone())?;
    opening.read.remarks = true;
    opening.read.now = Some(now);
    opening.ahead = args.memory.jobs() > 1;
    let mut report = report(common)?;
    report.weigh(weights.clone());
    let run = Run { args, opening, store, profile: weights.profile(), progress };
    let plan = run.plan(&args.inputs, &wanted.outputs, &mut report)?;
    table::check_dialect_is_read(&args.table, plan.documents.is_empty() || plan.has_table())?;
    let told = orphans::tell(&plan, &run.opening, &[], &mut report);
    told.map_err(|error| ended(&error, &mut report))?;
    let counted = run.count(&plan, now, wanted.keys, &mut report);
    let (stats, matrix, summary) = counted.map_err(|error| ended(&error, &mut report))?;
    let figures = stats.finish(wanted.most).map_err(|error| ended(&error, &mut report))?;
    let mut figures = Figures {
        hreflang: summary.map(|summary| hreflang(&summary, &matrix)),
        provenance: Provenance {
            program: concat!("urlset ", env!("CARGO_PKG_VERSION")).to_owned(),
            inputs: args.inputs.iter().map(shown).collect(),
            date,
        },
        findings: report.firsts.as_ref().map(|firsts| firsts.findings(&report, &profile)),
        not_read: report.not_read,
        dropped: report.lost_entries(),
        dropped_fields: report.lost_fields(),
        ..figures
    };
    figures.comparison = run.compare(&plan, &wanted.outputs, &mut report)?;
    if report.lost_entries() + report.lost_fields() > 0 || report.cut().is_some() {
        report.blame(Cause::Data);
    }
    let lines = run.lines(&figures, &report);
    Ok(Survey { figures, plan, report, lines })
}

fn check(args: &SurveyArgs, wanted: &Wanted, common: &Common) -> std::result::Result<(), Failure> {
    table::check_only_read(&args.table)?;
    table::check_x_default(&args.table)?;
    if args.against.as_ref().is_some_and(|word| word == "-") {
        return Err(Failure::usage("--against -: standard input cannot be compared with")
            .hint("write it to a file, and compare with that"));
    }
    let outputs = wanted.outputs.iter().map(|path| ("the page", Some(path.as_path())));
    let written: Vec<_> = outputs.chain([common.role()]).collect();
    distinct::check(&written)?;
    let words = args.inputs.iter().chain(&args.against);
    distinct::spare_read(&args.table.map_file, words, &written)
}

/// A report that counts findings, and tells those because of which figures are not whole.
fn report(common: &Common) -> std::result::Result<Report, Failure> {
    let mut report = Report::new(common)?;
    report.firsts = Some(Firsts::default());
    Ok(report)
}

/// What ended the run, as a failure.
fn ended(error: &Error, report: &mut Report) -> Failure {
    report.failed(error).unwrap_or_else(|| {
        report.close(&[]);
        report.ended(&[]);
        Failure::new(report.cause().unwrap_or(Cause::Input), "the set was not read to its end")
    })
}

/// An input as it was named, without credentials.
fn shown(word: &OsString) -> String {
    urlset_fetch::shown(&word.to_string_lossy())
}

impl Run<'_> {
    /// Which documents there are to read; indexes are checked as such.
    fn plan(
        &self,
        words: &[OsString],
        outputs: &[PathBuf],
        report: &mut Report,
    ) -> std::result::Result<Plan, Failure> {
        let follow = self.args.follow.manner()?;
        let outputs = outputs.to_vec();
        let manner =
            plan::Manner { keep_indexes: true, once: true, spool: true, outputs, ..follow };
        planner::plan_to_read(words, &self.opening, &manner, report)
    }

    /// Counts every page, and what is wrong. No summary of languages where a finding ended that.
    fn count(
        &self,
        plan: &Plan,
        now: i64,
        keys: Vec<Key>,
        report: &mut Report,
    ) -> Result<(Stats<'_>, Matrix, Option<Summary>)> {
        let mut again = self.opening.clone();
        again.read.remarks = false;
        let default = Limits::default();
        let limits = Limits {
            entries: self.profile.entries().unwrap_or(default.entries),
            bytes: self.profile.bytes().unwrap_or(default.bytes),
        };
        let stats = Stats::new(&self.store, EXTENSIONS, keys).now(&self.store, now).limits(limits);
        let mut collecting = Collecting { stats, matrix: Matrix::default() };
        // Of several inputs, none has it.
        let address = self.args.reading.source_url.as_deref().map(without_secrets);
        let address = address.filter(|_| self.args.inputs.len() < 2);
        let own = own_robots::read(plan, &self.opening, address.as_deref(), report)?;
        let examination = Examination {
            plan,
            opening: &self.opening,
            again: &again,
            store: &self.store,
            profile: self.profile,
            robots: own_robots::parsed(&own).collect(),
            address: address.as_deref(),
            submitted: false,
            fail_fast: self.args.follow.fail_fast,
            progress: &self.progress,
        };
        let summary = match examination.look(report, &mut collecting) {
            Ok(summary) => Some(summary),
            Err(Error::Stopped(finding)) => {
                // What was read until then is counted all the same; that there is more is told.
                let _ = report.report(*finding);
                report.blame(Cause::Data);
                None
            }
            Err(error) if plan::failure(&error).is_none() => None,
            Err(error) => return Err(error),
        };
        Ok((collecting.stats, collecting.matrix, summary))
    }

    /// Compares with the set as it was.
    fn compare(
        &self,
        plan: &Plan,
        outputs: &[PathBuf],
        report: &mut Report,
    ) -> std::result::Result<Option<Comparison>, Failure> {
        let Some(against) = &self.args.against else { return Ok(None) };
        // Of a report nothing would be told: what it has instead of entries is no gap.
        let path = Path::new(against);
        if path.is_file() && distinct::is_report(path) {
            let number = report.name(shown(against));
            let finding = rules::UNREADABLE.at(nowhere(number)).lost(Lost::Rest);
            let finding = finding.detail("a report of urlset, which has no entries to compare");
            let finding = finding.help("name the set that it was made of, as it was then");
            report.report(finding).map_err(|error| ended(&error, report))?;
            return Ok(None);
        }
        let lost = report.lost_entries();
        // What is wrong with it is not asked; what is missing from it is told with its file.
        report.only_gaps = true;
        let words = std::slice::from_ref(against);
        let old = self.plan(words, outputs, report)?;
        if old.documents.is_empty() {
            report.blame(Cause::Input);
        }
        let how = How { extensions: EXTENSIONS, ..How::default() };
        let found = self.differences(&how, &old, plan, report);
        let found = found.map_err(|error| ended(&error, report))?;
        let (whole, old_dropped) = (report.gaps() == 0, report.lost_entries() - lost);
        Ok(Some(Comparison { against: vec![shown(against)], whole, old_dropped, ..found }))
    }

    fn differences(
        &self,
        how: &How,
        old: &Plan,
        new: &Plan,
        report: &mut Report,
    ) -> Result<Comparison> {
        let mut opening = self.opening.clone();
        opening.read.remarks = false;
        let side = |plan: &Plan, sink: &mut dyn Sink| {
            let reader = Documents::new(&plan.documents, &plan.header, &opening);
            let mut reader = reader.only(Some(Kind::Urlset)).shown(&self.progress);
            Side::read(&mut reader, how, &self.store, sink)
        };
        let old = side(old, report)?;
        // Of this one everything was told.
        let new = side(new, &mut ())?;
        let entries = (old.entries(), new.entries());
        let mut difference = old.compare(new, how, &self.store)?;
        let unchanged = difference.counts().unchanged;
        let (mut differences, mut item) = (Differences::default(), Item::default());
        while difference.read(&mut item)? {
            differences.add(&item);
        }
        let mut found = differences.finish(SECTIONS);
        found.first.iter_mut().for_each(|one| one.loc = urlset_fetch::shown(&one.loc));
        Ok(Comparison { old: entries.0, new: entries.1, unchanged, ..found })
    }

    /// The last line of the run.
    fn lines(&self, figures: &Figures, report: &Report) -> Vec<String> {
        let elapsed = self.progress.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
        let mut dropped = String::new();
        if figures.dropped > 0 {
            dropped += &format!(" and {} dropped", thousands(figures.dropped));
        }
        if figures.dropped_fields > 0 {
            dropped += &format!(", {} dropped", count(figures.dropped_fields, "field"));
        }
        let all = [Severity::Error, Severity::Warning, Severity::Note].map(|one| report.found(one));
        let own = figures.findings.as_ref();
        let found = own.map_or(all, |own| [own.error, own.warning, own.note]);
        // What was told of the set that it is compared with is not wrong with this one.
        let of_other = match all.iter().sum::<u64>().saturating_sub(found.iter().sum()) {
            0 => String::new(),
            other => format!(", and {} of `--against`", count(other, "finding")),
        };
        let not_read = match figures.not_read {
            0 => String::new(),
            not_read => format!("{} not read; ", count(not_read, "sitemap")),
        };
        vec![format!(
            "{not_read}{}{dropped} in {}: {}, {}, {}{of_other}, {:.1} s",
            count(figures.urls, "URL"),
            count(figures.files.len() as u64, "file"),
            count(found[0], "error"),
            count(found[1], "warning"),
            count(found[2], "note"),
            elapsed.as_secs_f64()
        )]
    }
}

/// Languages, and which of them link to which.
fn hreflang(summary: &Summary, matrix: &Matrix) -> Hreflang {
    let languages = summary.languages.iter().map(|(tag, counts)| Language {
        tag: tag.to_owned(),
        pages: counts.pages,
        links: counts.links,
        no_return: counts.no_return,
    });
    let languages: Vec<Language> = languages.collect();
    let mut pairs: Vec<Pair> = matrix
        .iter()
        .map(|(from, to, links)| Pair { from: from.into(), to: to.into(), links, no_return: 0 })
        .collect();
    for (from, to, links) in summary.languages.missing() {
        let place = |from: &str, to: &str| {
            pairs.binary_search_by(|pair| (&*pair.from, &*pair.to).cmp(&(from, to)))
        };
        // The links of pairs beyond the bounds are those of `others`.
        let place = place(from, to).or_else(|_| place(OTHERS, OTHERS));
        let pair = place.ok().and_then(|at| pairs.get_mut(at));
        pair.into_iter().for_each(|pair| pair.no_return += links);
    }
    Hreflang {
        linking: summary.linking,
        links: summary.links,
        no_return: languages.iter().map(|language| language.no_return).sum(),
        clusters: summary.clusters,
        languages,
        pairs,
    }
}
