//! Whether a file that stands can stay though the head of a new one announces other namespaces or
//! columns than its own: those of the whole set, of which the file itself may hold none.

use std::io::{self, BufRead, Read, Write};
use urlset::publish::Equal;

/// Bytes of the head of a document beyond which it is written anew.
const LONGEST_HEAD: usize = 64 << 10;

/// The same of a row.
const LONGEST: usize = 16 << 20;

/// What of two files may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heads {
    /// Nothing.
    Same,
    /// Namespaces that the root declares and nothing uses.
    Namespaces,
    /// Columns in which no row has anything.
    Columns,
}

impl Heads {
    /// What may differ in files of this format.
    pub(crate) fn of(format: &str) -> Heads {
        match format {
            "xml" | "rss" | "atom" => Heads::Namespaces,
            "csv" | "tsv" => Heads::Columns,
            _ => Heads::Same,
        }
    }

    /// The same, where files are published.
    pub(crate) fn equal(self) -> Equal {
        match self {
            Heads::Same => Equal::Inflated,
            Heads::Namespaces => Equal::Alike(|new, old| compare(Heads::Namespaces, new, old)),
            Heads::Columns => Equal::Alike(|new, old| compare(Heads::Columns, new, old)),
        }
    }
}

fn compare(heads: Heads, new: &mut dyn BufRead, old: &mut dyn BufRead) -> io::Result<bool> {
    let mut alike = Alike::new(old, heads);
    while alike.same {
        let block = new.fill_buf()?;
        let length = block.len();
        if length == 0 {
            return alike.ends();
        }
        alike.write_all(block)?;
        new.consume(length);
    }
    Ok(false)
}

/// Takes a new file and compares it with an old one.
pub(crate) struct Alike<R> {
    old: R,
    stage: Stage,
    /// What is not compared yet.
    pending: Vec<u8>,
    same: bool,
}

enum Stage {
    Head(Heads),
    /// These prefixes only the new file declares: the old one must not use them.
    Bytes(Vec<Vec<u8>>),
    Rows(Columns),
}

impl<R: BufRead> Alike<R> {
    pub(crate) fn new(old: R, heads: Heads) -> Alike<R> {
        let stage = match heads {
            Heads::Same => Stage::Bytes(Vec::new()),
            _ => Stage::Head(heads),
        };
        Alike { old, stage, pending: Vec::new(), same: true }
    }

    /// Whether the old file ends here too, and can stay.
    ///
    /// # Errors
    /// When the old file cannot be read.
    pub(crate) fn ends(mut self) -> io::Result<bool> {
        if matches!(self.stage, Stage::Head(_)) {
            self.stage = Stage::Bytes(Vec::new());
        }
        self.take(true)?;
        Ok(self.same && self.old.fill_buf().or_else(damaged)?.is_empty())
    }

    fn take(&mut self, last: bool) -> io::Result<()> {
        if let Stage::Head(heads) = self.stage {
            let end = head(heads, &self.pending);
            let Some(end) = end else {
                self.same = self.pending.len() <= LONGEST_HEAD;
                return Ok(());
            };
            self.stage = self.heads(heads, end)?;
            self.pending.drain(..end);
        }
        match &self.stage {
            Stage::Head(_) => {}
            Stage::Bytes(unknown) => {
                // A prefix may begin in one block and end in the next.
                let longest = unknown.iter().map(Vec::len).max().unwrap_or(0);
                let ready = if last {
                    self.pending.len()
                } else {
                    self.pending.len().saturating_sub(longest)
                };
                let used = |prefix: &Vec<u8>| {
                    self.pending.windows(prefix.len()).any(|part| part == prefix.as_slice())
                };
                let is_used = unknown.iter().any(used);
                let mut known = vec![0; ready];
                let read = self.old.read_exact(&mut known).map(|()| true).or_else(differs)?;
                self.same &= read && !is_used && self.pending.get(..ready) == Some(&known[..]);
                self.pending.drain(..ready);
            }
            Stage::Rows(columns) => {
                let mut done = 0;
                while let Some(length) = row(self.pending.get(done..).unwrap_or_default(), last) {
                    let new = self.pending.get(done..done + length).unwrap_or_default();
                    let Some(old) = next_row(&mut self.old)? else {
                        self.same = false;
                        return Ok(());
                    };
                    self.same &= columns.are_equal(new, &old);
                    done += length;
                }
                self.pending.drain(..done);
                self.same &= self.pending.len() <= LONGEST;
            }
        }
        Ok(())
    }

