//! A folder of documents, each with what is needed to ask whether it has changed.
//!
//! Two files for an address, named by its hash: the document, and what is known of it as JSON. Who
//! tells the address user and password or headers has two of their own ([`crate::whose`]). Each
//! is written whole and renamed. They count only while the JSON is what was written and the
//! document's bytes are those that it tells of, so a run that was killed, another one beside it or a
//! damaged disk cannot make a wrong one.

use crate::FetchError;
use crate::fetched::About;
use crate::transfer::stored;
use crate::whose::Fingerprints;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::NamedTempFile;

/// How the names of what is being written begin and end. A file without a name cannot be given one
/// by safe means, so these have names, and a run that is killed leaves them.
const UNFINISHED: (&str, &str) = (".urlset-cache-", ".tmp");

/// When such a file is nobody's any more: the next run that uses the folder removes it. A copy takes
/// seconds, and each of its writes makes the file young again.
const ABANDONED: Duration = Duration::from_secs(3600);

/// FNV-1a of 128 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>.
const FNV_OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const FNV_PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// Where a note has the hash of all else that it tells.
const OWN: &str = "note";

/// Bytes of a note: addresses and three headers, each of which is less than the 300 KiB of all.
const LONGEST_NOTE: u64 = 1 << 20;

#[derive(Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
    fingerprints: Fingerprints,
    /// Nothing is fetched, so nothing is kept.
    only_read: bool,
}

/// Where a cache has what an address gives.
#[derive(Debug)]
pub(crate) struct Place<'c> {
    folder: &'c Path,
    /// The address, and behind it for whom it is kept.
    name: String,
}

/// What the cache has of an address.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) body: File,
    pub(crate) length: u64,
    /// Of a redirect its `url` is where that leads, which may be to itself.
    pub(crate) about: About,
    pub(crate) is_redirect: bool,
}

fn hash(mut state: u128, bytes: &[u8]) -> u128 {
    for byte in bytes {
        state = (state ^ u128::from(*byte)).wrapping_mul(FNV_PRIME);
    }
    state
}

/// The hash of a note. What was read is written again in the order that it was read in.
fn hash_of(note: &Value) -> String {
    format!("{:032x}", hash(FNV_OFFSET, note.to_string().as_bytes()))
}

/// Copies a file and gives its hash and length.
fn copy(from: &mut impl Read, to: &mut dyn Write) -> std::io::Result<(u128, u64)> {
    let (mut state, mut length, mut buffer) = (FNV_OFFSET, 0, vec![0; 64 << 10]);
    loop {
        let count = from.read(&mut buffer)?;
        if count == 0 {
            return Ok((state, length));
        }
        let piece = buffer.get(..count).unwrap_or_default();
        state = hash(state, piece);
        length += count as u64;
        to.write_all(piece)?;
    }
}

impl Cache {
    pub(crate) fn new(folder: &Path, only_read: bool) -> Result<Cache, FetchError> {
        let fingerprints = Fingerprints::default();
        let cache = Cache { folder: folder.to_owned(), fingerprints, only_read };
        if !only_read {
            std::fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
            cache.sweep();
        }
        Ok(cache)
    }

    /// Removes what killed runs left. What cannot be removed is in nobody's way.
    fn sweep(&self) {
        for entry in std::fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let is_ours = name
                .to_str()
                .and_then(|name| name.strip_prefix(UNFINISHED.0))
                .is_some_and(|rest| rest.ends_with(UNFINISHED.1));
            let is_abandoned = || {
                // Of the entry itself: links are not followed.
                let metadata = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
                Some(metadata.modified().ok()?.elapsed().ok()? > ABANDONED)
            };
            if is_ours && is_abandoned() == Some(true) {
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }

    /// The place of an address, for those who tell it this; `None` where the folder is only read, and has
    /// nothing of anybody who tells anything.
    ///
    /// # Errors
    /// When nobody can say which it is.
    pub(crate) fn place(
        &self,
        url: &str,
        told: Option<&str>,
    ) -> Result<Option<Place<'_>>, FetchError> {
        let Some(told) = told else {
            return Ok(Some(Place { folder: &self.folder, name: url.to_owned() }));
        };
        let whose = self.fingerprints.of(told, &self.folder, self.only_read);
        let whose = whose.map_err(|error| failed(&self.folder, &error))?;
        let name = whose.map(|whose| format!("{url} {whose}"));
        Ok(name.map(|name| Place { folder: &self.folder, name }))
    }
}

