//! The two forms in which nearly every date of a sitemap is written, eight bytes at a look.

use super::{Datetime, Precision, Zone};
use crate::calendar::days_in_month;

impl Datetime {
    /// Reads `2026-03-04`, and that with a time to the second and a zone, where the form has no
    /// faults; `None` for all that [`Datetime::parse`] reads beside these.
    #[inline(always)]
    pub(crate) fn usual(text: &[u8]) -> Option<Datetime> {
        let (first, rest) = text.split_first_chunk::<8>()?;
        let two = |tens: u8, ones: u8| u64::from(u16::from_le_bytes([tens, ones]));
        let midnight = form(b"\0\0T00:00");
        let utc = form(b"\0\0+00:00");
        let ([second, third], precision, sign) = match rest {
            [tens, ones] => {
                ([midnight | two(*tens, *ones), utc | two(b'0', b'0')], Precision::Day, 0)
            }
            _ => {
                let (second, rest) = rest.split_first_chunk::<8>()?;
                let second = u64::from_le_bytes(*second);
                match rest {
                    [b':', tens, ones, b'Z'] => {
                        ([second, utc | two(*tens, *ones)], Precision::Second, b'Z')
                    }
                    [b':', third @ ..] => {
                        let third = third.first_chunk::<8>().filter(|_| third.len() == 8)?;
                        let sign = third[2];
                        if !matches!(sign, b'+' | b'-') {
                            return None;
                        }
                        // Of the form it is a plus, whichever it is.
                        let third = u64::from_le_bytes(*third) ^ u64::from(sign ^ b'+') << 16;
                        ([second, third], Precision::Second, sign)
                    }
                    _ => return None,
                }
            }
        };
        datetime([u64::from_le_bytes(*first), second, third], precision, sign)
    }
}

/// A text of eight bytes as a number.
const fn form(text: &[u8; 8]) -> u64 {
    u64::from_le_bytes(*text)
}

/// Reads `2026-03-`, `04T10:00` and `00+05:30`, of which the last has this for its sign: none for a
/// date without a zone, or `Z` for UTC.
#[inline(always)]
fn datetime(parts: [u64; 3], precision: Precision, sign: u8) -> Option<Datetime> {
    let [(first, one), (second, two), (third, three)] = [
        numbers(parts[0], b"0000-00-"),
        numbers(parts[1], b"00T00:00"),
        numbers(parts[2], b"00+00:00"),
    ];
    let year = u16::from(byte(first, 0)) * 100 + u16::from(byte(first, 2));
    let (month, day) = (byte(first, 5), byte(second, 0));
    let (hour, minute, second) = (byte(second, 3), byte(second, 6), byte(third, 0));
    let (hours, minutes) = (byte(third, 3), byte(third, 6));
    let in_day = (hour < 24) & (minute < 60) & (second < 60) & (hours < 24) & (minutes < 60);
    if !(one & two & three & in_day) {
        return None;
    }
    // Every month has 28 days; the others are looked up.
    let in_calendar =
        day <= 28 && matches!(month, 1..=12) || day <= days_in_month(i64::from(year), month);
    let zone = match (i16::from(hours) * 60 + i16::from(minutes), sign) {
        (offset, b'+') => Zone::Offset(offset),
        (_, b'Z') => Zone::Utc,
        (_, 0) => Zone::Absent,
        (0, b'-') => Zone::MinusZero,
        (offset, b'-') => Zone::Offset(-offset),
        _ => return None,
    };
    let nanosecond = 0;
    (year > 0 && day > 0 && in_calendar).then_some(Datetime {
        nanosecond,
        year,
        zone,
        month,
        day,
        hour,
        minute,
        second,
        precision,
    })
}

/// The numbers of two digits that stand where the form has `00`, each in the place of its tens; and
/// whether there are digits, and all other bytes are those of the form.
#[inline(always)]
fn numbers(text: u64, form: &[u8; 8]) -> (u64, bool) {
    /// The highest bit of each byte.
    const HIGHEST: u64 = u64::from_ne_bytes([0x80; 8]);
    // What is left is 0 to 9 for a digit, and 0 for any other byte of the form. Added to that, this
    // reaches the highest bit of a byte where it is more.
    let room = form.map(|byte| if byte == b'0' { 0x7f - 9 } else { 0x7f });
    let left = text ^ u64::from_le_bytes(*form);
    let beyond = left.wrapping_add(u64::from_le_bytes(room)) | left;
    // Of bytes up to 9 none reaches into the next, ten times as much neither.
    (left.wrapping_mul(10).wrapping_add(left >> 8), beyond & HIGHEST == 0)
}

/// The byte in this place.
#[inline]
fn byte(numbers: u64, place: u32) -> u8 {
    (numbers >> (8 * place)) as u8
}

#[cfg(test)]
mod tests {
    use super::super::Scan;
    use super::Datetime;

    #[test]
    fn the_usual_forms_are_read_as_any() {
        let usual_ones = [
            "2026-03-04",
            "2024-02-29",
            "2026-12-31T10:59:59Z",
            "2026-03-04T23:00:00+05:30",
            "2026-03-04T10:00:00-00:00",
            "0001-01-01T00:00:00-12:00",
        ];
        let of = |text: &[u8]| {
            let read = Scan { rest: text }.datetime().filter(|date| date.faults().next().is_none());
            (Datetime::usual(text), read)
        };
        for text in usual_ones.map(str::as_bytes) {
            let (quick, read) = of(text);
            assert!(quick.is_some() && quick == read);
            for (at, byte) in (0..text.len()).flat_map(|at| (0..=u8::MAX).map(move |b| (at, b))) {
                let mut other = text.to_vec();
                other[at] = byte;
                let (quick, read) = of(&other);
                assert!(quick.is_none() || quick == read, "{}", other.escape_ascii());
                assert!(quick.is_some() || read.is_none(), "{}", other.escape_ascii());
                other.truncate(at);
                let (quick, read) = of(&other);
                assert!(quick.is_none() || quick == read, "{}", other.escape_ascii());
            }
        }
    }

    #[test]
    fn no_day_that_is_none() {
        for month in 0..=13_u8 {
            for day in 0..=32_u8 {
                let text = format!("2025-{month:02}-{day:02}");
                assert_eq!(Datetime::usual(text.as_bytes()), Datetime::parse(&text).ok(), "{text}");
            }
        }
    }
}
