//! Turns other charsets into UTF-8, and knows where every character came from.

use crate::charset::{Charset, Undecided};
use crate::front::Front;
use crate::pieces::Pieces;
use crate::prepare::AHEAD;
use crate::source_rules::{TOLD_CHARSET, XML_MISMATCH};
use encoding_rs::{Decoder, DecoderResult, UTF_8, UTF_16BE, UTF_16LE};
use std::collections::VecDeque;
use std::io::Read;
use urlset_core::{Fault, Source};

type Bytes<'a> = Front<Box<dyn Source + 'a>>;

/// Bytes decoded at once.
const BLOCK: usize = 16 * 1024;

/// Findings are handed on when the text they belong to has been read: until then nobody could say
/// in which line they are.
#[derive(Default)]
struct Findings {
    waiting: VecDeque<(Fault, u64)>,
    /// Offsets below were handed out before the last read.
    settled: u64,
}

impl Findings {
    fn next(&mut self, ended: bool) -> Option<(Fault, u64)> {
        let due = self.waiting.front().is_some_and(|(_, at)| ended || *at < self.settled);
        if due { self.waiting.pop_front() } else { None }
    }
}

/// UTF-8, or what is taken for it.
pub(crate) struct AsIs<'a> {
    bytes: Bytes<'a>,
    findings: Findings,
    ended: bool,
}

impl<'a> AsIs<'a> {
    pub(crate) fn new(bytes: Bytes<'a>) -> AsIs<'a> {
        AsIs { bytes, findings: Findings::default(), ended: false }
    }
}

impl Read for AsIs<'_> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        self.findings.settled = self.bytes.taken();
        let count = self.bytes.read(to)?;
        self.ended = count == 0;
        Ok(count)
    }
}

impl Source for AsIs<'_> {
    fn origin(&self, offset: u64) -> u64 {
        self.bytes.inner_ref().origin(offset)
    }

    fn finding(&mut self) -> Option<(Fault, u64)> {
        while let Some(found) = self.bytes.inner().finding() {
            self.findings.waiting.push_back(found);
        }
        self.findings.next(self.ended)
    }
}

/// Another charset than UTF-8.
pub(crate) struct Transcoded<'a> {
    bytes: Bytes<'a>,
    decoder: Decoder,
    /// Until something beyond ASCII comes.
    undecided: Option<Undecided>,
    /// It came, and is UTF-8.
    is_utf8: bool,
    /// How ASCII looks in the source, where it can be told at a glance.
    ascii: Option<Ascii>,
    /// Bytes that began a character.
    pending: u32,
    pieces: Pieces,
    block: Box<[u8]>,
    /// Decoded and not handed out: what from `start` on stands there.
    ready: Vec<u8>,
    start: usize,
    findings: Findings,
    ended: bool,
}

#[derive(Clone, Copy)]
enum Ascii {
    Bytes,
    LittleEndian,
    BigEndian,
}

impl Ascii {
    /// Bytes of one character.
    fn width(self) -> usize {
        match self {
            Ascii::Bytes => 1,
            Ascii::LittleEndian | Ascii::BigEndian => 2,
        }
    }

    /// The character that a unit of the source is.
    fn of(self, unit: &[u8]) -> Option<u8> {
        let byte = match (self, unit) {
            (Ascii::Bytes, [byte])
            | (Ascii::LittleEndian, [byte, 0])
            | (Ascii::BigEndian, [0, byte]) => *byte,
            _ => return None,
        };
        byte.is_ascii().then_some(byte)
    }
}

