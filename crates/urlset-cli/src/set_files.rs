//! The files of a set while they are made: named by a template, compressed beside the work, and
//! published together.

use crate::compress::{Pipe, Workers};
use crate::exit::Failure;
use crate::plan::Document;
use crate::set_target::SetTarget;
use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use urlset::publish::{self, Finished, Set};
use urlset::shard::{Filled, Shard, Values};
use urlset::{Datetime, Written};

/// A file that is done, or is being compressed.
#[derive(Debug)]
pub(crate) struct Made {
    /// `None` until its content is known, where it is named after that.
    pub(crate) path: Option<PathBuf>,
    pub(crate) format: &'static str,
    pub(crate) written: Written,
    pub(crate) newest: Option<Datetime>,
    /// The document that it was made from first.
    pub(crate) source: u32,
    /// It stands there already.
    pub(crate) unchanged: bool,
    shard: Shard,
    number: u64,
    /// Nothing came into it: there is no such file.
    void: bool,
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
    names: HashSet<PathBuf>,
    /// Names that files of the previous set have.
    pub(crate) reserved: HashSet<PathBuf>,
    /// The error that `io::Error` could not carry.
    failure: Option<Failure>,
}

/// Where the bytes of a file go.
pub(crate) enum Way {
    Pipe(Pipe),
    Nowhere,
}

impl Write for Way {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Way::Pipe(pipe) => pipe.write(bytes),
            Way::Nowhere => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Way::Pipe(pipe) => pipe.flush(),
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
            failure: None,
        }
    }

    /// Begins a file in this format.
    pub(crate) fn begin(
        &mut self,
        shard: &Shard,
        source: u32,
        format: &'static str,
    ) -> Result<Way, Failure> {
        let blank = self.name(shard, source, 0, "");
        let hashed = self.target.template.is_hashed();
        let mut number = self.numbers.get(&blank).copied().unwrap_or(0);
        let name = loop {
            number += 1;
            let name = PathBuf::from(self.name(shard, source, number, ""));
            // A name of the previous set stands for its URLs; numbers go on after it.
            if hashed || !self.reserved.contains(&name) || !self.target.template.is_numbered() {
                break name;
            }
        };
        self.numbers.insert(blank, number);
        if !hashed && !self.names.insert(name.clone()) {
            return Err(self.clash(&name));
        }
        self.begin_as((!hashed).then_some(name.clone()), &name, (shard, source, number), format)
    }

    /// Begins a file under the name that it had.
    pub(crate) fn begin_old(
        &mut self,
        name: &Path,
        shard: &Shard,
        source: u32,
        format: &'static str,
    ) -> Result<Way, Failure> {
        if !self.names.insert(name.to_owned()) {
            return Err(self.clash(name));
        }
        self.begin_as(Some(name.to_owned()), name, (shard, source, 0), format)
    }

    fn begin_as(
        &mut self,
        path: Option<PathBuf>,
        name: &Path,
        (shard, source, number): (&Shard, u32, u64),
        format: &'static str,
    ) -> Result<Way, Failure> {
        let compressed = self.is_compressed(source);
        let way = match &self.set {
            None => Way::Nowhere,
            Some(set) => {
                let draft = match &path {
                    None => set.create_in(folder_of(name)),
                    Some(path) => set.create(path),
                };
                Way::Pipe(self.workers.begin(draft.map_err(|error| refused(&error))?, compressed))
            }
        };
        self.made.push(Made {
            path,
            format,
            written: Written::default(),
            newest: None,
            source,
            unchanged: false,
            shard: shard.clone(),
            number,
            void: false,
        });
        Ok(way)
    }

    /// The file begun last is whole.
    pub(crate) fn end(&mut self, filled: &Filled) {
        if let Some(made) = self.made.last_mut() {
            made.written = filled.written;
            made.newest = filled.newest;
        }
    }

    /// Nothing came into the file begun last, and its output was dropped.
    pub(crate) fn discard(&mut self) {
        if let Some(made) = self.made.last_mut() {
            made.void = true;
        }
    }

    /// Keeps a failure until the run ends.
    pub(crate) fn fail(&mut self, failure: Failure) -> io::Error {
        self.failure.get_or_insert(failure);
        io::Error::other("a file of the set could not be made")
    }

    /// Waits for every file, names those that are named after their content, and gives the set.
    pub(crate) fn settle(mut self) -> Result<(Option<Set>, Vec<Made>), Failure> {
        let files = self.workers.join();
        let mut finished: Vec<Option<Finished>> = Vec::with_capacity(files.len());
        for file in files {
            finished.push(file.map_err(|error| refused(&error))?);
        }
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let Some(set) = self.set else {
            self.made.retain(|made| !made.void);
            let unknown = "x".repeat(self.target.template.hash_digits());
            for made in &mut self.made {
                let name = name(self.target, self.documents, &made.shard, made, &unknown);
                made.path.get_or_insert_with(|| name.into());
            }
            return Ok((None, self.made));
        };
        for (made, file) in self.made.iter_mut().zip(finished) {
            let Some(file) = file else { continue };
            if self.target.template.is_hashed() {
                let named = set.name(file, self.target.template.hash_digits(), |hash| {
                    name(self.target, self.documents, &made.shard, made, hash).into()
                });
                made.path = Some(named.map_err(|error| refused(&error))?);
            }
        }
        self.made.retain(|made| !made.void);
        let unchanged = set.unchanged();
        for made in &mut self.made {
            made.unchanged = made.path.as_ref().is_some_and(|path| unchanged.contains(path));
        }
        Ok((Some(set), self.made))
    }

    fn is_compressed(&self, source: u32) -> bool {
        if !self.target.template.has_ext() {
            return self.target.compressed;
        }
        self.target.compressed || parts(document(self.documents, source)).1.ends_with("gz")
    }

    fn name(&self, shard: &Shard, source: u32, number: u64, hash: &str) -> String {
        let (stem, ext) = parts(document(self.documents, source));
        self.target.template.name(&Values {
            number,
            keys: &self.target.keys,
            group: &shard.group,
            hash,
            stem,
            ext,
        })
    }

    fn clash(&self, name: &Path) -> Failure {
        let message = format!("two files would be called {}", name.display());
        let failure = Failure::usage(message);
        if self.target.template.is_by_source() {
            failure.hint("the inputs have files of one name in several folders: convert them apart")
        } else {
            failure.hint("add `{n}` to the name of the output, as in 'sitemap-{n:05}.xml.gz'")
        }
    }
}

