//! Entries written in a format and read back, with everything that was reported on the way.

use urlset::{
    Diagnostic, Entry, EntryReader, Error, Format, Header, Input, Kind, Loss, Namespace,
    OpenOptions, ReadOptions, Result, Sink, WriteOptions, prepare,
};

/// Findings, and losses one by one.
#[derive(Debug, Default)]
pub struct Log {
    /// In order.
    pub findings: Vec<Diagnostic>,
    /// Field and loc of each loss, in order.
    pub losses: Vec<(String, String)>,
}

impl Log {
    /// How many losses of fields that `wanted` accepts.
    pub fn count(&self, wanted: impl Fn(&str) -> bool) -> usize {
        self.losses.iter().filter(|(field, _)| wanted(field)).count()
    }

    /// The ids of all findings.
    pub fn ids(&self) -> Vec<&'static str> {
        self.findings.iter().map(|finding| finding.rule.id).collect()
    }
}

impl Sink for Log {
    fn report(&mut self, diagnostic: Diagnostic) -> Result<()> {
        self.findings.push(diagnostic);
        Ok(())
    }

    fn lose(&mut self, loss: Loss<'_>) -> Result<()> {
        // The value is worked out only on demand: here is the demand.
        let _ = loss.value.to_string();
        self.losses.push((loss.field.to_owned(), loss.entry.loc.to_string()));
        Ok(())
    }
}

/// A header of pages that binds the known extensions.
pub fn header(kind: Kind) -> Header {
    let namespaces = urlset::EXTENSIONS
        .iter()
        .map(|known| Namespace { prefix: known.prefix.into(), uri: known.namespace.into() });
    Header {
        kind,
        namespaces: namespaces.collect(),
        title: Some("Example".into()),
        link: Some("https://example.com/".into()),
        ..Header::default()
    }
}

/// How the tests write unless they say otherwise.
pub fn write_options() -> WriteOptions {
    WriteOptions { extensions: urlset::EXTENSIONS, ..WriteOptions::default() }
}

/// How the tests read unless they say otherwise.
pub fn read_options() -> ReadOptions {
    ReadOptions { extensions: urlset::EXTENSIONS, ..ReadOptions::default() }
}

/// The entries as a document of the format.
pub fn write(format: &Format, header: &Header, entries: &[Entry], sink: &mut dyn Sink) -> String {
    write_with(format, header, &write_options(), entries, sink)
}

/// The same with options.
pub fn write_with(
    format: &Format,
    header: &Header,
    options: &WriteOptions,
    entries: &[Entry],
    sink: &mut dyn Sink,
) -> String {
    let create = format.create.unwrap_or_else(|| panic!("{} is not written", format.name));
    let mut writer = create(header, options);
    if writer.needs_survey() {
        for entry in entries {
            writer.survey(entry);
        }
    }
    let mut out = String::new();
    writer.begin(&mut out);
    for entry in entries {
        writer.write_entry(entry, &mut out, sink).unwrap();
    }
    writer.end(&mut out);
    out
}

/// What a document of the format holds.
///
/// # Errors
/// What ended the reading, with what came before.
pub fn read_back(
    format: &'static Format,
    text: impl AsRef<[u8]>,
    sink: &mut dyn Sink,
) -> Result<(Header, Vec<Entry>), Error> {
    let open = format.open.unwrap_or_else(|| panic!("{} is not read", format.name));
    let bytes = text.as_ref();
    let mut reader = match format.name {
        // It is read at its places.
        "parquet" => {
            let read = read_options();
            let known = OpenOptions { format: Some(format), read, ..OpenOptions::default() };
            prepare(bytes, &known, sink)?.open(&read_options(), sink)?
        }
        _ => open(Input::new(bytes), &read_options(), sink)?,
    };
    let header = reader.header().clone();
    let mut entries = Vec::new();
    let mut entry = Entry::default();
    while reader.read_entry(&mut entry, sink)? {
        entries.push(entry.clone());
    }
    Ok((header, entries))
}

/// A reader over entries at hand.
#[derive(Debug)]
pub struct Memory {
    header: Header,
    entries: std::vec::IntoIter<Entry>,
    line: u32,
}

impl Memory {
    /// One that gives these.
    pub fn new(header: Header, entries: Vec<Entry>) -> Memory {
        Memory { header, entries: entries.into_iter(), line: 0 }
    }
}

impl EntryReader for Memory {
    fn header(&self) -> &Header {
        &self.header
    }

    fn position(&self) -> urlset::Position {
        urlset::Position { line: self.line, column: 1, ..urlset::Position::default() }
    }

    fn read_entry(&mut self, entry: &mut Entry, _: &mut dyn Sink) -> Result<bool> {
        entry.clear();
        let Some(next) = self.entries.next() else {
            return Ok(false);
        };
        *entry = next;
        self.line += 1;
        Ok(true)
    }
}
