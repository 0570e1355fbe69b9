//! From raw bytes to text in a known format: compression, then charset, then detection.

use crate::ahead::Ahead;
use crate::charset::{self, Charset};
use crate::front::Front;
use crate::full::Full;
use crate::gunzip::Gunzip;
use crate::transcode::{AsIs, Transcoded};
use crate::unzstd::Unzstd;
use crate::{detect, magic, source_rules};
use std::fs::File;
use std::io::Read;
use std::sync::Arc;
use urlset_core::{
    Confidence, Diagnostic, EntryReader, Fault, Format, Input, Lost, Place, Position, ReadOptions,
    Result, Rule, Sink, Source, Span,
};
use urlset_csv::CsvReadOptions;
use urlset_store::Store;

/// Bytes of the source that are looked at before they are read.
const HEAD: usize = 4096;

/// How much of the text is looked at where the first bytes do not say what it is: white space, long
/// comments, what a server printed before the document.
pub(crate) const AHEAD: usize = 64 * 1024;

/// White space that may stand before all of this, in bytes.
const MOST_BLANK: usize = 4 << 20;

/// What every document is written in.
const UTF_8: &str = "UTF-8";

/// What is known of a document before it is opened.
#[derive(Clone, Debug, Default)]
pub struct OpenOptions {
    /// How to read. Where it names no extensions, all of [`crate::EXTENSIONS`] are known.
    pub read: ReadOptions,
    /// The format, where nothing is to be detected.
    pub format: Option<&'static Format>,
    /// The file's name: its suffix decides where the content leaves it open.
    pub name: Option<Box<str>>,
    /// The charset that whoever sent it says it is in: the parameter of a `Content-Type`. It counts
    /// before what the document declares, and not against what its bytes show.
    pub charset: Option<Box<str>>,
    /// The number that positions carry.
    pub number: u32,
    /// The file that the stream comes from: what is no stream is read there, at its places. Any other
    /// stream of that kind is kept in a temporary file first.
    pub whole: Option<Arc<File>>,
    /// Where that is made.
    pub store: Option<Store>,
    /// How a table is read whose columns say of themselves what they are called.
    pub table: CsvReadOptions,
}

/// A document whose compression, charset and format are known.
#[derive(Debug)]
pub struct Prepared<'a> {
    /// Its text.
    pub input: Input<'a>,
    /// Its format.
    pub format: &'static Format,
    /// Its charset by its WHATWG name: `UTF-8`, `UTF-16LE`, `windows-1252`.
    pub charset: &'static str,
    /// `gzip` or `zstd`.
    pub compression: Option<&'static str>,
    /// How sure its content makes the format; `No` where only the name speaks for it.
    pub sure: Confidence,
    /// Why the format was chosen, in one sentence.
    pub why: String,
    /// The number that positions carry.
    pub number: u32,
}

impl<'a> Prepared<'a> {
    /// Reads up to the first entry.
    ///
    /// # Errors
    /// As the format's reader.
    pub fn open(
        self,
        read: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<Box<dyn EntryReader + 'a>> {
        match self.format.open {
            Some(open) if read.extensions.is_empty() => {
                let read = ReadOptions { extensions: crate::EXTENSIONS, ..read.clone() };
                open(self.input, &read, sink)
            }
            Some(open) => open(self.input, read, sink),
            None => {
                let finding = source_rules::WRITE_ONLY.at(Position::start(self.number));
                Err(finding.detail(self.format.name).lost(Lost::Rest).into())
            }
        }
    }
}

/// Finds out what a stream holds.
///
/// ```
/// use urlset::OpenOptions;
///
/// let bytes = &b"{\"loc\":\"https://example.com/\"}"[..];
/// let prepared = urlset::prepare(bytes, &OpenOptions::default(), &mut ())?;
/// assert_eq!((prepared.format.name, prepared.charset), ("jsonl", "UTF-8"));
/// # Ok::<(), urlset::Error>(())
/// ```
///
/// # Errors
/// When the stream fails, or holds nothing that can be read; the finding names what it seems to be.
pub fn prepare<'a>(
    stream: impl Read + Send + 'a,
    options: &OpenOptions,
    sink: &mut dyn Sink,
) -> Result<Prepared<'a>> {
    prepare_by(Box::new(stream), options, |source| source, sink)
}

/// The same; where the stream is compressed and long, a thread of its own reads and inflates it ahead
/// of who reads the entries, at most a MiB. What is read and told is the same.
///
/// # Errors
/// As [`prepare`].
pub fn prepare_ahead(
    stream: impl Read + Send + 'static,
    options: &OpenOptions,
    sink: &mut dyn Sink,
) -> Result<Prepared<'static>> {
    prepare_by(Box::new(stream), options, Ahead::of, sink)
}

type Wrap<'a> = fn(Box<dyn Source + 'a>) -> Box<dyn Source + 'a>;

