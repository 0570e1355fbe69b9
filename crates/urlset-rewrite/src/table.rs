//! A table of moves as people and programs write it: lines of `old,new`.

use crate::BadRewrite;
use std::io::BufRead;

/// A row of a table.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) line: u64,
    pub(crate) old: String,
    pub(crate) new: String,
    /// It is for this address alone, also where that ends in `*`.
    pub(crate) exact: bool,
}

/// Bytes of a line, far more than two addresses take.
const LONGEST: usize = 1 << 20;

/// What a header's cells are made of, as in `old,new`, `Redirect from,Redirect to`, `source_url,target_url`.
const HEADER: [&str; 24] = [
    "address",
    "after",
    "before",
    "current",
    "dest",
    "destination",
    "from",
    "link",
    "loc",
    "location",
    "new",
    "old",
    "original",
    "page",
    "path",
    "previous",
    "redirect",
    "source",
    "src",
    "target",
    "to",
    "uri",
    "url",
    "urls",
];

/// Of these, what names the address that is given up, and the other one.
const OLD: [&str; 7] = ["before", "from", "old", "original", "previous", "source", "src"];
const NEW: [&str; 7] = ["after", "current", "dest", "destination", "new", "target", "to"];

/// The rows of a table: `old,new`, or with tabs; cells may be quoted (RFC 4180), within a line. A
/// status of three digits may follow, or the score of a rename. The first is left out where it is a
/// header: both cells are words of one.
pub(crate) struct Rows<'t> {
    text: &'t mut dyn BufRead,
    line: Vec<u8>,
    /// Its number.
    number: u64,
    /// A row or a header was there.
    begun: bool,
}

impl<'t> Rows<'t> {
    pub(crate) fn new(text: &'t mut dyn BufRead) -> Rows<'t> {
        Rows { text, line: Vec::new(), number: 0, begun: false }
    }

    /// The next row; `None` after the last.
    pub(crate) fn next(&mut self) -> Result<Option<Row>, BadRewrite> {
        while self.read_line()? {
            let bad = |why: &str| Err(BadRewrite::Row(self.number, why.into()));
            let Ok(text) = std::str::from_utf8(&self.line) else { return bad("it is no UTF-8") };
            let text = if self.number == 1 { text.trim_start_matches('\u{feff}') } else { text };
            if text.trim().is_empty() {
                continue;
            }
            let first = !std::mem::replace(&mut self.begun, true);
            let Some(cells) = cells(text) else {
                return bad("a quote is not closed, or text follows it; `\"` inside is `\"\"`");
            };
            let status =
                |cell: &str| cell.len() == 3 && cell.bytes().all(|byte| byte.is_ascii_digit());
            let exact = match cells.as_slice() {
                [old, new, ..] if first && is_header(old) && is_header(new) => {
                    if has_word(old, &NEW) || has_word(new, &OLD) {
                        return bad(
                            "the header names the new address first; the old one comes first",
                        );
                    }
                    continue;
                }
                // As `urlset diff --redirects csv` writes it: how sure the rename is.
                [_, _, score] if is_score(score) => true,
                [_, _] => false,
                [_, _, code] if status(code) => false,
                cells => {
                    let count = cells.len();
                    return bad(&format!(
                        "{count} cells, not `old,new`; quote a cell with a comma"
                    ));
                }
            };
            let mut cells = cells.into_iter();
            let (old, new) = (cells.next().unwrap_or_default(), cells.next().unwrap_or_default());
            return Ok(Some(Row { line: self.number, old, new, exact }));
        }
        Ok(None)
    }

    /// Whether there was another line, without its end.
    fn read_line(&mut self) -> Result<bool, BadRewrite> {
        self.line.clear();
        self.number += 1;
        let mut some = std::io::Read::take(&mut *self.text, LONGEST as u64);
        let read = some.read_until(b'\n', &mut self.line);
        read.map_err(|error| BadRewrite::Unreadable(error.to_string().into()))?;
        if self.line.len() == LONGEST {
            return Err(BadRewrite::Row(self.number, "longer than 1 MiB".into()));
        }
        let read = !self.line.is_empty();
        for end in [b'\n', b'\r'] {
            self.line.pop_if(|last| *last == end);
        }
        Ok(read)
    }
}

fn is_header(cell: &str) -> bool {
    let mut words = cell.split([' ', '_', '-']).filter(|word| !word.is_empty()).peekable();
    let known = |word: &str| HEADER.iter().any(|known| known.eq_ignore_ascii_case(word));
    words.peek().is_some() && words.all(known)
}

fn has_word(cell: &str, words: &[&str]) -> bool {
    cell.split([' ', '_', '-']).any(|word| words.iter().any(|one| one.eq_ignore_ascii_case(word)))
}

/// The cells of a line; `None` where a quote is not closed, or something follows it.
fn cells(line: &str) -> Option<Vec<String>> {
    let delimiter = if line.contains('\t') { '\t' } else { ',' };
    let (mut cells, mut left) = (Vec::new(), line);
    loop {
        let start = left.trim_start_matches(|c: char| c.is_whitespace() && c != delimiter);
        let (cell, after) = match start.strip_prefix('"') {
            Some(quoted) => unquoted(quoted)?,
            None => {
                let end = start.find(delimiter).unwrap_or(start.len());
                let (cell, after) = start.split_at_checked(end)?;
                (cell.trim().to_owned(), after)
            }
        };
        cells.push(cell);
        let after = after.trim_start_matches(|c: char| c.is_whitespace() && c != delimiter);
        match after.strip_prefix(delimiter) {
            Some(next) => left = next,
            None => return after.is_empty().then_some(cells),
        }
    }
}

/// What stands up to the closing quote, and what follows that.
fn unquoted(quoted: &str) -> Option<(String, &str)> {
    let (mut cell, mut left) = (String::new(), quoted);
    loop {
        let (text, after) = left.split_once('"')?;
        cell.push_str(text);
        match after.strip_prefix('"') {
            Some(more) => {
                cell.push('"');
                left = more;
            }
            None => return Some((cell.trim().to_owned(), after)),
        }
    }
}
/// A number from 0 to 1; a spreadsheet may have saved `1.000` as `1`.
fn is_score(cell: &str) -> bool {
    let (whole, part) = cell.split_once('.').unwrap_or((cell, ""));
    let digits = part.bytes().all(|byte| byte.is_ascii_digit());
    digits && (whole == "0" || whole == "1" && part.bytes().all(|byte| byte == b'0'))
}
