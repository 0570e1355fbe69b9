//! What has to be done if a run ends now: the temporaries that stand and the steps to take back.
//!
//! Every step of publishing is taken while this list is locked, and is on the list when the lock
//! is released. So whoever empties the list, be it an error, a signal or a bug, comes before or
//! after a step and never between.

use crate::Error;
use crate::beside::each;
use crate::folder;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How often something is removed that does not want to go.
const TRIES: usize = 3;

/// How many steps may be taken at once: what waits for the list waits for them.
const AT_ONCE: usize = 1_000;

/// What has to be done if this run ends now. Sets that share one are taken back together.
///
/// A program that dies by signals keeps one, gives a clone to each set and calls
/// [`Pending::take_back`] when a signal comes.
#[derive(Clone, Debug, Default)]
pub struct Pending(Arc<Mutex<Log>>);

/// Nothing is published while this exists; see [`Pending::take_back`].
#[derive(Debug)]
#[must_use]
pub struct Stopped<'a>(#[expect(dead_code, reason = "it is there to be dropped")] Held<'a>);

/// A step to take, in reverse order.
#[derive(Debug)]
pub(crate) enum Step {
    /// Remove a temporary file, or one that is to go.
    Remove(Arc<Path>),
    /// Remove the notes for the next run, after all that they tell of.
    RemoveJournal(PathBuf),
    /// Remove a file that became visible before the commit point.
    Unmake(Arc<Path>),
    /// Remove a folder if it is empty.
    RemoveFolder(PathBuf),
    /// Remove a folder that was under way, with the files in it.
    RemoveStage(PathBuf),
    /// Give a file its old content back.
    Restore { backup: Arc<Path>, path: Arc<Path> },
    /// Remove a folder that was exchanged: the old files, named there. Others came in between and
    /// move over.
    RemoveOld(Box<Old>),
    /// Bring a folder to the disk, and only then take other steps.
    Then(Box<Synced>),
}

/// What is removed only when what replaces it would survive a loss of power.
#[derive(Debug)]
pub(crate) struct Synced {
    /// `None` where nothing in it has changed.
    pub(crate) folder: Option<PathBuf>,
    pub(crate) steps: Vec<Step>,
}

/// A folder that was exchanged.
#[derive(Debug)]
pub(crate) struct Old {
    pub(crate) old: PathBuf,
    pub(crate) new: PathBuf,
    pub(crate) files: BTreeSet<OsString>,
}

/// Steps of one stage concern a file each, so their order does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Temporaries,
    Journals,
    Visible,
    Alone,
}

/// A step's place in the list: the set and a running number.
pub(crate) type Ticket = (u64, u64);

#[derive(Debug, Default)]
struct Log {
    last: u64,
    steps: BTreeMap<Ticket, Step>,
    /// Sets of which nothing is taken back any more.
    committed: BTreeSet<u64>,
}

/// The locked list.
#[derive(Debug)]
pub(crate) struct Held<'a>(MutexGuard<'a, Log>);

