//! The front of a table: byte order mark, `sep=` line, delimiter, header, and what its columns
//! mean.

use crate::found::kind_of;
use crate::options::CsvReadOptions;
use crate::plan::{Plan, Table};
use crate::quotes::before_wide;
use crate::rows::Rows;
use crate::{dialect, header, references, rules};
use csv::StringRecord;
use urlset_core::{
    Extension, Input, Kind, Lost, Place, ReadOptions, Result, Severity, Sink, Span, joined_address,
    rules as core,
};

/// A table whose columns are known.
pub(crate) struct Opened<'a> {
    pub(crate) rows: Rows<'a>,
    pub(crate) plan: Plan,
    pub(crate) kind: Kind,
    /// The row read last is an entry: the table has no header.
    pub(crate) held: bool,
}

/// Text that the delimiter is told from.
const SAMPLE: usize = 64 * 1024;

/// Text that is looked at for the first rows, and how many.
const AHEAD: usize = 1024 * 1024;
const ROWS: usize = 1000;

pub(crate) fn open<'a>(
    input: Input<'a>,
    csv: &CsvReadOptions,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<Opened<'a>> {
    let mut input = input.lenient(true);
    let (delimiter, doubtful) = delimiter(&mut input, csv, options, sink)?;
    let first = sample(&mut input, delimiter, options)?;
    input.report(sink)?;
    let at = if csv.named { 0 } else { header::header_at(&first, options.extensions) };
    let (before, first) = first.split_at_checked(at).unwrap_or((&[], &first));
    let is_entry = || !csv.named && header::is_entry(first, options.extensions);
    let has_header = !first.is_empty() && !is_entry();
    let mut rows = Rows::new(input, delimiter, options.limits);
    let Some((head, rest)) = first.split_first() else {
        return empty(rows, sink);
    };
    pass_preamble(&mut rows, before, sink)?;
    if has_header {
        rows.advance(sink)?;
        rows.doubt(doubtful);
    } else {
        rows.doubt(doubtful);
        rows.advance(sink)?;
    }
    if let Some(column) = rows.torn_header(options.extensions) {
        // Which cells are names, and of which columns, nobody can tell.
        let finding = rules::STRAY_QUOTE.found().detail("in the header, which holds rows by it");
        let finding = finding.severity(Severity::Error).lost(Lost::Rest);
        return Err(rows.place(column).mark(finding).into());
    }
    if has_header && is_whole_row(&rows, (head, rest), options.extensions) {
        let finding = rules::QUOTED_ROWS.found().detail("the header is one cell in quotes");
        return Err(rows.place(0).mark(finding.lost(Lost::Rest)).into());
    }
    let table = Table {
        header: has_header.then_some(head),
        sample: if has_header { rest } else { first },
        extensions: options.extensions,
    };
    if has_header && !csv.named {
        (0..rows.width()).try_for_each(|column| rows.tell_lines(column, sink))?;
        (0..rows.width()).try_for_each(|column| tell_joined(&rows, column, sink))?;
    }
    let plan = match Plan::new(&table, csv) {
        Ok((plan, findings)) => {
            for (column, finding) in findings {
                rows.place(column).report(*finding, sink)?;
            }
            plan
        }
        Err((column, finding)) => return Err(rows.place(column).mark(*finding).into()),
    };
    rows.by_loc(plan.loc);
    let kind = plan.kind.and_then(|column| table.sample.first()?.get(column));
    let kind = kind.and_then(kind_of).unwrap_or(Kind::Urlset);
    Ok(Opened { rows, plan, kind, held: !has_header })
}

/// Tells the rows before the header.
fn pass_preamble(rows: &mut Rows<'_>, before: &[StringRecord], sink: &mut dyn Sink) -> Result<()> {
    for row in before {
        rows.advance(sink)?;
        let text = rows.raw().trim_end_matches(['\n', '\r']);
        let finding = rules::PREAMBLE.found().detail(text);
        let finding = match row.iter().any(header::begins_as_address) {
            // No title, but a page that nobody can reach by this.
            true => finding.severity(Severity::Error).lost(Lost::Entry),
            false => finding.mended(text, ""),
        };
        rows.place(0).report(finding, sink)?;
    }
    Ok(())
}

/// Tells an address that is glued to the name of a column: a line break is missing behind the header, and the
/// first row is lost with it.
fn tell_joined(rows: &Rows<'_>, column: usize, sink: &mut dyn Sink) -> Result<()> {
    let name = rows.cell(column);
    if joined_address(name).is_none() || dialect::is_url(name) {
        return Ok(());
    }
    let finding = rules::RAGGED_ROW.found().detail("a row that is joined to the header");
    rows.place(column).report(finding.severity(Severity::Error).lost(Lost::Entry), sink)
}

