//! Elements as XML in a cell, for what no table of shapes describes.

use urlset_core::{
    Attribute, Content, Diagnostic, Element, Extensions, Input, Place, Position, ReadOptions,
    Result, Severity, Sink,
};
use urlset_xml::{Cursor, Emitter};

/// The element as XML that stands by itself.
pub(crate) fn write(element: Element<'_>) -> String {
    Emitter::standalone(element)
}

/// Reads elements from the XML of a cell that stands at `place`; `false` where it is no XML, and
/// nothing is appended then. What the XML reader finds is reported at the cell.
///
/// # Errors
/// When the sink stops the work.
pub(crate) fn read(
    text: &str,
    options: &ReadOptions,
    place: &dyn Place,
    out: &mut Extensions,
    sink: &mut dyn Sink,
) -> Result<bool> {
    let (mut tape, mut found) = (Extensions::default(), Vec::<Diagnostic>::new());
    let complete = capture(text, options, &mut tape, &mut found).is_ok();
    let broken = found.iter().any(|finding| finding.severity == Severity::Error);
    if !complete || broken || tape.is_empty() {
        return Ok(false);
    }
    let at = place.mark(crate::rules::BAD_CELL.found()).position;
    for finding in found {
        sink.report(Diagnostic { position: at, excerpt: None, ..finding })?;
    }
    for element in tape.elements() {
        copy(element, at, out);
    }
    Ok(true)
}

fn capture(
    text: &str,
    options: &ReadOptions,
    tape: &mut Extensions,
    found: &mut Vec<Diagnostic>,
) -> Result<()> {
    // A root of our own: its children are what the cell holds, one element or several.
    let document = format!("<cell>{text}</cell>");
    let options = ReadOptions { base: None, ..options.clone() };
    let mut cursor = Cursor::new(Input::new(document.as_bytes()), &options).without_remarks();
    cursor.enter_root(&["cell"], found)?;
    while cursor.next_child(found)? {
        cursor.capture(tape, found)?;
    }
    cursor.finish(found)
}

/// Copies an element so that every node stands where the cell does. The cursor bounds the depth.
fn copy(element: Element<'_>, at: Position, out: &mut Extensions) {
    out.open(element.namespace(), element.qname(), at);
    for Attribute { namespace, qname, value } in element.attributes() {
        out.attribute(namespace, qname, value);
    }
    for content in element.contents() {
        match content {
            Content::Text(text) => drop(out.text(text)),
            Content::Element(child) => copy(child, at, out),
        }
    }
    out.close();
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use urlset_core::{Diagnostic, Extensions, Position, ReadOptions};

    fn round(text: &str) -> Option<String> {
        let (mut tape, mut found) = (Extensions::default(), Vec::<Diagnostic>::new());
        let options = ReadOptions::default();
        read(text, &options, &Position::start(0), &mut tape, &mut found)
            .unwrap()
            .then(|| tape.elements().map(write).collect())
    }

    #[test]
    fn elements() {
        let text = r#"<a:b xmlns:a="urn:a" c="1">x<a:d/></a:b>"#;
        assert_eq!(round(text).as_deref(), Some(text));
        for text in ["", "plain", "<a>", "<a></b>", "<a/></cell><b>"] {
            assert_eq!(round(text), None, "{text}");
        }
    }
}
