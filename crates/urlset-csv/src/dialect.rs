//! What separates the cells: a `sep=` line, or the one of four candidates that fits.

use crate::header::{header_at, is_entry};
use crate::names::is_known_header;
use crate::quotes::{Quoting, raw_cells};
use crate::references::{ends_in_reference, is_of_references};
use csv::{ReaderBuilder, StringRecord};
use urlset_core::{
    Changefreq, DateOrder, Datetime, Extension, Priority, is_series, repair_datetime,
};

/// What separates cells where nothing does: a control character that no table holds as text.
pub(crate) const NOTHING: u8 = 0x1f;

/// Of equals the first wins: a tab is rarest in text.
pub(crate) const CANDIDATES: [u8; 4] = [b'\t', b',', b';', b'|'];

/// Rows that a candidate is judged by.
const ROWS: usize = 200;

/// The delimiter that a first line `sep=X` names, and the length of that line with its end.
pub(crate) fn sep_line(text: &str) -> Option<(u8, usize)> {
    let end = text.find(['\n', '\r'])?;
    let (line, rest) = text.split_at_checked(end)?;
    let name = line.trim_matches('"');
    let delimiter = match name.get(..4)?.eq_ignore_ascii_case("sep=") {
        true => name.get(4..)?,
        false => return None,
    };
    let &[byte] = delimiter.as_bytes() else {
        return None;
    };
    let fits = byte.is_ascii() && !byte.is_ascii_alphanumeric() && byte != b'"';
    let feed = if rest.starts_with("\r\n") { 2 } else { 1 };
    fits.then_some((byte, end + feed))
}

/// What separates the cells behind a `sep=` line: what it names, unless the first row has none of it and
/// another was found.
pub(crate) fn meant(named: u8, rest: &str, found: u8) -> u8 {
    let first = rest.split(['\n', '\r']).next().unwrap_or_default();
    let is_there = found == NOTHING || first.as_bytes().contains(&named);
    if is_there { named } else { found }
}

/// The complete rows at the front of a text, at most `most`. `whole` says that the text is all
/// there is, so that its last row is complete too.
pub(crate) fn rows(text: &str, delimiter: u8, most: usize, whole: bool) -> Vec<StringRecord> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut found = Vec::new();
    let mut row = StringRecord::new();
    while found.len() < most && matches!(reader.read_record(&mut row), Ok(true)) {
        let complete = whole || reader.position().byte() < text.len() as u64;
        if !complete {
            break;
        }
        found.push(exact(&row));
    }
    found
}

/// A row in no more memory than it needs: what a record keeps of where cells end is as wide as the
/// widest row that it ever held, and so is that of its clones.
fn exact(row: &StringRecord) -> StringRecord {
    let mut exact = StringRecord::with_capacity(row.as_slice().len(), row.len());
    row.iter().for_each(|cell| exact.push_field(cell));
    exact
}

