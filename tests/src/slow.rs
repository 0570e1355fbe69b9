//! A reader that gives a few bytes at a time, as a slow pipe does.

use std::io::Read;

/// Gives at most so many bytes a read.
#[derive(Debug)]
pub struct Slow<R> {
    inner: R,
    most: usize,
}

impl<R> Slow<R> {
    /// At most `most` bytes a read, at least one.
    pub fn new(inner: R, most: usize) -> Slow<R> {
        Slow { inner, most: most.max(1) }
    }
}

impl<R: Read> Read for Slow<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let most = self.most.min(buffer.len());
        self.inner.read(&mut buffer[..most])
    }
}
