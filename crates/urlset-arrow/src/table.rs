//! Record batches as the text of a table, which is read as any other table is.

use crate::places::Places;
use crate::schema::{LASTMOD_AT, is_ours};
use crate::{cells, nested, rules};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Schema};
use std::collections::VecDeque;
use std::io::Read;
use urlset_core::{Datetime, Extension, Fault, Source};
use urlset_csv::CsvReadOptions;

/// What stands between cells: a character that no value has, so that hardly any needs quotes.
pub(crate) const DELIMITER: u8 = 0x1f;

/// Text that is made at once.
const BLOCK: usize = 64 * 1024;

/// Which columns of a schema are asked for: those whose names mean something, or all where none is known
/// to hold the URLs. What the others hold is never looked at. Then those of them that are of a type that
/// is not read.
pub fn wanted(
    schema: &Schema,
    table: &CsvReadOptions,
    extensions: &'static [&'static Extension],
) -> (Vec<bool>, Vec<String>) {
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    let mut wanted = urlset_csv::wanted(&names, table, extensions);
    let mut unread = Vec::new();
    for (field, wanted) in schema.fields().iter().zip(&mut wanted) {
        *wanted |= field.name() == LASTMOD_AT;
        if *wanted && !is_read(field.data_type()) {
            *wanted = false;
            unread.push(format!("{}: {}", field.name(), field.data_type()));
        }
    }
    (wanted, unread)
}

/// Whether values of a type can be written into a cell.
fn is_read(of: &DataType) -> bool {
    match of {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            is_read(item.data_type())
        }
        DataType::Struct(fields) => fields.iter().all(|field| is_read(field.data_type())),
        _ => cells::is_single(of),
    }
}

/// How a column becomes cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// A single value.
    Single,
    /// A list or a struct as JSON.
    Json,
    /// A list of URLs.
    Lines,
    /// The text of dates, and the column of their instants.
    Dated(usize),
    /// Nothing: nobody asked, or nobody could read it.
    Empty,
}

/// The columns of batches as those of a table.
#[derive(Debug)]
pub struct Table {
    columns: Vec<(String, usize, How)>,
    /// Bytes of one cell that are written.
    most: usize,
}

impl Table {
    /// The table of batches that have the columns of `schema` of which `wanted` says so; what it
    /// leaves out stands in the table without values. A cell of more than `most` bytes is cut right
    /// behind them, so that whoever reads it tells that it is too long.
    pub fn new(schema: &Schema, wanted: &[bool], most: usize) -> Table {
        let ours = is_ours(schema);
        let instants = schema.index_of(LASTMOD_AT).ok();
        let lone = instants.filter(|_| schema.index_of("lastmod").is_err());
        let mut given = 0;
        let mut places: Vec<Option<usize>> = Vec::new();
        for wanted in wanted {
            places.push(wanted.then_some(given));
            given += usize::from(*wanted);
        }
        let place = |at: usize| places.get(at).copied().flatten();
        let mut columns = Vec::new();
        for (at, field) in schema.fields().iter().enumerate() {
            if ours && Some(at) == instants {
                continue;
            }
            let name = if lone == Some(at) { "lastmod" } else { field.name() };
            let how = match place(at) {
                None => How::Empty,
                Some(_) if ours && name == "lastmod" => {
                    instants.and_then(place).map_or(How::Single, How::Dated)
                }
                Some(_) => how(name, field.data_type()),
            };
            columns.push((name.to_owned(), place(at).unwrap_or(0), how));
        }
        Table { columns, most }
    }

    /// The row of names.
    fn head(&self, out: &mut Vec<u8>) {
        for (at, (name, ..)) in self.columns.iter().enumerate() {
            if at > 0 {
                out.push(DELIMITER);
            }
            quoted(name.as_bytes(), out);
        }
        out.push(b'\n');
    }

    /// A row of cells, and its two dates where they differ.
    fn row(
        &self,
        batch: &RecordBatch,
        row: usize,
        cell: &mut Vec<u8>,
        out: &mut Vec<u8>,
    ) -> Option<String> {
        let mut differ = None;
        let start = out.len();
        for (at, (_, column, how)) in self.columns.iter().enumerate() {
            if at > 0 {
                out.push(DELIMITER);
            }
            let Some(array) = batch.columns().get(*column).filter(|_| *how != How::Empty) else {
                continue;
            };
            cell.clear();
            if array.is_valid(row) {
                match how {
                    How::Json => nested::write(array, row, self.most, cell),
                    How::Lines => nested::lines(array, row, cell),
                    How::Single | How::Dated(_) => _ = cells::write(array, row, cell),
                    How::Empty => {}
                }
            }
            if let How::Dated(instants) = how
                && let Some(instants) = batch.columns().get(*instants)
            {
                differ = dated(instants, row, cell);
            }
            cut(cell, self.most);
            match is_plain(cell) {
                true => out.extend_from_slice(cell),
                false => quoted(cell, out),
            }
        }
        // A reader of tables takes an empty line for none.
        if out.len() == start {
            out.extend_from_slice(b"\"\"");
        }
        out.push(b'\n');
        differ
    }
}

