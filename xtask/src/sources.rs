//! Checks of single files: size, header, names, blanks at line ends, paths of a machine.

use crate::report::{Finding, failure, sign};
use crate::workspace::{Text, root};

/// Lines without tests from which a file wants to be two.
const LARGE: usize = 400;
/// Lines with tests that a file may have.
const MOST: usize = 600;
/// Lines of README.md: who opens it looks, and does not study.
const FRONT_PAGE: usize = 350;
/// Names that say nothing about what is inside.
const EMPTY_NAMES: &[&str] = &["util", "utils", "helper", "helpers", "manager", "common", "misc"];
/// Top folders that documents may name, since every machine has them.
const EVERYWHERE: &[&str] =
    &["dev", "etc", "home", "mnt", "opt", "proc", "srv", "tmp", "usr", "var"];

/// Checks every file.
pub(crate) fn check(texts: &[Text], machine: &[String]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in texts {
        if file.path.ends_with(".rs") {
            size(file, &mut findings);
            header(file, &mut findings);
            names(file, &mut findings);
        }
        let length = file.text.lines().count();
        if file.path == "README.md" && length >= FRONT_PAGE {
            let text = format!("{length} lines; a front page has fewer than {FRONT_PAGE}");
            findings.push(failure(&file.path, 0, text));
        }
        lines(file, machine, &mut findings);
    }
    findings
}

/// Paths that only this machine has: the workspace's own, the home folder, and the top folder of
/// both where it is an unusual one.
pub(crate) fn machine_paths() -> Vec<String> {
    let root = root().display().to_string();
    let home = std::env::var("HOME").unwrap_or_default();
    let mut paths = Vec::new();
    for path in [root, home] {
        let top = path.split('/').nth(1).unwrap_or_default();
        if !top.is_empty() && !EVERYWHERE.contains(&top) {
            paths.push(format!("/{top}/"));
        }
        if path.matches('/').count() > 1 {
            paths.push(path);
        }
    }
    paths.sort();
    paths.dedup();
    paths
}

fn size(file: &Text, findings: &mut Vec<Finding>) {
    let all = file.text.lines().count();
    let tests = file.text.lines().position(|line| line == "#[cfg(test)]");
    let code = tests.unwrap_or(all);
    if all > MOST {
        findings.push(failure(&file.path, 0, format!("{all} lines; {MOST} is the most")));
    } else if code > LARGE && !is_table(file) {
        findings.push(sign(&file.path, 0, format!("{code} lines without tests")));
    }
}

/// A list of rules grows by a paragraph a rule and is never read from top to bottom.
fn is_table(file: &Text) -> bool {
    file.path.ends_with("/rules.rs")
}

fn header(file: &Text, findings: &mut Vec<Finding>) {
    // An example or a test may begin with a word to the compiler.
    let first = file.text.lines().find(|line| !line.starts_with("#!["));
    if !first.is_some_and(|line| line.starts_with("//! ")) {
        findings.push(failure(&file.path, 1, "does not begin with `//!` and what it is for"));
    }
}

fn names(file: &Text, findings: &mut Vec<Finding>) {
    let stem = file.path.rsplit('/').next().unwrap_or_default();
    let stem = stem.trim_end_matches(".rs");
    if EMPTY_NAMES.contains(&stem) || stem == "mod" {
        findings.push(failure(&file.path, 0, format!("`{stem}` says nothing about the content")));
    }
    for (number, line) in file.text.lines().enumerate() {
        let line = line.trim_start().trim_start_matches("pub ").trim_start_matches("pub(crate) ");
        let name = line.strip_prefix("mod ").map(|rest| rest.trim_end_matches([';', '{', ' ']));
        if let Some(name) = name.filter(|name| EMPTY_NAMES.contains(name)) {
            findings.push(failure(&file.path, number + 1, format!("`mod {name}` says nothing")));
        }
    }
}

fn lines(file: &Text, machine: &[String], findings: &mut Vec<Finding>) {
    // A transcript shows what a program printed, and the licence is not ours to lay out.
    let verbatim =
        ["LICENSE", "examples/", "tests/cli/"].iter().any(|start| file.path.starts_with(start));
    for (number, line) in file.text.lines().enumerate() {
        if !verbatim && line.ends_with([' ', '\t']) {
            findings.push(failure(&file.path, number + 1, "blank at the end of the line"));
        }
        if let Some(path) = machine.iter().find(|path| names_path(line, path)) {
            findings.push(failure(
                &file.path,
                number + 1,
                format!("names {path}, a path of one machine"),
            ));
        }
    }
}

/// Whether a line names a path, and not only an address that has the same folder in it.
fn names_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        !before.is_some_and(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        let text = Text { path: path.to_owned(), text: text.to_owned() };
        let findings = check(&[text], &["/machine/".to_owned()]);
        findings.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_good_file_has_no_finding() {
        let text = "//! What it is.\n\nconst A: &str = \"https://example.com/machine/\";\n";
        assert_eq!(found("src/a.rs", text), [""; 0]);
    }

    #[test]
    fn every_kind_of_finding() {
        let long = format!("//! Long.\n{}", "fn a() {}\n".repeat(600));
        let front = "x\n".repeat(350);
        let large = format!("//! Large.\n{}#[cfg(test)]\n{}", "x\n".repeat(400), "x\n".repeat(99));
        for (path, text, wanted) in [
            ("src/a.rs", "fn a() {}\n", "error: src/a.rs:1: does not begin with `//!`"),
            ("src/a.rs", "//! A.\nlet a; \n", "error: src/a.rs:2: blank at the end"),
            ("README.md", "see /machine/x\n", "error: README.md:1: names /machine/"),
            ("src/utils.rs", "//! A.\n", "error: src/utils.rs: `utils` says nothing"),
            ("src/a.rs", "//! A.\npub mod common;\n", "error: src/a.rs:2: `mod common`"),
            ("src/a.rs", &long, "error: src/a.rs: 601 lines; 600 is the most"),
            ("README.md", &front, "error: README.md: 350 lines; a front page has fewer than 350"),
            ("src/a.rs", &large, "sign: src/a.rs: 401 lines without tests"),
        ] {
            let found = found(path, text);
            assert_eq!(found.len(), 1, "{wanted}: {found:?}");
            assert!(found[0].starts_with(wanted), "{wanted}: {found:?}");
        }
    }

    #[test]
    fn a_small_file_with_many_tests_is_no_sign() {
        let text = format!("//! A.\n#[cfg(test)]\n{}", "x\n".repeat(500));
        assert_eq!(found("src/a.rs", &text), [""; 0]);
    }
}
