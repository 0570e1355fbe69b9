//! What ends a run from outside: signals and bugs. Either way no temporary file stays behind.

use std::sync::LazyLock;
use urlset::publish::Pending;

/// Temporary files that stand now, and what else to take back. Publishing holds it for each of its
/// steps, so that a signal comes before or after, never between.
static PENDING: LazyLock<Pending> = LazyLock::new(Pending::default);

/// How long a run that has published everything may take to tidy up and to end with its own code.
/// Whoever sends a signal waits a second at most.
#[cfg(unix)]
const GRACE: std::time::Duration = std::time::Duration::from_millis(800);

/// What every set of this process is begun with.
pub(crate) fn pending() -> &'static Pending {
    &PENDING
}

/// Takes back what is not published, and removes every temporary file.
pub(crate) fn take_back() {
    drop(PENDING.take_back());
}

/// Ends the process with 128 and the signal's number after removing temporary files, also while a
/// read blocks. A file that may not grow further (`ulimit -f`) is no end but an error of writing.
#[cfg(unix)]
pub(crate) fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ};
    use std::sync::{Arc, atomic::AtomicBool};

    // Once it is caught, the write fails instead: nobody asks for the flag.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    let wanted = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU];
    // `nohup` and shells that run a job in the background ignore signals on purpose.
    let heeded = wanted.into_iter().filter(|signal| !ignored(*signal));
    let heeded: Vec<_> = heeded.collect();
    let (ready, begun) = std::sync::mpsc::sync_channel(1);
    let watching = std::thread::Builder::new().spawn(move || {
        // Caught only once there is somebody to act on them.
        let signals = signal_hook::iterator::Signals::new(heeded);
        let _ = ready.send(());
        let Ok(mut signals) = signals else { return };
        if let Some(signal) = signals.forever().next() {
            // All is visible, and the code must not say that nothing is.
            if PENDING.is_published() {
                std::thread::sleep(GRACE);
            }
            // Held to the end: nothing is published any more.
            let _stopped = PENDING.take_back();
            crate::progress::erase();
            std::process::exit(128 + signal);
        }
    });
    // Where no thread is allowed, the system ends the process, and the next run tidies up.
    if watching.is_ok() {
        let _ = begun.recv();
    }
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
