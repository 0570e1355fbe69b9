//! A run of a command that changes something: `convert`, `merge`, `dedupe`, `shard`, `fix`. They differ in
//! what they do unasked, and in nothing else.

use crate::args::{Common, ReportFormat};
use crate::cluster::Elsewhere;
use crate::convert_args::{ConvertArgs, DedupeBy, OnLoss};
use crate::exit::{Cause, Ended, Failure};
use crate::inputs::{self, Wanted};
use crate::opening::Opening;
use crate::output::{self, Publication, Unwritten};
use crate::pipeline::Pipeline;
use crate::plan::{self, Plan};
use crate::planner;
use crate::print_map;
use crate::product::Product;
use crate::progress::Progress;
use crate::proof::{Proof, Wrong};
use crate::report::Report;
use crate::round::Round;
use crate::set_target::{self, SetTarget};
use crate::target::{Target, check_suffix};
use crate::{distinct, filter, names, rewrite_args, table};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use urlset::check::Weights;
use urlset::hreflang::EXTENSION as HREFLANG;
use urlset::ops::rules::PAGES_AS_SITEMAPS;
use urlset::ops::{Copying, Step};
use urlset::publish::Set;
use urlset::rules::ZERO_BYTES;
use urlset::store::Store;
use urlset::{Audit, Carried, Dates, EXTENSIONS, Error, Format, Header, Kind, Sink};

/// Entries of one document beyond which `file/too-many-urls` is told.
pub(crate) const MOST_ENTRIES: u64 = 50_000;

/// What a command does unasked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habit {
    pub(crate) command: &'static str,
    /// Each page once.
    pub(crate) dedupe: Option<DedupeBy>,
    /// The output is in the format of the inputs, unless its name says otherwise.
    pub(crate) keeps_format: bool,
    /// The output is a set of files.
    pub(crate) cuts: bool,
    /// Language versions get the links that they lack.
    pub(crate) completes: bool,
    /// What is wrong and can be meant in one way only is repaired, and each repair told.
    pub(crate) mends: bool,
}

/// `urlset convert`
pub(crate) const CONVERT: Habit = Habit {
    command: "convert",
    dedupe: None,
    keeps_format: false,
    cuts: false,
    completes: false,
    mends: false,
};
/// `urlset merge`
pub(crate) const MERGE: Habit =
    Habit { command: "merge", dedupe: Some(DedupeBy::Exact), keeps_format: true, ..CONVERT };
/// `urlset dedupe`
pub(crate) const DEDUPE: Habit = Habit { command: "dedupe", ..MERGE };
/// `urlset rewrite`
pub(crate) const REWRITE: Habit = Habit { command: "rewrite", dedupe: None, ..MERGE };
/// `urlset shard`
pub(crate) const SHARD: Habit =
    Habit { command: "shard", keeps_format: true, cuts: true, ..CONVERT };
/// `urlset hreflang complete`
pub(crate) const COMPLETE: Habit =
    Habit { command: "hreflang complete", keeps_format: true, completes: true, ..CONVERT };
/// `urlset fix`
pub(crate) const FIX: Habit = Habit { command: "fix", keeps_format: true, mends: true, ..CONVERT };

/// One run.
pub(crate) struct Change<'c> {
    pub(crate) args: &'c ConvertArgs,
    pub(crate) common: &'c Common,
    pub(crate) habit: Habit,
    pub(crate) report: Report,
    pub(crate) progress: &'c Mutex<Progress>,
    /// The output of `--loss-report`.
    pub(crate) losses: Option<Publication>,
    /// What became of the entries on the way.
    pub(crate) told: Told,
    /// What is written, where that is one format.
    pub(crate) format: Option<&'static Format>,
    /// Judges what was written, before it is published.
    pub(crate) proof: Option<Proof<'c>>,
    /// What is wrong with files of which nothing is left to look at, in a dry run.
    pub(crate) judged: Option<Vec<Wrong>>,
    /// Who reads and writes the entries, where that is not this process.
    pub(crate) elsewhere: Option<&'c dyn Elsewhere>,
}

/// What became of the entries between reading and writing.
#[derive(Debug, Default)]
pub(crate) struct Told {
    /// Entries that `--where` left out.
    pub(crate) left_out: u64,
    /// Entries that were joined to an earlier one.
    pub(crate) joined: u64,
    /// Bytes that did not fit into memory.
    pub(crate) spilled: u64,
    pub(crate) lines: Vec<String>,
    /// How many pages each step of normalising made equal to an earlier one.
    pub(crate) steps: Vec<(Step, u64)>,
    /// What is still wrong after a repair, by rule.
    pub(crate) wrong: Vec<(String, serde_json::Value)>,
    /// What was rewritten, for the report.
    pub(crate) rewrite: Option<serde_json::Value>,
}

