//! Where URLs stand in an entry: its loc, and what the shapes of extensions say.

use urlset_core::{Content, Element, Extension, Slot, Value};

/// One place where a URL can stand.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// `loc`, `link` (of the document), `image.loc`, `hreflang.href`.
    pub(crate) name: Box<str>,
    /// The path of the shape; empty for the first two.
    pub(crate) path: &'static str,
    pub(crate) extension: Option<&'static Extension>,
    /// Whether it is rewritten.
    pub(crate) asked: bool,
}

/// The place of an entry's own address, and of the address in a document's header.
pub(crate) const LOC: usize = 0;
pub(crate) const LINK: usize = 1;

pub(crate) fn places(extensions: &'static [&'static Extension]) -> Vec<Place> {
    let own = ["loc", "link"].map(|name| (name.into(), "", None));
    let of = extensions.iter().flat_map(|extension| {
        let urls = extension.shapes.iter().filter(|shape| shape.value == Value::Url);
        urls.map(|shape| {
            let path = shape.path.replace("/@", ".").replace(['/', '@'], "");
            (format!("{}.{path}", extension.name).into(), shape.path, Some(*extension))
        })
    });
    let all = own.into_iter().chain(of);
    all.map(|(name, path, extension)| Place { name, path, extension, asked: true }).collect()
}

impl Place {
    /// Whether a name on the command line means this place.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        *self.name == *name || self.extension.is_some_and(|extension| extension.name == name)
    }
}

/// Calls `found` for every value at a path of an item's shapes.
pub(crate) fn visit<'t>(item: Element<'t>, path: &str, found: &mut dyn FnMut(Slot, &'t str)) {
    if let Some(name) = path.strip_prefix('@') {
        if let Some((slot, value)) = item.attribute_slot(name) {
            found(slot, value);
        }
        return;
    }
    let (step, rest) = path.split_once('/').unwrap_or((path, ""));
    for child in item.children().filter(|child| child.is(item.namespace(), step)) {
        if !rest.is_empty() {
            // As deep as the path of a shape is long.
            visit(child, rest, found);
        } else if let Some((slot, value)) = child.text_slot() {
            found(slot, value);
        }
    }
}

/// Calls `found` for every attribute and every text of an element, at any depth.
pub(crate) fn visit_all<'t>(element: Element<'t>, found: &mut dyn FnMut(&'t str)) {
    let mut left = vec![element];
    while let Some(element) = left.pop() {
        element.attributes().for_each(|attribute| found(attribute.value));
        let children = left.len();
        for content in element.contents() {
            match content {
                Content::Text(text) => found(text),
                Content::Element(child) => left.push(child),
            }
        }
        // The first child is next.
        left.get_mut(children..).unwrap_or_default().reverse();
    }
}
