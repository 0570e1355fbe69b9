//! Making a finished set visible: the steps, their order, and the one that decides.

use crate::Error;
use crate::folder::{self, folder_of};
use crate::journal::Journal;
use crate::os;
use crate::pending::{Held, Old, Pending, Step};
use crate::plan::{Manner, can_exchange, common, is_one_rename};
use crate::set::{Placed, Shared};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What became of a set.
#[derive(Debug)]
pub struct Outcome {
    /// What a kill could have done.
    pub manner: Manner,
    /// Every file: first those of the set in their order, then those that were to go.
    pub files: Vec<Published>,
    /// What failed after the commit point: the new set stands, but its last step may not survive a
    /// loss of power, or something is left that should have gone.
    pub trouble: Vec<Error>,
}

/// What became of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// As it was given.
    pub path: PathBuf,
    /// What happened to it.
    pub change: Change,
}

/// What happened to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is new.
    Written,
    /// It has new bytes.
    Replaced,
    /// It was left alone.
    Unchanged,
    /// It is gone.
    Removed,
}

/// A set at its end.
pub(crate) struct Commit<'a> {
    pub(crate) shared: &'a Shared,
    /// In the order of becoming visible.
    pub(crate) files: Vec<Placed>,
    /// How many of them, at the end, are index files.
    pub(crate) indexes: usize,
    /// As given, and without links and dots.
    pub(crate) prune: Vec<(PathBuf, PathBuf)>,
}

