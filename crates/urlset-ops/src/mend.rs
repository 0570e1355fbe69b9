//! Repairs what extensions hold: values that can be meant in one way only, in the order of their
//! schemas.

use std::collections::HashSet;
use urlset_core::rules::{ELEMENT_ORDER, FIELD_REPEATED, VALUE_PADDED};
use urlset_core::{
    Content, DateOrder, Datetime, Diagnostic, Element, Entry, EntryReader, Extension, Extensions,
    Header, Occurs, Position, Result, Rule, Shape, Sink, Value, certain_datetime, trim,
};

/// How often an entry is looked through: values, then what they make of elements.
const PASSES: usize = 3;

/// A reader whose known extensions are repaired: dates in forms that can be read one way only, white
/// space around values that are no text for people, elements that are not in the order of the
/// schema, elements that say once more what the one before says, or nothing beside one that does.
/// Each repair is a finding with [`Diagnostic::mended`]. What is not certain stays.
#[derive(Debug)]
pub struct Mending<R> {
    reader: R,
    extensions: &'static [&'static Extension],
    dates: DateOrder,
}

impl<R: EntryReader> Mending<R> {
    /// Repairs the items of these extensions; `dates` is how slashes and points order dates.
    pub fn new(
        reader: R,
        extensions: &'static [&'static Extension],
        dates: DateOrder,
    ) -> Mending<R> {
        Mending { reader, extensions, dates }
    }

    fn mend(&self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        let at = self.reader.position();
        // Two values may be the same only once they are repaired.
        for _ in 0..PASSES {
            let told = self.pass(entry);
            if told.is_empty() {
                break;
            }
            for mut finding in told {
                if !finding.position.is_known() || finding.position.input != at.input {
                    finding.position = at;
                }
                sink.report(finding.loc(entry.loc.as_str()))?;
            }
        }
        Ok(())
    }

    /// Repairs the tape, and gives what was found; it is another one only where something was.
    fn pass(&self, entry: &mut Entry) -> Vec<Diagnostic> {
        let (mut tape, mut told) = (Extensions::default(), Vec::new());
        for item in entry.extensions.elements() {
            let known = self.extensions.iter().find(|one| item.is(one.namespace, one.element));
            match known {
                Some(extension) => {
                    let mut one =
                        One { extension, dates: self.dates, tape: &mut tape, told: &mut told };
                    one.element(item, "");
                }
                None => tape.append(item),
            }
        }
        if !told.is_empty() {
            entry.extensions = tape;
        }
        told
    }
}

impl<R: EntryReader> EntryReader for Mending<R> {
    fn header(&self) -> &Header {
        self.reader.header()
    }

    fn position(&self) -> Position {
        self.reader.position()
    }

    fn input(&self) -> u32 {
        self.reader.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let more = self.reader.read_entry(entry, sink)?;
        if more && !entry.extensions.is_empty() {
            self.mend(entry, sink)?;
        }
        Ok(more)
    }
}

/// The work on one item.
struct One<'o> {
    extension: &'static Extension,
    dates: DateOrder,
    /// Where the item goes.
    tape: &'o mut Extensions,
    told: &'o mut Vec<Diagnostic>,
}

