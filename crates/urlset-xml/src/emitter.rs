//! Elements of a tape as XML text, with the namespaces that are in force.

use crate::escape::{escape_attribute, escape_text, is_xml_char};
use crate::writable::writable;
use urlset_core::{Attribute, Content, Element, Extension, Header, Result, Sink};

/// Writes elements of tapes below a root. Prefixes are chosen by namespace: what the root declares
/// is used, anything else is declared on the element that needs it.
///
/// ```
/// use urlset_core::{Extensions, Position};
/// use urlset_xml::Emitter;
///
/// let mut extensions = Extensions::default();
/// extensions.open("urn:x", "x:stock", Position::default());
/// extensions.text("7 < 8").close();
/// let stock = extensions.elements().next().unwrap();
/// let xml = Emitter::standalone(stock, &mut ())?;
/// assert_eq!(xml, "<x:stock xmlns:x=\"urn:x\">7 &lt; 8</x:stock>");
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Emitter {
    default: Box<str>,
    declared: Vec<(Box<str>, Box<str>)>,
    extensions: &'static [&'static Extension],
    pretty: bool,
}

/// What is declared inside one element that is being written: prefix and namespace.
type Bindings = Vec<(String, String)>;

/// An extension and the path of an element in its shapes.
type Place = (&'static Extension, String);

/// An element whose content is being written.
struct Level<'e> {
    contents: std::vec::IntoIter<Content<'e>>,
    qname: String,
    /// Bindings in force outside it.
    bindings: usize,
    /// Whether its children stand on lines of their own.
    spaced: bool,
    /// The shapes' path of its children, where it belongs to a known extension.
    shape: Option<Place>,
}

