//! From the address that an index names to the file that holds it here.

use crate::exit::Failure;
use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};
use urlset::ops::Key;

/// `--resolve PREFIX=DIR`: URLs with the prefix are files below the folder.
#[derive(Clone, Debug)]
pub(crate) struct Mapping {
    prefix: String,
    pub(crate) folder: Folder,
}

/// A folder in which files are looked for.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    /// Its canonical path, asked for once: an index may name a million files. Nothing is in a folder
    /// that has none.
    real: Option<PathBuf>,
}

impl Folder {
    pub(crate) fn new(path: &Path) -> Folder {
        let here = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        Folder { path: path.to_owned(), real: here.canonicalize().ok() }
    }
}

impl Mapping {
    /// Reads `https://www.example.com/=dump/`. The last `=` divides, since URLs may hold one.
    fn parse(text: &str) -> Result<Mapping, Failure> {
        let shown = urlset_fetch::shown(text);
        let wrong = || {
            Failure::usage(format!("--resolve {shown}: no PREFIX=DIR"))
                .hint("for example `--resolve https://www.example.com/=dump/`")
        };
        let (prefix, folder) = text.rsplit_once('=').ok_or_else(wrong)?;
        if prefix.is_empty() || folder.is_empty() {
            return Err(wrong());
        }
        if !Path::new(folder).is_dir() {
            return Err(Failure::usage(format!("--resolve {shown}: {folder} is no folder")));
        }
        Ok(Mapping { prefix: prefix.into(), folder: Folder::new(Path::new(folder)) })
    }
}

/// All that `--resolve` says.
pub(crate) fn mappings(texts: &[String]) -> Result<Vec<Mapping>, Failure> {
    texts.iter().map(|text| Mapping::parse(text)).collect()
}

/// What an address means here.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Resolved {
    /// This file, and the canonical path of the folder that it was looked for in.
    File {
        path: PathBuf,
        real: PathBuf,
        /// The same by the names that led to it, which may be links.
        placed: PathBuf,
        home: PathBuf,
    },
    /// Nothing that exists.
    Missing,
    /// Something that an index must not reach: why.
    Unsafe(&'static str),
}

/// Finds the file of a URL: below the folder of the longest matching prefix, else beside the
/// index, by as many of the URL's last segments as fit.
pub(crate) fn find(url: &str, mappings: &[Mapping], beside: Option<&Folder>) -> Resolved {
    let mapped = mappings
        .iter()
        .filter(|mapping| url.starts_with(&mapping.prefix))
        .max_by_key(|mapping| mapping.prefix.len());
    if let Some(mapping) = mapped {
        let rest = url.get(mapping.prefix.len()..).unwrap_or_default();
        return match segments(rest) {
            Ok(names) => below(&mapping.folder, &names),
            Err(why) => Resolved::Unsafe(why),
        };
    }
    let Some(folder) = beside else {
        return Resolved::Missing;
    };
    match segments(path_of(url)) {
        Ok(names) => beside_index(folder, &names),
        Err(why) => Resolved::Unsafe(why),
    }
}

/// The same without the query of the URL; below the folder of a prefix where that is so with it.
pub(crate) fn find_bare(url: &str, mappings: &[Mapping], beside: Option<&Folder>) -> Resolved {
    match url.split_once('?') {
        Some((bare, _)) if is_mapped(bare, mappings) || !is_mapped(url, mappings) => {
            find(bare, mappings, beside)
        }
        _ => Resolved::Missing,
    }
}

/// Whether `--resolve` says where the file of an address is.
pub(crate) fn is_mapped(url: &str, mappings: &[Mapping]) -> bool {
    mappings.iter().any(|mapping| url.starts_with(&mapping.prefix))
}

/// Whether two addresses have the same host and path, whatever the scheme and however they are
/// escaped. What names no host is on that of the other.
pub(crate) fn is_one_sitemap(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let [mut first, mut second] = [String::new(), String::new()];
    let hosts = [(one, &mut first), (other, &mut second)]
        .map(|(url, buffer)| host_of(Key::Normalized.of(url, buffer)));
    let is_one_host = hosts.contains(&"") || hosts[0] == hosts[1];
    is_one_host && segments(path_of(one)) == segments(path_of(other))
}

/// Host and port.
fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

/// What follows scheme and host.
fn path_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find(['/', '?', '#']).and_then(|at| rest.get(at..)).unwrap_or_default()
}

