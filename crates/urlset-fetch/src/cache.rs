//! A folder of documents, each with what is needed to ask whether it has changed.
//!
//! Two files for an address, named by its hash: the document, and what is known of it as JSON. Each
//! is written whole and renamed. A document counts only while its bytes are those that the JSON
//! tells of, so a run that was killed, or another one beside it, cannot make a wrong one.

use crate::fetched::About;
use crate::{Fault, FetchError};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// FNV-1a of 128 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>.
const FNV_OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const FNV_PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

#[derive(Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
}

/// What the cache has of an address.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) body: File,
    pub(crate) length: u64,
    pub(crate) about: About,
}

fn hash(mut state: u128, bytes: &[u8]) -> u128 {
    for byte in bytes {
        state = (state ^ u128::from(*byte)).wrapping_mul(FNV_PRIME);
    }
    state
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
    pub(crate) fn new(folder: &Path) -> Result<Cache, FetchError> {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
        Ok(Cache { folder: folder.to_owned() })
    }

    fn path(&self, url: &str, suffix: &str) -> PathBuf {
        self.folder.join(format!("{:032x}.{suffix}", hash(FNV_OFFSET, url.as_bytes())))
    }

    /// What is there of an address, where it is whole.
    pub(crate) fn get(&self, url: &str) -> Option<Kept> {
        let note = std::fs::read(self.path(url, "json")).ok()?;
        let note: Value = serde_json::from_slice(&note).ok()?;
        if note.get("url")?.as_str()? != url {
            return None;
        }
        let mut body = File::open(self.path(url, "body")).ok()?;
        let (found, length) = copy(&mut body, &mut std::io::sink()).ok()?;
        if note.get("hash")?.as_str()? != format!("{found:032x}") {
            return None;
        }
        body.rewind().ok()?;
        let text = |name: &str| note.get(name).and_then(Value::as_str).map(str::to_owned);
        let about = About {
            url: text("final_url")?,
            redirects: note.get("redirects")?.as_u64()?.try_into().ok()?,
            content_type: text("content_type"),
            content_encoding: text("content_encoding"),
            last_modified: text("last_modified"),
            etag: text("etag"),
        };
        Some(Kept { body, length, about })
    }

    /// Keeps what came of an address; the body is at its start again afterwards.
    pub(crate) fn put(&self, url: &str, about: &About, body: &mut File) -> Result<(), FetchError> {
        self.try_put(url, about, body).map_err(|error| failed(&self.folder, &error))
    }

    fn try_put(&self, url: &str, about: &About, body: &mut File) -> std::io::Result<()> {
        let mut copied = NamedTempFile::new_in(&self.folder)?;
        let (found, _) = copy(body, &mut copied)?;
        body.rewind()?;
        let note = json!({
            "url": url,
            "final_url": about.url,
            "redirects": about.redirects,
            "content_type": about.content_type,
            "content_encoding": about.content_encoding,
            "last_modified": about.last_modified,
            "etag": about.etag,
            "hash": format!("{found:032x}"),
        });
        copied.persist(self.path(url, "body"))?;
        let mut file = NamedTempFile::new_in(&self.folder)?;
        writeln!(file, "{note:#}")?;
        file.persist(self.path(url, "json"))?;
        Ok(())
    }
}

fn failed(folder: &Path, error: &std::io::Error) -> FetchError {
    FetchError::new(Fault::Storage, "", format!("cache {}: {error}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::{About, Cache, FNV_OFFSET, hash};
    use std::io::{Read, Seek, Write};

    #[test]
    fn the_hash_is_fnv() {
        assert_eq!(hash(FNV_OFFSET, b"a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
    }

    #[test]
    fn only_what_is_whole_counts() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(&folder.path().join("new/cache")).unwrap();
        let url = "https://example.com/sitemap.xml";
        assert!(cache.get(url).is_none());
        let mut body = tempfile::tempfile().unwrap();
        body.write_all(b"<urlset/>").unwrap();
        body.rewind().unwrap();
        let about = About {
            url: "https://example.com/b.xml".into(),
            redirects: 1,
            etag: Some("\"1\"".into()),
            ..About::default()
        };
        cache.put(url, &about, &mut body).unwrap();
        let mut kept = cache.get(url).unwrap();
        let mut text = String::new();
        kept.body.read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), kept.length, kept.about), ("<urlset/>", 9, about));
        assert!(cache.get("https://example.com/").is_none());
        std::fs::write(cache.path(url, "body"), "<urlset>").unwrap();
        assert!(cache.get(url).is_none(), "another body");
        std::fs::write(cache.path(url, "json"), "{").unwrap();
        assert!(cache.get(url).is_none(), "half a note");
    }
}
