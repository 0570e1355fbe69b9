//! Items that stand where none are read, or whose name is written in another case: each is told as lost.

use crate::vocabulary::{Dialect, Space, is_atom, is_rss};
use crate::{FeedReader, rules};
use urlset_core::{Lost, Result, Sink};
use urlset_xml::rules::MISPLACED_ENTRY;
use urlset_xml::{Cursor, Entries};

/// Names of items, in feeds of whatever kind.
pub(crate) const ITEMS: &[&str] = &["item", "entry"];

/// What items are known by before the root.
pub(crate) const UNKNOWN: Entries = Entries { names: ITEMS, is_entry: is_in_rss };

/// What items are known by where something else is passed over. Nothing is kept of an element but what
/// an item has a place for.
pub(crate) fn entries(dialect: Dialect) -> Entries {
    match dialect {
        Dialect::Atom => Entries { names: &["entry"], is_entry: is_in_atom },
        _ => Entries { names: &["item"], is_entry: is_in_rss },
    }
}

fn is_in_rss(xml: &Cursor<'_>) -> bool {
    named(xml, "item") && (is_of_feed(xml) || is_rss(xml.namespace()))
        || named(xml, "entry") && is_atom(xml.namespace())
}

fn is_in_atom(xml: &Cursor<'_>) -> bool {
    let of_feed = is_of_feed(xml) || xml.namespace().is_empty() || is_atom(xml.namespace());
    named(xml, "entry") && of_feed
        || named(xml, "item") && !xml.namespace().is_empty() && is_rss(xml.namespace())
}

fn named(xml: &Cursor<'_>, name: &str) -> bool {
    xml.name().eq_ignore_ascii_case(name)
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
    pub(crate) fn told_stray(&self, space: Space, sink: &mut dyn Sink) -> Result<bool> {
        let item = if self.dialect == Dialect::Atom { "entry" } else { "item" };
        let undeclared = self.xml.is_undeclared();
        if space == Space::Other && !undeclared && self.xml.name() == item {
            self.tell(&rules::MIXED_NAMESPACE, self.xml.qname(), Lost::Entry, sink)?;
            return Ok(true);
        }
        let own = matches!(space, Space::Core | Space::Atom | Space::Sitemap)
            || space == Space::Other && undeclared;
        let is_stray = own && is_item_named(self.xml.name());
        if is_stray {
            self.tell(&MISPLACED_ENTRY, self.xml.qname(), Lost::Entry, sink)?;
        }
        Ok(is_stray)
    }
}
