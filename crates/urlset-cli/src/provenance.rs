//! `--provenance`: adds where an entry was read to what a writer of lines gives.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use urlset::{Ask, Entry, EntryReader, EntryWriter, Header, Position, Result, Sink};

/// Where the entry read last began.
#[derive(Clone, Debug, Default)]
pub(crate) struct Whereabouts(Arc<Mutex<Position>>);

impl Whereabouts {
    fn set(&self, position: Position) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = position;
    }

    /// The same for a writer that asks: name of the input, line.
    pub(crate) fn asked(self, names: Vec<String>) -> Ask {
        Box::new(move |source| {
            let at = self.position();
            source.push_str(names.get(at.input as usize).map_or("", String::as_str));
            at.line
        })
    }

    fn position(&self) -> Position {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A reader that keeps its whereabouts told.
pub(crate) struct Traced<'r> {
    reader: Box<dyn EntryReader + 'r>,
    at: Whereabouts,
}

impl<'r> Traced<'r> {
    /// The reader as it is where nobody asks.
    pub(crate) fn over(
        reader: Box<dyn EntryReader + 'r>,
        at: Option<Whereabouts>,
    ) -> Box<dyn EntryReader + 'r> {
        match at {
            Some(at) => Box::new(Traced { reader, at }),
            None => reader,
        }
    }
}

impl EntryReader for Traced<'_> {
    fn header(&self) -> &Header {
        self.reader.header()
    }

    fn position(&self) -> Position {
        self.reader.position()
    }

    fn input(&self) -> u32 {
        self.reader.input()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        let more = self.reader.read_entry(entry, sink)?;
        self.at.set(self.reader.position());
        Ok(more)
    }
}

/// How the lines of the wrapped writer look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lines {
    /// Objects; the members go before the last brace.
    Json,
    /// Rows; the cells go before the line's end.
    Table {
        /// Between cells.
        delimiter: char,
    },
}

/// A writer that ends each line with source and line.
pub(crate) struct Provenance {
    pub(crate) writer: Box<dyn EntryWriter>,
    pub(crate) lines: Lines,
    pub(crate) at: Whereabouts,
    /// Names of inputs by number.
    pub(crate) names: Vec<String>,
}

impl Provenance {
    fn append(&self, out: &mut String, json: &str, cells: &str) {
        let (end, added) = match self.lines {
            Lines::Json => ("}\n", json),
            Lines::Table { .. } if out.ends_with("\r\n") => ("\r\n", cells),
            Lines::Table { .. } => ("\n", cells),
        };
        if out.ends_with(end) {
            out.truncate(out.len() - end.len());
            out.push_str(added);
            out.push_str(end);
        }
    }
}

impl EntryWriter for Provenance {
    fn needs_survey(&self) -> bool {
        self.writer.needs_survey()
    }

    fn survey(&mut self, entry: &Entry) {
        self.writer.survey(entry);
    }

    fn begin(&mut self, out: &mut String) {
        self.writer.begin(out);
        if let Lines::Table { delimiter } = self.lines {
            let cells = format!("{delimiter}source{delimiter}line");
            self.append(out, "", &cells);
        }
    }

    fn write_entry(&mut self, entry: &Entry, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        let before = out.len();
        self.writer.write_entry(entry, out, sink)?;
        if out.len() == before {
            return Ok(());
        }
        let at = self.at.position();
        let name = self.names.get(at.input as usize).map_or("", String::as_str);
        match self.lines {
            Lines::Json => {
                let source = serde_json::to_string(name).unwrap_or_default();
                let mut members = format!(r#","source":{source}"#);
                if at.is_known() {
                    let _ = write!(members, r#","line":{}"#, at.line);
                }
                self.append(out, &members, "");
            }
            Lines::Table { delimiter } => {
                let line = if at.is_known() { at.line.to_string() } else { String::new() };
                let mut cells = String::from(delimiter);
                let byte = u8::try_from(delimiter).unwrap_or(b',');
                urlset::csv::write_cell(name, byte, false, &mut cells);
                let _ = write!(cells, "{delimiter}{line}");
                self.append(out, "", &cells);
            }
        }
        Ok(())
    }

    fn end(&mut self, out: &mut String) {
        self.writer.end(out);
    }
}
