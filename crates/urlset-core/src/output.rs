//! A document on its way out: a writer, a buffer, and the bytes so far.

use crate::io::Write;
use crate::{Diagnostic, Entry, EntryWriter, Locs, Loss, Lost, Result, Rule, Sink};
use alloc::boxed::Box;
use alloc::string::String;

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
/// cut by size whatever the format; about, of one that is no text.
///
/// ```
/// use urlset_core::{Entry, EntryWriter, Loc, Output, Result, Sink};
///
/// /// Writes each loc and a line feed.
/// struct Line;
///
/// impl EntryWriter for Line {
///     fn begin(&mut self, _: &mut String) {}
///     fn write_entry(&mut self, entry: &Entry, out: &mut String, _: &mut dyn Sink) -> Result<()> {
///         out.push_str(entry.loc.as_str());
///         out.push('\n');
///         Ok(())
///     }
///     fn end(&mut self, _: &mut String) {}
/// }
///
/// let mut output = Output::new(Vec::new(), Box::new(Line));
/// output.write(&Entry::new(Loc::new("https://example.com/")), &mut ())?;
/// assert_eq!(output.finish()?.bytes, 21);
/// # Ok::<(), urlset_core::Error>(())
/// ```
pub struct Output<'a> {
    out: Box<dyn Write + Send + 'a>,
    writer: Box<dyn EntryWriter>,
    buffer: String,
    written: Written,
    /// What [`EntryWriter::end`] adds after the entries so far; kept for [`Output::offer`].
    tail: String,
    /// The writer has seen an entry that is not in the document.
    refused: bool,
    /// The writer before the first entry, where entries change it.
    blank: Option<Box<dyn EntryWriter>>,
    /// Whether the writer has bytes of its own, and how many it holds, about.
    encodes: Option<u64>,
}

/// Listens whether a writer leaves an entry out.
struct Heard<'s> {
    sink: &'s mut dyn Sink,
    dropped: bool,
}

impl Sink for Heard<'_> {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        self.dropped |= finding.lost == Lost::Entry;
        self.sink.report(finding)
    }

    fn wants(&self, finding: &Diagnostic) -> bool {
        self.sink.wants(finding)
    }

    fn count(&mut self, rule: &'static Rule, lost: Lost, input: u32) -> bool {
        let counted = self.sink.count(rule, lost, input);
        self.dropped |= counted && lost == Lost::Entry;
        counted
    }

    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        self.sink.lose(loss)
    }
}

/// Bytes that are collected before they are handed on.
const BLOCK: usize = 128 * 1024;

impl core::fmt::Debug for Output<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Output").field("written", &self.written).finish_non_exhaustive()
    }
}

