//! The text of a row's cells as fields take it.

use crate::guard;
use crate::rows::{CellPlace, Rows};
use crate::rules;
use urlset_core::{Lost, Place, Result, Severity, Sink, rules as core};

/// The cells of the row read last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cells<'r, 'a> {
    pub(crate) rows: &'r Rows<'a>,
    /// Whether a `'` before what looks like a formula is not part of the text.
    pub(crate) guard: bool,
    /// Bytes that a cell may have.
    pub(crate) most: usize,
}

impl<'r, 'a> Cells<'r, 'a> {
    /// The text of a cell, less guard and stray quotes; empty where it is too long or could not
    /// be read, which has then been reported.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub(crate) fn text(self, column: usize, sink: &mut dyn Sink) -> Result<&'r str> {
        let mut text = self.rows.cell(column);
        if text.len() > self.most {
            self.told_long(column, Lost::Field, sink)?;
            return Ok("");
        }
        if self.rows.is_damaged(column) {
            self.told_damaged(column, Lost::Field, sink)?;
            return Ok("");
        }
        if self.rows.is_joined(column) {
            self.told_joined(column, Lost::Field, sink)?;
            return Ok("");
        }
        if self.rows.is_endless(column) && !text.is_empty() {
            self.told_endless(column, Lost::Field, sink)?;
            return Ok("");
        }
        if self.rows.is_foreign(column) && !text.is_empty() {
            let detail = format!("{text}: beyond rows in a quote, and perhaps of another page");
            let finding = rules::STRAY_QUOTE.found().detail(detail);
            let finding = finding.severity(Severity::Error).lost(Lost::Field);
            self.place(column).report(finding, sink)?;
            return Ok("");
        }
        if self.rows.is_stray(column) {
            let quoted = text.trim().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            text = quoted.unwrap_or(text);
        }
        if self.guard && guard::needs(text) && text.starts_with('\'') {
            return Ok(text.get(1..).unwrap_or_default());
        }
        if is_formula(text) && !self.rows.formula_told.replace(true) {
            self.place(column).tell(&rules::FORMULA_CELL, text, Lost::Nothing, sink)?;
        }
        Ok(text)
    }

    /// Tells of a cell that holds bytes which could not be read as anything.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub(crate) fn told_damaged(self, column: usize, lost: Lost, sink: &mut dyn Sink) -> Result<()> {
        let finding = rules::ENCODING.found().detail(self.rows.cell(column));
        self.place(column).report(finding.severity(Severity::Error).lost(lost), sink)
    }

    /// Tells that text follows a closing quote. Joined to what was quoted, it would be a value that
    /// nobody wrote.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub(crate) fn told_joined(self, column: usize, lost: Lost, sink: &mut dyn Sink) -> Result<()> {
        let finding = rules::STRAY_QUOTE.found().detail("where the value ends is not certain");
        self.place(column).report(finding.severity(Severity::Error).lost(lost), sink)
    }

    /// Tells of a cell that may have been cut by a delimiter, or that has the front of another row.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub(crate) fn told_endless(self, column: usize, lost: Lost, sink: &mut dyn Sink) -> Result<()> {
        let detail = format!("{}: where it ends is not certain", self.rows.cell(column));
        let finding = rules::RAGGED_ROW.found().detail(detail);
        self.place(column).report(finding.severity(Severity::Error).lost(lost), sink)
    }

    /// Tells of a cell that is too long.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub(crate) fn told_long(self, column: usize, lost: Lost, sink: &mut dyn Sink) -> Result<()> {
        let detail = format!("{} bytes, more than {}", self.rows.cell(column).len(), self.most);
        self.place(column).tell(&core::LIMIT_TOKEN, &detail, lost, sink)
    }

    /// Where a cell stands.
    pub(crate) fn place(self, column: usize) -> CellPlace<'r, 'a> {
        self.rows.place(column)
    }
}

/// Whether a spreadsheet would calculate it; a signed number is none.
fn is_formula(text: &str) -> bool {
    let signed = text.strip_prefix(['+', '-']);
    match signed {
        Some(rest) => !rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'),
        None => text.starts_with(['=', '@']),
    }
}
