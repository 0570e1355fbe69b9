//! Writes entries as a table.

use crate::cell::write_cell;
use crate::columns::{self, Columns};
use crate::json;
use crate::options::{CsvWriteOptions, Layout};
use crate::placed::{Placed, flatten, placed};
use urlset_core::{
    Entry, EntryWriter, Extension, Extensions, Header, Kind, Loss, Position, Result, Sink,
    WriteOptions,
};

/// Writes entries as a table (RFC 4180).
///
/// ```
/// use urlset_core::{Entry, EntryWriter, Header, Loc, WriteOptions};
/// use urlset_csv::{CsvWriteOptions, CsvWriter};
///
/// let csv = CsvWriteOptions::default();
/// let mut writer = CsvWriter::with(&csv, &Header::default(), &WriteOptions::default());
/// let entry = Entry::new(Loc::new("https://example.com/a,b"));
/// // A table must know its columns before its first line.
/// writer.survey(&entry);
/// let mut out = String::new();
/// writer.begin(&mut out);
/// writer.write_entry(&entry, &mut out, &mut ())?;
/// assert!(out.contains("\"https://example.com/a,b\""));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CsvWriter {
    options: CsvWriteOptions,
    /// Whether the delimiter is a byte of dates, words and weights.
    cuts_values: bool,
    extensions: &'static [&'static Extension],
    /// Whether entries are sitemaps, which a column then says.
    index: bool,
    /// Of the wide layout.
    columns: Columns,
    /// The delimiters of a row that has nothing beyond the four fields.
    blank: String,
    /// The row's values in the wide layout: column, and where its text ends in `text`.
    values: Vec<(usize, usize)>,
    text: String,
}

const CORE: &str = "loc lastmod changefreq priority";
const LONG: &str = "extension item field value";

impl CsvWriter {
    /// A writer for a document with this header. A delimiter that is not ASCII, or one that
    /// quoting needs, is a comma.
    pub fn with(csv: &CsvWriteOptions, header: &Header, options: &WriteOptions) -> CsvWriter {
        let fits = csv.delimiter.is_ascii() && !matches!(csv.delimiter, b'"' | b'\n' | b'\r');
        let delimiter = if fits { csv.delimiter } else { b',' };
        CsvWriter {
            options: CsvWriteOptions { delimiter, ..*csv },
            cuts_values: delimiter.is_ascii_alphanumeric() || b"-+:.".contains(&delimiter),
            extensions: options.extensions,
            index: header.kind == Kind::Sitemapindex,
            columns: Columns::default(),
            blank: String::new(),
            values: Vec::new(),
            text: String::new(),
        }
    }

    fn cell(&self, text: &str, out: &mut String) {
        write_cell(text, self.options.delimiter, self.options.guard, out);
    }

    /// A date, a word or a weight: nothing in it wants quotes, unless it is cut by the delimiter. `may_start`
    /// says whether it may begin as a formula does.
    fn bare_cell(&self, text: &str, may_start: bool, out: &mut String) {
        match self.cuts_values || (may_start && self.options.guard) {
            true => self.cell(text, out),
            false => out.push_str(text),
        }
    }

    fn delimit(&self, out: &mut String) {
        out.push(char::from(self.options.delimiter));
    }

    fn end_row(&self, out: &mut String) {
        out.push_str(if self.options.excel { "\r\n" } else { "\n" });
    }

    fn core(&self, entry: &Entry, out: &mut String) {
        self.cell(entry.loc.as_str(), out);
        self.delimit(out);
        if let Some(lastmod) = entry.lastmod {
            self.bare_cell(lastmod.spell().as_str(), false, out);
        }
        self.delimit(out);
        if let Some(changefreq) = entry.changefreq {
            self.bare_cell(changefreq.as_str(), false, out);
        }
        self.delimit(out);
        if let Some(priority) = &entry.priority {
            self.bare_cell(priority.as_str(), true, out);
        }
        if self.index {
            self.delimit(out);
            out.push_str("sitemap");
        }
    }