fn prepare_by<'a>(
    stream: Box<dyn Read + Send + 'a>,
    options: &OpenOptions,
    inflating: Wrap<'a>,
    sink: &mut dyn Sink,
) -> Result<Prepared<'a>> {
    let start = Position::start(options.number);
    let (mut bytes, compression) = unpack(stream, options, inflating)?;
    if let Some(detail) = magic::misnamed(options.name.as_deref(), compression) {
        sink.report(source_rules::NAME_MISMATCH.at(start).detail(detail))?;
    }
    // It is read here; who fetches sitemaps reads no such thing.
    if options.read.remarks && compression == Some("zstd") {
        sink.report(source_rules::NOT_GZIP.at(start).detail("zstd data"))?;
    }
    #[cfg(feature = "parquet")]
    if crate::parquet_file::is_one(bytes.peek(HEAD), options) {
        return crate::parquet_file::prepare(bytes, compression, options, sink);
    }
    let blank = blank_front(&mut bytes);
    let head = bytes.peek(blank + AHEAD);
    // Behind more of it than the looks at the front see through.
    let head = head.get(if blank > HEAD { blank } else { 0 }..).unwrap_or_default();
    if let Some((rule, what)) = magic::foreign(head) {
        let inside = if compression.is_some() { " inside compressed data" } else { "" };
        let finding = rule.at(start).detail(format!("{what}{inside}")).lost(Lost::Rest);
        return Err(magic::helped(finding, what).into());
    }
    let mut charset = match charset::judge(head, options.charset.as_deref()) {
        Ok(charset) => charset,
        Err(fault) => return Err(fatal(fault.rule, start, &fault.detail)),
    };
    let lenient = options.read.lenient || is_table(head, options);
    let input = match charset.encoding {
        None => Input::from_source(AsIs::new(bytes)),
        Some(_) => Input::from_source(Transcoded::new(bytes, &mut charset)),
    };
    let mut input = input.numbered(options.number).lenient(lenient);
    if compression.is_none() {
        input = input.limited(&options.read.limits);
    }
    input.peek(blank + AHEAD)?;
    input.report(sink)?;
    let (format, sure, why) = decide(&input, options, sink)?;
    tell_charset(&input, format, &charset, sink)?;
    let (charset, number) = (charset.name, options.number);
    Ok(Prepared { input, format, charset, compression, sure, why, number })
}

/// How much white space stands before anything else, in bytes, as far as is looked for the front of a document.
fn blank_front(bytes: &mut Bytes<'_>) -> usize {
    let mut most = AHEAD;
    loop {
        let head = bytes.peek(most);
        // Nearly every document has something of ASCII at its front.
        let plain = head.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if head.get(plain).is_some_and(u8::is_ascii) {
            return plain;
        }
        let valid = match std::str::from_utf8(head) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(head.get(..error.valid_up_to()).unwrap_or_default())
                .unwrap_or_default(),
        };
        let blank = valid.len() - detect::shown(valid).len();
        // The last character may be cut.
        let goes_on = head.len() >= most && head.len() - blank < 4;
        if !goes_on || most >= MOST_BLANK {
            return blank;
        }
        most *= 2;
    }
}

/// A text from where something stands in it, and where that is: behind more white space than the looks at the front
/// see through.
fn behind_blank(text: &str) -> (usize, &str) {
    let shown = detect::shown(text);
    let blank = text.len() - shown.len();
    if blank > HEAD { (blank, shown) } else { (0, text) }
}

/// Whether this is a table: one that is not UTF-8 is windows-1252, as spreadsheets write it, and the
/// text before the format is decided must be read so as well.
fn is_table(head: &[u8], options: &OpenOptions) -> bool {
    let name = options.name.as_deref();
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    // Markup is none, whatever stands in it, unless its name says so.
    if options.format.is_none() && text.starts_with(b"<") && !detect::is_named_table(name) {
        return false;
    }
    let format = options.format.or_else(|| {
        let text = String::from_utf8_lossy(head);
        detect::detect(&text, name, crate::FORMATS).ok().map(|found| found.format)
    });
    format.is_some_and(|format| matches!(format.name, "csv" | "tsv"))
}

pub(crate) type Bytes<'a> = Front<Box<dyn Source + 'a>>;

/// Takes one level of compression off.
fn unpack<'a>(
    stream: Box<dyn Read + Send + 'a>,
    options: &OpenOptions,
    inflating: Wrap<'a>,
) -> Result<(Bytes<'a>, Option<&'static str>)> {
    let mut raw = Front::new(stream);
    let limits = options.read.limits;
    let head = raw.peek(512);
    if head.starts_with(&magic::GZIP) {
        return Ok((inflated(inflating(Box::new(Gunzip::new(raw, limits)))), Some("gzip")));
    }
    if magic::is_zstd(head) {
        return Ok((inflated(inflating(Box::new(Unzstd::new(raw, limits)))), Some("zstd")));
    }
    // What was looked at stays where it is.
    Ok((raw.map(|stream| Box::new(Plain(stream)) as Box<dyn Source>), None))
}

