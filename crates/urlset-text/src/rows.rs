//! Lists of URLs that are more likely the rows of a table: each line would become one address that nobody
//! wrote.

use urlset_core::{Changefreq, is_field_value, is_series, is_web_address};

/// Bytes of a list that are looked at, as many as tables show their delimiter in.
pub(crate) const FRONT: usize = 64 * 1024;

/// What separates cells, in a table without a header.
const DELIMITERS: [char; 4] = [',', ';', '|', '\t'];

/// Those of them that numbers in URLs do not follow.
const NO_COMMA: [char; 3] = [';', '|', '\t'];

/// The first line that looks like a row of a table: where most do, or else one that ends in values of fields.
/// `whole` says that the last line is not cut off.
pub(crate) fn first_row(front: &str, whole: bool) -> Option<(usize, &str)> {
    let [many, single] = rows(front, whole);
    let first = many.or(single)?;
    Some((first.as_ptr() as usize - front.as_ptr() as usize, first))
}

/// The first line that looks like a row of a table, where half of all lines with an address do, and two at
/// least. Of coordinates, which may be rows, nobody can say it: they count beside one that does.
pub(crate) fn first_of_many(front: &str, whole: bool) -> Option<&str> {
    let [many, _] = rows(front, whole);
    many
}

/// The first row where there are many, and the first that ends in values of fields.
fn rows(front: &str, whole: bool) -> [Option<&str>; 2] {
    let end = if whole { Some(front.len()) } else { front.rfind(['\n', '\r']) };
    let front = end.and_then(|end| front.get(..end)).unwrap_or_default();
    let divides = |byte: &u8| DELIMITERS.contains(&char::from(*byte));
    // As in most lists. All are counted, which compilers do by vectors.
    if front.bytes().filter(divides).count() == 0 {
        return [None; 2];
    }
    let (mut rows, mut addresses, mut series) = (0, 0, 0);
    let (mut first, mut single) = (None, None);
    for line in front.split(['\n', '\r']).filter(|line| is_web_address(line.trim_start())) {
        let row = line.trim();
        addresses += 1;
        if !row.bytes().any(|byte| divides(&byte)) {
            continue;
        }
        if is_coordinate(row) {
            (series, addresses) = (series + 1, addresses - 1);
            continue;
        }
        if is_row(row) {
            rows += 1;
            first = first.or(Some(line));
        }
        if single.is_none() && ends_in_values(row) {
            single = Some(line);
        }
    }
    [first.filter(|_| rows + series > 1 && rows * 2 >= addresses), single]
}

/// Whether nothing but values of fields stands behind the first delimiter of an address: a date among them, or a
/// word of `changefreq` beside another; of one with a query, more than one. Behind a tab a line is told as what
/// it is.
fn ends_in_values(line: &str) -> bool {
    let mut cells = line.split([',', ';', '|']);
    let address = cells.next().unwrap_or_default();
    let values = cells.filter(|cell| !cell.is_empty());
    let is_date = |cell: &str| cell.matches(['-', '.', '/']).count() > 1;
    let is_word = |cell: &str| Changefreq::parse_loose(cell).is_some();
    let are_values = |cell: &str| is_field_value(cell) || matches!(cell, "0" | "1");
    let is_one = values.clone().count() == 1;
    !(is_one && address.contains(['?', '#']))
        && values.clone().all(are_values)
        && (values.clone().any(is_date) || values.clone().any(is_word) && !is_one)
}

/// Whether cells that no URL ends with stand behind a delimiter: a date, a word of `changefreq`, a
/// `priority`; at the end also nothing, a quote, or a number where commas are not, of which there are URLs.
fn is_row(line: &str) -> bool {
    let Some((before, last)) = line.rsplit_once(DELIMITERS) else { return false };
    let delimiter = line.get(before.len()..).and_then(|rest| rest.chars().next());
    let is_number = |cell: &str| !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit());
    let is_status =
        |cell: &str| cell.len() == 3 && is_number(cell) && cell.starts_with(['2', '3', '4', '5']);
    last.is_empty()
        || last.ends_with('"')
        || line.split(DELIMITERS).skip(1).any(is_field_value)
        || delimiter != Some(',') && is_number(last)
        || line.split(NO_COMMA).skip(1).any(is_status)
        || delimiter == Some(',') && is_number(last) && last.len() == 10 && last.starts_with('1')
}

