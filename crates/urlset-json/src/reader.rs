//! Reading objects as entries.

use crate::line::Line;
use crate::rules;
use crate::text::names_member;
use crate::units::{Layout, Unit, finish, next_element, next_line, next_spread};
use urlset_core::{
    Entry, EntryReader, Fields, Header, Input, Kind, Lost, Position, ReadOptions, Result, Sink,
    rules as core_rules,
};

/// Bytes of the document in which the names of extensions are looked for, so that an XML writer
/// can declare their prefixes on its root.
const HEAD: usize = 64 * 1024;

/// A JSON Lines document as a stream of entries.
///
/// ```
/// use urlset_core::{EntryReader, Input, ReadOptions};
/// use urlset_json::JsonReader;
///
/// let input = Input::new("{\"loc\":\"https://example.com/a\"}".as_bytes());
/// let reader = JsonReader::open(input, &ReadOptions::default(), &mut ())?;
/// let locs: Vec<_> = reader.entries(&mut ()).map(|entry| entry.map(|entry| entry.loc)).collect();
/// assert_eq!(locs[0].as_ref().map(|loc| loc.as_str()).ok(), Some("https://example.com/a"));
/// # Ok::<(), urlset_core::Error>(())
/// ```
#[derive(Debug)]
pub struct JsonReader<'a> {
    pub(crate) input: Input<'a>,
    pub(crate) fields: Fields,
    pub(crate) options: ReadOptions,
    header: Header,
    layout: Layout,
    /// The kind of the first entry; none before it.
    pub(crate) kind: Option<Kind>,
    /// The entry that opening had to read.
    first: Option<Entry>,
    elements: u64,
    /// Where the entry read last begins.
    start: u64,
    blank: u64,
    first_blank: Position,
}

impl<'a> JsonReader<'a> {
    /// Opens JSON Lines or an array, and reads the first entry, which decides what the document
    /// lists.
    ///
    /// # Errors
    /// When the input fails, or an array ends before its first element does.
    pub fn open(
        mut input: Input<'a>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<JsonReader<'a>> {
        if input.peek(3)?.starts_with('\u{feff}') {
            sink.report(rules::BOM.at(input.position()).mended("\u{feff}", ""))?;
            input.consume(3);
        }
        let mut header = Header::default();
        let window = input.peek(HEAD)?;
        let most = window.len() - window.trim_start().len() + HEAD;
        let head = input.peek(most)?;
        let upto = (0..=most.min(head.len())).rev().find(|at| head.is_char_boundary(*at));
        let head = head.get(..upto.unwrap_or(0)).unwrap_or_default();
        for extension in options.extensions {
            if names_member(head, extension.name) {
                header.declare(extension.prefix, extension.namespace);
            }
        }
        let trimmed = head.trim_start();
        let space = head.len() - trimmed.len();
        let array = trimmed.starts_with('[');
        // A first line of one bracket is how every pretty-printer begins, and no whole object.
        let spread = trimmed.lines().next().is_some_and(|line| line.trim_end() == "{");
        if array {
            input.consume(space + 1);
        }
        input.report(sink)?;
        let mut reader = JsonReader {
            start: input.offset(),
            input,
            fields: Fields::new(options).remark_joined().without_markup(),
            options: options.clone(),
            header,
            layout: match (array, spread) {
                (true, _) => Layout::Array,
                (_, true) => Layout::Spread,
                _ => Layout::Lines,
            },
            kind: None,
            first: None,
            elements: 0,
            blank: 0,
            first_blank: Position::default(),
        };
        let mut first = Entry::default();
        if reader.advance(&mut first, sink)? {
            reader.first = Some(first);
        }
        Ok(reader)
    }

    fn next_unit(&mut self, sink: &mut dyn Sink) -> Result<Option<Unit>> {
        let entry_bytes = self.options.limits.entry_bytes as usize;
        match self.layout {
            Layout::Lines => next_line(&mut self.input, entry_bytes, sink),
            Layout::Spread => {
                self.layout = Layout::Ended;
                let unit = next_spread(&mut self.input, entry_bytes, sink)?;
                if unit.is_some() {
                    self.layout = Layout::Spread;
                }
                Ok(unit)
            }
            Layout::Ended => Ok(None),
            Layout::Array => {
                let first = self.elements == 0;
                // Whatever comes of it: nothing is read after the end or a failure.
                self.layout = Layout::Ended;
                let unit = next_element(&mut self.input, entry_bytes, first, sink)?;
                if unit.is_some() {
                    self.layout = Layout::Array;
                    self.elements += 1;
                } else {
                    finish(&mut self.input, sink)?;
                }
                Ok(unit)
            }
        }
    }

    fn advance(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        entry.clear();
        while let Some(unit) = self.next_unit(sink)? {
            let start = self.input.offset();
            let text = self.input.window().get(..unit.length).unwrap_or_default();
            let last = self.layout == Layout::Lines && unit.whole == unit.length;
            let mut kept = if text.trim().is_empty() {
                if self.blank == 0 {
                    self.first_blank = self.input.position();
                }
                self.blank += 1;
                None
            } else {
                Line { reader: self, text, last }.read(entry, sink)?
            };
            let beyond = self.options.limits.beyond(&entry.extensions);
            if let Some(detail) = beyond.filter(|_| kept.is_some()) {
                let finding = core_rules::LIMIT_ENTRY.at(self.input.position()).detail(detail);
                sink.report(finding.loc(entry.loc.as_str()).lost(Lost::Entry))?;
                kept = None;
            }
            self.input.consume(unit.whole);
            if let Some(kind) = kept {
                if self.kind.is_none() {
                    self.kind = Some(kind);
                    self.header.kind = kind;
                }
                self.start = start;
                return Ok(true);
            }
            entry.clear();
        }
        if self.blank > 0 {
            let finding = rules::BLANK_LINES.at(self.first_blank);
            sink.report(finding.detail(format!("lines: {}", self.blank)))?;
            self.blank = 0;
        }
        Ok(false)
    }
}

impl EntryReader for JsonReader<'_> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> Position {
        self.input.position_at(self.start)
    }

    fn input(&self) -> u32 {
        self.input.number()
    }

    fn read_entry(&mut self, entry: &mut Entry, sink: &mut dyn Sink) -> Result<bool> {
        if let Some(first) = self.first.take() {
            *entry = first;
            return Ok(true);
        }
        self.advance(entry, sink)
    }
}
