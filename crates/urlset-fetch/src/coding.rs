//! Takes the coding of the transfer off a body: `Content-Encoding` (RFC 9110, section 8.4).

use crate::transfer::{stored, unnamed};
use crate::{Fault, FetchError, FetchOptions};
use flate2::bufread::GzDecoder;
use ruzstd::decoding::StreamingDecoder;
use std::fs::File;
use std::io::{BufRead, BufReader, Chain, Cursor, Error, ErrorKind, Read, Seek, Write};

/// Output beyond which the ratio counts: small documents may be very regular.
const SMALL: u64 = 64 << 20;

/// How far back Zstandard may refer in transfers (RFC 9659).
const WINDOW: u64 = 8 << 20;

/// Bytes that are read for the start of a text: that of a page is in them, whatever its coding.
const MOST_CODED: u64 = 64 << 10;

/// What servers put into `Content-Encoding` that names no coding: charsets, words for "none", and
/// what mail has in `Content-Transfer-Encoding`; `aws-chunked` stays behind from uploads. The body is what it is.
pub(crate) const NO_CODINGS: [&str; 12] = [
    "utf-8",
    "utf8",
    "utf-16",
    "iso-8859-1",
    "latin1",
    "windows-1252",
    "us-ascii",
    "none",
    "binary",
    "aws-chunked",
    "8bit",
    "7bit",
];

/// How compressed files begin.
const MAGIC: [&[u8]; 2] = [&[0x1f, 0x8b], &[0x28, 0xb5, 0x2f, 0xfd]];

/// Gives a body without its coding, and its length. Where the address is that of a compressed file
/// and there is one coding in all, the coding is the file: servers say so of such files.
pub(crate) fn take_off(
    (mut file, length): (File, u64),
    coding: Option<&str>,
    url: &str,
    options: &FetchOptions,
) -> Result<(File, u64), FetchError> {
    let coding = match Coding::of(coding) {
        Ok(Some(coding)) => coding,
        Ok(None) => return Ok((file, length)),
        Err(other) => {
            let detail = format!("the coding `{other}`, which nobody asked for");
            return Err(FetchError::new(Fault::Broken, url, detail));
        }
    };
    let failed = |error: &Error| {
        FetchError::new(
            Fault::Broken,
            url,
            format!("its {} does not inflate: {error}", coding.name()),
        )
    };
    let mut magic = [0; 4];
    let mut decoder = coding.decoder(&mut file).map_err(|error| failed(&error))?;
    let known = fill(&mut decoder, &mut magic).map_err(|error| failed(&error))?;
    let inner = magic.get(..known).unwrap_or_default();
    drop(decoder);
    file.rewind().map_err(|error| stored(url, &error))?;
    let is_compressed = MAGIC.iter().any(|magic| inner.starts_with(magic)) || is_skippable(inner);
    if names_compressed(url) && !is_compressed {
        return Ok((file, length));
    }
    let mut out = unnamed(&options.folder, url)?;
    let mut decoder = coding.decoder(&mut file).map_err(|error| failed(&error))?;
    let (mut buffer, mut inflated) = (vec![0; 64 << 10], 0);
    loop {
        let count = match decoder.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(failed(&error)),
        };
        inflated += count as u64;
        let most = length.saturating_mul(options.ratio.into());
        let (fault, detail) = if inflated > options.body_bytes {
            let most = options.body_bytes;
            (Fault::TooLarge, format!("{length} bytes inflate to more than {most}"))
        } else if inflated > SMALL.max(most) {
            let times = format!("more than {} times its {length} bytes", options.ratio);
            (Fault::Bomb, times)
        } else {
            let piece = buffer.get(..count).unwrap_or_default();
            out.write_all(piece).map_err(|error| stored(url, &error))?;
            continue;
        };
        return Err(FetchError::new(fault, url, detail));
    }
    out.rewind().map_err(|error| stored(url, &error))?;
    Ok((out, inflated))
}

/// The first bytes of a body without its coding, as far as they come and inflate.
pub(crate) fn start_of(body: impl Read, coding: Option<&str>, most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Bounded on both sides: there are members and frames without end that hold nothing.
    let body = body.take(MOST_CODED);
    let decoder: std::io::Result<Box<dyn Read + '_>> = match Coding::of(coding) {
        Ok(None) => Ok(Box::new(body)),
        Ok(Some(coding)) => coding.decoder(body),
        Err(_) => return bytes,
    };
    if let Ok(decoder) = decoder {
        // What came before it fails stands.
        let _ = decoder.take(most).read_to_end(&mut bytes);
    }
    bytes
}

#[derive(Clone, Copy)]
enum Coding {
    Gzip,
    Zstd,
}