/// Whether decimals stand behind a decimal: coordinates, or a row; nobody can tell.
fn is_coordinate(line: &str) -> bool {
    let (address, rest) = line.split_once(',').unwrap_or_default();
    let is_decimal = |cell: &str| cell.contains('.') && cell.parse::<f64>().is_ok();
    is_series(address, rest.split(',')) && rest.split(',').all(is_decimal)
}

#[cfg(test)]
mod tests {
    use super::first_row;

    #[test]
    fn rows_among_lines() {
        for (text, at) in [
            ("https://e.com/a;02.01.2026\nhttps://e.com/b;03.01.2026\n", Some(0)),
            ("https://e.com/\nhttps://e.com/a,01/02/2026\nhttps://e.com/b,01/02/2026", Some(15)),
            ("https://e.com/a,\nhttps://e.com/b,\n", Some(0)),
            ("https://e.com/a,1767312000\nhttps://e.com/b,1767312001\n", Some(0)),
            ("https://e.com/a;200\nhttps://e.com/b;404\n", Some(0)),
            ("https://e.com/a,200\nhttps://e.com/b,404\n", None),
            ("https://e.com/a;2026-01-02;daily\nhttps://e.com/b;;daily\n", Some(0)),
            (
                "https://e.com/a,2026-01-02,Tea\nhttps://e.com/b,,404\nhttps://e.com/c,2026-01-02,",
                Some(0),
            ),
            ("https://e.com/a,daily,0.5\nhttps://e.com/b,daily,1.0\n", Some(0)),
            ("https://e.com/a;0.5\nhttps://e.com/b;0.8\n", Some(0)),
            ("https://e.com/a,0815,b.html\nhttps://e.com/c,4711,d.html\n", None),
            ("https://e.com/a,b\nhttps://e.com/c;d\n", None),
            ("https://e.com/a,\nhttps://e.com/b\nhttps://e.com/c\n", None),
            ("https://e.com/a,\n", None),
            ("https://e.com/\nhttps://e.com/x\nhttps://e.com/b,2025-01-01", Some(31)),
            ("https://e.com/\nhttps://e.com/x\nhttps://e.com/b,2025-01-01,x", None),
            ("https://e.com/\nhttps://e.com/x\nhttps://e.com/b|daily|0.8", Some(31)),
            ("https://e.com/\nhttps://e.com/x\nhttps://e.com/b,2026-03-04,daily,", Some(31)),
            ("https://e.com/\nhttps://e.com/x\nhttps://e.com/b|daily", None),
            (
                "https://e.com/\nhttps://e.com/x\nhttps://e.com/@47.1,0.5\nhttps://e.com/@0.5,0.12345678,0.2\nhttps://e.com/",
                None,
            ),
            (
                "https://e.com/\nhttps://e.com/x?b=0.1,0.2\nhttps://e.com/y?a,2026-03-04\nhttps://e.com/1\nhttps://e.com/2",
                None,
            ),
            ("https://e.com/a;12;x\nhttps://e.com/b;13;y", None),
            ("https://e.com/map?ll=51.5,0.1\nhttps://e.com/map?ll=51.5,0.2", None),
            (
                "https://e.com/,1.0\nhttps://e.com/a,0.8\nhttps://e.com/1.2,0.8\nhttps://e.com/1.3,0.8\nhttps://e.com/1.4,0.8",
                Some(0),
            ),
            ("https://e.com/2026-01-10,2026-01-11\nhttps://e.com/2026-01-12,2026-01-13", Some(0)),
            ("https://e.com/\nhttps://e.com/x\nhttps://e.com/b,2026-03-04,weekly,1", Some(31)),
            ("https://e.com/\nhttps://e.com/x\nhttps://e.com/b?x,2026-03-04,daily", Some(31)),
            ("https://e.com/\nhttps://e.com/x\nhttps://e.com/b;200", None),
            ("https://e.com/a;200;OK\nhttps://e.com/b;404;Not", Some(0)),
            ("https://e.com/a,\nhttps://e.com/b,", Some(0)),
            ("", None),
        ] {
            assert_eq!(first_row(text, true).map(|(at, _)| at), at, "{text:?}");
        }
        assert_eq!(first_row("https://e.com/a,\nhttps://e.com/b,", false), None);
    }
}
