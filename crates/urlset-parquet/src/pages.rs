//! The pages of a row group, looked at before they are read: how much memory they would take.

use crate::checked::LISTED;
use crate::footer::{fault, unread};
use crate::rules::{BOMB, DAMAGED, TOO_LARGE, UNSUPPORTED};
use crate::thrift::{Broken, I32, STRUCT, Scan};
use crate::whole::Whole;
use flate2::read::MultiGzDecoder;
use parquet::basic::{Compression, Encoding};
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::reader::ChunkReader;
use std::io::Read;
use urlset_core::Fault;

/// Bytes of pages that may be held at once: where a row group has as much, DuckDB makes pages of 100 MB,
/// and some rows need two of them.
const MEMORY: u64 = 256 << 20;

/// Bytes of pages at once of which nobody asks how small the file is.
const UNASKED: u64 = 16 << 20;

/// Values of lists in one row group: what is counted takes time.
const VALUES: u64 = 64 << 20;

/// How far below what may be decoded at once the average of a row group stays: some rows have more.
const UNEVEN: u64 = 8;

/// Bytes that are read for the header of a page; statistics may make one long.
const HEADER: usize = 4 * 1024;
const LONG_HEADER: usize = 4 << 20;

/// Rows that are decoded at once, where memory allows it.
const ROWS: [usize; 4] = [1024, 128, 16, 1];

/// What a page says of itself.
#[derive(Debug, Default)]
struct Page {
    /// `None` of a page of which only reading shows how many rows it has.
    rows: Option<u64>,
    values: u64,
    /// Bytes of the file that it is.
    packed: u64,
    /// Bytes that it becomes.
    bytes: u64,
    /// Bytes at its front that are not compressed.
    bare: u64,
    is_data: bool,
}

/// Bytes of pages that a file may have at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    bytes: u64,
    ratio: u32,
}

impl Room {
    /// That of a file of so many bytes, which may become so many times as large.
    pub(crate) fn of(length: u64, ratio: u32) -> Room {
        let bytes = length.saturating_mul(ratio.into()).clamp(UNASKED, MEMORY);
        Room { bytes, ratio }
    }

    /// Pages that take too much.
    fn refuses(self, bytes: u64) -> Fault {
        if bytes > MEMORY {
            return fault(&TOO_LARGE, format!("pages of {bytes} bytes at once, at most {MEMORY}"));
        }
        let detail = format!("pages of {bytes} bytes, more than {} times its size", self.ratio);
        fault(&BOMB, detail)
    }
}

/// How a row group is decoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batches {
    /// Rows at once.
    pub(crate) rows: usize,
    /// Bytes that the pages of lists may have together. How many rows one has only its levels show.
    pub(crate) room: u64,
}

/// How many rows of a group may be decoded at once.
///
/// # Errors
/// When a page is not what it should be, or even one row may take too much.
pub(crate) fn batch_size(
    whole: &Whole,
    group: &RowGroupMetaData,
    leaves: &[usize],
    room: Room,
) -> Result<Batches, Fault> {
    let mut columns = Vec::new();
    let mut values = 0_u64;
    for leaf in leaves {
        let Some(chunk) = group.columns().get(*leaf) else {
            return Err(fault(&DAMAGED, "a row group without one of the columns"));
        };
        let pages = pages(whole, chunk)?;
        if chunk.column_descr().max_rep_level() > 0 {
            values += pages.iter().map(|page| page.values).sum::<u64>();
        }
        columns.push((pages, spreads(chunk), chunk.column_descr().max_rep_level() > 0));
    }
    if values > VALUES {
        let detail = format!("{values} values of lists in one row group, at most {VALUES}");
        return Err(fault(&TOO_LARGE, detail));
    }
    let takes = |rows: usize, lists: bool| -> u64 {
        let columns = columns.iter().filter(|(.., is_list)| *is_list == lists);
        columns.map(|(pages, spreads, _)| heaviest(pages, rows as u64, *spreads)).sum()
    };
    let each = values / u64::try_from(group.num_rows()).unwrap_or(0).max(1);
    let listed = |rows: usize| rows == 1 || each.saturating_mul(rows as u64) <= LISTED / UNEVEN;
    let all = |rows: usize| takes(rows, false) + takes(rows, true);
    let fits = ROWS.into_iter().find(|rows| all(*rows) <= room.bytes && listed(*rows));
    let rows = fits.ok_or_else(|| room.refuses(all(1)))?;
    Ok(Batches { rows, room: room.bytes - takes(rows, false) })
}

