//! What a repair tells that other readings do not, and what only repairs and checks tell.

use crate::reader::{Core, Seen, SitemapReader};
use crate::{remarks, rules};
use urlset_core::rules::FIELD_REPEATED;
use urlset_core::{Entry, Lost, Place, Result, Rule, Sink};

impl SitemapReader<'_> {
    /// Tells of what was repaired about the start tag that the cursor stands on: what it was, what it
    /// is now.
    pub(crate) fn mend(
        &self,
        rule: &'static Rule,
        detail: &str,
        [was, now]: [&str; 2],
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let place = self.xml.tag_span();
        if sink.count(rule, Lost::Nothing, place.input()) {
            return Ok(());
        }
        let mut finding = rule.found();
        if sink.wants(&finding) {
            finding = finding.detail(detail).mended(was, now);
        }
        place.report(finding, sink)
    }

    /// Tells of the start tag that the cursor stands on: it is left out, what is in it is not.
    pub(crate) fn left_out(&self, rule: &'static Rule, sink: &mut dyn Sink) -> Result<()> {
        if sink.count(rule, Lost::Nothing, self.xml.tag_span().input()) {
            return Ok(());
        }
        let name = self.xml.qname();
        self.mend(rule, name, [&format!("<{name}>"), ""], sink)
    }

    /// An element of an entry before which another should not stand; schemas alone mind it.
    pub(crate) fn told_order(
        &self,
        core: Option<Core>,
        seen: &mut Seen,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let ranked = match core {
            Some(Core::Unknown | Core::Root | Core::Entry(_)) => false,
            Some(_) => true,
            None => !self.xml.is_undeclared(),
        };
        if !self.ordered || !ranked {
            return Ok(());
        }
        let rank = match core {
            Some(core) => core.rank(),
            None => remarks::EXTENSION,
        };
        let input = || self.xml.tag_span().input();
        if rank < seen.rank && !sink.count(&rules::ELEMENT_ORDER, Lost::Nothing, input()) {
            let (name, furthest) = (self.xml.qname(), remarks::ranked(seen.rank));
            let (was, now) = (format!("{furthest}, {name}"), format!("{name}, {furthest}"));
            self.mend(&rules::ELEMENT_ORDER, name, [&was, &now], sink)?;
        }
        seen.rank = seen.rank.max(rank);
        Ok(())
    }

    /// A field that was there already: to repair, one that says the same is left out.
    pub(crate) fn read_again(
        &mut self,
        core: Core,
        entry: &Entry,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        if !self.xml.is_mending() {
            self.tell(&FIELD_REPEATED, self.xml.qname(), Lost::Field, sink)?;
            return self.xml.skip(sink);
        }
        let qname = self.xml.qname().to_owned();
        if !self.xml.read_text(Lost::Field, sink)? {
            return Ok(());
        }
        let (text, place) = (self.xml.text(), self.xml.text_place());
        let mut other = Entry::default();
        match core {
            Core::Lastmod => other.lastmod = self.fields.lastmod(text, &place, &mut ())?,
            Core::Changefreq => other.changefreq = self.fields.changefreq(text, &place, &mut ())?,
            _ => other.priority = self.fields.priority(text, &place, &mut ())?,
        }
        let same = match core {
            Core::Lastmod => other.lastmod.is_some() && other.lastmod == entry.lastmod,
            Core::Changefreq => other.changefreq.is_some() && other.changefreq == entry.changefreq,
            _ => other.priority.is_some() && other.priority == entry.priority,
        } || text.trim().is_empty();
        let finding = FIELD_REPEATED.found().detail(&qname);
        let was = format!("<{qname}>{}</{qname}>", text.trim());
        let lost = if same { Lost::Nothing } else { Lost::Field };
        place.report(finding.mended(&was, "").lost(lost), sink)
    }

    /// Takes out the element that the cursor stands on, as something that may not stand there.
    pub(crate) fn leave_out(&mut self, rule: &'static Rule, sink: &mut dyn Sink) -> Result<()> {
        let qname = self.xml.qname().to_owned();
        self.xml.read_text(Lost::Nothing, sink)?;
        let was = format!("<{qname}>{}</{qname}>", self.xml.text().trim());
        let finding = rule.found().detail(&qname).mended(&was, "");
        self.xml.text_place().report(finding, sink)
    }
}
