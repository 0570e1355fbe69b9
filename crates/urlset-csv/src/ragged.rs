//! Rows that have more cells than the first: whether they are whole, and the addresses of other rows in
//! them, each of which is told.

use crate::CsvReader;
use crate::header::begins_as_address;
use crate::rules;
use urlset_core::{
    Changefreq, DateOrder, Datetime, Lost, Place, Priority, Result, Severity, Sink, is_web_address,
    joined_address, joined_addresses, repair_datetime,
};

impl CsvReader<'_> {
    /// Says where a row has more or fewer cells than the first; `false` where an unquoted delimiter
    /// has visibly cut a cell in two, perhaps the URL, or a line break is missing: such an entry is
    /// left out.
    pub(crate) fn measure(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        let (width, due) = (self.rows.width(), self.plan.width);
        if width >= due && self.may_be_uncut() {
            let column = self.plan.loc.unwrap_or(0);
            let place = self.rows.place(column);
            place.tell(&rules::UNCUT_ROW, self.rows.cell(column), Lost::Nothing, sink)?;
        }
        let is_cut = self.is_cut_in_reference();
        if !is_cut {
            self.tell_doubtful_reference(sink)?;
        }
        if width == due && !self.plan.doubtful && !is_cut {
            return Ok(true);
        }
        let filled = |column: &usize| !self.rows.cell(*column).trim().is_empty();
        let extra = (due..width).find(filled);
        // Where a table has no header, rows may be even and hold pages all the same.
        let pages = match (self.plan.least..width).find(filled) {
            Some(from) => self.pages(from),
            None => Vec::new(),
        };
        if is_cut || self.is_torn(extra, &pages) {
            self.tell_torn(extra, pages, sink)?;
            return Ok(false);
        }
        let endless = extra.and_then(|_| self.endless());
        self.rows.set_endless(endless);
        if pages.is_empty() && width != due {
            self.tell_ragged(extra, sink)?;
        }
        self.tell_pages(&pages, sink)?;
        Ok(true)
    }

    /// Whether the URL ends where the `;` of a reference was taken for a delimiter.
    fn is_cut_in_reference(&self) -> bool {
        let long = self.rows.width() > self.plan.width;
        self.plan.loc.is_some_and(|loc| self.rows.is_cut_in_reference(loc, long))
    }

    /// Tells a URL that may be cut so, and may be as it is.
    fn tell_doubtful_reference(&self, sink: &mut dyn Sink) -> Result<()> {
        let Some(loc) = self.plan.loc.filter(|loc| self.rows.may_be_cut_in_reference(*loc)) else {
            return Ok(());
        };
        let finding = rules::RAGGED_ROW.found().detail("perhaps cut at the `;` of a reference");
        self.rows.place(loc).report(finding, sink)
    }

    fn tell_ragged(&mut self, extra: Option<usize>, sink: &mut dyn Sink) -> Result<()> {
        let (width, due) = (self.rows.width(), self.plan.width);
        if width > due && extra.is_none() && std::mem::replace(&mut self.padded, true) {
            return Ok(());
        }
        let lost = extra.map_or(Lost::Nothing, |_| Lost::Field);
        let place = self.rows.place(extra.unwrap_or(due.min(width)));
        if sink.count(&rules::RAGGED_ROW, lost, place.input()) {
            return Ok(());
        }
        let mut finding = rules::RAGGED_ROW.found().lost(lost);
        if sink.wants(&finding) {
            finding = finding.detail(self.widths());
        }
        if lost == Lost::Nothing {
            let cells = if width == 1 { "cell" } else { "cells" };
            finding = finding.mended(&format!("{width} {cells}"), &format!("{due} cells"));
        }
        place.report(finding, sink)
    }

    /// How many cells the row has and how many are due, in words.
    fn widths(&self) -> String {
        let (width, due) = (self.rows.width(), self.plan.width);
        if self.is_cut_in_reference() {
            return "cut at the `;` of a reference".to_owned();
        }
        let cells = if width == 1 { "cell" } else { "cells" };
        if width == due {
            return format!("{width} {cells}, and perhaps several rows");
        }
        let others = if self.plan.headed { "the first row has" } else { "most rows have" };
        format!("{width} {cells}, {others} {due}")
    }

    /// Tells a row that is left out, and the pages that it holds beside its own.
    fn tell_torn(
        &self,
        extra: Option<usize>,
        mut pages: Vec<usize>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let column = extra.or(pages.first().copied()).or(self.plan.loc).unwrap_or(0);
        let mut finding = rules::RAGGED_ROW.found().lost(Lost::Entry).severity(Severity::Error);
        if sink.wants(&finding) {
            finding = finding.detail(self.widths());
        }
        self.rows.place(column).report(finding, sink)?;
        // A row of a matrix has a page for each language.
        let languages = self.plan.languages.iter().map(|(column, _)| *column);
        let is_whole = |at: &usize| is_web_address(self.rows.cell(*at).trim_start());
        pages.extend(self.next_in_front().filter(is_whole));
        let own = languages.filter(|column| !self.rows.cell(*column).trim().is_empty());
        pages.extend(own.skip(1));
        self.tell_pages(&pages, sink)?;
        self.tell_inner(sink)
    }

    /// Whether nobody can say of the row's URL that somebody wrote it, or to which row its cells belong.
    fn is_torn(&self, extra: Option<usize>, pages: &[usize]) -> bool {
        let is_long = extra.is_some();
        is_long && (self.is_shifted() || self.is_cut() || self.next_in_front().is_some())
            || (is_long || self.plan.doubtful) && self.is_glued()
            || !pages.is_empty() && self.is_joined_to_next()
            || self.rows.width() < self.plan.width && self.is_uncut()
    }

    /// Where addresses stand beyond the last column: those that rows on the same line would have
    /// for their own; where none stands so, the first.
    fn pages(&self, from: usize) -> Vec<usize> {
        let (due, loc) = (self.plan.least.max(1), self.plan.loc.unwrap_or(0));
        let is_page = |column: &usize| begins_as_address(self.rows.cell(*column));
        let all: Vec<usize> = (from..self.rows.width()).filter(is_page).collect();
        if !self.plan.languages.is_empty() {
            return all;
        }
        // Of rows without their line breaks each has one cell in common with the next.
        let joined = self.is_joined_row();
        let step = if joined { due - 1 } else { due };
        let is_loc = |column: &usize| *column % step == loc % step;
        let mut own: Vec<usize> = all.iter().copied().filter(is_loc).collect();
        if joined {
            return own;
        }
        if self.is_joined_to_next() {
            return all;
        }
        if self.plan.parts.is_empty() && self.plan.long.is_none() {
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

    fn tell_pages(&self, pages: &[usize], sink: &mut dyn Sink) -> Result<()> {
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
    fn tell_inner(&self, sink: &mut dyn Sink) -> Result<()> {
        let is_end = |c: char| matches!(c, ';' | '|' | '\t' | '"') || c.is_whitespace();
        for column in 0..self.rows.width() {
            for (number, part) in self.rows.cell(column).split([';', '|', '\t']).enumerate() {
                let part = part.trim_start().trim_start_matches('"');
                let begins = number > 0 && begins_as_address(part) && !part.starts_with('/');
                let mut starts = begins.then_some(0).into_iter().chain(inner(part)).peekable();
                while let Some(start) = starts.next() {
                    let end = starts.peek().copied().unwrap_or(part.len());
                    let page = part.get(start..end).unwrap_or_default();
                    self.tell_page(column, page.split(is_end).next().unwrap_or_default(), sink)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a cell holds what its column never has.
    fn is_shifted(&self) -> bool {
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
    fn is_glued(&self) -> bool {
        (0..self.rows.width()).any(|column| is_glued(self.rows.cell(column)))
    }
}

/// Whether an address begins right behind the value of a cell.
pub(crate) fn is_glued(cell: &str) -> bool {
    let before = joined_address(cell).and_then(|at| cell.get(..at));
    before.is_some_and(|before| before.ends_with(char::is_alphanumeric))
}

/// Where addresses begin in the middle of a text: behind another as [`joined_address`] says, behind anything else wherever
/// they are.
fn inner(text: &str) -> impl Iterator<Item = usize> + '_ {
    let first = if is_web_address(text) { None } else { inner_address(text) };
    let from = first.unwrap_or_default();
    let rest = text.get(from..).filter(|rest| is_web_address(rest)).unwrap_or_default();
    first.into_iter().chain(joined_addresses(rest).map(move |at| from + at))
}

/// Where the first address begins that stands behind something, whatever that is.
pub(crate) fn inner_address(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(colon) = text.get(from..)?.find("://").map(|at| from + at) {
        let begins = [colon.checked_sub(5), colon.checked_sub(4)].into_iter().flatten();
        let is_address =
            |begin: &usize| *begin > 0 && text.get(*begin..).is_some_and(is_web_address);
        if let Some(begin) = begins.into_iter().find(is_address) {
            return Some(begin);
        }
        from = colon + "://".len();
    }
    None
}

pub(crate) fn is_date(text: &str) -> bool {
    Datetime::parse(text).is_ok() || repair_datetime(text, DateOrder::DayFirst).is_some()
}
