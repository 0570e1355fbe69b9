//! A title for an item that must have one.

use crate::vocabulary::{IMAGE, NEWS, VIDEO};
use std::borrow::Cow;
use urlset_core::Entry;

/// The title that an entry's news, video or image has; `None` where nothing has one.
pub(crate) fn of(entry: &Entry) -> Option<Cow<'_, str>> {
    let titled = |namespace: &'static str, name: &'static str| {
        entry
            .extensions
            .elements()
            .filter(move |element| element.is(namespace, name))
            .find_map(|element| element.child_text("title"))
    };
    titled(NEWS, "news").or_else(|| titled(VIDEO, "video")).or_else(|| titled(IMAGE, "image"))
}

/// The part of the address after the host; the host where there is none.
pub(crate) fn path(entry: &Entry) -> &str {
    let loc = entry.loc.as_str();
    let host = entry.loc.host().unwrap_or(loc);
    let rest = loc.split_once("://").map_or(loc, |(_, rest)| rest);
    let path = rest.find('/').and_then(|at| rest.get(at..)).unwrap_or_default();
    if path.len() <= 1 { host } else { path }
}

/// `https://example.com/` of an address on that host.
pub(crate) fn site(entry: &Entry) -> String {
    let loc = entry.loc.as_str();
    let Some((scheme, rest)) = loc.split_once("://") else {
        return loc.to_owned();
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    format!("{scheme}://{}/", rest.get(..end).unwrap_or_default())
}
