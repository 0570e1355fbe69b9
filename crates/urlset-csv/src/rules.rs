//! What can be wrong with a table.

use urlset_core::{Rule, Severity};

/// `csv/no-url-column`: no column of the table is the address.
pub static NO_URL_COLUMN: Rule = Rule {
    id: "csv/no-url-column",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "no column holds the URLs",
    help: "name it with `--map COLUMN=loc`",
    source: "urlset, tables",
    example: "name,price\nchair,10",
};

/// `csv/quoted-rows`: each row was quoted as if it were one cell.
pub static QUOTED_ROWS: Rule = Rule {
    id: "csv/quoted-rows",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "each row stands in quotes as a whole, which makes one cell of it",
    help: "take off the quotes around each row, or export the table again",
    source: "urlset, tables; RFC 4180 section 2",
    example: "\"loc,lastmod\"\n\"https://example.com/a,2026-01-01\"",
};

/// `csv/ambiguous-column`: several columns match one field.
pub static AMBIGUOUS_COLUMN: Rule = Rule {
    id: "csv/ambiguous-column",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "several columns match one field",
    help: "say which with `--map COLUMN=FIELD`",
    source: "urlset, tables",
    example: "url,link\nhttps://example.com/a,https://example.com/b",
};

/// `csv/crawl-date-as-lastmod`: a column that says when a crawler came was mapped to `lastmod`.
pub static CRAWL_DATE: Rule = Rule {
    id: "csv/crawl-date-as-lastmod",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the date of a crawl was mapped to `lastmod`",
    help: "map a column that says when the page changed",
    source: "sitemaps.org, XML tag definitions",
    example: "--map 'Last crawled=lastmod'",
};

/// `csv/column-by-content`: the column of addresses was told by its values.
pub static COLUMN_BY_CONTENT: Rule = Rule {
    id: "csv/column-by-content",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "the column of URLs was told by its values, not by its name",
    help: "nothing to do, or name it with `--map COLUMN=loc`",
    source: "urlset, tables",
    example: "Seite,Titel\nhttps://example.com/,Start",
};

/// `csv/preamble`: rows before the header.
pub static PREAMBLE: Rule = Rule {
    id: "csv/preamble",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "a row before the header was left out",
    help: "nothing to do",
    source: "urlset, tables",
    example: "All pages of example.com\nURL,Title\nhttps://example.com/,Start",
};

/// `csv/unused-column`: columns that no field takes.
pub static UNUSED_COLUMN: Rule = Rule {
    id: "csv/unused-column",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "columns that no field takes were left out",
    help: "map those that you need with `--map COLUMN=FIELD`",
    source: "urlset, tables",
    example: "loc,Status Code\nhttps://example.com/,200",
};

/// `csv/no-such-column`: a mapping names a column that the table lacks.
pub static NO_SUCH_COLUMN: Rule = Rule {
    id: "csv/no-such-column",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the mapping names a column that the table lacks",
    help: "check the name against the header, or write the number of the column",
    source: "urlset, tables",
    example: "--map Permalink=loc, and no column is called Permalink",
};

/// `csv/unknown-field`: a mapping names a field that nothing has.
pub static UNKNOWN_FIELD: Rule = Rule {
    id: "csv/unknown-field",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "the mapping names a field that is not known",
    help: "write `loc`, `lastmod`, `changefreq`, `priority` or a member such as `image.1.loc`",
    source: "urlset, tables",
    example: "--map Permalink=adress",
};

/// `csv/ragged-row`: a row has more or fewer cells than the header, or than most where there is none.
pub static RAGGED_ROW: Rule = Rule {
    id: "csv/ragged-row",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a row has more or fewer cells than the header, or than most where there is none",
    help: "quote cells that hold the delimiter, and end each row with a line break",
    source: "RFC 4180 section 2",
    example: "loc,lastmod\nhttps://example.com/a,b,2026-03-04",
};

/// `csv/several-urls-in-cell`: more than one address in a cell; they were read as one.
pub static SEVERAL_URLS: Rule = Rule {
    id: "csv/several-urls-in-cell",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "more than one address in a cell; they were read as one",
    help: "give each URL a row of its own",
    source: "urlset, formats",
    example: "loc\nhttps://example.com/ahttps://example.com/b",
};

/// `csv/empty-row`: a row of empty cells.
pub static EMPTY_ROW: Rule = Rule {
    id: "csv/empty-row",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "a row has only empty cells",
    help: "nothing to do",
    source: "urlset, tables",
    example: "loc,lastmod\n,",
};

/// `csv/repeated-header`: the header stands among the rows, as where tables were joined.
pub static REPEATED_HEADER: Rule = Rule {
    id: "csv/repeated-header",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "the header stands again among the rows; it was left out",
    help: "nothing to do",
    source: "urlset, tables",
    example: "loc,lastmod\nhttps://example.com/a,2026-03-04\nloc,lastmod\nhttps://example.com/b,2026-03-05",
};

/// `csv/open-quote`: a quote is never closed.
pub static OPEN_QUOTE: Rule = Rule {
    id: "csv/open-quote",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a quote is opened and never closed; what follows it cannot be told apart",
    help: "close the quote, or double it where it is part of the text",
    source: "RFC 4180 section 2",
    example: "loc,lastmod\n\"https://example.com/a,2026-03-04",
};

