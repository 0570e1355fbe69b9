//! Writing entries as lines.

use crate::reader::next_address;
use crate::rules;
use alloc::string::String;
use memchr::{memchr_iter, memchr3};
use urlset_core::{Entry, EntryWriter, LOC_BYTES, Locs, Lost, Position, Result, Sink};

/// Writes each loc and a line feed.
///
/// ```
/// use urlset_core::{Entry, EntryWriter, Loc};
/// use urlset_text::TextWriter;
///
/// let mut writer = TextWriter;
/// let mut out = String::new();
/// writer.begin(&mut out);
/// writer.write_entry(&Entry::new(Loc::new("https://example.com/a?b&c")), &mut out, &mut ())?;
/// writer.end(&mut out);
/// assert!(out.contains("https://example.com/a?b&c\n"));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TextWriter;

impl EntryWriter for TextWriter {
    fn begin(&mut self, _: &mut String) {}

    fn write_entry(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        let loc = entry.loc.as_str();
        // What nearly every one is: no line break, no second scheme behind white space.
        if entry.loc.is_known_faultless() || is_one_line(loc) {
            out.push_str(loc);
            out.push('\n');
            return Ok(());
        }
        // A line break would make two lines of one address.
        if memchr::memchr2(b'\n', b'\r', loc.as_bytes()).is_some() {
            let finding = rules::LINE_BREAK.at(Position::default()).loc(loc);
            return sink.report(finding.detail(loc).lost(Lost::Entry));
        }
        // What a reader would take for several addresses. The search is for what few have.
        let begins = |at| loc.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(b"://"));
        let schemes = memchr_iter(b':', loc.as_bytes()).filter(|at| begins(*at));
        if schemes.count() > 1 && next_address(loc).is_some() {
            let finding = rules::SEVERAL_URLS.at(Position::default()).loc(loc);
            return sink.report(finding.detail(loc).lost(Lost::Entry));
        }
        out.push_str(loc);
        out.push('\n');
        Ok(())
    }

    fn loc_bytes(&self) -> Option<u64> {
        Some(LOC_BYTES + 1)
    }

    fn write_locs(&mut self, locs: &Locs, out: &mut String) -> Result<()> {
        out.push_str(locs.lines());
        Ok(())
    }

    fn end(&mut self, _: &mut String) {}
}

/// Whether there is certainly no line break and no second address in it.
fn is_one_line(loc: &str) -> bool {
    let rest = loc.strip_prefix("https:").or_else(|| loc.strip_prefix("http:")).unwrap_or(loc);
    memchr3(b'\n', b'\r', b':', rest.as_bytes()).is_none()
}
