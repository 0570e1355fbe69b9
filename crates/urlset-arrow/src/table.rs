//! Record batches as the text of a table, which is read as any other table is.

use crate::places::Places;
use crate::schema::{LASTMOD_AT, is_dated};
use crate::{cells, nested, rules};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Schema};
use std::collections::VecDeque;
use std::io::Read;
use urlset_core::{Datetime, Fault, ReadOptions, Rule, Source};
use urlset_csv::{CsvReadOptions, Wanted};

/// What stands between cells: a character that no value has, so that hardly any needs quotes.
pub(crate) const DELIMITER: u8 = 0x1f;

/// Text that is made at once.
const BLOCK: usize = 64 * 1024;

/// How a column becomes cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// A single value.
    Single,
    /// A list or a struct as JSON.
    Json,
    /// A map as a list of items: what its keys are, and what its values.
    Pairs(&'static str, &'static str),
    /// Dates, and the column of their instants.
    Dated(usize),
    /// Nothing: nobody asked, or nobody could read it.
    Empty,
}

/// The columns of batches as those of a table.
#[derive(Debug)]
pub struct Table {
    /// The name of each, its place among those that are asked for, and how it is written.
    columns: Vec<(String, usize, How)>,
    asked: Vec<usize>,
    /// Columns that mean something and are of a type that is not read.
    unread: Vec<Box<str>>,
    /// The same of the URLs: no row gives an entry.
    unread_loc: Option<Box<str>>,
    /// A column of which nobody knows whether it has values: nobody asks.
    unknown: Option<usize>,
    /// Bytes of one cell that are written, and of a row.
    most: usize,
    longest: usize,
}

impl Table {
    /// The table of batches that have the columns of `schema`; `table` says which mean something beside
    /// those whose names do. What a column holds that means nothing is never looked at. A cell that is
    /// too long is cut right behind the limit, so that whoever reads it tells.
    pub fn new(schema: &Schema, table: &CsvReadOptions, options: &ReadOptions) -> Table {
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        let wanted = urlset_csv::wanted(&names, table, options.extensions);
        let dated = is_dated(schema);
        let mut made = Table {
            columns: Vec::new(),
            asked: Vec::new(),
            unread: Vec::new(),
            unread_loc: None,
            unknown: None,
            most: options.limits.token_bytes as usize,
            longest: options.limits.entry_bytes as usize,
        };
        let mut has_loc = false;
        for (at, (field, wanted)) in schema.fields().iter().zip(wanted).enumerate() {
            let how = how(wanted, field.data_type());
            let told = || format!("{}: {}", field.name(), field.data_type()).into_boxed_str();
            match (wanted, how) {
                (Wanted::Loc, How::Empty) => _ = made.unread_loc.get_or_insert_with(told),
                (Wanted::No | Wanted::Maybe, How::Empty) => made.unknown = Some(made.columns.len()),
                (_, How::Empty) => made.unread.push(told()),
                (wanted, _) => has_loc |= matches!(wanted, Wanted::Loc),
            }
            let place = made.asked.len();
            if how != How::Empty {
                made.asked.push(at);
            }
            // The instants belong to the column of the dates.
            if !(dated && field.name() == LASTMOD_AT) {
                made.columns.push((field.name().clone(), place, how));
            }
        }
        if has_loc {
            made.unread.extend(made.unread_loc.take());
        }
        let instants = schema.index_of(LASTMOD_AT).ok().filter(|_| dated);
        let instants = instants.and_then(|at| made.asked.iter().position(|asked| *asked == at));
        let texts = made.columns.iter_mut().find(|(name, ..)| name == "lastmod");
        if let (Some(instants), Some((_, _, how @ How::Single))) = (instants, texts) {
            *how = How::Dated(instants);
        }
        made
    }

    /// Which columns of the schema are asked for, in order: those that a batch has to have.
    pub fn asked(&self) -> &[usize] {
        &self.asked
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
        let (mut differ, mut blank) = (None, true);
        let start = out.len();
        for (at, (_, column, how)) in self.columns.iter().enumerate() {
            if at > 0 {
                out.push(DELIMITER);
            }
            let Some(array) = batch.columns().get(*column).filter(|_| *how != How::Empty) else {
                continue;
            };
            // Whoever reads it stops there, and tells.
            if out.len() - start > self.longest.saturating_mul(2) {
                break;
            }
            cell.clear();
            self.cell(array, row, *how, cell);
            if let How::Dated(instants) = how
                && let Some(instants) = batch.columns().get(*instants)
            {
                differ = dated(instants, row, cell);
            }
            cut(cell, self.most);
            blank &= cell.trim_ascii().is_empty();
            match is_plain(cell) {
                true => out.extend_from_slice(cell),
                false => quoted(cell, out),
            }
        }
        if blank {
            out.truncate(start);
            self.blank(out);
        }
        out.push(b'\n');
        differ
    }

