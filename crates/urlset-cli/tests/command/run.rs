//! Runs the built command in a folder of its own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder with files, gone at the end.
pub(crate) struct Folder(tempfile::TempDir);

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Folder {
    /// An empty folder.
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, with the folders above it.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Folder {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Names of everything in it, hidden files too.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.0.path())
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// The command with words divided by spaces outside quotes, standard input empty.
    pub(crate) fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_urlset"));
        command.args(split(words)).current_dir(self.0.path()).stdin(Stdio::null());
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("URLSET_") {
                command.env_remove(name);
            }
        }
        command.env("NO_COLOR", "1");
        command
    }

    /// Runs the command.
    pub(crate) fn run(&self, words: &str) -> Ran {
        ran(&mut self.command(words))
    }

    /// Runs the command with this on standard input.
    pub(crate) fn feed(&self, words: &str, input: impl AsRef<[u8]>) -> Ran {
        let mut command = self.command(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.as_ref().to_vec();
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        of(&output)
    }
}

/// The words of a command, as a shell divides them: quotes keep spaces and fall away.
fn split(words: &str) -> Vec<String> {
    let (mut found, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in words.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if matches!(c, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => found.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    found.extend(word);
    found
}

pub(crate) fn ran(command: &mut Command) -> Ran {
    of(&command.output().unwrap())
}

fn of(output: &std::process::Output) -> Ran {
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout.clone()).unwrap(),
        err: String::from_utf8(output.stderr.clone()).unwrap(),
    }
}

impl Ran {
    /// Standard error with the time of the summary masked.
    pub(crate) fn said(&self) -> String {
        let mask = |line: &str| match line.rsplit_once(", ") {
            Some((rest, time)) if time.ends_with(" s") => format!("{rest}, # s"),
            _ => line.to_owned(),
        };
        self.err.lines().map(|line| mask(line) + "\n").collect()
    }

    /// The last line of standard error.
    pub(crate) fn summary(&self) -> String {
        self.said().lines().last().unwrap_or_default().to_owned()
    }

    #[track_caller]
    pub(crate) fn ends(&self, code: i32) -> &Ran {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }
}

/// A sitemap of these bodies of `url` elements.
pub(crate) fn sitemap(urls: &[&str]) -> String {
    let urls: Vec<String> = urls.iter().map(|url| format!("<url>{url}</url>\n")).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{}</urlset>\n",
        urls.concat()
    )
}

/// An index of these locs.
pub(crate) fn index(locs: &[&str]) -> String {
    let children: Vec<String> =
        locs.iter().map(|loc| format!("<sitemap><loc>{loc}</loc></sitemap>\n")).collect();
    format!(
        "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{}</sitemapindex>\n",
        children.concat()
    )
}

/// Whether a program is installed.
pub(crate) fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder: PathBuf| Path::new(&folder).join(program).is_file())
}
