//! Elements as XML in a string or a cell, where formats without markup keep what they have no names
//! for.

use crate::cursor::Cursor;
use crate::protocol::is_protocol;
use urlset_core::{Diagnostic, Error, Extensions, Input, Position, ReadOptions, Result};

/// An element around the text, so that text beside the elements in it is seen.
const AROUND: &str = "other";

/// What a text held.
#[derive(Debug, Default)]
pub struct Fragment {
    /// How many elements.
    pub elements: usize,
    /// What was found on the way.
    pub findings: Vec<Diagnostic>,
}

/// Appends the elements that a text holds, which is at `at` in a document, as are all of them then. One
/// whose prefix nothing declares is told and left out.
///
/// # Errors
/// Why they cannot be kept: the text is no XML, or an element in it would be the protocol's own among
/// the fields of an entry, another page or another address. The tape is unchanged then.
pub fn read_fragment(
    text: &str,
    options: &ReadOptions,
    at: Position,
    out: &mut Extensions,
) -> std::result::Result<Fragment, String> {
    let mark = out.mark();
    let mut fragment = Fragment::default();
    let input = Input::piece(format!("<{AROUND}>{text}</{AROUND}>"), at);
    let cursor = Cursor::new(input, options).without_remarks();
    let why = match capture(cursor, out, &mut fragment) {
        Ok(None) => return Ok(fragment),
        Ok(Some(why)) => why,
        Err(Error::Stopped(finding)) => format!("{} {}", finding.rule.summary, finding.detail),
        Err(error) => error.to_string(),
    };
    out.rollback(mark);
    Err(why)
}

/// Why an element may not stand there, where one may not.
fn capture(
    mut cursor: Cursor<'_>,
    out: &mut Extensions,
    fragment: &mut Fragment,
) -> Result<Option<String>> {
    let findings = &mut fragment.findings;
    cursor.enter_root(&[AROUND], findings)?;
    while cursor.next_child(findings)? {
        fragment.elements += 1;
        if cursor.is_undeclared() {
            cursor.skip(findings)?;
        } else if is_protocol(cursor.namespace(), cursor.name()) {
            return Ok(Some(format!("`{}` is an element of the protocol", cursor.qname())));
        } else {
            cursor.capture(out, findings)?;
        }
    }
    cursor.finish(findings)?;
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::read_fragment;
    use crate::Emitter;
    use urlset_core::{Extensions, Position, ReadOptions};

    fn round(text: &str) -> Result<String, String> {
        let at = Position { input: 2, line: 5, column: 9, byte: 70 };
        let mut tape = Extensions::default();
        let read = read_fragment(text, &ReadOptions::default(), at, &mut tape)?;
        assert!(read.findings.iter().all(|finding| finding.position == at), "{text}");
        assert!(tape.elements().all(|element| element.position() == at), "{text}");
        let written = tape.elements().map(|one| Emitter::standalone(one, &mut ()).unwrap());
        Ok(written.collect())
    }

    #[test]
    fn elements() {
        for text in [
            r#"<a:b xmlns:a="urn:a" c="1">x<a:d/></a:b>"#,
            "<a/><b>c</b>",
            // Not of the protocol, whatever is in it; and what the protocol does not have.
            r#"<a:b xmlns:a="urn:a"><a:loc/></a:b>"#,
            r#"<ns:url xmlns:ns="urn:a"><ns:loc/></ns:url>"#,
            r#"<ns:b xmlns:ns="http://www.sitemaps.org/schemas/sitemap/0.9"/>"#,
        ] {
            assert_eq!(round(text).as_deref(), Ok(text));
        }
        assert_eq!(round("<!-- none --><a:b/>").as_deref(), Ok(""));
        for text in ["<a>", "<a></b>"] {
            assert!(round(text).is_err(), "{text}");
        }
        let (mut tape, at) = (Extensions::default(), Position::start(0));
        let read = read_fragment("<a/></other><b/>", &ReadOptions::default(), at, &mut tape);
        assert_eq!(read.unwrap().findings.first().unwrap().rule.id, "xml/content-after-root");
    }

    #[test]
    fn the_protocols_own_may_not_stand_there() {
        for name in crate::protocol::NAMES {
            for uri in [
                "",
                "http://www.sitemaps.org/schemas/sitemap/0.9",
                "https://sitemaps.org/schemas/sitemap/0.9/",
                "http://www.google.com/schemas/sitemap/0.84",
            ] {
                let why = Err(format!("`{name}` is an element of the protocol"));
                assert_eq!(round(&format!("<a/><{name} xmlns='{uri}'/>")), why);
            }
        }
        let why = Err("`x:LOC` is an element of the protocol".to_owned());
        assert_eq!(round("<x:LOC xmlns:x='http://www.sitemaps.org/schemas/sitemap/0.9'/>"), why);
    }
}