impl Emitter {
    /// An emitter for what stands below a root that declares `default` as its namespace and the
    /// header's prefixes. The extensions give the order of children.
    pub fn new(
        default: &str,
        header: &Header,
        extensions: &'static [&'static Extension],
        pretty: bool,
    ) -> Emitter {
        let mut declared: Vec<(Box<str>, Box<str>)> = Vec::new();
        for namespace in &header.namespaces {
            let again = declared.iter().any(|(prefix, _)| *prefix == namespace.prefix);
            // One that cannot be written is for the elements that are in it, which tell of it.
            let writable = namespace.uri.chars().all(is_xml_char);
            if !again && writable && !namespace.uri.is_empty() && &*namespace.uri != default {
                declared.push((namespace.prefix.clone(), namespace.uri.clone()));
            }
        }
        Emitter { default: default.into(), declared, extensions, pretty }
    }

    /// Appends ` xmlns="…" xmlns:p="…"` for the root.
    pub fn declarations(&self, out: &mut String) {
        if !self.default.is_empty() {
            attribute("xmlns", &self.default, out);
        }
        for (prefix, uri) in &self.declared {
            attribute(&prefixed("xmlns", prefix), uri, out);
        }
    }

    /// Appends an element with all it holds. The children of known extensions are put into the
    /// order of their schema. `indent` is the depth for pretty writing.
    ///
    /// # Errors
    /// When the sink stops the work. What has a character that XML cannot hold is left out and
    /// reported; nothing is appended where nothing is left.
    pub fn element(
        &self,
        element: Element<'_>,
        indent: usize,
        out: &mut String,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let start = out.len();
        if self.write(element, indent, out) {
            return Ok(());
        }
        out.truncate(start);
        for element in writable(element, sink)?.elements() {
            self.write(element, indent, out);
        }
        Ok(())
    }

    /// The same with U+FFFD for each character that XML cannot hold; `false` where there was one.
    pub fn write(&self, element: Element<'_>, indent: usize, out: &mut String) -> bool {
        let mut bindings = Bindings::new();
        let mut levels: Vec<Level<'_>> = Vec::new();
        let mut whole = true;
        let extension = self.extensions.iter().copied().find(|known| element.is_item(known));
        let shape = extension.map(|extension| (extension, String::new()));
        if let Some(level) = self.begin(element, shape, &mut bindings, &mut whole, out) {
            levels.push(level);
        }
        while let Some(level) = levels.last_mut() {
            match level.contents.next() {
                Some(Content::Text(text)) => whole &= escape_text(text, out),
                Some(Content::Element(child)) => {
                    let shape = level.shape.as_ref().map(|shape| below(shape, child.name()));
                    if level.spaced {
                        self.line(indent + levels.len(), out);
                    }
                    if let Some(level) = self.begin(child, shape, &mut bindings, &mut whole, out) {
                        levels.push(level);
                    }
                }
                None => {
                    let Some(level) = levels.pop() else { break };
                    if level.spaced {
                        self.line(indent + levels.len(), out);
                    }
                    out.push_str("</");
                    out.push_str(&level.qname);
                    out.push('>');
                    bindings.truncate(level.bindings);
                }
            }
        }
        whole
    }

    fn line(&self, depth: usize, out: &mut String) {
        out.push('\n');
        for _ in 0..depth {
            out.push_str("  ");
        }
    }

    /// Writes a start tag; the level of an element that holds something.
    fn begin<'e>(
        &self,
        element: Element<'e>,
        shape: Option<Place>,
        bindings: &mut Bindings,
        whole: &mut bool,
        out: &mut String,
    ) -> Option<Level<'e>> {
        let before = bindings.len();
        let qname = self.qname(element.namespace(), element.qname(), false, bindings);
        let attributes: Vec<(String, Attribute<'e>)> = element
            .attributes()
            .map(|attribute| {
                let own = attribute.namespace.is_empty();
                let name = if own {
                    attribute.name().to_owned()
                } else {
                    self.qname(attribute.namespace, attribute.qname, true, bindings)
                };
                (name, attribute)
            })
            .collect();
        out.push('<');
        out.push_str(&qname);
        for (prefix, uri) in bindings.iter().skip(before) {
            match prefix.as_str() {
                "" => *whole &= attribute("xmlns", uri, out),
                prefix => *whole &= attribute(&prefixed("xmlns", prefix), uri, out),
            }
        }
        for (name, value) in attributes {
            *whole &= attribute(&name, value.value, out);
        }
        let contents = ordered(element, shape.as_ref());
        if contents.is_empty() {
            out.push_str("/>");
            bindings.truncate(before);
            return None;
        }
        out.push('>');
        let text = contents.iter().any(|content| matches!(content, Content::Text(_)));
        let spaced = self.pretty && !text;
        Some(Level { contents: contents.into_iter(), qname, bindings: before, spaced, shape })
    }

    /// The name to write, binding what is not in force yet.
    fn qname(&self, uri: &str, written: &str, attribute: bool, bindings: &mut Bindings) -> String {
        let (hint, local) = written.split_once(':').unwrap_or(("", written));
        if uri == crate::XML_NAMESPACE {
            return prefixed("xml", local);
        }
        let default = bindings.iter().rev().find(|(prefix, _)| prefix.is_empty());
        let default = default.map_or(&*self.default, |(_, uri)| uri.as_str());
        if uri == default && !attribute {
            return local.to_owned();
        }
        if uri.is_empty() || (uri == &*self.default && !attribute) {
            bindings.push((String::new(), uri.to_owned()));
            return local.to_owned();
        }
        if let Some(prefix) = self.bound(uri, bindings) {
            return prefixed(prefix, local);
        }
        let prefix = self.free_prefix(uri, hint, bindings);
        let name = prefixed(&prefix, local);
        bindings.push((prefix, uri.to_owned()));
        name
    }

    /// A prefix that stands for the namespace here.
    fn bound<'s>(&'s self, uri: &str, bindings: &'s Bindings) -> Option<&'s str> {
        let local = bindings.iter().rev().map(|(prefix, uri)| (prefix.as_str(), uri.as_str()));
        let root = self.declared.iter().map(|(prefix, uri)| (&**prefix, &**uri));
        let inner = bindings;
        let hidden = move |prefix: &str, uri: &str| {
            inner
                .iter()
                .rev()
                .find(|(known, _)| known == prefix)
                .is_some_and(|(_, known)| known != uri)
        };
        local
            .chain(root)
            .find(|(prefix, known)| *known == uri && !prefix.is_empty() && !hidden(prefix, uri))
            .map(|(prefix, _)| prefix)
    }

    fn free_prefix(&self, uri: &str, hint: &str, bindings: &Bindings) -> String {
        let usual = self.extensions.iter().find(|extension| extension.namespace == uri);
        let wanted = match (usual, hint) {
            (Some(extension), _) => extension.prefix,
            (None, "" | "xml" | "xmlns") => "ns",
            (None, hint) => hint,
        };
        let taken = |prefix: &str| {
            self.declared.iter().any(|(known, _)| &**known == prefix)
                || bindings.iter().any(|(known, _)| known == prefix)
        };
        let mut free = wanted.to_owned();
        let mut number = 2_u32;
        while taken(&free) {
            free = format!("{wanted}{number}");
            number += 1;
        }
        free
    }

    /// The element as XML that stands by itself: every prefix it uses is declared in it.
    ///
    /// # Errors
    /// As [`Emitter::element`].
    pub fn standalone(element: Element<'_>, sink: &mut dyn Sink) -> Result<String> {
        let emitter = Emitter::new("", &Header::default(), &[], false);
        let mut out = String::new();
        emitter.element(element, 0, &mut out, sink)?;
        Ok(out)
    }
}

