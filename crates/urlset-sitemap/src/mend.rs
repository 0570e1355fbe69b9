//! What a repair tells that other readings do not, and what only repairs and checks tell.

use crate::child::{Core, Seen};
use crate::reader::SitemapReader;
use crate::{remarks, rules};
use urlset_core::rules::{self as model, FIELD_REPEATED};
use urlset_core::{Entry, Lost, Place, Position, Result, Rule, Sink};

/// An element of an entry, and its place among those before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    core: Option<Core>,
    /// 0 where its place does not count.
    rank: u8,
    /// Whether the entry had such a value before.
    had: bool,
    /// Where it begins, of one that stands behind what should follow it.
    at: Option<Position>,
}

/// What stands behind what should follow it, and both in order.
fn swapped(name: &str, furthest: u8) -> [String; 2] {
    let furthest = remarks::ranked(furthest);
    [format!("{furthest}, {name}"), format!("{name}, {furthest}")]
}

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
        let mut finding = self.xml.finding_of(rule);
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
        self.mend(rule, self.xml.qname(), [self.xml.start_tag(), ""], sink)
    }

    /// Before an element of an entry is read: tells one before which another should not stand, which
    /// schemas alone mind. To repair, that is told once its value is known to be kept.
    pub(crate) fn begin_order(
        &self,
        core: Option<Core>,
        entry: &Entry,
        seen: &mut Seen,
        sink: &mut dyn Sink,
    ) -> Result<Order> {
        let rank = match core {
            Some(core) => core.rank(),
            None if self.xml.is_undeclared() => 0,
            None => remarks::EXTENSION,
        };
        let mut order =
            Order { core, rank, had: core.is_some_and(|core| core.is_in(entry)), at: None };
        if !self.ordered || rank == 0 {
            order.rank = 0;
            return Ok(order);
        }
        if rank < seen.rank {
            let whole = sink.wants(&rules::ELEMENT_ORDER.found());
            order.at = Some(if whole { self.xml.position() } else { self.root });
        }
        if !self.xml.is_mending() {
            let input = || self.xml.tag_span().input();
            if order.at.is_some() && !sink.count(&rules::ELEMENT_ORDER, Lost::Nothing, input()) {
                let name = self.xml.qname();
                let [was, now] = swapped(name, seen.rank);
                self.mend(&rules::ELEMENT_ORDER, name, [&was, &now], sink)?;
            }
            seen.rank = seen.rank.max(rank);
        }
        Ok(order)
    }

    /// After it is read. What is left out changes places with nothing.
    pub(crate) fn end_order(
        &self,
        order: Order,
        entry: &Entry,
        seen: &mut Seen,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let kept = match order.core {
            Some(core) => !order.had && core.is_in(entry),
            None => !entry.extensions.is_empty(),
        };
        if !self.xml.is_mending() || order.rank == 0 || !kept {
            return Ok(());
        }
        if let Some(at) = order.at
            && order.rank < seen.rank
        {
            let name = remarks::ranked(order.rank);
            let [was, now] = swapped(name, seen.rank);
            at.report(rules::ELEMENT_ORDER.found().detail(name).mended(&was, &now), sink)?;
        }
        seen.rank = seen.rank.max(order.rank);
        Ok(())
    }

    /// Tells of a field that holds nothing, and is left out for that, as the element that it was.
    pub(crate) fn told_hollow(&self, core: Core, sink: &mut dyn Sink) -> Result<()> {
        let rule = match core {
            Core::Lastmod => &model::LASTMOD_EMPTY,
            Core::Changefreq => &model::CHANGEFREQ_INVALID,
            _ => &model::PRIORITY_NUMBER,
        };
        let (text, name) = (self.xml.text(), core.name());
        let was = match self.xml.is_empty_tag() {
            true => format!("<{name}/>"),
            false => format!("<{name}>{text}</{name}>"),
        };
        self.xml.text_place().report(rule.found().mended(&was, ""), sink)
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
        self.read_value(core, &mut other, &mut ())?;
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
