//! Making a finished set visible: the steps, their order, and the one that decides.

use crate::Error;
use crate::folder::{self, folder_of};
use crate::journal::Journal;
use crate::os;
use crate::pending::{Held, Old, Pending, Step, Synced};
use crate::plan::{Manner, can_exchange, common, is_one_rename};
use crate::set::{Placed, Shared};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// How many files are linked at once: what waits for the list waits for them.
const LINKS: usize = 100;

/// What became of a set.
#[derive(Debug)]
pub struct Outcome {
    /// What a kill could have done.
    pub manner: Manner,
    /// Every file: first those of the set in their order, then those that were to go.
    pub files: Vec<Published>,
    /// The folder was to be exchanged, and the system would not: it went file by file.
    pub not_exchanged: bool,
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
        if self.files.is_empty() && self.prune.is_empty() {
            // There is no commit point: a folder that was made for the set is taken back with it.
            let (files, trouble) = (Vec::new(), Vec::new());
            return Ok(Outcome { manner, files, not_exchanged: false, trouble });
        }
        let exchanged = manner == Manner::ByExchange && self.exchange()?;
        if !exchanged {
            self.rename()?;
        }
        let mut trouble = Vec::new();
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
        let not_exchanged = manner == Manner::ByExchange && !exchanged;
        let manner = if not_exchanged { Manner::FileByFile } else { manner };
        Ok(Outcome { manner, files, not_exchanged, trouble })
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
            // An exchange replaces whatever came into the folder meanwhile.
            Some(folder) if !self.shared.options.no_clobber && can_exchange(folder, &names) => {
                Manner::ByExchange
            }
            _ => Manner::FileByFile,
        }
    }

    /// Of the files that are in the set or are to go.
    fn names(&self) -> BTreeSet<&OsStr> {
        let files = self.files.iter().map(|file| &*file.target.place);
        let all = files.chain(self.prune.iter().map(|(_, place)| place.as_path()));
        all.filter_map(Path::file_name).collect()
    }

    /// Makes one file visible after the other; the last one decides.
    fn rename(&self) -> Result<(), Error> {
        let mut others: Vec<&Placed> = self.changed().collect();
        let Some(last) = others.pop() else {
            self.committed(&mut self.pending().hold(), None);
            return Ok(());
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
        self.put_last(last)
    }

    /// The commit point was reached, which is to be durable in `folder` before files go. Whoever
    /// holds the list next, also a signal, does so.
    fn committed(&self, held: &mut Held<'_>, folder: Option<&Path>) {
        held.commit(self.shared.id);
        let steps = self.stale().map(|place| Step::Remove(place.into())).collect();
        let folder = folder.map(Path::to_owned);
        held.add(self.shared.id, Step::Then(Box::new(Synced { folder, steps })));
    }

    /// What is to go and is no file of the set under another name: a system that does not tell
    /// `A` from `a` would remove the new file.
    fn stale(&self) -> impl Iterator<Item = &Path> {
        let node = |place: &Path| place.symlink_metadata().ok().and_then(|known| os::node(&known));
        let any = !self.prune.is_empty();
        let files = self.files.iter().filter(|_| any);
        let ours: HashSet<(u64, u64)> = files.filter_map(|file| node(&file.target.place)).collect();
        let places = self.prune.iter().map(|(_, place)| place.as_path());
        places.filter(move |place| node(place).is_none_or(|node| !ours.contains(&node)))
    }

    fn note_down(&self, others: &[&Placed], last: &Placed) -> Result<(), Error> {
        let mut journals: BTreeMap<&Path, Journal> = BTreeMap::new();
        for file in others.iter().filter(|file| !stands(&file.target.place)) {
            let journal = journals.entry(folder_of(&file.target.place)).or_default();
            journal.made(&file.temporary, &file.target.place);
        }
        // New files are in use as soon as a file is visible that names them, or has left to them
        // what it held.
        let mut users = self.files.iter().skip(self.files.len() - self.indexes);
        let first = users.find(|file| !file.unchanged).unwrap_or(last);
        self.keep_notes(journals, first)?;
        let mut journals: BTreeMap<&Path, Journal> = BTreeMap::new();
        for (_, place) in &self.prune {
            journals.entry(folder_of(place)).or_default().prune(place);
        }
        self.keep_notes(journals, last)
    }

    fn keep_notes(
        &self,
        mut journals: BTreeMap<&Path, Journal>,
        point: &Placed,
    ) -> Result<(), Error> {
        let home = folder_of(&point.target.place);
        let mut at_home = journals.remove(home).unwrap_or_default();
        for (folder, mut journal) in journals {
            journal.point(&point.temporary, &point.target.place);
            at_home.other(&journal.keep(folder, self.pending(), self.shared.id)?);
        }
        if at_home.is_empty() {
            return Ok(());
        }
        at_home.point(&point.temporary, &point.target.place);
        at_home.keep(home, self.pending(), self.shared.id).map(drop)
    }

    /// Makes a file visible so that it can be taken back.
    fn put(&self, file: &Placed, held: &mut Held<'_>) -> Result<(), Error> {
        let (place, set) = (&file.target.place, self.shared.id);
        if self.shared.options.no_clobber {
            link_anew(file)?;
            held.add(set, Step::Unmake(place.clone()));
            return held.run(file.ticket);
        }
        let back_up = |path: &Path| back_up(place, path);
        let kept = match folder::create(folder_of(place), "tmp", held, back_up) {
            Ok((backup, ())) => {
                held.add(set, Step::Restore { backup: backup.into(), path: place.clone() });
                true
            }
            Err(error) if error.kind() == ErrorKind::NotFound => false,
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
        self.committed(&mut held, Some(folder_of(place)));
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
        let steps = vec![Step::RemoveOld(Box::new(old))];
        let folder = Some(parent.to_owned());
        held.add(set, Step::Then(Box::new(Synced { folder, steps })));
        Ok(true)
    }

    /// Fills the new folder. Its files are linked, so that the old folder stays complete; nothing
    /// is linked into a folder that a signal removes.
    fn build(&self, folder: &Path, stage: &Path) -> io::Result<()> {
        os::liken(stage, &folder.metadata()?)?;
        for files in self.files.chunks(LINKS) {
            let _held = self.pending().hold();
            for file in files {
                let Some(name) = file.target.place.file_name() else {
                    continue;
                };
                let from = if file.unchanged { &file.target.place } else { &file.temporary };
                fs::hard_link(from, stage.join(name))?;
            }
        }
        match folder::sync(stage) {
            Ok(()) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Keeps what stands at `place` also as `backup`. Some file systems have no links, and some systems
/// refuse them for files of others (`fs.protected_hardlinks`): there it is copied.
fn back_up(place: &Path, backup: &Path) -> io::Result<()> {
    let refused = match fs::hard_link(place, backup) {
        Err(error) if is_unable(&error) => error,
        done => return done,
    };
    if backup.symlink_metadata().is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let copied = fs::copy(place, backup).and_then(|_| {
        let copy = File::options().write(true).open(backup)?;
        copy.set_modified(place.metadata()?.modified()?)?;
        copy.sync_all()
    });
    copied.map_err(|cause| {
        let _ = fs::remove_file(backup);
        if is_unable(&cause) { refused } else { cause }
    })
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

#[cfg(test)]
mod tests {
    use crate::{Equal, Finale, Options, Pending, Set};
    use std::fs;
    use std::io::Write;
    use std::path::Path;

    fn draft(set: &Set, path: &Path) {
        let mut draft = set.create(path).unwrap();
        draft.write_all(b"new").unwrap();
        draft.finish().unwrap();
    }

    #[test]
    fn a_signal_after_the_commit_point_finishes() {
        let home = tempfile::tempdir().unwrap();
        let [index, shard, old] = ["index", "shard", "old"].map(|name| home.path().join(name));
        [&index, &old].iter().for_each(|path| fs::write(path, "old").unwrap());
        let pending = Pending::default();
        let set = Set::begin(Options { pending: pending.clone(), ..Options::default() });
        [&shard, &index].iter().for_each(|path| draft(&set, path));
        let finale = Finale { index: std::slice::from_ref(&index), prune: &[old] };
        set.at_end(finale).unwrap().rename().unwrap();
        drop(pending.take_back());
        let mut left: Vec<_> =
            fs::read_dir(home.path()).unwrap().map(|file| file.unwrap().path()).collect();
        left.sort();
        assert_eq!(left, [index, shard]);
    }

    /// What others name is there before them, whenever it was asked for.
    #[test]
    fn what_comes_first() {
        let home = tempfile::tempdir().unwrap();
        let [index, one, sheet] = ["index", "one", "sheet"].map(|name| home.path().join(name));
        let set = Set::begin(Options::default());
        [&index, &one].iter().for_each(|path| draft(&set, path));
        let mut first = set.create_first(&sheet).unwrap();
        first.write_all(b"new").unwrap();
        first.finish().unwrap();
        let finale = Finale { index: std::slice::from_ref(&index), prune: &[] };
        let outcome = set.commit(finale).unwrap();
        let order: Vec<_> = outcome.files.into_iter().map(|file| file.path).collect();
        assert_eq!(order, [sheet, one, index]);
    }

    /// As where names differ only by case.
    #[cfg(unix)]
    #[test]
    fn a_file_of_the_set_stays_under_any_name() {
        let home = tempfile::tempdir().unwrap();
        let [index, shard, also] = ["index", "shard", "also"].map(|name| home.path().join(name));
        fs::write(&shard, "new").unwrap();
        fs::hard_link(&shard, &also).unwrap();
        fs::write(home.path().join("other"), "").unwrap();
        let set = Set::begin(Options { equal: Equal::Bytes, ..Options::default() });
        [&shard, &index].iter().for_each(|path| draft(&set, path));
        let finale = Finale { index: &[index], prune: std::slice::from_ref(&also) };
        let outcome = set.commit(finale).unwrap();
        assert!(also.exists());
        assert_eq!(outcome.files.len(), 2, "{outcome:?}");
    }
}
