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
                if cells::is_null(member, row) {
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
            if cells::write(array, row, most, &mut text) {
                string(&text, out);
            } else {
                out.extend_from_slice(b"null");
            }
        }
    }
}

fn list(items: &ArrayRef, most: usize, out: &mut Vec<u8>) {
    out.push(b'[');
    let rows = (0..items.len()).filter(|row| !cells::is_null(items, *row));
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

/// Whether values of a type are lists or structs of what can be written so.
pub(crate) fn is_nested(of: &DataType) -> bool {
    let fits = |of: &DataType| cells::is_single(of) || is_nested(of);
    match of {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            fits(item.data_type())
        }
        DataType::Struct(fields) => fields.iter().all(|field| fits(field.data_type())),
        _ => false,
    }
}

/// Appends the pairs of a map of single values as a list of objects: a key is what the member `key` is,
/// its value what `value` is.
pub(crate) fn pairs(
    array: &dyn Array,
    row: usize,
    (key, value): (&str, &str),
    most: usize,
    out: &mut Vec<u8>,
) {
    let entries = array.as_map().value(row);
    let [keys, values] = entries.columns() else { return };
    out.push(b'[');
    for pair in 0..entries.len() {
        if pair > 0 {
            out.push(b',');
        }
        out.push(b'{');
        string(key.as_bytes(), out);
        out.push(b':');
        write(keys, pair, most, out);
        if !cells::is_null(values, pair) {
            out.push(b',');
            string(value.as_bytes(), out);
            out.push(b':');
            write(values, pair, most, out);
        }
        out.push(b'}');
        if out.len() > most {
            return;
        }
    }
    out.push(b']');
}

/// Whether values of a type are maps of single values.
pub(crate) fn is_pairs(of: &DataType) -> bool {
    let DataType::Map(entries, _) = of else { return false };
    match entries.data_type() {
        DataType::Struct(fields) => {
            fields.len() == 2 && fields.iter().all(|field| cells::is_single(field.data_type()))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::write;
    use arrow_array::types::Int8Type;
    use arrow_array::{
        Array, ArrayRef, DictionaryArray, Int8Array, NullArray, StringArray, StructArray,
    };
    use arrow_schema::Field;
    use std::sync::Arc;

    #[test]
    fn what_is_null_is_no_empty_text() {
        let loc: ArrayRef = Arc::new(StringArray::from(vec!["https://e.com/i.jpg"]));
        let names = Arc::new(StringArray::from(vec![None::<&str>]));
        let keys = Int8Array::from(vec![0]);
        let title: ArrayRef = Arc::new(DictionaryArray::<Int8Type>::try_new(keys, names).unwrap());
        let null: ArrayRef = Arc::new(NullArray::new(1));
        let members = [("loc", loc), ("title", title), ("caption", null)].map(|(name, array)| {
            (Arc::new(Field::new(name, array.data_type().clone(), true)), array)
        });
        let mut out = Vec::new();
        write(&StructArray::from(members.to_vec()), 0, 1000, &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), r#"{"loc":"https://e.com/i.jpg"}"#);
    }
}
