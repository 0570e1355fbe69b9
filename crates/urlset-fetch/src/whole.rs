//! A connection that breaks is no end of a body: of an answer without a length, nothing else tells a
//! document from its first half.
//!
//! ureq reads the trailers of a body (RFC 9112, section 7.1.2) for as long as they come, and gives them to
//! nobody: they are bounded here, by the bytes that come while nothing is handed on.

use std::cell::Cell;
use std::io::{Error as IoError, ErrorKind};
use ureq::Error;
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, DefaultConnector, NextTimeout, Transport,
};

thread_local! {
    /// Bytes that came since something was handed on. An answer, and each piece of a body, is awaited by
    /// one thread; which of the connections that is for, it does not know.
    static WAITED_FOR: Cell<usize> = const { Cell::new(0) };
}

/// Something is asked for, or was handed on.
pub(crate) fn await_anew() {
    WAITED_FOR.set(0);
}

/// Connects as ureq does.
#[derive(Debug)]
pub(crate) struct Whole {
    inner: DefaultConnector,
    /// Bytes that may come for nothing.
    most: usize,
}

impl Whole {
    pub(crate) fn new(most: usize) -> Whole {
        Whole { inner: DefaultConnector::default(), most }
    }
}

#[derive(Debug)]
pub(crate) struct Connection {
    inner: Box<dyn Transport>,
    most: usize,
    /// An answer came by it before.
    is_kept: bool,
    /// Something came since the last request.
    has_answered: bool,
}

/// A server closed a connection that it had kept, and nothing of the answer came: it never saw the request,
/// or may be asked again all the same (RFC 9112, section 9.3.1).
#[derive(Debug)]
pub(crate) struct Stale;

impl std::fmt::Display for Stale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a connection that was kept is closed")
    }
}

impl std::error::Error for Stale {}

impl Connector<()> for Whole {
    type Out = Connection;

    fn connect(
        &self,
        details: &ConnectionDetails<'_>,
        chained: Option<()>,
    ) -> Result<Option<Connection>, Error> {
        let most = self.most;
        let connection = |inner| Connection { inner, most, is_kept: false, has_answered: false };
        Ok(self.inner.connect(details, chained)?.map(connection))
    }
}

impl Connection {
    fn waits_in_vain(&self) -> bool {
        self.is_kept && !self.has_answered
    }
}

impl Transport for Connection {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.is_kept |= self.has_answered;
        self.has_answered = false;
        match self.inner.transmit_output(amount, timeout) {
            Err(error) if self.waits_in_vain() && is_closed(&error) => {
                Err(Error::Other(Box::new(Stale)))
            }
            sent => sent,
        }
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        let waited_for = WAITED_FOR.get();
        if waited_for > self.most {
            return Err(Error::LargeResponseHeader(waited_for, self.most));
        }
        let before = self.inner.buffers().input().len();
        match self.inner.await_input(timeout) {
            Ok(false) if self.waits_in_vain() => Err(Error::Other(Box::new(Stale))),
            Err(error) if self.waits_in_vain() && is_closed(&error) => {
                Err(Error::Other(Box::new(Stale)))
            }
            Ok(came) => {
                self.has_answered |= came;
                let count = self.inner.buffers().input().len().saturating_sub(before);
                WAITED_FOR.set(waited_for.saturating_add(count));
                Ok(came)
            }
            Err(error) => Err(broken(error)),
        }
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

/// The same failure in a kind that ureq does not take for the end of a body: it does so of a reset, and of
/// TLS that ends without saying so (RFC 9112, section 9.8).
fn broken(error: Error) -> Error {
    match error {
        Error::Io(error) if is_break(error.kind()) => {
            Error::Io(IoError::new(ErrorKind::BrokenPipe, error))
        }
        other => other,
    }
}

fn is_closed(error: &Error) -> bool {
    matches!(error, Error::Io(error) if is_break(error.kind()) || error.kind() == ErrorKind::BrokenPipe)
}

fn is_break(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted
    )
}
