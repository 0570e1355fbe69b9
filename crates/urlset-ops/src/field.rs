//! What an extension element is called outside XML, and how it looks in one line.

use std::fmt::{Display, Formatter, Result};
use urlset_core::{Element, Extension};

/// The field that an element belongs to: its extension's name, or `other` where no extension of the
/// list claims it.
pub fn field_name(element: Element<'_>, extensions: &[&'static Extension]) -> &'static str {
    extensions
        .iter()
        .find(|extension| element.is(extension.namespace, extension.element))
        .map_or("other", |extension| extension.name)
}

/// An element in one line: its text, its attributes, and those of all that is in it.
pub(crate) struct Glance<'e>(pub(crate) Element<'e>);

impl Display for Glance<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "<{}>", self.0.qname())?;
        for attribute in self.0.attributes() {
            write!(f, " {}={}", attribute.name(), attribute.value)?;
        }
        let text = self.0.text();
        if !text.is_empty() {
            write!(f, " {text}")?;
        }
        let mut open = vec![self.0.children()];
        while let Some(children) = open.last_mut() {
            let Some(child) = children.next() else {
                open.pop();
                continue;
            };
            write!(f, " {}", child.name())?;
            for attribute in child.attributes() {
                write!(f, " {}={}", attribute.name(), attribute.value)?;
            }
            let text = child.text();
            if !text.is_empty() || child.children().next().is_none() {
                write!(f, "={text}")?;
            }
            open.push(child.children());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Glance;
    use urlset_core::{Extensions, Position};

    /// Two items that differ in it look otherwise.
    #[test]
    fn what_is_deep_in_an_element_is_shown() {
        let mut tape = Extensions::default();
        let at = Position::start(0);
        tape.open("urn:n", "n:news", at);
        tape.open("urn:n", "n:publication", at);
        tape.open("urn:n", "n:name", at);
        tape.attribute("", "kind", "print");
        tape.text("Alpha");
        tape.close().close();
        tape.open("urn:n", "n:tag", at);
        tape.close().close();
        let shown: Vec<_> = tape.elements().map(|one| Glance(one).to_string()).collect();
        assert_eq!(shown, ["<n:news> publication name kind=print=Alpha tag="]);
    }
}
