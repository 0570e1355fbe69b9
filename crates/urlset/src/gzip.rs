//! Writes gzip that is the same on every machine and every day.

use flate2::{Compress, Compression, Crc, FlushCompress, Status};
use std::io::{Error, Result, Write};

/// Magic, deflate, no flags, no time, no hint about the level, unknown system (RFC 1952 section
/// 2.3): nothing in it tells when or where the file was made.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

const BLOCK: usize = 32 * 1024;

/// A gzip stream on its way out. [`Write::flush`] ends it, which is what
/// [`urlset_core::Output::finish`] calls last; one that is dropped before is incomplete on purpose.
pub struct Gzip<W> {
    out: W,
    deflate: Compress,
    crc: Crc,
    buffer: Vec<u8>,
    begun: bool,
    ended: bool,
}

impl<W> std::fmt::Debug for Gzip<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gzip").field("ended", &self.ended).finish_non_exhaustive()
    }
}

/// Compresses what is written, at level 6, without a time or a name.
pub fn gzip<W: Write>(out: W) -> Gzip<W> {
    Gzip {
        out,
        deflate: Compress::new(Compression::new(6), false),
        crc: Crc::new(),
        buffer: Vec::with_capacity(BLOCK),
        begun: false,
        ended: false,
    }
}

impl<W: Write> Gzip<W> {
    fn begin(&mut self) -> Result<()> {
        if !self.begun {
            self.out.write_all(&HEADER)?;
            self.begun = true;
        }
        Ok(())
    }

    /// Compresses all of `bytes`; with `Finish` also what the compressor still holds.
    fn deflate(&mut self, mut bytes: &[u8], flush: FlushCompress) -> Result<()> {
        loop {
            let before = self.deflate.total_in();
            self.buffer.clear();
            let status = self.deflate.compress_vec(bytes, &mut self.buffer, flush)?;
            let taken = usize::try_from(self.deflate.total_in() - before).unwrap_or(usize::MAX);
            bytes = bytes.get(taken..).unwrap_or_default();
            self.out.write_all(&self.buffer)?;
            let finished = match flush {
                FlushCompress::Finish => status == Status::StreamEnd,
                _ => bytes.is_empty(),
            };
            if finished {
                return Ok(());
            }
        }
    }
}

impl<W: Write> Write for Gzip<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        if self.ended {
            return Err(Error::other("written to after the end of the gzip stream"));
        }
        self.begin()?;
        self.crc.update(bytes);
        self.deflate(bytes, FlushCompress::None)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        if !self.ended {
            self.begin()?;
            self.deflate(&[], FlushCompress::Finish)?;
            self.out.write_all(&self.crc.sum().to_le_bytes())?;
            self.out.write_all(&self.crc.amount().to_le_bytes())?;
            self.ended = true;
        }
        self.out.flush()
    }
}
