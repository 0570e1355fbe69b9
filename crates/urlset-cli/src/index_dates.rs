//! The date that an index gives a sitemap: the newest in it, or when its bytes changed.

use crate::documents::Documents;
use crate::opening::Opening;
use crate::plan::Document;
use crate::progress::Progress;
use crate::report::Report;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Mutex;
use std::time::UNIX_EPOCH;
use urlset::{Datetime, Diagnostic, Entry, EntryReader, Header, Lost, Precision, Result, Sink};

/// Seconds of a day after its first one.
const REST_OF_DAY: i64 = 86_399;

/// What reading every document to its end shows, by their numbers.
#[derive(Default)]
pub(crate) struct Dates {
    /// The latest `lastmod` in each.
    pub(crate) newest: HashMap<u32, Datetime>,
    /// Documents that could not be read to their ends: what cannot be read may be newer.
    pub(crate) torn: HashSet<u32>,
}

/// Notes which documents are torn.
struct Noting<'r> {
    report: &'r mut Report,
    torn: HashSet<u32>,
}

impl Sink for Noting<'_> {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        if finding.lost == Lost::Rest {
            self.torn.insert(finding.position.input);
        }
        self.report.report(finding)
    }

    fn wants(&self, finding: &Diagnostic) -> bool {
        self.report.wants(finding)
    }
}

/// The latest `lastmod` in each document. Reads every one to its end; what is found on the way is
/// told.
pub(crate) fn newest(
    documents: &[Document],
    opening: &Opening,
    progress: &Mutex<Progress>,
    report: &mut Report,
) -> Result<Dates> {
    let mut sink = Noting { report, torn: HashSet::new() };
    let mut newest: HashMap<u32, Datetime> = HashMap::new();
    let mut reader =
        Documents::new(documents, &Header::default(), opening).counted(true).shown(progress);
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, &mut sink)? {
        let Some(date) = entry.lastmod else {
            continue;
        };
        let known = newest.entry(reader.position().input).or_insert(date);
        if date.earliest() > known.earliest() {
            *known = date;
        }
    }
    Ok(Dates { newest, torn: sink.torn })
}

/// When the bytes of a file changed, by its own date; `old`, what an index said before, stays where
/// the file has not changed since.
pub(crate) fn content(path: &Path, old: Option<Datetime>) -> Option<Datetime> {
    let modified = std::fs::metadata(path).and_then(|facts| facts.modified()).ok()?;
    let since = modified.duration_since(UNIX_EPOCH).ok()?;
    let seconds = i64::try_from(since.as_secs()).ok()?;
    match old {
        Some(date) if seconds <= last_second(date) => Some(date),
        _ => Datetime::from_unix(seconds),
    }
}

/// The last second that a date may mean, as far as a day.
fn last_second(date: Datetime) -> i64 {
    let (first, _) = date.earliest();
    match date.precision() {
        Precision::Day => first + REST_OF_DAY,
        Precision::Minute => first + 59,
        _ => first,
    }
}

#[cfg(test)]
mod tests {
    use super::content;
    use std::time::{Duration, UNIX_EPOCH};
    use urlset::Datetime;

    #[test]
    fn what_an_index_said_stays_until_the_file_changes() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let noon = Datetime::parse("2026-03-04T12:00:00Z").unwrap();
        let (seconds, _) = noon.earliest();
        let seconds = u64::try_from(seconds).unwrap();
        file.as_file()
            .set_modified(UNIX_EPOCH + Duration::from_millis(seconds * 1000 + 500))
            .unwrap();
        let dated = |old: &str| {
            let old = Datetime::parse(old).ok();
            content(file.path(), old).unwrap().spell().as_str().to_owned()
        };
        assert_eq!(dated(""), "2026-03-04T12:00:00Z");
        for kept in ["2026-03-04", "2026-03-04T12:00Z", "2026-03-04T12:00:00Z", "2026-03-05"] {
            assert_eq!(dated(kept), kept);
        }
        for gone in ["2026-03-03", "2026-03-04T11:59:59Z"] {
            assert_eq!(dated(gone), "2026-03-04T12:00:00Z");
        }
    }
}