    /// Compares the heads; the new one has so many bytes.
    fn heads(&mut self, heads: Heads, end: usize) -> io::Result<Stage> {
        let new = self.pending.get(..end).unwrap_or_default();
        let stage = if heads == Heads::Columns {
            next_row(&mut self.old)?.and_then(|old| Columns::new(new, &old)).map(Stage::Rows)
        } else {
            let old = next_head(&mut self.old)?;
            undeclared(new, &old).map(Stage::Bytes)
        };
        self.same = stage.is_some();
        Ok(stage.unwrap_or(Stage::Bytes(Vec::new())))
    }
}

impl<R: BufRead> Write for Alike<R> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.same {
            self.pending.extend_from_slice(bytes);
            self.take(false)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An old file that is damaged differs.
fn differs(error: io::Error) -> io::Result<bool> {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    if matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof) {
        return Ok(false);
    }
    Err(error)
}

/// As if something followed.
fn damaged<'b>(error: io::Error) -> io::Result<&'b [u8]> {
    differs(error).map(|_| &b"damaged"[..])
}

/// Where the head of a document ends.
fn head(heads: Heads, text: &[u8]) -> Option<usize> {
    if heads == Heads::Columns {
        return row(text, false);
    }
    root(text).map(|(_, end)| end)
}

/// Where the first tag of the root begins and ends.
fn root(text: &[u8]) -> Option<(usize, usize)> {
    let is_tag = |pair: &[u8]| matches!(pair, [b'<', next] if !matches!(next, b'?' | b'!'));
    let start = text.windows(2).position(is_tag)?;
    let mut quote = None;
    for (at, byte) in text.iter().enumerate().skip(start) {
        match (quote, byte) {
            (None, b'>') => return Some((start, at + 1)),
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), _) if open == *byte => quote = None,
            _ => {}
        }
    }
    None
}

/// The head of the old document, as far as it can be told.
fn next_head(old: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    while root(&head).is_none() && head.len() <= LONGEST_HEAD {
        let mut tag = old.by_ref().take(LONGEST_HEAD as u64);
        match tag.read_until(b'>', &mut head) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) => {
                differs(error)?;
                break;
            }
        }
    }
    Ok(head)
}

/// The namespaces that only the new head declares, as tags would begin; `None` where the heads
/// differ in anything else.
fn undeclared(new: &[u8], old: &[u8]) -> Option<Vec<Vec<u8>>> {
    let ((new_start, _), (old_start, _)) = (root(new)?, root(old)?);
    let (new_before, new_tag) = new.split_at_checked(new_start)?;
    let (old_before, old_tag) = old.split_at_checked(old_start)?;
    let (new, old) = (Tag::parse(new_tag)?, Tag::parse(old_tag)?);
    if new_before != old_before || new.rest != old.rest {
        return None;
    }
    let mut only = Vec::new();
    for (prefix, namespace) in &new.namespaces {
        match old.namespaces.iter().find(|(known, _)| known == prefix) {
            Some((_, known)) if known == namespace => {}
            Some(_) => return None,
            None => only.push(format!("<{prefix}:").into_bytes()),
        }
    }
    Some(only)
}

/// A start tag.
struct Tag<'t> {
    namespaces: Vec<(&'t str, &'t str)>,
    /// Its name and its other attributes.
    rest: Vec<&'t str>,
}

