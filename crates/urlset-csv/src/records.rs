//! The records of a table, taken apart into cells: those without quotes where they stand, which are nearly
//! all, by a look for their ends; any other by the parser of the `csv` crate.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use memchr::{memchr, memchr3};
use urlset_core::{Error, Input, Limits};

/// What cells are put together in at first, in bytes and in cells.
const ROOM: (usize, usize) = (1024, 32);

/// Records of a table. The input's window always begins with the record read last, so that every cell's
/// place is at hand.
#[derive(Debug)]
pub(crate) struct Records<'a> {
    pub(crate) input: Input<'a>,
    parser: Reader,
    delimiter: u8,
    /// Bytes and cells that a record may have.
    most: usize,
    columns: usize,
    /// Offsets of the record, in the input, with the first byte of its line end.
    pub(crate) start: u64,
    pub(crate) end: u64,
    /// Whether its cells are what stands in the input, with a delimiter between two; else they are in the
    /// text, one after the other.
    is_plain: bool,
    text: String,
    /// Where each cell ends.
    ends: Vec<usize>,
    width: usize,
    /// Whether the parser has seen the front of the table, where it passes over a byte order mark.
    begun: bool,
}

/// Why there is no next record.
#[derive(Debug)]
pub(crate) enum Failure {
    Input(Error),
    /// It has more bytes or more cells than it may have.
    Long,
    Wide,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Input(error)
    }
}

