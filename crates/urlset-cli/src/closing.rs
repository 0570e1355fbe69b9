//! The end of a run: publishes what may be published, and says what was done.

use crate::change::{Change, MOST_ENTRIES};
use crate::convert_args::OnLoss;
use crate::exit::{Cause, Ended, Failure};
use crate::number::{count, entries, thousands};
use crate::output::{self, Publication};
use crate::plan::{self, Document, Plan};
use crate::product::Product;
use crate::proof::Wrong;
use crate::set_run::SetMade;
use crate::sheet::{Frame, OutputFacts};
use crate::stylesheet::{Style, StyleFile};
use crate::summary::Totals;
use crate::target::{Target, existing};
use crate::{distinct, list, losses, set_files};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use urlset::check::rules::TOO_LARGE;
use urlset::clusters::rules::{ADDED_LINK, NOT_COMPLETED};
use urlset::ops::rules::DUPLICATE_CONFLICT;
use urlset::publish::{self, Finale, Manner, Published, Set};
use urlset::rules::TOO_MANY_URLS;
use urlset::{Rule, Severity, Sink, Written};

/// Bytes of one document that the protocol allows.
pub(crate) const MOST_BYTES: u64 = 52_428_800;

impl Change<'_> {
    /// How many links were added, and how many are missing still.
    fn completed(&self) -> String {
        let of = |rule: &Rule| {
            let mut tallies = self.report.tallies();
            tallies.find(|tally| tally.rule == rule).map_or(0, |tally| tally.found)
        };
        let added = count(of(&ADDED_LINK), "alternate");
        match of(&NOT_COMPLETED) {
            0 => format!("{added} added"),
            missing => format!("{added} added, {} missing and not certain", thousands(missing)),
        }
    }

    /// Publishes what may be published, and says what was done.
    pub(crate) fn close(&mut self, plan: &Plan, product: Product) -> Ended {
        let args = &self.args.target;
        let lossy = !self.report.losses.is_empty();
        let too_lossy = lossy && args.on_loss == OnLoss::Error;
        if too_lossy {
            self.report.blame(Cause::No);
        }
        let totals = self.totals(plan);
        let mut left = Vec::new();
        let refused = self.refusal(plan, &product, too_lossy, &mut left)?;
        let allowed = refused.is_none() && !matches!(product, Product::Nothing);
        let mut lines = Vec::new();
        let tell_losses = allowed || too_lossy;
        losses::finish(&mut self.losses, tell_losses, &mut self.report)?;
        let (written, outputs) = self.publish(product, refused.is_some(), &mut lines)?;
        // Only its name is still to come: nothing goes wrong now that could before.
        losses::publish(self.losses.take())?;
        if !allowed {
            let why = refused.map_or_else(String::new, |why| format!(": {why}"));
            let tense = if args.dry_run {
                "dry run: nothing would be written"
            } else {
                "nothing was written"
            };
            lines.push(format!("{tense}{why}"));
        }
        self.report.say(&lines);
        if lossy && args.on_loss != OnLoss::Ignore {
            let holds = self.format.map(list::holds);
            lines.push(self.report.losses.summary(holds.as_deref()));
        }
        if self.habit.mends {
            if allowed {
                lines.extend(self.renamed(plan));
            }
            lines.push(self.repaired(allowed));
            let there = allowed && !args.dry_run;
            let line = |one: &Wrong| if there { one.to_string() } else { one.unwritten() };
            lines.extend(left.iter().map(line));
        }
        if self.habit.completes && allowed {
            lines.push(self.completed());
        }
        let totals = Totals {
            made: written,
            written: if allowed { written } else { 0 },
            limit: self.args.pages.limit.filter(|most| written >= *most),
            ..totals
        };
        lines.append(&mut self.told.lines);
        lines.push(totals.line(&self.report));
        self.report.close(&lines);
        if !allowed {
            self.report.ended(&lines);
        }
        self.write_report(plan, &totals, outputs)?;
        Ok(self.report.cause())
    }

    /// Why what was made is not published. What is wrong with it all the same goes to `left`.
    fn refusal(
        &mut self,
        plan: &Plan,
        product: &Product,
        too_lossy: bool,
        left: &mut Vec<Wrong>,
    ) -> Result<Option<String>, Failure> {
        // Under `--on-conflict fail` a value that would have to give way is told as lost.
        let at_odds = self
            .report
            .tallies()
            .any(|tally| tally.rule.id == DUPLICATE_CONFLICT.id && tally.fields > 0);
        let failed = self.report.has_failed() || self.report.gaps() > 0;
        let totals = self.totals(plan);
        let unread = totals.read == 0 && failed && self.replaces(product);
        let is_emptied = product.is_empty()
            && totals.left_out == 0
            && self.report.lost_entries() > 0
            && self.replaces(product);
        let unmended = self.unmended(plan, product, left)?;
        // What is read of it would pass for the whole.
        let cut =
            self.report.cut().filter(|_| !self.args.reading.lenient && self.replaces(product));
        Ok(match self.torn(product) {
            Some(name) => Some(format!("{name} was not read whole, and would be replaced")),
            None if cut.is_some() => {
                cut.map(|name| format!("{name} was not read to its end, see --lenient"))
            }
            None if at_odds => Some("entries for one page differ, see --on-conflict".to_owned()),
            None if too_lossy => Some("something would be lost, see --on-loss".to_owned()),
            None if unread => Some("no entry could be read".to_owned()),
            None if is_emptied => Some("not one entry would be in it".to_owned()),
            None => unmended,
        })
    }

    /// What the run did, but for what it wrote.
    fn totals(&self, plan: &Plan) -> Totals {
        Totals {
            kind: plan.header.kind,
            read: plan.documents.iter().map(|document| document.facts().entries).sum(),
            left_out: self.told.left_out,
            joined: self.told.joined,
            made: 0,
            written: 0,
            limit: None,
            files: plan.documents.len() as u64,
            elapsed: self.progress.lock().unwrap_or_else(PoisonError::into_inner).elapsed(),
        }
    }

    /// Whether files that stand there may be replaced; what is written to a stream has left already.
    fn replaces(&self, product: &Product) -> bool {
        match product {
            Product::Nothing => false,
            Product::One { .. } => {
                let path = self.args.target.output.as_deref();
                path.is_some_and(|path| !output::is_stream(path))
            }
            Product::Set(_) => true,
        }
    }

    /// An input that was not read to its end and that the output would replace: what was not read
    /// stands nowhere else.
    fn torn(&self, product: &Product) -> Option<String> {
        let real = |path: &Path| path.canonicalize().ok();
        let torn: HashMap<PathBuf, &str> =
            self.report.torn().filter_map(|name| Some((real(Path::new(name))?, name))).collect();
        if torn.is_empty() {
            return None;
        }
        let found = |path: &Path| torn.get(&real(path)?).map(|name| (*name).to_owned());
        match product {
            Product::Nothing => None,
            Product::One { .. } => self.args.target.output.as_deref().and_then(found),
            Product::Set(made) => made.paths().find_map(found),
        }
    }

    /// Gives how many entries were written, and what is known of the files.
    fn publish(
        &mut self,
        product: Product,
        refused: bool,
        lines: &mut Vec<String>,
    ) -> Result<(u64, Vec<OutputFacts>), Failure> {
        Ok(match product {
            Product::Nothing => (0, Vec::new()),
            Product::One { publication, written, target } => {
                let facts = self.publish_one(publication, written, target, refused, lines)?;
                (written.entries, facts)
            }
            Product::Set(made) => {
                let entries = made.files.iter().map(|file| file.written.entries).sum();
                (entries, self.publish_set(made, refused, lines)?)
            }
        })
    }

    fn publish_one(
        &mut self,
        publication: Publication,
        written: Written,
        target: Target,
        refused: bool,
        lines: &mut Vec<String>,
    ) -> Result<Vec<OutputFacts>, Failure> {
        let name = self.target_name();
        let to_file = !output::is_stdout(self.args.target.output.as_deref());
        // What is not published is no empty file.
        if !refused || written.entries > 0 {
            self.measure(&name, target.format.name, written, to_file);
        }
        let replaced = self.replaced_sitemaps(target)?;
        let path = self.args.target.output.as_ref();
        let style = self.style(target)?.filter(|_| !refused);
        if let Some(style) = &style {
            lines.extend(style.told(self.args.target.dry_run));
        }
        if !refused && !publication.publish_with(style.as_ref())? {
            lines.push(format!("{name}: unchanged"));
        } else if replaced > 0 && !refused {
            let replaced = count(replaced as u64, "`Sitemap:` line");
            lines.push(format!("{name}: {replaced} replaced, all others kept"));
        }
        if self.args.target.dry_run && !refused {
            lines.push(format!(
                "dry run: would write {name} as {}{}, {} in {} bytes",
                target.format.name,
                if target.compressed { ", gzip" } else { "" },
                entries(written.entries),
                thousands(written.bytes),
            ));
        }
        let facts = OutputFacts {
            path: path.map_or_else(|| "-".to_owned(), |path| path.display().to_string()),
            format: target.format.name.to_owned(),
            entries: written.entries,
            bytes: written.bytes,
            published: !refused && !self.args.target.dry_run,
            index: false,
            change: None,
        };
        let style = style.map(|style| style.facts(facts.published));
        Ok(std::iter::once(facts).chain(style).collect())
    }

    /// The stylesheet that the one output names.
    fn style(&self, target: Target) -> Result<Option<StyleFile>, Failure> {
        let target_args = &self.args.target;
        let path = target_args.output.as_deref().unwrap_or(Path::new("-"));
        let style = Style::parse(&self.args.writing.stylesheet)?;
        let style = style.files(std::iter::once((path, target.format.name)))?.pop();
        if let Some(style) = &style {
            let reports = [self.common.role(), target_args.losses()];
            distinct::spare_set(std::iter::once(style.path.as_path()), &reports)?;
            if target_args.dry_run {
                style.check(target_args.no_clobber)?;
            }
        }
        Ok(style)
    }

    /// How many lines of a robots.txt go for those that were written.
    fn replaced_sitemaps(&self, target: Target) -> Result<usize, Failure> {
        // One that is repaired replaces what stands there as any other file does.
        if target.format.name != "robots" || self.habit.mends {
            return Ok(0);
        }
        let text = existing(self.args.target.output.as_deref(), target.compressed)?;
        Ok(text.map_or(0, |text| urlset::robots::sitemaps(&text).count()))
    }

    /// Gives what is known of the files where a report or a plan asks for it.
    fn publish_set(
        &mut self,
        made: SetMade,
        refused: bool,
        lines: &mut Vec<String>,
    ) -> Result<Vec<OutputFacts>, Failure> {
        let published = !refused && made.set.is_some();
        let fate = self.fate(published);
        let prune = matches!(fate, Fate::Removed | Fate::WouldBeRemoved);
        for file in &made.files {
            let name = file.path.as_deref().unwrap_or(Path::new("")).display().to_string();
            if !refused || file.written.entries > 0 {
                self.measure(&name, file.format, file.written, true);
            }
        }
        for index in &made.indexes {
            let size = Written { entries: index.entries, ..Written::default() };
            self.measure(&index.path.display().to_string(), "xml", size, true);
        }
        let asked = self.report.sheet.is_some() || made.set.is_none();
        let outputs = if asked { outputs(&made, published) } else { Vec::new() };
        let index: Vec<_> = made.indexes.iter().map(|index| index.path.clone()).collect();
        let gone = if prune { made.gone() } else { Vec::new() };
        if made.set.is_none() && !refused {
            self.plan_set(&made, (&outputs, &index, &gone), lines);
        }
        if fate != Fate::Removed {
            let listed = if prune { &gone } else { &made.stale };
            lines.extend(listed.iter().map(|path| fate.line(path)));
        }
        if let Some(path) = made.unread.as_ref().filter(|_| self.args.shards.prune) {
            let path = path.display();
            lines.push(format!(
                "warning: {path}: the old index cannot be read whole; what it alone names stays"
            ));
        }
        if made.indexes.len() > 1 {
            lines.push("the set needs several indexes; name each in robots.txt:".to_owned());
            lines.extend(made.indexes.iter().map(|index| format!("Sitemap: {}", index.loc)));
        }
        if refused {
            return Ok(outputs);
        }
        lines.extend(made.beside);
        lines.extend(made.styles.iter().filter_map(|style| style.told(false)));
        // Dropped, a set without files takes back the folders that it made.
        let idle = made.files.is_empty() && index.is_empty() && gone.is_empty();
        if let Some(set) = made.set.filter(|_| !idle) {
            self.commit(set, Finale { index: &index, prune: &gone }, lines)?;
        }
        Ok(outputs)
    }

    /// Says what a dry run would publish, and how.
    fn plan_set(
        &self,
        made: &SetMade,
        (outputs, index, gone): (&[OutputFacts], &[PathBuf], &[PathBuf]),
        lines: &mut Vec<String>,
    ) {
        let files = made.files.iter().map(|file| file.unchanged);
        let styles = made.styles.iter().map(StyleFile::stays);
        let stays = files.chain(styles).chain(made.indexes.iter().map(|index| index.stays));
        lines.extend(outputs.iter().zip(stays).map(|(output, stays)| planned(output, stays)));
        let files = made.files.iter().filter_map(|file| Some(file.path.as_ref()?.to_path_buf()));
        let (stay, new): (Vec<_>, Vec<_>) = made.styles.iter().partition(|one| one.stays());
        let files: Vec<_> = files.chain(new.iter().map(|one| one.path.clone())).collect();
        // What stays counts as what goes: the folder holds it.
        let held = stay.iter().map(|one| one.path.clone()).chain(gone.iter().cloned());
        let held: Vec<_> = held.collect();
        let plan = publish::Plan {
            files: &files,
            by_content: made.hashed && !new.iter().any(|one| one.replaces()),
            no_clobber: self.args.target.no_clobber,
            index,
            prune: &held,
        };
        match made.paths().next() {
            Some(_) => lines.push(format!("dry run: {}", manner(plan.manner()))),
            None => lines.push("dry run: would write no file".to_owned()),
        }
        if made.hashed && index.iter().any(|path| path.is_file()) {
            lines.push(UNNAMED.to_owned());
        }
    }

    /// Publishes a set, and says what became of its files.
    fn commit(
        &mut self,
        set: Set,
        finale: Finale<'_>,
        lines: &mut Vec<String>,
    ) -> Result<(), Failure> {
        let outcome = set.commit(finale);
        let outcome = outcome.map_err(|error| set_files::refused(&error))?;
        if !outcome.trouble.is_empty() {
            // The set stands, but not all of what should have been done was.
            self.report.blame(Cause::Output);
        }
        let is_removed = |file: &&Published| file.change == publish::Change::Removed;
        let removed = outcome.files.iter().filter(is_removed);
        lines.extend(removed.map(|file| Fate::Removed.line(&file.path)));
        lines.extend(outcome.trouble.iter().map(ToString::to_string));
        if outcome.not_exchanged {
            let how = manner(outcome.manner);
            lines.push(format!("the folder could not be exchanged; {how}"));
        }
        self.report.tell(manner(outcome.manner));
        let is_unchanged = |file: &&Published| file.change == publish::Change::Unchanged;
        let unchanged = outcome.files.iter().filter(is_unchanged).count();
        if unchanged > 0 {
            lines.push(format!("{} unchanged", count(unchanged as u64, "file")));
        }
        Ok(())
    }

    /// What becomes of files that are no longer in the set. What could not be read may be what kept
    /// them in it.
    fn fate(&self, published: bool) -> Fate {
        let whole = self.report.cause().is_none_or(|cause| cause < Cause::Input)
            && !self.report.passed_over;
        match (self.args.shards.prune, whole) {
            // The index that named them is gone with this run; a previous set goes on doing so.
            (false, _) if published && self.args.shards.previous.is_none() => Fate::Stays,
            (false, _) => Fate::Listed,
            (true, false) => Fate::Kept,
            (true, true) if published => Fate::Removed,
            (true, true) => Fate::WouldBeRemoved,
        }
    }

    /// Tells where a written file is larger than those who read sitemaps take, or says nothing to
    /// them at all.
    pub(crate) fn measure(&mut self, name: &str, format: &str, size: Written, to_file: bool) {
        let limited = match format {
            "xml" | "rss" | "atom" => true,
            // A stream of lines is for programs, which have no limit.
            "text" => to_file,
            _ => false,
        };
        if limited && to_file && size.entries == 0 {
            let output = self.report.name(name);
            let finding = urlset::rules::EMPTY.at(plan::nowhere(output));
            let _ = self.report.report(finding.detail("nothing was left to write"));
        }
        let faults = [
            (size.entries > MOST_ENTRIES, &TOO_MANY_URLS, size.entries, "entries"),
            (size.bytes > MOST_BYTES, &TOO_LARGE, size.bytes, "bytes"),
        ];
        for (over, rule, number, noun) in faults {
            if !limited || !over {
                continue;
            }
            let output = self.report.name(name);
            let detail = format!("{} {noun} were written", thousands(number));
            // The data is whole; it is the publishing that would go wrong.
            let finding = rule
                .at(plan::nowhere(output))
                .detail(detail)
                .severity(Severity::Warning)
                .help("spread them over several files: `-o 'sitemap-{n:05}.xml.gz' --index sitemap.xml --base-url URL`");
            let _ = self.report.report(finding);
        }
    }

    fn write_report(
        &mut self,
        plan: &Plan,
        totals: &Totals,
        outputs: Vec<OutputFacts>,
    ) -> Result<(), Failure> {
        let Some(sheet) = self.report.sheet.take() else {
            return Ok(());
        };
        let mut frame = Frame {
            command: self.habit.command,
            inputs: plan.documents.iter().map(Document::facts).collect(),
            outputs,
            loss: self.report.losses.as_json(),
            ..Frame::default()
        };
        let dropped = self.report.tallies().map(|tally| tally.dropped).sum();
        let fields = self.report.tallies().map(|tally| tally.fields).sum();
        let mut total = |name: &str, number: u64| {
            frame.totals.insert(name.to_owned(), number.into());
        };
        total("entries", totals.read);
        total("written", totals.written);
        total("dropped", dropped);
        total("joined", totals.joined);
        total("left_out", totals.left_out);
        if let Some(most) = totals.limit {
            total("limit", most);
        }
        total("spilled", self.told.spilled);
        total("fields_dropped", fields);
        total("error", self.report.found(Severity::Error));
        total("warning", self.report.found(Severity::Warning));
        total("note", self.report.found(Severity::Note));
        if self.habit.mends {
            total("repaired", self.report.tallies().map(|tally| tally.mended).sum());
            let wrong = self.told.wrong.iter().cloned().collect();
            frame.totals.insert("still_wrong".to_owned(), serde_json::Value::Object(wrong));
        }
        if !self.report.conflicts.is_empty() {
            let conflicts = serde_json::json!(self.report.conflicts);
            frame.totals.insert("conflicts".to_owned(), conflicts);
        }
        if !self.told.steps.is_empty() {
            let steps =
                self.told.steps.iter().map(|(step, count)| (step.to_string(), (*count).into()));
            frame
                .totals
                .insert("normalized".to_owned(), serde_json::Value::Object(steps.collect()));
        }
        if let Some(rewrite) = self.told.rewrite.take() {
            frame.totals.insert("rewrite".to_owned(), rewrite);
        }
        let to = self.common.report.as_deref();
        if self.args.target.dry_run && !output::is_stdout(to) {
            return Ok(());
        }
        output::write_report(to, |out| sheet.write(&frame, out))
    }
}

