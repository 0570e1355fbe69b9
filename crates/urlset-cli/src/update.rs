//! `urlset update`: inserts, changes and deletes URLs of a set where it stands.

use crate::args::Common;
use crate::compress::Workers;
use crate::convert_args::OnLoss;
use crate::documents::Documents;
use crate::exit::{Cause, Ended, Failure};
use crate::number::count;
use crate::opening::Opening;
use crate::output::Publication;
use crate::plan::Document;
use crate::progress::Progress;
use crate::report::Report;
use crate::round::Round;
use crate::set_files::refused;
use crate::set_index::OldIndex;
use crate::set_run::PATIENCE;
use crate::sheet::{Frame, InputFacts, OutputFacts};
use crate::stylesheet::{self, Style, StyleFile};
use crate::summary::dropped_of;
use crate::update_actions::Actions;
use crate::update_args::UpdateArgs;
use crate::update_changes::Changes;
use crate::update_files::{Files, Made, Place, path_of};
use crate::update_groups::{self, Groups};
use crate::update_index::{self, NewIndex};
use crate::update_lists::Lists;
use crate::update_names::{Naming, Pattern};
use crate::update_pass::{Effects, Ground, Tally};
use crate::update_set::{self, OldSet};
use crate::update_writers::Writers;
use crate::{
    distinct, filter, list, losses, output, rewrite_args, signals, table, update_beside,
    update_names, update_tell,
};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use urlset::ops::rules::DUPLICATE_CONFLICT;
use urlset::publish::{Equal, Options, Set, folder_of};
use urlset::store::Store;
use urlset::{Diagnostic, EntryReader, Error, Header, Loss, Lost, Room, Severity, Sink};

/// One run.
pub(crate) struct Update<'c> {
    pub(crate) args: &'c UpdateArgs,
    pub(crate) common: &'c Common,
    pub(crate) report: Report,
    pub(crate) progress: &'c Mutex<Progress>,
    /// For the changes.
    pub(crate) opening: &'c Opening,
    /// For the set.
    pub(crate) detecting: Opening,
    store: Store,
    pub(crate) inputs: Vec<InputFacts>,
    losses: Option<Publication>,
}

/// What a run did, for people and machines.
#[derive(Default)]
pub(crate) struct Told {
    pub(crate) inserted: u64,
    pub(crate) changed: u64,
    pub(crate) deleted: u64,
    pub(crate) not_deleted: u64,
    pub(crate) not_touched: u64,
    pub(crate) left_out: u64,
    pub(crate) files: u64,
    pub(crate) rewritten: u64,
    pub(crate) new: u64,
    pub(crate) removed: u64,
    /// Files that leave the set, and stay where they are.
    pub(crate) emptied: u64,
    pub(crate) lines: Vec<String>,
    pub(crate) outputs: Vec<OutputFacts>,
    /// What was rewritten in the lists.
    pub(crate) rewrite: Option<serde_json::Value>,
}

/// Runs the command.
pub(crate) fn run(args: &UpdateArgs, common: &Common) -> Ended {
    let progress = Mutex::new(Progress::new(common));
    args.check()?;
    let mut reading = table::reading(&args.table)?;
    reading.columns = filter::columns_of(args.condition.as_deref())?;
    let store = args.memory.store()?;
    let mut opening = Opening::new(&args.reading, reading, store.clone())?;
    opening.ahead = args.memory.jobs() > 1;
    let lists = Lists::new(args, opening.read.limits, &store)?;
    let (mut report, pattern) = (Report::new(common)?, Pattern::new(args)?);
    report.strict(args.strict);
    let written = [common.role(), args.losses()];
    distinct::check(&written)?;
    let flags = args.table.map_file.iter().chain(&args.rewrite.rewrite_file);
    distinct::spare_read(flags, args.lists(), &written)?;
    report.replaces(args.loss_report.as_deref());
    let losses = losses::open(args.loss_report.as_deref(), args.dry_run, &mut report)?;
    // Of a list that an update emptied, the next one goes on.
    let detecting = Opening { takes_empty: true, ..opening.detecting() };
    let (progress, opening, inputs) = (&progress, &opening, Vec::new());
    Update { args, common, report, progress, opening, detecting, store, inputs, losses }
        .run(&lists, pattern)
}

