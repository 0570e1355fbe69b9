//! Entries to record batches.

use crate::item::Building;
use crate::schema::schema;
use arrow_array::builder::{StringBuilder, TimestampMicrosecondBuilder, UInt32Builder};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use std::borrow::Cow;
use std::sync::Arc;
use urlset_core::{
    Changefreq, Datetime, Entry, Extension, Extensions, Header, Kind, Member, Priority, Result,
    Sink, Spelled,
};
use urlset_csv::{Layout, Placed, placed};

/// Where an entry was read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin<'o> {
    /// The name of its document.
    pub source: &'o str,
    /// Its line there, from 1; 0 where nobody knows.
    pub line: u32,
}

/// Makes record batches of entries, all with the columns of [`schema`].
#[derive(Debug)]
pub struct Batches {
    schema: SchemaRef,
    extensions: &'static [&'static Extension],
    kind: &'static str,
    loc: StringBuilder,
    lastmod: StringBuilder,
    lastmod_at: TimestampMicrosecondBuilder,
    changefreq: StringBuilder,
    priority: StringBuilder,
    /// The items of each extension, then the XML of everything else.
    lists: Vec<Building>,
    source: StringBuilder,
    line: UInt32Builder,
    kinds: StringBuilder,
    rows: usize,
    bytes: usize,
    /// What is left of extensions that XML cannot hold whole.
    left: Extensions,
}

impl Batches {
    /// Nothing yet, of a document with this header.
    pub fn new(header: &Header, extensions: &'static [&'static Extension]) -> Batches {
        let schema = schema(extensions);
        let is_list = |of: &&DataType| matches!(of, DataType::List(_));
        let lists = schema.fields().iter().map(|field| field.data_type()).filter(is_list);
        Batches {
            extensions,
            kind: match header.kind {
                Kind::Urlset => "page",
                Kind::Sitemapindex => "sitemap",
            },
            loc: StringBuilder::new(),
            lastmod: StringBuilder::new(),
            lastmod_at: TimestampMicrosecondBuilder::new().with_timezone("UTC"),
            changefreq: StringBuilder::new(),
            priority: StringBuilder::new(),
            lists: lists.map(Building::new).collect(),
            source: StringBuilder::new(),
            line: UInt32Builder::new(),
            kinds: StringBuilder::new(),
            rows: 0,
            bytes: 0,
            left: Extensions::default(),
            schema,
        }
    }

    /// The columns of every batch.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Entries since the last batch.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Bytes of text in these, about.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds an entry. What of its extensions no XML can hold is reported.
    ///
    /// # Errors
    /// When the sink stops the work.
    pub fn add(
        &mut self,
        entry: &Entry,
        origin: Option<Origin<'_>>,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        self.items(entry, sink)?;
        self.loc.append_value(entry.loc.as_str());
        self.lastmod
            .append_option(entry.lastmod.map(Datetime::spell).as_ref().map(Spelled::as_str));
        self.lastmod_at.append_option(entry.lastmod.and_then(crate::cells::microseconds));
        self.changefreq.append_option(entry.changefreq.map(Changefreq::as_str));
        self.priority.append_option(entry.priority.as_ref().map(Priority::as_str));
        self.source.append_option(origin.map(|origin| origin.source));
        let line = origin.map(|origin| origin.line);
        self.line.append_option(line.filter(|line| *line > 0));
        self.kinds.append_value(self.kind);
        self.rows += 1;
        self.bytes += entry.loc.as_str().len() + entry.extensions.text_bytes() + ROW;
        Ok(())
    }

    fn items(&mut self, entry: &Entry, sink: &mut dyn Sink) -> Result<()> {
        if entry.extensions.node_count() > 0 {
            self.left.clear();
            for part in placed(entry, &mut self.left, self.extensions, Layout::Json, sink)? {
                let (at, member) = match part {
                    Placed::Item { extension, member, .. } => (extension, member),
                    Placed::Other { xml, .. } => {
                        (self.extensions.len(), Member::Text(Cow::Owned(xml)))
                    }
                    // Only the wide layout of a table has these.
                    Placed::Keyed { .. } => continue,
                };
                if let Some(list) = self.lists.get_mut(at) {
                    list.push(&member);
                }
            }
        }
        self.lists.iter_mut().for_each(Building::close);
        Ok(())
    }

    /// The batch of the entries since the last one, perhaps none.
    ///
    /// # Errors
    /// When a batch holds more text than its offsets can count (2 GiB in one column).
    pub fn finish(&mut self) -> std::result::Result<RecordBatch, ArrowError> {
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(self.loc.finish()),
            Arc::new(self.lastmod.finish()),
            Arc::new(self.lastmod_at.finish()),
            Arc::new(self.changefreq.finish()),
            Arc::new(self.priority.finish()),
        ];
        for list in &mut self.lists {
            columns.push(list.finish()?);
        }
        columns.push(Arc::new(self.source.finish()));
        columns.push(Arc::new(self.line.finish()));
        columns.push(Arc::new(self.kinds.finish()));
        let rows = RecordBatchOptions::new().with_row_count(Some(std::mem::take(&mut self.rows)));
        self.bytes = 0;
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &rows)
    }
}

/// Bytes that an entry takes beside its texts.
const ROW: usize = 64;
