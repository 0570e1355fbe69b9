//! Runs a pipeline into a set of files and their index.

use crate::alike::Heads;
use crate::change::{Change, audits, copying};
use crate::compress::Workers;
use crate::exit::{Ended, Failure};
use crate::index_write;
use crate::pipeline::Pipeline;
use crate::plan::{self, Document, Plan};
use crate::product::Product;
use crate::proof::Proof;
use crate::provenance::{Traced, Whereabouts};
use crate::round::Round;
use crate::set_files::{Made, SetFiles, document, refused};
use crate::set_index::{self, IndexFile};
use crate::set_target::SetTarget;
use crate::signals;
use crate::single::heading;
use crate::stylesheet::{Style, StyleFile};
use crate::target::Target;
use crate::update_files::path_of;
use crate::{distinct, output, set_beside, set_stable, stylesheet};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::collections::HashSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;
use urlset::ops;
use urlset::ops::rules::CHILD_MISSING;
use urlset::publish::{self, Equal, Options, Set};
use urlset::rewrite::Rewrite;
use urlset::robots::RobotsWriter;
use urlset::shard::{BySource, Filled, Grouped, Lastmod, Shard, Shards};
use urlset::{
    EntryReader, EntryWriter, Error, Format, Header, Kind, Output, Position, Severity, Sink,
};

/// How long a run waits for another one that publishes into the same folder.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3);

/// A set that was made and awaits publishing.
pub(crate) struct SetMade {
    /// `None` in a dry run.
    pub(crate) set: Option<Set>,
    pub(crate) files: Vec<Made>,
    pub(crate) indexes: Vec<IndexFile>,
    /// The stylesheets that these name.
    pub(crate) styles: Vec<StyleFile>,
    /// Files that the old index names and the new one does not.
    pub(crate) stale: Vec<PathBuf>,
    /// Files that the old index names otherwise than the template would, and the new one does not.
    pub(crate) renamed: Vec<PathBuf>,
    /// What is said of files beside the set.
    pub(crate) beside: Vec<String>,
    /// An old index that could not be read, or not to its end: what it names is not known.
    pub(crate) unread: Option<PathBuf>,
    /// Whether files are named after their content.
    pub(crate) hashed: bool,
    /// When a file that stands is left alone; `None`: never.
    pub(crate) heads: Option<Heads>,
}

impl SetMade {
    /// The names of all files, the indexes last.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        let files = self.files.iter().filter_map(|file| file.path.as_deref());
        let styles = self.styles.iter().map(|style| style.path.as_path());
        files.chain(styles).chain(self.indexes.iter().map(|index| index.path.as_path()))
    }

    /// What goes with `--prune`: the files that are no longer of the set, and their stylesheets.
    pub(crate) fn gone(&self) -> Vec<PathBuf> {
        let sheets = stylesheet::unnamed(&self.stale, self.paths());
        self.stale.iter().cloned().chain(sheets).collect()
    }

    /// Adds the stylesheets that the files name.
    fn add_styles(&mut self, style: &Style) -> Result<(), Failure> {
        let files = self.files.iter().filter_map(|one| Some((one.path.as_deref()?, one.format)));
        let indexes = self.indexes.iter().map(|index| (index.path.as_path(), "xml"));
        self.styles = style.files(files.chain(indexes))?;
        let set = self.set.as_ref();
        set.map_or(Ok(()), |set| self.styles.iter().try_for_each(|style| style.write(set)))
    }

    /// Shows every file to those who judge the set.
    pub(crate) fn prove(&self, proof: &mut Proof<'_>) -> Result<(), Failure> {
        let Some(set) = &self.set else { return Ok(()) };
        let finished = set.finished();
        let files = self
            .files
            .iter()
            .filter_map(|file| Some((file.path.as_deref()?, file.format, file.written.bytes)));
        let indexes = self.indexes.iter().map(|index| (index.path.as_path(), "xml", index.bytes));
        for (path, format, size) in files.chain(indexes) {
            let (Some(bytes), Some(format)) = (finished.get(path), urlset::format(format)) else {
                continue;
            };
            let name = path.display().to_string();
            let file = File::open(bytes).map_err(|error| output::unwritten(&name, &error))?;
            proof.document(&name, (format, size), file)?;
        }
        Ok(())
    }
}

