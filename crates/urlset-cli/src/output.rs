//! Where a document goes: published whole under its name, or written to a stream.

use crate::exit::{Cause, Failure};
use crate::signals;
use crate::stylesheet::StyleFile;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use urlset::publish::{Change, Draft, Equal, Error, Finale, Options, Set, folder_of, target_of};
use urlset::report::text::visible;
use urlset::store::rules::DISK;
use urlset::store::{Scratch, Store};

/// Bytes that are copied at once.
const BLOCK: usize = 128 * 1024;

/// How an output is published.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Manner<'m> {
    /// Refuse to replace a file.
    pub(crate) no_clobber: bool,
    /// Leave a file alone whose bytes would stay the same.
    pub(crate) if_changed: bool,
    /// Write to a stream only at the end, when all went well; until then it is kept there.
    pub(crate) hold: Option<&'m Store>,
    /// Write nothing.
    pub(crate) dry: bool,
    /// What a dry run makes is kept until the end, to be looked at.
    pub(crate) kept: bool,
    /// It is what the run is for: where nobody gets it, the run fails.
    pub(crate) data: bool,
}

/// Where an output goes.
enum Place {
    /// Under a temporary name beside its place, which comes last.
    Beside(Box<(Set, Option<Draft>, PathBuf)>),
    /// Straight to a stream: standard output, a FIFO, a device.
    Stream,
    /// Kept back until all is well, then to the stream.
    Held { stream: File },
    /// Nowhere.
    Nowhere,
}

/// An output under way. Dropped without [`Publication::publish`] it leaves nothing behind.
pub(crate) struct Publication {
    place: Place,
    file: Option<File>,
    name: String,
    /// The folder of the temporary file that keeps it back.
    kept_in: Option<PathBuf>,
}

/// The bytes of an output; its failures can be told from those of inputs. On a terminal, no character
/// of the data can steer it or hide text.
pub(crate) struct Pen {
    file: Option<File>,
    screen: Option<Screen>,
    /// The folder of a temporary file, where it is one.
    kept_in: Option<PathBuf>,
}

/// What a terminal is still to show: a character of which only the start is known.
#[derive(Default)]
struct Screen(Vec<u8>);

/// An output's failure inside an [`io::Error`].
#[derive(Debug)]
pub(crate) struct Unwritten(pub(crate) io::Error);

