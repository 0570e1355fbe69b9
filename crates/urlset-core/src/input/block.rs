//! Reading into the window: a block becomes the text of the window as it is, without a copy, where it is
//! UTF-8 and little was left of the window before.

use super::{Damage, Input};
use crate::windows_1252::character;
use crate::{Lost, Position, Result, rules};
use alloc::string::String;

/// Bytes of the window where all before them is consumed; measured fastest and small enough to stay in a
/// second-level cache.
pub(super) const MOST: usize = 256 * 1024;

/// Where a read gave fewer bytes they are added to the window, which costs a copy of them and no more: of
/// many such reads none may cost as much as a window.
const FEW: usize = 8 * 1024;

/// A rest of the window that is no longer is put before what is read next, so that both are the next
/// window as they stand.
pub(super) const SHORT: usize = 16 * 1024;

impl Input<'_> {
    /// Reads once, and adds what was read to the window.
    pub(super) fn read_block(&mut self) -> Result<()> {
        // At the limit one byte more is too many. Up to it nothing depends on how much a read gives.
        let left = self.limit.saturating_sub(self.raw_bytes).max(1);
        let room = MOST.min(usize::try_from(left).unwrap_or(usize::MAX));
        // Room for a short window stands before what is read.
        let kept = if self.text.len() <= SHORT { self.text.len() } else { 0 };
        let begun = kept + self.pending.len();
        let length = (begun + room).min(MOST);
        if self.block.is_empty() {
            // Such memory is zero as it comes, and is not written to.
            self.block = vec![0; length];
        } else if self.block.len() < length {
            self.block.resize(length, 0);
        }
        let free = self.block.get_mut(begun..length).unwrap_or_default();
        let count = loop {
            match self.source.read(free) {
                Ok(count) => break count,
                Err(error) if error.kind() == crate::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.failed(error)),
            }
        };
        while let Some((fault, at)) = self.source.finding() {
            let drift = self.damage.last().map_or(self.drift, |damage| damage.drift);
            let here = self.position_at(at.saturating_add_signed(drift));
            let position = Position { byte: self.source.origin(at), ..here };
            self.findings.push(fault.rule.at(position).detail(&fault.detail));
        }
        self.raw_bytes += count as u64;
        if self.raw_bytes > self.limit {
            let found = rules::LIMIT_INPUT.at(self.end_position()).lost(Lost::Rest);
            return Err(found.detail(format!("more than {} bytes", self.limit)).into());
        }
        self.ended = count == 0;
        if let Some(before) = self.block.get_mut(kept..begun) {
            before.copy_from_slice(&self.pending);
        }
        self.pending.clear();
        if kept == self.text.len() && count >= FEW.max(kept) {
            self.take_block(begun + count);
        } else {
            self.decode(kept, begun + count);
        }
        Ok(())
    }

    /// Puts the window before what the block has behind it, up to here, and makes it the window.
    fn take_block(&mut self, upto: usize) {
        let kept = self.text.len();
        if let Some(front) = self.block.get_mut(..kept) {
            front.copy_from_slice(self.text.as_bytes());
        }
        self.block.truncate(upto);
        let begun = if self.ended { 0 } else { begun(&self.block) };
        self.pending.extend(self.block.drain(upto - begun..));
        match String::from_utf8(core::mem::take(&mut self.block)) {
            Ok(text) => self.text = text,
            Err(error) => {
                self.block = error.into_bytes();
                self.block.append(&mut self.pending);
                self.decode(kept, upto);
            }
        }
    }

    /// Appends to the text what stands there in the block.
    fn decode(&mut self, mut from: usize, upto: usize) {
        while from < upto {
            let bytes = self.block.get(from..upto).unwrap_or_default();
            let error = match core::str::from_utf8(bytes) {
                Ok(text) => {
                    self.text.push_str(text);
                    return;
                }
                Err(error) => error,
            };
            let (valid, rest) = bytes.split_at_checked(error.valid_up_to()).unwrap_or((bytes, &[]));
            self.text.push_str(core::str::from_utf8(valid).unwrap_or_default());
            from += valid.len();
            let bad = match error.error_len() {
                Some(length) => length,
                None if self.ended => rest.len(),
                None => {
                    self.pending.extend(rest);
                    return;
                }
            };
            let at = self.base + self.text.len() as u64;
            if self.lenient && self.source.may_be_guessed() {
                self.text.extend(rest.iter().take(bad).map(|byte| character(*byte)));
            } else {
                self.text.push(char::REPLACEMENT_CHARACTER);
            }
            let grown = self.base + self.text.len() as u64 - at;
            let drift = self.damage.last().map_or(self.drift, |damage| damage.drift);
            let drift = drift.saturating_add_unsigned(grown).saturating_sub_unsigned(bad as u64);
            self.damage.push(Damage { at, drift });
            from += bad;
        }
    }
}