impl Change<'_> {
    /// Begins a set; `None` in a dry run. Its folders are locked before anything is read: an older
    /// set that is an input must still stand there when it is replaced. Where others write, folders
    /// are made for it: what they write waits beside, and only who has the lock may clear that.
    pub(crate) fn begin_set(&self, target: &SetTarget) -> Result<Option<Set>, Failure> {
        if self.args.target.dry_run {
            return Ok(None);
        }
        let set = Set::begin(self.options(target));
        let is_elsewhere = self.elsewhere.is_some();
        let lock = |folder| if is_elsewhere { set.hold(folder) } else { set.lock(folder) };
        target.folders().try_for_each(lock).map_err(|error| refused(&error))?;
        Ok(Some(set))
    }

    /// Tells of files whose names are no longer those by which an index among the inputs, which
    /// becomes a file of the set too, goes on naming them, or that it names otherwise.
    fn tell_renamed(
        &mut self,
        plan: &Plan,
        (target, pipeline): (&SetTarget, &Pipeline<'_>),
        made: &SetMade,
    ) -> urlset::Result<()> {
        if !target.by_source() {
            return Ok(());
        }
        let is_index = |file: &&Made| {
            let document = document(&plan.documents, file.source);
            document.is_some_and(|document| document.kind == Kind::Sitemapindex)
        };
        let index = made.files.iter().find(is_index).and_then(|file| file.path.as_deref());
        let folder = index.and_then(Path::parent);
        for file in &made.files {
            let Some(document) = document(&plan.documents, file.source) else { continue };
            let loc = document.base.as_ref().filter(|_| document.listed.is_some());
            let (Some(loc), Some(path)) = (loc, &file.path) else { continue };
            let new = pipeline.rewrite.as_ref().and_then(|rewrite| rewrite.loc(loc));
            let named = new.as_deref().unwrap_or(loc);
            // Below the index, an address ends as the path of its file does.
            let below = folder.and_then(|folder| path.strip_prefix(folder).ok());
            let is_there = |loc: &str| below.is_none_or(|below| Path::new(loc).ends_with(below));
            let is_moved = new.is_some() && is_there(loc) && !is_there(named);
            let is_renamed = path.file_name() != Path::new(&document.file_name).file_name();
            if !is_renamed && !is_moved {
                continue;
            }
            let finding = CHILD_MISSING.at(plan::nowhere(document.number));
            let finding = finding.severity(Severity::Warning).loc(named);
            let verb = if is_moved { "names" } else { "still names" };
            let detail = format!("it is {} now; the index {verb} {named}", path.display());
            let help = "keep its name with `-o 'DIR/{stem}.{ext}'`, or read the files without \
                        their index and write one with `--index PATH --base-url URL`";
            self.report.report(finding.detail(detail).help(help))?;
        }
        Ok(())
    }

    /// Writes every entry into the files of a set.
    pub(crate) fn copy_set(
        &mut self,
        plan: &Plan,
        pipeline: &Pipeline<'_>,
        (target, set): (&SetTarget, Option<Set>),
    ) -> Ended {
        check_index(plan, target)?;
        let surveyor = match self.survey(plan, pipeline, target)? {
            Ok(surveyor) => surveyor,
            Err(error) => return self.stopped(&error, plan),
        };
        let workers = Workers::new(self.args.memory.jobs(), pipeline.store.memory() / 8);
        let before = match set_stable::Before::read(self, pipeline, target) {
            Ok(before) => before,
            Err(error) => return self.stopped(&error, plan),
        };
        let heads = self.heads(target);
        let dry = set.is_none();
        let mut files = SetFiles::new(target, &plan.documents, set, heads, workers);
        files.proof = self.proof.take_if(|_| dry).map(|proof| (proof, pipeline.store));
        files.reserved = before.names(target);
        let standing = before.standing();
        let files = RefCell::new(files);
        let round = pipeline.round();
        let sources = (plan, pipeline, &round);
        let written = self.fill(sources, (target, before), surveyor.as_deref(), &files);
        let mut files = files.into_inner();
        if let Some((proof, _)) = files.proof.take() {
            self.judged = Some(proof.finish()?);
        }
        let settled = files.settle();
        if let Err(error) = written {
            // Why a file could not be written is known by the one who wrote it.
            settled?;
            return self.stopped(&error, plan);
        }
        let (set, mut files) = settled?;
        files.sort_by_key(|file| file.place);
        self.tell(pipeline, round)?;
        let mut made = SetMade {
            set,
            files,
            indexes: Vec::new(),
            styles: Vec::new(),
            stale: Vec::new(),
            renamed: Vec::new(),
            beside: Vec::new(),
            unread: None,
            hashed: target.template.is_hashed(),
            heads,
        };
        if let Err(error) = self.tell_renamed(plan, (target, pipeline), &made) {
            return self.stopped(&error, plan);
        }
        if let Some(index) = &target.index {
            set_index::write(index, target, &mut made)?;
        }
        made.add_styles(&target.style)?;
        if made.set.is_some() || !made.hashed {
            // A name that only the content tells is not known in a dry run.
            set_stable::gone(standing, &made.files, &mut made.stale);
        }
        set_beside::look(target, &mut made);
        self.check_names(&made)?;
        if made.files.is_empty() {
            self.tell_none(target, &made);
        }
        self.close(plan, Product::Set(made))
    }

    /// Tells that nothing was left to write, and which files stand there from before.
    fn tell_none(&mut self, target: &SetTarget, made: &SetMade) {
        let before = set_index::called_as(&target.template);
        let mut before: Vec<_> = before.filter(|path| !made.stale.contains(path)).collect();
        before.sort();
        let shown: Vec<_> = before.iter().take(3).map(|path| path.display().to_string()).collect();
        let more = before.len() - shown.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let mut detail = "nothing was left to write; no file was made".to_owned();
        if !shown.is_empty() {
            detail += &format!(", and of before stay: {}{more}", shown.join(", "));
        }
        let output = self.report.name(&target.text);
        let finding = urlset::rules::EMPTY.at(plan::nowhere(output));
        let _ = self.report.report(finding.detail(detail));
    }

    /// Refuses names that only the making of a set shows to be wrong, before any is published.
    fn check_names(&self, made: &SetMade) -> Result<(), Failure> {
        let target = &self.args.target;
        distinct::spare_set(made.paths(), &[self.common.role(), target.losses()])?;
        if made.set.is_some() {
            return Ok(());
        }
        // What the making of files would have met.
        let mut folders = BTreeSet::new();
        let stays = |path: &&Path| made.styles.iter().any(|one| one.stays() && one.path == **path);
        for path in made.paths().filter(|path| !stays(path)) {
            let folder =
                publish::check(path, target.no_clobber).map_err(|error| refused(&error))?;
            if !folders.contains(&folder) {
                let takes = output::takes_files(&folder);
                takes.map_err(|error| output::unwritten(&path.display().to_string(), &error))?;
                folders.insert(folder);
            }
        }
        Ok(())
    }

    /// When a file that stands is left alone; `None`: never.
    fn heads(&self, target: &SetTarget) -> Option<Heads> {
        let content = target.index.as_ref().is_some_and(|index| index.lastmod == Lastmod::Content);
        if target.previous.is_some() {
            return Some(target.format.map_or(Heads::Same, |format| Heads::of(format.name)));
        }
        (self.args.target.if_changed || content).then_some(Heads::Same)
    }

    fn options(&self, target: &SetTarget) -> Options {
        Options {
            no_clobber: self.args.target.no_clobber,
            equal: self.heads(target).map_or(Equal::Never, Heads::equal),
            make_folders: true,
            lock: Some(PATIENCE),
            pending: signals::pending().clone(),
        }
    }

    /// Shows every entry to a writer that must know them before it begins.
    fn survey(
        &mut self,
        plan: &Plan,
        pipeline: &Pipeline<'_>,
        target: &SetTarget,
    ) -> Result<urlset::Result<Option<Box<dyn EntryWriter>>>, Failure> {
        let Some(format) = target.format else {
            return Ok(Ok(None));
        };
        let mut writer = Target { format, compressed: false }.writer(
            self.args,
            &pipeline.header(&plan.header),
            Path::new(""),
        )?;
        if !writer.needs_survey() {
            return Ok(Ok(None));
        }
        let seen = pipeline
            .open(plan, pipeline.idle(), &mut ())
            .and_then(|mut reader| ops::survey(reader.as_mut(), writer.as_mut(), &mut ()));
        Ok(seen.map(|()| Some(writer)))
    }

    fn fill<'p>(
        &mut self,
        (plan, pipeline, round): (&Plan, &Pipeline<'p>, &Round<'p>),
        (target, before): (&SetTarget, set_stable::Before<'_>),
        surveyor: Option<&dyn EntryWriter>,
        files: &RefCell<SetFiles<'_>>,
    ) -> urlset::Result<()> {
        if let Some(others) = self.elsewhere {
            return self.fill_by(others, (plan, pipeline, round), target, files);
        }
        let reader = pipeline.open(plan, round, &mut self.report)?;
        let at = self.args.fields.provenance.then(Whereabouts::default);
        let names = self.report.names();
        let reader: Box<dyn EntryReader + '_> =
            if target.must_group(pipeline.is_sorted()) && target.previous.is_none() {
                let mut reader = reader;
                let (keys, store) = (&target.keys, pipeline.store);
                Box::new(Grouped::new(reader.as_mut(), keys, store, &mut self.report)?)
            } else {
                reader
            };
        let mut reader = Traced::over(reader, at.clone());
        let (change, rewrite) = (self.args, pipeline.rewrite.as_ref());
        let maker = Maker { change, plan, rewrite, target, surveyor, files, at, names };
        let carried = |number| (maker.format(number), maker.stylesheet(number));
        self.tell_stylesheets(plan, carried)?;
        maker.count_headers(pipeline, round, &mut self.report)?;
        if target.previous.is_some() {
            let store = pipeline.store;
            before.fill((reader.as_mut(), &maker), (target, store), &mut self.report)?;
            return maker.only_file();
        }
        let mut shards = Shards::new(
            &target.keys,
            target.room,
            Box::new(|shard: &Shard, at: Position| maker.open(shard, at.input)),
            Box::new(|filled: Filled| {
                files.borrow_mut().done(&filled);
                Ok(())
            }),
        );
        let mut audits = audits();
        if !target.by_source() {
            let mut copying = copying(maker.format(0), &mut audits);
            ops::copy(reader.as_mut(), &mut shards, &mut copying, &mut self.report)?;
            shards.finish()?;
            return maker.only_file();
        }
        let mut reader = BySource::new(reader);
        let mut filled = HashSet::new();
        while let Some(source) = reader.advance(&mut self.report)? {
            reader.set_header(maker.header(source));
            let mut copying = copying(maker.format(source), &mut audits);
            ops::copy(&mut reader, &mut shards, &mut copying, &mut self.report)?;
            filled.insert(source);
        }
        shards.finish()?;
        // A document without entries is a document all the same.
        for document in plan.documents.iter().filter(|one| !filled.contains(&one.number)) {
            maker.empty(document.number)?;
        }
        Ok(())
    }
}

