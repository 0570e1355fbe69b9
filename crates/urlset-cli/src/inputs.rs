//! From the words of the command line to the files they mean.

use crate::exit::{Cause, Failure};
use crate::{distinct, natural, stylesheet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// Why a folder without a file is nothing to read.
const EMPTY: &str = "no file in the folder";

/// Why one is in which nothing stands that a set is made of; the first of these files follows.
const OURS: &str = "nothing in the folder but what urlset writes beside a set, which is no input: ";

/// Lines of a list, each of which may be an input that is not there and must be told.
const MOST_LINES: u64 = 250_000;

/// Bytes of a line of a list: as much as a path may have on Linux, PATH_MAX.
const LONGEST_LINE: usize = 4096;

/// What standard input is called.
pub(crate) const STDIN: &str = "-";

/// One document to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) from: From,
    pub(crate) named: Named,
    /// The folder from which its place counts: the one that was named, or that it stands in.
    pub(crate) root: PathBuf,
}

/// Where its bytes are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum From {
    Stdin,
    File(PathBuf),
    /// Behind an address of the network; it may hold credentials.
    Url(String),
    /// A word that means nothing that exists: why.
    Nothing(String, String),
}

/// How it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// By its own name.
    Itself,
    /// In a folder, where files of other kinds may stand too.
    Folder,
    /// By a pattern.
    Pattern,
}

impl Wanted {
    /// The name that findings show.
    pub(crate) fn name(&self) -> String {
        match &self.from {
            From::Stdin => STDIN.into(),
            From::File(path) => path.display().to_string(),
            From::Url(url) => urlset_fetch::shown(url),
            From::Nothing(word, _) => urlset_fetch::shown(word),
        }
    }
}

/// Every document that the words mean, in order. No word means standard input.
pub(crate) fn expand(words: &[OsString]) -> Result<Vec<Wanted>, Failure> {
    if words.is_empty() {
        if std::io::stdin().is_terminal() {
            let hint =
                "name a file, a folder, a pattern such as 'sitemap*.xml', or `-` to type it in";
            return Err(Failure::usage("no input").hint(hint));
        }
        return Ok(vec![itself(From::Stdin)]);
    }
    let mut wanted = Vec::new();
    for word in words {
        expand_word(word, &mut wanted)?;
    }
    let streams = wanted.iter().filter(|one| one.from == From::Stdin).count();
    if streams > 1 {
        return Err(Failure::usage("standard input can be read only once"));
    }
    Ok(wanted)
}

fn expand_word(word: &OsStr, wanted: &mut Vec<Wanted>) -> Result<(), Failure> {
    let list = word.to_str().and_then(|text| text.strip_prefix('@'));
    match list {
        Some(list) => expand_list(list, wanted),
        None => one(word, wanted),
    }
}

/// `@LIST`: one input per line; a line cannot name another list.
fn expand_list(list: &str, wanted: &mut Vec<Wanted>) -> Result<(), Failure> {
    let failed =
        |error: std::io::Error| Failure::new(Cause::Input, format!("list {list}: {error}"));
    let mut text: Box<dyn BufRead> = match list {
        STDIN => Box::new(std::io::stdin().lock()),
        list => Box::new(BufReader::new(fs::File::open(list).map_err(failed)?)),
    };
    let beyond = |what: String| {
        Failure::new(Cause::Limit, format!("list {list}: {what}"))
            .hint("a line names one input; a folder or a pattern may name any number")
    };
    let (before, mut number, mut line) = (wanted.len(), 0, Vec::new());
    loop {
        line.clear();
        number += 1;
        let most = LONGEST_LINE as u64 + 1;
        if text.by_ref().take(most).read_until(b'\n', &mut line).map_err(failed)? == 0 {
            break;
        }
        if line.len() > LONGEST_LINE {
            return Err(beyond(format!("line {number} is longer than {LONGEST_LINE} bytes")));
        }
        if number > MOST_LINES {
            return Err(beyond(format!("more than {MOST_LINES} lines")));
        }
        let text = std::str::from_utf8(&line)
            .map_err(|_| failed(std::io::Error::other(format!("line {number} is not UTF-8"))))?;
        let text = text.trim_start_matches('\u{feff}').trim();
        if !text.is_empty() {
            one(OsStr::new(text), wanted)?;
        }
    }
    if wanted.len() == before {
        wanted.push(nothing(Path::new(&format!("@{list}")), "no input in the list"));
    }
    Ok(())
}

