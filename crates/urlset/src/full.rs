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
        while filled < to.len() && (filled == 0 || self.found.is_none()) {
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
            if self.found.is_none() {
                self.found = self.inner.finding();
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source_rules::GZIP_TRAILING;

    /// Gives three bytes and tells something, again and again.
    struct Talkative(usize, bool);

    impl Read for Talkative {
        fn read(&mut self, to: &mut [u8]) -> Result<usize> {
            let count = self.0.min(3).min(to.len());
            (self.0, self.1) = (self.0 - count, true);
            Ok(count)
        }
    }

    impl Source for Talkative {
        fn finding(&mut self) -> Option<(Fault, u64)> {
            let fault = Fault { rule: &GZIP_TRAILING, detail: "x".into() };
            std::mem::take(&mut self.1).then_some((fault, 0))
        }
    }

    #[test]
    fn what_nobody_asks_for_is_no_end() {
        let mut full = Full::new(Box::new(Talkative(100, false)));
        let mut all = Vec::new();
        assert_eq!(full.read_to_end(&mut all).unwrap(), 100);
        assert!(full.finding().is_some());
    }
}