/// The names of a path, unescaped. A query is part of the last name, and has none of its own.
fn segments(path: &str) -> Result<Vec<String>, &'static str> {
    let path = path.split('#').next().unwrap_or_default();
    let (path, query) = path.split_at(path.find('?').unwrap_or(path.len()));
    let mut names = Vec::new();
    for segment in path.split('/').filter(|segment| !segment.is_empty()) {
        let name = unescape(segment).ok_or("its name is not UTF-8")?;
        if name == "." || name == ".." {
            return Err("its path climbs");
        }
        if name.contains(['/', '\\', '\0']) || (cfg!(windows) && name.contains(':')) {
            return Err("its name holds a separator");
        }
        names.push(name);
    }
    if !query.is_empty() {
        // As `wget` saves it.
        let query = unescape(query).unwrap_or_else(|| query.to_owned());
        let query = query.replace('/', "%2F").replace('\\', "%5C").replace('\0', "%00");
        match names.last_mut().filter(|_| !path.ends_with('/')) {
            Some(last) => last.push_str(&query),
            None => names.push(format!("index.html{query}")),
        }
    }
    Ok(names)
}

fn unescape(segment: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(segment.len());
    let mut rest = segment.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let escaped = (*first == b'%')
            .then(|| tail.get(..2))
            .flatten()
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match escaped {
            Some(byte) => {
                bytes.push(byte);
                rest = tail.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

/// Folders below that of an index in which its children are looked for: an address may have many.
const DEEPEST: usize = 16;

/// Reading from it may never end, or ask for more than data.
const NOT_REGULAR: &str = "what is there is a pipe, a device or a socket, no file";

/// What is there was put there to be read; nobody said so of what is elsewhere.
const OUTSIDE: &str = "a link leads out of the folder";

/// A file below a folder that the user named.
fn below(folder: &Folder, names: &[String]) -> Resolved {
    within(folder, names).unwrap_or(Resolved::Missing)
}

/// A file in the index's own folder, which nothing on the way may lead out of.
fn beside_index(folder: &Folder, names: &[String]) -> Resolved {
    let mut found = Resolved::Missing;
    for from in names.len().saturating_sub(DEEPEST)..names.len() {
        let tail = names.get(from..).unwrap_or_default();
        // Of most tails not even the first name is there.
        if let [first, _, ..] = tail
            && folder.path.join(first).symlink_metadata().is_err()
        {
            continue;
        }
        match within(folder, tail) {
            Some(Resolved::Unsafe(NOT_REGULAR)) => found = Resolved::Unsafe(NOT_REGULAR),
            Some(resolved) => return resolved,
            None => {}
        }
    }
    found
}

/// What has these names below a folder; `None` for a folder, and for what is not there.
fn within(folder: &Folder, names: &[String]) -> Option<Resolved> {
    let mut path = folder.path.clone();
    path.extend(names);
    // First, for it is the cheapest: of a million names none may be that of a file.
    let itself = path.symlink_metadata().ok()?;
    // Elsewhere a file may be found by a name that is written otherwise than its own.
    let is_plain = cfg!(target_os = "linux") && itself.is_file() && names.len() == 1;
    let facts = if itself.is_symlink() { path.metadata().ok()? } else { itself };
    let home = folder.real.clone().unwrap_or_default();
    let real = match names {
        [name] if is_plain => home.join(name),
        _ => path.canonicalize().ok()?,
    };
    if folder.real.is_none() || !(is_plain || real.starts_with(&home)) {
        return Some(Resolved::Unsafe(OUTSIDE));
    }
    match () {
        () if facts.is_file() => {
            let mut placed = home.clone();
            placed.extend(names);
            Some(Resolved::File { path, real, placed, home })
        }
        () if facts.is_dir() => None,
        () => Some(Resolved::Unsafe(NOT_REGULAR)),
    }
}

/// Opens a file that was found in `home`, and looks whether what was opened is there still: since it
/// was found, a link may have taken its place.
pub(crate) fn open(path: &Path, home: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // To open a pipe without a writer would never end otherwise; a file takes no notice.
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path)?;
    let real = path.canonicalize()?;
    let (opened, there) = (file.metadata()?, real.metadata()?);
    let why = match () {
        () if !opened.is_file() => NOT_REGULAR,
        () if !real.starts_with(home) => OUTSIDE,
        () if !is_same(&opened, &there) => "it was replaced while it was opened",
        () => return Ok(file),
    };
    Err(std::io::Error::other(why))
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// As far as one can know.
#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    one.len() == other.len() && one.modified().ok() == other.modified().ok()
}

#[cfg(test)]
mod tests {
    use super::{Folder, Mapping, Resolved, find, segments};

    #[test]
    fn names() {
        let ok = |path: &str| segments(path).map(|names| names.join("|"));
        assert_eq!(ok("/a/b%20c.xml"), Ok("a|b c.xml".into()));
        assert_eq!(ok("/a.php?page=2#x"), Ok("a.php?page=2".into()));
        assert_eq!(ok("/a.php?f=b/c%20d.xml"), Ok("a.php?f=b%2Fc d.xml".into()));
        assert_eq!(ok("/a.php?f=%2Fb"), Ok("a.php?f=%2Fb".into()));
        // Its bytes are no text: they stay as they are written.
        assert_eq!(ok("/a.php?f=%E9%20"), Ok("a.php?f=%E9%20".into()));
        assert_eq!(ok("/a/?f=%20"), Ok("a|index.html?f= ".into()));
        assert_eq!(ok("/100%/x"), Ok("100%|x".into()));
        for climbing in ["/../a", "/%2e%2e/a", "/a/%2E./b", "/a%2fb", "/a%5cb", "/a%00"] {
            assert!(segments(climbing).is_err(), "{climbing}");
        }
    }

    #[test]
    fn files_beside_and_below() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for name in ["in/sub/b.xml", "in/a.xml", "dump/x/a.xml", "dump/deep/a.xml", "secret.xml"] {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let home = root.join("in");
        let found = |name: &str, folder: &str| {
            let path = root.join(name);
            let real = path.canonicalize().unwrap();
            let placed = real.clone();
            Resolved::File { path, real, placed, home: root.join(folder).canonicalize().unwrap() }
        };
        let file = |name: &str| {
            let (folder, _) = name.split_once('/').unwrap();
            found(name, folder)
        };
        let beside = |url: &str| find(url, &[], Some(&Folder::new(&home)));
        assert_eq!(beside("https://e.com/maps/a.xml"), file("in/a.xml"));
        assert_eq!(beside("https://e.com/sub/b.xml"), file("in/sub/b.xml"));
        assert_eq!(beside("https://e.com/gone.xml"), Resolved::Missing);
        assert_eq!(beside("https://e.com/sub"), Resolved::Missing);
        assert_eq!(beside("https://e.com"), Resolved::Missing);
        assert!(matches!(beside("https://e.com/%2e%2e/secret.xml"), Resolved::Unsafe(_)));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.join("secret.xml"), home.join("link.xml")).unwrap();
            assert!(matches!(beside("https://e.com/link.xml"), Resolved::Unsafe(_)));
            let _socket = std::os::unix::net::UnixListener::bind(home.join("s.xml")).unwrap();
            assert_eq!(beside("https://e.com/s.xml"), Resolved::Unsafe(super::NOT_REGULAR));
            let maps = [Mapping { prefix: "https://e.com/".into(), folder: Folder::new(&home) }];
            let mapped = |url: &str| find(url, &maps, None);
            assert_eq!(mapped("https://e.com/s.xml"), Resolved::Unsafe(super::NOT_REGULAR));
            assert_eq!(mapped("https://e.com/link.xml"), Resolved::Unsafe(super::OUTSIDE));
        }
        let map = |prefix: &str, to: &str| {
            Mapping::parse(&format!("{prefix}={}", root.join(to).display())).unwrap()
        };
        let maps = [map("https://e.com/", "dump"), map("https://e.com/special/", "dump/deep")];
        let mapped = |url: &str| find(url, &maps, None);
        assert_eq!(mapped("https://e.com/x/a.xml"), file("dump/x/a.xml"));
        let special = found("dump/deep/a.xml", "dump/deep");
        assert_eq!(mapped("https://e.com/special/a.xml"), special);
        assert_eq!(mapped("https://other.com/a.xml"), Resolved::Missing);
        assert!(Mapping::parse("https://e.com/").is_err());
        assert!(Mapping::parse("https://e.com/=/no/such/folder").is_err());
    }

    /// What takes the place of a file after it was found.
    #[cfg(unix)]
    #[test]
    fn what_is_opened_is_what_was_found() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let (home, path) = (root.join("in"), root.join("in/a.xml"));
        std::fs::create_dir(&home).unwrap();
        for name in ["secret.xml", "in/a.xml", "in/b.xml"] {
            std::fs::write(root.join(name), "").unwrap();
        }
        let why = || super::open(&path, &home).err().map(|error| error.to_string());
        assert_eq!(why(), None);
        let replace = |act: &dyn Fn()| {
            std::fs::remove_file(&path).unwrap();
            act();
        };
        replace(&|| symlink(root.join("secret.xml"), &path).unwrap());
        assert_eq!(why().as_deref(), Some(super::OUTSIDE));
        replace(&|| symlink(root.join("in/b.xml"), &path).unwrap());
        assert_eq!(why(), None, "a link that stays inside");
        replace(&|| symlink("/dev/zero", &path).unwrap());
        assert_eq!(why().as_deref(), Some(super::NOT_REGULAR));
        let mkfifo = std::process::Command::new("mkfifo").arg(root.join("in/pipe")).status();
        if mkfifo.is_ok_and(|status| status.success()) {
            replace(&|| symlink(root.join("in/pipe"), &path).unwrap());
            assert_eq!(why().as_deref(), Some(super::NOT_REGULAR));
        }
    }
}
