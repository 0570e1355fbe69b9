//! `cargo xtask features`: every crate that has features with each of them alone, with none and with
//! all, as `cargo hack check --each-feature` does; and what needs no standard library without one.

use crate::Outcome;
use crate::workspace::{self, Member, cargo};

/// A crate of its own, since members share the features that any of them asks for.
const ALONE: &str = "tests/no_std/Cargo.toml";

/// Checks every combination, and stops at the first that does not build or has a warning.
pub(crate) fn run() -> Outcome {
    for member in workspace::members()?.iter().filter(|member| member.published) {
        for features in combinations(member) {
            let name = format!("{} with {}", member.name, said(&features));
            let mut words = vec!["clippy", "--quiet", "--locked", "--package", &member.name];
            words.push("--no-default-features");
            words.extend(["--features", &features, "--", "-D", "warnings"]);
            check(&name, &words)?;
        }
    }
    // What the facade leaves out without it is asked for by the command in many places.
    let bare = ["check", "--quiet", "--locked", "--package", "urlset-cli", "--no-default-features"];
    check("urlset-cli without Parquet", &bare)?;
    check("without std", &["check", "--quiet", "--locked", "--manifest-path", ALONE])
}

/// None, each alone, and all; nothing for a crate without features.
///
/// Those of the facade and the command are handed on: each alone would only build everything else again.
/// Both are built with what they have by default, and with all for the tests.
fn combinations(member: &Member) -> Vec<String> {
    let features = &member.features;
    match member.name.as_str() {
        "urlset" | "urlset-cli" => Vec::new(),
        _ if features.is_empty() => Vec::new(),
        _ if features.len() == 1 => vec![String::new(), features.join(",")],
        _ => {
            let all = features.join(",");
            std::iter::once(String::new()).chain(features.iter().cloned()).chain([all]).collect()
        }
    }
}

fn said(features: &str) -> &str {
    if features.is_empty() { "no features" } else { features }
}

fn check(name: &str, words: &[&str]) -> Outcome {
    println!("{name}");
    if cargo().args(words).status()?.success() {
        return Ok(());
    }
    Err(format!("{name}: does not build").into())
}
