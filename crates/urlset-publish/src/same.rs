//! Whether two files hold the same.

use crate::Equal;
use flate2::bufread::MultiGzDecoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// Bytes that are compared at once.
const BLOCK: usize = 64 * 1024;

/// Whether `there` is a file that need not be replaced by `new`.
///
/// # Errors
///
/// When the disk fails. What stands there and must not be read, or is damaged gzip, differs.
pub(crate) fn is_same(new: &Path, there: &Path, how: Equal) -> io::Result<bool> {
    let Ok(known) = there.symlink_metadata() else {
        return Ok(false);
    };
    if matches!(how, Equal::Never) || !known.is_file() {
        return Ok(false);
    }
    let old = match File::open(there) {
        Err(error) if is_unreadable(&error) => return Ok(false),
        old => old?,
    };
    let new = File::open(new)?;
    let even = new.metadata()?.len() == known.len();
    if !even && matches!(how, Equal::Bytes) {
        return Ok(false);
    }
    let mut new = BufReader::with_capacity(BLOCK, new);
    let mut old = BufReader::with_capacity(BLOCK, old);
    let gzip = (is_gzip(&mut new)?, is_gzip(&mut old)?);
    match (how, gzip) {
        (Equal::Alike(_), (one, other)) if one != other => Ok(false),
        (Equal::Alike(alike), (true, _)) => alike(&mut inflated(new), &mut inflated(old)),
        (Equal::Alike(alike), _) => alike(&mut new, &mut old),
        (Equal::Inflated, (true, true)) => equal(inflated(new), inflated(old)),
        _ if even => equal(new, old),
        _ => Ok(false),
    }
}

fn inflated(file: BufReader<File>) -> BufReader<MultiGzDecoder<BufReader<File>>> {
    BufReader::with_capacity(BLOCK, MultiGzDecoder::new(file))
}

/// What a file holds, inflated if it is gzip, and whether it is. `None` where there is none that may
/// be read.
///
/// # Errors
///
/// When the disk fails.
pub fn content(path: &Path) -> io::Result<Option<(Box<dyn BufRead + Send>, bool)>> {
    if !path.is_file() {
        return Ok(None);
    }
    let file = match File::open(path) {
        Err(error) if is_unreadable(&error) => return Ok(None),
        file => file?,
    };
    let mut file = BufReader::with_capacity(BLOCK, file);
    let is_gzip = is_gzip(&mut file)?;
    let content: Box<dyn BufRead + Send> =
        if is_gzip { Box::new(inflated(file)) } else { Box::new(file) };
    Ok(Some((content, is_gzip)))
}

fn is_unreadable(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, NotFound, PermissionDenied, UnexpectedEof};
    let kind = error.kind();
    matches!(kind, InvalidData | InvalidInput | NotFound | PermissionDenied | UnexpectedEof)
}

fn is_gzip(file: &mut BufReader<File>) -> io::Result<bool> {
    Ok(file.fill_buf()?.starts_with(&[0x1f, 0x8b]))
}

fn equal(mut new: impl BufRead, mut old: impl BufRead) -> io::Result<bool> {
    loop {
        let one = new.fill_buf()?;
        let other = match old.fill_buf() {
            Err(error) if is_unreadable(&error) => return Ok(false),
            other => other?,
        };
        let count = one.len().min(other.len());
        if count == 0 {
            return Ok(one.is_empty() && other.is_empty());
        }
        if one.get(..count) != other.get(..count) {
            return Ok(false);
        }
        new.consume(count);
        old.consume(count);
    }
}

#[cfg(test)]
mod tests {
    use super::{Equal, is_same};
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::{BufRead, Write};

    fn gzip(text: &str, level: u32) -> Vec<u8> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::new(level));
        gzip.write_all(text.as_bytes()).unwrap();
        gzip.finish().unwrap()
    }

    #[test]
    fn compares_bytes_or_content() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        let long = "abc".repeat(100_000);
        let changed = format!("{}x", &long[..long.len() - 1]);
        for (a, b, bytes, inflated) in [
            (b"ab".to_vec(), b"ab".to_vec(), true, true),
            (b"ab".to_vec(), b"ac".to_vec(), false, false),
            (b"ab".to_vec(), b"abc".to_vec(), false, false),
            (vec![], vec![], true, true),
            (gzip(&long, 0), gzip(&long, 9), false, true),
            (gzip(&long, 9), gzip(&changed, 9), false, false),
            (gzip(&long, 9), long.clone().into_bytes(), false, false),
            (gzip("a", 9), b"\x1f\x8bnot".to_vec(), false, false),
        ] {
            std::fs::write(&one, a).unwrap();
            std::fs::write(&other, b).unwrap();
            assert_eq!(is_same(&one, &other, Equal::Bytes).unwrap(), bytes);
            assert_eq!(is_same(&one, &other, Equal::Inflated).unwrap(), inflated);
            assert!(!is_same(&one, &other, Equal::Never).unwrap());
        }
        let first = |new: &mut dyn BufRead, old: &mut dyn BufRead| {
            Ok(new.fill_buf()?.first() == old.fill_buf()?.first())
        };
        for (a, b, alike) in [
            (b"ab".to_vec(), b"ac".to_vec(), true),
            (gzip("ab", 9), gzip("acd", 0), true),
            (gzip("ab", 9), gzip("b", 9), false),
            (gzip("ab", 9), b"ab".to_vec(), false),
        ] {
            std::fs::write(&one, a).unwrap();
            std::fs::write(&other, b).unwrap();
            assert_eq!(is_same(&one, &other, Equal::Alike(first)).unwrap(), alike);
        }
        assert!(!is_same(&one, &folder.path().join("none"), Equal::Bytes).unwrap());
        assert!(is_same(&folder.path().join("none"), &one, Equal::Bytes).is_err());
    }
}
