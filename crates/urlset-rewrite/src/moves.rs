//! A table of addresses and where they moved to.

use crate::BadRewrite;
use crate::address::Address;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use url::Url;
use urlset_core::Loc;
use urlset_ops::Key;

/// A table of addresses and where they moved to. A whole address is compared in its normal form, the
/// front of one (a row that ends in `*`) with scheme and host in any case and the rest as written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moves {
    pub(crate) rows: Vec<Row>,
    /// Whole URLs, and whole paths, which begin with a slash.
    whole: HashMap<Box<str>, usize>,
    /// Fronts of both, in lower case up to the path.
    fronts: HashMap<Box<str>, usize>,
    /// How long fronts are, longest first.
    lengths: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) line: u64,
    pub(crate) old: Box<str>,
    new: Box<str>,
}

const ANY: char = '*';

impl Moves {
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a row.
    pub(crate) fn add(&mut self, old: &str, new: &str, line: u64) -> Result<(), BadRewrite> {
        let bad = |why: String| Err(BadRewrite::Row(line, why.into()));
        for text in [old, new] {
            if !is_address(text.trim_end_matches(ANY)) {
                return bad(format!("`{text}` is neither an http(s) URL nor a path"));
            }
        }
        let (front, target) = match (old.strip_suffix(ANY), new.strip_suffix(ANY)) {
            (Some(front), Some(target)) => (Some(front), target),
            (None, None) => (None, new),
            _ => return bad(format!("`*` ends only one of `{old}` and `{new}`")),
        };
        let no_path = |text: &str| Address::split(text).is_some_and(|url| url.path.is_empty());
        if front.is_some_and(no_path) || (front.is_some() && no_path(target)) {
            return bad("a `*` must stand in the path, behind a `/`".to_owned());
        }
        let key = front.map_or_else(|| normal(old), lowered);
        let (map, row) = match front {
            Some(_) => (&mut self.fronts, self.rows.len()),
            None => (&mut self.whole, self.rows.len()),
        };
        let length = key.len();
        match map.entry(key.into()) {
            Entry::Vacant(free) => drop(free.insert(row)),
            Entry::Occupied(taken) => {
                let there = self.rows.get(*taken.get()).filter(|row| *row.new != *target);
                return match there {
                    Some(there) => {
                        bad(format!("`{old}` has another target on line {}", there.line))
                    }
                    None => Ok(()),
                };
            }
        }
        if front.is_some() && !self.lengths.contains(&length) {
            self.lengths.push(length);
            self.lengths.sort_unstable_by(|one, other| other.cmp(one));
        }
        self.rows.push(Row { line, old: old.into(), new: target.into() });
        Ok(())
    }

    /// Puts the new address into `out` and gives the number of the row.
    pub(crate) fn apply(
        &self,
        url: &str,
        address: &Address<'_>,
        buffer: &mut String,
        out: &mut String,
    ) -> Option<usize> {
        let path = url.get(address.origin_length()..)?;
        let (at, left) = match self.whole_row(url, buffer) {
            Some(at) => (at, ""),
            None => self.front_row(url, path, buffer)?,
        };
        let row = self.rows.get(at)?;
        out.clear();
        if row.new.starts_with('/') {
            out.push_str(url.get(..address.origin_length())?);
        }
        out.push_str(&row.new);
        out.push_str(left);
        Some(at)
    }

    fn whole_row(&self, url: &str, buffer: &mut String) -> Option<usize> {
        if self.whole.is_empty() {
            return None;
        }
        let key = Key::Normalized.of(url, buffer);
        let path = || key.get(Address::split(key)?.origin_length()..);
        self.whole.get(key).or_else(|| self.whole.get(path()?)).copied()
    }

    fn front_row<'u>(
        &self,
        url: &'u str,
        path: &'u str,
        buffer: &mut String,
    ) -> Option<(usize, &'u str)> {
        if self.fronts.is_empty() {
            return None;
        }
        buffer.clear();
        let origin = url.len() - path.len();
        buffer.extend(url.get(..origin)?.chars().map(|c| c.to_ascii_lowercase()));
        buffer.push_str(path);
        let longest = |text: &str| {
            self.lengths.iter().find_map(|length| {
                let front = text.get(..*length)?;
                Some((*self.fronts.get(front)?, *length))
            })
        };
        // Lower case is as long: the rest begins at the same byte.
        let found = longest(buffer).map(|(at, length)| (at, url.get(length..)));
        let (at, left) =
            found.or_else(|| longest(path).map(|(at, length)| (at, path.get(length..))))?;
        Some((at, left?))
    }
}

/// Whether it is a path, or an http(s) URL that could stand in a sitemap.
fn is_address(text: &str) -> bool {
    let whole = match text.strip_prefix('/') {
        Some(rest) if rest.starts_with('/') => return false,
        Some(_) => format!("http://host{text}"),
        None => text.to_owned(),
    };
    Address::split(&whole).is_some()
        && Url::parse(&whole).is_ok()
        && Loc::new(&whole).is_page_address()
}

fn normal(text: &str) -> String {
    let mut buffer = String::new();
    let host = "http://host";
    if text.starts_with('/') {
        let whole = format!("{host}{text}");
        return Key::Normalized.of(&whole, &mut buffer).split_at(host.len()).1.to_owned();
    }
    Key::Normalized.of(text, &mut buffer).to_owned()
}

fn lowered(text: &str) -> String {
    let origin = Address::split(text).map_or(0, |address| address.origin_length());
    let (origin, path) = text.split_at_checked(origin).unwrap_or(("", text));
    origin.to_ascii_lowercase() + path
}

/// The rows of a table as text: `old,new`, or with tabs; cells may be quoted (RFC 4180). A status of
/// three digits may follow. The first line is left out where its first cell is a word.
pub(crate) fn rows(text: &str) -> impl Iterator<Item = Result<(u64, String, String), BadRewrite>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()).filter_map(|(text, line)| {
        let cells = cells(text);
        let status = |cell: &str| cell.len() == 3 && cell.bytes().all(|byte| byte.is_ascii_digit());
        match cells.as_slice() {
            [old, ..] if line == 1 && !old.contains(['/', ':']) => None,
            [old, new] => Some(Ok((line, old.clone(), new.clone()))),
            [old, new, code] if status(code) => Some(Ok((line, old.clone(), new.clone()))),
            cells => {
                let why =
                    format!("{} cells, not `old,new`; quote a cell with a comma", cells.len());
                Some(Err(BadRewrite::Row(line, why.into())))
            }
        }
    })
}

fn cells(line: &str) -> Vec<String> {
    let delimiter = if line.contains('\t') { '\t' } else { ',' };
    let mut cells = vec![String::new()];
    let (mut quoted, mut chars) = (false, line.chars().peekable());
    while let Some(c) = chars.next() {
        let Some(cell) = cells.last_mut() else { break };
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => cell.extend(chars.next()),
            '"' if quoted || cell.trim().is_empty() => quoted = !quoted,
            c if c == delimiter && !quoted => cells.push(String::new()),
            c => cell.push(c),
        }
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}
