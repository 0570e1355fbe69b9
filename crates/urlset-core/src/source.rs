//! Where an input's bytes come from, and how such a source says what is wrong with it.

use crate::Rule;
use crate::io::Read;
use alloc::boxed::Box;

/// The bytes behind an [`crate::Input`]. Plain readers are wrapped by [`crate::Input::new`]; a
/// decompressor or a change of charset implements this to tell what it found and where bytes came
/// from.
pub trait Source: Read + Send {
    /// The offset in the file of what became byte `offset` of what was read.
    fn origin(&self, offset: u64) -> u64 {
        offset
    }

    /// The number of the row that byte `offset` belongs to, from 1, where what is read was made of rows
    /// that stand on no lines; 0 before the first. That is then the line of every place.
    fn row(&self, _offset: u64) -> Option<u64> {
        None
    }

    /// Whether bytes that are not UTF-8 may be read as windows-1252; not where they stand for
    /// something that another charset does not have.
    fn may_be_guessed(&self) -> bool {
        true
    }

    /// What it found and survived since the last call: a fault and the offset, in what was read,
    /// that it concerns.
    fn finding(&mut self) -> Option<(Fault, u64)> {
        None
    }
}

/// What a source found. As the payload of an [`crate::io::Error`] it ends the input with that
/// finding instead of a failure of the machine.
#[derive(Debug, Clone)]
pub struct Fault {
    /// What is wrong.
    pub rule: &'static Rule,
    /// What exactly.
    pub detail: Box<str>,
}

impl Fault {
    /// As an error that [`crate::Input`] turns back into a finding.
    pub fn into_error(self) -> crate::io::Error {
        crate::io::Error::other(self)
    }
}

impl core::fmt::Display for Fault {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}: {}", self.rule.summary, self.detail)
    }
}

impl core::error::Error for Fault {}
