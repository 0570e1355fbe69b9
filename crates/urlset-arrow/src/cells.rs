//! Single values as the text of a cell.

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type,
    Decimal256Type, DecimalType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type,
    Int32Type, Int64Type, Time32MillisecondType, Time32SecondType, Time64MicrosecondType,
    Time64NanosecondType, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_schema::{DataType, TimeUnit};
use std::fmt::{Display, Write};
use urlset_core::Datetime;

const DAY: i64 = 86_400;

/// Whether a row has no value: the array says so, all values of its type are none, or its dictionary
/// has none there.
pub(crate) fn is_null(array: &dyn Array, row: usize) -> bool {
    array.is_null(row)
        || match array.data_type() {
            DataType::Null => true,
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                let values = dictionary.values();
                let key = index(dictionary.keys(), row).filter(|key| *key < values.len());
                key.is_some_and(|key| is_null(values, key))
            }
            _ => false,
        }
}

/// Appends a value as it would be written in a table: an instant as a W3C datetime, a date as one
/// without time. Nothing for null, and of a text little more than `most` bytes. `false` for what is no
/// single value.
pub(crate) fn write(array: &dyn Array, row: usize, most: usize, out: &mut Vec<u8>) -> bool {
    if is_null(array, row) {
        return true;
    }
    if let Some(bytes) = bytes(array, row) {
        // A few more, so that whoever cuts it finds a whole character.
        let end = most.saturating_add(4).min(bytes.len());
        out.extend_from_slice(bytes.get(..end).unwrap_or_default());
        return true;
    }
    match array.data_type() {
        DataType::Null => {}
        DataType::Dictionary(..) => return keyed(array, row, most, out),
        DataType::Boolean => put(array.as_boolean().value(row), out),
        DataType::Date32 => date(i64::from(value::<Date32Type>(array, row)), out),
        DataType::Date64 => date(value::<Date64Type>(array, row).div_euclid(DAY * 1000), out),
        DataType::Timestamp(unit, zone) => {
            let (count, per_second) = ticks(array, *unit, row);
            instant(count, per_second, zone.is_some(), out);
        }
        DataType::Time32(unit) | DataType::Time64(unit) => time(array, *unit, row, out),
        DataType::Decimal32(..) => decimal::<Decimal32Type>(array, row, out),
        DataType::Decimal64(..) => decimal::<Decimal64Type>(array, row, out),
        DataType::Decimal128(..) => decimal::<Decimal128Type>(array, row, out),
        DataType::Decimal256(..) => decimal::<Decimal256Type>(array, row, out),
        _ => return number(array, row, out),
    }
    true
}

/// The bytes of a text, or of what may be one.
fn bytes(array: &dyn Array, row: usize) -> Option<&[u8]> {
    Some(match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row).as_bytes(),
        DataType::LargeUtf8 => array.as_string::<i64>().value(row).as_bytes(),
        DataType::Utf8View => array.as_string_view().value(row).as_bytes(),
        DataType::Binary => array.as_binary::<i32>().value(row),
        DataType::LargeBinary => array.as_binary::<i64>().value(row),
        DataType::BinaryView => array.as_binary_view().value(row),
        DataType::FixedSizeBinary(_) => array.as_fixed_size_binary().value(row),
        _ => return None,
    })
}

/// A value of a dictionary.
fn keyed(array: &dyn Array, row: usize, most: usize, out: &mut Vec<u8>) -> bool {
    let dictionary = array.as_any_dictionary();
    match index(dictionary.keys(), row) {
        Some(key) if key < dictionary.values().len() => write(dictionary.values(), key, most, out),
        // Who made it did not keep to the format: told as what it is.
        key => {
            let values = dictionary.values().len();
            let key = key.map_or_else(|| "below 0".to_owned(), |key| key.to_string());
            put(format_args!("key {key} of {values} in its dictionary"), out);
            true
        }
    }
}

/// Whether [`write`] knows values of a type.
pub(crate) fn is_single(of: &DataType) -> bool {
    match of {
        DataType::Dictionary(_, values) => is_single(values),
        DataType::Null
        | DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_)
        | DataType::Boolean
        | DataType::Date32
        | DataType::Date64
        | DataType::Time32(_)
        | DataType::Time64(_)
        | DataType::Timestamp(..)
        | DataType::Float16 => true,
        _ => of.is_numeric() || of.is_decimal(),
    }
}

