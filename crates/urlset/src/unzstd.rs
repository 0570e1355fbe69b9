//! Reads zstd of any number of frames (RFC 8878 section 3.1), within the limits of gzip.

use crate::behind::{self, Behind};
use crate::front::Front;
use crate::gunzip::Budget;
use crate::magic;
use crate::prepare::fault;
use crate::source_rules::{GZIP_CORRUPT, GZIP_TRUNCATED, LIMIT_WINDOW};
use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{BufRead, Error, Read, Result};
use urlset_core::{Fault, Limits, Source};

type Raw<'a> = Front<Box<dyn Read + Send + 'a>>;

/// A zstd stream. What it cannot survive, it says after everything that came before.
pub(crate) struct Unzstd<'a> {
    raw: Raw<'a>,
    decoder: FrameDecoder,
    in_frame: bool,
    ended: bool,
    budget: Budget,
    /// What every further read fails with.
    fault: Option<Fault>,
    trailing: Option<(Fault, u64)>,
}

impl<'a> Unzstd<'a> {
    pub(crate) fn new(raw: Raw<'a>, limits: Limits) -> Unzstd<'a> {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(limits.window_bytes);
        Unzstd {
            raw,
            decoder,
            in_frame: false,
            ended: false,
            budget: Budget::new(limits),
            fault: None,
            trailing: None,
        }
    }

    /// Between frames: begins the next, skips what may be skipped, or finds the end.
    fn next_frame(&mut self) -> Result<()> {
        let head = self.raw.peek(8);
        if magic::skippable(head) {
            return self.skip();
        }
        if head.is_empty() {
            // Where the stream itself failed, this says so.
            self.ended = self.raw.fill_buf()?.is_empty();
            return Ok(());
        }
        if magic::is_zstd(head) {
            let begun = self.decoder.reset(&mut self.raw);
            self.in_frame = begun.is_ok();
            return begun.map_err(|error| self.failed(&error));
        }
        self.ended = true;
        let cut = [0x28, 0xb5, 0x2f].starts_with(head);
        if cut {
            self.fault = Some(fault(&GZIP_TRUNCATED, "in a header of zstd"));
            return Ok(());
        }
        match behind::look(&mut self.raw, "zstd", self.budget.limits.inflated_bytes)? {
            Behind::Lost(fault) => self.fault = Some(fault),
            Behind::Harmless(fault) => self.trailing = Some((fault, self.budget.total)),
        }
        Ok(())
    }

    fn skip(&mut self) -> Result<()> {
        let mut header = [0; 8];
        let skipped = self.raw.read_exact(&mut header).and_then(|()| {
            let [_, _, _, _, a, b, c, d] = header;
            let length = u64::from(u32::from_le_bytes([a, b, c, d]));
            let copied = std::io::copy(&mut (&mut self.raw).take(length), &mut std::io::sink())?;
            if copied < length { Err(std::io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
        });
        skipped.map_err(|error| {
            if self.raw.is_empty() {
                self.stop(fault(&GZIP_TRUNCATED, "in a skippable frame"))
            } else {
                error
            }
        })
    }

    /// Decodes until there is something to hand on, or the frame ends.
    fn advance(&mut self) -> Result<()> {
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let one = BlockDecodingStrategy::UptoBlocks(1);
            if let Err(error) = self.decoder.decode_blocks(&mut self.raw, one) {
                return Err(self.failed(&error));
            }
        }
        Ok(())
    }

    fn end_frame(&mut self) -> Result<()> {
        self.in_frame = false;
        let told = self.decoder.get_checksum_from_data();
        if told.is_some() && told != self.decoder.get_calculated_checksum() {
            return Err(
                self.stop(fault(&GZIP_CORRUPT, "the checksum of a zstd frame does not fit"))
            );
        }
        Ok(())
    }

    fn failed(&mut self, error: &FrameDecoderError) -> Error {
        if let Some(broken) = self.raw.failure() {
            return broken;
        }
        let found = match error {
            FrameDecoderError::WindowSizeTooBig { requested, max } => fault(
                &LIMIT_WINDOW,
                format!("a window of {requested} bytes, more than {max} bytes"),
            ),
            _ if self.raw.is_empty() => fault(&GZIP_TRUNCATED, "inside a zstd frame"),
            _ => fault(&GZIP_CORRUPT, part(error)),
        };
        self.stop(found)
    }

    fn stop(&mut self, fault: Fault) -> Error {
        self.fault = Some(fault.clone());
        fault.into_error()
    }
}

/// Which part of a frame is damaged; what the decoder says of it is for who writes decoders.
fn part(error: &FrameDecoderError) -> String {
    match error {
        FrameDecoderError::DictNotProvided { dict_id } => {
            format!("a zstd frame that needs dictionary {dict_id}")
        }
        FrameDecoderError::ReadFrameHeaderError(_)
        | FrameDecoderError::FrameHeaderError(_)
        | FrameDecoderError::FailedToInitialize(_) => "the header of a zstd frame".to_owned(),
        _ => "a block of a zstd frame".to_owned(),
    }
}

impl Read for Unzstd<'_> {
    fn read(&mut self, to: &mut [u8]) -> Result<usize> {
        if to.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(fault) = &self.fault {
                return Err(fault.clone().into_error());
            }
            if self.ended {
                return Ok(0);
            }
            if !self.in_frame {
                self.next_frame()?;
                continue;
            }
            self.advance()?;
            let count = self.decoder.read(to)?;
            if count == 0 {
                self.end_frame()?;
                continue;
            }
            let (within, fault) = self.budget.spend(count, self.raw.taken());
            self.fault = fault;
            if within > 0 {
                return Ok(within);
            }
        }
    }
}

impl Source for Unzstd<'_> {
    fn finding(&mut self) -> Option<(Fault, u64)> {
        self.trailing.take()
    }
}
