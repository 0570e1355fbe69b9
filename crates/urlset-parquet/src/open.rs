//! Opens a Parquet file: its rows as the text of a table, group by group.

use crate::checked::Group;
use crate::footer::{fault, metadata};
use crate::guard::guarded;
use crate::pages::{Room, batch_size};
use crate::rules::{BOMB, DAMAGED};
use crate::whole::Whole;
use arrow_array::RecordBatch;
use arrow_schema::{DataType, Field, FieldRef, Fields, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
};
use parquet::arrow::{FieldLevels, parquet_to_arrow_field_levels};
use parquet::errors::Result as ParquetResult;
use parquet::file::metadata::ColumnChunkMetaData;
use std::io::Read;
use std::sync::Arc;
use urlset_arrow::{Rows, Table};
use urlset_core::{Fault, ReadOptions, Source};
use urlset_csv::CsvReadOptions;

/// Text that may be made of a file before it is looked how small that is.
const UNASKED: u64 = 64 << 20;

/// Opens a file: what it gives is the text that [`crate::ParquetReader`] reads. `table` says which
/// columns are read beside those whose names mean something.
///
/// # Errors
/// With a [`Fault`] when it is no Parquet, or damaged where it says what it holds; as it is when the
/// machine fails.
pub fn open(
    whole: Whole,
    table: &CsvReadOptions,
    options: &ReadOptions,
) -> std::io::Result<impl Source + use<>> {
    let file = whole.clone();
    rows(whole, table, options).map_err(|fault| file.ended_by(fault))
}

fn rows(whole: Whole, table: &CsvReadOptions, options: &ReadOptions) -> Result<Bounded, Fault> {
    let found = Arc::new(metadata(&whole)?);
    let plain = || ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let made = |options: ArrowReaderOptions| {
        decoded(|| ArrowReaderMetadata::try_new(Arc::clone(&found), options))
    };
    let schema = Arc::clone(made(plain())?.schema());
    let table = Table::new(&schema, table, options);
    // Views of the pages: a text that stands there once is kept once, however many rows have it.
    let views = Schema::new(as_views(schema.fields()));
    let metadata = made(plain().with_schema(Arc::new(views)))?;
    let mask = ProjectionMask::roots(metadata.parquet_schema(), table.asked().iter().copied());
    let leaves = 0..metadata.parquet_schema().num_columns();
    let leaves: Vec<usize> = leaves.filter(|leaf| mask.leaf_included(*leaf)).collect();
    disjoint(&metadata, &leaves, whole.length())?;
    let most = whole.length().saturating_mul(options.limits.ratio.into()).max(UNASKED);
    let columns = decoded(|| {
        let fields = metadata.schema().fields();
        parquet_to_arrow_field_levels(metadata.parquet_schema(), mask, Some(fields))
    })?;
    let room = Room::of(whole.length(), options.limits.ratio);
    let groups =
        Groups { whole, metadata, columns, leaves, room, next: 0, reader: None, ended: false };
    let rows = Rows::new(table, groups);
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
    columns: FieldLevels,
    /// The columns that are read, as the file has them.
    leaves: Vec<usize>,
    room: Room,
    next: usize,
    reader: Option<(ParquetRecordBatchReader, Group)>,
    ended: bool,
}

impl Groups {
    /// The reader of the next row group; `None` after the last.
    fn advance(&mut self) -> Result<Option<(ParquetRecordBatchReader, Group)>, Fault> {
        let Some(group) = self.metadata.metadata().row_groups().get(self.next) else {
            return Ok(None);
        };
        let batches = batch_size(&self.whole, group, &self.leaves, self.room)?;
        let metadata = Arc::clone(self.metadata.metadata());
        let group = Group::new(self.whole.clone(), metadata, self.next, batches);
        self.next += 1;
        let reader = decoded(|| {
            ParquetRecordBatchReader::try_new_with_row_groups(
                &self.columns,
                &group,
                batches.rows,
                None,
            )
        });
        let reader = reader.map_err(|fault| group.wrong().unwrap_or(fault))?;
        Ok(Some((reader, group)))
    }

    fn batch(&mut self) -> Result<Option<RecordBatch>, Fault> {
        loop {
            if let Some((reader, group)) = &mut self.reader {
                let next = decoded(|| reader.next().transpose().map_err(Into::into));
                let next = next.map_err(|fault| group.wrong().unwrap_or(fault))?;
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
    type Item = std::io::Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.batch();
        self.ended = !matches!(next, Ok(Some(_)));
        if self.ended {
            self.reader = None;
        }
        next.map_err(|fault| self.whole.ended_by(fault)).transpose()
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
    fn row(&self, offset: u64) -> Option<u64> {
        self.rows.row(offset)
    }

    fn finding(&mut self) -> Option<(Fault, u64)> {
        self.rows.finding()
    }
}

#[cfg(test)]
mod tests {
    use crate::whole::{ReadAt, Whole};
    use crate::{FORMAT, ParquetWriter};
    use std::io::{Error, ErrorKind};
    use std::sync::Arc;
    use urlset_core::{
        Entry, Error as Ended, Header, Input, Loc, Output, ReadOptions, WriteOptions,
    };

    /// A disk that gives what is before a place, and fails behind it.
    struct Failing(Vec<u8>, std::ops::Range<u64>);

    impl ReadAt for Failing {
        fn read_at(&self, to: &mut [u8], from: u64) -> std::io::Result<()> {
            match self.1.contains(&from) {
                true => Err(Error::other("the disk is gone")),
                false => self.0.read_at(to, from),
            }
        }
    }

    #[test]
    fn a_failing_disk_is_no_damaged_file() {
        let mut file = Vec::new();
        let writer = ParquetWriter::with(&Header::default(), &WriteOptions::default());
        let mut output = Output::new(&mut file, Box::new(writer));
        output.write(&Entry::new(Loc::new("https://example.com/a")), &mut ()).unwrap();
        output.finish().unwrap();
        let length = file.len() as u64;
        let options = ReadOptions::default();
        for gone in [0..1, length - 8..length, 8..length - 8, 4..8] {
            let whole = Whole::new(Arc::new(Failing(file.clone(), gone.clone())), length);
            let rows = super::open(whole, &Default::default(), &options).map_err(Ended::from);
            let read = rows.and_then(|rows| {
                let mut reader = FORMAT.open.unwrap()(Input::from_source(rows), &options, &mut ())?;
                while reader.read_entry(&mut Entry::default(), &mut ())? {}
                Ok(())
            });
            match read.unwrap_err() {
                Ended::Io(error) => {
                    assert_eq!(
                        (error.kind(), &*error.to_string()),
                        (ErrorKind::Other, "the disk is gone")
                    );
                }
                other => panic!("{gone:?}: {other:?}"),
            }
        }
    }
}
