//! What stands behind compressed data that is none itself: whether entries may be lost in it.

use crate::front::Front;
use crate::magic;
use crate::prepare::fault;
use crate::source_rules::{GZIP_CORRUPT, GZIP_TRAILING, NOT_GZIP};
use std::io::{Read, Result};
use urlset_core::Fault;

/// So many bytes are looked through; longer ones may hold anything.
const MOST: u64 = 1 << 30;

/// What compressed data begins with: a member of gzip, a frame of zstd.
const MARKS: [&[u8]; 2] = [&[0x1f, 0x8b, 8], &magic::ZSTD];

/// One of these no document lacks, in whatever charset: of XML, of JSON, of addresses and paths.
const TEXT: &[u8] = b"<{[/";

/// Comments of so many bytes are looked at as what they are.
const COMMENTS: usize = 64 * 1024;

/// The longest of what is looked for.
const LONGEST: usize = 4;

/// A member of gzip without any content is so long; fewer can hold none.
const SHORTEST: usize = 18;

/// What is wrong with the bytes behind what was read.
pub(crate) enum Behind {
    /// Nothing can be lost in them.
    Harmless(Fault),
    /// There may be entries in them.
    Lost(Fault),
}

/// Looks through the rest of a stream, at most so many bytes of it.
pub(crate) fn look<R: Read>(raw: &mut Front<R>, kind: &str, most: u64) -> Result<Behind> {
    let after = format!("after {} bytes of {kind}", raw.taken());
    let head = raw.peek(COMMENTS + 1);
    // RFC 1950 section 2.2, of deflate with the usual window.
    let zlib = matches!(head, [0x78, 0x01 | 0x5e | 0x9c | 0xda, ..]).then_some("zlib data");
    if let Some((rule, name)) = magic::foreign(head).or(zlib.map(|name| (&NOT_GZIP, name))) {
        return Ok(Behind::Lost(fault(rule, format!("{name}, {after}"))));
    }
    if head.len() <= COMMENTS && is_comments(head) {
        return Ok(Behind::Harmless(fault(&GZIP_TRAILING, after)));
    }
    Ok(match raw.find(LONGEST, most.min(MOST), "more than is looked through", sign)? {
        Some(what) => Behind::Lost(fault(&GZIP_CORRUPT, format!("{what}, {after}"))),
        None => Behind::Harmless(fault(&GZIP_TRAILING, after)),
    })
}

/// What tells that there may be entries in these bytes.
fn sign(bytes: &[u8]) -> Option<&'static str> {
    if MARKS.iter().any(|mark| bytes.windows(mark.len()).any(|there| there == *mark)) {
        return Some("more compressed data behind what is none");
    }
    if bytes.iter().any(|byte| TEXT.contains(byte)) {
        return Some("what may be a document that is not compressed");
    }
    // The bytes by which a member is known may be damaged; no text has what stands behind them.
    // Zeros, 0xff and an end of file of old systems (0x1a) are padding.
    let binary = |byte: &u8| matches!(byte, 1..=8 | 14..=25 | 27..=31 | 127);
    let may = bytes.len() >= SHORTEST && bytes.iter().any(binary);
    may.then_some("what may be compressed data, behind what is none")
}

/// Whether these are comments of XML, as servers append them, and padding.
fn is_comments(bytes: &[u8]) -> bool {
    let padding = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, 0 | 0x1a | 0xff);
    let mut rest = bytes;
    loop {
        let front = rest.iter().take_while(|byte| padding(byte)).count();
        rest = rest.get(front..).unwrap_or_default();
        if rest.is_empty() {
            return true;
        }
        let Some(comment) = rest.strip_prefix(b"<!--") else { return false };
        let Some(end) = comment.windows(3).position(|three| three == b"-->") else { return false };
        rest = comment.get(end + 3..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::{Behind, look};
    use crate::front::Front;

    fn is_lost(bytes: &[u8]) -> bool {
        matches!(look(&mut Front::new(bytes), "gzip", u64::MAX).unwrap(), Behind::Lost(_))
    }

    #[test]
    fn what_may_hold_entries_is_told_from_what_cannot() {
        let utf16: Vec<u8> = "<url".encode_utf16().flat_map(u16::to_be_bytes).collect();
        let late = [&[b' '; 200_000][..], b"https://example.com/"].concat();
        for lost in [
            &b"https://example.com/2\n"[..],
            br#"{"loc":"https:\/\/example.com\/2"}"#,
            br#"{"loc":"https:\u002f\u002fexample.com\u002f2"}"#,
            b"/2\n",
            b"<!-- 0.1 s -->\n<url>",
            b"<!-- <url>",
            b"\n<loc>www.example.com",
            b"BZh91AY&SY",
            b"PK\x03\x04",
            b"\xfd7zXZ\0",
            b"\x78\x9c\xcb\x28\x29\x29\x28\xb6\xd2\xd7\x4f\xad\x48\xcc\x2d\xc8\x49\xd5\x4b",
            b"\x8b\x08\0\0\0\0\0\0\xff\xcb\x28\x29\x29\x28\xb6\xd2\xd7\x4f\xad",
            &utf16,
            &late,
        ] {
            assert!(is_lost(lost), "{lost:?}");
        }
        for harmless in [
            &b"junk after the end"[..],
            b"\x1a",
            b"\xff\xff\xff",
            b"\r\n",
            b"<!-- 0.1 s -->",
            b"\n<!-- by <b>a cache</b>, https://example.com/ -->\n<!-- 0.1 s -->\n\0\0",
            &[b' '; 99],
        ] {
            assert!(!is_lost(harmless), "{harmless:?}");
        }
    }
}
