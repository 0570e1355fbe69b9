//! Rows of batches as entries, told by their numbers.

use crate::rules::BROKEN_BATCH;
use crate::table::{DELIMITER, Rows, Table, wanted};
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use urlset_core::{
    Diagnostic, Entry, EntryReader, Error, Fault, Header, Input, Loss, Lost, Position, ReadOptions,
    Result, Rule, Sink,
};
use urlset_csv::{CsvReadOptions, CsvReader, Mapped};

/// Reads the text of [`Rows`] as entries. The place of a finding is the number of the row as the line,
/// and column 1; what concerns the columns has no line.
///
/// ```
/// use urlset_arrow::{Rows, Table, TableReader, schema};
/// use urlset_core::{Input, ReadOptions};
///
/// let columns = schema(&[]);
/// let table = Table::new(&columns, &vec![true; columns.fields().len()], 1000);
/// let input = Input::from_source(Rows::new(table, std::iter::empty()));
/// let options = ReadOptions::default();
/// let reader = TableReader::open_with(input, &Default::default(), &options, &mut ()).unwrap();
/// assert_eq!(reader.columns()[0], "loc");
/// ```
#[derive(Debug)]
pub struct TableReader<'a> {
    reader: CsvReader<'a>,
}

impl<'a> TableReader<'a> {
    /// Decides what the columns mean, as [`CsvReader::open_with`] does.
    ///
    /// # Errors
    /// As there.
    pub fn open_with(
        input: Input<'a>,
        table: &CsvReadOptions,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<TableReader<'a>> {
        let table = CsvReadOptions {
            delimiter: Some(DELIMITER),
            named: true,
            guard: false,
            ..table.clone()
        };
        let mut sink = ByRow(sink);
        let reader = CsvReader::open_with(input, &table, options, &mut sink).map_err(stopped)?;
        Ok(TableReader { reader })
    }

    /// The columns that have a field.
    pub fn mapping(&self) -> &[Mapped] {
        self.reader.mapping()
    }

    /// The names of all columns.
    pub fn columns(&self) -> &[String] {
        self.reader.columns()
    }
}

impl EntryReader for TableReader<'_> {
    fn header(&self) -> &Header {
        self.reader.header()
    }

    fn position(&self) -> Position {
        by_row(self.reader.position())
    }

    fn input(&self) -> u32 {
        self.reader.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        self.reader.read_entry(entry, &mut ByRow(sink)).map_err(stopped)
    }
}

/// Where the text says the row in the place of a byte.
fn by_row(position: Position) -> Position {
    let line = u32::try_from(position.byte).unwrap_or(u32::MAX);
    Position { input: position.input, line, column: u32::from(line > 0), byte: 0 }
}

fn placed(finding: Diagnostic) -> Diagnostic {
    Diagnostic {
        position: by_row(finding.position),
        other: finding.other.map(|other| Box::new(by_row(*other))),
        // That of the text that rows are read through, which nobody has.
        length: 0,
        excerpt: None,
        ..finding
    }
}

fn stopped(error: Error) -> Error {
    match error {
        Error::Stopped(finding) => placed(*finding).into(),
        other => other,
    }
}

/// Hands findings on with the row for a place.
struct ByRow<'s>(&'s mut dyn Sink);

impl Sink for ByRow<'_> {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        self.0.report(placed(finding))
    }
    fn wants(&self, finding: &Diagnostic) -> bool {
        self.0.wants(finding)
    }
    fn count(&mut self, rule: &'static Rule, lost: Lost, input: u32) -> bool {
        self.0.count(rule, lost, input)
    }
    fn count_loss(&mut self, field: &str, entries: u64) -> bool {
        self.0.count_loss(field, entries)
    }
    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        self.0.lose(loss)
    }
}

/// Record batches as entries.
#[derive(Debug)]
pub struct BatchReader {
    reader: TableReader<'static>,
}

impl BatchReader {
    /// Reads batches that have the columns of `schema`.
    ///
    /// # Errors
    /// As [`TableReader::open_with`].
    pub fn new(
        schema: SchemaRef,
        batches: impl Iterator<Item = std::result::Result<RecordBatch, ArrowError>> + Send + 'static,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<BatchReader> {
        BatchReader::open_with(schema, batches, &CsvReadOptions::default(), options, sink)
    }

