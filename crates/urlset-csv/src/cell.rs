//! A cell as it is written.

use crate::guard;
use crate::references::ends_in_reference;

/// Appends a cell, in quotes where RFC 4180 section 2 wants them. `guarded` puts `'` before what a
/// spreadsheet would calculate.
///
/// ```
/// let mut row = String::new();
/// urlset_csv::write_cell("a,b", b',', false, &mut row);
/// assert_eq!(row, "\"a,b\"");
/// ```
pub fn write_cell(text: &str, delimiter: u8, guarded: bool, out: &mut String) {
    let before = if guarded && guard::needs(text) { "'" } else { "" };
    let special = |byte| (byte == delimiter) | (byte == b'"') | (byte == b'\n') | (byte == b'\r');
    // Else it would be read as one that was cut.
    let may_be_cut = delimiter == b';' && ends_in_reference(text).is_some();
    if !may_be_cut && !urlset_core::any(text.as_bytes(), special) {
        out.push_str(before);
        out.push_str(text);
        return;
    }
    out.push('"');
    out.push_str(before);
    let mut parts = text.split('"');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        out.push_str("\"\"");
        out.push_str(part);
    }
    out.push('"');
}
