//! A finding for serde, as the reports of the command have it.

use crate::{Diagnostic, Lost, Position};
use serde_core::Serialize;
use serde_core::ser::{SerializeMap, Serializer};

/// A finding as the object that a report in JSON has for it.
///
/// ```
/// use urlset::{Position, Reported, rules::LOC_RELATIVE};
///
/// let finding = LOC_RELATIVE.at(Position::start(1)).detail("/a");
/// let json = serde_json::to_string(&Reported { finding: &finding, path: "a.xml", other: "" })?;
/// assert!(json.starts_with(r#"{"rule":"loc/relative","severity":"error","path":"a.xml","line":1,"#));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reported<'d> {
    /// What was found.
    pub finding: &'d Diagnostic,
    /// The name of the input that it is about.
    pub path: &'d str,
    /// The name of the input of its other place, where it has one.
    pub other: &'d str,
}

/// A place as reports have it: in which input, and where, unless it is about that as a whole.
#[derive(Clone, Copy, Debug)]
pub struct ReportedPlace<'d> {
    /// The name of the input.
    pub path: &'d str,
    /// Where in it.
    pub at: Position,
}

fn place<M: SerializeMap>(map: &mut M, path: &str, at: Position) -> Result<(), M::Error> {
    map.serialize_entry("path", path)?;
    if at.is_known() {
        map.serialize_entry("line", &at.line)?;
        map.serialize_entry("column", &at.column)?;
        map.serialize_entry("byte", &at.byte)?;
    }
    Ok(())
}

impl Serialize for ReportedPlace<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        place(&mut map, self.path, self.at)?;
        map.end()
    }
}

impl Serialize for Reported<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let finding = self.finding;
        let help = if finding.help.is_empty() { finding.rule.help } else { &finding.help };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rule", finding.rule.id)?;
        map.serialize_entry("severity", finding.severity.as_str())?;
        place(&mut map, self.path, finding.position)?;
        map.serialize_entry("message", finding.rule.summary)?;
        map.serialize_entry("detail", &*finding.detail)?;
        map.serialize_entry("help", help)?;
        map.serialize_entry("loc", &*finding.loc)?;
        map.serialize_entry("lost", lost(finding.lost))?;
        if let Some(mended) = &finding.mended {
            map.serialize_entry("was", &*mended.was)?;
            map.serialize_entry("now", &*mended.now)?;
        }
        if let Some(at) = &finding.other {
            map.serialize_entry("other", &ReportedPlace { path: self.other, at: **at })?;
        }
        map.end()
    }
}

fn lost(lost: Lost) -> &'static str {
    match lost {
        Lost::Nothing => "nothing",
        Lost::Field => "field",
        Lost::Entry => "entry",
        Lost::Rest => "rest",
    }
}
