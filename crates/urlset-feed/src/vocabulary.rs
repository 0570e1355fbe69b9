//! The namespaces that feeds are written in.

/// Atom 1.0.
pub(crate) const ATOM: &str = "http://www.w3.org/2005/Atom";
/// Media RSS.
pub(crate) const MEDIA: &str = "http://search.yahoo.com/mrss/";
/// Dublin Core terms.
pub(crate) const DCTERMS: &str = "http://purl.org/dc/terms/";
/// RSS 1.0.
const RSS_1: &str = "http://purl.org/rss/1.0/";
pub(crate) const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
pub(crate) const IMAGE: &str = "http://www.google.com/schemas/sitemap-image/1.1";
pub(crate) const VIDEO: &str = "http://www.google.com/schemas/sitemap-video/1.1";
pub(crate) const NEWS: &str = "http://www.google.com/schemas/sitemap-news/0.9";
/// The protocol's own.
pub(crate) const SITEMAP: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
pub(crate) const XHTML: &str = "http://www.w3.org/1999/xhtml";

/// The root that a feed has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// `rss`
    Rss,
    /// `rdf:RDF`
    Rdf,
    /// `feed`
    Atom,
}

/// What a namespace means in a feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// The feed's own.
    Core,
    /// Atom inside RSS.
    Atom,
    Media,
    Dc,
    Dcterms,
    Itunes,
    Image,
    Video,
    News,
    Xhtml,
    Sitemap,
    Other,
}

impl Space {
    /// The meaning of `uri` in a feed with this root, whose own namespace is `root`.
    pub(crate) fn of(uri: &str, dialect: Dialect, root: &str) -> Space {
        match uri {
            "" => return Space::Core,
            ATOM if dialect == Dialect::Atom => return Space::Core,
            MEDIA => return Space::Media,
            DCTERMS => return Space::Dcterms,
            "http://purl.org/dc/elements/1.1/" | "http://purl.org/dc/elements/1.0/" => {
                return Space::Dc;
            }
            IMAGE => return Space::Image,
            VIDEO => return Space::Video,
            NEWS => return Space::News,
            XHTML => return Space::Xhtml,
            SITEMAP => return Space::Sitemap,
            _ => {}
        }
        let core = match dialect {
            Dialect::Rss => uri == root || is_rss(uri),
            Dialect::Rdf => is_rss(uri),
            Dialect::Atom => uri == root || is_atom(uri),
        };
        if core {
            Space::Core
        } else if is_atom(uri) {
            Space::Atom
        } else if is_media(uri) {
            Space::Media
        } else if uri.eq_ignore_ascii_case("http://www.itunes.com/dtds/podcast-1.0.dtd") {
            Space::Itunes
        } else {
            Space::Other
        }
    }
}

/// What RFC 4287 section 4 has in a feed.
const ATOM_NAMES: [&str; 16] = [
    "author",
    "category",
    "content",
    "contributor",
    "entry",
    "generator",
    "icon",
    "id",
    "link",
    "logo",
    "published",
    "rights",
    "subtitle",
    "summary",
    "title",
    "updated",
];

/// Whether an element of this name, in no namespace, is meant as one of the feed.
pub(crate) fn is_of_feed(dialect: Dialect, name: &str) -> bool {
    dialect != Dialect::Atom || ATOM_NAMES.contains(&name)
}

/// What the namespace of an element of the feed is in a feed that is written, where it is another than
/// that of the root, or misspelt: RSS is written as 2.0, which has none.
pub(crate) fn meant(uri: &str, dialect: Dialect, root: &str) -> Option<&'static str> {
    match dialect {
        Dialect::Atom => (uri != root).then_some(ATOM),
        Dialect::Rss => (!uri.is_empty() && uri != root).then_some(""),
        Dialect::Rdf => (uri != RSS_1 && is_rss_1(uri)).then_some(""),
    }
}

/// The same of the root, where its namespace is none that a version of its format has.
pub(crate) fn meant_root(uri: &str, dialect: Dialect) -> Option<&'static str> {
    match dialect {
        Dialect::Atom => (uri != ATOM && !is_atom_03(uri)).then_some(ATOM),
        Dialect::Rss => (!is_rss(uri) || is_rss_1(uri)).then_some(""),
        Dialect::Rdf => (uri != RDF).then_some(""),
    }
}

/// RSS 1.0 with the slash at the end, without it, or with `https`.
fn is_rss_1(uri: &str) -> bool {
    let uri = uri.trim_end_matches('/');
    uri == "http://purl.org/rss/1.0" || uri == "https://purl.org/rss/1.0"
}

/// Whether elements in this namespace are those of RSS. Only 0.90 and 1.0 ask for one; the others
/// are seen all the same.
pub(crate) fn is_rss(uri: &str) -> bool {
    uri.is_empty()
        || is_rss_1(uri)
        || uri == "http://my.netscape.com/rdf/simple/0.9/"
        || uri == "http://channel.netscape.com/rdf/simple/0.9/"
        || uri == "http://blogs.law.harvard.edu/tech/rss"
        || uri == "http://cyber.law.harvard.edu/rss/rss.html"
        || uri.to_ascii_lowercase().starts_with("http://backend.userland.com/rss")
        || uri.starts_with("http://my.netscape.com/publish/formats/rss-0.91")
}

/// Atom 1.0 and 0.3, and addresses that stand for them.
pub(crate) fn is_atom(uri: &str) -> bool {
    matches!(
        uri.trim_end_matches('/'),
        ATOM | "https://www.w3.org/2005/Atom" | "http://www.w3.org/2005/atom"
    ) || is_atom_03(uri)
}

pub(crate) fn is_atom_03(uri: &str) -> bool {
    uri == "http://purl.org/atom/ns#" || uri == "http://example.com/newformat#"
}

/// Media RSS with the slash at the end, without it, or with `https`.
pub(crate) fn is_media(uri: &str) -> bool {
    let uri = uri.trim_end_matches('/');
    uri == "http://search.yahoo.com/mrss" || uri == "https://search.yahoo.com/mrss"
}

#[cfg(test)]
mod tests {
    use super::{Dialect, Space};

    #[test]
    fn the_same_name_in_another_namespace_is_another_element() {
        for (uri, dialect, root, space) in [
            ("", Dialect::Rss, "", Space::Core),
            ("http://backend.userland.com/RSS2", Dialect::Rss, "", Space::Core),
            ("http://www.w3.org/2005/Atom", Dialect::Rss, "", Space::Atom),
            ("http://www.w3.org/2005/Atom", Dialect::Atom, "", Space::Core),
            ("", Dialect::Atom, super::ATOM, Space::Core),
            ("http://purl.org/rss/1.0", Dialect::Rdf, super::RDF, Space::Core),
            ("urn:x", Dialect::Rss, "urn:x", Space::Core),
            ("urn:x", Dialect::Rss, "", Space::Other),
            ("http://purl.org/rss/1.0/", Dialect::Rdf, super::RDF, Space::Core),
            (super::RDF, Dialect::Rdf, super::RDF, Space::Other),
            ("http://search.yahoo.com/mrss", Dialect::Rss, "", Space::Media),
        ] {
            assert_eq!(Space::of(uri, dialect, root), space, "{uri}");
        }
    }
}