/// The place of a child in the extension's shapes.
fn below(shape: &Place, name: &str) -> Place {
    match shape {
        (extension, path) if path.is_empty() => (extension, name.to_owned()),
        (extension, path) => (extension, format!("{path}/{name}")),
    }
}

/// What the element holds, children in the order of the extension's shapes.
fn ordered<'e>(element: Element<'e>, shape: Option<&Place>) -> Vec<Content<'e>> {
    let mut contents: Vec<Content<'e>> = element.contents().collect();
    let Some((extension, path)) = shape else {
        return contents;
    };
    let rank = |content: &Content<'_>| match content {
        Content::Text(_) => 0,
        Content::Element(child) => {
            let by_name = || extension.element_shape(path, child.name());
            child.shape_in(extension, path).or_else(by_name).map_or(usize::MAX, |(at, _)| at)
        }
    };
    let only_elements = contents.iter().all(|content| matches!(content, Content::Element(_)));
    if only_elements && !contents.is_sorted_by_key(rank) {
        contents.sort_by_key(rank);
    }
    contents
}

/// A name with its prefix.
fn prefixed(prefix: &str, local: &str) -> String {
    let mut name = String::with_capacity(prefix.len() + 1 + local.len());
    name.push_str(prefix);
    name.push(':');
    name.push_str(local);
    name
}

/// Appends an attribute; `false` where a character was replaced.
fn attribute(name: &str, value: &str, out: &mut String) -> bool {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    let whole = escape_attribute(value, out);
    out.push('"');
    whole
}

#[cfg(test)]
mod tests {
    use super::Emitter;
    use urlset_core::{Diagnostic, Extensions, Header, Namespace, Position};

    #[test]
    fn a_namespace_that_cannot_be_written_is_told() {
        let namespaces = vec![Namespace { prefix: "x".into(), uri: "urn:\u{1}".into() }];
        let header = Header { namespaces, ..Header::default() };
        let emitter = Emitter::new("urn:root", &header, &[], false);
        let mut root = String::new();
        emitter.declarations(&mut root);
        assert_eq!(root, " xmlns=\"urn:root\"");
        for qname in ["x:a", "a"] {
            let (mut tape, mut out) = (Extensions::default(), String::new());
            tape.open("urn:\u{1}", qname, Position::default()).text("b").close();
            let mut findings: Vec<Diagnostic> = Vec::new();
            for element in tape.elements() {
                emitter.element(element, 0, &mut out, &mut findings).unwrap();
            }
            assert_eq!(out, "");
            let told: Vec<&str> = findings.iter().map(|finding| finding.rule.id).collect();
            assert_eq!(told, ["xml/unwritable-char"]);
        }
    }

    #[test]
    fn a_value_that_cannot_be_written_whole_is_left_out() {
        let at = Position::default();
        let mut tape = Extensions::default();
        tape.open("urn:x", "x:a", at);
        tape.leaf("urn:x", "x:b", "1\u{1}").leaf("urn:x", "x:c", "2");
        tape.open("urn:x", "x:d", at).leaf("urn:x", "x:e", "\u{ffff}").close();
        tape.open("urn:x", "x:f", at).attribute("", "g", "\u{8}").text("3").close().close();
        tape.open("urn:x", "x:h", at).leaf("urn:x", "x:i", "\0").close();
        tape.open("urn:x", "x:j", at).attribute("", "k", "\u{8}").attribute("", "l", "5");
        tape.text("\0").leaf("urn:x", "x:m", "4").close();
        tape.open("urn:x", "x:n", at).text("\0").leaf("urn:x", "x:o", "\0").close();
        let emitter = Emitter::new("urn:x", &Header::default(), &[], false);
        let (mut out, mut findings) = (String::new(), Vec::<Diagnostic>::new());
        for element in tape.elements() {
            emitter.element(element, 0, &mut out, &mut findings).unwrap();
        }
        assert_eq!(out, "<a><c>2</c></a><j l=\"5\"><m>4</m></j>");
        let told: Vec<&str> = findings.iter().map(|finding| &*finding.detail).collect();
        assert_eq!(told, ["x:b", "x:e", "x:f", "x:i", "x:j/@k", "x:j", "x:n", "x:o"]);
    }
}
