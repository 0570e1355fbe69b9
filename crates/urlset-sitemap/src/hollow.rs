//! Entries without a loc that holds something.

use crate::reader::{Seen, SitemapReader};
use crate::rules;
use urlset_core::{Entry, Kind, Lost, Place, Result, Sink, rules as model};

impl SitemapReader<'_> {
    /// Whether the loc just read holds nothing. Beside another one nothing is lost by it.
    pub(crate) fn is_hollow(&mut self, entry: &Entry, sink: &mut dyn Sink) -> Result<bool> {
        let text = self.xml.text();
        if !text.trim_start().is_empty() {
            return Ok(false);
        }
        let place = self.xml.text_place();
        if !entry.loc.is_empty() {
            place.report(model::LOC_EMPTY.found().mended(text, ""), sink)?;
        } else if self.hollow_loc.is_none() {
            let mut finding = model::LOC_EMPTY.found().lost(Lost::Entry);
            finding.position.input = place.input();
            let finding = if sink.wants(&finding) { place.mark(finding) } else { finding };
            self.hollow_loc = Some(Box::new(finding));
        }
        Ok(true)
    }

    pub(crate) fn has_hollow_loc(&self) -> bool {
        self.hollow_loc.is_some()
    }

    pub(crate) fn has_loc(
        &mut self,
        entry: &Entry,
        seen: Seen,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        let usable = !entry.loc.is_empty();
        match self.hollow_loc.take() {
            Some(hollow) if usable || seen.loc => {
                sink.report(hollow.lost(Lost::Nothing).mended("", ""))?;
            }
            Some(hollow) => {
                let counted = sink.count(hollow.rule, hollow.lost, hollow.position.input);
                return if counted { Ok(false) } else { sink.report(*hollow).map(|()| false) };
            }
            None => {}
        }
        if usable {
            return Ok(true);
        }
        // A loc that was there and could not be used has been reported.
        if !seen.loc {
            let rule = if seen.anything { &model::LOC_MISSING } else { &rules::EMPTY_URL };
            if sink.count(rule, Lost::Entry, self.root.input) {
                return Ok(false);
            }
            let finding = rule.at(self.root).lost(Lost::Entry);
            let position = if sink.wants(&finding) { self.xml.pinned() } else { self.root };
            let finding = rule.at(position);
            // What holds nothing is no page.
            let nothing = self.xml.is_mending() && !seen.anything;
            sink.report(match nothing {
                true if self.header.kind == Kind::Urlset => finding.mended("<url/>", ""),
                true => finding.mended("<sitemap/>", ""),
                false => finding.lost(Lost::Entry),
            })?;
        }
        Ok(false)
    }
}
