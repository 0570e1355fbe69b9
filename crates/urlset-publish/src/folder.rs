//! A folder that files are published into: made, locked, swept of what killed runs left, synced.

use crate::os::{self, Lock};
use crate::pending::{Held, Pending, Step, remove_stage};
use crate::{Error, journal};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long between two looks at a lock.
const PAUSE: Duration = Duration::from_millis(20);

/// Longer than it takes to lock a file that was just made.
const MOMENT: Duration = Duration::from_secs(60);

/// A folder under way.
#[derive(Debug)]
pub(crate) struct Folder {
    /// Without links and dots.
    pub(crate) path: PathBuf,
    /// Open and, if so asked, locked; `None` where folders cannot be opened.
    #[expect(dead_code, reason = "closing it gives the lock back")]
    lock: Option<File>,
}

impl Folder {
    /// Makes a folder ready. With `wait`, it is locked, and another run's lock is waited for that
    /// long.
    pub(crate) fn open(given: &Path, wait: Option<Duration>) -> Result<Folder, Error> {
        let failed = Error::io(given, "written to");
        let path = fs::canonicalize(given).map_err(&failed)?;
        let end = Instant::now() + wait.unwrap_or_default();
        loop {
            let folder = match File::open(&path) {
                Ok(folder) => folder,
                // Not readable, or not on this system: nothing to lock or to sweep.
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    return Ok(Folder { path, lock: None });
                }
                Err(error) => return Err(failed(error)),
            };
            match os::lock(&folder) {
                Lock::Gained if !os::is_at(&folder, &path) => {
                    // Exchanged or removed by whom we waited for.
                    path.metadata().map_err(&failed)?;
                }
                Lock::Gained => {
                    sweep(&path);
                    return Ok(Folder { path, lock: wait.is_some().then_some(folder) });
                }
                Lock::Unknown => return Ok(Folder { path, lock: None }),
                Lock::Elsewhere if wait.is_none() => return Ok(Folder { path, lock: None }),
                Lock::Elsewhere if Instant::now() >= end => {
                    return Err(Error::Busy(given.to_owned()));
                }
                Lock::Elsewhere => std::thread::sleep(PAUSE),
            }
        }
    }
}

/// Makes a folder and those above it; whoever takes the set back removes them.
pub(crate) fn make(folder: &Path, pending: &Pending, set: u64) -> Result<(), Error> {
    let missing = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
    let missing: Vec<&Path> = folder.ancestors().take_while(missing).collect();
    for path in missing.into_iter().rev() {
        let mut held = pending.hold();
        match fs::create_dir(path) {
            Ok(()) => {
                held.add(set, Step::RemoveFolder(path.to_owned()));
                drop(held);
                sync(folder_of(path))?;
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Error::io(path, "made")(error)),
        }
    }
    Ok(())
}

/// A name for something temporary. It is short: a full name may be as long as the system allows.
pub(crate) fn temporary(folder: &Path, held: &mut Held<'_>, ending: &str) -> PathBuf {
    folder.join(format!(".urlset-{}-{}.{ending}", std::process::id(), held.number()))
}

/// Whether this is the name of something temporary, with the process and the ending.
pub(crate) fn is_temporary(name: &str) -> Option<(u32, &str)> {
    let (stem, ending) = name.strip_prefix(".urlset-")?.split_once('.')?;
    let (pid, number) = stem.split_once('-')?;
    number.parse::<u64>().ok()?;
    matches!(ending, "tmp" | "log").then_some((pid.parse().ok()?, ending))
}