impl<'a> Transcoded<'a> {
    /// Malformed bytes become one that is not UTF-8 either, so that readers know which value they
    /// damage.
    pub(crate) fn new(mut bytes: Bytes<'a>, charset: &mut Charset) -> Transcoded<'a> {
        std::io::BufRead::consume(&mut bytes, charset.mark);
        let encoding = charset.encoding.unwrap_or(UTF_8);
        let ascii = match encoding {
            _ if encoding == UTF_16LE => Some(Ascii::LittleEndian),
            _ if encoding == UTF_16BE => Some(Ascii::BigEndian),
            _ if encoding.is_ascii_compatible() => Some(Ascii::Bytes),
            _ => None,
        };
        Transcoded {
            bytes,
            decoder: encoding.new_decoder_without_bom_handling(),
            undecided: charset.undecided.take(),
            is_utf8: false,
            ascii,
            pending: 0,
            pieces: Pieces::after(charset.mark as u64),
            block: vec![0; BLOCK].into_boxed_slice(),
            ready: Vec::with_capacity(BLOCK),
            start: 0,
            findings: Findings::default(),
            ended: false,
        }
    }

    /// Decodes some more of the source into `ready`.
    fn advance(&mut self) -> std::io::Result<()> {
        self.ready.clear();
        self.start = 0;
        if let Some(undecided) = self.undecided.take() {
            self.undecided = self.look(undecided)?;
        }
        let count = self.bytes.read(&mut self.block)?;
        let block = std::mem::take(&mut self.block);
        self.decode(block.get(..count).unwrap_or_default());
        self.block = block;
        if count == 0 {
            self.feed(&[], true);
            self.ended = true;
        }
        Ok(())
    }

    /// Looks whether the next block is all ASCII; gives what is still open then.
    fn look(&mut self, undecided: Undecided) -> std::io::Result<Option<Undecided>> {
        let next = self.bytes.peek(BLOCK).iter().take(BLOCK);
        let Some(at) = next.copied().position(|byte| !byte.is_ascii()) else {
            return Ok(Some(undecided));
        };
        let there = self.bytes.peek(at + AHEAD).get(at..).unwrap_or_default();
        let charset = undecided.judge(there).map_err(Fault::into_error)?;
        if charset.encoding.is_some() {
            return Ok(None);
        }
        self.is_utf8 = true;
        let at = self.pieces.text() + at as u64;
        for (rule, detail) in [(&TOLD_CHARSET, charset.told), (&XML_MISMATCH, charset.mismatch)] {
            // What the source says at its end comes behind it.
            let found = detail.map(|detail| (Fault { rule, detail: detail.into() }, at));
            found.into_iter().for_each(|found| self.findings.waiting.push_front(found));
        }
        Ok(None)
    }

    fn decode(&mut self, bytes: &[u8]) {
        if self.is_utf8 {
            self.ready.extend(bytes);
            self.pieces.add(1, 1, bytes.len() as u64);
            return;
        }
        let mut rest = bytes;
        while let Some((first, after)) = rest.split_first() {
            let taken = if self.pending == 0 { self.ascii_run(rest) } else { 0 };
            rest = match rest.get(taken..) {
                Some(left) if taken > 0 => left,
                _ => {
                    self.pending += 1;
                    self.feed(&[*first], false);
                    after
                }
            };
        }
    }

    /// Copies the ASCII at the front; gives how many bytes of the source it took.
    fn ascii_run(&mut self, bytes: &[u8]) -> usize {
        let Some(ascii) = self.ascii else {
            return 0;
        };
        let before = self.ready.len();
        self.ready.extend(bytes.chunks_exact(ascii.width()).map_while(|unit| ascii.of(unit)));
        let count = self.ready.len() - before;
        if count > 0 {
            let width = u32::try_from(ascii.width()).unwrap_or(1);
            self.pieces.add(width, 1, count as u64);
        }
        count * ascii.width()
    }

    /// Gives the decoder the next byte, or the end.
    fn feed(&mut self, mut bytes: &[u8], last: bool) {
        let mut length = 0;
        loop {
            let mut to = [0; 16];
            let (result, read, written) =
                self.decoder.decode_to_utf8_without_replacement(bytes, &mut to, last);
            bytes = bytes.get(read..).unwrap_or_default();
            self.ready.extend(to.iter().take(written));
            length += u32::try_from(written).unwrap_or(0);
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => {
                    self.ready.push(0xff);
                    length += 1;
                }
            }
        }
        if length > 0 {
            self.pieces.add(self.pending, length, 1);
            self.pending = 0;
        }
    }
}