    fn name(&self, extension: usize) -> &'static str {
        self.extensions.get(extension).map_or("", |extension| extension.name)
    }

    fn write_wide(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        let (mut values, mut text) =
            (std::mem::take(&mut self.values), std::mem::take(&mut self.text));
        values.clear();
        text.clear();
        let mut left = Extensions::default();
        for placed in placed(entry, &mut left, self.extensions, Layout::Wide, sink)? {
            let mut homeless = String::new();
            columns::each(&placed, self.extensions, &mut |name, value| match self
                .columns
                .place(name)
            {
                Some(column) => {
                    text.push_str(value);
                    values.push((column, text.len()));
                }
                None if homeless.is_empty() => homeless = format!("{name}={value}"),
                None => homeless += &format!(" {name}={value}"),
            });
            if !homeless.is_empty() {
                let field = match placed {
                    Placed::Item { extension, .. } | Placed::Keyed { extension, .. } => {
                        self.name(extension)
                    }
                    Placed::Other { .. } => "other",
                };
                let position = Position::default();
                sink.lose(Loss { field, value: &homeless, entry, at: &position })?;
            }
        }
        self.row(&mut values, &text, out);
        (self.values, self.text) = (values, text);
        Ok(())
    }

    /// Appends the values in the order of their columns.
    fn row(&self, values: &mut [(usize, usize)], text: &str, out: &mut String) {
        let mut from = 0;
        let mut cells: Vec<(usize, &str)> = Vec::with_capacity(values.len());
        for (column, upto) in values.iter() {
            cells.push((*column, text.get(from..*upto).unwrap_or_default()));
            from = *upto;
        }
        cells.sort_by_key(|(column, _)| *column);
        let mut next = 0;
        for (column, value) in cells {
            (next..=column).for_each(|_| self.delimit(out));
            next = column + 1;
            self.cell(value, out);
        }
        (next..self.columns.names.len()).for_each(|_| self.delimit(out));
    }

    fn write_json(&self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        let mut left = Extensions::default();
        let elements = placed(entry, &mut left, self.extensions, Layout::Json, sink)?;
        for index in 0..self.extensions.len() {
            let members = elements.iter().filter_map(|placed| match placed {
                Placed::Item { extension, member, .. } if *extension == index => Some(member),
                _ => None,
            });
            self.list(members, |member, list| json::write(member, list), out);
        }
        let others = elements.iter().filter_map(|placed| match placed {
            Placed::Other { xml, .. } => Some(xml),
            _ => None,
        });
        self.list(others, |xml, list| json::write_string(xml, list), out);
        Ok(())
    }

    /// Appends a cell with a JSON list; an empty one where there is nothing.
    fn list<T>(
        &self,
        items: impl Iterator<Item = T>,
        write: impl Fn(T, &mut String),
        out: &mut String,
    ) {
        self.delimit(out);
        let mut list = String::new();
        for item in items {
            list.push(if list.is_empty() { '[' } else { ',' });
            write(item, &mut list);
        }
        if !list.is_empty() {
            list.push(']');
            self.cell(&list, out);
        }
    }

    fn write_long(&self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        let mut left = Extensions::default();
        for placed in placed(entry, &mut left, self.extensions, Layout::Long, sink)? {
            match placed {
                Placed::Other { number, xml } => {
                    self.long_row(entry, ["other", &number.to_string(), "", &xml], out);
                }
                Placed::Item { extension, number, member } => {
                    let (name, number) = (self.name(extension), number.to_string());
                    let before = out.len();
                    flatten(&member, &mut String::new(), &mut |field, value| {
                        self.long_row(entry, [name, &number, field, value], out);
                    });
                    if out.len() == before {
                        self.long_row(entry, [name, &number, "", ""], out);
                    }
                }
                // Only the wide layout keys items.
                Placed::Keyed { .. } => {}
            }
        }
        Ok(())
    }

    fn long_row(&self, entry: &Entry, cells: [&str; 4], out: &mut String) {
        self.end_row(out);
        self.cell(entry.loc.as_str(), out);
        (0..if self.index { 4 } else { 3 }).for_each(|_| self.delimit(out));
        for text in cells {
            self.delimit(out);
            self.cell(text, out);
        }
    }
}