/// Makes a new file or folder under a temporary name; `make` is asked again while it is taken.
pub(crate) fn create<T>(
    folder: &Path,
    ending: &str,
    held: &mut Held<'_>,
    make: impl Fn(&Path) -> io::Result<T>,
) -> io::Result<(PathBuf, T)> {
    for _ in 0..1_000 {
        let path = temporary(folder, held, ending);
        match make(&path) {
            Ok(made) => return Ok((path, made)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("no free temporary name"))
}

/// Opens a new file for [`create`].
pub(crate) fn new_file(path: &Path) -> io::Result<File> {
    // Mode 0666 less umask, as for any file that a web server must read.
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(path)?;
    // Tells other runs, perhaps in other containers, that somebody works on it.
    os::lock(&file);
    Ok(file)
}

/// Removes what killed runs left in a folder that we have locked, and beside it. What cannot be
/// removed is no reason to fail.
fn sweep(folder: &Path) {
    let mut left = abandoned(folder);
    // Journals first: they tell from the temporaries how far a run came.
    left.sort_by_key(|(_, ending)| *ending != "log");
    for (path, ending) in left {
        match ending {
            "log" => {
                // The new set may have no file where these are, so that nobody would come to look.
                let others = journal::others(&path);
                others
                    .iter()
                    .filter(|path| is_journal(path))
                    .for_each(|path| journal::finish(path));
                journal::finish(&path);
            }
            _ => drop(fs::remove_file(path)),
        }
    }
    for (path, _) in folder.parent().map(abandoned).unwrap_or_default() {
        if path.symlink_metadata().is_ok_and(|known| known.is_dir()) {
            let _ = remove_stage(&path);
        }
    }
}

/// Whether this is a journal whose maker is gone.
fn is_journal(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.and_then(|name| is_abandoned(path, name)) == Some("log")
}

/// Temporaries whose makers are gone.
fn abandoned(folder: &Path) -> Vec<(PathBuf, &'static str)> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let is_left = |name: &str| {
        let path = folder.join(name);
        is_abandoned(&path, name).map(|ending| (path, ending))
    };
    entries.flatten().filter_map(|entry| is_left(entry.file_name().to_str()?)).collect()
}

/// The ending of a temporary whose maker is gone.
fn is_abandoned(path: &Path, name: &str) -> Option<&'static str> {
    let (pid, ending) = is_temporary(name)?;
    let known = path.symlink_metadata().ok()?;
    let ours = known.is_dir() || known.is_file();
    // What nobody has locked is abandoned, but for the moment between making and locking it. The
    // process alone does not tell: its number may have been given anew, or be one of another
    // container.
    let age = known.modified().ok().and_then(|made| made.elapsed().ok());
    let settled = age.is_some_and(|age| age > MOMENT);
    let gone = settled || pid == std::process::id() || !os::is_alive(pid);
    let free = ours && gone && os::lock(&File::open(path).ok()?) == Lock::Gained;
    free.then_some(if ending == "log" { "log" } else { "tmp" })
}

/// Makes what happened in a folder durable.
pub(crate) fn sync(folder: &Path) -> Result<(), Error> {
    use io::ErrorKind::{InvalidInput, PermissionDenied};
    match File::open(folder).and_then(|open| open.sync_all()) {
        // Not every system opens folders, and not every file system syncs them.
        Err(error) if matches!(error.kind(), InvalidInput | PermissionDenied) => Ok(()),
        result => result.map_err(Error::io(folder, "synced")),
    }
}

/// What [`crate::Set::create`] would refuse about a file at `path`, found out without making
/// anything. Gives the folder that must take new files or folders: that of the file, or where it
/// is yet to be made, the next one above it.
///
/// # Errors
///
/// As for [`crate::Set::create`], but for files that the set has and runs that work there.
pub fn check(path: &Path, no_clobber: bool) -> Result<PathBuf, Error> {
    let place = target_of(path)?;
    may_stand(path, &place, no_clobber)?;
    let is_there = |folder: &&Path| folder.as_os_str().is_empty() || folder.is_dir();
    let above = place.ancestors().skip(1).find(is_there).unwrap_or(Path::new(""));
    let missing = place.strip_prefix(above).unwrap_or(&place);
    let above = if above.as_os_str().is_empty() { Path::new(".") } else { above };
    for name in missing {
        // The name is too long, or no name at all.
        match above.join(name).symlink_metadata() {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Error::io(path, "written")(error));
            }
            _ => {}
        }
    }
    Ok(above.to_owned())
}

