//! The files of a set while they are made: named by a template, compressed beside the work, and
//! published together.

use crate::alike::{Alike, Heads};
use crate::compress::{NoThread, Pipe, Workers};
use crate::exit::{Cause, Failure};
use crate::output;
use crate::plan::Document;
use crate::proof::Proof;
use crate::set_target::SetTarget;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use urlset::publish::{self, Finished, Set, folder_of};
use urlset::shard::{Filled, Shard, Values};
use urlset::store::{Scratch, Store};
use urlset::{Datetime, Written};

/// A file that is done, or is being compressed.
#[derive(Debug)]
pub(crate) struct Made {
    /// `None` until its content is known, where it is named after that.
    pub(crate) path: Option<Arc<Path>>,
    /// What it was called before, where it is named after its content.
    old: Option<Arc<Path>>,
    /// What a dry run finds of the file that stands.
    stays: Arc<AtomicBool>,
    pub(crate) format: &'static str,
    pub(crate) written: Written,
    pub(crate) newest: Option<Datetime>,
    /// The document that it was made from first.
    pub(crate) source: u32,
    /// It stands there already.
    pub(crate) unchanged: bool,
    /// Its place in the set; files of one place stand in the order in which they were made.
    pub(crate) place: u64,
    shard: Shard,
    number: u64,
    /// Nothing came into it: there is no such file.
    void: bool,
    /// What a dry run keeps of it until it was looked at.
    kept: Option<File>,
}

/// Makes the files.
pub(crate) struct SetFiles<'f> {
    target: &'f SetTarget,
    documents: &'f [Document],
    /// `None` where nothing is to be written.
    set: Option<Set>,
    workers: Workers,
    pub(crate) made: Vec<Made>,
    /// How many files have each name but for the number.
    numbers: HashMap<String, u64>,
    names: HashSet<Arc<Path>>,
    /// Names that files of the previous set have, without the hash in them.
    pub(crate) reserved: HashSet<PathBuf>,
    /// When a file that stands is left alone; `None`: never.
    heads: Option<Heads>,
    /// Judges what a dry run would write, and where it is kept until then.
    pub(crate) proof: Option<(Proof<'f>, &'f Store)>,
    /// The folder of the file begun last.
    pub(crate) folder: PathBuf,
    /// The error that `io::Error` could not carry.
    failure: Option<Failure>,
}

/// Where the bytes of a file go.
pub(crate) enum Way {
    Pipe(Pipe),
    /// Nothing is written but for those who judge it.
    Kept(File, Box<Way>),
    /// Nothing is written; the bytes are compared with those of the file that stands.
    Beside(Option<Alike<Content>>, Arc<AtomicBool>),
    Nowhere,
}

type Content = Box<dyn BufRead + Send>;

impl Write for Way {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Way::Pipe(pipe) => pipe.write(bytes),
            Way::Kept(file, way) => {
                file.write_all(bytes)?;
                way.write_all(bytes).map(|()| bytes.len())
            }
            Way::Beside(Some(alike), _) => alike.write(bytes),
            Way::Beside(None, _) | Way::Nowhere => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Way::Pipe(pipe) => pipe.flush(),
            Way::Kept(_, way) => way.flush(),
            Way::Beside(alike, stays) => {
                if let Some(alike) = alike.take() {
                    stays.store(alike.ends()?, Ordering::Relaxed);
                }
                Ok(())
            }
            Way::Nowhere => Ok(()),
        }
    }
}