fn one(word: &OsStr, wanted: &mut Vec<Wanted>) -> Result<(), Failure> {
    if word == STDIN {
        wanted.push(itself(From::Stdin));
        return Ok(());
    }
    let path = Path::new(word);
    if path.is_dir() {
        let (files, unreadable, ours) = files_under(path);
        if files.is_empty() && unreadable.is_empty() {
            wanted.push(nothing(path, &ours.as_deref().map_or_else(|| EMPTY.to_owned(), no_input)));
        }
        let in_folder =
            |file| Wanted { from: From::File(file), named: Named::Folder, root: path.to_owned() };
        wanted.extend(files.into_iter().map(in_folder));
        wanted.extend(unreadable);
        return Ok(());
    }
    // What exists is a file, even one whose name looks like a pattern.
    if path.symlink_metadata().is_ok() {
        wanted.push(itself(From::File(path.to_owned())));
        return Ok(());
    }
    if let Some(scheme) = word.to_str().filter(|word| !is_url(word)).and_then(other_scheme) {
        let why = format!("no address of http or https, and {scheme} is not read");
        wanted.push(nothing(path, &why));
        return Ok(());
    }
    match word.to_str() {
        Some(url) if is_url(url) => {
            wanted.push(itself(From::Url(url.to_owned())));
            Ok(())
        }
        Some(pattern) if pattern.contains(['*', '?', '[']) => expand_pattern(pattern, wanted),
        _ => {
            wanted.push(nothing(path, "no such file or folder"));
            Ok(())
        }
    }
}

fn expand_pattern(pattern: &str, wanted: &mut Vec<Wanted>) -> Result<(), Failure> {
    let options = glob::MatchOptions {
        case_sensitive: true,
        require_literal_separator: true,
        require_literal_leading_dot: true,
    };
    let found = glob::glob_with(pattern, options).map_err(|error| {
        Failure::usage(format!("pattern {}: {error}", urlset_fetch::shown(pattern)))
    })?;
    let (mut files, mut unreadable) = (Vec::new(), Vec::new());
    for path in found {
        match path {
            Ok(path) if path.is_dir() => {}
            Ok(path) => files.push(path),
            Err(error) => unreadable.push(nothing(error.path(), &error.error().to_string())),
        }
    }
    if files.is_empty() && unreadable.is_empty() {
        wanted.push(nothing(Path::new(pattern), "no file matches the pattern"));
    }
    files.sort_by(|a, b| natural::compare(a, b));
    let fixed = pattern.split(['*', '?', '[']).next().unwrap_or_default();
    let root = PathBuf::from(fixed.rsplit_once('/').map_or("", |(folder, _)| folder));
    wanted.extend(files.into_iter().map(|path| Wanted {
        from: From::File(path),
        named: Named::Pattern,
        root: root.clone(),
    }));
    wanted.extend(unreadable);
    Ok(())
}

/// Regular files below a folder in natural order, what is not looked into and why, and the first by name
/// of our reports and stylesheets. Hidden files are left out.
fn files_under(folder: &Path) -> (Vec<PathBuf>, Vec<Wanted>, Option<PathBuf>) {
    let (mut files, mut unreadable) = (Vec::new(), Vec::new());
    let mut ours: Option<PathBuf> = None;
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                unreadable.push(nothing(&folder, &error.to_string()));
                continue;
            }
        };
        for entry in entries {
            let (path, kind) = match entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)))
            {
                Ok(found) => found,
                Err(error) => {
                    unreadable.push(nothing(&folder, &error.to_string()));
                    continue;
                }
            };
            if path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".")) {
                continue;
            }
            match fs::metadata(&path) {
                Ok(_) if kind.is_dir() => folders.push(path),
                // What we wrote beside a set, and nothing to read.
                Ok(facts)
                    if facts.is_file()
                        && (stylesheet::is_ours(&path) || distinct::is_whole_report(&path)) =>
                {
                    ours = Some(ours.map_or(path.clone(), |first| first.min(path)));
                }
                Ok(facts) if facts.is_file() => files.push(path),
                Ok(facts) => {
                    let why = if facts.is_dir() { "a link to a folder" } else { "no regular file" };
                    let name = path.display().to_string();
                    let from = From::Nothing(name, why.into());
                    let (named, root) = (Named::Folder, PathBuf::new());
                    unreadable.push(Wanted { from, named, root });
                }
                Err(error) => unreadable.push(nothing(&path, &error.to_string())),
            }
        }
    }
    files.sort_by(|a, b| natural::compare(a, b));
    (files, unreadable, ours)
}

