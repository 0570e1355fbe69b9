//! The table of libraries in README.md: what each is for, and how much one builds with it.

use crate::workspace::{self, Member};
use crate::{Outcome, generated};
use std::collections::BTreeSet;

/// Counted for one platform, so that the table is the same everywhere.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// Writes or checks the table.
pub(crate) fn run(check: bool) -> Outcome {
    let mut table = String::from(
        "| crate | what it does | crates built with it: ours, others' |\n|---|---|---|\n",
    );
    for member in workspace::members()? {
        if member.library.is_none() || member.manifest.contains("publish = false") {
            continue;
        }
        let (ours, others) = count(&tree(&member)?, &member.name);
        let Member { name, description, .. } = member;
        table.push_str(&format!("| `{name}` | {description} | {ours}, {others} |\n"));
    }
    generated::part("README.md", "crates", &table, check)
}

fn tree(member: &Member) -> Outcome<String> {
    let output = workspace::cargo()
        .args(["tree", "--locked", "--edges", "normal,build", "--prefix", "none"])
        .args(["--format", "{p}", "--target", PLATFORM, "--package", &member.name])
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// How many packages a tree names besides `root`: ours, others'.
fn count(tree: &str, root: &str) -> (usize, usize) {
    let names = tree.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        Some((words.next()?, words.next()?))
    });
    let packages: BTreeSet<(&str, &str)> = names.filter(|(name, _)| *name != root).collect();
    let ours = |name: &str| name.starts_with("urlset");
    let own = packages.iter().filter(|(name, _)| ours(name)).count();
    (own, packages.len() - own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_package_counts_once() {
        let tree = "urlset-json v0.1.0 (/x)\nserde v1.0.1\nurlset-core v0.1.0 (/y)\n\
                    serde v1.0.1 (*)\nsyn v2.0.0 (proc-macro)\nsyn v1.0.0\n";
        assert_eq!(count(tree, "urlset-json"), (1, 3));
    }
}