fn how(name: &str, of: &DataType) -> How {
    if cells::is_single(of) {
        return How::Single;
    }
    match nested::is_nested(of) {
        true if nested::is_plain_list(of) && name != "other" => How::Lines,
        true => How::Json,
        false => How::Empty,
    }
}

/// Puts the instant into a cell that says nothing; gives both where they say something else.
fn dated(instants: &dyn Array, row: usize, cell: &mut Vec<u8>) -> Option<String> {
    let (seconds, nanoseconds) = cells::time_of(instants, row)?;
    if cell.is_empty() {
        cells::write(instants, row, cell);
        return None;
    }
    // What is no date is told as what it is.
    let text = std::str::from_utf8(cell).ok()?.trim();
    let (second, nanosecond) = Datetime::parse(text).ok()?.earliest();
    if (second, nanosecond / 1000) == (seconds, nanoseconds / 1000) {
        return None;
    }
    let mut other = Vec::new();
    cells::write(instants, row, &mut other);
    Some(format!("{text}, {}", String::from_utf8_lossy(&other)))
}

/// Cuts what is too long behind the character that makes it so.
fn cut(cell: &mut Vec<u8>, most: usize) {
    if cell.len() > most {
        let inside = |byte: &u8| byte & 0xc0 == 0x80;
        let rest = cell.get(most + 1..).unwrap_or_default();
        let rest = rest.iter().take_while(|byte| inside(byte)).count();
        cell.truncate(most + 1 + rest);
    }
}

fn is_plain(cell: &[u8]) -> bool {
    !cell.iter().any(|byte| matches!(*byte, DELIMITER | b'"' | b'\n' | b'\r'))
}

fn quoted(cell: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    for byte in cell {
        if *byte == b'"' {
            out.push(b'"');
        }
        out.push(*byte);
    }
    out.push(b'"');
}

type Next = Box<dyn Iterator<Item = Result<RecordBatch, Fault>> + Send>;

/// The text of a table whose rows come in batches.
pub struct Rows {
    table: Table,
    batches: Next,
    batch: Option<(RecordBatch, usize)>,
    text: Vec<u8>,
    taken: usize,
    /// Bytes of text before this piece of it.
    before: u64,
    places: Places,
    found: VecDeque<(Fault, u64)>,
    /// What ended the rows, told when everything before was given.
    failed: Option<Fault>,
    cell: Vec<u8>,
}

impl std::fmt::Debug for Rows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rows").field("table", &self.table).finish_non_exhaustive()
    }
}

impl Rows {
    /// The text of these batches, of which each has the columns that the table asked for, in order.
    pub fn new(
        table: Table,
        batches: impl Iterator<Item = Result<RecordBatch, Fault>> + Send + 'static,
    ) -> Rows {
        let mut text = Vec::new();
        table.head(&mut text);
        Rows {
            table,
            batches: Box::new(batches),
            batch: None,
            text,
            taken: 0,
            before: 0,
            places: Places::default(),
            found: VecDeque::new(),
            failed: None,
            cell: Vec::new(),
        }
    }

    /// Has the columns told that are of a type that is not read.
    pub fn unread(mut self, unread: Vec<String>) -> Rows {
        self.found.extend(
            unread
                .into_iter()
                .map(|column| (Fault { rule: &rules::UNREAD_COLUMN, detail: column.into() }, 0)),
        );
        self
    }

    /// Makes the next piece of text; `false` at the end.
    fn fill(&mut self) -> Result<bool, Fault> {
        self.before += self.text.len() as u64;
        self.text.clear();
        self.taken = 0;
        while self.text.len() < BLOCK {
            let (batch, row) = match self.batch.take() {
                Some((batch, row)) if row < batch.num_rows() => (batch, row),
                _ => match self.batches.next() {
                    Some(Ok(batch)) => (batch, 0),
                    Some(Err(fault)) => {
                        self.failed = Some(fault);
                        break;
                    }
                    None => break,
                },
            };
            if row < batch.num_rows() {
                self.write_row(&batch, row);
            }
            self.batch = Some((batch, row + 1));
        }
        match self.failed.clone().filter(|_| self.text.is_empty()) {
            Some(fault) => Err(fault),
            None => Ok(!self.text.is_empty()),
        }
    }

    fn write_row(&mut self, batch: &RecordBatch, row: usize) {
        let offset = self.before + self.text.len() as u64;
        self.places.begin(offset);
        if let Some(detail) = self.table.row(batch, row, &mut self.cell, &mut self.text) {
            let fault = Fault { rule: &rules::DATES_DIFFER, detail: detail.into() };
            self.found.push_back((fault, offset));
        }
    }
}

impl Read for Rows {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        if self.taken == self.text.len()
            && !to.is_empty()
            && !self.fill().map_err(Fault::into_error)?
        {
            return Ok(0);
        }
        let mut rest = self.text.get(self.taken..).unwrap_or_default();
        let count = rest.read(to)?;
        self.taken += count;
        Ok(count)
    }
}

impl Source for Rows {
    /// The number of the row, in the place of a byte.
    fn origin(&self, offset: u64) -> u64 {
        self.places.row(offset)
    }

    fn finding(&mut self) -> Option<(Fault, u64)> {
        self.found.pop_front()
    }
}
