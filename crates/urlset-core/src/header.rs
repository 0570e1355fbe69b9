//! What a document says before its first entry.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Whether a document lists pages or sitemaps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Entries are pages.
    #[default]
    Urlset,
    /// Entries are sitemaps.
    Sitemapindex,
}

/// A prefix and the namespace that it stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Namespace {
    /// Without the colon; never empty.
    pub prefix: Box<str>,
    /// As bound.
    pub uri: Box<str>,
}

/// What a document says before its first entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Pages or sitemaps.
    pub kind: Kind,
    /// Prefixes bound on the root, in order; the sitemap namespace itself is not listed.
    pub namespaces: Vec<Namespace>,
    /// A feed's title; `None` for formats without one.
    pub title: Option<Box<str>>,
    /// The address of a feed's site.
    pub link: Option<Box<str>>,
    /// A feed's description or subtitle.
    pub description: Option<Box<str>>,
    /// A feed's language.
    pub language: Option<Box<str>>,
    /// The data of an `xml-stylesheet` instruction, as `type="text/css" href="sitemap.css"`.
    pub stylesheet: Option<Box<str>>,
}

impl Header {
    /// Adds another document's namespaces; a prefix that is taken by another namespace is renamed
    /// by a number.
    pub fn unite(&mut self, other: &Header) {
        for namespace in &other.namespaces {
            self.declare(&namespace.prefix, &namespace.uri);
        }
    }

    /// Declares one namespace unless it is there already.
    pub fn declare(&mut self, prefix: &str, uri: &str) {
        if self.namespaces.iter().any(|known| &*known.uri == uri) {
            return;
        }
        let taken = |wanted: &str| self.namespaces.iter().any(|known| &*known.prefix == wanted);
        let mut free = prefix.to_owned();
        let mut number = 2_u32;
        while taken(&free) {
            free = format!("{prefix}{number}");
            number += 1;
        }
        self.namespaces.push(Namespace { prefix: free.into(), uri: uri.into() });
    }
}
