//! Makes the plan: looks into every input once, follows indexes, leaves out what is no sitemap.

use crate::distinct;
use crate::exit::{Cause, Failure};
use crate::folder_files::{
    folder, in_folder, is_no_program, is_something_else, promises_sitemap, why_skipped,
};
use crate::inputs::{self, From, Named, Wanted};
use crate::kept::Kept;
use crate::names;
use crate::opening::{Opened, Opening, Stream, Which};
use crate::plan::{Body, Bytes, Document, Failed, Manner, Plan, Refused, nowhere};
use crate::planner_depth::{Depths, Index};
use crate::planner_index::Found;
use crate::report::Report;
use crate::rules;
use crate::seen::Seen;
use crate::sheet::InputFacts;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use urlset::rules::ZERO_BYTES;
use urlset::{
    Datetime, Diagnostic, EntryReader, Error, Header, Kind, Lost, Position, Prepared, Result,
    Severity, Sink,
};
use urlset_fetch::Start;

/// Where an index names a document.
#[derive(Clone)]
pub(crate) struct Parent {
    pub(crate) position: Position,
    pub(crate) loc: Rc<str>,
    pub(crate) lastmod: Option<Datetime>,
    /// Whether it is an index, not a robots.txt.
    pub(crate) index: bool,
    /// Canonical paths, or addresses, of the indexes above, the nearest last.
    pub(crate) above: Rc<[PathBuf]>,
    /// The addresses that this reading of it led to, also by redirects.
    pub(crate) led_to: Rc<RefCell<HashSet<PathBuf>>>,
}

#[derive(Clone)]
pub(crate) struct Task {
    pub(crate) wanted: Wanted,
    pub(crate) parent: Option<Parent>,
    /// The folder that the file must be in, whatever links there are.
    pub(crate) home: Option<PathBuf>,
    /// The site on which what it names may be fetched.
    pub(crate) start: Option<Rc<Start>>,
    /// It is a site, and its sitemaps are looked for.
    pub(crate) seek: bool,
}

pub(crate) struct Planner<'p> {
    pub(crate) opening: &'p Opening,
    pub(crate) manner: &'p Manner,
    pub(crate) report: &'p mut Report,
    pub(crate) documents: Vec<Document>,
    header: Option<Header>,
    /// Files by their canonical paths, what was fetched by its addresses.
    pub(crate) reached: HashMap<PathBuf, Reached>,
    pub(crate) depths: Depths,
    /// Documents that name themselves, and such that are named by one they name: each told once.
    pub(crate) circles: HashSet<(bool, PathBuf)>,
    /// Files of folders that nothing says are sitemaps: told where nobody else names them.
    skipped: HashMap<PathBuf, Skipped>,
    /// For which address the file of a canonical path stands.
    pub(crate) found: HashMap<PathBuf, Found>,
}

/// A file of a folder that is none of ours.
struct Skipped {
    number: u32,
    name: String,
    why: Box<str>,
    /// The folder that was typed.
    folder: String,
}

/// A file that was come to.
pub(crate) struct Reached {
    /// Which document of the plan it became.
    document: Option<usize>,
    /// It was typed, and not only named or found.
    typed: bool,
}

/// The plan of a command that writes no documents; empty where what keeps it from being made was told.
pub(crate) fn plan_to_read(
    words: &[OsString],
    opening: &Opening,
    manner: &Manner,
    report: &mut Report,
) -> std::result::Result<Plan, Failure> {
    let plan = plan(inputs::expand(words)?, opening, manner, report);
    let plan = plan.or_else(|error| match report.failed(&error) {
        Some(failure) => Err(failure),
        None => Ok(Plan::nothing()),
    })?;
    if plan.documents.is_empty() && report.cause().is_none() && !manner.may_be_empty {
        report.blame(Cause::Input);
    }
    Ok(plan)
}

/// Makes the plan. An `Err` ends the run: strictness, `--fail-fast`, or no place to spool to.
pub(crate) fn plan(
    wanted: Vec<Wanted>,
    opening: &Opening,
    manner: &Manner,
    report: &mut Report,
) -> Result<Plan> {
    let mut planner = Planner {
        opening,
        manner,
        report,
        documents: Vec::new(),
        header: None,
        reached: HashMap::new(),
        depths: Depths::default(),
        circles: HashSet::new(),
        skipped: HashMap::new(),
        found: HashMap::new(),
    };
    planner.check_fetched(&wanted)?;
    planner.check_sites(&wanted)?;
    let of_itself = |wanted: Wanted| {
        let start = planner.start(&wanted.from);
        let seek = opening.remote.discover && matches!(wanted.from, From::Url(_));
        Task { wanted, parent: None, home: None, start, seek }
    };
    let planned = planner.all(wanted.into_iter().map(of_itself).collect());
    // What ended the run comes before what is said of the files that it passed.
    let told = planner.tell_skipped();
    planned.and(told)?;
    let names = planner.report.names();
    let header = planner.header.unwrap_or_default();
    Ok(Plan { documents: planner.documents, header, names })
}