fn name(
    target: &SetTarget,
    documents: &[Document],
    shard: &Shard,
    made: &Made,
    hash: &str,
) -> String {
    let (stem, ext) = parts(document(documents, made.source));
    let (number, group) = (made.number, &shard.group);
    target.template.name(&Values { number, keys: &target.keys, group, hash, stem, ext })
}

/// The document with this number.
pub(crate) fn document(documents: &[Document], number: u32) -> Option<&Document> {
    // They are numbered in order, with gaps for those that could not be read.
    let at = documents.binary_search_by_key(&number, |document| document.number).ok()?;
    documents.get(at)
}

/// The name of a document without its suffixes, and these.
fn parts(document: Option<&Document>) -> (&str, &str) {
    let name = document.map_or("", |document| document.name.as_str());
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let name = if matches!(name, "" | "-") { "stdin" } else { name };
    let (plain, packed) = match name.rsplit_once('.') {
        Some((plain, "gz" | "zst" | "GZ")) => (plain, true),
        _ => (name, false),
    };
    match plain.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) {
        Some((stem, _)) => (stem, name.get(stem.len() + 1..).unwrap_or_default()),
        None if packed => (plain, name.get(plain.len() + 1..).unwrap_or_default()),
        None => (name, ""),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file or folder that refuses to be written.
pub(crate) fn refused(error: &publish::Error) -> Failure {
    let failure = Failure::output(error.to_string());
    match error {
        publish::Error::Taken(_) => failure.hint("--no-clobber was given"),
        publish::Error::Twice(_) => {
            failure.hint("add `{n}` to the name of the output, as in 'sitemap-{n:05}.xml.gz'")
        }
        publish::Error::Busy(_) => failure.hint("wait until it has ended"),
        _ => failure,
    }
}
