//! The text of one value after the other: lines, elements of an array, members of an object.
//! Only what is asked for is kept in memory, however long the document is.

use crate::rules;
use crate::text::{Scan, string};
use memchr::memchr2;
use std::borrow::Cow;
use urlset_core::{Input, Lost, Place, Result, Rule, Sink, Span, rules as core_rules};

/// How the entries of a document are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// An object a line.
    Lines,
    /// Objects one after the other, each over several lines.
    Spread,
    /// Objects in one array.
    Array,
    /// The array has ended.
    Ended,
}

/// Bytes that a value may have, and the rule that says so.
pub type Most = (usize, &'static Rule);

/// The text of a value at the front of the window.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// Bytes of its text.
    pub length: usize,
    /// Bytes with its end.
    pub whole: usize,
}

fn fill(input: &mut Input<'_>, sink: &mut dyn Sink) -> Result<bool> {
    let more = input.fill()?;
    input.report(sink)?;
    Ok(more)
}

fn report(input: &Input<'_>, rule: &'static Rule, lost: Lost, sink: &mut dyn Sink) -> Result<()> {
    front(input).report(rule.found().lost(lost), sink)
}

fn too_large(input: &Input<'_>, most: Most, lost: Lost, sink: &mut dyn Sink) -> Result<()> {
    front(input).tell(most.1, &format!("more than {} bytes", most.0), lost, sink)
}

fn front<'i, 'a>(input: &'i Input<'a>) -> Span<'i, 'a> {
    Span { input, offset: input.offset(), length: 1 }
}

/// Where the first line of a text ends, and where the next begins, looked for from `searched` on.
/// CR alone ends one between two objects: within one it is white space, and there a comma divides them.
fn line_end(text: &[u8], searched: usize) -> Option<(usize, usize)> {
    let mut from = searched;
    loop {
        let at = from + memchr2(b'\n', b'\r', text.get(from..)?)?;
        let is_end = match (text.get(at)?, text.get(at + 1)) {
            (b'\n', _) => true,
            (_, next) => next == Some(&b'{') && text.get(..at)?.trim_ascii_end().ends_with(b"}"),
        };
        if is_end {
            return Some((at, at + 1));
        }
        from = at + 1;
    }
}

/// Brings the next line to the front of the window. Longer ones than `most` bytes are reported and
/// left out; `None` at the end.
pub(crate) fn next_line(
    input: &mut Input<'_>,
    most: usize,
    sink: &mut dyn Sink,
) -> Result<Option<Unit>> {
    let mut searched = 0;
    let mut skipping = false;
    loop {
        let window = input.window().as_bytes();
        let end = line_end(window, searched);
        let (length, whole) = end.unwrap_or((window.len(), window.len()));
        if length > most && !skipping {
            too_large(input, (most, &core_rules::LIMIT_ENTRY), Lost::Entry, sink)?;
            skipping = true;
        }
        if skipping {
            input.consume(whole);
            searched = 0;
            skipping = end.is_none();
        } else if end.is_some() {
            return Ok(Some(Unit { length, whole }));
        } else {
            // What follows a CR at the end is not known yet.
            searched = length.saturating_sub(1);
        }
        if end.is_none() && !fill(input, sink)? {
            let length = input.window().len();
            return Ok((length > 0).then_some(Unit { length, whole: length }));
        }
    }
}

/// Goes to the next element of an array or member of an object that ends with `close`; `false`
/// after the last. Commas that lack or are too many are told.
fn next_start(input: &mut Input<'_>, close: u8, first: bool, sink: &mut dyn Sink) -> Result<bool> {
    let mut commas = usize::from(first);
    while let Some(byte) = next_byte(input, sink)? {
        if byte == b',' {
            commas += 1;
        }
        let wrong = match byte {
            b',' => commas > 1,
            byte if byte == close => commas == 1 && !first,
            _ => commas == 0,
        };
        if wrong {
            report(input, &rules::SEPARATOR, Lost::Nothing, sink)?;
        }
        if byte != b',' && byte != close {
            return Ok(true);
        }
        input.consume(1);
        if byte == close {
            return Ok(false);
        }
    }
    Err(truncated(input))
}

/// Brings the next element of an array, whose bracket has been consumed, to the front of the
/// window; `None` after the last. Larger ones than `most` bytes are reported and left out.
///
/// # Errors
/// `json/truncated` where the input ends before the array does.
pub fn next_element(
    input: &mut Input<'_>,
    most: usize,
    first: bool,
    sink: &mut dyn Sink,
) -> Result<Option<Unit>> {
    let mut first = first;
    while next_start(input, b']', first, sink)? {
        if let Some(length) =
            next_value(input, (most, &core_rules::LIMIT_ENTRY), Lost::Entry, sink)?
        {
            return Ok(Some(Unit { length, whole: length }));
        }
        first = false;
    }
    Ok(None)
}

