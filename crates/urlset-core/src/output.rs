//! A document on its way out: a writer, a buffer, and the bytes so far.

use crate::{Entry, EntryWriter, Result, Sink};
use std::io::Write;

/// How large one document may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Entries.
    pub entries: u64,
    /// Bytes before compression.
    pub bytes: u64,
}

/// How large a document is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Entries.
    pub entries: u64,
    /// Bytes before compression.
    pub bytes: u64,
}

/// A document on its way out. It says how many bytes it has written, to the byte, so a set can be
/// cut by size whatever the format.
pub struct Output<'a> {
    out: Box<dyn Write + Send + 'a>,
    writer: Box<dyn EntryWriter>,
    buffer: String,
    written: Written,
    /// Bytes that [`EntryWriter::end`] will add.
    tail: u64,
}

/// Bytes that are collected before they are handed on.
const BLOCK: usize = 128 * 1024;

impl std::fmt::Debug for Output<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output").field("written", &self.written).finish_non_exhaustive()
    }
}

impl<'a> Output<'a> {
    /// Begins a document.
    pub fn new(out: impl Write + Send + 'a, mut writer: Box<dyn EntryWriter>) -> Output<'a> {
        let mut tail = String::new();
        writer.end(&mut tail);
        let mut buffer = String::with_capacity(BLOCK + BLOCK / 4);
        writer.begin(&mut buffer);
        let tail = tail.len() as u64;
        Output { out: Box::new(out), writer, buffer, written: Written::default(), tail }
    }

    /// Writes an entry.
    ///
    /// # Errors
    /// When the machine fails or the sink stops the work.
    pub fn write(&mut self, entry: &Entry, sink: &mut dyn Sink) -> Result<()> {
        self.writer.write_entry(entry, &mut self.buffer, sink)?;
        self.written.entries += 1;
        if self.buffer.len() >= BLOCK {
            self.hand_on()?;
        }
        Ok(())
    }

    /// Writes the entry if the finished document stays within `room`; else leaves no trace and says
    /// `false`.
    ///
    /// # Errors
    /// When the machine fails or the sink stops the work.
    pub fn offer(&mut self, entry: &Entry, room: Room, sink: &mut dyn Sink) -> Result<bool> {
        let before = self.buffer.len();
        self.writer.write_entry(entry, &mut self.buffer, sink)?;
        let bytes = self.written.bytes + self.buffer.len() as u64 + self.tail;
        if self.written.entries >= room.entries || bytes > room.bytes {
            self.buffer.truncate(before);
            return Ok(false);
        }
        // An entry that the writer cannot hold was told and leaves nothing.
        self.written.entries += u64::from(self.buffer.len() > before);
        if self.buffer.len() >= BLOCK {
            self.hand_on()?;
        }
        Ok(true)
    }

    /// Ends the document and flushes. An output that is dropped before is incomplete on purpose.
    ///
    /// # Errors
    /// When the machine fails.
    pub fn finish(mut self) -> Result<Written> {
        self.writer.end(&mut self.buffer);
        self.hand_on()?;
        self.out.flush()?;
        Ok(self.written)
    }

    /// What has been written so far, what is still in the buffer included.
    pub fn written(&self) -> Written {
        Written { bytes: self.written.bytes + self.buffer.len() as u64, ..self.written }
    }

    fn hand_on(&mut self) -> Result<()> {
        self.out.write_all(self.buffer.as_bytes())?;
        self.written.bytes += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }
}
