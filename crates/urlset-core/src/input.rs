//! The text of one document: buffered, counted, limited.

mod block;
mod bytes;
mod piece;
mod places;

use crate::diagnostic::{head, tail};
use crate::io::Read;
use crate::lines::Lines;
use crate::{Error, Excerpt, Fault, Limits, Position, Result, Sink, Source};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;

/// The text of one document: a window that readers look at, extend and consume.
///
/// The window is always UTF-8. Bytes that are not become U+FFFD, or the character that
/// windows-1252 gives them in lenient reading; either way [`Input::damage`] knows the place.
///
/// ```
/// use urlset_core::Input;
///
/// let mut input = Input::new(&b"one\ntwo"[..]);
/// assert_eq!(input.peek(8)?, "one\ntwo");
/// input.consume(4);
/// assert_eq!((input.window(), input.position().line), ("two", 2));
/// # Ok::<(), urlset_core::Error>(())
/// ```
pub struct Input<'a> {
    source: Box<dyn Source + 'a>,
    /// What is read into. It becomes the text, and the text it, as one memory.
    block: Vec<u8>,
    /// Bytes that began a character at the end of the last read.
    pending: Vec<u8>,
    text: String,
    /// How much of `text` has been consumed.
    start: usize,
    /// Offset of `text` in the decoded text.
    base: u64,
    /// Lines up to `base`.
    base_lines: Lines,
    /// Lines up to the place asked for last.
    counted: Cell<Lines>,
    /// Lines up to a pinned place, counted on the way to one behind it.
    passed: Cell<Lines>,
    /// Lines up to the last place asked for that was before the farthest one, in the same line.
    aside: Cell<Lines>,
    damage: Vec<Damage>,
    /// How many of them stood before what was asked last.
    damage_before: Cell<usize>,
    /// By how much the text before the window is longer than its bytes were.
    drift: i64,
    /// An offset whose position may be asked for after it has left the window.
    pinned: u64,
    /// That position, once it has left.
    pinned_position: Option<Position>,
    /// What [`Input::know_lines`] was told, for the next fill.
    known_lines: Option<[u32; 2]>,
    findings: Vec<crate::Diagnostic>,
    /// A failure met while looking ahead.
    failed: Option<Error>,
    number: u32,
    /// Where all of it stands that was taken out of a document.
    place: Option<Position>,
    limit: u64,
    raw_bytes: u64,
    lenient: bool,
    ended: bool,
}

/// Bytes that were not UTF-8.
#[derive(Clone, Copy, Debug)]
struct Damage {
    /// Offset in the decoded text of what stands in their place.
    at: u64,
    /// By how much the text up to and with it is longer than its bytes were.
    drift: i64,
}

struct Plain<R>(R);

impl<R: Read> Read for Plain<R> {
    fn read(&mut self, buffer: &mut [u8]) -> crate::io::Result<usize> {
        self.0.read(buffer)
    }
}

impl<R: Read + Send> Source for Plain<R> {}

impl core::fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Input").field("number", &self.number).finish_non_exhaustive()
    }
}

impl<'a> Input<'a> {
    /// The text of a plain reader.
    pub fn new(inner: impl Read + Send + 'a) -> Input<'a> {
        Input::from_source(Plain(inner))
    }

    /// The text of a source that has something to say for itself.
    pub fn from_source(source: impl Source + 'a) -> Input<'a> {
        Input {
            source: Box::new(source),
            block: Vec::new(),
            pending: Vec::new(),
            text: String::new(),
            start: 0,
            base: 0,
            base_lines: Lines::default(),
            counted: Cell::default(),
            passed: Cell::default(),
            aside: Cell::default(),
            damage: Vec::new(),
            damage_before: Cell::new(0),
            drift: 0,
            pinned: 0,
            pinned_position: None,
            known_lines: None,
            findings: Vec::new(),
            failed: None,
            number: 0,
            place: None,
            limit: u64::MAX,
            raw_bytes: 0,
            lenient: false,
            ended: false,
        }
    }

    /// Gives the number that its positions carry.
    pub fn numbered(mut self, number: u32) -> Input<'a> {
        self.number = number;
        self
    }

    /// Ends with `limit/input-bytes` where the document is larger.
    pub fn limited(mut self, limits: &Limits) -> Input<'a> {
        self.limit = limits.input_bytes;
        self
    }

