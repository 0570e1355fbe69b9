//! Checks of what we build on: where it comes from, under which licence, which versions not, and with
//! which compiler.
//!
//! `cargo deny` reads the same rules from `deny.toml`; this is the part of it that the gate can
//! always run.

use crate::report::{Finding, failure};
use crate::workspace::Package;

/// Licences that ours is compatible with; the list of `deny.toml`.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    // Mozilla's list of authorities, which is data: webpki-roots.
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages that must be at least this new, and why.
const FLOORS: &[(&str, (u64, u64), &str)] = &[
    ("quick-xml", (0, 41), "older ones take quadratic time on hostile attributes"),
    ("rustls", (0, 23), "older ones can be made to loop for ever"),
    ("url", (2, 5), "older ones let `xn--` labels hide a host"),
];

/// Checks every package of the lock file.
pub(crate) fn check(packages: &[Package]) -> Vec<Finding> {
    let mut findings = Vec::new();
    // Members share one.
    let ours = packages.iter().find(|package| package.source.is_none());
    let ours = ours.and_then(|package| package.rust_version.as_deref()).map(version);
    for package in packages {
        let place = format!("{} {}", package.name, package.version);
        let floor = FLOORS.iter().find(|(name, ..)| *name == package.name);
        if let Some((_, floor, why)) = floor
            && version(&package.version) < *floor
        {
            let what = format!("below {}.{}: {why}", floor.0, floor.1);
            findings.push(failure(&place, 0, what));
        }
        if let Some(theirs) = package.rust_version.as_deref()
            && ours.is_some_and(|ours| version(theirs) > ours)
        {
            let what = format!("wants Rust {theirs}, which is newer than ours");
            findings.push(failure(&place, 0, what));
        }
        let Some(source) = &package.source else {
            continue;
        };
        if !source.starts_with("registry+https://github.com/rust-lang/crates.io-index") {
            findings.push(failure(&place, 0, format!("comes from {source}, not from crates.io")));
        }
        let licence = package.licence.as_deref().unwrap_or_default();
        if !allows(licence) {
            findings.push(failure(&place, 0, format!("licence `{licence}` is not on the list")));
        }
    }
    findings
}

fn version(text: &str) -> (u64, u64) {
    let mut numbers = text.split('.').map(|part| part.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

/// Whether an SPDX expression can be met by the list. Knows `OR`, `AND`, brackets around one
/// level, and the old `/` for `OR`: what crates use.
fn allows(expression: &str) -> bool {
    let flat = expression.replace('/', " OR ");
    parts(&flat, " AND ").iter().all(|all| {
        let all = inside(all);
        parts(all, " OR ").iter().any(|any| {
            let any = inside(any);
            ALLOWED.contains(&any) || (any.contains(" AND ") && any != expression && allows(any))
        })
    })
}

/// Splits at `word` where it stands outside brackets.
fn parts<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let mut rest = text;
    let mut from = 0;
    while let Some(at) = rest.get(from..).and_then(|tail| tail.find(word)) {
        let (before, after) = rest.split_at(from + at);
        if before.matches('(').count() == before.matches(')').count() {
            parts.push(before.trim());
            rest = after.get(word.len()..).unwrap_or_default();
            from = 0;
        } else {
            from += at + word.len();
        }
    }
    parts.push(rest.trim());
    parts
}

fn inside(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    inner.unwrap_or(text).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences() {
        for (expression, allowed) in [
            ("MIT", true),
            ("MIT OR Apache-2.0", true),
            ("MIT/Apache-2.0", true),
            ("GPL-3.0", false),
            ("GPL-3.0 OR MIT", true),
            ("GPL-3.0 AND MIT", false),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
            ("(MIT OR Apache-2.0) AND OFL-1.1", false),
            ("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT", true),
            ("(Apache-2.0 OR MIT) AND BSD-3-Clause", true),
            ("", false),
        ] {
            assert_eq!(allows(expression), allowed, "{expression}");
        }
    }

    #[test]
    fn floors_and_sources() {
        let crates = Some("registry+https://github.com/rust-lang/crates.io-index");
        for (name, version, licence, source, wanted) in [
            ("quick-xml", "0.42.0", Some("MIT"), crates, 0),
            ("quick-xml", "0.39.2", Some("MIT"), crates, 1),
            ("csv", "1.4.0", Some("Unlicense/MIT"), crates, 0),
            ("csv", "1.4.0", None, crates, 1),
            ("csv", "1.4.0", Some("MIT"), Some("git+https://example.com/csv"), 1),
            ("urlset", "0.1.0", None, None, 0),
        ] {
            let package = Package {
                name: name.into(),
                version: version.into(),
                licence: licence.map(Into::into),
                rust_version: None,
                source: source.map(Into::into),
            };
            assert_eq!(check(&[package]).len(), wanted, "{name} {version}");
        }
    }

    #[test]
    fn no_newer_compiler_than_ours() {
        let package = |rust: &str, source: Option<&str>| Package {
            name: "a".into(),
            version: "1.0.0".into(),
            licence: Some("MIT".into()),
            rust_version: Some(rust.into()),
            source: source.map(Into::into),
        };
        let crates_io = Some("registry+https://github.com/rust-lang/crates.io-index");
        for (rust, wanted) in [("1.63", 0), ("1.88.0", 0), ("1.89", 1), ("2.0", 1)] {
            let packages = [package(rust, crates_io), package("1.88", None)];
            assert_eq!(check(&packages).len(), wanted, "{rust}");
        }
    }
}
