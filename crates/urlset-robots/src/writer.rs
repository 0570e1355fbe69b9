//! Writing entries as `Sitemap` lines.

use crate::{rules, update};
use urlset_core::{Entry, EntryWriter, Lost, Position, Result, Sink};

/// Writes a `Sitemap` line for each entry, alone or into an existing robots.txt.
///
/// ```
/// use urlset_core::{Entry, EntryWriter, Loc};
/// use urlset_robots::RobotsWriter;
///
/// let mut writer = RobotsWriter::new();
/// let mut out = String::new();
/// writer.begin(&mut out);
/// writer.write_entry(&Entry::new(Loc::new("https://example.com/a?b&c")), &mut out, &mut ())?;
/// writer.end(&mut out);
/// assert!(out.contains("Sitemap: https://example.com/a?b&c\n"));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct RobotsWriter {
    /// The file to change, and the locs so far.
    updating: Option<(String, Vec<Box<str>>)>,
}

impl RobotsWriter {
    /// Writes `Sitemap` lines and nothing else.
    pub fn new() -> RobotsWriter {
        RobotsWriter::default()
    }

    /// Writes an existing robots.txt with the entries for its `Sitemap` lines, as [`update`] does.
    /// Keeps the locs until the end.
    pub fn updating(existing: String) -> RobotsWriter {
        RobotsWriter { updating: Some((existing, Vec::new())) }
    }
}

impl EntryWriter for RobotsWriter {
    fn begin(&mut self, _: &mut String) {}

    fn write_entry(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        let loc = entry.loc.as_str();
        if loc.contains(['\n', '\r']) {
            let finding = rules::LINE_BREAK.at(Position::default()).loc(loc);
            return sink.report(finding.detail(loc).lost(Lost::Entry));
        }
        if let Some((_, fragment)) = loc.split_once('#') {
            let finding = rules::FRAGMENT_CUT.at(Position::default()).loc(loc);
            sink.report(finding.detail(format!("readers will cut #{fragment}")))?;
        }
        if let Some((_, locs)) = &mut self.updating {
            locs.push(loc.into());
        } else {
            out.push_str("Sitemap: ");
            out.push_str(loc);
            out.push('\n');
        }
        Ok(())
    }

    fn end(&mut self, out: &mut String) {
        if let Some((existing, locs)) = &self.updating {
            out.push_str(&update(existing, locs.iter().map(AsRef::as_ref)));
        }
    }
}
