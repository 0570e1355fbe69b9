//! What `--stylesheet` asks for: the instruction in the files that are written, and the stylesheet
//! that it names, which is one of the outputs.

use crate::exit::Failure;
use crate::number::thousands;
use crate::set_files::refused;
use crate::set_index::{plain, whole};
use crate::sheet::OutputFacts;
use crate::{distinct, output};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::path::{Component, Path, PathBuf};
use urlset::Header;
use urlset::publish::{self, Set, folder_of};

/// The stylesheet that we write.
const CSS: &str = include_str!("urlset.css");

/// What it is called where no other name is given.
const NAME: &str = "urlset.css";

/// What `--stylesheet` says.
#[derive(Clone, Debug)]
pub(crate) enum Style {
    /// That of the input.
    Keep,
    Without,
    /// Ours, in the folder of each file.
    Beside,
    /// Ours, here, unless somebody else's stands there.
    File(PathBuf),
    /// This one, wherever it is.
    Address(String),
}

impl Style {
    /// What the flag's value means.
    pub(crate) fn parse(text: &str) -> Result<Style, Failure> {
        match (text, text.strip_prefix("css=")) {
            ("keep", _) => return Ok(Style::Keep),
            ("none", _) => return Ok(Style::Without),
            ("css", _) => return Ok(Style::Beside),
            (_, Some(address)) if address.starts_with('/') || address.contains("://") => {
                let unfit = |c: char| c.is_whitespace() || c.is_control() || "\"<>".contains(c);
                let shown = urlset_fetch::shown(address);
                if shown != address {
                    let why = "whoever reads the files would read the password";
                    return Err(Failure::usage(format!("--stylesheet css={shown}: {why}"))
                        .hint("name it without user and password"));
                }
                if !address.contains(unfit) {
                    return Ok(Style::Address(address.to_owned()));
                }
            }
            (_, Some(path)) if Path::new(path).file_name().is_some() && !path.ends_with('/') => {
                return Ok(Style::File(plain(Path::new(path))));
            }
            _ => {}
        }
        let hint = "one of keep, none, css, css=PATH, css=URL; PATH is that of a file, a URL is absolute or \
                    begins with /";
        Err(Failure::usage(format!("--stylesheet {text}")).hint(hint))
    }

    /// Refuses a stylesheet where nothing names it, or nothing tells where it would stand.
    pub(crate) fn check(&self, format: &str, to: Option<&Path>) -> Result<(), Failure> {
        let flag = match self {
            Style::Keep | Style::Without => return Ok(()),
            Style::Beside => "--stylesheet css",
            Style::File(_) | Style::Address(_) => "--stylesheet css=…",
        };
        if !is_shown(format) {
            return Err(Failure::usage(format!("{flag} concerns XML, and the target is {format}"))
                .hint("leave it out, or write xml, rss or atom"));
        }
        let is_stream = to.is_none_or(output::is_stream);
        if is_stream && matches!(self, Style::Beside) {
            let message = format!("{flag}: a stream has no folder to write it beside");
            return Err(Failure::usage(message)
                .hint("name a file with `-o`, or the stylesheet with css=PATH or css=URL"));
        }
        Ok(())
    }

    /// The data of the instruction in a file of this folder.
    pub(crate) fn data(&self, header: &Header, folder: &Path) -> Option<Box<str>> {
        let href = match self {
            Style::Keep => return header.stylesheet.clone(),
            Style::Without => return None,
            Style::Beside => NAME.to_owned(),
            Style::File(path) => between(folder, path),
            // References of XML stand for themselves there too (xml-stylesheet, section 3).
            Style::Address(address) => address.replace('&', "&amp;"),
        };
        Some(format!(r#"type="text/css" href="{href}""#).into())
    }

    /// Where the stylesheet of a file stands that we write.
    fn path(&self, file: &Path) -> Option<PathBuf> {
        match self {
            Style::Keep | Style::Without | Style::Address(_) => None,
            Style::Beside => Some(file.with_file_name(NAME)),
            Style::File(path) => Some(path.clone()),
        }
    }

    /// The stylesheets of these files: of each its name and its format.
    pub(crate) fn files<'p>(
        &self,
        files: impl Iterator<Item = (&'p Path, &'p str)>,
    ) -> Result<Vec<StyleFile>, Failure> {
        let mut paths = BTreeSet::new();
        for (file, _) in files.filter(|(_, format)| is_shown(format)) {
            let Some(path) = self.path(file) else { break };
            if path.file_name() == file.file_name() && distinct::same(&path, file) {
                let message = format!("{} would be a file and its stylesheet", path.display());
                return Err(Failure::usage(message).hint("name the stylesheet otherwise"));
            }
            paths.insert(path);
        }
        paths.into_iter().map(StyleFile::of).collect()
    }
}

/// Whether browsers look for a stylesheet in files of this format.
pub(crate) fn is_shown(format: &str) -> bool {
    matches!(format, "xml" | "rss" | "atom")
}

/// What stands where a stylesheet comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum There {
    Nothing,
    Same,
    /// Ours, of another release.
    Older,
    /// Somebody else's, or ours with changes of theirs.
    Theirs,
}

