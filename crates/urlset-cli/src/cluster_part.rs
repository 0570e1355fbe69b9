//! What one machine does of a run: it reads documents, and measures what is ready to be written.

use crate::args::{Cli, Command};
use crate::cluster::{Source, Task, chosen};
use crate::cluster_rows::{Columns, LEFT_OUT, TOO_LARGE};
use crate::cluster_told::{Told, position};
use crate::convert_args::ConvertArgs;
use crate::exit::Failure;
use crate::opening::Opening;
use crate::pipeline::Pipeline;
use crate::plan::{Body, Document, Failed, Plan};
use crate::progress::Progress;
use crate::set_target::SetTarget;
use crate::sheet::InputFacts;
use crate::target::Target;
use crate::{change, filter, table};
use clap::Parser;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use urlset::ops::{Dedupe, Key, Outlet, Sort};
use urlset::publish::folder_of;
use urlset::store::encode;
use urlset::{
    Audit, Datetime, Diagnostic, Entry, EntryReader, EntryWriter, Error, Format, Header, Kind,
    Output, Place, Position, Result, Severity, Sink,
};

/// The format of a set that can be cut into files before it is written: one whose entries take the same bytes wherever
/// they stand.
pub(crate) fn set_of(target: &SetTarget) -> std::result::Result<&'static Format, Failure> {
    match target.format {
        Some(format) if matches!(format.name, "xml" | "text" | "jsonl") => Ok(format),
        other => {
            let name = other.map_or("the format of each input", |format| format.name);
            Err(Failure::usage(format!("{name} is not written on a cluster"))
                .hint("write xml, text or jsonl, or run `urlset` itself"))
        }
    }
}

/// A run, as one machine knows it.
#[derive(Debug)]
pub struct Part {
    cli: Cli,
    pub(crate) task: Task,
}

/// In words, for another language.
pub(crate) type Said<T> = std::result::Result<T, String>;

pub(crate) fn said(failure: &Failure) -> String {
    if failure.hint.is_empty() {
        return failure.message.clone();
    }
    format!("{} ({})", failure.message, failure.hint)
}

/// Stops a reading whose rows nobody takes any more.
#[derive(Debug)]
struct Enough;

impl std::fmt::Display for Enough {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("nobody takes more rows")
    }
}

impl std::error::Error for Enough {}

impl Part {
    /// The words of the command, and the task as [`crate::cluster::Elsewhere::fill`] was given it.
    ///
    /// # Errors
    /// When either is not what the other machine had.
    pub fn new(words: Vec<OsString>, task: &str) -> Said<Part> {
        let mut cli = Cli::try_parse_from(words).map_err(|error| error.to_string())?;
        let task = serde_json::from_str(task).map_err(|error| error.to_string())?;
        chosen(&cli).map_err(|failure| said(&failure))?;
        if let Command::Convert(args)
        | Command::Merge(args)
        | Command::Dedupe(args)
        | Command::Shard(args) = &mut cli.command
        {
            // What files name came with the header of the task.
            "keep".clone_into(&mut args.writing.stylesheet);
        }
        Ok(Part { cli, task })
    }

    pub(crate) fn args(&self) -> Said<&ConvertArgs> {
        chosen(&self.cli).map(|(_, args)| args).map_err(|failure| said(&failure))
    }

    /// What is written, and in which order; how entries of one key are joined.
    pub(crate) fn target(&self) -> Said<SetTarget> {
        SetTarget::choose(self.args()?).map_err(|failure| said(&failure))
    }

    pub(crate) fn writer(&self) -> Said<Box<dyn EntryWriter>> {
        let target = self.target()?;
        let format = set_of(&target).map_err(|failure| said(&failure))?;
        let text = PathBuf::from(&target.text);
        let one = Target { format, compressed: false };
        let writer = one.writer(self.args()?, &self.task.header.header(), folder_of(&text));
        writer.map_err(|failure| said(&failure))
    }

    pub(crate) fn orders(&self) -> Said<(Sort, Option<Dedupe>)> {
        self.with(|pipeline| Ok((pipeline.sort, pipeline.dedupe.clone())))
    }