impl std::fmt::Display for Unwritten {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Unwritten {}

/// A temporary file's failure inside an [`io::Error`]: no fault of the output that it keeps back.
#[derive(Debug)]
struct NoRoom(String);

impl std::fmt::Display for NoRoom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoRoom {}

/// Whether this names standard output.
pub(crate) fn is_stdout(path: Option<&Path>) -> bool {
    path.is_none_or(|path| path == Path::new("-") || path == Path::new("/dev/stdout"))
}

/// Whether what is written there has left at once: standard output, a FIFO, a device.
pub(crate) fn is_stream(path: &Path) -> bool {
    let is_file = || fs::metadata(path).map_or(true, |kind| kind.is_file());
    is_stdout(Some(path)) || is_handle(path) || !is_file()
}

/// Whether this names something that is open already, such as standard error: never replaced.
fn is_handle(path: &Path) -> bool {
    path == Path::new("/dev/stderr") || path.starts_with("/dev/fd") || path.starts_with("/proc")
}

/// Whether what is written there shows on a terminal.
pub(crate) fn is_terminal(path: Option<&Path>) -> bool {
    let Some(path) = path.filter(|path| !is_stdout(Some(path))) else {
        return io::stdout().is_terminal();
    };
    // To open a FIFO would wait for its reader.
    let device = fs::metadata(path).is_ok_and(|kind| is_device(&kind));
    device && OpenOptions::new().write(true).open(path).is_ok_and(|file| file.is_terminal())
}

#[cfg(unix)]
fn is_device(kind: &fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_char_device(&kind.file_type())
}

#[cfg(windows)]
fn is_device(_: &fs::Metadata) -> bool {
    false
}

/// An output is a file.
pub(crate) fn is_folder(path: &Path) -> Failure {
    Failure::output(format!("{} is a folder", path.display()))
        .hint("name the file to write, as in `-o folder/sitemap.xml`")
}

/// Whether a name is that of a folder, be it there or not.
pub(crate) fn names_folder(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

impl Publication {
    /// Opens an output; `None` and `-` are standard output.
    pub(crate) fn open(path: Option<&Path>, manner: Manner<'_>) -> Result<Publication, Failure> {
        let Some(path) = path.filter(|path| !is_stdout(Some(path))) else {
            let out = stdout();
            if manner.data && out.as_ref().is_some_and(is_unheard) {
                let _ = io::stderr().lock().write_all(UNHEARD.as_bytes());
            }
            return Publication::stream(out, manner, "standard output".into());
        };
        if names_folder(path) {
            return Err(is_folder(path));
        }
        let name = path.display().to_string();
        let failed = |error: io::Error| unwritten(&name, &error);
        let kind = fs::metadata(path);
        if let Ok(kind) = &kind {
            if kind.is_dir() {
                return Err(is_folder(path));
            }
            if !kind.is_file() || is_handle(path) {
                if manner.dry {
                    return Publication::stream(None, manner, name);
                }
                // Behind a handle may be a file that others have written to already.
                let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
                return Publication::stream(Some(file), manner, name);
            }
            if manner.no_clobber {
                return Err(taken(&name));
            }
        }
        if manner.dry {
            let place = target_of(path).map_err(|error| Failure::output(error.to_string()))?;
            takes_files(folder_of(&place)).map_err(failed)?;
            return Publication::stream(None, manner, name);
        }
        let set = Set::begin(Options {
            no_clobber: manner.no_clobber,
            equal: if manner.if_changed { Equal::Bytes } else { Equal::Never },
            pending: signals::pending().clone(),
            ..Options::default()
        });
        let refused = |error: Error| failed(error.into());
        let draft = set.create(path).map_err(refused)?;
        let file = Some(draft.hand().map_err(failed)?);
        let place = Place::Beside(Box::new((set, Some(draft), path.to_owned())));
        Ok(Publication { place, file, name, kept_in: None })
    }

    fn stream(
        stream: Option<File>,
        manner: Manner<'_>,
        name: String,
    ) -> Result<Publication, Failure> {
        let scratch = |store| {
            let kept = Scratch::new(store).and_then(Scratch::into_file);
            kept.map_err(|error| no_room(&error.to_string()))
        };
        let (place, file) = match (stream, manner.hold) {
            (_, Some(store)) if manner.dry && manner.kept => {
                (Place::Nowhere, Some(scratch(store)?))
            }
            _ if manner.dry => (Place::Nowhere, None),
            (None, _) => return Err(Failure::output(format!("{name} is closed"))),
            (Some(stream), Some(store)) => (Place::Held { stream }, Some(scratch(store)?)),
            (Some(stream), None) => (Place::Stream, Some(stream)),
        };
        let is_scratch = matches!(place, Place::Held { .. } | Place::Nowhere) && file.is_some();
        let kept_in = manner.hold.filter(|_| is_scratch);
        let kept_in = kept_in.map(|store| store.folder().to_owned());
        Ok(Publication { place, file, name, kept_in })
    }

    /// What to write the bytes with.
    pub(crate) fn pen(&self) -> Result<Pen, Failure> {
        let copy = self.file.as_ref().map(File::try_clone).transpose();
        let pen = |file| Pen { kept_in: self.kept_in.clone(), ..Pen::new(file) };
        copy.map(pen).map_err(|error| unwritten(&self.name, &error))
    }

    /// Takes back what was written so far; only where it has not left yet.
    pub(crate) fn rewind(&self) -> Result<(), Failure> {
        let Some(mut file) = self.file.as_ref() else {
            return Ok(());
        };
        let back = file.set_len(0).and_then(|()| file.rewind());
        back.map_err(|error| unwritten(&self.name, &error))
    }

    /// The finished document, to be read from its start; `None` where it has left already.
    pub(crate) fn proof(&self) -> Result<Option<File>, Failure> {
        let file = match self.place {
            Place::Beside(_) | Place::Held { .. } | Place::Nowhere => self.file.as_ref(),
            Place::Stream => None,
        };
        let file = file.map(File::try_clone).transpose();
        file.map_err(|error| unwritten(&self.name, &error))
    }

    /// Its name, for people.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Brings the finished document to the disk, so that only its name is still to come.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        let Place::Beside(beside) = &mut self.place else {
            return Ok(());
        };
        let finished = beside.1.take().map_or(Ok(()), |draft| draft.finish().map(|_| ()));
        finished.map_err(|error| unwritten(&self.name, &error.into()))
    }

    /// Makes the finished document visible; `false` where nothing had changed.
    pub(crate) fn publish(self) -> Result<bool, Failure> {
        self.publish_with(None)
    }

    /// Makes the finished document visible, and before it the stylesheet that it names; `false` where
    /// nothing had changed.
    pub(crate) fn publish_with(self, style: Option<&StyleFile>) -> Result<bool, Failure> {
        match (&self.place, style) {
            (Place::Nowhere, _) | (_, None) => {}
            (Place::Beside(beside), Some(style)) => style.write(&beside.0)?,
            (Place::Stream | Place::Held { .. }, Some(style)) => {
                let set = Set::begin(Options {
                    pending: signals::pending().clone(),
                    ..Options::default()
                });
                style.write(&set)?;
                let failed =
                    |error: Error| unwritten(&style.path.display().to_string(), &error.into());
                set.commit(Finale::default()).map_err(failed)?;
            }
        }
        let result = match (self.place, self.file) {
            (Place::Beside(beside), _) => {
                return settle(*beside).map_err(|error| {
                    let styled = style.filter(|style| style.path == error.path());
                    let name = styled.map_or(self.name, |style| style.path.display().to_string());
                    unwritten(&name, &error.into())
                });
            }
            (Place::Held { stream }, Some(kept)) => release(kept, &stream).map(|()| true),
            _ => Ok(true),
        };
        result.map_err(|error| unwritten(&self.name, &error))
    }
}