impl Commit<'_> {
    pub(crate) fn run(mut self) -> Result<Outcome, Error> {
        self.prune.retain(|(_, place)| stands(place));
        let changes: Vec<Change> = self.files.iter().map(change).collect();
        let manner = self.manner();
        let exchanged = manner == Manner::ByExchange && self.exchange()?;
        let mut trouble = Vec::new();
        if exchanged {
            let folders = self.files.iter().take(1).map(|file| folder_of(&file.target.place));
            trouble.extend(folders.flat_map(Path::parent).filter_map(|up| folder::sync(up).err()));
        } else {
            let folder = self.rename()?;
            trouble.extend(folder.and_then(|folder| folder::sync(folder).err()));
            let mut held = self.pending().hold();
            for (_, place) in &self.prune {
                held.add(self.shared.id, Step::Remove(place.as_path().into()));
            }
        }
        loop {
            let step = self.pending().hold().run_last(self.shared.id);
            match step {
                Some(errors) => trouble.extend(errors),
                None => break,
            }
        }
        let published = self.files.into_iter().zip(changes);
        let published = published
            .map(|(file, change)| Published { path: file.target.path.to_path_buf(), change });
        let removed = self.prune.into_iter().filter(|(_, place)| !stands(place));
        let removed = removed.map(|(path, _)| Published { path, change: Change::Removed });
        let files = published.chain(removed).collect();
        let manner =
            if exchanged || manner == Manner::ByRename { manner } else { Manner::FileByFile };
        Ok(Outcome { manner, files, trouble })
    }

    fn pending(&self) -> &Pending {
        &self.shared.options.pending
    }

    fn changed(&self) -> impl DoubleEndedIterator<Item = &Placed> {
        self.files.iter().filter(|file| !file.unchanged)
    }

    fn manner(&self) -> Manner {
        let (files, indexes) = self.files.split_at(self.files.len() - self.indexes);
        let changed = files.iter().filter(|file| !file.unchanged);
        let indexes = indexes.iter().filter(|file| !file.unchanged).count();
        let replaces = changed.clone().any(|file| stands(&file.target.place));
        if is_one_rename(changed.count(), indexes, replaces) {
            return Manner::ByRename;
        }
        let temporaries = self.changed().map(|file| &*file.temporary);
        let mut names = self.names();
        names.extend(temporaries.filter_map(Path::file_name));
        let places = self.files.iter().map(|file| &*file.target.place);
        let places = places.chain(self.prune.iter().map(|(_, place)| place.as_path()));
        match common(places.map(folder_of)) {
            Some(folder) if can_exchange(folder, &names) => Manner::ByExchange,
            _ => Manner::FileByFile,
        }
    }

    /// Of the files that are in the set or are to go.
    fn names(&self) -> BTreeSet<&OsStr> {
        let files = self.files.iter().map(|file| &*file.target.place);
        let all = files.chain(self.prune.iter().map(|(_, place)| place.as_path()));
        all.filter_map(Path::file_name).collect()
    }

    /// Makes one file visible after the other; the last one decides. Gives the folder that is still
    /// to be synced.
    fn rename(&self) -> Result<Option<&Path>, Error> {
        let mut others: Vec<&Placed> = self.changed().collect();
        let Some(last) = others.pop() else {
            self.pending().hold().commit(self.shared.id);
            return Ok(None);
        };
        if !others.is_empty() || !self.prune.is_empty() {
            self.note_down(&others, last)?;
        }
        for file in &others {
            self.put(file, &mut self.pending().hold())?;
        }
        let folders: BTreeSet<&Path> =
            others.iter().map(|file| folder_of(&file.target.place)).collect();
        for folder in folders {
            folder::sync(folder)?;
        }
        self.put_last(last)?;
        Ok(Some(folder_of(&last.target.place)))
    }

    fn note_down(&self, others: &[&Placed], last: &Placed) -> Result<(), Error> {
        let mut journals: BTreeMap<&Path, Journal> = BTreeMap::new();
        for file in others.iter().filter(|file| !stands(&file.target.place)) {
            let journal = journals.entry(folder_of(&file.target.place)).or_default();
            journal.made(&file.temporary, &file.target.place);
        }
        for (_, place) in &self.prune {
            journals.entry(folder_of(place)).or_default().prune(place);
        }
        for (folder, journal) in &mut journals {
            journal.point(&last.temporary, &last.target.place);
            journal.keep(folder, self.pending(), self.shared.id)?;
        }
        Ok(())
    }

    /// Makes a file visible so that it can be taken back.
    fn put(&self, file: &Placed, held: &mut Held<'_>) -> Result<(), Error> {
        let (place, set) = (&file.target.place, self.shared.id);
        if self.shared.options.no_clobber {
            link_anew(file)?;
            held.add(set, Step::Unmake(place.clone()));
            return held.run(file.ticket);
        }
        let link = |path: &Path| fs::hard_link(place, path);
        let kept = match folder::create(folder_of(place), "tmp", held, link) {
            Ok((backup, ())) => {
                held.add(set, Step::Restore { backup: backup.into(), path: place.clone() });
                true
            }
            Err(error) if error.kind() == ErrorKind::NotFound => false,
            // It cannot be taken back then.
            Err(error) if is_unable(&error) => true,
            Err(error) => return Err(Error::io(&file.target.path, "replaced")(error)),
        };
        fs::rename(&file.temporary, place).map_err(Error::io(&file.target.path, "written"))?;
        held.settle(file.ticket);
        if !kept {
            held.add(set, Step::Unmake(place.clone()));
        }
        Ok(())
    }

    /// Makes the last file visible: the commit point.
    fn put_last(&self, file: &Placed) -> Result<(), Error> {
        let (place, mut held) = (&file.target.place, self.pending().hold());
        if self.shared.options.no_clobber {
            // The temporary name goes when all is tidied up.
            link_anew(file)?;
        } else {
            fs::rename(&file.temporary, place).map_err(Error::io(&file.target.path, "written"))?;
            held.settle(file.ticket);
        }
        held.commit(self.shared.id);
        Ok(())
    }

    /// Builds the new folder beside the old one and exchanges them; `false` where that cannot be
    /// done and nothing has happened.
    fn exchange(&self) -> Result<bool, Error> {
        let Some(folder) = self.files.first().map(|file| folder_of(&file.target.place)) else {
            return Ok(false);
        };
        let set = self.shared.id;
        let mut held = self.pending().hold();
        let parent = folder_of(folder);
        let (stage, ()) =
            match folder::create(parent, "tmp", &mut held, |path| fs::create_dir(path)) {
                Ok(made) => made,
                Err(error) if is_unable(&error) => return Ok(false),
                Err(error) => return Err(Error::io(parent, "written to")(error)),
            };
        let ticket = held.add(set, Step::RemoveStage(stage.clone()));
        drop(held);
        // Tells other runs that somebody works on it; once exchanged, it locks the new folder.
        let lock = File::open(&stage);
        let _ = lock.as_ref().map(os::lock);
        let built = self.build(folder, &stage);
        let mut held = self.pending().hold();
        match built.and_then(|()| os::exchange(&stage, folder)) {
            Ok(()) => {}
            Err(error) if is_unable(&error) => {
                held.run(ticket)?;
                return Ok(false);
            }
            Err(error) => return Err(Error::io(folder, "exchanged")(error)),
        }
        let temporaries = self.files.iter().filter_map(|file| file.temporary.file_name());
        let files: BTreeSet<OsString> =
            self.names().into_iter().chain(temporaries).map(OsStr::to_owned).collect();
        held.commit(set);
        let drafts = self.files.iter().map(|file| file.ticket);
        drafts.chain([ticket]).for_each(|ticket| held.settle(ticket));
        let old = Old { old: stage, new: folder.to_owned(), files };
        held.add(set, Step::RemoveOld(Box::new(old)));
        Ok(true)
    }

    /// Fills the new folder. Its files are linked, so that the old folder stays complete.
    fn build(&self, folder: &Path, stage: &Path) -> io::Result<()> {
        os::liken(stage, &folder.metadata()?)?;
        for file in &self.files {
            let Some(name) = file.target.place.file_name() else {
                continue;
            };
            let from = if file.unchanged { &file.target.place } else { &file.temporary };
            fs::hard_link(from, stage.join(name))?;
        }
        match folder::sync(stage) {
            Ok(()) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Unlike a rename, a link never replaces.
fn link_anew(file: &Placed) -> Result<(), Error> {
    fs::hard_link(&file.temporary, &file.target.place).map_err(|cause| match cause.kind() {
        ErrorKind::AlreadyExists => Error::Taken(file.target.path.to_path_buf()),
        _ => Error::io(&file.target.path, "written")(cause),
    })
}

/// Whether this says that something is never possible here, rather than that it went wrong.
fn is_unable(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::Unsupported
            | ErrorKind::InvalidInput
            | ErrorKind::PermissionDenied
            | ErrorKind::CrossesDevices
            | ErrorKind::ResourceBusy
            | ErrorKind::TooManyLinks
    )
}

fn stands(place: &Path) -> bool {
    place.symlink_metadata().is_ok()
}

fn change(file: &Placed) -> Change {
    match file.unchanged {
        true => Change::Unchanged,
        false if stands(&file.target.place) => Change::Replaced,
        false => Change::Written,
    }
}
