//! What came of a request.

use crate::FetchError;
use std::fs::File;

/// A document that was fetched whole.
#[derive(Debug)]
pub struct Fetched {
    /// Its bytes from the start, without the coding of the transfer: a temporary file without a name,
    /// or one of the cache.
    pub body: File,
    /// How many they are.
    pub length: u64,
    /// What is known of it besides.
    pub about: About,
    /// Where it came from.
    pub origin: Origin,
    /// Why the cache does not have it, where it should.
    pub not_kept: Option<FetchError>,
}

/// What came of asking for an address that may lead to a document that is here.
#[derive(Debug)]
pub enum Arrived {
    /// A document.
    Fetched(Fetched),
    /// A redirect to this address, which was known and not asked.
    Known(String),
}

/// Where a document came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The server sent it.
    Server,
    /// The server said that what is in the cache is still right.
    Confirmed,
    /// The cache, and nobody was asked.
    Cache,
}

/// What headers say of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The address that gave it after all redirects, without credentials.
    pub url: String,
    /// How often the way there was redirected.
    pub redirects: u32,
    /// `Content-Type`
    pub content_type: Option<String>,
    /// `Content-Encoding`, as it was sent; the body is without it.
    pub content_encoding: Option<String>,
    /// `Last-Modified`
    pub last_modified: Option<String>,
    /// `ETag`
    pub etag: Option<String>,
}

/// What a server answered to something that was sent to it.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// The start of its text.
    pub text: String,
}
