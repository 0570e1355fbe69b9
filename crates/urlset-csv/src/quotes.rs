//! Where the cells of one row stand in its source text, and which of them are badly quoted. Only
//! findings need this: the plain path never comes here.

/// One cell as it stands in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RawCell {
    /// Offset in the row, of its quote where it has one.
    pub(crate) start: usize,
    /// Offset after its last byte.
    pub(crate) end: usize,
    /// How it is quoted.
    pub(crate) quoting: Quoting,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quoting {
    /// Not at all.
    Bare,
    /// As RFC 4180 says.
    Whole,
    /// Text follows the closing quote, or space stands before the opening one.
    Stray,
    /// The quote is never closed.
    Open,
}

/// The cells of a row that ends at the end of `row` or at the first line end outside quotes.
pub(crate) fn raw_cells(row: &str, delimiter: u8) -> impl Iterator<Item = RawCell> + '_ {
    let bytes = row.as_bytes();
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let (end, quoting) = cell_end(bytes, start, delimiter);
        next = (bytes.get(end) == Some(&delimiter)).then_some(end + 1);
        Some(RawCell { start, end, quoting })
    })
}

/// Whether a cell is quoted as RFC 4180 says, and nothing else is there.
pub(crate) fn is_whole(cell: &str, delimiter: u8) -> bool {
    cell_end(cell.as_bytes(), 0, delimiter) == (cell.len(), Quoting::Whole)
}

fn cell_end(bytes: &[u8], start: usize, delimiter: u8) -> (usize, Quoting) {
    let ends = |byte: &u8| *byte == delimiter || matches!(byte, b'\n' | b'\r');
    let bare_end = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        from + rest.iter().position(ends).unwrap_or(rest.len())
    };
    if bytes.get(start) != Some(&b'"') {
        let end = bare_end(start);
        let text = bytes.get(start..end).unwrap_or_default();
        let stray = text.trim_ascii_start().first() == Some(&b'"');
        return (end, if stray { Quoting::Stray } else { Quoting::Bare });
    }
    let mut at = start + 1;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let Some(quote) = rest.iter().position(|byte| *byte == b'"') else {
            return (bytes.len(), Quoting::Open);
        };
        at += quote + 1;
        match bytes.get(at) {
            Some(b'"') => at += 1,
            None => return (at, Quoting::Whole),
            Some(byte) if ends(byte) => return (at, Quoting::Whole),
            Some(_) => return (bare_end(at), Quoting::Stray),
        }
    }
}

/// Counts the cells of rows as they come, so that no row is taken apart that has too many.
#[derive(Clone, Copy, Debug, Default)]
struct Width {
    /// Cells of the row that have ended.
    ended: usize,
    /// Bytes so far, and those before the row.
    seen: usize,
    row: usize,
    /// Rows before it that were not blank.
    rows: usize,
    at: At,
}

/// Where in a cell the next byte stands.
#[derive(Clone, Copy, Debug, Default)]
enum At {
    #[default]
    Start,
    Bare,
    Quoted,
    /// After a quote in a quoted cell: its end, or the first of two.
    Quote,
}

impl Width {
    /// Whether a row that ends or goes on in these bytes, which follow those before, has more cells
    /// than `most`.
    fn exceeds(&mut self, bytes: &[u8], delimiter: u8, most: usize) -> bool {
        for byte in bytes {
            self.seen += 1;
            self.at = match (self.at, *byte) {
                (At::Quoted, b'"') => At::Quote,
                (At::Quoted, _) | (At::Quote | At::Start, b'"') => At::Quoted,
                (_, b'\n' | b'\r') => {
                    self.rows += usize::from(self.seen > self.row + 1);
                    (self.ended, self.row) = (0, self.seen);
                    At::Start
                }
                (_, byte) if byte == delimiter => {
                    self.ended += 1;
                    At::Start
                }
                _ => At::Bare,
            };
            if self.ended >= most {
                return true;
            }
        }
        false
    }
}

/// Bytes between two looks at how many rows there were.
const PIECE: usize = 4096;

/// The rows before the first that has more cells than `most`, where one of the first `rows` has.
pub(crate) fn before_wide(text: &str, delimiter: u8, most: usize, rows: usize) -> Option<&str> {
    // Texts with fewer delimiters need no closer look.
    let some = text.bytes().filter(|byte| *byte == delimiter).count() >= most;
    let mut width = Width::default();
    for piece in text.as_bytes().chunks(PIECE).take_while(|_| some) {
        if width.exceeds(piece, delimiter, most) {
            return text.get(..width.row);
        }
        if width.rows >= rows {
            break;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{PIECE, Quoting, Width, before_wide, raw_cells};

    #[test]
    fn widths() {
        for (text, width) in [
            ("a", 1),
            ("a,b\nc", 2),
            ("a\n,,", 3),
            ("\"a,\"\",b\",c", 2),
            ("a\"b,c\"", 2),
            ("\"a\"b,c", 2),
            ("\"a,\nb", 1),
        ] {
            let before = |most| before_wide(text, b',', most, usize::MAX);
            assert!(width == 1 || before(width - 1).is_some(), "{text:?}");
            assert_eq!(before(width), None, "{text:?}");
            let mut piecewise = Width::default();
            let wide = |byte| piecewise.exceeds(&[byte], b',', width);
            assert!(!text.bytes().any(wide), "{text:?}");
        }
        let text = "a,b\n\",\n\",c\n,,,";
        assert_eq!(before_wide(text, b',', 3, 2), Some("a,b\n\",\n\",c\n"));
        let (blank, full) = ("\r\n".repeat(PIECE), "a,b\r\n".repeat(PIECE));
        let wide = |front: &str, rows| before_wide(&format!("{front},,,"), b',', 3, rows).is_some();
        assert!(wide(&blank, 1), "blank lines are no rows");
        assert!(wide(&full, PIECE + 1) && !wide(&full, PIECE), "rows beyond are not looked at");
    }

    #[test]
    fn cells_of_a_row() {
        for (row, cells) in [
            ("a,b", "0-1B 2-3B"),
            ("", "0-0B"),
            (",", "0-0B 1-1B"),
            ("\"a,\"\"b\",c\r\nd", "0-7W 8-9B"),
            ("\"a\"b,c", "0-4S 5-6B"),
            ("a, \"b\"", "0-1B 2-6S"),
            ("a,\"b\nc", "0-1B 2-6O"),
            ("ü,\"\"", "0-2B 3-5W"),
        ] {
            let found: Vec<String> = raw_cells(row, b',')
                .map(|cell| {
                    let quoting = match cell.quoting {
                        Quoting::Bare => 'B',
                        Quoting::Whole => 'W',
                        Quoting::Stray => 'S',
                        Quoting::Open => 'O',
                    };
                    format!("{}-{}{quoting}", cell.start, cell.end)
                })
                .collect();
            assert_eq!(found.join(" "), cells, "{row:?}");
        }
    }
}