impl<'a> Records<'a> {
    pub(crate) fn new(input: Input<'a>, delimiter: u8, limits: &Limits) -> Records<'a> {
        let start = input.offset();
        Records {
            input,
            parser: ReaderBuilder::new().delimiter(delimiter).build(),
            delimiter,
            most: limits.entry_bytes as usize,
            columns: limits.columns as usize,
            start,
            end: start,
            is_plain: false,
            text: String::new(),
            ends: vec![0; ROOM.1],
            width: 0,
            begun: false,
        }
    }

    /// Reads the next record that is not an empty line; `false` at the end.
    pub(crate) fn advance(&mut self) -> Result<bool, Failure> {
        self.width = 0;
        let passed = self.end.saturating_sub(self.input.offset());
        self.input.consume(usize::try_from(passed).unwrap_or(usize::MAX));
        loop {
            let window = self.input.window().as_bytes();
            let blank = window.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
            self.input.consume(blank);
            (self.start, self.end) = (self.input.offset(), self.input.offset());
            if !self.input.window().is_empty() {
                break;
            }
            if !self.input.fill()? {
                return Ok(false);
            }
        }
        self.is_plain = self.begun && self.take_plain();
        let is_record = self.is_plain || self.parse()?;
        self.begun = true;
        if self.raw().trim_end_matches(['\n', '\r']).len() > self.most {
            return Err(Failure::Long);
        }
        if self.width > self.columns { Err(Failure::Wide) } else { Ok(is_record) }
    }

    /// Takes the record at the front of the window where it ends in it and has no quote.
    fn take_plain(&mut self) -> bool {
        let window = self.input.window().as_bytes();
        let Some(end) = memchr3(b'\n', b'\r', b'"', window) else { return false };
        if window.get(end) == Some(&b'"') {
            return false;
        }
        let row = window.get(..end).unwrap_or_default();
        let mut from = 0;
        while self.width <= self.columns {
            let next = memchr(self.delimiter, row.get(from..).unwrap_or_default());
            let cell_end = next.map_or(end, |at| from + at);
            match self.ends.get_mut(self.width) {
                Some(room) => *room = cell_end,
                None => self.ends.push(cell_end),
            }
            self.width += 1;
            if next.is_none() {
                break;
            }
            from = cell_end + 1;
        }
        self.end = self.start + end as u64 + 1;
        true
    }

    /// Has the parser take the record at the front of the window apart; `false` where there is none.
    fn parse(&mut self) -> Result<bool, Failure> {
        let mut text = std::mem::take(&mut self.text).into_bytes();
        let (mut taken, mut filled, mut is_over) = (0, 0, false);
        text.resize(text.capacity().max(ROOM.0), 0);
        let is_record = loop {
            let rest = self.input.window().as_bytes().get(taken..).unwrap_or_default();
            if rest.is_empty() && !is_over {
                if taken > self.most {
                    return Err(Failure::Long);
                }
                is_over = !self.input.fill()?;
                continue;
            }
            let room = text.get_mut(filled..).unwrap_or_default();
            let ends = self.ends.get_mut(self.width..).unwrap_or_default();
            let (read, bytes, written, cells) = self.parser.read_record(rest, room, ends);
            (taken, filled, self.width) = (taken + bytes, filled + written, self.width + cells);
            match read {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => text.resize(text.len() * 2, 0),
                ReadRecordResult::OutputEndsFull if self.width > self.columns => {
                    return Err(Failure::Wide);
                }
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record => break true,
                ReadRecordResult::End => break false,
            }
        };
        self.end = self.start + taken as u64;
        text.truncate(filled);
        // Nothing but quotes was taken out of what was text; should that be wrong, it shows.
        self.text = String::from_utf8(text)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        Ok(is_record)
    }

    /// The record's source text, without its line end where that is CR LF.
    pub(crate) fn raw(&self) -> &str {
        let window = self.input.window();
        let length = usize::try_from(self.end - self.start).unwrap_or(usize::MAX);
        window.get(..length.min(window.len())).unwrap_or_default()
    }

    /// Number of cells.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The text of a cell; empty where the record is too short.
    pub(crate) fn cell(&self, column: usize) -> &str {
        let Some((start, end)) = self.bounds(column) else { return "" };
        let text = if self.is_plain { self.input.window() } else { &self.text };
        text.get(start..end).unwrap_or_default()
    }

    /// Where a cell of a record without quotes stands in it; `None` of any other.
    pub(crate) fn plain_cell(&self, column: usize) -> Option<(usize, usize)> {
        self.bounds(column).filter(|_| self.is_plain)
    }

    fn bounds(&self, column: usize) -> Option<(usize, usize)> {
        let end = *self.ends.get(column).filter(|_| column < self.width)?;
        let before = column.checked_sub(1).and_then(|before| self.ends.get(before));
        Some((before.map_or(0, |before| before + usize::from(self.is_plain)), end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Gives so many bytes at once.
    struct Steps<'t>(&'t [u8], usize);

    impl std::io::Read for Steps<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(buffer.len()).min(self.0.len());
            let (now, later) = self.0.split_at(count);
            buffer[..count].copy_from_slice(now);
            self.0 = later;
            Ok(count)
        }
    }

    /// The cells of each record, and where it ends.
    fn records(text: &str, step: usize) -> Vec<(Vec<String>, u64)> {
        let input = Input::new(Steps(text.as_bytes(), step));
        let mut records = Records::new(input, b',', &Limits::default());
        let mut all = Vec::new();
        while records.advance().unwrap() {
            let cells = (0..records.width()).map(|column| records.cell(column).to_owned());
            all.push((cells.collect(), records.end));
        }
        all
    }

    /// The same by the `csv` crate.
    fn by_csv(text: &str) -> Vec<(Vec<String>, u64)> {
        let mut builder = csv::ReaderBuilder::new();
        let mut reader = builder.has_headers(false).flexible(true).from_reader(text.as_bytes());
        let mut row = csv::StringRecord::new();
        let mut all = Vec::new();
        while reader.read_record(&mut row).unwrap() {
            all.push((row.iter().map(str::to_owned).collect(), reader.position().byte()));
        }
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn as_the_csv_crate_has_them(
            parts in proptest::collection::vec(
                proptest::sample::select(&["a", "ü", ",", ",", "\n", "\r\n", "\r", "\"", "\"\"", " ", "\u{feff}"]),
                0..24,
            ),
            step in 1_usize..9,
        ) {
            // A mark at the front is the input's to take off.
            let text = format!("x{}", parts.concat());
            prop_assert_eq!(records(&text, step), by_csv(&text), "{:?}", text);
        }
    }

    fn failure(text: &str, limits: Limits) -> Failure {
        let mut records = Records::new(Input::new(text.as_bytes()), b',', &limits);
        loop {
            match records.advance() {
                Ok(more) => assert!(more, "{text:.20}"),
                Err(failure) => return failure,
            }
        }
    }

    #[test]
    fn limits() {
        let limits = Limits { entry_bytes: 9, columns: 4, ..Limits::default() };
        for front in ["", "a\n", "\n\r\n"] {
            for cell in ["b", "\"b\""] {
                let long = format!("{front}{cell}{}\n", "b".repeat(9));
                assert!(matches!(failure(&long, limits), Failure::Long), "{long:?}");
                let wide = format!("{front}{cell},,,,\n");
                assert!(matches!(failure(&wide, limits), Failure::Wide), "{wide:?}");
            }
        }
        assert_eq!(records(&format!("{}a,b\n", "\r\n".repeat(9)), 4).len(), 1);
    }
}
