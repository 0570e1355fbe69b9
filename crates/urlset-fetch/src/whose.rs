//! For whom a cache keeps what an address gave: who tells it user and password, or headers, may be given
//! what nobody else is.
//!
//! What they tell stands in no file and no name of one. A fingerprint does, of the folder's own: salted, and
//! slow enough that a password is not found by trying many.

use crate::cache::{open, unfinished};
use ring::pbkdf2::{PBKDF2_HMAC_SHA256, derive};
use ring::rand::{SecureRandom, SystemRandom};
use std::collections::HashMap;
use std::io::{Error, ErrorKind, Read, Write};
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The file with what makes the fingerprints of a folder its own.
const SALT: &str = ".urlset-cache-salt";

/// Each guess takes so many rounds, which are some hundredths of a second.
const ROUNDS: NonZeroU32 = NonZeroU32::MIN.saturating_add(100_000);

/// The fingerprints of a folder that were needed so far.
#[derive(Default)]
pub(crate) struct Fingerprints(Mutex<HashMap<String, String>>);

impl std::fmt::Debug for Fingerprints {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Fingerprints")
    }
}

impl Fingerprints {
    /// The fingerprint of what somebody tells; `None` where the folder has nothing of any, and is only read.
    pub(crate) fn of(
        &self,
        told: &str,
        folder: &Path,
        only_read: bool,
    ) -> std::io::Result<Option<String>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(told) {
            return Ok(Some(known.clone()));
        }
        let salt = match read(folder)? {
            None if only_read => return Ok(None),
            None => make(folder)?,
            Some(salt) => salt,
        };
        let mut bytes = [0; 16];
        derive(PBKDF2_HMAC_SHA256, ROUNDS, &salt, told.as_bytes(), &mut bytes);
        let fingerprint = format!("{:032x}", u128::from_be_bytes(bytes));
        known.insert(told.to_owned(), fingerprint.clone());
        Ok(Some(fingerprint))
    }
}

/// The salt of a folder, where it has one. One that is not whole, as a loss of power may leave it, would let
/// passwords be guessed.
fn read(folder: &Path) -> std::io::Result<Option<[u8; 16]>> {
    let damaged = || Error::other(format!("{SALT} is damaged: remove it"));
    let mut salt = [0; 16];
    match open(&folder.join(SALT)) {
        Ok((mut file, 16)) => file.read_exact(&mut salt).map(|()| Some(salt)),
        Ok(_) => Err(damaged()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(_) => Err(damaged()),
    }
}

/// Makes the salt of a folder.
fn make(folder: &Path) -> std::io::Result<[u8; 16]> {
    let mut salt = [0; 16];
    SystemRandom::new().fill(&mut salt).map_err(|_| Error::other("no random numbers"))?;
    let mut file = unfinished(folder)?;
    file.write_all(&salt)?;
    match file.persist_noclobber(folder.join(SALT)) {
        // Another run was first.
        Err(error) if error.error.kind() != ErrorKind::AlreadyExists => Err(error.error),
        _ => read(folder)?.ok_or_else(|| ErrorKind::NotFound.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Fingerprints, SALT};

    #[test]
    fn each_has_one_in_a_folder() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let of = |told, number: usize| {
            Fingerprints::default().of(told, folders[number].path(), false).unwrap().unwrap()
        };
        let ann = of("authorization: Basic YW5uOnB3\n", 0);
        assert_eq!(ann, of("authorization: Basic YW5uOnB3\n", 0), "also of another run");
        assert_ne!(ann, of("x-key: 1\n", 0));
        assert_ne!(ann, of("authorization: Basic YW5uOnB3\n", 1), "of another folder");
        let files = std::fs::read_dir(folders[0].path()).unwrap();
        let names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
        assert_eq!(names, [SALT]);
        for salt in ["", "short", "a salt that is too long"] {
            std::fs::write(folders[0].path().join(SALT), salt).unwrap();
            let error =
                Fingerprints::default().of("x-key: 1\n", folders[0].path(), false).unwrap_err();
            assert!(error.to_string().contains("remove it"), "{error}");
        }
        #[cfg(unix)]
        {
            let salt = folders[0].path().join(SALT);
            std::fs::remove_file(&salt).unwrap();
            std::os::unix::fs::symlink("/dev/zero", &salt).unwrap();
            let told = Fingerprints::default().of("x-key: 1\n", folders[0].path(), false);
            assert!(told.unwrap_err().to_string().contains("remove it"));
        }
    }

    #[test]
    fn a_folder_that_is_only_read_is_given_no_salt() {
        let folder = tempfile::tempdir().unwrap();
        let of = |only_read| Fingerprints::default().of("x-key: 1\n", folder.path(), only_read);
        assert_eq!(of(true).unwrap(), None);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        let made = of(false).unwrap();
        assert!(made.is_some());
        assert_eq!(of(true).unwrap(), made);
    }
}
