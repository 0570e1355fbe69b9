//! A table of addresses and where they moved to.

use crate::BadRewrite;
use crate::address::Address;
use crate::path::TWO_QUERIES;
use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use url::Url;
use urlset_core::Loc;
use urlset_ops::Key;

/// A table of addresses and where they moved to. Addresses and their fronts (rows that end in `*`)
/// are compared in normal form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moves {
    pub(crate) rows: Vec<Row>,
    /// Whole URLs, and whole paths, which begin with a slash.
    whole: HashMap<Box<str>, usize>,
    /// Fronts of both.
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
        let key = front.map_or_else(|| normal(old), normal_front);
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

    /// Puts the new address into `out` and gives the number of the row; an error where it would be
    /// none.
    pub(crate) fn apply(
        &self,
        url: &str,
        address: &Address<'_>,
        buffer: &mut String,
        out: &mut String,
    ) -> Result<Option<usize>, &'static str> {
        let origin = address.origin_length();
        let whole = self.whole_row(url, buffer);
        let found = match whole {
            Some(at) => Some((at, Cow::Borrowed(""))),
            None => self.front_row(url, origin, buffer),
        };
        let Some((at, left)) = found else { return Ok(None) };
        let Some(row) = self.rows.get(at) else { return Ok(None) };
        let queries = row.new.contains('?') && left.contains('?');
        if queries || (row.new.contains('#') && left.contains(['?', '#'])) {
            return Err(TWO_QUERIES);
        }
        out.clear();
        if row.new.starts_with('/') {
            out.push_str(url.get(..origin).unwrap_or_default());
        }
        out.push_str(&row.new);
        let no_path = whole.is_none() && address.path.is_empty();
        if no_path && Address::split(out).is_some_and(|new| new.path == "/") {
            // There and back is the same: no slash before, none after.
            out.pop();
        }
        out.push_str(&left);
        Ok(Some(at))
    }

    fn whole_row(&self, url: &str, buffer: &mut String) -> Option<usize> {
        if self.whole.is_empty() {
            return None;
        }
        let key = Key::Normalized.of(url, buffer);
        let path = || key.get(Address::split(key)?.origin_length()..);
        self.whole.get(key).or_else(|| self.whole.get(path()?)).copied()
    }

    /// The row with the longest front of the URL, and what follows it.
    fn front_row<'u>(
        &self,
        url: &'u str,
        origin: usize,
        buffer: &mut String,
    ) -> Option<(usize, Cow<'u, str>)> {
        if self.fronts.is_empty() {
            return None;
        }
        let key = Key::Normalized.of(url, buffer);
        let start = Address::split(key)?.origin_length();
        let longest = |from: usize| {
            self.lengths.iter().find_map(|length| {
                let front = key.get(from..from + length)?;
                Some((*self.fronts.get(front)?, from + length))
            })
        };
        let (at, end) = longest(0).or_else(|| longest(start))?;
        let left = match url.get(origin..)? {
            _ if key == url => Cow::Borrowed(url.get(end..)?),
            // The front is the slash that the normal form has more.
            path if !path.starts_with('/') && end == start + 1 => Cow::Borrowed(path),
            _ => left(url, origin, key, end),
        };
        Some((at, left))
    }
}

/// What follows a front that ends at `end` of the normal form `key`, as it was written where that can
/// be told: not where the URL climbs out of the front, nor where that ends within a character.
fn left<'u>(url: &'u str, origin: usize, key: &str, end: usize) -> Cow<'u, str> {
    let path = url.get(origin..).unwrap_or_default();
    let Some(front) = key.get(..end) else { return Cow::Borrowed("") };
    // Of a longer part the normal form is longer, as long as it does not climb.
    let ends = ends(plain_part(path));
    let normal = |at: usize| normal_front(url.get(..origin + at).unwrap_or_default());
    let found = ends.partition_point(|at| normal(*at).len() < end);
    let at = ends.get(found).copied().filter(|at| normal(*at) == front);
    match at.and_then(|at| path.get(at..)) {
        Some(left) if !climbs(front, left) => Cow::Borrowed(left),
        _ => Cow::Owned(key.get(end..).unwrap_or_default().to_owned()),
    }
}

/// What stands before the first `.` or `..` of a path, in any spelling.
fn plain_part(path: &str) -> &str {
    let segments = path.get(..path.find(['?', '#']).unwrap_or(path.len())).unwrap_or_default();
    let mut at = 0;
    for segment in segments.split('/') {
        let plain = segment.replace("%2e", ".").replace("%2E", ".");
        if plain == "." || plain == ".." {
            return path.get(..at).unwrap_or_default();
        }
        at += segment.len() + 1;
    }
    path
}

/// Whether a path that follows a front leaves it.
fn climbs(front: &str, left: &str) -> bool {
    let inside = if front.ends_with('/') { "/~_~/" } else { "/~_~" };
    !normal(&format!("{inside}{left}")).starts_with(inside)
}

/// Where the characters of a path end, an escape being one.
fn ends(path: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut left = path;
    while let Some(c) = left.chars().next() {
        let digits = left.get(1..3).filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()));
        let length = if c == '%' && digits.is_some() { 3 } else { c.len_utf8() };
        left = left.get(length..).unwrap_or_default();
        ends.push(path.len() - left.len());
    }
    ends
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

/// The normal form of what more follows: the last segment is not a whole one.
fn normal_front(text: &str) -> String {
    // No digit of an escape, and no dot.
    const MORE: char = '_';
    let mut front = normal(&format!("{text}{MORE}"));
    front.pop();
    front
}

/// The rows of a table as text: `old,new`, or with tabs; cells may be quoted (RFC 4180). A status of
/// three digits may follow. The first is left out where it is a header: both cells are words of one.
pub(crate) fn rows(text: &str) -> impl Iterator<Item = Result<(u64, String, String), BadRewrite>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()).enumerate();
    lines.filter_map(|(number, (text, line))| {
        let cells = cells(text);
        let status = |cell: &str| cell.len() == 3 && cell.bytes().all(|byte| byte.is_ascii_digit());
        match cells.as_slice() {
            [old, new, ..] if number == 0 && is_header(old) && is_header(new) => {
                let turned = has_word(old, &NEW) || has_word(new, &OLD);
                let why = || "the header names the new address first; the old one comes first";
                turned.then(|| Err(BadRewrite::Row(line, why().into())))
            }
            // As `urlset diff --redirects csv` writes it: how sure the rename is.
            [old, new, score] if score.starts_with("0.") || score == "1.000" => {
                Some(Ok((line, old.clone(), new.clone())))
            }
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

fn is_header(cell: &str) -> bool {
    let mut words = cell.split([' ', '_', '-']).filter(|word| !word.is_empty()).peekable();
    let known = |word: &str| HEADER.iter().any(|known| known.eq_ignore_ascii_case(word));
    words.peek().is_some() && words.all(known)
}

fn has_word(cell: &str, words: &[&str]) -> bool {
    cell.split([' ', '_', '-']).any(|word| words.iter().any(|one| one.eq_ignore_ascii_case(word)))
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
