//! `urlset index`: an index or `Sitemap:` lines from files, or an index that is there, refreshed.

use crate::args::{Common, ReportFormat};
use crate::convert_args::IndexLastmod;
use crate::exit::{Cause, Ended, Failure};
use crate::index_args::IndexArgs;
use crate::index_dates::Dates;
use crate::inputs::{self, From, Named, Wanted};
use crate::number::count;
use crate::opening::Opening;
use crate::output;
use crate::plan::{self, Document, Plan};
use crate::progress::Progress;
use crate::report::Report;
use crate::resolve;
use crate::set_index::{self, OldIndex, below};
use crate::set_target;
use crate::sheet::{Frame, OutputFacts};
use crate::stylesheet::{self, Style};
use crate::update_files::path_of;
use crate::{distinct, index_dates, index_write, names, planner, target};
use clap::ValueEnum;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use urlset::csv::CsvReadOptions;
use urlset::publish::Set;
use urlset::shard::Index;
use urlset::store::Store;
use urlset::{Datetime, Entry, Error, Header, Kind, Severity};

/// Formats that search engines read as sitemaps.
const SITEMAPS: [&str; 4] = ["xml", "text", "rss", "atom"];

/// One run.
pub(crate) struct Indexing<'c> {
    pub(crate) args: &'c IndexArgs,
    pub(crate) common: &'c Common,
    pub(crate) report: Report,
    progress: &'c Mutex<Progress>,
    opening: Opening,
    pub(crate) robots: bool,
    pub(crate) style: Style,
    /// `None` for standard output.
    pub(crate) output: Option<PathBuf>,
    /// What locks the folder of the output, and publishes several files.
    pub(crate) set: Option<Set>,
    /// What is told at the end.
    lines: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &IndexArgs, common: &Common) -> Ended {
    let progress = Mutex::new(Progress::new(common));
    set_target::check_one(args.output.as_deref())?;
    let named = args.output.as_deref().filter(|path| !output::is_stdout(Some(path)));
    let mut set = index_write::lock(args, named)?;
    let wanted = inputs::expand(&args.inputs)?;
    let robots = is_robots(args)?;
    let refreshed = refreshed(&wanted).filter(|_| !robots);
    let output = args.output.clone().or_else(|| refreshed.clone());
    let output = output.filter(|path| !output::is_stdout(Some(path)));
    if args.output.is_none() {
        set = index_write::lock(args, output.as_deref())?;
    }
    let to_stdout = output.is_none() && !args.dry_run;
    if to_stdout && common.form() != ReportFormat::Text && common.report.is_none() {
        return Err(Failure::usage("standard output carries the data")
            .hint("write the report to a file with `--report FILE`, or the index with `-o PATH`"));
    }
    let style = Style::parse(&args.stylesheet)?;
    style.check(if robots { "robots" } else { "xml" }, output.as_deref())?;
    let written = [distinct::data(output.as_deref(), args.dry_run), common.role()];
    distinct::check(&written)?;
    distinct::spare_read([], &args.inputs, &written)?;
    let report = Report::new(common)?;
    let opening = Opening::new(&args.reading, CsvReadOptions::default(), Store::new(0, None))?;
    let (progress, lines) = (&progress, Vec::new());
    let mut run =
        Indexing { args, common, report, progress, opening, robots, style, output, set, lines };
    match refreshed {
        Some(index) => run.refresh(wanted, &index),
        None => run.build(wanted),
    }
}