impl Pending {
    /// Takes back whatever is not committed, of all sets, and removes all temporaries. Publishing
    /// waits until the returned value is dropped; keep it to the end of the process.
    pub fn take_back(&self) -> Stopped<'_> {
        let mut held = self.hold();
        while let Some(((set, _), _)) = held.0.steps.last_key_value() {
            let set = *set;
            let _ = held.run_last(set);
        }
        Stopped(held)
    }

    /// Whether a set was committed, and nothing is left that could be taken back: who ends now would
    /// end in the middle of tidying up after a success.
    pub fn is_published(&self) -> bool {
        let held = self.hold();
        let Log { steps, committed, .. } = &*held.0;
        !committed.is_empty() && steps.keys().all(|(set, _)| committed.contains(set))
    }

    pub(crate) fn hold(&self) -> Held<'_> {
        Held(self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Held<'_> {
    /// A number that no set and no step has yet.
    pub(crate) fn number(&mut self) -> u64 {
        self.0.last += 1;
        self.0.last
    }

    pub(crate) fn add(&mut self, set: u64, step: Step) -> Ticket {
        let ticket = (set, self.number());
        self.0.steps.insert(ticket, step);
        ticket
    }

    /// What a step was there for is settled.
    pub(crate) fn settle(&mut self, ticket: Ticket) {
        self.0.steps.remove(&ticket);
    }

    /// The commit point of a set: nothing is taken back from here on, what is left is tidying up.
    pub(crate) fn commit(&mut self, set: u64) {
        self.0.committed.insert(set);
        let mut mine = self.0.steps.split_off(&(set, 0));
        let mut others = mine.split_off(&(set + 1, 0));
        self.0.steps.append(&mut others);
        let onwards = mine.into_iter().filter_map(|(ticket, step)| Some((ticket, step.onwards()?)));
        self.0.steps.extend(onwards);
    }

    /// Takes a step now.
    pub(crate) fn run(&mut self, ticket: Ticket) -> Result<(), Error> {
        self.0.steps.remove(&ticket).map_or(Ok(()), |step| step.run())
    }

    /// Takes the last steps of a set, as many as may be taken at once; `None` when there are none.
    pub(crate) fn run_last(&mut self, set: u64) -> Option<Vec<Error>> {
        let all = self.0.steps.range((set, 0)..(set + 1, 0)).rev();
        let tickets = all.map(|(ticket, step)| (*ticket, step.stage())).take(AT_ONCE);
        let tickets: Vec<(Ticket, Stage)> = tickets.collect();
        let (_, stage) = *tickets.first()?;
        let alike = tickets.into_iter().take_while(|one| one.1 == stage);
        let alike = alike.take(if stage == Stage::Alone { 1 } else { AT_ONCE });
        let steps: Vec<Step> =
            alike.filter_map(|(ticket, _)| self.0.steps.remove(&ticket)).collect();
        let mut errors = each(&steps, Step::run);
        for step in steps {
            let Step::Then(then) = step else { continue };
            if errors.is_empty() {
                for step in then.steps {
                    self.add(set, step);
                }
            } else {
                errors.extend(then.steps.iter().filter_map(Step::left));
                // The next run takes what is left.
                let is_journal = |step: &Step| matches!(step, Step::RemoveJournal(_));
                self.0.steps.retain(|ticket, step| ticket.0 != set || !is_journal(step));
            }
        }
        Some(errors)
    }
}

impl Step {
    fn stage(&self) -> Stage {
        match self {
            Step::Remove(_) => Stage::Temporaries,
            Step::RemoveJournal(_) => Stage::Journals,
            Step::Unmake(_) | Step::Restore { .. } => Stage::Visible,
            Step::RemoveFolder(_) | Step::RemoveStage(_) => Stage::Alone,
            Step::RemoveOld(_) | Step::Then(_) => Stage::Alone,
        }
    }

    /// What is left of a step once the set is committed.
    fn onwards(self) -> Option<Step> {
        match self {
            Step::Unmake(_) | Step::RemoveFolder(_) => None,
            Step::Restore { backup, .. } => Some(Step::Remove(backup)),
            step => Some(step),
        }
    }

    fn run(&self) -> Result<(), Error> {
        match self {
            Step::Remove(path) | Step::Unmake(path) => remove(path, |path| fs::remove_file(path)),
            Step::RemoveJournal(path) => remove(path, |path| fs::remove_file(path)),
            Step::RemoveFolder(path) => match fs::remove_dir(path) {
                // Somebody else has put something there.
                Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
                _ => remove(path, |path| fs::remove_dir(path)),
            },
            Step::RemoveStage(path) => remove_stage(path),
            Step::Restore { backup, path } => {
                let back = remove(path, |path| fs::rename(backup, path));
                // Two names of one file: renaming one to the other leaves both.
                back.and(remove(backup, |backup| fs::remove_file(backup)))
            }
            Step::RemoveOld(exchanged) => remove_old(exchanged),
            Step::Then(then) => then.folder.as_deref().map_or(Ok(()), folder::sync),
        }
    }

    /// What is left where a step is not taken.
    fn left(&self) -> Option<Error> {
        let path: &Path = match self {
            Step::Remove(path) => path,
            Step::RemoveOld(exchanged) => &exchanged.old,
            _ => return None,
        };
        let why = io::Error::other("what replaces it may not be on the disk yet");
        Some(Error::io(path, "removed")(why))
    }
}

/// Removes what may be gone already.
fn remove(path: &Path, how: impl Fn(&Path) -> io::Result<()>) -> Result<(), Error> {
    let mut last = None;
    for _ in 0..TRIES {
        match how(path) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => last = Some(cause),
            _ => return Ok(()),
        }
    }
    last.map_or(Ok(()), |cause| Err(Error::io(path, "removed")(cause)))
}

