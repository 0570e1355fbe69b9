//! A set of files on its way to be published.

use crate::draft::{Draft, Finished};
use crate::folder::{self, Folder, folder_of};
use crate::pending::{Pending, Ticket};
use crate::same::is_same;
use crate::{Error, commit};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How a set is published. The default replaces what stands there, makes no folder and takes no
/// lock.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Refuse to replace a file.
    pub no_clobber: bool,
    /// Which files are left alone, with their date, since they would stay the same. Files that are
    /// named after their content are always compared by bytes.
    pub equal: Equal,
    /// Make missing folders; they go again if the set is taken back.
    pub make_folders: bool,
    /// Lock the folders until the set is committed or dropped, and wait this long for other runs
    /// that do. `None` takes no lock: fine for a single file.
    pub lock: Option<Duration>,
    /// Where a signal finds what to take back.
    pub pending: Pending,
}

/// When a file that stands already is as good as the new one.
#[derive(Clone, Copy, Debug, Default)]
pub enum Equal {
    /// Never: it is replaced.
    #[default]
    Never,
    /// When it has the same bytes.
    Bytes,
    /// When it has the same bytes or, both being gzip, they inflate to the same.
    Inflated,
    /// When this says so of the content of the new file and that of the old one, inflated where
    /// both are gzip. Where only one is, they differ.
    Alike(Alike),
}

/// Compares two contents, the new one first.
pub type Alike = fn(&mut dyn BufRead, &mut dyn BufRead) -> io::Result<bool>;

/// What is decided at the end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Finale<'a> {
    /// The files of the set that come after all others, in the order in which they become visible:
    /// those that name others, then those whose content others took over. The last is the commit
    /// point.
    pub index: &'a [PathBuf],
    /// Files that are not in the set and go once it is published. Those of the set stay, and what
    /// is gone already is no error.
    pub prune: &'a [PathBuf],
}

/// A set of files under way, made by any number of threads. Dropped without [`Set::commit`] it
/// leaves nothing behind.
#[derive(Debug)]
pub struct Set(pub(crate) Arc<Shared>);

/// What drafts know of their set.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) options: Options,
    /// The set's number in the list of what is pending.
    pub(crate) id: u64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    /// By the path that was given.
    folders: BTreeMap<PathBuf, Arc<Folder>>,
    /// The files' final paths.
    names: BTreeSet<Arc<Path>>,
    pub(crate) files: Vec<Placed>,
    closed: bool,
}

/// Where a file is to stand. Sets have files by the million, so each path is kept once.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// As it was given.
    pub(crate) path: Arc<Path>,
    /// Without links and dots.
    pub(crate) place: Arc<Path>,
    /// What was asked for first stands first, and before it what has no number but 0.
    pub(crate) number: usize,
}

/// A finished file with its name.
#[derive(Debug)]
pub(crate) struct Placed {
    pub(crate) target: Target,
    pub(crate) temporary: Arc<Path>,
    pub(crate) ticket: Ticket,
    /// It stands there already.
    pub(crate) unchanged: bool,
    /// Kept open for its lock where the folder has none.
    #[expect(dead_code, reason = "closing it gives the lock back")]
    pub(crate) open: Option<File>,
}

impl Set {
    /// Begins a set.
    pub fn begin(options: Options) -> Set {
        let id = options.pending.hold().number();
        Set(Arc::new(Shared { options, id, state: Mutex::default() }))
    }

    /// Locks a folder from now on, for those who make the set from what stands in it. It need not
    /// exist.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`], and when the folder cannot be opened.
    pub fn lock(&self, folder: &Path) -> Result<(), Error> {
        if folder.is_dir() {
            self.0.folder(folder)?;
        }
        Ok(())
    }

    /// Makes a folder where it is missing, as [`Options::make_folders`] has it, and locks it from now
    /// on: for those who work beside it before there is a file. It goes again where nothing comes
    /// into it.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`], and when the folder can be neither made nor opened.
    pub fn hold(&self, folder: &Path) -> Result<(), Error> {
        self.0.folder(folder).map(drop)
    }

    /// Begins a file that will stand at `path`; a link there is followed. Its bytes go to a
    /// temporary file in the same folder, with mode 0666 less umask.
    ///
    /// # Errors
    ///
    /// [`Error::Taken`], [`Error::Twice`], [`Error::Busy`], and when the folder takes no files.
    pub fn create(&self, path: &Path) -> Result<Draft, Error> {
        self.create_as(path, self.0.target(path)?)
    }

