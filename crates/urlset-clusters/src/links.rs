//! The links of one entry that clusters are made of.

use urlset_core::{Entry, ExtensionItem, Loc, Position};
use urlset_hreflang::Alternate;

/// A link by language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found<'e> {
    /// As written, without space around it.
    pub(crate) tag: &'e str,
    pub(crate) href: &'e str,
    pub(crate) at: Position,
}

/// The links by language of an entry, to what can be the address of a page. All others are what the
/// checks of single entries report.
pub(crate) fn links(entry: &Entry) -> impl Iterator<Item = Found<'_>> {
    let elements = entry.extensions.elements();
    let links = elements.filter(|element| {
        element.is(<Alternate as ExtensionItem>::NAMESPACE, <Alternate as ExtensionItem>::ELEMENT)
    });
    let mut loc = Loc::default();
    links.filter_map(move |link| {
        let value = |name| link.attribute(name).map(str::trim).filter(|value| !value.is_empty());
        let is_alternate = |rel: &str| {
            rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("alternate"))
        };
        let (tag, href) = (value("hreflang")?, value("href")?);
        loc.set(href);
        // A zero byte ends an address in the keys of a sorter, and no tag has one.
        if tag.contains('\0') {
            return None;
        }
        let known = value("rel").is_none_or(is_alternate) && loc.is_page_address();
        known.then_some(Found { tag, href, at: link.position() })
    })
}