impl EntryWriter for CsvWriter {
    fn needs_survey(&self) -> bool {
        self.options.layout == Layout::Wide
    }

    fn survey(&mut self, entry: &Entry) {
        if self.needs_survey() && !entry.extensions.is_empty() {
            // The unit sink never stops the work; what is found is told when the entry is written.
            let mut left = Extensions::default();
            let placed = placed(entry, &mut left, self.extensions, Layout::Wide, &mut ());
            for placed in placed.unwrap_or_default() {
                self.columns.add(&placed, self.extensions);
            }
        }
    }

    fn surveyed(&self) -> Option<Box<dyn EntryWriter>> {
        Some(Box::new(self.clone()))
    }

    fn begin(&mut self, out: &mut String) {
        if self.options.excel {
            out.push('\u{feff}');
        }
        self.columns.order(self.extensions);
        let mut names: Vec<&str> = CORE.split(' ').collect();
        if self.index {
            names.push("kind");
        }
        let fields = names.len();
        match self.options.layout {
            Layout::Wide => names.extend(self.columns.names.iter().map(|name| &**name)),
            Layout::Json => {
                names.extend(self.extensions.iter().map(|extension| extension.name));
                names.push("other");
            }
            Layout::Long => names.extend(LONG.split(' ')),
        }
        for (at, name) in names.iter().enumerate() {
            if at > 0 {
                self.delimit(out);
            }
            self.cell(name, out);
        }
        self.end_row(out);
        let delimiter = char::from(self.options.delimiter);
        self.blank = std::iter::repeat_n(delimiter, names.len() - fields).collect();
    }

    fn write_entry(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        self.core(entry, out);
        if entry.extensions.is_empty() {
            out.push_str(&self.blank);
        } else {
            match self.options.layout {
                Layout::Wide => self.write_wide(entry, out, sink)?,
                Layout::Json => self.write_json(entry, out, sink)?,
                Layout::Long => {
                    out.push_str(&self.blank);
                    self.write_long(entry, out, sink)?;
                }
            }
        }
        self.end_row(out);
        Ok(())
    }

    fn end(&mut self, _: &mut String) {}
}

#[cfg(test)]
mod tests {
    use super::CsvWriter;
    use crate::options::CsvWriteOptions;
    use urlset_core::{
        Changefreq, Datetime, Entry, EntryWriter, Header, Loc, Priority, WriteOptions,
    };

    #[test]
    fn values_are_quoted_where_the_delimiter_cuts_them() {
        let mut entry = Entry::new(Loc::new("http://e/"));
        entry.lastmod = Datetime::parse("2026-03-04T05:06:07+01:00").ok();
        entry.changefreq = Some(Changefreq::Daily);
        entry.priority = Priority::parse("+0.7").ok();
        let row = |delimiter, guard| {
            let csv = CsvWriteOptions { delimiter, guard, ..CsvWriteOptions::default() };
            let mut writer = CsvWriter::with(&csv, &Header::default(), &WriteOptions::default());
            let mut out = String::new();
            writer.write_entry(&entry, &mut out, &mut ()).unwrap();
            out
        };
        assert_eq!(row(b',', false), "http://e/,2026-03-04T05:06:07+01:00,daily,+0.7\n");
        assert_eq!(row(b';', true), "http://e/;2026-03-04T05:06:07+01:00;daily;'+0.7\n");
        for delimiter in [b'-', b':', b'+', b'.', b'T', b'0', b'a'] {
            let row = row(delimiter, false);
            let quoted = row.split('"').skip(1).step_by(2).collect::<Vec<_>>().join(" ");
            let values = ["http://e/", "2026-03-04T05:06:07+01:00", "daily", "+0.7"];
            let cut = |value: &&&str| value.contains(char::from(delimiter));
            let expected: Vec<&str> = values.iter().filter(cut).copied().collect();
            assert_eq!(quoted, expected.join(" "), "{row}");
        }
    }
}