/// The delimiter that a sample shows; [`NOTHING`] where it has one column.
pub(crate) fn detect(sample: &str, whole: bool, extensions: &[&'static Extension]) -> u8 {
    CANDIDATES
        .into_iter()
        // One that is not there would make a single column.
        .filter(|candidate| sample.as_bytes().contains(candidate))
        .filter(|candidate| *candidate != b';' || !is_of_references(sample))
        .filter_map(|candidate| Some((fit(sample, whole, candidate, extensions)?, candidate)))
        .max_by_key(|(fit, candidate)| {
            (*fit, std::cmp::Reverse(CANDIDATES.iter().position(|c| c == candidate)))
        })
        .map_or(NOTHING, |(_, candidate)| candidate)
}

/// How well a candidate fits: known header cells, or quotes that prove it; rows of equal width in
/// percent; width.
fn fit(
    sample: &str,
    whole: bool,
    candidate: u8,
    extensions: &[&'static Extension],
) -> Option<(usize, usize, usize)> {
    let rows = rows(sample, candidate, ROWS, whole);
    let rows = rows.get(header_at(&rows, extensions)..)?;
    let (first, rest) = rows.split_first()?;
    if is_entry(rows, extensions) {
        // No URL holds a tab.
        let cuts = candidate == b'\t' && rows.iter().any(|row| row.len() > 1);
        let quoted = is_quoted(sample, candidate);
        return (cuts || quoted || plausible(rows, candidate)).then_some((
            usize::from(quoted),
            even(rows, first.len()),
            first.len(),
        ));
    }
    if first.len() < 2 {
        let wide = !rest.is_empty() && rest.iter().all(|row| row.len() > 1);
        let cuts = |row: &StringRecord| {
            row.get(0).is_some_and(is_url) && row.iter().skip(1).any(|cell| !cell.trim().is_empty())
        };
        let fits = is_quoted(sample, candidate)
            || wide && plausible(rest, candidate)
            || candidate == b'\t' && rest.iter().any(cuts);
        return fits.then_some((0, 0, 2));
    }
    let known = first.iter().filter(|cell| is_known_header(cell, extensions)).count();
    let even = even(rows, first.len());
    (known > 0 || even >= 50).then_some((known, even, first.len()))
}

fn even(rows: &[StringRecord], width: usize) -> usize {
    let even = rows.iter().filter(|row| row.len() == width).count();
    even * 100 / rows.len().max(1)
}

/// Whether a quoted cell has this delimiter beside it: no URL holds a quote.
fn is_quoted(sample: &str, candidate: u8) -> bool {
    let mut rest = sample;
    for _ in 0..ROWS {
        let (mut cells, mut whole, mut end) = (0, false, 0);
        for cell in raw_cells(rest, candidate) {
            cells += 1;
            whole |= cell.quoting == Quoting::Whole;
            end = cell.end;
        }
        if whole && cells > 1 {
            return true;
        }
        rest = rest.get(end..).unwrap_or_default().trim_start_matches(['\n', '\r']);
    }
    false
}

/// The delimiters that a table of one column without quotes may have been meant to have: a comma, or
/// any that stands in every row as often, or in half of all rows with a value or a number behind it, or in one
/// without a query before the date that it ends in. A URL may hold each of them.
pub(crate) fn doubtful(sample: &str, whole: bool) -> Vec<u8> {
    let rows = rows(sample, NOTHING, ROWS, whole);
    let urls = || rows.iter().filter_map(|row| row.get(0)).filter(|cell| is_url(cell));
    let is_everywhere = |candidate: u8| {
        let count = |cell: &str| {
            // A semicolon that ends a reference is part of it.
            let mut pieces: Vec<&str> = cell.split(char::from(candidate)).collect();
            pieces.pop();
            let is_end = |piece: &&str| candidate != b';' || ends_in_reference(piece).is_none();
            pieces.into_iter().filter(is_end).count()
        };
        // One that has only such says nothing of the others.
        let counts = || {
            urls()
                .map(|cell| (cell, count(cell)))
                .filter(|(cell, count)| *count > 0 || !cell.as_bytes().contains(&candidate))
        };
        let first = counts().next().map_or(0, |(_, first)| first);
        first > 0 && counts().all(|(_, count)| count == first)
    };
    // No URL goes on so.
    let cuts = |cell: &&str, candidate: u8| {
        let is_number = |cell: &str| cell.bytes().all(|byte| byte.is_ascii_digit());
        cell.split(char::from(candidate)).skip(1).any(|cell| is_number(cell) || is_value(cell))
    };
    let is_in_half = |candidate: u8| {
        let cut = urls().filter(|cell| cuts(cell, candidate)).count();
        cut > 1 && cut * 2 >= urls().count()
    };
    let ends_any = |candidate: u8| {
        let mut cut = urls().filter_map(|cell| cell.rsplit_once(char::from(candidate)));
        cut.any(|(url, last)| !url.contains(['?', '#']) && is_date(last))
    };
    CANDIDATES
        .into_iter()
        .filter(|candidate| *candidate != b';' || !is_of_references(sample))
        .filter(|candidate| {
            *candidate == b','
                || is_everywhere(*candidate)
                || is_in_half(*candidate)
                || ends_any(*candidate)
        })
        .collect()
}

/// Whether cutting these rows, which hold URLs, gives cells that stand for something. A URL may
/// hold a delimiter, and must not be cut there; a row that may be one, as coordinates are, says nothing.
fn plausible(rows: &[StringRecord], candidate: u8) -> bool {
    let is_series = |row: &StringRecord| {
        candidate == b',' && row.get(0).is_some_and(|url| is_series(url, row.iter().skip(1)))
    };
    let wide = rows.iter().filter(|row| row.len() > 1 && !is_series(row));
    let good = wide
        .clone()
        .filter(|row| {
            let urls = row.iter().filter(|cell| is_url(cell)).count();
            let empty = row.iter().filter(|cell| cell.is_empty()).count();
            // A URL does not begin behind a delimiter that is part of it.
            let later = urls > 0 && row.get(0).is_some_and(|cell| !is_url(cell));
            urls > 1 || later || urls + empty == row.len() || row.iter().any(is_value)
        })
        .count();
    good > 0 && good * 10 >= wide.count() * 9
}

/// Whether a cell is more likely a value than the end of a URL.
pub(crate) fn is_value(cell: &str) -> bool {
    cell.trim().contains(' ')
        || is_date(cell)
        || Changefreq::parse_loose(cell).is_some()
        || (cell.contains('.') && Priority::parse(cell).is_ok())
}

/// Whether a cell is a whole date, in a form that is no part of a URL: paths have slashes.
pub(crate) fn is_date(cell: &str) -> bool {
    let is_loose = || {
        (8..=10).contains(&cell.len())
            && cell.contains(['.', '-'])
            && cell.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'))
            && repair_datetime(cell, DateOrder::DayFirst).is_some()
    };
    match Datetime::parse(cell) {
        Ok(date) => date.has_time() || cell.len() >= 10,
        Err(_) => is_loose(),
    }
}

/// Whether a text begins with one, however long it is.
pub(crate) fn begins_as_url(text: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        let head = text.get(..scheme.len());
        let rest = text.get(scheme.len()..).unwrap_or_default();
        head.is_some_and(|head| head.eq_ignore_ascii_case(scheme))
            && rest.chars().next().is_some_and(|next| !next.is_whitespace())
    })
}

