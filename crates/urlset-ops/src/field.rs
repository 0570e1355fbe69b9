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

/// An element in one line: its text, its attributes, and the texts of its children.
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
        for child in self.0.children() {
            write!(f, " {}={}", child.name(), child.text())?;
        }
        Ok(())
    }
}