impl One<'_> {
    /// Copies an element whose `path` among the shapes is known; goes as deep as they do.
    fn element(&mut self, element: Element<'_>, path: &str) {
        self.tape.open(element.namespace(), element.qname(), element.position());
        for attribute in element.attributes() {
            let own = attribute.namespace.is_empty();
            let shape = self.extension.attribute_shape(path, attribute.qname);
            let value = match shape.filter(|_| own) {
                Some((_, shape)) => self.value(shape, attribute.value, element.position()),
                None => attribute.value.to_owned(),
            };
            self.tape.attribute(attribute.namespace, attribute.qname, &value);
        }
        let leaf = self.extension.shapes.iter().find(|shape| shape.path == path);
        let leaf = leaf.filter(|shape| shape.value != Value::Children);
        if leaf.is_none() && self.is_tidy(element) {
            self.children(element, path);
        } else {
            self.contents(element, leaf);
        }
        self.tape.close();
    }

    /// Whether nothing but elements stands in it.
    fn is_tidy(&self, element: Element<'_>) -> bool {
        element.contents().all(|content| match content {
            Content::Text(text) => text.trim().is_empty(),
            Content::Element(_) => true,
        })
    }

    /// What a leaf holds, or an element in which text stands that has no place.
    fn contents(&mut self, element: Element<'_>, leaf: Option<&'static Shape>) {
        let alone = element.contents().count() == 1;
        for content in element.contents() {
            match (content, leaf.filter(|_| alone)) {
                (Content::Text(text), Some(shape)) => {
                    let value = self.value(shape, text, element.position());
                    self.tape.text(&value);
                }
                (Content::Text(text), None) => {
                    self.tape.text(text);
                }
                (Content::Element(child), _) => self.tape.append(child),
            }
        }
    }

    /// The children in the order of the schema, none of them twice.
    fn children(&mut self, parent: Element<'_>, path: &str) {
        let mut found: Vec<(usize, Element<'_>, Option<&'static Shape>)> = Vec::new();
        let mut met: HashSet<(usize, Element<'_>)> = HashSet::new();
        let mut furthest = ("", 0);
        let ours = |child: &Element<'_>| child.namespace() == self.extension.namespace;
        let full = parent.children().filter(|child| ours(child) && !is_hollow(*child));
        let full: HashSet<&str> = full.map(Element::name).collect();
        for child in parent.children() {
            let shape = self.extension.element_shape(path, child.name());
            let Some((place, shape)) = shape.filter(|_| ours(&child)) else {
                // What the schema does not know stays behind what it stood behind.
                found.push((found.last().map_or(0, |(place, ..)| *place), child, None));
                continue;
            };
            let once = !matches!(shape.occurs, Occurs::Many { .. });
            let beside = || is_hollow(child) && full.contains(child.name());
            if once && (beside() || !met.insert((place, child))) {
                self.tell(&FIELD_REPEATED, child, [&written(child), ""]);
                continue;
            }
            if place < furthest.1 {
                let (name, before) = (child.qname(), furthest.0);
                let [was, now] = [format!("{before}, {name}"), format!("{name}, {before}")];
                self.tell(&ELEMENT_ORDER, child, [&was, &now]);
            } else {
                furthest = (child.qname(), place);
            }
            found.push((place, child, Some(shape)));
        }
        found.sort_by_key(|(place, ..)| *place);
        for (_, child, shape) in found {
            match shape {
                Some(shape) => self.element(child, shape.path),
                None => self.tape.append(child),
            }
        }
    }

    /// A value without the space around it, a date in W3C form.
    fn value(&mut self, shape: &Shape, text: &str, at: Position) -> String {
        let trimmed = trim(text);
        if matches!(shape.value, Value::Children | Value::Text { .. }) || trimmed.is_empty() {
            return text.to_owned();
        }
        let mut tell = |rule: &'static Rule, now: &str| {
            self.told.push(rule.at(at).detail(shape.path).mended(text, now));
        };
        let unread = shape.value == Value::Datetime && Datetime::parse(trimmed).is_err();
        if unread && let Some((date, rule)) = certain_datetime(trimmed, self.dates) {
            tell(rule, date.spell().as_str());
            return date.to_string();
        }
        if trimmed.len() != text.len() {
            tell(&VALUE_PADDED, trimmed);
        }
        trimmed.to_owned()
    }

    fn tell(&mut self, rule: &'static Rule, element: Element<'_>, [was, now]: [&str; 2]) {
        let finding = rule.at(element.position()).detail(element.qname());
        self.told.push(finding.mended(was, now));
    }
}

/// Whether an element holds nothing.
fn is_hollow(element: Element<'_>) -> bool {
    element.is_plain() && element.text().is_empty()
}

/// An element as it was written, more or less.
fn written(element: Element<'_>) -> String {
    let attributes = element.attributes();
    let attributes: String =
        attributes.map(|one| format!(" {}=\"{}\"", one.qname, one.value)).collect();
    let name = element.qname();
    format!("<{name}{attributes}>{}</{name}>", element.text())
}

#[cfg(test)]
mod tests {
    use super::Mending;
    use crate::memory::Memory;
    use urlset_core::{
        Audit, DateOrder, Diagnostic, Entry, EntryReader, Extension, Extensions, Occurs, Position,
        Result, Shape, Sink, Value,
    };

    const NAMESPACE: &str = "urn:film";

    struct Nothing;

    impl Audit for Nothing {
        fn entry(&mut self, _: &Entry, _: &dyn urlset_core::Place, _: &mut dyn Sink) -> Result<()> {
            Ok(())
        }

        fn finish(&mut self, _: &mut dyn Sink) -> Result<()> {
            Ok(())
        }
    }

    const fn shape(path: &'static str, value: Value) -> Shape {
        Shape { path, occurs: Occurs::Optional, value, deprecated: false }
    }

    static FILM: Extension = Extension {
        name: "film",
        title: "films",
        namespace: NAMESPACE,
        variants: &[],
        prefix: "f",
        element: "film",
        shapes: &[
            shape("url", Value::Url),
            shape("url/@seen", Value::Datetime),
            shape("title", Value::Text { most: 9 }),
            shape("date", Value::Datetime),
            shape("maker", Value::Children),
            shape("maker/born", Value::Datetime),
            shape("maker/name", Value::Text { most: 9 }),
            Shape {
                path: "tag",
                occurs: Occurs::Many { most: 9 },
                value: Value::Text { most: 9 },
                deprecated: false,
            },
        ],
        keyed: None,
        identity: &[],
        audit: || Box::new(Nothing),
        rules: &[],
    };

    static FILMS: &[&Extension] = &[&FILM];

    fn film(fill: impl Fn(&mut Extensions)) -> Extensions {
        let mut tape = Extensions::default();
        tape.open(NAMESPACE, "f:film", Position::default());
        fill(&mut tape);
        tape.close();
        tape
    }