    /// Shows the pipeline of the command.
    fn with<T>(&self, look: impl FnOnce(&Pipeline<'_>) -> Said<T>) -> Said<T> {
        let failed = |failure: Failure| said(&failure);
        let (habit, args) = chosen(&self.cli).map_err(failed)?;
        let store = args.memory.store().map_err(failed)?;
        let mut reading = table::reading(&args.table).map_err(failed)?;
        let condition = args.pages.condition.as_deref();
        reading.columns = filter::columns_of(condition).map_err(failed)?;
        let mut opening = Opening::new(&args.reading, reading, store.clone()).map_err(failed)?;
        opening.read.keep_invalid = args.fields.keep_invalid;
        opening.began = Some(self.task.began);
        let progress = Mutex::new(Progress::new(&self.cli.common));
        look(&Pipeline::new(habit, args, &opening, &progress, &store).map_err(failed)?)
    }

    /// Reads documents, which are some of those of the task, and gives their entries as rows: with hashes where
    /// entries of one key are to be joined, else ready to be written. Ends early where `give` is `false`. What was told
    /// is given back.
    ///
    /// # Errors
    /// When the machine fails. A document that cannot be read is told.
    pub fn read(
        &self,
        documents: &str,
        bucket: i32,
        give: &mut dyn FnMut(Columns) -> bool,
    ) -> Said<String> {
        let sources: Vec<Source> =
            serde_json::from_str(documents).map_err(|error| error.to_string())?;
        let plan = plan_of(sources, self.task.header.header());
        self.with(|pipeline| {
            let round = pipeline.round();
            let mut told = Told::default();
            let mut reader = pipeline.each(&plan, None, &round);
            let read = match &pipeline.dedupe {
                Some(how) => keyed(reader.as_mut(), (how.key, bucket), give, &mut told),
                None => self.ready(reader.as_mut(), bucket, give, &mut told),
            };
            drop(reader);
            settle(read, &mut told)?;
            told.add_documents(&plan.documents);
            told.left_out = round.left_out.load(Ordering::Relaxed);
            Ok(told.text())
        })
    }

    /// Entries that are ready to be written.
    fn ready(
        &self,
        reader: &mut dyn EntryReader,
        bucket: i32,
        give: &mut dyn FnMut(Columns) -> bool,
        told: &mut Told,
    ) -> Result<()> {
        let wrong = |why: String| Error::Io(std::io::Error::other(why));
        let mut measure = Measure::new(self).map_err(wrong)?;
        measure.places = Places::From(bucket, 0);
        let mut out = Given { measure: &mut measure, give };
        out.copy(reader, told)?;
        let rest = std::mem::take(&mut out.measure.columns);
        (out.give)(rest);
        Ok(())
    }
}

/// Documents that came from another machine.
pub(crate) fn plan_of(sources: Vec<Source>, header: Header) -> Plan {
    let names = sources.iter().map(|source| source.number as usize + 1).max();
    let mut names = vec![String::new(); names.unwrap_or(0)];
    for source in &sources {
        if let Some(name) = names.get_mut(source.number as usize) {
            name.clone_from(&source.name);
        }
    }
    let documents = sources.into_iter().map(document).collect();
    Plan { documents, header, names }
}

fn document(source: Source) -> Document {
    let kind = if source.is_index { Kind::Sitemapindex } else { Kind::Urlset };
    Document {
        number: source.number,
        file_name: source.file_name,
        folder: String::new(),
        home: source.home,
        body: Mutex::new(Body::File(source.path)),
        base: source.base.map(Into::into),
        charset: None,
        listed: source
            .listed
            .map(|(at, date)| (position(at), date.and_then(|date| Datetime::parse(&date).ok()))),
        kind,
        header: Header { kind, ..source.header.header() },
        columns: source.columns,
        names: source.names,
        facts: InputFacts {
            path: source.name.clone(),
            format: source.format,
            bytes: source.bytes,
            ..InputFacts::default()
        },
        name: source.name,
        entries: AtomicU64::new(0),
        streamed: AtomicU64::new(0),
        seen: crate::seen::Seen::default(),
    }
}

/// What ended a reading is told, unless the machine failed.
pub(crate) fn settle(read: Result<()>, told: &mut Told) -> Said<()> {
    let error = match read {
        Ok(()) => return Ok(()),
        Err(Error::Stopped(finding)) => {
            return told.report(*finding).map_err(|error| error.to_string());
        }
        Err(error) => error,
    };
    let cause = match &error {
        Error::Io(error) => error.get_ref(),
        _ => None,
    };
    match cause {
        Some(cause) if cause.downcast_ref::<Failed>().is_some() => {
            told.failed = true;
            Ok(())
        }
        Some(cause) if cause.downcast_ref::<Enough>().is_some() => Ok(()),
        _ => Err(error.to_string()),
    }
}

pub(crate) fn enough() -> Error {
    Error::Io(std::io::Error::other(Enough))
}

/// Entries with the hashes of their keys.
pub(crate) fn keyed(
    reader: &mut dyn EntryReader,
    (key, bucket): (Key, i32),
    give: &mut dyn FnMut(Columns) -> bool,
    told: &mut Told,
) -> Result<()> {
    let (mut entry, mut buffer) = (Entry::default(), String::new());
    let (mut columns, mut number) = (Columns::default(), 0);
    while reader.read_entry(&mut entry, told)? {
        columns.hash.push(hash(key.of(entry.loc.as_str(), &mut buffer)));
        buffer.clear();
        columns.bucket.push(bucket);
        columns.number.push(number);
        number += 1;
        encode(&entry, reader.position(), &mut columns.payload.bytes);
        columns.payload.end();
        if columns.is_full() && !give(std::mem::take(&mut columns)) {
            return Err(enough());
        }
    }
    give(columns);
    Ok(())
}

/// The same on every machine. Keys of one hash are told apart where they meet.
#[expect(clippy::cast_possible_wrap, reason = "only equality counts")]
pub(crate) fn hash(key: &str) -> i64 {
    use std::hash::{DefaultHasher, Hasher};
    let mut hasher = DefaultHasher::new();
    hasher.write(key.as_bytes());
    hasher.finish() as i64
}

/// Measures entries, and hands them on.
struct Given<'g> {
    measure: &'g mut Measure,
    give: &'g mut dyn FnMut(Columns) -> bool,
}