/// A file that is given its name once it is whole.
pub(crate) fn unfinished(folder: &Path) -> std::io::Result<NamedTempFile> {
    let (prefix, suffix) = UNFINISHED;
    tempfile::Builder::new().prefix(prefix).suffix(suffix).tempfile_in(folder)
}

/// A file of a folder that others may write too, from its start, and its length: a device or a pipe, which
/// may have no end, is none of ours.
pub(crate) fn open(path: &Path) -> std::io::Result<(File, u64)> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // To open a pipe without a writer would never end otherwise; a file takes no notice.
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path)?;
    let facts = file.metadata()?;
    match facts.is_file() {
        true => Ok((file, facts.len())),
        false => Err(Error::other("no regular file")),
    }
}

impl Place<'_> {
    fn path(&self, suffix: &str) -> PathBuf {
        self.folder.join(format!("{:032x}.{suffix}", hash(FNV_OFFSET, self.name.as_bytes())))
    }

    /// What is there of an address.
    ///
    /// # Errors
    /// When something is there that is not whole, or cannot be read: it counts for nothing.
    pub(crate) fn get(&self) -> Result<Option<Kept>, FetchError> {
        let damaged = || failed(self.folder, &Error::other("what it has of this is damaged"));
        let mut note = Vec::new();
        let read = open(&self.path("json"))
            .and_then(|(file, _)| file.take(LONGEST_NOTE + 1).read_to_end(&mut note));
        match read {
            Ok(length) if length as u64 > LONGEST_NOTE => return Err(damaged()),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(self.folder, &error)),
        }
        self.whole(&note).map(Some).ok_or_else(damaged)
    }

    /// What a note tells of, where both are whole.
    fn whole(&self, note: &[u8]) -> Option<Kept> {
        let mut note: Value = serde_json::from_slice(note).ok()?;
        let own = note.as_object_mut()?.remove(OWN)?;
        if own.as_str()? != hash_of(&note) || note.get("url")?.as_str()? != self.name {
            return None;
        }
        let (mut body, length) = open(&self.path("body")).ok()?;
        if note.get("length")?.as_u64()? != length {
            return None;
        }
        // One that grows meanwhile is not read for ever.
        let (found, read) = copy(&mut (&mut body).take(length), &mut std::io::sink()).ok()?;
        if read != length || note.get("hash")?.as_str()? != format!("{found:032x}") {
            return None;
        }
        body.rewind().ok()?;
        let text = |name: &str| note.get(name).and_then(Value::as_str).map(str::to_owned);
        let about = About {
            url: text("final_url")?,
            redirects: 0,
            content_type: text("content_type"),
            content_encoding: text("content_encoding"),
            last_modified: text("last_modified"),
            etag: text("etag"),
        };
        Some(Kept { body, length, about, is_redirect: note.get("redirect")?.as_bool()? })
    }

    /// Keeps what came of an address, and says why it could not; the document is none the worse for
    /// that.
    ///
    /// # Errors
    /// When the body cannot be taken back to its start.
    pub(crate) fn put(
        &self,
        about: &About,
        body: &mut File,
    ) -> Result<Option<FetchError>, FetchError> {
        let kept = self.try_put(about, body, false);
        body.rewind().map_err(|error| stored(&about.url, &error))?;
        Ok(kept.err().map(|error| failed(self.folder, &error)))
    }

    /// Keeps where an address leads: its document is that of another, and it has none itself.
    pub(crate) fn put_redirect(&self, to: &str) -> Option<FetchError> {
        let about = About { url: to.to_owned(), ..About::default() };
        let kept = self.try_put(&about, &mut std::io::empty(), true);
        kept.err().map(|error| failed(self.folder, &error))
    }

    fn try_put(
        &self,
        about: &About,
        body: &mut impl Read,
        is_redirect: bool,
    ) -> std::io::Result<()> {
        let mut copied = unfinished(self.folder)?;
        let (found, length) = copy(body, &mut copied)?;
        let mut note = json!({
            "url": self.name,
            "redirect": is_redirect,
            "final_url": about.url,
            "content_type": about.content_type,
            "content_encoding": about.content_encoding,
            "last_modified": about.last_modified,
            "etag": about.etag,
            "length": length,
            "hash": format!("{found:032x}"),
        });
        let own = hash_of(&note);
        if let Some(fields) = note.as_object_mut() {
            fields.insert(OWN.to_owned(), own.into());
        }
        let note = format!("{note:#}\n");
        if note.len() as u64 > LONGEST_NOTE {
            return Err(Error::other("its headers are too long to be kept"));
        }
        let mut file = unfinished(self.folder)?;
        file.write_all(note.as_bytes())?;
        copied.persist(self.path("body"))?;
        file.persist(self.path("json"))?;
        Ok(())
    }

    /// Removes what is there of an address, and says why it could not.
    pub(crate) fn forget(&self) -> Option<FetchError> {
        // The note first: a document alone counts for nothing.
        ["json", "body"].into_iter().find_map(|suffix| {
            let error = std::fs::remove_file(self.path(suffix)).err()?;
            (error.kind() != ErrorKind::NotFound).then(|| failed(self.folder, &error))
        })
    }
}