impl<'a> Output<'a> {
    /// Begins a document.
    pub fn new(out: impl Write + Send + 'a, mut writer: Box<dyn EntryWriter>) -> Output<'a> {
        let mut buffer = String::with_capacity(BLOCK + BLOCK / 4);
        writer.begin(&mut buffer);
        let (out, written) = (Box::new(out), Written::default());
        let blank = writer.blank();
        let encodes = writer.encoded().map(|encoded| encoded.held());
        Output { out, writer, buffer, written, tail: String::new(), refused: false, blank, encodes }
    }

    /// Writes an entry.
    ///
    /// # Errors
    /// When the machine fails or the sink stops the work.
    pub fn write(&mut self, entry: &Entry, sink: &mut dyn Sink) -> Result<()> {
        self.written.entries += u64::from(self.show(entry, sink)?);
        if self.buffer.len() >= BLOCK || self.encodes.is_some() {
            self.hand_on()?;
        }
        Ok(())
    }

    /// For how many entries that have nothing but a loc without faults there is certainly room; 0 where the
    /// writer wants entries one by one, and right behind the start of a document that is cut by size.
    pub fn locs_room(&self, room: Option<Room>) -> u64 {
        let Some(most) = self.writer.loc_bytes() else { return 0 };
        let Some(room) = room else { return u64::MAX };
        // What stands behind the entries is known when there was one.
        if self.blank.is_some() || self.tail.is_empty() {
            return 0;
        }
        let bytes = room.bytes.saturating_sub(self.written().bytes + self.tail.len() as u64);
        room.entries.saturating_sub(self.written.entries).min(bytes / most)
    }

    /// Writes entries that have nothing but a loc, as many as there is [room](Output::locs_room) for.
    ///
    /// # Errors
    /// When the machine fails.
    pub fn write_locs(&mut self, locs: &Locs) -> Result<()> {
        self.writer.write_locs(locs, &mut self.buffer)?;
        self.written.entries += locs.len();
        if self.buffer.len() >= BLOCK {
            self.hand_on()?;
        }
        Ok(())
    }

    /// Writes the entry if the finished document stays within `room`; else leaves no trace and says
    /// `false`. Once it refused, a document that has entries must take no more. Of a format that is no
    /// text, bytes are counted as if the entry were kept as it is, so what is finished is smaller.
    ///
    /// # Errors
    /// When the machine fails or the sink stops the work.
    pub fn offer(&mut self, entry: &Entry, room: Room, sink: &mut dyn Sink) -> Result<bool> {
        if self.encodes.is_some() {
            let size = entry.loc.as_str().len() + entry.extensions.text_bytes();
            let bytes = self.written().bytes.saturating_add(size as u64);
            if self.written.entries >= room.entries || bytes > room.bytes {
                return Ok(false);
            }
            return self.write(entry, sink).map(|()| true);
        }
        let before = self.buffer.len();
        if !self.show(entry, sink)? {
            // An entry that the writer cannot hold was told and needs no room.
            return Ok(true);
        }
        // It may depend on the entries: a feed ends with its latest date.
        let end = self.buffer.len();
        let is_known = self.blank.is_none() && !self.tail.is_empty();
        let tail = if is_known {
            self.tail.len()
        } else {
            self.writer.end(&mut self.buffer);
            self.buffer.len() - end
        };
        let bytes = self.written.bytes + (end + tail) as u64;
        if self.written.entries >= room.entries || bytes > room.bytes {
            self.buffer.truncate(before);
            self.refuse();
            return Ok(false);
        }
        if !is_known {
            self.tail.clear();
            self.tail.push_str(self.buffer.get(end..).unwrap_or_default());
            self.buffer.truncate(end);
        }
        self.written.entries += 1;
        if self.buffer.len() >= BLOCK {
            self.hand_on()?;
        }
        Ok(true)
    }

    /// Shows the writer an entry; `false` where it told that it cannot hold it.
    fn show(&mut self, entry: &Entry, sink: &mut dyn Sink) -> Result<bool> {
        let mut heard = Heard { sink, dropped: false };
        self.writer.write_entry(entry, &mut self.buffer, &mut heard)?;
        Ok(!heard.dropped)
    }

    /// Ends the document and flushes. An output that is dropped before is incomplete on purpose.
    ///
    /// # Errors
    /// When the machine fails.
    pub fn finish(mut self) -> Result<Written> {
        if self.refused {
            self.buffer.push_str(&self.tail);
        } else {
            self.writer.end(&mut self.buffer);
        }
        self.hand_on()?;
        self.out.flush()?;
        Ok(self.written)
    }

    /// Forgets the entry that the writer saw last.
    fn refuse(&mut self) {
        if self.written.entries > 0 {
            self.refused = true;
        } else if let Some(blank) = self.blank.as_deref().and_then(EntryWriter::blank) {
            self.writer = blank;
        }
    }

    /// What has been written so far, what is still in the buffer included.
    pub fn written(&self) -> Written {
        let held = self.buffer.len() as u64 + self.encodes.unwrap_or(0);
        Written { bytes: self.written.bytes + held, ..self.written }
    }

    fn hand_on(&mut self) -> Result<()> {
        self.out.write_all(self.buffer.as_bytes())?;
        self.written.bytes += self.buffer.len() as u64;
        self.buffer.clear();
        if let Some(encoded) = self.writer.encoded() {
            let bytes = encoded.take()?;
            self.encodes = Some(encoded.held());
            if !bytes.is_empty() {
                self.out.write_all(&bytes)?;
                self.written.bytes += bytes.len() as u64;
            }
        }
        Ok(())
    }
}