impl Planner<'_> {
    /// Looks into all inputs, and all that they name, in this order.
    fn all(&mut self, mut tasks: Vec<Task>) -> Result<()> {
        let before = self.report.cause().max(Some(Cause::Usage));
        tasks.reverse();
        while let Some(task) = tasks.pop() {
            let children = self.task(&task)?;
            self.check_failed(before)?;
            tasks.extend(children.into_iter().rev());
            tasks.extend(self.lifted()?.into_iter().rev());
        }
        self.too_deep()?;
        self.check_failed(before)
    }

    /// `--fail-fast` ends at the first cause that is worse than this.
    fn check_failed(&self, before: Option<Cause>) -> Result<()> {
        match self.manner.fail_fast && self.report.cause() > before {
            true => Err(Failed.into()),
            false => Ok(()),
        }
    }

    /// Looks into one input; gives what it names where it is an index to follow.
    fn task(&mut self, task: &Task) -> Result<Vec<Task>> {
        let name = task.wanted.name();
        match &task.wanted.from {
            From::Nothing(_, why) => {
                let number = self.report.name(&name);
                match task.wanted.named {
                    Named::Folder if !promises_sitemap(&name) => self.skip(number, &name, why)?,
                    _ => self.absent(number, &name, why)?,
                }
                Ok(Vec::new())
            }
            From::File(path) if task.home.is_some() || path.is_file() => {
                self.file(path, &name, task)
            }
            From::File(path) => match File::open(path) {
                Ok(file) => self.stream(file, &name, task),
                Err(error) => {
                    let number = self.report.name(&name);
                    self.refuse(number, &error.to_string())?;
                    Ok(Vec::new())
                }
            },
            From::Url(url) => self.url(url, &name, task),
            From::Stdin => {
                let replaces = |paths: &[PathBuf]| paths.iter().any(|one| distinct::is_stdin(one));
                let outputs = replaces(&self.manner.outputs);
                self.spare(&name, replaces(self.report.replaced()), outputs)?;
                self.stream(std::io::stdin(), &name, task)
            }
        }
    }

    fn file(&mut self, path: &Path, name: &str, task: &Task) -> Result<Vec<Task>> {
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let found = task.wanted.named != Named::Itself;
        let is_report = self.report.replaced().contains(&real);
        let is_output = self.manner.outputs.contains(&real);
        let refused = is_report && (!found || self.is_sitemap(path, name));
        self.spare(name, refused, is_output && !found)?;
        if found && (is_report || is_output) {
            let number = self.report.name(name);
            self.report.report(rules::IS_OUTPUT.at(nowhere(number)))?;
            return Ok(Vec::new());
        }
        if self.is_read(&real, name, task)? {
            return Ok(Vec::new());
        }
        let number = self.report.name(name);
        let mut document = self.document(number, name, Body::File(path.to_owned()), task);
        let file = match document.open() {
            Ok(file) => file,
            Err(error) => {
                self.refuse(number, &error.to_string())?;
                return Ok(Vec::new());
            }
        };
        document.facts.bytes = file.metadata().map_or(0, |facts| facts.len());
        self.look((document, file), path.parent(), &real, task)
    }

    /// Whether what this is was read already: what is typed is read as often as that, whatever else names it.
    pub(crate) fn is_read(&mut self, real: &Path, name: &str, task: &Task) -> Result<bool> {
        let typed = task.wanted.named == Named::Itself && task.parent.is_none();
        let Some(reached) = self.reached.get_mut(real) else {
            self.reached.insert(real.to_owned(), Reached { document: None, typed });
            return Ok(false);
        };
        let is_again = typed && reached.typed && !self.manner.once;
        reached.typed |= typed;
        if is_again {
            return Ok(false);
        }
        let document = reached.document;
        self.named(real, task)?;
        self.report.tell(&format!("{name}: skipped, it is read already"));
        self.listed(document, task);
        Ok(true)
    }

    /// Looks into a document that can be opened any number of times.
    pub(crate) fn look(
        &mut self,
        (mut document, bytes): (Document, Bytes),
        beside: Option<&Path>,
        real: &Path,
        task: &Task,
    ) -> Result<Vec<Task>> {
        let number = document.number;
        // What this first look finds is told when the document is read for good.
        let (is_found, own) = (in_folder(task), task.wanted.name());
        let is_wanted =
            |prepared: &Prepared<'_>| if is_found { is_no_program(prepared, &own) } else { Ok(()) };
        let opened = self.opening.open_if(bytes, &document.which(), &is_wanted, &mut ());
        if is_found
            && !self.report.stopped()
            && let Some(why) = why_skipped(&opened, &own)
        {
            // An index that names it has it read all the same.
            self.reached.remove(real);
            let folder = task.wanted.root.display().to_string();
            let skipped = Skipped { number, name: task.wanted.name(), why, folder };
            self.skipped.entry(real.to_owned()).or_insert(skipped);
            return Ok(Vec::new());
        }
        self.skipped.remove(real);
        let Some(opened) = self.opened(opened, number)? else {
            return Ok(Vec::new());
        };
        self.describe(&mut document, &opened);
        if document.kind == Kind::Sitemapindex && self.manner.follow {
            let (beside, real, task) = (beside.map(Path::to_owned), real.to_owned(), task.clone());
            return self.index(Index { document, beside, real, task }, None);
        }
        self.keep(document);
        self.is_kept(real);
        Ok(Vec::new())
    }

    /// Refuses an input that the report or the output would replace.
    fn spare(&self, name: &str, is_report: bool, is_output: bool) -> Result<()> {
        let (by, what) = match (is_report, is_output && !self.manner.in_place) {
            (true, _) => ("a report", "report"),
            (false, true) => ("the output", "output"),
            (false, false) => return Ok(()),
        };
        let failure = Failure::usage(format!("{name} is an input, and {by} would replace it"));
        Err(Refused::error(failure.hint(format!("name another file for the {what}"))))
    }

    /// The last document is this file.
    pub(crate) fn is_kept(&mut self, real: &Path) {
        if let Some(reached) = self.reached.get_mut(real) {
            reached.document = reached.document.or(self.documents.len().checked_sub(1));
        }
    }

    /// A document that was found before the index that names it has its address from there.
    fn listed(&mut self, document: Option<usize>, task: &Task) {
        let document = document.and_then(|at| self.documents.get_mut(at));
        let (Some(document), Some(parent)) = (document, &task.parent) else { return };
        let Some((at, lastmod)) = &mut document.listed else {
            document.base = Some((*parent.loc).into());
            document.listed = Some((parent.position, parent.lastmod));
            return;
        };
        // Of several dates the oldest may be wrong, in whatever order they are read.
        if parent
            .lastmod
            .is_some_and(|new| lastmod.is_none_or(|old| new.earliest() < old.earliest()))
        {
            (*at, *lastmod) = (parent.position, parent.lastmod);
        }
    }

    /// Whether a file that was found is more than the report of the last run.
    fn is_sitemap(&self, path: &Path, name: &str) -> bool {
        if promises_sitemap(name) || distinct::is_report(path) {
            return promises_sitemap(name);
        }
        let which = Which { name, number: 0, base: None, charset: None, plain_upto: 0 };
        let opened = File::open(path).map_err(Error::from);
        let opened = opened.and_then(|file| self.opening.open(file, &which, &mut ()));
        opened.is_ok_and(|opened| !is_something_else(&opened))
    }

    fn stream(
        &mut self,
        stream: impl std::io::Read + Send + 'static,
        name: &str,
        task: &Task,
    ) -> Result<Vec<Task>> {
        let number = self.report.name(name);
        let mut document = self.document(number, name, Body::Done, task);
        // An index that becomes a file is read once to follow it and once to be written.
        if self.manner.spool || self.manner.keep_indexes {
            let kept = Kept::new(stream, &self.opening.read.limits, &self.opening.store)?;
            document.body = Mutex::new(Body::Kept(kept));
            let file = document.open().map_err(Error::from);
            let opened = file.and_then(|file| self.opening.open(file, &document.which(), &mut ()));
            let Some(opened) = self.opened(opened, number)? else {
                return Ok(Vec::new());
            };
            self.describe(&mut document, &opened);
            if document.kind == Kind::Sitemapindex && self.manner.follow {
                return self.index(of_stdin(document, task), None);
            }
            self.keep(document);
            return Ok(Vec::new());
        }
        let opened = self.opening.open(Stream(stream), &document.which(), self.report);
        let Some(opened) = self.opened(opened, number)? else {
            return Ok(Vec::new());
        };
        self.describe(&mut document, &opened);
        if document.kind == Kind::Sitemapindex && self.manner.follow {
            return self.index(of_stdin(document, task), Some(opened));
        }
        self.unite(opened.reader.header());
        document.body = Mutex::new(Body::Open(opened));
        self.documents.push(document);
        Ok(Vec::new())
    }

    pub(crate) fn again(&mut self, document: &Document) -> Result<Opened> {
        let (file, which) = (document.open()?, document.which());
        match self.manner.keep_indexes {
            true => self.opening.open(file, &which, &mut ()),
            false => self.opening.open(file, &which, self.report),
        }
    }

    pub(crate) fn document(&self, number: u32, name: &str, body: Body, task: &Task) -> Document {
        Document {
            number,
            name: name.to_owned(),
            file_name: inputs::file_name(name),
            folder: folder(&task.wanted),
            home: task.home.clone(),
            body: Mutex::new(body),
            base: task.parent.as_ref().map(|parent| (*parent.loc).into()),
            charset: None,
            listed: task.parent.as_ref().map(|parent| (parent.position, parent.lastmod)),
            kind: Kind::default(),
            header: Header::default(),
            columns: Vec::new(),
            names: Vec::new(),
            facts: InputFacts { path: name.to_owned(), ..InputFacts::default() },
            entries: AtomicU64::new(0),
            streamed: AtomicU64::new(0),
            seen: Seen::default(),
        }
    }

    /// Tells why an input that does not open does not.
    fn opened(&mut self, opened: Result<Opened>, number: u32) -> Result<Option<Opened>> {
        match opened {
            Ok(opened) => Ok(Some(opened)),
            Err(error) if self.report.stopped() => Err(error),
            Err(Error::Stopped(finding)) => {
                if self.manner.may_be_empty && finding.rule.id == ZERO_BYTES.id {
                    let found =
                        ZERO_BYTES.at(nowhere(number)).help("an empty list changes nothing");
                    self.report.report(Diagnostic { severity: Severity::Note, ..found })?;
                } else {
                    self.report.report(*finding)?;
                }
                Ok(None)
            }
            Err(Error::Io(error)) => {
                self.refuse(number, &error.to_string())?;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Tells of the files that were skipped, in the order in which they were come to.
    fn tell_skipped(&mut self) -> Result<()> {
        let mut skipped: Vec<Skipped> = self.skipped.drain().map(|(_, one)| one).collect();
        skipped.sort_unstable_by_key(|one| one.number);
        skipped.iter().try_for_each(|one| self.skip(one.number, &one.name, &one.why))?;
        if !self.documents.is_empty() || self.report.cause().is_some() || self.manner.may_be_empty {
            return Ok(());
        }
        let mut folders: Vec<&str> = skipped.iter().map(|one| one.folder.as_str()).collect();
        folders.dedup();
        folders.into_iter().try_for_each(|folder| {
            let number = self.report.name(folder);
            let finding = rules::UNREADABLE.at(nowhere(number)).lost(Lost::Rest);
            let finding = finding.detail("no file in it is in a known format");
            self.report.report(finding.help("name a file of it, perhaps with `--from`"))
        })
    }

    fn skip(&mut self, number: u32, name: &str, why: &str) -> Result<()> {
        self.report.passed_over |= names::by_path(Path::new(name)).0.is_some();
        self.report.report(rules::SKIPPED.at(nowhere(number)).detail(why))
    }

    pub(crate) fn refuse(&mut self, number: u32, why: &str) -> Result<()> {
        self.report.report(rules::UNREADABLE.at(nowhere(number)).detail(why).lost(Lost::Rest))
    }

    /// Notes what a document was taken for.
    fn describe(&mut self, document: &mut Document, opened: &Opened) {
        document.header = opened.reader.header().clone();
        document.kind = document.header.kind;
        document.columns.clone_from(&opened.columns);
        document.names.clone_from(&opened.names);
        document.facts.format = opened.format.name.into();
        document.facts.encoding = opened.charset.into();
        let compression = opened.compression.map(|name| format!(", {name}"));
        self.report.tell(&format!(
            "{}: {}, {}{}: {}",
            document.name,
            opened.format.name,
            opened.charset,
            compression.unwrap_or_default(),
            opened.why,
        ));
    }

    pub(crate) fn keep(&mut self, document: Document) {
        self.unite(&document.header);
        self.documents.push(document);
    }

    fn unite(&mut self, header: &Header) {
        // An index beside its sitemaps does not make the whole an index.
        if let Some(united) = &mut self.header
            && self.manner.keep_indexes
            && united.kind == Kind::Sitemapindex
        {
            united.kind = header.kind;
        }
        match &mut self.header {
            Some(united) => united.unite(header),
            None => self.header = Some(header.clone()),
        }
    }
}

/// An index that comes by standard input.
fn of_stdin(document: Document, task: &Task) -> Index {
    Index { document, beside: None, real: "-".into(), task: task.clone() }
}
