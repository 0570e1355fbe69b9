//! A typed value that stands on the tape.

use crate::{Diagnostic, Element, Extensions};

/// A value that an extension element stands for: `Image`, `Video`, `News`, `Alternate`.
pub trait ExtensionItem: Sized {
    /// The extension's namespace.
    const NAMESPACE: &'static str;
    /// Local name of the element, a child of the entry.
    const ELEMENT: &'static str;

    /// Reads the value.
    ///
    /// # Errors
    /// A finding at the element's position where something that the value cannot do without is
    /// missing or unreadable.
    fn decode(element: Element<'_>) -> Result<Self, Diagnostic>;

    /// Appends the value as an element, children in the order of its schema.
    fn encode(&self, out: &mut Extensions);
}
