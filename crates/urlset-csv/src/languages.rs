//! A matrix of languages: each row has the addresses of one page in several languages, and gives
//! an entry for each.

use crate::items::{keyed, push};
use crate::reader::CsvReader;
use crate::rules;
use urlset_core::{Entry, Lost, Place, Result, Sink, resolve, rules as core};

/// The tag of the page for everyone else.
const X_DEFAULT: &str = "x-default";

fn is(wanted: &str, tag: &str) -> bool {
    wanted.eq_ignore_ascii_case(tag)
}

impl CsvReader<'_> {
    /// The next entry of the row; `false` where this language has none.
    pub(crate) fn language(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let at = self.given - 1;
        let width = self.rows.width();
        // A row without any of them may still be a page.
        let of_row = self.plan.languages.get(at).filter(|(column, _)| at == 0 || *column < width);
        let Some((column, _)) = of_row else {
            self.given = 0;
            return Ok(false);
        };
        let column = *column;
        self.given += 1;
        if at == 0 {
            let is_empty = |(column, _): &(usize, _)| self.rows.cell(*column).trim().is_empty();
            if self.languages().all(is_empty) {
                self.given = 0;
                return self.loc(column, entry, sink);
            }
            self.tell_default(sink)?;
        }
        let text = self.rows.cell(column).trim();
        let before = self.plan.languages.iter().take(at);
        let mut before = before.map(|(column, _)| self.rows.cell(*column).trim());
        // The page for everyone else is most often one of the others.
        if text.is_empty() || before.any(|known| known == text) {
            return Ok(false);
        }
        if !self.loc(column, entry, sink)? {
            return Ok(false);
        }
        self.dates(entry, sink)?;
        self.alternates(entry, sink)?;
        self.keep(entry, sink)?;
        Ok(true)
    }

    /// The columns of languages that the row has: it may be one cell of a table that has thousands.
    fn languages(&self) -> impl Iterator<Item = &(usize, Box<str>)> {
        let width = self.rows.width();
        self.plan.languages.iter().take_while(move |(column, _)| *column < width)
    }

    /// The page of the row in a language.
    fn page(&self, wanted: &str) -> Option<&str> {
        let columns = self.languages().filter(|(_, tag)| is(wanted, tag));
        let mut pages = columns.map(|(column, _)| self.rows.cell(*column).trim());
        pages.find(|text| !text.is_empty())
    }

    /// Tells of a row whose page for everyone else is not that of the language asked for.
    fn tell_default(&self, sink: &mut dyn Sink) -> Result<()> {
        let Some(wanted) = self.x_default.as_deref() else {
            return Ok(());
        };
        let detail = match (self.page(X_DEFAULT), self.page(wanted)) {
            (Some(own), Some(page)) if own != page => format!("the column `x-default` has {own}"),
            (None, None) => format!("the row has no page in `{wanted}`"),
            _ => return Ok(()),
        };
        self.rows.place(0).tell(&rules::OTHER_X_DEFAULT, &detail, Lost::Nothing, sink)
    }

    fn alternates(&self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        let mut known = self.options.extensions.iter();
        let Some(extension) = known.find(|extension| extension.keyed.is_some()) else {
            return self.rows.place(0).tell(&core::KEY_MEMBER, "hreflang", Lost::Field, sink);
        };
        let mut has_default = self.page(X_DEFAULT).is_some();
        for (column, tag) in self.languages() {
            let text = self.cells().text(*column, sink)?.trim();
            if text.is_empty() {
                continue;
            }
            let base = self.options.base.as_deref();
            let resolved = base.and_then(|base| resolve(base, text));
            let url = resolved.as_deref().unwrap_or(text);
            let place = self.rows.place(*column);
            push(extension, &keyed(extension, tag, url), &place, &mut entry.extensions, sink)?;
            if !has_default && self.x_default.as_deref().is_some_and(|wanted| is(wanted, tag)) {
                // Another column may have the tag in another case.
                has_default = true;
                let item = keyed(extension, "x-default", url);
                push(extension, &item, &place, &mut entry.extensions, sink)?;
            }
        }
        Ok(())
    }
}
