//! The one form that an entry has outside memory: its loc, then a byte that says which fields
//! follow, then these, each in as few bytes as it takes.

use crate::date;
use urlset_core::compact::{Unpack, put_number, put_text};
use urlset_core::{Changefreq, Entry, Error, Position, Priority, Result};

/// The number of the change frequency, from 1; 0 for none.
const CHANGEFREQ: u8 = 7;
const LASTMOD: u8 = 1 << 3;
const PRIORITY: u8 = 1 << 4;
const EXTENSIONS: u8 = 1 << 5;
const PLACE: u8 = 1 << 6;

/// Appends an entry and where it was read.
pub fn encode(entry: &Entry, at: Position, out: &mut Vec<u8>) {
    put_text(entry.loc.as_str(), out);
    encode_fields(entry, at, out);
}

/// Replaces `entry` by the one that `bytes` hold, all of them, and gives where it was read.
///
/// # Errors
/// When the bytes are not what [`encode`] wrote: a temporary file was damaged.
pub fn decode(bytes: &[u8], entry: &mut Entry) -> Result<Position> {
    let mut rest = Unpack(bytes);
    let Some(loc) = rest.text() else {
        entry.clear();
        return Err(damaged());
    };
    entry.loc.set(loc);
    decode_fields(rest.0, entry)
}

/// Appends everything of an entry but its loc, and where it was read; for records that have the loc
/// in their key.
pub fn encode_fields(entry: &Entry, at: Position, out: &mut Vec<u8>) {
    let changefreq = entry.changefreq.and_then(|word| {
        let at = Changefreq::ALL.iter().position(|one| *one == word)?;
        u8::try_from(at + 1).ok()
    });
    let mut present = changefreq.unwrap_or(0);
    for (bit, is) in [
        (LASTMOD, entry.lastmod.is_some()),
        (PRIORITY, entry.priority.is_some()),
        (EXTENSIONS, !entry.extensions.is_empty()),
        (PLACE, at != Position::default()),
    ] {
        present |= if is { bit } else { 0 };
    }
    out.push(present);
    if present & PLACE != 0 {
        put_position(at, out);
    }
    if let Some(lastmod) = entry.lastmod {
        date::put(lastmod, out);
    }
    if let Some(priority) = &entry.priority {
        put_text(priority.as_str(), out);
    }
    if !entry.extensions.is_empty() {
        entry.extensions.to_bytes(out);
    }
}

/// Replaces everything of `entry` but its loc by what `bytes` hold, all of them, and gives where it
/// was read.
///
/// # Errors
/// When the bytes are not what [`encode_fields`] wrote: a temporary file was damaged; the entry is
/// then cleared.
pub fn decode_fields(bytes: &[u8], entry: &mut Entry) -> Result<Position> {
    let read = fill(bytes, entry);
    if read.is_none() {
        entry.clear();
    }
    read.ok_or_else(damaged)
}

/// Where what [`encode_fields`] wrote was read, and the rest of it: where two have the same rest, their
/// fields are the same.
///
/// # Errors
/// When the bytes are not what was written: a temporary file was damaged.
pub fn split_fields(bytes: &[u8]) -> Result<(Position, (u8, &[u8]))> {
    let mut rest = Unpack(bytes);
    let present = rest.byte().ok_or_else(damaged)?;
    let at = match present & PLACE {
        0 => Position::default(),
        _ => take_position(&mut rest).ok_or_else(damaged)?,
    };
    Ok((at, (present & !PLACE, rest.0)))
}

/// Whether fields that [`split_fields`] gave are the same only where their bytes are. Extensions stand at
/// places of their own.
pub fn are_exact((present, _): (u8, &[u8])) -> bool {
    present & EXTENSIONS == 0
}

