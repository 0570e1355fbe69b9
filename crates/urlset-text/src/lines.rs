//! Lines of an input's window, none longer than allowed.

use memchr::memchr2;
use urlset_core::{Input, Lost, Place, Result, Sink, Span, rules};

/// A line at the front of the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// Bytes of its text.
    pub(crate) length: usize,
    /// Bytes of its end: 0 to 2.
    pub(crate) ending: usize,
}

/// Brings the next line to the front of the window. Longer ones than `most` bytes are reported and
/// left out; `None` at the end.
#[inline]
pub(crate) fn next(
    input: &mut Input<'_>,
    most: usize,
    sink: &mut dyn Sink,
) -> Result<Option<Line>> {
    match find(input, 0) {
        Some(line) if line.length <= most => Ok(Some(line)),
        _ => search(input, most, sink),
    }
}

/// The same where the line does not end in the window, or is too long.
#[cold]
fn search(input: &mut Input<'_>, most: usize, sink: &mut dyn Sink) -> Result<Option<Line>> {
    let mut searched = 0;
    loop {
        let found = find(input, searched);
        let length = found.map_or(input.window().len(), |line| line.length);
        if length > most {
            skip(input, (searched, most), sink)?;
            searched = 0;
        } else if found.is_some() {
            return Ok(found);
        } else {
            // A CR at the window's end is looked at again: an LF may follow.
            let open = usize::from(input.window().ends_with('\r'));
            searched = length - open;
            if !fill(input, sink)? {
                let last = Line { length, ending: 0 };
                return Ok(find(input, searched).or((length > 0).then_some(last)));
            }
        }
    }
}

/// A line that ends in the window and no end of which was found before `from`.
fn find(input: &Input<'_>, from: usize) -> Option<Line> {
    let window = input.window().as_bytes();
    ended(window, from + memchr2(b'\n', b'\r', window.get(from..)?)?, input.at_end())
}

/// The line of this length at the front, behind which a line feed or carriage return stands; `None` where
/// nobody knows yet what ends it, or where something else stands there.
#[inline]
pub(crate) fn ended(window: &[u8], length: usize, at_end: bool) -> Option<Line> {
    let ending = match window.get(length..)? {
        [b'\r', b'\n', ..] => 2,
        [b'\r'] if !at_end => return None,
        [b'\n' | b'\r', ..] => 1,
        _ => return None,
    };
    Some(Line { length, ending })
}

fn fill(input: &mut Input<'_>, sink: &mut dyn Sink) -> Result<bool> {
    let more = input.fill()?;
    input.report(sink)?;
    Ok(more)
}

/// Reports the line at the front as too long and consumes it, a window at a time.
fn skip(
    input: &mut Input<'_>,
    (mut searched, most): (usize, usize),
    sink: &mut dyn Sink,
) -> Result<()> {
    let shown = Span { input, offset: input.offset(), length: 1 };
    let detail = format!("more than {most} bytes");
    shown.tell(&rules::LIMIT_TOKEN, &detail, Lost::Entry, sink)?;
    loop {
        if let Some(line) = find(input, searched) {
            input.consume(line.length + line.ending);
            return Ok(());
        }
        let open = usize::from(input.window().ends_with('\r'));
        input.consume(input.window().len() - open);
        searched = 0;
        if !fill(input, sink)? {
            input.consume(open);
            return Ok(());
        }
    }
}
