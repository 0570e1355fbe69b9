//! An item of an extension as JSON, straight off the tape where what it holds stands in the order of
//! the shapes, as nearly always; any other goes by way of its members, which are put in order.

use crate::text::write_string;
use crate::write_member;
use urlset_core::{
    Content, Element, Extension, Occurs, Shape, Value, is_blank, is_json_number, to_member,
};

/// Appends the item; `false`, and nothing is appended, where the extension's shapes do not describe
/// all of it.
pub(crate) fn write_item(extension: &Extension, element: Element<'_>, out: &mut String) -> bool {
    if !element.is(extension.namespace, extension.element) {
        return false;
    }
    let start = out.len();
    // Its own text has no name to go by.
    if element.own_value().is_empty() {
        let implies = extension.shapes.iter().any(|shape| is_implied(&shape));
        let mut straight = Straight { extension, implies, out: &mut *out };
        if straight.object(element, "", None).is_some() {
            return true;
        }
        out.truncate(start);
    }
    let member = to_member(extension, element);
    member.iter().for_each(|member| write_member(member, out));
    member.is_some()
}

/// Writes what stands in order; gives up, with something half written, where anything does not.
struct Straight<'e, 'o> {
    extension: &'e Extension,
    /// Whether any of the shapes is an attribute that always has one value.
    implies: bool,
    out: &'o mut String,
}

/// How far an object has been written.
#[derive(Default)]
struct Written {
    /// Where the last member stands among the shapes, from 1.
    last: usize,
    /// Whether that is a list that is not closed.
    list: bool,
}

impl Straight<'_, '_> {
    /// An object; its own text leads, and stands alone where there is nothing else. Goes as deep as
    /// the shapes do.
    fn object(&mut self, element: Element<'_>, path: &str, own: Option<Value>) -> Option<()> {
        let mut written = Written::default();
        let begin = |straight: &mut Self| {
            straight.out.push('{');
            if let Some(value) = own {
                straight.out.push_str("\"value\":");
                straight.own(element, value);
                straight.out.push(',');
            }
        };
        if self.implies {
            self.has_implied(element, path)?;
        }
        for attribute in element.attributes() {
            let known = self.extension.attribute_shape(path, attribute.qname);
            let (at, shape) = known.filter(|_| attribute.namespace.is_empty())?;
            match shape.occurs {
                Occurs::Implied(value) if value == attribute.value => continue,
                Occurs::Implied(_) => return None,
                _ => {}
            }
            if written.last == 0 {
                begin(self);
            }
            self.name(&mut written, at, shape, attribute.qname)?;
            self.leaf(shape.value, attribute.value);
        }
        for content in element.contents() {
            let child = match content {
                Content::Element(child) => child,
                Content::Text(text) if is_blank(text) => continue,
                Content::Text(_) if element.children().next().is_none() => continue,
                Content::Text(_) => return None,
            };
            let (at, shape) = self.extension.element_shape(path, child.name())?;
            if child.namespace() != self.extension.namespace {
                return None;
            }
            if written.last == 0 {
                begin(self);
            }
            self.name(&mut written, at, shape, child.name())?;
            let own = (shape.value != Value::Children).then_some(shape.value);
            if own.is_none() && !child.own_value().is_empty() {
                return None;
            }
            self.object(child, shape.path, own)?;
        }
        match own {
            Some(value) if written.last == 0 => self.own(element, value),
            _ if written.last == 0 => self.out.push_str("{}"),
            _ => self.out.push_str(if written.list { "]}" } else { "}" }),
        }
        Some(())
    }

    /// Whether the element has the attributes that always have one value, and are left out for that.
    fn has_implied(&self, element: Element<'_>, path: &str) -> Option<()> {
        for shape in self.extension.shapes.iter().filter(is_implied) {
            let (parent, name) = shape.path.rsplit_once('@')?;
            if parent.strip_suffix('/').unwrap_or(parent) == path {
                element.attribute(name)?;
            }
        }
        Some(())
    }

    /// What stands before a member's value.
    fn name(&mut self, written: &mut Written, at: usize, shape: &Shape, name: &str) -> Option<()> {
        let many = matches!(shape.occurs, Occurs::Many { .. });
        if written.last == at + 1 && many {
            self.out.push(',');
            return Some(());
        }
        if written.last > at {
            return None;
        }
        if std::mem::replace(&mut written.list, many) {
            self.out.push(']');
        }
        if std::mem::replace(&mut written.last, at + 1) > 0 {
            self.out.push(',');
        }
        self.out.push('"');
        self.out.push_str(name);
        self.out.push_str(if many { "\":[" } else { "\":" });
        Some(())
    }

    /// XML Schema collapses the space around every type but strings, where it is content.
    fn own(&mut self, element: Element<'_>, value: Value) {
        match value {
            Value::Text { .. } | Value::Code => write_string(&element.exact_text(), self.out),
            _ => self.leaf(value, &element.own_value()),
        }
    }

    fn leaf(&mut self, value: Value, text: &str) {
        let number = matches!(value, Value::Integer { .. } | Value::Decimal { .. });
        if number && is_json_number(text) {
            self.out.push_str(text);
        } else {
            write_string(text, self.out);
        }
    }
}

fn is_implied(shape: &&Shape) -> bool {
    matches!(shape.occurs, Occurs::Implied(_))
}

