//! What ends a run from outside: signals and bugs. Either way no temporary file stays behind.

use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use urlset::publish::Pending;

/// Temporary files that stand now. Publishing holds the lock, so that a signal comes before or
/// after, never between.
static PENDING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Where the sets of this run note what a signal must take back.
static SETS: LazyLock<Pending> = LazyLock::new(Pending::default);

/// What is to be taken back of sets of files.
pub(crate) fn sets() -> Pending {
    SETS.clone()
}

fn pending() -> MutexGuard<'static, Vec<PathBuf>> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a temporary file that a signal removes.
pub(crate) fn create<T>(
    path: &Path,
    make: impl FnOnce(&Path) -> std::io::Result<T>,
) -> std::io::Result<T> {
    let mut files = pending();
    let made = make(path)?;
    files.push(path.to_owned());
    Ok(made)
}

/// Does what makes a temporary file permanent or removes it; a signal waits meanwhile.
pub(crate) fn settle<T>(
    path: &Path,
    act: impl FnOnce() -> std::io::Result<T>,
) -> std::io::Result<T> {
    let mut files = pending();
    let done = act()?;
    files.retain(|file| file != path);
    Ok(done)
}

/// Removes every temporary file.
pub(crate) fn remove_all() {
    for file in pending().drain(..) {
        let _ = std::fs::remove_file(file);
    }
}

/// Ends the process with 128 and the signal's number after removing temporary files, also while a
/// read blocks.
#[cfg(unix)]
pub(crate) fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let wanted = [SIGHUP, SIGINT, SIGTERM];
    // `nohup` and shells that run a job in the background ignore signals on purpose.
    let heeded = wanted.into_iter().filter(|signal| !ignored(*signal));
    let Ok(mut signals) = signal_hook::iterator::Signals::new(heeded) else {
        return;
    };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let sets = sets();
            let _stopped = sets.take_back();
            let mut files = pending();
            for file in files.drain(..) {
                let _ = std::fs::remove_file(file);
            }
            crate::progress::erase();
            std::process::exit(128 + signal);
        }
    });
}

/// Nothing to watch: the system ends the process.
#[cfg(not(unix))]
pub(crate) fn watch() {}

/// Whether this process was started with the signal ignored.
#[cfg(unix)]
fn ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
