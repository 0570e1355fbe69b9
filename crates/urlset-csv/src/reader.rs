//! Reads a table as entries.

use crate::cells::Cells;
use crate::found::kind_of;
use crate::items;
use crate::long::Gathered;
use crate::mapping::Mapped;
use crate::open::{Opened, open};
use crate::options::CsvReadOptions;
use crate::plan::Plan;
use crate::preset::RowsAre;
use crate::rows::Rows;
use crate::{json, rules, xml};
use urlset_core::{
    COLUMN, Entry, EntryReader, Error, Fields, Header, Input, Kind, Lost, Place, Position,
    ReadOptions, Result, Sink, is_web_address, joined_address, rules as core,
};

/// Reads a table as entries.
///
/// ```
/// use urlset_core::{EntryReader, Input, ReadOptions};
/// use urlset_csv::{CsvReadOptions, CsvReader};
///
/// let input = Input::new("loc,priority\nhttps://example.com/a,0.8\n".as_bytes());
/// let (csv, options) = (CsvReadOptions::default(), ReadOptions::default());
/// let mut entries = CsvReader::open_with(input, &csv, &options, &mut ())?;
/// let mut entry = urlset_core::Entry::default();
/// assert!(entries.read_entry(&mut entry, &mut ())?);
/// assert_eq!(entry.priority.map(|priority| priority.value()), Some(0.8));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug)]
pub struct CsvReader<'a> {
    pub(crate) rows: Rows<'a>,
    pub(crate) plan: Plan,
    fields: Fields,
    pub(crate) options: ReadOptions,
    header: Header,
    guard: bool,
    /// What stands before each loc.
    prefix: &'static str,
    pub(crate) x_default: Option<Box<str>>,
    shape: RowsAre,
    /// The row read last belongs to the next entry.
    held: bool,
    /// What ended the rows while one entry was being put together.
    failure: Option<Error>,
    /// The loc cell of the entry that is being put together.
    first_loc: String,
    /// How many languages of the row have been given.
    pub(crate) given: usize,
    /// Rows that only end in empty cells are told once.
    pub(crate) padded: bool,
    /// Of the entry, where rows after it have been looked at.
    position: Option<Position>,
}

impl<'a> CsvReader<'a> {
    /// Opens a table and decides what its columns mean; reads up to the first entry.
    ///
    /// # Errors
    /// `csv/no-url-column`, `csv/ambiguous-column`, `csv/no-such-column`, `csv/unknown-field`; or
    /// when the machine fails or the sink stops the work.
    pub fn open_with(
        input: Input<'a>,
        csv: &CsvReadOptions,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<CsvReader<'a>> {
        let Opened { rows, plan, kind, held } = open(input, csv, options, sink)?;
        let mut header = Header { kind, ..Header::default() };
        // Written once at the start of XML, since the columns tell. The rows of the long layout do
        // not: there, each element says its namespace itself.
        for extension in plan.extensions(options.extensions) {
            header.declare(extension.prefix, extension.namespace);
        }
        let shape = csv.preset.map_or(RowsAre::Entries, |preset| preset.rows);
        Ok(CsvReader {
            rows,
            plan,
            fields: Fields::new(options).without_markup(),
            options: options.clone(),
            header,
            guard: csv.guard,
            prefix: csv.preset.map_or("", |preset| preset.prefix),
            x_default: csv.x_default.clone(),
            shape,
            held,
            failure: None,
            first_loc: String::new(),
            given: 0,
            padded: false,
            position: None,
        })
    }

    /// The columns that have a field, in the order of the table.
    pub fn mapping(&self) -> &[Mapped] {
        &self.plan.mapped
    }

    /// The names of all columns, in the order of the table; numbers where it has no header.
    pub fn columns(&self) -> &[String] {
        &self.plan.names
    }

