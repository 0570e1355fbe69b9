//! A matrix of languages: each row has the addresses of one page in several languages, and gives
//! an entry for each.

use crate::items::{keyed, push};
use crate::reader::CsvReader;
use urlset_core::{Entry, Lost, Place, Result, Sink, resolve, rules as core};

impl CsvReader<'_> {
    /// The next entry of the row; `false` where this language has none.
    pub(crate) fn language(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let at = self.given - 1;
        let Some((column, _)) = self.plan.languages.get(at) else {
            self.given = 0;
            return Ok(false);
        };
        let column = *column;
        self.given += 1;
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

    fn alternates(&self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        let mut known = self.options.extensions.iter();
        let Some(extension) = known.find(|extension| extension.keyed.is_some()) else {
            let finding = core::KEY_MEMBER.found().detail("hreflang").lost(Lost::Field);
            return sink.report(self.rows.place(0).mark(finding));
        };
        for (column, tag) in &self.plan.languages {
            let text = self.rows.cell(*column).trim();
            if text.is_empty() {
                continue;
            }
            let base = self.options.base.as_deref();
            let resolved = base.and_then(|base| resolve(base, text));
            let url = resolved.as_deref().unwrap_or(text);
            let place = self.rows.place(*column);
            push(extension, &keyed(extension, tag, url), &place, &mut entry.extensions, sink)?;
            if self.x_default.as_deref().is_some_and(|wanted| wanted.eq_ignore_ascii_case(tag)) {
                let item = keyed(extension, "x-default", url);
                push(extension, &item, &place, &mut entry.extensions, sink)?;
            }
        }
        Ok(())
    }
}
