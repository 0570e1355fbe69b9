//! `urlset diff`: what was added, removed, changed, and probably renamed between two sets.

use crate::args::{Common, ReportFormat};
use crate::cluster::Elsewhere;
use crate::diff_args::{ChangedField, DiffArgs, Matching, RedirectsFor};
use crate::diff_items::Items;
use crate::diff_text::{Form, Text, summary};
use crate::documents::Documents;
use crate::exit::{Cause, Ended, Failure};
use crate::number::{count, thousands};
use crate::opening::Opening;
use crate::output::{self, Publication};
use crate::plan::{Failed, Plan};
use crate::progress::Progress;
use crate::report::Report;
use crate::sheet::{Frame, InputFacts};
use crate::{
    cluster_diff, distinct, inputs, names, plan, planner, rewrite_args, set_target, table,
};
use serde_json::json;
use std::ffi::OsString;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use urlset::diff::{
    Counted, Counts, Difference, Gathered, How, Item, RedirectMap, Renames, Server, Side,
};
use urlset::ops::Key;
use urlset::rewrite::{Facts, Rewrite, Rewriting, Tally};
use urlset::store::Store;
use urlset::{EntryReader, Error, Header, Kind, Severity};

/// One run of the command.
struct Comparison<'c> {
    args: &'c DiffArgs,
    common: &'c Common,
    opening: Opening,
    how: How,
    rewrite: Option<Rewrite>,
    /// What became of the rewriting.
    rewritten: Option<Facts>,
    store: Store,
    report: Report,
    progress: Mutex<Progress>,
    inputs: Vec<InputFacts>,
    /// Sides of which not everything could be read.
    partial: Vec<&'static str>,
    /// Whether a table is among the inputs.
    has_table: bool,
    /// Who reads the entries, where others do.
    elsewhere: Option<&'c dyn Elsewhere>,
}

/// A side that was read.
struct Set {
    side: Side,
    entries: u64,
    header: Header,
}

/// Runs the command.
pub(crate) fn run(args: &DiffArgs, common: &Common) -> Ended {
    run_by(args, common, None)
}

/// The same; perhaps others read the entries, and take out what both sets have.
pub(crate) fn run_by(args: &DiffArgs, common: &Common, elsewhere: Option<&dyn Elsewhere>) -> Ended {
    let progress = Mutex::new(Progress::new(common));
    check(args, common)?;
    let inputs = [args.old.clone(), args.new.clone()];
    let written = [("the data", args.output.as_deref()), common.role()];
    let flags = args.table.map_file.iter().chain(&args.rewrite.rewrite_file);
    distinct::spare_read(flags, &inputs, &written)?;
    let store = args.memory.store()?;
    let mut opening = Opening::new(&args.reading, table::reading(&args.table)?, store.clone())?;
    opening.read.keep_invalid = args.keep_invalid;
    opening.ahead = args.memory.jobs() > 1;
    let report = Report::new(common)?;
    let mut comparison = Comparison {
        args,
        common,
        opening,
        how: how(args),
        rewrite: rewrite(args, &store)?,
        rewritten: None,
        store,
        report,
        progress,
        inputs: Vec::new(),
        partial: Vec::new(),
        has_table: false,
        elsewhere,
    };
    comparison.run()
}

fn check(args: &DiffArgs, common: &Common) -> Result<(), Failure> {
    table::check_only_read(&args.table)?;
    table::check_x_default(&args.table)?;
    set_target::check_one(args.output.as_deref())?;
    if args.old == "-" && args.new == "-" {
        return Err(Failure::usage("standard input can be read only once"));
    }
    let fields = ["loc", "lastmod", "changefreq", "priority", "other"];
    let known = || fields.into_iter().chain(urlset::EXTENSIONS.iter().map(|known| known.name));
    if let Some(name) = args.ignore.iter().find(|name| known().all(|known| known != **name)) {
        let meant = urlset::query::meant(name, known());
        let all: Vec<&str> = known().collect();
        return Err(Failure::usage(format!("--ignore {name}: no such field"))
            .hint(format!("{meant}known: {}", all.join(", "))));
    }
    check_suffix(args)?;
    // A report of lines has findings alone.
    let lines = common.form() == ReportFormat::Jsonl;
    let data = args.redirects.is_some() || args.changed || lines;
    let to_stdout = output::is_stdout(args.output.as_deref()) && !args.dry_run;
    if data && to_stdout && common.form() != ReportFormat::Text && common.report.is_none() {
        return Err(Failure::usage("standard output carries the data")
            .hint("write the report to a file with `--report FILE`, or the data with `-o PATH`"));
    }
    Ok(())
}