    pub(crate) fn cells(&self) -> Cells<'_, 'a> {
        Cells {
            rows: &self.rows,
            guard: self.guard,
            most: self.options.limits.token_bytes as usize,
        }
    }

    /// Goes to the next row that has something; `false` at the end.
    fn advance(&mut self, sink: &mut dyn Sink) -> Result<bool> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        if std::mem::take(&mut self.held) {
            return Ok(true);
        }
        loop {
            if !self.rows.advance(sink)? {
                return Ok(false);
            }
            let loc = self.plan.loc.map_or("", |loc| self.rows.cell(loc));
            if self.is_header_again(loc) {
                let row = self.rows.raw().trim_end_matches(['\n', '\r']);
                let finding = rules::REPEATED_HEADER.found().detail(row).mended(row, "");
                self.rows.place(0).report(finding, sink)?;
            } else if !loc.is_empty() || !self.rows.is_blank() {
                if !self.plan.empty.is_empty() {
                    self.tell_late(sink)?;
                }
                return Ok(true);
            } else {
                self.rows.place(0).report(rules::EMPTY_ROW.found(), sink)?;
            }
        }
    }

    /// Tells of the first value in columns that seemed to be empty.
    fn tell_late(&mut self, sink: &mut dyn Sink) -> Result<()> {
        let has_value = |column: &usize| !self.rows.cell(*column).trim().is_empty();
        let (late, empty) = std::mem::take(&mut self.plan.empty).into_iter().partition(has_value);
        self.plan.empty = empty;
        let late: Vec<usize> = late;
        for column in late {
            let name = self.plan.names.get(column).map_or("", String::as_str);
            self.rows.place(column).report(rules::UNUSED_COLUMN.found().list(&[name]), sink)?;
        }
        Ok(())
    }

    /// Whether the row is the header once more, as where tables were joined, the byte order mark of one of them
    /// before it.
    fn is_header_again(&self, loc: &str) -> bool {
        fn plain(cell: &str) -> &str {
            cell.trim_start_matches('\u{feff}').trim()
        }
        let names = &self.plan.names;
        let name = self.plan.loc.filter(|_| self.plan.headed).and_then(|at| names.get(at));
        // Nearly every address is longer than a name.
        let is_short = |name: &&String| loc.len() <= name.len() + 8;
        name.filter(is_short).is_some_and(|name| plain(loc) == plain(name))
            && self.rows.width() == names.len()
            && names.iter().enumerate().all(|(at, name)| plain(self.rows.cell(at)) == plain(name))
    }

    /// Sets the loc from a cell; `false` where it gives none that may leave.
    pub(crate) fn loc(
        &self,
        column: usize,
        entry: &mut Entry,
        sink: &mut dyn Sink,
    ) -> Result<bool> {
        let place = self.rows.place(column);
        if !self.options.keep_invalid {
            self.rows.tell_lines(column, sink)?;
        }
        if self.rows.cell(column).len() > self.cells().most {
            // Told as what it is, and not as an empty one.
            self.cells().told_long(column, Lost::Entry, sink)?;
            return Ok(false);
        }
        if self.rows.is_damaged(column) {
            let invalid = self.options.keep_invalid;
            let lost = if invalid { Lost::Nothing } else { Lost::Entry };
            self.cells().told_damaged(column, lost, sink)?;
            return if invalid {
                self.fields.loc(entry, self.rows.cell(column), &place, sink)
            } else {
                Ok(false)
            };
        }
        if self.rows.is_joined(column) {
            self.cells().told_joined(column, Lost::Entry, sink)?;
            return Ok(false);
        }
        if self.rows.is_endless(column) {
            self.cells().told_endless(column, Lost::Entry, sink)?;
            return Ok(false);
        }
        let text = self.cells().text(column, sink)?;
        if let Some(at) = joined_address(text).filter(|_| is_web_address(text.trim_start())) {
            let finding = rules::SEVERAL_URLS.found().detail(text.get(at..).unwrap_or_default());
            place.report(finding, sink)?;
        }
        if self.prefix.is_empty() || text.trim().is_empty() || crate::dialect::is_url(text) {
            return self.fields.loc(entry, text, &place, sink);
        }
        self.fields.loc(entry, &format!("{}{}", self.prefix, text.trim()), &place, sink)
    }

    /// The four fields of the row; `false` where it has no loc that may leave.
    fn core(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let fits = self.measure(sink)?;
        let Some(loc) = self.plan.loc.filter(|_| fits) else {
            return Ok(false);
        };
        if !self.is_of_kind(sink)? || !self.loc(loc, entry, sink)? {
            return Ok(false);
        }
        self.dates(entry, sink)?;
        Ok(true)
    }

    /// The three fields beside the loc.
    pub(crate) fn dates(&self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        let (cells, fields, kind) = (self.cells(), &self.fields, self.header.kind);
        if let Some((column, text)) = self.filled(self.plan.lastmod, sink)? {
            entry.lastmod = fields.lastmod(text, &cells.place(column), sink)?;
        }
        if let Some((column, text)) = self.filled(self.plan.changefreq, sink)?
            && fields.fits(kind, ["changefreq", text], &cells.place(column), sink)?
        {
            entry.changefreq = fields.changefreq(text, &cells.place(column), sink)?;
        }
        if let Some((column, text)) = self.filled(self.plan.priority, sink)?
            && fields.fits(kind, ["priority", text], &cells.place(column), sink)?
        {
            entry.priority = fields.priority(text, &cells.place(column), sink)?;
        }
        Ok(())
    }

    /// The text of a column that the table has, where the row has some.
    fn filled(&self, column: Option<usize>, sink: &mut dyn Sink) -> Result<Option<(usize, &str)>> {
        let Some(column) = column.filter(|column| !self.rows.cell(*column).is_empty()) else {
            return Ok(None);
        };
        let text = self.cells().text(column, sink)?;
        // As nearly all begin.
        let is_filled = text.bytes().next().is_some_and(|byte| byte.is_ascii_graphic());
        Ok((is_filled || !text.trim().is_empty()).then_some((column, text)))
    }

    /// Whether the row is of the kind that the table lists; any other is left out, as in every format.
    fn is_of_kind(&self, sink: &mut dyn Sink) -> Result<bool> {
        let Some(column) = self.plan.kind else {
            return Ok(true);
        };
        let (cell, place) = (self.cells().text(column, sink)?.trim(), self.rows.place(column));
        let known = kind_of(cell);
        if known.is_none() && !cell.is_empty() {
            place.tell(&rules::UNKNOWN_KIND, cell, Lost::Field, sink)?;
        }
        let kind = known.unwrap_or(Kind::Urlset);
        if kind == self.header.kind {
            return Ok(true);
        }
        let detail = match kind {
            Kind::Sitemapindex => "sitemap among pages",
            _ => "page among sitemaps",
        };
        place.tell(&core::MIXED_KINDS, detail, Lost::Entry, sink)?;
        Ok(false)
    }

    /// What the row has beyond the four fields, in the wide and the JSON layout.
    fn extensions(&self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        for part in &self.plan.parts {
            let limits = &self.options.limits;
            items::read(part, self.cells(), limits, &mut entry.extensions, sink)?;
        }
        let width = self.rows.width();
        for column in self.plan.other.iter().take_while(|column| **column < width) {
            self.other(*column, entry, sink)?;
        }
        Ok(())
    }

    /// The columns that were asked for, as they are; an empty cell is no value.
    pub(crate) fn keep(&self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        for (column, name) in &self.plan.kept {
            let text = self.cells().text(*column, sink)?.trim();
            if !text.is_empty() {
                entry.extensions.leaf(COLUMN, name, text);
            }
        }
        Ok(())
    }

    /// Elements as XML: one, or a JSON list of them.
    fn other(&self, column: usize, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        let text = self.cells().text(column, sink)?.trim();
        let place = self.rows.place(column);
        let fault =
            |detail: &str| place.mark(rules::BAD_CELL.found().detail(detail).lost(Lost::Field));
        let list = match text {
            "" => return Ok(()),
            text if text.starts_with('[') => match json::strings(text) {
                Ok(list) => list,
                Err(error) => return sink.report(fault(&error)),
            },
            text => vec![text.to_owned()],
        };
        for text in list {
            xml::read(&text, &self.options, &place, &mut entry.extensions, sink)?;
        }
        Ok(())
    }

    /// Whether the row goes on with the entry before it.
    pub(crate) fn goes_on(&self) -> bool {
        let same = self.plan.loc.is_some_and(|loc| self.rows.cell(loc) == self.first_loc);
        same && self.plan.long.is_none_or(|long| !self.rows.cell(long.extension).is_empty())
    }

    /// Reads the rows that go on with an entry. `entry` is `None` where it was left out.
    fn rest(&mut self, mut entry: Option<&mut Entry>, sink: &mut dyn Sink) -> Result<()> {
        let mut gathered = Gathered::default();
        let mut bytes = self.rows.raw().len();
        let most = self.options.limits.entry_bytes as usize;
        if let Some(entry) = entry.as_deref_mut() {
            self.position = Some(self.rows.position());
            self.part(&mut gathered, entry, sink)?;
        }
        loop {
            match self.advance(sink) {
                Ok(true) if self.goes_on() => {}
                Ok(more) => {
                    self.held = more;
                    break;
                }
                // The entry is whole: it is delivered first.
                Err(error) => {
                    self.failure = Some(error);
                    break;
                }
            }
            let before = bytes;
            bytes = bytes.saturating_add(self.rows.raw().len());
            if before <= most && bytes > most {
                let detail = format!("more than {most} bytes of rows");
                self.rows.place(0).tell(&core::LIMIT_ENTRY, &detail, Lost::Field, sink)?;
            }
            if let Some(entry) = entry.as_deref_mut().filter(|_| bytes <= most)
                && self.measure(sink)?
            {
                self.part(&mut gathered, entry, sink)?;
            }
        }
        match entry {
            Some(entry) => self.gathered(gathered, entry, sink),
            None => Ok(()),
        }
    }

    fn part(&self, gathered: &mut Gathered, entry: &mut Entry, sink: &mut dyn Sink) -> Result<()> {
        self.keep(entry, sink)?;
        match self.plan.long {
            Some(long) => self.long_row(long, gathered, entry, sink),
            None => self.extensions(entry, sink),
        }
    }

    fn entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let parts = self.plan.long.is_some() || self.shape == RowsAre::Parts;
        let kept = self.core(entry, sink)?;
        if !parts {
            if kept && !(self.plan.parts.is_empty() && self.plan.other.is_empty()) {
                self.extensions(entry, sink)?;
            }
            if kept {
                self.keep(entry, sink)?;
            }
            return Ok(kept);
        }
        self.first_loc.clear();
        let loc = self.plan.loc.map_or("", |loc| self.rows.cell(loc));
        self.first_loc.push_str(loc);
        self.rest(kept.then_some(entry), sink)?;
        Ok(kept)
    }
}

impl EntryReader for CsvReader<'_> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.position.unwrap_or_else(|| self.rows.position())
    }

    fn input(&self) -> u32 {
        self.rows.input().number()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        loop {
            entry.clear();
            if self.given > 0 {
                if self.language(entry, sink)? {
                    return Ok(true);
                }
                continue;
            }
            if !self.advance(sink)? {
                entry.clear();
                return Ok(false);
            }
            if !self.plan.languages.is_empty() {
                self.given = usize::from(self.measure(sink)?);
                continue;
            }
            if self.entry(entry, sink)? {
                return Ok(true);
            }
        }
    }
}
