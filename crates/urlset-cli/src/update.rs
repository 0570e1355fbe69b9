//! `urlset update`: inserts, changes and deletes URLs of a set where it stands.

use crate::args::Common;
use crate::compress::Workers;
use crate::documents::Documents;
use crate::exit::{Cause, Ended, Failure};
use crate::number::count;
use crate::opening::Opening;
use crate::plan::{self, Document};
use crate::progress::Progress;
use crate::report::Report;
use crate::set_files::refused;
use crate::set_run::PATIENCE;
use crate::sheet::{Frame, InputFacts, OutputFacts};
use crate::update_args::UpdateArgs;
use crate::update_changes::{Actions, Changes, Counts, Effects, Manner};
use crate::update_files::{Files, path_of};
use crate::update_index::{self, NewIndex};
use crate::update_names::Names;
use crate::update_set::{self, OldSet};
use crate::{distinct, fields, index_write, output, set_index, signals, table, update_tell};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use urlset::ops::{Adjust, Adjustment, Conflicts};
use urlset::publish::{Equal, Finale, Options, Set};
use urlset::store::Store;
use urlset::{
    Datetime, Diagnostic, EXTENSIONS, Entry, EntryReader, Error, Header, Lost, Room, Severity, Sink,
};

/// One run.
pub(crate) struct Update<'c> {
    pub(crate) args: &'c UpdateArgs,
    common: &'c Common,
    pub(crate) report: Report,
    progress: &'c Mutex<Progress>,
    /// For the changes.
    pub(crate) opening: Opening,
    /// For the set.
    pub(crate) detecting: Opening,
    store: Store,
    inputs: Vec<InputFacts>,
}

/// What a run did, for people and machines.
#[derive(Default)]
pub(crate) struct Told {
    pub(crate) inserted: u64,
    pub(crate) changed: u64,
    pub(crate) deleted: u64,
    pub(crate) not_deleted: u64,
    pub(crate) not_touched: u64,
    pub(crate) files: u64,
    pub(crate) rewritten: u64,
    pub(crate) new: u64,
    pub(crate) removed: u64,
    pub(crate) lines: Vec<String>,
    pub(crate) outputs: Vec<OutputFacts>,
}

/// Runs the command.
pub(crate) fn run(args: &UpdateArgs, common: &Common) -> Ended {
    let progress = Mutex::new(Progress::new(common));
    if args.upsert.is_empty() && args.delete.is_empty() && args.touch.is_empty() {
        return Err(Failure::usage("nothing to change")
            .hint("give `--upsert FILE`, `--delete FILE` or `--touch FILE`"));
    }
    if args.max_urls == 0 {
        return Err(Failure::usage("--max-urls 0: a file has at least one entry"));
    }
    let words = args.upsert.iter().chain(&args.delete).chain(&args.touch);
    if words.filter(|word| *word == "-").count() > 1 {
        return Err(Failure::usage("standard input can be read only once"));
    }
    let opening = Opening::new(&args.reading, table::reading(&args.table)?)?;
    let (report, store) = (Report::new(common)?, args.memory.store());
    let progress = &progress;
    let inputs = Vec::new();
    let detecting = opening.detecting();
    Update { args, common, report, progress, opening, detecting, store: store?, inputs }.run()
}