/// The suffix of the output in lower case, without `.gz`; empty for none.
fn suffix(args: &DiffArgs) -> String {
    let name = args.output.as_deref().and_then(Path::file_name).unwrap_or_default();
    let name = name.to_string_lossy().to_ascii_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    name.rsplit_once('.').map_or(String::new(), |(_, suffix)| suffix.to_owned())
}

/// Refuses a name that says something else than is written.
fn check_suffix(args: &DiffArgs) -> Result<(), Failure> {
    let suffix = suffix(args);
    let table = args.changed || args.redirects == Some(RedirectsFor::Csv);
    if !names::SUFFIXES.contains(&suffix.as_str()) || (table && suffix == "csv") {
        return Ok(());
    }
    let what = match args.redirects {
        Some(RedirectsFor::Csv) => "a table",
        Some(_) => "a server's configuration",
        None if args.changed => "lines or a table",
        None => "text for people",
    };
    let name = args.output.as_deref().map(|path| path.display().to_string()).unwrap_or_default();
    let failure = Failure::usage(format!("{name}: what is written is {what}, not {suffix}"));
    Err(match what {
        "text for people" if suffix == "json" => {
            failure.hint("`--json --report FILE` writes the differences as JSON; leave out `-o`")
        }
        _ if table => failure.hint("name it `.csv` or `.txt`"),
        _ => failure.hint("name it `.txt`, or as you like but for formats of other contents"),
    })
}

/// What OLD is rewritten by. A redirect must lead from an address that there was.
fn rewrite(args: &DiffArgs, store: &Store) -> Result<Option<Rewrite>, Failure> {
    let rewrite = args.rewrite.rewrite(store)?;
    if rewrite.is_some() && args.redirects.is_some() {
        return Err(Failure::usage("--redirects with --rewrite-…: they would lead from addresses that never were")
            .hint("leave out `--rewrite-…`: a page with the same path at another host is found as renamed"));
    }
    Ok(rewrite)
}

pub(crate) fn how(args: &DiffArgs) -> How {
    let redirects = args.redirects.is_some();
    let defaults = Renames::default();
    let renames = args.renames.map(|threshold| Renames { threshold, ..defaults });
    let renames = renames.or(redirects.then_some(defaults));
    How {
        key: match args.matching {
            Matching::Exact => Key::Exact,
            Matching::Normalized => Key::Normalized,
        },
        extensions: urlset::EXTENSIONS,
        ignore: args.ignore.clone(),
        renames: renames.map(|renames| Renames { redirects, ..renames }),
    }
}