/// How many bytes at the end may begin a character that goes on.
fn begun(bytes: &[u8]) -> usize {
    let mut tail = (1..=3).zip(bytes.iter().rev()).filter(|(_, byte)| **byte & 0xc0 != 0x80);
    match tail.next() {
        Some((1, 0xc0..)) => 1,
        Some((2, 0xe0..)) => 2,
        Some((3, 0xf0..)) => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, MOST, SHORT};
    use crate::Input;

    /// Gives so many bytes a read.
    struct By<'t>(&'t [u8], usize);

    impl std::io::Read for By<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let (now, rest) = self.0.split_at(self.0.len().min(self.1).min(buffer.len()));
            buffer[..now.len()].copy_from_slice(now);
            self.0 = rest;
            Ok(now.len())
        }
    }

    /// All of a document that is read by so many bytes, where so many are left in the window.
    fn read(bytes: &[u8], by: usize, left: usize) -> (String, Vec<u64>, crate::Position) {
        let mut input = Input::new(By(bytes, by)).lenient(by.is_multiple_of(2));
        let (mut text, mut damage) = (String::new(), Vec::new());
        loop {
            let more = input.fill().unwrap();
            let mut count = input.window().len().saturating_sub(if more { left } else { 0 });
            while !input.window().is_char_boundary(count) {
                count -= 1;
            }
            text.push_str(&input.window()[..count]);
            damage.extend(input.damage(input.offset(), count));
            input.consume(count);
            if !more {
                return (text, damage, input.position());
            }
        }
    }

    #[test]
    fn windows_are_the_same_however_they_are_read() {
        let whole = "a\u{e9}\n\u{20ac}\u{1f600}b\r\n".repeat(40_000);
        let cut = &whole.as_bytes()[..whole.len() - 9];
        let mut torn = cut.to_vec();
        for at in (0..torn.len()).step_by(70_001) {
            torn[at] = 0xf0 + u8::try_from(at % 16).unwrap();
        }
        for bytes in [whole.as_bytes(), cut, &torn] {
            let odd = read(bytes, 2 * MOST + 1, 0);
            let even = read(bytes, 2 * MOST, 0);
            if bytes == whole.as_bytes() {
                assert!(odd.0 == whole && odd.1.is_empty() && odd == even);
            }
            assert!(even.1.is_empty() == odd.1.is_empty());
            let lefts = [0, 1, 5, SHORT, SHORT + 1, 300_000];
            let each = |by| lefts.map(move |left| (by, left));
            for (by, left) in [FEW - 1, FEW, 100_001, MOST - 2, MOST, MOST + 3].map(each).concat() {
                let expected = [&even, &odd][by % 2];
                assert!(read(bytes, by, left) == *expected, "by {by}, {left} left");
            }
        }
        let few = &torn[70_000..70_100];
        for by in [1, 3] {
            assert!(read(few, by, 0) == read(few, 2 * MOST + 1, 0), "by {by}");
        }
    }
}
