//! Reads gzip of any number of members (RFC 1952 section 2.2), within limits.

use crate::front::Front;
use crate::magic;
use crate::prepare::fault;
use crate::source_rules::{GZIP_BOMB, GZIP_CORRUPT, GZIP_TRAILING, GZIP_TRUNCATED};
use flate2::bufread::GzDecoder;
use std::io::{BufRead, Error, ErrorKind, Read, Result};
use urlset_core::{Fault, Limits, Source};

type Raw<'a> = Front<Box<dyn Read + Send + 'a>>;

/// Up to here the ratio does not matter: small files may be very regular.
const INNOCENT: u64 = 64 << 20;

/// What compressed data may become.
pub(crate) struct Budget {
    limits: Limits,
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
            let detail = format!("more than {} bytes", self.limits.inflated_bytes);
            return (within, Some(fault(&GZIP_BOMB, detail)));
        }
        let most = taken.saturating_mul(u64::from(self.limits.ratio));
        if self.total > INNOCENT && self.total > most {
            let detail = format!("more than {} times its size", self.limits.ratio);
            return (within, Some(fault(&GZIP_BOMB, detail)));
        }
        (within, None)
    }
}

/// A gzip stream. What it cannot survive, it says after everything that came before.
pub(crate) struct Gunzip<'a> {
    member: Option<GzDecoder<Raw<'a>>>,
    members: u64,
    budget: Budget,
    /// What every further read fails with.
    fault: Option<Fault>,
    trailing: Option<(Fault, u64)>,
}

impl<'a> Gunzip<'a> {
    pub(crate) fn new(raw: Raw<'a>, limits: Limits) -> Gunzip<'a> {
        Gunzip {
            member: Some(GzDecoder::new(raw)),
            members: 1,
            budget: Budget::new(limits),
            fault: None,
            trailing: None,
        }
    }

    /// After a member: begins the next, or finds the end.
    fn next_member(&mut self, mut raw: Raw<'a>) -> Result<()> {
        loop {
            let bytes = raw.fill_buf()?;
            let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
            if zeros == 0 {
                break;
            }
            raw.consume(zeros);
        }
        match raw.peek(2) {
            [] => {}
            [0x1f] => self.fault = Some(fault(&GZIP_TRUNCATED, "in a header")),
            start if start.starts_with(&magic::GZIP) => {
                self.members += 1;
                self.member = Some(GzDecoder::new(raw));
            }
            _ => {
                let detail = format!("after {} bytes of gzip", raw.taken());
                self.trailing = Some((fault(&GZIP_TRAILING, detail), self.budget.total));
            }
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
            let Some(member) = &mut self.member else {
                return Ok(0);
            };
            match member.read(to) {
                Ok(0) => {
                    if let Some(member) = self.member.take() {
                        self.next_member(member.into_inner())?;
                    }
                }
                Ok(count) => {
                    let (within, fault) = self.budget.spend(count, member.get_ref().taken());
                    self.fault = fault;
                    if within > 0 {
                        return Ok(within);
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => return Err(error),
                Err(error) => return Err(self.failed(error)),
            }
        }
    }
}

impl Source for Gunzip<'_> {
    fn finding(&mut self) -> Option<(Fault, u64)> {
        self.trailing.take()
    }
}
