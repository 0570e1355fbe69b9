//! Items that stand where none are read, or whose name is written in another case: each is told as lost.

use crate::FeedReader;
use crate::vocabulary::{Dialect, Space, is_atom, is_rss};
use urlset_core::{Result, Sink};
use urlset_xml::rules::MISPLACED_ENTRY;
use urlset_xml::{Cursor, Entries};

/// Names of items, in feeds of whatever kind.
pub(crate) const ITEMS: &[&str] = &["item", "entry"];

/// What items are known by where something else is passed over, in a feed of either kind also those of the
/// other. Nothing is kept of an element but what an item has a place for.
pub(crate) const ENTRIES: Entries = Entries { names: ITEMS, is_entry };

fn is_entry(xml: &Cursor<'_>) -> bool {
    let uri = xml.namespace();
    if is_item_named(xml.name()) {
        return is_of_feed(xml) || is_rss(uri) || is_atom(uri);
    }
    // In a namespace that nobody knows, a link makes it one.
    xml.is_link_of_item()
        && !xml.is_in_root_namespace()
        && Space::of(uri, Dialect::Rss, "") == Space::Other
}

/// Whether an element with this name may be meant as an item.
pub(crate) fn is_item_named(name: &str) -> bool {
    ITEMS.iter().any(|item| name.eq_ignore_ascii_case(item))
}

fn is_of_feed(xml: &Cursor<'_>) -> bool {
    xml.is_in_root_namespace() || xml.is_undeclared()
}

impl FeedReader<'_> {
    /// Tells a child of the feed or its channel that has an item's name and is none that is read, for
    /// its case or its namespace: nobody can say whether a page was meant.
    pub(crate) fn told_stray(&mut self, space: Space, sink: &mut dyn Sink) -> Result<bool> {
        let item = if self.dialect == Dialect::Atom { "entry" } else { "item" };
        let undeclared = self.xml.is_undeclared();
        let own = matches!(space, Space::Core | Space::Atom | Space::Sitemap)
            || space == Space::Other && undeclared;
        // Of another namespace only what is called as ours are.
        let is_other = space == Space::Other && self.xml.name() == item;
        let is_stray = is_other || own && is_item_named(self.xml.name());
        if is_stray {
            self.xml.tell_lost(&MISPLACED_ENTRY, sink)?;
        }
        Ok(is_stray)
    }
}
