//! Reads gzip of any number of members (RFC 1952 section 2.2), within limits.

use crate::behind::{self, Behind};
use crate::front::Front;
use crate::gzip_header;
use crate::magic;
use crate::prepare::fault;
use crate::source_rules::{GZIP_BOMB, GZIP_CORRUPT, GZIP_TRUNCATED};
use flate2::Crc;
use flate2::bufread::DeflateDecoder;
use std::io::{BufRead, Error, ErrorKind, Read, Result};
use urlset_core::{Fault, Limits, Source};

type Raw<'a> = Front<Box<dyn Read + Send + 'a>>;

/// Up to here the ratio does not matter: small files may be very regular.
const INNOCENT: u64 = 64 << 20;

/// What compressed data may become.
pub(crate) struct Budget {
    pub(crate) limits: Limits,
    /// Bytes that came out.
    pub(crate) total: u64,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Budget {
        Budget { limits, total: 0 }
    }

    /// Counts `count` more bytes that came out of `taken`; says how many of them may be handed on,
    /// and why no more.
    pub(crate) fn spend(&mut self, count: usize, taken: u64) -> (usize, Option<Fault>) {
        let left = self.limits.inflated_bytes.saturating_sub(self.total);
        let within = usize::try_from(left).unwrap_or(usize::MAX).min(count);
        self.total += within as u64;
        if within < count {
            let detail = format!("more than {} bytes, `--max-input`", self.limits.inflated_bytes);
            return (within, Some(fault(&GZIP_BOMB, detail)));
        }
        let most = taken.saturating_mul(u64::from(self.limits.ratio));
        if self.total > INNOCENT && self.total > most {
            let detail = format!("more than {} times its size, `--max-ratio`", self.limits.ratio);
            return (within, Some(fault(&GZIP_BOMB, detail)));
        }
        (within, None)
    }
}

/// One member after another: a header, what is compressed, a checksum. One decoder for all, since it
/// costs more than a short member to make one.
struct Member<'a> {
    body: DeflateDecoder<Raw<'a>>,
    crc: Crc,
}

impl<'a> Member<'a> {
    fn new(raw: Raw<'a>) -> Member<'a> {
        Member { body: DeflateDecoder::new(raw), crc: Crc::new() }
    }

    /// Reads the header.
    fn open(&mut self) -> Result<()> {
        gzip_header::skip(self.body.get_mut())?;
        self.body.reset_data();
        self.crc.reset();
        Ok(())
    }

    /// How many bytes came out, and why no more will: without one, 0 is the end of the member. A
    /// decoder that fails in the middle of a read has written what came before, so that where it
    /// ends does not depend on how much was read at once.
    fn read(&mut self, to: &mut [u8]) -> (usize, Option<Error>) {
        let before = self.body.total_out();
        let read = self.body.read(to);
        let count = usize::try_from(self.body.total_out() - before).unwrap_or(0);
        self.crc.update(to.get(..count).unwrap_or_default());
        let failed = match read {
            Ok(0) => self.check().err(),
            Ok(_) => None,
            Err(error) => Some(error),
        };
        (count, failed)
    }

    /// Whether checksum and length behind the content fit it (RFC 1952 section 2.3.1).
    fn check(&mut self) -> Result<()> {
        let mut trailer = [0; 8];
        gzip_header::fill(self.body.get_mut(), &mut trailer)?;
        let (sum, length) = (self.crc.sum().to_le_bytes(), self.crc.amount().to_le_bytes());
        if trailer.iter().eq(sum.iter().chain(&length)) {
            return Ok(());
        }
        let what = "corrupt gzip stream does not have a matching checksum";
        Err(Error::new(ErrorKind::InvalidData, what))
    }
}

/// A gzip stream. What it cannot survive, it says after everything that came before.
pub(crate) struct Gunzip<'a> {
    member: Member<'a>,
    /// Whether a member is open.
    open: bool,
    members: u64,
    budget: Budget,
    /// What the next read fails with.
    pending: Option<Error>,
    /// What every further read fails with.
    fault: Option<Fault>,
    trailing: Option<(Fault, u64)>,
}

impl<'a> Gunzip<'a> {
    pub(crate) fn new(raw: Raw<'a>, limits: Limits) -> Gunzip<'a> {
        let mut gunzip = Gunzip {
            member: Member::new(raw),
            open: false,
            members: 0,
            budget: Budget::new(limits),
            pending: None,
            fault: None,
            trailing: None,
        };
        gunzip.begin();
        gunzip
    }

    fn begin(&mut self) {
        self.members += 1;
        match self.member.open() {
            Ok(()) => self.open = true,
            Err(error) => self.pending = Some(error),
        }
    }

    /// After a member: begins the next, or finds the end.
    fn next_member(&mut self) -> Result<()> {
        let raw = self.member.body.get_mut();
        loop {
            let bytes = match raw.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
            if zeros == 0 {
                break;
            }
            raw.consume(zeros);
        }
        match raw.peek(3) {
            [] => {}
            [0x1f] => self.fault = Some(fault(&GZIP_TRUNCATED, "in a header")),
            start if start.starts_with(&magic::GZIP) => self.begin(),
            _ => match behind::look(raw, "gzip", self.budget.limits.inflated_bytes)? {
                Behind::Lost(fault) => self.fault = Some(fault),
                Behind::Harmless(fault) => self.trailing = Some((fault, self.budget.total)),
            },
        }
        Ok(())
    }

    fn failed(&mut self, error: Error) -> Error {
        let member = match self.members {
            1 => String::new(),
            members => format!(" of member {members}"),
        };
        let detail = format!("{error}{member}, after {} bytes of content", self.budget.total);
        let found = match error.kind() {
            ErrorKind::UnexpectedEof => fault(&GZIP_TRUNCATED, detail),
            ErrorKind::InvalidInput | ErrorKind::InvalidData => fault(&GZIP_CORRUPT, detail),
            _ => return error,
        };
        self.fault = Some(found.clone());
        found.into_error()
    }
}

impl Read for Gunzip<'_> {
    fn read(&mut self, to: &mut [u8]) -> Result<usize> {
        if to.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(fault) = &self.fault {
                return Err(fault.clone().into_error());
            }
            if let Some(error) = self.pending.take() {
                return Err(self.failed(error));
            }
            if !self.open {
                return Ok(0);
            }
            let (count, failed) = self.member.read(to);
            let ended = count == 0 && failed.is_none();
            self.pending = failed;
            let (within, fault) = self.budget.spend(count, self.member.body.get_ref().taken());
            self.fault = fault;
            if within > 0 {
                return Ok(within);
            }
            if ended {
                self.open = false;
                self.next_member()?;
            }
        }
    }
}

impl Source for Gunzip<'_> {
    fn finding(&mut self) -> Option<(Fault, u64)> {
        self.trailing.take()
    }
}