    /// The same for a file that others name as soon as they are visible: it comes before all of them.
    ///
    /// # Errors
    ///
    /// As [`Set::create`].
    pub fn create_first(&self, path: &Path) -> Result<Draft, Error> {
        self.create_as(path, self.0.place_of(path)?)
    }

    fn create_as(&self, path: &Path, target: Target) -> Result<Draft, Error> {
        folder::may_stand(path, &target.place, self.0.options.no_clobber)?;
        if !self.0.state().names.insert(target.place.clone()) {
            return Err(Error::Twice(path.to_owned()));
        }
        let folder = folder_of(&target.place).to_owned();
        Draft::open(&self.0, &folder, path, Some(target))
    }

    /// Takes a file that others wrote and synced, on the same file system, into the set as the one at `path`. It
    /// is moved at once, and goes with the set where that is taken back.
    ///
    /// # Errors
    ///
    /// As [`Set::create`], and when it cannot be moved.
    pub fn adopt(&self, staged: &Path, path: &Path) -> Result<Finished, Error> {
        self.create(path)?.fill(staged)?.finish()
    }

    /// Begins a file in `folder` that gets its name with [`Set::name`], when its content is known.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`], and when the folder takes no files.
    pub fn create_in(&self, folder: &Path) -> Result<Draft, Error> {
        let place = self.0.folder(folder)?;
        Draft::open(&self.0, &place.path, folder, None)
    }

    /// Names a finished file after its content: `name` makes a path from so many hexadecimal
    /// digits of its hash, and is asked again with more where that name stands for other bytes. A
    /// file there with the same bytes is left alone. Call it for one file after the other, always
    /// in the same order, and the names will be the same each time.
    ///
    /// # Errors
    ///
    /// [`Error::Collision`] when even 16 digits lead to a file with other bytes, [`Error::Twice`]
    /// for the second of two files of equal content and name.
    pub fn name(
        &self,
        finished: Finished,
        digits: usize,
        mut name: impl FnMut(&str) -> PathBuf,
    ) -> Result<PathBuf, Error> {
        let hash = finished.hash().unwrap_or_default();
        let mut refused = None;
        for digits in [digits.clamp(1, 16), 12, 16].into_iter().filter(|more| *more >= digits) {
            let path = name(hash.get(..digits).unwrap_or(&hash));
            let target = self.0.target(&path)?;
            let temporary = finished.temporary();
            let same = |there: &Path| {
                is_same(temporary, there, Equal::Bytes).map_err(Error::io(temporary, "compared"))
            };
            if let Some(there) = self.0.bytes_of(&target.place) {
                if same(&there)? {
                    return Err(Error::Twice(path));
                }
                refused = Some(Error::Collision(path));
                continue;
            }
            let unchanged = same(&target.place)?;
            if !unchanged && target.place.symlink_metadata().is_ok() {
                refused = Some(Error::Collision(path));
                continue;
            }
            self.0.state().names.insert(target.place.clone());
            finished.place(target, unchanged)?;
            return Ok(path);
        }
        Err(refused.unwrap_or(Error::Collision(finished.temporary().to_owned())))
    }

    /// Leaves alone what stands at `path` instead of a finished file that has no name yet, where
    /// [`Options::equal`] says so; else gives the file back, to be named.
    ///
    /// # Errors
    ///
    /// When the disk fails.
    pub fn stays(&self, finished: Finished, path: &Path) -> Result<Option<Finished>, Error> {
        let target = self.0.target(path)?;
        let same = is_same(finished.temporary(), &target.place, self.0.options.equal)
            .map_err(Error::io(finished.temporary(), "compared"))?;
        if !same || !self.0.state().names.insert(target.place.clone()) {
            return Ok(Some(finished));
        }
        finished.place(target, true)?;
        Ok(None)
    }

    /// Takes a file into the set that stands there and stays as it is, without looking into it: a
    /// folder can be exchanged only if all that it holds is of the set.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`], and when its folder cannot be opened.
    pub fn keep(&self, path: &Path) -> Result<(), Error> {
        let target = self.0.target(path)?;
        if !self.0.state().names.insert(target.place.clone()) {
            return Ok(());
        }
        // No step is ever numbered 0: there is nothing to take back.
        let (temporary, ticket) = (target.place.clone(), (self.0.id, 0));
        self.0.join(Placed { target, temporary, ticket, unchanged: true, open: None })
    }

    /// Finished files that will be left alone, since what stands there is as good.
    pub fn unchanged(&self) -> BTreeSet<PathBuf> {
        let state = self.0.state();
        let unchanged = state.files.iter().filter(|file| file.unchanged);
        unchanged.map(|file| file.target.path.to_path_buf()).collect()
    }

