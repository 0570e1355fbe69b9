//! The pages of a row group on their way to the library that makes values of them: looked at once they
//! are there in full.

use crate::delta::{Torn, measured, shared, take, varint};
use crate::footer::fault;
use crate::pages::Batches;
use crate::rules::{DAMAGED, TOO_LARGE};
use crate::whole::Whole;
use parquet::arrow::arrow_reader::RowGroups;
use parquet::basic::Encoding;
use parquet::column::page::{Page, PageIterator, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData, RowGroupMetaData};
use parquet::file::serialized_reader::SerializedPageReader;
use std::sync::{Arc, Mutex, OnceLock};
use urlset_core::Fault;

/// Values of lists that are decoded at once, of all columns together.
pub(crate) const LISTED: u64 = 2 << 20;

/// What the pages of a row group have shown.
#[derive(Debug, Default)]
struct Shown {
    /// What each batch of rows has of lists.
    listed: Mutex<Vec<Listed>>,
    /// What was wrong first: the library keeps only the text of it.
    wrong: OnceLock<Fault>,
}

/// Values of lists, and bytes of the pages that they stand on.
#[derive(Clone, Copy, Debug, Default)]
struct Listed {
    values: u64,
    bytes: u64,
}

impl Shown {
    fn refuse(&self, fault: Fault) -> ParquetError {
        let error = ParquetError::General(fault.detail.to_string());
        let _ = self.wrong.set(fault);
        error
    }
}

/// One row group.
#[derive(Debug)]
pub(crate) struct Group {
    whole: Whole,
    metadata: Arc<ParquetMetaData>,
    at: usize,
    batches: Batches,
    shown: Arc<Shown>,
}

impl Group {
    pub(crate) fn new(
        whole: Whole,
        metadata: Arc<ParquetMetaData>,
        at: usize,
        batches: Batches,
    ) -> Group {
        Group { whole, metadata, at, batches, shown: Arc::default() }
    }

    /// What was found where pages were looked at.
    pub(crate) fn wrong(&self) -> Option<Fault> {
        self.shown.wrong.get().cloned()
    }

    fn group(&self) -> Result<&RowGroupMetaData> {
        let group = self.metadata.row_groups().get(self.at);
        group.ok_or_else(|| ParquetError::General("no such row group".to_owned()))
    }
}

impl RowGroups for Group {
    fn num_rows(&self) -> usize {
        self.group().map_or(0, |group| usize::try_from(group.num_rows()).unwrap_or(0))
    }

    fn column_chunks(&self, column: usize) -> Result<Box<dyn PageIterator>> {
        let chunk = self.group()?.columns().get(column);
        let chunk = chunk.ok_or_else(|| ParquetError::General("no such column".to_owned()))?;
        let whole = Arc::new(self.whole.clone());
        let pages = Pages {
            pages: SerializedPageReader::new(whole, chunk, self.num_rows(), None)?,
            shape: Shape::of(chunk),
            // Fewer are not told apart: there may be very many.
            rows: self.batches.rows.max(16) as u64,
            room: self.batches.room,
            begun: 0,
            shown: Arc::clone(&self.shown),
        };
        Ok(Box::new(Lone(Some(pages))))
    }

    fn row_groups(&self) -> Box<dyn Iterator<Item = &RowGroupMetaData> + '_> {
        Box::new(self.group().into_iter())
    }

    fn metadata(&self) -> &ParquetMetaData {
        &self.metadata
    }
}

/// The pages of one column.
struct Lone(Option<Pages>);

impl Iterator for Lone {
    type Item = Result<Box<dyn PageReader>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.take().map(|pages| Ok(Box::new(pages) as Box<dyn PageReader>))
    }
}

impl PageIterator for Lone {}

/// What a column is.
#[derive(Debug)]
struct Shape {
    name: String,
    /// How deep lists are within one another, and values within what may be missing.
    repeated: i16,
    defined: i16,
}

