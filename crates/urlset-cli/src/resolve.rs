//! From the address that an index names to the file that holds it here.

use crate::exit::Failure;
use std::path::{Path, PathBuf};

/// `--resolve PREFIX=DIR`: URLs with the prefix are files below the folder.
#[derive(Clone, Debug)]
pub(crate) struct Mapping {
    prefix: String,
    pub(crate) folder: PathBuf,
}

impl Mapping {
    /// Reads `https://www.example.com/=dump/`. The last `=` divides, since URLs may hold one.
    fn parse(text: &str) -> Result<Mapping, Failure> {
        let wrong = || {
            Failure::usage(format!("--resolve {text}: no PREFIX=DIR"))
                .hint("for example `--resolve https://www.example.com/=dump/`")
        };
        let (prefix, folder) = text.rsplit_once('=').ok_or_else(wrong)?;
        if prefix.is_empty() || folder.is_empty() {
            return Err(wrong());
        }
        if !Path::new(folder).is_dir() {
            return Err(Failure::usage(format!("--resolve {text}: {folder} is no folder")));
        }
        Ok(Mapping { prefix: prefix.into(), folder: folder.into() })
    }
}

/// All that `--resolve` says.
pub(crate) fn mappings(texts: &[String]) -> Result<Vec<Mapping>, Failure> {
    texts.iter().map(|text| Mapping::parse(text)).collect()
}

/// What an address means here.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Resolved {
    /// This file.
    File(PathBuf),
    /// Nothing that exists.
    Missing,
    /// Something that an index must not reach: why.
    Unsafe(&'static str),
}

/// Finds the file of a URL: below the folder of the longest matching prefix, else beside the
/// index, by as many of the URL's last segments as fit.
pub(crate) fn find(url: &str, mappings: &[Mapping], beside: Option<&Path>) -> Resolved {
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

/// What follows scheme and host.
fn path_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/').and_then(|at| rest.get(at..)).unwrap_or_default()
}

/// The names of a path, unescaped. A query is part of the last name, as download tools save it.
fn segments(path: &str) -> Result<Vec<String>, &'static str> {
    let path = path.split('#').next().unwrap_or_default();
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

/// Reading from it may never end, or ask for more than data.
const NOT_REGULAR: &str = "what is there is a pipe, a device or a socket, no file";

/// A file below a folder that the user named.
fn below(folder: &Path, names: &[String]) -> Resolved {
    let path = names.iter().fold(folder.to_owned(), |path, name| path.join(name));
    match path.metadata() {
        Ok(found) if found.is_file() => Resolved::File(path),
        Ok(found) if !found.is_dir() => Resolved::Unsafe(NOT_REGULAR),
        _ => Resolved::Missing,
    }
}

/// A file in the index's own folder, which nothing on the way may lead out of.
fn beside_index(folder: &Path, names: &[String]) -> Resolved {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut found = Resolved::Missing;
    for from in 0..names.len() {
        let tail = names.get(from..).unwrap_or_default();
        let path = tail.iter().fold(folder.to_owned(), |path, name| path.join(name));
        let Ok(real) = path.canonicalize() else {
            continue;
        };
        // Only now: of a million names none may be that of a file.
        if !here.canonicalize().is_ok_and(|home| real.starts_with(home)) {
            return Resolved::Unsafe("a link leads out of the folder");
        }
        if real.is_file() {
            return Resolved::File(path);
        }
        if !real.is_dir() {
            found = Resolved::Unsafe(NOT_REGULAR);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Mapping, Resolved, find, segments};

    #[test]
    fn names() {
        let ok = |path: &str| segments(path).map(|names| names.join("|"));
        assert_eq!(ok("/a/b%20c.xml"), Ok("a|b c.xml".into()));
        assert_eq!(ok("/a.php?page=2#x"), Ok("a.php?page=2".into()));
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
        let file = |name: &str| Resolved::File(root.join(name));
        let beside = |url: &str| find(url, &[], Some(&home));
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
            let maps = [Mapping { prefix: "https://e.com/".into(), folder: home.clone() }];
            let mapped = find("https://e.com/s.xml", &maps, None);
            assert_eq!(mapped, Resolved::Unsafe(super::NOT_REGULAR));
        }
        let map = |prefix: &str, to: &str| {
            Mapping::parse(&format!("{prefix}={}", root.join(to).display())).unwrap()
        };
        let maps = [map("https://e.com/", "dump"), map("https://e.com/special/", "dump/deep")];
        let mapped = |url: &str| find(url, &maps, None);
        assert_eq!(mapped("https://e.com/x/a.xml"), file("dump/x/a.xml"));
        assert_eq!(mapped("https://e.com/special/a.xml"), file("dump/deep/a.xml"));
        assert_eq!(mapped("https://other.com/a.xml"), Resolved::Missing);
        assert!(Mapping::parse("https://e.com/").is_err());
        assert!(Mapping::parse("https://e.com/=/no/such/folder").is_err());
    }
}
