//! Begins documents in the format that their names ask for.

use crate::{EXTENSIONS, FORMATS, format, gzip};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use urlset_core::{Error, Format, Header, Output, Result, WriteOptions};

/// Begins a file in the format of its suffix, compressed where the name ends in `.gz`. The file is
/// complete only after [`Output::finish`].
///
/// ```
/// use urlset::{Entry, Header, Loc, WriteOptions};
///
/// let path = std::env::temp_dir().join("urlset-create.xml.gz");
/// let mut output = urlset::create(&path, &Header::default(), &WriteOptions::default())?;
/// output.write(&Entry::new(Loc::new("https://example.com/")), &mut ())?;
/// assert_eq!(output.finish()?.entries, 1);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), urlset::Error>(())
/// ```
///
/// # Errors
/// When the suffix names no format that can be written, or the file cannot be created.
pub fn create(
    path: impl AsRef<Path>,
    header: &Header,
    options: &WriteOptions,
) -> Result<Output<'static>> {
    let path = path.as_ref();
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let Some((format, compressed)) = by_name(&name).filter(|(format, _)| format.create.is_some())
    else {
        return Err(unwritable(&format!("no format is written to files named like {name}")));
    };
    let file = File::create(path)?;
    if compressed {
        create_with(gzip(file), format, header, options)
    } else {
        create_with(file, format, header, options)
    }
}

/// Begins a document in a format. Where `options` name no extensions, all of
/// [`crate::EXTENSIONS`] are known.
///
/// # Errors
/// When the format can only be read.
pub fn create_with<'a>(
    out: impl Write + Send + 'a,
    format: &'static Format,
    header: &Header,
    options: &WriteOptions,
) -> Result<Output<'a>> {
    let Some(create) = format.create else {
        return Err(unwritable(&format!("the format {} is only read", format.name)));
    };
    let mut options = options.clone();
    if options.extensions.is_empty() {
        options.extensions = EXTENSIONS;
    }
    Ok(Output::new(out, create(header, &options)))
}

/// The format that a file name stands for, and whether the name asks for gzip.
pub fn by_name(name: &str) -> Option<(&'static Format, bool)> {
    let lower = name.to_ascii_lowercase();
    let (plain, compressed) = match lower.strip_suffix(".gz") {
        Some(plain) => (plain, true),
        None => (&*lower, false),
    };
    if plain.rsplit(['/', '\\']).next() == Some("robots.txt") {
        return format("robots").map(|format| (format, compressed));
    }
    let (_, suffix) = plain.rsplit_once('.')?;
    let format = FORMATS.iter().find(|format| format.suffixes.contains(&suffix))?;
    Some((format, compressed))
}

fn unwritable(why: &str) -> Error {
    std::io::Error::new(std::io::ErrorKind::InvalidInput, why).into()
}