impl Read for Transcoded<'_> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        if self.start == self.ready.len() {
            self.findings.settled = self.pieces.text();
        }
        while self.start == self.ready.len() && !self.ended {
            self.advance()?;
        }
        let count = self.ready.get(self.start..).unwrap_or_default().read(to)?;
        self.start += count;
        Ok(count)
    }
}

impl Source for Transcoded<'_> {
    fn origin(&self, offset: u64) -> u64 {
        self.bytes.inner_ref().origin(self.pieces.origin(offset))
    }

    /// What a charset does not have, another one must not be asked for.
    fn may_be_guessed(&self) -> bool {
        self.is_utf8
    }

    fn finding(&mut self) -> Option<(Fault, u64)> {
        while let Some((fault, _)) = self.bytes.inner().finding() {
            // What the source says about itself, it says at its end.
            self.findings.waiting.push_back((fault, u64::MAX));
        }
        let ended = self.ended && self.start == self.ready.len();
        let (fault, at) = self.findings.next(ended)?;
        Some((fault, at.min(self.pieces.text())))
    }
}

#[cfg(test)]
mod tests {
    use super::{Bytes, Transcoded};
    use crate::charset::{Charset, judge};
    use crate::front::Front;
    use encoding_rs::Encoding;
    use std::io::Read;
    use urlset_core::Source;

    struct Steps<'t>(&'t [u8], usize);

    impl Read for Steps<'_> {
        fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
            let count = self.0.len().min(self.1).min(to.len());
            self.0.read(&mut to[..count])
        }
    }

    impl Source for Steps<'_> {}

    fn decode(bytes: &[u8], label: &str, step: usize) -> (Vec<u8>, Vec<u64>) {
        let encoding = Encoding::for_label(label.as_bytes());
        let mut charset = Charset { encoding, ..judge(b"", None).unwrap() };
        let source: Bytes<'_> = Front::new(Box::new(Steps(bytes, step)));
        let mut decoded = Transcoded::new(source, &mut charset);
        let mut text = Vec::new();
        decoded.read_to_end(&mut text).unwrap();
        let origins = (0..text.len() as u64).map(|offset| decoded.origin(offset)).collect();
        (text, origins)
    }

    #[test]
    fn each_character_comes_from_where_it_was() {
        for (label, text) in [
            ("windows-1251", "https://example.com/\u{436}\u{430}ab\u{44f}"),
            ("shift_jis", "a\u{3042}\u{ff71}b\u{6f22}\u{5b57}"),
            ("gb18030", "a\u{4e2d}\u{20ac}b\u{1f600}c"),
            ("big5", "x\u{4e2d}\u{6587}y"),
            ("euc-kr", "\u{d55c}\u{ae00} abc"),
            ("windows-1252", "\u{20ac}\u{e9}x"),
        ] {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let bytes = encoding.encode(text).0;
            for step in [1, 2, 3, 1000] {
                let (decoded, origins) = decode(&bytes, label, step);
                assert_eq!(std::str::from_utf8(&decoded), Ok(text), "{label}");
                for (at, _) in text.char_indices() {
                    let before = encoding.encode(&text[..at]).0.len() as u64;
                    assert_eq!(origins[at], before, "{label} {at}");
                }
            }
        }
    }

    #[test]
    fn bytes_without_meaning_stay_bytes_without_meaning() {
        for (label, bytes, text) in [
            ("utf-16be", &b"\xd8\x00\x00A"[..], &b"\xffA"[..]),
            ("utf-16be", b"\0A\xd8\x00", b"A\xff"),
            ("utf-16be", b"\0A\0", b"A\xff"),
            ("utf-16le", b"\x00\xdcA\0", b"\xffA"),
            ("shift_jis", b"\x81 a", b"\xff a"),
            ("gb18030", b"\x81\x30\x81ab", b"\xff0\xe4\xb9\x87b"),
            ("windows-1253", b"a\xaab", b"a\xffb"),
        ] {
            for step in [1, 1000] {
                let (decoded, _) = decode(bytes, label, step);
                if label != "gb18030" {
                    assert_eq!(decoded, text, "{label} {bytes:?}");
                }
                assert!(decoded.contains(&0xff), "{label} {decoded:?}");
            }
        }
    }
}
