//! The writers of an update: each file is written anew in its own format, or not at all where that
//! would lose what it says.

use crate::exit::{Cause, Failure};
use crate::opening::Opening;
use crate::plan::{Document, Refused};
use crate::stylesheet::Style;
use crate::table;
use crate::update_args::UpdateArgs;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use urlset::csv::CsvWriter;
use urlset::ops::{Adjustment, Copying};
use urlset::{
    Carried, Dates, EXTENSIONS, Entry, EntryWriter, Format, Header, Position, Result, Sink,
    WriteOptions,
};

/// Formats whose entries are all that a file of them says. Feeds are not: titles, contents and ids of
/// their items would be lost.
const IN_PLACE: [&str; 5] = ["xml", "text", "csv", "tsv", "jsonl"];

/// Whether files as this one are written.
pub(crate) fn is_written(document: &Document) -> bool {
    IN_PLACE.contains(&&*document.facts.format)
}

/// Refuses to change a file that would lose what it says.
pub(crate) fn check(document: &Document) -> std::result::Result<(), Failure> {
    let (name, format) = (&document.name, &document.facts.format);
    if !is_written(document) {
        let failure = Failure::usage(format!("{name}: {format} is not changed in place"));
        return Err(failure.hint(match &**format {
            "robots" => {
                "it names sitemaps: `urlset index FILES --base-url URL -t robots -o robots.txt`"
            }
            "parquet" => {
                "a new file is written whole: `urlset merge OLD NEW -o OUT.parquet --on-conflict newest`"
            }
            _ => "titles and contents of its items would be lost; write it where it is made",
        }));
    }
    if name.to_ascii_lowercase().ends_with(".zst") {
        let failure = Failure::usage(format!("{name}: zstd is only read"));
        return Err(failure.hint("write the set anew with `urlset shard`, compressed by gzip"));
    }
    Ok(())
}

/// How files of one format are written.
struct Kind {
    format: &'static Format,
    /// Takes off what the format cannot hold.
    fields: Adjustment,
    /// Of a table: what separates cells, and who knows the columns.
    table: Option<(u8, Box<dyn EntryWriter>)>,
}

/// How each file of the set is written.
pub(crate) struct Writers<'w> {
    args: &'w UpdateArgs,
    opening: &'w Opening,
    kinds: BTreeMap<&'static str, Kind>,
    /// Namespaces that changes bring into documents, by their numbers.
    brought: HashMap<u32, Header>,
    /// Those of new entries, which come to the ends of groups.
    coming: Header,
}