/// Why a folder of these alone is nothing to read.
fn no_input(first: &Path) -> String {
    let what = if stylesheet::is_ours(first) { "a stylesheet" } else { "a report" };
    format!("{OURS}{} is {what}", first.display())
}

/// Whether this is a folder in which nothing of a set stands.
pub(crate) fn is_empty_folder(wanted: &Wanted) -> bool {
    matches!(&wanted.from, From::Nothing(_, why) if why == EMPTY || why.starts_with(OURS))
}

/// What was named by its own name.
pub(crate) fn itself(from: From) -> Wanted {
    let root = match &from {
        From::File(path) => path.parent().unwrap_or(Path::new("")).to_owned(),
        From::Stdin | From::Url(_) | From::Nothing(..) => PathBuf::new(),
    };
    Wanted { from, named: Named::Itself, root }
}

fn nothing(path: &Path, why: &str) -> Wanted {
    let name = path.display().to_string();
    let name = if name.is_empty() { "''".into() } else { name };
    itself(From::Nothing(name, why.into()))
}

/// What a file of this name is called: of an address the last part of its path, with the query before
/// the suffix, since pages of a script differ by nothing else.
pub(crate) fn file_name(name: &str) -> String {
    let Some((_, rest)) = name.split_once("://").filter(|_| is_url(name)) else {
        return name.to_owned();
    };
    let rest = rest.split('#').next().unwrap_or_default();
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let query = query.replace(['/', '\\', '.'], "_");
    match (&*query, last.split_once('.')) {
        ("", _) => last.to_owned(),
        (query, Some((stem, suffix))) => format!("{stem}-{query}.{suffix}"),
        (query, None) => format!("{last}-{query}"),
    }
}

/// The address that a word without a scheme looks like: a host that no folder is called.
pub(crate) fn meant(word: &str) -> Option<String> {
    let rest = word.strip_prefix("//").unwrap_or(word);
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
    let is_local = host == "localhost" || host.parse::<std::net::Ipv4Addr>().is_ok();
    let top = host.rsplit_once('.').map_or("", |(_, top)| top);
    let is_name = urlset::check::is_host_name(host)
        && top.len() > 1
        && top.bytes().all(|byte| byte.is_ascii_alphabetic());
    // `a.com` may be a file; most names of files have a suffix that no host has.
    let is_told = rest.len() < word.len()
        || host.starts_with("www.")
        || authority.len() < rest.len()
        || matches!(top, "com" | "org" | "net");
    let is_file = !is_told || Path::new(authority).exists();
    if !is_port || is_file || !(is_local && (!path.is_empty() || !port.is_empty()) || is_name) {
        return None;
    }
    let scheme = if is_local { "http" } else { "https" };
    Some(format!("{scheme}://{rest}"))
}

/// The scheme of an address that is not fetched.
fn other_scheme(word: &str) -> Option<&str> {
    let (scheme, _) = word.split_once("://")?;
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    (!scheme.is_empty() && scheme.chars().all(is_scheme)).then_some(scheme)
}

/// Whether a word is the address of something to fetch.
pub(crate) fn is_url(word: &str) -> bool {
    let scheme = |scheme: &str| {
        word.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    };
    scheme("http://") || scheme("https://")
}

#[cfg(test)]
mod tests {
    use super::{From, expand, file_name, meant};
    use std::ffi::OsString;

