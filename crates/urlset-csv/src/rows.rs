//! Rows of a table from an input, and where their cells stand.

use crate::dialect::is_url;
use crate::header::{begins_as_address, holds_rows, is_page};
use crate::quotes::{Quoting, RawCell, is_whole, raw_cells};
use crate::records::{Failure, Records};
use crate::references::{Reference, begins_as_parameter, ends_in_reference, is_figure, is_quote};
use crate::rules;
use std::cell::Cell;
use std::ops::Range;
use urlset_core::{
    Diagnostic, Error, Extension, Input, Limits, Lost, Place, Position, Result, Severity, Sink,
    Span, any, rules as core,
};

/// Rows of a table.
#[derive(Debug)]
pub(crate) struct Rows<'a> {
    records: Records<'a>,
    delimiter: u8,
    /// Whether the row's source has a quote.
    quoted: bool,
    /// Whether it holds bytes that could not be read as anything.
    torn: bool,
    /// Columns whose quotes are at fault, in order.
    stray: Vec<usize>,
    /// Those of them in which more than space follows the closing quote.
    joined: Vec<usize>,
    /// The column of the loc, and the columns of the row that are on the other side of the rows that a
    /// quote swallowed: they belong to another page.
    loc: Option<usize>,
    foreign: Range<usize>,
    /// The first column of the row of which nobody can say where its cell ends, or what those after it are.
    endless: Option<usize>,
    /// The column looked for last and its cell: those who ask go forward, or ask again.
    hint: Cell<Option<(usize, RawCell)>>,
    /// Delimiters that one row may be told to hold without being cut there.
    doubtful: Vec<u8>,
    /// Whether the row's first formula has been told.
    pub(crate) formula_told: Cell<bool>,
    limits: Limits,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(input: Input<'a>, delimiter: u8, limits: Limits) -> Rows<'a> {
        Rows {
            records: Records::new(input, delimiter, &limits),
            delimiter,
            quoted: false,
            torn: false,
            stray: Vec::new(),
            joined: Vec::new(),
            loc: None,
            foreign: 0..0,
            endless: None,
            hint: Cell::default(),
            doubtful: Vec::new(),
            formula_told: Cell::default(),
            limits,
        }
    }

    /// Says which column has the loc: cells behind rows that a quote swallowed are not those of the page
    /// before it.
    pub(crate) fn by_loc(&mut self, loc: Option<usize>) {
        self.loc = loc;
    }

    /// Whether a cell ends where a reference does, as if its semicolon were the delimiter, or stands behind
    /// one that is a quote and nothing else. Of a row that is too `long` any reference will do; otherwise
    /// one that no address ends in, or that of `&` where a parameter goes on behind it.
    pub(crate) fn is_cut_in_reference(&self, column: usize, long: bool) -> bool {
        let is_cut = |reference| match reference {
            Reference::Named => true,
            Reference::Ampersand => long || begins_as_parameter(self.cell(column + 1)),
            _ => long,
        };
        let before = column.checked_sub(1).filter(|before| is_quote(self.cell(*before)));
        self.reference_behind(column).is_some_and(is_cut)
            || before.is_some_and(|before| self.are_unquoted(before))
    }

    /// Whether a cell ends as if it were cut so, where what follows is no figure and no address: it may be the
    /// rest.
    pub(crate) fn may_be_cut_in_reference(&self, column: usize) -> bool {
        let next = || self.cell(column + 1);
        let reference = self.reference_behind(column);
        matches!(reference, Some(Reference::Ampersand | Reference::Number))
            && !is_figure(next())
            && !begins_as_address(next())
    }

    /// The reference that a cell ends in but for its semicolon, where a semicolon divides it from the next.
    fn reference_behind(&self, column: usize) -> Option<Reference> {
        if self.delimiter != b';' || column + 1 >= self.width() {
            return None;
        }
        ends_in_reference(self.cell(column)).filter(|_| self.are_unquoted(column))
    }

    /// Whether neither the cell nor the next one stands in quotes: what is quoted is not cut.
    fn are_unquoted(&self, column: usize) -> bool {
        let is_bare =
            |column: usize| self.raw_cell(column).is_none_or(|cell| cell.quoting != Quoting::Whole);
        self.delimiter == b';' && (!self.quoted || is_bare(column) && is_bare(column + 1))
    }

    /// Has the first address told that holds one of these delimiters outside quotes.
    pub(crate) fn doubt(&mut self, delimiters: Vec<u8>) {
        self.doubtful = delimiters;
    }

    fn tell_doubt(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let is_address = is_url(self.cell(0)) || self.cell(0).starts_with('/');
        let found = self.raw().bytes().position(|byte| self.doubtful.contains(&byte));
        let Some(at) = found.filter(|_| is_address) else {
            return Ok(());
        };
        let detail = self.raw().trim_end_matches(['\n', '\r']);
        self.span(at, 1).report(rules::UNCUT_ROW.found().detail(detail), sink)?;
        self.doubtful.clear();
        Ok(())
    }

    /// Reads the next row that is not an empty line; `false` at the end.
    pub(crate) fn advance(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        let read = self.records.advance();
        self.records.input.report(sink)?;
        match read {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(failure) => return Err(self.failed(failure)),
        }
        self.hint.set(None);
        self.formula_told.set(false);
        self.stray.clear();
        self.joined.clear();
        self.foreign = 0..0;
        self.endless = None;
        let raw = self.raw().as_bytes();
        // Nearly no row has either.
        let odd = any(raw, |byte| (byte == b'"') | (byte == 0));
        let nul = odd.then(|| raw.iter().position(|byte| *byte == 0)).flatten();
        self.quoted = odd && raw.contains(&b'"');
        self.inspect(nul, sink)?;
        Ok(true)
    }

    fn failed(&self, failure: Failure) -> Error {
        match failure {
            Failure::Input(error) => return error,
            Failure::Wide => return self.wide(),
            Failure::Long => {}
        }
        let from = self.records.start.saturating_sub(self.input().offset());
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        let row = self.input().window().get(from..).unwrap_or_default();
        let open = raw_cells(row, self.delimiter).find(|cell| cell.quoting == Quoting::Open);
        let (rule, at, detail) = match open {
            Some(cell) => (&rules::OPEN_QUOTE, cell.start, "the row does not end".to_owned()),
            None => {
                let most = self.limits.entry_bytes;
                (&core::LIMIT_ENTRY, 0, format!("a row of more than {most} bytes"))
            }
        };
        let finding = rule.found().detail(detail).lost(Lost::Rest);
        self.span(at, 1).mark(finding).into()
    }

    fn wide(&self) -> Error {
        let detail = format!("a row of more than {} cells", self.limits.columns);
        let finding = core::LIMIT_COLUMNS.found().detail(detail).lost(Lost::Rest);
        self.span(0, 1).mark(finding).into()
    }

    /// Says what is wrong with the row as a whole, whatever its cells mean.
    fn inspect(&mut self, nul: Option<usize>, sink: &mut dyn Sink) -> Result<()> {
        if self.quoted {
            self.inspect_quotes(sink)?;
        } else if !self.doubtful.is_empty() {
            self.tell_doubt(sink)?;
        }
        let raw = self.raw();
        if let Some(at) = nul {
            self.span(at, 1).report(rules::NUL.found(), sink)?;
        }
        let mut torn = false;
        if let Some(offset) = self.input().damage(self.records.start, raw.len()).next() {
            let count = self.input().damage(self.records.start, raw.len()).count();
            // Halves of UTF-16 pairs have become U+FFFD: what holds them is told by cell.
            let kept = !raw.contains(char::REPLACEMENT_CHARACTER);
            torn = !kept;
            let how = if kept { "read as windows-1252" } else { "not readable" };
            let detail = format!("{count} in this row, {how}");
            let finding = rules::ENCODING.found().detail(detail);
            let [was, now] = self.input().guessed(offset, self.records.start + raw.len() as u64);
            let finding = if kept { finding.mended(&was, &now) } else { finding };
            let place = Span { input: self.input(), offset, length: 1 };
            place.report(finding, sink)?;
        }
        self.torn = torn;
        Ok(())
    }

    fn inspect_quotes(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let (mut stray, mut joined) =
            (std::mem::take(&mut self.stray), std::mem::take(&mut self.joined));
        let mut foreign = 0..0;
        for (column, cell) in raw_cells(self.raw(), self.delimiter).enumerate() {
            match cell.quoting {
                // No address has a quote: one is missing at its front, or a delimiter.
                Quoting::Bare if self.loc != Some(column) => self.tell_inner_quote(cell, sink)?,
                Quoting::Bare => {}
                Quoting::Whole => {
                    if let Some(row) = self.row_in(column, cell) {
                        let detail = format!(
                            "{row}: in a cell of several lines, or a row, if a quote is one too many"
                        );
                        let place = self.span(cell.start, 1);
                        place.tell(&rules::STRAY_QUOTE, &detail, Lost::Nothing, sink)?;
                    }
                }
                Quoting::Stray => {
                    stray.push(column);
                    let text = self.raw().get(cell.start..cell.end).unwrap_or_default();
                    if text.starts_with('"') && !is_whole(text.trim_end(), self.delimiter) {
                        joined.push(column);
                    }
                    self.span(cell.start, cell.end - cell.start).tell(
                        &rules::STRAY_QUOTE,
                        text,
                        Lost::Nothing,
                        sink,
                    )?;
                    if self.tell_swallowed(cell.start, text, is_page, sink)? {
                        foreign = match self.loc {
                            Some(loc) if loc > column => 0..column,
                            _ => column + 1..usize::MAX,
                        };
                    }
                }
                Quoting::Open => {
                    let detail = "no quote closes it before the end of the document";
                    let finding = rules::OPEN_QUOTE.found().detail(detail).lost(Lost::Rest);
                    return Err(self.span(cell.start, 1).mark(finding).into());
                }
            }
        }
        (self.stray, self.joined, self.foreign) = (stray, joined, foreign);
        Ok(())
    }

    /// The last line of a quoted cell of several lines, where that may be a row: where the cell ends as the front of a
    /// row does, up to its own column, its last quote may be the first one of a cell there, and that at its front one
    /// too many. Addresses in all lines are a list.
    fn row_in(&self, column: usize, cell: RawCell) -> Option<&str> {
        let delimiter = char::from(self.delimiter);
        let text = self.raw().get(cell.start..cell.end)?.trim_end();
        let inside = text.strip_suffix('"').filter(|inside| inside.ends_with(delimiter))?;
        let (first, rest) = inside.trim_start_matches('"').split_once(['\n', '\r'])?;
        let row = rest.rsplit(['\n', '\r']).next().unwrap_or_default();
        let is_list = || first.split(delimiter).next().is_some_and(begins_as_address);
        let is_page = row.split(delimiter).nth(self.loc?).is_some_and(is_page);
        (row.matches(delimiter).count() == column && is_page && !is_list()).then_some(row)
    }

    fn tell_inner_quote(&self, cell: RawCell, sink: &mut dyn Sink) -> Result<()> {
        let text = self.raw().get(cell.start..cell.end).unwrap_or_default();
        if !text.contains('"') || !begins_as_address(text) {
            return Ok(());
        }
        self.span(cell.start, text.len()).tell(&rules::STRAY_QUOTE, text, Lost::Nothing, sink)
    }

    /// Tells lines that have an address as a cell, where a cell of several lines ends at a stray quote:
    /// it may be that the quote at its front is one too many, and that they are rows. Says whether there
    /// were any.
    fn tell_swallowed(
        &self,
        start: usize,
        cell: &str,
        is_page: fn(&str) -> bool,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        let mut any = false;
        if !cell.contains(['\n', '\r']) {
            return Ok(any);
        }
        for (number, line) in cell.split(['\n', '\r']).enumerate() {
            let text = line.trim_end();
            // What the cell begins with is its own value.
            let own = usize::from(number == 0);
            let mut pieces = text.split(char::from(self.delimiter)).skip(own);
            if pieces.any(|piece| is_page(piece.trim_matches(['"', ' ']))) {
                let finding = rules::STRAY_QUOTE.found().detail(text);
                let finding = finding.severity(Severity::Error).lost(Lost::Entry);
                // Where the cell begins: what else is told of the row would have lines counted anew.
                self.span(start, 1).report(finding, sink)?;
                any = true;
            }
        }
        Ok(any)
    }

    /// Tells lines that have an address in a cell that is well quoted: that of a URL, which has one line,
    /// or of the header. A path may be the rest of an address that was wrapped.
    pub(crate) fn tell_lines(&self, column: usize, sink: &mut dyn Sink) -> Result<()> {
        if !self.quoted || self.is_stray(column) {
            return Ok(());
        }
        let cell = self.cell(column).trim();
        if !cell.contains(['\n', '\r']) {
            return Ok(());
        }
        let start = self.raw_cell(column).map_or(0, |cell| cell.start);
        self.tell_swallowed(start, cell, begins_as_address, sink).map(|_| ())
    }

    /// The cell whose quotes are at fault of a header that holds rows by them.
    pub(crate) fn torn_header(&self, extensions: &[&'static Extension]) -> Option<usize> {
        let column = self.stray.last()?;
        holds_rows(self.raw(), self.delimiter, extensions).then_some(*column)
    }

    pub(crate) fn input(&self) -> &Input<'a> {
        &self.records.input
    }

    /// The row's source text, without its line end where that is CR LF.
    pub(crate) fn raw(&self) -> &str {
        self.records.raw()
    }

    /// Number of cells.
    pub(crate) fn width(&self) -> usize {
        self.records.width()
    }

    /// The text of a cell; empty where the row is too short.
    pub(crate) fn cell(&self, column: usize) -> &str {
        self.records.cell(column)
    }

    /// Whether text follows the cell's closing quote, and has been joined to what was quoted.
    pub(crate) fn is_joined(&self, column: usize) -> bool {
        self.joined.binary_search(&column).is_ok()
    }

    /// Whether the cell is on the other side of rows that a quote swallowed.
    pub(crate) fn is_foreign(&self, column: usize) -> bool {
        self.foreign.contains(&column)
    }

    /// Says from which column on nobody can say where cells end.
    pub(crate) fn set_endless(&mut self, column: Option<usize>) {
        self.endless = column;
    }

    /// Whether nobody can say where the cell ends, or of which column it is.
    pub(crate) fn is_endless(&self, column: usize) -> bool {
        self.endless.is_some_and(|from| column >= from)
    }

    /// Whether quotes say where the cell begins and ends, and none of them may be of two cells.
    pub(crate) fn is_quoted(&self, column: usize) -> bool {
        self.is_in_quotes(column) && !self.cell(column).contains('"')
    }

    /// Whether the cell stands in quotes as a whole, whatever is in it.
    pub(crate) fn is_in_quotes(&self, column: usize) -> bool {
        self.quoted && self.raw_cell(column).is_some_and(|cell| cell.quoting == Quoting::Whole)
    }

    /// What separates the cells.
    pub(crate) fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// Whether the cell's quotes are at fault, so that its text may still hold some.
    pub(crate) fn is_stray(&self, column: usize) -> bool {
        self.stray.binary_search(&column).is_ok()
    }

    /// Whether the cell holds bytes that were not UTF-8 and could not be read as anything.
    pub(crate) fn is_damaged(&self, column: usize) -> bool {
        self.torn
            && self.cell(column).contains(char::REPLACEMENT_CHARACTER)
            && self.raw_cell(column).is_some_and(|cell| {
                let from = self.records.start + cell.start as u64;
                self.input().damage(from, cell.end - cell.start).next().is_some()
            })
    }

    /// Whether every cell is empty.
    pub(crate) fn is_blank(&self) -> bool {
        (0..self.width()).all(|column| self.cell(column).trim().is_empty())
    }

    fn raw_cell(&self, column: usize) -> Option<RawCell> {
        if let Some((start, end)) = self.records.plain_cell(column) {
            return Some(RawCell { start, end, quoting: Quoting::Bare });
        }
        let known = self.hint.get().filter(|(known, _)| *known <= column);
        if let Some((_, cell)) = known.filter(|(known, _)| *known == column) {
            return Some(cell);
        }
        let (before, start) = known.map_or((0, 0), |(known, cell)| (known, cell.start));
        let rest = self.raw().get(start..)?;
        let cell = raw_cells(rest, self.delimiter).nth(column - before)?;
        let cell = RawCell { start: start + cell.start, end: start + cell.end, ..cell };
        self.hint.set(Some((column, cell)));
        Some(cell)
    }

    fn span(&self, at: usize, length: usize) -> Span<'_, 'a> {
        Span {
            input: self.input(),
            offset: self.records.start + at as u64,
            length: u32::try_from(length).unwrap_or(u32::MAX),
        }
    }

    /// Where the row begins.
    pub(crate) fn position(&self) -> Position {
        self.input().position_at(self.records.start)
    }

    /// Where a cell begins; the end of the row where it is too short.
    pub(crate) fn place(&self, column: usize) -> CellPlace<'_, 'a> {
        CellPlace { rows: self, column }
    }
}

