//! Single values as the text of a cell.

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Decimal128Type, Float16Type, Float32Type,
    Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_schema::{DataType, TimeUnit};
use std::fmt::{Display, Write};
use urlset_core::Datetime;

const DAY: i64 = 86_400;

/// Appends a value as it would be written in a table: an instant as a W3C datetime, a date as one
/// without time. Nothing for null. `false` for what is no single value.
pub(crate) fn write(array: &dyn Array, row: usize, out: &mut Vec<u8>) -> bool {
    if array.is_null(row) {
        return true;
    }
    match array.data_type() {
        DataType::Utf8 => out.extend_from_slice(array.as_string::<i32>().value(row).as_bytes()),
        DataType::LargeUtf8 => {
            out.extend_from_slice(array.as_string::<i64>().value(row).as_bytes());
        }
        DataType::Utf8View => out.extend_from_slice(array.as_string_view().value(row).as_bytes()),
        DataType::Binary => out.extend_from_slice(array.as_binary::<i32>().value(row)),
        DataType::LargeBinary => out.extend_from_slice(array.as_binary::<i64>().value(row)),
        DataType::BinaryView => out.extend_from_slice(array.as_binary_view().value(row)),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            return match index(dictionary.keys(), row) {
                Some(key) if key < dictionary.values().len() => {
                    write(dictionary.values(), key, out)
                }
                _ => true,
            };
        }
        DataType::Boolean => put(array.as_boolean().value(row), out),
        DataType::Date32 => date(i64::from(value::<Date32Type>(array, row)), out),
        DataType::Date64 => date(value::<Date64Type>(array, row).div_euclid(DAY * 1000), out),
        DataType::Timestamp(unit, zone) => {
            let (count, per_second) = ticks(array, *unit, row);
            instant(count, per_second, zone.is_some(), out);
        }
        DataType::Decimal128(..) => {
            let values = array.as_primitive::<Decimal128Type>();
            out.extend_from_slice(values.value_as_string(row).as_bytes());
        }
        _ => return number(array, row, out),
    }
    true
}

/// Whether [`write`] knows values of a type.
pub(crate) fn is_single(of: &DataType) -> bool {
    match of {
        DataType::Dictionary(_, values) => is_single(values),
        DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::Boolean
        | DataType::Date32
        | DataType::Date64
        | DataType::Timestamp(..)
        | DataType::Decimal128(..)
        | DataType::Float16 => true,
        _ => of.is_numeric() && !of.is_decimal(),
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

/// The seconds and nanoseconds of a timestamp's row, where it is one.
pub(crate) fn time_of(array: &dyn Array, row: usize) -> Option<(i64, u32)> {
    let DataType::Timestamp(unit, _) = array.data_type() else {
        return None;
    };
    if array.is_null(row) {
        return None;
    }
    let (count, per_second) = ticks(array, *unit, row);
    let rest = count.rem_euclid(per_second) * (1_000_000_000 / per_second);
    Some((count.div_euclid(per_second), u32::try_from(rest).ok()?))
}

fn date(days: i64, out: &mut Vec<u8>) {
    let day = days.checked_mul(DAY).and_then(Datetime::from_unix);
    match day.map(|day| day.to_string()).as_deref().and_then(|text| text.get(..10)) {
        Some(text) => out.extend_from_slice(text.as_bytes()),
        // Beyond the calendar: told as what it is.
        None => put(format_args!("{days} days after 1970"), out),
    }
}

/// All digits of the fraction that are more than nothing; `Z` where the type says that it is an instant.
fn instant(count: i64, per_second: i64, zoned: bool, out: &mut Vec<u8>) {
    let (seconds, rest) = (count.div_euclid(per_second), count.rem_euclid(per_second));
    let text = Datetime::from_unix(seconds).map(|second| second.to_string());
    let Some(text) = text.as_deref().and_then(|text| text.strip_suffix('Z')) else {
        put(format_args!("{seconds} seconds after 1970"), out);
        return;
    };
    out.extend_from_slice(text.as_bytes());
    if rest > 0 {
        let width = per_second.ilog10() as usize;
        let digits = format!("{rest:0width$}");
        out.push(b'.');
        out.extend_from_slice(digits.trim_end_matches('0').as_bytes());
    }
    if zoned {
        out.push(b'Z');
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
        Array, Date32Array, Float64Array, TimestampMicrosecondArray, TimestampNanosecondArray,
        TimestampSecondArray,
    };

    fn text(array: &dyn Array) -> String {
        let mut out = Vec::new();
        assert!(write(array, 0, &mut out));
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
    }

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        assert_eq!(text(&Float64Array::from(vec![0.5])), "0.5");
        assert_eq!(text(&Float64Array::from(vec![1.0])), "1");
        assert_eq!(text(&Float64Array::from(vec![None::<f64>])), "");
    }
}