    /// The same, where the caller says what columns mean.
    ///
    /// # Errors
    /// As [`TableReader::open_with`].
    pub fn open_with(
        schema: SchemaRef,
        batches: impl Iterator<Item = std::result::Result<RecordBatch, ArrowError>> + Send + 'static,
        table: &CsvReadOptions,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<BatchReader> {
        let (wanted, unread) = wanted(&schema, table, options.extensions);
        let made = Table::new(&schema, &wanted, options.limits.token_bytes as usize);
        let kept: Vec<usize> =
            (0..wanted.len()).filter(|at| wanted.get(*at) == Some(&true)).collect();
        let fault = |why: &str| Fault { rule: &BROKEN_BATCH, detail: why.into() };
        let batches = batches.map(move |batch| {
            let batch = batch.map_err(|error| fault(&error.to_string()))?;
            if batch.schema_ref().fields() != schema.fields() {
                return Err(fault("a batch with other columns than the first"));
            }
            batch.project(&kept).map_err(|error| fault(&error.to_string()))
        });
        let input = Input::from_source(Rows::new(made, batches).unread(unread));
        Ok(BatchReader { reader: TableReader::open_with(input, table, options, sink)? })
    }
}

impl EntryReader for BatchReader {
    fn header(&self) -> &Header {
        self.reader.header()
    }

    fn position(&self) -> Position {
        self.reader.position()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        self.reader.read_entry(entry, sink)
    }
}

#[cfg(test)]
mod tests {
    use super::BatchReader;
    use arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray};
    use arrow_schema::ArrowError;
    use std::sync::Arc;
    use urlset_core::{Diagnostic, Entry, EntryReader, Error, ReadOptions};

    fn batch(name: &str, column: ArrayRef) -> RecordBatch {
        RecordBatch::try_from_iter_with_nullable([(name, column, true)]).unwrap()
    }

    fn locs(texts: &[&str]) -> RecordBatch {
        batch("loc", Arc::new(StringArray::from(texts.to_vec())))
    }

    /// The entries, what was found, and the rule that ended it.
    fn read(batches: Vec<Result<RecordBatch, ArrowError>>) -> (usize, Vec<Diagnostic>, String) {
        let schema = batches[0].as_ref().unwrap().schema();
        let mut found: Vec<Diagnostic> = Vec::new();
        let options = ReadOptions::default();
        let mut reader =
            BatchReader::new(schema, batches.into_iter(), &options, &mut found).unwrap();
        let (mut entry, mut count) = (Entry::default(), 0);
        loop {
            match reader.read_entry(&mut entry, &mut found) {
                Ok(true) => count += 1,
                Ok(false) => return (count, found, String::new()),
                Err(Error::Stopped(finding)) => return (count, found, finding.rule.id.into()),
                Err(error) => panic!("{error}"),
            }
        }
    }

    #[test]
    fn rows_are_told_by_their_number() {
        let first = locs(&["https://e.com/a", "https://e.com/b\nc"]);
        let (count, found, ended) = read(vec![Ok(first), Ok(locs(&["/no", "https://e.com/d"]))]);
        assert_eq!((count, ended.as_str()), (3, ""));
        let places: Vec<_> = found.iter().map(|one| (one.rule.id, one.position.line)).collect();
        assert_eq!(places, [("loc/inner-whitespace", 2), ("loc/relative", 3)]);
        assert!(found.iter().all(|one| one.position.column == 1 && one.excerpt.is_none()));
    }

    #[test]
    fn what_came_before_a_broken_batch_is_kept() {
        let good = || Ok(locs(&["https://e.com/a"]));
        let numbers = Ok(batch("loc", Arc::new(Int32Array::from(vec![1]))));
        for broken in [numbers, Err(ArrowError::IoError("gone".into(), std::io::Error::other("")))]
        {
            let (count, _, ended) = read(vec![good(), good(), broken]);
            assert_eq!((count, ended.as_str()), (2, "arrow/broken-batch"));
        }
    }
}