#[cfg(test)]
mod tests {
    use super::write_item;
    use crate::write_member;
    use proptest::prelude::*;
    use urlset_core::{
        Extension, Extensions, Occurs, Position, Shape, Value, is_json_number, to_member,
    };

    const fn shape(path: &'static str, occurs: Occurs, value: Value) -> Shape {
        Shape { path, occurs, value, deprecated: false }
    }

    const TEXT: Value = Value::Text { most: 9 };
    const NUMBER: Value = Value::Integer { least: 0, most: 9 };
    static SHAPES: [Shape; 9] = [
        shape("@lang", Occurs::Implied("1"), TEXT),
        shape("@id", Occurs::Optional, TEXT),
        shape("loc", Occurs::Once, Value::Url),
        shape("title", Occurs::Optional, TEXT),
        shape("title/@lang", Occurs::Optional, TEXT),
        shape("tag", Occurs::Many { most: 9 }, TEXT),
        shape("show", Occurs::Optional, Value::Children),
        shape("show/year", Occurs::Optional, NUMBER),
        shape("show/@size", Occurs::Optional, NUMBER),
    ];
    static EXTENSION: Extension = Extension {
        name: "x",
        title: "",
        namespace: "urn:x",
        variants: &[],
        prefix: "x",
        element: "item",
        shapes: &SHAPES,
        keyed: None,
        identity: &[],
        audit: || unreachable!("nothing is audited"),
        rules: &[],
    };

    /// An element: its name, its attributes, and what stands in it.
    #[derive(Clone, Debug)]
    struct Node(&'static str, Vec<(&'static str, &'static str)>, Vec<Part>);

    #[derive(Clone, Debug)]
    enum Part {
        Text(&'static str),
        Child(Node),
    }

    fn texts() -> impl Strategy<Value = &'static str> {
        proptest::sample::select(vec!["", " ", "a", " 1 ", "1", "-0.5", "01", "\"\\\n", "ü"])
    }

    fn attributes() -> impl Strategy<Value = Vec<(&'static str, &'static str)>> {
        let names = proptest::sample::subsequence(vec!["id", "lang", "size", "other"], 0..=2);
        (names, texts())
            .prop_map(|(names, text)| names.into_iter().map(|name| (name, text)).collect())
    }

    fn leaf(names: &'static [&'static str]) -> impl Strategy<Value = Node> {
        let usual = prop_oneof![4 => Just(Vec::new()), 1 => attributes()];
        let name = proptest::sample::select(names);
        (name, usual, texts())
            .prop_map(|(name, attributes, text)| Node(name, attributes, vec![Part::Text(text)]))
    }

    fn item() -> impl Strategy<Value = Node> {
        let parts = (leaf(&["year", "year", "tag"]), texts()).prop_flat_map(
            |(child, text)| prop_oneof![5 => Just(Part::Child(child)), 1 => Just(Part::Text(text))],
        );
        let show = (attributes(), proptest::collection::vec(parts, 0..3))
            .prop_map(|(attributes, parts)| Node("show", attributes, parts));
        let child = prop_oneof![
            4 => leaf(&["loc", "title", "tag", "tag", "show", "other", "y:loc"]),
            1 => show,
        ];
        let part = prop_oneof![5 => child.prop_map(Part::Child), 1 => texts().prop_map(Part::Text)];
        let parts = proptest::collection::vec(part, 0..5).prop_flat_map(|mut parts| {
            let rank = |part: &Part| match part {
                Part::Text(_) => 0,
                Part::Child(node) => {
                    SHAPES.iter().position(|shape| shape.path == node.0).unwrap_or(9)
                }
            };
            let shuffled = parts.clone();
            parts.sort_by_key(rank);
            prop_oneof![3 => Just(parts), 1 => Just(shuffled)]
        });
        let usual = Just(vec![("lang", "1")]);
        (prop_oneof![2 => usual, 1 => attributes()], parts)
            .prop_map(|(attributes, parts)| Node("item", attributes, parts))
    }

    fn put(node: &Node, namespace: &str, tape: &mut Extensions) {
        let namespace = if node.0.starts_with("y:") { "urn:y" } else { namespace };
        tape.open(namespace, node.0, Position::default());
        for (name, value) in &node.1 {
            tape.attribute("", name, value);
        }
        for part in &node.2 {
            match part {
                Part::Text(text) => drop(tape.text(text)),
                Part::Child(child) => put(child, namespace, tape),
            }
        }
        tape.close();
    }

    #[test]
    fn numbers_of_json() {
        for (text, number) in [
            ("0.80", true),
            ("1", true),
            ("-0", true),
            ("1.0", true),
            (".5", false),
            ("0.", false),
            ("+0.5", false),
            ("00.5", false),
            ("", false),
        ] {
            assert_eq!(is_json_number(text), number, "{text}");
            assert_eq!(serde_json::from_str::<f64>(text).is_ok(), number, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn straight_is_as_by_members(item in item()) {
            let mut tape = Extensions::default();
            put(&item, "urn:x", &mut tape);
            let element = tape.elements().next().unwrap();
            let (mut straight, mut by_members) = ("[".to_owned(), "[".to_owned());
            let written = write_item(&EXTENSION, element, &mut straight);
            let member = to_member(&EXTENSION, element);
            member.iter().for_each(|member| write_member(member, &mut by_members));
            prop_assert_eq!(written, member.is_some());
            prop_assert_eq!(straight, by_members);
        }
    }
}
