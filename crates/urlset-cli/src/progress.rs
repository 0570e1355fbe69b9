//! One line about how far the work is, on a terminal, after half a second.

use crate::args::{Common, When};
use crate::clean::clean;
use crate::number::short;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Silence before the first line.
const PATIENCE: Duration = Duration::from_millis(500);

/// Time between two lines.
const PACE: Duration = Duration::from_millis(200);

/// Whether the line stands on the terminal now.
static SHOWN: AtomicBool = AtomicBool::new(false);

/// Takes the line away, so that something else can be printed.
pub(crate) fn erase() {
    if SHOWN.swap(false, Ordering::Relaxed) {
        let _ = std::io::stderr().lock().write_all(b"\r\x1b[K");
    }
}

/// How far the work is.
pub(crate) struct Progress {
    shown: bool,
    started: Instant,
    due: Instant,
    /// Columns of the terminal.
    width: usize,
}

/// What the line says.
pub(crate) struct Doing<'d> {
    /// Number of the document, from 1, and how many there are.
    pub(crate) document: (usize, usize),
    pub(crate) name: &'d str,
    /// Bytes read of the document, and its size where that is known.
    pub(crate) bytes: (u64, u64),
    /// Bytes read of all documents, and their size where that is known.
    pub(crate) total: (u64, u64),
    /// Entries so far.
    pub(crate) entries: u64,
}

impl Progress {
    pub(crate) fn new(common: &Common) -> Progress {
        let shown = match common.progress {
            When::Always => true,
            When::Never => false,
            When::Auto => common.quiet == 0 && std::io::stderr().is_terminal(),
        };
        let width = terminal_size::terminal_size_of(std::io::stderr())
            .map_or(80, |(width, _)| usize::from(width.0));
        let started = Instant::now();
        Progress { shown, started, due: started + PATIENCE, width }
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Shows the line if it is time to. Cheap enough for every few hundred entries.
    pub(crate) fn tick(&mut self, doing: &Doing<'_>) {
        if !self.shown {
            return;
        }
        let now = Instant::now();
        if now < self.due {
            return;
        }
        self.due = now + PACE;
        let line = line(doing, self.started.elapsed());
        // A line that wraps could not be taken back.
        let line: String = line.chars().take(self.width.saturating_sub(1)).collect();
        let mut err = std::io::stderr().lock();
        SHOWN.store(true, Ordering::Relaxed);
        let _ = err.write_all(format!("\r{line}\x1b[K").as_bytes());
        let _ = err.flush();
    }
}

fn line(doing: &Doing<'_>, elapsed: Duration) -> String {
    let (number, of) = doing.document;
    let seconds = elapsed.as_secs_f64().max(0.001);
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rate for people"
    )]
    let rate = (doing.entries as f64 / seconds) as u64;
    let mut line = format!("[{number}/{of}] {}", clean(doing.name));
    if let Some(percent) = percent(doing.bytes) {
        line += &format!(" {percent}%");
    }
    line += &format!(" {} URLs {}/s", short(doing.entries), short(rate));
    if let Some(left) = left(doing.total, elapsed) {
        line += &format!(" eta {}:{:02}", left / 60, left % 60);
    }
    if let Some(memory) = resident() {
        line += &format!(" mem {memory} MiB");
    }
    line
}

fn percent((done, all): (u64, u64)) -> Option<u64> {
    (done * 100).checked_div(all).map(|percent| percent.min(100))
}

/// Seconds to go, by the bytes done.
fn left((done, all): (u64, u64), elapsed: Duration) -> Option<u64> {
    let millis = u64::try_from(elapsed.as_millis()).ok()?;
    let rest = all.checked_sub(done)?;
    rest.saturating_mul(millis).checked_div(done).map(|millis| millis / 1000)
}

/// Memory of this process in MiB, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024)
}

#[cfg(test)]
mod tests {
    use super::{Doing, line};
    use std::time::Duration;

    #[test]
    fn as_the_contract_shows() {
        let doing = Doing {
            document: (3, 40),
            name: "shop-03.xml.gz",
            bytes: (62, 100),
            total: (100, 310),
            entries: 1_400_000,
        };
        let text = line(&doing, Duration::from_millis(3_400));
        assert!(
            text.starts_with("[3/40] shop-03.xml.gz 62% 1.4 M URLs 411 k/s eta 0:07"),
            "{text}"
        );
    }

    #[test]
    fn a_stream_has_no_end_to_tell() {
        let doing =
            Doing { document: (1, 1), name: "-", bytes: (62, 0), total: (62, 0), entries: 10 };
        let text = line(&doing, Duration::from_secs(1));
        assert!(text.starts_with("[1/1] - 10 URLs 10/s"), "{text}");
        assert!(!text.contains("eta"), "{text}");
    }
}
