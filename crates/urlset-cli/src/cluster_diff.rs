//! A comparison of which others read the entries: they bring those of one key together, and take out what both sides
//! have. What is left is compared as the command compares all of it.

use crate::cluster::{Done, Elsewhere, Heading, Source, alone};
use crate::cluster_look::{Task, put, record};
use crate::cluster_part::{Said, keyed, said, settle};
use crate::cluster_rows::Columns;
use crate::cluster_told::Told;
use crate::diff_args::DiffArgs;
use crate::documents::Documents;
use crate::exit::Failure;
use crate::opening::Opening;
use crate::plan::{Plan, Refused};
use crate::report::Report;
use crate::{diff, table};
use urlset::diff::{Alike, Counted, Gathered, How, Side};
use urlset::store::{Store, decode};
use urlset::{Entry, Result};

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

/// Has others read one side; gives whether a document failed where that is to end the run.
pub(crate) fn read(
    others: &dyn Elsewhere,
    plan: &Plan,
    side: &str,
    report: &mut Report,
) -> Result<bool> {
    let documents = plan.documents.iter().map(Source::of);
    let documents = documents.collect::<std::result::Result<_, _>>().map_err(Refused::error)?;
    let side = side.to_owned();
    let (header, robots) = (Heading::of(&plan.header), Vec::new());
    let task = Task { side, header, now: 0, robots, languages: None, documents };
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

fn counts(record: &[u8]) -> Option<Counted> {
    let (unchanged, rest) = record.split_first_chunk()?;
    let (unchanged, repeated) = (u64::from_be_bytes(*unchanged), rest.try_into().ok()?);
    Some(Counted { unchanged, repeated: u64::from_be_bytes(repeated) })
}

/// Reads documents of a side, as rows with the hashes of their keys.
pub(crate) fn keyed_side(
    args: &DiffArgs,
    (plan, side, bucket): (&Plan, &str, i32),
    give: &mut dyn FnMut(Columns) -> bool,
) -> Said<String> {
    let failed = |failure: Failure| said(&failure);
    let store = args.memory.store().map_err(failed)?;
    let reading = table::reading(&args.table).map_err(failed)?;
    let mut opening = Opening::new(&args.reading, reading, store).map_err(failed)?;
    opening.read.keep_invalid = args.keep_invalid;
    let mut reader = Documents::new(&plan.documents, &plan.header, &opening)
        .counted(true)
        .fail_fast(args.follow.fail_fast);
    let bucket = if side == "NEW" { bucket | NEW } else { bucket };
    let mut told = Told::default();
    let read = keyed(&mut reader, (diff::how(args).key, bucket), give, &mut told);
    drop(reader);
    settle(read, &mut told)?;
    told.add_documents(&plan.documents);
    Ok(told.text())
}

/// Takes rows by their hashes, those of one hash in the order of reading, OLD first.
#[derive(Debug)]
pub(crate) struct Left {
    alike: Alike<(bool, Vec<u8>)>,
    hash: Option<i64>,
    piece: Vec<u8>,
    ended: bool,
}

impl Left {
    /// Leaves what may differ.
    pub(crate) fn new(args: &DiffArgs) -> Left {
        Left { alike: Alike::new(&diff::how(args)), hash: None, piece: Vec::new(), ended: false }
    }

    pub(crate) fn push(&mut self, hash: i64, bucket: i32, payload: &[u8]) -> Said<()> {
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
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.piece)
    }

    /// The rest, and what was taken out; empty where that was given.
    pub(crate) fn rest(&mut self) -> Vec<u8> {
        if std::mem::replace(&mut self.ended, true) {
            return self.take();
        }
        let piece = &mut self.piece;
        let mut left = |(is_new, entry): (bool, Vec<u8>)| put(u8::from(is_new), &entry, piece);
        self.alike.end(&mut left);
        let Counted { unchanged, repeated } = self.alike.counted();
        let counts = [unchanged.to_be_bytes(), repeated.to_be_bytes()].concat();
        put(COUNTS, &counts, piece);
        self.take()
    }
}
