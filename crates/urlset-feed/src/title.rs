//! A title for an item that must have one.

use crate::rules::UNWRITABLE_LOC;
use crate::vocabulary::{IMAGE, NEWS, VIDEO};
use std::borrow::Cow;
use urlset_core::{Entry, Lost, Result, Sink};
use urlset_xml::{is_writable, rules::UNWRITABLE_CHAR};

/// The title that an entry's news, video or image has; `None` where nothing has one that XML can
/// hold. What has another tells of that itself.
pub(crate) fn of(entry: &Entry) -> Option<Cow<'_, str>> {
    let titled = |namespace: &'static str, name: &'static str| {
        entry
            .extensions
            .elements()
            .filter(move |element| element.is(namespace, name))
            .filter_map(|element| element.child_text("title"))
            .find(|title| is_writable(title))
    };
    titled(NEWS, "news").or_else(|| titled(VIDEO, "video")).or_else(|| titled(IMAGE, "image"))
}

/// A text of the header that XML can hold.
pub(crate) fn known(text: Option<&str>) -> Option<&str> {
    text.filter(|text| is_writable(text))
}

/// Tells which of these texts of the header cannot be written.
pub(crate) fn told_unwritable(texts: [(&str, Option<&str>); 4], sink: &mut dyn Sink) -> Result<()> {
    for (what, text) in texts {
        if text.is_some() && known(text).is_none() {
            sink.report(UNWRITABLE_CHAR.found().detail(what).lost(Lost::Field))?;
        }
    }
    Ok(())
}

/// Whether the address of an entry can be written; told where not, and the entry is lost, since
/// another address in its place would be an invention.
pub(crate) fn is_writable_loc(entry: &Entry, sink: &mut dyn Sink) -> Result<bool> {
    let loc = entry.loc.as_str();
    if !is_writable(loc) {
        sink.report(UNWRITABLE_LOC.found().lost(Lost::Entry).loc(loc))?;
        return Ok(false);
    }
    Ok(true)
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