impl<'f> SetFiles<'f> {
    /// Without a set nothing is written, and everything is counted.
    pub(crate) fn new(
        target: &'f SetTarget,
        documents: &'f [Document],
        set: Option<Set>,
        heads: Option<Heads>,
        workers: Workers,
    ) -> SetFiles<'f> {
        SetFiles {
            target,
            documents,
            set,
            workers,
            made: Vec::new(),
            numbers: HashMap::new(),
            names: HashSet::new(),
            reserved: HashSet::new(),
            heads,
            proof: None,
            folder: PathBuf::new(),
            failure: None,
        }
    }

    /// Begins a file in this format. What would be called `.zst` is refused: zstd is only read.
    pub(crate) fn begin(
        &mut self,
        shard: &Shard,
        source: u32,
        format: &'static str,
    ) -> Result<Way, Failure> {
        let suffix = self.suffix(source, format);
        if suffix.to_ascii_lowercase().ends_with("zst") && self.target.ext_tells {
            let name = document(self.documents, source).map_or("", |one| one.name.as_str());
            return Err(Failure::usage(format!("{name}: `{{ext}}` is zst, and zstd is only read"))
                .hint("write gzip: `-t xml.gz`, or another suffix than `{ext}`"));
        }
        let (name, number) = self.next_name(shard, source, format)?;
        let hashed = self.target.template.is_hashed();
        let names = ((!hashed).then_some(name.clone()), None);
        self.begin_as(names, &name, (shard, source, number), format)
    }

    /// The name that the template gives the next file of a shard, and its number.
    fn next_name(
        &mut self,
        shard: &Shard,
        source: u32,
        format: &'static str,
    ) -> Result<(Arc<Path>, u64), Failure> {
        let blank = self.name(shard, source, (0, format), "");
        let mut number = self.numbers.get(&blank).copied().unwrap_or(0);
        let name: Arc<Path> = loop {
            number += 1;
            let name = self.name(shard, source, (number, format), "");
            // A name of the previous set stands for its URLs; numbers go on after it.
            if name == blank || !self.reserved.contains(Path::new(&name)) {
                break Path::new(&name).into();
            }
        };
        self.numbers.insert(blank, number);
        if !self.target.template.is_hashed() && !self.names.insert(name.clone()) {
            return Err(self.clash(&name));
        }
        Ok((name, number))
    }

    /// Begins a file under the name that it had, but for the hash in it.
    pub(crate) fn begin_old(
        &mut self,
        name: &Path,
        shard: &Shard,
        source: u32,
        format: &'static str,
    ) -> Result<Way, Failure> {
        let path: Arc<Path> = name.into();
        if !self.names.insert(path.clone()) {
            return Err(self.clash(name));
        }
        let hashed = self.target.template.is_hashed();
        let names = if hashed { (None, Some(path)) } else { (Some(path), None) };
        self.begin_as(names, name, (shard, source, 0), format)
    }

    /// Where the bytes of a file go in a dry run: beside those that stand there.
    fn beside(
        &self,
        path: Option<&Path>,
        compressed: bool,
        stays: &Arc<AtomicBool>,
    ) -> Result<Way, Failure> {
        let (Some(path), Some(heads)) = (path, self.heads) else {
            return Ok(Way::Nowhere);
        };
        let content = publish::content(path)
            .map_err(|error| output::unwritten(&path.display().to_string(), &error))?;
        Ok(match content {
            Some((content, is_gzip)) if is_gzip == compressed => {
                Way::Beside(Some(Alike::new(content, heads)), stays.clone())
            }
            _ => Way::Nowhere,
        })
    }

    fn begin_as(
        &mut self,
        (path, old): (Option<Arc<Path>>, Option<Arc<Path>>),
        name: &Path,
        (shard, source, number): (&Shard, u32, u64),
        format: &'static str,
    ) -> Result<Way, Failure> {
        folder_of(name).clone_into(&mut self.folder);
        let compressed = self.is_compressed(source);
        let (stays, mut kept) = (Arc::default(), None);
        let way = match &self.set {
            None => {
                let way = self.beside(path.as_deref().or(old.as_deref()), compressed, &stays)?;
                match self.scratch().transpose()? {
                    Some((file, hand)) => {
                        kept = Some(file);
                        Way::Kept(hand, Box::new(way))
                    }
                    None => way,
                }
            }
            Some(set) => {
                let draft = match &path {
                    None => set.create_in(folder_of(name)),
                    Some(path) => set.create(path),
                };
                Way::Pipe(self.workers.begin(draft.map_err(|error| refused(&error))?, compressed))
            }
        };
        self.made.push(Made::begun((path, old), (shard, source, number), format, (stays, kept)));
        Ok(way)
    }

    /// A file for what is to be judged, and a hand to write it.
    fn scratch(&self) -> Option<Result<(File, File), Failure>> {
        let (_, store) = self.proof.as_ref()?;
        let made = Scratch::new(store).and_then(Scratch::into_file);
        let made = made.map_err(|error| Failure::new(Cause::Limit, error.to_string()));
        Some(made.and_then(|file| {
            let hand = file.try_clone();
            let hand = hand.map_err(|error| Failure::new(Cause::Limit, error.to_string()))?;
            Ok((file, hand))
        }))
    }

    /// Shows the file that was ended last to those who judge it.
    fn judge(&mut self) -> Result<(), Failure> {
        let name = self.made.last().map(|made| made.name(self.target, self.documents, "x"));
        let (Some(made), Some((proof, _))) = (self.made.last_mut(), &mut self.proof) else {
            return Ok(());
        };
        let format = urlset::format(made.format);
        let (Some(file), Some(format), Some(name)) = (made.kept.take(), format, name) else {
            return Ok(());
        };
        proof.document(&name, (format, made.written.bytes), file)
    }

    /// Takes a file that others made as the next one of the set.
    pub(crate) fn adopt(
        &mut self,
        staged: &Path,
        filled: &Filled,
        format: &'static str,
    ) -> Result<(), Failure> {
        let (path, number) = self.next_name(&filled.shard, filled.source, format)?;
        if let Some(set) = &self.set {
            set.adopt(staged, &path).map_err(|error| refused(&error))?;
        }
        let names = (Some(path), None);
        let named = (&filled.shard, filled.source, number);
        self.made.push(Made::begun(names, named, format, (Arc::default(), None)));
        self.end(filled);
        Ok(())
    }

    /// The shard begun last is done. Where nothing came into it, its output was dropped.
    pub(crate) fn done(&mut self, filled: &Filled) {
        match self.made.last_mut() {
            Some(made) if filled.written.entries == 0 => made.void = true,
            _ => self.end(filled),
        }
    }

    /// The file begun last is whole.
    pub(crate) fn end(&mut self, filled: &Filled) {
        if let Some(made) = self.made.last_mut() {
            made.written = filled.written;
            made.newest = filled.newest;
        }
        if let Err(failure) = self.judge() {
            self.failure.get_or_insert(failure);
        }
    }

    /// Keeps a failure until the run ends.
    pub(crate) fn fail(&mut self, failure: Failure) -> io::Error {
        self.failure.get_or_insert(failure);
        io::Error::other("a file of the set could not be made")
    }

    /// Waits for every file, names those that are named after their content, and gives the set.
    pub(crate) fn settle(mut self) -> Result<(Option<Set>, Vec<Made>), Failure> {
        let finished: Result<Vec<_>, publish::Error> = self.workers.join().collect();
        let finished = finished.map_err(|error| refused(&error))?;
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let Some(set) = self.set else {
            self.made.retain(|made| !made.void);
            let unknown = "x".repeat(self.target.template.hash_digits());
            for made in &mut self.made {
                made.unchanged = made.stays.load(Ordering::Relaxed);
                if made.unchanged && made.path.is_none() {
                    made.path.clone_from(&made.old);
                }
                let name = made.name(self.target, self.documents, &unknown);
                made.path.get_or_insert_with(|| Path::new(&name).into());
            }
            return Ok((None, self.made));
        };
        for (made, file) in self.made.iter_mut().zip(finished) {
            let Some(Some(file)) = file else { continue };
            if self.target.template.is_hashed() {
                let path = made.settle(&set, *file, (self.target, self.documents));
                made.path = Some(path.map_err(|error| refused(&error))?);
            }
        }
        self.made.retain(|made| !made.void);
        let unchanged = set.unchanged();
        for made in &mut self.made {
            made.unchanged = made.path.as_ref().is_some_and(|path| unchanged.contains(&**path));
        }
        Ok((Some(set), self.made))
    }

    fn is_compressed(&self, source: u32) -> bool {
        is_compressed(self.target, document(self.documents, source))
    }

    fn suffix(&self, source: u32, format: &str) -> String {
        suffix(self.target, document(self.documents, source), format)
    }

    fn name(
        &self,
        shard: &Shard,
        source: u32,
        (number, format): (u64, &'static str),
        hash: &str,
    ) -> String {
        let named = Named { shard, source, number, format };
        name(self.target, self.documents, &named, hash)
    }

    fn clash(&self, name: &Path) -> Failure {
        let message = format!("two files would be called {}", name.display());
        let failure = Failure::usage(message);
        if self.target.template.is_by_source() {
            failure.hint("the inputs differ only in their folder or suffix: convert them apart")
        } else {
            failure.hint("add `{n}` to the name of the output, as in 'sitemap-{n:05}.xml.gz'")
        }
    }
}

