//! A source whose reads give as much as fits, however little there is at once: windows then end at the
//! same bytes whoever reads below, and so do excerpts.

use std::io::{Error, ErrorKind, Read, Result};
use urlset_core::{Fault, Source};

/// For sources whose bytes are the file's, by [`Source::origin`].
pub(crate) struct Full<'a> {
    inner: Box<dyn Source + 'a>,
    /// What was found by the end of what was read.
    found: Option<(Fault, u64)>,
    /// What the next read fails with.
    failed: Option<Error>,
}

impl<'a> Full<'a> {
    pub(crate) fn new(inner: Box<dyn Source + 'a>) -> Full<'a> {
        Full { inner, found: None, failed: None }
    }
}

impl Read for Full<'_> {
    fn read(&mut self, to: &mut [u8]) -> Result<usize> {
        if let Some(failed) = self.failed.take() {
            return Err(failed);
        }
        let mut filled = 0;
        while filled < to.len() && self.found.is_none() {
            let read = self.inner.read(to.get_mut(filled..).unwrap_or_default());
            match read {
                Ok(count) => filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if filled == 0 => return Err(error),
                Err(error) => {
                    self.failed = Some(error);
                    break;
                }
            }
            self.found = self.inner.finding();
            if let Ok(0) = read {
                break;
            }
        }
        Ok(filled)
    }
}

impl Source for Full<'_> {
    fn finding(&mut self) -> Option<(Fault, u64)> {
        self.found.take().or_else(|| self.inner.finding())
    }
}
