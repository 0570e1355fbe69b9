//! Names of formats and fields, and what a mistyped one was meant to be.

use crate::exit::Failure;
use std::path::Path;
use urlset::{FORMATS, Format};

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
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().to_ascii_lowercase())
        .unwrap_or_default();
    let (name, compressed) = match name.strip_suffix(".gz") {
        Some(name) => (name, true),
        None => (name.as_str(), false),
    };
    if name == "robots.txt" {
        return (writables().find(|format| format.name == "robots"), compressed);
    }
    let suffix = name.rsplit_once('.').map_or("", |(_, suffix)| suffix);
    let fits = |format: &&'static Format| format.suffixes.contains(&suffix);
    // `.json` alone is JSON Feed; JSON Lines has suffixes of its own.
    let found = match suffix {
        "" => None,
        "json" => writables().find(|format| format.name == "jsonfeed"),
        _ => writables().find(fits),
    };
    (found, compressed)
}

fn unknown<'n>(name: &str, flag: &str, known: impl Iterator<Item = &'n str>) -> Failure {
    let known: Vec<&str> = known.collect();
    let meant = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`? "),
        None => String::new(),
    };
    Failure::usage(format!("{flag} {name}: no such format"))
        .hint(format!("{meant}known: {}", known.join(", ")))
}

/// The name that a mistyped one is closest to, if any is close.
pub(crate) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    known
        .map(|known| (distance(name, known), known))
        .filter(|(distance, known)| distance * 2 <= known.len().max(4))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// Edits between two words (Levenshtein), one row at a time.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, c) in one.chars().take(64).enumerate() {
        let mut diagonal = std::mem::replace(row.get_mut(0).unwrap_or(&mut 0), at + 1);
        let mut left = at + 1;
        for (cell, d) in row.iter_mut().skip(1).zip(&other) {
            let best = (diagonal + usize::from(c != *d)).min(*cell + 1).min(left + 1);
            diagonal = std::mem::replace(cell, best);
            left = best;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn near_names() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("atom", "atom"), 0);
        let known = ["xml", "text", "atom", "csv"];
        assert_eq!(nearest("txt", known.into_iter()), Some("text"));
        assert_eq!(nearest("xlm", known.into_iter()), Some("xml"));
        assert_eq!(nearest("atmo", known.into_iter()), Some("atom"));
        assert_eq!(nearest("parquet", known.into_iter()), None);
    }
}
