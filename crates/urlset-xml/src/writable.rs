//! Takes out of an element what XML cannot hold, before it is written.

use crate::escape::is_xml_char;
use crate::rules;
use urlset_core::{Attribute, Content, Element, Extensions, Lost, Result, Sink};

/// Whether XML can hold every character of a text (XML 1.0 section 2.2).
pub fn is_writable(text: &str) -> bool {
    // U+FFFE and U+FFFF begin with this byte; without branches, so that it runs over many at once.
    let odd = text.bytes().fold(false, |odd, byte| odd | (byte < b' ') | (byte == 0xef));
    !odd || text.chars().all(is_xml_char)
}

/// A copy of an element without what has a character in it that XML cannot hold; each is reported.
/// Of an element that holds others it is the text or the attribute alone; any other is left out as the
/// one value that it is. Empty where nothing is left.
///
/// # Errors
/// When the sink stops the work.
pub fn writable(element: Element<'_>, sink: &mut dyn Sink) -> Result<Extensions> {
    let mut tape = Extensions::default();
    let mut levels: Vec<Level<'_>> = Vec::new();
    levels.extend(open(element, &mut tape, sink)?);
    while let Some(level) = levels.last_mut() {
        match level.contents.next() {
            Some(Content::Text(text)) => {
                level.holds = true;
                tape.text(text);
            }
            Some(Content::Element(child)) => match open(child, &mut tape, sink)? {
                Some(level) => levels.push(level),
                None => level.lacks = true,
            },
            None => {
                let Some(level) = levels.pop() else { break };
                // What held nothing but that says nothing.
                let empty = level.lacks && !level.holds;
                match empty {
                    true => tape.abandon(),
                    false => drop(tape.close()),
                }
                if let Some(above) = levels.last_mut() {
                    above.lacks |= empty;
                    above.holds |= !empty;
                }
            }
        }
    }
    Ok(tape)
}

/// An element that is being copied.
struct Level<'e> {
    contents: std::vec::IntoIter<Content<'e>>,
    /// Whether an attribute, a text or a child of it is kept.
    holds: bool,
    /// Whether a child of it is left out.
    lacks: bool,
}

/// Begins a copy; `None` where the element was reported as left out.
fn open<'e>(
    element: Element<'e>,
    tape: &mut Extensions,
    sink: &mut dyn Sink,
) -> Result<Option<Level<'e>>> {
    let mut contents: Vec<Content<'e>> = element.contents().collect();
    let texts = contents.iter().all(|content| match content {
        Content::Text(text) => is_writable(text),
        Content::Element(_) => true,
    });
    let fits = |one: &Attribute<'_>| is_writable(one.namespace) && is_writable(one.value);
    let whole = texts && element.attributes().all(|one| fits(&one));
    let mut tell = |detail: &str| {
        let finding = rules::UNWRITABLE_CHAR.at(element.position());
        sink.report(finding.detail(detail).lost(Lost::Field))
    };
    let parts = contents.iter().any(|content| matches!(content, Content::Element(_)));
    if !is_writable(element.namespace()) || !whole && !parts {
        tell(element.qname())?;
        return Ok(None);
    }
    tape.open(element.namespace(), element.qname(), element.position());
    let mut holds = false;
    for attribute in element.attributes() {
        if fits(&attribute) {
            holds = true;
            tape.attribute(attribute.namespace, attribute.qname, attribute.value);
        } else {
            tell(&format!("{}/@{}", element.qname(), attribute.qname))?;
        }
    }
    if !texts {
        tell(element.qname())?;
        contents.retain(|content| matches!(content, Content::Element(_)));
    }
    Ok(Some(Level { contents: contents.into_iter(), holds, lacks: !whole }))
}
