//! What was found by fuzzing, checked by the command: whatever a document holds and whatever it is
//! called, it ends with a code of the table, and its report is well-formed in every form.

use crate::run::{Folder, ran};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Names that would break a line, a cell, a command of a build server, or a terminal.
const NAMES: [&str; 5] = [
    "a\nb.xml",
    "::error file=x,line=1::y.xml",
    "`|<b>%0A.xml",
    "\u{202e}\u{1b}[31m.xml",
    "a:b?#.xml",
];

/// Some files of each corpus; most under their plain names.
fn inputs(corpus: &Path, folder: &Folder) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(corpus).unwrap().map(|file| file.unwrap().path()).collect();
    paths.sort();
    for (name, path) in NAMES.iter().zip(&mut paths) {
        folder.write(name, std::fs::read(&path).unwrap());
        *path = folder.path(name);
    }
    paths
}

#[test]
fn reports_of_anything_are_well_formed() {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpora");
    std::thread::scope(|scope| {
        for corpus in std::fs::read_dir(corpora).unwrap() {
            scope.spawn(move || {
                let folder = Folder::new();
                let inputs = inputs(&corpus.unwrap().path(), &folder);
                for form in ["text", "json", "jsonl", "sarif", "github", "markdown"] {
                    let words = format!("check --report-format {form} --report report.out");
                    let told = ran(folder.command(&words).args(&inputs));
                    assert!(matches!(told.code, Some(0..=6)), "{form}: {told:#?}");
                    let report = folder.read("report.out");
                    has_no_controls(&report, form);
                    has_no_controls(&told.err, "standard error");
                    is_well_formed(&report, form);
                }
            });
        }
    });
}

/// None but the line feed: neither for a terminal nor for who looks at a log.
fn has_no_controls(text: &str, form: &str) {
    let odd = |c: char| c.is_control() && c != '\n' || matches!(c, '\u{2028}'..='\u{202e}');
    let line = text.lines().find(|line| line.contains(odd));
    assert_eq!(line, None, "{form}");
}

fn is_well_formed(report: &str, form: &str) {
    let lines = || report.lines();
    match form {
        "json" => {
            let whole: Value = serde_json::from_str(report).unwrap();
            assert!(whole["findings"].as_array().is_some_and(|found| !found.is_empty()));
        }
        "jsonl" => lines().for_each(|line| {
            let _: Value = serde_json::from_str(line).unwrap();
        }),
        "sarif" => {
            let log: Value = serde_json::from_str(report).unwrap();
            let run = &log["runs"][0];
            let rules: Vec<&Value> = run["tool"]["driver"]["rules"]
                .as_array()
                .unwrap()
                .iter()
                .map(|rule| &rule["id"])
                .collect();
            for result in run["results"].as_array().unwrap() {
                assert!(rules.contains(&&result["ruleId"]), "{result}");
                let place = &result["locations"][0]["physicalLocation"];
                let uri = place["artifactLocation"]["uri"].as_str().unwrap_or("-");
                assert!(
                    uri.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'|'),
                    "{result}"
                );
                let region = &place["region"];
                assert!(region.is_null() || region["startLine"].as_u64() > Some(0), "{result}");
            }
        }
        "github" => {
            let begins = |line: &str| {
                ["::error ", "::warning ", "::notice "].iter().any(|word| line.starts_with(word))
            };
            assert_eq!(lines().find(|line| !begins(line)), None);
        }
        "markdown" => {
            let item = |line: &str| line.starts_with("- **");
            let odd = lines().filter(|line| item(line)).find(|line| line.matches('`').count() < 4);
            assert_eq!(odd, None);
            let bars = |line: &str| line.replace("\\|", "").matches('|').count();
            let cells = lines().filter(|line| line.starts_with('|') && bars(line) != 6);
            assert_eq!(cells.count(), 0, "{report}");
        }
        _ => {}
    }
}

/// Of two flags that say the same thing, the later one counts, as of any other.
#[test]
fn the_last_word_about_the_form() {
    let folder = Folder::new();
    folder.write("a.txt", "https://example.com/a\nnothing\n");
    let forms = ["--json --report-format text", "--report-format text --json"];
    let [text, json] = forms.map(|flags| folder.run(&format!("check a.txt {flags}")));
    assert!(!text.out.starts_with('{') && json.out.starts_with('{'), "{text:?} {json:?}");
}