impl Update<'_> {
    fn run(&mut self, lists: &Lists, pattern: Pattern) -> Ended {
        let set = self.lock()?;
        let old = match update_set::read(self) {
            Ok(None) => return self.nothing("no sitemap in the set"),
            // A URL that is not found might be in what was not read.
            Ok(Some(_)) if self.report.gaps() > 0 => {
                return self
                    .nothing("a file of the set cannot be read, so what is in it is unknown");
            }
            Ok(Some(old)) => old,
            Err(error) => return self.stopped(&error),
        };
        let store = self.store.clone();
        let round = Round::new(lists.rewrite.is_some().then_some(&store));
        let mut changes = Changes::new(&store, lists.manner.key);
        // What is said of fields that the flags replace matters in the set alone.
        self.report.unread(lists.unread());
        let read = lists.read(self, &round, &mut changes);
        self.report.read_all();
        if let Err(error) = read {
            return self.stopped(&error);
        }
        let told = self.told(lists, round)?;
        let (documents, keys) = (&old.documents[..], &pattern.keys[..]);
        let ground = Ground { documents, keys, manner: &lists.manner, store: &store };
        let detecting = self.detecting.clone();
        let mut writers = match Writers::new(documents, &detecting, self.args) {
            Ok(writers) => writers,
            Err(error) => return self.stopped(&error),
        };
        let mut sink = Wary::new(&mut self.report);
        let open = || -> Box<dyn EntryReader + '_> {
            let documents = Documents::new(documents, &Header::default(), &detecting);
            Box::new(documents.counted(true).fail_fast(true).shown(self.progress))
        };
        let mut effects = match ground.apply(changes, &mut writers, open, &mut sink) {
            Ok(effects) => effects,
            Err(error) => return self.stopped(&error),
        };
        effects.tally.partly = std::mem::take(&mut sink.partly);
        if sink.broken {
            return self.nothing("a file of the set is broken, and what cannot be read would go");
        }
        if let Some(why) = self.refuses(&effects.tally)? {
            return self.nothing(why);
        }
        self.inputs.extend(old.documents.iter().map(Document::facts));
        self.write((old, effects), (&writers, pattern), set, told)
    }

    /// Why the effects must not come about.
    fn refuses(&self, effects: &Tally) -> Result<Option<&'static str>, Failure> {
        let torn = &effects.torn;
        if torn.count > 0 {
            let each = count(torn.count, "URL");
            let message = format!("{each} to upsert and to delete, first {}", torn.first());
            return Err(Failure::usage(message).hint("take them out of one of the lists"));
        }
        // Under `--on-conflict fail` a value that would have to give way is told as lost.
        let at_odds = |tally: &crate::tally::Tally| {
            tally.rule.id == DUPLICATE_CONFLICT.id && tally.fields > 0
        };
        let at_odds = self.report.tallies().any(at_odds);
        Ok(at_odds.then_some("entries for one page differ, see --on-conflict"))
    }

    /// What became of the lists while they were read.
    fn told(&mut self, lists: &Lists, round: Round<'_>) -> Result<Told, Failure> {
        let left_out = round.left_out.load(Ordering::Relaxed);
        let mut told = Told { left_out, ..Told::default() };
        if self.args.normalize {
            told.lines.push(round.told());
        }
        if let Some(rewrite) = &lists.rewrite {
            let facts = round.tally.finish(rewrite, &mut self.report);
            let facts = facts.map_err(|error| Failure::new(Cause::Data, error.to_string()))?;
            told.lines.extend(rewrite_args::lines(&facts));
            told.rewrite = Some(rewrite_args::object(&facts));
        }
        Ok(told)
    }

    /// Writes what the changes make of the set.
    fn write(
        &mut self,
        (old, effects): (OldSet, Effects),
        (writers, pattern): (&Writers<'_>, Pattern),
        set: Option<Set>,
        mut told: Told,
    ) -> Ended {
        let Effects { actions, new, tally } = effects;
        told.count(&tally);
        if told.inserted + told.changed + told.deleted > 0 {
            update_names::check_content(&old.documents)?;
        }
        let keyed = !pattern.keys.is_empty();
        // Without an index, a file that stands there is in the set.
        let (kept, removed) = if old.indexes.is_empty() && !self.args.prune {
            (old.documents, Vec::new())
        } else {
            update_groups::divide(old.documents, &tally, keyed)
        };
        told.files = (kept.len() + removed.len()) as u64;
        let all: Vec<&Document> = kept.iter().chain(&removed).collect();
        let naming = Naming::new(pattern, &all, &tally);
        let workers = Workers::new(self.args.memory.jobs(), self.store.memory() / 8);
        let place = Place {
            opening: &self.detecting,
            store: &self.store,
            room: Room { entries: self.args.max_urls, bytes: self.args.max_bytes },
            tally: &tally,
            writers,
            set: set.as_ref(),
        };
        let mut files = Files::new(place, workers, naming);
        let groups = Groups::new(&kept, &tally, keyed);
        let written =
            files.write(&kept, &groups, (&mut Actions::new(actions), new), &mut self.report);
        told.inserted = told.inserted.saturating_sub(files.unmade.inserted);
        told.changed = told.changed.saturating_sub(files.unmade.changed);
        let settled = files.settle();
        if let Err(error) = written {
            // Why a file could not be written is known by the one who wrote it.
            settled?;
            return self.stopped(&error);
        }
        let (made, unseen) = settled?;
        told.changed = told.changed.saturating_sub(unseen);
        distinct::spare_set(
            made.iter().map(|one| one.path.as_path()),
            &[self.common.role(), self.args.losses()],
        )?;
        if self.args.on_loss == OnLoss::Error && !self.report.losses.is_empty() {
            return self.would_lose(told.lines, &kept);
        }
        let style = self.style(&kept, &old.indexes)?;
        let manner = (self.args.index_lastmod, &style);
        let indexes =
            update_index::refresh(&old.indexes, manner, (&kept, &removed), (&made, &tally))?;
        let styles = self.styles(&style, (&made, &indexes), (&kept, &old.indexes))?;
        let prune = self.gone((&removed, &old.indexes), (&kept, &made), &mut told)?;
        let telling = (self.args, self.report.sheet.is_some());
        update_tell::files(&mut told, telling, (&kept, &removed, &prune), &made, &indexes);
        update_tell::styles(&mut told, &styles, self.args.dry_run);
        if old.indexes.is_empty() {
            told.lines.extend(update_beside::lines((&kept, &removed), &made, &self.args.resolve)?);
        }
        let stand = kept.iter().chain(&removed).map(path_of).chain(old.indexes);
        losses::finish(&mut self.losses, true, &mut self.report)?;
        self.publish(set, (&made, &indexes, &styles), (stand.collect(), &prune), &mut told)?;
        told.lines.extend(self.losses(&kept));
        self.close(told)
    }

    /// What `--stylesheet` says; an error where no file of the set could name one.
    fn style(&self, kept: &[Document], indexes: &[PathBuf]) -> Result<Style, Failure> {
        let style = Style::parse(&self.args.stylesheet)?;
        let is_shown = |one: &Document| stylesheet::is_shown(&one.facts.format);
        match kept.last().filter(|_| indexes.is_empty() && !kept.iter().any(is_shown)) {
            Some(last) => style.check(&last.facts.format, Some(&path_of(last))).map(|()| style),
            None => Ok(style),
        }
    }

    /// The stylesheets that what was made names, and what stays as it is and names the same.
    fn styles(
        &self,
        style: &Style,
        (made, indexes): (&[Made], &[NewIndex]),
        (kept, old): (&[Document], &[PathBuf]),
    ) -> Result<Vec<StyleFile>, Failure> {
        let names = |header: &Header, path: &Path| {
            header.stylesheet.is_some() && style.data(header, folder_of(path)) == header.stylesheet
        };
        let stays = kept.iter().map(|one| (path_of(one), &*one.facts.format, one));
        let stays = stays.filter(|(path, _, one)| names(&one.header, path));
        let old = old.iter().filter(|path| names(&OldIndex::read(path).header, path));
        let files = made.iter().map(|one| (one.path.clone(), &*one.format));
        let files = files.chain(indexes.iter().map(|index| (index.path.clone(), "xml")));
        let files = files.chain(stays.map(|(path, format, _)| (path, format)));
        let files: Vec<_> = files.chain(old.map(|path| (path.clone(), "xml"))).collect();
        let styles = style.files(files.iter().map(|(path, format)| (path.as_path(), *format)))?;
        let paths = styles.iter().map(|style| style.path.as_path());
        distinct::spare_set(paths, &[self.common.role(), self.args.losses()])?;
        if self.args.dry_run {
            styles.iter().try_for_each(|style| style.check(false))?;
        }
        Ok(styles)
    }

    /// Files that go, and the stylesheets that nothing names then.
    fn gone(
        &self,
        (removed, indexes): (&[Document], &[PathBuf]),
        (kept, made): (&[Document], &[Made]),
        told: &mut Told,
    ) -> Result<Vec<PathBuf>, Failure> {
        let mut prune = update_beside::to_prune(removed, indexes, self.args)?;
        let paths = kept.iter().map(path_of).chain(made.iter().map(|one| one.path.clone()));
        let paths: Vec<PathBuf> = paths.chain(indexes.iter().cloned()).collect();
        let sheets = stylesheet::unnamed(&prune, paths.iter().map(PathBuf::as_path));
        told.lines.extend(sheets.iter().map(|sheet| format!("{}: removed", sheet.display())));
        prune.extend(sheets);
        Ok(prune)
    }

    /// Ends a run under `--on-loss error` that would lose something.
    fn would_lose(&mut self, mut lines: Vec<String>, kept: &[Document]) -> Ended {
        lines.extend(self.losses(kept));
        self.report.blame(Cause::No);
        losses::finish(&mut self.losses, true, &mut self.report)?;
        losses::publish(self.losses.take())?;
        self.nothing_after(lines, "something would be lost, see --on-loss")
    }

    /// What the files of the set could not hold.
    fn losses(&self, kept: &[Document]) -> Option<String> {
        let losses = &self.report.losses;
        if losses.is_empty() || self.args.on_loss == OnLoss::Ignore {
            return None;
        }
        let format = kept.last().and_then(|last| urlset::format(&last.facts.format));
        Some(losses.summary(format.map(list::holds).as_deref()))
    }

    /// The lock comes before the reading: what is read must still stand there when it is replaced.
    fn lock(&self) -> Result<Option<Set>, Failure> {
        if self.args.dry_run {
            return Ok(None);
        }
        let path = Path::new(&self.args.set_path);
        let folder = if path.is_dir() { Some(path) } else { path.parent() };
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
        let set = Set::begin(Options {
            equal: Equal::Inflated,
            make_folders: self.args.output.is_some() || self.args.stylesheet.starts_with("css="),
            lock: Some(PATIENCE),
            pending: signals::pending().clone(),
            ..Options::default()
        });
        let folder = folder.unwrap_or(Path::new("."));
        if folder.is_dir() {
            drop(set.create_in(folder).map_err(|error| refused(&error))?);
        }
        Ok(Some(set))
    }

    /// Ends a run that must not write.
    fn nothing(&mut self, why: &str) -> Ended {
        self.nothing_after(Vec::new(), why)
    }

    fn nothing_after(&mut self, mut lines: Vec<String>, why: &str) -> Ended {
        if self.report.cause().is_none() {
            self.report.blame(Cause::Input);
        }
        lines.push(format!("nothing was written: {why}"));
        losses::finish(&mut self.losses, false, &mut self.report)?;
        self.report.close(&lines);
        self.report.ended(&lines);
        self.write_report(Told::default())?;
        Ok(self.report.cause())
    }

    fn stopped(&mut self, error: &Error) -> Ended {
        match self.report.failed(error) {
            Some(failure) => Err(failure),
            None if self.report.stopped() => self.nothing("stopped at the first error, --strict"),
            None => self.nothing("the run could not go on to its end"),
        }
    }

    fn close(&mut self, mut told: Told) -> Ended {
        losses::finish(&mut self.losses, true, &mut self.report)?;
        losses::publish(self.losses.take())?;
        let elapsed = self.progress.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
        let dropped = dropped_of(&self.report);
        let summary = format!("{}{dropped}, {:.1} s", told.summary(), elapsed.as_secs_f64());
        told.lines.push(summary);
        self.report.close(&told.lines);
        if matches!(self.report.cause(), Some(Cause::Input | Cause::Limit)) {
            self.report.ended(&[]);
        }
        self.write_report(told)?;
        Ok(self.report.cause())
    }

    fn write_report(&mut self, told: Told) -> Result<(), Failure> {
        let Some(sheet) = self.report.sheet.take() else {
            return Ok(());
        };
        let mut totals = serde_json::Map::new();
        for (name, number) in [
            ("inserted", told.inserted),
            ("changed", told.changed),
            ("deleted", told.deleted),
            ("not_deleted", told.not_deleted),
            ("not_touched", told.not_touched),
            ("left_out", told.left_out),
            ("dropped", self.report.tallies().map(|tally| tally.dropped).sum()),
            ("fields_dropped", self.report.tallies().map(|tally| tally.fields).sum()),
            ("error", self.report.found(Severity::Error)),
            ("warning", self.report.found(Severity::Warning)),
            ("note", self.report.found(Severity::Note)),
        ] {
            totals.insert(name.to_owned(), number.into());
        }
        if let Some(rewrite) = told.rewrite {
            totals.insert("rewrite".to_owned(), rewrite);
        }
        let inputs = std::mem::take(&mut self.inputs);
        let (outputs, loss) = (told.outputs, self.report.losses.as_json());
        let frame = Frame { command: "update", profile: None, inputs, outputs, totals, loss };
        let to = self.common.report.as_deref();
        output::write_whole(to, |out| sheet.write(&frame, out))
    }
}

/// Tells of files of the set only what keeps them from being rewritten whole: files that are not
/// rewritten keep their faults.
pub(crate) struct Wary<'r> {
    pub(crate) report: &'r mut Report,
    pub(crate) broken: bool,
    /// Files with an entry that could not be read: they say more than their entries.
    pub(crate) partly: HashSet<u32>,
}

impl<'r> Wary<'r> {
    pub(crate) fn new(report: &'r mut Report) -> Wary<'r> {
        Wary { report, broken: false, partly: HashSet::new() }
    }
}

impl Sink for Wary<'_> {
    fn report(&mut self, finding: Diagnostic) -> urlset::Result<()> {
        let conflict = finding.rule.id == "set/duplicate-conflict";
        if finding.lost == Lost::Rest || conflict {
            self.broken |= finding.lost == Lost::Rest;
            return self.report.report(finding);
        }
        if finding.lost == Lost::Entry {
            self.partly.insert(finding.position.input);
        }
        Ok(())
    }

    fn lose(&mut self, loss: Loss<'_>) -> urlset::Result<()> {
        self.report.lose(loss)
    }
}
