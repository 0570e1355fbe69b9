//! The columns of the wide layout: those that the entries need, in a fixed order.

use crate::names::{self, Target};
use crate::placed::{Placed, flatten};
use std::collections::HashMap;
use std::fmt::Write;
use urlset_core::Extension;

/// Columns that a table may have beyond the four fields; spreadsheets stop at as many.
pub(crate) const MOST: usize = 16_384;

/// Columns by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    /// Where each stands, once they are ordered; before that, when it was seen.
    places: HashMap<Box<str>, usize>,
    /// Names in order.
    pub(crate) names: Vec<Box<str>>,
}

/// Extension, item, and the steps by their place among the shapes.
type Rank = (usize, u32, Vec<(usize, u32)>);

impl Columns {
    /// Adds the columns that an element needs, while there is room.
    pub(crate) fn add(&mut self, placed: &Placed<'_>, extensions: &[&'static Extension]) {
        each(placed, extensions, &mut |name, _| {
            if self.names.len() < MOST && !self.places.contains_key(name) {
                self.places.insert(name.into(), self.names.len());
                self.names.push(name.into());
            }
        });
    }

    /// Orders the columns: extensions in their order, items by number, values as the shapes are.
    pub(crate) fn order(&mut self, extensions: &[&'static Extension]) {
        let places = std::mem::take(&mut self.places);
        let seen = |name: &str| places.get(name).copied().unwrap_or(0);
        self.names.sort_by_cached_key(|name| rank(name, seen(name), extensions));
        self.places = self.names.iter().cloned().zip(0..).collect();
    }

    /// Where a column stands.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }
}

/// Each value of an element with the name of its column.
pub(crate) fn each(
    placed: &Placed<'_>,
    extensions: &[&'static Extension],
    visit: &mut dyn FnMut(&str, &str),
) {
    let name_of = |index: &usize| extensions.get(*index).map_or("", |extension| extension.name);
    match placed {
        Placed::Item { extension, number, member } => {
            let mut name = format!("{}.{number}", name_of(extension));
            flatten(member, &mut name, visit);
        }
        Placed::Keyed { extension, key, nth, url } => {
            let mut name = format!("{}.{key}", name_of(extension));
            if *nth > 1 {
                // Writing to a string never fails.
                let _ = write!(name, ".{nth}");
            }
            visit(&name, url);
        }
        Placed::Other { number, xml } => visit(&format!("other.{number}"), xml),
    }
}

fn rank(name: &str, seen: usize, extensions: &[&'static Extension]) -> Rank {
    let place = |wanted: &Extension| {
        let mut names = extensions.iter().map(|extension| extension.name);
        names.position(|name| name == wanted.name).unwrap_or(extensions.len())
    };
    match names::column(name, extensions) {
        Some((Target::Nested(nested), _)) => {
            let mut path = String::new();
            let steps = nested.steps.iter().map(|step| {
                let at = shape_below(nested.extension, &path, &step.name);
                path = join(&path, &step.name);
                (at, step.index)
            });
            let steps = steps.collect();
            (place(nested.extension), nested.item, steps)
        }
        Some((Target::Keyed(extension, _), _)) => (place(extension), 0, vec![(seen, 0)]),
        _ => (extensions.len(), 0, vec![(seen, 0)]),
    }
}

/// Where a member stands among the shapes, from 1; 0 for an element's own text, which comes first.
fn shape_below(extension: &Extension, path: &str, name: &str) -> usize {
    let element = extension.element_shape(path, name);
    element.or_else(|| extension.attribute_shape(path, name)).map_or(0, |(at, _)| at + 1)
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") }
}

#[cfg(test)]
mod tests {
    use super::Columns;
    use crate::placed::placed;
    use crate::sample::EXTENSIONS;
    use urlset_core::{Entry, Extensions, Loc};

    fn entry(fill: impl Fn(&mut Extensions)) -> Entry {
        let mut entry = Entry::new(Loc::new("https://e.com/"));
        fill(&mut entry.extensions);
        entry
    }

    #[test]
    fn order() {
        let [image, .., hreflang] = EXTENSIONS else { panic!() };
        let member = |json: &str| crate::json::items(json).unwrap().remove(0);
        let push = |json: &str, out: &mut Extensions| {
            urlset_core::from_member(image, &member(json), urlset_core::Position::default(), out)
                .unwrap();
        };
        let mut columns = Columns::default();
        for entry in [
            entry(|out| {
                out.leaf("urn:x", "x", "y");
                push(r#"{"title":"b","loc":"a"}"#, out);
            }),
            entry(|out| {
                let item = crate::items::keyed(hreflang, "de", "u");
                urlset_core::from_member(hreflang, &item, urlset_core::Position::default(), out)
                    .unwrap();
                push(r#"{"loc":"a"}"#, out);
                push(r#"{"loc":"c"}"#, out);
            }),
        ] {
            for placed in
                placed(&entry, &mut Extensions::default(), EXTENSIONS, crate::Layout::Wide, &mut ())
                    .unwrap()
            {
                columns.add(&placed, EXTENSIONS);
            }
        }
        columns.order(EXTENSIONS);
        assert_eq!(
            columns.names.join(" "),
            "image.1.loc image.1.title image.2.loc hreflang.de other.1"
        );
    }
}
