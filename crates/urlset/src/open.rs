//! Opens documents of any format, charset and compression.

use crate::{OpenOptions, prepare};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use urlset_core::{EntryReader, ReadOptions, Result, Sink};

/// Opens a file, and reads up to its first entry.
///
/// ```
/// use urlset::{EntryReader, ReadOptions};
///
/// # std::fs::write(std::env::temp_dir().join("urlset-open.txt"), "https://example.com/\n")?;
/// let path = std::env::temp_dir().join("urlset-open.txt");
/// let reader = urlset::open(path, &ReadOptions::default(), &mut ())?;
/// assert_eq!(reader.entries(&mut ()).count(), 1);
/// # Ok::<(), urlset::Error>(())
/// ```
///
/// # Errors
/// When it cannot be opened or read, or is in no known format.
pub fn open(
    path: impl AsRef<Path>,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<Box<dyn EntryReader>> {
    let path = path.as_ref();
    let name = path.file_name().map(|name| name.to_string_lossy().into());
    let file = File::open(path)?;
    let whole = Some(Arc::new(file.try_clone()?));
    let known = OpenOptions { read: options.clone(), name, whole, ..OpenOptions::default() };
    prepare(file, &known, sink)?.open(options, sink)
}

/// Opens a document in memory, and reads up to its first entry.
///
/// # Errors
/// When it cannot be read, or is in no known format.
pub fn open_bytes<'a>(
    bytes: &'a [u8],
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<Box<dyn EntryReader + 'a>> {
    let known = OpenOptions { read: options.clone(), ..OpenOptions::default() };
    prepare(bytes, &known, sink)?.open(options, sink)
}
