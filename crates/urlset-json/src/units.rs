//! The text of one entry after the other: lines, or elements of an array.

use crate::rules;
use crate::text::Scan;
use memchr::memchr;
use urlset_core::{Input, Lost, Place, Result, Rule, Sink, Span, rules as core_rules};

/// How the entries of a document are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// An object a line.
    Lines,
    /// Objects in one array.
    Array,
    /// The array has ended.
    Ended,
}

/// The text of an entry at the front of the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    /// Bytes of its text.
    pub(crate) length: usize,
    /// Bytes with its end.
    pub(crate) whole: usize,
}

fn fill(input: &mut Input<'_>, sink: &mut dyn Sink) -> Result<bool> {
    let more = input.fill()?;
    input.report(sink)?;
    Ok(more)
}

fn report(input: &Input<'_>, rule: &'static Rule, lost: Lost, sink: &mut dyn Sink) -> Result<()> {
    sink.report(front(input).mark(rule.found().lost(lost)))
}

fn front<'i, 'a>(input: &'i Input<'a>) -> Span<'i, 'a> {
    Span { input, offset: input.offset(), length: 1 }
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
        let feed = memchr(b'\n', window.get(searched..).unwrap_or_default());
        let length = feed.map_or(window.len(), |at| searched + at);
        let whole = length + usize::from(feed.is_some());
        if length > most && !skipping {
            report(input, &core_rules::LIMIT_ENTRY, Lost::Entry, sink)?;
            skipping = true;
        }
        if skipping {
            input.consume(whole);
            searched = 0;
            skipping = feed.is_none();
        } else if feed.is_some() {
            return Ok(Some(Unit { length, whole }));
        } else {
            searched = length;
        }
        if feed.is_none() && !fill(input, sink)? {
            let length = input.window().len();
            return Ok((length > 0).then_some(Unit { length, whole: length }));
        }
    }
}

/// Brings the next element of an array to the front of the window; `None` after the last.
///
/// # Errors
/// `json/truncated` where the input ends before the array does.
pub(crate) fn next_element(
    input: &mut Input<'_>,
    most: usize,
    first: bool,
    sink: &mut dyn Sink,
) -> Result<Option<Unit>> {
    let mut commas = usize::from(first);
    loop {
        let window = input.window();
        let space = window.len() - window.trim_start_matches([' ', '\t', '\n', '\r']).len();
        input.consume(space);
        match input.window().bytes().next() {
            None => {
                if !fill(input, sink)? {
                    return Err(truncated(input));
                }
            }
            Some(b',') => {
                commas += 1;
                if commas > 1 {
                    report(input, &rules::SEPARATOR, Lost::Nothing, sink)?;
                }
                input.consume(1);
            }
            Some(b']') => {
                if commas == 1 && !first {
                    report(input, &rules::SEPARATOR, Lost::Nothing, sink)?;
                }
                input.consume(1);
                finish(input, sink)?;
                return Ok(None);
            }
            Some(_) => {
                if commas == 0 {
                    report(input, &rules::SEPARATOR, Lost::Nothing, sink)?;
                }
                if let Some(length) = measure(input, most, sink)? {
                    return Ok(Some(Unit { length, whole: length }));
                }
                commas = 0;
            }
        }
    }
}

/// Length of the value at the front; `None` where it was too large and has been consumed.
fn measure(input: &mut Input<'_>, most: usize, sink: &mut dyn Sink) -> Result<Option<usize>> {
    let mut scan = Scan::default();
    let mut skipping = false;
    loop {
        let end = scan.end(input.window());
        let length = end.unwrap_or(input.window().len());
        if length > most && !skipping {
            report(input, &core_rules::LIMIT_ENTRY, Lost::Entry, sink)?;
            skipping = true;
        }
        match end {
            // A stray bracket is no value: it is read as one so that reading goes on.
            Some(length) if !skipping => return Ok(Some(length.max(1))),
            Some(length) => {
                input.consume(length);
                return Ok(None);
            }
            None if skipping => {
                input.consume(length);
                scan.forget(length);
            }
            None => {}
        }
        if !fill(input, sink)? {
            return Err(truncated(input));
        }
    }
}

fn truncated(input: &Input<'_>) -> urlset_core::Error {
    let end = Span { input, offset: input.offset() + input.window().len() as u64, length: 0 };
    end.mark(rules::TRUNCATED.found().lost(Lost::Rest)).into()
}

/// Looks at what follows the array.
fn finish(input: &mut Input<'_>, sink: &mut dyn Sink) -> Result<()> {
    loop {
        let window = input.window();
        let rest = window.trim_start_matches([' ', '\t', '\n', '\r']);
        let (space, empty) = (window.len() - rest.len(), rest.is_empty());
        input.consume(space);
        if !empty {
            return report(input, &rules::AFTER_END, Lost::Rest, sink);
        }
        if !fill(input, sink)? {
            return Ok(());
        }
    }
}
