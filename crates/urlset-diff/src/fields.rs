//! In which fields two entries differ.

use crate::How;
use urlset_core::compact::{put_number, put_text};
use urlset_core::{Content, Entry, Extensions, Position, to_member};
use urlset_ops::{items, items_differ, put_member, rest};
use urlset_store::encode;

/// Appends the names of the fields in which two entries differ, in the order of JSON Lines. Dates and
/// priorities differ when their spelling does. Items of an extension are compared by their values,
/// in order; where each has a key of its own, as alternates have their language, in any order.
pub(crate) fn differing(old: &Entry, new: &Entry, how: &How, fields: &mut Vec<&'static str>) {
    let mut differs = |name: &'static str, is: bool| {
        if is && !how.ignore.iter().any(|ignored| ignored == name) {
            fields.push(name);
        }
    };
    differs("loc", old.loc != new.loc);
    differs("lastmod", old.lastmod != new.lastmod);
    differs("changefreq", old.changefreq != new.changefreq);
    differs("priority", old.priority != new.priority);
    if old.extensions == new.extensions {
        return;
    }
    for extension in how.extensions {
        differs(extension.name, items_differ(extension, &old.extensions, &new.extensions));
    }
    let rest = |tape| rest(how.extensions, tape);
    differs("other", rest(&old.extensions) != rest(&new.extensions));
}

/// Appends bytes that are the same for two entries where [`differing`] finds nothing, and only there.
pub(crate) fn identity(entry: &Entry, how: &How, out: &mut Vec<u8>) {
    let counts = |name: &str| how.ignore.iter().all(|ignored| ignored != name);
    let mut own = Entry::default();
    if counts("loc") {
        own.loc.set(entry.loc.as_str());
    }
    own.lastmod = entry.lastmod.filter(|_| counts("lastmod"));
    own.changefreq = entry.changefreq.filter(|_| counts("changefreq"));
    own.priority = entry.priority.filter(|_| counts("priority"));
    encode(&own, Position::default(), out);
    for extension in how.extensions.iter().filter(|known| counts(known.name)) {
        let items = items(extension, &entry.extensions);
        put_number(items.len() as u64, out);
        items
            .iter()
            .filter_map(|item| to_member(extension, *item))
            .for_each(|one| put_member(&one, out));
    }
    if counts("other") {
        put_elements(&rest(how.extensions, &entry.extensions), out);
    }
}

/// Elements without what does not count: prefixes, and where they were read.
fn put_elements(tape: &Extensions, out: &mut Vec<u8>) {
    for element in tape.elements() {
        let mut left = vec![Some(Content::Element(element))];
        while let Some(next) = left.pop() {
            match next {
                Some(Content::Text(text)) => {
                    out.push(0);
                    put_text(text, out);
                }
                Some(Content::Element(element)) => {
                    out.push(1);
                    put_text(element.namespace(), out);
                    put_text(element.name(), out);
                    for attribute in element.attributes() {
                        out.push(2);
                        let parts = [attribute.namespace, attribute.name(), attribute.value];
                        parts.iter().for_each(|text| put_text(text, out));
                    }
                    left.push(None);
                    let contents = left.len();
                    left.extend(element.contents().map(Some));
                    left.get_mut(contents..).unwrap_or_default().reverse();
                }
                None => out.push(3),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{differing, identity};
    use crate::How;
    use proptest::prelude::*;
    use urlset_core::{Datetime, Entry, Extension, Extensions, Loc, Position};

    static EXTENSIONS: &[&Extension] = &[&urlset_image::EXTENSION, &urlset_hreflang::EXTENSION];

    /// An element: an image, a link, or of a stranger; its text, and that of an attribute.
    type Drawn = (u8, String, String);

    fn open(tape: &mut Extensions, (kind, text, attribute): &Drawn, prefix: &str) {
        // Prefixes and places do not count.
        let at = Position { line: 1 + u32::from(prefix.len() > 1), ..Position::default() };
        let qname = |name: &str| format!("{prefix}:{name}");
        match kind {
            0 | 1 => {
                let (namespace, name) = (urlset_image::EXTENSION.namespace, "image");
                let child = if *kind == 0 { "loc" } else { "title" };
                tape.open(namespace, &qname(name), at);
                tape.leaf(namespace, &qname(child), text).close();
            }
            2 => {
                tape.open(urlset_hreflang::EXTENSION.namespace, &qname("link"), at);
                tape.attribute("", "rel", "alternate").attribute("", "hreflang", text);
                tape.attribute("", "href", attribute).close();
            }
            _ => {
                tape.open("urn:o", &qname("o"), at).attribute("", "a", attribute).text(text);
                tape.leaf("urn:o", &qname("p"), attribute).close();
            }
        }
    }

    fn entry(loc: u8, date: u8, drawn: &[Drawn], prefix: &str) -> Entry {
        let mut entry = Entry::new(Loc::new(&format!("http://e.com/{loc}")));
        entry.lastmod = Datetime::parse(["2026", "2026-01"][usize::from(date)]).ok();
        drawn.iter().for_each(|one| open(&mut entry.extensions, one, prefix));
        entry
    }

    fn drawn() -> impl Strategy<Value = Vec<Drawn>> {
        prop::collection::vec((0..4_u8, "[ab]{0,1}", "[ab]{0,1}"), 0..3)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn equal_bytes_are_no_difference(
            (one, other) in (drawn(), drawn()), locs in (0..2_u8, 0..2_u8), dates in (0..2_u8, 0..2_u8),
            ignore in prop::sample::subsequence(vec!["loc", "lastmod", "image", "hreflang", "other"], 0..6),
        ) {
            let extensions = EXTENSIONS;
            let ignore = ignore.into_iter().map(str::to_owned).collect();
            let how = How { extensions, ignore, ..How::default() };
            let (one, other) = (entry(locs.0, dates.0, &one, "x"), entry(locs.1, dates.1, &other, "yy"));
            let (mut fields, mut bytes) = (Vec::new(), [Vec::new(), Vec::new()]);
            differing(&one, &other, &how, &mut fields);
            identity(&one, &how, &mut bytes[0]);
            identity(&other, &how, &mut bytes[1]);
            prop_assert_eq!(fields.is_empty(), bytes[0] == bytes[1], "{:?}", fields);
        }
    }
}
