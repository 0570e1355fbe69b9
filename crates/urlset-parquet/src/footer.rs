//! What a Parquet file says at its end, looked at before it is believed.

use crate::guard::guarded;
use crate::rules::{DAMAGED, NOT_PARQUET, TOO_LARGE, TRUNCATED, UNSUPPORTED};
use crate::thrift::{Broken, I32, LIST, STRUCT, Scan};
use crate::whole::Whole;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use urlset_core::{Fault, Rule};

/// What a file begins and ends with, and one whose end is encrypted.
pub(crate) const MAGIC: &[u8; 4] = b"PAR1";
const ENCRYPTED: &[u8; 4] = b"PARE";

/// Bytes of the footer that are read: as many as 5,000 row groups of ours need.
const MOST: u32 = 16 << 20;

/// Groups of columns within one another.
const DEEPEST: usize = 64;

/// Bytes of the length and the mark behind the footer.
const TAIL: u64 = 8;

pub(crate) fn fault(rule: &'static Rule, detail: impl Into<Box<str>>) -> Fault {
    Fault { rule, detail: detail.into() }
}

/// A file that could not be read at a place.
pub(crate) fn unread(error: &std::io::Error) -> Fault {
    fault(&DAMAGED, format!("it cannot be read: {error}"))
}

/// What the file says of its columns and row groups.
///
/// # Errors
/// When it is no Parquet, or says what cannot be.
pub(crate) fn metadata(whole: &Whole) -> Result<ParquetMetaData, Fault> {
    let length = whole.length();
    match whole.part(0, MAGIC.len()).map_err(|error| unread(&error))? {
        head if head == MAGIC => {}
        head if head == ENCRYPTED => return Err(fault(&UNSUPPORTED, "its footer is encrypted")),
        _ => return Err(fault(&NOT_PARQUET, "")),
    }
    let from = length.saturating_sub(TAIL).max(MAGIC.len() as u64);
    let tail = whole.part(from, 8).map_err(|error| unread(&error))?;
    let [size @ .., _, _, _, _] = tail.as_slice() else {
        return Err(fault(&TRUNCATED, format!("{length} bytes are no whole file")));
    };
    if !tail.ends_with(MAGIC) || size.len() != 4 {
        return Err(fault(&TRUNCATED, "it does not end with `PAR1`"));
    }
    let size = size.iter().rev().fold(0_u32, |value, byte| (value << 8) | u32::from(*byte));
    let room = from - MAGIC.len() as u64;
    if u64::from(size) > room {
        let detail = format!("a footer of {size} bytes in a file that has room for {room}");
        return Err(fault(&DAMAGED, detail));
    }
    if size > MOST {
        return Err(fault(&TOO_LARGE, format!("a footer of {size} bytes, at most {MOST}")));
    }
    let footer = whole.part(from - u64::from(size), size as usize);
    let footer = footer.map_err(|error| unread(&error))?;
    inspect(&footer).map_err(|why| fault(&DAMAGED, why))?;
    let decoded = guarded(|| ParquetMetaDataReader::decode_metadata(&footer));
    let decoded = decoded.map_err(|panic| fault(&DAMAGED, format!("its footer: {panic}")))?;
    let found = decoded.map_err(|error| fault(&DAMAGED, error.to_string()))?;
    agreeing(&found).map_err(|why| fault(&DAMAGED, why))?;
    Ok(found)
}

/// Looks whether the numbers of rows are the same wherever they stand: rows that one place does not count
/// would be lost without a word.
fn agreeing(found: &ParquetMetaData) -> Result<(), String> {
    let said = found.file_metadata().num_rows();
    let mut sum = 0_i64;
    for group in found.row_groups() {
        let rows = group.num_rows();
        sum = sum.checked_add(rows).filter(|_| rows >= 0).ok_or("rows beyond counting")?;
        for column in group.columns() {
            let values = column.num_values();
            let is_list = column.column_descr().max_rep_level() > 0;
            if values < rows || values > rows && !is_list {
                let name = column.column_path().string();
                return Err(format!("{values} values of column {name} in {rows} rows"));
            }
        }
    }
    match sum == said {
        true => Ok(()),
        false => Err(format!("{said} rows, of which its row groups have {sum}")),
    }
}

/// Looks whether the footer is what it says, and how deep its columns are: the library goes down as deep.
fn inspect(footer: &[u8]) -> Result<(), String> {
    let mut scan = Scan::new(footer);
    let broken = |_: Broken| "its footer is no table of columns".to_owned();
    let mut last = 0;
    while let Some((number, kind)) = scan.field(&mut last).map_err(broken)? {
        match (number, kind) {
            (2, LIST) => columns(&mut scan).map_err(broken)?,
            (2, _) => return Err(broken(Broken)),
            _ => scan.skip(kind, 0).map_err(broken)?,
        }
    }
    Ok(())
}

/// The columns are a tree, parents first, each with the number of its children.
fn columns(scan: &mut Scan<'_>) -> Result<(), Broken> {
    let (count, kind) = scan.list()?;
    if kind != STRUCT {
        return Err(Broken);
    }
    let mut open: Vec<i64> = Vec::new();
    for _ in 0..count {
        let mut last = 0;
        let mut children = 0;
        while let Some((number, kind)) = scan.field(&mut last)? {
            match (number, kind) {
                (5, I32) => children = scan.integer()?,
                _ => scan.skip(kind, 1)?,
            }
        }
        if let Some(left) = open.last_mut() {
            *left -= 1;
        }
        if children > 0 {
            open.push(children);
        }
        if open.len() > DEEPEST {
            return Err(Broken);
        }
        while open.last().is_some_and(|left| *left <= 0) {
            open.pop();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::metadata;
    use crate::whole::Whole;
    use std::sync::Arc;

    fn told(bytes: &[u8]) -> String {
        let whole = Whole::new(Arc::new(bytes.to_vec()), bytes.len() as u64);
        metadata(&whole).map_or_else(|fault| fault.rule.id.to_owned(), |_| "read".to_owned())
    }

    #[test]
    fn what_is_no_whole_file() {
        for (bytes, rule) in [
            (&b""[..], "parquet/not-parquet"),
            (b"PAR2", "parquet/not-parquet"),
            (b"PAR1", "parquet/truncated"),
            (b"PAR1PAR1", "parquet/truncated"),
            (b"PARExxxx\0\0\0\0PARE", "parquet/unsupported"),
            (b"PAR1\x01\0\0\0PAR1", "parquet/damaged"),
            (b"PAR1\xff\xff\xff\xffPAR1", "parquet/damaged"),
            (b"PAR1\0\0\0\0PAR1", "parquet/damaged"),
            (b"PAR1\0\x01\0\0\0PAR1", "parquet/damaged"),
        ] {
            assert_eq!(told(bytes), rule, "{bytes:?}");
        }
    }

    #[test]
    fn columns_too_deep_are_no_tree() {
        // Field 2: a list of 200 structs, each with one child.
        let mut footer = vec![0x29, 0xfc, 200, 1];
        footer.extend([0x55, 2, 0].repeat(200));
        footer.push(0);
        let size = u32::try_from(footer.len()).unwrap().to_le_bytes();
        assert_eq!(told(&[b"PAR1", &footer[..], &size, b"PAR1"].concat()), "parquet/damaged");
    }
}