/// Removes a folder of files; one with folders in it is none of ours and stays.
pub(crate) fn remove_stage(path: &Path) -> Result<(), Error> {
    all(each(&names(path)?, |file| remove(&path.join(file), |file| fs::remove_file(file))))?;
    remove(path, |path| fs::remove_dir(path))
}

fn remove_old(Old { old, new, files }: &Old) -> Result<(), Error> {
    all(each(&names(old)?, |name| {
        let (from, to) = (old.join(name), new.join(name));
        if !files.contains(name) && fs::symlink_metadata(&to).is_err() {
            return fs::rename(&from, &to).map_err(Error::io(&from, "moved"));
        }
        remove(&from, |file| fs::remove_file(file))
    }))?;
    remove(old, |old| fs::remove_dir(old))
}

/// The first of what failed.
fn all(errors: Vec<Error>) -> Result<(), Error> {
    errors.into_iter().next().map_or(Ok(()), Err)
}

/// The names in a folder, which may be gone.
fn names(folder: &Path) -> Result<Vec<OsString>, Error> {
    let listed = || fs::read_dir(folder)?.map(|file| Ok(file?.file_name())).collect();
    let mut result: io::Result<Vec<OsString>> = listed();
    for _ in 1..TRIES {
        if result.is_err() {
            result = listed();
        }
    }
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        result => result.map_err(Error::io(folder, "listed")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Old, Pending, Step, Synced, remove_old};
    use std::fs;
    use std::path::Path;

    fn names(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
        let mut names: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn nothing_goes_before_what_replaces_it_is_on_the_disk() {
        let home = tempfile::tempdir().unwrap();
        let (old, new) = (home.path().join("stage"), home.path().join("new"));
        let file = home.path().join("file");
        for (folder, failed) in [("gone", 3), ("", 0)] {
            fs::write(&file, "").unwrap();
            [&old, &new].iter().for_each(|folder| fs::create_dir_all(folder).unwrap());
            let exchanged = Old { old: old.clone(), new: new.clone(), files: [].into() };
            let steps =
                vec![Step::Remove(file.as_path().into()), Step::RemoveOld(Box::new(exchanged))];
            let folder = Some(home.path().join(folder));
            let pending = Pending::default();
            let journal = home.path().join("journal");
            fs::write(&journal, "").unwrap();
            pending.hold().add(1, Step::RemoveJournal(journal.clone()));
            pending.hold().add(1, Step::Then(Box::new(Synced { folder, steps })));
            let mut errors = Vec::new();
            while let Some(more) = { pending.hold().run_last(1) } {
                errors.extend(more.iter().map(ToString::to_string));
            }
            assert_eq!(errors.len(), failed, "{errors:?}");
            let told = |name: &str| errors.iter().any(|error| error.contains(name));
            assert!(failed == 0 || told("gone") && told("file") && told("stage"), "{errors:?}");
            assert_eq!([&file, &old, &journal].map(|path| path.exists()), [failed > 0; 3]);
        }
    }

    #[test]
    fn a_set_is_published_once_nothing_can_be_taken_back() {
        let pending = Pending::default();
        let step = |name: &str| Step::Remove(Path::new(name).into());
        pending.hold().add(1, step("/nowhere/a"));
        assert!(!pending.is_published());
        pending.hold().commit(1);
        assert!(pending.is_published(), "what is left is tidying up");
        pending.hold().add(2, step("/nowhere/b"));
        assert!(!pending.is_published(), "another set is under way");
        pending.hold().commit(2);
        assert!(pending.is_published());
    }

    #[test]
    fn files_of_others_move_out_of_an_exchanged_folder() {
        let home = tempfile::tempdir().unwrap();
        let (old, new) = (home.path().join("old"), home.path().join("new"));
        [&old, &new].iter().for_each(|folder| fs::create_dir(folder).unwrap());
        for (folder, name, text) in [
            (&old, "ours", "old"),
            (&old, "gone", "old"),
            (&old, "theirs", "theirs"),
            (&old, "both", "old"),
            (&new, "ours", "new"),
            (&new, "both", "new"),
        ] {
            fs::write(folder.join(name), text).unwrap();
        }
        let files = ["ours", "gone"].map(Into::into).into();
        remove_old(&Old { old: old.clone(), new: new.clone(), files }).unwrap();
        assert!(!old.exists());
        assert_eq!(names(&new), ["both", "ours", "theirs"]);
        let text = |name: &str| fs::read_to_string(new.join(name)).unwrap();
        assert_eq!((text("both"), text("theirs")), ("new".into(), "theirs".into()));
    }
}
