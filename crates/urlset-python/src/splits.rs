//! Where a plain document can be cut so that its pieces, read apart, give what it gives as a whole.

use crate::source::{Reading, opened};
use crate::tag::{Looked, Tag, look};
use memchr::{memchr, memchr2_iter, memmem};
use pyo3::prelude::*;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;
use urlset::OpenOptions;

/// Bytes that are read at once, and the longest piece of markup that is looked through.
const BLOCK: usize = 1 << 20;
const LONGEST: usize = 16 << 20;

/// A piece of a document: its first byte and that behind its last one, the line and column of the first, the
/// first byte of the root's tag and that behind it, and the format.
pub(crate) type Split = (u64, u64, u32, u32, u64, u64, &'static str);

/// Cuts a document into pieces of about `size` bytes, each with whole entries. One that is compressed, not
/// UTF-8, a table, or laid out in a way that no cut is sure in, is one piece.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "as pyo3 gives it")]
pub(crate) fn splits(
    py: Python<'_>,
    path: PathBuf,
    size: u64,
    reading: &Reading,
) -> PyResult<Vec<Split>> {
    py.detach(|| {
        let file = opened(&path)?;
        let length = file.metadata()?.len();
        let whole = vec![(0, length, 1, 1, 0, 0, "")];
        let options = OpenOptions {
            whole: file.try_clone().ok().map(Arc::new),
            name: path.file_name().map(|name| name.to_string_lossy().into()),
            ..reading.options(0)
        };
        // What cannot be read is told where it is read.
        let Ok(prepared) = urlset::prepare(file, &options, &mut ()) else { return Ok(whole) };
        let is_plain = prepared.compression.is_none() && prepared.charset == "UTF-8";
        let format = prepared.format.name;
        drop(prepared);
        let mut cuts = Cuts::new(opened(&path)?, size.max(1), format);
        let found = match format {
            "xml" if is_plain => cuts.markup()?,
            "text" | "jsonl" if is_plain => cuts.lines()?,
            _ => None,
        };
        let is_sure = cuts.is_sure();
        Ok(found.filter(|pieces| is_sure && pieces.len() > 1).unwrap_or(whole))
    })
}

/// Looks for cuts from the front of a file to its end.
struct Cuts {
    file: File,
    size: u64,
    format: &'static str,
    /// Bytes from `base` on, of which those before `at` were looked through.
    text: Vec<u8>,
    base: u64,
    at: usize,
    ended: bool,
    /// The last bytes that were looked at, and whether something speaks against any cut.
    last: Vec<u8>,
    doubtful: bool,
    /// Where the byte of this number stands. Few places are asked for, so lines are counted in few steps.
    placed: usize,
    place: Place,
    /// Where the root's tag begins and ends.
    root: (u64, u64),
    pieces: Vec<Split>,
}

/// Lines and columns up to a byte.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) line: u32,
    pub(crate) column: u32,
    after_return: bool,
}

impl Default for Place {
    fn default() -> Place {
        Place { line: 1, column: 1, after_return: false }
    }
}

impl Place {
    /// Goes over bytes: lines end at LF, CR LF and CR; a column is a character.
    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        let mut from = 0;
        for at in memchr2_iter(b'\n', b'\r', bytes) {
            let is_second = bytes.get(at) == Some(&b'\n')
                && match at.checked_sub(1) {
                    Some(before) => bytes.get(before) == Some(&b'\r'),
                    None => self.after_return,
                };
            self.line = self.line.saturating_add(u32::from(!is_second));
            self.column = 1;
            from = at + 1;
        }
        let rest = bytes.get(from..).unwrap_or_default();
        let characters = rest.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        self.column = self.column.saturating_add(u32::try_from(characters).unwrap_or(u32::MAX));
        if let Some(last) = bytes.last() {
            self.after_return = *last == b'\r';
        }
    }
}

impl Cuts {
    fn new(file: File, size: u64, format: &'static str) -> Cuts {
        Cuts {
            file,
            size,
            format,
            text: Vec::new(),
            base: 0,
            at: 0,
            ended: false,
            last: Vec::new(),
            doubtful: false,
            placed: 0,
            place: Place::default(),
            root: (0, 0),
            pieces: Vec::new(),
        }
    }