/// A dry run makes no file, and does not know what `{hash:8}` stands for.
const UNNAMED: &str = "dry run: names after content are not known before the files are made, nor \
                       which files are unchanged or no longer in the set";

/// What becomes of a file that is no longer in the set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Listed,
    Stays,
    Kept,
    Removed,
    WouldBeRemoved,
}

impl Fate {
    fn line(self, path: &Path) -> String {
        let told = match self {
            Fate::Listed => "; `--prune` removes it",
            Fate::Stays => "; it stays, since `--prune` was not given",
            Fate::Kept => "; not removed, since not all was read",
            Fate::Removed => ", removed",
            Fate::WouldBeRemoved => ", would be removed",
        };
        format!("{}: no longer in the set{told}", path.display())
    }
}

/// What a report says of the files of a set, the indexes last.
fn outputs(made: &SetMade, published: bool) -> Vec<OutputFacts> {
    let files = made.files.iter().map(|file| OutputFacts {
        path: file.path.as_ref().map_or_else(String::new, |path| path.display().to_string()),
        format: file.format.to_owned(),
        entries: file.written.entries,
        bytes: file.written.bytes,
        published,
        index: false,
        change: None,
    });
    let indexes = made.indexes.iter().map(|index| OutputFacts {
        path: index.path.display().to_string(),
        format: "xml".to_owned(),
        entries: index.entries,
        bytes: index.bytes,
        published,
        index: true,
        change: None,
    });
    let styles = made.styles.iter().map(|style| style.facts(published));
    files.chain(styles).chain(indexes).collect()
}

fn planned(output: &OutputFacts, stays: bool) -> String {
    if stays {
        return format!("dry run: {}: unchanged", output.path);
    }
    if output.format == "css" {
        let bytes = thousands(output.bytes);
        return format!("dry run: would write {} as css, {bytes} bytes", output.path);
    }
    format!(
        "dry run: would write {} as {}, {} in {} bytes",
        output.path,
        output.format,
        entries(output.entries),
        thousands(output.bytes),
    )
}

/// What a kill in the middle would have left.
pub(crate) fn manner(manner: Manner) -> &'static str {
    match manner {
        Manner::ByRename => "published by one rename: readers see the old set or the new one",
        Manner::ByExchange => {
            "published by exchanging the folder: readers see the old set or the new one"
        }
        Manner::FileByFile => {
            "published file by file, each whole and the index last; a kill in between leaves some \
             old and some new (use `{hash:8}` in the name, or a folder of its own)"
        }
    }
}
