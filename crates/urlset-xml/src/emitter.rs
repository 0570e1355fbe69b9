//! Elements of a tape as XML text.

use urlset_core::{Element, Extension, Header, Result, Sink};

/// Writes elements with the namespaces that are in force.
#[derive(Debug)]
pub struct Emitter {}

#[allow(clippy::todo, unused, missing_docs, clippy::missing_errors_doc)]
impl Emitter {
    /// An emitter for content of a root that declares `default` as its namespace and the header's
    /// prefixes. `extensions` give the order of children and the usual prefixes.
    pub fn new(
        default: &str,
        header: &Header,
        extensions: &'static [&'static Extension],
        pretty: bool,
    ) -> Emitter {
        todo!()
    }
    /// Appends ` xmlns="…" xmlns:p="…"…` for the root.
    pub fn declarations(&self, out: &mut String) {
        todo!()
    }
    /// Appends an element of a tape with all it holds, declaring what is not in force. `indent` is
    /// the depth for pretty printing.
    pub fn element(
        &self,
        element: Element<'_>,
        indent: usize,
        out: &mut String,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        todo!()
    }
    /// The element as XML that stands by itself: every prefix it uses is declared on it.
    pub fn standalone(element: Element<'_>) -> String {
        todo!()
    }
}
