//! Rows of batches as entries, told by their numbers.

use crate::rules::{BROKEN_BATCH, UNREAD_COLUMN, UNREAD_LOC};
use crate::table::{DELIMITER, Rows, Table};
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use urlset_core::{
    Diagnostic, Entry, EntryReader, Error, Fault, Header, Input, Loss, Lost, Position, ReadOptions,
    Result, Rule, Sink,
};
use urlset_csv::rules::EMPTY_ROW;
use urlset_csv::{CsvReadOptions, CsvReader, Mapped};

/// Reads the text of [`Rows`] as entries. The place of a finding is the number of the row as the line,
/// and column 1; what concerns the columns has no line.
///
/// ```
/// use urlset_arrow::{Rows, Table, TableReader, schema};
/// use urlset_core::{Input, ReadOptions};
///
/// let columns = schema(&[]);
/// let options = ReadOptions::default();
/// let table = Table::new(&columns, &Default::default(), &options);
/// let input = Input::from_source(Rows::new(table, std::iter::empty()));
/// let reader = TableReader::open_with(input, &Default::default(), &options, &mut ()).unwrap();
/// assert_eq!(reader.columns()[0], "loc");
/// ```
#[derive(Debug)]
pub struct TableReader<'a> {
    reader: CsvReader<'a>,
    hollow: bool,
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
        let mut sink = ByRow { sink, hollow: false };
        let reader = CsvReader::open_with(input, &table, options, &mut sink).map_err(stopped)?;
        Ok(TableReader { reader, hollow: sink.hollow })
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
        self.reader.position()
    }

    fn input(&self) -> u32 {
        self.reader.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let mut sink = ByRow { sink, hollow: self.hollow };
        self.reader.read_entry(entry, &mut sink).map_err(stopped)
    }
}

/// With what it cost, and less what only the text shows that rows are read through, which nobody has.
fn placed(finding: Diagnostic) -> Diagnostic {
    let lost = match finding.rule {
        rule if rule == &UNREAD_COLUMN => Lost::Field,
        rule if rule == &UNREAD_LOC => Lost::Entry,
        _ => finding.lost,
    };
    Diagnostic { lost, length: 0, excerpt: None, ..finding }
}

fn stopped(error: Error) -> Error {
    match error {
        Error::Stopped(finding) => placed(*finding).into(),
        other => other,
    }
}

/// Hands findings on without the text.
struct ByRow<'s> {
    sink: &'s mut dyn Sink,
    /// Whether rows are empty since their URLs are not read, which is told of each.
    hollow: bool,
}

impl Sink for ByRow<'_> {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        self.hollow |= finding.rule == &UNREAD_LOC;
        if self.hollow && finding.rule == &EMPTY_ROW {
            return Ok(());
        }
        self.sink.report(placed(finding))
    }
    fn wants(&self, finding: &Diagnostic) -> bool {
        self.sink.wants(finding)
    }
    fn count(&mut self, rule: &'static Rule, lost: Lost, input: u32) -> bool {
        self.hollow && rule == &EMPTY_ROW || self.sink.count(rule, lost, input)
    }
    fn count_loss(&mut self, field: &str, entries: u64) -> bool {
        self.sink.count_loss(field, entries)
    }
    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        self.sink.lose(loss)
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
        let made = Table::new(&schema, table, options);
        let kept = made.asked().to_vec();
        let fault = |why: &str| Fault { rule: &BROKEN_BATCH, detail: why.into() }.into_error();
        let batches = batches.map(move |batch| {
            let batch = batch.map_err(|error| fault(&error.to_string()))?;
            if batch.schema_ref().fields() != schema.fields() {
                return Err(fault("a batch with other columns than the first"));
            }
            batch.project(&kept).map_err(|error| fault(&error.to_string()))
        });
        let input = Input::from_source(Rows::new(made, batches));
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
    use arrow_array::{ArrayRef, Int32Array, IntervalYearMonthArray, RecordBatch, StringArray};
    use arrow_schema::ArrowError;
    use std::sync::Arc;
    use urlset_core::{Diagnostic, Entry, EntryReader, Error, Lost, ReadOptions};

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
    fn a_column_that_is_not_read_is_lost() {
        let years: ArrayRef = Arc::new(IntervalYearMonthArray::from(vec![24_000]));
        let loc: ArrayRef = Arc::new(StringArray::from(vec!["https://e.com/a"]));
        let batch = RecordBatch::try_from_iter([("loc", loc), ("lastmod", years)]).unwrap();
        let (count, found, _) = read(vec![Ok(batch)]);
        let told: Vec<_> = found.iter().map(|one| (one.rule.id, one.lost)).collect();
        assert_eq!((count, told), (1, vec![("arrow/unread-column", Lost::Field)]));
    }

    #[test]
    fn urls_that_are_not_read_are_entries_lost() {
        let years: ArrayRef = Arc::new(IntervalYearMonthArray::from(vec![24_000, 1]));
        let title: ArrayRef = Arc::new(StringArray::from(vec!["x", "y"]));
        for columns in [vec![("loc", years.clone())], vec![("loc", years), ("lastmod", title)]] {
            let batch = RecordBatch::try_from_iter(columns).unwrap();
            let (count, found, _) = read(vec![Ok(batch)]);
            let told: Vec<_> =
                found.iter().map(|one| (one.rule.id, one.position.line, one.lost)).collect();
            let lost = |row| ("arrow/unread-loc", row, Lost::Entry);
            assert_eq!((count, told), (0, vec![lost(1), lost(2)]));
        }
    }

    #[test]
    fn rows_without_a_loc() {
        let locs =
            || -> ArrayRef { Arc::new(StringArray::from(vec![None, Some("https://e.com/b")])) };
        let title: ArrayRef = Arc::new(StringArray::from(vec!["x", "y"]));
        let both = RecordBatch::try_from_iter_with_nullable([
            ("loc", locs(), true),
            ("title", title, true),
        ]);
        // Whether nothing stands beside it is known where there is nothing else.
        for (batch, rule, lost) in [
            (both.unwrap(), "loc/empty", Lost::Entry),
            (batch("loc", locs()), "csv/empty-row", Lost::Nothing),
        ] {
            let (count, found, _) = read(vec![Ok(batch)]);
            let told = found.iter().find(|one| one.rule.id == rule).unwrap();
            assert_eq!((count, told.position.line, told.lost), (1, 1, lost));
        }
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