    fn rest(&self) -> &[u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The offset of the next byte.
    fn offset(&self) -> u64 {
        self.base + self.at as u64
    }

    fn pass(&mut self, count: usize) {
        self.at = (self.at + count).min(self.text.len());
    }

    /// Where the next byte stands.
    fn placed(&mut self) -> Place {
        self.place.pass(self.text.get(self.placed..self.at).unwrap_or_default());
        self.placed = self.at;
        self.place
    }

    /// Reads on; `false` at the end, or where what is looked through becomes too long.
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is of one lifetime")]
    fn more(&mut self) -> PyResult<bool> {
        if self.ended || self.doubtful || self.rest().len() > LONGEST {
            return Ok(false);
        }
        self.placed();
        self.base += self.at as u64;
        self.text.drain(..self.at);
        (self.at, self.placed) = (0, 0);
        let before = self.text.len();
        let read = (&mut self.file).take(BLOCK as u64).read_to_end(&mut self.text)?;
        self.ended = self.text.len() == before || read == 0;
        self.look(before);
        Python::attach(|py| py.check_signals())?;
        Ok(!self.ended)
    }

    /// Looks at what was read behind the first `before` bytes for what no piece shows of the whole: a byte
    /// order mark, bytes that are not UTF-8, in JSON Lines kinds of entries, which the first one decides.
    fn look(&mut self, before: usize) {
        if self.base == 0 && before == 0 && self.text.starts_with(b"\xef\xbb\xbf") {
            self.doubtful = true;
        }
        let mut text = std::mem::take(&mut self.last);
        text.extend_from_slice(self.text.get(before..).unwrap_or_default());
        let valid = std::str::from_utf8(&text);
        self.doubtful |= valid.is_err_and(|error| error.error_len().is_some());
        if self.format == "jsonl" {
            // A name may be written with escapes.
            let words: [&[u8]; 2] = [b"\"kind\"", b"\\u006"];
            self.doubtful |= words.iter().any(|word| memmem::find(&text, word).is_some());
        }
        // As much as a word that is looked for, from the first byte of a character.
        let is_within = |byte: Option<&u8>| byte.is_some_and(|byte| byte & 0xc0 == 0x80);
        let mut from = text.len().saturating_sub(8);
        while from > 0 && is_within(text.get(from)) {
            from -= 1;
        }
        self.last = text.split_off(from);
    }

    /// Whether the whole was looked at, and nothing speaks against cuts.
    fn is_sure(&self) -> bool {
        self.ended && !self.doubtful && std::str::from_utf8(&self.last).is_ok()
    }

    /// Notes a cut right here, where the piece before it is large enough.
    fn cut(&mut self) {
        let at = self.offset();
        if let Some((start, end, ..)) = self.pieces.last_mut() {
            if at - *start < self.size {
                return;
            }
            *end = at;
        }
        let Place { line, column, .. } = self.placed();
        self.pieces.push((at, u64::MAX, line, column, self.root.0, self.root.1, self.format));
    }

    /// The pieces, the first from the beginning of the document, the last to its end.
    fn ended(&mut self) -> Vec<Split> {
        let end = self.base + self.text.len() as u64;
        if let Some(last) = self.pieces.last_mut() {
            last.1 = end;
        }
        if let Some(first) = self.pieces.first_mut() {
            (first.0, first.2, first.3) = (0, 1, 1);
        }
        std::mem::take(&mut self.pieces)
    }

    /// Lines: a piece begins behind a line feed and, of JSON, with the first bytes of an object on one line.
    fn lines(&mut self) -> PyResult<Option<Vec<Split>>> {
        while self.rest().len() < 4096 && self.more()? {}
        if self.format == "jsonl" && !self.rest().trim_ascii_start().starts_with(b"{\"") {
            return Ok(None);
        }
        self.cut();
        let begin: &[u8] = if self.format == "jsonl" { b"{\"" } else { b"http" };
        let mut wanted = self.size;
        loop {
            // Nothing is cut before that, so only line ends are counted.
            let skip = usize::try_from(wanted.saturating_sub(self.offset())).unwrap_or(0);
            if skip > self.rest().len() {
                self.pass(self.rest().len());
                if !self.more()? {
                    return Ok(Some(self.ended()));
                }
                continue;
            }
            self.pass(skip);
            match memchr(b'\n', self.rest()) {
                Some(found) if self.rest().len() > found + begin.len() => {
                    self.pass(found + 1);
                    if self.rest().starts_with(begin) {
                        self.cut();
                        wanted = self.offset() + self.size;
                    }
                }
                _ if self.more()? => {}
                _ if self.ended => return Ok(Some(self.ended())),
                _ => return Ok(None),
            }
        }
    }

    /// XML: a piece begins with `<url>` that follows `</url>`, where the root alone is open, outside comments and
    /// what else is no markup. What is not well-formed is repaired by who reads it, from what stands around it.
    fn markup(&mut self) -> PyResult<Option<Vec<Split>>> {
        let mut open = Open::default();
        while !self.doubtful {
            let found = memchr(b'<', self.rest());
            let before = found.unwrap_or(self.rest().len());
            let is_blank = self.rest().get(..before).unwrap_or_default().trim_ascii().is_empty();
            if !is_blank && !open.has_text() {
                return Ok(None);
            }
            self.pass(before);
            if found.is_none() || self.rest().len() < 16 && !self.ended {
                if self.more()? || found.is_some() {
                    continue;
                }
                let is_whole = open.depth() == 0 && self.root.1 > 0;
                return Ok(is_whole.then(|| self.ended()));
            }
            let (tag, length) = match look(self.rest(), self.offset() == 0) {
                Looked::Whole(tag, length) => (tag, length),
                Looked::More if self.more()? => continue,
                Looked::More | Looked::Odd => return Ok(None),
            };
            if !self.tag(&mut open, tag, length) {
                return Ok(None);
            }
            self.pass(length);
        }
        Ok(None)
    }

    /// Notes the tag at the front; `false` where no cut is sure.
    fn tag(&mut self, open: &mut Open, tag: Tag, length: usize) -> bool {
        let rest = self.rest();
        match tag {
            Tag::Aside => true,
            Tag::Text => open.has_text(),
            Tag::Close(name) => open.close(rest.get(name).unwrap_or_default()),
            Tag::Open(name, is_empty) => {
                let name = rest.get(name).unwrap_or_default();
                let (is_root, is_entry) = (name == b"urlset", name == b"url");
                let (depth, follows) = (open.depth(), open.follows);
                if depth == 0 {
                    open.root = rest.get(..length).unwrap_or_default().to_vec();
                }
                let tag = rest.get(..length).unwrap_or_default();
                // An entry that is none of ours would leave a piece empty.
                let is_ours = depth != 1 || memmem::find(tag, b"xmlns").is_none();
                let is_known = open.open(name, is_empty) && (is_ours || !is_entry);
                match depth {
                    0 if !is_root || is_empty || self.root.1 > 0 => return false,
                    0 => self.root = (self.offset(), self.offset() + length as u64),
                    1 if is_entry && (follows || self.pieces.is_empty()) => self.cut(),
                    // Nothing but the root stands before the first entry.
                    1 if self.pieces.is_empty() => return false,
                    _ => {}
                }
                is_known
            }
        }
    }
}

/// Deeper than any sitemap, and less than what a reader stops at.
const DEEPEST: usize = 32;

/// The elements that are open.
#[derive(Default)]
struct Open {
    /// Their names, one behind the other, and where each begins.
    names: Vec<u8>,
    begins: Vec<usize>,
    /// The root's tag, and the prefixes that it declares, as far as they were asked for.
    root: Vec<u8>,
    declared: Vec<Vec<u8>>,
    /// Whether nothing but white space and comments came since an entry ended.
    follows: bool,
}

impl Open {
    fn depth(&self) -> usize {
        self.begins.len()
    }

    /// `false` where text has no place at all.
    fn has_text(&mut self) -> bool {
        self.follows = false;
        self.depth() > 0
    }

    /// `false` where the prefix is not that of the root's, so that one place decides what it means.
    fn open(&mut self, name: &[u8], is_empty: bool) -> bool {
        self.follows = false;
        if !is_empty {
            self.begins.push(self.names.len());
            self.names.extend_from_slice(name);
        }
        let Some(colon) = memchr(b':', name) else { return self.depth() <= DEEPEST };
        let prefix = name.get(..colon).unwrap_or_default();
        if !self.declared.iter().any(|known| known == prefix) {
            let attribute = [b" xmlns:", prefix, b"="].concat();
            if memmem::find(&self.root, &attribute).is_none() {
                return false;
            }
            self.declared.push(prefix.to_vec());
        }
        self.depth() <= DEEPEST
    }

    /// `false` where another element is to be closed first.
    fn close(&mut self, name: &[u8]) -> bool {
        let Some(begin) = self.begins.pop() else { return false };
        let is_sure = self.names.get(begin..) == Some(name);
        self.names.truncate(begin);
        self.follows = self.depth() == 1 && name == b"url";
        is_sure
    }
}
