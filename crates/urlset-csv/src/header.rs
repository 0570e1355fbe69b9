//! Which of the first rows of a table names its columns, and which is an entry already.

use crate::dialect::is_url;
use crate::names::{self, Target};
use csv::StringRecord;
use urlset_core::Extension;

/// Rows that may stand before the header: a title, a date, a comment.
const PREAMBLE: usize = 10;

/// Which of a table's first rows is its header, where one that names the column of URLs comes after
/// others that are shorter and hold no URL; else the first.
pub(crate) fn header_at(rows: &[StringRecord], extensions: &[&'static Extension]) -> usize {
    let names_loc =
        |row: &StringRecord| names_loc(row, extensions) && !row.iter().any(begins_as_address);
    let front = rows.get(..PREAMBLE.min(rows.len())).unwrap_or_default();
    let filled = |row: &StringRecord| row.iter().filter(|cell| !cell.trim().is_empty()).count();
    let Some(at) = front.iter().position(names_loc) else {
        return front
            .iter()
            .position(|row| filled(row) > 1)
            .filter(|at| heads_urls(rows, *at))
            .unwrap_or(0);
    };
    let width = rows.get(at).map_or(0, StringRecord::len);
    let before = front.iter().take(at);
    let fits = |row: &StringRecord| filled(row) < width.max(2) && !row.iter().any(is_url);
    if before.clone().all(fits) { at } else { 0 }
}

/// Whether a row whose names nobody knows heads a table all the same: words alone stand before it, a title or
/// a comment, and a URL below one of its words, in a row that is as long.
fn heads_urls(rows: &[StringRecord], at: usize) -> bool {
    let words = |cell: &str| !begins_as_address(cell) && !is_page(cell) && !lacks_scheme(cell);
    let (before, rest) = rows.split_at_checked(at).unwrap_or_default();
    let [header, next, ..] = rest else { return false };
    before.iter().all(|row| row.iter().all(words))
        && header.iter().all(|name| !name.trim().is_empty() && words(name) && !is_number(name))
        && header.len() == next.len()
        && next.iter().any(is_url)
}

/// Whether the first row holds an address, good or not, and so is an entry. Words with an address in
/// them are a name beside the name of any column, and where they do not stand above the URLs of the
/// next row.
pub(crate) fn is_entry(rows: &[StringRecord], extensions: &[&'static Extension]) -> bool {
    let Some(row) = rows.first() else { return false };
    if row.iter().any(begins_as_address) {
        return !heads(row, rows.get(1), extensions);
    }
    let names_field =
        |cell: &str| !holds_address(cell) && names::column(cell, extensions).is_some();
    let named = row.iter().any(names_field);
    let at = rows.get(1).and_then(|next| next.iter().position(is_url));
    let (Some(next), Some(above)) = (rows.get(1), at.and_then(|at| row.get(at))) else {
        return !named && row.iter().any(holds_address);
    };
    let both = || row.iter().zip(next).filter(|(_, below)| is_number(below));
    // A number above a number is a value, words above one are a name.
    if both().any(|(above, _)| is_number(above)) {
        return above.contains(['.', '/']);
    }
    let headed = || both().any(|(above, _)| !above.trim().is_empty());
    let url = at.and_then(|at| next.get(at)).unwrap_or_default();
    let is_bare = is_path(above) || names_host_of(above, url);
    !named && (lacks_scheme(above) || holds_address(above) || is_bare && !headed())
}

/// Whether a row with an address in it names the columns all the same: one is called as URLs are and has
/// one below it, in a row that is as long.
fn heads(
    row: &StringRecord,
    next: Option<&StringRecord>,
    extensions: &[&'static Extension],
) -> bool {
    let Some(next) = next.filter(|next| next.len() == row.len()) else { return false };
    let mut columns = row.iter().zip(next);
    columns.any(|(name, below)| {
        matches!(names::column(name, extensions), Some((Target::Loc, _))) && is_url(below)
    })
}

fn is_number(cell: &str) -> bool {
    cell.contains(|c: char| c.is_ascii_digit())
        && !cell.contains(char::is_alphabetic)
        && !is_url(cell)
}

/// Whether the source of one row begins as a header and goes on with lines that have an address.
pub(crate) fn holds_rows(row: &str, delimiter: u8, extensions: &[&'static Extension]) -> bool {
    let cells = |line: &str| -> StringRecord {
        line.split(char::from(delimiter)).map(|cell| cell.trim_matches(['"', ' '])).collect()
    };
    let mut lines = row.split(['\n', '\r']).map(cells);
    let is_header = lines
        .next()
        .is_some_and(|first| names_loc(&first, extensions) && !first.iter().any(begins_as_address));
    is_header && lines.any(|line| line.iter().any(is_page))
}

/// Whether a cell is what a page may be called by: an address or a path.
pub(crate) fn is_page(cell: &str) -> bool {
    begins_as_address(cell) || is_path(cell)
}

/// Whether a cell is the file of an image, by its name.
pub(crate) fn is_image(cell: &str) -> bool {
    let path = cell.trim().split(['?', '#']).next().unwrap_or_default();
    let suffix = path.rsplit_once('.').map_or("", |(_, suffix)| suffix);
    IMAGES.iter().any(|known| suffix.eq_ignore_ascii_case(known))
}

/// Whether a cell is a URL of which the scheme is torn: `htps://`, `ttp://`, `//`; other schemes are not.
pub(crate) fn is_torn_url(cell: &str) -> bool {
    let cell = cell.trim();
    let Some((scheme, host)) = cell.split_once("//").filter(|_| !is_url(cell)) else {
        return false;
    };
    let scheme = scheme.trim_end_matches(':');
    let is_like = scheme.bytes().all(|byte| b"htps".contains(&byte.to_ascii_lowercase()));
    is_like && scheme.len() < "httpss".len() + 2 && host.starts_with(char::is_alphanumeric)
}

/// Whether a cell holds what people write where there is nothing.
pub(crate) fn is_placeholder(cell: &str) -> bool {
    let cell = cell.trim();
    let words = ["n/a", "na", "none", "null", "nil", "leer", "#n/a"];
    !cell.contains(char::is_alphanumeric)
        || words.iter().any(|word| cell.eq_ignore_ascii_case(word))
}

/// What files of images are called.
const IMAGES: [&str; 11] =
    ["jpg", "jpeg", "png", "gif", "webp", "avif", "svg", "bmp", "heic", "tif", "tiff"];

/// Whether a cell may be an address of which the scheme is not there, or written as escapes.
pub(crate) fn lacks_scheme(cell: &str) -> bool {
    let cell = cell.trim();
    let slash = cell.contains('/') || cell.contains("%2F") || cell.contains("%2f");
    // An abbreviation ends with its dot: `URL/Adr.`.
    let mut pieces = cell.split('.').map(str::as_bytes);
    let mut before = pieces.next();
    let dotted = pieces.any(|piece| {
        let ends = before.replace(piece).and_then(<[u8]>::last).is_some_and(|byte| is_word(*byte));
        ends && piece.first().is_some_and(|byte| is_word(*byte))
    });
    slash && dotted && is_one_word(cell)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

/// Whether a cell is a path from the root of a site.
fn is_path(cell: &str) -> bool {
    let rest = cell.trim().strip_prefix('/');
    rest.is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
}

/// Whether a cell begins with the host of a URL.
fn names_host_of(cell: &str, url: &str) -> bool {
    let bare = |host: &str| host.strip_prefix("www.").unwrap_or(host).to_ascii_lowercase();
    let host = url.split_once("//").and_then(|(_, rest)| rest.split(['/', '?', '#', ':']).next());
    let host = bare(host.unwrap_or_default().trim());
    let cell = bare(cell.trim());
    let rest = cell.strip_prefix(&host).filter(|_| host.contains('.'));
    rest.is_some_and(|rest| match rest.strip_prefix(':') {
        Some(port) => port.starts_with(|c: char| c.is_ascii_digit()),
        None => rest.is_empty() || rest.starts_with(['/', '?', '#']),
    })
}

/// Whether a row names the column of URLs.
pub(crate) fn names_loc(row: &StringRecord, extensions: &[&'static Extension]) -> bool {
    row.iter().any(|cell| matches!(names::column(cell, extensions), Some((Target::Loc, _))))
}

/// Whether a cell is an address, or one that something went wrong with: a scheme that is none,
/// quotes or a character that nobody sees before it, no scheme at all.
pub(crate) fn begins_as_address(cell: &str) -> bool {
    let cell = cell.trim();
    if is_url(cell) {
        return true;
    }
    let host = bare(cell).strip_prefix("//").and_then(|rest| rest.split('/').next());
    cell.split_once("://").is_some_and(|(before, _)| is_one_word(before))
        || host.is_some_and(|host| host.contains('.') && is_one_word(host))
}

/// Whether a cell has an address anywhere in it, or what only an address begins with.
pub(crate) fn holds_address(cell: &str) -> bool {
    let bare = bare(cell.trim());
    let begins = |scheme: &str| {
        bare.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    };
    let scheme = begins("http:") || begins("https:");
    let guise = begins("www.") || bare.starts_with('/');
    let one_word = bare.contains(char::is_alphanumeric) && is_one_word(bare);
    cell.contains("://") || begins_as_address(cell) || scheme || guise && one_word
}

fn is_one_word(text: &str) -> bool {
    !text.contains(char::is_whitespace)
}

/// Without what an address does not begin with.
fn bare(cell: &str) -> &str {
    cell.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '/')
}

#[cfg(test)]
mod tests {
    use super::{header_at, is_entry, is_image, is_placeholder, is_torn_url};
    use csv::StringRecord;

    #[test]
    fn entries_and_headers() {
        for (row, entry) in [
            (&["https://example.com/a"][..], true),
            (&["2026", "https://example.com/a"], true),
            (&["\u{200b}https://example.com/a"], true),
            (&["Page https://example.com/a"], true),
            (&["ftp://example.com/a"], true),
            (&["lochttps://example.com/a"], true),
            (&["<https://example.com/a>"], true),
            (&["htps://example.com/a"], true),
            (&["//example.com/a"], true),
            (&["\u{200b}//example.com"], true),
            (&["'https://example.com/a'"], true),
            (&["url", "https://example.com/a"], true),
            (&["page", "htps://example.com/a"], true),
            (&["page", "//example.com/a"], true),
            (&["https:/example.com/a"], true),
            (&["www.example.com"], true),
            (&["/a"], true),
            (&["loc", "see https://example.com/help"], false),
            (&["loc", "/unit"], false),
            (&["Seite", "Titel"], false),
            (&["http status", "/ total", "//"], false),
            (&["// written by a tool v1.2"], false),
        ] {
            assert_eq!(is_entry(&[StringRecord::from(row)], &[]), entry, "{row:?}");
        }
        let next = "https://example.com/b";
        for (row, entry) in [
            (["example.com/a", "2026"], true),
            (["shop/a.html", "2026"], true),
            (["https//example.com/a", "x"], true),
            (["https%3A%2F%2Fexample.com%2Fa", "x"], true),
            (["http: //example.com/a", "x"], true),
            (["Top pages", "Clicks (https://example.com/)"], false),
            (["URL (https://example.com)", "Priority"], false),
            (["Page https://example.com/a", "x"], true),
            (["Seite", "www.example.com"], false),
            (["km/h", "example.com/a"], false),
            (["URL/Adr.", "x"], false),
            (["Bild/Dat.", "Nr./URL"], false),
            (["loc/v1.0", "lastmod"], false),
            (["url/a.b", "lastmod"], false),
            (["page.url", "x"], false),
            (["example.com", ""], true),
            (["www.Example.com:8080", ""], true),
            (["example.com/a b", ""], true),
            (["example.company", "x"], false),
            (["/a b", ""], true),
            (["/ total", "x"], false),
            (["example.com pages", "x"], false),
            (["example.com pages", ""], false),
            (["example.com: URL", ""], false),
            (["m.example.com", "5"], true),
            (["/", "5"], true),
            (["loc/v1.0", "5"], true),
            (["Page", "2024"], false),
        ] {
            let rows = [StringRecord::from(row.to_vec()), StringRecord::from(vec![next, "1"])];
            assert_eq!(is_entry(&rows, &[]), entry, "{row:?}");
        }
    }

    #[test]
    fn cells_of_columns_that_may_be_the_pages() {
        for (cell, expected) in [
            ("htps://e.com/a", true),
            ("ttp://e.com", true),
            ("https//e.com", true),
            ("//e.com/a", true),
            ("https://e.com/a", false),
            ("https://", false),
            ("ftp://e.com", false),
            ("ftps://e.com", false),
            ("smtp://e.com", false),
            ("app://e.com", false),
            ("/a//b", false),
        ] {
            assert_eq!(is_torn_url(cell), expected, "{cell}");
        }
        for (cell, expected) in [("-", true), ("", true), ("N/A", true), ("/a", false)] {
            assert_eq!(is_placeholder(cell), expected, "{cell}");
        }
        assert!(is_image("https://e.com/a.JPG?w=3") && !is_image("https://e.com/jpg"));
    }

    #[test]
    fn rows_before_the_header() {
        for (before, at) in [
            ("All pages", 1),
            ("Pages of https://example.com", 1),
            ("www.example.com", 1),
            ("https://example.com/a", 0),
            ("//example.com/a", 1),
        ] {
            let rows = [StringRecord::from(vec![before]), StringRecord::from(vec!["loc", "title"])];
            assert_eq!(header_at(&rows, &[]), at, "{before}");
        }
    }
}