impl Given<'_> {
    fn copy(&mut self, reader: &mut dyn EntryReader, told: &mut Told) -> Result<()> {
        let format = self.measure.format;
        urlset::ops::copy(reader, self, &mut change::copying(format, &mut []), told).map(drop)
    }
}

impl Outlet for Given<'_> {
    fn write(&mut self, entry: &Entry, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        self.measure.write(entry, at, sink)?;
        let full = self.measure.columns.is_full();
        if full && !(self.give)(std::mem::take(&mut self.measure.columns)) {
            return Err(enough());
        }
        Ok(())
    }
}

/// Writes entries nowhere, to know what they take.
pub(crate) struct Measure {
    pub(crate) format: &'static Format,
    output: Output<'static>,
    audits: Vec<Box<dyn Audit>>,
    sort: Sort,
    sorted: bool,
    /// Bytes that an entry may take.
    most: u64,
    pub(crate) columns: Columns,
    pub(crate) places: Places,
}

/// Where entries come from: the bucket and the number in it.
pub(crate) enum Places {
    /// One after the other.
    From(i32, i64),
    /// From here and there.
    These(VecDeque<(i32, i64)>),
}

impl Places {
    fn next(&mut self) -> (i32, i64) {
        match self {
            Places::From(bucket, number) => {
                *number += 1;
                (*bucket, *number - 1)
            }
            Places::These(places) => places.pop_front().unwrap_or_default(),
        }
    }
}

impl Measure {
    pub(crate) fn new(part: &Part) -> Said<Measure> {
        let target = part.target()?;
        Ok(Measure {
            format: set_of(&target).map_err(|failure| said(&failure))?,
            output: Output::new(std::io::sink(), part.writer()?),
            audits: change::audits(),
            sort: part.orders()?.0,
            sorted: part.task.sorted,
            most: part.task.most.1.saturating_sub(part.task.frame),
            columns: Columns::default(),
            places: Places::From(0, 0),
        })
    }
}

impl Outlet for Measure {
    fn write(&mut self, entry: &Entry, at: &dyn Place, sink: &mut dyn Sink) -> Result<()> {
        if !entry.extensions.is_empty() {
            let mut sink = NoNotes(&mut *sink);
            self.audits.iter_mut().try_for_each(|audit| audit.entry(entry, at, &mut sink))?;
        }
        let before = self.output.written();
        self.output.write(entry, sink)?;
        let after = self.output.written();
        let bytes = after.bytes - before.bytes;
        let size = if after.entries == before.entries {
            LEFT_OUT
        } else if bytes > self.most {
            urlset::shard::too_large(entry, at.position(), sink)?;
            TOO_LARGE
        } else {
            i32::try_from(bytes).unwrap_or(i32::MAX)
        };
        let (bucket, number) = self.places.next();
        let columns = &mut self.columns;
        columns.bucket.push(bucket);
        columns.number.push(number);
        columns.size.push(size);
        if self.sorted {
            let mut key = Vec::new();
            // One after the other as they were read: in their bucket, and these in turn.
            let number = number.cast_unsigned().min(u64::from(u32::MAX));
            let read = u64::from(bucket.cast_unsigned()) << 32 | number;
            self.sort.key(entry, read, &mut key);
            columns.order.bytes.extend_from_slice(&key);
        }
        columns.order.end();
        if size >= 0 {
            let at = Position { input: at.input(), ..Position::default() };
            encode(entry, at, &mut columns.payload.bytes);
        }
        columns.payload.end();
        Ok(())
    }
}

/// Leaves to a check what an audit only notes.
struct NoNotes<'s>(&'s mut dyn Sink);

impl Sink for NoNotes<'_> {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        match finding.severity {
            Severity::Note => Ok(()),
            _ => self.0.report(finding),
        }
    }

    fn wants(&self, finding: &Diagnostic) -> bool {
        finding.severity != Severity::Note && self.0.wants(finding)
    }
}