/// Whether a cell is an absolute web address.
pub(crate) fn is_url(cell: &str) -> bool {
    let cell = cell.trim();
    let begins = |scheme: &str| {
        let head = cell.get(..scheme.len()).filter(|_| cell.len() > scheme.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    };
    begins("https://") || begins("http://")
}

#[cfg(test)]
mod tests {
    use super::{NOTHING, detect, doubtful, sep_line};

    #[test]
    fn rows_have_the_cells_that_they_have() {
        let text = format!("loc{}\n{}", ",c".repeat(16_000), "https://e.com/\n".repeat(999));
        let rows = super::rows(&text, b',', 1000, true);
        assert_eq!((rows.len(), rows[0].len(), rows[999].len()), (1000, 16_001, 1));
    }

    #[test]
    fn separators() {
        for (text, delimiter) in [
            ("loc,lastmod\nhttps://e.com/,2026\n", b','),
            ("loc;lastmod\nhttps://e.com/;2026\n", b';'),
            ("loc\tlastmod\nhttps://e.com/\t2026\n", b'\t'),
            ("loc|title\nhttps://e.com/|a, b, c\n", b'|'),
            ("loc\nhttps://e.com/a,b\nhttps://e.com/c,d\n", NOTHING),
            ("https://e.com/a,b.html\nhttps://e.com/c,d.html\n", NOTHING),
            ("https://e.com/a,2026-01-01\nhttps://e.com/b,2026-01-02\n", b','),
            ("https://e.com/\nhttps://e.com/b,2026-01-02\nhttps://e.com/c,2026-01-02\n", b','),
            ("https://e.com/a;02.01.2026\nhttps://e.com/b;03.01.2026\n", b';'),
            ("https://e.com/a,2026-01-02\nhttps://e.com/b,2026-1-3\n", b','),
            ("https://e.com/a,2026/01/02\nhttps://e.com/b,2026/01/03\n", NOTHING),
            ("https://e.com/\nhttps://e.com/a\tx\n", b'\t'),
            ("https://e.com/a;b;c\nhttps://e.com/c;d\n", NOTHING),
            ("loc;title\nhttps://e.com/a,b;\"x;\ny\"\nhttps://e.com/c,d;z\n", b';'),
            ("loc\nhttps://e.com/a,2026-01-01\n", b','),
            ("All pages\n2026-01-01\n\"Address\";\"Type\"\nhttps://e.com/;text/html\n", b';'),
            ("https://e.com/a,\"1\"\nhttps://e.com/b,\"2\"\n", b','),
            ("https://e.com/a;\"x, y z\"\n", b';'),
            ("loc\nhttps://e.com/a,\"1\"\n", b','),
            ("\"1\",\"https://e.com/a\"\n", b','),
            ("1;https://e.com/a\n2;https://e.com/b\n", b';'),
            ("\"https://e.com/a,b\"\n\"https://e.com/c\"\n", NOTHING),
            ("https://e.com/a,red\nhttps://e.com/b,blue\n", NOTHING),
            ("&quot;https://e.com/a&quot;\n&#39;https://e.com/b&#x27;\n", NOTHING),
            ("https://e.com/caf&eacute;\nhttps://e.com/th&eacute;\n", NOTHING),
            ("loc;lastmod\nhttps://e.com/?a&sort;2026-01-01\n", b';'),
            ("https://e.com/?a&unread;2026-01-01\nhttps://e.com/?b&unread;2026-01-02\n", b';'),
            ("https://e.com/a\tfoo\nhttps://e.com/b\tbar\n", b'\t'),
            ("Seite\tA,B\nhttps://e.com/a\tx,y\n", b'\t'),
            ("", NOTHING),
            ("loc", NOTHING),
        ] {
            assert_eq!(detect(text, true, &[]), delimiter, "{text:?}");
        }
    }

    #[test]
    fn doubts() {
        for (text, found) in [
            ("https://e.com/a\n", ","),
            ("https://e.com/a;1\nhttps://e.com/b;2\n", ",;"),
            ("loc\nhttps://e.com/a|1\n", ",|"),
            ("https://e.com/a;1\nhttps://e.com/b\n", ","),
            ("https://e.com/a;1\nhttps://e.com/b;404;x\nhttps://e.com/c\n", ",;"),
            ("https://e.com/a;v=1\nhttps://e.com/b;v=2;w=3\nhttps://e.com/c\n", ","),
        ] {
            let doubtful = String::from_utf8(doubtful(text, true)).unwrap();
            assert_eq!(doubtful, found, "{text:?}");
        }
    }

    #[test]
    fn sep_lines() {
        for (text, found) in [
            ("sep=;\nloc;x", Some((b';', 6))),
            ("SEP=\t\r\nloc", Some((b'\t', 7))),
            ("\"sep=|\"\nloc", Some((b'|', 8))),
            ("sep=\nloc", None),
            ("sep=a\nloc", None),
            ("loc\n", None),
            ("üü", None),
        ] {
            assert_eq!(sep_line(text), found, "{text:?}");
        }
    }
}
