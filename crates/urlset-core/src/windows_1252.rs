//! The charset that bytes are read in that are no UTF-8 (WHATWG Encoding, index windows-1252).

use crate::{Diagnostic, Input};
use alloc::string::String;
use alloc::vec::Vec;

/// What windows-1252 has at 0x80 to 0x9f (WHATWG Encoding, index windows-1252).
const HIGH: [u16; 32] = [
    0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039,
    0x152, 0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc,
    0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
];

impl Input<'_> {
    /// Of a stretch that begins and perhaps goes on with bytes that were not UTF-8 and were guessed,
    /// what stands from the first to the last of them: with their numbers, and as they were read.
    pub fn guessed(&self, first: u64, end: u64) -> [String; 2] {
        let length = u32::try_from(end.saturating_sub(first)).unwrap_or(u32::MAX);
        // What is longer is cut anyway.
        let odd = self.damage(first, length as usize).take(Diagnostic::DETAIL);
        let odd: Vec<u64> = odd.map(|at| at - first).collect();
        let last = odd.last().and_then(|at| usize::try_from(*at).ok()).unwrap_or_default();
        let (mut was, mut now) = (String::new(), String::new());
        for (at, c) in self.text_at(first, length).unwrap_or_default().char_indices() {
            if at > last.min(Diagnostic::DETAIL) {
                break;
            }
            now.push(c);
            match odd.contains(&(at as u64)) {
                true => was.push_str(&written_byte(c)),
                false => was.push(c),
            }
        }
        [was, now]
    }
}

/// The byte that windows-1252 has for a character that was read by it, as people write it: `\xE9`.
fn written_byte(c: char) -> String {
    let code = u32::from(c);
    let high = HIGH.iter().position(|high| u32::from(*high) == code);
    let byte = high.and_then(|at| u32::try_from(at).ok()).map_or(code, |at| at + 0x80);
    format!("\\x{byte:02X}")
}

/// The character that windows-1252 gives a byte.
pub(crate) fn character(byte: u8) -> char {
    let code = match byte {
        0x80..=0x9f => HIGH.get(usize::from(byte - 0x80)).copied().unwrap_or_default(),
        other => u16::from(other),
    };
    char::from_u32(u32::from(code)).unwrap_or(char::REPLACEMENT_CHARACTER)
}
