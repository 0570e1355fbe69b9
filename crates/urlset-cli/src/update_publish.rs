//! How the files of an update become visible: in which order, or all at once.

use crate::exit::{Cause, Failure};
use crate::set_files::refused;
use crate::stylesheet::StyleFile;
use crate::update::{Told, Update};
use crate::update_files::Made;
use crate::update_index::NewIndex;
use crate::{closing, index_write, output};
use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use urlset::publish::{self, Finale, Set};

impl Update<'_> {
    /// Publishes what was made, or says how that would be done. Of the files that `stand` there, the
    /// others stay.
    pub(crate) fn publish(
        &mut self,
        set: Option<Set>,
        (made, indexes, styles): (&[Made], &[NewIndex], &[StyleFile]),
        (stand, prune): (Vec<PathBuf>, &[PathBuf]),
        told: &mut Told,
    ) -> Result<(), Failure> {
        let stays = styles.iter().all(StyleFile::stays);
        if made.is_empty() && indexes.is_empty() && prune.is_empty() && stays {
            return Ok(());
        }
        // Files that give entries away come after those that take them and the index that names these:
        // a kill in between leaves entries twice, never none.
        let (givers, others): (Vec<&Made>, Vec<&Made>) = made.iter().partition(|one| one.gives());
        let givers = givers.iter().rev().map(|one| one.path.clone());
        let last: Vec<PathBuf> =
            indexes.iter().map(|index| index.path.clone()).chain(givers).collect();
        let Some(set) = set else {
            let new = styles.iter().filter(|one| !one.stays()).map(|one| &one.path);
            let files = others.iter().map(|one| &one.path).chain(new);
            let files: Vec<PathBuf> = files.cloned().collect();
            // What stays counts as what goes: the folder holds it.
            let stand: Vec<PathBuf> =
                stand.into_iter().chain(styles.iter().map(|one| one.path.clone())).collect();
            let plan =
                publish::Plan { files: &files, index: &last, prune: &stand, ..Default::default() };
            told.lines.push(format!("dry run: {}", closing::manner(plan.manner())));
            return Ok(());
        };
        for index in indexes {
            let mut draft = set.create(&index.path).map_err(|error| refused(&error))?;
            let written = draft.write_all(&index_write::packed(&index.path, &index.document));
            let name = index.path.display().to_string();
            written.map_err(|error| output::unwritten(&name, &error))?;
            draft.finish().map_err(|error| refused(&error))?;
        }
        styles.iter().try_for_each(|style| style.write(&set))?;
        let goes: HashSet<&PathBuf> = prune.iter().collect();
        for path in stand.iter().filter(|path| !goes.contains(path)) {
            set.keep(path).map_err(|error| refused(&error))?;
        }
        let outcome = set.commit(Finale { index: &last, prune });
        let outcome = outcome.map_err(|error| refused(&error))?;
        if !outcome.trouble.is_empty() {
            // The set stands, but not all of what should have been done was.
            self.report.blame(Cause::Output);
        }
        let how = closing::manner(outcome.manner);
        if outcome.not_exchanged {
            told.lines.push(format!("the folder could not be exchanged; {how}"));
        }
        self.report.tell(how);
        told.lines.extend(outcome.trouble.iter().map(ToString::to_string));
        Ok(())
    }
}