/// Makes the outputs of shards.
pub(crate) struct Maker<'m, 'f> {
    change: &'m crate::convert_args::ConvertArgs,
    plan: &'m Plan,
    rewrite: Option<&'m Rewrite>,
    target: &'m SetTarget,
    surveyor: Option<&'m dyn EntryWriter>,
    pub(crate) files: &'m RefCell<SetFiles<'f>>,
    at: Option<Whereabouts>,
    names: Vec<String>,
}

impl Maker<'_, '_> {
    /// The header of a file: that of its document, or of all.
    fn header(&self, source: u32) -> Header {
        let own = document(&self.plan.documents, source).filter(|_| self.target.by_source());
        let header = own.map_or(&self.plan.header, |document| &document.header);
        self.rewrite.map_or_else(|| header.clone(), |rewrite| rewrite.header(header))
    }

    /// The stylesheet of the file that a document goes into.
    fn stylesheet(&self, source: u32) -> Option<&str> {
        let own = document(&self.plan.documents, source).filter(|_| self.target.by_source());
        let header = own.map_or(&self.plan.header, |document| &document.header);
        header.stylesheet.as_deref()
    }

    /// Counts what is rewritten in headers, each once.
    fn count_headers(
        &self,
        pipeline: &Pipeline<'_>,
        round: &Round<'_>,
        sink: &mut dyn Sink,
    ) -> urlset::Result<()> {
        if !self.target.by_source() {
            return pipeline.count_header(self.format(0), heading(self.plan), round, sink);
        }
        self.plan.documents.iter().try_for_each(|document| {
            let heading = (&document.header, plan::nowhere(document.number));
            pipeline.count_header(self.format(document.number), heading, round, sink)
        })
    }

