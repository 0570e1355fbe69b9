//! What stands beside the entries and is none: which pages are lost with it.

use crate::child::{self, Core};
use crate::reader::SitemapReader;
use crate::rules;
use urlset_core::{Lost, Result, Sink};
use urlset_xml::rules::MISPLACED_ENTRY;

impl SitemapReader<'_> {
    /// Passes over the element that the cursor stands on, which was told; each entry in it is one more
    /// that is lost.
    pub(crate) fn pass_over(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let outside = self.xml.depth();
        self.xml.enter_lost();
        while self.xml.depth() >= outside {
            while self.xml.next_child(sink)? {
                let core = Core::named(&self.xml.name().to_ascii_lowercase());
                if matches!(core, Core::Entry(_)) && child::is_ours(&self.xml) {
                    self.tell(&rules::MISPLACED, self.xml.qname(), Lost::Entry, sink)?;
                }
                self.xml.enter_lost();
            }
        }
        Ok(())
    }

    /// What stands in an element of no namespace of ours is its own affair, unless it calls itself a
    /// loc.
    pub(crate) fn enter_foreign(&mut self, sink: &mut dyn Sink) -> Result<()> {
        self.told_link(sink)?;
        if Core::named(self.xml.name()) == Core::Loc {
            self.xml.enter();
        } else {
            self.xml.enter_foreign();
        }
        Ok(())
    }

    /// Tells the link of an item or entry of a feed, which nobody reads here, as a page that is lost.
    pub(crate) fn told_link(&mut self, sink: &mut dyn Sink) -> Result<()> {
        match self.xml.is_link_of_item() {
            true => self.xml.tell_lost(&MISPLACED_ENTRY, sink),
            false => Ok(()),
        }
    }
}