/// Brings the next of values that only white space divides to the front of the window; `None` at
/// the end. Larger ones than `most` bytes are reported and left out.
pub(crate) fn next_spread(
    input: &mut Input<'_>,
    most: usize,
    sink: &mut dyn Sink,
) -> Result<Option<Unit>> {
    while next_byte(input, sink)?.is_some() {
        if let Some(length) =
            next_value(input, (most, &core_rules::LIMIT_ENTRY), Lost::Entry, sink)?
        {
            return Ok(Some(Unit { length, whole: length }));
        }
    }
    Ok(None)
}

/// Reads the name of the next member of an object, whose bracket has been consumed, and its colon,
/// so that the value is at the front of the window; `None` after the last.
///
/// # Errors
/// `json/truncated` where the input ends before the object does, `json/not-json` where there is no
/// name and colon.
pub fn next_name(
    input: &mut Input<'_>,
    most: usize,
    first: bool,
    sink: &mut dyn Sink,
) -> Result<Option<String>> {
    if !next_start(input, b'}', first, sink)? {
        return Ok(None);
    }
    let most = (most, &core_rules::LIMIT_TOKEN);
    let length = next_value(input, most, Lost::Field, sink)?.unwrap_or(0);
    let raw = input.window().get(..length).unwrap_or_default();
    let Some(name) = string(raw).map(Cow::into_owned) else {
        return Err(front(input).mark(rules::NOT_JSON.found().lost(Lost::Rest)).into());
    };
    // RFC 8259 section 7: neither is in a string as it is.
    if raw.bytes().any(|byte| byte < 0x20) {
        report(input, &rules::NOT_JSON, Lost::Nothing, sink)?;
    }
    if !input.guesses() && input.damage(input.offset(), length).next().is_some() {
        report(input, &rules::NOT_UTF8, Lost::Nothing, sink)?;
    }
    input.consume(length);
    if next_byte(input, sink)? != Some(b':') {
        return Err(front(input).mark(rules::NOT_JSON.found().lost(Lost::Rest)).into());
    }
    input.consume(1);
    next_byte(input, sink)?;
    Ok(Some(name))
}

/// The next byte that is no white space, at the front of the window; `None` at the end.
///
/// # Errors
/// When the input fails or the sink stops the work.
pub fn next_byte(input: &mut Input<'_>, sink: &mut dyn Sink) -> Result<Option<u8>> {
    loop {
        let window = input.window();
        let space = window.len() - window.trim_start_matches([' ', '\t', '\n', '\r']).len();
        input.consume(space);
        if let Some(byte) = input.window().bytes().next() {
            return Ok(Some(byte));
        }
        if !fill(input, sink)? {
            return Ok(None);
        }
    }
}

/// Length of the value at the front of the window, all of which is then in it; `None` where it was
/// larger than it may be: that has been reported as the loss of `lost`, and it is consumed.
///
/// # Errors
/// `json/truncated` where the input ends before the value does.
pub fn next_value(
    input: &mut Input<'_>,
    (most, rule): Most,
    lost: Lost,
    sink: &mut dyn Sink,
) -> Result<Option<usize>> {
    let mut scan = Scan::default();
    let mut skipping = false;
    loop {
        let end = scan.end(input.window());
        let length = end.unwrap_or(input.window().len());
        if length > most && !skipping {
            too_large(input, (most, rule), lost, sink)?;
            skipping = true;
        }
        match end {
            // A stray bracket is no value: it is read as one so that reading goes on.
            Some(length) if !skipping => return Ok(Some(length.max(1))),
            Some(length) => {
                input.consume(length);
                return Ok(None);
            }
            None if skipping => input.consume(scan.pass()),
            None => {}
        }
        if !fill(input, sink)? {
            return Err(truncated(input));
        }
    }
}

/// Whether a text begins with an object that does not end in it.
pub(crate) fn is_open(text: &str) -> bool {
    let text = text.trim_ascii_start();
    text.starts_with('{') && Scan::default().end(text).is_none()
}

pub(crate) fn truncated(input: &Input<'_>) -> urlset_core::Error {
    let end = Span { input, offset: input.offset() + input.window().len() as u64, length: 0 };
    let finding = rules::TRUNCATED.found().lost(Lost::Rest);
    if input.window().is_empty() {
        return end.mark(finding).into();
    }
    let begins = input.position();
    let detail = format!("what begins at {}:{} does not end", begins.line, begins.column);
    end.mark(finding.detail(detail)).into()
}

/// Looks at what follows the document's one value.
///
/// # Errors
/// When the input fails or the sink stops the work.
pub fn finish(input: &mut Input<'_>, sink: &mut dyn Sink) -> Result<()> {
    match next_byte(input, sink)? {
        Some(_) => report(input, &rules::AFTER_END, Lost::Rest, sink),
        None => Ok(()),
    }
}