impl<'w> Writers<'w> {
    /// For the formats of these documents.
    pub(crate) fn new(
        documents: &[Document],
        opening: &'w Opening,
        args: &'w UpdateArgs,
    ) -> Result<Writers<'w>> {
        let mut writers = Writers {
            args,
            opening,
            kinds: BTreeMap::new(),
            brought: HashMap::new(),
            coming: Header::default(),
        };
        for document in documents.iter().filter(|one| is_written(one)) {
            let Some(format) = urlset::format(&document.facts.format) else {
                continue;
            };
            if !writers.kinds.contains_key(format.name) {
                let kind = writers.kind(format, document)?;
                writers.kinds.insert(format.name, kind);
            }
        }
        Ok(writers)
    }

    fn kind(&self, format: &'static Format, document: &Document) -> Result<Kind> {
        let fields = carried(format);
        if !matches!(format.name, "csv" | "tsv") {
            return Ok(Kind { format, fields, table: None });
        }
        let delimiter = self.delimiter(document)?;
        let manner =
            table::writing(&self.args.table, format.name == "tsv").map_err(Refused::error)?;
        let manner = urlset::csv::CsvWriteOptions { delimiter, ..manner };
        let writer = CsvWriter::with(
            &manner,
            &document.header,
            &self.options(&document.header, Path::new(""))?,
        );
        Ok(Kind { format, fields, table: Some((delimiter, Box::new(writer))) })
    }

    fn kind_of(&self, document: &Document) -> Result<&Kind> {
        check(document).map_err(Refused::error)?;
        let kind = self.kinds.get(&*document.facts.format);
        kind.ok_or_else(|| std::io::Error::other("no writer").into())
    }

    /// Shows an entry of a document, or one that may come to any, to who must know it.
    pub(crate) fn survey(&mut self, document: Option<&Document>, entry: &Entry) {
        for (name, kind) in &mut self.kinds {
            let fits = document.is_none_or(|one| &*one.facts.format == *name);
            if let Some((_, writer)) = kind.table.as_mut().filter(|_| fits) {
                writer.survey(entry);
            }
        }
    }

    /// Shows what an entry of a document becomes, or one that is new: namespaces that it needs are
    /// declared once.
    pub(crate) fn declare(&mut self, document: Option<&Document>, new: &Entry) {
        let mut elements = new.extensions.elements().peekable();
        if elements.peek().is_none() {
            return;
        }
        let header = match document {
            Some(document) => self.brought.entry(document.number).or_default(),
            None => &mut self.coming,
        };
        for element in elements.filter(|one| !one.prefix().is_empty()) {
            header.declare(element.prefix(), element.namespace());
        }
    }

    /// What the root of a document says when it is written; new entries come to the last ones.
    fn header(&self, document: &Document, last: bool) -> Header {
        let mut header = document.header.clone();
        if let Some(brought) = self.brought.get(&document.number) {
            header.unite(brought);
        }
        if last {
            header.unite(&self.coming);
        }
        header
    }

    /// Leaves out of an entry what its document cannot hold, and tells that.
    pub(crate) fn carry(
        &self,
        document: Option<&Document>,
        new: &mut Entry,
        (old, said): (&Entry, Position),
        sink: &mut dyn Sink,
    ) -> Result<()> {
        let Some(document) = document.filter(|_| *new != *old) else {
            return Ok(());
        };
        let kind = self.kind_of(document)?;
        lose(kind.format, new, said, sink)?;
        kind.fields.apply(new);
        Ok(())
    }

    /// Tells what files as this one cannot hold of a new entry.
    pub(crate) fn lose(&self, like: &Document, new: &Entry, sink: &mut dyn Sink) -> Result<()> {
        lose(self.kind_of(like)?.format, new, Position::default(), sink)
    }

    /// A writer for a file as this one, which must say all that it can.
    pub(crate) fn writer(
        &self,
        (document, last): (&Document, bool),
        folder: &Path,
    ) -> Result<Box<dyn EntryWriter>> {
        let kind = self.kind_of(document)?;
        if let Some((delimiter, known)) = &kind.table
            && let Some(writer) = known.surveyed()
        {
            self.check_columns(document, *delimiter, known.as_ref())?;
            return Ok(writer);
        }
        let create = kind.format.create.ok_or_else(|| std::io::Error::other("no writer"))?;
        let header = self.header(document, last);
        Ok(create(&header, &self.options(&header, folder)?))
    }

    fn options(&self, header: &Header, folder: &Path) -> Result<WriteOptions> {
        let style = Style::parse(&self.args.stylesheet).map_err(Refused::error)?;
        Ok(WriteOptions {
            extensions: EXTENSIONS,
            pretty: self.args.pretty,
            stylesheet: style.data(header, folder),
            ..WriteOptions::default()
        })
    }

    /// Refuses to write a table whose columns would not all be there again.
    fn check_columns(
        &self,
        document: &Document,
        delimiter: u8,
        writer: &dyn EntryWriter,
    ) -> Result<()> {
        let mut header = String::new();
        if let Some(mut writer) = writer.surveyed() {
            writer.begin(&mut header);
        }
        let header = header.trim_start_matches('\u{feff}').trim_end();
        let names: Vec<&str> =
            header.split(char::from(delimiter)).map(|name| name.trim_matches('"')).collect();
        let stays = |name: &&String| {
            // A column of ours that is empty in every row need not be there.
            let own = format!("{name} = {name} (");
            names.contains(&name.as_str())
                || document.columns.iter().any(|column| column.starts_with(&own))
        };
        if let Some(name) = document.names.iter().find(|name| !stays(name)) {
            let message = format!(
                "{}: the column `{name}` would not be there once it is written anew",
                document.name
            );
            let failure = Failure::usage(message);
            return Err(Refused::error(failure.hint(
                "a table is changed in place where its columns are those that `urlset convert -t csv` writes",
            )));
        }
        if self.delimiter(document)? != delimiter {
            let message = format!("{}: its cells are divided otherwise than before", document.name);
            return Err(Refused::error(Failure::usage(message).hint("update it by itself")));
        }
        Ok(())
    }

    /// What separates the cells of a table: what stands behind the first name.
    fn delimiter(&self, document: &Document) -> Result<u8> {
        let usual = if &*document.facts.format == "tsv" { b'\t' } else { b',' };
        let options = urlset::OpenOptions {
            read: self.opening.read.clone(),
            name: Some(document.name.as_str().into()),
            ..urlset::OpenOptions::default()
        };
        let mut prepared = urlset::prepare(document.open()?, &options, &mut ())?;
        if prepared.input.window().is_empty() {
            prepared.input.fill()?;
        }
        let line = prepared.input.window().lines().find(|line| !line.starts_with("sep="));
        let line = line.unwrap_or_default().trim_start_matches('\u{feff}');
        let name = document.names.first().map_or("", String::as_str);
        let rest = line.trim_start_matches('"').strip_prefix(name).unwrap_or_default();
        let found = rest.trim_start_matches('"').bytes().next();
        Ok(found.filter(|byte| b",;\t|".contains(byte)).unwrap_or(usual))
    }
}

/// Refuses a file that says of an entry what nothing takes up: a rewrite would lose sound data.
pub(crate) fn check_finding(
    rule: &'static urlset::Rule,
    document: &str,
) -> std::result::Result<(), Failure> {
    if !matches!(rule.id, "json/unknown-member" | "csv/unused-column") {
        return Ok(());
    }
    let message = format!("{document}: it says more than its entries hold, which would be lost");
    Err(Failure::new(Cause::Data, message)
        .hint("take out what the finding names, or update the program that writes it"))
}

fn lose(format: &Format, entry: &Entry, at: Position, sink: &mut dyn Sink) -> Result<()> {
    let copying = Copying {
        carries: format.carries,
        extensions: EXTENSIONS,
        audits: &mut [],
        most_entries: None,
    };
    copying.leave_behind(entry, &at, sink)
}

/// Takes off what a format cannot hold.
fn carried(format: &Format) -> Adjustment {
    let keeps = format.carries;
    let mut fields = Adjustment::new(EXTENSIONS);
    for name in fields.names().collect::<Vec<_>>() {
        let kept = match name {
            "loc" => true,
            "lastmod" => keeps.lastmod != Dates::Dropped,
            "changefreq" => keeps.changefreq,
            "priority" => keeps.priority,
            _ => match keeps.extensions {
                Carried::Everything => true,
                Carried::Some(names) => names.contains(&name),
                Carried::Nothing => false,
            },
        };
        if !kept {
            // Its own names it knows.
            let _ = fields.drop(name);
        }
    }
    fields
}
