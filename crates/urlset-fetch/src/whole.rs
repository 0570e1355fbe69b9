//! A connection that breaks is no end of a body: of an answer without a length, nothing else tells a
//! document from its first half.

use std::io::{Error as IoError, ErrorKind};
use ureq::Error;
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, DefaultConnector, NextTimeout, Transport,
};

/// Connects as ureq does.
#[derive(Debug, Default)]
pub(crate) struct Whole(DefaultConnector);

#[derive(Debug)]
pub(crate) struct Connection(Box<dyn Transport>);

impl Connector<()> for Whole {
    type Out = Connection;

    fn connect(
        &self,
        details: &ConnectionDetails<'_>,
        chained: Option<()>,
    ) -> Result<Option<Connection>, Error> {
        Ok(self.0.connect(details, chained)?.map(Connection))
    }
}

impl Transport for Connection {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.0.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.0.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        self.0.await_input(timeout).map_err(broken)
    }

    fn is_open(&mut self) -> bool {
        self.0.is_open()
    }

    fn is_tls(&self) -> bool {
        self.0.is_tls()
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

fn is_break(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted
    )
}