impl Update<'_> {
    fn run(&mut self) -> Ended {
        let manner = self.manner()?;
        let set = self.lock()?;
        let old = match update_set::read(self) {
            Ok(Some(old)) => old,
            Ok(None) => return self.nothing("no XML sitemap in the set"),
            Err(error) => return self.stopped(&error),
        };
        let store = self.store.clone();
        let mut changes = Changes::new(&store);
        if let Err(error) = self.read_changes(&mut changes) {
            return self.stopped(&error);
        }
        let mut sink = Wary { report: &mut self.report, broken: false };
        let opening = &self.detecting;
        let open = || -> Box<dyn EntryReader + '_> {
            let documents = Documents::new(&old.documents, &Header::default(), opening);
            Box::new(documents.counted(true).fail_fast(true).shown(self.progress))
        };
        let effects = match changes.apply(&manner, open, &mut sink) {
            Ok(effects) => effects,
            Err(error) => return self.stopped(&error),
        };
        if sink.broken {
            return self.nothing("a file of the set is broken, and what cannot be read would go");
        }
        if effects.torn.count > 0 {
            let each = count(effects.torn.count, "URL");
            let message = format!("{each} to upsert and to delete, first {}", effects.torn.first());
            return Err(Failure::usage(message).hint("take them out of one of the lists"));
        }
        self.inputs.extend(old.documents.iter().map(Document::facts));
        self.write(old, effects, set)
    }

    /// Writes what the changes make of the set.
    fn write(&mut self, old: OldSet, effects: Effects, set: Option<Set>) -> Ended {
        let mut told = Told::of(&effects);
        let (kept, removed) = self.divide(old.documents, &old.indexes, &effects);
        told.files = (kept.len() + removed.len()) as u64;
        let paths: Vec<PathBuf> = kept.iter().chain(&removed).map(path_of).collect();
        let last = kept.last().map(path_of).unwrap_or_default();
        let names = Names::after(&last, paths.iter().map(PathBuf::as_path));
        let workers = Workers::new(self.args.memory.jobs(), self.store.memory() / 8);
        let room = Room { entries: self.args.max_urls, bytes: self.args.max_bytes };
        let mut files = Files::new(
            (&self.detecting, &self.store),
            room,
            &effects.counts,
            set.as_ref(),
            (workers, names),
        );
        let (mut actions, mut new) = (Actions::new(effects.actions), effects.new);
        let written =
            files.write(&kept, &mut actions, &mut new, effects.inserted, &mut self.report);
        let settled = files.settle();
        if let Err(error) = written {
            // Why a file could not be written is known by the one who wrote it.
            settled?;
            return self.stopped(&error);
        }
        let made = settled?;
        distinct::spare_set(made.iter().map(|one| one.path.as_path()), &[self.common.role()])?;
        let lastmod = self.args.index_lastmod;
        let indexes = update_index::refresh(&old.indexes, lastmod, (&kept, &removed), &made)?;
        update_tell::files(&mut told, self.args, (&kept, &removed), &made, &indexes);
        if let Some(set) = set {
            self.publish(set, &indexes, &removed, &mut told)?;
        }
        self.close(told)
    }

    fn publish(
        &self,
        set: Set,
        indexes: &[NewIndex],
        removed: &[Document],
        told: &mut Told,
    ) -> Result<(), Failure> {
        let mut paths = Vec::new();
        for index in indexes {
            let mut draft = set.create(&index.path).map_err(|error| refused(&error))?;
            let written = draft.write_all(&index_write::packed(&index.path, &index.document));
            let name = index.path.display().to_string();
            written.map_err(|error| output::unwritten(&name, &error))?;
            draft.finish().map_err(|error| refused(&error))?;
            paths.push(index.path.clone());
        }
        let prune: Vec<PathBuf> = removed.iter().map(path_of).collect();
        let prune = if self.args.prune { &prune[..] } else { &[] };
        let outcome = set.commit(Finale { index: &paths, prune });
        let outcome = outcome.map_err(|error| refused(&error))?;
        told.lines.extend(outcome.trouble.iter().map(ToString::to_string));
        Ok(())
    }

    /// Files that stay in the set, and those that no entry is left of.
    fn divide(
        &self,
        documents: Vec<Document>,
        indexes: &[PathBuf],
        effects: &Effects,
    ) -> (Vec<Document>, Vec<Document>) {
        // Without an index, a file that stands there is in the set.
        if indexes.is_empty() && !self.args.prune {
            return (documents, Vec::new());
        }
        let counts = |one: &Document| effects.counts.get(&one.number).copied().unwrap_or_default();
        let emptied = |one: &Document| {
            let Counts { entries, deleted, .. } = counts(one);
            deleted > 0 && deleted == entries
        };
        let all = documents.iter().all(emptied);
        // New entries go to the end, and a set has a file.
        let needed =
            if all || effects.inserted > 0 { documents.last().map(|one| one.number) } else { None };
        documents.into_iter().partition(|one| !emptied(one) || Some(one.number) == needed)
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

    fn manner(&self) -> Result<Manner, Failure> {
        let conflicts = match &self.args.on_conflict[..] {
            [] => Conflicts::parse("*=last", EXTENSIONS),
            some => {
                let named = some.join(",");
                let rest = if named.contains("*=") { "" } else { ",*=last" };
                Conflicts::parse(&format!("{named}{rest}"), EXTENSIONS)
            }
        };
        let conflicts = conflicts.map_err(|error| {
            Failure::usage(format!("--on-conflict: {error}"))
                .hint("for example `--on-conflict lastmod=newest,image=union`")
        })?;
        let set = self.args.set.iter().rev().find_map(|text| text.strip_prefix("lastmod="));
        let touched = match set {
            Some(text) => Datetime::parse(text).ok(),
            None => Datetime::from_unix(set_index::now()),
        };
        let touched = touched.ok_or_else(|| {
            Failure::usage("--set lastmod: not a W3C date")
                .hint("for example `--set lastmod=2026-03-04`")
        })?;
        Ok(Manner { conflicts, touched })
    }

    fn read_changes(&mut self, changes: &mut Changes<'_>) -> Result<(), Error> {
        let mut adjustment = Adjustment::new(EXTENSIONS);
        fields::set(&mut adjustment, &self.args.set).map_err(plan::Refused::error)?;
        let args = self.args;
        let mut entry = Entry::default();
        for (words, what) in [(&args.upsert, 0), (&args.delete, 1), (&args.touch, 2)] {
            if words.is_empty() {
                continue;
            }
            let plan = update_set::plan_changes(self, words)?;
            let documents = Documents::new(&plan.documents, &plan.header, &self.opening)
                .counted(true)
                .shown(self.progress);
            let mut reader = Adjust::new(documents, adjustment.clone());
            while reader.read_entry(&mut entry, &mut self.report)? {
                match what {
                    0 => changes.upsert(&entry, reader.position())?,
                    1 => changes.delete(&entry)?,
                    _ => changes.touch(&entry)?,
                }
            }
            drop(reader);
            self.inputs.extend(plan.documents.iter().map(Document::facts));
        }
        Ok(())
    }

    /// Ends a run that must not write.
    fn nothing(&mut self, why: &str) -> Ended {
        if self.report.cause().is_none() {
            self.report.blame(Cause::Input);
        }
        let lines = [format!("nothing was written: {why}")];
        self.report.close(&lines);
        self.report.ended(&lines);
        self.write_report(Told::default())?;
        Ok(self.report.cause())
    }

    fn stopped(&mut self, error: &Error) -> Ended {
        match self.report.failed(error) {
            Some(failure) => Err(failure),
            None => self.nothing("a file of the set could not be read to its end"),
        }
    }

    fn close(&mut self, mut told: Told) -> Ended {
        let elapsed = self.progress.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
        let summary = format!("{}, {:.1} s", told.summary(), elapsed.as_secs_f64());
        told.lines.push(summary);
        self.report.close(&told.lines);
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
            ("error", self.report.found(Severity::Error)),
            ("warning", self.report.found(Severity::Warning)),
            ("note", self.report.found(Severity::Note)),
        ] {
            totals.insert(name.to_owned(), number.into());
        }
        let inputs = std::mem::take(&mut self.inputs);
        let outputs = told.outputs;
        let frame = Frame { command: "update", inputs, outputs, totals, ..Frame::default() };
        let to = self.common.report.as_deref();
        output::write_whole(to, |out| sheet.write(&frame, out))
    }
}

/// Tells of files of the set only what keeps them from being rewritten whole: files that are not
/// rewritten keep their faults.
pub(crate) struct Wary<'r> {
    pub(crate) report: &'r mut Report,
    pub(crate) broken: bool,
}

impl Sink for Wary<'_> {
    fn report(&mut self, finding: Diagnostic) -> urlset::Result<()> {
        let conflict = finding.rule.id == "set/duplicate-conflict";
        if finding.lost == Lost::Rest || conflict {
            self.broken |= finding.lost == Lost::Rest;
            return self.report.report(finding);
        }
        Ok(())
    }
}
