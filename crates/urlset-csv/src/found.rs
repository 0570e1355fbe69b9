//! What names and values say that columns mean.

use crate::mapping::How;
use crate::names::{self, Match, Target};
use crate::plan::{AtColumn, Choice, describe};
use crate::{dialect, header, rules};
use std::collections::BTreeMap;
use urlset_core::{Kind, Lost, Severity, rules as core};

impl Choice<'_> {
    /// What the names say.
    pub(crate) fn names(&mut self) -> Result<(), AtColumn> {
        if self.table.header.is_none() {
            return Ok(());
        }
        let provenance = self.is_provenance();
        let mut fields: BTreeMap<String, Vec<(Match, usize, Target)>> = BTreeMap::new();
        for column in 0..self.names.len() {
            if !self.is_free(column) {
                continue;
            }
            let name = self.names.get(column).map(String::as_str).unwrap_or_default();
            if let Some((target, how)) = names::column(name, self.table.extensions) {
                if matches!(target, Target::Provenance) && !provenance
                    || matches!(target, Target::Kind) && !self.says_kind(column)
                {
                    continue;
                }
                let field = describe(&target);
                fields.entry(field).or_default().push((how, column, target));
            } else if names::is_unplaced(name, self.table.extensions) {
                let finding = core::KEY_MEMBER.found().detail(name).lost(Lost::Field);
                self.findings.push((column, Box::new(finding)));
                self.set(column, "", How::Name);
            }
        }
        for (field, mut candidates) in fields {
            candidates.sort_by_key(|(how, column, _)| (*how, *column));
            self.choose(&field, candidates)?;
        }
        Ok(())
    }

    /// Whether a column called `kind` says what entries are: of one at least, or of none anything.
    fn says_kind(&self, column: usize) -> bool {
        let mut cells = self.table.sample.iter().filter_map(|row| row.get(column));
        let blank = cells.clone().all(|cell| cell.trim().is_empty());
        blank || cells.any(|cell| kind_of(cell).is_some())
    }

    /// Whether columns called `source` and `line` are what `--provenance` writes: both are there, and
    /// lines are numbers.
    fn is_provenance(&self) -> bool {
        let place = |wanted: &str| {
            self.names.iter().position(|name| name.trim().eq_ignore_ascii_case(wanted))
        };
        let (Some(_), Some(line)) = (place("source"), place("line")) else {
            return false;
        };
        let mut lines = self.table.sample.iter().filter_map(|row| row.get(line));
        lines.all(|cell| cell.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// Of several columns for one field, takes the surest.
    pub(crate) fn choose(
        &mut self,
        field: &str,
        candidates: Vec<(Match, usize, Target)>,
    ) -> Result<(), AtColumn> {
        let repeats = candidates.first().is_some_and(|(_, _, target)| target.may_repeat());
        let taken = self.taken.contains(field);
        if !repeats && !taken {
            let best = candidates.first().map(|(how, ..)| *how);
            let tied = candidates.iter().filter(|(how, ..)| Some(*how) == best).count() > 1;
            if tied || candidates.iter().filter(|(how, ..)| *how != Match::Weak).count() > 1 {
                self.ambiguous(field, &candidates, tied && field == "loc")?;
            }
        }
        // Without a number a name may stand before each of several; with one, two of them are one field.
        let is_numbered = |(.., target): &(Match, usize, Target)| match target {
            Target::Nested(nested) => nested.numbered,
            _ => false,
        };
        if repeats && candidates.len() > 1 && candidates.iter().all(is_numbered) {
            let columns: Vec<usize> = candidates.iter().map(|(_, column, _)| *column).collect();
            let names = self.names_of(&columns);
            let detail = format!("{names} mean {field}; each was taken for one of its own");
            let second = columns.get(1).copied().unwrap_or_default();
            self.findings.push((second, Box::new(rules::AMBIGUOUS_COLUMN.found().detail(detail))));
        }
        for (at, (_, column, mut target)) in candidates.into_iter().enumerate() {
            if !repeats && (at > 0 || taken) {
                continue;
            }
            if let (Target::Nested(nested), true) = (&mut target, at > 0) {
                nested.item = nested.item.saturating_add(AGAIN).saturating_add(narrow(at));
            }
            if let Some(slot) = self.targets.get_mut(column) {
                *slot = Some((target, How::Name));
            }
        }
        Ok(())
    }

    fn names_of(&self, columns: &[usize]) -> String {
        let names = columns.iter().filter_map(|column| self.names.get(*column));
        names.map(String::as_str).collect::<Vec<_>>().join(" and ")
    }

    pub(crate) fn ambiguous(
        &mut self,
        field: &str,
        candidates: &[(Match, usize, Target)],
        fatal: bool,
    ) -> Result<(), AtColumn> {
        let names = candidates.iter().filter_map(|(_, column, _)| self.names.get(*column));
        let names: Vec<&str> = names.map(String::as_str).collect();
        let first = names.first().copied().unwrap_or_default();
        let column = candidates.get(1).map_or(0, |(_, column, _)| *column);
        let listed = names.join(" and ");
        if fatal {
            let finding = rules::AMBIGUOUS_COLUMN.found().detail(format!("{listed} mean {field}"));
            return Err((column, Box::new(finding.severity(Severity::Error).lost(Lost::Rest))));
        }
        let detail = format!("{listed} mean {field}; {first} was taken");
        self.findings.push((column, Box::new(rules::AMBIGUOUS_COLUMN.found().detail(detail))));
        Ok(())
    }

    /// The only column whose values are URLs.
    pub(crate) fn content(&mut self) -> Result<(), AtColumn> {
        let found = self.hold(dialect::is_url);
        let bare = self.table.header.is_none();
        let guises = [header::begins_as_address, header::holds_address, header::lacks_scheme];
        // Without a header the first row is an entry for its address, and told where that is none.
        let found = match found.as_slice() {
            [] if bare => guises.map(|guise| self.hold(guise)).into_iter().find(|f| !f.is_empty()),
            _ => None,
        }
        .unwrap_or(found);
        match found.as_slice() {
            [] => {
                let detail = format!("the columns are {}", self.names.join(", "));
                Err((0, Box::new(rules::NO_URL_COLUMN.found().detail(detail).lost(Lost::Rest))))
            }
            [column] => {
                if let Some(rival) = self.rival(*column) {
                    return Err(self.both_hold_urls(&[rival.min(*column), rival.max(*column)]));
                }
                if self.table.header.is_some() {
                    let detail = format!("{} read as loc", self.names_of(&[*column]));
                    let finding = rules::COLUMN_BY_CONTENT.found().detail(detail);
                    self.findings.push((*column, Box::new(finding)));
                }
                self.set(*column, "loc", How::Content);
                Ok(())
            }
            _ => Err(self.both_hold_urls(&found)),
        }
    }

    fn both_hold_urls(&self, columns: &[usize]) -> AtColumn {
        let detail = format!("{} hold URLs", self.names_of(columns));
        let finding = rules::AMBIGUOUS_COLUMN.found().detail(detail);
        let second = columns.get(1).copied().unwrap_or(0);
        (second, Box::new(finding.severity(Severity::Error).lost(Lost::Rest)))
    }

    /// Another column that may be the one of the pages. At least half of its rows have URLs, and it stands before
    /// this one, or one is torn. Of two of which one has files of images, it is the other: paths, and addresses
    /// anywhere in a cell, are enough then.
    fn rival(&self, column: usize) -> Option<usize> {
        let rows = self.table.sample.iter().filter(|row| !row.iter().all(str::is_empty)).count();
        let chosen = self.held(column);
        let is_rival = |other: &usize| {
            let held = self.held(*other);
            match (chosen.is_of_images(), held.is_of_images()) {
                _ if *other == column => false,
                (true, false) => is_half(held.pages, held.filled),
                (false, true) => false,
                _ if *other < column => is_half(held.urls + held.torn, rows),
                _ => held.torn > 0 && is_half(held.urls, rows),
            }
        };
        (0..self.names.len()).filter(|other| self.is_free(*other)).find(is_rival)
    }

    fn held(&self, column: usize) -> Held {
        let mut held = Held::default();
        let cells = self.table.sample.iter().filter_map(|row| row.get(column));
        for cell in cells.filter(|cell| !header::is_placeholder(cell)) {
            let (is_url, is_torn) = (dialect::is_url(cell), header::is_torn_url(cell));
            let guise = || header::holds_address(cell) || header::lacks_scheme(cell);
            held.filled += 1;
            held.urls += usize::from(is_url);
            held.torn += usize::from(is_torn);
            held.pages += usize::from(is_url || guise() || header::is_page(cell));
            held.images += usize::from(header::is_image(cell));
        }
        held
    }

    /// The columns of which nearly every cell is such, or the only column where one is.
    fn hold(&self, is_such: fn(&str) -> bool) -> Vec<usize> {
        let rows = self.table.sample.iter().filter(|row| !row.iter().all(str::is_empty)).count();
        let holds = |column: &usize| {
            let cells = self.table.sample.iter().filter_map(|row| row.get(*column));
            let such = cells.filter(|cell| is_such(cell)).count();
            such > 0 && (self.names.len() == 1 || such * 100 >= rows * 95)
        };
        (0..self.names.len()).filter(|column| self.is_free(*column)).filter(holds).collect()
    }

    /// Names the columns that nothing takes, once.
    pub(crate) fn unused(&mut self) {
        let has_text = |column: usize| {
            let named = self.table.header.and_then(|header| header.get(column));
            named.is_some_and(|name| !name.trim().is_empty())
                || self
                    .table
                    .sample
                    .iter()
                    .any(|row| row.get(column).is_some_and(|c| !c.is_empty()))
        };
        let by_preset = |column: usize| self.ignored.get(column) == Some(&Some(How::Preset));
        let (columns, empty): (Vec<usize>, Vec<usize>) = (0..self.names.len())
            .filter(|column| self.is_free(*column) || by_preset(*column))
            .filter(|column| !self.kept.iter().any(|(kept, _)| kept == column))
            .partition(|column| has_text(*column));
        self.empty = empty.into_iter().filter(|column| self.is_free(*column)).collect();
        let names = columns.iter().filter_map(|column| self.names.get(*column));
        let names: Vec<&str> = names.map(String::as_str).collect();
        if let Some(first) = columns.first() {
            let finding = rules::UNUSED_COLUMN.found().list(&names);
            self.findings.push((*first, Box::new(finding)));
        }
    }
}

/// What the cells of a column hold that are not empty: URLs, those of which the scheme is torn, anything that may
/// be meant as a page, files of images.
#[derive(Default)]
struct Held {
    filled: usize,
    urls: usize,
    torn: usize,
    pages: usize,
    images: usize,
}

impl Held {
    fn is_of_images(&self) -> bool {
        is_half(self.images, self.filled)
    }
}

fn is_half(some: usize, all: usize) -> bool {
    some > 0 && some * 2 >= all
}

/// What a cell of the column `kind` says that an entry is.
pub(crate) fn kind_of(cell: &str) -> Option<Kind> {
    match cell.trim() {
        "sitemap" => Some(Kind::Sitemapindex),
        "url" | "page" => Some(Kind::Urlset),
        _ => None,
    }
}

/// Items of columns that repeat a name come after all that have a number.
pub(crate) const AGAIN: u32 = 1 << 30;

fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
