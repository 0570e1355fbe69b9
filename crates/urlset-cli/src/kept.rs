//! A stream that is read more than once: what came of it stands in a temporary file, the rest is
//! asked for when somebody wants it. So what is no sitemap is refused at its first bytes, and no
//! more is kept than was read.

use std::io::{Error, ErrorKind, Read, Result};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use urlset::rules::LIMIT_INPUT;
use urlset::store::{Scratch, Store};
use urlset::{Fault, Limits};

/// A stream and what came of it so far.
pub(crate) struct Kept(Arc<Mutex<Stream>>);

/// One reading, from the start.
pub(crate) struct Reading {
    stream: Arc<Mutex<Stream>>,
    at: u64,
}

struct Stream {
    rest: Box<dyn Read + Send>,
    kept: Scratch,
    /// Bytes that may be kept.
    most: u64,
    /// Why there is no more to come: every reading ends so.
    ended: Option<End>,
}

#[derive(Clone)]
enum End {
    Whole,
    Failed(ErrorKind, String),
    Fault(Fault),
}

impl End {
    fn result(self) -> Result<usize> {
        match self {
            End::Whole => Ok(0),
            End::Failed(kind, why) => Err(Error::new(kind, why)),
            End::Fault(fault) => Err(fault.into_error()),
        }
    }
}

impl Kept {
    /// Nothing is read yet. What is kept is bounded as what a compressed file may become is: both
    /// take room that the size of a file did not promise.
    pub(crate) fn new(
        stream: impl Read + Send + 'static,
        limits: &Limits,
        store: &Store,
    ) -> urlset::Result<Kept> {
        let (rest, kept) = (Box::new(stream), Scratch::new(store)?);
        let stream = Stream { rest, kept, most: limits.inflated_bytes, ended: None };
        Ok(Kept(Arc::new(Mutex::new(stream))))
    }

    pub(crate) fn open(&self) -> Reading {
        Reading { stream: Arc::clone(&self.0), at: 0 }
    }

    /// Bytes that came so far.
    pub(crate) fn length(&self) -> u64 {
        locked(&self.0).kept.length()
    }
}

impl Read for Reading {
    fn read(&mut self, to: &mut [u8]) -> Result<usize> {
        if to.is_empty() {
            return Ok(0);
        }
        let count = locked(&self.stream).read(self.at, to)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Stream {
    fn read(&mut self, at: u64, to: &mut [u8]) -> Result<usize> {
        match self.kept.length().saturating_sub(at) {
            0 => self.more(to),
            kept => {
                let to = front(to, kept);
                self.kept.read(to, at).map_err(|error| failure(error).into_error())?;
                Ok(to.len())
            }
        }
    }

    /// What comes next of the stream, which is kept.
    fn more(&mut self, to: &mut [u8]) -> Result<usize> {
        if let Some(end) = &self.ended {
            return end.clone().result();
        }
        // One byte more than allowed, as a file has it: the reader says so at the same place.
        let room = self.most.saturating_add(1).saturating_sub(self.kept.length());
        let to = front(to, room);
        let end = match self.rest.read(to) {
            _ if room == 0 => {
                let detail = format!("more than {} bytes of a stream are kept", self.most);
                End::Fault(Fault { rule: &LIMIT_INPUT, detail: detail.into() })
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => return Err(error),
            Err(error) => End::Failed(error.kind(), error.to_string()),
            Ok(0) => End::Whole,
            Ok(count) => match self.kept.append(to.get(..count).unwrap_or_default()) {
                Ok(_) => return Ok(count),
                Err(error) => End::Fault(failure(error)),
            },
        };
        self.ended.insert(end).clone().result()
    }
}

fn locked(stream: &Mutex<Stream>) -> MutexGuard<'_, Stream> {
    stream.lock().unwrap_or_else(PoisonError::into_inner)
}

/// As much of a buffer as there is to put into it.
fn front(to: &mut [u8], most: u64) -> &mut [u8] {
    let count = usize::try_from(most).unwrap_or(usize::MAX).min(to.len());
    to.get_mut(..count).unwrap_or_default()
}

/// The failure of a temporary file, as a reader passes it on.
fn failure(error: urlset::Error) -> Fault {
    match error {
        urlset::Error::Stopped(finding) => Fault { rule: finding.rule, detail: finding.detail },
        other => Fault { rule: &urlset::store::rules::DISK, detail: other.to_string().into() },
    }
}

#[cfg(test)]
mod tests {
    use super::Kept;
    use std::io::{Error, ErrorKind, Read, Result};
    use urlset::store::Store;
    use urlset::{Fault, Limits};

    /// Ten bytes, and then a failure that the next read would not repeat.
    struct Fails(u8);

    impl Read for Fails {
        fn read(&mut self, to: &mut [u8]) -> Result<usize> {
            self.0 += 1;
            match self.0 {
                1..=10 => std::io::repeat(self.0).read(&mut to[..1]),
                11 => Err(Error::new(ErrorKind::ConnectionReset, "gone")),
                _ => Ok(0),
            }
        }
    }

    fn kept(stream: impl Read + Send + 'static, most: u64) -> Kept {
        let limits = Limits { inflated_bytes: most, ..Limits::default() };
        Kept::new(stream, &limits, &Store::new(0, None)).unwrap()
    }

    fn all(kept: &Kept) -> (Vec<u8>, Option<Error>) {
        let mut bytes = Vec::new();
        let error = kept.open().read_to_end(&mut bytes).err();
        (bytes, error)
    }

    #[test]
    fn readings_give_the_same_and_each_goes_its_own_way() {
        let kept = kept(&b"abcdefghij"[..], 100);
        let (mut one, mut other) = (kept.open(), kept.open());
        let three = |reading: &mut super::Reading| {
            let mut bytes = [0; 3];
            reading.read_exact(&mut bytes).unwrap();
            bytes
        };
        assert_eq!((three(&mut one), three(&mut one)), (*b"abc", *b"def"));
        assert_eq!(kept.length(), 6, "no more is asked for than somebody wants");
        assert_eq!((three(&mut other), three(&mut one)), (*b"abc", *b"ghi"));
        assert_eq!(three(&mut other), *b"def");
        assert_eq!(kept.open().read(&mut []).unwrap(), 0);
        for _ in 0..2 {
            let (bytes, error) = all(&kept);
            assert_eq!((bytes.as_slice(), error.is_none()), (&b"abcdefghij"[..], true));
        }
    }

    #[test]
    fn what_fails_once_fails_for_all() {
        let kept = kept(Fails(0), 100);
        for _ in 0..2 {
            let (bytes, error) = all(&kept);
            let error = error.unwrap();
            assert_eq!((bytes.len(), error.kind()), (10, ErrorKind::ConnectionReset));
            assert_eq!(error.to_string(), "gone");
        }
    }

    #[test]
    fn what_never_ends_ends_at_the_limit() {
        let kept = kept(std::io::repeat(b'x'), 10_000);
        for _ in 0..2 {
            let (bytes, error) = all(&kept);
            let error = error.unwrap();
            let fault: &Fault = error.get_ref().unwrap().downcast_ref().unwrap();
            assert_eq!((bytes.len(), fault.rule.id), (10_001, "limit/input-bytes"));
            assert_eq!(kept.length(), 10_001);
        }
    }
}
