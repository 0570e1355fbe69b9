//! What stands in an entry, by the names of the protocol.

use urlset_core::{Entry, Fields, Kind, ReadOptions};
use urlset_xml::protocol::is_core;
use urlset_xml::{Cursor, Entries};

/// What the entry being read has had so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) loc: bool,
    pub(crate) lastmod: bool,
    pub(crate) changefreq: bool,
    pub(crate) priority: bool,
    pub(crate) anything: bool,
    /// Whether any part of it took a closer look.
    pub(crate) closer: bool,
    /// The furthest of them in the order of the schema, where that is looked at.
    pub(crate) rank: u8,
    /// Which stood there and held nothing that can be read, a bit for each rank: one that comes again
    /// may.
    pub(crate) hollow: u8,
}

/// An element of the protocol, whatever its namespace was written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Core {
    Root,
    Entry(Kind),
    Loc,
    Lastmod,
    Changefreq,
    Priority,
    Unknown,
}

impl Core {
    pub(crate) fn named(name: &str) -> Core {
        match name {
            "loc" => Core::Loc,
            "url" => Core::Entry(Kind::Urlset),
            "lastmod" => Core::Lastmod,
            "changefreq" => Core::Changefreq,
            "priority" => Core::Priority,
            "sitemap" => Core::Entry(Kind::Sitemapindex),
            "urlset" | "sitemapindex" => Core::Root,
            _ => Core::Unknown,
        }
    }

    /// The name of a field.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Core::Loc => "loc",
            Core::Lastmod => "lastmod",
            Core::Changefreq => "changefreq",
            _ => "priority",
        }
    }

    /// Whether the entry has a value for this field.
    pub(crate) fn is_in(self, entry: &Entry) -> bool {
        match self {
            Core::Loc => !entry.loc.is_empty(),
            Core::Lastmod => entry.lastmod.is_some(),
            Core::Changefreq => entry.changefreq.is_some(),
            Core::Priority => entry.priority.is_some(),
            Core::Root | Core::Entry(_) | Core::Unknown => false,
        }
    }

    /// Where it stands among the children of an entry; 0 for what is none.
    pub(crate) fn rank(self) -> u8 {
        match self {
            Core::Loc => 1,
            Core::Lastmod => 2,
            Core::Changefreq => 3,
            Core::Priority => 4,
            Core::Root | Core::Entry(_) | Core::Unknown => 0,
        }
    }
}

/// What entries are known by where something else is passed over. An element of an extension keeps what
/// is in it.
pub(crate) const ENTRIES: Entries = Entries { names: &["url", "sitemap"], is_entry };

fn is_entry(xml: &Cursor<'_>) -> bool {
    let is_one = |name: &&str| xml.name().eq_ignore_ascii_case(name);
    ENTRIES.names.iter().any(is_one) && (is_ours(xml) || xml.is_undeclared())
}

/// What reads the fields of entries.
pub(crate) fn fields(options: &ReadOptions) -> Fields {
    Fields::new(options).remark_joined()
}

/// Whether the element that the cursor stands on is in the protocol's namespace, in any spelling or left
/// out.
pub(crate) fn is_ours(xml: &Cursor<'_>) -> bool {
    let uri = xml.namespace();
    xml.is_in_root_namespace() || !xml.is_undeclared() && (uri.is_empty() || is_core(uri))
}

#[cfg(test)]
mod tests {
    use super::Core;

    #[test]
    fn other_formats_keep_no_name_of_the_protocol() {
        let names = urlset_xml::protocol::NAMES;
        assert!(names.iter().all(|name| Core::named(name) != Core::Unknown));
        assert_eq!(names.len(), 8, "a name of the one and not of the other");
    }
}
