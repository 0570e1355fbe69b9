//! What an update did, file by file.

use crate::names;
use crate::number::{self, count, thousands};
use crate::plan::Document;
use crate::sheet::OutputFacts;
use crate::stylesheet::StyleFile;
use crate::update::Told;
use crate::update_args::UpdateArgs;
use crate::update_files::{Made, path_of};
use crate::update_index::NewIndex;
use crate::update_pass::{Tally, Unknown};
use flate2::read::MultiGzDecoder;
use std::collections::HashSet;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Files that are listed.
const SHOWN: usize = 20;

impl Told {
    /// What is known before anything is written.
    pub(crate) fn count(&mut self, effects: &Tally) {
        let told = self;
        told.inserted = effects.inserted;
        for counts in effects.counts.values() {
            told.changed += counts.changed;
            told.deleted += counts.deleted;
        }
        told.not_deleted = effects.not_deleted.count;
        told.not_touched = effects.not_touched.count;
        for (what, unknown) in [("delete", &effects.not_deleted), ("touch", &effects.not_touched)] {
            told.lines.extend(not_there(what, unknown));
        }
    }

    /// `1 inserted, 2 changed, 1 deleted, 2 of 7 files rewritten, 1 new`.
    pub(crate) fn summary(&self) -> String {
        let Told { inserted, changed, deleted, .. } = self;
        let mut line = format!(
            "{} inserted, {} changed, {} deleted, {} of {} rewritten",
            thousands(*inserted),
            thousands(*changed),
            thousands(*deleted),
            thousands(self.rewritten),
            count(self.files, "file"),
        );
        for (number, what) in [
            (self.new, "new"),
            (self.removed, "removed"),
            (self.emptied, "no longer in the set"),
            (self.left_out, "left out by --where"),
        ] {
            if number > 0 {
                line += &format!(", {} {what}", thousands(number));
            }
        }
        line
    }
}

fn not_there(what: &str, unknown: &Unknown) -> Option<String> {
    (unknown.count > 0).then(|| {
        let (verb, urls) =
            (if unknown.count == 1 { "is" } else { "are" }, count(unknown.count, "URL"));
        format!("{urls} to {what} {verb} not in the set, first {}", unknown.first())
    })
}

/// Tells what becomes of the stylesheets.
pub(crate) fn styles(told: &mut Told, styles: &[StyleFile], dry: bool) {
    told.lines.extend(styles.iter().filter_map(|style| style.told(dry)));
    told.outputs.extend(styles.iter().map(|style| style.facts(!dry)));
}

/// Tells what becomes of every file.
pub(crate) fn files(
    told: &mut Told,
    (args, asked): (&UpdateArgs, bool),
    (kept, removed, prune): (&[Document], &[Document], &[PathBuf]),
    made: &[Made],
    indexes: &[NewIndex],
) {
    let mut lines = Vec::new();
    // Nobody else needs to know how large the others are.
    let bytes = |path: &Path| if asked { plain_bytes(path) } else { 0 };
    for one in made {
        let what = if one.document.is_some() { "rewritten" } else { "new" };
        lines.push(format!("{}: {what}: {}", one.path.display(), counts(one)));
        match one.document {
            Some(_) => told.rewritten += 1,
            None => told.new += 1,
        }
        let change = if one.document.is_some() { "replaced" } else { "written" };
        let (entries, bytes) = (one.written.entries, one.written.bytes);
        told.outputs.push(facts(&one.path, &one.format, (entries, bytes), change, args));
    }
    for document in removed {
        let (path, known) = (path_of(document), document.facts());
        // The index that named it is gone with this run; a later one does not know of it.
        let goes = prune.contains(&path);
        let how = match (args.prune, args.dry_run) {
            (true, _) if goes => "removed",
            (true, _) => "no longer in the set, but another index names it; left alone",
            (false, true) => "no longer in the set; `--prune` removes it",
            (false, false) => "no longer in the set; it stays, since `--prune` was not given",
        };
        lines.push(format!("{}: {how}", path.display()));
        let (size, change) = if goes {
            told.removed += 1;
            ((0, 0), "removed")
        } else {
            told.emptied += 1;
            ((known.entries, bytes(&path)), "unlisted")
        };
        told.outputs.push(facts(&path, &known.format, size, change, args));
    }
    for index in indexes {
        let entries = index.document.entries;
        lines.push(format!("{}: rewritten: {}", index.path.display(), count(entries, "sitemap")));
        let size = (entries, index.document.text.len() as u64);
        let facts =
            OutputFacts { index: true, ..facts(&index.path, "xml", size, "replaced", args) };
        told.outputs.push(facts);
    }
    let written: HashSet<u32> = made.iter().filter_map(|one| one.document).collect();
    for document in kept.iter().filter(|one| !written.contains(&one.number)) {
        let (path, known) = (path_of(document), document.facts());
        let size = (known.entries, bytes(&path));
        let facts = facts(&path, &known.format, size, "unchanged", args);
        told.outputs.push(facts);
    }
    if args.dry_run {
        lines = lines.into_iter().map(|line| format!("dry run: {line}")).collect();
    } else if lines.len() > SHOWN {
        let more = lines.len() - SHOWN;
        lines.truncate(SHOWN);
        lines.push(format!("and {} more", count(more as u64, "file")));
    }
    told.lines.append(&mut lines);
}

/// `3 changed, 1 deleted, 2 added, 1 moved on, 50,000 entries in 4,200,000 bytes`.
fn counts(made: &Made) -> String {
    let mut text = String::new();
    for (number, what) in [
        (made.counts.changed, "changed"),
        (made.counts.deleted, "deleted"),
        (made.added, "added"),
        (made.moved, "moved on"),
    ] {
        if number > 0 {
            text += &format!("{} {what}, ", thousands(number));
        }
    }
    let entries = number::entries(made.written.entries);
    text + &format!("{entries} in {} bytes", thousands(made.written.bytes))
}

/// Bytes of a file before compression; as far as it can be read.
fn plain_bytes(path: &Path) -> u64 {
    let plain = || {
        let file = File::open(path)?;
        if names::by_path(path).1 {
            return std::io::copy(&mut MultiGzDecoder::new(file), &mut std::io::sink());
        }
        Ok(file.metadata()?.len())
    };
    plain().unwrap_or_default()
}

fn facts(
    path: &Path,
    format: &str,
    (entries, bytes): (u64, u64),
    change: &'static str,
    args: &UpdateArgs,
) -> OutputFacts {
    OutputFacts {
        path: path.display().to_string(),
        format: format.to_owned(),
        entries,
        bytes,
        published: !args.dry_run && !matches!(change, "removed" | "unlisted"),
        index: false,
        change: Some(change),
    }
}