/// Whether each value may be as long as its page: it is written as what it adds to the one before.
fn spreads(chunk: &ColumnChunkMetaData) -> bool {
    chunk.encodings().any(|encoding| encoding == Encoding::DELTA_BYTE_ARRAY)
}

/// Bytes of the pages that so many rows may need together.
fn heaviest(pages: &[Page], rows: u64, spreads: bool) -> u64 {
    let whole = |page: &Page| page.bytes;
    // Those of the file are let go when the page is decoded.
    let packed = pages.iter().map(|page| page.packed).max().unwrap_or(0);
    let dictionary: u64 = pages.iter().filter(|page| !page.is_data).map(whole).sum();
    let dictionary = dictionary + packed;
    let data: Vec<&Page> = pages.iter().filter(|page| page.is_data).collect();
    let all: u64 = data.iter().map(|page| whole(page)).sum();
    let largest = data.iter().map(|page| whole(page)).max().unwrap_or(0);
    if !spreads && data.iter().any(|page| page.rows.is_none()) {
        return dictionary + all.min(largest.saturating_mul(2));
    }
    if spreads {
        return dictionary + all.min(largest.saturating_mul(2)) + largest.saturating_mul(rows);
    }
    // The window of pages that hold more rows than asked for, but for its first and last.
    let (mut most, mut bytes, mut held, mut first) = (0, 0, 0, 0);
    for (at, page) in data.iter().enumerate() {
        bytes += whole(page);
        held += page.rows.unwrap_or(0);
        most = most.max(bytes);
        while let Some(front) = data.get(first).filter(|_| first < at) {
            let inside = held - front.rows.unwrap_or(0);
            if inside + 1 < rows {
                break;
            }
            held = inside;
            bytes -= whole(front);
            first += 1;
        }
    }
    dictionary + most
}

/// The pages of a column in a row group.
fn pages(whole: &Whole, chunk: &ColumnChunkMetaData) -> Result<Vec<Page>, Fault> {
    let name = chunk.column_path().string();
    let broken = |what: &str| fault(&DAMAGED, format!("column {name}: {what}"));
    if matches!(chunk.compression(), Compression::BROTLI(_) | Compression::LZO) {
        let detail = format!("column {name} is compressed with {}", chunk.compression());
        return Err(fault(&UNSUPPORTED, detail));
    }
    let dictionary = chunk.dictionary_page_offset().filter(|offset| *offset > 0);
    let start = dictionary.unwrap_or(chunk.data_page_offset());
    let sizes = u64::try_from(start).ok().zip(u64::try_from(chunk.compressed_size()).ok());
    let Some((start, size)) = sizes
        .filter(|(start, size)| start.checked_add(*size).is_some_and(|end| end <= whole.length()))
    else {
        return Err(broken("its pages are beyond the file"));
    };
    let (mut pages, mut at, mut values) = (Vec::new(), start, 0);
    let due = u64::try_from(chunk.num_values()).unwrap_or(0);
    while values < due && at < start + size {
        let (page, header) = header(whole, at).map_err(|why| broken(&why))?;
        at += header as u64;
        if at + page.packed > start + size {
            return Err(broken("a page goes beyond its column"));
        }
        if matches!(chunk.compression(), Compression::GZIP(_)) {
            inflates(whole, at, &page).map_err(|why| broken(&why))?;
        }
        at += page.packed;
        values += if page.is_data { page.values } else { 0 };
        pages.push(page);
    }
    if values != due {
        return Err(broken(&format!("its pages have {values} values, its row group says {due}")));
    }
    if chunk.column_descr().max_rep_level() > 0 {
        return Ok(pages);
    }
    for page in pages.iter_mut().filter(|page| page.rows.is_none()) {
        page.rows = Some(page.values);
    }
    Ok(pages)
}

