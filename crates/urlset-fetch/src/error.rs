//! Why a document could not be fetched.

use std::time::Duration;

/// What kind of thing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// No absolute http or https URL.
    BadUrl,
    /// An option that means nothing: no host, no header.
    Usage,
    /// Nothing is to be asked of the network, and the cache does not have it.
    Offline,
    /// Another host than that of the start, and not an allowed one.
    OtherHost,
    /// An address of a private network, of a link or of this machine, which nobody typed as such.
    PrivateAddress,
    /// No connection: no such host, refused, no TLS.
    Unreachable,
    /// Too slow in connecting, in answering, between two pieces, or in all.
    Slow,
    /// Redirects in a circle, too many, without an address, to another scheme, or from https to http.
    Redirect,
    /// An answer that is no document.
    Status(u16),
    /// No sound HTTP, or a body that is not whole or not what its headers say.
    Broken,
    /// A body larger than allowed.
    TooLarge,
    /// A body that inflates as none does by chance.
    Bomb,
    /// More requests than a run may make.
    TooManyRequests,
    /// A temporary file or the cache cannot be used.
    Storage,
    /// No room for a temporary file or the cache.
    NoRoom,
}

/// Why a document could not be fetched.
#[derive(Clone, Debug)]
pub struct FetchError {
    /// What went wrong.
    pub fault: Fault,
    /// The address that was asked last, without credentials.
    pub url: String,
    /// What is to say besides, in one line; may be empty.
    pub detail: String,
    /// How long the server asked us to wait.
    pub(crate) retry_after: Option<Duration>,
    /// Whether the same request may well succeed a little later.
    pub(crate) is_passing: bool,
}

impl FetchError {
    pub(crate) fn new(fault: Fault, url: &str, detail: impl Into<String>) -> FetchError {
        let url = crate::shown(url);
        FetchError { fault, url, detail: detail.into(), retry_after: None, is_passing: false }
    }

    /// A failure of the machine.
    pub(crate) fn of_storage(url: &str, what: &str, error: &std::io::Error) -> FetchError {
        use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        let is_full = matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge);
        let fault = if is_full { Fault::NoRoom } else { Fault::Storage };
        FetchError::new(fault, url, format!("{what}: {error}"))
    }

    pub(crate) fn passing(self) -> FetchError {
        FetchError { is_passing: true, ..self }
    }

    /// The same, with something more to say.
    pub(crate) fn also(self, what: &str) -> FetchError {
        let detail = match &*self.detail {
            "" => what.to_owned(),
            detail => format!("{detail}; {what}"),
        };
        FetchError { detail, ..self }
    }

    /// The same, with how often it was asked, where that is more than once.
    pub(crate) fn asked(self, times: u32) -> FetchError {
        match (self.is_passing, times) {
            (false, _) | (_, 0 | 1) => self,
            (true, times) => self.also(&format!("asked {times} times")),
        }
    }

    /// What went wrong, in one line and without the address.
    pub fn reason(&self) -> String {
        let what: &str = match self.fault {
            Fault::BadUrl => "no absolute http or https URL",
            Fault::Usage => return self.detail.clone(),
            Fault::Offline => "not asked for: offline, and not in the cache",
            Fault::OtherHost => "another host",
            Fault::PrivateAddress => "an address of a private network",
            Fault::Unreachable => "no connection",
            Fault::Slow => "too slow",
            Fault::Redirect => "a redirect that is not followed",
            Fault::Status(status) => return join(&answer(status), &self.detail),
            Fault::Broken => "not a sound answer",
            Fault::TooLarge => "larger than allowed",
            Fault::Bomb => "it inflates too much",
            Fault::TooManyRequests => "too many requests in one run",
            Fault::Storage => "it could not be stored",
            Fault::NoRoom => "no room to store it",
        };
        join(what, &self.detail)
    }
}

fn join(what: &str, detail: &str) -> String {
    match detail {
        "" => what.to_owned(),
        detail => format!("{what}: {detail}"),
    }
}

/// A status in words (RFC 9110, section 15).
fn answer(status: u16) -> String {
    let words = match status {
        400 => " Bad Request",
        401 => " Unauthorized",
        403 => " Forbidden",
        404 => " Not Found",
        410 => " Gone",
        429 => " Too Many Requests",
        408 => " Request Timeout",
        500 => " Internal Server Error",
        501 => " Not Implemented",
        502 => " Bad Gateway",
        503 => " Service Unavailable",
        504 => " Gateway Timeout",
        520..=527 => " (what Cloudflare says of the server behind it)",
        _ => "",
    };
    format!("the server answered {status}{words}")
}

impl std::fmt::Display for FetchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.url, self.reason())
    }
}

impl std::error::Error for FetchError {}