/// What is to be written.
enum Wish {
    Set(SetTarget),
    One(Target),
    /// One document in the format of the inputs.
    Same,
}

/// Runs the command.
pub(crate) fn run(habit: Habit, args: &ConvertArgs, common: &Common) -> Ended {
    run_judged(habit, args, common, None)
}

/// The same; before the result is published, it is looked through for what is wrong with it.
pub(crate) fn run_judged(
    habit: Habit,
    args: &ConvertArgs,
    common: &Common,
    weights: Option<Weights>,
) -> Ended {
    run_by((habit, args, common), weights, None)
}

/// The same; perhaps others read and write the entries.
pub(crate) fn run_by(
    (habit, args, common): (Habit, &ConvertArgs, &Common),
    weights: Option<Weights>,
    elsewhere: Option<&dyn Elsewhere>,
) -> Ended {
    let progress = Mutex::new(Progress::new(common));
    if args.table.print_map {
        return print_map::run(args, common);
    }
    let wish = wish(habit, args)?;
    let target = &args.target;
    let data = distinct::data(target.output.as_deref(), target.dry_run);
    let written = [data, target.losses(), common.role()];
    distinct::check(&written)?;
    let flags = [&args.table.map_file, &args.writing.key_file].into_iter().flatten();
    let flags = flags.chain(&args.rewrite.rewrite_file);
    distinct::spare_read(flags, &args.inputs, &written)?;
    let to_stdout = output::is_stdout(args.target.output.as_deref()) && !args.target.dry_run;
    if to_stdout && common.form() != ReportFormat::Text && common.report.is_none() {
        return Err(Failure::usage("standard output carries the data")
            .hint("write the report to a file with `--report FILE`, or the data with `-o PATH`"));
    }
    if !habit.completes {
        table::check_x_default(&args.table)?;
    }
    let mut reading = table::reading(&args.table)?;
    reading.columns = filter::columns_of(args.pages.condition.as_deref())?;
    let store = args.memory.store()?;
    let mut opening = Opening::new(&args.reading, reading, store.clone())?;
    opening.read.keep_invalid = args.fields.keep_invalid;
    opening.read.mends = habit.mends;
    opening.read.only_loc = args.fields.trust && is_of_locs(habit, args, &wish)?;
    let by_source = matches!(&wish, Wish::Set(target) if target.by_source());
    opening.ahead = args.memory.jobs() > 1;
    let pipeline = Pipeline::new(habit, args, &opening, &progress, &store)?.by_source(by_source);
    let mut report = Report::new(common)?;
    report.replaces(args.target.loss_report.as_deref());
    report.strict(args.target.strict);
    report.mends(habit.mends);
    if let Some(weights) = &weights {
        report.mend_for(weights.clone());
    }
    report.unread(pipeline.unread());
    let mut change = Change {
        args,
        common,
        habit,
        report,
        progress: &progress,
        losses: None,
        told: Told::default(),
        format: None,
        judged: None,
        proof: weights.map(|weights| Proof::new(weights, &opening, &store)),
        elsewhere,
    };
    change.run(wish, &pipeline)
}

fn wish(habit: Habit, args: &ConvertArgs) -> Result<Wish, Failure> {
    check_suffix(args.target.output.as_deref())?;
    if habit.cuts || set_target::is_wanted(args) {
        let target = SetTarget::choose(args)?;
        if let Some(format) = target.format {
            Target { format, compressed: target.compressed }.check(args)?;
        }
        return Ok(Wish::Set(target));
    }
    set_target::check_no_index(&args.shards)?;
    match Target::choose(args.target.to.as_deref(), args.target.output.as_deref()) {
        Ok(_) if args.target.to.is_none() && is_of_several(habit, args) => Ok(Wish::Same),
        Ok(target) => {
            target.check(args)?;
            Ok(Wish::One(target))
        }
        Err(failure) => {
            let named = args.target.to.is_some() || failure.cause != Cause::Usage;
            match mistaken(args).filter(|_| !named) {
                _ if habit.keeps_format && !named => Ok(Wish::Same),
                Some(name) => Err(failure.hint(plan::taken_for_input(&name))),
                None => Err(failure),
            }
        }
    }
}

