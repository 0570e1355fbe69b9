//! A file that is read at any place: Parquet says at its end what is where.

use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};
use std::fs::File;
use std::io::Read;
use std::sync::{Arc, OnceLock};
use urlset_core::Fault;

/// Bytes that can be read at any place, by several at once.
pub trait ReadAt: Send + Sync {
    /// Fills all of `to` from this offset.
    ///
    /// # Errors
    /// When there are not so many bytes, or the machine fails.
    fn read_at(&self, to: &mut [u8], from: u64) -> std::io::Result<()>;
}

#[cfg(unix)]
impl ReadAt for File {
    fn read_at(&self, to: &mut [u8], from: u64) -> std::io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, to, from)
    }
}

#[cfg(windows)]
impl ReadAt for File {
    fn read_at(&self, mut to: &mut [u8], mut from: u64) -> std::io::Result<()> {
        while !to.is_empty() {
            let count = std::os::windows::fs::FileExt::seek_read(self, to, from)?;
            if count == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            to = to.get_mut(count..).unwrap_or_default();
            from += count as u64;
        }
        Ok(())
    }
}

impl ReadAt for Vec<u8> {
    fn read_at(&self, to: &mut [u8], from: u64) -> std::io::Result<()> {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        let found = from.checked_add(to.len()).and_then(|upto| self.get(from..upto));
        to.copy_from_slice(found.ok_or(std::io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// A whole file of which the length is known.
#[derive(Clone)]
pub struct Whole {
    bytes: Arc<dyn ReadAt>,
    length: u64,
    /// The first failure of the machine: the library that decodes keeps only its text, if that.
    failed: Arc<OnceLock<std::io::Error>>,
}

impl std::fmt::Debug for Whole {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Whole").field("length", &self.length).finish_non_exhaustive()
    }
}

impl Whole {
    /// So many bytes.
    pub fn new(bytes: Arc<dyn ReadAt>, length: u64) -> Whole {
        Whole { bytes, length, failed: Arc::default() }
    }

    /// A file as long as it is now.
    ///
    /// # Errors
    /// When the machine cannot say how long that is.
    pub fn file(file: Arc<File>) -> std::io::Result<Whole> {
        let length = file.metadata()?.len();
        Ok(Whole::new(file, length))
    }

    /// How long it is.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// So many bytes from an offset; fewer where it ends before.
    pub(crate) fn part(&self, from: u64, most: usize) -> std::io::Result<Vec<u8>> {
        let left = usize::try_from(self.length.saturating_sub(from)).unwrap_or(usize::MAX);
        let mut part = vec![0; left.min(most)];
        match self.bytes.read_at(&mut part, from) {
            Ok(()) => Ok(part),
            Err(error) => {
                // A file that became shorter is no failure of the machine.
                if error.kind() != std::io::ErrorKind::UnexpectedEof {
                    let copy = std::io::Error::new(error.kind(), error.to_string());
                    let _ = self.failed.set(copy);
                }
                Err(error)
            }
        }
    }

    /// What ended the reading of this: the machine where it failed, else what is wrong with the file.
    pub(crate) fn ended_by(&self, fault: Fault) -> std::io::Error {
        match self.failed.get() {
            Some(error) => std::io::Error::new(error.kind(), error.to_string()),
            None => fault.into_error(),
        }
    }
}

impl Length for Whole {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for Whole {
    type T = Part;

    fn get_read(&self, start: u64) -> Result<Part> {
        Ok(Part { whole: self.clone(), at: start, buffer: Vec::new(), taken: 0 })
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let part = self.part(start, length)?;
        if part.len() < length {
            return Err(ParquetError::EOF(format!("{length} bytes at {start} are not there")));
        }
        Ok(part.into())
    }
}

/// Bytes that are read at once: headers of pages are small.
const BLOCK: usize = 8 * 1024;

/// Reads on from a place.
#[derive(Debug)]
pub struct Part {
    whole: Whole,
    at: u64,
    buffer: Vec<u8>,
    taken: usize,
}

impl Read for Part {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        if self.taken == self.buffer.len() {
            self.buffer = self.whole.part(self.at, BLOCK)?;
            self.at += self.buffer.len() as u64;
            self.taken = 0;
        }
        let count = self.buffer.get(self.taken..).unwrap_or_default().read(to)?;
        self.taken += count;
        Ok(count)
    }
}