    fn mended(tape: Extensions) -> (Extensions, Vec<Diagnostic>) {
        let mut memory = Memory::of(&["https://example.com/a"]);
        memory.entries[0].extensions = tape;
        let (mut entry, mut told) = (Entry::default(), Vec::new());
        let mut reader = Mending::new(memory, FILMS, DateOrder::Iso);
        assert!(reader.read_entry(&mut entry, &mut told).unwrap());
        (entry.extensions, told)
    }

    fn changes(told: &[Diagnostic]) -> Vec<(&str, &str, &str)> {
        let change = |finding: &'_ Diagnostic| {
            let mended = finding.mended.as_deref();
            mended.map(|mended| (finding.rule.id, mended.was.to_string(), mended.now.to_string()))
        };
        told.iter()
            .filter_map(change)
            .map(|(id, was, now)| (id, &*was.leak(), &*now.leak()))
            .collect()
    }

    #[test]
    fn what_is_certain_is_repaired_and_told() {
        let (tape, told) = mended(film(|tape| {
            tape.leaf(NAMESPACE, "f:date", " 4 March 2026 ")
                .open(NAMESPACE, "f:url", Position::default())
                .attribute("", "seen", "2026/03/04")
                .text("\nhttps://example.com/f\n")
                .close()
                .leaf(NAMESPACE, "f:title", " Cats ")
                .leaf("urn:other", "o:x", "kept")
                .leaf(NAMESPACE, "f:title", " Cats ")
                .leaf(NAMESPACE, "f:title", " ")
                .open(NAMESPACE, "f:maker", Position::default())
                .leaf(NAMESPACE, "f:name", "")
                .leaf(NAMESPACE, "f:name", "Ann")
                .leaf(NAMESPACE, "f:born", "1 May 1990")
                .close()
                .leaf(NAMESPACE, "f:tag", "b")
                .leaf(NAMESPACE, "f:tag", "b");
        }));
        let right = film(|tape| {
            tape.open(NAMESPACE, "f:url", Position::default())
                .attribute("", "seen", "2026-03-04")
                .text("https://example.com/f")
                .close()
                .leaf(NAMESPACE, "f:title", " Cats ")
                .leaf("urn:other", "o:x", "kept")
                .leaf(NAMESPACE, "f:date", "2026-03-04")
                .open(NAMESPACE, "f:maker", Position::default())
                .leaf(NAMESPACE, "f:born", "1990-05-01")
                .leaf(NAMESPACE, "f:name", "Ann")
                .close()
                .leaf(NAMESPACE, "f:tag", "b")
                .leaf(NAMESPACE, "f:tag", "b");
        });
        assert_eq!(tape, right);
        let told = changes(&told);
        let nonstandard = "lastmod/nonstandard-format";
        for change in [
            ("schema/element-order", "f:date, f:url", "f:url, f:date"),
            ("schema/element-order", "f:date, f:title", "f:title, f:date"),
            ("schema/duplicate-element", "<f:title>Cats</f:title>", ""),
            ("schema/duplicate-element", "<f:title></f:title>", ""),
            ("schema/duplicate-element", "<f:name></f:name>", ""),
            (nonstandard, " 4 March 2026 ", "2026-03-04"),
            (nonstandard, "2026/03/04", "2026-03-04"),
            (nonstandard, "1 May 1990", "1990-05-01"),
            ("schema/surrounding-whitespace", "\nhttps://example.com/f\n", "https://example.com/f"),
            ("schema/element-order", "f:name, f:born", "f:born, f:name"),
        ] {
            assert!(told.contains(&change), "{change:?} is not in {told:?}");
        }
        assert_eq!(told.len(), 10);
        assert!(mended(right).1.is_empty(), "twice changes nothing");
    }

    /// Compared in pairs, they would take minutes.
    #[test]
    fn a_hundred_thousand_titles_are_told_apart() {
        let all = film(|tape| {
            for number in 0..100_000 {
                tape.leaf(NAMESPACE, "f:title", &number.to_string());
            }
        });
        let (tape, told) = mended(all.clone());
        assert!(tape == all && told.is_empty());
    }

    #[test]
    fn what_is_not_certain_stays() {
        let unclear = film(|tape| {
            tape.text("stray").leaf(NAMESPACE, "f:date", "01/02/2026");
            tape.leaf(NAMESPACE, "f:title", "one").leaf(NAMESPACE, "f:title", "two");
            tape.leaf(NAMESPACE, "f:url", "").leaf("urn:other", "o:url", "full");
        });
        let (tape, told) = mended(unclear.clone());
        assert_eq!((tape, told.len()), (unclear, 0));
        let twice = film(|tape| {
            tape.leaf(NAMESPACE, "f:title", "one").leaf(NAMESPACE, "f:title", "two");
        });
        let (tape, told) = mended(twice.clone());
        assert_eq!((tape, told.len()), (twice, 0));
        let same = film(|tape| {
            tape.leaf(NAMESPACE, "f:date", "2026/03/04").leaf(NAMESPACE, "f:date", "2026-03-04");
        });
        let (tape, told) = mended(same);
        assert_eq!(
            tape,
            film(|tape| {
                tape.leaf(NAMESPACE, "f:date", "2026-03-04");
            })
        );
        assert_eq!(told.len(), 2, "once both are repaired they say the same");
    }
}