fn number(array: &dyn Array, row: usize, out: &mut Vec<u8>) -> bool {
    match array.data_type() {
        DataType::Int8 => put(value::<Int8Type>(array, row), out),
        DataType::Int16 => put(value::<Int16Type>(array, row), out),
        DataType::Int32 => put(value::<Int32Type>(array, row), out),
        DataType::Int64 => put(value::<Int64Type>(array, row), out),
        DataType::UInt8 => put(value::<UInt8Type>(array, row), out),
        DataType::UInt16 => put(value::<UInt16Type>(array, row), out),
        DataType::UInt32 => put(value::<UInt32Type>(array, row), out),
        DataType::UInt64 => put(value::<UInt64Type>(array, row), out),
        DataType::Float16 => put(value::<Float16Type>(array, row).to_f32(), out),
        DataType::Float32 => put(value::<Float32Type>(array, row), out),
        DataType::Float64 => put(value::<Float64Type>(array, row), out),
        _ => return false,
    }
    true
}

fn decimal<T: DecimalType>(array: &dyn Array, row: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(array.as_primitive::<T>().value_as_string(row).as_bytes());
}

/// A time of a day, with all digits of the fraction that are more than nothing.
fn time(array: &dyn Array, unit: TimeUnit, row: usize, out: &mut Vec<u8>) {
    let (count, per_second) = match unit {
        TimeUnit::Second => (i64::from(value::<Time32SecondType>(array, row)), 1),
        TimeUnit::Millisecond => (i64::from(value::<Time32MillisecondType>(array, row)), 1000),
        TimeUnit::Microsecond => (value::<Time64MicrosecondType>(array, row), 1_000_000),
        TimeUnit::Nanosecond => (value::<Time64NanosecondType>(array, row), 1_000_000_000),
    };
    let (seconds, rest) = (count.div_euclid(per_second), count.rem_euclid(per_second));
    let (hours, minutes) = (seconds.div_euclid(3600), seconds.rem_euclid(3600) / 60);
    put(format_args!("{hours:02}:{minutes:02}:{:02}", seconds.rem_euclid(60)), out);
    fraction(rest, per_second, out);
}

fn put(value: impl Display, out: &mut Vec<u8>) {
    let mut text = String::new();
    // Writing to a string never fails.
    let _ = write!(text, "{value}");
    out.extend_from_slice(text.as_bytes());
}

fn value<T: ArrowPrimitiveType>(array: &dyn Array, row: usize) -> T::Native {
    array.as_primitive::<T>().value(row)
}

/// The key of a dictionary's row.
fn index(keys: &dyn Array, row: usize) -> Option<usize> {
    match keys.data_type() {
        DataType::Int8 => value::<Int8Type>(keys, row).try_into().ok(),
        DataType::Int16 => value::<Int16Type>(keys, row).try_into().ok(),
        DataType::Int32 => value::<Int32Type>(keys, row).try_into().ok(),
        DataType::Int64 => value::<Int64Type>(keys, row).try_into().ok(),
        DataType::UInt8 => Some(value::<UInt8Type>(keys, row).into()),
        DataType::UInt16 => Some(value::<UInt16Type>(keys, row).into()),
        DataType::UInt32 => value::<UInt32Type>(keys, row).try_into().ok(),
        DataType::UInt64 => value::<UInt64Type>(keys, row).try_into().ok(),
        _ => None,
    }
}

/// A timestamp as it is stored, and how many of its units a second has.
fn ticks(array: &dyn Array, unit: TimeUnit, row: usize) -> (i64, i64) {
    match unit {
        TimeUnit::Second => (value::<TimestampSecondType>(array, row), 1),
        TimeUnit::Millisecond => (value::<TimestampMillisecondType>(array, row), 1000),
        TimeUnit::Microsecond => (value::<TimestampMicrosecondType>(array, row), 1_000_000),
        TimeUnit::Nanosecond => (value::<TimestampNanosecondType>(array, row), 1_000_000_000),
    }
}

/// The first second and nanosecond of a row, where it is an instant or a day, and the seconds that it lasts.
pub(crate) fn time_of(array: &dyn Array, row: usize) -> Option<(i64, u32, i64)> {
    if array.is_null(row) {
        return None;
    }
    let (count, per_second) = match array.data_type() {
        DataType::Timestamp(unit, _) => ticks(array, *unit, row),
        DataType::Date32 => {
            let days = i64::from(value::<Date32Type>(array, row));
            return Some((days.checked_mul(DAY)?, 0, DAY));
        }
        _ => return None,
    };
    let rest = count.rem_euclid(per_second) * (1_000_000_000 / per_second);
    Some((count.div_euclid(per_second), u32::try_from(rest).ok()?, 1))
}

