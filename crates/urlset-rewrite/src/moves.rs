//! Addresses and where they moved to.

use crate::BadRewrite;
use crate::address::Address;
use crate::compact::{CompactRow, CompactRows, Index};
use crate::path::TWO_QUERIES;
use crate::table::Row;
use std::borrow::Cow;
use url::Url;
use urlset_core::Loc;
use urlset_ops::Key;

/// Addresses and where they moved to. Addresses and their fronts (rows that end in `*`) are compared in
/// normal form.
#[derive(Debug, Default)]
pub(crate) struct Moves {
    pub(crate) rows: CompactRows,
    /// Whole URLs, and whole paths, which begin with a slash.
    whole: Index,
    /// Fronts of both.
    fronts: Index,
    /// How long fronts are, longest first.
    lengths: Vec<usize>,
    /// The names of tables, each with the number of rows before it.
    tables: Vec<(usize, Box<str>)>,
}

const ANY: char = '*';

impl Moves {
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.len() == 0
    }

    /// Bytes that they take.
    pub(crate) fn bytes(&self) -> usize {
        self.rows.bytes() + self.whole.bytes() + self.fronts.bytes()
    }

    /// The rows that follow stand in a table of this name.
    pub(crate) fn begin_table(&mut self, name: &str) {
        self.tables.push((self.rows.len(), name.into()));
    }

    /// Where a row stands; with the table's name where there are several.
    pub(crate) fn place(&self, number: usize, line: u64) -> String {
        let table = self.tables.iter().rev().find(|(before, _)| *before <= number);
        match table.filter(|_| self.tables.len() > 1) {
            Some((_, name)) => format!("line {line} of {name}"),
            None => format!("line {line}"),
        }
    }

    /// The same, seen from the last table.
    fn place_from_last(&self, number: usize, line: u64) -> String {
        match self.tables.last() {
            Some((before, _)) if *before <= number => format!("line {line}"),
            _ => self.place(number, line),
        }
    }

    /// Adds a row.
    pub(crate) fn add(&mut self, row: &Row) -> Result<(), BadRewrite> {
        let (old, new) = (row.old.as_str(), row.new.as_str());
        let bad = |why: String| Err(BadRewrite::Row(row.line, why.into()));
        for text in [old, new] {
            if !is_address(text.trim_end_matches(ANY)) {
                return bad(format!("`{text}` is neither an http(s) URL nor a path"));
            }
        }
        let (front, target) = match (old.strip_suffix(ANY), new.strip_suffix(ANY)) {
            _ if row.exact => (None, new),
            (Some(front), Some(target)) => (Some(front), target),
            (None, None) => (None, new),
            _ => {
                return bad(format!(
                    "`*` ends only one of `{old}` and `{new}`; add a cell `1.000` where it is a character of the address"
                ));
            }
        };
        let no_path = |text: &str| Address::split(text).is_some_and(|url| url.path.is_empty());
        if front.is_some_and(no_path) || (front.is_some() && no_path(target)) {
            return bad("a `*` must stand in the path, behind a `/`".to_owned());
        }
        let key = front.map_or_else(|| normal(old), normal_front);
        let index = if front.is_some() { &mut self.fronts } else { &mut self.whole };
        if let Some((number, there)) = index.find(&key, &self.rows) {
            let place = || self.place_from_last(number as usize, there.line);
            return match there.new == target {
                true => Ok(()),
                false => bad(format!("`{old}` has another target on {}", place())),
            };
        }
        let row = CompactRow { line: row.line, old, key: &key, new: target };
        let Some(number) = self.rows.push(row) else { return bad("too many rows".to_owned()) };
        index.insert(number, &self.rows);
        if front.is_some() && !self.lengths.contains(&key.len()) {
            self.lengths.push(key.len());
            self.lengths.sort_unstable_by(|one, other| other.cmp(one));
        }
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
            Some((at, row)) => Some((at, row, Cow::Borrowed(""))),
            None => self.front_row(url, origin, buffer),
        };
        let Some((at, row, left)) = found else { return Ok(None) };
        let queries = row.new.contains('?') && left.contains('?');
        if queries || (row.new.contains('#') && left.contains(['?', '#'])) {
            return Err(TWO_QUERIES);
        }
        out.clear();
        if row.new.starts_with('/') {
            out.push_str(url.get(..origin).unwrap_or_default());
        }
        out.push_str(row.new);
        let no_path = whole.is_none() && address.path.is_empty();
        if no_path && Address::split(out).is_some_and(|new| new.path == "/") {
            // There and back is the same: no slash before, none after.
            out.pop();
        }
        out.push_str(&left);
        Ok(Some(at as usize))
    }

    fn whole_row(&self, url: &str, buffer: &mut String) -> Option<(u32, CompactRow<'_>)> {
        if self.whole.is_empty() {
            return None;
        }
        let key = Key::Normalized.of(url, buffer);
        let path = || key.get(Address::split(key)?.origin_length()..);
        let find = |key: &str| self.whole.find(key, &self.rows);
        find(key).or_else(|| find(path()?))
    }

    /// The row with the longest front of the URL, and what follows it.
    fn front_row<'u>(
        &self,
        url: &'u str,
        origin: usize,
        buffer: &mut String,
    ) -> Option<(u32, CompactRow<'_>, Cow<'u, str>)> {
        if self.fronts.is_empty() {
            return None;
        }
        let key = Key::Normalized.of(url, buffer);
        let start = Address::split(key)?.origin_length();
        let longest = |from: usize| {
            self.lengths.iter().find_map(|length| {
                let front = key.get(from..from + length)?;
                Some((self.fronts.find(front, &self.rows)?, from + length))
            })
        };
        let ((at, row), end) = longest(0).or_else(|| longest(start))?;
        let left = match url.get(origin..)? {
            _ if key == url => Cow::Borrowed(url.get(end..)?),
            // The front is the slash that the normal form has more.
            path if !path.starts_with('/') && end == start + 1 => Cow::Borrowed(path),
            _ => left(url, origin, key, end),
        };
        Some((at, row, left))
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
