//! Checks of the members: description, lints, an example program, an example on the front page.

use crate::Outcome;
use crate::report::{Finding, failure};
use crate::workspace::{Member, read};

/// Checks every member.
pub(crate) fn check(members: &[Member]) -> Outcome<Vec<Finding>> {
    let mut findings = Vec::new();
    for member in members {
        let front = match &member.library {
            Some(path) => Some(read(path)?),
            None => None,
        };
        findings.extend(judge(member, front.as_deref()));
    }
    Ok(findings)
}

/// Checks one member; `front` is the root file of its library.
fn judge(member: &Member, front: Option<&str>) -> Vec<Finding> {
    let place = format!("{}/Cargo.toml", member.folder.display());
    let mut findings = Vec::new();
    let mut missing = |what: &str| findings.push(failure(&place, 0, what));
    if member.description.is_empty() {
        missing("no description");
    }
    if !has_lines(&member.manifest, "[lints]", "workspace = true") {
        missing("no `lints.workspace = true`");
    }
    // Only what others build on owes them examples.
    if let Some(front) = front.filter(|_| member.published) {
        if member.examples.is_empty() {
            missing("no program in `examples/`");
        }
        if !has_example(front) {
            missing("no example on the front page of `src/lib.rs`");
        }
    }
    findings
}

fn has_lines(text: &str, first: &str, second: &str) -> bool {
    let mut after = text.lines().skip_while(|line| line.trim() != first).skip(1);
    after.any(|line| line.trim() == second)
}

/// Whether the front page has a code block that is compiled and run.
fn has_example(front: &str) -> bool {
    front.lines().any(|line| {
        let fence = line.trim_end();
        fence == "//! ```" || fence == "//! ```no_run" || fence == "//! ```rust"
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn member(manifest: &str, examples: &[&str]) -> Member {
        Member {
            name: "urlset-text".into(),
            folder: PathBuf::from("crates/urlset-text"),
            description: "Reads and writes lists".into(),
            dependencies: Vec::new(),
            optional: Vec::new(),
            features: Vec::new(),
            published: !manifest.contains("publish = false"),
            examples: examples.iter().map(ToString::to_string).collect(),
            library: None,
            manifest: manifest.into(),
        }
    }

    #[test]
    fn what_a_member_owes() {
        let lints = "[package]\nname = \"a\"\n\n[lints]\nworkspace = true\n";
        let front = "//! A list.\n//!\n//! ```\n//! assert!(true);\n//! ```\n";
        for (manifest, examples, front, wanted) in [
            (lints, &["count"][..], Some(front), 0),
            (lints, &[][..], Some(front), 1),
            (lints, &["count"][..], Some("//! A list.\n"), 1),
            ("[package]\n", &["count"][..], Some(front), 1),
            ("[package]\npublish = false\n[lints]\nworkspace = true\n", &[][..], Some(""), 0),
            (lints, &[][..], None, 0),
        ] {
            let findings = judge(&member(manifest, examples), front);
            assert_eq!(findings.len(), wanted, "{manifest} {findings:?}");
        }
    }
}