    #[test]
    fn folders_and_patterns_in_natural_order() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("sub")).unwrap();
        for name in ["s10.xml", "s2.xml", "s1.xml", "sub/a.xml", ".hidden", "x[1].xml"] {
            std::fs::write(at(name), "").unwrap();
        }
        let names = |word: OsString| -> Vec<String> {
            expand(&[word])
                .unwrap()
                .iter()
                .map(|one| match &one.from {
                    From::File(path) => {
                        path.strip_prefix(folder.path()).unwrap().to_str().unwrap().to_owned()
                    }
                    other => format!("{other:?}"),
                })
                .collect()
        };
        assert_eq!(
            names(folder.path().into()),
            ["s1.xml", "s2.xml", "s10.xml", "sub/a.xml", "x[1].xml"]
        );
        assert_eq!(names(at("s*.xml").into()), ["s1.xml", "s2.xml", "s10.xml"]);
        assert_eq!(
            names(at("**/*.xml").into()),
            ["s1.xml", "s2.xml", "s10.xml", "sub/a.xml", "x[1].xml"]
        );
        assert_eq!(names(at("x[1].xml").into()), ["x[1].xml"]);
    }

    #[test]
    fn addresses_without_a_scheme() {
        for (word, url) in [
            ("www.example.com/sitemap.xml", Some("https://www.example.com/sitemap.xml")),
            ("www.example.com", Some("https://www.example.com")),
            ("//example.com/a?b=*", Some("https://example.com/a?b=*")),
            ("example.com", Some("https://example.com")),
            ("example.de/sitemap.xml", Some("https://example.de/sitemap.xml")),
            ("example.com:8443/a.xml", Some("https://example.com:8443/a.xml")),
            ("localhost:8080/a.xml", Some("http://localhost:8080/a.xml")),
            ("127.0.0.1:8080/a.xml", Some("http://127.0.0.1:8080/a.xml")),
            ("sitemap.xml", None),
            ("sitemap.xml.gz", None),
            ("public/sitemap.xml", None),
            ("./www.example.com/a.xml", None),
            ("../a.xml", None),
            ("dump.1/a.xml", None),
            ("localhost/", None),
            ("src/../a.com", None),
            ("ann:secret@example.com/a.xml", None),
            ("", None),
        ] {
            assert_eq!(meant(word).as_deref(), url, "{word}");
        }
    }

    #[test]
    fn what_files_are_called() {
        for (name, expected) in [
            ("maps/a.xml?", "maps/a.xml?"),
            ("https://example.com/maps/a.xml.gz", "a.xml.gz"),
            ("https://example.com/a.xml.gz?v=1.2#x", "a-v=1_2.xml.gz"),
            ("https://***@example.com/feed/?page=2/3", "feed-page=2_3"),
            ("https://example.com/", "example.com"),
        ] {
            assert_eq!(file_name(name), expected);
        }
    }

    #[test]
    fn lists_and_mistakes() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("list");
        std::fs::write(&list, "\u{feff}gone.xml\r\n\n  - \n").unwrap();
        let word = OsString::from(format!("@{}", list.display()));
        let wanted = expand(std::slice::from_ref(&word)).unwrap();
        assert_eq!(wanted.len(), 2);
        assert!(matches!(&wanted[0].from, From::Nothing(word, _) if word == "gone.xml"));
        assert!(expand(&[word, "-".into()]).is_err());
        let wanted = expand(&["https://ann:pw@example.com/".into()]).unwrap();
        assert_eq!(wanted[0].name(), "https://***@example.com/");
        for (word, expected) in [
            ("HTTPS://ann:pw@e.com/", "HTTPS://***@e.com/"),
            ("http:/ann:pw@e.com/", "http:/***@e.com/"),
            ("Http:ann:pw@e.com/*", "Http:***@e.com/*"),
            ("ftp://ann:pw@e.com/", "ftp://***@e.com/"),
            ("C:\\a@b.xml", "C:\\a@b.xml"),
            ("a/http:x@b", "a/http:x@b"),
            ("ann:pw@e.com/a@b.xml", "***@e.com/a@b.xml"),
            ("//ann:pw@e.com/", "//***@e.com/"),
            ("https//ann:p@w@e.com", "https//***@e.com"),
            ("ann@e.com/a.xml", "ann@e.com/a.xml"),
        ] {
            assert_eq!(urlset_fetch::shown(word), expected);
        }
    }
}