/// A cell, worked out when a finding needs it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellPlace<'r, 'a> {
    rows: &'r Rows<'a>,
    pub(crate) column: usize,
}

impl<'r, 'a> CellPlace<'r, 'a> {
    /// The cell's text, without its quotes.
    fn span(&self) -> Span<'r, 'a> {
        match self.rows.raw_cell(self.column) {
            Some(cell) if cell.quoting == Quoting::Whole && cell.end - cell.start > 1 => {
                self.rows.span(cell.start + 1, cell.end - cell.start - 2)
            }
            Some(cell) => self.rows.span(cell.start, cell.end - cell.start),
            None => self.rows.span(self.rows.raw().trim_end_matches(['\n', '\r']).len(), 0),
        }
    }

    /// Where that begins.
    pub(crate) fn position(&self) -> Position {
        self.rows.input().position_at(self.span().offset)
    }
}

impl Place for CellPlace<'_, '_> {
    fn mark(&self, diagnostic: Diagnostic) -> Diagnostic {
        self.span().mark(diagnostic)
    }

    fn position(&self) -> Position {
        CellPlace::position(self)
    }

    fn input(&self) -> u32 {
        self.rows.input().number()
    }

    fn trimmed(&self) -> Option<Span<'_, '_>> {
        let span = self.span();
        let value = span.trimmed()?;
        Some(Span { input: span.input, offset: value.offset, length: value.length })
    }
}
