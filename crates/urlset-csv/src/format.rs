//! CSV and TSV as formats, and how they are told from others.

use crate::{CsvReadOptions, CsvReader, CsvWriteOptions, CsvWriter, dialect, header, rules};
use urlset_core::{Carried, Carries, Confidence, Dates, Format};

const CARRIES: Carries = Carries {
    index: true,
    lastmod: Dates::AsWritten,
    changefreq: true,
    priority: true,
    extensions: Carried::Everything,
};

/// Tables with commas; reading takes `;`, TAB and `|` too.
pub static CSV: Format = Format {
    name: "csv",
    title: "table, comma-separated",
    suffixes: &["csv"],
    media_types: &["text/csv"],
    carries: CARRIES,
    sniff: |text| sniff(text, false),
    open: Some(|input, options, sink| {
        Ok(Box::new(CsvReader::open_with(input, &CsvReadOptions::default(), options, sink)?))
    }),
    create: Some(|header, options| {
        Box::new(CsvWriter::with(&CsvWriteOptions::default(), header, options))
    }),
    rules: rules::ALL,
};

/// Tables with TAB.
pub static TSV: Format = Format {
    name: "tsv",
    title: "table, tab-separated",
    suffixes: &["tsv", "tab"],
    media_types: &["text/tab-separated-values"],
    carries: CARRIES,
    sniff: |text| sniff(text, true),
    open: Some(|input, options, sink| {
        // Before anything of it is decoded: a table that is not UTF-8 is windows-1252.
        let mut input = input.lenient(true);
        // What is called TSV and has no tab is another table.
        let tabs = input.peek(FRONT)?.lines().take(10).any(|line| line.contains('\t'));
        let csv = CsvReadOptions { delimiter: tabs.then_some(b'\t'), ..CsvReadOptions::default() };
        Ok(Box::new(CsvReader::open_with(input, &csv, options, sink)?))
    }),
    create: Some(|header, options| {
        let csv = CsvWriteOptions { delimiter: b'\t', ..CsvWriteOptions::default() };
        Box::new(CsvWriter::with(&csv, header, options))
    }),
    rules: rules::ALL,
};

/// Text that shows whether there are tabs.
const FRONT: usize = 4096;

/// A table is told by its `sep=` line, or by a header that names the column of URLs. A list of
/// URLs alone is no sign: it is text just as well.
fn sniff(text: &str, tabs: bool) -> Confidence {
    let text = text.trim_start_matches(['\u{feff}', '\n', '\r', ' ']);
    if text.is_empty() || text.starts_with(['<', '{', '[']) || text.contains('\0') {
        return Confidence::No;
    }
    if let Some((named, length)) = dialect::sep_line(text) {
        let rest = text.get(length..).unwrap_or_default();
        let delimiter = dialect::meant(named, rest, dialect::detect(rest, true, &[]));
        return if (delimiter == b'\t') == tabs { Confidence::Yes } else { Confidence::No };
    }
    if tabs && !text.contains('\t') {
        return Confidence::No;
    }
    let delimiter = dialect::detect(text, true, &[]);
    if (delimiter == b'\t') != tabs {
        return Confidence::No;
    }
    let rows = dialect::rows(text, delimiter, 12, true);
    let rows = rows.get(header::header_at(&rows, &[])..).unwrap_or_default();
    let Some(first) = rows.first() else {
        return Confidence::No;
    };
    if header::is_entry(rows, &[]) {
        return entries(rows);
    }
    let named = header::names_loc(first, &[]);
    let urls = |row: &csv::StringRecord| row.iter().any(dialect::is_url);
    match (first.len(), named, urls(first)) {
        (_, true, _) if first.len() > 1 || rows.get(1).is_some_and(urls) => Confidence::Yes,
        (2.., _, true) => Confidence::Maybe,
        (2.., ..) if rows.get(1).is_some_and(urls) => Confidence::Maybe,
        _ => Confidence::No,
    }
}

/// How sure rows without a header are a table: no list of URLs has a date behind each.
fn entries(rows: &[csv::StringRecord]) -> Confidence {
    let is_cut = |row: &&csv::StringRecord| row.len() > 1 && row.iter().any(dialect::is_url);
    let is_dated = |row: &&csv::StringRecord| is_cut(row) && row.iter().any(dialect::is_date);
    let [cut, dated] = [rows.iter().filter(is_cut).count(), rows.iter().filter(is_dated).count()];
    if dated == rows.len() && dated > 1 {
        Confidence::Yes
    } else if cut > 0 && cut * 2 >= rows.len() {
        Confidence::Maybe
    } else {
        Confidence::No
    }
}

#[cfg(test)]
mod tests {
    use super::{CSV, TSV};
    use urlset_core::Confidence::{self, Maybe, No, Yes};
    use urlset_core::{Entry, Input, ReadOptions};

    #[test]
    fn both_read_windows_1252_from_the_first_byte() {
        for format in [&CSV, &TSV] {
            let text: &[u8] = b"loc\nhttps://e.com/\xe9\n";
            let input = Input::new(text);
            let open = format.open.unwrap();
            let mut reader = open(input, &ReadOptions::default(), &mut ()).unwrap();
            let mut entry = Entry::default();
            assert!(reader.read_entry(&mut entry, &mut ()).unwrap(), "{}", format.name);
            assert_eq!(entry.loc.as_str(), "https://e.com/\u{e9}", "{}", format.name);
        }
    }

    #[test]
    fn told() {
        for (text, csv, tsv) in [
            ("loc,lastmod\nhttps://e.com/,2026\n", Yes, No),
            ("\u{feff}Address;Status Code\nhttps://e.com/;200\n", Yes, No),
            ("sep=;\nx;y\n", Yes, No),
            ("All pages\nURL,Hits\nhttps://e.com/,1\n", Yes, No),
            ("url\thits\nhttps://e.com/\t1\n", No, Yes),
            ("loc\nhttps://e.com/\n", Yes, No),
            ("https://e.com/a\nhttps://e.com/b\n", No, No),
            ("https://e.com/a,b\nhttps://e.com/b\n", No, No),
            ("https://e.com/a,2026-01-01\n", Maybe, No),
            ("https://e.com/a,2026-01-01\nhttps://e.com/b,2026-01-01\n", Yes, No),
            ("https://e.com/\nhttps://e.com/b,2026-01-01\n", Maybe, No),
            ("https://e.com/\nhttps://e.com/b\nhttps://e.com/c,2026-01-01\n", No, No),
            ("https://e.com/\nhttps://e.com/b\tx\n", No, Maybe),
            ("https://e.com/a\tx\nhttps://e.com/b\ty\n", No, Maybe),
            ("page,//e.com/a\npage,//e.com/b\n", No, No),
            ("Seite;Titel\nhttps://e.com/;Start\n", Maybe, No),
            ("User-agent: *\nDisallow: /a,b\n", No, No),
            ("<urlset>", No, No),
            ("{\"loc\":1}", No, No),
            ("", No, No),
        ] {
            let found: (Confidence, Confidence) = ((CSV.sniff)(text), (TSV.sniff)(text));
            assert_eq!(found, (csv, tsv), "{text:?}");
        }
    }
}
