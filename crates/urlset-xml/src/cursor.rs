//! Pull reading of one document.

use std::borrow::Cow;
use urlset_core::{Extensions, Input, Namespace, Position, ReadOptions, Result, Sink, Span};

/// The namespace of `xml:base` and `xml:lang`.
pub const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";

/// Pull reading of one document: the element it stands on, and ways into and past it.
#[derive(Debug)]
pub struct Cursor<'a> {
    input: Input<'a>,
}

#[allow(clippy::todo, unused, missing_docs, clippy::missing_errors_doc)]
impl<'a> Cursor<'a> {
    /// A cursor before the document's root.
    pub fn new(input: Input<'a>, options: &ReadOptions) -> Cursor<'a> {
        Cursor { input }
    }
    /// Reads up to the root element and stands on it. No root is an error (`xml/no-root`...).
    pub fn enter_root(&mut self, sink: &mut dyn Sink) -> Result<()> {
        todo!()
    }
    /// Stands on the next child of the element whose content is being read (the root after
    /// `enter_root`; an element that it stood on becomes that parent by `enter`); `false` when that
    /// parent ends, and the grandparent's content goes on.
    pub fn next_child(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        todo!()
    }
    /// Makes the element it stands on the parent whose children `next_child` gives. An element that
    /// is neither entered, read, captured nor skipped is skipped by the next `next_child`.
    pub fn enter(&mut self) {
        todo!()
    }
    /// Namespace of the element it stands on; empty for none. Known misspellings have been mapped.
    pub fn namespace(&self) -> &str {
        todo!()
    }
    /// Local name.
    pub fn name(&self) -> &str {
        todo!()
    }
    /// Name with prefix as written.
    pub fn qname(&self) -> &str {
        todo!()
    }
    /// Value of an attribute without namespace of the element it stands on.
    pub fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        todo!()
    }
    /// Value of an attribute in a namespace, such as `xml:base`.
    pub fn attribute_in(&self, namespace: &str, name: &str) -> Option<Cow<'_, str>> {
        todo!()
    }
    /// Of the `<` of the element it stands on.
    pub fn position(&self) -> Position {
        todo!()
    }
    /// The start tag it stands on, as a place for findings; valid right after it was reached.
    pub fn tag_span(&self) -> Span<'_, 'a> {
        todo!()
    }
    /// Reads the element's own character data (references resolved, CDATA and comments handled;
    /// child elements are skipped and reported) up to its end tag; see `text`.
    pub fn read_text(&mut self, sink: &mut dyn Sink) -> Result<()> {
        todo!()
    }
    /// What `read_text` read, as it was, not trimmed.
    pub fn text(&self) -> &str {
        todo!()
    }
    /// Where that was.
    pub fn text_span(&self) -> Span<'_, 'a> {
        todo!()
    }
    /// Copies the element onto the tape and leaves it.
    pub fn capture(&mut self, out: &mut Extensions, sink: &mut dyn Sink) -> Result<()> {
        todo!()
    }
    /// Leaves the element without looking at what is in it.
    pub fn skip(&mut self, sink: &mut dyn Sink) -> Result<()> {
        todo!()
    }
    /// Prefixes bound on the root.
    pub fn root_namespaces(&self) -> &[Namespace] {
        todo!()
    }
    /// The data of the `xml-stylesheet` instruction before the root.
    pub fn stylesheet(&self) -> Option<&str> {
        todo!()
    }
    /// After the root has ended: what follows it, and one note about comments and instructions
    /// that were left out.
    pub fn finish(&mut self, sink: &mut dyn Sink) -> Result<()> {
        todo!()
    }
}
