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

#[cfg(test)]
mod tests {
    use super::{Quoting, raw_cells};

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