/// `csv/stray-quote`: a quote stands where none may.
pub static STRAY_QUOTE: Rule = Rule {
    id: "csv/stray-quote",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a quote stands where none may",
    help: "quote the whole cell and double the quotes in it",
    source: "RFC 4180 section 2",
    example: "loc,image.1.title\nhttps://example.com/a,\"one\" two",
};

/// `csv/nul`: a NUL byte in a row.
pub static NUL: Rule = Rule {
    id: "csv/nul",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a NUL byte in a row",
    help: "export the table again as plain text",
    source: "RFC 4180 section 2",
    example: "a row that holds the byte 00",
};

/// `csv/formula-cell`: a cell that a spreadsheet takes for a formula.
pub static FORMULA_CELL: Rule = Rule {
    id: "csv/formula-cell",
    severity: Severity::Note,
    profiles: "IIIII-",
    summary: "a cell begins like a formula of a spreadsheet",
    help: "write with `--csv-guard` for people who open the file in a spreadsheet",
    source: "OWASP, CSV injection",
    example: "loc,image.1.loc,image.1.title\nhttps://example.com/,https://example.com/a.jpg,=1+1",
};

/// `csv/encoding`: bytes that are not UTF-8.
pub static ENCODING: Rule = Rule {
    id: "csv/encoding",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the table is not UTF-8; it was read all the same",
    help: "export the table as UTF-8",
    source: "RFC 7111 section 4.1",
    example: "a table that was saved as Latin-1",
};

/// `csv/bad-cell`: a cell that should hold JSON, XML or a member does not.
pub static BAD_CELL: Rule = Rule {
    id: "csv/bad-cell",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a cell does not hold what its column says",
    help: "see how `urlset convert` writes such a column: `--csv-layout json`",
    source: "urlset, tables",
    example: "loc,image\nhttps://example.com/,[{\"loc\"",
};

/// `csv/other-x-default`: the language of `--x-default` does not give a row its `x-default`.
pub static OTHER_X_DEFAULT: Rule = Rule {
    id: "csv/other-x-default",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "`--x-default` does not decide the `x-default` of a row",
    help: "fill the column of that language, or let the column `x-default` decide alone",
    source: "urlset, tables",
    example: "page,en,de\nhat,,https://example.com/de/hut",
};

/// `csv/uncut-row`: a row with a delimiter in it that was read as one URL.
pub static UNCUT_ROW: Rule = Rule {
    id: "csv/uncut-row",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "a row that may have several cells was read as one URL, and so are others like it",
    help: "cut it with `--csv-delimiter`, quote the URL where all of it is one, or read `--from text`",
    source: "urlset, tables; RFC 4180 section 2",
    example: "https://example.com/a,red\nhttps://example.com/b,blue",
};

/// `csv/sep-line`: a `sep=` line that names another separator than the table has.
pub static SEP_LINE: Rule = Rule {
    id: "csv/sep-line",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "the `sep=` line names a separator that the header does not have; the one it has was taken",
    help: "correct the line or take it out; `--csv-delimiter` says what divides cells whatever it names",
    source: "urlset, tables",
    example: "sep=,\nloc;lastmod\nhttps://example.com/;2026-03-04",
};

/// `csv/unknown-kind`: a cell of the column `kind` that is not known.
pub static UNKNOWN_KIND: Rule = Rule {
    id: "csv/unknown-kind",
    severity: Severity::Error,
    profiles: "EEEEE-",
    summary: "a `kind` that is not known; the entry was read as a page",
    help: "write `sitemap` for an entry of an index, else leave it empty",
    source: "urlset, tables",
    example: "loc,kind\nhttps://example.com/,url\nhttps://example.com/a,image",
};

/// `csv/list-cell`: a cell that looks like several files and was taken for one URL.
pub static LIST_CELL: Rule = Rule {
    id: "csv/list-cell",
    severity: Severity::Warning,
    profiles: "WWWWW-",
    summary: "several files in one cell? They were taken for one URL",
    help: "put a space or `|` and the whole URL after each comma, or a column for each",
    source: "urlset, tables",
    example: "loc,images\nhttps://example.com/,\"https://example.com/a.jpg,b.jpg\"",
};

/// All of them.
pub static ALL: &[&Rule] = &[
    &NO_URL_COLUMN,
    &QUOTED_ROWS,
    &AMBIGUOUS_COLUMN,
    &CRAWL_DATE,
    &COLUMN_BY_CONTENT,
    &PREAMBLE,
    &UNUSED_COLUMN,
    &NO_SUCH_COLUMN,
    &UNKNOWN_FIELD,
    &RAGGED_ROW,
    &SEVERAL_URLS,
    &EMPTY_ROW,
    &REPEATED_HEADER,
    &OPEN_QUOTE,
    &STRAY_QUOTE,
    &NUL,
    &FORMULA_CELL,
    &ENCODING,
    &BAD_CELL,
    &OTHER_X_DEFAULT,
    &UNCUT_ROW,
    &SEP_LINE,
    &UNKNOWN_KIND,
    &LIST_CELL,
];
