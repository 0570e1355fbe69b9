//! Which files of a previous set are those that the template of the new one names, so that URLs stay
//! in them, and which are not.

use crate::exit::{Cause, Failure};
use crate::inputs::{From, Named, Wanted};
use crate::number::count;
use crate::plan::{Document, Refused};
use crate::set_index::{OldIndex, below};
use crate::set_target::SetTarget;
use crate::update_files::path_of;
use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};
use urlset::{FORMATS, Result};

/// A file of the previous set.
#[derive(Debug)]
pub(crate) struct Standing {
    /// What it is called in the set that is written.
    pub(crate) name: PathBuf,
    /// Whether that is where it stands.
    pub(crate) here: bool,
    /// Its place among them, from 1.
    pub(crate) place: u64,
}

/// Divides the documents of a previous set.
pub(crate) struct Slots<'t> {
    target: &'t SetTarget,
    /// The folder of the template, as the file system knows it.
    home: Option<PathBuf>,
    /// Those in which URLs stay, in order.
    pub(crate) documents: Vec<Document>,
    /// By number.
    pub(crate) standing: HashMap<u32, Standing>,
    /// Names of the others.
    others: Vec<String>,
}

impl<'t> Slots<'t> {
    pub(crate) fn new(target: &'t SetTarget) -> Slots<'t> {
        let home = real(Path::new(target.template.folder()));
        let (documents, standing, others) = (Vec::new(), HashMap::new(), Vec::new());
        Slots { target, home, documents, standing, others }
    }

    /// Takes the documents of the previous set at `path`; `folder` are the files beside them, where
    /// no index says which are of the set.
    pub(crate) fn divide<'w>(
        mut self,
        path: &Path,
        documents: Vec<Document>,
        folder: impl Iterator<Item = &'w Wanted>,
    ) -> Result<Slots<'t>> {
        self.check_read(&documents, folder)?;
        // A robots.txt holds no pages.
        let sitemaps = documents.into_iter().filter(|one| &*one.facts.format != "robots");
        for document in sitemaps {
            match self.name(&document) {
                Some((name, here)) if self.is_of_format(&document) => {
                    let place = 0;
                    self.standing.insert(document.number, Standing { name, here, place });
                    self.documents.push(document);
                }
                None if !self.is_of_another_kind(&document) => self.others.push(document.name),
                _ => {
                    let message = format!("--stable: {} is of another kind than -o", document.name);
                    let failure = Failure::usage(message);
                    return Err(Refused::error(
                        failure.hint("keep the suffix of the previous set"),
                    ));
                }
            }
        }
        if self.documents.is_empty() && !self.others.is_empty() {
            return Err(Refused::error(self.none_fits(path)));
        }
        self.sort()?;
        Ok(self)
    }

    /// What is said of the files that stay as they are; `named`: an index of theirs is replaced.
    pub(crate) fn told(&self, path: &Path, named: bool) -> Option<String> {
        if self.documents.is_empty() {
            return Some(format!("{}: no previous set", path.display()));
        }
        let first = self.others.first()?;
        let (path, files) = (path.display(), count(self.others.len() as u64, "file"));
        let named = if named { " and no longer named by the index" } else { "" };
        Some(format!(
            "{path}: {files} not named as -o names files, left alone{named}, first {first}"
        ))
    }

    /// Refuses a file that would be replaced though nobody could read what is in it.
    fn check_read<'w>(
        &self,
        documents: &[Document],
        folder: impl Iterator<Item = &'w Wanted>,
    ) -> Result<()> {
        let read: HashSet<PathBuf> = documents.iter().map(path_of).collect();
        for one in folder {
            let From::File(path) = &one.from else { continue };
            let replaced = one.named == Named::Folder && !read.contains(path);
            if replaced && self.here(path).is_some() {
                let message = format!("{}: no sitemap, and -o would replace it", path.display());
                let failure = Failure::new(Cause::Input, message);
                return Err(Refused::error(failure.hint("move it elsewhere, or rename it")));
            }
        }
        Ok(())
    }

    /// What a document is called in the set that is written, and whether it is there.
    fn name(&self, document: &Document) -> Option<(PathBuf, bool)> {
        let path = path_of(document);
        if let Some(name) = self.here(&path) {
            return Some((name, true));
        }
        let name = self.mirrored(&Path::new(&document.folder).join(path.file_name()?))?;
        Some((name, false))
    }

    /// What a file is called that stands in the folder of the template.
    fn here(&self, path: &Path) -> Option<PathBuf> {
        let folder = real(path.parent()?)?;
        let inner = folder.strip_prefix(self.home.as_ref()?).ok()?;
        self.below(self.target.template.folder(), &inner.join(path.file_name()?))
    }

    /// What a file of a set elsewhere is called, by its path in that: the folders of the template
    /// may be some of it.
    fn mirrored(&self, inner: &Path) -> Option<PathBuf> {
        let folder = self.target.template.folder();
        let above = folder.rmatch_indices('/').map(|(at, _)| folder.get(..=at).unwrap_or_default());
        above.chain([""]).find_map(|folder| self.below(folder, inner))
    }

    /// This path below a folder, where the template could have made it.
    fn below(&self, folder: &str, inner: &Path) -> Option<PathBuf> {
        let names: Option<Vec<&str>> = inner
            .components()
            .map(|part| match part {
                Component::Normal(name) => name.to_str(),
                _ => None,
            })
            .collect();
        let name = format!("{folder}{}", names?.join("/"));
        self.target.template.matches(&name).then(|| name.into())
    }

    fn is_of_format(&self, document: &Document) -> bool {
        self.target.format.is_some_and(|format| format.name == &*document.facts.format)
    }

    /// Whether the template could have made it but for its suffix.
    fn is_of_another_kind(&self, document: &Document) -> bool {
        let text = self.target.text.as_str();
        let suffix = text.get(stem(text).len()..).unwrap_or_default();
        let path = path_of(document);
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            return false;
        };
        let renamed = path.with_file_name(format!("{}{suffix}", stem(name)));
        let inner = Path::new(&document.folder).join(renamed.file_name().unwrap_or_default());
        self.here(&renamed).or_else(|| self.mirrored(&inner)).is_some()
    }

    fn none_fits(&self, path: &Path) -> Failure {
        let (path, text) = (path.display(), &self.target.text);
        let first = self.others.first().map_or("", String::as_str);
        let message =
            format!("--previous {path}: -o {text} names no file of that set, first {first}");
        Failure::usage(message)
            .hint("keep the names of the previous set, or cut it anew without `--stable`")
    }

    /// Brings the files in the order of the index that will name them: that of the run before. Two
    /// that would be one are refused.
    fn sort(&mut self) -> Result<()> {
        let mut names = HashSet::new();
        let standing = &mut self.standing;
        if let Some(two) = standing.values().find(|one| !names.insert(&one.name)) {
            let message = format!("--previous: two files would be called {}", two.name.display());
            return Err(Refused::error(Failure::usage(message)));
        }
        if let Some(index) = &self.target.index {
            let folder = index.path.parent().unwrap_or(Path::new(""));
            let old = OldIndex::read(&index.path).entries;
            let places: HashMap<&str, usize> =
                old.iter().enumerate().map(|(at, entry)| (entry.loc.as_str(), at)).collect();
            let place = |document: &Document| {
                let name = &standing.get(&document.number)?.name;
                let loc = index.entries.entry(&below(folder, name).ok()?, None).loc;
                places.get(loc.as_str()).copied()
            };
            self.documents.sort_by_cached_key(|one| place(one).unwrap_or(usize::MAX));
        }
        for (place, document) in (1..).zip(&self.documents) {
            if let Some(one) = self.standing.get_mut(&document.number) {
                one.place = place;
            }
        }
        Ok(())
    }
}

/// A folder as the file system knows it.
fn real(folder: &Path) -> Option<PathBuf> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    here.canonicalize().ok()
}

/// A name without its suffixes.
fn stem(name: &str) -> &str {
    let cut = |name: &'_ str, known: &dyn Fn(&str) -> bool| {
        name.rsplit_once('.')
            .filter(|(_, last)| known(last))
            .map_or(name.len(), |(stem, _)| stem.len())
    };
    let packed = |last: &str| ["gz", "zst"].iter().any(|one| last.eq_ignore_ascii_case(one));
    let plain = name.get(..cut(name, &packed)).unwrap_or(name);
    let format = |last: &str| {
        let last = last.to_ascii_lowercase();
        FORMATS.iter().any(|format| format.suffixes.contains(&last.as_str()))
    };
    plain.get(..cut(plain, &format)).unwrap_or(plain)
}