/// What a file is called after.
struct Named<'n> {
    shard: &'n Shard,
    source: u32,
    number: u64,
    format: &'static str,
}

impl Made {
    fn begun(
        (path, old): (Option<Arc<Path>>, Option<Arc<Path>>),
        (shard, source, number): (&Shard, u32, u64),
        format: &'static str,
        (stays, kept): (Arc<AtomicBool>, Option<File>),
    ) -> Made {
        Made {
            path,
            old,
            stays,
            format,
            written: Written::default(),
            newest: None,
            source,
            unchanged: false,
            place: 0,
            shard: shard.clone(),
            number,
            void: false,
            kept,
        }
    }

    /// The name of a file that is called after its content: the one that it had while that is as good.
    fn settle(
        &self,
        set: &Set,
        file: Finished,
        (target, documents): (&SetTarget, &[Document]),
    ) -> Result<Arc<Path>, publish::Error> {
        let file = match &self.old {
            None => file,
            Some(old) => match set.stays(file, old)? {
                None => return Ok(old.clone()),
                Some(file) => file,
            },
        };
        let digits = target.template.hash_digits();
        let named = set.name(file, digits, |hash| self.name(target, documents, hash).into());
        Ok(named?.into())
    }

    /// Its name with this hash; what else was in it stays.
    fn name(&self, target: &SetTarget, documents: &[Document], hash: &str) -> String {
        let old = self.old.as_deref().and_then(Path::to_str);
        let renamed = old.and_then(|old| target.template.with_hash(old, hash));
        renamed.unwrap_or_else(|| name(target, documents, &self.named(), hash))
    }