/// A stylesheet that files name.
#[derive(Clone, Debug)]
pub(crate) struct StyleFile {
    pub(crate) path: PathBuf,
    there: There,
}

impl StyleFile {
    /// Looks at what stands there.
    ///
    /// # Errors
    /// Where no browser could ever read a stylesheet: a folder, a FIFO, a link that leads nowhere.
    fn of(path: PathBuf) -> Result<StyleFile, Failure> {
        // To open a FIFO would wait for its writer.
        let is_file = path.metadata().is_ok_and(|facts| facts.is_file());
        let there = match is_file.then(|| std::fs::File::open(&path).ok()).flatten() {
            Some(file) => there(file),
            None if is_file => There::Theirs,
            None if path.symlink_metadata().is_ok() => {
                let message = format!("{}: the stylesheet cannot stand there", path.display());
                return Err(Failure::output(message).hint(
                    "what stands there is no file: move it, or name another place with css=PATH",
                ));
            }
            None => There::Nothing,
        };
        Ok(StyleFile { path, there })
    }

    /// Whether it stays as it is.
    pub(crate) fn stays(&self) -> bool {
        matches!(self.there, There::Same | There::Theirs)
    }

    /// Whether another one gives way to it.
    pub(crate) fn replaces(&self) -> bool {
        self.there == There::Older
    }

    /// Takes it into a set.
    pub(crate) fn write(&self, set: &Set) -> Result<(), Failure> {
        if self.stays() {
            return set.keep(&self.path).map_err(|error| refused(&error));
        }
        // At no moment does a file name a stylesheet that is not there.
        let mut draft = set.create_first(&self.path).map_err(|error| refused(&error))?;
        let written = draft.write_all(CSS.as_bytes());
        written.map_err(|error| output::unwritten(&self.path.display().to_string(), &error))?;
        draft.finish().map(|_| ()).map_err(|error| refused(&error))
    }

    /// What the making of it would meet.
    pub(crate) fn check(&self, no_clobber: bool) -> Result<(), Failure> {
        if self.stays() {
            return Ok(());
        }
        let folder = publish::check(&self.path, no_clobber).map_err(|error| refused(&error))?;
        let name = self.path.display().to_string();
        output::takes_files(&folder).map_err(|error| output::unwritten(&name, &error))
    }

    /// What a person wants to know of it.
    pub(crate) fn told(&self, dry: bool) -> Option<String> {
        let name = self.path.display();
        match self.there {
            There::Theirs => Some(format!("{name}: not as urlset makes it, so it stays as it is")),
            There::Same if dry => Some(format!("dry run: {name}: unchanged")),
            _ if dry => {
                let bytes = thousands(CSS.len() as u64);
                Some(format!("dry run: would write {name} as css, {bytes} bytes"))
            }
            _ => None,
        }
    }

    /// What a report says of it.
    pub(crate) fn facts(&self, published: bool) -> OutputFacts {
        let bytes = || std::fs::metadata(&self.path).map_or(0, |facts| facts.len());
        OutputFacts {
            path: self.path.display().to_string(),
            format: "css".to_owned(),
            entries: 0,
            bytes: if self.there == There::Theirs { bytes() } else { CSS.len() as u64 },
            published,
            index: false,
            change: Some(match self.there {
                There::Nothing => "written",
                There::Older => "replaced",
                There::Same | There::Theirs => "unchanged",
            }),
        }
    }
}

/// Whether a file is a stylesheet of ours, perhaps of another release.
pub(crate) fn is_ours(path: &Path) -> bool {
    let is_css = path.extension().is_some_and(|extension| extension == "css");
    is_css && std::fs::File::open(path).is_ok_and(|file| there(file) != There::Theirs)
}

