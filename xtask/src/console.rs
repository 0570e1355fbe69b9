//! `cargo xtask readme`: runs every command of the `console` blocks in README.md, docs/*.md,
//! docs/commands/*.md and docs/cookbook/*.md and puts what it printed below it, or checks that it is
//! there. So no document shows an output that the program does not give.
//!
//! Commands run one after the other in a fresh folder that holds a copy of `examples/`, with the
//! built `urlset` first on the path; both of their streams are shown.

use crate::workspace::{self, read, root};
use crate::{Outcome, front_page, generated};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

const OPEN: &str = "```console";
const CLOSE: &str = "```";

/// Runs the blocks of every document.
pub(crate) fn run(check: bool) -> Outcome {
    build()?;
    let mut stale = Vec::new();
    if let Err(error) = front_page::run(check) {
        stale.push(error.to_string());
    }
    for path in documents()? {
        let text = read(&root().join(&path))?;
        if !text.contains(OPEN) {
            continue;
        }
        let mut shell = Shell::new("console")?;
        let filled = fill(&text, &mut |command| shell.run(command))?;
        if let Err(error) = generated::settle(&path, &text, &filled, check) {
            stale.push(error.to_string());
        }
    }
    if stale.is_empty() { Ok(()) } else { Err(stale.join("\n").into()) }
}

/// Builds the command, with the features of the workspace, as the tests do: of little else it is built
/// twice.
pub(crate) fn build() -> Outcome {
    let built = workspace::cargo()
        .args(["build", "--quiet", "--locked", "--workspace", "--bin", "urlset"])
        .status()?;
    if !built.success() {
        return Err("the build failed".into());
    }
    Ok(())
}

fn documents() -> Outcome<Vec<String>> {
    let mut paths = vec![String::from("README.md")];
    for folder in ["docs", "docs/commands", "docs/cookbook"] {
        for file in std::fs::read_dir(root().join(folder))? {
            let name = file?.file_name().display().to_string();
            if name.ends_with(".md") {
                paths.push(format!("{folder}/{name}"));
            }
        }
    }
    paths.sort();
    Ok(paths)
}

fn fresh_folder(folder: &Path) -> Outcome {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    let examples = root().join("examples");
    let mut open = vec![examples.clone()];
    while let Some(from) = open.pop() {
        let inner = from.strip_prefix(&examples)?;
        let to = folder.join("examples").join(inner);
        std::fs::create_dir_all(&to)?;
        for file in std::fs::read_dir(&from)? {
            let file = file?;
            if file.file_type()?.is_dir() {
                open.push(file.path());
            } else {
                std::fs::copy(file.path(), to.join(file.file_name()))?;
            }
        }
    }
    Ok(())
}

fn search_path(first: &Path) -> Outcome<OsString> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let rest = std::env::split_paths(&path);
    Ok(std::env::join_paths(std::iter::once(first.to_owned()).chain(rest))?)
}

/// Where commands run.
pub(crate) struct Shell {
    folder: PathBuf,
    path: OsString,
    /// Colours, as a terminal shows them.
    pub(crate) colour: bool,
}

impl Shell {
    /// In a fresh folder of this name.
    pub(crate) fn new(name: &str) -> Outcome<Shell> {
        let target = workspace::target()?;
        let folder = target.join(name);
        fresh_folder(&folder)?;
        Ok(Shell { folder, path: search_path(&target.join("debug"))?, colour: false })
    }

    /// What a command prints; a command that fails is shown all the same.
    pub(crate) fn run(&mut self, command: &str) -> Outcome<String> {
        let colour = if self.colour { "always" } else { "auto" };
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!("exec 2>&1\n{command}"))
            .current_dir(&self.folder)
            .env("PATH", &self.path)
            .env("LC_ALL", "C.UTF-8")
            .env("URLSET_COLOR", colour)
            .env_remove("CLICOLOR_FORCE")
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(text.lines().map(|line| format!("{}\n", masked(line).trim_end())).collect())
    }
}

/// The time at the end of a summary differs from run to run.
fn masked(line: &str) -> String {
    let timed = line.rsplit_once(", ").filter(|(_, last)| {
        let number = last.strip_suffix(" s").or(last.strip_suffix(" ms"));
        number.is_some_and(|number| number.parse::<f64>().is_ok())
    });
    timed.map_or_else(|| line.to_owned(), |(before, _)| format!("{before}, 0.0 s"))
}

/// The document with every command's output in its place.
fn fill(text: &str, run: &mut dyn FnMut(&str) -> Outcome<String>) -> Outcome<String> {
    let mut filled = String::with_capacity(text.len());
    let mut inside = false;
    let mut command = String::new();
    for line in text.lines() {
        let begins = line.strip_prefix("$ ").filter(|_| inside);
        if let Some(begins) = begins {
            command = begins.to_owned();
        } else if command.ends_with('\\') {
            command.push('\n');
            command.push_str(line);
        } else if inside && line != CLOSE {
            continue;
        }
        filled.push_str(line);
        filled.push('\n');
        if !command.is_empty() && !command.ends_with('\\') {
            filled.push_str(&run(&command)?);
            command.clear();
        }
        inside = line == OPEN || (inside && line != CLOSE);
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_filled_in() {
        let text =
            "a\n```console\n$ one\nold\nold\n$ two \\\n  more\n```\n$ three\n```sh\n$ four\n```\n";
        let mut ran = Vec::new();
        let filled = fill(text, &mut |command| {
            ran.push(command.to_owned());
            Ok(String::from("new\n"))
        });
        assert_eq!(
            filled.unwrap(),
            "a\n```console\n$ one\nnew\n$ two \\\n  more\nnew\n```\n$ three\n```sh\n$ four\n```\n"
        );
        assert_eq!(ran, ["one", "two \\\n  more"]);
    }

    #[test]
    fn only_times_are_masked() {
        for (line, wanted) in [
            ("3 URLs in, 3 out, 1 file, 1.9 s", "3 URLs in, 3 out, 1 file, 0.0 s"),
            ("3 URLs in, 3 out, 1 file, 12 ms", "3 URLs in, 3 out, 1 file, 0.0 s"),
            ("one, two s", "one, two s"),
        ] {
            assert_eq!(masked(line), wanted);
        }
    }
}