impl Shape {
    fn of(chunk: &ColumnChunkMetaData) -> Shape {
        let descriptor = chunk.column_descr();
        Shape {
            name: chunk.column_path().string(),
            repeated: descriptor.max_rep_level(),
            defined: descriptor.max_def_level(),
        }
    }
}

struct Pages {
    pages: SerializedPageReader<Whole>,
    shape: Shape,
    /// Rows that are decoded at once, about.
    rows: u64,
    /// Bytes that the pages of lists may have at once.
    room: u64,
    /// Rows that have begun.
    begun: u64,
    shown: Arc<Shown>,
}

impl Pages {
    fn look(&mut self, page: &Page) -> Result<()> {
        let Ok(listed) = self.seen(page) else {
            let detail = format!("column {}: a page is not what it says", self.shape.name);
            return Err(self.shown.refuse(fault(&DAMAGED, detail)));
        };
        let Listed { values, bytes } = listed;
        if values > LISTED {
            let detail = format!("{values} values of lists at once, at most {LISTED}");
            return Err(self.shown.refuse(fault(&TOO_LARGE, detail)));
        }
        if bytes > self.room {
            let detail = format!("pages of {bytes} bytes at once, at most {}", self.room);
            return Err(self.shown.refuse(fault(&TOO_LARGE, detail)));
        }
        Ok(())
    }

    /// Looks at what a page holds; gives the most of lists that is decoded at once.
    fn seen(&mut self, page: &Page) -> std::result::Result<Listed, Torn> {
        let Some((levels, values)) = parts(page, &self.shape)? else {
            return Ok(Listed::default());
        };
        let count = page.num_values();
        match page.encoding() {
            // All of them null.
            _ if values.is_empty() => {}
            Encoding::DELTA_BYTE_ARRAY => shared(values, count as usize)?,
            Encoding::DELTA_LENGTH_BYTE_ARRAY => measured(values, count as usize)?,
            _ => {}
        }
        match levels {
            Some(levels) => self.listed(levels, count.into(), page.buffer().len() as u64),
            None => Ok(Listed::default()),
        }
    }

    /// Counts what each batch of rows has of lists; gives the most.
    fn listed(
        &mut self,
        levels: &[u8],
        count: u64,
        bytes: u64,
    ) -> std::result::Result<Listed, Torn> {
        let Ok(mut sums) = self.shown.listed.lock() else { return Err(Torn) };
        let (mut begun, rows, mut most) = (self.begun, self.rows, Listed::default());
        let mut last = None;
        each_level(levels, width(self.shape.repeated), count, |level, times| {
            for _ in 0..times {
                begun += u64::from(level == 0);
                let batch = usize::try_from(begun.saturating_sub(1) / rows).unwrap_or(usize::MAX);
                if sums.len() <= batch {
                    sums.resize(batch.saturating_add(1), Listed::default());
                }
                if let Some(sum) = sums.get_mut(batch) {
                    sum.values += 1;
                    sum.bytes += bytes * u64::from(last.replace(batch) != Some(batch));
                    most.values = most.values.max(sum.values);
                    most.bytes = most.bytes.max(sum.bytes);
                }
            }
        })?;
        drop(sums);
        self.begun = begun;
        Ok(most)
    }
}

/// The levels of lists that a page of data has, where its column has lists, and its values.
type Parts<'p> = Option<(Option<&'p [u8]>, &'p [u8])>;

