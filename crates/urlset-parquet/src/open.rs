//! Opens a Parquet file: its rows as the text of a table, group by group.

use crate::footer::{fault, metadata};
use crate::guard::guarded;
use crate::pages::batch_size;
use crate::rules::{BOMB, DAMAGED};
use crate::whole::Whole;
use arrow_array::RecordBatch;
use arrow_schema::{DataType, Field, FieldRef, Fields, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
    ParquetRecordBatchReaderBuilder,
};
use parquet::errors::Result as ParquetResult;
use parquet::file::metadata::ColumnChunkMetaData;
use std::io::Read;
use std::sync::Arc;
use urlset_arrow::{Rows, Table, wanted};
use urlset_core::{Fault, ReadOptions, Source};
use urlset_csv::CsvReadOptions;

/// Text that may be made of a file before it is looked how small that is.
const UNASKED: u64 = 64 << 20;

/// Opens a file: what it gives is the text that [`crate::ParquetReader`] reads. `table` says which
/// columns are read beside those whose names mean something.
///
/// # Errors
/// When it is no Parquet, or damaged where it says what it holds.
pub fn open(
    whole: Whole,
    table: &CsvReadOptions,
    options: &ReadOptions,
) -> Result<impl Source + use<>, Fault> {
    let found = Arc::new(metadata(&whole)?);
    let plain = || ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let made = |options: ArrowReaderOptions| {
        decoded(|| ArrowReaderMetadata::try_new(Arc::clone(&found), options))
    };
    let schema = Arc::clone(made(plain())?.schema());
    let (wanted, unread) = wanted(&schema, table, options.extensions);
    // Views of the pages: a text that stands there once is kept once, however many rows have it.
    let views = Schema::new(as_views(schema.fields()));
    let metadata = made(plain().with_schema(Arc::new(views)))?;
    let roots = (0..wanted.len()).filter(|at| wanted.get(*at) == Some(&true));
    let mask = ProjectionMask::roots(metadata.parquet_schema(), roots);
    let leaves = 0..metadata.parquet_schema().num_columns();
    let leaves: Vec<usize> = leaves.filter(|leaf| mask.leaf_included(*leaf)).collect();
    disjoint(&metadata, &leaves, whole.length())?;
    let table = Table::new(&schema, &wanted, options.limits.token_bytes as usize);
    let most = whole.length().saturating_mul(options.limits.ratio.into()).max(UNASKED);
    let groups = Groups { whole, metadata, mask, leaves, next: 0, reader: None, ended: false };
    let rows = Rows::new(table, groups).unread(unread);
    Ok(Bounded { rows, given: 0, most, ratio: options.limits.ratio })
}

/// Runs the library; what it cannot read, or gives up on, is a damaged file.
fn decoded<T>(run: impl FnOnce() -> ParquetResult<T>) -> Result<T, Fault> {
    match guarded(run) {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(error)) => Err(fault(&DAMAGED, error.to_string())),
        Err(panic) => Err(fault(&DAMAGED, format!("its decoder gave up: {panic}"))),
    }
}

/// Refuses columns that share their bytes: a small file could then have many rows.
fn disjoint(metadata: &ArrowReaderMetadata, leaves: &[usize], length: u64) -> Result<(), Fault> {
    let mut sum = 0_u64;
    for group in metadata.metadata().row_groups() {
        for leaf in leaves {
            let size = group.columns().get(*leaf).map(ColumnChunkMetaData::compressed_size);
            let size = u64::try_from(size.unwrap_or(0)).unwrap_or(u64::MAX);
            sum = sum.saturating_add(size);
        }
    }
    if sum > length {
        let detail = format!("columns of {sum} bytes in a file of {length}");
        return Err(fault(&DAMAGED, detail));
    }
    Ok(())
}

/// The same columns with views of texts.
fn as_views(fields: &Fields) -> Fields {
    fields.iter().map(|field| view(field)).collect()
}

fn view(field: &Field) -> FieldRef {
    let of = match field.data_type() {
        DataType::Utf8 | DataType::LargeUtf8 => DataType::Utf8View,
        DataType::Binary | DataType::LargeBinary => DataType::BinaryView,
        DataType::Struct(fields) => DataType::Struct(as_views(fields)),
        DataType::List(item) => DataType::List(view(item)),
        DataType::LargeList(item) => DataType::LargeList(view(item)),
        other => other.clone(),
    };
    Arc::new(field.clone().with_data_type(of))
}

/// The rows of a file, a row group at a time.
struct Groups {
    whole: Whole,
    metadata: ArrowReaderMetadata,
    mask: ProjectionMask,
    /// The columns that are read, as the file has them.
    leaves: Vec<usize>,
    next: usize,
    reader: Option<ParquetRecordBatchReader>,
    ended: bool,
}

impl Groups {
    /// The reader of the next row group; `None` after the last.
    fn advance(&mut self) -> Result<Option<ParquetRecordBatchReader>, Fault> {
        let Some(group) = self.metadata.metadata().row_groups().get(self.next) else {
            return Ok(None);
        };
        let rows = batch_size(&self.whole, group, &self.leaves)?;
        let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(
            self.whole.clone(),
            self.metadata.clone(),
        );
        let builder = builder
            .with_row_groups(vec![self.next])
            .with_projection(self.mask.clone())
            .with_batch_size(rows);
        self.next += 1;
        decoded(|| builder.build()).map(Some)
    }

    fn batch(&mut self) -> Result<Option<RecordBatch>, Fault> {
        loop {
            if let Some(reader) = &mut self.reader {
                let next = decoded(|| reader.next().transpose().map_err(Into::into))?;
                if next.is_some() {
                    return Ok(next);
                }
            }
            self.reader = self.advance()?;
            if self.reader.is_none() {
                return Ok(None);
            }
        }
    }
}

impl Iterator for Groups {
    type Item = Result<RecordBatch, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.batch();
        self.ended = !matches!(next, Ok(Some(_)));
        if self.ended {
            self.reader = None;
        }
        next.transpose()
    }
}

/// Rows as long as they are not far larger than the file.
struct Bounded {
    rows: Rows,
    given: u64,
    most: u64,
    ratio: u32,
}

impl Read for Bounded {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        if self.given > self.most {
            let detail = format!("more than {} times its size", self.ratio);
            return Err(fault(&BOMB, detail).into_error());
        }
        let count = self.rows.read(to)?;
        self.given += count as u64;
        Ok(count)
    }
}

impl Source for Bounded {
    fn origin(&self, offset: u64) -> u64 {
        self.rows.origin(offset)
    }

    fn finding(&mut self) -> Option<(Fault, u64)> {
        self.rows.finding()
    }
}