/// Whether the name of the output may be that of what is read: `.json` is JSON Feed and JSON Lines, and a
/// robots.txt that is repaired may go to another `.txt`, where no list can hold what it says.
fn is_of_several(habit: Habit, args: &ConvertArgs) -> bool {
    let by_suffix = args.target.output.as_deref().and_then(|path| names::by_path(path).0);
    by_suffix.is_some_and(|format| {
        let is_json = format.suffixes.contains(&"json");
        habit.keeps_format && is_json || habit.mends && format.name == urlset::text::FORMAT.name
    })
}

/// The last of several inputs where it looks as if an output was meant: nothing is there, there is no other
/// output, and its name ends as those of a format do.
fn mistaken(args: &ConvertArgs) -> Option<String> {
    let [_, .., last] = &*args.inputs else { return None };
    let path = Path::new(last);
    let is_format = names::by_path(path).0.is_some() && !last.to_str().is_some_and(inputs::is_url);
    let is_meant = is_format && args.target.output.is_none() && !path.exists();
    is_meant.then(|| last.to_string_lossy().into_owned())
}

/// Whether nobody asks for more of the entries than their locs: neither the one document that is written,
/// nor what becomes of them on the way.
fn is_of_locs(habit: Habit, args: &ConvertArgs, wish: &Wish) -> Result<bool, Failure> {
    if args.target.on_loss == OnLoss::Error {
        return Err(Failure::usage(
            "--trust with --on-loss error: what is not looked at is not known to be lost",
        )
        .hint("leave out one of them"));
    }
    let Wish::One(target) = wish else { return Ok(false) };
    let keeps = &target.format.carries;
    let by_date = args.pages.sort.as_deref().is_some_and(|order| order.starts_with("lastmod"));
    let looks = args.pages.condition.is_some() || !args.pages.on_conflict.is_empty() || by_date;
    let nothing_else = keeps.lastmod == Dates::Dropped
        && !keeps.changefreq
        && !keeps.priority
        && matches!(keeps.extensions, Carried::Nothing);
    Ok(nothing_else && !looks && !habit.mends && !habit.completes)
}

