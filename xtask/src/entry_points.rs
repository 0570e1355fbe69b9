//! Checks that what a user of a library begins with shows how: readers, writers, audits and typed items
//! have an example of their own, or are that of the crate's front page.

use crate::report::{Finding, failure};
use crate::workspace::Text;

/// Ends of names that such types have.
const ENDS: [&str; 3] = ["Reader", "Writer", "Audit"];

/// Typed items have names of their own.
const ITEMS: [&str; 4] = ["Image", "Video", "News", "Alternate"];

/// Checks every file of the libraries.
pub(crate) fn check(texts: &[Text]) -> Vec<Finding> {
    let libraries = texts.iter().filter(|text| {
        let inside = text.path.starts_with("crates/") && text.path.contains("/src/");
        inside && text.path.ends_with(".rs") && !text.path.starts_with("crates/urlset-cli/")
    });
    libraries.flat_map(|text| judge(text, &front(texts, &text.path))).collect()
}

/// The front page of the crate that a file belongs to.
fn front(texts: &[Text], path: &str) -> String {
    let folder = path.split_once("/src/").map_or(path, |(folder, _)| folder);
    let root = texts.iter().find(|text| text.path == format!("{folder}/src/lib.rs"));
    let lines = root.into_iter().flat_map(|root| root.text.lines());
    lines.filter(|line| line.starts_with("//!")).collect::<Vec<_>>().join("\n")
}

fn judge(text: &Text, front: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut has_example = false;
    for (number, line) in (1..).zip(text.text.lines()) {
        match line.strip_prefix("pub struct ") {
            _ if line.starts_with("/// ```") => has_example = true,
            _ if line.starts_with("///") || line.starts_with('#') => {}
            Some(rest) => {
                let name = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
                if is_entry_point(name) && !has_example && !front.contains(&format!("{name}::")) {
                    findings.push(failure(&text.path, number, format!("no example of `{name}`")));
                }
                has_example = false;
            }
            None => has_example = false,
        }
    }
    findings
}

fn is_entry_point(name: &str) -> bool {
    ENDS.iter().any(|end| name.ends_with(end)) || ITEMS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_stands_in_the_documentation() {
        for (text, wanted) in [
            (
                "/// A.\n///\n/// ```\n/// a\n/// ```\n#[derive(Debug)]\npub struct AReader<'a> {\n",
                0,
            ),
            ("/// A.\n#[derive(Debug)]\npub struct AReader<'a> {\n", 1),
            ("/// ```\n/// ```\nfn a() {}\n/// B.\npub struct Image {\n", 1),
            ("//! ```\n//! AReader::open();\n//! ```\npub struct AReader;\n", 0),
            ("/// B.\npub struct Images;\npub(crate) struct BReader;\n", 0),
        ] {
            let path = "crates/urlset-a/src/lib.rs".to_owned();
            let texts = [Text { path, text: text.to_owned() }];
            assert_eq!(check(&texts).len(), wanted, "{text}");
        }
    }
}
