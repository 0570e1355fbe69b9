//! A stream whose first bytes can be looked at before anybody reads them.

use std::io::{BufRead, Error, ErrorKind, Read, Result};

/// Bytes asked of the stream at once.
const BLOCK: usize = 64 * 1024;

/// A buffered stream that can be looked into. What fails while looking fails again for whoever
/// reads, after the bytes that came before.
pub(crate) struct Front<R> {
    inner: R,
    buffer: Vec<u8>,
    start: usize,
    ended: bool,
    failed: Option<Error>,
    /// Bytes that were handed on.
    taken: u64,
}

impl<R: Read> Front<R> {
    pub(crate) fn new(inner: R) -> Front<R> {
        Front { inner, buffer: Vec::new(), start: 0, ended: false, failed: None, taken: 0 }
    }

    /// The same stream as another kind of one.
    pub(crate) fn map<T>(self, wrap: impl FnOnce(R) -> T) -> Front<T> {
        let Front { inner, buffer, start, ended, failed, taken } = self;
        Front { inner: wrap(inner), buffer, start, ended, failed, taken }
    }

    /// At least `count` bytes from the front, where there are so many.
    pub(crate) fn peek(&mut self, count: usize) -> &[u8] {
        while self.rest().len() < count && !self.ended && self.failed.is_none() {
            if let Err(error) = self.fill(count.max(BLOCK))
                && error.kind() != ErrorKind::Interrupted
            {
                self.failed = Some(error);
            }
        }
        self.rest()
    }

    /// Reads on to where something is found, at most so many bytes, behind which `beyond` is. What
    /// is looked for is at most `longest` bytes long. Where nothing is found, the end is reached.
    pub(crate) fn find<T>(
        &mut self,
        longest: usize,
        most: u64,
        beyond: T,
        look: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<Option<T>> {
        let upto = self.taken.saturating_add(most);
        loop {
            let rest = self.peek(BLOCK);
            let found = look(rest);
            if found.is_some() {
                return Ok(found);
            }
            // What may be its beginning stays.
            let passed = (rest.len() + 1).saturating_sub(longest);
            if passed == 0 || rest.len() < BLOCK {
                return self.failed.take().map_or(Ok(None), Err);
            }
            self.consume(passed);
            if self.taken > upto {
                return Ok(Some(beyond));
            }
        }
    }

    /// The stream itself.
    pub(crate) fn inner(&mut self) -> &mut R {
        &mut self.inner
    }

    pub(crate) fn inner_ref(&self) -> &R {
        &self.inner
    }

    /// The failure of the stream that was met last, where a parser hides it behind its own.
    pub(crate) fn failure(&mut self) -> Option<Error> {
        self.failed.take()
    }

    /// Bytes that were handed on.
    pub(crate) fn taken(&self) -> u64 {
        self.taken
    }

    /// Whether everything has been handed on.
    pub(crate) fn is_empty(&self) -> bool {
        self.ended && self.rest().is_empty()
    }

    fn rest(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }

    fn fill(&mut self, most: usize) -> Result<()> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let before = self.buffer.len();
        self.buffer.resize(before.max(most), 0);
        if self.buffer.len() == before {
            self.buffer.resize(before + BLOCK, 0);
        }
        let read = self.inner.read(self.buffer.get_mut(before..).unwrap_or_default());
        self.buffer.truncate(before + *read.as_ref().unwrap_or(&0));
        self.ended |= read? == 0;
        Ok(())
    }
}

impl<R: Read> BufRead for Front<R> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.rest().is_empty() && !self.ended {
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            self.fill(BLOCK)?;
        }
        Ok(self.rest())
    }

    fn consume(&mut self, count: usize) {
        self.start = (self.start + count).min(self.buffer.len());
        self.taken += count as u64;
    }
}

impl<R: Read> Read for Front<R> {
    fn read(&mut self, to: &mut [u8]) -> Result<usize> {
        // Once what was looked at is gone, the bytes need not be copied twice.
        let count = if self.rest().is_empty() && self.failed.is_none() && !self.ended {
            let count = self.inner.read(to)?;
            self.ended = count == 0 && !to.is_empty();
            self.taken += count as u64;
            return Ok(count);
        } else {
            self.fill_buf()?.read(to)?
        };
        self.consume(count);
        Ok(count)
    }
}