impl Change<'_> {
    fn run(&mut self, wish: Wish, pipeline: &Pipeline<'_>) -> Ended {
        let set = match &wish {
            Wish::Set(target) => self.begin_set(target)?,
            Wish::One(_) | Wish::Same => None,
        };
        let wanted = inputs::expand(&self.args.inputs)?;
        match wish {
            Wish::Set(target) => self.run_set(wanted, pipeline, (target, set)),
            Wish::One(target) => self.run_one(wanted, pipeline, target),
            Wish::Same => {
                // Streams are read before it is known whether they must be read twice.
                let plan = match self.plan(wanted, pipeline, true, false) {
                    Ok(Some(plan)) => plan,
                    Ok(None) => return self.nothing(),
                    Err(error) => return self.stopped(&error, &Plan::nothing()),
                };
                let target = self.same_as(&plan)?;
                self.format = Some(target.format);
                target.check(self.args)?;
                let publication = self.open_output(true, pipeline.store)?;
                self.losses = self.open_losses()?;
                self.copy(&plan, pipeline, target, publication)
            }
        }
    }

    /// Whether what is read is what is written, and nothing else.
    fn is_in_place(&self) -> bool {
        let real = |path: &Path| path.canonicalize().ok();
        let output = self.args.target.output.as_deref().and_then(real);
        output.is_some() && self.args.inputs.iter().all(|one| real(Path::new(one)) == output)
    }

    /// The format of the first document, unless the name of the output is of others only; it still says
    /// whether it is compressed.
    fn same_as(&self, plan: &Plan) -> Result<Target, Failure> {
        let path = self.args.target.output.as_deref();
        let named = path.filter(|path| !output::is_stdout(Some(path)));
        let (by_suffix, compressed) = named.map_or((None, false), names::by_path);
        let is_named = |first: &Format| named.is_some_and(|path| names::may_be_called(first, path));
        let format = match (by_suffix, first_format(plan)) {
            (Some(text), first) if text.name == urlset::text::FORMAT.name => {
                let robots = first.ok().filter(|first| first.name == urlset::robots::FORMAT.name);
                robots.unwrap_or(text)
            }
            (Some(_), Ok(first)) if is_named(first) => first,
            (Some(named), _) => named,
            (None, first) => first?,
        };
        Ok(Target { format, compressed })
    }

    fn run_one(&mut self, wanted: Vec<Wanted>, pipeline: &Pipeline<'_>, target: Target) -> Ended {
        self.format = Some(target.format);
        let nowhere = (&Header::default(), Path::new(""));
        // What stays of a robots.txt that is repaired is read before its entries are, decoded.
        let mends_robots = self.habit.mends && target.format.name == urlset::robots::FORMAT.name;
        let survey =
            !mends_robots && target.writer(self.args, nowhere.0, nowhere.1)?.needs_survey();
        let publication = self.open_output(survey, pipeline.store)?;
        self.losses = self.open_losses()?;
        let keeps = target.format.name == "robots" && !target.compressed;
        self.report.keeps_lines = keeps && self.is_in_place();
        let twice = survey || pipeline.reads_again() || mends_robots;
        match self.plan(wanted, pipeline, twice, false) {
            Ok(Some(plan)) => {
                if target.format.name == "robots" && plan.header.kind == Kind::Urlset {
                    self.warn_of_pages(&plan)?;
                }
                self.copy(&plan, pipeline, target, publication)
            }
            Ok(None) => self.nothing(),
            Err(error) => self.stopped(&error, &Plan::nothing()),
        }
    }

    fn run_set(
        &mut self,
        wanted: Vec<Wanted>,
        pipeline: &Pipeline<'_>,
        (mut target, set): (SetTarget, Option<Set>),
    ) -> Ended {
        self.format = target.format;
        let survey = match target.format {
            Some(format) => {
                let one = Target { format, compressed: false };
                one.writer(self.args, &Header::default(), Path::new(""))?.needs_survey()
            }
            None => false,
        };
        self.losses = self.open_losses()?;
        self.report.keeps_lines = target.by_source() && target.format.is_none();
        let spool = survey || pipeline.reads_again();
        match self.plan(wanted, pipeline, spool, target.by_source()) {
            Ok(Some(plan)) => {
                target.lists(plan.header.kind);
                self.copy_set(&plan, pipeline, (&target, set))
            }
            Ok(None) => self.nothing(),
            Err(error) => self.stopped(&error, &Plan::nothing()),
        }
    }

    /// Everything there is to read; `None` where that is nothing.
    fn plan(
        &mut self,
        wanted: Vec<Wanted>,
        pipeline: &Pipeline<'_>,
        spool: bool,
        keep_indexes: bool,
    ) -> Result<Option<Plan>, Error> {
        let manner = self.plan_manner(spool, keep_indexes).map_err(plan::Refused::error)?;
        let mut plan = planner::plan(wanted, pipeline.opening, &manner, &mut self.report)?;
        if self.habit.completes {
            // Writers declare at the start what only added links use.
            plan.header.declare(HREFLANG.prefix, HREFLANG.namespace);
        }
        if let Some(flag) = table::wants_table(&self.args.table)
            && !plan.has_table()
            && !plan.documents.is_empty()
            // A table that could not be read was told.
            && self.report.cause().is_none()
        {
            let message = format!("{flag} concerns tables, and no input is one");
            return Err(plan::Refused::error(Failure::usage(message)));
        }
        pipeline.check(&plan).map_err(plan::Refused::error)?;
        Ok(Some(plan).filter(|plan| !plan.documents.is_empty()))
    }

    /// Whether standard input may be empty: what a command before it has nothing to say of is nothing to
    /// submit. Elsewhere a command that failed would pass for an empty set.
    fn may_be_empty(&self) -> bool {
        let is_submitted = self.format.is_some_and(|format| format.name == "indexnow");
        is_submitted && self.args.inputs.iter().all(|input| input == "-")
    }

    /// Ends a run that has nothing to read.
    fn nothing(&mut self) -> Ended {
        let is_empty = |report: &Report| report.tallies().any(|one| one.rule == &ZERO_BYTES);
        let may_be_empty = self.may_be_empty() && is_empty(&self.report);
        if self.report.cause().is_none() && !may_be_empty {
            self.report.blame(Cause::Input);
        }
        self.close(&Plan::nothing(), Product::Nothing)
    }

    /// A robots.txt names sitemaps; what comes from a list of addresses may be some.
    fn warn_of_pages(&mut self, plan: &Plan) -> Result<(), Failure> {
        let Some(first) = plan.documents.first() else {
            return Ok(());
        };
        let finding = PAGES_AS_SITEMAPS.at(plan::nowhere(first.number));
        let told = self.report.report(finding);
        told.map_err(|error| Failure::new(Cause::Data, error.to_string()))
    }

    fn plan_manner(&self, spool: bool, keep_indexes: bool) -> Result<plan::Manner, Failure> {
        let target = &self.args.target;
        let manner = self.args.follow.manner()?;
        // One document is repaired as what it is; an index, too.
        let itself = self.habit.mends && !set_target::is_wanted(self.args);
        Ok(plan::Manner {
            keep_indexes,
            spool,
            elsewhere: self.elsewhere.is_some(),
            outputs: target.output.iter().filter_map(|path| path.canonicalize().ok()).collect(),
            in_place: true,
            mistaken: mistaken(self.args),
            follow: manner.follow && !itself,
            may_be_empty: self.may_be_empty(),
            ..manner
        })
    }

    fn open_output(&self, survey: bool, store: &Store) -> Result<Publication, Failure> {
        let target = &self.args.target;
        let fail_fast = self.args.follow.fail_fast;
        // A survey may have to begin again.
        let hold = survey
            || target.strict
            || target.on_loss == OnLoss::Error
            || fail_fast
            || self.proof.is_some()
            || self.args.pages.on_conflict.iter().any(|rules| rules.contains("fail"));
        let manner = output::Manner {
            no_clobber: target.no_clobber,
            if_changed: target.if_changed,
            hold: hold.then_some(store),
            dry: target.dry_run,
            kept: self.proof.is_some(),
            data: true,
        };
        Publication::open(target.output.as_deref(), manner)
    }

    fn open_losses(&mut self) -> Result<Option<Publication>, Failure> {
        let target = &self.args.target;
        crate::losses::open(target.loss_report.as_deref(), target.dry_run, &mut self.report)
    }

    /// Notes what became of the entries on the way, for the end of the run.
    pub(crate) fn tell(
        &mut self,
        pipeline: &Pipeline<'_>,
        round: Round<'_>,
    ) -> Result<(), Failure> {
        self.told.left_out = round.left_out.load(Ordering::Relaxed);
        self.told.joined = round.joined();
        self.told.spilled = pipeline.store.spilled();
        self.told.steps = round.steps();
        if pipeline.opening.read.only_loc {
            self.told
                .lines
                .push("--trust: lastmod, changefreq and priority were passed over".to_owned());
        }
        if !self.told.steps.is_empty() {
            self.told.lines.push(round.equal());
        }
        if let Some(rewrite) = &pipeline.rewrite {
            let facts = round.tally.finish(rewrite, &mut self.report);
            let facts = facts.map_err(|error| Failure::new(Cause::Data, error.to_string()))?;
            self.told.lines.extend(rewrite_args::lines(&facts));
            self.told.rewrite = Some(rewrite_args::object(&facts));
        } else if self.habit.command == REWRITE.command {
            self.told.lines.push("no `--rewrite-…` was given: every URL stays as it is".to_owned());
        }
        Ok(())
    }

    /// Ends a run that an error stopped: nothing is published.
    pub(crate) fn stopped(&mut self, error: &Error, plan: &Plan) -> Ended {
        if let Error::Io(error) = error
            && let Some(inner) = error.get_ref()
            && let Some(Unwritten(error)) = inner.downcast_ref()
        {
            return Err(output::unwritten(&self.target_name(), error));
        }
        if let Some(failure) = self.report.failed(error) {
            return Err(failure);
        }
        // The losses of what is not written are none.
        self.losses = None;
        self.report.losses.lines = None;
        self.close(plan, Product::Nothing)
    }

    pub(crate) fn target_name(&self) -> String {
        let path = self.args.target.output.as_deref();
        match path.filter(|path| !output::is_stdout(Some(path))) {
            Some(path) => path.display().to_string(),
            None => "standard output".into(),
        }
    }
}

