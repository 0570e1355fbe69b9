//! Names of files that a set grows by: `sitemap-0007.xml.gz` after `sitemap-0006.xml.gz`.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Gives one name after the other.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    folder: PathBuf,
    before: String,
    after: String,
    width: usize,
    number: u64,
    taken: HashSet<OsString>,
}

impl Names {
    /// Continues the names of a set at its last file: the last number in its name counts on, from
    /// the greatest that a file of the set has there; `sitemap.xml` goes on with `sitemap-2.xml`.
    pub(crate) fn after<'p>(last: &'p Path, set: impl Iterator<Item = &'p Path>) -> Names {
        let name = last.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let (stem, suffix) = name.split_once('.').unwrap_or((&name, ""));
        let suffix = if suffix.is_empty() { String::new() } else { format!(".{suffix}") };
        let end = stem.rfind(|c: char| c.is_ascii_digit()).map_or(0, |at| at + 1);
        let head = stem.get(..end).unwrap_or_default();
        let start = head.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (before, digits) = head.split_at_checked(start).unwrap_or((head, ""));
        let tail = stem.get(end..).unwrap_or_default();
        let mut names = Names {
            folder: last.parent().unwrap_or(Path::new("")).to_owned(),
            before: before.to_owned(),
            after: format!("{tail}{suffix}"),
            width: digits.len(),
            number: 1,
            taken: HashSet::new(),
        };
        if digits.is_empty() {
            (names.before, names.after) = (format!("{stem}-"), suffix);
        }
        for path in set.chain([last]) {
            let name = path.file_name().unwrap_or_default();
            names.taken.insert(name.to_owned());
            let number = name.to_str().and_then(|name| names.number_of(name));
            names.number = names.number.max(number.unwrap_or(1));
        }
        names
    }

    fn number_of(&self, name: &str) -> Option<u64> {
        name.strip_prefix(self.before.as_str())?.strip_suffix(self.after.as_str())?.parse().ok()
    }

    /// The next name that no file has.
    pub(crate) fn next(&mut self) -> PathBuf {
        loop {
            self.number = self.number.saturating_add(1);
            let (before, after, width) = (&self.before, &self.after, self.width);
            let name = format!("{before}{:0width$}{after}", self.number);
            let path = self.folder.join(&name);
            if self.taken.insert(name.into()) && path.symlink_metadata().is_err() {
                return path;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Names;
    use std::path::Path;

    #[test]
    fn names_go_on() {
        for (set, next) in [
            (&["sitemap-0006.xml.gz"][..], "sitemap-0007.xml.gz"),
            (&["s9.xml"], "s10.xml"),
            (&["s-99.xml"], "s-100.xml"),
            (&["sitemap.xml"], "sitemap-2.xml"),
            (&["s-7.xml", "s-2.xml"], "s-8.xml"),
            (&["other-7.xml", "s-2.xml"], "s-3.xml"),
            (&["2026-03-a.xml"], "2026-04-a.xml"),
            (&["plain"], "plain-2"),
        ] {
            let paths: Vec<&Path> = set.iter().map(Path::new).collect();
            let mut names = Names::after(paths[paths.len() - 1], paths.iter().copied());
            assert_eq!(names.next(), Path::new(next));
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("s2.xml"), "").unwrap();
        let mut names = Names::after(&folder.path().join("s1.xml"), std::iter::empty());
        assert_eq!(names.next(), folder.path().join("s3.xml"));
        assert_eq!(names.next(), folder.path().join("s4.xml"));
    }
}
