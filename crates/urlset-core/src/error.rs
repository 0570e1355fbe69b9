//! Why work stopped: the machine failed, or a finding could not be survived.

use crate::Diagnostic;
use alloc::boxed::Box;

/// Why work stopped.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The machine's fault: a read or a write failed.
    Io(crate::io::Error),
    /// The finding that stopped the work.
    Stopped(Box<Diagnostic>),
}

/// The result of everything that reads, writes or reports.
pub type Result<T, E = Error> = core::result::Result<T, E>;

impl From<crate::io::Error> for Error {
    fn from(error: crate::io::Error) -> Error {
        Error::Io(error)
    }
}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Error {
        Error::Stopped(Box::new(diagnostic))
    }
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Error::Io(error) => error.fmt(f),
            Error::Stopped(finding) => {
                let at = finding.position;
                if at.is_known() {
                    write!(f, "line {}, column {}: ", at.line, at.column)?;
                }
                write!(f, "{} [{}]", finding.rule.summary, finding.rule.id)?;
                match &*finding.detail {
                    "" => Ok(()),
                    detail => write!(f, ": {detail}"),
                }
            }
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Error::Io(error) => Some(error),
            Error::Stopped(_) => None,
        }
    }
}
