//! One file of a set while it is written.

use crate::Error;
use crate::folder;
use crate::hash::Hash;
use crate::os;
use crate::pending::{Step, Ticket};
use crate::same::is_same;
use crate::set::{Placed, Shared, Target};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::Path;
use std::sync::Arc;

/// One file of a set while it is written. Dropped before [`Draft::finish`] it leaves nothing
/// behind. Nothing is buffered.
#[derive(Debug)]
pub struct Draft {
    file: File,
    /// Of a file that is named after its content.
    hash: Option<Hash>,
    kept: Finished,
}

/// A file whose bytes are all on disk. Without a name it goes when it is dropped.
#[derive(Debug)]
pub struct Finished {
    shared: Arc<Shared>,
    temporary: Arc<Path>,
    /// What people know: the path or, without a name, the folder.
    given: Arc<Path>,
    /// `None` once the set has it.
    ticket: Option<Ticket>,
    target: Option<Target>,
    hash: Option<u64>,
    length: u64,
    /// See [`Placed::open`].
    open: Option<File>,
}

impl Draft {
    /// Begins a file in `folder`, which people know as `given`.
    pub(crate) fn open(
        shared: &Arc<Shared>,
        folder: &Path,
        given: &Path,
        target: Option<Target>,
    ) -> Result<Draft, Error> {
        let mut held = shared.options.pending.hold();
        let made = folder::create(folder, "tmp", &mut held, folder::new_file);
        let (temporary, file) = made.map_err(Error::io(given, "written"))?;
        let temporary: Arc<Path> = temporary.into();
        let ticket = Some(held.add(shared.id, Step::Remove(temporary.clone())));
        drop(held);
        let shared = shared.clone();
        let given = target.as_ref().map_or_else(|| given.into(), |target| target.path.clone());
        let hash = target.is_none().then(Hash::new);
        let kept = Finished {
            shared,
            temporary,
            given,
            ticket,
            target,
            hash: None,
            length: 0,
            open: None,
        };
        Ok(Draft { file, hash, kept })
    }

    /// Takes back what was written.
    ///
    /// # Errors
    ///
    /// When the file cannot be emptied.
    pub fn restart(&mut self) -> io::Result<()> {
        self.hash = self.hash.is_some().then(Hash::new);
        self.kept.length = 0;
        self.file.set_len(0)?;
        self.file.rewind()
    }

    /// Puts another file into the place of this one.
    pub(crate) fn fill(mut self, staged: &Path) -> Result<Draft, Error> {
        let moved = fs::rename(staged, self.kept.temporary());
        moved.map_err(|cause| self.kept.failed(cause))?;
        let opened = OpenOptions::new().read(true).write(true).open(self.kept.temporary());
        self.file = opened.map_err(|cause| self.kept.failed(cause))?;
        os::lock(&self.file);
        let facts = self.file.metadata().map_err(|cause| self.kept.failed(cause))?;
        self.kept.length = facts.len();
        Ok(self)
    }

    /// Another hand on the file, for those who write elsewhere than they decide. What it writes is
    /// not in the hash, so the file must have its name from the beginning.
    ///
    /// # Errors
    ///
    /// When the file has no name yet, or the system has no more open files.
    pub fn hand(&self) -> io::Result<File> {
        match self.kept.target {
            Some(_) => self.file.try_clone(),
            None => Err(io::Error::other("a file that is named after its content")),
        }
    }

    /// The error of this file, for those who write it through something else.
    pub fn failed(&self, cause: io::Error) -> Error {
        self.kept.failed(cause)
    }

    /// Brings all bytes to the disk. A file that has its name is in the set then.
    ///
    /// # Errors
    ///
    /// When the disk fails, or the set is committed already.
    pub fn finish(self) -> Result<Finished, Error> {
        let Draft { file, hash, mut kept } = self;
        kept.hash = hash.map(|hash| hash.finish());
        let unchanged = match &kept.target {
            Some(target) => is_same(&kept.temporary, &target.place, kept.shared.options.equal)
                .map_err(|cause| kept.failed(cause))?,
            None => false,
        };
        if !unchanged {
            file.sync_all().map_err(|cause| kept.failed(cause))?;
        }
        kept.open = kept.shared.options.lock.is_none().then_some(file);
        match kept.target.take() {
            Some(target) => kept.place(target, unchanged),
            None => Ok(kept),
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write(bytes)?;
        if let Some(hash) = &mut self.hash {
            hash.update(bytes.get(..count).unwrap_or(bytes));
        }
        self.kept.length += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Finished {
    /// XXH64 of what was written, as 16 hexadecimal digits; `None` for a file that had its name from
    /// the beginning.
    pub fn hash(&self) -> Option<String> {
        self.hash.map(|hash| format!("{hash:016x}"))
    }

    /// How many bytes were written.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Whether it has its name, so that the set has it.
    pub fn is_named(&self) -> bool {
        self.ticket.is_none()
    }

    fn failed(&self, cause: io::Error) -> Error {
        Error::io(&self.given, "written")(cause)
    }

    pub(crate) fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Joins the set under a name.
    pub(crate) fn place(mut self, target: Target, unchanged: bool) -> Result<Finished, Error> {
        let Some(ticket) = self.ticket else {
            return Ok(self);
        };
        let temporary = self.temporary.clone();
        let open = self.open.take();
        self.shared.join(Placed { target, temporary, ticket, unchanged, open })?;
        self.ticket = None;
        Ok(self)
    }
}

impl Drop for Finished {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            let _ = self.shared.options.pending.hold().run(ticket);
        }
    }
}