fn date(days: i64, out: &mut Vec<u8>) {
    let day = days.checked_mul(DAY).and_then(Datetime::from_unix);
    match day.map(|day| day.to_string()).as_deref().and_then(|text| text.get(..10)) {
        Some(text) => out.extend_from_slice(text.as_bytes()),
        // Beyond the calendar: told as what it is.
        None => beyond(days, "days", out),
    }
}

/// A time that no calendar has; never begun by a sign, which would be that of a formula.
fn beyond(count: i64, unit: &str, out: &mut Vec<u8>) {
    let side = if count < 0 { "before" } else { "after" };
    put(format_args!("{} {unit} {side} 1970", count.unsigned_abs()), out);
}

/// All digits of the fraction that are more than nothing; `Z` where the type says that it is an instant.
fn instant(count: i64, per_second: i64, zoned: bool, out: &mut Vec<u8>) {
    let (seconds, rest) = (count.div_euclid(per_second), count.rem_euclid(per_second));
    let text = Datetime::from_unix(seconds).map(|second| second.to_string());
    let Some(text) = text.as_deref().and_then(|text| text.strip_suffix('Z')) else {
        beyond(seconds, "seconds", out);
        return;
    };
    out.extend_from_slice(text.as_bytes());
    fraction(rest, per_second, out);
    if zoned {
        out.push(b'Z');
    }
}

fn fraction(rest: i64, per_second: i64, out: &mut Vec<u8>) {
    if rest > 0 {
        let width = per_second.ilog10() as usize;
        let digits = format!("{rest:0width$}");
        out.push(b'.');
        out.extend_from_slice(digits.trim_end_matches('0').as_bytes());
    }
}

/// The instant of a datetime, in microseconds; what is finer is only in its text.
pub(crate) fn microseconds(datetime: Datetime) -> Option<i64> {
    let (seconds, nanoseconds) = datetime.earliest();
    seconds.checked_mul(1_000_000)?.checked_add(i64::from(nanoseconds / 1000))
}

#[cfg(test)]
mod tests {
    use super::write;
    use arrow_array::{
        Array, Date32Array, Decimal256Array, FixedSizeBinaryArray, Float64Array, NullArray,
        Time32SecondArray, Time64MicrosecondArray, TimestampMicrosecondArray,
        TimestampNanosecondArray, TimestampSecondArray,
    };
    use arrow_buffer::i256;

    fn text(array: &dyn Array) -> String {
        let mut out = Vec::new();
        assert!(write(array, 0, 1000, &mut out));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn times_are_w3c_datetimes() {
        let second = TimestampSecondArray::from(vec![1_772_600_767]);
        assert_eq!(text(&second), "2026-03-04T05:06:07");
        assert_eq!(text(&second.with_timezone("Europe/Berlin")), "2026-03-04T05:06:07Z");
        let micro = TimestampMicrosecondArray::from(vec![1_772_600_767_120_000]);
        assert_eq!(text(&micro.with_timezone_utc()), "2026-03-04T05:06:07.12Z");
        let nano = TimestampNanosecondArray::from(vec![-1]);
        assert_eq!(text(&nano), "1969-12-31T23:59:59.999999999");
        assert_eq!(text(&Date32Array::from(vec![-1])), "1969-12-31");
        assert_eq!(text(&Date32Array::from(vec![i32::MAX])), "2147483647 days after 1970");
        let far = TimestampSecondArray::from(vec![i64::MAX]);
        assert_eq!(text(&far), "9223372036854775807 seconds after 1970");
        // A sign would be that of a formula.
        let far = TimestampMicrosecondArray::from(vec![-(1 << 62)]);
        assert_eq!(text(&far), "4611686018428 seconds before 1970");
    }

    #[test]
    fn times_of_a_day_and_bytes() {
        assert_eq!(text(&Time32SecondArray::from(vec![18_367])), "05:06:07");
        assert_eq!(text(&Time64MicrosecondArray::from(vec![18_367_120_000])), "05:06:07.12");
        let fixed = FixedSizeBinaryArray::try_from_iter([b"https://e.com/a"].into_iter()).unwrap();
        assert_eq!(text(&fixed), "https://e.com/a");
        assert_eq!(text(&NullArray::new(1)), "");
        let mut out = Vec::new();
        assert!(write(&fixed, 0, 3, &mut out));
        assert_eq!(out, b"https:/");
    }

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        assert_eq!(text(&Float64Array::from(vec![0.5])), "0.5");
        assert_eq!(text(&Float64Array::from(vec![1.0])), "1");
        assert_eq!(text(&Float64Array::from(vec![None::<f64>])), "");
        let large = Decimal256Array::from(vec![Some(i256::from(-1250))]);
        assert_eq!(text(&large.with_precision_and_scale(40, 3).unwrap()), "-1.250");
    }
}
