//! Fields that only pages have.

use super::report::Report;
use crate::{Fields, Kind, Lost, Place, Result, Sink, rules};

impl Fields {
    /// Whether a field that only pages have is to be read, by its name and text. In an entry of an
    /// index it is told, and left out where everything is repaired.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn fits(
        &self,
        kind: Kind,
        [name, text]: [&str; 2],
        place: &dyn Place,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        if kind != Kind::Sitemapindex {
            return Ok(true);
        }
        let report = Report { place, loc: "" };
        match self.mends {
            true => report.mend(sink, &rules::PAGE_FIELDS, name, [text, ""])?,
            false => report.send(sink, &rules::PAGE_FIELDS, name, Lost::Nothing)?,
        }
        Ok(!self.mends)
    }
}