impl Indexing<'_> {
    /// An index of files.
    fn build(&mut self, mut wanted: Vec<Wanted>) -> Ended {
        let Some(base) = &self.args.base_url else {
            return Err(Failure::usage("an index needs the address of its files").hint(
                "add `--base-url https://www.example.com/`, where the folder of the output is served",
            ));
        };
        let base = set_target::base(base)?;
        self.leave_out_output(&mut wanted)?;
        let files: Vec<PathBuf> = wanted.iter().filter_map(file_of).collect();
        let plan = match self.plan(wanted, false) {
            Ok(plan) => plan,
            Err(error) => return self.stopped(&error),
        };
        let read: HashSet<PathBuf> = plan.documents.iter().map(path_of).collect();
        let plan = self.only_sitemaps(plan);
        if plan.documents.is_empty() {
            return self.nothing();
        }
        let folder = self.folder(&plan);
        let plan = self.without_named(plan, &base, &folder)?;
        let old = self.output.as_deref().map(OldIndex::read).unwrap_or_default();
        let dates = match self.dates(&plan) {
            Ok(dates) => dates,
            Err(error) => return self.stopped(&error),
        };
        let existing =
            if self.robots { target::existing(self.output.as_deref(), false)? } else { None };
        let existing = existing.unwrap_or_default();
        let before = index_write::before(&old, &existing, self.robots);
        let mut undated = 0;
        let mut by_path: HashMap<PathBuf, Entry> = HashMap::new();
        for document in &plan.documents {
            let path = path_of(document);
            let mut entry = base.entry(&below(&folder, &path)?, None);
            let known = old.dates.get(entry.loc.as_str()).copied().flatten();
            entry.lastmod = self.date(document, known, &dates);
            undated += u64::from(known.is_some() && entry.lastmod.is_none());
            by_path.insert(path, entry);
        }
        let mut entries = Vec::with_capacity(files.len());
        for file in &files {
            match by_path.remove(file) {
                Some(entry) => entries.push(entry),
                // What cannot be read now may be whole again tomorrow: it stays as it was.
                None if !read.contains(file) && file.exists() => {
                    let loc = below(&folder, file).map(|path| base.entry(&path, None).loc);
                    let same = |one: &&Entry| loc.as_ref().is_ok_and(|loc| *loc == one.loc);
                    entries.extend(before.iter().find(same).cloned());
                }
                None => {}
            }
        }
        self.tell_undated(undated);
        let stylesheet = old.header.stylesheet.clone();
        let header = Header { kind: Kind::Sitemapindex, stylesheet, ..Header::default() };
        let gone = index_write::gone(&before, &entries, self.robots.then_some(&base));
        index_write::tell_gone(&gone, &mut self.lines);
        self.write(&plan, (&header, &existing), &entries, &base)
    }

    /// An index that is there: its own entries with new dates.
    fn refresh(&mut self, wanted: Vec<Wanted>, path: &Path) -> Ended {
        if self.args.base_url.is_some() {
            return Err(Failure::usage("--base-url with an index: its entries keep their addresses")
                .hint("leave it out, or name the files: `urlset index 'public/*.xml.gz' --base-url URL -o PATH`"));
        }
        let plan = match self.plan(wanted, true) {
            Ok(plan) => plan,
            Err(error) => return self.stopped(&error),
        };
        let old = OldIndex::read(path);
        let dates = match self.dates(&plan) {
            Ok(dates) => dates,
            Err(error) => return self.stopped(&error),
        };
        let mut by_loc: HashMap<&str, &Document> = HashMap::new();
        for document in &plan.documents {
            by_loc.insert(document.base.as_deref().unwrap_or_default(), document);
        }
        if !old.is_xml {
            let message = format!("{}: the index cannot be read any more", path.display());
            return Err(Failure::new(Cause::Input, message).hint("run it again"));
        }
        if !old.whole {
            let message = format!("{} is broken, and what cannot be read would go", path.display());
            return Err(Failure::new(Cause::Data, message)
                .hint("build it anew from its files: `urlset index 'public/*.xml.gz' --base-url URL -o PATH`"));
        }
        let mut undated = 0;
        let mut entries = old.entries.clone();
        for entry in &mut entries {
            // What has no file here was told, and stays as it is.
            if let Some(document) = by_loc.get(entry.loc.as_str()) {
                let known = entry.lastmod;
                entry.lastmod = self.date(document, known, &dates);
                undated += u64::from(known.is_some() && entry.lastmod.is_none());
            }
        }
        self.tell_undated(undated);
        let styled = self.style.data(&old.header, stylesheet::folder(Some(path)));
        let same = entries == old.entries && styled == old.header.stylesheet;
        if same && self.output.as_deref() == Some(path) {
            return self.same(&plan, path, &entries);
        }
        // A set of several indexes is made from its files; this is one of them.
        let base = Index::new("https://localhost/").ok_or_else(|| Failure::usage("no address"))?;
        self.write(&plan, (&old.header, ""), &entries, &base)
    }

    /// `public/*.xml` names the index of the last run too; to refresh it is not to list it. A
    /// sitemap that stands there would be lost.
    fn leave_out_output(&self, wanted: &mut Vec<Wanted>) -> Result<(), Failure> {
        let Some(path) = &self.output else {
            return Ok(());
        };
        let before = wanted.len();
        wanted.retain(|one| !matches!(&one.from, From::File(file) if distinct::same(file, path)));
        if index_write::is_replaceable(path, self.robots) {
            return Ok(());
        }
        if wanted.len() == before {
            return index_write::check_stands(path);
        }
        Err(index_write::also_an_input(path))
    }

    fn plan(&mut self, wanted: Vec<Wanted>, follow: bool) -> Result<Plan, Error> {
        let mappings = resolve::mappings(&self.args.resolve).map_err(plan::Refused::error)?;
        let manner = plan::Manner { follow, mappings, most_depth: 1, ..Default::default() };
        planner::plan(wanted, &self.opening, &manner, &mut self.report)
    }

    /// The plan without what an index does not name: other indexes, tables, standard input.
    fn only_sitemaps(&mut self, mut plan: Plan) -> Plan {
        for document in std::mem::take(&mut plan.documents) {
            let why = match &*document.facts.format {
                _ if path_of(&document).as_os_str().is_empty() => "an index names files",
                // A robots.txt does.
                _ if document.kind == Kind::Sitemapindex && !self.lists(&document) => {
                    "an index names no index"
                }
                format if !SITEMAPS.contains(&format) => "search engines read no such file",
                _ => {
                    plan.documents.push(document);
                    continue;
                }
            };
            self.lines.push(format!("{}: not listed: {why}", document.name));
        }
        plan
    }

    /// Whether an index is listed: in a robots.txt, but no other robots.txt.
    fn lists(&self, index: &Document) -> bool {
        self.robots && is_set_index(index)
    }

    /// The plan without the sitemaps that an index in it names: who reads the index finds them. Those of an
    /// index that is broken stay, and so does every index.
    fn without_named(
        &mut self,
        mut plan: Plan,
        base: &Index,
        folder: &Path,
    ) -> Result<Plan, Failure> {
        let is_index = |document: &Document| document.kind == Kind::Sitemapindex;
        let indexes = plan.documents.iter().filter(|document| is_index(document));
        let whole =
            indexes.map(|index| OldIndex::read(&path_of(index))).filter(|one| one.names_all);
        let entries = whole.flat_map(|index| index.entries);
        let named: HashSet<String> = entries.map(|entry| entry.loc.as_str().to_owned()).collect();
        let before = plan.documents.len();
        for document in std::mem::take(&mut plan.documents) {
            let loc = base.entry(&below(folder, &path_of(&document))?, None).loc;
            if is_index(&document) || !named.contains(loc.as_str()) {
                plan.documents.push(document);
            }
        }
        let beside = (before - plan.documents.len()) as u64;
        if beside > 0 {
            let files = count(beside, "file");
            self.lines.push(format!("{files} not listed: an index that is listed names them"));
        }
        Ok(plan)
    }

    fn dates(&mut self, plan: &Plan) -> Result<Dates, Error> {
        if self.args.index_lastmod != IndexLastmod::Newest || self.robots {
            return Ok(Dates::default());
        }
        index_dates::newest(&plan.documents, &self.opening, self.progress, &mut self.report)
    }

    /// Tells of entries whose dates go.
    fn tell_undated(&mut self, undated: u64) {
        let policy = self.args.index_lastmod.to_possible_value();
        if let Some(policy) = policy.filter(|_| undated > 0 && !self.robots) {
            let dates = count(undated, "date");
            self.lines.push(format!("{dates} taken out: --index-lastmod {}", policy.get_name()));
        }
    }

    fn date(&self, document: &Document, old: Option<Datetime>, dates: &Dates) -> Option<Datetime> {
        match self.args.index_lastmod {
            IndexLastmod::Newest if dates.torn.contains(&document.number) => old,
            IndexLastmod::Newest => dates.newest.get(&document.number).copied(),
            IndexLastmod::Content => index_dates::content(&path_of(document), old),
            IndexLastmod::None => None,
        }
    }

    /// The folder that the base address stands for.
    fn folder(&self, plan: &Plan) -> PathBuf {
        if let Some(path) = &self.output {
            return path.parent().unwrap_or(Path::new("")).to_owned();
        }
        let mut folders = plan
            .documents
            .iter()
            .map(|document| path_of(document).parent().unwrap_or(Path::new("")).to_owned());
        let first = folders.next().unwrap_or_default();
        folders.fold(first, |shared, folder| {
            let parts = shared.components().zip(folder.components());
            parts.take_while(|(one, other)| one == other).map(|(one, _)| one).collect()
        })
    }

    fn write(
        &mut self,
        plan: &Plan,
        (old, existing): (&Header, &str),
        entries: &[Entry],
        base: &Index,
    ) -> Ended {
        let folder = stylesheet::folder(self.output.as_deref());
        let header = Header { stylesheet: self.style.data(old, folder), ..old.clone() };
        let documents = if self.robots {
            vec![index_write::robots(existing, entries, base)]
        } else {
            set_index::cut(entries, &header)?
        };
        let mut lines = std::mem::take(&mut self.lines);
        let outputs = index_write::publish(self, plan, (&documents, base), &mut lines)?;
        lines.push(self.summary(plan, entries.len() as u64));
        self.report.close(&lines);
        self.write_report(plan, entries.len() as u64, outputs)?;
        Ok(self.report.cause())
    }

    /// Ends a run that finds everything as it should be.
    fn same(&mut self, plan: &Plan, path: &Path, entries: &[Entry]) -> Ended {
        let name = path.display().to_string();
        let named = entries.len() as u64;
        let lines = [format!("{name}: unchanged"), self.summary(plan, named)];
        self.report.close(&lines);
        let bytes = std::fs::metadata(path).map_or(0, |facts| facts.len());
        let outputs = vec![OutputFacts {
            path: name,
            format: "xml".to_owned(),
            entries: named,
            bytes,
            published: !self.args.dry_run,
            index: true,
            change: Some("unchanged"),
        }];
        self.write_report(plan, named, outputs)?;
        Ok(self.report.cause())
    }

    fn summary(&self, plan: &Plan, named: u64) -> String {
        let read: u64 = plan.documents.iter().map(|document| document.facts().entries).sum();
        let read = if read > 0 { format!(", {} read", count(read, "URL")) } else { String::new() };
        let elapsed = self.progress.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
        let files = count(plan.documents.len() as u64, "file");
        let named = count(named, "sitemap");
        format!("{files} in, {named} named{read}, {:.1} s", elapsed.as_secs_f64())
    }

    /// Ends a run that has nothing to list.
    fn nothing(&mut self) -> Ended {
        if self.report.cause().is_none() {
            self.report.blame(Cause::Input);
        }
        let mut lines = std::mem::take(&mut self.lines);
        lines.push("nothing was written: no sitemap among the inputs".to_owned());
        self.report.close(&lines);
        self.report.ended(&lines);
        self.write_report(&Plan::nothing(), 0, Vec::new())?;
        Ok(self.report.cause())
    }

    fn stopped(&mut self, error: &Error) -> Ended {
        match self.report.failed(error) {
            Some(failure) => Err(failure),
            None => self.nothing(),
        }
    }

    fn write_report(
        &mut self,
        plan: &Plan,
        named: u64,
        outputs: Vec<OutputFacts>,
    ) -> Result<(), Failure> {
        let Some(sheet) = self.report.sheet.take() else {
            return Ok(());
        };
        let mut frame = Frame {
            command: "index",
            inputs: plan.documents.iter().map(Document::facts).collect(),
            outputs,
            ..Frame::default()
        };
        for (name, number) in [
            ("entries", named),
            ("error", self.report.found(Severity::Error)),
            ("warning", self.report.found(Severity::Warning)),
            ("note", self.report.found(Severity::Note)),
        ] {
            frame.totals.insert(name.to_owned(), number.into());
        }
        let to = self.common.report.as_deref();
        output::write_whole(to, |out| sheet.write(&frame, out))
    }
}