fn parts<'p>(page: &'p Page, shape: &Shape) -> std::result::Result<Parts<'p>, Torn> {
    let mut rest: &[u8] = page.buffer();
    let levels = match page {
        Page::DictionaryPage { .. } => return Ok(None),
        Page::DataPageV2 { rep_levels_byte_len, def_levels_byte_len, .. } => {
            let levels = take(&mut rest, *rep_levels_byte_len as usize)?;
            take(&mut rest, *def_levels_byte_len as usize)?;
            levels
        }
        Page::DataPage { num_values, rep_level_encoding, def_level_encoding, .. } => {
            let mut next = |deepest: i16, encoding: &Encoding| {
                if deepest == 0 {
                    return Ok(&[][..]);
                }
                let size = match encoding {
                    Encoding::RLE => {
                        let size = take(&mut rest, 4)?;
                        size.iter().rev().fold(0, |size, byte| (size << 8) | usize::from(*byte))
                    }
                    // Packed without runs, as old writers did: not counted.
                    _ => (*num_values as usize).saturating_mul(width(deepest)).div_ceil(8),
                };
                take(&mut rest, size)
            };
            let levels = next(shape.repeated, rep_level_encoding)?;
            next(shape.defined, def_level_encoding)?;
            match rep_level_encoding {
                Encoding::RLE => levels,
                _ => &[],
            }
        }
    };
    let levels = (shape.repeated > 0 && !levels.is_empty()).then_some(levels);
    Ok(Some((levels, rest)))
}

/// Bits of a level.
fn width(deepest: i16) -> usize {
    (i16::BITS - deepest.leading_zeros()) as usize
}

/// Visits levels in runs, as RLE and bit-packed runs have them: each, and how often it stands there.
fn each_level(
    mut bytes: &[u8],
    width: usize,
    count: u64,
    mut visit: impl FnMut(u16, u64),
) -> std::result::Result<(), Torn> {
    let mut left = count;
    while left > 0 {
        let head = varint(&mut bytes)?;
        if head & 1 == 0 {
            let level = take(&mut bytes, width.div_ceil(8))?;
            let level = level.iter().rev().fold(0, |level, byte| (level << 8) | u16::from(*byte));
            let times = (head >> 1).min(left);
            if times == 0 {
                return Err(Torn);
            }
            visit(level, times);
            left -= times;
            continue;
        }
        let size = usize::try_from(head >> 1).map_err(|_| Torn)?.saturating_mul(width);
        // The last run may end with the page.
        let size = size.min(bytes.len());
        let packed = take(&mut bytes, size)?;
        let here = ((size * 8 / width.max(1)) as u64).min(left);
        if here == 0 {
            return Err(Torn);
        }
        for at in 0..here as usize {
            let mut level = 0;
            for bit in 0..width {
                let place = at * width + bit;
                let byte = packed.get(place / 8).copied().unwrap_or(0);
                level |= u16::from((byte >> (place % 8)) & 1) << bit;
            }
            visit(level, 1);
        }
        left -= here;
    }
    Ok(())
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Result<Page>> {
        self.get_next_page().transpose()
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let page = self.pages.get_next_page()?;
        if let Some(page) = &page {
            self.look(page)?;
        }
        Ok(page)
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.pages.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.pages.at_record_boundary()
    }
}

#[cfg(test)]
mod tests {
    use super::{Torn, each_level, width};

    #[test]
    fn levels_in_runs() {
        let read = |bytes: &[u8], width, count| {
            let mut found = Vec::new();
            let visit = |level, times| found.extend((0..times).map(|_| level));
            each_level(bytes, width, count, visit).map(|()| found)
        };
        // Three zeros, then eight packed: 0 1 1 1 0 1 0 0.
        assert_eq!(read(&[6, 0, 3, 0x2e], 1, 9), Ok(vec![0, 0, 0, 0, 1, 1, 1, 0, 1]));
        assert_eq!(read(&[3, 0b1110_0100, 0b0000_0001], 2, 5), Ok(vec![0, 1, 2, 3, 1]));
        assert_eq!(read(&[6, 0], 1, 4), Err(Torn));
        assert_eq!(read(&[0, 0], 1, 4), Err(Torn));
        assert_eq!((width(1), width(2), width(3), width(4)), (1, 2, 2, 3));
    }
}
