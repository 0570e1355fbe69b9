//! Where the values of cells end, in rows that have more or fewer cells than are due: a URL that a
//! delimiter cut, or that ends in the first value of the next row, is one that nobody wrote.

use crate::CsvReader;
use crate::dialect::{CANDIDATES, is_value};
use crate::header::begins_as_address;
use crate::plan::Long;
use crate::ragged::{inner_address, is_date};
use urlset_core::is_web_address;

impl CsvReader<'_> {
    /// Whether the URL may go on behind the delimiter, as `https://example.com/a,b` does.
    pub(crate) fn is_cut(&self) -> bool {
        self.plan.loc.is_some() && self.cut_address() == self.plan.loc
    }

    /// Whether another row on the same line says why there are more cells than are due.
    fn is_followed(&self) -> bool {
        let next = self.plan.loc.map(|loc| self.plan.width + loc);
        self.is_joined_row() || next.is_some_and(|next| begins_as_address(self.cell(next)))
    }

    /// From which column on nobody can say where cells end, in a row with more than are due: an address may
    /// have been cut there, or the next row may begin in the last of those.
    pub(crate) fn endless(&self) -> Option<usize> {
        let last = self.plan.width.checked_sub(1).filter(|_| self.is_joined_row());
        last.filter(|last| !self.rows.is_quoted(*last)).or_else(|| self.cut_address())
    }

    /// Whether the page is the last of its row, and what follows an address: the first value of the
    /// next row, whatever that is, would then be the end of its URL.
    pub(crate) fn is_joined_to_next(&self) -> bool {
        let last = self.plan.least.checked_sub(1).filter(|last| *last > 0);
        last.is_some_and(|last| self.plan.loc == Some(last) && !self.rows.is_quoted(last))
    }

    /// Whether the row is as wide as several without the line breaks between them, and an address is
    /// where the second would have its own. Where the first column has it, the address itself shows.
    pub(crate) fn is_joined_row(&self) -> bool {
        let language = self.plan.languages.first().map(|(column, _)| *column);
        let (Some(page), Some(step)) =
            (self.plan.loc.or(language), self.plan.least.checked_sub(1).filter(|step| *step > 0))
        else {
            return false;
        };
        let further = self.rows.width().saturating_sub(1);
        page > 0
            && further > step
            && further.is_multiple_of(step)
            && begins_as_address(self.rows.cell(step + page))
    }

    /// Where the URL of the next row stands, in a table that begins with the URL and in a row as wide as several without
    /// the line breaks between them: behind the last value of this one, which may be empty.
    pub(crate) fn next_in_front(&self) -> Option<usize> {
        let step = self.plan.least.checked_sub(1).filter(|step| *step > 0)?;
        let further = self.rows.width().saturating_sub(1);
        let is_wide = self.plan.loc == Some(0) && further > step && further.is_multiple_of(step);
        let cell = self.cell(step);
        let has_page = match is_web_address(cell.trim_start()) {
            // The last column may have addresses of its own.
            true => self.plan.lastmod.is_some_and(|at| is_date(self.cell(step + at).trim())),
            // A text that a delimiter cut goes on with a space.
            false => {
                inner_address(cell).is_some()
                    && !self.cell(step + 1).starts_with(char::is_whitespace)
            }
        };
        (is_wide && has_page).then_some(step)
    }

    /// The cell with an address that may go on behind the delimiter. Only the last one of those that are
    /// due can: an address is no part of another.
    fn cut_address(&self) -> Option<usize> {
        // No URL has a tab.
        if self.rows.delimiter() == b'\t' || self.is_followed() {
            return None;
        }
        let is_address = |column: &usize| {
            self.plan.loc == Some(*column) || begins_as_address(self.cell(*column))
        };
        let column = (0..self.plan.width).rfind(is_address)?;
        let ended = self.rows.is_quoted(column)
            || self.ends_before(column + 1)
            || self.is_in_place_after(column)
            || self.is_prose_after(column);
        (!ended).then_some(column)
    }

    fn cell(&self, column: usize) -> &str {
        self.rows.cell(column)
    }

    /// Whether the cell cannot be the rest of an address that a delimiter cut. There are addresses with
    /// two commas on end, as `0,,12,00.html`.
    fn ends_before(&self, column: usize) -> bool {
        let (cell, next) = (self.cell(column), self.cell(column + 1));
        cell.contains(char::is_whitespace)
            || cell.is_empty() && (next.is_empty() || begins_as_address(next))
            || begins_as_address(cell)
            || self.rows.is_quoted(column)
            // What told the delimiter where no header does.
            || !self.plan.headed && is_value(cell)
    }

    /// Whether a cell after this has what its column is for, and nothing else has.
    fn is_in_place_after(&self, column: usize) -> bool {
        let has = |of: Option<usize>, is_such: fn(&str) -> bool| {
            of.is_some_and(|of| of > column && is_such(self.cell(of).trim()))
        };
        let is_known = |long: Long| {
            let mut known = self.options.extensions.iter();
            let name = self.cell(long.extension);
            name == "other" || known.any(|known| known.name == name)
        };
        has(self.plan.lastmod, |cell| cell.len() >= "2024-1-1".len() && is_date(cell))
            || has(self.plan.changefreq, is_value)
            || has(self.plan.priority, is_value)
            || self.plan.long.is_some_and(|long| long.extension > column && is_known(long))
    }

    /// Whether as many cells as are too many begin with a space, as behind a comma in a text.
    fn is_prose_after(&self, column: usize) -> bool {
        let filled = |column: &usize| !self.cell(*column).trim().is_empty();
        let end = (0..self.rows.width()).rfind(filled).map_or(0, |last| last + 1);
        let is_spaced = |column: &usize| self.cell(*column).starts_with(char::is_whitespace);
        (column + 1..end).filter(is_spaced).count() >= end.saturating_sub(self.plan.width)
    }

    /// Whether the URL of a row that is too short goes on with what separates the cells of other tables
    /// and a value: the row may have been cut by that.
    pub(crate) fn is_uncut(&self) -> bool {
        let Some(loc) = self.plan.loc else { return false };
        let ours = char::from(self.rows.delimiter());
        let others = |c: char| c != ours && is_delimiter(c);
        let cell = self.cell(loc);
        if self.rows.width() == 1 && self.rows.is_quoted(loc) {
            // Quotes around all of the row.
            return begins_as_address(cell) && cell.split(ours).skip(1).any(is_value);
        }
        cell.contains(others)
            && begins_as_address(cell)
            && !self.rows.is_quoted(loc)
            && cell.split(others).skip(1).any(is_value)
    }

    /// Whether nothing stands in a row of several cells but a URL that goes on with what separates cells and a
    /// value, in quotes or not: that may be all cells of another table, or a URL that is so.
    pub(crate) fn may_be_uncut(&self) -> bool {
        let Some(loc) = self.plan.loc.filter(|_| self.plan.width > 1) else { return false };
        let filled = |column: &usize| !self.cell(*column).trim().is_empty();
        let is_alone = (0..self.rows.width()).filter(filled).take(2).eq([loc]);
        let cell = self.cell(loc);
        is_alone && begins_as_address(cell) && cell.split(is_delimiter).skip(1).any(is_value)
    }
}

fn is_delimiter(c: char) -> bool {
    CANDIDATES.iter().any(|candidate| char::from(*candidate) == c)
}
