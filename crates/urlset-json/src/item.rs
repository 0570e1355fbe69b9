//! An item of an extension as JSON, straight off the tape, its members in the order of the shapes.

use crate::text::write_string;
use urlset_core::{
    Content, Element, Extension, Occurs, Shape, Value, are_same, is_blank, is_json_number,
};

/// How the items of an extension are written.
#[derive(Debug)]
pub(crate) struct Items {
    extension: &'static Extension,
    /// The name of each of its shapes as that of a member, in quotation marks and with its colon.
    keys: Vec<Box<str>>,
    /// Attributes that always have one value: the path of their element, and a bit for each.
    implied: Vec<(&'static str, u64)>,
    /// Whether the members of the last item were in another order than the shapes, as those of the next
    /// then are.
    disordered: bool,
}

impl Items {
    pub(crate) fn new(extension: &'static Extension) -> Items {
        let key = |shape: &Shape| format!("\"{}\":", name(shape.path)).into();
        let keys = extension.shapes.iter().map(key).collect();
        let shapes = extension.shapes.iter().enumerate();
        let implied = shapes.filter_map(|(at, shape)| Some((implying(shape)?, bit(at)))).collect();
        Items { extension, keys, implied, disordered: false }
    }

    /// Appends the item; `false`, and nothing is appended, where the extension's shapes do not describe
    /// all of it, as [`urlset_core::to_member`] has it.
    pub(crate) fn write(&mut self, element: Element<'_>, out: &mut String) -> bool {
        let start = out.len();
        let mut item = Item { items: &*self, out: &mut *out, disordered: false };
        let written = match self.disordered {
            true => item.in_order(element, "", None),
            false => item.object(element, "", None),
        };
        let (written, disordered) = (written.is_some(), item.disordered);
        self.disordered = disordered;
        if !written {
            out.truncate(start);
        }
        written
    }
}

impl Items {
    /// Gives the members of an element as they come.
    #[inline]
    fn each_member<'a>(
        &self,
        (element, path): (Element<'a>, &str),
        has_text: bool,
        mut take: impl FnMut(Member<'a>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut implied = self.implied(path);
        for attribute in element.attributes() {
            let found = attribute.shape_in(self.extension, path);
            let (at, shape) = found.ok_or(Stop::Unknown)?;
            match shape.occurs {
                Occurs::Implied(value) if value == attribute.value => implied &= !bit(at),
                Occurs::Implied(_) => return Err(Stop::Unknown),
                _ => take(Member { at, shape, part: Part::Attribute(attribute.value) })?,
            }
        }
        if implied != 0 {
            return Err(Stop::Unknown);
        }
        for content in element.contents() {
            match content {
                Content::Element(child) => {
                    let found = child.shape_in(self.extension, path);
                    let (at, shape) = found.ok_or(Stop::Unknown)?;
                    take(Member { at, shape, part: Part::Child(child) })?;
                }
                Content::Text(text) if is_blank(text) => {}
                Content::Text(_) if has_text && element.children().next().is_none() => {}
                Content::Text(_) => return Err(Stop::Unknown),
            }
        }
        Ok(())
    }

    /// The attributes of the element there that are left out since they always have one value: a bit for each.
    #[inline]
    fn implied(&self, path: &str) -> u64 {
        let is_its = |at: &str| are_same(at.as_bytes(), path.as_bytes());
        self.implied.iter().fold(0, |all, (at, bit)| if is_its(at) { all | bit } else { all })
    }
}

/// The name that a path ends in.
fn name(path: &str) -> &str {
    path.rsplit(['/', '@']).next().unwrap_or(path)
}

/// An item that is written.
struct Item<'e, 'o> {
    items: &'e Items,
    out: &'o mut String,
    /// Whether members of it were in another order than the shapes.
    disordered: bool,
}

/// A member of an object, and its place among the shapes.
struct Member<'a> {
    at: usize,
    shape: &'static Shape,
    part: Part<'a>,
}

enum Part<'a> {
    /// Its value.
    Attribute(&'a str),
    Child(Element<'a>),
}

/// An object that is being written.
struct Object<'a> {
    element: Element<'a>,
    /// What its own text is, where it may have any.
    own: Option<Value>,
    /// Where the member before stands among the shapes, and whether it is an element.
    last: Option<(usize, bool)>,
    /// Whether that is in a list.
    list: bool,
}

impl<'a> Object<'a> {
    fn new(element: Element<'a>, own: Option<Value>) -> Object<'a> {
        Object { element, own, last: None, list: false }
    }
}

/// Why an object is not written with its members as they come.
enum Stop {
    /// They are not in the order of the shapes.
    Disorder,
    /// Something in it is no member, or stands there twice that may not.
    Unknown,
}

impl Item<'_, '_> {
    /// An object; its own text leads, and stands alone where there is nothing else. Goes as deep as
    /// the shapes do.
    fn object(&mut self, element: Element<'_>, path: &str, own: Option<Value>) -> Option<()> {
        if let Some(value) = own
            && self.items.implied.is_empty()
            && element.is_plain()
        {
            self.own(element, value);
            return Some(());
        }
        let (start, mut object) = (self.out.len(), Object::new(element, own));
        let items = self.items;
        let take = |member: Member<'_>| self.member(&mut object, member);
        match items.each_member((element, path), own.is_some(), take) {
            Ok(()) => self.end(&object),
            Err(Stop::Unknown) => return None,
            Err(Stop::Disorder) => {
                self.out.truncate(start);
                return self.in_order(element, path, own);
            }
        }
        Some(())
    }