/// Our stylesheets in the folders of files that go, where nothing is left that could name them: neither
/// what stays there nor what comes.
pub(crate) fn unnamed<'p>(gone: &[PathBuf], set: impl Iterator<Item = &'p Path>) -> Vec<PathBuf> {
    let known: HashSet<PathBuf> = gone.iter().map(|path| whole(path)).collect();
    let used: HashSet<PathBuf> = set.map(|path| whole(folder_of(path))).collect();
    let is_left = |sheet: &PathBuf| {
        let sheet = whole(sheet);
        let is_file = sheet.symlink_metadata().is_ok_and(|facts| facts.is_file());
        let is_same = || std::fs::File::open(&sheet).is_ok_and(|file| there(file) == There::Same);
        let is_gone = |path: &Path| path == sheet || known.contains(path);
        // What cannot be listed may hold anything.
        let is_alone = || {
            folder_of(&sheet).read_dir().is_ok_and(|mut others| {
                others.all(|entry| entry.is_ok_and(|entry| is_gone(&entry.path())))
            })
        };
        is_file && is_same() && !used.contains(folder_of(&sheet)) && is_alone()
    };
    let sheets: BTreeSet<PathBuf> = gone.iter().map(|path| path.with_file_name(NAME)).collect();
    sheets.into_iter().filter(is_left).collect()
}

/// What a file is that stands where ours would come: ours begins as all of ours do.
fn there(file: std::fs::File) -> There {
    let mut text = Vec::new();
    let most = CSS.len() as u64 + 1;
    if file.take(most).read_to_end(&mut text).is_err() {
        return There::Theirs;
    }
    let first = CSS.lines().next().unwrap_or_default();
    match () {
        () if text == CSS.as_bytes() => There::Same,
        () if text.starts_with(first.as_bytes()) => There::Older,
        () => There::Theirs,
    }
}

/// The reference that leads from a file of a folder to another file.
fn between(folder: &Path, file: &Path) -> String {
    let (from, to) = (lexical(folder), lexical(file));
    let same = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let mut reference = "../".repeat(from.len() - same);
    for (at, part) in to.iter().enumerate().skip(same) {
        if at > same {
            reference.push('/');
        }
        for &byte in part.as_encoded_bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                reference.push(char::from(byte));
            } else {
                let _ = write!(reference, "%{byte:02X}");
            }
        }
    }
    reference
}

/// The parts of a path from the root on; addresses know no links, so none is followed.
fn lexical(path: &Path) -> Vec<std::ffi::OsString> {
    let mut parts = Vec::new();
    for part in whole(path).components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            Component::CurDir => {}
            part => parts.push(part.as_os_str().to_owned()),
        }
    }
    parts
}

/// The folder of a file that is written, for [`Style::data`]; a stream is taken to stand here.
pub(crate) fn folder(output: Option<&Path>) -> &Path {
    output.filter(|path| !output::is_stream(path)).map_or(Path::new("."), folder_of)
}

#[cfg(test)]
mod tests {
    use super::{NAME, Style, StyleFile, between};
    use std::path::Path;
    use urlset::Header;
    use urlset::publish::{Finale, Options, Set};

    #[test]
    fn references_lead_from_folder_to_file() {
        let between = |folder: &str, file: &str| between(Path::new(folder), Path::new(file));
        assert_eq!(between(".", "urlset.css"), "urlset.css");
        assert_eq!(between("out", "out/urlset.css"), "urlset.css");
        assert_eq!(between("out/a/b", "out/c/x y&.css"), "../../c/x%20y%26.css");
        assert_eq!(between("out/./a/../b", "s.css"), "../../s.css");
    }

    #[test]
    fn a_stylesheet_comes_before_what_names_it() {
        let home = tempfile::tempdir().unwrap();
        let [file, sheet] = ["a.xml", NAME].map(|name| home.path().join(name));
        let set = Set::begin(Options::default());
        set.create(&file).unwrap().finish().unwrap();
        assert!(StyleFile::of(sheet.clone()).is_ok_and(|style| style.write(&set).is_ok()));
        let outcome = set.commit(Finale::default()).unwrap();
        let order: Vec<_> = outcome.files.into_iter().map(|one| one.path).collect();
        assert_eq!(order, [sheet, file]);
    }

    #[test]
    fn what_the_flag_may_say() {
        let data = |text: &str| {
            let style = Style::parse(text).ok()?;
            style.data(&Header::default(), Path::new("out"))
        };
        let of = |href: &str| Some(format!(r#"type="text/css" href="{href}""#).into());
        assert_eq!(data("css"), of("urlset.css"));
        assert_eq!(data("css=look/s.css"), of("../look/s.css"));
        assert_eq!(data("css=/s.css?a=1&b=2"), of("/s.css?a=1&amp;b=2"));
        assert_eq!(data("css=https://example.com/s.css"), of("https://example.com/s.css"));
        assert_eq!(data("none"), None);
        for wrong in
            ["", "css=", "css=a/", "css=.", "css=a/..", "xsl", "css=/a\"b", "css=https://a b"]
        {
            assert!(Style::parse(wrong).is_err(), "{wrong}");
        }
    }
}
