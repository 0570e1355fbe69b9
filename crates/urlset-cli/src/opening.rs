//! Opens documents: as the reading flags say, with their bytes counted.

use crate::args::ReadingArgs;
use crate::exit::{Cause, Failure};
use crate::names;
use crate::remote::Remote;
use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use urlset::check::Refusals;
use urlset::csv::{CsvReadOptions, CsvReader};
use urlset::rules::ZERO_BYTES;
use urlset::store::Store;
use urlset::{
    Confidence, Diagnostic, EntryReader, Error, Format, Limits, OpenOptions, Prepared, ReadOptions,
    Result, Sink,
};
use urlset_fetch::Start;

/// How documents are read.
#[derive(Clone)]
pub(crate) struct Opening {
    pub(crate) read: ReadOptions,
    pub(crate) format: Option<&'static Format>,
    pub(crate) table: CsvReadOptions,
    /// Where a stream is kept that is read more than once.
    pub(crate) store: Store,
    /// Whether a file without bytes is an empty list, where its name says of what lines.
    pub(crate) takes_empty: bool,
    /// Whether a thread of its own inflates what is compressed.
    pub(crate) ahead: bool,
    /// Where documents of the network come from.
    pub(crate) remote: Arc<Remote>,
    /// What `--source-url` says, with its user and password: they are for its site, and for nobody to see.
    pub(crate) source: Option<Arc<str>>,
    /// When the run began, in seconds since 1970, where another machine began it.
    pub(crate) began: Option<i64>,
}

/// Which document is opened.
pub(crate) struct Which<'w> {
    pub(crate) name: &'w str,
    pub(crate) number: u32,
    /// Its address, where it is known.
    pub(crate) base: Option<&'w str>,
    /// The charset that its server says it is in.
    pub(crate) charset: Option<&'w str>,
    /// Up to where it is known to hold nothing but lines that are locs as they stand.
    pub(crate) plain_upto: u64,
}

/// An open document and what it was taken for.
pub(crate) struct Opened {
    pub(crate) reader: Box<dyn EntryReader>,
    pub(crate) format: &'static Format,
    pub(crate) charset: &'static str,
    pub(crate) compression: Option<&'static str>,
    /// How sure its content makes the format.
    pub(crate) sure: Confidence,
    pub(crate) why: String,
    /// Which column was taken for which field, for people.
    pub(crate) columns: Vec<String>,
    /// The names of all columns of a table.
    pub(crate) names: Vec<String>,
    /// Bytes read of the file so far.
    pub(crate) bytes: Arc<AtomicU64>,
}

impl Opening {
    /// As the flags say; what has to be kept meanwhile, and what is fetched, is kept in the store.
    pub(crate) fn new(
        args: &ReadingArgs,
        table: CsvReadOptions,
        store: Store,
    ) -> std::result::Result<Opening, Failure> {
        let format = args.from.as_deref().map(names::readable).transpose()?;
        if let Some(url) = &args.source_url
            && (!crate::inputs::is_url(url) || has_lost_secret(url))
        {
            let shown = urlset_fetch::shown(url);
            return Err(Failure::usage(format!("--source-url {shown}: not an absolute URL"))
                .hint("for example `--source-url https://www.example.com/sitemap.xml`"));
        }
        let limits = limits(args);
        Ok(Opening {
            read: ReadOptions {
                limits,
                extensions: urlset::EXTENSIONS,
                base: args.source_url.as_deref().map(|url| without_secrets(url).into()),
                lenient: args.lenient,
                dates: args.dates.order(),
                keep_invalid: false,
                mends: false,
                remarks: false,
                is_host_name: Some(urlset::check::is_host_name),
                now: None,
                plain_upto: 0,
                only_loc: false,
            },
            format,
            table,
            store,
            takes_empty: false,
            ahead: false,
            remote: Arc::new(Remote::new(args)?),
            source: args.source_url.as_deref().map(Into::into),
            began: None,
        })
    }

    /// The same for a set that stands there: what the flags say of formats, dates and columns is
    /// said of other inputs, and nothing is guessed.
    pub(crate) fn detecting(&self) -> Opening {
        let dates = urlset::DateOrder::default();
        let read = ReadOptions { lenient: false, dates, ..self.read.clone() };
        let table = CsvReadOptions { guard: self.table.guard, ..CsvReadOptions::default() };
        Opening { read, format: None, table, ..self.clone() }
    }

    /// How a table of this format is read: without a delimiter of its own TSV has tabs.
    fn table_of(&self, format: &Format) -> CsvReadOptions {
        let mut table = self.table.clone();
        if format.name == "tsv" {
            table.delimiter = table.delimiter.or(Some(b'\t'));
        }
        table
    }