fn settle((set, draft, path): (Set, Option<Draft>, PathBuf)) -> Result<bool, Error> {
    draft.map_or(Ok(()), |draft| draft.finish().map(|_| ()))?;
    // A folder that cannot be synced is no reason to fail: the document stands there already.
    let outcome = set.commit(Finale { index: std::slice::from_ref(&path), prune: &[] })?;
    Ok(outcome.files.iter().any(|file| file.path == path && file.change != Change::Unchanged))
}

impl Write for Pen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(file) = &mut self.file else {
            return Ok(bytes.len());
        };
        if let Some(screen) = &mut self.screen {
            write_all(file, screen.show(bytes).as_bytes())?;
            return Ok(bytes.len());
        }
        match (write_some(file, bytes), &self.kept_in) {
            (Err(error), Some(folder)) => {
                let text = format!("in {}: {error}", folder.display());
                Err(io::Error::new(error.kind(), Unwritten(io::Error::other(NoRoom(text)))))
            }
            (result, _) => result,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Pen {
    fn new(file: Option<File>) -> Pen {
        let screen = file.as_ref().is_some_and(File::is_terminal).then(Screen::default);
        Pen { file, screen, kept_in: None }
    }
}

impl Screen {
    /// Whole characters, those that are unsafe made visible. Line feeds stay, and tabs, which divide
    /// the columns of a TSV.
    fn show(&mut self, bytes: &[u8]) -> String {
        self.0.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.0) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.0.len(),
        };
        let rest = self.0.split_off(whole);
        let text = std::mem::replace(&mut self.0, rest);
        let mut shown = String::with_capacity(text.len());
        for c in String::from_utf8_lossy(&text).chars() {
            match c {
                '\n' | '\t' => shown.push(c),
                _ => visible(c, &mut shown),
            }
        }
        shown
    }
}

fn write_all(file: &mut File, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let count = write_some(file, bytes)?;
        if count == 0 {
            let error = io::Error::from(io::ErrorKind::WriteZero);
            return Err(io::Error::new(error.kind(), Unwritten(error)));
        }
        bytes = bytes.get(count..).unwrap_or_default();
    }
    Ok(())
}

fn write_some(file: &mut File, bytes: &[u8]) -> io::Result<usize> {
    loop {
        match file.write(bytes) {
            // A terminal or pipe that somebody made non-blocking.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                std::thread::sleep(Duration::from_millis(2));
            }
            // What is shown was taken whole: to begin again would show it twice.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(io::Error::new(error.kind(), Unwritten(error))),
            Ok(count) => return Ok(count),
        }
    }
}

/// Copies what was kept back to its stream.
fn release(mut kept: File, stream: &File) -> io::Result<()> {
    kept.rewind()?;
    let mut pen = Pen::new(Some(stream.try_clone()?));
    io::copy(&mut io::BufReader::with_capacity(BLOCK, kept), &mut pen)?;
    Ok(())
}

/// Writes a small file or standard output in one go.
pub(crate) fn write_whole(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    write_into(Publication::open(path, Manner::default())?, write)
}

/// The same for a report, which nobody may get either.
pub(crate) fn write_report(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    if is_stdout(path) && stdout().as_ref().is_some_and(is_unheard) {
        let text = UNHEARD.replace("the data", "the report");
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }
    write_whole(path, write)
}

/// The same for what the run is for.
pub(crate) fn write_data(
    path: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let manner = Manner { data: true, ..Manner::default() };
    write_into(Publication::open(path, manner)?, write)
}

fn write_into(
    publication: Publication,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut pen = io::BufWriter::new(publication.pen()?);
    let name = publication.name().to_owned();
    let failed = |error: io::Error| unwritten(&name, &error);
    write(&mut pen).map_err(failed)?;
    pen.flush().map_err(failed)?;
    drop(pen);
    publication.publish().map(|_| ())
}

