//! A comparison of which others read the entries: they bring those of one key together, and take out what both sides
//! have. What is left is compared as the command compares all of it.

use crate::args::{Cli, Command};
use crate::cluster::{Done, Elsewhere, Heading, Source, alone};
use crate::cluster_part::{Said, keyed, plan_of, said, settle};
use crate::cluster_rows::Columns;
use crate::cluster_told::Told;
use crate::diff_args::DiffArgs;
use crate::documents::Documents;
use crate::exit::Failure;
use crate::opening::Opening;
use crate::plan::{Plan, Refused};
use crate::report::Report;
use crate::{diff, table};
use clap::Parser;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use urlset::diff::{Alike, Counted, Gathered, How, Side};
use urlset::store::{Store, decode};
use urlset::{Entry, Kind, Result};

/// Buckets of NEW have numbers from here on, so that its entries come behind those of OLD.
const NEW: i32 = 1 << 30;

/// Refuses what only one machine can do, before anything is read.
pub(crate) fn fits(args: &DiffArgs) -> std::result::Result<(), Failure> {
    let asked = [
        (args.rewrite.is_asked(), "rewriting (--rewrite-…)"),
        // Whether an address is served still takes all of NEW to know.
        (args.redirects.is_some(), "--redirects"),
        (args.table.print_map, "--print-map"),
    ];
    match asked.iter().find(|(is_asked, _)| *is_asked) {
        Some((_, what)) => Err(alone(what)),
        None => Ok(()),
    }
}

/// The documents of one side.
#[derive(Debug, Serialize, Deserialize)]
struct Task {
    side: String,
    header: Heading,
    #[serde(default)]
    documents: Vec<Source>,
}

/// Has others read one side; gives whether a document failed where that is to end the run.
pub(crate) fn read(
    others: &dyn Elsewhere,
    plan: &Plan,
    side: &str,
    report: &mut Report,
) -> Result<bool> {
    let documents = plan.documents.iter().map(Source::of);
    let documents = documents.collect::<std::result::Result<_, _>>().map_err(Refused::error)?;
    let task = Task { side: side.to_owned(), header: Heading::of(&plan.header), documents };
    for told in Done::by(others, &task)?.told {
        told.repeat(report)?;
        if told.failed {
            return Ok(true);
        }
        told.count(&plan.documents);
    }
    Ok(false)
}

/// Takes what is left of both sides; gives what was taken out.
pub(crate) fn left(
    others: &dyn Elsewhere,
    sides: [&mut Side; 2],
    how: &How,
    store: &Store,
) -> Result<Counted> {
    let mut gathered = [Gathered::new(how, store), Gathered::new(how, store)];
    let (mut counted, mut entry) = (Counted::default(), Entry::default());
    let taken = others.left(&mut |piece| {
        let mut rest = piece;
        while let Some((kind, record)) = record(&mut rest)? {
            match gathered.get_mut(usize::from(kind)) {
                Some(side) => {
                    let at = decode(record, &mut entry).map_err(|error| error.to_string())?;
                    side.push(&entry, at).map_err(|error| error.to_string())?;
                }
                None => counted += counts(record).ok_or("a piece that is none")?,
            }
        }
        Ok(())
    });
    taken.map_err(|why| Refused::error(Failure::output(why)))?;
    for (side, gathered) in sides.into_iter().zip(gathered) {
        let header = side.header().clone();
        *side = gathered.finish(header)?;
    }
    Ok(counted)
}

/// The kind of what is no entry.
const COUNTS: u8 = 2;

/// Reads a record off the front of a piece.
fn record<'p>(piece: &mut &'p [u8]) -> Said<Option<(u8, &'p [u8])>> {
    let Some((kind, rest)) = piece.split_first() else { return Ok(None) };
    let torn = || "a torn piece came from a task".to_owned();
    let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(torn)?;
    let length = usize::try_from(u32::from_be_bytes(*length)).map_err(|_| torn())?;
    let (record, rest) = rest.split_at_checked(length).ok_or_else(torn)?;
    *piece = rest;
    Ok(Some((*kind, record)))
}

fn put(kind: u8, record: &[u8], out: &mut Vec<u8>) {
    out.push(kind);
    // An entry is bounded by the limits of reading, far below 4 GiB.
    out.extend_from_slice(&u32::try_from(record.len()).unwrap_or(u32::MAX).to_be_bytes());
    out.extend_from_slice(record);
}

