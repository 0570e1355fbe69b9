//! Entries without a loc that can be used, and locs that cannot beside one that can.

use crate::child::Seen;
use crate::reader::SitemapReader;
use crate::rules;
use urlset_core::{
    Diagnostic, Entry, Fields, Loss, Lost, Place, Result, Rule, Severity, Sink, rules as model,
};
use urlset_xml::rules::MISPLACED_ENTRY;
use urlset_xml::{Cursor, Strayed};

/// What is wrong with the first loc of an entry that cannot be used, as it is told where there is no
/// other.
pub(crate) type Unusable = Option<Box<Diagnostic>>;

/// Keeps back that an entry is lost by its loc: another one may be good.
struct Withholding<'s> {
    sink: &'s mut dyn Sink,
    unusable: &'s mut Unusable,
}

impl Sink for Withholding<'_> {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        if finding.lost != Lost::Entry || is_other(finding.rule) {
            return self.sink.report(finding);
        }
        // An entry is lost once, and rather by what was in a loc than by one that holds nothing.
        match self.unusable.take() {
            None => *self.unusable = Some(Box::new(finding)),
            Some(hollow) if is_hollow(&hollow) => {
                *self.unusable = Some(Box::new(finding));
                self.sink.report(hollow.lost(Lost::Nothing))?;
            }
            first => {
                *self.unusable = first;
                self.sink.report(finding.lost(Lost::Field))?;
            }
        }
        Ok(())
    }

    fn wants(&self, finding: &Diagnostic) -> bool {
        self.sink.wants(finding)
    }

    fn count(&mut self, rule: &'static Rule, lost: Lost, input: u32) -> bool {
        (lost != Lost::Entry || is_other(rule)) && self.sink.count(rule, lost, input)
    }

    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        self.sink.lose(loss)
    }
}

/// Whether the entry that a rule tells as lost is another one, which stands inside a loc.
fn is_other(rule: &Rule) -> bool {
    rule.id == MISPLACED_ENTRY.id
}

fn is_hollow(finding: &Diagnostic) -> bool {
    finding.rule.id == model::LOC_EMPTY.id
}

/// Sets the entry's loc to what the cursor read. Where that cannot be used, it is told when all of the
/// entry is read.
pub(crate) fn set(
    (xml, fields): (&Cursor<'_>, &Fields),
    entry: &mut Entry,
    unusable: &mut Unusable,
    sink: &mut dyn Sink,
) -> Result<()> {
    let text = xml.text();
    if fields.plain_loc(entry, text) {
        return Ok(());
    }
    let mut withholding = Withholding { sink, unusable };
    if text.trim_end().ends_with("/loc>") {
        // An end tag without its `<`: no address ends so.
        let finding = model::LOC_ILLEGAL.found().detail(text).lost(Lost::Entry);
        let finding = finding.severity(Severity::Error).help("write `</loc>` behind the address");
        return xml.text_place().report(finding, &mut withholding);
    }
    fields.loc(entry, text, &xml.text_place(), &mut withholding)?;
    Ok(())
}

/// Reads the text of a loc; `false` where it cannot be what was meant, which is told when all of the
/// entry is read.
pub(crate) fn read_text(
    xml: &mut Cursor<'_>,
    unusable: &mut Unusable,
    sink: &mut dyn Sink,
) -> Result<bool> {
    xml.read_text(Lost::Entry, &mut Withholding { sink, unusable })
}

impl SitemapReader<'_> {
    /// Whether the loc just read holds nothing. Beside another one nothing is lost by it.
    pub(crate) fn is_hollow(&mut self, entry: &Entry, sink: &mut dyn Sink) -> Result<bool> {
        let text = self.xml.text();
        let begins = text.as_bytes().first().is_some_and(u8::is_ascii_graphic);
        if begins || !text.trim().is_empty() {
            return Ok(false);
        }
        let place = self.xml.text_place();
        if !entry.loc.is_empty() || self.unusable.is_some() {
            place.report(model::LOC_EMPTY.found().mended(text, ""), sink)?;
        } else {
            let mut finding = model::LOC_EMPTY.found().lost(Lost::Entry).mended(text, "");
            finding.position.input = place.input();
            let finding = if sink.wants(&finding) { place.mark(finding) } else { finding };
            self.unusable = Some(Box::new(finding));
        }
        Ok(true)
    }

    /// Tells of a loc that cannot be used: beside a good one a field is lost, and nothing by one
    /// that holds nothing.
    fn told_unusable(&self, mut finding: Diagnostic, sink: &mut dyn Sink) -> Result<()> {
        let hollow = is_hollow(&finding);
        finding.lost = if hollow { Lost::Nothing } else { Lost::Field };
        let place = finding.position;
        if !sink.count(finding.rule, finding.lost, place.input) {
            sink.report(finding)?;
        }
        if hollow || self.xml.is_mending() {
            return Ok(());
        }
        let help = "one of them cannot be used: take it out";
        place.report(model::FIELD_REPEATED.found().detail("loc").help(help), sink)
    }

    /// Tells of the loc of an entry that was not read to its end.
    pub(crate) fn told_unread(&mut self, sink: &mut dyn Sink) -> Result<()> {
        match self.unusable.take() {
            Some(finding) => sink.report(*finding),
            None => Ok(()),
        }
    }

    /// Whether the entry just read has a loc; tells what it had instead.
    pub(crate) fn has_loc(
        &mut self,
        entry: &mut Entry,
        seen: Seen,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        let usable = !entry.loc.is_empty();
        if self.only_loc {
            // As of entries that were read at one look: which they are depends on how the input comes.
            (entry.lastmod, entry.changefreq, entry.priority) = (None, None, None);
        }
        if let Some(mut finding) = self.unusable.take() {
            if usable {
                return self.told_unusable(*finding, sink).map(|()| true);
            }
            finding.mended = None;
            let counted = sink.count(finding.rule, finding.lost, finding.position.input);
            return if counted { Ok(false) } else { sink.report(*finding).map(|()| false) };
        }
        if usable || seen.loc {
            return Ok(usable);
        }
        let rule = if seen.anything { &model::LOC_MISSING } else { &rules::EMPTY_URL };
        // A text alone may be the address of the page; where it is one, it was told as that.
        let strayed = self.xml.take_strayed();
        let lost = if strayed == Strayed::Page { Lost::Nothing } else { Lost::Entry };
        if sink.count(rule, lost, self.root.input) {
            return Ok(false);
        }
        let finding = rule.at(self.root).lost(lost);
        let position = if sink.wants(&finding) { self.xml.pinned() } else { self.root };
        let finding = rule.at(position);
        // What holds nothing is no page.
        let nothing = self.xml.is_mending() && !seen.anything && strayed == Strayed::Nothing;
        sink.report(match nothing {
            true => finding.mended(&self.start_tag, ""),
            false => finding.lost(lost),
        })?;
        Ok(false)
    }
}