/// A failure of an output; a closed pipe has no message, since nobody reads on.
pub(crate) fn unwritten(name: &str, error: &io::Error) -> Failure {
    let inner = error.get_ref();
    if let Some(Unwritten(error)) = inner.and_then(|inner| inner.downcast_ref()) {
        return unwritten(name, error);
    }
    if let Some(NoRoom(why)) = inner.and_then(|inner| inner.downcast_ref()) {
        return no_room(why);
    }
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Failure::output("");
    }
    if error.kind() == io::ErrorKind::AlreadyExists {
        return taken(name);
    }
    if error.kind() == io::ErrorKind::NotFound {
        return Failure::output(format!("{name} could not be written: no such folder"))
            .hint("make the folder; only those of a set's files are made");
    }
    Failure::output(format!("{name} could not be written: {error}"))
}

/// As rule `limit/disk` has it.
fn no_room(why: &str) -> Failure {
    Failure::new(Cause::Limit, format!("{}: {why}", DISK.summary)).hint(DISK.help)
}

fn taken(name: &str) -> Failure {
    Failure::output(format!("{name} exists, and --no-clobber was given"))
}

/// Standard output without the line buffer of the standard library; `None` where it is closed.
fn stdout() -> Option<File> {
    #[cfg(unix)]
    let copy = {
        use std::os::fd::AsFd;
        io::stdout().as_fd().try_clone_to_owned()
    };
    #[cfg(windows)]
    let copy = {
        use std::os::windows::io::AsHandle;
        io::stdout().as_handle().try_clone_to_owned()
    };
    copy.ok().map(File::from)
}

const UNHEARD: &str = "warning: standard output is closed or discarded: nobody gets the data\n";

/// Whether standard output is what the standard library's start makes of one that is closed:
/// `/dev/null`, opened to read and write. A shell opens it only to write; but Python's `DEVNULL`
/// looks the same, so that data for it is no error.
#[cfg(target_os = "linux")]
fn is_unheard(out: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    // Major 1, minor 3, in Documentation/admin-guide/devices.txt.
    let is_null = out.metadata().is_ok_and(|known| is_device(&known) && known.rdev() == 0x103);
    let facts = fs::read_to_string("/proc/self/fdinfo/1").unwrap_or_default();
    let flags = facts.lines().find_map(|line| line.strip_prefix("flags:"));
    // O_ACCMODE and O_RDWR.
    let both = |flags: &str| u32::from_str_radix(flags.trim(), 8).is_ok_and(|all| all & 3 == 2);
    is_null && flags.is_some_and(both)
}

#[cfg(not(target_os = "linux"))]
fn is_unheard(_: &File) -> bool {
    false
}

/// Whether the folder takes new files, found out with one that has no name.
pub(crate) fn takes_files(folder: &Path) -> io::Result<()> {
    tempfile::tempfile_in(folder).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::{Manner, Publication, Screen};
    use std::io::Write;

    fn write(path: &std::path::Path, text: &str, manner: Manner<'_>) -> Result<bool, String> {
        let publication = Publication::open(Some(path), manner).map_err(|f| f.message)?;
        let mut pen = publication.pen().map_err(|f| f.message)?;
        pen.write_all(text.as_bytes()).unwrap();
        publication.publish().map_err(|f| f.message)
    }

    fn names(folder: &std::path::Path) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn published_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.xml");
        std::fs::write(&path, "old").unwrap();
        {
            let publication = Publication::open(Some(&path), Manner::default()).unwrap();
            publication.pen().unwrap().write_all(b"half").unwrap();
            assert_eq!(names(folder.path()).len(), 2);
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(folder.path()), ["a.xml"]);
        assert_eq!(write(&path, "new", Manner::default()), Ok(true));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["a.xml"]);
    }

    #[test]
    fn clobber_and_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.xml");
        let careful = Manner { no_clobber: true, ..Manner::default() };
        assert_eq!(write(&path, "one", careful), Ok(true));
        assert!(write(&path, "two", careful).is_err());
        let lazy = Manner { if_changed: true, ..Manner::default() };
        assert_eq!(write(&path, "one", lazy), Ok(false));
        assert_eq!(write(&path, "six", lazy), Ok(true));
        assert_eq!(names(folder.path()), ["a.xml"]);
    }

    #[test]
    fn a_terminal_is_not_steered() {
        let text = "gr\u{fc}\u{df}e\t\u{202e}evil\u{9b}31m\u{1b}[2J\r\n";
        let mut screen = Screen::default();
        // A character may come in two pieces.
        let shown: String = text.as_bytes().chunks(1).map(|piece| screen.show(piece)).collect();
        assert_eq!(shown, "gr\u{fc}\u{df}e\t\\u{202e}evil\\u{9b}31m\u{241b}[2J\u{240d}\n");
        assert_eq!(Screen::default().show(b"a\xffb"), "a\u{fffd}b");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real.xml"), folder.path().join("link"));
        std::os::unix::fs::symlink("real.xml", &link).unwrap();
        assert_eq!(write(&link, "x", Manner::default()), Ok(true));
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(real).unwrap(), "x");
    }
}