    fn named(&self) -> Named<'_> {
        let Made { shard, source, number, format, .. } = self;
        Named { shard, source: *source, number: *number, format }
    }
}

fn name(target: &SetTarget, documents: &[Document], named: &Named<'_>, hash: &str) -> String {
    let document = document(documents, named.source);
    let ext = suffix(target, document, named.format);
    let stem = match document.map_or("", |document| &document.folder) {
        "" => parts(document).0.to_owned(),
        folder => format!("{folder}/{}", parts(document).0),
    };
    target.template.name(&Values {
        number: named.number,
        keys: &target.keys,
        group: &named.shard.group,
        hash,
        stem: &stem,
        ext: &ext,
    })
}

/// Whether a file is compressed: as the flags say, or as the document it is made from.
fn is_compressed(target: &SetTarget, document: Option<&Document>) -> bool {
    target.compressed || target.ext_tells && is_gz(parts(document).1)
}

fn is_gz(suffix: &str) -> bool {
    suffix.rsplit('.').next().is_some_and(|last| last.eq_ignore_ascii_case("gz"))
}

/// What `{ext}` stands for: the suffix of the document where the file is of the same format, else
/// that of the format; so a name does not deny what is in the file.
fn suffix(target: &SetTarget, document: Option<&Document>, format: &str) -> String {
    let own = parts(document).1;
    if !target.ext_tells {
        return own.to_owned();
    }
    let is_stream = document.is_none_or(|document| matches!(&*document.name, "" | "-"));
    let same = document.is_some_and(|document| *document.facts.format == *format);
    let compressed = is_compressed(target, document);
    if same && !is_stream && is_gz(own) == compressed && !target.ends_gz {
        return own.to_owned();
    }
    let plain = if same && !is_stream {
        let inner = own.rsplit_once('.').map_or("", |(inner, _)| inner);
        if is_packed(own) { inner } else { own }
    } else {
        urlset::format(format).and_then(|format| format.suffixes.first()).map_or("txt", |one| *one)
    };
    match (plain, compressed && !target.ends_gz) {
        (plain, false) => plain.to_owned(),
        ("", true) => "gz".to_owned(),
        (plain, true) => format!("{plain}.gz"),
    }
}

fn is_packed(suffix: &str) -> bool {
    let last = suffix.rsplit('.').next().unwrap_or_default();
    ["gz", "zst"].iter().any(|packed| last.eq_ignore_ascii_case(packed))
}

/// The document with this number.
pub(crate) fn document(documents: &[Document], number: u32) -> Option<&Document> {
    // They are numbered in order, with gaps for those that could not be read.
    let at = documents.binary_search_by_key(&number, |document| document.number).ok()?;
    documents.get(at)
}

/// The name of a document without its suffixes, and these.
fn parts(document: Option<&Document>) -> (&str, &str) {
    let name = document.map_or("", |document| document.file_name.as_str());
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let name = if matches!(name, "" | "-") { "stdin" } else { name };
    let (plain, packed) = match name.rsplit_once('.') {
        Some((plain, last)) if is_packed(last) => (plain, true),
        _ => (name, false),
    };
    match plain.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) {
        Some((stem, _)) => (stem, name.get(stem.len() + 1..).unwrap_or_default()),
        None if packed => (plain, name.get(plain.len() + 1..).unwrap_or_default()),
        None => (name, ""),
    }
}

/// A file or folder that refuses to be written.
pub(crate) fn refused(error: &publish::Error) -> Failure {
    let failure = Failure::output(error.to_string());
    match error {
        publish::Error::Taken(_) => failure.hint("--no-clobber was given"),
        publish::Error::Twice(_) => {
            failure.hint("where neither is a link to the other, add `{n}` to the name of the output, as in 'sitemap-{n:05}.xml.gz'")
        }
        publish::Error::Busy(_) => failure.hint("wait until it has ended"),
        publish::Error::Io { cause, .. } => match cause.get_ref().and_then(|e| e.downcast_ref()) {
            Some(NoThread { .. }) => Failure::new(Cause::Limit, cause.to_string())
                .hint("raise the limit on processes and threads, such as `ulimit -u`"),
            None => failure,
        },
        _ => failure,
    }
}