    /// The text of a value.
    fn cell(&self, array: &dyn Array, row: usize, how: How, cell: &mut Vec<u8>) {
        if cells::is_null(array, row) {
            return;
        }
        match how {
            How::Json => nested::write(array, row, self.most, cell),
            How::Pairs(key, value) => nested::pairs(array, row, (key, value), self.most, cell),
            How::Single | How::Dated(_) => _ = cells::write(array, row, self.most, cell),
            How::Empty => {}
        }
        if cell == b"[]" && how != How::Single {
            cell.clear();
        }
    }

    /// A row without a value. Where there are columns that were not looked at, it may be anything but
    /// empty: something stands in one of them, which nobody reads.
    fn blank(&self, out: &mut Vec<u8>) {
        let Some(unknown) = self.unknown else {
            // A reader of tables takes an empty line for none.
            return out.extend_from_slice(b"\"\"");
        };
        for at in 0..self.columns.len() {
            if at > 0 {
                out.push(DELIMITER);
            }
            if at == unknown {
                out.push(b'?');
            }
        }
    }
}

/// How values of a type are written where they are wanted; [`How::Empty`] where they are not, or cannot be.
fn how(wanted: Wanted, of: &DataType) -> How {
    match wanted {
        Wanted::No => How::Empty,
        _ if cells::is_single(of) => How::Single,
        Wanted::Loc | Wanted::Value => How::Empty,
        _ if nested::is_nested(of) => How::Json,
        Wanted::Items(extension) if nested::is_pairs(of) => {
            extension.keyed.map_or(How::Empty, |(key, value)| How::Pairs(key, value))
        }
        _ => How::Empty,
    }
}

/// Puts the instant into a cell that says nothing; gives both where they say something else.
fn dated(instants: &dyn Array, row: usize, cell: &mut Vec<u8>) -> Option<String> {
    let (seconds, nanoseconds, lasts) = cells::time_of(instants, row)?;
    if cell.trim_ascii().is_empty() {
        cell.clear();
        cells::write(instants, row, usize::MAX, cell);
        return None;
    }
    // What is no date is told as what it is.
    let text = std::str::from_utf8(cell).ok()?.trim();
    let (second, nanosecond) = Datetime::parse(text).ok()?.earliest();
    let is_within = lasts > 1 && second.div_euclid(lasts) == seconds.div_euclid(lasts);
    if is_within || (second, nanosecond / 1000) == (seconds, nanoseconds / 1000) {
        return None;
    }
    let mut other = Vec::new();
    cells::write(instants, row, usize::MAX, &mut other);
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

type Next = Box<dyn Iterator<Item = std::io::Result<RecordBatch>> + Send>;

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
    failed: Option<std::io::Error>,
    cell: Vec<u8>,
}

impl std::fmt::Debug for Rows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rows").field("table", &self.table).finish_non_exhaustive()
    }
}

impl Rows {
    /// The text of these batches, of which each has the columns that the table asked for, in order. An
    /// error ends it; one made of a [`Fault`] as that finding.
    pub fn new(
        table: Table,
        batches: impl Iterator<Item = std::io::Result<RecordBatch>> + Send + 'static,
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

    /// Makes the next piece of text; `false` at the end.
    fn fill(&mut self) -> std::io::Result<bool> {
        self.before += self.text.len() as u64;
        self.text.clear();
        self.taken = 0;
        while self.text.len() < BLOCK {
            let (batch, row) = match self.batch.take() {
                Some((batch, row)) if row < batch.num_rows() => (batch, row),
                _ => match self.batches.next() {
                    Some(Ok(batch)) => (batch, 0),
                    Some(Err(error)) => {
                        self.failed = Some(error);
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
        match self.failed.take_if(|_| self.text.is_empty()) {
            Some(error) => Err(error),
            None => Ok(!self.text.is_empty()),
        }
    }

    fn write_row(&mut self, batch: &RecordBatch, row: usize) {
        let offset = self.before + self.text.len() as u64;
        self.places.begin(offset);
        let found = &mut self.found;
        let mut tell = |rule: &'static Rule, detail: &str| {
            found.push_back((Fault { rule, detail: detail.into() }, offset));
        };
        self.table.unread.iter().for_each(|column| tell(&rules::UNREAD_COLUMN, column));
        if let Some(column) = &self.table.unread_loc {
            tell(&rules::UNREAD_LOC, column);
            // Nothing more is to be said of it.
            self.text.extend_from_slice(b"\"\"\n");
        } else if let Some(detail) = self.table.row(batch, row, &mut self.cell, &mut self.text) {
            tell(&rules::DATES_DIFFER, &detail);
        }
    }
}

impl Read for Rows {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        if self.taken == self.text.len() && !to.is_empty() && !self.fill()? {
            return Ok(0);
        }
        let mut rest = self.text.get(self.taken..).unwrap_or_default();
        let count = rest.read(to)?;
        self.taken += count;
        Ok(count)
    }
}

impl Source for Rows {
    fn row(&self, offset: u64) -> Option<u64> {
        Some(self.places.row(offset))
    }

    fn finding(&mut self) -> Option<(Fault, u64)> {
        self.found.pop_front()
    }
}