fn inflated<'a>(source: Box<dyn Source + 'a>) -> Bytes<'a> {
    Front::new(Box::new(Full::new(source)))
}

struct Plain<'a>(Box<dyn Read + Send + 'a>);

impl Read for Plain<'_> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(to)
    }
}

impl Source for Plain<'_> {}

pub(crate) fn fatal(rule: &'static Rule, at: Position, detail: &str) -> urlset_core::Error {
    rule.at(at).detail(detail).lost(Lost::Rest).into()
}

fn decide(
    input: &Input<'_>,
    options: &OpenOptions,
    sink: &mut dyn Sink,
) -> Result<(&'static Format, Confidence, String)> {
    let place = |finding: Diagnostic, length: u32| {
        Span { input, offset: input.offset(), length }.mark(finding)
    };
    if let Some(format) = options.format {
        // A list without lines may be meant; who checks it wants to know.
        let blank = options.read.remarks.then(|| detect::blank(input.window())).flatten();
        if let Some(fault) = blank {
            return Err(place(fault.rule.found().detail(&fault.detail).lost(Lost::Rest), 0).into());
        }
        return Ok((format, Confidence::Yes, "the caller said so".to_owned()));
    }
    let (_, text) = behind_blank(input.window());
    let text = text.trim_start_matches(char::is_whitespace);
    if text.is_empty() && !input.at_end() {
        let detail = "nothing but white space, as far as is looked";
        let finding = source_rules::UNKNOWN_FORMAT.found().detail(detail).lost(Lost::Rest);
        return Err(place(finding, 0).into());
    }
    let text = if text.is_empty() { input.window() } else { text };
    let name = options.name.as_deref();
    let near = detect::detect(detect::front(text, HEAD), name, crate::FORMATS);
    let far = || detect::detect(detect::front(text, AHEAD), name, crate::FORMATS);
    // Markup whose root is not in sight yet.
    let unclear = text.starts_with(['<', '\u{feff}'])
        && near.as_ref().map_or(true, |found| found.sure < Confidence::Yes);
    let found = if unclear { far().or(near) } else { near }
        .map_err(|fault| place(fault.rule.found().detail(&fault.detail).lost(Lost::Rest), 0))?;
    #[cfg(feature = "parquet")]
    if found.format.name == "parquet" {
        return Err(crate::parquet_file::is_text(options.number));
    }
    if let Some(detail) = found.lie {
        sink.report(place(source_rules::NAME_MISMATCH.found().detail(detail), 0))?;
    }
    Ok((found.format, found.sure, found.why))
}

/// Tells that a document is not UTF-8, or that it or its sender says of it what it is not.
fn tell_charset(
    input: &Input<'_>,
    format: &Format,
    charset: &Charset,
    sink: &mut dyn Sink,
) -> Result<()> {
    let (behind, text) = behind_blank(input.window());
    let head = detect::front(text, HEAD);
    let (offset, length) = match charset::declared(head) {
        Some((at, label)) => ((behind + at) as u64, u32::try_from(label.len()).unwrap_or(0)),
        None => (0, 0),
    };
    let place = Span { input, offset: input.offset() + offset, length };
    // A document that says UTF-8 and is not was what it is.
    let is_utf_8 = |label: &str| {
        encoding_rs::Encoding::for_label(label.as_bytes()) == Some(encoding_rs::UTF_8)
    };
    let was = |label| if is_utf_8(label) { charset.name } else { label };
    if let Some(detail) = &charset.mismatch {
        let finding = source_rules::XML_MISMATCH.found().detail(detail);
        let label = charset::declared(head).map_or(detail.as_str(), |(_, label)| label);
        sink.report(place.mark(finding.mended(was(label), UTF_8)))?;
    }
    if let Some(detail) = &charset.told {
        sink.report(place.mark(source_rules::TOLD_CHARSET.found().detail(detail)))?;
    }
    if charset.encoding.is_some() && !charset.unseen {
        let xml = head.trim_start().starts_with('<');
        let finding = match format.name {
            "csv" | "tsv" => urlset_csv::rules::ENCODING.found(),
            _ if xml => source_rules::XML_NOT_UTF8.found(),
            name => {
                let rule = match name {
                    "jsonl" => &urlset_json::rules::NOT_UTF8,
                    "jsonfeed" => &urlset_jsonfeed::rules::NOT_UTF8,
                    "robots" => &urlset_robots::rules::NOT_UTF8,
                    _ => &urlset_text::rules::NOT_UTF8,
                };
                // The rule's own help is for bytes of which nobody says what they are.
                rule.found().help(source_rules::XML_NOT_UTF8.help)
            }
        };
        let label = charset::declared(head).map_or(charset.name, |(_, label)| label);
        let finding = finding.detail(charset.name);
        sink.report(place.mark(finding.mended(was(label), UTF_8)))?;
    }
    Ok(())
}

/// A fault of a source, as what it fails with from then on.
pub(crate) fn fault(rule: &'static Rule, detail: impl Into<Box<str>>) -> Fault {
    Fault { rule, detail: detail.into() }
}
