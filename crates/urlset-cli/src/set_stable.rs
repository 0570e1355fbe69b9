//! `--stable --previous`: the set as it was, and the files in which URLs stay.

use crate::change::{Change, audits, copying};
use crate::documents::Documents;
use crate::exit::{Cause, Failure};
use crate::inputs::{self, Wanted};
use crate::pipeline::Pipeline;
use crate::plan::Refused;
use crate::report::Report;
use crate::set_files::Made;
use crate::set_run::Maker;
use crate::set_slots::{Slots, Standing};
use crate::set_target::SetTarget;
use crate::update_set;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use urlset::ops;
use urlset::shard::{Filled, Previous, Shard, Slot, Stable};
use urlset::store::Store;
use urlset::{Diagnostic, EntryReader, Header, Lost, Position, Result, Severity, Sink};

/// The previous set; nothing where none is asked for.
pub(crate) struct Before<'s> {
    previous: Option<Previous<'s>>,
    slots: HashMap<u32, Standing>,
}

impl<'s> Before<'s> {
    /// Reads which URL is in which file. A set of which something cannot be read is refused: what
    /// takes its place would not be what it was.
    pub(crate) fn read(
        change: &mut Change<'_>,
        pipeline: &Pipeline<'s>,
        target: &SetTarget,
    ) -> Result<Before<'s>> {
        let mut before = Before { previous: None, slots: HashMap::new() };
        let Some(path) = &target.previous else {
            return Ok(before);
        };
        let mut previous = Previous::new(pipeline.store);
        if path.symlink_metadata().is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound)
        {
            // The first run of a set has none before it.
            change.told.lines.push(format!("{}: no previous set", path.display()));
            before.previous = Some(previous);
            return Ok(before);
        }
        let (gaps, wanted) = (change.report.gaps(), wanted(path)?);
        let opening = pipeline.opening.detecting();
        let how = (&opening, &change.args.follow.resolve[..], change.common);
        let found = update_set::find(wanted.clone(), how, &mut change.report)?;
        if change.report.gaps() > gaps {
            return Err(broken(path, &change.report));
        }
        let folder = wanted.iter().filter(|_| found.indexes.is_empty());
        let slots = Slots::new(target).divide(path, found.documents, folder)?;
        let named = target.index.is_some() && !found.indexes.is_empty();
        change.told.lines.extend(slots.told(path, named));
        let reader = Documents::new(&slots.documents, &Header::default(), &opening);
        let mut reader = reader.fail_fast(true);
        let mut sink = Whole { report: &mut change.report, gaps: 0 };
        let fits = |number: u32, group: &[String]| fits(target, &slots.standing, number, group);
        let read = previous.read(&mut reader, &target.keys, &fits, &mut sink);
        if sink.gaps > 0 {
            return Err(broken(path, &change.report));
        }
        read?;
        before.previous = Some(previous);
        before.slots = slots.standing;
        Ok(before)
    }

    /// Names that URLs stay under, or without the hash in them.
    pub(crate) fn names(&self, target: &SetTarget) -> HashSet<PathBuf> {
        let names = self.slots.values().filter_map(|one| one.name.to_str());
        names.filter_map(|name| target.template.with_hash(name, "")).map(PathBuf::from).collect()
    }

    /// Files of the previous set that stand where the new one is written.
    pub(crate) fn standing(&self) -> Vec<PathBuf> {
        self.slots.values().filter(|one| one.here).map(|one| one.name.clone()).collect()
    }

    /// Copies every entry into the file that it was in, or one that has room.
    pub(crate) fn fill(
        self,
        (reader, maker): (&mut dyn EntryReader, &Maker<'_, '_>),
        (target, store): (&SetTarget, &'s Store),
        report: &mut Report,
    ) -> Result<()> {
        let Some(previous) = self.previous else {
            return Ok(());
        };
        let slots = self.slots;
        let fits = |number: u32, group: &[String]| fits(target, &slots, number, group);
        let open = |slot: &Slot, shard: &Shard, at: Position| {
            let (name, after) = match slot {
                Slot::Old(number) => (slots.get(number), Some(number)),
                Slot::New(after) => (None, after.as_ref()),
            };
            let output = maker.open_as(name.map(|one| one.name.as_path()), shard, at.input)?;
            if let Some(made) = maker.files.borrow_mut().made.last_mut() {
                made.place = after.and_then(|number| slots.get(number)).map_or(0, |one| one.place);
            }
            Ok(output)
        };
        let done = |filled: Filled| {
            maker.files.borrow_mut().done(&filled);
            Ok(())
        };
        let mut stable = Stable::new(
            (&target.keys, target.room),
            (previous, store),
            &fits,
            Box::new(open),
            Box::new(done),
        );
        let mut audits = audits();
        let mut copying = copying(maker.format(0), &mut audits);
        ops::copy(reader, &mut stable, &mut copying, report)?;
        stable.finish(report)
    }
}

/// Whether the name of a file is true of a group.
fn fits(target: &SetTarget, slots: &HashMap<u32, Standing>, number: u32, group: &[String]) -> bool {
    let name = slots.get(&number).and_then(|one| one.name.to_str());
    name.is_none_or(|name| target.template.matches_group(name, &target.keys, group))
}

/// Adds files of the previous set that no file of the new one has become to those that are stale.
pub(crate) fn gone(standing: Vec<PathBuf>, made: &[Made], stale: &mut Vec<PathBuf>) {
    let whole = |path: &Path| path.canonicalize().ok();
    let files = made.iter().filter_map(|made| made.path.as_deref());
    let known: HashSet<PathBuf> =
        files.chain(stale.iter().map(PathBuf::as_path)).filter_map(whole).collect();
    let is_gone = |path: &PathBuf| whole(path).is_some_and(|path| !known.contains(&path));
    let more: Vec<PathBuf> = standing.into_iter().filter(is_gone).collect();
    stale.extend(more);
    stale.sort();
}

/// The files that may be of the previous set; none where its folder is empty.
fn wanted(path: &Path) -> Result<Vec<Wanted>> {
    let mut wanted = inputs::expand(&[path.as_os_str().to_owned()]).map_err(Refused::error)?;
    wanted.retain(|one| !inputs::is_empty_folder(one));
    Ok(wanted)
}

fn broken(path: &Path, report: &Report) -> urlset::Error {
    let message = format!("{}: the previous set cannot be read to its end", path.display());
    let failure = Failure::new(report.cause().unwrap_or(Cause::Data), message);
    Refused::error(failure.hint("mend it, or cut the set anew without `--stable`"))
}

/// Tells of the previous set only what keeps an entry of it from being known: its other faults go
/// with the files that are written anew.
struct Whole<'r> {
    report: &'r mut Report,
    gaps: u64,
}

impl Sink for Whole<'_> {
    fn report(&mut self, finding: Diagnostic) -> Result<()> {
        let left_out = finding.lost == Lost::Entry && finding.severity > Severity::Note;
        if finding.lost == Lost::Rest || left_out {
            self.gaps += 1;
            return self.report.report(finding);
        }
        Ok(())
    }
}
