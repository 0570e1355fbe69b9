//! The header of a member of gzip (RFC 1952 section 2.3): nothing of it is kept.
//!
//! flate2 reads headers only together with a new decoder, which costs more than a short member.

use flate2::Crc;
use std::io::{BufRead, Error, ErrorKind, Read, Result};

const CHECKED: u8 = 1 << 1;
const EXTRA: u8 = 1 << 2;
const NAME: u8 = 1 << 3;
const COMMENT: u8 = 1 << 4;
/// Bits that a reader has to refuse.
const RESERVED: u8 = 0b1110_0000;

/// Bytes of a name or comment; nobody writes as many.
const LONGEST: u64 = 65_535;

/// Takes a header off a stream, and nothing that stands behind it.
///
/// # Errors
/// `InvalidInput` where it is none, `UnexpectedEof` where it is cut.
pub(crate) fn skip(raw: &mut impl BufRead) -> Result<()> {
    let mut crc = Crc::new();
    let mut fixed = [0; 10];
    take(raw, &mut fixed, &mut crc)?;
    let [0x1f, 0x8b, 8, flags, ..] = fixed else {
        return Err(invalid());
    };
    if flags & RESERVED != 0 {
        return Err(invalid());
    }
    if flags & EXTRA != 0 {
        let mut length = [0; 2];
        take(raw, &mut length, &mut crc)?;
        let mut extra = vec![0; usize::from(u16::from_le_bytes(length))];
        take(raw, &mut extra, &mut crc)?;
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            take_text(raw, &mut crc)?;
        }
    }
    if flags & CHECKED != 0 {
        let sum = crc.sum().to_le_bytes();
        let mut written = [0; 2];
        fill(raw, &mut written)?;
        if !sum.starts_with(&written) {
            let what = "the checksum of the gzip header is another";
            return Err(Error::new(ErrorKind::InvalidInput, what));
        }
    }
    Ok(())
}

/// As [`Read::read_exact`], in the words of a stream that is cut.
pub(crate) fn fill(raw: &mut impl Read, to: &mut [u8]) -> Result<()> {
    raw.read_exact(to).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => ErrorKind::UnexpectedEof.into(),
        _ => error,
    })
}

fn take(raw: &mut impl Read, to: &mut [u8], crc: &mut Crc) -> Result<()> {
    fill(raw, to)?;
    crc.update(to);
    Ok(())
}

/// A text up to the byte 0 at its end.
fn take_text(raw: &mut impl BufRead, crc: &mut Crc) -> Result<()> {
    let mut text = Vec::new();
    raw.take(LONGEST + 1).read_until(0, &mut text)?;
    crc.update(&text);
    match text.last() {
        Some(0) => Ok(()),
        _ if text.len() as u64 > LONGEST => Err(invalid()),
        _ => Err(ErrorKind::UnexpectedEof.into()),
    }
}

fn invalid() -> Error {
    Error::new(ErrorKind::InvalidInput, "invalid gzip header")
}

#[cfg(test)]
mod tests {
    use super::skip;
    use flate2::{Compression, GzBuilder};
    use std::io::{ErrorKind, Read, Write};

    /// A member with every field that a header may have, as flate2 writes it, and its length.
    fn full() -> (Vec<u8>, usize) {
        let builder = GzBuilder::new().filename("a.xml").comment("b").extra(*b"cdef");
        let mut encoder = builder.write(Vec::new(), Compression::fast());
        encoder.write_all(b"text").unwrap();
        let mut member = encoder.finish().unwrap();
        let header = 10 + 2 + 4 + 6 + 2;
        // With a checksum of its own, which flate2 does not write.
        member[3] |= super::CHECKED;
        let mut crc = flate2::Crc::new();
        crc.update(&member[..header]);
        let sum = crc.sum().to_le_bytes();
        member.splice(header..header, sum.into_iter().take(2));
        (member, header + 2)
    }

    #[test]
    fn every_field_is_passed() {
        let (member, header) = full();
        let mut rest = &*member;
        skip(&mut rest).unwrap();
        assert_eq!(rest.len(), member.len() - header);
        let mut text = String::new();
        flate2::bufread::DeflateDecoder::new(rest).read_to_string(&mut text).unwrap();
        assert_eq!(text, "text");
    }

    /// Wherever flate2 takes a header this does, also of one with a bit changed or cut.
    #[test]
    fn flate2_agrees() {
        let (member, header) = full();
        for at in 0..header * 8 {
            let mut changed = member.clone();
            changed[at / 8] ^= 1 << (at % 8);
            let theirs = flate2::bufread::GzDecoder::new(&*changed).read(&mut []).is_ok();
            assert_eq!(skip(&mut &*changed).is_ok(), theirs, "bit {at}");
        }
        for length in 0..header {
            let error = skip(&mut &member[..length]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "{length} bytes");
        }
        let long = [&b"\x1f\x8b\x08\x08\0\0\0\0\0\0"[..], &[b'a'; 70_000]].concat();
        assert_eq!(skip(&mut &*long).unwrap_err().kind(), ErrorKind::InvalidInput);
    }
}