fn counts(record: &[u8]) -> Option<Counted> {
    let (unchanged, rest) = record.split_first_chunk()?;
    let (unchanged, repeated) = (u64::from_be_bytes(*unchanged), rest.try_into().ok()?);
    Some(Counted { unchanged, repeated: u64::from_be_bytes(repeated) })
}

/// A comparison, as one machine knows it.
#[derive(Debug)]
pub struct Comparing {
    cli: Cli,
    task: Task,
}

impl Comparing {
    /// The words of the command, and the task as [`Elsewhere::fill`] was given it.
    ///
    /// # Errors
    /// When either is not what the other machine had.
    pub fn new(words: Vec<OsString>, task: &str) -> Said<Comparing> {
        let cli = Cli::try_parse_from(words).map_err(|error| error.to_string())?;
        let task = serde_json::from_str(task).map_err(|error| error.to_string())?;
        let comparing = Comparing { cli, task };
        comparing.args().map(drop)?;
        Ok(comparing)
    }

    fn args(&self) -> Said<&DiffArgs> {
        match &self.cli.command {
            Command::Diff(args) => Ok(args),
            _ => Err("no comparison".to_owned()),
        }
    }

    /// Reads documents, which are some of those of a side, and gives their entries as rows. What was told is given
    /// back. Ends early where `give` is `false`.
    ///
    /// # Errors
    /// When the machine fails. A document that cannot be read is told.
    pub fn read(
        &self,
        documents: &str,
        bucket: i32,
        give: &mut dyn FnMut(Columns) -> bool,
    ) -> Said<String> {
        let args = self.args()?;
        let failed = |failure: Failure| said(&failure);
        let sources = serde_json::from_str(documents).map_err(|error| error.to_string())?;
        let mut header = self.task.header.header();
        header.kind = Kind::Urlset;
        let plan = plan_of(sources, header);
        let store = args.memory.store().map_err(failed)?;
        let reading = table::reading(&args.table).map_err(failed)?;
        let mut opening = Opening::new(&args.reading, reading, store).map_err(failed)?;
        opening.read.keep_invalid = args.keep_invalid;
        let mut reader = Documents::new(&plan.documents, &plan.header, &opening)
            .counted(true)
            .fail_fast(args.follow.fail_fast);
        let bucket = if self.task.side == "NEW" { bucket | NEW } else { bucket };
        let mut told = Told::default();
        let read = keyed(&mut reader, (diff::how(args).key, bucket), give, &mut told);
        drop(reader);
        settle(read, &mut told)?;
        told.add_documents(&plan.documents);
        Ok(told.text())
    }

    /// Leaves what may differ.
    ///
    /// # Errors
    /// When the words are not those of a comparison.
    pub fn leaving(&self) -> Said<Left> {
        let alike = Alike::new(&diff::how(self.args()?));
        Ok(Left { alike, hash: None, piece: Vec::new() })
    }
}

/// Takes rows by their hashes, those of one hash in the order of reading, OLD first.
#[derive(Debug)]
pub struct Left {
    alike: Alike<(bool, Vec<u8>)>,
    hash: Option<i64>,
    piece: Vec<u8>,
}

impl Left {
    /// Takes a row as [`Comparing::read`] gives it.
    ///
    /// # Errors
    /// When it is no such row.
    pub fn push(&mut self, hash: i64, bucket: i32, payload: &[u8]) -> Said<()> {
        let piece = &mut self.piece;
        let mut left = |(is_new, entry): (bool, Vec<u8>)| put(u8::from(is_new), &entry, piece);
        if self.hash.replace(hash) != Some(hash) {
            self.alike.end(&mut left);
        }
        let mut entry = Entry::default();
        decode(payload, &mut entry).map_err(|error| error.to_string())?;
        let is_new = bucket >= NEW;
        self.alike.push(entry, is_new, (is_new, payload.to_owned()), &mut left);
        Ok(())
    }

    /// What is left by now.
    #[must_use]
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.piece)
    }

    /// The rest, and what was taken out.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        let piece = &mut self.piece;
        let mut left = |(is_new, entry): (bool, Vec<u8>)| put(u8::from(is_new), &entry, piece);
        self.alike.end(&mut left);
        let Counted { unchanged, repeated } = self.alike.counted();
        let counts = [unchanged.to_be_bytes(), repeated.to_be_bytes()].concat();
        put(COUNTS, &counts, &mut self.piece);
        self.piece
    }
}