    pub(crate) fn format(&self, source: u32) -> &'static Format {
        let read = || {
            let document = document(&self.plan.documents, source);
            let name = document.map_or("xml", |document| &*document.facts.format);
            urlset::format(name).filter(|format| format.create.is_some())
        };
        self.target.format.or_else(read).unwrap_or(&urlset::sitemap::FORMAT)
    }

    /// A file without entries.
    fn empty(&self, source: u32) -> urlset::Result<()> {
        let shard = Shard { group: vec![String::new(); self.target.keys.len()], number: 1 };
        let written = self.open(&shard, source)?.finish()?;
        self.files.borrow_mut().end(&Filled { shard, written, newest: None, source });
        Ok(())
    }

    /// Where nothing was left to write, what has one name is written all the same: an old file there
    /// would pass for the result.
    fn only_file(&self) -> urlset::Result<()> {
        let none = self.files.borrow().made.is_empty() && !self.target.template.has_fields();
        let first = self.plan.documents.first().filter(|_| none);
        first.map_or(Ok(()), |document| self.empty(document.number))
    }

    fn open(&self, shard: &Shard, source: u32) -> urlset::Result<Output<'static>> {
        self.open_as(None, shard, source)
    }

    /// Opens a file under the name that it had, or that the template gives it.
    pub(crate) fn open_as(
        &self,
        name: Option<&Path>,
        shard: &Shard,
        source: u32,
    ) -> urlset::Result<Output<'static>> {
        let open = || {
            let (mut files, format) = (self.files.borrow_mut(), self.format(source).name);
            let way = match name {
                Some(name) => files.begin_old(name, shard, source, format)?,
                None => files.begin(shard, source, format)?,
            };
            let folder = files.folder.clone();
            Ok(Output::new(way, self.writer(source, &folder)?))
        };
        open().map_err(|failure| Error::Io(self.files.borrow_mut().fail(failure)))
    }

    /// The robots.txt that becomes another one, whose other lines stay.
    fn robots(&self, source: u32) -> Result<Option<String>, Failure> {
        let own = document(&self.plan.documents, source).filter(|_| self.target.by_source());
        let Some(document) = own.filter(|_| self.format(source).name == "robots") else {
            return Ok(None);
        };
        let kept = document.open().and_then(std::io::read_to_string);
        kept.map(Some).map_err(|error| {
            Failure::output(format!("{} cannot be kept as it is: {error}", document.name))
        })
    }

    fn writer(&self, source: u32, folder: &Path) -> Result<Box<dyn EntryWriter>, Failure> {
        let target = Target { format: self.format(source), compressed: false };
        let header = self.header(source);
        // What was surveyed are pages; an index beside them has columns of its own.
        let has_pages = || self.plan.documents.iter().any(|one| one.kind == Kind::Urlset);
        let is_beside = header.kind == Kind::Sitemapindex && has_pages();
        let surveyor = self.surveyor.filter(|_| !is_beside);
        let surveyed = surveyor.and_then(EntryWriter::surveyed);
        let writer = match (surveyed, self.robots(source)?) {
            (Some(writer), _) => writer,
            (None, Some(text)) => Box::new(RobotsWriter::updating(text)),
            (None, None) => target.writer(self.change, &header, folder)?,
        };
        match &self.at {
            Some(at) => target.traced(writer, self.change, at.clone(), self.names.clone()),
            None => Ok(writer),
        }
    }
}

/// Refuses inputs that cannot stand in an index, and an index over what is none and was not read.
fn check_index(plan: &Plan, target: &SetTarget) -> Result<(), Failure> {
    let Some(index) = &target.index else {
        return Ok(());
    };
    set_index::check_documents(plan)?;
    let real = index.path.canonicalize();
    let same = |one: &Document| {
        real.as_ref().is_ok_and(|real| path_of(one).canonicalize().is_ok_and(|it| it == *real))
    };
    match plan.documents.iter().any(same) {
        true => Ok(()),
        false => index_write::check_stands(&index.path),
    }
}
