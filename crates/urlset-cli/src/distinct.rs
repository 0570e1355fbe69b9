//! One run may write three files: the data, the report of losses, and the report. None may be
//! another, or the last would replace the first.

use crate::exit::Failure;
use crate::output::is_stdout;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A file that a run writes beside others: what it is for, and its name where there is one.
pub(crate) type Role<'p> = (&'static str, Option<&'p Path>);

/// Where the data go; a dry run writes none to standard output.
pub(crate) fn data(output: Option<&Path>, dry_run: bool) -> Role<'_> {
    ("the data", Some(output.unwrap_or(Path::new("-"))).filter(|_| !dry_run || !is_stdout(output)))
}

/// Refuses one file for two things.
pub(crate) fn check(all: &[Role<'_>]) -> Result<(), Failure> {
    for (place, (one, path)) in all.iter().enumerate() {
        for (other, second) in all.iter().skip(place + 1) {
            if let (Some(path), Some(second)) = (path, second)
                && same(path, second)
            {
                return Err(twice(path, one, other));
            }
        }
    }
    Ok(())
}

/// Refuses a report under the name of a file of a set, which only its making shows.
pub(crate) fn spare_set<'p>(
    files: impl Iterator<Item = &'p Path>,
    reports: &[Role<'_>],
) -> Result<(), Failure> {
    for path in files {
        for (flag, report) in reports {
            if report.is_some_and(|report| same(report, path)) {
                return Err(twice(path, "the data", flag));
            }
        }
    }
    Ok(())
}

/// Refuses to write where a flag reads, or a list of inputs stands: those words are `@LIST`.
pub(crate) fn spare_read<'w>(
    flags: impl IntoIterator<Item = &'w PathBuf>,
    words: impl IntoIterator<Item = &'w OsString>,
    written: &[Role<'_>],
) -> Result<(), Failure> {
    let lists = words.into_iter().filter_map(|word| word.to_str()?.strip_prefix('@'));
    let read = flags.into_iter().map(PathBuf::as_path).chain(lists.map(Path::new));
    for path in read.filter(|path| path.is_file()) {
        for role in written {
            check(&[("what a flag reads", Some(path)), *role])?;
        }
    }
    Ok(())
}

fn twice(path: &Path, one: &str, other: &str) -> Failure {
    let name = match is_stdout(Some(path)) {
        true => "standard output".into(),
        false => path.display().to_string(),
    };
    Failure::usage(format!("{name} is named for two things: {one} and {other}"))
        .hint("name a file of its own for each")
}

/// Whether a file is a report that an earlier run wrote, by how it begins: lines of findings and of
/// losses have a `loc`, as entries do.
pub(crate) fn is_report(path: &Path) -> bool {
    begins(path, &[REPORT, r#"{"rule":""#, r#"{"path":""#])
}

/// What every whole report begins with, and nothing else does.
const REPORT: &str = r#"{"schema":"urlset.report/"#;

/// Whether a file of a folder is a whole report: whatever wrote it, it is no part of the set.
pub(crate) fn is_whole_report(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| suffix == "json") && begins(path, &[REPORT])
}

fn begins(path: &Path, beginnings: &[&str]) -> bool {
    let mut head = Vec::new();
    // What cannot be read is none.
    let _ = File::open(path).and_then(|file| file.take(32).read_to_end(&mut head));
    beginnings.iter().any(|beginning| head.starts_with(beginning.as_bytes()))
}

/// Whether two names are one file. Devices take any number of writers.
pub(crate) fn same(one: &Path, other: &Path) -> bool {
    if is_stdout(Some(one)) || is_stdout(Some(other)) {
        return is_stdout(Some(one)) && is_stdout(Some(other));
    }
    let device = one.exists() && !one.is_file();
    !device && whole(one) == whole(other)
}

/// Whether standard input reads the file of this name, as with `< FILE`.
#[cfg(unix)]
pub(crate) fn is_stdin(path: &Path) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let read = std::io::stdin().as_fd().try_clone_to_owned();
    let read = read.and_then(|read| File::from(read).metadata());
    let (Ok(read), Ok(named)) = (read, path.metadata()) else {
        return false;
    };
    read.is_file() && (read.dev(), read.ino()) == (named.dev(), named.ino())
}

/// Nobody can know.
#[cfg(not(unix))]
pub(crate) fn is_stdin(_: &Path) -> bool {
    false
}

/// The name with its folder made plain, whether or not the file is there.
pub(crate) fn whole(path: &Path) -> PathBuf {
    if let Ok(whole) = path.canonicalize() {
        return whole;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().unwrap_or_default();
    path.file_name().map_or_else(|| path.to_owned(), |name| folder.join(name))
}
