//! An item of an extension as JSON, straight off the tape, its members in the order of the shapes.

use crate::text::write_string;
use urlset_core::{
    Attribute, Content, Element, Extension, Occurs, Shape, Value, are_same, is_blank,
    is_json_number,
};

/// Appends the item; `false`, and nothing is appended, where the extension's shapes do not describe
/// all of it, as [`urlset_core::to_member`] has it.
pub(crate) fn write_item(extension: &Extension, element: Element<'_>, out: &mut String) -> bool {
    let start = out.len();
    let implies = extension.shapes.iter().any(|shape| is_implied(&shape));
    let mut item = Item { extension, implies, out: &mut *out };
    let written = item.object(element, "", None).is_some();
    if !written {
        out.truncate(start);
    }
    written
}

/// An item that is written.
struct Item<'e, 'o> {
    extension: &'e Extension,
    /// Whether any of the shapes is an attribute that always has one value.
    implies: bool,
    out: &'o mut String,
}

/// A member of an object, and its place among the shapes.
struct Member<'a> {
    at: usize,
    shape: &'static Shape,
    part: Part<'a>,
}

enum Part<'a> {
    Attribute(Attribute<'a>),
    Child(Element<'a>),
}

impl Item<'_, '_> {
    /// An object; its own text leads, and stands alone where there is nothing else. Goes as deep as
    /// the shapes do.
    fn object(&mut self, element: Element<'_>, path: &str, own: Option<Value>) -> Option<()> {
        if let Some(value) = own
            && !self.implies
            && element.is_plain()
        {
            self.own(element, value);
            return Some(());
        }
        let members = self.members(element, path, own.is_some())?;
        match own {
            Some(value) if members.is_empty() => {
                self.own(element, value);
                return Some(());
            }
            Some(value) => {
                self.out.push_str("{\"value\":");
                self.own(element, value);
                self.out.push(',');
            }
            None => self.out.push('{'),
        }
        let mut list = None;
        for (number, Member { at, shape, part }) in members.into_iter().enumerate() {
            if list == Some(at) {
                self.out.push(',');
            } else {
                self.out.push_str(match (list, number) {
                    (Some(_), _) => "],\"",
                    (None, 0) => "\"",
                    (None, _) => ",\"",
                });
                self.out.push_str(part.name());
                let many = matches!(shape.occurs, Occurs::Many { .. });
                list = many.then_some(at);
                self.out.push_str(if many { "\":[" } else { "\":" });
            }
            match part {
                Part::Attribute(attribute) => self.leaf(shape.value, attribute.value),
                Part::Child(child) => {
                    let own = (shape.value != Value::Children).then_some(shape.value);
                    self.object(child, shape.path, own)?;
                }
            }
        }
        self.out.push_str(if list.is_some() { "]}" } else { "}" });
        Some(())
    }

    /// The members of an element in the order of the shapes; `None` where something in it is none, or
    /// stands there twice that may not.
    fn members<'a>(
        &self,
        element: Element<'a>,
        path: &str,
        has_text: bool,
    ) -> Option<Vec<Member<'a>>> {
        let mut members = Vec::with_capacity(12);
        let mut implied = if self.implies { self.implied(path) } else { 0 };
        for attribute in element.attributes() {
            let (at, shape) = attribute.shape_in(self.extension, path)?;
            match shape.occurs {
                Occurs::Implied(value) if value == attribute.value => implied &= !bit(at),
                Occurs::Implied(_) => return None,
                _ => members.push(Member { at, shape, part: Part::Attribute(attribute) }),
            }
        }
        if implied != 0 {
            return None;
        }
        for content in element.contents() {
            match content {
                Content::Element(child) => {
                    let (at, shape) = child.shape_in(self.extension, path)?;
                    members.push(Member { at, shape, part: Part::Child(child) });
                }
                Content::Text(text) if is_blank(text) => {}
                Content::Text(_) if has_text && element.children().next().is_none() => {}
                Content::Text(_) => return None,
            }
        }
        if !members.is_sorted_by_key(|member| member.at) {
            members.sort_by_key(|member| member.at);
        }
        let mut pairs = members.iter().zip(members.iter().skip(1));
        let is_one = |Member { shape, part, .. }: &Member<'_>| {
            matches!(part, Part::Child(_)) && !matches!(shape.occurs, Occurs::Many { .. })
        };
        let twice = pairs.any(|(one, other)| one.at == other.at && is_one(one));
        (!twice).then_some(members)
    }

    /// The attributes that always have one value, and are left out for that: a bit for each.
    fn implied(&self, path: &str) -> u64 {
        let mut bits = 0;
        let shapes = self.extension.shapes.iter().enumerate();
        for (at, shape) in shapes.filter(|(_, shape)| is_implied(shape)) {
            let parent = shape.path.rsplit_once('@').map(|(parent, _)| parent);
            let parent = parent.map(|parent| parent.strip_suffix('/').unwrap_or(parent));
            if parent.is_some_and(|parent| are_same(parent.as_bytes(), path.as_bytes())) {
                bits |= bit(at);
            }
        }
        bits
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

impl<'a> Part<'a> {
    fn name(&self) -> &'a str {
        match self {
            Part::Attribute(attribute) => attribute.qname,
            Part::Child(child) => child.name(),
        }
    }
}

/// No table of shapes has more than 64 lines.
fn bit(at: usize) -> u64 {
    u32::try_from(at).ok().and_then(|at| 1_u64.checked_shl(at)).unwrap_or(0)
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