impl<'t> Tag<'t> {
    fn parse(tag: &'t [u8]) -> Option<Tag<'t>> {
        let inner = std::str::from_utf8(tag).ok()?.strip_prefix('<')?.strip_suffix('>')?;
        let (name, mut left) =
            inner.split_at_checked(inner.find(char::is_whitespace).unwrap_or(inner.len()))?;
        let (mut namespaces, mut rest) = (Vec::new(), vec![name]);
        while !left.trim().is_empty() {
            let (name, value) = left.trim_start().split_once('=')?;
            let quote = value.chars().next().filter(|first| matches!(first, '"' | '\''))?;
            let (value, after) = value.get(1..)?.split_once(quote)?;
            match name.strip_prefix("xmlns:") {
                Some(prefix) => namespaces.push((prefix, value)),
                None => rest.extend([name, value]),
            }
            left = after;
        }
        Some(Tag { namespaces, rest })
    }
}

/// How many bytes the first row has with its end; `None` where it is not all here.
fn row(text: &[u8], last: bool) -> Option<usize> {
    let mut quoted = false;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => return Some(at + 1),
            _ => {}
        }
    }
    (last && !text.is_empty()).then_some(text.len())
}

/// The next row of the old table; `None` at its end, or where it is none.
fn next_row(old: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut text = Vec::new();
    loop {
        let mut line = old.by_ref().take(LONGEST as u64);
        let read = match line.read_until(b'\n', &mut text) {
            Ok(read) => read,
            Err(error) => return differs(error).map(|_| None),
        };
        let whole = row(&text, read == 0);
        if whole.is_some() || read == 0 || text.len() > LONGEST {
            return Ok(whole.map(|_| text));
        }
    }
}

/// Which columns of two tables are the same.
struct Columns {
    delimiter: u8,
    /// For each new one, the old one.
    old: Vec<Option<usize>>,
    /// How many old ones there are, and which of them have gone.
    count: usize,
    gone: Vec<usize>,
}

impl Columns {
    /// From the heads of both.
    fn new(new: &[u8], old: &[u8]) -> Option<Columns> {
        // Every table that is written begins with `loc`; `--csv-excel` puts a mark before it.
        let names = new.strip_prefix(b"\xef\xbb\xbf").unwrap_or(new);
        let delimiter = *names.strip_prefix(b"loc")?.first()?;
        let ((new, new_end), (old, old_end)) = (cells(new, delimiter), cells(old, delimiter));
        let is_twice = |(at, name): (usize, &&[u8])| old.iter().take(at).any(|other| other == name);
        if new_end != old_end || old.iter().enumerate().any(is_twice) {
            return None;
        }
        let place = |name: &&[u8]| old.iter().position(|known| known == name);
        let gone = (0..old.len()).filter(|at| old.get(*at).is_none_or(|name| !new.contains(name)));
        Some(Columns {
            delimiter,
            old: new.iter().map(place).collect(),
            count: old.len(),
            gone: gone.collect(),
        })
    }

    fn are_equal(&self, new: &[u8], old: &[u8]) -> bool {
        let ((new, new_end), (old, old_end)) =
            (cells(new, self.delimiter), cells(old, self.delimiter));
        let cell = |at: usize| old.get(at).copied().unwrap_or_default();
        let is_same = |(new, at): (&&[u8], &Option<usize>)| *new == at.map_or(&b""[..], cell);
        new_end == old_end
            && (new.len(), old.len()) == (self.old.len(), self.count)
            && new.iter().zip(&self.old).all(is_same)
            && self.gone.iter().all(|at| cell(*at).is_empty())
    }
}

/// The cells of a row as they are written, and its end.
fn cells(row: &[u8], delimiter: u8) -> (Vec<&[u8]>, &[u8]) {
    let ends = [&b"\r\n"[..], b"\n"];
    let end = ends.into_iter().find(|end| row.ends_with(end)).unwrap_or_default();
    let inner = row.get(..row.len() - end.len()).unwrap_or_default();
    let mut quoted = false;
    let cells = inner.split(|byte| {
        quoted ^= *byte == b'"';
        !quoted && *byte == delimiter
    });
    (cells.collect(), end)
}

