//! Elements that no known extension claims, as XML in a string.

use urlset_core::{Diagnostic, Error, Extensions, Input, ReadOptions};
use urlset_xml::Cursor;

/// An element around the text, so that text beside the element it should be is seen.
const AROUND: &str = "other";

/// Appends the element that a text is; gives what was found on the way, with places in the text.
/// `Err` says why the text is no element; the tape is unchanged then.
pub(crate) fn read(
    text: &str,
    options: &ReadOptions,
    out: &mut Extensions,
) -> Result<Vec<Diagnostic>, String> {
    let mark = out.mark();
    let mut findings: Vec<Diagnostic> = Vec::new();
    let wrapped = format!("<{AROUND}>{text}</{AROUND}>");
    let outcome = capture(&wrapped, options, out, &mut findings);
    let why = match outcome {
        Ok(1) => return Ok(findings),
        Ok(0) => "no element".to_owned(),
        Ok(count) => format!("{count} elements"),
        Err(Error::Stopped(finding)) => format!("{} {}", finding.rule.summary, finding.detail),
        Err(error) => error.to_string(),
    };
    out.rollback(mark);
    Err(why)
}

fn capture(
    text: &str,
    options: &ReadOptions,
    out: &mut Extensions,
    findings: &mut Vec<Diagnostic>,
) -> urlset_core::Result<usize> {
    let mut cursor = Cursor::new(Input::new(text.as_bytes()), options).without_remarks();
    cursor.enter_root(&[AROUND], findings)?;
    let mut count = 0;
    while cursor.next_child(findings)? {
        cursor.capture(out, findings)?;
        count += 1;
    }
    cursor.finish(findings)?;
    Ok(count)
}