    /// Reads bytes that are not UTF-8 as windows-1252 instead of U+FFFD.
    pub fn lenient(mut self, lenient: bool) -> Input<'a> {
        self.lenient = lenient;
        self
    }

    /// Whether bytes that are not UTF-8 are read as windows-1252.
    pub fn guesses(&self) -> bool {
        self.lenient && self.source.may_be_guessed()
    }

    /// What has been read and not consumed.
    #[inline]
    pub fn window(&self) -> &str {
        self.text.get(self.start..).unwrap_or_default()
    }

    /// Whether the source has nothing more to give.
    pub fn at_end(&self) -> bool {
        self.ended
    }

    /// The number that its positions carry.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Offset of the window's first byte in the decoded text.
    #[inline]
    pub fn offset(&self) -> u64 {
        self.base + self.start as u64
    }

    /// Takes bytes off the window's front; `count` must not cut a character.
    #[inline]
    pub fn consume(&mut self, count: usize) {
        self.start = (self.start + count).min(self.text.len());
    }

    /// Extends the window; `false` where the source has ended. What was consumed before is gone.
    ///
    /// # Errors
    /// When the machine fails, the source found something that it could not survive, or the input
    /// is larger than allowed.
    pub fn fill(&mut self) -> Result<bool> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let lines = self.known_lines.take();
        if self.ended {
            return Ok(false);
        }
        self.forget_consumed(lines);
        let before = self.text.len();
        while self.text.len() == before && !self.ended {
            self.read_block()?;
        }
        Ok(self.text.len() > before)
    }

    /// Hands on what the source found and survived.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn report(&mut self, sink: &mut dyn Sink) -> Result<()> {
        for finding in self.findings.drain(..) {
            sink.report(finding)?;
        }
        Ok(())
    }

    /// Makes the window at least `count` bytes long where the source has so many, and gives it. A
    /// failure that comes after some text waits for the next [`Input::fill`], so that looking ahead
    /// never costs what was read before it.
    ///
    /// # Errors
    /// As [`Input::fill`], where the window is empty.
    pub fn peek(&mut self, count: usize) -> Result<&str> {
        while self.window().len() < count && self.failed.is_none() {
            match self.fill() {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) if self.window().is_empty() => return Err(error),
                Err(error) => self.failed = Some(error),
            }
        }
        Ok(self.window())
    }

    fn forget_consumed(&mut self, lines: Option<[u32; 2]>) {
        if self.start == 0 {
            return;
        }
        let kept_from = self.base + self.start as u64;
        if self.pinned < kept_from && self.pinned_position.is_none() {
            let [pinned, _] = lines.unwrap_or_default();
            self.pinned_position = Some(self.pinned_on_line(pinned));
        }
        self.base_lines = match lines {
            Some([_, line]) => Lines::at(kept_from, line, 1),
            None => self.count(kept_from),
        };
        if self.counted.get().upto < kept_from {
            self.counted.set(self.base_lines);
        }
        if self.block.is_empty() && self.window().len() <= block::SHORT {
            let rest = self.window().to_owned();
            self.block = core::mem::replace(&mut self.text, rest).into_bytes();
        } else {
            self.text.drain(..self.start);
        }
        self.base = kept_from;
        self.start = 0;
        let gone = self.damage.partition_point(|damage| damage.at < kept_from);
        if let Some(last) = gone.checked_sub(1).and_then(|last| self.damage.get(last)) {
            self.drift = last.drift;
            self.damage.drain(..gone);
        }
    }

    fn failed(&mut self, error: crate::io::Error) -> Error {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<Fault>()) {
            Some(fault) => {
                let finding = fault.rule.at(self.end_position()).detail(&fault.detail);
                finding.lost(crate::Lost::Rest).into()
            }
            None => error.into(),
        }
    }

    fn end_position(&self) -> Position {
        self.position_at(self.base + self.text.len() as u64)
    }

    /// Offsets, in the decoded text, of bytes in a stretch of the window that were not UTF-8.
    pub fn damage(&self, from: u64, length: usize) -> impl Iterator<Item = u64> + '_ {
        let first = self.first_damage(from);
        let upto = from + length as u64;
        self.damage.iter().skip(first).map(|damage| damage.at).take_while(move |at| *at < upto)
    }

    /// How many of them stand before an offset. Who reads asks for one stretch after the other, and a window may hold
    /// nothing else.
    fn first_damage(&self, from: u64) -> usize {
        let is_before = |at: usize| self.damage.get(at).is_some_and(|damage| damage.at < from);
        let known = self.damage_before.get();
        let mut first = if known.checked_sub(1).is_none_or(is_before) { known } else { 0 };
        let mut step = 1;
        while is_before(first + step - 1) {
            first += step;
            step *= 2;
        }
        let near = self.damage.get(first..).unwrap_or_default();
        let near = near.get(..step - 1).unwrap_or(near);
        first += near.partition_point(|damage| damage.at < from);
        self.damage_before.set(first);
        first
    }

    /// Whether there were any there.
    #[inline]
    pub fn is_damaged(&self, from: u64, length: usize) -> bool {
        !self.damage.is_empty() && self.damage(from, length).next().is_some()
    }

    /// The offset in the source of an offset of the decoded text.
    fn source_byte(&self, offset: u64) -> u64 {
        if self.damage.is_empty() {
            return self.source.origin(offset.saturating_add_signed(self.drift.saturating_neg()));
        }
        let last = self.first_damage(offset).checked_sub(1).and_then(|last| self.damage.get(last));
        let drift = last.map_or(self.drift, |damage| damage.drift);
        self.source.origin(offset.saturating_add_signed(drift.saturating_neg()))
    }

    /// Where an offset of the decoded text is; exact from the start of the window that the last
    /// [`Input::fill`] left. Before that, in the same line, it is where ASCII would be.
    pub fn position_at(&self, offset: u64) -> Position {
        if let Some(place) = self.place {
            return place;
        }
        if let Some(row) = self.source.row(offset) {
            let line = u32::try_from(row).unwrap_or(u32::MAX);
            return Position { input: self.number, line, column: u32::from(line > 0), byte: 0 };
        }
        let at = usize::try_from(offset.saturating_sub(self.base)).unwrap_or(usize::MAX);
        let lines = self.count(offset).before(self.text.as_bytes().get(at));
        Position {
            input: self.number,
            line: lines.ends.saturating_add(1),
            column: lines.columns.saturating_add(1),
            byte: self.source_byte(offset),
        }
    }

    /// The same of an offset whose line and column the reader knows, in a line that has nothing but ASCII
    /// before it.
    pub fn place_on(&self, offset: u64, line: u32, column: u32) -> Position {
        let byte = self.source_byte(offset);
        if offset > self.counted.get().upto {
            self.counted.set(Lines::at(offset, line, column));
        }
        self.place.unwrap_or(Position { input: self.number, line, column, byte })
    }

    /// Remembers an offset of the window, so that its position can be asked for later. Lines are
    /// counted only if that happens.
    pub fn pin(&mut self, offset: u64) {
        self.pinned = offset;
        self.pinned_position = None;
    }

    /// The same of an offset whose line and column the reader knows, as [`Input::place_on`] has it.
    pub fn pin_on(&mut self, offset: u64, line: u32, column: u32) {
        self.pin(offset);
        self.passed.set(Lines::at(offset, line, column));
    }

    /// Where the offset pinned last is.
    pub fn pinned(&self) -> Position {
        self.pinned_position.unwrap_or_else(|| self.position_at(self.pinned))
    }

    /// The same where the reader knows which line begins there; 0 where it does not.
    pub fn pinned_on_line(&self, line: u32) -> Position {
        match self.pinned_position {
            Some(position) => position,
            None if line > 0 && self.source.row(self.pinned).is_none() => {
                self.place_on(self.pinned, line, 1)
            }
            None => self.position_at(self.pinned),
        }
    }

    /// For a reader that counts lines: which one begins at the pinned offset, 0 where it does not know, and
    /// which at the front of the window. The next [`Input::fill`] need not count them then.
    pub fn know_lines(&mut self, pinned_and_front: Option<[u32; 2]>) {
        self.known_lines = pinned_and_front;
    }

    /// Of the window's first byte.
    pub fn position(&self) -> Position {
        self.position_at(self.offset())
    }

    /// A stretch of the window; `None` where it has left that.
    pub(crate) fn text_at(&self, offset: u64, length: u32) -> Option<&str> {
        let at = usize::try_from(offset.checked_sub(self.base)?).ok()?;
        self.text.get(at..at.checked_add(length as usize)?)
    }

    /// What is around a stretch of the window, in its line; `None` where it has left that.
    pub fn excerpt(&self, offset: u64, length: u32) -> Option<Excerpt> {
        let at = usize::try_from(offset.checked_sub(self.base)?).ok()?;
        let (before, rest) = self.text.split_at_checked(at)?;
        // No farther than is shown: a line may be the whole document.
        let near = tail(before, Excerpt::PART);
        let shown = near.get(near.rfind(['\n', '\r']).map_or(0, |end| end + 1)..)?;
        let text = head(rest, (length as usize).min(Excerpt::PART));
        let after = rest.get(text.len()..)?;
        let text = text.split_inclusive(['\n', '\r']).next().unwrap_or_default();
        let after = if text.ends_with(['\n', '\r']) { "" } else { after };
        let after = head(after, Excerpt::PART);
        let after_end = after.find(['\n', '\r']).unwrap_or(after.len());
        Some(Excerpt {
            before: shown.to_owned(),
            text: text.trim_end_matches(['\n', '\r']).to_owned(),
            after: after.get(..after_end)?.to_owned(),
            cut: shown.len() == near.len() && (near.len() < before.len() || self.base > 0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Input;

    /// Gives one byte a read.
    struct Slow<'t>(&'t [u8]);

    impl std::io::Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else {
                return Ok(0);
            };
            buffer[0] = *first;
            self.0 = rest;
            Ok(1)
        }
    }

    #[test]
    fn positions_do_not_depend_on_the_reads() {
        let text = "ab\ncd\u{e9}\n\nx";
        let mut slow = Input::new(Slow(text.as_bytes()));
        let mut fast = Input::new(text.as_bytes());
        fast.peek(100).unwrap();
        while slow.fill().unwrap() {
            let length = slow.window().len();
            slow.consume(length);
        }
        for (offset, line, column) in [(0, 1, 1), (3, 2, 1), (7, 2, 4), (9, 4, 1)] {
            let position = fast.position_at(offset);
            assert_eq!((position.line, position.column, position.byte), (line, column, offset));
        }
        assert_eq!(fast.position_at(1).line, 1);
        assert_eq!((slow.position().line, slow.position().column), (4, 2));
    }

    #[test]
    fn places_may_be_asked_for_in_any_order() {
        let text = "\u{feff}one\n zwö\r\n  three\rfour\r\r\n\n five".repeat(3);
        let at = |offset: u64| {
            let before = &text[..usize::try_from(offset).unwrap()];
            // A carriage return that a line feed follows ends no line.
            let split = before.ends_with('\r') && text[before.len()..].starts_with('\n');
            let joined = before.replace("\r\n", "\n");
            let joined = joined[..joined.len() - usize::from(split)].replace('\r', "\n");
            let line = joined.rsplit('\n').next().unwrap();
            let columns = line.chars().count() + usize::from(split);
            let mark = usize::from(line.len() == joined.len() && offset > 0);
            (joined.matches('\n').count() + 1, columns - mark + 1)
        };
        let length = text.len() as u64;
        let places = (0..length).filter(|at| text.is_char_boundary(usize::try_from(*at).unwrap()));
        let places: Vec<u64> = places.collect();
        let half = |at: u64| places[places.partition_point(|place| *place < at / 2)];
        for (pinned, behind) in places.iter().flat_map(|one| places.iter().map(|two| (*one, *two)))
        {
            let mut input = Input::new(text.as_bytes());
            input.peek(1000).unwrap();
            input.pin(pinned);
            for offset in [behind, pinned, half(behind), length - 1, pinned, behind] {
                let place = input.position_at(offset);
                assert_eq!((place.line as usize, place.column as usize), at(offset), "{offset}");
            }
            assert_eq!(input.pinned(), input.position_at(pinned));
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_known() {
        let mut input = Input::new(&b"a\xe9b\xc3"[..]);
        assert_eq!(input.peek(10).unwrap(), "a\u{fffd}b\u{fffd}");
        assert_eq!(input.damage(0, 10).collect::<Vec<_>>(), [1, 5]);
        let mut input = Input::new(Slow(b"a\xe9b\x80")).lenient(true);
        assert_eq!(input.peek(10).unwrap(), "a\u{e9}b\u{20ac}");
        assert_eq!(input.damage(0, 10).count(), 2);
    }

    #[test]
    fn damage_is_found_wherever_it_is_asked() {
        let mut input = Input::new(&b"\xff\xffa\xff\xff\xffbc\xff"[..]);
        input.peek(100).unwrap();
        let all = [0, 3, 7, 10, 13, 18];
        for from in (0..22).chain((0..22).rev()).chain([5, 19, 0, 21, 8, 7]) {
            let wanted: Vec<u64> =
                all.into_iter().filter(|at| (from..from + 8).contains(at)).collect();
            assert_eq!(input.damage(from, 8).collect::<Vec<_>>(), wanted, "{from}");
        }
        let bytes = b"\xff\xffa\xff\xff\xffbc\xff".repeat(3000);
        let (mut input, mut found) = (Input::new(&bytes[..]), 0);
        while input.fill().unwrap() || !input.window().is_empty() {
            let (at, length) = (input.offset(), input.window().len().div_ceil(2));
            let length = input.window().ceil_char_boundary(length);
            found += input.damage(at, length).count();
            assert_eq!(
                input.damage(at, length).last(),
                input.damage(0, usize::MAX >> 1).take_while(|one| *one < at + length as u64).last()
            );
            input.consume(length);
        }
        assert_eq!(found, 18_000);
    }

    #[test]
    fn looking_ahead_costs_nothing_that_was_read() {
        struct Broken(bool);
        impl std::io::Read for Broken {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                if core::mem::replace(&mut self.0, true) {
                    return Err(std::io::Error::other("broken"));
                }
                buffer[0] = b'x';
                Ok(1)
            }
        }
        let mut input = Input::new(Broken(false));
        assert_eq!(input.peek(10).unwrap(), "x");
        assert_eq!(input.peek(10).unwrap(), "x");
        assert!(input.fill().is_err());
        assert!(Input::new(Broken(true)).peek(1).is_err());
    }

    #[test]
    fn bytes_are_counted_as_the_source_has_them() {
        for lenient in [false, true] {
            let mut input = Input::new(Slow(b"a\xe9\x80\n\xffb")).lenient(lenient);
            input.peek(100).unwrap();
            let b = input.window().find('b').unwrap() as u64;
            assert_eq!((input.position_at(b).byte, input.position_at(b).line), (5, 2));
            let length = input.window().len() - 1;
            input.consume(length);
            assert!(!input.fill().unwrap());
            assert_eq!(input.position_at(b).byte, 5);
        }
    }

    #[test]
    fn line_ends_may_stand_between_two_reads() {
        for (text, line, column) in
            [("a\r\nb", 2, 1), ("a\rb", 2, 1), ("a\r\r\nbc", 3, 2), ("\u{feff}ab\u{e9}c", 1, 4)]
        {
            let mut input = Input::new(Slow(text.as_bytes()));
            while input.fill().unwrap() {
                let length = input.window().len();
                let count = if input.window().ends_with(['b', 'c']) { length - 1 } else { length };
                input.consume(count);
            }
            let place = input.position();
            assert_eq!((place.line, place.column), (line, column), "{text:?}");
        }
    }

    #[test]
    fn a_place_that_has_left_the_window_keeps_its_line() {
        let mut input = Input::new(Slow(b"one\ntwo three"));
        while input.fill().unwrap() {
            let length = input.window().len();
            input.consume(length);
        }
        for (offset, line, column) in [(12, 2, 9), (8, 2, 5), (4, 2, 1), (13, 2, 10)] {
            let place = input.position_at(offset);
            assert_eq!((place.line, place.column), (line, column), "{offset}");
        }
    }

    #[test]
    fn excerpts_stay_in_their_line() {
        let mut input = Input::new(&b"one\ntwo three four\nfive"[..]);
        input.peek(100).unwrap();
        let excerpt = input.excerpt(8, 5).unwrap();
        assert_eq!((&*excerpt.before, &*excerpt.text, &*excerpt.after), ("two ", "three", " four"));
        assert!(!excerpt.cut);
    }
}
