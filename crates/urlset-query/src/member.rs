//! The members of extension items, by the names that JSON Lines gives them.

use crate::found::Found;
use urlset_core::{Element, Entry, Extension, Occurs, Shape, Value};

/// Values of the items of one extension: the items themselves where there are no steps.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) extension: &'static Extension,
    /// Which item, from 1; 0 for every one.
    pub(crate) nth: usize,
    pub(crate) steps: Vec<Step>,
    /// What the last step holds; `None` for an item.
    value: Option<Value>,
}

#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) attribute: bool,
    /// Which of several, from 1; 0 for every one.
    pub(crate) nth: usize,
}

/// The name of an element's own text beside its attributes.
const OWN_TEXT: &str = "value";

impl Member {
    /// The member of that name; numbers count from 1, as in the columns of tables: `image.1.loc`,
    /// `video.tag.2`.
    pub(crate) fn named(name: &str, extensions: &[&'static Extension]) -> Option<Member> {
        let mut parts = name.split('.').peekable();
        let first = parts.next()?;
        let extension = *extensions.iter().find(|known| known.name == first)?;
        let mut number = || {
            let next = parts.peek().filter(|part| part.starts_with(|c: char| c.is_ascii_digit()));
            match next.map(|part| part.parse::<usize>()) {
                None => Some((0, parts.next())),
                Some(Ok(number)) if number > 0 => {
                    parts.next();
                    Some((number, parts.next()))
                }
                Some(_) => None,
            }
        };
        let (nth, mut part) = number()?;
        let mut member = Member { extension, nth, steps: Vec::new(), value: None };
        let mut path = String::new();
        while let Some(name) = part {
            // Whatever is written, no shape has a longer path.
            if member.steps.last().is_some_and(|step| step.attribute) {
                return None;
            }
            let shape = below(extension, &path, name);
            let Some(shape) = shape else {
                // `value` names the text that stands for the member anyway.
                let own = member.value.is_some_and(|value| value != Value::Children);
                return (name == OWN_TEXT && own && number()? == (0, None)).then_some(member);
            };
            path = shape.path.to_owned();
            let (nth, next) = number()?;
            let many = matches!(shape.occurs, Occurs::Many { .. });
            if nth > 0 && !many {
                return None;
            }
            let last = shape.path.rsplit('/').next()?;
            let attribute = last.starts_with('@');
            member.steps.push(Step { name: last.trim_start_matches('@'), attribute, nth });
            member.value = Some(shape.value);
            part = next;
        }
        Some(member)
    }

    /// What it holds; `None` for elements.
    pub(crate) fn value(&self) -> Option<Value> {
        self.value.filter(|value| *value != Value::Children)
    }

    /// Shows each value until `visit` is true; says whether it was.
    pub(crate) fn any(&self, entry: &Entry, visit: &mut dyn FnMut(Found<'_>) -> bool) -> bool {
        let item = self.extension.element;
        let items = entry.extensions.elements();
        let items = items.filter(|element| element.is(self.extension.namespace, item));
        nth(items, self.nth).any(|element| self.below(element, &self.steps, visit))
    }

    /// Recursion ends with the steps, of which a shape has three at most.
    fn below(
        &self,
        element: Element<'_>,
        steps: &[Step],
        visit: &mut dyn FnMut(Found<'_>) -> bool,
    ) -> bool {
        let Some((step, rest)) = steps.split_first() else {
            return match self.value() {
                None => visit(Found::Element(element)),
                // In a string the space around it is content (XML Schema, whiteSpace).
                Some(Value::Text { .. } | Value::Code) => visit(Found::Text(&element.exact_text())),
                Some(_) => visit(Found::Text(&element.text())),
            };
        };
        if step.attribute {
            return element.attribute(step.name).is_some_and(|text| visit(Found::Text(text)));
        }
        let children = element.children();
        let children = children.filter(|child| child.is(element.namespace(), step.name));
        nth(children, step.nth).any(|child| self.below(child, rest, visit))
    }
}

/// The shape of a member right below a path.
fn below(extension: &Extension, path: &str, name: &str) -> Option<&'static Shape> {
    extension.shapes.iter().find(|shape| {
        let named = shape.is_element(path, name) || shape.is_attribute(path, name);
        named && !matches!(shape.occurs, Occurs::Implied(_))
    })
}

/// All, or only the one of a number from 1.
fn nth<I: Iterator>(all: I, number: usize) -> impl Iterator<Item = I::Item> {
    let (before, most) = match number.checked_sub(1) {
        None => (0, usize::MAX),
        Some(before) => (before, 1),
    };
    all.skip(before).take(most)
}
