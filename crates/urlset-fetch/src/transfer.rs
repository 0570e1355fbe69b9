//! Takes a body off the network into a file: whole, within its bounds, or not at all.

use crate::client::Client;
use crate::whole::await_anew;
use crate::{Fault, FetchError, FetchOptions};
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::Path;
use std::time::Instant;
use ureq::Body;

/// Bytes that are read at once.
const PIECE: usize = 64 << 10;

/// A temporary file without a name: gone when it is closed, however the process ends.
pub(crate) fn unnamed(folder: &Path, url: &str) -> Result<File, FetchError> {
    tempfile::tempfile_in(folder).map_err(|error| stored(url, &error))
}

/// A failure of the machine.
pub(crate) fn stored(url: &str, error: &std::io::Error) -> FetchError {
    FetchError::of_storage(url, "temporary file", error)
}

/// Why a body of so many bytes is refused.
pub(crate) fn too_large(bytes: u64, url: &str, options: &FetchOptions) -> FetchError {
    let detail = format!("{bytes} bytes, {} allowed", options.body_bytes);
    FetchError::new(Fault::TooLarge, url, detail)
}

/// Writes a body to a file; gives it from its start, and its length.
pub(crate) fn take(
    body: Body,
    url: &str,
    client: &Client,
    options: &FetchOptions,
) -> Result<(File, u64), FetchError> {
    let too_large = |bytes: u64| too_large(bytes, url, options);
    if let Some(bytes) = body.content_length().filter(|bytes| *bytes > options.body_bytes) {
        return Err(too_large(bytes));
    }
    let mut file = unnamed(&options.folder, url)?;
    let mut reader = body.into_with_config().limit(u64::MAX).reader();
    let (began, mut length, mut buffer) = (Instant::now(), 0, vec![0; PIECE]);
    loop {
        await_anew();
        let count = match reader.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(client.explain(url, ureq::Error::from(error))),
        };
        length += count as u64;
        if length > options.body_bytes {
            return Err(too_large(length));
        }
        let elapsed = began.elapsed();
        if elapsed > options.grace && length / elapsed.as_secs().max(1) < options.slowest {
            let detail = format!("{length} bytes in {} s", elapsed.as_secs());
            return Err(FetchError::new(Fault::Slow, url, detail));
        }
        let piece = buffer.get(..count).unwrap_or_default();
        file.write_all(piece).map_err(|error| stored(url, &error))?;
    }
    file.rewind().map_err(|error| stored(url, &error))?;
    Ok((file, length))
}