/// Refuses what is not ours to replace by a file.
pub(crate) fn may_stand(path: &Path, place: &Path, no_clobber: bool) -> Result<(), Error> {
    match place.metadata() {
        Ok(known) if known.is_dir() => {
            let folder = io::Error::from(io::ErrorKind::IsADirectory);
            Err(Error::io(path, "written")(folder))
        }
        // A device or a pipe.
        Ok(known) if !known.is_file() => {
            Err(Error::io(path, "replaced")(io::Error::other("it is no regular file")))
        }
        Ok(_) if no_clobber => Err(Error::Taken(path.to_owned())),
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Error::io(path, "written")(error))
        }
        _ => Ok(()),
    }
}

/// The folder of a path; `.` where it is a name alone.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The file that a path means after its links, whether or not it exists.
///
/// # Errors
/// When there are more than 40 links, or they go round.
pub fn target_of(path: &Path) -> Result<PathBuf, Error> {
    let mut place = path.to_owned();
    for _ in 0..40 {
        match fs::read_link(&place) {
            Ok(next) => place = folder_of(&place).join(next),
            Err(_) => return Ok(place),
        }
    }
    Err(Error::io(path, "resolved")(io::Error::other("too many symbolic links")))
}

#[cfg(test)]
mod tests {
    use super::{File, MOMENT, abandoned, fs, sweep};
    use crate::journal::Journal;
    use crate::os;
    use crate::pending::Pending;

    /// What others work on, or may be about to lock, stays.
    #[cfg(unix)]
    #[test]
    fn what_is_abandoned() {
        let home = tempfile::tempdir().unwrap();
        let own = std::process::id();
        // The first process of a system is always there; the last number is never given.
        let dead = i32::MAX;
        let mut left = Vec::new();
        let mut open = Vec::new();
        for (name, old, locked, abandoned) in [
            ("1-1.tmp".to_owned(), false, false, false),
            ("1-2.tmp".to_owned(), true, false, true),
            ("1-3.log".to_owned(), true, true, false),
            (format!("{own}-4.tmp"), false, false, true),
            (format!("{own}-5.tmp"), false, true, false),
            (format!("{dead}-6.log"), false, false, true),
            (format!("{dead}-7.txt"), true, false, false),
        ] {
            let path = home.path().join(format!(".urlset-{name}"));
            let file = File::create(&path).unwrap();
            if old {
                file.set_modified(std::time::SystemTime::now() - 2 * MOMENT).unwrap();
            }
            if locked {
                os::lock(&file);
                open.push(file);
            }
            left.extend(abandoned.then_some(path));
        }
        let mut found: Vec<_> = abandoned(home.path()).into_iter().map(|(path, _)| path).collect();
        found.sort();
        left.sort();
        assert_eq!(found, left);
    }

    /// The next set may have no file in a folder that a killed run was pruning.
    #[test]
    fn what_the_journal_of_the_index_names_is_finished() {
        let home = tempfile::tempdir().unwrap();
        let group = home.path().join("group");
        fs::create_dir(&group).unwrap();
        let [index, old] = [home.path().join("index"), group.join("old")];
        [&index, &old].iter().for_each(|path| fs::write(path, "").unwrap());
        let pending = Pending::default();
        let mut there = Journal::default();
        there.prune(&old);
        there.point(&index, &index);
        let there = there.keep(&group, &pending, 0).unwrap();
        let mut here = Journal::default();
        here.other(&there);
        here.point(&index, &index);
        let here = here.keep(home.path(), &pending, 0).unwrap();
        sweep(home.path());
        assert!(index.exists());
        for gone in [old, there, here] {
            assert!(!gone.exists(), "{gone:?}");
        }
    }
}
