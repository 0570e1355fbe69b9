//! Chosen fields of entries as rows: aligned for people, cut by tabs, as CSV or as JSON Lines.

use crate::clean::clean;
use crate::query_args::Form;
use std::borrow::Cow;
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;
use urlset::csv::CsvWriteOptions;
use urlset::json::JsonWriter;
use urlset::query::{Field, Found, Origin, Selection};
use urlset::{EXTENSIONS, Entry, EntryWriter, Kind, Result, Sink, WriteOptions};

/// Rows that are looked at before the first line of a table: its columns fit these.
const LOOKED_AT: usize = 1000;

/// Between the values of one cell, as URLs in one cell are read.
const BETWEEN: char = '|';

/// Rows under way.
pub(crate) struct Rows<'s> {
    form: Form,
    selection: &'s Selection,
    /// What is written goes to a terminal.
    terminal: bool,
    delimiter: u8,
    guard: bool,
    /// The rows of a table whose columns have no width yet.
    held: Option<Vec<Vec<String>>>,
    widths: Vec<usize>,
    json: JsonWriter,
    kept: Entry,
}

impl<'s> Rows<'s> {
    pub(crate) fn new(form: Form, selection: &'s Selection, kind: Kind) -> Rows<'s> {
        let options = WriteOptions { extensions: EXTENSIONS, ..WriteOptions::default() };
        Rows {
            form,
            selection,
            terminal: false,
            delimiter: b',',
            guard: false,
            held: (form == Form::Table).then(Vec::new),
            widths: Vec::new(),
            json: JsonWriter::new(kind, &options),
            kept: Entry::default(),
        }
    }

    /// No control character of an input gets through.
    pub(crate) fn for_terminal(mut self, terminal: bool) -> Rows<'s> {
        self.terminal = terminal;
        self
    }

    /// How the cells of CSV are written.
    pub(crate) fn with_cells(mut self, written: &CsvWriteOptions) -> Rows<'s> {
        (self.delimiter, self.guard) = (written.delimiter, written.guard);
        self
    }

    /// What stands before the first row.
    pub(crate) fn begin(&mut self, out: &mut String) {
        let names: Vec<String> =
            self.selection.fields().iter().map(|field| label(field).to_owned()).collect();
        match self.form {
            Form::Table => self.hold(names, out),
            Form::Csv => self.csv(&names, out),
            Form::Text | Form::Jsonl => {}
        }
    }

    /// Appends the row of an entry, unless it is held until the columns have a width.
    pub(crate) fn row(
        &mut self,
        entry: &Entry,
        origin: &Origin<'_>,
        out: &mut String,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        if self.form == Form::Jsonl {
            return self.object(entry, origin, out, sink);
        }
        let cells = self.selection.fields().iter().map(|field| cell(field, entry, origin));
        let cells: Vec<String> = cells.collect();
        match self.form {
            Form::Table => self.hold(cells, out),
            Form::Csv => self.csv(&cells, out),
            Form::Text | Form::Jsonl => self.text(&cells, out),
        }
        Ok(())
    }

    /// Appends what is still held.
    pub(crate) fn end(&mut self, out: &mut String) {
        let Some(held) = self.held.take() else {
            return;
        };
        for row in &held {
            for (at, cell) in row.iter().enumerate() {
                let width = UnicodeWidthStr::width(cell.as_str());
                match self.widths.get_mut(at) {
                    Some(widest) => *widest = width.max(*widest),
                    None => self.widths.push(width),
                }
            }
        }
        for row in held {
            self.aligned(&row, out);
        }
    }

    fn hold(&mut self, mut cells: Vec<String>, out: &mut String) {
        for cell in &mut cells {
            if let Cow::Owned(safe) = clean(cell) {
                *cell = safe;
            }
        }
        let Some(held) = &mut self.held else {
            return self.aligned(&cells, out);
        };
        held.push(cells);
        if held.len() > LOOKED_AT {
            self.end(out);
        }
    }

    /// A cell that is wider than its column moves those after it; none is cut.
    fn aligned(&self, cells: &[String], out: &mut String) {
        let start = out.len();
        for (at, cell) in cells.iter().enumerate() {
            out.push_str(if at == 0 { "" } else { "  " });
            out.push_str(cell);
            let widest = self.widths.get(at).copied().unwrap_or_default();
            let padding = widest.saturating_sub(UnicodeWidthStr::width(cell.as_str()));
            out.extend(std::iter::repeat_n(' ', padding));
        }
        out.truncate(start + out.get(start..).map_or(0, |line| line.trim_end().len()));
        out.push('\n');
    }

    fn csv(&self, cells: &[String], out: &mut String) {
        let start = out.len();
        for (at, cell) in cells.iter().enumerate() {
            if at > 0 {
                out.push(char::from(self.delimiter));
            }
            urlset::csv::write_cell(cell, self.delimiter, self.guard, out);
        }
        self.close(start, out);
    }

    /// Tabs and line ends in a value would look like those between values.
    fn text(&self, cells: &[String], out: &mut String) {
        for (at, cell) in cells.iter().enumerate() {
            if at > 0 {
                out.push('\t');
            }
            if !cell.contains(['\t', '\n', '\r']) {
                out.push_str(&if self.terminal {
                    clean(cell)
                } else {
                    Cow::Borrowed(cell.as_str())
                });
                continue;
            }
            let cell = cell.replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r");
            out.push_str(&if self.terminal { clean(&cell) } else { Cow::Borrowed(&*cell) });
        }
        out.push('\n');
    }

    /// The object of JSON Lines with the chosen members; what follows from others comes after them.
    fn object(
        &mut self,
        entry: &Entry,
        origin: &Origin<'_>,
        out: &mut String,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let start = out.len();
        self.selection.keep(entry, &mut self.kept);
        self.json.write_entry(&self.kept, out, sink)?;
        out.truncate(start + out.get(start..).map_or(0, |line| line.trim_end().len() - 1));
        // An index says its kind already.
        let told = |field: &&Field| {
            field.is_derived() && (field.name() != "kind" || origin.kind == Kind::Urlset)
        };
        for field in self.selection.fields().iter().filter(told) {
            let values = values(field, entry, origin);
            let name = serde_json::to_string(label(field)).unwrap_or_default();
            let _ = match values.as_slice() {
                [] => Ok(()),
                [one] => write!(out, ",{name}:{one}"),
                many => write!(out, ",{name}:[{}]", many.join(",")),
            };
        }
        out.push('}');
        self.close(start, out);
        Ok(())
    }

    /// Ends a line that came whole from values.
    fn close(&self, start: usize, out: &mut String) {
        if self.terminal
            && let Some(Cow::Owned(safe)) = out.get(start..).map(clean)
        {
            out.truncate(start);
            out.push_str(&safe);
        }
        out.push('\n');
    }
}