    /// Finished files by the paths that they were given, and where their bytes are until the set is
    /// published, to be read.
    pub fn finished(&self) -> BTreeMap<PathBuf, PathBuf> {
        let state = self.0.state();
        let bytes = |file: &Placed| match file.unchanged {
            true => file.target.place.to_path_buf(),
            false => file.temporary.to_path_buf(),
        };
        state.files.iter().map(|file| (file.target.path.to_path_buf(), bytes(file))).collect()
    }

    /// Publishes all finished files, then removes what is to go. On an error everything is as it
    /// was. What fails after the commit point cannot undo it: it is told in
    /// [`crate::Outcome::trouble`].
    ///
    /// # Errors
    ///
    /// The first step that fails before the commit point.
    pub fn commit(self, finale: Finale<'_>) -> Result<crate::Outcome, Error> {
        self.at_end(finale)?.run()
    }

    /// Nothing joins the set any more.
    pub(crate) fn at_end(&self, finale: Finale<'_>) -> Result<commit::Commit<'_>, Error> {
        let mut prune = Vec::new();
        for path in finale.prune {
            let folder = folder_of(path);
            if let (true, Some(name)) = (folder.exists(), path.file_name()) {
                prune.push((path.clone(), self.0.folder(folder)?.path.join(name)));
            }
        }
        let mut state = self.0.state();
        state.closed = true;
        prune.retain(|(_, place)| !state.names.contains(place.as_path()));
        let mut files = std::mem::take(&mut state.files);
        drop(state);
        let mut order = BTreeMap::new();
        for (rank, path) in finale.index.iter().enumerate() {
            order.entry(self.0.place_of(path)?.place).or_insert(rank);
        }
        let rank = |file: &Placed| order.get(&file.target.place);
        files.sort_by_key(|file| (rank(file).map_or(0, |rank| rank + 1), file.target.number));
        let first = files.iter().position(|file| rank(file).is_some());
        let indexes = first.map_or(0, |first| files.len() - first);
        Ok(commit::Commit { shared: &self.0, files, indexes, prune })
    }
}

/// Takes back what was not committed.
impl Drop for Set {
    fn drop(&mut self) {
        self.0.state().closed = true;
        let mut held = self.0.options.pending.hold();
        while held.run_last(self.0.id).is_some() {}
    }
}

impl Shared {
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a folder ready; each once.
    fn folder(&self, given: &Path) -> Result<Arc<Folder>, Error> {
        let mut state = self.state();
        if let Some(folder) = state.folders.get(given) {
            return Ok(folder.clone());
        }
        if self.options.make_folders {
            folder::make(given, &self.options.pending, self.id)?;
        }
        let path = fs::canonicalize(given).map_err(Error::io(given, "written to"))?;
        // Another way to write a folder that we have locked.
        let known = state.folders.values().find(|folder| folder.path == path).cloned();
        let folder = match known {
            Some(folder) => folder,
            None => Arc::new(Folder::open(given, self.options.lock)?),
        };
        state.folders.insert(given.to_owned(), folder.clone());
        Ok(folder)
    }

    fn place_of(&self, path: &Path) -> Result<Target, Error> {
        let resolved = folder::target_of(path)?;
        let folder = self.folder(folder_of(&resolved))?;
        let name = resolved
            .file_name()
            .ok_or_else(|| Error::io(path, "written")(io::ErrorKind::InvalidInput.into()))?;
        let place: Arc<Path> = folder.path.join(name).into();
        Ok(Target { path: path.into(), place, number: 0 })
    }

    fn target(&self, path: &Path) -> Result<Target, Error> {
        let mut target = self.place_of(path)?;
        target.number = self.state().names.len() + 1;
        Ok(target)
    }

    /// Where the bytes of the set's file of this name are now; where nothing is while they are
    /// being written.
    fn bytes_of(&self, place: &Arc<Path>) -> Option<Arc<Path>> {
        let state = self.state();
        state.names.get(place)?;
        let file = state.files.iter().find(|file| file.target.place == *place);
        let temporary = file.filter(|file| !file.unchanged).map(|file| file.temporary.clone());
        Some(temporary.unwrap_or_else(|| place.clone()))
    }

    /// A finished file joins the set.
    pub(crate) fn join(&self, placed: Placed) -> Result<(), Error> {
        let mut state = self.state();
        if state.closed {
            drop(state);
            let closed = io::Error::other("the set is published already");
            return Err(Error::io(&placed.target.path, "written")(closed));
        }
        if placed.unchanged {
            let gone = self.options.pending.hold().run(placed.ticket);
            gone?;
        }
        state.files.push(placed);
        Ok(())
    }
}
