//! Lists and structs as JSON, the way the table layout `json` has items.

use crate::cells;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

/// Appends the value of a row as JSON: members that are null are left out, every single value is a
/// string. Types are as deep as a schema, which is bounded before. What becomes longer than `most` bytes
/// is not written to its end.
pub(crate) fn write(array: &dyn Array, row: usize, most: usize, out: &mut Vec<u8>) {
    if out.len() > most {
        return;
    }
    match array.data_type() {
        DataType::Struct(fields) => {
            let members = array.as_struct();
            out.push(b'{');
            let mut more = false;
            for (field, member) in fields.iter().zip(members.columns()) {
                if member.is_null(row) {
                    continue;
                }
                if std::mem::replace(&mut more, true) {
                    out.push(b',');
                }
                string(field.name().as_bytes(), out);
                out.push(b':');
                write(member, row, most, out);
            }
            out.push(b'}');
        }
        DataType::List(_) => list(&array.as_list::<i32>().value(row), most, out),
        DataType::LargeList(_) => list(&array.as_list::<i64>().value(row), most, out),
        DataType::FixedSizeList(..) => list(&array.as_fixed_size_list().value(row), most, out),
        _ => {
            let mut text = Vec::new();
            if cells::write(array, row, &mut text) {
                string(&text, out);
            } else {
                out.extend_from_slice(b"null");
            }
        }
    }
}

fn list(items: &ArrayRef, most: usize, out: &mut Vec<u8>) {
    out.push(b'[');
    let rows = (0..items.len()).filter(|row| !items.is_null(*row));
    for (at, row) in rows.enumerate() {
        if at > 0 {
            out.push(b',');
        }
        write(items, row, most, out);
        if out.len() > most {
            return;
        }
    }
    out.push(b']');
}

/// A string of JSON; bytes that are not UTF-8 become U+FFFD.
fn string(text: &[u8], out: &mut Vec<u8>) {
    // A string always has a JSON form.
    let json = serde_json::to_string(&String::from_utf8_lossy(text)).unwrap_or_default();
    out.extend_from_slice(json.as_bytes());
}

/// Whether values of a type are lists or structs that can be written so.
pub(crate) fn is_nested(of: &DataType) -> bool {
    matches!(
        of,
        DataType::Struct(_)
            | DataType::List(_)
            | DataType::LargeList(_)
            | DataType::FixedSizeList(..)
    )
}

/// Whether values of a type are lists of single values.
pub(crate) fn is_plain_list(of: &DataType) -> bool {
    match of {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            cells::is_single(item.data_type())
        }
        _ => false,
    }
}

/// The values of a list of single values with a line between: URLs, where URLs are expected.
pub(crate) fn lines(array: &dyn Array, row: usize, out: &mut Vec<u8>) {
    let items = match array.data_type() {
        DataType::List(_) => array.as_list::<i32>().value(row),
        DataType::LargeList(_) => array.as_list::<i64>().value(row),
        DataType::FixedSizeList(..) => array.as_fixed_size_list().value(row),
        _ => return,
    };
    for row in 0..items.len() {
        if row > 0 {
            out.push(b'\n');
        }
        cells::write(&items, row, out);
    }
}
