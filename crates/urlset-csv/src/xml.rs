//! Elements as XML in a cell, for what no table of shapes describes.

use crate::rules;
use urlset_core::{
    Diagnostic, Element, Extensions, Header, Lost, Place, ReadOptions, Result, Severity, Sink,
};
use urlset_xml::{Emitter, read_fragment};

/// The element as XML that stands by itself; `None` where it has a character that XML cannot hold.
pub(crate) fn write(element: Element<'_>) -> Option<String> {
    let emitter = Emitter::new("", &Header::default(), &[], false);
    let mut xml = String::new();
    emitter.write(element, 0, &mut xml).then_some(xml)
}

/// Reads elements from the XML of a cell that stands at `place`. What the XML reader finds is
/// reported at the cell; where it is no XML, nothing is appended.
///
/// # Errors
/// When the sink stops the work.
pub(crate) fn read(
    text: &str,
    options: &ReadOptions,
    place: &dyn Place,
    out: &mut Extensions,
    sink: &mut dyn Sink,
) -> Result<()> {
    let (mark, at) = (out.mark(), place.position());
    let why = match read_fragment(text, options, at, out) {
        Ok(fragment) if fragment.elements > 0 => {
            let is_broken = |finding: &&Diagnostic| finding.severity == Severity::Error;
            match fragment.findings.iter().find(is_broken) {
                Some(fault) => format!("{} {}", fault.rule.summary, fault.detail),
                None => {
                    return fragment.findings.into_iter().try_for_each(|finding| {
                        sink.report(Diagnostic { excerpt: None, ..finding })
                    });
                }
            }
        }
        Ok(_) => "no element".to_owned(),
        Err(why) => why,
    };
    out.rollback(mark);
    place.tell(&rules::BAD_CELL, &why, Lost::Field, sink)
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use urlset_core::{Diagnostic, Extensions, Position, ReadOptions};

    fn round(text: &str) -> Option<String> {
        let (mut tape, mut found) = (Extensions::default(), Vec::<Diagnostic>::new());
        let options = ReadOptions::default();
        read(text, &options, &Position::start(0), &mut tape, &mut found).unwrap();
        let elements = tape.elements().map(|element| write(element).unwrap());
        found.is_empty().then(|| elements.collect())
    }

    #[test]
    fn elements() {
        let text = r#"<a:b xmlns:a="urn:a" c="1">x<a:d/></a:b>"#;
        assert_eq!(round(text).as_deref(), Some(text));
        for text in ["", "plain", "<a>", "<a></b>", "<a/></other><b>"] {
            assert_eq!(round(text), None, "{text}");
        }
    }
}
