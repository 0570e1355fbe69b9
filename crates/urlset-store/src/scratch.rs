//! A temporary file without a name: gone when it is closed, however the process ends.

use crate::record::damaged;
use crate::{Store, rules};
use std::fs::File;
use std::io::{ErrorKind, Seek, Write};
use std::path::Path;
use urlset_core::{Error, Result};

/// Bytes in a temporary file without a name: appended once, then read at any place.
#[derive(Debug)]
pub struct Scratch {
    file: File,
    store: Store,
    length: u64,
}

impl Scratch {
    /// An empty file in the folder of a store.
    ///
    /// # Errors
    /// `limit/disk` when the folder takes no files.
    pub fn new(store: &Store) -> Result<Scratch> {
        let folder = store.folder();
        let file = tempfile::tempfile_in(folder).map_err(|error| explain(&error, folder))?;
        Ok(Scratch { file, store: store.clone(), length: 0 })
    }

    /// Makes sure, as far as one can, that so many bytes more can be written: before the work that
    /// they cost.
    pub(crate) fn expect(&self, bytes: u64) -> Result<()> {
        match free(&self.file) {
            Some(free) if free < bytes => Err(self.no_room(bytes, free, "")),
            _ => Ok(()),
        }
    }

    /// Appends, and gives where the bytes begin.
    ///
    /// # Errors
    /// `limit/disk` when they find no room.
    pub fn append(&mut self, bytes: &[u8]) -> Result<u64> {
        let start = self.length;
        self.file.write_all(bytes).map_err(|error| match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                let free = free(&self.file).unwrap_or(0);
                self.no_room(bytes.len() as u64, free, &format!(": {error}"))
            }
            _ => explain(&error, self.store.folder()),
        })?;
        self.length += bytes.len() as u64;
        self.store.count_spilled(bytes.len() as u64);
        Ok(start)
    }

    /// The file, to be read from its start.
    ///
    /// # Errors
    /// When it cannot be rewound.
    pub fn into_file(mut self) -> Result<File> {
        self.file.rewind()?;
        Ok(self.file)
    }

    fn no_room(&self, bytes: u64, free: u64, why: &str) -> Error {
        let folder = self.store.folder().display();
        let detail = format!("{bytes} bytes needed, {free} free in {folder}{why}");
        rules::DISK.found().detail(detail).into()
    }

    /// How long the file is.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Fills `bytes` from a place.
    ///
    /// # Errors
    /// `limit/disk` when the folder fails, or does not give what was written.
    pub fn read(&self, bytes: &mut [u8], from: u64) -> Result<()> {
        read_at(&self.file, bytes, from).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => damaged(),
            _ => explain(&error, self.store.folder()),
        })
    }
}

/// The failure of a temporary file, with its folder.
fn explain(error: &std::io::Error, folder: &Path) -> Error {
    rules::DISK.found().detail(format!("in {}: {error}", folder.display())).into()
}

#[cfg(test)]
std::thread_local! {
    /// What a test says is free.
    pub(crate) static FREE: std::cell::Cell<Option<u64>> = const { std::cell::Cell::new(None) };
}

#[cfg(unix)]
fn free(file: &File) -> Option<u64> {
    #[cfg(test)]
    if let Some(free) = FREE.get() {
        return Some(free);
    }
    let room = rustix::fs::fstatvfs(file).ok()?;
    room.f_bavail.checked_mul(room.f_frsize)
}

#[cfg(not(unix))]
fn free(_: &File) -> Option<u64> {
    None
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], from: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, from)
}

/// The place moves; it goes back to the end, where is written.
#[cfg(not(unix))]
fn read_at(mut file: &File, bytes: &mut [u8], from: u64) -> std::io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    file.seek(SeekFrom::Start(from))?;
    file.read_exact(bytes)?;
    file.seek(SeekFrom::End(0)).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::Scratch;
    use crate::Store;
    use std::path::Path;
    use urlset_core::Error;

    fn why(error: &Error) -> String {
        match error {
            Error::Stopped(finding) => format!("{} {}", finding.rule.id, finding.detail),
            error => error.to_string(),
        }
    }

    #[test]
    fn bytes_are_read_where_they_were_written() {
        let store = Store::new(0, None);
        let mut scratch = Scratch::new(&store).unwrap();
        assert_eq!(scratch.append(b"one").unwrap(), 0);
        assert_eq!(scratch.append(b"two").unwrap(), 3);
        let mut bytes = [0; 3];
        scratch.read(&mut bytes, 3).unwrap();
        assert_eq!((&bytes, store.spilled()), (b"two", 6));
        assert!(scratch.read(&mut bytes, 4).is_err());
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let store = Store::new(0, Some(Path::new("/no/such/folder")));
        let error = Scratch::new(&store).unwrap_err();
        let error = why(&error);
        assert!(error.starts_with("limit/disk in /no/such/folder: "), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_full_disk_is_a_limit() {
        let folder = std::env::temp_dir();
        let store = Store::new(0, Some(&folder));
        let mut scratch = Scratch::new(&store).unwrap();
        let error = why(&scratch.expect(1 << 62).unwrap_err());
        assert!(error.starts_with("limit/disk 4611686018427387904 bytes needed, "), "{error}");
        assert!(error.ends_with(&format!(" free in {}", folder.display())), "{error}");
        scratch.expect(1).unwrap();
        if let Ok(full) = std::fs::File::options().write(true).open("/dev/full") {
            scratch.file = full;
            let error = why(&scratch.append(b"x").unwrap_err());
            assert!(error.starts_with("limit/disk 1 bytes needed, "), "{error}");
            assert!(error.contains(&format!(" free in {}: ", folder.display())), "{error}");
        }
    }
}
