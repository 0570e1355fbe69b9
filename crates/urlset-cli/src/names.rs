//! Names of formats and fields, and what a mistyped one was meant to be.

use crate::exit::Failure;
use std::path::Path;
use urlset::query::meant;
use urlset::{FORMATS, Format};

/// What a name says that a file holds.
pub(crate) const SUFFIXES: [&str; 11] =
    ["atom", "csv", "html", "json", "jsonl", "ndjson", "parquet", "rss", "tab", "tsv", "xml"];

/// The format to read with this name.
pub(crate) fn readable(name: &str) -> Result<&'static Format, Failure> {
    let formats = || FORMATS.iter().filter(|format| format.open.is_some());
    let found = formats().find(|format| format.name == name).copied();
    found.ok_or_else(|| unknown(name, "--from", formats().map(|format| format.name)))
}

/// The format to write with this name.
pub(crate) fn writable(name: &str) -> Result<&'static Format, Failure> {
    let found = writables().find(|format| format.name == name);
    found.ok_or_else(|| unknown(name, "--to", writables().map(|format| format.name)))
}

/// Formats that can be written.
pub(crate) fn writables() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().copied().filter(|format| format.create.is_some())
}

/// The format to write that a file name means, and whether it is to be compressed.
pub(crate) fn by_path(path: &Path) -> (Option<&'static Format>, bool) {
    let (name, compressed) = plain_name(path);
    if name == "robots.txt" {
        return (writables().find(|format| format.name == "robots"), compressed);
    }
    let suffix = suffix(&name);
    let fits = |format: &&'static Format| format.suffixes.contains(&suffix);
    // `.json` alone is JSON Feed; JSON Lines has suffixes of its own.
    let found = match suffix {
        "" => None,
        "json" => writables().find(|format| format.name == "jsonfeed"),
        _ => writables().find(fits),
    };
    (found, compressed)
}

/// Whether files of this format may be called so.
pub(crate) fn may_be_called(format: &Format, path: &Path) -> bool {
    format.suffixes.contains(&suffix(&plain_name(path).0))
}

/// The name of a file in lower case without `.gz`, and whether it had that.
fn plain_name(path: &Path) -> (String, bool) {
    let name = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase());
    let name = name.unwrap_or_default();
    match name.strip_suffix(".gz") {
        Some(plain) => (plain.to_owned(), true),
        None => (name, false),
    }
}

fn suffix(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, suffix)| suffix)
}

/// What a build without Parquet says where it is asked for.
pub(crate) fn no_parquet(what: &str) -> Failure {
    Failure::usage(format!("{what}: no such format in this build")).hint(urlset::NO_PARQUET)
}

fn unknown<'n>(name: &str, flag: &str, known: impl Iterator<Item = &'n str>) -> Failure {
    if name == "parquet" {
        return no_parquet(&format!("{flag} {name}"));
    }
    let known: Vec<&str> = known.collect();
    let meant = meant(name, known.iter().copied());
    Failure::usage(format!("{flag} {name}: no such format"))
        .hint(format!("{meant}known: {}", known.join(", ")))
}

/// The format that a name promises, compressed or not.
pub(crate) fn promised(path: &Path) -> Option<&'static str> {
    let (name, _) = plain_name(path);
    SUFFIXES.into_iter().find(|one| *one == suffix(&name))
}