fn file_of(wanted: &Wanted) -> Option<PathBuf> {
    match &wanted.from {
        From::File(path) => Some(path.clone()),
        From::Stdin | From::Url(_) | From::Nothing(..) => None,
    }
}

/// Whether `Sitemap:` lines are asked for.
fn is_robots(args: &IndexArgs) -> Result<bool, Failure> {
    let named = args.output.as_deref().filter(|path| !output::is_stdout(Some(path)));
    let by_name = named.and_then(|path| names::by_path(path).0).map(|format| format.name);
    match (args.to.as_deref(), by_name) {
        (Some("robots"), _) | (None, Some("robots")) => Ok(true),
        (Some("xml"), _) | (None, Some("xml")) => Ok(false),
        (None, None) if named.is_none() => Ok(false),
        (Some(other), _) => {
            Err(Failure::usage(format!("--to {other}: no form of an index"))
                .hint("one of xml, robots"))
        }
        (None, _) => {
            let name = named.map_or_else(String::new, |path| path.display().to_string());
            Err(Failure::usage(format!("{name}: the name does not say which form to write"))
                .hint("name it `sitemap_index.xml`, `sitemap_index.xml.gz` or `robots.txt`, or add `-t xml`"))
        }
    }
}

/// The index that is the only input.
fn refreshed(wanted: &[Wanted]) -> Option<PathBuf> {
    let [Wanted { from: From::File(path), named: Named::Itself, .. }] = wanted else {
        return None;
    };
    let is_index = path.is_file() && OldIndex::read(path).is_xml;
    is_index.then(|| path.clone())
}

/// Whether a document is an index of sitemaps, not a robots.txt.
pub(crate) fn is_set_index(document: &Document) -> bool {
    document.kind == Kind::Sitemapindex && &*document.facts.format == "xml"
}
