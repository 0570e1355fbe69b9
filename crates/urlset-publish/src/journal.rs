//! Notes that let the next run tidy up after a kill: a file in each folder, from before the first
//! rename until all is done.
//!
//! It names the new files, which are in nobody's way if the commit point was not reached, and the
//! old ones that are to go if it was. Only plain names of the journal's own folder count, and only
//! files that are still the very ones: a journal that was copied, or made up, removes nothing. The
//! journal beside the file that decides names those of the other folders, which the next set may
//! not have.

use crate::Error;
use crate::folder;
use crate::os::identity;
use crate::pending::{Pending, Step};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

const FIRST: &str = "urlset journal 1";
const LAST: &str = "end";

/// Notes for one folder.
#[derive(Debug, Default)]
pub(crate) struct Journal(String);

impl Journal {
    /// The file whose rename from `temporary` to `path` is the commit point.
    pub(crate) fn point(&mut self, temporary: &Path, path: &Path) {
        if let (Some(from), Some(to)) = (temporary.to_str(), path.to_str()) {
            self.note("from", temporary, from);
            self.note("to", temporary, to);
        }
    }

    /// A file that becomes visible as `path` before the commit point.
    pub(crate) fn made(&mut self, temporary: &Path, path: &Path) {
        self.named("made", temporary, path);
    }

    /// A file that goes after it.
    pub(crate) fn prune(&mut self, path: &Path) {
        self.named("prune", path, path);
    }

    /// The journal of another folder.
    pub(crate) fn other(&mut self, path: &Path) {
        if let Some(name) = path.to_str() {
            self.note("other", path, name);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn named(&mut self, word: &str, of: &Path, path: &Path) {
        if let Some(name) = path.file_name().and_then(|name| name.to_str()) {
            self.note(word, of, name);
        }
    }

    /// Names that are no line of text are left out: they are not tidied up.
    fn note(&mut self, word: &str, of: &Path, name: &str) {
        if let (false, Ok(known)) = (name.contains('\n'), of.symlink_metadata()) {
            let _ = writeln!(self.0, "{word} {} {name}", identity(&known));
        }
    }

    /// Writes the notes down, durably. Gives the file that they are in.
    pub(crate) fn keep(
        &self,
        folder: &Path,
        pending: &Pending,
        set: u64,
    ) -> Result<PathBuf, Error> {
        let mut held = pending.hold();
        let made = folder::create(folder, "log", &mut held, folder::new_file);
        let (path, mut file) = made.map_err(Error::io(folder, "written to"))?;
        held.add(set, Step::RemoveJournal(path.clone()));
        drop(held);
        let text = format!("{FIRST}\n{}{LAST}\n", self.0);
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
        written.map_err(Error::io(&path, "written"))?;
        folder::sync(folder)?;
        Ok(path)
    }
}

/// The journals of other folders that this one names, as far as they are still the very files.
pub(crate) fn others(path: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let others = notes(&text).into_iter().filter(|note| note.word == "other");
    others.filter(|note| note.is_at(note.path())).map(|note| note.path().to_owned()).collect()
}

/// Does what a killed run could not do any more, then removes the journal.
pub(crate) fn finish(path: &Path) {
    let text = fs::read_to_string(path).unwrap_or_default();
    let notes = notes(&text);
    let stands = |word| notes.iter().any(|note| note.word == word && note.is_at(note.path()));
    // Neither stands: somebody else has been here since, and the files may be in use.
    let useless = match (stands("to"), stands("from")) {
        (true, _) => "prune",
        (_, true) => "made",
        _ => "",
    };
    let folder = folder::folder_of(path);
    for note in notes.iter().filter(|note| note.word == useless && note.is_plain()) {
        let file = folder.join(note.name);
        if note.is_at(&file) {
            let _ = fs::remove_file(file);
        }
    }
    let _ = fs::remove_file(path);
}

/// None where the journal was not written to its end.
fn notes(text: &str) -> Vec<Note<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    match lines.as_slice() {
        [FIRST, notes @ .., LAST] => notes.iter().filter_map(|line| Note::parse(line)).collect(),
        _ => Vec::new(),
    }
}

struct Note<'a> {
    word: &'a str,
    identity: &'a str,
    name: &'a str,
}

impl<'a> Note<'a> {
    fn parse(line: &'a str) -> Option<Note<'a>> {
        let (word, rest) = line.split_once(' ')?;
        let (identity, name) = rest.split_once(' ')?;
        Some(Note { word, identity, name })
    }

    fn path(&self) -> &Path {
        Path::new(self.name)
    }

    fn is_plain(&self) -> bool {
        self.path().file_name().is_some_and(|name| name == self.name)
    }

    fn is_at(&self, path: &Path) -> bool {
        path.symlink_metadata().is_ok_and(|known| identity(&known) == self.identity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run that was killed: what its journal says, and where the index stood.
    fn killed(index: &str, change: impl FnOnce(&Path)) -> Vec<String> {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| -> PathBuf { home.path().join(name) };
        for name in ["temporary", "made", "old", "kept"] {
            fs::write(at(name), name).unwrap();
        }
        let mut journal = Journal::default();
        journal.made(&at("made"), &at("made"));
        journal.prune(&at("old"));
        journal.note("made", &at("kept"), "../kept");
        journal.note("made", &at("kept"), at("kept").to_str().unwrap());
        journal.point(&at("temporary"), &at("index"));
        fs::rename(at("temporary"), at(index)).unwrap();
        journal.keep(home.path(), &Pending::default(), 0).unwrap();
        let log = fs::read_dir(home.path()).unwrap().map(|file| file.unwrap().path());
        let log = log.filter(|path| path.extension().is_some_and(|ending| ending == "log"));
        let log = log.last().unwrap();
        change(home.path());
        finish(&log);
        let left = fs::read_dir(home.path()).unwrap().map(|file| file.unwrap().file_name());
        let mut left: Vec<String> = left.map(|name| name.into_string().unwrap()).collect();
        left.sort();
        left
    }

    #[test]
    fn tidies_up_by_what_stands() {
        let nothing = |_: &Path| ();
        assert_eq!(killed("temporary", nothing), ["kept", "old", "temporary"]);
        assert_eq!(killed("index", nothing), ["index", "kept", "made"]);
        // Neither the one nor the other: the new files may be in use.
        assert_eq!(killed("elsewhere", nothing), ["elsewhere", "kept", "made", "old"]);
    }

    #[test]
    fn touches_only_what_it_knows() {
        let changed = |home: &Path| fs::write(home.join("made"), "by somebody else").unwrap();
        assert_eq!(killed("temporary", changed), ["kept", "made", "old", "temporary"]);
        let changed = |home: &Path| fs::write(home.join("index"), "by somebody else").unwrap();
        assert_eq!(killed("index", changed), ["index", "kept", "made", "old"]);
        let cut = |home: &Path| {
            for file in fs::read_dir(home).unwrap().map(|file| file.unwrap().path()) {
                let text = fs::read_to_string(&file).unwrap();
                fs::write(&file, text.trim_end_matches("end\n")).unwrap();
            }
        };
        assert_eq!(killed("index", cut), ["index", "kept", "made", "old"]);
    }
}
