//! Lists of URLs that are more likely the rows of a table: each line would become one address that nobody
//! wrote.

use urlset_core::{is_field_value, is_web_address};

/// Bytes of a list that are looked at, as many as tables show their delimiter in.
pub(crate) const FRONT: usize = 64 * 1024;

/// What separates cells, in a table without a header.
const DELIMITERS: [char; 4] = [',', ';', '|', '\t'];
/// Those of them that numbers in URLs do not follow.
const NO_COMMA: [char; 3] = [';', '|', '\t'];

/// The first line that looks like a row of a table: the first that ends in a value of a field, or where half of
/// all lines with an address look like rows, and two at least. `whole` says that the last line is not cut off.
pub(crate) fn first_row(front: &str, whole: bool) -> Option<(usize, &str)> {
    let end = if whole { front.len() } else { front.rfind(['\n', '\r'])? };
    let front = front.get(..end)?;
    let divides = |byte: &u8| DELIMITERS.contains(&char::from(*byte));
    // As in most lists. All are counted, which compilers do by vectors.
    if front.bytes().filter(divides).count() < 1 {
        return None;
    }
    let (mut rows, mut addresses, mut first, mut certain) = (0, 0, None, None);
    for line in front.split(['\n', '\r']).filter(|line| is_web_address(line.trim_start())) {
        addresses += 1;
        if is_row(line.trim()) {
            rows += 1;
            first = first.or(Some(line));
        }
        if certain.is_none() && ends_in_value(line.trim()) {
            certain = Some(line);
        }
    }
    let first = first.filter(|_| rows > 1 && rows * 2 >= addresses).or(certain)?;
    Some((first.as_ptr() as usize - front.as_ptr() as usize, first))
}

/// Whether a value of a field is the last cell behind an address. Behind a tab it is told as what it is.
fn ends_in_value(line: &str) -> bool {
    line.rsplit_once([',', ';', '|']).is_some_and(|(_, last)| is_field_value(last))
}

/// Whether cells that no URL ends with stand behind a delimiter: a date, a word of `changefreq`, a
/// `priority`; at the end also nothing, a quote, or a number where commas are not, of which there are URLs.
fn is_row(line: &str) -> bool {
    let Some((before, last)) = line.rsplit_once(DELIMITERS) else { return false };
    let delimiter = line.get(before.len()..).and_then(|rest| rest.chars().next());
    let is_number = |cell: &str| !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit());
    last.is_empty()
        || last.ends_with('"')
        || line.split(DELIMITERS).skip(1).any(is_field_value)
        || line.split(NO_COMMA).skip(1).any(is_number)
        || delimiter == Some(',') && is_number(last) && last.len() == 10 && last.starts_with('1')
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
            ("https://e.com/\nhttps://e.com/x\nhttps://e.com/b|daily", Some(31)),
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
