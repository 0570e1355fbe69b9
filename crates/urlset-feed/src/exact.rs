//! What Media RSS gives back letter for letter, and what it does not.

use crate::base::is_web;
use urlset_core::{Content, Element};

/// The children of an image or video, by name.
pub(crate) struct Parts<'e> {
    item: Element<'e>,
    order: &'static [&'static str],
    is_exact: fn(&str, &[Element<'e>]) -> bool,
}

impl<'e> Parts<'e> {
    pub(crate) fn of(
        item: Element<'e>,
        order: &'static [&'static str],
        is_exact: fn(&str, &[Element<'e>]) -> bool,
    ) -> Parts<'e> {
        Parts { item, order, is_exact }
    }

    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = Element<'e>> {
        let namespace = self.item.namespace();
        self.item.children().filter(move |child| child.is(namespace, name))
    }

    /// The text of the first child with this name, whatever its attributes.
    pub(crate) fn text(&self, name: &str) -> Option<&'e str> {
        self.all(name).next().and_then(sole_text).map(str::trim).filter(|text| !text.is_empty())
    }

    /// What Media RSS does not give back as it was.
    pub(crate) fn foreign(&self) -> impl Iterator<Item = Element<'e>> {
        let inexact: Vec<&str> = self
            .order
            .iter()
            .copied()
            .filter(|name| {
                let group: Vec<Element<'e>> = self.all(name).collect();
                !group.is_empty() && !(self.is_exact)(name, &group)
            })
            .collect();
        let (order, namespace) = (self.order, self.item.namespace());
        self.item.children().filter(move |child| {
            let known = child.namespace() == namespace && order.contains(&child.name());
            !known || inexact.contains(&child.name())
        })
    }
}

pub(crate) fn image_is_exact(name: &str, group: &[Element<'_>]) -> bool {
    let [one] = group else {
        return false;
    };
    plain(*one).is_some_and(|text| name != "loc" || is_web(text))
}

pub(crate) fn video_is_exact(name: &str, group: &[Element<'_>]) -> bool {
    let one = match group {
        [one] => plain(*one),
        _ => None,
    };
    match name {
        "thumbnail_loc" | "content_loc" | "player_loc" => one.is_some_and(is_web),
        "title" | "description" | "rating" | "view_count" | "category" | "uploader" => {
            one.is_some()
        }
        "duration" => one.is_some_and(is_count),
        "expiration_date" | "publication_date" => one.is_some_and(|text| !text.contains(';')),
        "tag" => group.iter().all(|tag| plain(*tag).is_some_and(|text| !text.contains(','))),
        "family_friendly" => matches!(one, Some("yes" | "no")),
        "live" | "requires_subscription" => one == Some("yes"),
        "restriction" => match group {
            [restriction] => {
                let mut attributes = restriction.attributes().map(|one| (one.qname, one.value));
                let said = matches!(attributes.next(), Some(("relationship", "allow" | "deny")));
                let upper = |text: &str| !text.bytes().any(|byte| byte.is_ascii_lowercase());
                said && attributes.next().is_none() && tidy(*restriction).is_some_and(upper)
            }
            _ => false,
        },
        "price" => group.iter().all(|price| price_is_exact(*price)),
        _ => false,
    }
}

fn price_is_exact(price: Element<'_>) -> bool {
    let mut names = ["currency", "type"].iter();
    let ordered = price.attributes().all(|attribute| {
        let fits = match attribute.qname {
            "type" => matches!(attribute.value, "rent" | "purchase"),
            _ => attribute.value.trim() == attribute.value,
        };
        fits && names.any(|name| *name == attribute.qname)
    });
    ordered && tidy(price).is_some()
}

/// The element's text where it holds nothing else.
fn sole_text(element: Element<'_>) -> Option<&str> {
    let mut contents = element.contents();
    match (contents.next(), contents.next()) {
        (Some(Content::Text(text)), None) => Some(text),
        _ => None,
    }
}

/// Text that a reader's trimming does not change.
fn tidy(element: Element<'_>) -> Option<&str> {
    sole_text(element).filter(|text| !text.is_empty() && text.trim() == *text)
}

/// The same without attributes.
pub(crate) fn plain(element: Element<'_>) -> Option<&str> {
    tidy(element).filter(|_| element.attributes().next().is_none())
}

pub(crate) fn is_count(text: &str) -> bool {
    text.parse::<u32>().is_ok_and(|count| count.to_string() == text)
}

/// Whether an image or video has nothing but children.
pub(crate) fn is_plain(item: Element<'_>) -> bool {
    let only_children = item.contents().all(|content| matches!(content, Content::Element(_)));
    only_children && item.children().next().is_some() && item.attributes().next().is_none()
}

/// Whether a link of XHTML is exactly what a feed's link gives back.
pub(crate) fn is_alternate(link: Element<'_>) -> bool {
    let expected = ["rel", "hreflang", "href"];
    let attributes: Vec<_> = link.attributes().collect();
    let named = attributes.iter().map(|attribute| attribute.qname).eq(expected);
    let fits = attributes.iter().all(|attribute| match attribute.qname {
        "rel" => attribute.value == "alternate",
        "href" => is_web(attribute.value) && attribute.value.trim() == attribute.value,
        _ => !attribute.value.is_empty() && attribute.value.trim() == attribute.value,
    });
    named && fits && link.contents().next().is_none()
}