/// The page whose header is there, and how long that is.
fn header(whole: &Whole, at: u64) -> Result<(Page, usize), String> {
    for most in [HEADER, LONG_HEADER] {
        let bytes = whole.part(at, most).map_err(|error| unread(&error).detail.into_string())?;
        let mut scan = Scan::new(&bytes);
        if let Ok(page) = page(&mut scan) {
            return Ok((page, scan.at()));
        }
        if bytes.len() < most {
            break;
        }
    }
    Err("a page does not begin as one".to_owned())
}

fn page(scan: &mut Scan<'_>) -> Result<Page, Broken> {
    let mut page = Page::default();
    let (mut last, mut sized) = (0, 0);
    while let Some((number, kind)) = scan.field(&mut last)? {
        match (number, kind) {
            (2, I32) => page.bytes = u64::try_from(scan.integer()?).map_err(|_| Broken)?,
            (3, I32) => page.packed = u64::try_from(scan.integer()?).map_err(|_| Broken)?,
            (5 | 8, STRUCT) => {
                page.is_data = true;
                data(scan, number == 8, &mut page)?;
            }
            _ => scan.skip(kind, 0)?,
        }
        sized += u32::from(matches!(number, 2 | 3));
    }
    if sized == 2 { Ok(page) } else { Err(Broken) }
}

/// The header of a page of data, of the second version too.
fn data(scan: &mut Scan<'_>, second: bool, page: &mut Page) -> Result<(), Broken> {
    let mut last = 0;
    while let Some((number, kind)) = scan.field(&mut last)? {
        match (number, kind) {
            (1, I32) => page.values = u64::try_from(scan.integer()?).map_err(|_| Broken)?,
            (3, I32) if second => page.rows = u64::try_from(scan.integer()?).ok(),
            (5 | 6, I32) if second => {
                page.bare += u64::try_from(scan.integer()?).map_err(|_| Broken)?;
            }
            // Truth values are their kinds: not compressed.
            (7, 2) if second => page.bare = page.packed,
            _ => scan.skip(kind, 1)?,
        }
    }
    Ok(())
}

/// Looks whether a page compressed with gzip becomes no more than it says: the library inflates all there
/// is. The other compressions stop there by themselves.
fn inflates(whole: &Whole, at: u64, page: &Page) -> Result<(), String> {
    let bare = page.bare.min(page.packed);
    let part = whole.get_read(at + bare).map_err(|error| error.to_string())?;
    let packed = MultiGzDecoder::new(part.take(page.packed - bare));
    let due = page.bytes.saturating_sub(bare);
    // What is broken is told when it is read.
    let found = std::io::copy(&mut packed.take(due + 1), &mut std::io::sink()).unwrap_or(0);
    if found > due { Err("a page is larger than it says".to_owned()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::{Page, heaviest};

    fn page(rows: u64, bytes: u64) -> Page {
        Page { rows: Some(rows), values: rows, bytes, is_data: true, ..Page::default() }
    }

    #[test]
    fn pages_that_rows_need_together() {
        let pages = [page(10, 5), page(1, 7), page(1, 8), page(10, 1)];
        // Two rows may stand on two pages; three on three.
        assert_eq!(heaviest(&pages, 1, false), 15);
        assert_eq!(heaviest(&pages, 2, false), 15);
        assert_eq!(heaviest(&pages, 3, false), 20);
        assert_eq!(heaviest(&pages, 100, false), 21);
        assert_eq!(heaviest(&pages, 4, true), 16 + 32);
        let unknown = Page { rows: None, ..page(1, 100) };
        assert_eq!(heaviest(&[unknown, page(9, 3)], 1, false), 103);
        // What is in the file is there beside it.
        assert_eq!(heaviest(&[Page { packed: 2, ..page(9, 3) }], 1, false), 5);
    }
}