/// Whether quotes make one cell of a whole header, as some programs write tables that they did not cut.
/// Empty cells behind it are columns that once were used. A name may hold a delimiter, too: then the rows do not
/// all, or where no name is that of the URL, not as often, with values behind it.
fn is_whole_row(
    rows: &Rows<'_>,
    (head, rest): (&StringRecord, &[StringRecord]),
    extensions: &[&'static Extension],
) -> bool {
    let alone = head.iter().skip(1).all(|cell| cell.trim().is_empty()) && rows.is_in_quotes(0);
    let cell = head.get(0).filter(|_| alone).unwrap_or_default();
    dialect::CANDIDATES.iter().any(|candidate| {
        let inner = dialect::rows(cell, *candidate, 1, true);
        let is_cut =
            |row: &StringRecord| row.get(0).is_some_and(|cell| cell.as_bytes().contains(candidate));
        // A space behind it is that of a text.
        let is_spaced = |name: &str| name.starts_with(char::is_whitespace);
        let is_of_values = |width: usize| {
            let cut = |row: &StringRecord| {
                let cell = row.get(0).unwrap_or_default();
                dialect::rows(cell, *candidate, 1, true).into_iter().next().unwrap_or_default()
            };
            let is_one = |cells: StringRecord| {
                cells.len() == width && cells.iter().skip(1).all(references::is_figure)
            };
            !rest.is_empty() && rest.iter().map(cut).all(is_one)
        };
        inner.first().is_some_and(|names| {
            names.len() > 1
                && !names.iter().any(is_spaced)
                && rest.iter().all(is_cut)
                && (header::names_loc(names, extensions) || is_of_values(names.len()))
        })
    })
}

/// A document without any row.
fn empty<'a>(mut rows: Rows<'a>, sink: &mut dyn Sink) -> Result<Opened<'a>> {
    let position = rows.input().position();
    // An open quote or a row beyond every limit says so itself.
    rows.advance(sink)?;
    sink.report(core::ZERO_BYTES.at(position))?;
    Ok(Opened { rows, plan: Plan::default(), kind: Kind::Urlset, held: false })
}

/// Takes byte order mark and `sep=` line off, and says what separates cells; where nothing does, what
/// may have been meant to.
fn delimiter(
    input: &mut Input<'_>,
    csv: &CsvReadOptions,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<(u8, Vec<u8>)> {
    input.peek(SAMPLE)?;
    input.report(sink)?;
    while input.window().starts_with('\u{feff}') {
        input.consume('\u{feff}'.len_utf8());
    }
    // Lines of nothing are no rows, and say nothing of what divides cells.
    loop {
        let window = input.window();
        let blank = window.len() - window.trim_start_matches([' ', '\n', '\r']).len();
        let lines = window.get(..blank).and_then(|blank| blank.rfind(['\n', '\r']));
        let Some(last) = lines else { break };
        input.consume(last + 1);
        input.peek(SAMPLE)?;
    }
    let (mut named, named_at) = (None, input.position());
    // A column may be called so.
    let line = if csv.named { None } else { dialect::sep_line(input.window()) };
    if let Some((delimiter, length)) = line {
        input.consume(length);
        named = Some(delimiter);
    }
    let whole = input.at_end() && input.window().len() <= SAMPLE;
    let window = input.window();
    let end = (0..=SAMPLE.min(window.len())).rev().find(|end| window.is_char_boundary(*end));
    let sample = window.get(..end.unwrap_or(0)).unwrap_or_default();
    // A first row that is longer than the sample is judged by its front.
    let whole = whole || !sample.contains(['\n', '\r']);
    if let Some(delimiter) = csv.delimiter {
        return Ok((delimiter, Vec::new()));
    }
    let delimiter = dialect::detect(sample, whole, options.extensions);
    if let Some(named) = named {
        if dialect::meant(named, sample, delimiter) == named {
            return Ok((named, Vec::new()));
        }
        let detail = format!("cells are divided by {:?}", char::from(delimiter));
        sink.report(rules::SEP_LINE.at(named_at).detail(detail))?;
    }
    let doubtful = match delimiter {
        dialect::NOTHING => dialect::doubtful(sample, whole),
        _ => Vec::new(),
    };
    Ok((delimiter, doubtful))
}

/// The first rows, at least one where there is one and the limits allow it.
fn sample(
    input: &mut Input<'_>,
    delimiter: u8,
    options: &ReadOptions,
) -> Result<Vec<StringRecord>> {
    let most = options.limits.entry_bytes as usize;
    let mut wanted = AHEAD;
    loop {
        input.peek(wanted)?;
        let columns = options.limits.columns as usize;
        if let Some(before) = before_wide(input.window(), delimiter, columns, ROWS) {
            // The row beyond the limit says so itself when its turn comes.
            return Ok(dialect::rows(before, delimiter, ROWS, true));
        }
        let length = input.window().len();
        // An input that failed does not end, and gives no more either.
        let ended = length < wanted || input.at_end();
        let rows = dialect::rows(input.window(), delimiter, ROWS, ended);
        if !rows.is_empty() || ended {
            return Ok(rows);
        }
        if length > most {
            let detail = format!("a row of more than {most} bytes");
            let finding = core::LIMIT_ENTRY.found().detail(detail).lost(Lost::Rest);
            let place = Span { offset: input.offset(), length: 0, input };
            return Err(place.mark(finding).into());
        }
        wanted = length.saturating_mul(2);
    }
}