impl Comparison<'_> {
    fn run(&mut self) -> Ended {
        // Half of a server's configuration is worse than none, and so is what is told as added
        // because the other side is broken.
        let hold = self.args.redirects.is_some() || self.args.changed;
        let (data, dry) = (hold, self.args.dry_run);
        let hold = hold.then_some(&self.store);
        let manner = output::Manner { hold, dry, data, ..Default::default() };
        let data = distinct::data(self.args.output.as_deref(), self.args.dry_run);
        if self.writes() {
            distinct::check(&[data, self.common.role()])?;
        }
        let publication = self
            .writes()
            .then(|| Publication::open(self.args.output.as_deref(), manner))
            .transpose()?;
        let args = self.args;
        let old = self.read(&args.old, "OLD")?;
        let new = self.read(&args.new, "NEW")?;
        if old.is_some() && new.is_some() {
            table::check_is_read(&args.table, self.has_table)?;
        }
        let (Some(old), Some(new)) = (old, new) else {
            self.report.close(&["nothing was compared".to_owned()]);
            self.report.ended(&["nothing was compared".to_owned()]);
            let items = self.items(Kind::Urlset)?;
            self.write_report(&Counts::default(), (0, 0), items)?;
            return Ok(self.report.cause());
        };
        let (entries, kind) = ((old.entries, new.entries), new.header.kind);
        if old.header.kind != kind && entries.0 > 0 && entries.1 > 0 {
            return Err(Failure::usage("one side lists pages, the other sitemaps")
                .hint("follow indexes with `--follow local`, or none with `--follow none`"));
        }
        let mut counted = Counted::default();
        let (mut old, mut new) = (old.side, new.side);
        if let Some(others) = self.elsewhere {
            let left = cluster_diff::left(others, [&mut old, &mut new], &self.how, &self.store);
            counted = left.map_err(|error| self.stopped(&error))?;
        }
        let compared = old.compare(new, &self.how, &self.store);
        let mut difference = compared.map_err(|error| self.stopped(&error))?;
        difference.besides(counted);
        self.tell(difference, entries, kind, publication)
    }

    /// Whether anything but a report is written.
    fn writes(&self) -> bool {
        let args = self.args;
        let report_alone = self.common.form() == ReportFormat::Json
            && self.common.report.is_none()
            && args.output.is_none();
        args.redirects.is_some() || args.changed || !report_alone
    }

    /// Reads one side; `None` where there is nothing to read.
    fn read(&mut self, word: &OsString, name: &'static str) -> Result<Option<Set>, Failure> {
        let wanted = inputs::expand(std::slice::from_ref(word))?;
        let output = self.args.output.as_deref();
        let outputs = output.and_then(|path| path.canonicalize().ok()).into_iter().collect();
        let elsewhere = self.elsewhere.is_some();
        let manner = plan::Manner { outputs, elsewhere, ..self.args.follow.manner()? };
        let before = self.report.gaps();
        let planned = planner::plan(wanted, &self.opening, &manner, &mut self.report);
        let plan = planned.map_err(|error| self.stopped(&error))?;
        if plan.documents.is_empty() {
            if self.report.cause().is_none() {
                self.report.blame(Cause::Input);
            }
            self.partial.push(name);
            return Ok(None);
        }
        self.has_table |= plan.has_table();
        let header = plan.header.clone();
        let side = match self.elsewhere {
            Some(others) => self.read_by(others, &plan, name)?,
            None => self.read_here(&plan, name)?,
        };
        let entries = plan.documents.iter().map(|one| one.entries.load(Ordering::Relaxed)).sum();
        if self.report.gaps() > before {
            self.partial.push(name);
        }
        for document in plan.documents {
            let mut facts = document.facts();
            facts.info = Some(json!({ "side": name.to_ascii_lowercase() }));
            self.inputs.push(facts);
        }
        Ok(Some(Set { side, entries, header }))
    }

    /// Reads the documents of a side.
    fn read_here(&mut self, plan: &Plan, name: &'static str) -> Result<Side, Failure> {
        let documents = Documents::new(&plan.documents, &plan.header, &self.opening)
            .counted(true)
            .shown(&self.progress)
            .fail_fast(self.args.follow.fail_fast);
        let tally = Tally::new(None);
        let mut documents: Box<dyn EntryReader + '_> = match &self.rewrite {
            // What was is compared as if it had moved already.
            Some(rewrite) if name == "OLD" => Box::new(Rewriting::new(documents, rewrite, &tally)),
            _ => Box::new(documents),
        };
        let read = Side::read(documents.as_mut(), &self.how, &self.store, &mut self.report);
        drop(documents);
        let side = read.map_err(|error| self.stopped(&error))?;
        if let Some(rewrite) = self.rewrite.as_ref().filter(|_| name == "OLD") {
            let facts = tally.finish(rewrite, &mut self.report);
            let facts = facts.map_err(|error| self.stopped(&error))?;
            self.rewritten = Some(facts);
        }
        Ok(side)
    }

    /// Has others read them, who keep the entries for now.
    fn read_by(
        &mut self,
        others: &dyn Elsewhere,
        plan: &Plan,
        name: &'static str,
    ) -> Result<Side, Failure> {
        let read = cluster_diff::read(others, plan, name, &mut self.report);
        if read.map_err(|error| self.stopped(&error))? {
            return Err(self.stopped(&Failed.into()));
        }
        let none = Gathered::new(&self.how, &self.store).finish(plan.header.clone());
        none.map_err(|error| self.stopped(&error))
    }

    /// What ended the run before its time.
    fn stopped(&mut self, error: &Error) -> Failure {
        self.report.failed(error).unwrap_or_else(|| {
            self.report.close(&[]);
            self.report.ended(&[]);
            // A report that is not written would have said it.
            let why = match error {
                Error::Stopped(finding) if self.common.form() != ReportFormat::Text => {
                    format!(": {}: {}", finding.rule.summary, finding.detail)
                }
                _ => String::new(),
            };
            let cause = self.report.cause().unwrap_or(Cause::Input);
            Failure::new(cause, format!("nothing was compared{why}"))
        })
    }

    /// Writes every difference, then the report.
    fn tell(
        &mut self,
        mut difference: Difference,
        entries: (u64, u64),
        kind: Kind,
        publication: Option<Publication>,
    ) -> Ended {
        let counts = *difference.counts();
        if !counts.is_empty() {
            self.report.blame(Cause::No);
        }
        let mut form = self.form(kind, publication.is_some());
        let mut items = self.items(kind)?;
        let name = publication.as_ref().map_or("", Publication::name).to_owned();
        let failed = |error: std::io::Error| output::unwritten(&name, &error);
        let pen = publication.as_ref().map(Publication::pen).transpose()?;
        let path = self.args.output.as_deref().filter(|path| !output::is_stdout(Some(path)));
        let compressed = path.is_some_and(|path| names::by_path(path).1);
        let mut out: Box<dyn Write> = match pen {
            Some(pen) if compressed => Box::new(BufWriter::new(urlset::gzip(pen))),
            Some(pen) => Box::new(BufWriter::new(pen)),
            None => Box::new(std::io::sink()),
        };
        let (mut item, mut text) = (Item::default(), String::new());
        let notes: Vec<String> = self.partial.iter().map(|side| not_whole(side)).collect();
        form.begin(&counts, &notes, &mut text);
        loop {
            let read = difference.read(&mut item);
            if !read.map_err(|error| self.stopped(&error))? {
                break;
            }
            form.item(&item, &counts, &mut text);
            if let Some(items) = &mut items {
                items.push(&item).map_err(|error| self.stopped(&error))?;
            }
            out.write_all(text.as_bytes()).map_err(failed)?;
            text.clear();
        }
        form.end(&mut text);
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(failed)?;
        drop(out);
        if let Some(publication) = publication.filter(|_| form.stands(self.partial.is_empty())) {
            publication.publish()?;
        }
        let lines = self.lines(&counts, entries, &form, &name);
        self.report.close(&lines);
        if matches!(self.report.cause(), Some(Cause::Input | Cause::Limit)) {
            self.report.ended(&[]);
        }
        self.write_report(&counts, entries, items)?;
        Ok(self.report.cause())
    }

    /// Where the report keeps differences, where it has them.
    fn items(&mut self, kind: Kind) -> Result<Option<Items>, Failure> {
        let wanted = self.common.form() == ReportFormat::Json;
        wanted
            .then(|| Items::new(kind, &self.store))
            .transpose()
            .map_err(|error| self.stopped(&error))
    }

    fn form(&self, kind: Kind, writes: bool) -> Form {
        let args = self.args;
        match args.redirects {
            _ if !writes => Form::Nothing,
            Some(server) => Form::Redirects(RedirectMap::new(match server {
                RedirectsFor::Nginx => Server::Nginx,
                RedirectsFor::Apache => Server::Apache,
                RedirectsFor::Csv => Server::Csv,
            })),
            None if args.changed => {
                let fields = match args.fields.as_slice() {
                    [] => vec![ChangedField::Loc],
                    fields => fields.to_vec(),
                };
                let table = fields != [ChangedField::Loc] || suffix(args) == "csv";
                Form::Changed(fields, table)
            }
            None => Form::Text(Text::new(kind, args.max_items)),
        }
    }

    /// The last lines of the run.
    fn lines(
        &self,
        counts: &Counts,
        (old, new): (u64, u64),
        form: &Form,
        name: &str,
    ) -> Vec<String> {
        let mut lines: Vec<String> = self.partial.iter().map(|side| not_whole(side)).collect();
        for (side, repeated) in [("OLD", counts.old_repeated), ("NEW", counts.new_repeated)] {
            if repeated > 0 {
                let entries = if repeated == 1 { "entry repeats" } else { "entries repeat" };
                lines.push(format!("{side}: {} {entries} a loc", thousands(repeated)));
            }
        }
        if let Some((redirects, too_long)) = form.redirects() {
            let mut line = count(redirects, "redirect");
            for (without, why) in [
                (counts.served, "the old address is served still"),
                (
                    counts.ambiguous,
                    "another page left the same address but for scheme, port or case",
                ),
                (counts.unseen, "no server is asked for the old address"),
                (too_long, "nginx reads no address of 4,096 bytes"),
            ] {
                if without > 0 {
                    line += &format!(", {} without: {why}", count(without, "renamed page"));
                }
            }
            lines.push(line);
        }
        if let Some(facts) = &self.rewritten {
            let rewritten = rewrite_args::lines(facts).into_iter();
            lines.extend(rewritten.map(|line| format!("OLD: {line}")));
        }
        match (self.args.dry_run, form.stands(self.partial.is_empty())) {
            _ if matches!(form, Form::Nothing) => {}
            (false, true) => {}
            (true, true) => lines.push(format!("dry run: would write {name}")),
            (true, false) => lines.push("dry run: nothing would be written".to_owned()),
            (false, false) => lines.push("nothing was written".to_owned()),
        }
        let found = match form {
            Form::Text(_) if output::is_stdout(self.args.output.as_deref()) => String::new(),
            _ => format!(": {}", summary(counts)),
        };
        let files = count(self.inputs.len() as u64, "file");
        let seconds =
            self.progress.lock().unwrap_or_else(PoisonError::into_inner).elapsed().as_secs_f64();
        lines.push(format!(
            "{} in OLD, {} in NEW{found}, {files}, {seconds:.1} s",
            thousands(old),
            thousands(new)
        ));
        lines
    }

    fn write_report(
        &mut self,
        counts: &Counts,
        (old, new): (u64, u64),
        items: Option<Items>,
    ) -> Result<(), Failure> {
        let Some(sheet) = self.report.sheet.take() else {
            return Ok(());
        };
        let inputs = std::mem::take(&mut self.inputs);
        let mut frame = Frame { command: "diff", inputs, ..Frame::default() };
        let totals = [
            ("entries", old + new),
            ("old", old),
            ("new", new),
            ("unchanged", counts.unchanged),
            ("old_repeated", counts.old_repeated),
            ("new_repeated", counts.new_repeated),
            ("error", self.report.found(Severity::Error)),
            ("warning", self.report.found(Severity::Warning)),
            ("note", self.report.found(Severity::Note)),
        ];
        for (name, number) in totals {
            frame.totals.insert(name.to_owned(), number.into());
        }
        if let Some(facts) = &self.rewritten {
            frame.totals.insert("rewrite".to_owned(), rewrite_args::object(facts));
        }
        let incomplete: Vec<String> =
            self.partial.iter().map(|side| side.to_ascii_lowercase()).collect();
        let to = self.common.report.as_deref();
        output::write_whole(to, |out| {
            sheet.write_with(&frame, out, |out| match items {
                Some(items) => items.write(counts, &incomplete, out),
                None => Ok(()),
            })
        })
    }
}

fn not_whole(side: &str) -> String {
    let then = if side == "OLD" { "added" } else { "removed" };
    format!("{side} was not read whole: what is missing from it is told as {then}")
}