fn failed(folder: &Path, error: &Error) -> FetchError {
    let folder = crate::shown(&folder.to_string_lossy());
    // Of a temporary file an error names the path too, as it was typed.
    let cause = std::error::Error::source(error).map(ToString::to_string);
    let cause = cause.map(|cause| Error::new(error.kind(), cause));
    FetchError::of_storage("", &format!("cache {folder}"), cause.as_ref().unwrap_or(error))
}

#[cfg(test)]
mod tests {
    use super::{ABANDONED, About, Cache, FNV_OFFSET, File, hash, unfinished};
    use std::io::{Read, Seek, Write};
    use std::time::{Duration, SystemTime};

    const URL: &str = "https://example.com/sitemap.xml";

    fn document() -> File {
        let mut body = tempfile::tempfile().unwrap();
        body.write_all(b"<urlset/>").unwrap();
        body.rewind().unwrap();
        body
    }

    fn about() -> About {
        About {
            url: "https://example.com/b.xml".into(),
            etag: Some("\"1\"".into()),
            ..About::default()
        }
    }

    #[test]
    fn the_hash_is_fnv() {
        assert_eq!(hash(FNV_OFFSET, b"a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
    }

    #[test]
    fn only_what_is_whole_counts() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(&folder.path().join("new/cache"), false).unwrap();
        let (place, about) = (cache.place(URL, None).unwrap().unwrap(), about());
        assert!(place.get().unwrap().is_none());
        assert!(place.put(&about, &mut document()).unwrap().is_none());
        let mut kept = place.get().unwrap().unwrap();
        let mut text = String::new();
        kept.body.read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), kept.length, kept.about), ("<urlset/>", 9, about));
        assert!(
            cache.place("https://example.com/", None).unwrap().unwrap().get().unwrap().is_none()
        );
        std::fs::write(place.path("body"), "<urlset>").unwrap();
        assert!(place.get().is_err(), "another body");
        std::fs::write(place.path("json"), "{").unwrap();
        assert!(place.get().is_err(), "half a note");
        std::fs::remove_file(place.path("json")).unwrap();
        assert!(place.get().unwrap().is_none(), "a body that no note tells of");
    }

    /// Who may write into the folder makes no run wait for what has no end, nor read it.
    #[test]
    fn what_has_no_end_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path(), false).unwrap();
        let place = cache.place(URL, None).unwrap().unwrap();
        assert!(place.put(&about(), &mut document()).unwrap().is_none());
        let note = std::fs::read(place.path("json")).unwrap();
        let padded = [&note[..], &vec![b' '; super::LONGEST_NOTE as usize]].concat();
        std::fs::write(place.path("json"), padded).unwrap();
        assert!(place.get().is_err(), "a note of more than a MiB");
        std::fs::write(place.path("json"), &note).unwrap();
        // Of a file of a TiB nothing is read.
        let long = File::options().write(true).open(place.path("body")).unwrap();
        long.set_len(1 << 40).unwrap();
        assert!(place.get().is_err(), "a body longer than the note says");
        #[cfg(unix)]
        for name in ["body", "json"] {
            let path = place.path(name);
            std::fs::remove_file(&path).unwrap();
            std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
            assert!(place.get().is_err(), "{name}: a device");
            std::fs::remove_file(&path).unwrap();
            let made = std::process::Command::new("mkfifo").arg(&path).status();
            assert!(made.unwrap().success());
            assert!(place.get().is_err(), "{name}: a pipe");
        }
    }

    #[test]
    fn a_damaged_note_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path(), false).unwrap();
        let place = cache.place(URL, None).unwrap().unwrap();
        let about = About {
            content_type: Some("text/xml; charset=utf-8".into()),
            content_encoding: Some("gzip".into()),
            last_modified: Some("Mon, 01 Jan 2024 00:00:00 GMT".into()),
            ..about()
        };
        assert!(place.put(&about, &mut document()).unwrap().is_none());
        let path = place.path("json");
        let note = std::fs::read(&path).unwrap();
        for bit in 0..note.len() * 8 {
            let mut wrong = note.clone();
            wrong[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, wrong).unwrap();
            assert!(place.get().is_err(), "bit {bit}");
        }
        std::fs::write(&path, &note).unwrap();
        assert_eq!(place.get().unwrap().unwrap().about, about);
    }

    #[test]
    fn what_killed_runs_left_goes() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path(), false).unwrap();
        let place = cache.place(URL, None).unwrap().unwrap();
        assert!(place.put(&about(), &mut document()).unwrap().is_none());
        let old = SystemTime::now() - ABANDONED - Duration::from_secs(1);
        let make = |path: &std::path::Path| File::create(path).unwrap().set_modified(old).unwrap();
        let killed = || unfinished(folder.path()).unwrap().keep().unwrap().1;
        let (left, writing) = (killed(), killed());
        make(&left);
        // The last are what the publishing of a folder writes, and a user's own.
        let others = [".urlset-cache-x", ".tmpAbCdEf", ".urlset-12-0.tmp", "a.tmp"];
        for name in others {
            make(&folder.path().join(name));
        }
        Cache::new(folder.path(), false).unwrap();
        assert!(!left.exists());
        assert!(writing.exists(), "another run may be at it");
        assert!(others.iter().all(|name| folder.path().join(name).exists()));
        assert!(place.get().unwrap().is_some());
    }

    #[test]
    fn what_is_not_kept_is_still_a_document() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path(), false).unwrap();
        let place = cache.place(URL, None).unwrap().unwrap();
        // What stands in the way of the last step.
        std::fs::create_dir(place.path("body")).unwrap();
        let mut body = document();
        let error = place.put(&about(), &mut body).unwrap().unwrap();
        assert!(error.to_string().contains("cache"), "{error}");
        let mut text = String::new();
        body.read_to_string(&mut text).unwrap();
        assert_eq!(text, "<urlset/>");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing half is left");
    }

    #[test]
    fn what_is_forgotten_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path(), false).unwrap();
        let place = cache.place(URL, None).unwrap().unwrap();
        assert!(place.forget().is_none(), "there was nothing");
        assert!(place.put(&about(), &mut document()).unwrap().is_none());
        assert!(place.forget().is_none());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        std::fs::create_dir(place.path("json")).unwrap();
        assert!(place.forget().is_some(), "it is still there");
    }
}