#[cfg(test)]
mod tests {
    use super::{Alike, Heads};
    use std::io::Write;

    /// Also where the new file comes in small blocks.
    fn alike(heads: Heads, new: &str, old: &str) -> bool {
        let of = |size: usize| {
            let mut alike = Alike::new(old.as_bytes(), heads);
            new.as_bytes().chunks(size).for_each(|block| alike.write_all(block).unwrap());
            alike.ends().unwrap()
        };
        let known = of(1);
        assert!([2, 7, 100_000].into_iter().all(|size| of(size) == known));
        known
    }

    #[test]
    fn namespaces_that_nothing_uses_may_differ() {
        let xml = |root: &str, rest: &str| {
            format!("<?xml version=\"1.0\"?>\n<urlset xmlns=\"s\"{root}>\n{rest}")
        };
        let body = "<url><loc>a&gt;image:</loc></url>\n</urlset>\n";
        let image = " xmlns:image=\"i\"";
        let old = xml("", body);
        for (new, is_alike) in [
            (xml("", body), true),
            (xml(image, body), true),
            (xml("\n  xmlns:video='>'", body), true),
            (xml(" class=\"x\"", body), false),
            (xml(image, &body.replace("a&", "b&")), false),
            (xml(image, &format!("{body}\n")), false),
            (xml(image, &body[..body.len() - 1]), false),
            (xml(image, body).replace("\"s\"", "\"t\""), false),
            (xml(image, body).replace("?>", "?><?xml-stylesheet href=\"s\"?>"), false),
            (String::new(), false),
            ("<urlset".to_owned(), false),
        ] {
            assert_eq!(alike(Heads::Namespaces, &new, &old), is_alike, "{new}");
            assert_eq!(alike(Heads::Namespaces, &old, &new), is_alike, "{new}");
            assert_eq!(alike(Heads::Same, &new, &old), new == old, "{new}");
        }
        assert!(!alike(Heads::Namespaces, &xml(image, body), &xml(" xmlns:image=\"o\"", body)));
        // An old file that uses what it does not declare is mended.
        let used = "<url><loc>a</loc><image:image/></url></urlset>";
        assert!(!alike(Heads::Namespaces, &xml(image, used), &xml("", used)));
        assert!(alike(
            Heads::Namespaces,
            &xml(image, used),
            &xml(&format!("{image} xmlns:v=\"v\""), used)
        ));
    }

    #[test]
    fn columns_that_are_empty_may_differ() {
        let old = "loc,lastmod\na,\n\"b,\"\"\n\",2024\n";
        for (new, is_alike) in [
            (old.to_owned(), true),
            ("loc,lastmod,image.1.loc\na,,\n\"b,\"\"\n\",2024,\n".to_owned(), true),
            ("loc,x,lastmod\na,,\n\"b,\"\"\n\",,2024\n".to_owned(), true),
            ("loc,lastmod,image.1.loc\na,,\n\"b,\"\"\n\",2024,i\n".to_owned(), false),
            ("loc,lastmod,image.1.loc\na,,\n".to_owned(), false),
            ("loc,lastmod,image.1.loc\na,,\n\"b,\"\"\n\",2025,\n".to_owned(), false),
            ("loc,changefreq\na,\n\"b,\"\"\n\",2024\n".to_owned(), false),
            (old.replace('\n', "\r\n"), false),
            (format!("\u{feff}{old}"), false),
            (old.replace("a,", "a;"), false),
            ("loc".to_owned(), false),
            (String::new(), false),
        ] {
            assert_eq!(alike(Heads::Columns, &new, old), is_alike, "{new}");
            assert_eq!(alike(Heads::Columns, old, &new), is_alike, "{new}");
        }
    }
}