/// The format of the documents, to write the same.
fn first_format(plan: &Plan) -> Result<&'static Format, Failure> {
    let first = plan.documents.first();
    let name = first.map_or("", |document| &*document.facts.format);
    if let Some(other) = plan.documents.iter().find(|one| *one.facts.format != *name) {
        let other = &other.facts.format;
        let message = format!("no format to write: the inputs are {name} and {other}");
        let known: Vec<&str> = names::writables().map(|format| format.name).collect();
        return Err(
            Failure::usage(message).hint(format!("add `-t FORMAT`, one of {}", known.join(", ")))
        );
    }
    names::writable(name).map_err(|_| {
        Failure::usage(format!("no format to write: {name} is only read")).hint("add `-t FORMAT`")
    })
}

/// The checks of all extensions.
pub(crate) fn audits() -> Vec<Box<dyn Audit>> {
    EXTENSIONS.iter().map(|extension| (extension.audit)()).collect()
}

/// How entries are copied into a format.
pub(crate) fn copying<'a>(
    format: &'static Format,
    audits: &'a mut [Box<dyn Audit>],
) -> Copying<'a> {
    Copying {
        carries: format.carries,
        extensions: EXTENSIONS,
        audits,
        // Documents are counted as they are read, before entries are joined, grouped or sorted.
        most_entries: None,
    }
}