fn fill(bytes: &[u8], entry: &mut Entry) -> Option<Position> {
    let mut rest = Unpack(bytes);
    let present = rest.byte()?;
    let at = match present & PLACE {
        0 => Position::default(),
        _ => take_position(&mut rest)?,
    };
    entry.changefreq = match usize::from(present & CHANGEFREQ).checked_sub(1) {
        Some(number) => Some(*Changefreq::ALL.get(number)?),
        None => None,
    };
    entry.lastmod = match present & LASTMOD {
        0 => None,
        _ => Some(date::take(&mut rest)?),
    };
    entry.priority = match present & PRIORITY {
        0 => None,
        _ => Some(Priority::parse(rest.text()?).ok()?),
    };
    let tape = match present & EXTENSIONS {
        0 => {
            entry.extensions.clear();
            0
        }
        _ => entry.extensions.from_bytes(rest.0)?,
    };
    (tape == rest.0.len()).then_some(at)
}

/// Appends a position.
pub fn put_position(at: Position, out: &mut Vec<u8>) {
    for number in [at.input, at.line, at.column] {
        put_number(u64::from(number), out);
    }
    put_number(at.byte, out);
}

/// Takes a position from the front of a record; `None` where it does not begin with one.
pub fn take_position(rest: &mut Unpack<'_>) -> Option<Position> {
    let (input, line, column) = (rest.short()?, rest.short()?, rest.short()?);
    Some(Position { input, line, column, byte: rest.number()? })
}

/// The error of a record that is not what was written: a temporary file was damaged.
pub fn damaged() -> Error {
    Error::Io(std::io::Error::other("a temporary file does not hold what was written to it"))
}

#[cfg(test)]
mod tests {
    use super::{decode, decode_fields, encode, encode_fields};
    use urlset_core::{Changefreq, Datetime, Entry, Loc, Position, Priority};

    fn sample() -> (Entry, Position) {
        let mut entry = Entry::new(Loc::new("https://example.com/ü"));
        let at = Position { input: 3, line: 70_000, column: 9, byte: 5_000_000_000 };
        entry.lastmod = Datetime::parse("2026-03").ok();
        entry.changefreq = Some(Changefreq::Never);
        entry.priority = Priority::parse("0.80").ok();
        entry.extensions.open("urn:a", "a:b", at).attribute("", "c", "d").text("e").close();
        (entry, at)
    }

    #[test]
    fn what_goes_in_comes_out() {
        let (full, at) = sample();
        for dropped in 0..16 {
            let mut entry = full.clone();
            if dropped & 1 != 0 {
                entry.lastmod = None;
            }
            if dropped & 2 != 0 {
                entry.changefreq = None;
            }
            if dropped & 4 != 0 {
                entry.priority = None;
            }
            if dropped & 8 != 0 {
                entry.extensions.clear();
            }
            let (mut bytes, mut back) = (Vec::new(), full.clone());
            encode(&entry, at, &mut bytes);
            assert_eq!(decode(&bytes, &mut back).unwrap(), at);
            assert_eq!(back, entry);
            bytes.clear();
            encode_fields(&entry, Position::default(), &mut bytes);
            assert_eq!(decode_fields(&bytes, &mut back).unwrap(), Position::default());
            assert_eq!(back, entry);
        }
    }

    #[test]
    fn damage_is_an_error() {
        let ((entry, at), mut bytes) = (sample(), Vec::new());
        encode(&entry, at, &mut bytes);
        let mut back = Entry::default();
        for cut in 0..bytes.len() {
            assert!(decode(&bytes[..cut], &mut back).is_err(), "{cut}");
            assert_eq!(back, Entry::default());
        }
        bytes.push(0);
        assert!(decode(&bytes, &mut back).is_err(), "more than was written");
        bytes.pop();
        for at in 0..bytes.len() {
            for flip in 1..=255 {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                let _ = decode(&damaged, &mut back);
            }
        }
    }

    #[test]
    fn an_address_alone_costs_two_bytes() {
        let mut bytes = Vec::new();
        encode(&Entry::new(Loc::new("https://example.com/")), Position::default(), &mut bytes);
        assert_eq!(bytes.len(), "https://example.com/".len() + 2);
    }
}
