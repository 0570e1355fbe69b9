//! What a server says in an answer that is no document. It is a courtesy to people, the status is what
//! counts: so it costs neither much memory nor the time that further attempts need.

use crate::whole::await_anew;
use crate::{coding, hide};
use std::io::{Error, ErrorKind, Read};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};
use ureq::Body;

/// Bytes of it that are kept.
const TEXT: u64 = 4096;

/// How long is waited for them at most.
const PATIENCE: Duration = Duration::from_secs(1);

/// Characters of it that a finding shows.
const SHOWN: usize = 120;

/// The start of an answer's text, as far as it comes while there is time for it.
///
/// A thread reads it, since a read that stalls ends only when the server or the time of the whole
/// document does. That one ends with its read, and nobody waits for it.
pub(crate) fn start(body: Body, coding: Option<&str>, time: Duration) -> String {
    let (give, pieces) = sync_channel::<Vec<u8>>(1);
    let read = move || {
        let mut body = body.into_with_config().limit(u64::MAX).reader();
        let mut buffer = [0; TEXT as usize];
        while let Some(piece) = body.read(&mut buffer).ok().and_then(|count| buffer.get(..count)) {
            if piece.is_empty() || give.send(piece.to_vec()).is_err() {
                break;
            }
            await_anew();
        }
    };
    // Without a thread nothing was said: its end of the channel is gone.
    let _ = Builder::new().name("answer".into()).spawn(read);
    let soon = Soon { pieces, piece: Vec::new(), until: Instant::now() + time.min(PATIENCE) };
    String::from_utf8_lossy(&coding::start_of(soon, coding, TEXT)).into_owned()
}

/// A body as far as it comes soon.
struct Soon {
    pieces: Receiver<Vec<u8>>,
    /// What is left of the last one.
    piece: Vec<u8>,
    until: Instant,
}

impl Read for Soon {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        if self.piece.is_empty() {
            let left = self.until.saturating_duration_since(Instant::now());
            let late = |_| Error::from(ErrorKind::TimedOut);
            self.piece = self.pieces.recv_timeout(left).map_err(late)?;
        }
        let count = self.piece.as_slice().read(to)?;
        self.piece.drain(..count);
        Ok(count)
    }
}

/// The first line of an answer's text, or the title of a page, in quotes; else nothing.
pub(crate) fn line(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let title = lower.find("<title>").map(|at| at + "<title>".len());
    let title = title.and_then(|from| {
        let length = lower.get(from..)?.find('<')?;
        text.get(from..from + length)
    });
    let line = title.or_else(|| text.lines().find(|line| !line.trim().is_empty()));
    let line = line.map(str::trim).filter(|line| !line.starts_with(['<', '{']));
    // Cut first, an address might have lost what tells its password.
    line.map(|line| format!("`{}`", hide(line).chars().take(SHOWN).collect::<String>()))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn a_title_shows_no_password() {
        for (text, said) in [
            ("<title>No way to https:\\\\ann:pw@h/</title>", "`No way to https:\\\\***@h/`"),
            (
                "HTTPS//ann:pw@h failed, write to mailto:ann@h",
                "`HTTPS//***@h failed, write to mailto:ann@h`",
            ),
        ] {
            assert_eq!(line(text), said);
        }
        let long = format!("{} https://ann:{}@h/", "x".repeat(90), "secret".repeat(9));
        assert!(!line(&long).contains("secret"));
    }
}