    /// An object whose members are in any order.
    #[inline(never)]
    fn in_order(&mut self, element: Element<'_>, path: &str, own: Option<Value>) -> Option<()> {
        let mut members = Vec::with_capacity(12);
        let kept = self.items.each_member((element, path), own.is_some(), |member| {
            members.push(member);
            Ok(())
        });
        kept.ok()?;
        if !members.is_sorted_by_key(|member| member.at) {
            self.disordered = true;
            members.sort_by_key(|member| member.at);
        }
        let mut object = Object::new(element, own);
        for member in members {
            self.member(&mut object, member).ok()?;
        }
        self.end(&object);
        Some(())
    }

    /// The next member of an object.
    fn member(&mut self, object: &mut Object<'_>, member: Member<'_>) -> Result<(), Stop> {
        let Member { at, shape, part } = member;
        let many = matches!(shape.occurs, Occurs::Many { .. });
        match object.last {
            Some((last, _)) if at < last => return Err(Stop::Disorder),
            Some((last, _)) if at == last && many => self.out.push(','),
            Some((last, true)) if at == last => return Err(Stop::Unknown),
            _ => self.key(object, at, many),
        }
        object.last = Some((at, matches!(part, Part::Child(_))));
        match part {
            Part::Attribute(value) => self.leaf(shape.value, value),
            // Nearly every one is a text and nothing else.
            Part::Child(child)
                if shape.value != Value::Children
                    && self.items.implied.is_empty()
                    && child.only_text().is_some() =>
            {
                self.own(child, shape.value);
            }
            Part::Child(child) => {
                let own = (shape.value != Value::Children).then_some(shape.value);
                self.object(child, shape.path, own).ok_or(Stop::Unknown)?;
            }
        }
        Ok(())
    }

    /// What stands before a member that does not go on with the list of the one before.
    fn key(&mut self, object: &mut Object<'_>, at: usize, many: bool) {
        match (object.last, object.own) {
            (Some(_), _) => self.out.push_str(if object.list { "]," } else { "," }),
            (None, None) => self.out.push('{'),
            (None, Some(value)) => {
                self.out.push_str("{\"value\":");
                self.own(object.element, value);
                self.out.push(',');
            }
        }
        self.out.push_str(self.items.keys.get(at).map_or("", |key| key));
        object.list = many;
        if many {
            self.out.push('[');
        }
    }

    /// The end of an object, which may have had no members.
    fn end(&mut self, object: &Object<'_>) {
        match (object.last, object.own) {
            (Some(_), _) => self.out.push_str(if object.list { "]}" } else { "}" }),
            (None, None) => self.out.push_str("{}"),
            (None, Some(value)) => self.own(object.element, value),
        }
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

/// No table of shapes has more than 64 lines.
fn bit(at: usize) -> u64 {
    u32::try_from(at).ok().and_then(|at| 1_u64.checked_shl(at)).unwrap_or(0)
}

/// The path of the element that always has this attribute, with one value; `None` for any other shape.
fn implying(shape: &Shape) -> Option<&str> {
    let (parent, _) = shape.path.rsplit_once('@')?;
    let is_implied = matches!(shape.occurs, Occurs::Implied(_));
    is_implied.then_some(parent.strip_suffix('/').unwrap_or(parent))
}

#[cfg(test)]
mod tests {
    use super::Items;
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
            let written = Items::new(&EXTENSION).write(element, &mut straight);
            let member = to_member(&EXTENSION, element);
            member.iter().for_each(|member| write_member(member, &mut by_members));
            prop_assert_eq!(written, member.is_some());
            prop_assert_eq!(straight, by_members);
        }
    }
}
