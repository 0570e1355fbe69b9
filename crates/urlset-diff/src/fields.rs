//! In which fields two entries differ.

use crate::How;
use urlset_core::{Element, Entry, Extension, Extensions, to_member};

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
    let other = |tape| other(tape, how.extensions);
    differs("other", other(&old.extensions) != other(&new.extensions));
}

fn items_differ(extension: &Extension, old: &Extensions, new: &Extensions) -> bool {
    let (old, new) = (items(extension, old), items(extension, new));
    old.len() != new.len()
        || old
            .iter()
            .zip(&new)
            .any(|(old, new)| to_member(extension, *old) != to_member(extension, *new))
}

/// The items of an extension, in an order in which they can be compared.
fn items<'e>(extension: &Extension, tape: &'e Extensions) -> Vec<Element<'e>> {
    let described = |element: &Element<'_>| to_member(extension, *element).is_some();
    let mut items: Vec<Element<'_>> = tape.elements().filter(described).collect();
    if let Some((key, value)) = extension.keyed {
        items.sort_by_key(|item| (item.attribute(key), item.attribute(value)));
    }
    items
}

/// What no known extension describes, as a tape of its own.
fn other(tape: &Extensions, extensions: &[&Extension]) -> Extensions {
    let mut other = Extensions::default();
    let known = |element| extensions.iter().any(|known| to_member(known, element).is_some());
    for element in tape.elements().filter(|element| !known(*element)) {
        other.append(element);
    }
    other
}
