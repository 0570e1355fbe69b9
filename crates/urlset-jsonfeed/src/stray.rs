//! Items that stand where none are read: in a member with another name, inside another item, in
//! something that nobody knows. Each is told as lost.

use crate::rules;
use urlset_core::{Input, Lost, Place, Result, Sink, Span};
use urlset_json::text::{Scan, string};

/// Members of a feed that hold no items, and are not read (JSON Feed 1.1, top-level).
const OTHERS: [&str; 7] =
    ["user_comment", "icon", "favicon", "author", "authors", "expired", "hubs"];

/// What a list of items may be called, in whatever case.
const LISTS: [&str; 4] = ["items", "item", "entries", "entry"];

/// Values in each other that are told apart.
const DEEPEST: usize = 128;

/// What a value is by the name of its member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// Items, each an object.
    Items,
    /// A list of something, of which what has an address may be a page.
    Unknown,
    /// Something that a feed or an item has.
    Part,
    /// An extension's own affair (JSON Feed 1.1, extensions).
    Extension,
}

impl Named {
    /// A member of the feed.
    pub(crate) fn in_feed(name: &str) -> Named {
        match Named::inside(name) {
            Named::Part if !OTHERS.contains(&name) => Named::Unknown,
            named => named,
        }
    }

    /// A member of anything else.
    pub(crate) fn inside(name: &str) -> Named {
        if name.starts_with('_') {
            Named::Extension
        } else if LISTS.iter().any(|list| list.eq_ignore_ascii_case(name)) {
            Named::Items
        } else {
            Named::Part
        }
    }
}

/// Tells each item in a value that is not read and begins there; says how many.
pub(crate) fn tell(
    input: &Input<'_>,
    offset: u64,
    raw: &str,
    named: Named,
    sink: &mut dyn Sink,
) -> Result<usize> {
    if !raw.starts_with(['{', '[']) {
        return Ok(0);
    }
    let mut count = 0;
    each_item(raw, named, &mut |at| {
        count += 1;
        let place = Span { input, offset: offset + at as u64, length: 1 };
        place.tell(&rules::MISPLACED_ITEM, "", Lost::Entry, sink)
    })?;
    Ok(count)
}

/// An object or an array that is not closed.
struct Open {
    at: usize,
    is_array: bool,
    named: Named,
    /// It is an element of an array.
    is_element: bool,
    is_counted: bool,
}

/// Shows where each item in a value begins.
fn each_item(raw: &str, named: Named, show: &mut dyn FnMut(usize) -> Result<()>) -> Result<()> {
    let mut open: Vec<Open> = Vec::new();
    // Of the member whose value comes next, and the string read last, in its quotes.
    let (mut next, mut last) = (named, "");
    let (mut at, mut beyond) = (0, 0_usize);
    while let Some(byte) = raw.as_bytes().get(at) {
        match byte {
            b'"' => {
                let rest = raw.get(at..).unwrap_or_default();
                let length = Scan::default().end(rest).unwrap_or(rest.len());
                last = rest.get(..length).unwrap_or_default();
                at += length;
                continue;
            }
            b':' if beyond == 0 => {
                next = Named::Part;
                if let Some(object) = open.last_mut().filter(|open| !open.is_array) {
                    next = object.member(last, show)?;
                }
            }
            b'{' | b'[' if open.len() == DEEPEST => beyond += 1,
            b'{' | b'[' => {
                let array = open.last().filter(|parent| parent.is_array);
                let (named, is_element) = array.map_or((next, false), |array| (array.named, true));
                let is_array = *byte == b'[';
                let is_counted = !is_array && named == Named::Items;
                if is_counted {
                    show(at)?;
                }
                open.push(Open { at, is_array, named, is_element, is_counted });
            }
            b'}' | b']' if beyond > 0 => beyond -= 1,
            b'}' | b']' => drop(open.pop()),
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

impl Open {
    /// What a member of this object is, which may show that the object is an item.
    fn member(&mut self, name: &str, show: &mut dyn FnMut(usize) -> Result<()>) -> Result<Named> {
        let name = string(name).unwrap_or_default();
        let may_be = self.named == Named::Unknown && self.is_element && !self.is_counted;
        if may_be && matches!(&*name, "url" | "external_url") {
            self.is_counted = true;
            show(self.at)?;
        }
        Ok(match self.named {
            Named::Extension => Named::Extension,
            _ => Named::inside(&name),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, Named, each_item};

    fn items(raw: &str, named: Named) -> usize {
        let mut count = 0;
        let shown = each_item(raw, named, &mut |_| {
            count += 1;
            Ok(())
        });
        assert!(shown.is_ok());
        count
    }

    #[test]
    fn items_that_nobody_reads() {
        for (name, raw, count) in [
            ("item", r#"[{"url":"a"},{"id":"b"},7]"#, 2),
            ("Items", r#"{"url":"a"}"#, 1),
            ("ENTRIES", r#"[[{"url":"a"}]]"#, 1),
            ("posts", r#"[{"url":"a"},{"title":"url"},{"external_url":"b","url":"c"}]"#, 2),
            ("posts", r#"[{"url":"a","authors":[{"url":"b"}]}]"#, 1),
            ("posts", r#"{"url":"a"}"#, 0),
            ("author", r#"{"url":"a","items":[{"id":"b","items":[{"id":"c"}]}]}"#, 2),
            ("feed", r#"{"items":[{"title":"\"items\":[{\\"},{"a":[]}]}"#, 2),
            ("hubs", r#"[{"type":"rssCloud","url":"a"}]"#, 0),
            ("authors", r#"[{"name":"items","url":"a"}]"#, 0),
            ("_own", r#"{"items":[{"url":"a"}]}"#, 0),
            ("author", r#"{"_own":{"items":[{"url":"a"}]},"entry":{}}"#, 1),
            ("posts", r#"["url",{"#, 0),
            ("posts", r#"["url"#, 0),
            ("posts", r#"]}"url":["#, 0),
        ] {
            assert_eq!(items(raw, Named::in_feed(name)), count, "{name} {raw}");
        }
        let deep = "[".repeat(DEEPEST * 2) + &"]".repeat(DEEPEST * 2 - 1);
        let raw = format!(r#"{{"a":{deep},"items":[{{}}]}}"#);
        assert_eq!(items(&raw, Named::Part), 0);
        let raw = format!(r#"{{"a":{deep}],"items":[{{}}]}}"#);
        assert_eq!(items(&raw, Named::Part), 1);
    }
}