    /// The format of a list in which no line is left, where that is what this is. Not even gzip is
    /// there in a compressed one that was cut off.
    fn empty_list(
        &self,
        name: &str,
        finding: &Diagnostic,
        bytes: &AtomicU64,
    ) -> Option<&'static Format> {
        let (format, compressed) = names::by_path(Path::new(name));
        let is_empty =
            finding.rule.id == ZERO_BYTES.id && (!compressed || bytes.load(Ordering::Relaxed) > 0);
        format.filter(|format| {
            self.takes_empty && is_empty && matches!(format.name, "text" | "jsonl")
        })
    }

    /// What the published schemas refuse in a document of this format; `None` where it cannot be
    /// opened, which is told when it is read.
    pub(crate) fn refusals(
        &self,
        file: impl Read + Send + 'static,
        which: &Which<'_>,
        format: &str,
    ) -> Result<Option<Refusals>> {
        if format != "xml" {
            return Ok(Some(Refusals::of_format(format, which.number)));
        }
        let options = OpenOptions {
            read: self.read.clone(),
            format: self.format,
            name: Some(which.name.into()),
            charset: which.charset.map(Into::into),
            number: which.number,
            ..OpenOptions::default()
        };
        let refusals = urlset::prepare(file, &options, &mut ())
            .and_then(|prepared| Refusals::of(prepared.input, &self.read));
        match refusals {
            Ok(refusals) => Ok(Some(refusals)),
            Err(Error::Stopped(_) | Error::Io(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The first bytes of a robots.txt as text; nothing of what is none.
    pub(crate) fn robots(
        &self,
        file: impl Read + Send + 'static,
        which: &Which<'_>,
        bytes: usize,
    ) -> Result<String> {
        let text = urlset::prepare(file, &self.of_robots(which), &mut ())
            .and_then(|mut prepared| prepared.input.peek(bytes).map(str::to_owned));
        match text {
            Err(Error::Stopped(_)) => Ok(String::new()),
            text => text,
        }
    }

    /// A robots.txt as text, of at most so many bytes; the reason where it is longer, or holds bytes of which
    /// nobody says what they are.
    pub(crate) fn whole_robots(
        &self,
        file: impl Read + Send + 'static,
        which: &Which<'_>,
        most: usize,
        sink: &mut dyn Sink,
    ) -> Result<std::result::Result<String, (Cause, String)>> {
        let input = &mut urlset::prepare(file, &self.of_robots(which), &mut ())?.input;
        let length = input.peek(most + 1)?.len();
        if length > most {
            return Ok(Err((Cause::Limit, format!("it has more than {most} bytes"))));
        }
        let damage = input.damage(input.offset(), length).next();
        if let Some(offset) = damage {
            let at = input.position_at(offset);
            if !input.guesses() {
                return Ok(Err((Cause::Data, format!("line {} is not UTF-8", at.line))));
            }
            let rest = input.window().get((offset - input.offset()) as usize..).unwrap_or_default();
            let line = rest.split(['\n', '\r']).next().unwrap_or_default();
            let [was, now] = input.guessed(offset, offset + line.len() as u64);
            let finding = urlset::robots::rules::NOT_UTF8.at(at).mended(&was, &now);
            sink.report(
                finding.detail("read as windows-1252, here and wherever else it is not UTF-8"),
            )?;
        }
        Ok(Ok(input.window().to_owned()))
    }

    fn of_robots(&self, which: &Which<'_>) -> OpenOptions {
        OpenOptions {
            read: self.read.clone(),
            format: Some(&urlset::robots::FORMAT),
            name: Some(which.name.into()),
            charset: which.charset.map(Into::into),
            ..OpenOptions::default()
        }
    }

    /// What the flags say that a document is. With `--discover` they say so of what is found, and not
    /// of the robots.txt by which it is.
    fn format_of(&self, which: &Which<'_>) -> Option<&'static Format> {
        let path = which.name.split(['?', '#']).next().unwrap_or_default();
        let seeks = self.remote.discover && path.rsplit('/').next() == Some("robots.txt");
        if seeks { Some(&urlset::robots::FORMAT) } else { self.format }
    }

    fn prepare(
        &self,
        stream: impl Read + Send + 'static,
        options: &OpenOptions,
        sink: &mut dyn Sink,
    ) -> Result<Prepared<'static>> {
        if self.ahead {
            urlset::prepare_ahead(stream, options, sink)
        } else {
            urlset::prepare(stream, options, sink)
        }
    }

    /// Opens a document.
    pub(crate) fn open(
        &self,
        stream: impl Whole,
        which: &Which<'_>,
        sink: &mut dyn Sink,
    ) -> Result<Opened> {
        self.open_if(stream, which, &|_| Ok(()), sink)
    }

    /// Opens a document that is wanted, by what it was taken for before it is read.
    pub(crate) fn open_if(
        &self,
        stream: impl Whole,
        which: &Which<'_>,
        is_wanted: &dyn Fn(&Prepared<'_>) -> Result<()>,
        sink: &mut dyn Sink,
    ) -> Result<Opened> {
        let whole = stream.whole().map(Arc::new);
        let bytes = Arc::new(AtomicU64::new(0));
        let stream = Counted { inner: stream, count: Arc::clone(&bytes) };
        let mut read = ReadOptions { plain_upto: which.plain_upto, ..self.read.clone() };
        if let Some(base) = which.base {
            read.base = Some(base.into());
        }
        let options = OpenOptions {
            read: read.clone(),
            format: self.format_of(which),
            name: Some(which.name.into()),
            charset: which.charset.map(Into::into),
            number: which.number,
            whole,
            store: Some(self.store.clone()),
            table: self.table.clone(),
        };
        let prepared = match self.prepare(stream, &options, sink) {
            Err(Error::Stopped(finding)) => match self.empty_list(which.name, &finding, &bytes) {
                Some(format) => {
                    // That it is not compressed any more was not asked.
                    let options = OpenOptions { format: Some(format), ..options };
                    urlset::prepare(std::io::empty(), &options, &mut ())?
                }
                None => return Err(Error::Stopped(finding)),
            },
            prepared => prepared?,
        };
        is_wanted(&prepared)?;
        let (format, charset) = (prepared.format, prepared.charset);
        let (compression, sure) = (prepared.compression, prepared.sure);
        let why = prepared.why.clone();
        let (mut columns, mut names) = (Vec::new(), Vec::new());
        let reader: Box<dyn EntryReader> = if matches!(format.name, "csv" | "tsv") {
            let table = self.table_of(format);
            let reader = CsvReader::open_with(prepared.input, &table, &read, sink)?;
            names = reader.columns().to_vec();
            columns = reader.mapping().iter().map(ToString::to_string).collect();
            Box::new(reader)
        } else if format.name == "parquet" {
            rows(prepared, (&self.table, &read), (&mut columns, &mut names), sink)?
        } else {
            prepared.open(&read, sink)?
        };
        Ok(Opened { reader, format, charset, compression, sure, why, columns, names, bytes })
    }
}

/// The reader of rows, as the flags for tables say; puts what its columns are and how they are called
/// into the two lists.
#[cfg(feature = "parquet")]
fn rows(
    prepared: Prepared<'static>,
    (table, read): (&CsvReadOptions, &ReadOptions),
    (columns, names): (&mut Vec<String>, &mut Vec<String>),
    sink: &mut dyn Sink,
) -> Result<Box<dyn EntryReader>> {
    let reader = urlset::parquet::ParquetReader::open_with(prepared.input, table, read, sink)?;
    names.extend_from_slice(reader.columns());
    columns.extend(reader.mapping().iter().map(ToString::to_string));
    Ok(Box::new(reader))
}

#[cfg(not(feature = "parquet"))]
fn rows(
    prepared: Prepared<'static>,
    (_, read): (&CsvReadOptions, &ReadOptions),
    _: (&mut Vec<String>, &mut Vec<String>),
    sink: &mut dyn Sink,
) -> Result<Box<dyn EntryReader>> {
    prepared.open(read, sink)
}

/// A stream that may be a file, which is then read at its places where that is what its format wants.
pub(crate) trait Whole: Read + Send + 'static {
    /// The file that it is.
    fn whole(&self) -> Option<File> {
        None
    }
}

impl Whole for File {
    fn whole(&self) -> Option<File> {
        self.try_clone().ok().filter(|file| file.metadata().is_ok_and(|facts| facts.is_file()))
    }
}

impl Whole for crate::kept::Reading {}
impl Whole for crate::remote::PageReading {}

/// Any other stream.
pub(crate) struct Stream<R>(pub(crate) R);

impl<R: Read> Read for Stream<R> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(to)
    }
}

impl<R: Read + Send + 'static> Whole for Stream<R> {}

/// Whether an address is none because of its user or password, as where this has a slash: nobody could take
/// it out.
pub(crate) fn has_lost_secret(url: &str) -> bool {
    urlset_fetch::shown(url) != url && Start::typed(url).is_err()
}

/// An address without user and password, which are for its server alone.
pub(crate) fn without_secrets(url: &str) -> Cow<'_, str> {
    match Start::typed(url) {
        _ if urlset_fetch::shown(url) == url => Cow::Borrowed(url),
        Ok(start) => Cow::Owned(start.url().to_owned()),
        Err(_) => Cow::Owned(urlset_fetch::shown(url)),
    }
}

/// What the flags let a document cost.
fn limits(args: &ReadingArgs) -> Limits {
    let mut limits = Limits {
        ratio: args.max_ratio,
        window_bytes: args.max_window,
        depth: args.max_nesting,
        attributes: args.max_attributes,
        namespaces: args.max_namespaces,
        columns: args.max_columns,
        ..Limits::default()
    };
    if let Some(most) = args.max_input {
        (limits.input_bytes, limits.inflated_bytes) = (most, most);
    }
    if let Some(most) = args.max_entry {
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        // A token is part of an entry: one flag raises or lowers both.
        limits.token_bytes = most.min(limits.token_bytes.max(most / 4));
        limits.entry_bytes = most;
        // So are nodes; few take less than 16 bytes of markup.
        limits.nodes = limits.nodes.max(most / 16);
    }
    limits
}

/// Counts what is read.
struct Counted<R> {
    inner: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.count.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}
