//! A datetime as its fields: 4 bytes for a day, 7 for a second, more with an offset or a fraction.

use urlset_core::compact::{Unpack, put_number, put_signed};
use urlset_core::{Datetime, Precision, Zone};

/// Precisions without digits, in the order of their numbers; a fraction follows as 4 and its digits.
const WHOLE: [Precision; 5] =
    [Precision::Year, Precision::Month, Precision::Day, Precision::Minute, Precision::Second];

/// Appends a datetime.
pub(crate) fn put(datetime: Datetime, out: &mut Vec<u8>) {
    let precision = match datetime.precision() {
        Precision::Year => 0,
        Precision::Month => 1,
        Precision::Day => 2,
        Precision::Minute => 3,
        Precision::Second => 4,
        Precision::Fraction(digits) => 4 + digits,
    };
    let zone = match datetime.zone() {
        Zone::Absent => 0,
        Zone::Utc => 1,
        Zone::Offset(_) => 2,
        Zone::MinusZero => 3,
    };
    out.push(precision | zone << 4);
    let (year, month, day) = datetime.date();
    let date = u32::from(year) << 9 | u32::from(month) << 5 | u32::from(day);
    out.extend(date.to_le_bytes().into_iter().take(3));
    if datetime.has_time() {
        let (hour, minute, second) = datetime.time();
        out.extend([hour, minute, second]);
    }
    if precision > 4 {
        put_number(u64::from(datetime.nanosecond()), out);
    }
    if let Zone::Offset(minutes) = datetime.zone() {
        put_signed(i64::from(minutes), out);
    }
}

/// Takes what [`put`] wrote; `None` where the bytes are no datetime.
pub(crate) fn take(rest: &mut Unpack<'_>) -> Option<Datetime> {
    let form = rest.byte()?;
    let precision = match WHOLE.get(usize::from(form & 15)) {
        Some(precision) => *precision,
        None => Precision::Fraction((form & 15) - 4),
    };
    let [low, middle, high] = *rest.bytes(3)?.first_chunk::<3>()?;
    let date = u32::from_le_bytes([low, middle, high, 0]);
    let part = |number: u32| u8::try_from(number & 31).ok();
    let date = (u16::try_from(date >> 9).ok()?, part(date >> 5 & 15)?, part(date)?);
    let time = match precision {
        Precision::Year | Precision::Month | Precision::Day => (0, 0, 0),
        _ => (rest.byte()?, rest.byte()?, rest.byte()?),
    };
    let nanosecond = match precision {
        Precision::Fraction(_) => rest.short()?,
        _ => 0,
    };
    let zone = match form >> 4 {
        0 => Zone::Absent,
        1 => Zone::Utc,
        2 => Zone::Offset(rest.signed()?.try_into().ok()?),
        3 => Zone::MinusZero,
        _ => return None,
    };
    Datetime::new(date, time, nanosecond, precision, zone).ok()
}

#[cfg(test)]
mod tests {
    use super::{put, take};
    use urlset_core::Datetime;
    use urlset_core::compact::Unpack;

    #[test]
    fn what_is_written_is_read() {
        for (text, length) in [
            ("0001", 4),
            ("2026-03", 4),
            ("2024-02-29", 4),
            ("2026-03-04Z", 4),
            ("2026-03-04-05:00", 6),
            ("2026-03-04T10:00Z", 7),
            ("2026-03-04T10:00:00+00:00", 8),
            ("2026-03-04T10:00:00-00:00", 7),
            ("2026-03-04T10:00:00.50+14:00", 14),
            ("2026-03-04T10:00:00.123456789", 11),
            ("2016-12-31T23:59:60-23:59", 9),
            ("9999-12-31T23:59:59Z", 7),
        ] {
            let (datetime, mut bytes) = (Datetime::parse(text).unwrap(), Vec::new());
            put(datetime, &mut bytes);
            let mut rest = Unpack(&bytes);
            assert_eq!(take(&mut rest), Some(datetime), "{text}");
            assert!(rest.0.is_empty());
            assert_eq!(bytes.len(), length, "{text}");
            for cut in 0..bytes.len() {
                assert_eq!(take(&mut Unpack(&bytes[..cut])), None);
            }
        }
        for bytes in [[0, 0, 0, 0], [2, 0xff, 0xff, 0xff], [0x42, 0x24, 0xd4, 0x0f]] {
            assert_eq!(take(&mut Unpack(&bytes)), None);
        }
    }
}