impl Coding {
    /// The coding that a header names, if any; its words, where nobody knows it. Empty members of the
    /// list count for nothing (RFC 9110, section 5.6.1).
    fn of(header: Option<&str>) -> Result<Option<Coding>, String> {
        let words = header.unwrap_or_default().to_ascii_lowercase();
        let is_none = |word: &&str| matches!(*word, "" | "identity") || NO_CODINGS.contains(word);
        let mut names = words.split(',').map(str::trim).filter(|word| !is_none(word));
        match (names.next(), names.next()) {
            (None, _) => Ok(None),
            (Some("gzip" | "x-gzip"), None) => Ok(Some(Coding::Gzip)),
            (Some("zstd"), None) => Ok(Some(Coding::Zstd)),
            _ => Err(words.trim().to_owned()),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Coding::Gzip => "gzip",
            Coding::Zstd => "zstd",
        }
    }

    fn decoder<'b>(self, body: impl Read + 'b) -> std::io::Result<Box<dyn Read + 'b>> {
        Ok(match self {
            Coding::Gzip => Box::new(Members {
                source: None,
                member: Some(GzDecoder::new(BufReader::new(body))),
            }),
            Coding::Zstd => Box::new(Frames { source: Some(BufReader::new(body)), frame: None }),
        })
    }
}

/// Members of gzip after each other, and zeros behind them, with which files are filled up (RFC 1952,
/// section 2.2).
struct Members<R> {
    /// What is left, between members.
    source: Option<R>,
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        loop {
            if let Some(member) = &mut self.member {
                let count = member.read(to)?;
                if count > 0 || to.is_empty() {
                    return Ok(count);
                }
                self.source = self.member.take().map(GzDecoder::into_inner);
            }
            let Some(source) = &mut self.source else { return Ok(0) };
            let known = source.fill_buf()?;
            let zeros = known.iter().take_while(|byte| **byte == 0).count();
            match (zeros, known.is_empty()) {
                (_, true) => return Ok(0),
                (0, false) => self.member = self.source.take().map(GzDecoder::new),
                (zeros, false) => source.consume(zeros),
            }
        }
    }
}

/// A frame, with its first bytes, by which it was told from one to skip.
type Frame<R> = StreamingDecoder<Chain<Cursor<[u8; 4]>, R>, ruzstd::decoding::FrameDecoder>;

/// Frames of Zstandard after each other.
struct Frames<R: Read> {
    /// What is left, between frames.
    source: Option<R>,
    frame: Option<Frame<R>>,
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let count = frame.read(to)?;
                if count > 0 || to.is_empty() {
                    return Ok(count);
                }
                // The decoder computes the checksum and leaves the comparing to who reads.
                let told = frame.decoder.get_checksum_from_data();
                if told.is_some() && told != frame.decoder.get_calculated_checksum() {
                    return Err(Error::other("the checksum of a frame does not fit"));
                }
                self.source = self.frame.take().map(|frame| frame.into_inner().into_inner().1);
            }
            let Some(mut source) = self.source.take() else { return Ok(0) };
            if source.fill_buf()?.is_empty() {
                return Ok(0);
            }
            let mut first = [0; 4];
            source.read_exact(&mut first)?;
            if is_skippable(&first) {
                skip(&mut source)?;
                self.source = Some(source);
                continue;
            }
            let source = Cursor::new(first).chain(source);
            let mut decoder = ruzstd::decoding::FrameDecoder::new();
            decoder.set_max_window_size(WINDOW);
            let frame = StreamingDecoder::new_with_decoder(source, decoder);
            self.frame = Some(frame.map_err(Error::other)?);
        }
    }
}

/// Whether a frame holds nothing of the document, by its first bytes (RFC 8878, section 3.1.2).
fn is_skippable(first: &[u8]) -> bool {
    matches!(first, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

/// Passes over the rest of such a frame, which says how long it is.
fn skip(source: &mut impl Read) -> std::io::Result<()> {
    let mut length = [0; 4];
    source.read_exact(&mut length)?;
    let length = u64::from(u32::from_le_bytes(length));
    let skipped = std::io::copy(&mut source.take(length), &mut std::io::sink())?;
    match skipped == length {
        true => Ok(()),
        false => Err(ErrorKind::UnexpectedEof.into()),
    }
}

/// Fills a buffer as far as there is something.
fn fill(from: &mut dyn Read, to: &mut [u8]) -> std::io::Result<usize> {
    let mut filled = 0;
    while let Some(rest) = to.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match from.read(rest) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Whether an address is that of a compressed file.
fn names_compressed(url: &str) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    [".gz", ".gzip", ".zst", ".zstd"].iter().any(|suffix| path.ends_with(suffix))
}
