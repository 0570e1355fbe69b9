//! `cargo xtask commands`: what the pages of `docs/commands` say of the command line, from the built
//! command's own definition. Examples between the parts are written by hand and run by
//! `cargo xtask readme`.

use crate::workspace::{root, write};
use crate::{Outcome, console, generated, workspace};
use std::path::Path;
use std::process::Command;

const FOLDER: &str = "docs/commands";

/// Writes or checks the pages.
pub(crate) fn run(check: bool) -> Outcome {
    console::build()?;
    let program = workspace::target()?.join("debug/urlset");
    let all = page(&program, None)?;
    let names = names(&all);
    let mut stale = Vec::new();
    let mut pages = vec![("README", all.clone())];
    for name in &names {
        pages.push((name, page(&program, Some(name))?));
    }
    for (name, text) in &pages {
        let path = format!("{FOLDER}/{name}.md");
        if !check && !root().join(&path).exists() {
            write(&root().join(&path), &empty(name))?;
        }
        let (call, flags) = divide(text);
        for (part, body) in [("usage", call), ("options", flags)] {
            if let Err(error) = generated::part(&path, part, &format!("{body}\n"), check) {
                stale.push(error.to_string());
            }
        }
    }
    for file in std::fs::read_dir(root().join(FOLDER))? {
        let name = file?.file_name().display().to_string();
        let known = |name| pages.iter().any(|(known, _)| *known == name);
        if !name.strip_suffix(".md").is_some_and(known) {
            stale.push(format!("{FOLDER}/{name}: no command is called so"));
        }
    }
    if stale.is_empty() { Ok(()) } else { Err(stale.join("\n").into()) }
}

/// What the command says of itself or of one of its commands.
fn page(program: &Path, name: Option<&str>) -> Outcome<String> {
    let told = Command::new(program).args(["man", "--markdown"]).args(name).output()?;
    if !told.status.success() {
        return Err(String::from_utf8_lossy(&told.stderr).into_owned().into());
    }
    Ok(String::from_utf8(told.stdout)?)
}

/// The commands that the table of all names.
fn names(table: &str) -> Vec<String> {
    let rows = table.lines().filter_map(|line| line.strip_prefix("| [`"));
    rows.filter_map(|row| Some(row.split_once('`')?.0.to_owned())).collect()
}

/// How a command is called, and its flags.
fn divide(page: &str) -> (&str, &str) {
    let at = page.find("\n## ").map_or(page.len(), |at| at + 1);
    let (call, flags) = page.split_at(at);
    (call.trim_end(), flags.trim_end())
}

/// A page of which only the generated parts are there.
fn empty(name: &str) -> String {
    let part = |name: &str| format!("<!-- {name}: generated -->\n<!-- {name}: end -->\n");
    format!("# urlset {name}\n\n{}\n## Examples\n\n{}", part("usage"), part("options"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_divided_before_its_first_heading() {
        assert_eq!(
            divide("What.\n\nHow\n\n## Flags\na\n## More\n"),
            ("What.\n\nHow", "## Flags\na\n## More")
        );
        assert_eq!(divide("What.\n"), ("What.", ""));
    }

    #[test]
    fn names_stand_in_the_table() {
        let table = "| command |\n|---|\n| [`a`](a.md) | x |\n| [`b`](b.md) (also `c`) | y |\n";
        assert_eq!(names(table), ["a", "b"]);
    }
}
