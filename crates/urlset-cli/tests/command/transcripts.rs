//! Runs every transcript of `tests/cli`: Markdown with `file NAME` blocks, which are written, and
//! `console` blocks, whose commands must print what stands there, standard output first. `BLESS=1`
//! writes down what they print now; seconds are masked as `#`.

use crate::run::Folder;
use std::fmt::Write;
use std::path::Path;

/// Runs one transcript; gives it as it would be true now.
fn replay(text: &str) -> String {
    let folder = Folder::new();
    let mut told = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let _ = writeln!(told, "{line}");
        let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match kind.split_once(' ') {
            Some(("file", name)) => {
                folder.write(name, block.join("\n") + "\n");
                let _ = writeln!(told, "{}", block.join("\n"));
            }
            _ if kind == "console" => {
                for line in block.iter().filter_map(|line| line.strip_prefix("$ urlset ")) {
                    let _ = write!(told, "$ urlset {line}\n{}", run(&folder, line));
                }
            }
            _ => {
                let _ = writeln!(told, "{}", block.join("\n"));
            }
        }
        told.push_str("```\n");
    }
    told
}

/// What a command prints, and its exit code where that is not 0.
fn run(folder: &Folder, words: &str) -> String {
    let ran = match words.split_once(" < ") {
        Some((words, file)) => folder.feed(words, folder.read(file)),
        None => folder.run(words),
    };
    let mut said = format!("{}{}", ran.out, ran.said());
    if ran.code != Some(0) {
        let _ = writeln!(said, "[exit {}]", ran.code.unwrap_or(-1));
    }
    said
}

#[test]
fn transcripts_are_true() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli");
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in std::fs::read_dir(&home).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|suffix| suffix != "md") {
            continue;
        }
        count += 1;
        let text = std::fs::read_to_string(&path).unwrap();
        let now = replay(&text);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &now).unwrap();
        } else if now != text {
            let pairs = text.lines().zip(now.lines());
            let first = pairs.enumerate().find(|(_, (was, is))| was != is);
            wrong.push(format!("{}: {first:?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 0, "no transcripts in {}", home.display());
}
