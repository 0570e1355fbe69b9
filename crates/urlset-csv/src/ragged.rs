//! Rows that have more cells than the first: whether they are whole, and the addresses of other rows in
//! them, each of which is told.

use crate::CsvReader;
use crate::header::begins_as_address;
use crate::rules;
use urlset_core::{
    Changefreq, DateOrder, Datetime, Lost, Place, Priority, Result, Severity, Sink, joined_address,
    repair_datetime,
};

impl CsvReader<'_> {
    /// Where addresses stand beyond the last column: those that rows on the same line would have
    /// for their own; where none stands so, the first.
    pub(crate) fn pages(&self, from: usize) -> Vec<usize> {
        let (due, loc) = (self.plan.width.max(1), self.plan.loc.unwrap_or(0));
        let is_page = |column: &usize| begins_as_address(self.rows.cell(*column));
        let all: Vec<usize> = (from..self.rows.width()).filter(is_page).collect();
        let is_loc = |column: &usize| *column % due == loc % due;
        let mut own: Vec<usize> = all.iter().copied().filter(is_loc).collect();
        if self.plan.parts.is_empty() {
            if self.is_dated() {
                return all;
            }
            return if own.is_empty() { all.into_iter().take(1).collect() } else { own };
        }
        // Where a table has columns of other addresses, one more is rather one of those, unless its
        // row is whole or has a date.
        if !self.rows.width().is_multiple_of(due) {
            own.retain(|column| {
                let lastmod = self.plan.lastmod.map(|lastmod| column + lastmod - loc);
                lastmod.is_some_and(|lastmod| is_date(self.rows.cell(lastmod).trim()))
            });
        }
        own
    }

    pub(crate) fn tell_pages(&self, pages: &[usize], sink: &mut dyn Sink) -> Result<()> {
        pages.iter().try_for_each(|column| self.tell_page(*column, self.rows.cell(*column), sink))
    }

    fn tell_page(&self, column: usize, page: &str, sink: &mut dyn Sink) -> Result<()> {
        let finding = rules::RAGGED_ROW.found().detail(page.trim());
        let finding = finding.severity(Severity::Error).lost(Lost::Entry);
        self.rows.place(column).report(finding, sink)
    }

    /// Tells addresses in the middle of cells of a row that is left out. Behind what parts the cells of
    /// other tables, as in `a,2024;b,2024`, they are those of further rows on the line; right behind a
    /// value, as in `a,2024b,2024`, of a row whose line break is missing.
    pub(crate) fn tell_inner(&self, sink: &mut dyn Sink) -> Result<()> {
        let is_end = |c: char| matches!(c, ';' | '|' | '\t') || c.is_whitespace();
        for column in 0..self.rows.width() {
            for (number, part) in self.rows.cell(column).split([';', '|', '\t']).enumerate() {
                let part = part.trim_start();
                let begins = number > 0 && begins_as_address(part) && !part.starts_with('/');
                let mut rest = if begins { Some(part) } else { behind(part) };
                while let Some(address) = rest {
                    rest = behind(address);
                    let length = address.len() - rest.map_or(0, str::len);
                    let page = address.get(..length).unwrap_or_default();
                    self.tell_page(column, page.split(is_end).next().unwrap_or_default(), sink)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a cell holds what its column never has.
    pub(crate) fn is_shifted(&self) -> bool {
        let cell = |column: Option<usize>| {
            let text = self.rows.cell(column?).trim();
            (!text.is_empty()).then_some(text)
        };
        cell(self.plan.lastmod).is_some_and(|text| !is_date(text))
            || cell(self.plan.changefreq).is_some_and(|t| Changefreq::parse_loose(t).is_none())
            || cell(self.plan.priority).is_some_and(|text| {
                Priority::parse(text).is_err() && Priority::repair(text).is_none()
            })
    }

    /// Whether an address begins right behind the value of a cell: where one row ends and another
    /// begins nobody can say.
    pub(crate) fn is_glued(&self) -> bool {
        self.is_dated()
            || (0..self.rows.width()).any(|column| {
                let cell = self.rows.cell(column);
                let before = joined_address(cell).and_then(|at| cell.get(..at));
                before.is_some_and(|before| before.ends_with(char::is_alphanumeric))
            })
    }

    /// Whether the URL ends in a date like that of the first column: the one of the next row, perhaps.
    fn is_dated(&self) -> bool {
        let date = self.rows.cell(0).trim();
        let url = self.plan.loc.map_or("", |loc| self.rows.cell(loc).trim());
        let tail = url.len().checked_sub(date.len()).and_then(|at| url.get(at..));
        self.plan.lastmod == Some(0) && is_date(date) && tail.is_some_and(is_date)
    }
}

/// From the address on that a text has behind something else.
fn behind(text: &str) -> Option<&str> {
    text.get(joined_address(text)?..)
}

fn is_date(text: &str) -> bool {
    Datetime::parse(text).is_ok() || repair_datetime(text, DateOrder::DayFirst).is_some()
}
