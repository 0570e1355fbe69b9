//! The charset that bytes are read in that are no UTF-8 (WHATWG Encoding, index windows-1252).

/// What windows-1252 has at 0x80 to 0x9f (WHATWG Encoding, index windows-1252).
const HIGH: [u16; 32] = [
    0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039,
    0x152, 0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc,
    0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
];

/// The byte that windows-1252 has for a character that was read by it, as people write it: `\xE9`.
pub fn written_byte(c: char) -> String {
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
