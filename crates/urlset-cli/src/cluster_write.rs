//! Writes the files of a set into a folder from which they are published.

use crate::cluster::Staged;
use crate::cluster_part::{Part, Said};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use urlset::store::decode;
use urlset::{Datetime, Entry, Output};

/// Writes one file after the other.
#[derive(Debug)]
pub struct Writing {
    part: Arc<Part>,
    folder: PathBuf,
    /// What tells its files from those of another try.
    mark: String,
    compressed: bool,
    current: Option<Current>,
    entry: Entry,
}

#[derive(Debug)]
struct Current {
    number: i64,
    path: PathBuf,
    file: File,
    output: Output<'static>,
    newest: Option<Datetime>,
    /// The document of its first entry.
    source: Option<u32>,
    /// What its entries were measured to take.
    expected: u64,
}

impl Writing {
    /// Writes into this folder; `mark` is part of every name.
    ///
    /// # Errors
    /// When the words do not say what is written.
    pub fn new(part: Arc<Part>, folder: &Path, mark: &str) -> Said<Writing> {
        let compressed = part.target()?.compressed;
        let (folder, mark) = (folder.to_owned(), mark.to_owned());
        Ok(Writing { part, folder, mark, compressed, current: None, entry: Entry::default() })
    }

    /// Takes the next entry of the file of this number, and gives what became of the file before, where that is
    /// another one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn push(&mut self, number: i64, size: i32, payload: &[u8]) -> Said<Option<String>> {
        let mut done = None;
        if self.current.as_ref().is_none_or(|current| current.number != number) {
            done = self.finish()?;
            self.current = Some(self.begin(number)?);
        }
        let at = decode(payload, &mut self.entry).map_err(|error| error.to_string())?;
        let Some(current) = &mut self.current else { return Ok(done) };
        current.source.get_or_insert(at.input);
        current.expected += u64::try_from(size).unwrap_or(0);
        if let Some(lastmod) = self.entry.lastmod {
            // The first of equals stays.
            let newer = |newest: Datetime| newest.earliest() < lastmod.earliest();
            if current.newest.is_none_or(newer) {
                current.newest = Some(lastmod);
            }
        }
        // What the writer finds was told when the entry was measured.
        current.output.write(&self.entry, &mut ()).map_err(|error| error.to_string())?;
        Ok(done)
    }

    fn begin(&self, number: i64) -> Said<Current> {
        let path = self.folder.join(format!("{number:08}-{}", self.mark));
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let file = File::create(&path).map_err(failed)?;
        let pen = file.try_clone().map_err(failed)?;
        let writer = self.part.writer()?;
        let output = match self.compressed {
            true => Output::new(urlset::gzip(pen), writer),
            false => Output::new(pen, writer),
        };
        Ok(Current { number, path, file, output, newest: None, source: None, expected: 0 })
    }

    /// Ends the last file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(&mut self) -> Said<Option<String>> {
        let Some(current) = self.current.take() else { return Ok(None) };
        let failed = |why: String| format!("{}: {why}", current.path.display());
        let written = current.output.finish().map_err(|error| failed(error.to_string()))?;
        current.file.sync_all().map_err(|error| failed(error.to_string()))?;
        if written.bytes != current.expected + self.part.task.frame {
            let expected = current.expected + self.part.task.frame;
            let why = format!(
                "a bug in urlset: {} bytes were written, {expected} measured",
                written.bytes
            );
            return Err(failed(why));
        }
        let staged = Staged {
            path: current.path.clone(),
            entries: written.entries,
            bytes: written.bytes,
            newest: current.newest.map(|date| date.to_string()),
            source: current.source.unwrap_or(0),
        };
        serde_json::to_string(&staged).map(Some).map_err(|error| failed(error.to_string()))
    }
}
