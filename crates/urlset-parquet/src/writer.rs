//! Entries to Parquet.

use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;
use urlset_arrow::{Batches, LASTMOD_AT, Origin};
use urlset_core::{Ask, Encoded, Entry, EntryWriter, Error, Header, Result, Sink, WriteOptions};

/// Entries that are encoded at once, and bytes of their texts.
const ROWS: usize = 1024;
const BYTES: usize = 1 << 20;

/// Rows of a row group at most, and about how many bytes: what is kept in memory, and what a reader that
/// wants some rows reads.
const GROUP_ROWS: usize = 131_072;
const GROUP_BYTES: usize = 64 << 20;

/// Columns of which the file says what is least and most in each row group and page.
const SOUGHT: [&str; 6] = ["loc", "lastmod", LASTMOD_AT, "priority", "source", "kind"];

/// Longest text that it says so of; a loc has at most 2,048 characters.
const LONGEST: usize = 2048;

/// Writes entries as Parquet. Memory grows with a row group, not with the file.
pub struct ParquetWriter {
    batches: Batches,
    writer: Option<ArrowWriter<Vec<u8>>>,
    ready: Vec<u8>,
    failed: Option<String>,
    ask: Option<Ask>,
    source: String,
    /// Bytes of the row group under way, about.
    inside: usize,
}

impl std::fmt::Debug for ParquetWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetWriter").field("batches", &self.batches).finish_non_exhaustive()
    }
}

impl ParquetWriter {
    /// Begins a file of entries of this kind.
    pub fn with(header: &Header, options: &WriteOptions) -> ParquetWriter {
        let batches = Batches::new(header, options.extensions);
        let made = begun(batches.schema());
        let (writer, failed) = match made {
            Ok(writer) => (Some(writer), None),
            Err(error) => (None, Some(error.to_string())),
        };
        ParquetWriter {
            batches,
            writer,
            ready: Vec::new(),
            failed,
            ask: None,
            source: String::new(),
            inside: 0,
        }
    }

    /// Encodes the entries that wait.
    fn encode(&mut self) {
        if self.batches.rows() == 0 {
            return;
        }
        let Some(writer) = &mut self.writer else { return };
        let batch = self.batches.finish().map_err(ParquetError::from);
        if let Err(error) = batch.and_then(|batch| writer.write(&batch)) {
            self.failed = Some(error.to_string());
        }
        self.inside = writer.in_progress_size();
    }
}

fn begun(schema: &SchemaRef) -> std::result::Result<ArrowWriter<Vec<u8>>, ParquetError> {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?))
        .set_max_row_group_row_count(Some(GROUP_ROWS))
        .set_max_row_group_bytes(Some(GROUP_BYTES))
        .set_statistics_enabled(EnabledStatistics::None)
        .set_statistics_truncate_length(Some(LONGEST))
        .set_column_index_truncate_length(Some(LONGEST))
        .set_key_value_metadata(Some(vec![KeyValue::new(
            "urlset.schema".to_owned(),
            "1".to_owned(),
        )]));
    for column in SOUGHT {
        let path = ColumnPath::from(column);
        properties = properties.set_column_statistics_enabled(path, EnabledStatistics::Page);
    }
    // Addresses begin as the one before, and hardly any stands there twice.
    let loc = ColumnPath::from("loc");
    let properties = properties
        .set_column_dictionary_enabled(loc.clone(), false)
        .set_column_encoding(loc, Encoding::DELTA_BYTE_ARRAY)
        .build();
    let options = ArrowWriterOptions::new().with_properties(properties);
    ArrowWriter::try_new_with_options(Vec::new(), schema.clone(), options)
}

impl EntryWriter for ParquetWriter {
    fn begin(&mut self, _: &mut String) {}

    fn write_entry(&mut self, entry: &Entry, _: &mut String, sink: &mut dyn Sink) -> Result<()> {
        let origin = match &mut self.ask {
            Some(ask) => {
                self.source.clear();
                let line = ask(&mut self.source);
                Some(Origin { source: &self.source, line })
            }
            None => None,
        };
        self.batches.add(entry, origin, sink)?;
        if self.batches.rows() >= ROWS || self.batches.bytes() >= BYTES {
            self.encode();
        }
        Ok(())
    }

    fn end(&mut self, _: &mut String) {
        self.encode();
        if let Some(mut writer) = self.writer.take() {
            match writer.finish() {
                Ok(_) => {
                    self.ready.append(writer.inner_mut());
                    self.inside = 0;
                }
                Err(error) => self.failed = Some(error.to_string()),
            }
        }
    }

    fn encoded(&mut self) -> Option<&mut dyn Encoded> {
        Some(self)
    }
}

impl Encoded for ParquetWriter {
    fn take(&mut self) -> Result<Vec<u8>> {
        if let Some(why) = self.failed.take() {
            return Err(Error::Io(std::io::Error::other(format!("Parquet: {why}"))));
        }
        let mut ready = std::mem::take(&mut self.ready);
        if let Some(writer) = &mut self.writer
            && !writer.inner().is_empty()
        {
            ready.append(writer.inner_mut());
        }
        Ok(ready)
    }

    fn ask(&mut self, whereabouts: Ask) {
        self.ask = Some(whereabouts);
    }

    fn held(&self) -> u64 {
        (self.inside + self.batches.bytes() + self.ready.len()) as u64
    }
}