/// What a column of the output is called.
fn label(field: &Field) -> &str {
    field.column().unwrap_or(field.name())
}

/// All values of a field in one cell.
fn cell(field: &Field, entry: &Entry, origin: &Origin<'_>) -> String {
    let mut cell = String::new();
    let mut first = true;
    field.any(entry, origin, &mut |found| {
        if !std::mem::take(&mut first) {
            cell.push(BETWEEN);
        }
        found.with_text(|text| cell.push_str(text));
        false
    });
    cell
}

/// The values of a field as JSON.
fn values(field: &Field, entry: &Entry, origin: &Origin<'_>) -> Vec<String> {
    let mut values = Vec::new();
    field.any(entry, origin, &mut |found| {
        values.push(match found {
            Found::Number(number) => number.to_string(),
            other => other.with_text(|text| serde_json::to_string(text).unwrap_or_default()),
        });
        false
    });
    values
}

#[cfg(test)]
mod tests {
    use super::Rows;
    use crate::filter;
    use crate::query_args::Form;
    use urlset::image::Image;
    use urlset::query::{Origin, Selection};
    use urlset::{Entry, Kind, Loc};

    fn shown(form: Form, terminal: bool) -> String {
        let selection =
            Selection::parse("loc,image.caption", &filter::scope(urlset::DateOrder::Iso)).unwrap();
        let mut rows = Rows::new(form, &selection, Kind::Urlset).for_terminal(terminal);
        let mut entry = Entry::new(Loc::new("https://e.com/"));
        let mut image = Image::new("https://e.com/i");
        image.caption = Some("a\u{1b}[31m\t\u{202e}b\"\nc".to_owned());
        entry.extensions.push(&image);
        let mut out = String::new();
        rows.begin(&mut out);
        rows.row(&entry, &Origin::default(), &mut out, &mut ()).unwrap();
        rows.end(&mut out);
        out
    }

    #[test]
    fn nothing_steers_a_terminal() {
        for form in [Form::Table, Form::Text, Form::Csv, Form::Jsonl] {
            let text = shown(form, true);
            let steers = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
            let rest = if form == Form::Text { text.replace('\t', "") } else { text.clone() };
            assert!(!rest.contains(steers), "{form:?}: {text:?}");
            let lines = if matches!(form, Form::Table | Form::Csv) { 2 } else { 1 };
            assert_eq!(text.lines().count(), lines, "{form:?}: {text:?}");
        }
    }

    #[test]
    fn elsewhere_values_are_what_they_are() {
        assert_eq!(shown(Form::Text, false), "https://e.com/\ta\u{1b}[31m\\t\u{202e}b\"\\nc\n");
        let csv = "loc,image.caption\nhttps://e.com/,\"a\u{1b}[31m\t\u{202e}b\"\"\nc\"\n";
        assert_eq!(shown(Form::Csv, false), csv);
        let json = shown(Form::Jsonl, false);
        let object: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(object["image"][0]["caption"], "a\u{1b}[31m\t\u{202e}b\"\nc");
    }
}
