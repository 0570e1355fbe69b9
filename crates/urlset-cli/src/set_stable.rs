//! `--stable --previous`: the set as it was, and the files in which URLs stay.

use crate::change::{Change, audits, copying};
use crate::documents::Documents;
use crate::exit::{Cause, Failure};
use crate::inputs;
use crate::names;
use crate::number::count;
use crate::pipeline::Pipeline;
use crate::plan::{Document, Refused};
use crate::report::Report;
use crate::set_index::plain;
use crate::set_run::Maker;
use crate::set_target::SetTarget;
use crate::update::Wary;
use crate::update_files::path_of;
use crate::update_set::{self, OldSet};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use urlset::ops;
use urlset::shard::{Filled, Previous, Shard, Slot, Stable};
use urlset::store::Store;
use urlset::{EntryReader, Format, Header, Position, Result};

/// The previous set; nothing where none is asked for.
pub(crate) struct Before<'s> {
    previous: Option<Previous<'s>>,
    /// What each of its files is called in the set that is written.
    names: HashMap<u32, PathBuf>,
}

impl<'s> Before<'s> {
    /// Reads which URL is in which file.
    pub(crate) fn read(
        change: &mut Change<'_>,
        pipeline: &Pipeline<'s>,
        target: &SetTarget,
    ) -> Result<Before<'s>> {
        let mut before = Before { previous: None, names: HashMap::new() };
        let (Some(path), Some(format)) = (&target.previous, target.format) else {
            return Ok(before);
        };
        let mut previous = Previous::new(pipeline.store);
        if !path.exists() {
            // The first run of a set has none before it.
            change.told.lines.push(format!("{}: no previous set", path.display()));
            before.previous = Some(previous);
            return Ok(before);
        }
        let wanted = inputs::expand(&[path.as_os_str().to_owned()]).map_err(Refused::error)?;
        let wanted: Vec<_> = wanted
            .into_iter()
            .filter(|one| !matches!(one.from, inputs::From::Nothing(..)))
            .collect();
        let opening = pipeline.opening.detecting();
        let resolve = &change.args.follow.resolve;
        let found = update_set::find(wanted, &opening, resolve, &mut change.report)?;
        let documents = of_format(found, format, path, change).map_err(Refused::error)?;
        let root = if path.is_dir() { path } else { path.parent().unwrap_or(Path::new("")) };
        let folder = folder(change.args.target.output.as_deref());
        for document in &documents {
            let place = path_of(document);
            let name = place.strip_prefix(root).unwrap_or(&place);
            if names::by_path(name).1 != target.compressed {
                let message = format!("--stable: {} is of another kind than -o", place.display());
                let failure = Failure::usage(message);
                return Err(Refused::error(failure.hint("keep the suffix of the previous set")));
            }
            before.names.insert(document.number, plain(&folder.join(name)));
        }
        let mut reader = Documents::new(&documents, &Header::default(), &opening).fail_fast(true);
        let mut sink = Wary { report: &mut change.report, broken: false };
        previous.read(&mut reader, &target.keys, &mut sink)?;
        if sink.broken {
            let message = format!("{}: the previous set is broken", path.display());
            return Err(Refused::error(Failure::new(Cause::Data, message)));
        }
        before.previous = Some(previous);
        Ok(before)
    }

    /// Names that URLs stay under.
    pub(crate) fn names(&self) -> impl Iterator<Item = &PathBuf> {
        self.names.values()
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
        let hashed = target.template.is_hashed();
        let names = self.names;
        let open = |slot: &Slot, shard: &Shard, at: Position| {
            let name = match slot {
                // What is named after its content keeps its name with that.
                Slot::Old(number) if !hashed => names.get(number).map(PathBuf::as_path),
                _ => None,
            };
            maker.open_as(name, shard, at.input)
        };
        let done = |filled: Filled| {
            maker.files.borrow_mut().done(&filled);
            Ok(())
        };
        let mut stable = Stable::new(
            (&target.keys, target.room),
            (previous, store),
            Box::new(open),
            Box::new(done),
        );
        let mut audits = audits();
        let mut copying = copying(maker.format(0), &mut audits);
        ops::copy(reader, &mut stable, &mut copying, report)?;
        stable.finish(report)
    }
}

/// The files of the previous set in the format that is written. Where there are only others, no URL
/// could stay where it is, and that is not what was meant.
fn of_format(
    found: OldSet,
    format: &Format,
    path: &Path,
    change: &mut Change<'_>,
) -> std::result::Result<Vec<Document>, Failure> {
    let OldSet { mut documents, indexes } = found;
    let other = documents.iter().find(|one| *one.facts.format != *format.name);
    let other = other.map(|one| (one.name.clone(), one.facts.format.clone()));
    let before = documents.len();
    documents.retain(|document| *document.facts.format == *format.name);
    let path = path.display();
    match other {
        Some((name, other)) if documents.is_empty() => {
            let message = format!("--previous {path}: no {} in it; {name} is {other}", format.name);
            let failure = Failure::usage(message);
            Err(failure.hint("write the format of the previous set, or leave out --stable"))
        }
        Some((name, other)) if !indexes.is_empty() => {
            let files = count((before - documents.len()) as u64, "file");
            change.told.lines.push(format!(
                "{path}: {files} not {}, whose URLs do not stay there, first {name}, which is {other}",
                format.name
            ));
            Ok(documents)
        }
        None if documents.is_empty() => {
            change.told.lines.push(format!("{path}: no previous set"));
            Ok(documents)
        }
        _ => Ok(documents),
    }
}

/// The folder of a template, as far as it has no fields.
fn folder(output: Option<&Path>) -> PathBuf {
    let text = output.and_then(Path::to_str).unwrap_or_default();
    let fixed = text.split('{').next().unwrap_or_default();
    PathBuf::from(fixed.rsplit_once('/').map_or("", |(folder, _)| folder))
}
